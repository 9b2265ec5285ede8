// Small pairs for each kind of change, and for similar pairs without one. Expected: `kind about (side proof)`.

import {describe, expect, test} from 'vitest'
import {memberTarget} from '../../../../src/model/subject/field.ts'
import {NUMBER, OK, object, type Raw, summarizeDiff, TEXT, testChanges} from './cases.ts'
import {affectedOperations, diffDocuments} from './comparing.ts'
import {api, HEAD, JSON_TYPE, ref, schemas, withOperation} from './loans.ts'

describe('one root cause gives one change', () => {
  const operations = (loan: Raw): object =>
    api({
      paths: Object.fromEntries(
        ['/loans', '/copies', '/shelves'].map(path => [
          path,
          {
            get: {
              responses: {
                '200': {description: '', content: {[JSON_TYPE]: {schema: {type: 'array', items: ref('Loan')}}}}
              }
            },
            post: {requestBody: {required: true, content: {[JSON_TYPE]: {schema: ref('Loan')}}}, responses: OK}
          }
        ])
      ),
      ...schemas({Loan: loan})
    })

  test('a change in a shared component lists all affected operations', () => {
    const changes = diffDocuments(
      operations(object({copy: TEXT})),
      operations(object({copy: {type: 'string', maxLength: 5}}))
    )
    expect(changes).toHaveLength(1)
    const [change] = changes
    expect(change).toMatchObject({
      kind: 'constraint-tightened',
      component: 'Loan',
      at: 'copy',
      subject: {target: memberTarget('Loan', 'copy')},
      where: {new: {source: 'new.yaml', pointer: '/components/schemas/Loan/properties/copy/maxLength'}}
    })
    expect(change && affectedOperations(change)).toEqual([
      'GET /copies response',
      'GET /loans response',
      'GET /shelves response',
      'POST /copies request',
      'POST /loans request',
      'POST /shelves request'
    ])
    expect(change?.reaches.find(({side}) => side === 'response')).toMatchObject({
      part: 'response 200 application/json',
      at: '[].copy'
    })
  })

  test('two changes of one component are reported separately', () => {
    const changes = diffDocuments(
      operations(object({copy: TEXT, shelf: NUMBER})),
      operations(object({copy: NUMBER, shelf: TEXT}))
    )
    expect(changes.map(({at}) => at).sort()).toEqual(['copy', 'shelf'])
  })

  test('a shared parameter, a shared response, and a shared header', () => {
    const shared = (type: string): object =>
      api({
        paths: Object.fromEntries(
          ['/loans', '/copies'].map(path => [
            path,
            {
              get: {
                parameters: [{$ref: '#/components/parameters/limit'}],
                responses: {'200': {$ref: '#/components/responses/Fine'}}
              }
            }
          ])
        ),
        components: {
          parameters: {limit: {name: 'limit', in: 'query', schema: {type}}},
          headers: {Count: {schema: {type}}},
          responses: {
            Fine: {
              description: '',
              headers: {Count: {$ref: '#/components/headers/Count'}},
              content: {[JSON_TYPE]: {schema: {type}}}
            }
          }
        }
      })
    const changes = diffDocuments(shared('integer'), shared('boolean'))
    expect(changes.map(({kind, reaches}) => `${kind} ${reaches.length}`)).toEqual([
      'type-changed 2',
      'type-changed 2',
      'type-changed 2'
    ])
  })
})

