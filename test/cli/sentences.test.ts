// What `diff` and `audit` say of pairs of descriptions, whole sentences as people read them.
import {describe, expect, it} from 'vitest'
import {folder, tenure} from './run.ts'

type Json = Readonly<Record<string, unknown>>

/** A description of a library with these keys. */
const library = (keys: Json): string =>
  JSON.stringify({openapi: '3.0.3', info: {title: 'Library', version: '1'}, paths: {}, ...keys})

const answering = (schema: Json): Json => ({
  responses: {'200': {description: 'Fine', content: {'application/json': {schema}}}}
})
const answers = (schema: Json): Json => ({paths: {'/loans': {get: answering(schema)}}})

async function diff(before: Json, after: Json, ...more: string[]): Promise<string> {
  const cwd = folder({'old.json': library(before), 'new.json': library(after)})
  return (await tenure(['diff', 'old.json', 'new.json', '--all', ...more], {cwd})).out
}

async function audit(before: Json, after: Json): Promise<string> {
  const cwd = folder({'api/1.0.json': library(before), 'api/1.1.json': library(after)})
  return (await tenure(['audit', 'api'], {cwd})).out
}

async function notes(before: Json, after: Json): Promise<string> {
  const cwd = folder({'api/1.0.json': library(before), 'api/1.1.json': library(after)})
  return (await tenure(['notes', '1.1', 'api'], {cwd})).out
}

describe.concurrent('facts of one line', () => {
  it('are about the same response', async () => {
    const answering = (status: string, due: Json): Json => ({
      [status]: {
        description: 'Fine',
        content: {'application/json': {schema: {type: 'object', properties: {due: {type: 'string', ...due}}}}}
      }
    })
    const sides = [{maxLength: 10}, {maxLength: 20}].map(long => ({
      paths: {
        '/loans': {get: {responses: {...answering('200', long), ...answering('404', {minLength: 30 - long.maxLength})}}}
      }
    }))
    const out = (await notes(sides[0] ?? {}, sides[1] ?? {})).replaceAll(/<\/?code>/g, '`')
    expect(out).toContain('the maximum length of `due` in the `200` response changed from `10` to `20`')
    expect(out).toContain('the minimum length of `due` in the `404` response changed from `20` to `10`')
  })
})

describe.concurrent('the fields of a map, which have no names', () => {
  const map = {type: 'object', additionalProperties: {type: 'string'}}
  const closed = {type: 'object', additionalProperties: false}

  it('are called by the field that holds them', async () => {
    const holding = (tags: Json): Json => answers({type: 'object', properties: {tags}})
    expect(await audit(holding(map), holding(closed))).toContain(
      'The documentation of fields with other names in `tags` in the response of `GET /loans` was removed in 1.1.'
    )
    expect(await audit(answers(map), answers(closed))).toContain(
      'The documentation of fields with other names in the response of `GET /loans` was removed in 1.1.'
    )
  })

  it('are gone from a component without the field that held them', async () => {
    const holding = (each: Json): Json => ({
      ...answers({$ref: '#/components/schemas/Loan'}),
      components: {
        schemas: {Loan: {type: 'object', properties: {tags: each, notes: {type: 'array', items: each}}}}
      }
    })
    const out = await audit(holding(map), holding(closed))
    expect(out).toContain('Other fields of `Loan.notes[]` and other fields of `Loan.tags` were removed (ga)')
    expect(await diff(holding(map), holding(closed), '--format', 'json')).toContain('"subject": "Loan.tags.{}"')
  })
})

