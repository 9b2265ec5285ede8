import {chmodSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {expect, test} from 'vitest'
import {folder, REPOSITORY, tenure} from '../cli/run.ts'

const BOTH = ['3.0', '3.1'].map(each => join(REPOSITORY, `fixtures/lending-library/api-${each}.yaml`))
const diff = (env: Readonly<Record<string, string>>, cwd = REPOSITORY) => tenure(['diff', ...BOTH], {cwd, env})
const isEntry = (path: string): boolean => /[\da-f]{62}\.bin$/.test(path)
const filesIn = (path: string): string[] => readdirSync(path, {recursive: true, encoding: 'utf8'})

test('results are cached in a private folder of the user', async () => {
  const cache = join(folder(), 'mine')
  expect(await diff({TENURE_CACHE: cache})).toEqual(await diff({TENURE_CACHE: 'off'}))
  expect(filesIn(cache).some(isEntry)).toBe(true)
  if (process.platform !== 'win32') expect(statSync(cache).mode & 0o777).toBe(0o700)
})

test.skipIf(process.platform === 'win32')(
  "results aren't cached in a folder that others can write, and a message says so",
  async () => {
    const [shared, uncached] = [folder({'below/.keep': ''}), await diff({TENURE_CACHE: 'off'})]
    chmodSync(shared, 0o777)
    for (const cache of [shared, join(shared, 'below')]) {
      const err = `Results aren't cached: \`${realpathSync(shared)}\` can be written by others. Run \`chmod go-w\` on it, or set \`TENURE_CACHE\` to another folder or to \`off\`.\n`
      expect(await diff({TENURE_CACHE: cache})).toEqual({...uncached, err})
    }
    expect(filesIn(shared).filter(isEntry)).toEqual([])
  }
)

test("results aren't cached at a relative path, in a repository, or by default in CI", async () => {
  const cwd = folder({'.git/HEAD': ''})
  const relativePath = await diff({TENURE_CACHE: 'cache'}, cwd)
  expect(relativePath.err).toBe(
    "Results aren't cached: `TENURE_CACHE` is `cache`, not an absolute path. Set `TENURE_CACHE` to a folder that only you can write, or to `off`.\n"
  )
  const inside = await diff({TENURE_CACHE: join(cwd, 'cache')}, cwd)
  expect(inside.err).toBe(
    `Results aren't cached: \`${cwd}\` holds \`.git\`, so a change could bring what is cached below it. Set \`TENURE_CACHE\` to a folder that only you can write, or to \`off\`.\n`
  )
  expect(filesIn(cwd).toSorted()).toEqual(['.git', '.git/HEAD'])
  const [home, named] = [folder(), folder()]
  chmodSync(home, 0o777)
  expect(await diff({TENURE_CACHE: '', XDG_CACHE_HOME: home, CI: 'true'})).toMatchObject({err: ''})
  expect(filesIn(home)).toEqual([])
  expect(await diff({TENURE_CACHE: named, CI: 'true'})).toMatchObject({err: ''})
  expect(filesIn(named).length).toBeGreaterThan(0)
})

test('the reason for not caching is printed once per run', async () => {
  const cwd = folder({
    '.git/HEAD': '',
    'v1.0.yaml': readFileSync(BOTH[0] as string),
    'v1.1.yaml': readFileSync(BOTH[1] as string)
  })
  for (const args of [
    ['audit', cwd],
    ['changelog', cwd],
    ['check', '--base', 'v1.0.yaml', '--spec', 'v1.1.yaml']
  ]) {
    const {err} = await tenure(args, {cwd, env: {TENURE_CACHE: join(cwd, 'cache')}})
    expect(err.split("Results aren't cached").length - 1, err).toBe(1)
  }
})

test('compiled code is cached only in the cache folder, and damaged code is replaced', async () => {
  const cache = folder()
  // Cached results would avoid loading some files.
  const run = (env: Record<string, string>): Promise<unknown> => {
    for (const name of filesIn(cache).filter(isEntry)) rmSync(join(cache, name))
    return tenure(['diff', ...BOTH], {env})
  }
  const compiledCode = (): string[] => filesIn(cache).filter(name => name.endsWith('.bin') && !isEntry(name))
  const first = await run({TENURE_CACHE: cache})
  expect(first).toMatchObject({code: 0, err: ''})
  // One entry for each file of the program that the command loads.
  const names = compiledCode()
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) expect(name).toMatch(/^\d[^/\\]*[/\\]code[/\\]v\d+\.\d+\.\d+-\w+-[\da-f]+\.bin$/)
  const paths = names.map(name => join(cache, name))
  const writeTimes = (): number[] => paths.map(path => statSync(path).mtimeMs)
  const before = writeTimes()
  expect(await run({TENURE_CACHE: cache})).toEqual(first)
  expect(writeTimes(), 'the second run compiles nothing').toEqual(before)

  // Damaged code and code for other flags count as missing.
  const codes = paths.map(path => readFileSync(path))
  const damages: ((code: Buffer) => Buffer)[] = [
    code => {
      const damaged = Buffer.from(code)
      damaged.writeUInt8(damaged.readUInt8(code.length >> 1) ^ 1, code.length >> 1)
      return damaged
    },
    code => code.subarray(0, code.length >> 1),
    () => Buffer.alloc(2)
  ]
  for (const damage of damages) {
    for (const [at, path] of paths.entries()) writeFileSync(path, damage(codes[at] as Buffer))
    expect(await run({TENURE_CACHE: cache})).toEqual(first)
    for (const [at, path] of paths.entries())
      expect(readFileSync(path).length, 'it is written again').toBeGreaterThan((codes[at] as Buffer).length >> 1)
  }
  expect(await run({TENURE_CACHE: cache, NODE_OPTIONS: '--interpreted-frames-native-stack'})).toEqual(first)

  for (const name of compiledCode()) rmSync(join(cache, name))
  expect(await run({TENURE_CACHE: 'off'})).toEqual(first)
  expect(compiledCode()).toEqual([])
  if (process.platform === 'win32') return
  chmodSync(cache, 0o777)
  expect(await run({TENURE_CACHE: cache})).toMatchObject({code: 0})
  expect(compiledCode()).toEqual([])
})
