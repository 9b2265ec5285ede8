import {spawn} from 'node:child_process'
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {folder, REPOSITORY, tenure, tenureProcess, write} from '../cli/run.ts'
import {BEGAN, CONFIG, change, GENERATOR, LIBRARY, lock, NO_BOOKS, REMOVED, routes} from './generated-library.ts'
import {check, checkScenario, DELETED, git, repositoryOf, TODAY} from './scenario.ts'

describe('a change that alters a lock file', () => {
  const newer = {'package-lock.json': lock('1.1.0')}

  test('shows what its generator does differently as drift, and not as breaking changes', async () => {
    const cwd = await repositoryOf(change('drift', newer))
    const {code, out} = await check(cwd)
    const report = JSON.parse(out)
    expect(code, out).toBe(0)
    expect(report.judgments).toEqual([])
    expect(report.drift).toMatchObject({alteredBy: ['package-lock.json'], counts: {breaking: 4}})
    expect(report.uncompared).toMatchObject({
      isPart: true,
      text: expect.stringMatching(
        /^The generator changed 4 places of `openapi\.json` \(4 breaking\), because this change alters `package-lock\.json`\./
      )
    })
    expect((await check(cwd, ['--fail-on=undetermined'])).code).toBe(3)
    const text = await tenure(['check', '--as-of', TODAY], {cwd})
    expect(text.out).toMatch(/^\? No violations in openapi\.json, but not everything was compared/)
    expect(text.out).toMatch(/Drift of the generator\n {2}Breaking\n/)
    expect((await tenure(['check', '--as-of', TODAY, '--format', 'markdown'], {cwd})).out).toContain(
      'Drift of the generator'
    )
  })

  test('is judged for its own changes', async () => {
    await checkScenario(change('removal', {...newer, ...NO_BOOKS}), REMOVED)
    const field = {
      'src/routes.json': routes({'/v1/loans': ['id'], '/v1/books': ['id', 'title'], '/v1/shelves': ['id']})
    }
    await checkScenario(change('field', {...newer, ...field}), {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: {subject: 'GET /v1/loans', field: 'dueOn', in: 'response'}
    })
  })

  test('is judged for endpoints that its dependencies no longer serve', async () => {
    const served = GENERATOR.replace(
      'Object.entries(routes)',
      "Object.entries(version === '1.0.0' ? {...routes, '/health': ['status']} : routes)"
    )
    const main = [[BEGAN, {...LIBRARY, 'scripts/openapi.mjs': served}]] as const
    await checkScenario({name: 'served', main, branch: [[TODAY, newer]]}, {...REMOVED, subject: 'GET /health'})
  })

  test('may have drift that breaks no clients', async () => {
    const linking = GENERATOR.replace("['string', 'null']", "'string'").replace(
      'const names = fields',
      "const names = version === '1.0.0' ? fields : [...fields, 'links']"
    )
    const cwd = await repositoryOf({
      main: [[BEGAN, {...LIBRARY, 'scripts/openapi.mjs': linking}]],
      branch: [[TODAY, newer]]
    })
    const {code, out} = await check(cwd, ['--fail-on=undetermined'])
    expect(code, out).toBe(0)
    const {drift, uncompared, changes} = JSON.parse(out)
    expect(drift.counts).toEqual({compatible: 2})
    expect([uncompared, changes.list]).toEqual([undefined, []])
  })

  test('does not move what the target already has', async () => {
    const main = [[BEGAN, LIBRARY]] as const
    // The target updated the generator after the branch began, so the change is generated with it, too.
    await checkScenario(
      {name: 'behind', main, branch: [[TODAY, {'README.md': '# Library\n'}]], later: [[TODAY, newer]]},
      {code: 0, verdicts: []}
    )
    await checkScenario({name: 'behind', main, branch: [[TODAY, NO_BOOKS]], later: [[TODAY, newer]]}, REMOVED)
  })

  test('is judged as a whole if the base does not build with it', async () => {
    const picky = GENERATOR.replace(
      'const paths',
      "if (version === '1.1.0' && !routes['/v1/shelves']) throw new Error('No shelves')\nconst paths"
    )
    const main = [[BEGAN, {...LIBRARY, 'scripts/openapi.mjs': picky}]] as const
    const shelves = {
      'src/routes.json': routes({'/v1/loans': ['id', 'dueOn'], '/v1/books': ['id', 'title'], '/v1/shelves': ['id']})
    }
    const cwd = await repositoryOf({main, branch: [[TODAY, {...newer, ...shelves}]]})
    const {code, out} = await check(cwd)
    expect(code, out).toBe(1)
    expect(JSON.parse(out).remarks.join(' ')).toContain("so the drift of the generator isn't known")
  })
})

