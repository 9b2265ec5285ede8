// Whole sentences that `diff`, `audit`, and `notes` print about two descriptions.

import {describe, expect, it} from 'vitest'
import {sample} from '../tier.ts'
import {folder, tenure} from './run.ts'

type Json = Readonly<Record<string, unknown>>

/** A description of a library with these keys. */
const library = (keys: Json): string =>
  JSON.stringify({openapi: '3.0.3', info: {title: 'Library', version: '1'}, paths: {}, ...keys})

const operationOf = (schema: Json): Json => ({
  responses: {'200': {description: 'Fine', content: {'application/json': {schema}}}}
})
const describeResponse = (schema: Json): Json => ({paths: {'/loans': {get: operationOf(schema)}}})

async function diff(before: Json, after: Json, ...more: string[]): Promise<string> {
  const cwd = folder({'old.json': library(before), 'new.json': library(after)})
  return (await tenure(['diff', 'old.json', 'new.json', '--verbose', ...more], {cwd})).out
}

async function audit(before: Json, after: Json): Promise<string> {
  const cwd = folder({'api/1.0.json': library(before), 'api/1.1.json': library(after)})
  return (await tenure(['audit', 'api'], {cwd})).out
}

async function notes(before: Json, after: Json): Promise<string> {
  const cwd = folder({'api/1.0.json': library(before), 'api/1.1.json': library(after)})
  return (await tenure(['notes', '1.1', 'api'], {cwd})).out
}

describe.concurrent('changes in one sentence', () => {
  it('are about the same response', async () => {
    const responseWith = (status: string, due: Json): Json => ({
      [status]: {
        description: 'Fine',
        content: {'application/json': {schema: {type: 'object', properties: {due: {type: 'string', ...due}}}}}
      }
    })
    const sides = [{maxLength: 10}, {maxLength: 20}].map(long => ({
      paths: {
        '/loans': {
          get: {responses: {...responseWith('200', long), ...responseWith('404', {minLength: 30 - long.maxLength})}}
        }
      }
    }))
    const out = (await notes(sides[0] ?? {}, sides[1] ?? {})).replaceAll(/<\/?code>/g, '`')
    expect(out).toContain('the maximum length of `due` in the `200` response changed from `10` to `20`')
    expect(out).toContain('the minimum length of `due` in the `404` response changed from `20` to `10`')
  })
})

describe.concurrent('values of a map, which have no names', () => {
  const map = {type: 'object', additionalProperties: {type: 'string'}}
  const closed = {type: 'object', additionalProperties: false}

  it('are named by their parent field', async () => {
    const withField = (tags: Json): Json => describeResponse({type: 'object', properties: {tags}})
    expect(await audit(withField(map), withField(closed))).toContain(
      'The documentation of fields with other names in `tags` in the response of `GET /loans` was removed in 1.1.'
    )
    expect(await audit(describeResponse(map), describeResponse(closed))).toContain(
      'The documentation of fields with other names in the response of `GET /loans` was removed in 1.1.'
    )
  })

  it('are named by their component and parent field', async () => {
    const withField = (each: Json): Json => ({
      ...describeResponse({$ref: '#/components/schemas/Loan'}),
      components: {
        schemas: {Loan: {type: 'object', properties: {tags: each, notes: {type: 'array', items: each}}}}
      }
    })
    const out = await audit(withField(map), withField(closed))
    expect(out).toContain('Other fields of `Loan.notes[]` and other fields of `Loan.tags` were removed (ga)')
    expect(await diff(withField(map), withField(closed), '--format', 'json')).toContain('"subject": "Loan.tags.{}"')
  })
})

describe.concurrent('an unresolved reference', () => {
  const loan = {type: 'object'}
  const to = (name: string, schemas: Json): Json => ({
    ...describeResponse({$ref: `#/components/schemas/${name}`}),
    components: {schemas}
  })

  it('is reported with the description that has it', async () => {
    expect(await diff(to('Lost', {}), to('Loan', {Loan: loan}))).toContain(
      "  ? What the `200` response of `GET /loans` allowed isn't known, because the older description refers to a schema that it doesn't have (`Lost`)."
    )
    expect(await diff(to('Loan', {Loan: loan}), to('Lost', {}))).toContain(
      "What the `200` response of `GET /loans` allows isn't known, because the newer description refers to a schema that it doesn't have (`Lost`)."
    )
    expect(await diff(to('Lost', {}), to('Gone', {}))).toContain(
      "Whether the `200` response of `GET /loans` changed isn't known, because both descriptions refer to a schema that they don't have (`Lost` and `Gone`)."
    )
  })

  it('is reported as a schema that is not known if code computes it', async () => {
    const computed = describeResponse({$ref: '#/x-unknown'})
    const known = describeResponse(loan)
    const out = await diff(known, computed)
    expect(out).toContain(
      "What the `200` response of `GET /loans` allows isn't known, because the newer code computes its schema or doesn't state it."
    )
    expect(out).toContain("isn't proven: the schema isn't known.")
    expect(await diff(computed, known)).toContain(
      "What the `200` response of `GET /loans` allowed isn't known, because the older code computes its schema or doesn't state it."
    )
  })

  it('in the older description is reported at its line there', async () => {
    expect(await diff(to('Loan', {}), to('Loan', {Loan: loan}))).toMatch(
      /^ {4}old\.json:\d+:\d+ {2}composition-changed$/m
    )
  })
})

