import {describe, expect, it} from 'vitest'
import {folder, run, tenure, write} from '../cli/run.ts'
import {repositoryWithLines, type Step} from './lines.ts'
import {LOANS, SHELVES} from './rows.ts'
import {check, cloneOf, get, git, history, spec} from './scenario.ts'

const DRAFTS = get('/v1/drafts')
const FEES = get('/v1/fees')
const CONFIG = 'format: 1\nbase: latest-release\n'
const limit = (most: number) =>
  `/v1/loans: {get: {parameters: [{name: limit, in: query, schema: {type: integer, maximum: ${most}}}], responses: {"200": {description: OK}}}}`
const api = (...paths: readonly string[]) => ({'openapi.yaml': spec(...paths)})
const RELEASED: Step = {on: 'main', files: {...api(LOANS, SHELVES), 'tenure.yaml': CONFIG}, tags: ['v1.0']}
const toMain = {CI: 'true', GITHUB_BASE_REF: 'main'}
const toBranch = (name: string) => ({CI: 'true', GITHUB_BASE_REF: name})

interface Outcome {
  readonly code: number
  readonly verdicts: readonly string[]
  /** Changes as `effect text`. */
  readonly changes: readonly string[]
  readonly remarks: string
  readonly base?: {readonly name: string; readonly reason?: string; readonly unreleased?: string}
}

/** The result of `check` in short. */
async function checkLines(cwd: string, env: Readonly<Record<string, string>>, ...args: string[]): Promise<Outcome> {
  const {code, out, err} = await check(cwd, args, '2026-03-02', env)
  if (code === 2) return {code, verdicts: [], changes: [], remarks: err}
  const report = JSON.parse(out)
  const list = (report.changes?.list ?? []) as {effect: string; text: string}[]
  return {
    code: code ?? -1,
    verdicts: report.judgments.map((each: {verdict: string}) => each.verdict),
    changes: list.map(({effect, text}) => `${effect}: ${text}`),
    remarks: report.remarks.join('\n'),
    base: report.revisions?.base
  }
}

const judge = async (
  steps: readonly Step[],
  checkout: string,
  env: Readonly<Record<string, string>> = toMain,
  ...args: string[]
): Promise<Outcome> => checkLines(await repositoryWithLines(steps, checkout), env, ...args)