describe('an older base', () => {
  const manifest = (dependencies: object, more: object = {}): string =>
    JSON.stringify({name: 'library', version: '1.0.0', ...more, dependencies})

  test('has the dependencies of the target, and everything else as it was', async () => {
    const probing = GENERATOR.replace(
      'const paths',
      "const own = JSON.parse(readFileSync('package.json', 'utf8'))\nif (JSON.stringify(own.dependencies) !== JSON.stringify({framework: '^1.1.0'}) || own.version !== '1.0.0' || own.type !== 'module') throw new Error(JSON.stringify(own))\nconst paths"
    )
    const first = {
      ...LIBRARY,
      'scripts/openapi.mjs': probing,
      'yarn.lock': 'old\n',
      'package.json': manifest({framework: '^1.0.0', old: '1'}, {type: 'module'})
    }
    const now = {
      'package-lock.json': lock('1.1.0'),
      'yarn.lock': DELETED,
      'scripts/openapi.mjs': GENERATOR,
      'package.json': manifest({framework: '^1.1.0'}, {version: '1.1.0'})
    }
    const cwd = await repositoryOf({
      main: [
        [BEGAN, first],
        ['2026-02-01', now],
        [TODAY, NO_BOOKS]
      ]
    })
    await git(cwd, ['tag', 'v1.0.0', 'HEAD~2'])
    const {code, out, err} = await check(cwd, ['--base', 'refs/tags/v1.0.0'])
    expect(code, err).toBe(1)
    const {findings, revisions, drift} = JSON.parse(out)
    expect(findings).toMatchObject([{subject: 'GET /v1/books'}])
    expect(revisions.base.name).toContain('v1.0.0')
    expect(drift).toBeUndefined()
  })

  test('may be too old to be generated', async () => {
    const {'scripts/openapi.mjs': _, 'tenure.yaml': __, ...before} = LIBRARY
    const cwd = await repositoryOf({
      main: [
        [BEGAN, before],
        [TODAY, LIBRARY]
      ]
    })
    await git(cwd, ['tag', 'v1.0.0', 'HEAD~1'])
    const {code, err} = await check(cwd, ['--base', 'refs/tags/v1.0.0'])
    expect(code).toBe(2)
    expect(err).toMatch(/failed with exit code 1 in the top folder of .*v1\.0\.0/)
  })
})

