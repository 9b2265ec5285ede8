import {execFileSync} from 'node:child_process'
import {readdirSync, readFileSync} from 'node:fs'
import {basename, join} from 'node:path'
import process from 'node:process'
import {describe, expect, test} from 'vitest'
import {folder, REPOSITORY} from './run.ts'

const DIST = join(REPOSITORY, 'dist')

describe('a run loads', () => {
  const hook = join(
    folder({
      'loaded.cjs': `process.on('exit', () => {
        const loaded = Object.keys(require.cache).map(path => require('node:path').basename(path))
        require('node:fs').writeSync(2, JSON.stringify(loaded.filter(name => !name.startsWith('loaded'))))
      })`
    }),
    'loaded.cjs'
  )
  const loaded = (...args: readonly string[]): string[] =>
    JSON.parse(
      execFileSync('bash', ['-c', 'exec "$@" 2>&1 >/dev/null', 'run', process.execPath, '--require', hook, ...args], {
        encoding: 'utf8',
        env: {...process.env, TENURE_CACHE: 'off'}
      })
    )
  const cli = join(DIST, 'cli.cjs')

  test('only its start file for `--version`', () => {
    expect(loaded(cli, '--version')).toEqual(['cli.cjs'])
  })

  test('few files to compare two descriptions', () => {
    const [older, newer] = ['3.0', '3.1'].map(version =>
      join(REPOSITORY, `fixtures/lending-library/api-${version}.yaml`)
    )
    const yaml = ['cli.cjs', 'tenure-yaml.cjs', 'tenure.cjs']
    expect(loaded(cli, 'diff', older as string, older as string).sort()).toEqual(yaml)
    const changed = loaded(cli, 'diff', older as string, newer as string)
    expect(changed.filter(name => /late|check|json/.test(name))).toEqual([])
    const asJson = loaded(cli, 'diff', older as string, newer as string, '--format', 'json')
    expect(asJson.filter(name => /late|check/.test(name))).toEqual([])
  })

  test('graphql-js for GraphQL schemas alone', () => {
    const schema = 'type Query {\n  loans: [ID!]\n}\n'
    const openapi = (paths: string): string => `openapi: 3.0.3\ninfo: {title: Loans, version: "1"}\npaths: {${paths}}\n`
    const at = folder({
      ...{'old.graphql': schema, 'new.graphql': schema.replace('!', '')},
      'releases/1.0.yaml': openapi('/loans: {get: {responses: {}}}'),
      'releases/1.1.yaml': openapi('')
    })
    const releases = ['1.0', '1.1'].map(release => join(at, 'releases', `${release}.yaml`))
    expect(loaded(cli, 'diff', join(at, 'old.graphql'), join(at, 'new.graphql'))).toContain('tenure-graphql.cjs')
    const others = [
      ['diff', ...releases],
      ['audit', join(at, 'releases')],
      ['check', '--spec', releases[0] ?? '', '--base', releases[1] ?? ''],
      ['init', '--dry-run', '--spec', releases[1] ?? '']
    ]
    for (const args of others) expect(loaded(cli, ...args), args[0]).not.toContain('tenure-graphql.cjs')
    const isIn = (name: string): boolean => readFileSync(join(DIST, name), 'utf8').includes('NoUnusedVariables')
    expect(readdirSync(DIST).filter(name => name.endsWith('.cjs') && isIn(name))).toEqual(['tenure-graphql.cjs'])
  })

  test('no tables of traffic that no policy asks for', () => {
    const at = folder({
      'openapi.yaml': 'openapi: 3.0.3\ninfo: {title: Loans, version: "1"}\npaths: {}\n',
      'history.yaml':
        'service: Loans\nreleases: [{release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]}]\n'
    })
    expect(loaded(cli, 'audit', join(at, 'history.yaml'))).not.toContain('tenure-traffic.cjs')
  })

  test('two files to compare descriptions in JSON with documentation changes', () => {
    const text = (description: string) =>
      JSON.stringify({openapi: '3.0.3', info: {title: 'Loans', version: '1', description}, paths: {}})
    const at = folder({'old.json': text('What is lent'), 'new.json': text('What is lent, and to whom')})
    expect(loaded(cli, 'diff', join(at, 'old.json'), join(at, 'new.json'))).toEqual(['cli.cjs', 'tenure.cjs'])
  })
})

test('no module is in two files of the build', () => {
  const files = readdirSync(DIST).filter(name => /^tenure.*\.cjs$/.test(name))
  const parts = files.flatMap(name =>
    [...readFileSync(join(DIST, name), 'utf8').matchAll(/^"([\w-]+)":\(?function\(exports,part\)/gm)].map(
      ([, part]) => part
    )
  )
  expect(files.map(name => basename(name)).sort()).toEqual(
    ['', '-check', '-graphql', '-history', '-json', '-late', '-proofs', '-sentences', '-traffic', '-yaml']
      .map(name => `tenure${name}.cjs`)
      .sort()
  )
  expect(parts.length).toBeGreaterThan(100)
  expect(new Set(parts).size).toBe(parts.length)
})