describe('webhooks and callbacks', () => {
  const webhook = (schema: unknown): object =>
    api(
      {
        webhooks: {
          loanOverdue: {post: {requestBody: {required: true, content: {[JSON_TYPE]: {schema}}}, responses: OK}}
        }
      },
      '3.1.0'
    )
  const URL = '{$request.body#/url}'
  /** Callbacks with the schemas that they send, by name and expression. */
  const withCallbacks = (all: Readonly<Record<string, Raw>>): object => {
    const post = (schema: unknown) => ({post: {requestBody: {content: {'application/json': {schema}}}, responses: OK}})
    const each = (schemas: Raw) => Object.entries(schemas).map(([path, schema]) => [path, post(schema)])
    const callbacks = Object.entries(all).map(([name, schemas]) => [name, Object.fromEntries(each(schemas))])
    return api({paths: {'/loans': {post: {responses: OK, callbacks: Object.fromEntries(callbacks)}}}})
  }
  const callback = (schema: unknown): object =>
    withOperation({
      callbacks: {
        overdue: {
          '{$request.query.url}': {
            post: {requestBody: {required: true, content: {[JSON_TYPE]: {schema}}}, responses: OK}
          }
        }
      }
    })
  const overdueAt = (name: string, schema: unknown, sent = name): object => {
    const post = {requestBody: {required: true, content: {[JSON_TYPE]: {schema}}}, responses: OK}
    const parameters = [name, 'shelf'].map(each => ({name: each, in: 'path', required: true, schema: TEXT}))
    const callbacks = {overdue: {[`{$request.body#/url}?of={$request.path.${sent}}`]: {post}}}
    return api({paths: {[`/loans/{${name}}/{shelf}`]: {post: {parameters, responses: OK, callbacks}}}})
  }
  testChanges([
    {
      name: 'a webhook is like a response, because clients read its body',
      old: webhook(object({copy: TEXT}, {required: ['copy']})),
      new: webhook(object({copy: TEXT})),
      changes: ['field-optional copy (response breaks)'],
      reverse: ['field-required copy (response keeps)']
    },
    {
      name: 'a callback is like a response',
      old: callback({type: 'string', maxLength: 5}),
      new: callback({type: 'string', maxLength: 9}),
      changes: ['constraint-loosened maxLength (response breaks)'],
      reverse: ['constraint-tightened maxLength (response keeps)']
    },
    {
      name: 'a callback is removed',
      old: callback(TEXT),
      new: withOperation({}),
      changes: ['webhook-removed (request)'],
      reverse: ['webhook-added (request)']
    },
    {
      name: 'a renamed callback, whose name is never sent',
      old: withCallbacks({done: {[URL]: TEXT}}),
      new: withCallbacks({fin: {[URL]: TEXT}}),
      changes: [],
      reverse: []
    },
    {
      name: 'a renamed callback that sends another type',
      old: withCallbacks({done: {[URL]: TEXT}}),
      new: withCallbacks({fin: {[URL]: NUMBER}}),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response breaks)']
    },
    {
      name: 'renamed callbacks with the same expression',
      old: withCallbacks({done: {[URL]: TEXT}, lost: {[URL]: NUMBER}}),
      new: withCallbacks({gone: {[URL]: NUMBER}, fin: {[URL]: TEXT}}),
      changes: [],
      reverse: []
    },
    {
      name: 'one of two callbacks with the same expression is replaced',
      old: withCallbacks({done: {[URL]: TEXT}, lost: {[URL]: NUMBER}}),
      new: withCallbacks({done: {[URL]: TEXT}, found: {[URL]: object({})}}),
      changes: ['webhook-added (request)', 'webhook-removed (request)'],
      reverse: ['webhook-added (request)', 'webhook-removed (request)']
    },
    {
      name: 'an expression with a header name in another case',
      old: withCallbacks({done: {'{$request.header.X-Url}': TEXT}}),
      new: withCallbacks({done: {'{$request.header.x-url}': NUMBER}}),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response breaks)']
    },
    {
      name: 'an expression with a body field in another case',
      old: withCallbacks({done: {'{$request.body#/Url}': TEXT}}),
      new: withCallbacks({done: {'{$request.body#/url}': TEXT}}),
      changes: ['webhook-added (request)', 'webhook-removed (request)']
    },
    {
      name: 'a renamed path parameter in the expression',
      old: overdueAt('id', TEXT),
      new: overdueAt('key', NUMBER),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response breaks)']
    },
    {
      name: 'an expression with another path parameter',
      old: overdueAt('id', TEXT, 'shelf'),
      new: overdueAt('key', TEXT),
      changes: ['webhook-added (request)', 'webhook-removed (request)']
    }
  ])
})

describe('Swagger 2.0', () => {
  const swagger = (parameters: readonly Raw[], schema: Raw = TEXT): object => ({
    swagger: '2.0',
    ...HEAD,
    consumes: [JSON_TYPE],
    produces: [JSON_TYPE],
    paths: {'/loans': {post: {parameters, responses: {'200': {description: '', schema}}}}}
  })
  const body = (schema: Raw): Raw => ({name: 'loan', in: 'body', required: true, schema})
  testChanges([
    {
      name: 'types of bodies and responses change',
      old: swagger([body(object({copy: TEXT}))], TEXT),
      new: swagger([body(object({copy: NUMBER}))], NUMBER),
      changes: ['type-changed (request breaks)', 'type-changed (response breaks)']
    },
    {
      name: 'the serialization of an array changes',
      old: swagger([{name: 'shelf', in: 'query', type: 'array', items: TEXT}]),
      new: swagger([{name: 'shelf', in: 'query', type: 'array', items: TEXT, collectionFormat: 'multi'}]),
      changes: ['serialization-changed collectionFormat (request)']
    },
    {
      name: 'the serialization of an array becomes one that does not exist',
      old: swagger([{name: 'shelf', in: 'query', type: 'array', items: TEXT}]),
      new: swagger([{name: 'shelf', in: 'query', type: 'array', items: TEXT, collectionFormat: 'PIPES'}]),
      changes: ['serialization-changed collectionFormat (request undetermined)'],
      reverse: ['serialization-changed collectionFormat (request undetermined)']
    },
    {
      name: 'a renamed body parameter',
      old: swagger([body(TEXT)]),
      new: swagger([{...body(TEXT), name: 'other'}]),
      changes: []
    },
    {
      name: 'an equal OpenAPI 3.0 description',
      old: swagger([
        body(object({copy: TEXT, due: {type: 'string', format: 'date', 'x-nullable': true}})),
        {name: 'shelves', in: 'query', type: 'array', items: TEXT, collectionFormat: 'multi'}
      ]),
      new: api({
        paths: {
          '/loans': {
            post: {
              parameters: [{name: 'shelves', in: 'query', schema: {type: 'array', items: TEXT}}],
              requestBody: {
                required: true,
                content: {
                  [JSON_TYPE]: {schema: object({copy: TEXT, due: {type: 'string', format: 'date', nullable: true}})}
                }
              },
              responses: {'200': {description: '', content: {[JSON_TYPE]: {schema: TEXT}}}}
            }
          }
        }
      }),
      changes: [],
      reverse: []
    }
  ])
})