describe('without a history, a deprecation', () => {
  const marking = GENERATOR.replace(
    'get: {responses',
    "get: {...(fields.includes('deprecated') ? {deprecated: true} : {}), responses"
  )
  const marked = {'src/routes.json': routes({'/v1/loans': ['id', 'dueOn'], '/v1/books': ['id', 'deprecated']})}
  const main = [
    ['2024-01-10', {...LIBRARY, 'scripts/openapi.mjs': marking}],
    ['2024-06-10', marked],
    ['2026-02-01', {'README.md': '# Library\n'}]
  ] as const
  const tagged = async (deprecated: string): Promise<string> => {
    const cwd = await repositoryOf({main, branch: [[TODAY, NO_BOOKS]]})
    await git(cwd, ['tag', 'v1.0.0', 'main~2'], '2024-01-10')
    await git(cwd, ['tag', 'v1.1.0', deprecated], '2024-06-10')
    return cwd
  }

  test('counts since the release whose generated description shows it', async () => {
    const {code, out} = await check(await tagged('main~1'))
    expect(code, out).toBe(0)
    const {judgments, remarks} = JSON.parse(out)
    expect(judgments).toMatchObject([{verdict: 'compliant', start: {earliest: '2024-06-10', latest: '2024-06-10'}}])
    expect(remarks.join(' ')).toContain('v1.1.0, and 1 more was generated')
    const late = await check(await tagged('main'))
    expect(late.code, late.out).toBe(1)
    expect(JSON.parse(late.out).judgments).toMatchObject([{verdict: 'violation'}])
  })

  test('is undetermined if there are no releases', async () => {
    const {code, out} = await check(await repositoryOf({main, branch: [[TODAY, NO_BOOKS]]}), ['--fail-on=undetermined'])
    expect(code, out).toBe(3)
    expect(JSON.parse(out).judgments).toMatchObject([{verdict: 'undetermined'}])
  })
})

describe('generated descriptions', () => {
  const counting = {...LIBRARY, 'tenure.yaml': CONFIG.replace('generate: ', 'generate: echo >> "$COUNTER" && ')}

  test('are cached by everything that they depend on, if lock files name all dependencies', async () => {
    const counter = join(folder(), 'counter')
    const runs = (): number => readFileSync(counter, 'utf8').length
    const cwd = await repositoryOf({main: [[BEGAN, counting]], branch: [[TODAY, NO_BOOKS]]})
    const cache = join(folder(), 'cache')
    const run = () => tenureProcess(['check', '--as-of', TODAY], {cwd, env: {TENURE_CACHE: cache, COUNTER: counter}})
    const first = await run()
    expect(first.code, first.err).toBe(1)
    expect(runs()).toBe(2)
    expect((await run()).out).toBe(first.out)
    expect(runs()).toBe(2)
    write(cwd, {'src/routes.json': routes({})})
    await run()
    expect(runs()).toBe(3)
    const {'package-lock.json': _, ...others} = LIBRARY
    const unlocked = {
      ...others,
      'tenure.yaml': counting['tenure.yaml'],
      'scripts/openapi.mjs': GENERATOR.replace(/^const \{version\}.*$/m, "const version = '1.0.0'")
    }
    const other = await repositoryOf({main: [[BEGAN, unlocked]], branch: [[TODAY, NO_BOOKS]]})
    const again = () =>
      tenureProcess(['check', '--as-of', TODAY], {cwd: other, env: {TENURE_CACHE: cache, COUNTER: counter}})
    expect((await again()).code).toBe(1)
    expect((await again()).code).toBe(1)
    expect(runs()).toBe(7)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('leave nothing behind if %s ends the command', async signal => {
    const started = join(folder(), 'started')
    const slow = {
      ...LIBRARY,
      'tenure.yaml': CONFIG.replace('node scripts/openapi.mjs', `echo $$ $PWD > ${started}; sleep 60`)
    }
    const cwd = await repositoryOf({main: [[BEGAN, slow]], branch: [[TODAY, NO_BOOKS]]})
    const child = spawn(process.execPath, [join(REPOSITORY, 'dist/cli.cjs'), 'check', '--as-of', TODAY], {
      cwd,
      stdio: 'ignore',
      env: {...process.env, TENURE_CACHE: 'off', CI: ''}
    })
    const ended = new Promise<string | null>(resolve => child.on('exit', (_, how) => resolve(how)))
    await expect.poll(() => existsSync(started) && readFileSync(started, 'utf8'), {timeout: 20_000}).toMatch(/\n$/)
    const [pid = '', place = ''] = readFileSync(started, 'utf8').trim().split(' ')
    expect(existsSync(place)).toBe(true)
    child.kill(signal)
    expect(await ended).toBe(signal)
    expect(existsSync(place)).toBe(false)
    await expect.poll(() => isRunning(Number(pid))).toBe(false)
  })
})

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