describe.concurrent('the newest release as base', () => {
  it("lets a change drop an endpoint that was never released, by the target's configuration", async () => {
    const found = await judge(
      [
        RELEASED,
        {on: 'main', files: api(LOANS, SHELVES, DRAFTS)},
        {on: 'work', from: 'main', files: api(LOANS, SHELVES)}
      ],
      'work'
    )
    expect(found).toMatchObject({code: 0, verdicts: [], changes: ['unreleased: Removed `GET /v1/drafts`.']})
    expect(found.remarks).toContain('`GET /v1/drafts` was never released')
    expect(found.base).toMatchObject({
      name: expect.stringMatching(/^release 1\.0 \(tag `v1\.0`, [\da-f]{7}\)$/),
      reason: 'the newest release that this branch descends from'
    })
  })

  it('still fails the removal of what the release has', async () => {
    const steps: Step[] = [
      RELEASED,
      {on: 'main', files: api(LOANS, SHELVES, DRAFTS)},
      {on: 'work', from: 'main', files: api(LOANS)}
    ]
    expect(await judge(steps, 'work')).toMatchObject({
      code: 1,
      verdicts: ['violation'],
      changes: ['removed: Removed `GET /v1/shelves`.', 'unreleased: Removed `GET /v1/drafts`.']
    })
  })

  it('fails no change that eases what the target broke, and still one that makes it worse', async () => {
    const judgeLimit = (most: number): Promise<Outcome> =>
      judge(
        [
          {...RELEASED, files: {...RELEASED.files, ...api(limit(100))}},
          {on: 'main', files: api(limit(50))},
          {on: 'work', from: 'main', files: api(limit(most))}
        ],
        'work'
      )
    expect(await judgeLimit(60)).toMatchObject({
      code: 0,
      verdicts: [],
      changes: [expect.stringMatching(/^compatible: .* `50` to `60`/), expect.stringMatching(/^inherited: /)]
    })
    expect(await judgeLimit(40)).toMatchObject({code: 1, verdicts: ['violation']})
  })

  it('gives no example that the target already rejects', async () => {
    const cwd = await repositoryWithLines(
      [
        {...RELEASED, files: {...RELEASED.files, ...api(limit(100))}},
        {on: 'main', files: api(limit(50))},
        {on: 'work', from: 'main', files: api(limit(40))}
      ],
      'work'
    )
    const {judgments} = JSON.parse((await check(cwd, [], '2026-03-02', toMain)).out)
    expect(judgments).toMatchObject([{text: expect.stringContaining('from `100` to `40`'), witnesses: [{value: 50}]}])
  })

  it('is none that a pattern with `!` leaves out, such as one that is broken', async () => {
    const steps = (tags: string): Step[] => [
      RELEASED,
      {on: 'main', files: {'openapi.yaml': '{{{\n'}, tags: ['v1.1']},
      {on: 'main', files: {...api(LOANS, SHELVES), 'tenure.yaml': `${CONFIG}${tags}`}},
      {on: 'work', from: 'main', files: api(LOANS)}
    ]
    const broken = await judge(steps(''), 'work')
    expect(broken.code).toBe(2)
    expect(broken.remarks).toContain("Leave it out in the target's `tenure.yaml`: `tags: ['*', '!v1.1']`")
    const found = await judge(steps("tags: ['*', '!v1.1']\n"), 'work')
    expect(found).toMatchObject({code: 1, verdicts: ['violation']})
    expect(found.base?.name).toContain('release 1.0')
  })

  it('lists a break of the target apart, and fails the run for the target', async () => {
    const steps: Step[] = [
      RELEASED,
      {on: 'main', files: api(LOANS)},
      {on: 'work', from: 'main', files: api(LOANS, FEES)}
    ]
    const cwd = await repositoryWithLines(steps, 'work')
    expect(await checkLines(cwd, toMain)).toMatchObject({
      code: 0,
      verdicts: [],
      changes: ['added: Added `GET /v1/fees`.', 'inherited: Removed `GET /v1/shelves`.']
    })
    await git(cwd, ['checkout', '--quiet', 'main'])
    expect(await checkLines(cwd, {})).toMatchObject({code: 1, verdicts: ['violation']})
  })

  it("passes the run for the target with the waiver that it has, which a pull request doesn't report as unused", async () => {
    const waiver =
      '{subject: GET /v1/shelves, reason: security, approver: security@library.example, approved: 2025-06-01}'
    const steps: Step[] = [
      {...RELEASED, files: {...RELEASED.files, 'tenure.yaml': `${CONFIG}waivers:\n  - ${waiver}\n`}},
      {on: 'main', files: api(LOANS)},
      {on: 'work', from: 'main', files: api(LOANS, FEES)}
    ]
    const cwd = await repositoryWithLines(steps, 'work')
    const {code, out} = await check(cwd, [], '2026-03-02', toMain)
    expect({code, findings: JSON.parse(out).findings}).toEqual({code: 0, findings: []})
    await git(cwd, ['checkout', '--quiet', 'main'])
    expect(await checkLines(cwd, {})).toMatchObject({code: 0, verdicts: ['exempt']})
  })

  it('reads the setting from the target, not from the change', async () => {
    const base = {...RELEASED, files: {...api(LOANS, SHELVES), 'tenure.yaml': 'format: 1\nbase: target\n'}}
    const steps: Step[] = [
      base,
      {on: 'main', files: api(LOANS, SHELVES, DRAFTS)},
      {on: 'work', from: 'main', files: {...api(LOANS, SHELVES), 'tenure.yaml': CONFIG}}
    ]
    const found = await judge(steps, 'work')
    expect(found).toMatchObject({code: 1, verdicts: ['violation']})
    expect(found.remarks).toContain('`base: latest-release` counts once it is merged.')
  })

  it('judges a field and a limit that were never released like an endpoint', async () => {
    const loans = (properties: string) => get('/v1/loans', '', properties)
    const steps: Step[] = [
      {...RELEASED, files: {...api(loans('id: {type: string}')), 'tenure.yaml': CONFIG}},
      {on: 'main', files: api(loans('id: {type: string}, note: {type: string}'))},
      {on: 'work', from: 'main', files: api(loans('id: {type: string}'))}
    ]
    const found = await judge(steps, 'work')
    expect(found).toMatchObject({code: 0, verdicts: []})
    expect(found.changes).toEqual([expect.stringMatching(/^unreleased: /)])
  })
})

