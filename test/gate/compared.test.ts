import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, NO_SPEC, tenure} from '../cli/run.ts'
import {DELETED, get, repositoryOf, spec, TODAY} from './scenario.ts'

const [LOANS, SHELVES] = [get('/v1/loans'), get('/v1/shelves')]
const HISTORY = 'format: 1\nservice: Lending Library API\nreleases:\n  - {release: "1.0", date: 2024-01-01}\n'
const CONFIG = 'format: 1\nhistory: history.yaml\n'
const ALONE = {'history.yaml': HISTORY, 'tenure.yaml': CONFIG}
const SERVER = {
  'package.json': '{"dependencies": {"express": "^5"}}',
  'src/main.ts': "import express from 'express'\nexpress().listen(3000)\n"
}
const PLACED = {
  'spec/json/library.json': JSON.stringify({openapi: '3.0.3', info: {title: 'L', version: '1'}, paths: {}})
}

const check = (cwd: string, ...args: string[]) => tenure(['check', '--as-of', TODAY, ...args], {cwd})

describe.concurrent('a check that compares no description is no success', () => {
  it.each([
    ['outside of git', undefined, ALONE],
    ['with the first history', {'readme.md': 'x\n'}, ALONE],
    ['with a server that no one named', {...ALONE, ...SERVER}, {'readme.md': 'x\n'}],
    ['with a description in an unusual place', {...ALONE, ...PLACED}, {'readme.md': 'x\n'}],
    ['with a configuration that names nothing', {'readme.md': 'x\n'}, {'tenure.yaml': 'format: 1\n'}],
    ['where the change removes an unusual description', {...ALONE, ...PLACED}, {'spec/json/library.json': DELETED}]
  ])('%s', async (_, main, branch) => {
    const cwd = main ? await repositoryOf({main: [['2025-01-01', main]], branch: [[TODAY, branch]]}) : folder(branch)
    const ran = await check(cwd)
    expectRefusal(ran)
    expect(ran.err).toContain('Nothing was compared: ')
    expect(ran.err).toContain('`spec: none`')
  })

  it('says in every format that nothing was checked', async () => {
    const cwd = folder(ALONE)
    for (const format of ['json', 'sarif', 'junit', 'github', 'gitlab', 'markdown']) {
      const {code, out} = await check(cwd, '--format', format)
      expect(code, format).toBe(2)
      expect(out, format).toContain('Nothing was compared')
    }
  })

  it('names what the target has', async () => {
    const places = await repositoryOf({main: [['2025-01-01', {...ALONE, ...PLACED}]], branch: [[TODAY, {'a.md': 'x'}]]})
    expect((await check(places)).err).toContain('(`spec/json/library.json`)')
    const server = await repositoryOf({main: [['2025-01-01', {...ALONE, ...SERVER}]], branch: [[TODAY, {'a.md': 'x'}]]})
    expect((await check(server)).err).toContain('(`package.json` lists a server: name the file that starts it)')
  })
})

describe.concurrent('a history alone is checked, and the first line says so', () => {
  it.each([
    ['where the target has a history alone', {...ALONE}, {'readme.md': 'x\n'}],
    ['where the target has one with a usual name', {'history.yaml': HISTORY}, {'readme.md': 'x\n'}],
    ['where the configuration says so', {...ALONE, ...SERVER, 'tenure.yaml': `${CONFIG}spec: none\n`}, {'a.md': 'x\n'}],
    ['where the adopting change says so', {'readme.md': 'x\n'}, {...ALONE, 'tenure.yaml': `${CONFIG}spec: none\n`}],
    ['whatever stops saying so', {...ALONE, 'tenure.yaml': `${CONFIG}spec: none\n`}, {'tenure.yaml': CONFIG}]
  ])('%s', async (_, main, branch) => {
    const cwd = await repositoryOf({main: [['2025-01-01', main]], branch: [[TODAY, branch]]})
    for (const args of [[], ['--base', 'main']]) {
      const {code, out, err} = await check(cwd, ...args)
      expect(code, out + err).toBe(0)
      expect(out.split('\n')[0]).toMatch(
        /^✔ No policy violations in history\.yaml \(history only, no description compared\)/
      )
    }
    expect(JSON.parse((await check(cwd, '--format', 'json')).out)).toMatchObject({uncompared: {isHistoryOnly: true}})
    expect((await check(cwd, '--format', 'markdown')).out).toContain('(history only, no description compared)')
  })

  it('outside of git, where the configuration says so', async () => {
    const {code, out} = await check(
      folder({'history.yaml': HISTORY, 'tenure.yaml': NO_SPEC, 'openapi.yaml': spec(LOANS)})
    )
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toContain('(history only, no description compared)')
  })
})

