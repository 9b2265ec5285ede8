// Parts in other files are named by their own name if they have one, and by their operation otherwise.

import {describe, expect, test} from 'vitest'
import {diffSnapshots} from '../../../../packages/openapi/src/diff/diff.ts'
import {readSnapshot} from '../../../../packages/openapi/src/read/snapshot.ts'
import type {Snapshot} from '../../../../packages/openapi/src/snapshot.ts'
import {validate} from '../../../../packages/openapi/src/validator.ts'
import {formatSubject} from '../../../../src/model/subject/subject.ts'
import {sample} from '../../../tier.ts'

type Files = Readonly<Record<string, object>>

function snapshotOf(files: Files): Snapshot {
  const all = new Map(
    Object.entries(files).map(([source, root]) => {
      const address = `file:///${source}`
      return [address, {source, address, root}] as const
    })
  )
  const documentAt = (address: string) => all.get(address)
  const main = documentAt('file:///openapi.yaml')
  if (!main) throw new Error('no openapi.yaml')
  return readSnapshot({
    main,
    documentAt,
    lookup: address => documentAt(address)?.root,
    documents: [...all.values()].map(file => ({...file, surveyed: {}})),
    gaps: [],
    hasLifecycleHeaders: false
  })
}

/** The changes with their subjects, as a waiver names them. */
const changedSubjects = (older: Files, newer: Files): string[] =>
  diffSnapshots(snapshotOf(older), snapshotOf(newer), validate).map(
    ({kind, subject}) => `${kind} ${formatSubject(subject)}`
  )

const jsonContent = (schema: object) => ({'application/json': {schema: structuredClone(schema)}})
const api = (item: object, components: object = {}) => ({
  openapi: '3.1.0',
  info: {title: 'Library', version: '1'},
  paths: {'/loans': item},
  components
})
const withResponse = (schema: object) => ({
  get: {responses: {'200': {description: 'Fine', content: jsonContent(schema)}}}
})

describe('an operation in its own file', () => {
  const inFile = (loans: object): Files => ({
    'openapi.yaml': api({$ref: 'paths/loans.yaml'}),
    'paths/loans.yaml': loans
  })
  const limited = (maximum: number) => ({name: 'limit', in: 'query', schema: {type: 'integer', maximum}})

  test('a parameter is named by the operation', () => {
    const loans = (maximum: number) =>
      inFile({get: {parameters: [limited(maximum)], responses: {'204': {description: 'Fine'}}}})
    expect(changedSubjects(loans(100), loans(50))).toEqual([
      'constraint-tightened GET /loans (parameter limit, in request)'
    ])
  })

  test('a parameter of the path is named by the operation', () => {
    const loans = (maximum: number) =>
      inFile({parameters: [limited(maximum)], get: {responses: {'204': {description: 'Fine'}}}})
    expect(changedSubjects(loans(100), loans(50))).toEqual([
      'constraint-tightened GET /loans (parameter limit, in request)'
    ])
  })

  test('fields of the body and the response are named by the operation', () => {
    const loans = (properties: object) =>
      inFile({
        post: {
          requestBody: {content: jsonContent({type: 'object', properties})},
          responses: {'200': {description: 'Fine', content: jsonContent({type: 'object', properties})}}
        }
      })
    expect(changedSubjects(loans({days: {type: 'integer'}}), loans({days: {type: 'string'}}))).toEqual([
      'type-changed POST /loans (field days, in request)',
      'type-changed POST /loans (field days, in response)'
    ])
  })

  test('one file can have several paths', () => {
    const loans = (type: string): Files => ({
      'openapi.yaml': api({$ref: 'paths.yaml#/loans'}),
      'paths.yaml': {loans: withResponse({type: 'object', properties: {days: {type}}})}
    })
    expect(changedSubjects(loans('integer'), loans('string'))).toEqual([
      'type-changed GET /loans (field days, in response)'
    ])
  })
})

