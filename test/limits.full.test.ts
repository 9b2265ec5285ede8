import {mkdtempSync, readFileSync, truncateSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {createProver, type StepBudget} from '../packages/json-schema/src/containment.ts'
import {rootNode, type Source} from '../packages/json-schema/src/document/node.ts'
import {DEFAULT_SETTINGS} from '../packages/json-schema/src/formula/compile-context.ts'
import {
  MAX_SCHEMAS_PER_COMPARISON,
  MAX_SCHEMAS_PER_VALUE,
  toPartialSchema
} from '../packages/json-schema/src/partial-schema.ts'
import {MAX_PATTERN_STEPS} from '../packages/json-schema/src/regex/automata.ts'
import {MAXIMA} from '../packages/openapi/src/diff/omissions.ts'
import {STEPS_IN_ALL} from '../packages/openapi/src/diff/proof/proofs.ts'
import {fillTemplate} from '../packages/pages/src/markdown/template.ts'
import {readSpecText} from '../src/documents/read-document.ts'
import {readYaml} from '../src/documents/yaml/yaml-file.ts'
import {assemble} from '../src/history/assemble.ts'
import {readHistoryText} from '../src/inputs/history/file.ts'
import {InputError} from '../src/model/input-error.ts'
import {HERE} from './here.ts'
import {api, object, TEXT, withRequest} from './languages/openapi/diff/cases.ts'
import {diffDocuments} from './languages/openapi/diff/comparing.ts'

// The cases are those of `docs/reference/limits.md`. Each limit is reported just beyond it, and not within it.

interface Row {
  readonly limitName: string
  readonly limit: number
  /** The words of the message, or of the reason. */
  readonly message: string
}

const ROWS: readonly Row[] = readFileSync(new URL('../docs/reference/limits.md', import.meta.url), 'utf8')
  .split('\n')
  .flatMap(line => {
    const [, limitName, limit, beyond] = line.split(/ *\| */)
    if (!limitName || !limit || !beyond || !/^\d/.test(limit)) return []
    return [
      {
        limitName,
        limit: Number.parseInt(limit.replaceAll(',', ''), 10),
        message: beyond.match(/`([^`]*)`\)?$/)?.[1] ?? ''
      }
    ]
  })

/** The message for an input of this size, or an empty string without one. */
type Case = (size: number) => string

function rejectionOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof InputError) return error.problems.map(({message}) => message).join('\n')
    throw error
  }
  return ''
}

const spec = (text: string, name = 'openapi.yaml'): string => rejectionOf(() => readSpecText(Buffer.from(text), name))
const file = (text: string): string => rejectionOf(() => readYaml(text, 'history.yaml'))
const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

const source = (schema: object): Source => ({schema, dialect: '2020-12'})
/** Messages, each with the number of schemas that it is about. */
const texts = (schemas: number): object => ({type: 'string', allOf: Array(schemas - 1).fill(true)})

/** Why it is unknown whether one schema is within the other, with examples if there is a budget. */
function reasonOf(sub: object, sup: object, purse?: StepBudget): string {
  const confirm = (schema: Source, value: unknown): boolean => {
    if (purse) toPartialSchema(rootNode(schema), [value], undefined, purse)
    return schema.schema !== sup
  }
  const result = createProver({confirm: purse ? confirm : () => true}).contains(source(sub), source(sup))
  return result.is === 'undetermined' ? result.why : ''
}

const reasonsOf = (older: object, newer: object): string =>
  diffDocuments(JSON.stringify(older), JSON.stringify(newer))
    .flatMap(({proofs: {request, response}}) => [request, response])
    .flatMap(proof => (proof?.is === 'undetermined' ? [proof.why] : []))
    .join('\n')

/** This many schemas, each with a field of the next one. */
function chained(count: number, last: string): object {
  const schemas = Array.from({length: count}, (_, at) => [
    `S${at}`,
    at === count - 1 ? {type: last} : object({next: {$ref: `#/components/schemas/S${at + 1}`}})
  ])
  const content = {'application/json': {schema: {$ref: '#/components/schemas/S0'}}}
  const paths = {'/loans': {get: {responses: {'200': {description: 'Fine', content}}}}}
  return api(paths, {components: {schemas: Object.fromEntries(schemas)}})
}

/** Each of this many fields is one of three, and no two may be the same. */
function hard(count: number, more: object): object {
  const names = Array.from({length: count}, (_, at) => `f${at}`)
  const pairs = names.flatMap((name, at) => names.slice(at + 1).map(other => [name, other] as const))
  return {
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map(name => [name, {enum: [1, 2, 3]}])),
    allOf: pairs.map(([name, other]) => ({not: {properties: {[name]: {const: 1}, [other]: {const: 1}}}})),
    ...more
  }
}

