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

describe.concurrent('the fields of a map, which have no names', () => {
  const map = {type: 'object', additionalProperties: {type: 'string'}}
  const closed = {type: 'object', additionalProperties: false}

  it('are called by the field that holds them', async () => {
    const [before, after] = [map, closed].map(tags => answers({type: 'object', properties: {tags}})) as [Json, Json]
    expect(await audit(before, after)).toContain(
      'The documentation of fields with other names in `tags` in the response of `GET /loans` was removed in 1.1.'
    )
    expect(await audit(answers(map), answers(closed))).toContain(
      'The documentation of fields with other names in the response of `GET /loans` was removed in 1.1.'
    )
  })

  it('are gone from a component without the field that held them', async () => {
    const sides = [map, closed].map(each => ({
      ...answers({$ref: '#/components/schemas/Loan'}),
      components: {
        schemas: {Loan: {type: 'object', properties: {tags: each, notes: {type: 'array', items: each}}}}
      }
    })) as [Json, Json]
    const out = await audit(...sides)
    expect(out).toContain('Other fields of `Loan.notes[]` and other fields of `Loan.tags` were removed (ga)')
    expect(await diff(...sides, '--format', 'json')).toContain('"subject": "Loan.tags.{}"')
  })
})