describe('a component in another file is named', () => {
  const loan = (limit: number) => ({type: 'object', properties: {id: {type: 'string', maxLength: limit}}})
  const cases: Record<string, (limit: number) => Files> = {
    'Loan.id in its own file': limit => ({
      'openapi.yaml': api(withResponse({$ref: 'schemas/Loan.yaml'})),
      'schemas/Loan.yaml': loan(limit)
    }),
    'Loan.id in a file with several schemas': limit => ({
      'openapi.yaml': api(withResponse({$ref: 'common.yaml#/Loan'})),
      'common.yaml': {Loan: loan(limit)}
    }),
    'Loan.id in the components of the file': limit => ({
      'openapi.yaml': api(withResponse({$ref: 'common.yaml#/components/schemas/Loan'})),
      'common.yaml': {components: {schemas: {Loan: loan(limit)}}}
    }),
    'Loan.* as a schema without fields': limit => ({
      'openapi.yaml': api(withResponse({$ref: 'common.yaml#/Loan'})),
      'common.yaml': {Loan: {type: 'string', maxLength: limit}}
    }),
    'Loan.* as a schema without fields in its own file': limit => ({
      'openapi.yaml': api(withResponse({$ref: 'Loan.yaml'})),
      'Loan.yaml': {type: 'string', maxLength: limit}
    }),
    'Loan.* in the definitions of another schema': limit => ({
      'openapi.yaml': api(withResponse({$ref: '#/components/schemas/Page'}), {
        schemas: {
          Page: {
            type: 'object',
            properties: {all: {$ref: '#/components/schemas/Page/$defs/Loan'}},
            $defs: {Loan: {type: 'string', maxLength: limit}}
          }
        }
      })
    }),
    'Found.id in a response': limit => ({
      'openapi.yaml': api({get: {responses: {'200': {$ref: 'responses.yaml#/Found'}}}}),
      'responses.yaml': {Found: {description: 'Fine', content: jsonContent(loan(limit))}}
    }),
    'Found.id in a response in its own file': limit => ({
      'openapi.yaml': api({get: {responses: {'200': {$ref: 'responses/Found.yaml'}}}}),
      'responses/Found.yaml': {description: 'Fine', content: jsonContent(loan(limit))}
    })
  }

  test.each(sample(Object.entries(cases)))('%s', (name, files) => {
    const [subject] = name.split(' ')
    expect(changedSubjects(files(9), files(5))).toEqual([`constraint-tightened ${subject}`])
  })

  test('limit.* as a parameter in its own file', () => {
    const files = (maximum: number): Files => ({
      'openapi.yaml': api({
        get: {parameters: [{$ref: 'parameters/limit.yaml'}], responses: {'204': {description: 'Fine'}}}
      }),
      'parameters/limit.yaml': {name: 'limit', in: 'query', schema: {type: 'integer', maximum}}
    })
    expect(changedSubjects(files(9), files(5))).toEqual(['constraint-tightened limit.*'])
  })
})

describe('an operation that is a reference', () => {
  const limited = (maximum: number) => ({
    parameters: [{name: 'limit', in: 'query', schema: {type: 'integer', maximum}}],
    responses: {'204': {description: 'Fine'}}
  })
  const inFile = (operation: object, item: object = {}): Files => ({
    'openapi.yaml': api({...item, get: {$ref: 'operations/get.yaml'}}),
    'operations/get.yaml': operation
  })
  const inside = (maximum: number): Files => ({
    'openapi.yaml': {
      ...api({get: {$ref: '#/components/x-operations/list'}}),
      components: {'x-operations': {list: limited(maximum)}}
    }
  })
  const tightened = ['constraint-tightened GET /loans (parameter limit, in request)']

  test('to its own file', () => {
    expect(changedSubjects(inFile(limited(100)), inFile(limited(50)))).toEqual(tightened)
  })

  test('to the same file', () => {
    expect(changedSubjects(inside(100), inside(50))).toEqual(tightened)
  })

  test('in one release, and inline in the other', () => {
    const inline = (maximum: number): Files => ({'openapi.yaml': api({get: limited(maximum)})})
    expect(changedSubjects(inline(100), inFile(limited(100)))).toEqual([])
    expect(changedSubjects(inline(100), inFile(limited(50)))).toEqual(tightened)
    expect(changedSubjects(inside(100), inline(50))).toEqual(tightened)
  })

  test('while its path refers to a shared parameter', () => {
    const shared = (maximum: number): Files => {
      const files = inFile(
        {responses: {'204': {description: 'Fine'}}},
        {parameters: [{$ref: '#/components/parameters/limit'}]}
      )
      const limit = {name: 'limit', in: 'query', schema: {type: 'integer', maximum}}
      return {...files, 'openapi.yaml': {...files['openapi.yaml'], components: {parameters: {limit}}}}
    }
    expect(changedSubjects(shared(100), shared(50))).toHaveLength(1)
    expect(changedSubjects(shared(100), shared(100))).toEqual([])
  })

  test("that can't be resolved is unread, not removed", () => {
    const unresolved: Files = {'openapi.yaml': api({get: {$ref: 'operations/get.yaml'}})}
    expect(changedSubjects(inFile(limited(100)), unresolved)).toEqual([])
    expect(snapshotOf(unresolved).unread).toEqual([{kind: 'endpoint', path: '/loans'}])
  })

  test('with other keywords next to it reports that they are not read', () => {
    const files: Files = {
      'openapi.yaml': api({get: {$ref: 'operations/get.yaml', deprecated: true}}),
      'operations/get.yaml': limited(1)
    }
    expect(snapshotOf(files).gaps.map(({message}) => message)).toEqual([
      '`deprecated` is next to a `$ref` and is not read. Move it to the operation.'
    ])
  })

  test('in Swagger 2.0', () => {
    const swagger = (operation: object): Files => ({
      'openapi.yaml': {
        swagger: '2.0',
        info: {title: 'Library', version: '1'},
        paths: {'/loans': {get: {$ref: 'get.yaml'}}}
      },
      'get.yaml': operation
    })
    const limit = (maximum: number) => ({
      parameters: [{name: 'limit', in: 'query', type: 'integer', maximum}],
      responses: {'204': {description: 'Fine'}}
    })
    expect(changedSubjects(swagger(limit(100)), swagger(limit(50)))).toEqual(tightened)
  })
})