describe.concurrent('an undefined security scheme', () => {
  const secured = {security: [{card: []}], paths: {'/loans': {get: {responses: {'200': {description: 'Fine'}}}}}}
  const defined = {...secured, components: {securitySchemes: {card: {type: 'http', scheme: 'bearer'}}}}

  it('leads to a warning, and its later definition is a change', async () => {
    const out = await diff(secured, defined)
    expect(out).toContain('The security scheme `card` of `GET /loans` is now defined (`http bearer`).')
    expect(out).toMatch(
      /! `card` isn't a security scheme of this description\. Define it in `components\.securitySchemes`\. \(old\.json:/
    )
    expect(await diff(defined, secured)).toContain(
      'The security scheme `card` of `GET /loans` is no longer defined (was `http bearer`).'
    )
  })
})

describe.concurrent('documentation changes', () => {
  const operation = {responses: {'200': {description: 'Fine'}}}
  const get = (keys: Json): Json => ({paths: {'/loans': {get: {...operation, ...keys}}}})
  const limits = (perMinute: number): Json => ({'x-rate-limit': {perMinute}})

  it('name what changed', async () => {
    expect(await diff(get(limits(100)), get(limits(10)))).toContain(
      '`x-rate-limit` of `GET /loans` changed from `{"perMinute":100}` to `{"perMinute":10}`.'
    )
    expect(await diff(get({...limits(100), 'x-roles': ['reader']}), get({...limits(10), summary: 'All'}))).toContain(
      'The `x-rate-limit`, `x-roles`, and `summary` of `GET /loans` changed.'
    )
    const response = {responses: {'200': {description: 'Good', 'x-cost': 1}}}
    expect(await diff(get({}), get({...response, description: 'All loans'}))).toContain(
      'The documentation, `x-cost`, and `description` of `GET /loans` changed.'
    )
    expect(await diff(get({}), get({responses: {'200': {description: 'Good'}}}))).toContain(
      'The documentation of `GET /loans` changed.'
    )
  })

  it('name what changed in a component', async () => {
    const loan = (keys: Json): Json => ({
      ...describeResponse({$ref: '#/components/schemas/Loan'}),
      components: {schemas: {Loan: {type: 'object', ...keys}}}
    })
    expect(await diff(loan({'x-table': 'loan'}), loan({'x-table': 'loans'}))).toContain(
      '`x-table` of `Loan` changed from `loan` to `loans`.'
    )
  })

  it('are one line if a part of all paths moved into the server or out of it', async () => {
    const describeServer = (url: string, base: string): Json => ({
      servers: [{url}],
      paths: {[`${base}/loans`]: {get: operation, post: operation}, [`${base}/copies`]: {get: operation}}
    })
    const [whole, split] = [
      describeServer('https://library.example', '/api/v1'),
      describeServer('https://library.example/api/v1', '')
    ]
    const merged = await diff(whole, split)
    expect(merged).toMatch(/^✔ No breaking changes, 1 compatible change /)
    expect(merged).toContain(
      'The paths moved below the server `https://library.example/api/v1`; all URLs stay the same.'
    )
    const out = await diff(split, whole)
    expect(out).toMatch(/^✔ No breaking changes, 1 compatible change /)
    expect(out).toContain(
      'The path of the server `https://library.example/api/v1` moved into the paths; all URLs stay the same.'
    )
  })

  it('mention renamed path parameters if their path moved', async () => {
    const describeServer = (url: string, path: string, name: string): Json => ({
      servers: [{url}],
      paths: {[path]: {get: {...operation, parameters: [{name, in: 'path', required: true, schema: {type: 'string'}}]}}}
    })
    const out = await diff(
      describeServer('https://library.example', '/v1/loans/{id}', 'id'),
      describeServer('https://library.example/v1', '/loans/{loan}', 'loan')
    )
    expect(out).toContain('The path parameter `{id}` of `GET /loans/{loan}` was renamed to `{loan}`.')
    expect(out).toContain('The paths moved below the server `https://library.example/v1`; all URLs stay the same.')
  })
})

