// What is written in several files is called by its name wherever it has one, and by its operation elsewhere.

import {describe, expect, test} from 'vitest'
import {diffSnapshots} from '../../../../src/languages/openapi/diff/diff.ts'
import {readSnapshot} from '../../../../src/languages/openapi/read/snapshot.ts'
import type {Snapshot} from '../../../../src/languages/openapi/snapshot.ts'
import {validate} from '../../../../src/languages/openapi/validator.ts'
import {formatSubject} from '../../../../src/model/subject/subject.ts'

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

/** What changed, by the name under which a waiver knows it. */
const named = (older: Files, newer: Files): string[] =>
  diffSnapshots(snapshotOf(older), snapshotOf(newer), validate).map(
    ({kind, subject}) => `${kind} ${formatSubject(subject)}`
  )

const holding = (schema: object) => ({'application/json': {schema: structuredClone(schema)}})
const api = (item: object, components: object = {}) => ({
  openapi: '3.1.0',
  info: {title: 'Library', version: '1'},
  paths: {'/loans': item},
  components
})
const answering = (schema: object) => ({get: {responses: {'200': {description: 'Fine', content: holding(schema)}}}})

describe('an operation in a file of its own', () => {
  const inFile = (loans: object): Files => ({
    'openapi.yaml': api({$ref: 'paths/loans.yaml'}),
    'paths/loans.yaml': loans
  })
  const limited = (maximum: number) => ({name: 'limit', in: 'query', schema: {type: 'integer', maximum}})

  test('its parameter', () => {
    const loans = (maximum: number) =>
      inFile({get: {parameters: [limited(maximum)], responses: {'204': {description: 'Fine'}}}})
    expect(named(loans(100), loans(50))).toEqual(['constraint-tightened GET /loans (parameter limit, in request)'])
  })

  test('a parameter of its path', () => {
    const loans = (maximum: number) =>
      inFile({parameters: [limited(maximum)], get: {responses: {'204': {description: 'Fine'}}}})
    expect(named(loans(100), loans(50))).toEqual(['constraint-tightened GET /loans (parameter limit, in request)'])
  })

  test('its body and its answer', () => {
    const loans = (properties: object) =>
      inFile({
        post: {
          requestBody: {content: holding({type: 'object', properties})},
          responses: {'200': {description: 'Fine', content: holding({type: 'object', properties})}}
        }
      })
    expect(named(loans({days: {type: 'integer'}}), loans({days: {type: 'string'}}))).toEqual([
      'type-changed POST /loans (field days, in request)',
      'type-changed POST /loans (field days, in response)'
    ])
  })

  test('several paths in one file', () => {
    const loans = (type: string): Files => ({
      'openapi.yaml': api({$ref: 'paths.yaml#/loans'}),
      'paths.yaml': {loans: answering({type: 'object', properties: {days: {type}}})}
    })
    expect(named(loans('integer'), loans('string'))).toEqual(['type-changed GET /loans (field days, in response)'])
  })
})

describe('what has a name in another file', () => {
  const loan = (limit: number) => ({type: 'object', properties: {id: {type: 'string', maxLength: limit}}})
  const cases: Record<string, (limit: number) => Files> = {
    'Loan.id of a file': limit => ({
      'openapi.yaml': api(answering({$ref: 'schemas/Loan.yaml'})),
      'schemas/Loan.yaml': loan(limit)
    }),
    'Loan.id of a file of several': limit => ({
      'openapi.yaml': api(answering({$ref: 'common.yaml#/Loan'})),
      'common.yaml': {Loan: loan(limit)}
    }),
    'Loan.id of components there': limit => ({
      'openapi.yaml': api(answering({$ref: 'common.yaml#/components/schemas/Loan'})),
      'common.yaml': {components: {schemas: {Loan: loan(limit)}}}
    }),
    'Loan.* of a plain schema': limit => ({
      'openapi.yaml': api(answering({$ref: 'common.yaml#/Loan'})),
      'common.yaml': {Loan: {type: 'string', maxLength: limit}}
    }),
    'Loan.* of a plain schema in a file': limit => ({
      'openapi.yaml': api(answering({$ref: 'Loan.yaml'})),
      'Loan.yaml': {type: 'string', maxLength: limit}
    }),
    'Loan.* of what a schema defines for itself': limit => ({
      'openapi.yaml': api(answering({$ref: '#/components/schemas/Page'}), {
        schemas: {
          Page: {
            type: 'object',
            properties: {all: {$ref: '#/components/schemas/Page/$defs/Loan'}},
            $defs: {Loan: {type: 'string', maxLength: limit}}
          }
        }
      })
    }),
    'Found.id of a response': limit => ({
      'openapi.yaml': api({get: {responses: {'200': {$ref: 'responses.yaml#/Found'}}}}),
      'responses.yaml': {Found: {description: 'Fine', content: holding(loan(limit))}}
    }),
    'Found.id of a response in a file': limit => ({
      'openapi.yaml': api({get: {responses: {'200': {$ref: 'responses/Found.yaml'}}}}),
      'responses/Found.yaml': {description: 'Fine', content: holding(loan(limit))}
    })
  }

  test.each(Object.entries(cases))('%s', (name, files) => {
    const [subject] = name.split(' ')
    expect(named(files(9), files(5))).toEqual([`constraint-tightened ${subject}`])
  })

  test('limit.* of a parameter in a file', () => {
    const files = (maximum: number): Files => ({
      'openapi.yaml': api({
        get: {parameters: [{$ref: 'parameters/limit.yaml'}], responses: {'204': {description: 'Fine'}}}
      }),
      'parameters/limit.yaml': {name: 'limit', in: 'query', schema: {type: 'integer', maximum}}
    })
    expect(named(files(9), files(5))).toEqual(['constraint-tightened limit.*'])
  })
})