test('a body parameter without a name in Swagger 2.0 is compared', () => {
  const swagger = (schema: object): Files => ({
    'openapi.yaml': {
      swagger: '2.0',
      info: {title: 'Library', version: '1'},
      paths: {
        '/loans': {
          post: {
            consumes: ['application/json'],
            parameters: [{in: 'body', schema}],
            responses: {'204': {description: 'Fine'}}
          }
        }
      }
    }
  })
  const loan = {type: 'object', properties: {copy: {type: 'string'}}}
  expect(changedSubjects(swagger(loan), swagger({...loan, required: ['copy']}))).toEqual([
    'field-required POST /loans (field copy, in request)'
  ])
})

test('`itemSchema` is a gap before OpenAPI 3.2', () => {
  const files: Files = {
    'openapi.yaml': api({
      get: {responses: {'200': {description: 'Fine', content: {'application/jsonl': {itemSchema: {type: 'object'}}}}}}
    })
  }
  const snapshot = snapshotOf(files)
  for (const {details} of snapshot.operations) details().responses.map(({contents}) => contents)
  expect(snapshot.gaps.map(({message}) => message)).toEqual([
    "`itemSchema` has no meaning in openapi-3.1, so it isn't read. Use OpenAPI 3.2."
  ])
})

describe('components with one name in several files', () => {
  const item = (more: object = {}) => ({type: 'object', properties: {id: {type: 'string'}, ...more}})
  const SKU = {sku: {type: 'string'}}

  /** An API with orders and refunds, each with its own `Item`. */
  const inComponents = (order: object, refund: object): Files => ({
    'openapi.yaml': api({
      ...withResponse({$ref: 'orders.yaml#/components/schemas/Item'}),
      put: withResponse({$ref: 'returns.yaml#/components/schemas/Item'}).get
    }),
    'orders.yaml': {components: {schemas: {Item: order}}},
    'returns.yaml': {components: {schemas: {Item: refund}}}
  })
  const inFolders = (order: object, refund: object): Files => ({
    'openapi.yaml': api({
      ...withResponse({$ref: 'orders/Item.yaml'}),
      put: withResponse({$ref: 'returns/Item.yaml'}).get
    }),
    'orders/Item.yaml': order,
    'returns/Item.yaml': refund
  })

  test('are different subjects, named with their files', () => {
    expect(changedSubjects(inComponents(item(SKU), item(SKU)), inComponents(item(), item(SKU)))).toEqual([
      'field-removed orders:Item.sku'
    ])
    expect(changedSubjects(inFolders(item(SKU), item(SKU)), inFolders(item(SKU), item()))).toEqual([
      'field-removed returns:Item.sku'
    ])
    expect(changedSubjects(inFolders(item(SKU), item(SKU)), inFolders(item(), item()))).toEqual([
      'field-removed orders:Item.sku',
      'field-removed returns:Item.sku'
    ])
  })

  test('keep the short name if they are in the description itself', () => {
    const files = (own: object, other: object): Files => ({
      'openapi.yaml': api(
        {
          ...withResponse({$ref: '#/components/schemas/Item'}),
          put: withResponse({$ref: 'orders.yaml#/components/schemas/Item'}).get
        },
        {schemas: {Item: own}}
      ),
      'orders.yaml': {components: {schemas: {Item: other}}}
    })
    expect(changedSubjects(files(item(SKU), item(SKU)), files(item(), item()))).toEqual([
      'field-removed Item.sku',
      'field-removed orders:Item.sku'
    ])
  })

  test('are one subject if one only refers to the other', () => {
    const files = (schema: object): Files => ({
      'openapi.yaml': api(withResponse({$ref: '#/components/schemas/Item'}), {
        schemas: {Item: {$ref: 'schemas/Item.yaml'}}
      }),
      'schemas/Item.yaml': schema
    })
    expect(changedSubjects(files(item(SKU)), files(item()))).toEqual(['field-removed Item.sku'])
  })
})

