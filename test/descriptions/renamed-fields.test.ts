import {beforeAll, describe, expect, test} from 'vitest'
import {folder, tenure} from '../cli/run.ts'
import {get, spec} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

const field = (name: string): string => `${name}: {type: string}, id: {type: integer}`
const body = (properties: string): string =>
  `content: {application/json: {schema: {type: object, properties: {${properties}}}}}`

/** Inline schemas with a field that is renamed. */
const PLACES: readonly (readonly [place: string, description: (name: string) => string])[] = [
  ['a response', name => spec(get('/v1/loans', '', field(name)))],
  ['a nested field', name => spec(get('/v1/loans', '', `copy: {type: object, properties: {${field(name)}}}`))],
  [
    'a list',
    name => spec(get('/v1/loans', '', `copies: {type: array, items: {type: object, properties: {${field(name)}}}}`))
  ],
  [
    'a map',
    name =>
      spec(
        get(
          '/v1/loans',
          '',
          `copies: {type: object, additionalProperties: {type: object, properties: {${field(name)}}}}`
        )
      )
  ],
  [
    'a request',
    name => spec(`/v1/loans: {post: {requestBody: {${body(field(name))}}, responses: {"201": {description: Lent}}}}`)
  ]
]

describe.each(sample(PLACES))('a renamed field of an inline schema in %s', (_, description) => {
  let cwd = ''
  beforeAll(() => {
    cwd = folder({'specs/1.0.yaml': description('lentAt'), 'specs/1.1.yaml': description('lent_at')})
  })
  const run = (...args: readonly string[]) => tenure(args, {cwd})

  test('is reported by check and diff', async () => {
    const {out} = await run('diff', 'specs/1.0.yaml', 'specs/1.1.yaml')
    expect(out).toMatch(/`?lentAt`?.* was renamed to `?lent_at`?/)
    const {code, out: checked} = await run('check', '--base', 'specs/1.0.yaml', '--spec', 'specs/1.1.yaml')
    expect(code).toBe(1)
    expect(checked).toMatch(/`?lentAt`?.* was renamed to `?lent_at`?/)
  })

  test.each(
    sample([
      [['audit', 'specs']],
      [['notes', '1.1', 'specs']],
      [['changelog', 'specs']],
      [['upgrade', '1.0', '1.1', 'specs']]
    ])
  )('is printed by %j', async args => {
    const {code, out, err} = await run(...args)
    expect({code, err: err.includes('Cannot')}).toEqual({code: 0, err: false})
    expect(out).toContain('lent_at')
  })
})
