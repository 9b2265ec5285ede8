import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, NO_SPEC, tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {DELETED, get, repositoryOf, spec, TODAY} from './scenario.ts'

const [LOANS, SHELVES] = [get('/v1/loans'), get('/v1/shelves')]
const HISTORY = 'format: 1\nservice: Lending Library API\nreleases:\n  - {release: "1.0", date: 2024-01-01}\n'
const CONFIG = 'format: 1\nhistory: history.yaml\n'
const HISTORY_ONLY = {'history.yaml': HISTORY, 'tenure.yaml': CONFIG}
const SERVER = {
  'package.json': '{"dependencies": {"express": "^5"}}',
  'src/main.ts': "import express from 'express'\nexpress().listen(3000)\n"
}
const UNUSUAL_PLACE = {
  'spec/json/library.json': JSON.stringify({openapi: '3.0.3', info: {title: 'L', version: '1'}, paths: {}})
}

const check = (cwd: string, ...args: string[]) => tenure(['check', '--as-of', TODAY, ...args], {cwd})

describe.concurrent('a check that finds no description exits 2', () => {
  it.each(
    sample([
      ['outside of a git repository', undefined, HISTORY_ONLY],
      ['with the first history', {'readme.md': 'x\n'}, HISTORY_ONLY],
      ["with a server that isn't configured", {...HISTORY_ONLY, ...SERVER}, {'readme.md': 'x\n'}],
      ['with a description in an unusual place', {...HISTORY_ONLY, ...UNUSUAL_PLACE}, {'readme.md': 'x\n'}],
      ['with a configuration that names no description', {'readme.md': 'x\n'}, {'tenure.yaml': 'format: 1\n'}],
      [
        'if the change removes a description in an unusual place',
        {...HISTORY_ONLY, ...UNUSUAL_PLACE},
        {'spec/json/library.json': DELETED}
      ]
    ])
  )('%s', async (_, main, branch) => {
    const cwd = main ? await repositoryOf({main: [['2025-01-01', main]], branch: [[TODAY, branch]]}) : folder(branch)
    const result = await check(cwd)
    expectRefusal(result)
    expect(result.err).toContain('Nothing was compared: ')
    expect(result.err).toContain('`spec: none`')
  })

  it('says in every format that nothing was compared', async () => {
    const cwd = folder(HISTORY_ONLY)
    for (const format of ['json', 'sarif', 'junit', 'github', 'gitlab', 'markdown']) {
      const {code, out} = await check(cwd, '--format', format)
      expect(code, format).toBe(2)
      expect(out, format).toContain('Nothing was compared')
    }
  })

  it('names candidates for a description in the target', async () => {
    const places = await repositoryOf({
      main: [['2025-01-01', {...HISTORY_ONLY, ...UNUSUAL_PLACE}]],
      branch: [[TODAY, {'a.md': 'x'}]]
    })
    expect((await check(places)).err).toContain('(`spec/json/library.json`)')
    const server = await repositoryOf({
      main: [['2025-01-01', {...HISTORY_ONLY, ...SERVER}]],
      branch: [[TODAY, {'a.md': 'x'}]]
    })
    expect((await check(server)).err).toContain('(`package.json` lists a server: name the file that starts it)')
  })
})