function stepsOf(most: number, purse?: number): string {
  const {contains} = createProver({
    confirm: () => true,
    steps: most,
    ...(purse === undefined ? {} : {purse: {left: purse}})
  })
  const ask = (least: number) =>
    contains(source(hard(12, {minProperties: least})), source(hard(12, {minProperties: 13})))
  const [first, ...others] = Array.from({length: 50}, (_, at) => ask(at % 12))
  const last = purse === undefined ? first : others.at(-1)
  return last?.is === 'undetermined' ? last.why : ''
}

const CASES: {readonly [limitName: string]: Case} = {
  'size of an API description': size => rejectionOf(() => readSpecText(Buffer.alloc(size), 'openapi.yaml')),
  'size of any other file': size => {
    const path = join(mkdtempSync(join(tmpdir(), 'limits-')), 'history.yaml')
    writeFileSync(path, '')
    truncateSync(path, size)
    return rejectionOf(() => HERE.files.readText(path))
  },
  'depth of JSON and YAML in an API description': size => {
    const all = [spec(lists(size), 'a.json'), spec(`# YAML\n${lists(size)}`), spec(`${'- '.repeat(size)}1`)]
    expect(new Set(all).size).toBe(1)
    return all[0] ?? ''
  },
  'depth of every other file of YAML or JSON': size => file(lists(size)),
  'values of an API description with its aliases written out': size =>
    spec(
      `a: &a ${JSON.stringify(Array(1000).fill(1))}\nb: [${Array(Math.ceil(size / 1000))
        .fill('*a')
        .join()}]\n`
    ),
  'keys that merges (`<<`) bring into an API description': size => {
    const keys = Array.from({length: 1000}, (_, at) => `k${at}: 1`)
    const merged = Array.from({length: Math.ceil(size / 1000)}, (_, at) => `m${at}: {<<: *a}`)
    return spec(`a: &a {${keys}}\n${merged.join('\n')}\n`)
  },
  'aliases in any other file': size => file(`a: &a loans\nb: [${Array(size).fill('*a')}]\n`),
  'values through aliases of aliases there': size =>
    file(`a: &a loans\nb: &b [${Array(10).fill('*a')}]\nc: [${Array(Math.ceil(size / 10)).fill('*b')}]\n`),
  'announcements of one endpoint in a history': size => {
    const lines = Array.from({length: size}, () => '      - {deprecated: GET /loans, sunset: 2099-01-01}\n')
    const history = `service: Library\nreleases:\n  - release: "1.0"\n    date: 2020-01-01\n    changes:\n${lines.join('')}`
    return rejectionOf(() => assemble(readHistoryText(history, 'history.yaml').declared, {asOf: '2026-01-01'}))
  },
  'length of a template': size => rejectionOf(() => fillTemplate('x'.repeat(size), 'page.md.liquid', {})),
  'steps of a template, each round of a loop one': size =>
    rejectionOf(() => fillTemplate(`{% for i in (1..${size}) %}{{ i }}{% endfor %}`, 'page.md.liquid', {})),
  'items of a range in a template': size =>
    rejectionOf(() => fillTemplate(`{% for i in (1..${size}) %}{% break %}{% endfor %}`, 'page.md.liquid', {})),

  'callbacks of one comparison': size => {
    const [each, callbacks] = [100, Math.ceil(size / 100)]
    const lent = (status: string): object => ({
      '{$request.body}': {post: {responses: {[status]: {description: 'Fine'}}}}
    })
    const calls = Object.fromEntries(Array.from({length: each}, (_, at) => [`c${at}`, lent('200')]))
    const paths = (status: string) =>
      Object.fromEntries(
        Array.from({length: callbacks}, (_, at) => [
          `/loans/${at}`,
          {post: {callbacks: {...calls, c0: lent(status)}, responses: {}}}
        ])
      )
    return reasonsOf(api(paths('200')), api(paths('204')))
  },
  'pairs of schemas of one comparison': size => reasonsOf(chained(size, 'string'), chained(size, 'integer')),
  'pairs of changed alternatives of one comparison': size => {
    // Checking the maximum number takes twenty seconds.
    const most = size > MAXIMA.alternatives ? size : size / 10
    // Each pair is checked twice: for equality, and for similarity.
    const forms = (count: number, name: string) =>
      Array.from({length: count}, (_, at) => object({[`${name}${at}`]: TEXT}))
    const choice = (name: string) =>
      withRequest(object({loan: {oneOf: forms(name === 'old' ? 125 : most / 250, name)}}))
    return reasonsOf(choice('old'), choice('new'))
  },
  'steps of one question about two schemas': size => {
    expect(DEFAULT_SETTINGS.steps).toBe(20_000)
    return size > DEFAULT_SETTINGS.steps ? stepsOf(20) : ''
  },
  'steps of all questions about whole schemas in a comparison': size =>
    size > STEPS_IN_ALL.whole ? stepsOf(DEFAULT_SETTINGS.steps, 40) : '',
  'steps of all questions about small schemas in a comparison': size =>
    size > STEPS_IN_ALL.small ? stepsOf(DEFAULT_SETTINGS.steps, 40) : '',
  'schemas that are evaluated for one example': size => {
    expect(MAX_SCHEMAS_PER_VALUE).toBe(20_000)
    return reasonOf(texts(size), {maxLength: 3}, {left: MAX_SCHEMAS_PER_COMPARISON})
  },
  'schemas that are evaluated for all examples of a comparison': size => {
    expect(MAX_SCHEMAS_PER_COMPARISON).toBe(500_000)
    const purse = {left: MAX_SCHEMAS_PER_COMPARISON}
    // Comparing the two schemas below takes three.
    for (let left = size - 3; left > 0; left -= MAX_SCHEMAS_PER_VALUE)
      toPartialSchema(rootNode(source(texts(Math.min(left, MAX_SCHEMAS_PER_VALUE)))), ['a'], undefined, purse)
    return reasonOf(texts(2), {maxLength: 3}, purse)
  },
  'values that one list gains or loses, reported one by one': size => {
    const shelf = (count: number): object =>
      withRequest(object({shelf: {...TEXT, enum: Array.from({length: count}, (_, at) => `s${at}`)}}))
    const changes = diffDocuments(JSON.stringify(shelf(size + 1)), JSON.stringify(shelf(1)))
    return changes.some(({others}) => others !== undefined) || changes.length < size ? 'others' : ''
  },
  'items of a list that is built as an example': size =>
    reasonOf({type: 'array', minItems: size}, {type: 'array', maxItems: size - 1}),
  'items that must differ': size =>
    reasonOf(
      {type: 'array', minItems: size, uniqueItems: true, items: {type: 'integer'}},
      {type: 'array', maxItems: size - 1}
    ),
  'properties of an object that is built as an example': size =>
    reasonOf({type: 'object', minProperties: size}, {type: 'object', maxProperties: size - 1}),
  'length of a text that is built as an example': size =>
    reasonOf({type: 'string', minLength: size}, {type: 'string', maxLength: size - 1}),
  'steps of one pattern, made an automaton': size =>
    size > 1_500_000
      ? reasonOf(
          {type: 'string', pattern: String.raw`^(?:\p{L}{1,4000}|x)$`},
          {pattern: String.raw`^(?:\p{Lu}|\p{L}{1,4001})$`}
        )
      : '',
  'steps of all patterns of a comparison': size => {
    expect(MAX_PATTERN_STEPS).toBe(10_000_000)
    // Each takes about 50,000 steps.
    const fields = (least: number) =>
      Object.fromEntries(
        Array.from({length: size > MAX_PATTERN_STEPS ? 300 : 8}, (_, at) => [
          `f${at}`,
          {...TEXT, pattern: `^(?=.*[a-m]${at}x)(?=.*[0-9]{${least}}).{8,20}$`}
        ])
      )
    return reasonsOf(withRequest(object(fields(2))), withRequest(object(fields(3))))
  }
}

test('each limit of the docs has a case, and each case a limit', () => {
  expect(ROWS.map(({limitName}) => limitName)).toEqual(Object.keys(CASES))
})

/** The input just within the limit would take a gigabyte, or half a second of steps. */
const BEYOND_ONLY =
  /^(?:size of|values of|values through|keys that|length of a template|steps of a template|items of a range)/

/**
 * The limit plus one, except if a step isn't a single unit, or if the first values beyond are reported like those
 * within.
 */
const justBeyond = (limitName: string, limit: number): number =>
  limitName.startsWith('steps of a template')
    ? 2 * limit
    : limitName.startsWith('pairs of changed')
      ? limit + 250
      : limitName.startsWith('values that one list')
        ? limit + 2
        : limit + 1

describe.each(ROWS)('$limitName: $limit', ({limitName, limit, message}) => {
  const at = CASES[limitName] as Case
  test('is reported beyond it', () => {
    expect(message).not.toBe('')
    expect(at(justBeyond(limitName, limit))).toContain(message)
  })
  test.skipIf(BEYOND_ONLY.test(limitName))('is not reported within it', () => {
    expect(at(limit)).not.toContain(message)
  })
})
