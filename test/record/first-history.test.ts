import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, pathsIn, tenure, write} from '../cli/run.ts'
import {git} from '../gate/scenario.ts'

const spec = (name: string): string =>
  `openapi: 3.0.3\ninfo: {title: ${name} API, version: "1"}\npaths: {/v1/${name}: {get: {responses: {"200": {description: All}}}}}\n`
const APIS = {'alpha/openapi.yaml': spec('alpha'), 'gamma/openapi.yaml': spec('gamma')}
const AS_OF = ['--as-of', '2026-03-02']

async function repository(files: Record<string, string>, ...tags: string[]): Promise<string> {
  const cwd = folder(files)
  const commit = async (message: string): Promise<void> => {
    await git(cwd, ['add', '--all'])
    await git(cwd, ['-c', 'user.name=a', '-c', 'user.email=a@library.example', 'commit', '-qm', message])
  }
  await git(cwd, ['init', '--quiet', '--initial-branch', 'main'])
  await commit('One')
  for (const tag of tags) await git(cwd, ['tag', tag])
  return cwd
}

const read = (cwd: string, name = 'tenure.yaml'): string => readFileSync(join(cwd, name), 'utf8')

/** The command in an error message. */
function remedyOf(err: string): string[] {
  const [, line = ''] = /Run `tenure ([^`]+)`/.exec(err) ?? []
  return line.split(' ')
}

describe.concurrent('the first history of an API', () => {
  it.each([[['audit', '--api', 'alpha']], [['due', '--api', 'alpha']]])(
    'is created with the command that %s suggests, without tags',
    async command => {
      const cwd = await repository(APIS)
      const {out} = await tenure(['init'], {cwd})
      expect(out).toContain('the first release: `tenure record --release 1.0 --api alpha`')
      const rejected = await tenure([...command, ...AS_OF], {cwd})
      expectRefusal(rejected)
      expect(remedyOf(rejected.err).join(' ')).toBe('record --release 1.0 --api alpha')
      const created = await tenure([...remedyOf(rejected.err), ...AS_OF], {cwd})
      expect(created).toMatchObject({code: 0, err: ''})
      expect(created.out).toContain('Recorded 1.0 (2026-03-02) in alpha/api-history/releases/1.0.yaml: 1 added.')
      expect(read(cwd, 'alpha/api-history/service.yaml')).toContain('service: "alpha API"\n')
      expect(read(cwd)).toContain('  - name: alpha\n    spec: alpha/openapi.yaml\n    history: alpha/api-history\n')
      expect(await tenure([...command, ...AS_OF], {cwd})).toMatchObject({code: 0, err: ''})
      // The other API has no history yet.
      expectRefusal(await tenure(['audit', '--api', 'gamma'], {cwd}))
    }
  )

  it.each([
    ['without tags', [], 'Started a history in alpha/api-history.\n'],
    ['with tags', ['v1.0'], '']
  ] as const)('is created by the first deprecation, %s', async (_, tags, message) => {
    const cwd = await repository(APIS, ...tags)
    await tenure(['init'], {cwd})
    const misspelled = await tenure(['deprecate', 'GET /v1/alphaa', '--api', 'alpha', ...AS_OF], {cwd})
    expectRefusal(misspelled)
    if (tags.length === 0)
      expect(pathsIn(cwd).filter(path => path.startsWith('alpha/'))).toEqual(['alpha/openapi.yaml'])
    const {code, err} = await tenure(['deprecate', 'GET /v1/alpha', '--api', 'alpha', ...AS_OF], {cwd})
    expect(code, err).toBe(0)
    if (tags.length === 0) expect(err).toBe(message)
    else expect(misspelled.err).toMatch(/^Wrote alpha\/api-history: 1 release with 1 change\./m)
    expect(read(cwd, 'alpha/api-history/next/get-v1-alpha.yaml')).toMatch(/^- deprecated: GET \/v1\/alpha\n/)
    expect((await tenure(['due', '--api', 'alpha', ...AS_OF], {cwd})).code).toBe(0)
  })

  it('is created from tags with the description of the API', async () => {
    const cwd = await repository(APIS, 'v1.0')
    const {out} = await tenure(['init'], {cwd})
    expect(out).toContain('Record the past from the tags: `tenure record --all`')
    const rejected = await tenure(['due', '--api', 'gamma'], {cwd})
    expect(remedyOf(rejected.err).join(' ')).toBe('record --all --api gamma')
    const result = await tenure(remedyOf(rejected.err), {cwd})
    expect(result.code, result.err).toBe(0)
    expect(result.out).toContain('Wrote gamma/api-history: 1 release with 1 change')
    expect(read(cwd, 'gamma/api-history/releases/v1.0.yaml')).toContain('added: GET /v1/gamma')
    expect(read(cwd)).toContain('    spec: gamma/openapi.yaml\n    history: gamma/api-history\n')
    expect((await tenure(remedyOf(rejected.err), {cwd})).out).toContain('is up to date')
    expect((await tenure(['audit', '--api', 'gamma'], {cwd})).code).toBe(0)
    expect((await tenure(['audit', '.', '--spec', 'alpha/openapi.yaml', '--api', 'alpha'], {cwd})).code).toBe(0)
  })

  it('is created from tags for a single API', async () => {
    const cwd = await repository({'contract/openapi.yaml': spec('alpha')}, 'v1.0')
    await tenure(['init'], {cwd})
    const rejected = await tenure(['due'], {cwd})
    expect(remedyOf(rejected.err).join(' ')).toBe('record --all')
    expect((await tenure(['record', '--all'], {cwd})).out).toContain('Wrote api-history: 1 release with 1 change')
    expect((await tenure(['audit'], {cwd})).code).toBe(0)
  })

  it("isn't needed if tags are read: commands have the same exit code before and after `init`", async () => {
    const cwd = await repository({'api/openapi.yaml': spec('alpha')}, 'v1.0')
    const commands = [
      ['audit'],
      ['notes', 'v1.0'],
      ['upgrade', 'v1.0', 'v1.0'],
      ['changelog', '--endpoint', 'GET /v1/alpha'],
      ['site', '--output', 'life.html']
    ]
    const before = await Promise.all(commands.slice(0, 4).map(command => tenure([...command, ...AS_OF], {cwd})))
    await tenure(['init', '--policy', 'stripe'], {cwd})
    const after = await Promise.all(commands.map(command => tenure([...command, ...AS_OF], {cwd})))
    for (const [at, result] of after.entries())
      expect(result.code, `${commands[at]}: ${result.err}`).toBe(before[at]?.code ?? 0)
    expect(after[0]?.out).toContain('(policy: stripe)')
    expect(after[0]?.out).toContain('1 release from the tags `v*` of the repository, spec at `api/openapi.yaml`')
    // A history takes precedence over tags.
    write(cwd, {'history.yaml': 'format: 1\nservice: Lending\nreleases: []\n'})
    expect((await tenure(['audit', ...AS_OF], {cwd})).out).toContain('history.yaml')
  })

  it("isn't needed for several APIs with tags", async () => {
    const cwd = await repository(APIS, 'v1.0')
    await tenure(['init'], {cwd})
    expect((await tenure(['audit'], {cwd})).out).toMatch(/ in 2 APIs; .*\n\n {2}API .*\n {2}alpha {2}.*\n {2}gamma {2}/)
    for (const api of ['alpha', 'gamma']) {
      const {out, code} = await tenure(['audit', '--api', api], {cwd})
      expect(code).toBe(0)
      expect(out).toContain(`spec at \`${api}/openapi.yaml\``)
    }
  })

  it("isn't needed if the repository or its tags are named", async () => {
    const cwd = await repository({...APIS, 'contract/openapi.yaml': spec('other')}, 'v1.0')
    await tenure(['init'], {cwd})
    for (const source of [['.'], [cwd], ['--releases', 'tags:v*'], ['.', '--releases', 'branch:main']])
      for (const command of ['audit', 'changelog']) {
        const {out, err, code} = await tenure([command, ...source, '--api', 'gamma', ...AS_OF], {cwd})
        expect(code, `${command} ${source.join(' ')}: ${err}`).toBe(0)
        expect(out + err).toContain('`gamma/openapi.yaml`')
      }
    const {out} = await tenure(['audit', '.', '--spec', 'alpha/openapi.yaml', '--api', 'gamma', ...AS_OF], {cwd})
    expect(out).toContain('spec at `alpha/openapi.yaml`')
  })

  it('is created from tags with one command without a configuration', async () => {
    const cwd = await repository({'contract/openapi.yaml': spec('alpha')}, 'v1.0')
    const rejected = await tenure(['due', 'GET /v1/alpha'], {cwd})
    expect(remedyOf(rejected.err).join(' ')).toBe('record --all --spec contract/openapi.yaml')
    expect((await tenure(remedyOf(rejected.err), {cwd})).code).toBe(0)
    expect((await tenure(['due', 'GET /v1/alpha', ...AS_OF], {cwd})).code).toBe(0)
  })

  it('is created at the configured path, or next to the description under a free name', async () => {
    const config =
      '{"format": 1, "apis": [{"name": "a b", "spec": "api/one.yaml"}, {"name": "two", "spec": "api/two.yaml"}, {"name": "three", "spec": "three.yaml", "history": "record/three.yaml"}]}'
    const cwd = folder({
      'tenure.yaml': config,
      'api/one.yaml': spec('one'),
      'api/two.yaml': spec('two'),
      'three.yaml': spec('three')
    })
    const rejected = await tenure(['audit', '--api', 'three'], {cwd})
    expectRefusal(rejected)
    expect(remedyOf(rejected.err).join(' ')).toBe('record --release 1.0 --api three')
    expect((await tenure(['audit', '--api', 'a b'], {cwd})).err).toContain(
      "Run `tenure record --release 1.0 --api 'a b'` to create one.\n"
    )
    const dryRun = await tenure(['record', '--release', '1.0', '--api', 'three', '--dry-run'], {cwd})
    expect(dryRun.code, dryRun.err).toBe(0)
    expect(read(cwd)).toBe(config)
    expect(pathsIn(cwd)).toHaveLength(5)
    for (const api of ['three', 'a b', 'two']) {
      const result = await tenure(['record', '--release', '1.0', '--api', api], {cwd})
      expect(result.code, result.err).toBe(0)
      expect((await tenure(['audit', '--api', api], {cwd})).code).toBe(0)
    }
    expect(JSON.parse(read(cwd))).toMatchObject({
      apis: [{history: 'api/one-history'}, {history: 'api/two-history'}, {history: 'record/three.yaml'}]
    })
  })

  it("isn't written over a file that isn't configured", async () => {
    const cwd = await repository(APIS)
    await tenure(['init'], {cwd})
    write(cwd, {'alpha/api-history/service.yaml': 'service: Another\n'})
    const rejected = await tenure(['record', '--release', '1.0', '--api', 'alpha'], {cwd})
    expectRefusal(rejected)
    expect(rejected.err).toContain('for example: history: alpha/api-history')
    expect(read(cwd, 'alpha/api-history/service.yaml')).toBe('service: Another\n')
  })
})