describe.concurrent('a history without a description passes, and the first line says that nothing else was checked', () => {
  it.each(
    sample([
      ['if the target has only a history', {...HISTORY_ONLY}, {'readme.md': 'x\n'}],
      ['if the target has only a history with a default name', {'history.yaml': HISTORY}, {'readme.md': 'x\n'}],
      [
        'if the configuration has `spec: none`',
        {...HISTORY_ONLY, ...SERVER, 'tenure.yaml': `${CONFIG}spec: none\n`},
        {'a.md': 'x\n'}
      ],
      [
        'if the adopting change has `spec: none`',
        {'readme.md': 'x\n'},
        {...HISTORY_ONLY, 'tenure.yaml': `${CONFIG}spec: none\n`}
      ],
      [
        'if the change deletes `spec: none`',
        {...HISTORY_ONLY, 'tenure.yaml': `${CONFIG}spec: none\n`},
        {'tenure.yaml': CONFIG}
      ]
    ])
  )('%s', async (_, main, branch) => {
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

  it('outside of a git repository with `spec: none`', async () => {
    const {code, out} = await check(
      folder({'history.yaml': HISTORY, 'tenure.yaml': NO_SPEC, 'openapi.yaml': spec(LOANS)})
    )
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toContain('(history only, no description compared)')
  })
})

describe.concurrent('a description of the target is compared even if the change sets `spec: none`', () => {
  const NONE = `${CONFIG}spec: none\n`
  const TARGETS = [
    ['a configured description', {...HISTORY_ONLY, 'tenure.yaml': `${CONFIG}spec: lib/loans.yaml\n`}, 'lib/loans.yaml'],
    ['a description with a default name', HISTORY_ONLY, 'openapi.yaml'],
    ['a description without a configuration', {'history.yaml': HISTORY}, 'openapi.yaml'],
    [
      'the description of one of several APIs',
      {
        ...HISTORY_ONLY,
        'other.yaml': spec(LOANS),
        'tenure.yaml': 'apis:\n  - {name: a, spec: lib/a.yaml}\n  - {name: b, spec: other.yaml}\n'
      },
      'lib/a.yaml'
    ]
  ] as const
  const CONFIGS: Readonly<Record<string, string>> = {
    'the description of one of several APIs':
      'apis:\n  - {name: a, spec: none, history: history.yaml}\n  - {name: b, spec: other.yaml}\n'
  }

  it.each(sample(TARGETS))('%s: an endpoint is removed', async (name, main, path) => {
    const cwd = await repositoryOf({
      main: [['2025-01-01', {...main, [path]: spec(LOANS, SHELVES)}]],
      branch: [[TODAY, {[path]: spec(LOANS), 'tenure.yaml': CONFIGS[name] ?? NONE}]]
    })
    const {code, out, err} = await check(cwd)
    expect(code, out + err).toBe(1)
    expect(out).toContain('`GET /v1/shelves` is removed')
  })

  it.each(sample(TARGETS))('%s: the description is unchanged', async (name, main, path) => {
    const cwd = await repositoryOf({
      main: [['2025-01-01', {...main, [path]: spec(LOANS, SHELVES)}]],
      branch: [[TODAY, {'tenure.yaml': CONFIGS[name] ?? NONE}]]
    })
    const {code, out, err} = await check(cwd)
    expect(code, out + err).toBe(0)
    expect(out).not.toContain('history only')
  })

  it.each(sample(TARGETS))('%s: the description is deleted', async (name, main, path) => {
    const cwd = await repositoryOf({
      main: [['2025-01-01', {...main, [path]: spec(LOANS, SHELVES)}]],
      branch: [[TODAY, {[path]: DELETED, 'tenure.yaml': CONFIGS[name] ?? NONE}]]
    })
    const {code, out, err} = await check(cwd)
    expect(code, out + err).toBe(1)
    expect(out).toContain('`GET /v1/loans`')
  })
})

describe.concurrent('a check without an older state', () => {
  it('passes the first description and says that nothing was compared', async () => {
    const cwd = await repositoryOf({
      main: [['2025-01-01', {'readme.md': 'x\n'}]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS), 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'}]]
    })
    for (const args of [[], ['--fail-on=undetermined']]) {
      const {code, out} = await check(cwd, ...args)
      expect(code).toBe(0)
      expect(out.split('\n')[0]).toMatch(/^\? No violations, but nothing was compared in openapi\.yaml/)
    }
  })

  it('says that a description was compared with itself', async () => {
    const cwd = folder({'openapi.yaml': spec(LOANS)})
    const {code, out} = await check(cwd, '--base', './openapi.yaml')
    expect(code).toBe(0)
    expect(out).toMatch(/^\? No violations, but nothing was compared .*\nCompared `openapi\.yaml` with itself\./)
  })

  it('passes if the base is the checked commit', async () => {
    const cwd = await repositoryOf({
      main: [['2025-01-01', {'openapi.yaml': spec(LOANS)}]],
      branch: [[TODAY, {'a.md': 'x'}]]
    })
    expect((await check(cwd, '--base', 'main')).out).toMatch(/^✔ No policy violations in openapi\.yaml/)
  })
})

describe.concurrent('an audit of unreadable releases', () => {
  const UNREADABLE = 'openapi: 3.0.3\ninfo: {title: a\n'
  const audit = (cwd: string, ...args: string[]) => tenure(['audit', 'specs', '--as-of', TODAY, ...args], {cwd})
  const releases = (...texts: string[]) =>
    folder(Object.fromEntries(texts.map((text, at) => [`specs/1.${at}.yaml`, text])))

  it('exits 2 if no release is readable', async () => {
    const result = await audit(releases(UNREADABLE, UNREADABLE, UNREADABLE))
    expectRefusal(result)
    expect(result.err).toMatch(/^specs: None of the 3 releases in it could be read, so nothing can be checked\./)
    expect(result.err).toContain('\nspecs/1.0.yaml:3:1: 1.0: Invalid YAML')
    expectRefusal(await audit(releases(UNREADABLE)))
  })

  it('names the unreadable releases in the first line', async () => {
    const {code, out} = await audit(releases(spec(LOANS), UNREADABLE, spec(LOANS)))
    expect(code).toBe(0)
    expect(out).toMatch(/^\? No violations in specs \(1 of 3 releases couldn't be read: 1\.1\) /)
  })

  it('says that nothing was compared if only one release is readable', async () => {
    const {code, out} = await audit(releases(spec(LOANS)))
    expect(code).toBe(0)
    expect(out).toMatch(/^\? No violations, but nothing was compared in specs /)
    const one = await audit(releases(spec(LOANS), UNREADABLE), '--format', 'json')
    expect(JSON.parse(one.out)).toMatchObject({uncompared: {text: expect.stringContaining('Only one of 2 releases')}})
  })
})
