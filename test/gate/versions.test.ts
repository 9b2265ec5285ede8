import {describe, expect, it} from 'vitest'
import {check, type Files, get, repositoryOf, TODAY} from './scenario.ts'

// The version in a path or base path gives the stability, so a change that takes it away takes the guarantee away.

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
const below = (path: string): string => `{url: https://library.example/${path}}`

const parameter = (schema: string): string => `parameters: [{name: v, in: path, required: true, schema: ${schema}}], `

async function codeOf(main: Files, branch: Files, policy = POLICY): Promise<number | null> {
  const before = {...CONFIG, 'policy.yaml': policy, ...main}
  const cwd = await repositoryOf({main: [['2024-06-01', before]], branch: [[TODAY, branch]]})
  const {code} = await check(cwd, ['--base', 'main'])
  return code
}

describe.concurrent('the version in a path may not become a parameter', () => {
  const main = description(HOST, get('/v1/loans'), get('/v1/fees'))
  const changed = (schema: string, more = '', path = '/{v}/fees'): Files =>
    description(HOST, get('/v1/loans'), get(path, parameter(schema) + more))

  it.each([
    ['with any value', changed('{type: string}')],
    ['that lists the version alone', changed('{type: string, enum: [v1]}')],
    ['that lists several', changed('{type: string, enum: [v1, v1beta1]}')],
    ['in a part of a segment', changed('{type: integer}', '', '/v{v}/fees')],
    ['with a lower stability', changed('{type: string}', 'x-stability-level: beta, ')]
  ])('%s', async (_, branch) => {
    expect(await codeOf(main, branch)).toBe(1)
  })

  it('where no stability is left', async () => {
    expect(await codeOf(main, changed('{type: string}'), POLICY.replace(/defaultStability.*\n/, ''))).toBe(1)
  })

  it('but it may if the stability stays', async () => {
    expect(await codeOf(main, changed('{type: string}', 'x-stability-level: ga, '))).toBe(0)
    expect(await codeOf(main, changed('{type: string}'), POLICY.replace('Stability: beta', 'Stability: ga'))).toBe(0)
  })
})

describe.concurrent('what is served at several base paths has the highest stability of them', () => {
  const LOANS = get('/loans')
  const FEES = get('/fees')
  const variable = (base: string): string =>
    `{url: "https://library.example/{v}", variables: {v: {default: ${base}, enum: [v1, v1beta1]}}}`

  it.each([
    ['in another order', `${below('v1beta1')}, ${below('v1')}`],
    ['by a variable', variable('v1beta1')],
    ['by another host', `{url: https://test.library.example/v1beta1}, ${below('v1')}`]
  ])('%s', async (_, servers) => {
    expect(await codeOf(description(servers, LOANS, FEES), description(servers, LOANS))).toBe(1)
  })

  it('also if each operation names its own', async () => {
    const own = (path: string, base: string): string => get(path, `servers: [${below(base)}], `)
    const main = description('', own('/loans', 'v1'), own('/fees', 'v1'), own('/shelves', 'v2beta1'))
    expect(await codeOf(main, description('', own('/loans', 'v1'), own('/shelves', 'v2beta1')))).toBe(1)
  })

  it('and a lower one alone is lower', async () => {
    const servers = below('v1beta1')
    expect(await codeOf(description(servers, LOANS, FEES), description(servers, LOANS))).toBe(0)
  })

  it('but the default of a variable may not fall below it', async () => {
    const open = (base: string): string => `{url: "https://library.example/{v}", variables: {v: {default: ${base}}}}`
    expect(await codeOf(description(open('v1'), LOANS), description(open('v1beta1'), LOANS))).toBe(1)
  })
})