describe('parts of `allOf` from two files', () => {
  const crew = (type: string, required: readonly string[] = []) => ({
    type: 'object',
    properties: {rank: {type}},
    required
  })
  const CREW = {$ref: '#/components/schemas/Crew'}
  const BASE = {$ref: 'parts.yaml#/components/schemas/Base'}

  /** Each file has a schema of the same name; only the one in the description changes. */
  const files = (site: (schema: object) => object, base: object, own: object, schemas: object): Files => ({
    'openapi.yaml': api(site({allOf: [BASE, own]}), {schemas}),
    'parts.yaml': {components: {schemas: {Base: base, Crew: {type: 'object'}}}}
  })
  const withRequest = (schema: object) => ({
    post: {requestBody: {content: jsonContent(schema)}, responses: {'204': {description: 'Fine'}}}
  })

  const holders: Record<string, readonly [base: object, own: object]> = {
    'a field': [{properties: {lead: {type: 'object'}}}, {properties: {lead: CREW}}],
    'a nested field': [{properties: {tags: {type: 'object'}}}, {properties: {tags: {properties: {lead: CREW}}}}],
    'the items of a list': [
      {properties: {all: {items: {type: 'object'}}}},
      {properties: {all: {type: 'array', items: CREW}}}
    ],
    'the values of a map': [
      {properties: {all: {additionalProperties: {type: 'object'}}}},
      {properties: {all: {additionalProperties: CREW}}}
    ],
    'the fields whose names match a pattern': [
      {properties: {all: {patternProperties: {'^x': {type: 'object'}}}}},
      {properties: {all: {patternProperties: {'^x': CREW}}}}
    ],
    'the values that nothing else evaluates': [
      {properties: {all: {type: 'object'}}},
      {properties: {all: {properties: {lead: {oneOf: [CREW, {type: 'string'}]}}, unevaluatedProperties: CREW}}}
    ],
    'a field of both files': [{properties: {lead: {$ref: '#/components/schemas/Crew'}}}, {properties: {lead: CREW}}],
    'an alternative of a field': [
      {properties: {lead: {type: 'object'}}},
      {properties: {lead: {oneOf: [CREW, {type: 'string'}]}}}
    ]
  }

  test.each(sample(Object.entries(holders)))('%s keeps the document that it is written in', (_, [base, own]) => {
    for (const site of [withResponse, withRequest]) {
      const of = (schema: object) => files(site, base, own, {Crew: schema})
      const moved = (schema: object): Files => ({
        'openapi.yaml': api(site({allOf: [own, BASE]}), {schemas: {Crew: schema}}),
        'parts.yaml': of(schema)['parts.yaml'] as object
      })
      const changed = (build: (schema: object) => Files) =>
        changedSubjects(build(crew('string', ['rank'])), build(crew('integer')))
      expect(changed(of)).toContain('type-changed Crew.rank')
      expect(changed(of).sort()).toEqual(changed(moved).sort())
      expect(changedSubjects(of(crew('string')), of(crew('string')))).toEqual([])
    }
  })

  test('a required field with a default keeps it, too', () => {
    const own = (value: string) => ({properties: {lead: {...CREW, default: value}}, required: ['lead']})
    const of = (type: string, value: string) =>
      files(withRequest, {properties: {lead: {type: 'object'}}}, own(value), {Crew: crew(type)})
    expect(changedSubjects(of('string', 'a'), of('integer', 'b'))).toContain('type-changed Crew.rank')
  })
})