describe.concurrent('keywords', () => {
  const describeLoan = (Loan: Json, isSent: boolean): Json => {
    const content = {'application/json': {schema: {$ref: '#/components/schemas/Loan'}}}
    const operation = isSent
      ? {get: {responses: {'200': {description: 'Fine', content}}}}
      : {post: {requestBody: {content}, responses: {'200': {description: 'Fine'}}}}
    return {
      paths: {'/loans': operation},
      components: {schemas: {Loan, Reader: {type: 'object', properties: {name: {type: 'string'}}}}}
    }
  }
  const noting = (items: Json): Json => ({type: 'object', properties: {notes: {type: 'array', ...items}}})

  it.each<[Json, string]>(
    sample([
      [{type: 'string'}, 'strings'],
      [{type: ['string', 'null']}, 'strings or `null`'],
      [{type: 'string', format: 'date'}, 'strings with the format `date`'],
      [{enum: ['long', 'short']}, '`long` or `short`'],
      [{$ref: '#/components/schemas/Reader'}, '`Reader`'],
      [{type: 'integer', minimum: 1}, 'integers with further constraints'],
      [{not: {type: 'null'}}, 'values of a certain form']
    ])
  )('of items are described in words: %j', async (items, words) => {
    const sides = [describeLoan(noting({}), false), describeLoan(noting({items}), false)] as const
    expect(await diff(...sides)).toContain(`Items of \`Loan.notes\` must now be ${words}.`)
    const [after, before] = [describeLoan(noting({}), true), describeLoan(noting({items}), true)] as const
    expect(await diff(before, after)).toContain(`Items of \`Loan.notes\` can now be anything, not only ${words}.`)
    expect(await diff(after, before)).toContain(`Items of \`Loan.notes\` are now ${words}.`)
  })

  it('with allowed values list `null` as one of them', async () => {
    const state = (keys: Json): Json =>
      describeLoan({type: 'object', properties: {state: {type: ['integer', 'null'], ...keys}}}, false)
    const version = {openapi: '3.1.0'}
    expect(await diff({...version, ...state({})}, {...version, ...state({enum: [1, 2, null]})})).toContain(
      '`Loan.state` now accepts only `1`, `2`, or `null`.'
    )
  })

  it('next to a reference that they contradict are removed compatibly', async () => {
    const withReader = (keys: Json): Json =>
      describeLoan({type: 'object', properties: {reader: {$ref: '#/components/schemas/Reader', ...keys}}}, true)
    const out = await diff(withReader({type: 'string', minLength: 3}), withReader({}))
    expect(out).toMatch(/^✔ No breaking changes, 1 compatible change /)
    expect(out).toContain(
      '`Loan.reader` no longer has `type: string` and `minLength: 3` next to `$ref`, which had no effect there.'
    )
    const narrowed = await diff(withReader({required: ['name']}), withReader({}))
    expect(narrowed).toContain("Whether it breaks clients isn't proven: clients may follow `required` there anyway.")
  })
})

describe.concurrent('the serialization of lists', () => {
  const swagger = (collectionFormat: string): Json => {
    const parameter = {name: 'tags', in: 'query', type: 'array', items: {type: 'string'}, collectionFormat}
    const responses = {'200': {description: 'Fine'}}
    return {openapi: undefined, swagger: '2.0', paths: {'/loans': {get: {parameters: [parameter], responses}}}}
  }
  const openapi = (explode: boolean): Json => {
    const parameter = {name: 'tags', in: 'query', explode, schema: {type: 'array', items: {type: 'string'}}}
    return {paths: {'/loans': {get: {parameters: [parameter], responses: {'200': {description: 'Fine'}}}}}}
  }

  it('is named as in the description', async () => {
    expect(await diff(swagger('csv'), swagger('multi'))).toContain(
      'The `collectionFormat` of the query parameter `tags` of `GET /loans` changed from `csv` to `multi`.'
    )
    expect(await diff(openapi(true), openapi(false))).toContain(
      'The serialization of the query parameter `tags` of `GET /loans` changed from `form, explode: true` to `form, explode: false`.'
    )
  })
})

describe.concurrent('callbacks and webhooks', () => {
  const content = (schema: Json) => ({'application/json': {schema}})
  const describeCalls = (required: string[], ack: Json): Json => {
    const loan = {type: 'object', required, properties: {due: {type: 'string'}}}
    const sent = {
      requestBody: {required: true, content: content(loan)},
      responses: {'200': {description: 'Fine', content: content({type: 'object', properties: {ack}})}}
    }
    return {
      openapi: '3.1.0',
      paths: {
        '/holds': {
          post: {responses: {'201': {description: 'Held'}}, callbacks: {ready: {'{$request.body#/url}': {post: sent}}}}
        }
      },
      webhooks: {returned: {post: sent}}
    }
  }

  it('are described from the side of the sender', async () => {
    const out = await diff(
      describeCalls(['due'], {type: 'string'}),
      describeCalls([], {type: 'string', maxLength: 3}),
      '--verbose'
    )
    for (const name of ['the callback `ready` of `POST /holds`', 'the webhook `returned`']) {
      expect(out).toContain(`\`due\` in the request body of ${name} can now be missing.`)
      expect(out).toContain(`\`ack\` in the \`200\` response of ${name} is now \`3\` (previously unlimited).`)
    }
    expect(out).toContain('Example: the request can now omit `due`.')
    expect(out).toContain('Example: `"ack": "xxxx"` was accepted and is now rejected.')
    const audited = await audit(describeCalls(['due'], {type: 'string'}), {...describeCalls([], {}), webhooks: {}})
    expect(audited).toContain('The webhook `returned` was removed in 1.1')
  })
})