describe.concurrent('a description that the target has is compared, whatever the change says', () => {
  const NONE = `${CONFIG}spec: none\n`
  const TARGETS = [
    ['named', {...ALONE, 'tenure.yaml': `${CONFIG}spec: lib/loans.yaml\n`}, 'lib/loans.yaml'],
    ['with a usual name', ALONE, 'openapi.yaml'],
    ['without a configuration', {'history.yaml': HISTORY}, 'openapi.yaml'],
    [
      'of one of several APIs',
      {
        ...ALONE,
        'other.yaml': spec(LOANS),
        'tenure.yaml': 'apis:\n  - {name: a, spec: lib/a.yaml}\n  - {name: b, spec: other.yaml}\n'
      },
      'lib/a.yaml'
    ]
  ] as const
  const CONFIGS: Readonly<Record<string, string>> = {
    'of one of several APIs':
      'apis:\n  - {name: a, spec: none, history: history.yaml}\n  - {name: b, spec: other.yaml}\n'
  }

  it.each(TARGETS)('%s: an endpoint is removed', async (name, main, path) => {
    const cwd = await repositoryOf({
      main: [['2025-01-01', {...main, [path]: spec(LOANS, SHELVES)}]],
      branch: [[TODAY, {[path]: spec(LOANS), 'tenure.yaml': CONFIGS[name] ?? NONE}]]
    })
    const {code, out, err} = await check(cwd)
    expect(code, out + err).toBe(1)
    expect(out).toContain('`GET /v1/shelves` is removed')
  })

  it.each(TARGETS)('%s: nothing is removed', async (name, main, path) => {
    const cwd = await repositoryOf({
      main: [['2025-01-01', {...main, [path]: spec(LOANS, SHELVES)}]],
      branch: [[TODAY, {'tenure.yaml': CONFIGS[name] ?? NONE}]]
    })
    const {code, out, err} = await check(cwd)
    expect(code, out + err).toBe(0)
    expect(out).not.toContain('history only')
  })

  it.each(TARGETS)('%s: it is deleted', async (name, main, path) => {
    const cwd = await repositoryOf({
      main: [['2025-01-01', {...main, [path]: spec(LOANS, SHELVES)}]],
      branch: [[TODAY, {[path]: DELETED, 'tenure.yaml': CONFIGS[name] ?? NONE}]]
    })
    const {code, out, err} = await check(cwd)
    expect(code, out + err).toBe(1)
    expect(out).toContain('`GET /v1/loans`')
  })
})

describe.concurrent('with nothing older', () => {
  it('the first description fails no adoption, and is no plain success', async () => {
    const cwd = await repositoryOf({
      main: [['2025-01-01', {'readme.md': 'x\n'}]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS), 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'}]]
    })
    for (const args of [[], ['--strict']]) {
      const {code, out} = await check(cwd, ...args)
      expect(code).toBe(0)
      expect(out.split('\n')[0]).toMatch(/^\? No violations, but nothing was compared in openapi\.yaml/)
    }
  })

  it('a description is not its own base', async () => {
    const cwd = folder({'openapi.yaml': spec(LOANS)})
    const {code, out} = await check(cwd, '--base', './openapi.yaml')
    expect(code).toBe(0)
    expect(out).toMatch(/^\? No violations, but nothing was compared .*\nCompared `openapi\.yaml` with itself\./)
  })

  it('the commit that is the base is compared', async () => {
    const cwd = await repositoryOf({
      main: [['2025-01-01', {'openapi.yaml': spec(LOANS)}]],
      branch: [[TODAY, {'a.md': 'x'}]]
    })
    expect((await check(cwd, '--base', 'main')).out).toMatch(/^✔ No policy violations in openapi\.yaml/)
  })
})

describe.concurrent('an audit of releases that can not be read', () => {
  const TORN = 'openapi: 3.0.3\ninfo: {title: a\n'
  const audit = (cwd: string, ...args: string[]) => tenure(['audit', 'specs', '--as-of', TODAY, ...args], {cwd})
  const releases = (...texts: string[]) =>
    folder(Object.fromEntries(texts.map((text, at) => [`specs/1.${at}.yaml`, text])))

  it('is refused if it is all of them', async () => {
    const ran = await audit(releases(TORN, TORN, TORN))
    expectRefusal(ran)
    expect(ran.err).toMatch(/^specs: None of the 3 releases in it could be read, so nothing can be checked\./)
    expect(ran.err).toContain('\nspecs/1.0.yaml:3:1: 1.0: Invalid YAML')
    expectRefusal(await audit(releases(TORN)))
  })

  it('names those in the first line if it is some of them', async () => {
    const {code, out} = await audit(releases(spec(LOANS), TORN, spec(LOANS)))
    expect(code).toBe(0)
    expect(out).toMatch(/^\? No violations in specs \(1 of 3 releases couldn't be read: 1\.1\) /)
  })

  it('compares nothing if there is only one to read', async () => {
    const {code, out} = await audit(releases(spec(LOANS)))
    expect(code).toBe(0)
    expect(out).toMatch(/^\? No violations, but nothing was compared in specs /)
    const one = await audit(releases(spec(LOANS), TORN), '--format', 'json')
    expect(JSON.parse(one.out)).toMatchObject({uncompared: {text: expect.stringContaining('Only one of 2 releases')}})
  })
})
