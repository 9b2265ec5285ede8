import {mkdirSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {temporary} from '../temporary.mjs'
import {TOOLS, VERSIONS} from './tools.mjs'

const INFO = 'info: {title: Loans, version: "1.0"}'
const OK = '{"200": {description: OK}}'
const required = 'parameters: [{name: branch, in: query, required: true, schema: {type: string}}],'

const loans = (head, operation) => `${head}\n${INFO}\npaths:\n  /loans:\n    get: ${operation}\n`
const needing = head => [loans(head, `{responses: ${OK}}`), loans(head, `{${required} responses: ${OK}}`)]
const responding = (head, schema) =>
  loans(head, `{responses: {"200": {description: OK, content: {application/json: {schema: ${schema}}}}}}`)

/** Pairs of small descriptions in which one thing breaks clients, each in another way of writing descriptions. */
const CASES = [
  ...['3.0.3', '3.1.1', '3.2.0'].map(version => [`OpenAPI ${version.slice(0, 3)}`, ...needing(`openapi: ${version}`)]),
  [
    'Swagger 2.0',
    loans('swagger: "2.0"', `{responses: ${OK}}`),
    loans('swagger: "2.0"', `{parameters: [{name: branch, in: query, required: true, type: string}], responses: ${OK}}`)
  ],
  [
    '3.1: a type becomes a list with `null`',
    ...['string', '[string, "null"]'].map(type =>
      responding('openapi: 3.1.1', `{type: object, required: [due], properties: {due: {type: ${type}}}}`)
    )
  ],
  [
    '3.1: the body of a webhook is of another type',
    ...['integer', 'string'].map(
      type =>
        `openapi: 3.1.1\n${INFO}\nwebhooks:\n  moved:\n    post: {requestBody: {required: true, content: {application/json: {schema: {type: ${type}}}}}, responses: ${OK}}\n`
    )
  ],
  [
    '3.2: a `query` operation is removed',
    ...[true, false].map(
      has =>
        `openapi: 3.2.0\n${INFO}\npaths:\n  /loans:\n    get: {responses: ${OK}}\n${has ? `    query: {responses: ${OK}}\n` : ''}`
    )
  ],
  [
    '3.2: an operation of `additionalOperations` is removed',
    ...[true, false].map(
      has =>
        `openapi: 3.2.0\n${INFO}\npaths:\n  /loans:\n    get: {responses: ${OK}}\n${has ? `    additionalOperations: {COPY: {responses: ${OK}}}\n` : ''}`
    )
  ],
  [
    '3.2: the type of a streamed item changes',
    ...['integer', 'string'].map(type =>
      loans(
        'openapi: 3.2.0',
        `{responses: {"200": {description: OK, content: {application/jsonl: {itemSchema: {type: ${type}}}}}}}`
      )
    )
  ],
  [
    'Split: a path in another file',
    ...[`{responses: ${OK}}`, `{${required} responses: ${OK}}`].map(operation => ({
      'openapi.yaml': `openapi: 3.0.3\n${INFO}\npaths:\n  /loans: {$ref: paths/loans.yaml}\n`,
      'paths/loans.yaml': `get: ${operation}\n`
    }))
  ],
  [
    'Split: a schema in another file, through a second one',
    ...['integer', 'string'].map(type => ({
      'openapi.yaml': responding('openapi: 3.0.3', '{$ref: "schemas/loan.yaml#/Loan"}'),
      'schemas/loan.yaml': 'Loan: {type: object, required: [id], properties: {id: {$ref: "id.yaml"}}}\n',
      'schemas/id.yaml': `type: ${type}\n`
    }))
  ],
  [
    'Split: the whole of `paths` in another file',
    ...[`{responses: ${OK}}`, `{${required} responses: ${OK}}`].map(operation => ({
      'openapi.yaml': `openapi: 3.0.3\n${INFO}\npaths: {$ref: paths.yaml}\n`,
      'paths.yaml': `/loans:\n  get: ${operation}\n`
    }))
  ],
  [
    'Broken elsewhere: a reference leads nowhere',
    ...needing('openapi: 3.0.3').map(
      text => `${text}  /books:\n    get: {responses: {"200": {$ref: "#/components/responses/Lost"}}}\n`
    )
  ],
  ['Broken elsewhere: a key twice', ...needing('openapi: 3.0.3').map(text => `${text}x-shelf: 1\nx-shelf: 2\n`)],
  [
    'Broken elsewhere: a response without a description',
    ...needing('openapi: 3.0.3').map(text => `${text}  /books:\n    get: {responses: {"200": {}}}\n`)
  ],
  [
    'Broken elsewhere: a schema of a type that there isn’t',
    ...needing('openapi: 3.0.3').map(text => `${text}components: {schemas: {Book: {type: text}}}\n`)
  ],
  ['Broken elsewhere: no `info`', ...needing('openapi: 3.0.3').map(text => text.replace(`${INFO}\n`, ''))],
  [
    'Broken elsewhere: two paths that differ in a parameter’s name',
    ...needing('openapi: 3.0.3').map(text =>
      ['id', 'isbn'].reduce(
        (all, name) =>
          `${all}  /books/{${name}}:\n    get: {parameters: [{name: ${name}, in: path, required: true, schema: {type: string}}], responses: ${OK}}\n`,
        text
      )
    )
  ],
  [
    'Broken elsewhere: `allOf` of a schema with itself',
    ...needing('openapi: 3.0.3').map(
      text => `${text}components: {schemas: {Book: {allOf: [{$ref: "#/components/schemas/Book"}]}}}\n`
    )
  ]
]

export async function measure() {
  const folder = temporary(join(tmpdir(), 'tenure-measure-'))
  try {
    const readCase = async ([name, older, newer], index) => {
      const at = join(folder, String(index))
      const [from, to] = [older, newer].map((files, side) => write(join(at, String(side)), files))
      const tools = {}
      for (const tool of Object.keys(TOOLS)) tools[tool] = resultOf(await TOOLS[tool](from, to))
      return {name, tools}
    }
    return {
      versions: VERSIONS,
      cases: await inTurn(CASES, readCase)
    }
  } finally {
    rmSync(folder, {recursive: true, force: true})
  }
}

async function inTurn(list, work) {
  const results = []
  for (const [index, each] of list.entries()) results.push(await work(each, index))
  return results
}

function write(folder, files) {
  for (const [name, text] of Object.entries(typeof files === 'string' ? {'openapi.yaml': files} : files)) {
    mkdirSync(dirname(join(folder, name)), {recursive: true})
    writeFileSync(join(folder, name), text)
  }
  return join(folder, 'openapi.yaml')
}

function resultOf({says, none, missing}) {
  if (missing) return 'not measured'
  if (none !== undefined) return 'refused'
  return {breaking: 'found', review: 'needs review'}[says] ?? 'missed'
}

/** The section of the page. */
export function render({cases, versions}, {table}) {
  const tools = Object.keys(cases[0].tools)
  const count = (tool, result) => cases.filter(each => each.tools[tool] === result).length
  return [
    '## What each can read',
    `One change that breaks clients, written in ${cases.length} ways: in each version of the specification, over several files, and next to a mistake in another place. “Missed” is an answer without a breaking change; a refusal names an error, which is honest, and no answer. ${namesOf(versions)}.`,
    table(
      ['Description', ...tools],
      [
        ...cases.map(({name, tools: results}) => [name, ...tools.map(tool => results[tool])]),
        ['**found**', ...tools.map(tool => count(tool, 'found'))],
        ['**missed**', ...tools.map(tool => count(tool, 'missed'))]
      ]
    )
  ]
}

function namesOf(versions) {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')
}
