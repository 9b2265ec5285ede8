import {spawnSync} from 'node:child_process'
import {cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import process from 'node:process'
import {Script} from 'node:vm'
import {afterAll, describe, expect, test} from 'vitest'

const CODE = `${process.version}-${process.arch}.code`
const folder = mkdtempSync(join(tmpdir(), 'tenure-compiled-'))
afterAll(() => rmSync(folder, {recursive: true, force: true}))

test('the code that the build made is taken by this Node', () => {
  const filename = resolve('dist/tenure.cjs')
  const cachedData = readFileSync(join('dist', CODE))
  expect(new Script(readFileSync(filename, 'latin1'), {filename, cachedData}).cachedDataRejected).toBe(false)
})

test('the program means what its source does, though it is read as ASCII', () => {
  expect(readFileSync('dist/tenure.cjs', 'utf8')).not.toMatch(/[^\0-\x7f]/)
  const path = join(folder, 'AENDERUNGEN.md')
  const text = '# Änderungen\n\n## 2.0 – 2024-03-01\n\n### Entfernt\n\n- Gelöscht: `GET /v1/authors`\n'
  writeFileSync(path, text)
  const {stdout, status} = spawnSync(process.execPath, ['dist/cli.cjs', 'import', path], {encoding: 'utf8'})
  expect(stdout).toContain('  - release: "2.0"\n    date: 2024-03-01\n')
  expect(status).toBe(0)
})

describe('where the build made none for this Node', () => {
  const installed = join(folder, 'package')
  const cache = join(folder, 'cache')
  mkdirSync(installed)
  cpSync('package.json', join(installed, 'package.json'))
  cpSync('policies', join(installed, 'policies'), {recursive: true})
  cpSync('dist', join(installed, 'dist'), {recursive: true, filter: path => !path.endsWith('.code')})
  symlinkSync(resolve('node_modules'), join(installed, 'node_modules'))
  const run = (env: Readonly<Record<string, string>>, ...args: readonly string[]) => {
    const all = ['--history', resolve('fixtures/lending-library/history.yaml'), '--as-of', '2027-01-20']
    const {stdout, stderr, status} = spawnSync(
      process.execPath,
      [join(installed, 'dist', 'cli.cjs'), ...args, ...all],
      {
        encoding: 'utf8',
        env: {...process.env, ...env}
      }
    )
    return {stdout, stderr, status}
  }
  const withCache = (...args: readonly string[]) => run({TENURE_CACHE: cache}, ...args)
  const files = (): string[] =>
    readdirSync(cache, {recursive: true, encoding: 'utf8'}).filter(path => path.endsWith('.code'))

  test('it is kept in the cache of the user, and used', () => {
    const first = withCache('check')
    expect(first).toEqual(run({TENURE_CACHE: 'off'}, 'check'))
    expect(first).toMatchObject({status: 1, stderr: ''})
    const [path = '', ...others] = files()
    expect(path.endsWith(join('code', CODE))).toBe(true)
    expect(others).toEqual([])
    const kept = readFileSync(join(cache, path))
    const filename = join(installed, 'dist', 'tenure.cjs')
    const script = new Script(readFileSync(filename, 'latin1'), {filename, cachedData: kept.subarray(32)})
    expect(script.cachedDataRejected).toBe(false)
    expect(withCache('check')).toEqual(first)
    expect(readFileSync(join(cache, path))).toEqual(kept)
  })

  test('a comparison that changes the settings of V8 for a while keeps code that V8 takes', () => {
    const own = join(folder, 'of-diff')
    const both = ['fixtures/etcd/v3.2.0.json', 'fixtures/etcd/v3.3.0.json'].map(each => resolve(each))
    const {status} = spawnSync(process.execPath, [join(installed, 'dist', 'cli.cjs'), 'diff', ...both], {
      env: {...process.env, TENURE_CACHE: own}
    })
    expect(status).toBe(0)
    const path = readdirSync(own, {recursive: true, encoding: 'utf8'}).find(each => each.endsWith('.code')) as string
    const filename = join(installed, 'dist', 'tenure.cjs')
    const cachedData = readFileSync(join(own, path)).subarray(32)
    expect(new Script(readFileSync(filename, 'latin1'), {filename, cachedData}).cachedDataRejected).toBe(false)
  })

  test('what is not whole is not used', () => {
    const [path = ''] = files()
    const bytes = readFileSync(join(cache, path))
    for (const broken of [
      bytes.subarray(0, 1000),
      Buffer.alloc(0),
      Buffer.concat([bytes.subarray(0, -1), Buffer.from([7])])
    ]) {
      writeFileSync(join(cache, path), broken)
      expect(withCache('check')).toEqual(run({TENURE_CACHE: 'off'}, 'check'))
      expect(readFileSync(join(cache, path)).length).toBeGreaterThan(bytes.length / 2)
    }
  })

  test('without a place to keep it all goes on', () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    expect(run({TENURE_CACHE: file}, 'check')).toEqual(run({TENURE_CACHE: 'off'}, 'check'))
  })
})
