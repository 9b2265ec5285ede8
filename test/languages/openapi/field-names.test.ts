import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {createDescriptionOpener} from '../../../src/descriptions/readers.ts'
import {findFileTree} from '../../../src/documents/file-tree.ts'
import {parseSubject} from '../../../src/languages/subject-in-report.ts'
import {formatSubject} from '../../../src/model/subject/subject.ts'
import {openWorkspace} from '../../../src/stores/files/workspace.ts'
import {folder} from '../../cli/run.ts'
import {sample} from '../../tier.ts'

const LIBRARY = `openapi: 3.1.0
info: {title: Library, version: "1"}
paths:
  /v1/loans:
    get:
      operationId: listLoans
      parameters: [{name: filter, in: query, style: deepObject, schema: {$ref: "#/components/schemas/Filter"}}]
      responses: {"200": {description: OK, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Loan"}}}}}}
    post:
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Loan"}}}}
      responses: {"200": {description: OK, content: {application/json: {schema: {type: object, properties: {loans: {type: object, additionalProperties: {$ref: "#/components/schemas/Loan"}}, count: {type: integer}}}}}}}
  /v1/readers:
    get:
      responses: {"200": {description: OK, content: {application/json: {schema: {oneOf: [{$ref: "#/components/schemas/Reader"}, {$ref: "schemas/guest.yaml"}]}}}}}
components:
  schemas:
    Filter: {type: object, properties: {state: {type: string}}}
    Entity: {type: object, properties: {id: {type: string}, created: {type: string, readOnly: true}}}
    Loan:
      allOf:
        - {$ref: "#/components/schemas/Entity"}
        - {type: object, properties: {due: {type: string}, parent: {$ref: "#/components/schemas/Loan"}}}
    Reader: {type: object, properties: {name: {type: string}, best: {$ref: "#/components/schemas/Reader"}}}
`
const GUEST =
  'type: object\nproperties: {name: {type: string}, host: {type: object, properties: {name: {type: string}}}}\n'

const cwd = folder({'openapi.yaml': LIBRARY, 'schemas/guest.yaml': GUEST})
const description = createDescriptionOpener()(
  findFileTree(openWorkspace(cwd, {}), join(cwd, 'openapi.yaml'), () => Buffer.from(''))
)

/** The fields that a name stands for, with the uses that it covers and those that it doesn't. */
const find = (name: string): string[] => {
  const subject = parseSubject(name)
  if (!subject) throw new Error(`${name} is no subject`)
  return (description.findFields?.(subject) ?? []).map(field => {
    const covered = new Set(field.covered.map(formatSubject))
    const rest = field.uses.map(formatSubject).filter(use => !covered.has(use))
    return `${formatSubject(field.subject)}: ${[...covered].join(' + ')}${rest.length > 0 ? ` without ${rest.join(' + ')}` : ''}`
  })
}

const LIST = 'GET /v1/loans (field [].due, in response)'
const NEW = 'POST /v1/loans (field due, in request)'
const MAP = 'POST /v1/loans (field loans{}.due, in response)'

describe('the names of a field', () => {
  it.each<[string, string, readonly string[]]>(
    sample([
      ['a schema', 'Loan.due', [`Loan.due: ${[LIST, NEW, MAP].join(' + ')}`]],
      ['an operation', 'GET /v1/loans (field [].due)', [`Loan.due: ${LIST} without ${NEW} + ${MAP}`]],
      ['its operationId', 'operation listLoans (field [].due)', [`Loan.due: ${LIST} without ${NEW} + ${MAP}`]],
      ['a path without items', 'GET /v1/loans (field due)', [`Loan.due: ${LIST} without ${NEW} + ${MAP}`]],
      ['a path without map values', 'POST /v1/loans (field loans.due)', [`Loan.due: ${MAP} without ${LIST} + ${NEW}`]],
      ['a side', 'POST /v1/loans (field due, in response)', []],
      [
        'a path through itself',
        'GET /v1/loans (field parent.due)',
        [`Loan.due: GET /v1/loans (field [].parent.due, in response) without ${[LIST, NEW, MAP].join(' + ')}`]
      ],
      [
        'the schema that it is inherited from',
        'Entity.created',
        [
          'Entity.created: GET /v1/loans (field [].created, in response) + POST /v1/loans (field loans{}.created, in response)'
        ]
      ],
      [
        'the schema that inherits it',
        'Loan.created',
        [
          'Entity.created: GET /v1/loans (field [].created, in response) + POST /v1/loans (field loans{}.created, in response)'
        ]
      ],
      [
        'one of its values',
        'GET /v1/loans (field due, value soon)',
        [`Loan.due (value soon): ${withValue(LIST)} without ${[NEW, MAP].map(withValue).join(' + ')}`]
      ],
      [
        'an inline field',
        'POST /v1/loans (field count)',
        ['POST /v1/loans (field count, in response): POST /v1/loans (field count, in response)']
      ],
      [
        'alternatives',
        'GET /v1/readers (field name)',
        [
          'Reader.name: GET /v1/readers (field name, in response)',
          'guest.name: GET /v1/readers (field name, in response)'
        ]
      ],
      [
        'a parameter',
        'GET /v1/loans (field state, parameter filter)',
        ['Filter.state: GET /v1/loans (field state, parameter filter, in request)']
      ],
      ['another file', 'guest.name', ['guest.name: GET /v1/readers (field name, in response)']],
      ['nothing', 'GET /v1/loans (field shelf)', []],
      ['a schema without it', 'Loan.shelf', []]
    ])
  )('by %s', (_, name, fields) => {
    expect(find(name)).toEqual(fields)
  })
})

function withValue(name: string): string {
  return name.replace(/, in/, ', value soon, in')
}