describe.concurrent('sentences about several changes and names', () => {
  const describeRequest = (properties: Json, more: Json = {}): Json => ({
    paths: {
      '/loans': {
        post: {
          requestBody: {content: {'application/json': {schema: {type: 'object', properties, ...more}}}},
          responses: {'201': {description: 'Fine'}}
        }
      }
    }
  })

  it('have the right number and say `of each`', async () => {
    const shortText = {type: 'string', maxLength: 10}
    const either = {anyOf: [{type: 'string'}, {type: 'integer'}]}
    const single = await notes(describeRequest({due: shortText}), describeRequest({due: either}))
    expect(single).toContain('and its maximum length (`10`) was removed')
    const plural = await notes(
      describeRequest({due: shortText, since: shortText}),
      describeRequest({due: either, since: either})
    )
    expect(plural).toContain('and the maximum length (`10`) of each was removed')
    const optional = await notes(
      describeRequest({due: {type: 'string'}, since: {type: 'string'}}, {required: ['due', 'since']}),
      describeRequest({due: {type: 'string', nullable: true}, since: {type: 'string', nullable: true}})
    )
    expect(optional).toContain('`due` and `since` in the request body are now optional and now accept `null`')
  })

  it('mention once what requests and responses share', async () => {
    const describeLoan = (loan: Json): Json => ({
      paths: {
        '/loans': {
          post: {
            requestBody: {content: {'application/json': {schema: {$ref: '#/components/schemas/Loan'}}}},
            responses: {
              '201': {description: 'Fine', content: {'application/json': {schema: {$ref: '#/components/schemas/Loan'}}}}
            }
          }
        }
      },
      components: {schemas: {Loan: {type: 'object', properties: {card: {type: 'string', ...loan}}}}}
    })
    const out = (await notes(describeLoan({}), describeLoan({pattern: '^x'}))).replaceAll(/<\/?code>/g, '`')
    expect(out).toContain('`Loan.card` must now match the pattern `^x`.')
  })

  it('name each operation that lost a field', async () => {
    const both = (properties: Json): Json => {
      const get = operationOf({type: 'object', properties})
      return {paths: {'/loans': {get}, '/copies': {get}}}
    }
    const text = {type: 'string'}
    const out = await audit(both({id: text, shelf: text}), both({id: text}))
    expect(out).toContain('Removed `shelf` from the `200` response of `GET /copies` and `GET /loans`')
    expect(out).not.toContain('of each')
  })
})

describe.concurrent('a path through a map', () => {
  const text = {type: 'string'}
  const readers = (properties: Json): Json =>
    describeResponse({
      type: 'object',
      properties: {readers: {type: 'object', additionalProperties: {type: 'object', properties}}}
    })

  it('is described in words in every output', async () => {
    const [older, newer] = [readers({card: text, name: text}), readers({name: text})]
    const cwd = folder({'api/1.0.json': library(older), 'api/1.1.json': library(newer)})
    const outputs = await Promise.all(
      [
        ['diff', 'api/1.0.json', 'api/1.1.json'],
        ['audit', 'api'],
        ['notes', '1.1', 'api'],
        ['changelog', 'api'],
        ['upgrade', '1.0', '1.1', 'api']
      ].map(async args => (await tenure(args, {cwd})).out)
    )
    for (const out of outputs) {
      expect(out).toContain('`card`')
      expect(out.replaceAll(/<\/?code>/g, '`')).toMatch(/each value of (?:the map )?`readers`/)
      expect(out).not.toContain('{}')
    }
  })
})

it("a form field whose name ends with brackets isn't called a list", async () => {
  const form = (properties: Json): Json => ({
    paths: {
      '/loans': {
        post: {
          requestBody: {content: {'multipart/form-data': {schema: {type: 'object', properties}}}},
          responses: {'201': {description: 'Fine'}}
        }
      }
    }
  })
  const list = {type: 'array', items: {type: 'string'}}
  const out = await diff(form({id: list}), form({id: list, 'include[]': list}))
  expect(out).toContain('Added the optional field `include[]` to the request body of `POST /loans`.')
})