describe.concurrent('a reference that leads nowhere', () => {
  const loan = {type: 'object'}
  const to = (name: string, schemas: Json): Json => ({
    ...answers({$ref: `#/components/schemas/${name}`}),
    components: {schemas}
  })

  it('says which description has it', async () => {
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

  it('of the older description stands at its line there', async () => {
    expect(await diff(to('Loan', {}), to('Loan', {Loan: loan}))).toMatch(
      /^ {4}old\.json:\d+:\d+ {2}composition-changed$/m
    )
  })
})

describe.concurrent('a security scheme without a definition', () => {
  const asking = {security: [{card: []}], paths: {'/loans': {get: {responses: {'200': {description: 'Fine'}}}}}}
  const defined = {...asking, components: {securitySchemes: {card: {type: 'http', scheme: 'bearer'}}}}

  it('is warned about, and is defined later', async () => {
    const out = await diff(asking, defined)
    expect(out).toContain('The security scheme `card` of `GET /loans` is now defined (`http bearer`).')
    expect(out).toMatch(
      /! `card` isn't a security scheme of this description\. Define it in `components\.securitySchemes`\. \(old\.json:/
    )
    expect(await diff(defined, asking)).toContain(
      'The security scheme `card` of `GET /loans` is no longer defined (was `http bearer`).'
    )
  })
})

describe.concurrent('documentation', () => {
  const fine = {responses: {'200': {description: 'Fine'}}}
  const get = (keys: Json): Json => ({paths: {'/loans': {get: {...fine, ...keys}}}})
  const limits = (perMinute: number): Json => ({'x-rate-limit': {perMinute}})

  it('that changed is named', async () => {
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

  it('of a component is named, too', async () => {
    const loan = (keys: Json): Json => ({
      ...answers({$ref: '#/components/schemas/Loan'}),
      components: {schemas: {Loan: {type: 'object', ...keys}}}
    })
    expect(await diff(loan({'x-table': 'loan'}), loan({'x-table': 'loans'}))).toContain(
      '`x-table` of `Loan` changed from `loan` to `loans`.'
    )
  })

  it('of paths is one line where a part of them moved into the server, or out of it', async () => {
    const served = (url: string, base: string): Json => ({
      servers: [{url}],
      paths: {[`${base}/loans`]: {get: fine, post: fine}, [`${base}/copies`]: {get: fine}}
    })
    const [whole, split] = [served('https://library.example', '/api/v1'), served('https://library.example/api/v1', '')]
    const into = await diff(whole, split)
    expect(into).toMatch(/^✔ No breaking changes, 1 compatible change /)
    expect(into).toContain('The paths moved below the server `https://library.example/api/v1`; all URLs stay the same.')
    const out = await diff(split, whole)
    expect(out).toMatch(/^✔ No breaking changes, 1 compatible change /)
    expect(out).toContain(
      'The path of the server `https://library.example/api/v1` moved into the paths; all URLs stay the same.'
    )
  })

  it('of parameters is the same when their path moved', async () => {
    const served = (url: string, path: string, name: string): Json => ({
      servers: [{url}],
      paths: {[path]: {get: {...fine, parameters: [{name, in: 'path', required: true, schema: {type: 'string'}}]}}}
    })
    const out = await diff(
      served('https://library.example', '/v1/loans/{id}', 'id'),
      served('https://library.example/v1', '/loans/{loan}', 'loan')
    )
    expect(out).toContain('The path parameter `{id}` of `GET /loans/{loan}` was renamed to `{loan}`.')
    expect(out).toContain('The paths moved below the server `https://library.example/v1`; all URLs stay the same.')
  })
})

describe.concurrent('a keyword', () => {
  const shared = (Loan: Json, isSent: boolean): Json => {
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

  it.each<[Json, string]>([
    [{type: 'string'}, 'strings'],
    [{type: ['string', 'null']}, 'strings or `null`'],
    [{type: 'string', format: 'date'}, 'strings with the format `date`'],
    [{enum: ['long', 'short']}, '`long` or `short`'],
    [{$ref: '#/components/schemas/Reader'}, '`Reader`'],
    [{type: 'integer', minimum: 1}, 'integers with further constraints'],
    [{not: {type: 'null'}}, 'values of a certain form']
  ])('of items is said in words: %j', async (items, words) => {
    const sides = [shared(noting({}), false), shared(noting({items}), false)] as const
    expect(await diff(...sides)).toContain(`Items of \`Loan.notes\` must now be ${words}.`)
    const [after, before] = [shared(noting({}), true), shared(noting({items}), true)] as const
    expect(await diff(before, after)).toContain(`Items of \`Loan.notes\` can now be anything, not only ${words}.`)
    expect(await diff(after, before)).toContain(`Items of \`Loan.notes\` are now ${words}.`)
  })

  it('of allowed values lists null as one of them', async () => {
    const state = (keys: Json): Json =>
      shared({type: 'object', properties: {state: {type: ['integer', 'null'], ...keys}}}, false)
    const version = {openapi: '3.1.0'}
    expect(await diff({...version, ...state({})}, {...version, ...state({enum: [1, 2, null]})})).toContain(
      '`Loan.state` now accepts only `1`, `2`, or `null`.'
    )
  })

  it('next to a reference that contradicts it is compatible', async () => {
    const lent = (keys: Json): Json =>
      shared({type: 'object', properties: {reader: {$ref: '#/components/schemas/Reader', ...keys}}}, true)
    const out = await diff(lent({type: 'string', minLength: 3}), lent({}))
    expect(out).toMatch(/^✔ No breaking changes, 1 compatible change /)
    expect(out).toContain(
      '`Loan.reader` no longer has `type: string` and `minLength: 3` next to `$ref`, which had no effect there.'
    )
    const narrowed = await diff(lent({required: ['name']}), lent({}))
    expect(narrowed).toContain("Whether it breaks clients isn't proven: clients may follow `required` there anyway.")
  })
})

describe.concurrent('the form of lists', () => {
  const swagger = (collectionFormat: string): Json => {
    const parameter = {name: 'tags', in: 'query', type: 'array', items: {type: 'string'}, collectionFormat}
    const responses = {'200': {description: 'Fine'}}
    return {openapi: undefined, swagger: '2.0', paths: {'/loans': {get: {parameters: [parameter], responses}}}}
  }
  const openapi = (explode: boolean): Json => {
    const parameter = {name: 'tags', in: 'query', explode, schema: {type: 'array', items: {type: 'string'}}}
    return {paths: {'/loans': {get: {parameters: [parameter], responses: {'200': {description: 'Fine'}}}}}}
  }

  it('is said in the words of the description', async () => {
    expect(await diff(swagger('csv'), swagger('multi'))).toContain(
      'The `collectionFormat` of the query parameter `tags` of `GET /loans` changed from `csv` to `multi`.'
    )
    expect(await diff(openapi(true), openapi(false))).toContain(
      'The serialization of the query parameter `tags` of `GET /loans` changed from `form, explode: true` to `form, explode: false`.'
    )
  })
})

describe.concurrent('what the service sends', () => {
  const content = (schema: Json) => ({'application/json': {schema}})
  const lent = (required: string[], ack: Json): Json => {
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

  it('is told in the words of who sends and who answers', async () => {
    const out = await diff(lent(['due'], {type: 'string'}), lent([], {type: 'string', maxLength: 3}), '--verbose')
    for (const name of ['the callback `ready` of `POST /holds`', 'the webhook `returned`']) {
      expect(out).toContain(`\`due\` in the request body of ${name} can now be missing.`)
      expect(out).toContain(`\`ack\` in the \`200\` response of ${name} is now \`3\` (previously unlimited).`)
    }
    expect(out).toContain('Example: the request can now omit `due`.')
    expect(out).toContain('Example: `"ack": "xxxx"` was accepted and is now rejected.')
    const found = await audit(lent(['due'], {type: 'string'}), {...lent([], {}), webhooks: {}})
    expect(found).toContain('The webhook `returned` was removed in 1.1')
  })
})

describe.concurrent('several facts and several names in one sentence', () => {
  const asked = (properties: Json, more: Json = {}): Json => ({
    paths: {
      '/loans': {
        post: {
          requestBody: {content: {'application/json': {schema: {type: 'object', properties, ...more}}}},
          responses: {'201': {description: 'Fine'}}
        }
      }
    }
  })

  it('agree in number, and call what is of each name its own', async () => {
    const text = {type: 'string', maxLength: 10}
    const either = {anyOf: [{type: 'string'}, {type: 'integer'}]}
    const one = await notes(asked({due: text}), asked({due: either}))
    expect(one).toContain('and its maximum length (`10`) was removed')
    const two = await notes(asked({due: text, since: text}), asked({due: either, since: either}))
    expect(two).toContain('and the maximum length (`10`) of each was removed')
    const optional = await notes(
      asked({due: {type: 'string'}, since: {type: 'string'}}, {required: ['due', 'since']}),
      asked({due: {type: 'string', nullable: true}, since: {type: 'string', nullable: true}})
    )
    expect(optional).toContain('`due` and `since` in the request body are now optional and now accept `null`')
  })

  it('say once what requests and responses have in common', async () => {
    const shared = (loan: Json): Json => ({
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
    const out = (await notes(shared({}), shared({pattern: '^x'}))).replaceAll(/<\/?code>/g, '`')
    expect(out).toContain('`Loan.card` must now match the pattern `^x`.')
  })

  it('name each operation that lost a field', async () => {
    const both = (properties: Json): Json => {
      const get = answering({type: 'object', properties})
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
    answers({
      type: 'object',
      properties: {readers: {type: 'object', additionalProperties: {type: 'object', properties}}}
    })

  it('is said in words, in every output', async () => {
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

it('a form field whose name ends with brackets is no list', async () => {
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