describe('names that are also keywords', () => {
  const NAMES = [
    'default',
    'description',
    'enum',
    'example',
    'examples',
    'links',
    'tags',
    'title',
    'properties',
    '$comment'
  ]
  const shared = (name: string, loan: Raw): {readonly components: {readonly schemas: Raw}} =>
    schemas({[name]: loan, Loan: loan})
  const withSchema = (schema: Raw): Raw => ({description: 'Fine', content: {[JSON_TYPE]: {schema}}})
  const withCallback = (name: string): Raw => ({
    callbacks: {
      [name]: {
        '{$request.query.url}': {
          post: {requestBody: {required: true, content: {[JSON_TYPE]: {schema: ref('Loan')}}}, responses: OK}
        }
      }
    }
  })

  test.each(NAMES)('a property, a component, and a callback named %s', name => {
    const property = (type: Raw): object => withOperation({responses: {'200': withSchema(object({[name]: type}))}})
    expect(summarizeDiff(property(TEXT), property(NUMBER))).toEqual(['type-changed (response breaks)'])
    const referred = (type: Raw): object =>
      withOperation({responses: {'200': withSchema(object({[name]: ref('Loan')}))}}, shared('Other', type))
    expect(summarizeDiff(referred(TEXT), referred(NUMBER))).toEqual(['type-changed (response breaks)'])
    const component = (type: Raw): object =>
      withOperation({responses: {'200': withSchema(ref(name))}}, shared(name, type))
    expect(summarizeDiff(component(TEXT), component(NUMBER))).toEqual(['type-changed (response breaks)'])
    const callback = (type: Raw): object => withOperation(withCallback(name), shared('Other', type))
    expect(summarizeDiff(callback(TEXT), callback(NUMBER))).toEqual(['type-changed (response breaks)'])
  })

  test('the response `default`', () => {
    const answer = (type: Raw): object =>
      withOperation({responses: {default: withSchema(ref('Loan'))}}, shared('Other', type))
    expect(summarizeDiff(answer(TEXT), answer(NUMBER))).toEqual(['type-changed (response breaks)'])
    const withDefault = (responses: Raw): object =>
      withOperation({responses: {...OK, default: {$ref: '#/components/responses/Lost'}}}, {components: {responses}})
    expect(summarizeDiff(withDefault({Lost: withSchema(TEXT)}), withDefault({Lost: withSchema(NUMBER)}))).toEqual([
      'type-changed (response breaks)'
    ])
  })

  test("an example that looks like a schema isn't compared as one", () => {
    const withExample = (type: Raw): object =>
      withOperation({
        responses: {
          '200': {...withSchema(TEXT), content: {[JSON_TYPE]: {schema: TEXT, example: {schema: type, $ref: 'x'}}}}
        }
      })
    expect(summarizeDiff(withExample(TEXT), withExample(NUMBER))).toEqual([])
  })

  test('a response that refers to another component is reported for the response, not for the components', () => {
    const both = schemas({
      Status: object({code: NUMBER, kind: {type: 'string', enum: ['status']}}),
      Loan: object({due: TEXT, kind: {type: 'string', enum: ['loan']}})
    })
    const withResponseOf = (name: string): object => withOperation({responses: {'200': withSchema(ref(name))}}, both)
    const changes = diffDocuments(withResponseOf('Status'), withResponseOf('Loan'))
    expect(changes.map(({kind, component, at}) => [kind, component, at])).toEqual([
      ['field-added', undefined, 'due'],
      ['field-removed', undefined, 'code'],
      ['constraint-changed', undefined, 'kind']
    ])
    // If the new component replaces the old one, the change is reported for the old component.
    const moved = diffDocuments(
      withResponseOf('Status'),
      withOperation({responses: {'200': withSchema(ref('Loan'))}}, schemas({Loan: object({due: TEXT})}))
    )
    expect(moved.map(({kind, component}) => [kind, component])).toContainEqual(['field-removed', 'Status'])
  })

  test('a removed keyword next to a reference is reported for the referrer', () => {
    const withField = (loan: Raw): object =>
      withOperation(
        {responses: {'200': withSchema(ref('Shelf'))}},
        schemas({Shelf: object({loan}), Loan: object({id: TEXT})})
      )
    const [change] = diffDocuments(withField({allOf: [ref('Loan')], default: {}}), withField(ref('Loan')))
    expect(change).toMatchObject({kind: 'default-changed', component: 'Shelf', at: 'loan'})
  })
})