describe.concurrent('what was never released', () => {
  const recorded = {
    'history.yaml': history([['1.0', '2025-06-01', ['added: GET /v1/loans', 'added: GET /v1/shelves']]]),
    'tenure.yaml': 'format: 1\n'
  }
  const under = (path: string, ...paths: readonly string[]) => ({
    'openapi.yaml': spec(...paths).replace('paths:', `servers: [{url: "https://library.example${path}"}]\npaths:`)
  })
  const judgeStates = (released: object, began: object, changed: object): Promise<Outcome> =>
    judge(
      [
        {on: 'main', files: {...recorded, ...released}, tags: ['v1.0']},
        {on: 'main', files: {...began}},
        {on: 'work', from: 'main', files: {...changed}}
      ],
      'work'
    )

  it('is a limit that is taken back to that of the release, and no lower one', async () => {
    const same = await judgeStates(api(limit(100)), api(limit(200)), api(limit(100)))
    expect(same).toMatchObject({code: 0, changes: [expect.stringMatching(/^unreleased: .* `200` to `100`/)]})
    expect(same.remarks).toContain('What this change breaks was never released')
    expect(await judgeStates(api(limit(150)), api(limit(200)), api(limit(100)))).toMatchObject({code: 1})
  })

  it('is nothing that the release has by another name', async () => {
    const [loans, shelves] = [get('/loans'), get('/shelves')]
    const found = await judgeStates(under('/v1', loans, shelves), under('', LOANS, SHELVES), under('', LOANS))
    expect(found).toMatchObject({code: 1, verdicts: ['violation']})
  })

  it('is nothing if the release can be read only in part, or not at all', async () => {
    const [began, changed] = [api(LOANS, SHELVES), api(LOANS)]
    const part = {'openapi.yaml': spec(LOANS, '/v1/shelves: {$ref: "./shelves.yaml"}')}
    expect(await judgeStates(part, began, changed)).toMatchObject({code: 1, verdicts: ['violation']})
    expect(await judgeStates({'openapi.yaml': 'openapi: ['}, began, changed)).toMatchObject({code: 1})
  })

  it('is not called so if an earlier release had it', async () => {
    const [was, without] = ['added: GET /v1/drafts', 'removed: GET /v1/drafts']
    const releases = history([
      ['0.9', '2025-05-01', ['added: GET /v1/loans', 'added: GET /v1/shelves', was]],
      ['1.0', '2025-06-01', [without]]
    ])
    const released = {...api(LOANS, SHELVES), 'history.yaml': releases}
    const found = await judgeStates(released, api(LOANS, SHELVES, DRAFTS), api(LOANS, SHELVES))
    expect(found).toMatchObject({code: 0})
    expect(found.remarks).toContain("`GET /v1/drafts` isn't in release 1.0 (tag `v1.0`")
  })

  it('is not called so without a history, if there are other releases', async () => {
    const released = (tag: string, ...paths: readonly string[]): Step => ({
      on: 'main',
      files: {...api(...paths), 'tenure.yaml': CONFIG},
      tags: [tag]
    })
    const steps: Step[] = [
      released('v0.9', LOANS, DRAFTS),
      released('v1.0', LOANS),
      {on: 'main', files: api(LOANS, DRAFTS)},
      {on: 'work', from: 'main', files: api(LOANS)}
    ]
    const cwd = await repositoryWithLines(steps, 'work')
    const found = await checkLines(cwd, toMain)
    expect(found).toMatchObject({code: 0})
    expect(found.remarks).toMatch(/`GET \/v1\/drafts` isn't in release 1\.0 \(tag `v1\.0`, [\da-f]{7}\), so no notice/)
    write(cwd, {'clients.yaml': 'extends: thirteen-months\nclients: supported\n'})
    expect(await checkLines(cwd, toMain, '--policy', 'clients.yaml')).toMatchObject({code: 1, verdicts: ['violation']})
  })

  it('can still be listed as added, or not any more', async () => {
    const next = `${recorded['history.yaml']}  - release: next\n    changes:\n      - added: GET /v1/drafts\n`
    const began = {...api(LOANS, SHELVES, DRAFTS), 'history.yaml': next}
    for (const config of ['format: 1\n', CONFIG]) {
      const released = {...api(LOANS, SHELVES), 'tenure.yaml': config}
      const both = {...api(LOANS, SHELVES), 'history.yaml': recorded['history.yaml']}
      expect(await judgeStates(released, began, both)).toMatchObject({code: 0, verdicts: []})
      const kept = await judgeStates(released, began, api(LOANS, SHELVES))
      expect(kept).toMatchObject({verdicts: []})
    }
  })

  it('can be declared as removed, and deleted with its description', async () => {
    const next = `${recorded['history.yaml']}  - release: next\n    changes:\n      - removed: GET /v1/drafts\n`
    const changed = {...api(LOANS, SHELVES), 'history.yaml': next}
    for (const config of ['format: 1\n', CONFIG]) {
      const released = {...api(LOANS, SHELVES), 'tenure.yaml': config}
      expect(await judgeStates(released, api(LOANS, SHELVES, DRAFTS), changed)).toMatchObject({code: 0, verdicts: []})
    }
    const begin = {'tenure.yaml': `${CONFIG}spec: b.yaml\n`, 'history.yaml': '', 'a.yaml': spec(LOANS)}
    const gone = await judgeStates(begin, {'b.yaml': spec(DRAFTS)}, {'b.yaml': ''})
    expect(gone).toMatchObject({code: 0, changes: ['unreleased: Removed `GET /v1/drafts`.']})
  })
})

describe.concurrent('the release that a branch is compared with', () => {
  const onRelease: Step[] = [
    {on: 'main', files: {...api(LOANS), 'tenure.yaml': CONFIG}, tags: ['v0.1.0']},
    {on: 'main', files: api(LOANS, SHELVES)},
    {on: 'release/1.2', from: 'main', files: {VERSION: '1.2'}, tags: ['v1.2.0']},
    {on: 'main', files: api(LOANS, SHELVES, DRAFTS)}
  ]

  it('is on its own branch, and not an old one of the default branch', async () => {
    const steps: Step[] = [...onRelease, {on: 'work', from: 'main', files: api(LOANS)}]
    const found = await judge(steps, 'work')
    expect(found).toMatchObject({code: 1, verdicts: ['violation']})
    expect(found.changes).toEqual(['removed: Removed `GET /v1/shelves`.', 'unreleased: Removed `GET /v1/drafts`.'])
    expect(found.base?.name).toMatch(/^release 1\.2\.0/)
    expect(found.base?.reason).toMatch(/^the newest release, which left this line at [\da-f]{7}$/)
  })

  it('is that of a hotfix branch, and never a newer one of the default branch', async () => {
    const steps: Step[] = [
      RELEASED,
      {on: 'release/1.x', from: 'main', files: api(LOANS, SHELVES, FEES), tags: ['v1.0.1']},
      {on: 'main', files: api(LOANS, DRAFTS), tags: ['v2.0']},
      {on: 'fix', from: 'release/1.x', files: api(LOANS, SHELVES)}
    ]
    const found = await judge(steps, 'fix', toBranch('release/1.x'))
    expect(found).toMatchObject({code: 1, changes: ['removed: Removed `GET /v1/fees`.']})
    expect(found.base?.name).toMatch(/^release 1\.0\.1/)
  })

  it('is the release before a new hotfix branch, although newer ones left the default branch', async () => {
    const steps: Step[] = [
      RELEASED,
      {on: 'hotfix', from: 'main', files: {NOTES: 'begins'}},
      {on: 'main', files: api(LOANS, DRAFTS)},
      {on: 'release/2.0', from: 'main', files: {VERSION: '2.0'}, tags: ['v2.0']},
      {on: 'fix', from: 'hotfix', files: api(LOANS, SHELVES, FEES)}
    ]
    const found = await judge(steps, 'fix', toBranch('hotfix'))
    expect(found).toMatchObject({code: 0, changes: ['added: Added `GET /v1/fees`.']})
    expect(found.base?.name).toMatch(/^release 1\.0 /)
  })

  it('is an error if the default branch is unknown, and a release is on a branch of its own', async () => {
    const renamed = onRelease.map(step => ({
      ...step,
      on: step.on.replace('main', 'trunk'),
      ...(step.from === undefined ? {} : {from: 'trunk'})
    }))
    const steps: Step[] = [...renamed, {on: 'work', from: 'trunk', files: api(LOANS)}]
    const found = await judge(steps, 'work', toBranch('trunk'))
    expect(found.code).toBe(2)
    expect(found.remarks).toContain("it isn't certain whether `v1.2.0` is a release of `trunk`")
  })

  it('is that of the branch before, for a new release branch', async () => {
    const steps: Step[] = [
      ...onRelease,
      {on: 'release/1.3', from: 'main', files: {VERSION: '1.3'}},
      {on: 'fix', from: 'release/1.3', files: api(LOANS, DRAFTS)}
    ]
    const found = await judge(steps, 'fix', toBranch('release/1.3'))
    expect(found).toMatchObject({code: 1, changes: ['removed: Removed `GET /v1/shelves`.']})
    expect(found.base?.name).toMatch(/^release 1\.2\.0/)
  })

  it('is no candidate, and has an annotated tag or a lightweight one', async () => {
    const steps: Step[] = [
      {on: 'main', files: {...api(LOANS, SHELVES), 'tenure.yaml': CONFIG}, annotated: 'v1.0'},
      {on: 'main', files: api(LOANS, SHELVES, DRAFTS), tags: ['v1.1.0-rc.1'], annotated: 'v1.1.0-beta.2'},
      {on: 'work', from: 'main', files: api(LOANS, SHELVES)}
    ]
    const found = await judge(steps, 'work')
    expect(found).toMatchObject({code: 0, changes: ['unreleased: Removed `GET /v1/drafts`.']})
    expect(found.base?.name).toMatch(/^release 1\.0 /)
  })

  it('has the tags of the API, of several in one repository', async () => {
    const config =
      'format: 1\nbase: latest-release\napis:\n  - {name: lending, spec: lending/openapi.yaml}\n  - {name: fees, spec: fees/openapi.yaml}\n'
    const steps: Step[] = [
      {
        on: 'main',
        files: {'tenure.yaml': config, 'lending/openapi.yaml': spec(LOANS, SHELVES), 'fees/openapi.yaml': spec(FEES)},
        tags: ['lending/v1.0', 'fees/v3.0']
      },
      {on: 'main', files: {'lending/openapi.yaml': spec(LOANS, SHELVES, DRAFTS)}, tags: ['fees/v3.1']},
      {on: 'main', files: {NOTES: 'more'}},
      {on: 'work', from: 'main', files: {'lending/openapi.yaml': spec(LOANS, SHELVES)}}
    ]
    const found = await judge(steps, 'work', toMain, '--api', 'lending')
    expect(found).toMatchObject({code: 0, changes: ['unreleased: Removed `GET /v1/drafts`.']})
    expect(found.base?.name).toContain('lending/v1.0')
  })

  it('has a description that moved since', async () => {
    const steps: Step[] = [
      RELEASED,
      {
        on: 'main',
        files: {
          'openapi.yaml': '',
          'api/openapi.yaml': spec(LOANS, SHELVES, DRAFTS),
          'tenure.yaml': `${CONFIG}spec: api/openapi.yaml\n`
        }
      },
      {on: 'work', from: 'main', files: {'api/openapi.yaml': spec(LOANS)}}
    ]
    const found = await judge(steps, 'work')
    expect(found).toMatchObject({code: 1, verdicts: ['violation']})
    expect(found.changes).toEqual(['removed: Removed `GET /v1/shelves`.', 'unreleased: Removed `GET /v1/drafts`.'])
  })

  it('is the newest file of a folder with a description for each release, and not the work in progress', async () => {
    const steps: Step[] = [
      {
        on: 'main',
        files: {
          'tenure.yaml': `${CONFIG}spec: api\n`,
          'api/1.0.yaml': spec(LOANS, SHELVES),
          'api/next.yaml': spec(LOANS, SHELVES, DRAFTS)
        }
      },
      {on: 'work', from: 'main', files: {'api/next.yaml': spec(LOANS)}}
    ]
    const found = await judge(steps, 'work')
    expect(found).toMatchObject({code: 1, verdicts: ['violation']})
    expect(found.changes).toEqual(['removed: Removed `GET /v1/shelves`.', 'unreleased: Removed `GET /v1/drafts`.'])
    expect(found.base).toMatchObject({reason: 'the newest release in `api`'})
  })

  it('can be asked for on the command line', async () => {
    const steps: Step[] = [
      {on: 'main', files: api(LOANS, SHELVES), tags: ['v1.0']},
      {on: 'main', files: api(LOANS, SHELVES, DRAFTS)},
      {on: 'work', from: 'main', files: {...api(LOANS, SHELVES), 'latest-release': spec(LOANS)}}
    ]
    const found = await judge(steps, 'work', toMain, '--base', 'latest-release')
    expect(found).toMatchObject({code: 0, changes: ['unreleased: Removed `GET /v1/drafts`.']})
  })
})

describe.concurrent('a named base', () => {
  const release = 'released/openapi.yaml'
  const steps = (base: string, files: object): Step[] => [
    {on: 'main', files: {...api(LOANS, SHELVES, DRAFTS), 'tenure.yaml': `format: 1\nbase: ${base}\n`, ...files}},
    {on: 'work', from: 'main', files: {...api(LOANS), [release]: spec(LOANS)}}
  ]
  const ofTarget = {
    code: 1,
    verdicts: ['violation'],
    changes: ['removed: Removed `GET /v1/shelves`.', 'unreleased: Removed `GET /v1/drafts`.']
  }

  it('is a file of the target, whatever the change makes of it', async () => {
    const found = await judge(steps(release, {[release]: spec(LOANS, SHELVES)}), 'work')
    expect(found).toMatchObject(ofTarget)
    expect(found.remarks).toMatch(/with `released\/openapi.yaml` in main \([\da-f]{7}\), which `base` names\./)
  })

  it('is a file in a package archive, also on the command line', async () => {
    const cwd = await repositoryWithLines(steps('api-1.2.0.tgz:package/openapi.yaml', {}), 'main')
    write(cwd, {'package/openapi.yaml': spec(LOANS, SHELVES), 'package/package.json': '{}'})
    await run('tar', ['-czf', 'api-1.2.0.tgz', 'package'], {cwd})
    await git(cwd, ['add', 'api-1.2.0.tgz'])
    await git(cwd, ['commit', '--quiet', '-m', 'The package'])
    await git(cwd, ['checkout', '--quiet', '-b', 'next'])
    write(cwd, api(LOANS))
    await git(cwd, ['commit', '--quiet', '--all', '-m', 'Less'])
    expect(await checkLines(cwd, toMain)).toMatchObject(ofTarget)
    const named = await checkLines(cwd, toMain, '--base', 'api-1.2.0.tgz:package/openapi.yaml')
    expect(named).toMatchObject({code: 1, changes: ['removed: Removed `GET /v1/shelves`.']})
    const missing = await checkLines(cwd, toMain, '--base', 'api-1.2.0.tgz:package/api.yaml')
    expect(missing).toMatchObject({code: 2})
    expect(missing.remarks).toContain('`api-1.2.0.tgz` has no file `package/api.yaml`')
  })

  describe.concurrent('that the change edits', () => {
    const BEFORE = spec(limit(100), SHELVES)
    const edit = (files: object, before: object = {[release]: BEFORE, 'openapi.yaml': BEFORE}): Promise<Outcome> =>
      judge(
        [
          {on: 'main', files: {'tenure.yaml': `format: 1\nbase: ${release}\n`, ...before}},
          {on: 'work', from: 'main', files: {NOTES: 'begins', ...files}}
        ],
        'work'
      )
    const removed = {code: 1, verdicts: ['violation'], changes: ['removed: Removed `GET /v1/shelves`.']}

    it.each<[string, object]>([
      ['in place', {[release]: spec(limit(100))}],
      ['in another file', {'other.yaml': spec(limit(100)), 'tenure.yaml': 'format: 1\nbase: other.yaml\n'}],
      ['together with the description', {[release]: spec(limit(100)), 'openapi.yaml': spec(limit(100))}]
    ])("can't lose an endpoint %s", async (_, files) => {
      const found = await edit(files)
      expect(found).toMatchObject(removed)
      expect(found.remarks).toMatch(
        /^This change edits `(?:other|released\/openapi)\.yaml`, with which later changes are compared\./
      )
    })

    it("can't lose what the description keeps, also in a file of its own", async () => {
      const found = await edit({[release]: spec(limit(50), SHELVES)})
      expect(found).toMatchObject({code: 1, verdicts: ['violation']})
      const part = {
        [release]: spec('/v1/shelves: {$ref: part.yaml}'),
        'released/part.yaml': 'get: {responses: {"200": {description: OK}}}'
      }
      expect(await edit({'released/part.yaml': '{}'}, {...part, 'openapi.yaml': spec(SHELVES)})).toMatchObject(removed)
    })

    it('can follow the description', async () => {
      const both = spec(limit(200), SHELVES, DRAFTS)
      const found = await edit({[release]: both, 'openapi.yaml': both})
      expect(found).toMatchObject({code: 0, changes: expect.arrayContaining(['added: Added `GET /v1/drafts`.'])})
      const later = await edit({[release]: spec(limit(100))}, {[release]: BEFORE, 'openapi.yaml': spec(limit(100))})
      expect(later).toMatchObject({code: 0, verdicts: []})
    })

    it('is named if it is gone, or no longer named', async () => {
      const gone = await edit({'tenure.yaml': 'format: 1\nbase: gone.yaml\n'})
      expect(gone.remarks).toMatch(/^`gone\.yaml`, which `base` names, is missing after this change/)
      const unnamed = await edit({'tenure.yaml': 'format: 1\n'})
      expect(unnamed.remarks).toContain('`base: released/openapi.yaml` ends once this is merged.')
    })
  })

  it('is an error with its place if the target lacks the file', async () => {
    const found = await judge(steps('latest-relase', {}), 'work')
    expect(found.code).toBe(2)
    expect(found.remarks).toContain('There is no file `latest-relase` in main')
    expect(found.remarks).toContain('tenure.yaml:2')
  })

  it.each([
    ['.', 'There is no file `.` in main'],
    ['../api.yaml', 'which is outside of the repository'],
    ['library.tgz', '`library.tgz:package/openapi.yaml`']
  ])('is an error if it is named `%s`', async (name, problem) => {
    const found = await judge(steps(name, {'library.tgz': 'packed'}), 'work')
    expect(found.code).toBe(2)
    expect(found.remarks).toContain('tenure.yaml:2')
    expect(found.remarks).toContain(problem)
  })
})

describe.concurrent('a release made while a change is open', () => {
  const steps: Step[] = [
    RELEASED,
    {on: 'main', files: api(LOANS, SHELVES, DRAFTS)},
    {on: 'work', from: 'main', files: {NOTES: 'begins'}},
    {on: 'main', files: api(LOANS, SHELVES, DRAFTS, FEES), tags: ['v2.0']}
  ]

  it("removes nothing that the release added and the change doesn't have yet", async () => {
    const found = await judge([...steps, {on: 'work', files: api(LOANS, SHELVES, DRAFTS)}], 'work')
    expect(found).toMatchObject({code: 0, verdicts: []})
    expect(found.changes.filter(each => each.startsWith('removed'))).toEqual([])
  })

  it('counts as a release of what the change removes', async () => {
    const found = await judge([...steps, {on: 'work', files: api(LOANS, SHELVES)}], 'work')
    expect(found).toMatchObject({code: 1, verdicts: ['violation']})
    expect(found.remarks).toContain('Release 2.0 (tag `v2.0`')
  })

  it('counts even if the target changed nothing else', async () => {
    const found = await judge(
      [
        RELEASED,
        {on: 'main', files: api(LOANS, SHELVES, DRAFTS)},
        {on: 'work', from: 'main', files: api(LOANS, SHELVES)},
        {on: 'main', files: {NOTES: 'the release'}, tags: ['v2.0']}
      ],
      'work'
    )
    expect(found).toMatchObject({code: 1, verdicts: ['violation']})
  })
})

describe.concurrent('a clone without the newest release', () => {
  const steps: Step[] = [
    RELEASED,
    {on: 'main', files: api(LOANS, SHELVES, DRAFTS)},
    {on: 'work', from: 'main', files: api(LOANS, SHELVES)}
  ]

  it('is an error if it is shallow', async () => {
    const begin = {on: 'main', files: {NOTES: 'begins'}}
    const whole = await repositoryWithLines([begin, begin, begin, ...steps], 'work')
    const clone = await cloneOf(whole, '--depth', '4', '--no-single-branch')
    const found = await checkLines(clone, toMain)
    expect(found.code).toBe(2)
    expect(found.remarks).toContain(
      'The clone is shallow, so the newest release may be missing. Fetch the whole history'
    )
  })

  it('is an error if the history lists a release and no tag is there', async () => {
    const recorded = {
      'history.yaml': history([['1.0', '2025-06-01', ['added: GET /v1/loans', 'added: GET /v1/shelves']]])
    }
    const [first, ...others] = steps
    const whole = await repositoryWithLines([{...RELEASED, files: {...first?.files, ...recorded}}, ...others], 'work')
    const found = await checkLines(await cloneOf(whole, '--no-tags'), toMain)
    expect(found.code).toBe(2)
    expect(found.remarks).toContain('The history lists release `1.0`, and the clone has no tag of it. Fetch the tags')
  })

  it('shows nothing if the history lists a newer release than all tags, so all counts as released', async () => {
    const recorded = history([
      ['1.0', '2025-06-01', ['added: GET /v1/loans', 'added: GET /v1/shelves']],
      ['1.1', '2025-06-02', ['added: GET /v1/drafts']]
    ])
    const [first, second, ...others] = steps
    const found = await judge(
      [first as Step, {...(second as Step), files: {...second?.files, 'history.yaml': recorded}}, ...others],
      'work'
    )
    expect(found).toMatchObject({code: 1, verdicts: ['violation']})
    expect(found.remarks).toContain('the history lists release `1.1`, which has no tag yet')
  })

  it('is an error if it was made without tags and nothing says that something was released', async () => {
    const found = await checkLines(await cloneOf(await repositoryWithLines(steps, 'work'), '--no-tags'), toMain)
    expect(found.code).toBe(2)
    expect(found.remarks).toContain('The clone was made without tags')
  })

  it('says so first if nothing was released', async () => {
    const [first, ...others] = steps
    const cwd = await repositoryWithLines([{...(first as Step), tags: ['v1.0-rc.1']}, ...others], 'work')
    expect(await checkLines(cwd, toMain)).toMatchObject({
      code: 0,
      verdicts: [],
      changes: ['unreleased: Removed `GET /v1/drafts`.']
    })
    const {out} = await tenure(['check', '--format', 'stylish'], {cwd, env: toMain})
    expect(out.split('\n')[0]).toContain('nothing was released yet')
  })

  it.each([
    ['it has no tags in CI', CONFIG, [], 'the clone has no tags'],
    ['no tag matches the configured pattern', `${CONFIG}tags: 'x*'\n`, ['v1.0'], 'no tag of a release matches `tags`'],
    ['all tags move', CONFIG, ['stable'], 'no tag names a version']
  ])('shows nothing if %s, so all counts as released', async (_, config, tags, reason) => {
    const [first, ...others] = steps
    const begin: Step = {...(first as Step), files: {...first?.files, 'tenure.yaml': config}, tags}
    const found = await judge([begin, ...others], 'work')
    expect(found).toMatchObject({code: 1, verdicts: ['violation'], changes: ['removed: Removed `GET /v1/drafts`.']})
    expect(found.remarks).toContain(`It isn't known what was released (${reason}`)
  })

  it.each([
    ['a folder of releases', 'api/1.0.yaml', 'api/'],
    ['another file', 'api.yaml', 'api.yaml']
  ])('shows nothing if the change names %s as its description', async (_, path, named) => {
    const found = await judge(
      [
        RELEASED,
        {
          on: 'work',
          from: 'main',
          files: {'openapi.yaml': '', [path]: spec(LOANS), 'tenure.yaml': `${CONFIG}spec: ${named}\n`}
        }
      ].map(step => ({...step, files: {'tenure.yaml': `${CONFIG}spec: openapi.yaml\n`, ...step.files}})) as Step[],
      'work'
    )
    expect(found).toMatchObject({code: 1, verdicts: ['violation']})
  })

  it('is an error outside of git', async () => {
    const cwd = folder()
    write(cwd, api(LOANS))
    const found = await checkLines(cwd, {}, '--base', 'latest-release')
    expect(found.code).toBe(2)
    expect(found.remarks).toContain('latest-release')
  })

  it('is an error if the release has another description that is gone', async () => {
    const found = await judge(
      [
        {
          on: 'main',
          files: {'a.yaml': spec(LOANS, SHELVES), 'b.yaml': spec(FEES), 'tenure.yaml': `${CONFIG}spec: c.yaml\n`},
          tags: ['v1.0']
        },
        {on: 'main', files: {'a.yaml': '', 'b.yaml': '', 'c.yaml': spec(get('/v3/readers'), get('/v3/cards'))}},
        {on: 'work', from: 'main', files: {'c.yaml': spec(get('/v3/readers'))}}
      ],
      'work'
    )
    expect(found.code).toBe(2)
    expect(found.remarks).toContain('git shows no move')
  })
})

describe.concurrent('a tag', () => {
  it('that only the change has is no release of the branch that it is for', async () => {
    const found = await judge([RELEASED, {on: 'work', from: 'main', files: api(LOANS), tags: ['v9.9']}], 'work')
    expect(found).toMatchObject({code: 1, verdicts: ['violation']})
    expect(found.base?.name).toMatch(/^release 1\.0 /)
  })

  it('whose run compares with the release before it', async () => {
    const steps: Step[] = [RELEASED, {on: 'main', files: api(LOANS), tags: ['v2.0']}]
    const env = {CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'push', GITHUB_REF: 'refs/tags/v2.0'}
    const found = await judge(steps, 'v2.0', env)
    expect(found).toMatchObject({code: 1, verdicts: ['violation'], changes: ['removed: Removed `GET /v1/shelves`.']})
    expect(found.base?.name).toMatch(/^release 1\.0 /)
  })
})

describe.concurrent('a run that is for no pull request', () => {
  const steps: Step[] = [RELEASED, {on: 'main', files: api(LOANS)}, {on: 'main', files: {NOTES: 'more'}}]
  const broken = {code: 1, verdicts: ['violation'], changes: ['removed: Removed `GET /v1/shelves`.']}

  it('compares the default branch with the release, whatever was there before the push', async () => {
    const azure = {TF_BUILD: 'True', BUILD_REASON: 'IndividualCI', BUILD_SOURCEBRANCH: 'refs/heads/main'}
    const schedule = {CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'schedule', GITHUB_REF: 'refs/heads/main'}
    const clone = await cloneOf(await repositoryWithLines(steps, 'main'))
    for (const env of [azure, schedule]) expect(await checkLines(clone, env)).toMatchObject(broken)
  })

  it('is an error for an API that is compared with no release, in a run for a tag', async () => {
    const config =
      'format: 1\napis:\n  - {name: lending, spec: a/openapi.yaml, base: latest-release}\n  - {name: fees, spec: b/openapi.yaml}\n'
    const files = {'tenure.yaml': config, 'a/openapi.yaml': spec(LOANS), 'b/openapi.yaml': spec(FEES)}
    const env = {CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'push', GITHUB_REF: 'refs/tags/v2.0'}
    const found = await judge([{on: 'main', files, tags: ['v2.0']}], 'v2.0', env, '--api', 'fees')
    expect(found.code).toBe(2)
    expect(found.remarks).toContain('this run is for the tag `v2.0`')
  })
})

describe.concurrent('without a setting', () => {
  const recorded = {
    'history.yaml': history([['1.0', '2025-06-01', ['added: GET /v1/loans', 'added: GET /v1/shelves']]])
  }
  const steps = (config: string, tags: readonly string[]): Step[] => [
    {on: 'main', files: {...api(LOANS, SHELVES), ...recorded, 'tenure.yaml': config}, tags},
    {on: 'main', files: api(LOANS, SHELVES, DRAFTS)},
    {on: 'work', from: 'main', files: api(LOANS, SHELVES)}
  ]

  const unrecorded = (changed: Readonly<Record<string, string>>): Step[] => [
    {on: 'main', files: {...api(LOANS, SHELVES), 'tenure.yaml': 'format: 1\n'}, tags: ['v1.0']},
    {on: 'main', files: api(LOANS, SHELVES, DRAFTS)},
    {on: 'work', from: 'main', files: changed}
  ]

  it('what neither the newest tag nor the history has was never released', async () => {
    const found = await judge(steps('format: 1\n', ['v1.0']), 'work')
    expect(found).toMatchObject({code: 0, verdicts: [], changes: ['unreleased: Removed `GET /v1/drafts`.']})
    expect(found.remarks).toContain('`base: target`')
  })

  it('what the branch has is released if there is no tag, or the history lists none', async () => {
    expect(await judge(steps('format: 1\n', []), 'work')).toMatchObject({code: 1, verdicts: ['violation']})
    expect(await judge(steps('format: 1\n', ['v0.9']), 'work')).toMatchObject({code: 1, verdicts: ['violation']})
  })

  it('what the newest tag lacks was never released without a history, too, for any name of the target', async () => {
    const names: readonly (readonly string[])[] = [[], ['--base', 'main']]
    for (const args of names) {
      const found = await judge(unrecorded(api(LOANS, SHELVES)), 'work', toMain, ...args)
      expect(found).toMatchObject({code: 0, verdicts: [], changes: ['unreleased: Removed `GET /v1/drafts`.']})
      expect(found.remarks).toContain('`base: target`')
      const kept = await judge(unrecorded(api(LOANS, DRAFTS)), 'work', toMain, ...args)
      expect(kept).toMatchObject({code: 1, verdicts: ['violation'], changes: ['removed: Removed `GET /v1/shelves`.']})
    }
  })

  it('what a commit has that the user names is compared as it is', async () => {
    const found = await judge(unrecorded(api(LOANS, SHELVES)), 'work', toMain, '--base', 'HEAD~1')
    expect(found).toMatchObject({code: 1, verdicts: ['violation']})
  })

  it('what the branch has is released if the target says so', async () => {
    expect(await judge(steps('format: 1\nbase: target\n', ['v1.0']), 'work')).toMatchObject({
      code: 1,
      verdicts: ['violation']
    })
  })
})