describe('an operation that a reference stands for', () => {
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

  test('in a file of its own', () => {
    expect(named(inFile(limited(100)), inFile(limited(50)))).toEqual(tightened)
  })

  test('in the same file', () => {
    expect(named(inside(100), inside(50))).toEqual(tightened)
  })

  test('in one release, and written in its path in the other', () => {
    const inline = (maximum: number): Files => ({'openapi.yaml': api({get: limited(maximum)})})
    expect(named(inline(100), inFile(limited(100)))).toEqual([])
    expect(named(inline(100), inFile(limited(50)))).toEqual(tightened)
    expect(named(inside(100), inline(50))).toEqual(tightened)
  })

  test('of which a parameter stands in its path, and is referred to from there', () => {
    const shared = (maximum: number): Files => {
      const files = inFile(
        {responses: {'204': {description: 'Fine'}}},
        {parameters: [{$ref: '#/components/parameters/limit'}]}
      )
      const limit = {name: 'limit', in: 'query', schema: {type: 'integer', maximum}}
      return {...files, 'openapi.yaml': {...files['openapi.yaml'], components: {parameters: {limit}}}}
    }
    expect(named(shared(100), shared(50))).toHaveLength(1)
    expect(named(shared(100), shared(100))).toEqual([])
  })

  test('that leads nowhere is not gone', () => {
    const lost: Files = {'openapi.yaml': api({get: {$ref: 'operations/get.yaml'}})}
    expect(named(inFile(limited(100)), lost)).toEqual([])
    expect(snapshotOf(lost).unread).toEqual([{kind: 'endpoint', path: '/loans'}])
  })

  test('and what is next to the reference is named as not read', () => {
    const files: Files = {
      'openapi.yaml': api({get: {$ref: 'operations/get.yaml', deprecated: true}}),
      'operations/get.yaml': limited(1)
    }
    expect(snapshotOf(files).gaps.map(({message}) => message)).toEqual([
      '`deprecated` is next to a `$ref` and is not read. Move it to the operation.'
    ])
  })

  test('in Swagger 2.0, too', () => {
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
    expect(named(swagger(limit(100)), swagger(limit(50)))).toEqual(tightened)
  })
})

test('a body of Swagger 2.0 is read without a name', () => {
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
  expect(named(swagger(loan), swagger({...loan, required: ['copy']}))).toEqual([
    'field-required POST /loans (field copy, in request)'
  ])
})

test('the items of a stream are a gap before OpenAPI 3.2', () => {
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

describe('components of one name in several files', () => {
  const item = (more: object = {}) => ({type: 'object', properties: {id: {type: 'string'}, ...more}})
  const SKU = {sku: {type: 'string'}}

  /** Orders and returns, each with an `Item` of its own. */
  const inComponents = (order: object, refund: object): Files => ({
    'openapi.yaml': api({
      ...answering({$ref: 'orders.yaml#/components/schemas/Item'}),
      put: answering({$ref: 'returns.yaml#/components/schemas/Item'}).get
    }),
    'orders.yaml': {components: {schemas: {Item: order}}},
    'returns.yaml': {components: {schemas: {Item: refund}}}
  })
  const inFolders = (order: object, refund: object): Files => ({
    'openapi.yaml': api({
      ...answering({$ref: 'orders/Item.yaml'}),
      put: answering({$ref: 'returns/Item.yaml'}).get
    }),
    'orders/Item.yaml': order,
    'returns/Item.yaml': refund
  })

  test('are different subjects, named with their files', () => {
    expect(named(inComponents(item(SKU), item(SKU)), inComponents(item(), item(SKU)))).toEqual([
      'field-removed orders:Item.sku'
    ])
    expect(named(inFolders(item(SKU), item(SKU)), inFolders(item(SKU), item()))).toEqual([
      'field-removed returns:Item.sku'
    ])
    expect(named(inFolders(item(SKU), item(SKU)), inFolders(item(), item()))).toEqual([
      'field-removed orders:Item.sku',
      'field-removed returns:Item.sku'
    ])
  })

  test('of which one is in the description itself: that one keeps its name', () => {
    const files = (own: object, other: object): Files => ({
      'openapi.yaml': api(
        {
          ...answering({$ref: '#/components/schemas/Item'}),
          put: answering({$ref: 'orders.yaml#/components/schemas/Item'}).get
        },
        {schemas: {Item: own}}
      ),
      'orders.yaml': {components: {schemas: {Item: other}}}
    })
    expect(named(files(item(SKU), item(SKU)), files(item(), item()))).toEqual([
      'field-removed Item.sku',
      'field-removed orders:Item.sku'
    ])
  })

  test('of which one only refers to the other, are one', () => {
    const files = (schema: object): Files => ({
      'openapi.yaml': api(answering({$ref: '#/components/schemas/Item'}), {
        schemas: {Item: {$ref: 'schemas/Item.yaml'}}
      }),
      'schemas/Item.yaml': schema
    })
    expect(named(files(item(SKU)), files(item()))).toEqual(['field-removed Item.sku'])
  })
})
