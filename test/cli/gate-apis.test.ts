import {describe, expect, it} from 'vitest'
import {repositoryOf, spec, TODAY} from './gate-scenario.ts'
import {tenure} from './run.ts'

const ITEMS =
  '/v1/items: {get: {responses: {"200": {description: OK}}}, delete: {responses: {"204": {description: Gone}}}}'
const LESS = '/v1/items: {get: {responses: {"200": {description: OK}}}}'
const CONFIG = `format: 1
apis:
  - {name: a, spec: a/openapi.yaml}
  - {name: b, spec: b/openapi.yaml}
  - {name: c, spec: c/openapi.yaml}
`
const WAIVER = 'subject: DELETE /v1/items, reason: security, approver: security@library.example, approved: 2026-03-01'
const MAIN = {
  'tenure.yaml': CONFIG,
  'a/openapi.yaml': spec(ITEMS),
  'b/openapi.yaml': spec(ITEMS),
  'c/openapi.yaml': spec(ITEMS)
}
/** Two of three APIs lose the same endpoint. */
const monorepo = (files: Readonly<Record<string, string>> = {}) =>
  repositoryOf({
    main: [['2024-06-01', MAIN]],
    branch: [[TODAY, {'a/openapi.yaml': spec(LESS), 'b/openapi.yaml': spec(LESS), ...files}]]
  })
const check = (cwd: string, ...args: readonly string[]) => tenure(['check', '--as-of', TODAY, ...args], {cwd})
/** What stylish output says of one API. */
const part = (out: string, api: string): string => out.split(/^# /m).find(each => each.startsWith(`${api}\n`)) ?? ''

describe.concurrent('waivers of several APIs', () => {
  it('excuse the one API that they name', async () => {
    const cwd = await monorepo({'tenure.yaml': `${CONFIG}waivers:\n  - {api: a, ${WAIVER}}\n`})
    const {code, out, err} = await check(cwd)
    expect({code, err}).toEqual({code: 1, err: ''})
    expect(part(out, 'a')).toContain('Excused')
    expect(part(out, 'b')).toContain('unannounced-removal')
    expect(out).not.toContain('waiver-unused')
  })

  it('are written with the API that `--api` names', async () => {
    const cwd = await monorepo()
    const args = ['DELETE /v1/items', '--reason', 'security', '--approver', 'security@library.example']
    const {code, out, err} = await tenure(['waive', ...args, '--api', 'a', '--as-of', TODAY], {cwd})
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out).toContain('`DELETE /v1/items` of the API `a` is waived')
    expect((await check(cwd)).code).toBe(1)
    expect((await check(cwd, '--api', 'a')).code).toBe(0)
    await tenure(['waive', ...args, '--api', 'b', '--as-of', TODAY], {cwd})
    expect((await check(cwd)).code).toBe(0)
  })

  it('without one excuse all, as they always did, and each says so', async () => {
    const cwd = await monorepo({'tenure.yaml': `${CONFIG}waivers:\n  - {${WAIVER}}\n`})
    const {code, out, err} = await check(cwd)
    expect({code, err}).toEqual({code: 0, err: ''})
    const warning =
      'The waiver for `DELETE /v1/items` (tenure.yaml:7:5) names no API, and excuses that in each: `api: a` in it binds it to this one.'
    expect(part(out, 'a')).toContain(warning)
    expect(part(out, 'b')).toContain('`api: b`')
    expect(part(out, 'c')).not.toContain('names no API')
    // It is in use by another.
    expect(out).not.toContain('waiver-unused')
    expect((await check(cwd, '--api', 'c')).out).not.toContain('waiver-unused')
  })

  it('that nobody uses are told once', async () => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', MAIN]],
      branch: [[TODAY, {'tenure.yaml': `${CONFIG}waivers:\n  - {${WAIVER}}\n`}]]
    })
    const {code, out} = await check(cwd)
    expect(code).toBe(0)
    expect(out.match(/Unexpected waiver for/g)).toHaveLength(1)
  })

  it('name an API that there is', async () => {
    const cwd = await monorepo({'tenure.yaml': `${CONFIG}waivers:\n  - {api: aa, ${WAIVER}}\n`})
    const {code, err} = await check(cwd)
    expect(code).toBe(2)
    expect(err).toContain(
      'tenure.yaml:7:11: Unexpected API `aa` of a waiver, expected one of `a`, `b`, `c` (did you mean `a`?)'
    )
  })

  it('are compared with a revision that is named, all of them', async () => {
    const cwd = await monorepo()
    const {code, out} = await check(cwd, '--base', 'main')
    expect(code).toBe(1)
    expect(out.match(/^# /gm)).toHaveLength(3)
  })
})
