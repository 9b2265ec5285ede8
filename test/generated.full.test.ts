import {spawnSync} from 'node:child_process'
import {readdirSync, readFileSync} from 'node:fs'
import {Ajv2020} from 'ajv/dist/2020.js'
import {describe, expect, it} from 'vitest'
import {parse} from 'yaml'
import {packageFolder} from '../src/stores/files/installed-packages.ts'

const run = (script: string) =>
  spawnSync(process.execPath, [`scripts/${script}.mjs`, '--check'], {cwd: packageFolder('.'), encoding: 'utf8'})

describe('the generated files are up to date', () => {
  it.each(['schemas', 'readme', 'catalog', 'reference', 'measure', 'fixtures'])('for the script %s', script => {
    const {status, stderr} = run(script)
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })
})

/** As an editor parses the file, where numbers stay numbers. */
const read = (path: string): unknown => parse(readFileSync(packageFolder(path), 'utf8'))

const validator = (name: string) => {
  const ajv = new Ajv2020({strict: false, allErrors: true})
  const validate = ajv.compile(JSON.parse(readFileSync(packageFolder(`schemas/${name}.schema.json`), 'utf8')))
  return (value: unknown): unknown => (validate(value) ? [] : validate.errors)
}

describe('the published schemas accept what tenure reads', () => {
  const histories = readdirSync(packageFolder('fixtures')).filter(name =>
    readdirSync(packageFolder(`fixtures/${name}`)).includes('history.yaml')
  )
  it.each(histories)('for the history of %s', name => {
    expect(validator('history')(read(`fixtures/${name}/history.yaml`))).toEqual([])
  })

  it.each(readdirSync(packageFolder('policies')))('for the policy %s', name => {
    expect(validator('policy')(read(`policies/${name}`))).toEqual([])
  })

  it.each([
    ['an unknown verb', 'service: Loans\nreleases: [{release: "1.0", changes: [{depricated: GET /v1/loans}]}]'],
    [
      'two verbs in a line',
      'service: Loans\nreleases: [{release: "1.0", changes: [{added: GET /v1/a, removed: GET /v1/a}]}]'
    ],
    ['no service', 'releases: []']
  ])('and reject %s', (_, text) => {
    expect(validator('history')(parse(text))).not.toEqual([])
  })
})
