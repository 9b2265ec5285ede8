import {describe, expect, it} from 'vitest'
import {sample} from '../tier.ts'
import {check, type Files, get, repositoryOf, TODAY} from './scenario.ts'

// The version in a path or base path sets the stability, so a change that removes the version removes the guarantee.

const POLICY = `name: library
stabilities: [beta, ga]
defaultStability: beta
markers: [{form: v<major>, stability: ga}, {form: v<major>beta<n>, stability: beta}]
guarantees: {ga: {notice: 13 months}, beta: none}
`
const CONFIG = {'tenure.yaml': 'format: 1\nspec: openapi.yaml\npolicy: policy.yaml\n', 'policy.yaml': POLICY}

const description = (servers: string, ...paths: readonly string[]): Files => ({
  'openapi.yaml': `openapi: 3.0.3
info: {title: Lending Library API, version: "1.0"}
servers: [${servers}]
paths:
${paths.map(path => `  ${path}\n`).join('')}`
})
const HOST = '{url: https://library.example}'
const serverAt = (path: string): string => `{url: https://library.example/${path}}`

const parameter = (schema: string): string => `parameters: [{name: v, in: path, required: true, schema: ${schema}}], `

async function codeOf(main: Files, branch: Files, policy = POLICY): Promise<number | null> {
  const before = {...CONFIG, 'policy.yaml': policy, ...main}
  const cwd = await repositoryOf({main: [['2024-06-01', before]], branch: [[TODAY, branch]]})
  const {code} = await check(cwd, ['--base', 'main'])
  return code
}

describe.concurrent('a change fails if it replaces the version in a path by a parameter', () => {
  const main = description(HOST, get('/v1/loans'), get('/v1/fees'))
  const changed = (schema: string, more = '', path = '/{v}/fees'): Files =>
    description(HOST, get('/v1/loans'), get(path, parameter(schema) + more))

  it.each(
    sample([
      ['with any value', changed('{type: string}')],
      ['with only that version', changed('{type: string, enum: [v1]}')],
      ['with several versions', changed('{type: string, enum: [v1, v1beta1]}')],
      ['in a part of a segment', changed('{type: integer}', '', '/v{v}/fees')],
      ['with a lower stability', changed('{type: string}', 'x-stability-level: beta, ')]
    ])
  )('%s', async (_, branch) => {
    expect(await codeOf(main, branch)).toBe(1)
  })

  it('and the policy has no default stability', async () => {
    expect(await codeOf(main, changed('{type: string}'), POLICY.replace(/defaultStability.*\n/, ''))).toBe(1)
  })

  it('but passes if the stability is the same', async () => {
    expect(await codeOf(main, changed('{type: string}', 'x-stability-level: ga, '))).toBe(0)
    expect(await codeOf(main, changed('{type: string}'), POLICY.replace('Stability: beta', 'Stability: ga'))).toBe(0)
  })
})

describe.concurrent('an endpoint with several base paths has the highest stability of them,', () => {
  const LOANS = get('/loans')
  const FEES = get('/fees')
  const variable = (base: string): string =>
    `{url: "https://library.example/{v}", variables: {v: {default: ${base}, enum: [v1, v1beta1]}}}`

  it.each([
    ['in any order', `${serverAt('v1beta1')}, ${serverAt('v1')}`],
    ['with a variable', variable('v1beta1')],
    ['on any host', `{url: https://test.library.example/v1beta1}, ${serverAt('v1')}`]
  ])('%s', async (_, servers) => {
    expect(await codeOf(description(servers, LOANS, FEES), description(servers, LOANS))).toBe(1)
  })

  it('also if each operation has its own servers', async () => {
    const withServer = (path: string, base: string): string => get(path, `servers: [${serverAt(base)}], `)
    const main = description(
      '',
      withServer('/loans', 'v1'),
      withServer('/fees', 'v1'),
      withServer('/shelves', 'v2beta1')
    )
    expect(await codeOf(main, description('', withServer('/loans', 'v1'), withServer('/shelves', 'v2beta1')))).toBe(1)
  })

  it('and a removal passes if the only one is less stable', async () => {
    const servers = serverAt('v1beta1')
    expect(await codeOf(description(servers, LOANS, FEES), description(servers, LOANS))).toBe(0)
  })

  it("so the default of a variable can't become less stable", async () => {
    const serverWithVariable = (base: string): string =>
      `{url: "https://library.example/{v}", variables: {v: {default: ${base}}}}`
    expect(
      await codeOf(description(serverWithVariable('v1'), LOANS), description(serverWithVariable('v1beta1'), LOANS))
    ).toBe(1)
  })
})
