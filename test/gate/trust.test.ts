import {cpSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, tenure, write} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {DELETED, get, git, history, repositoryOf, spec, TODAY} from './scenario.ts'

const WITH_FEES = spec(get('/v1/loans'), get('/v1/fees'))
const WITHOUT_FEES = spec(get('/v1/loans'))
const CONFIG = 'format: 1\nspec: openapi.yaml\npolicy: policy.yaml\n'
const STRONG = 'format: 1\nname: p\nextends: thirteen-months\n'
const WEAK =
  'format: 1\nname: w\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: {notice: none, breaking: allowed}}\n'
const MAIN = {'openapi.yaml': WITH_FEES, 'tenure.yaml': CONFIG, 'policy.yaml': STRONG}
const PAST = history([['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']]])
const BACK_DATED = `  - on: 2020-01-01
    via: https://library.example/made-up
    changes: [{deprecated: GET /v1/fees, sunset: 2022-01-01, replacement: none, note: x}]
  - release: next
    changes: [{removed: GET /v1/fees, replacement: none, note: x}]
`

type Files = Readonly<Record<string, string>>

/** A repository whose branch `work` adds these files; `alter` makes changes that files alone can't. */
async function change(main: Files, branch: Files, alter: (cwd: string) => unknown = () => {}): Promise<string> {
  const cwd = await repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, branch]]})
  await alter(cwd)
  await git(cwd, ['add', '--all', '--force'])
  await git(cwd, ['commit', '--quiet', '--allow-empty', '--message', 'More'])
  return cwd
}

const check = (cwd: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  tenure(['check', '--as-of', TODAY, '--base', 'main', ...args], {cwd, env})

const link = (target: string, path: string) => (cwd: string) => {
  rmSync(join(cwd, path), {force: true})
  symlinkSync(target, join(cwd, path))
}

describe.concurrent('a change that removes an endpoint fails although', () => {
  const cases: readonly (readonly [string, Files, Files, ((cwd: string) => unknown)?, (readonly string[])?])[] = [
    [
      'its policy becomes a link to a weak policy',
      MAIN,
      {'openapi.yaml': WITHOUT_FEES, 'weak.yaml': WEAK},
      link('weak.yaml', 'policy.yaml')
    ],
    [
      'its configuration becomes a link',
      MAIN,
      {'openapi.yaml': WITHOUT_FEES, 'weak.yaml': WEAK, 't2.yaml': CONFIG.replace('policy.yaml', 'weak.yaml')},
      link('t2.yaml', 'tenure.yaml')
    ],
    ['its policy is weakened in the same change', MAIN, {'openapi.yaml': WITHOUT_FEES, 'policy.yaml': WEAK}],
    [
      'a new history has an old deprecation',
      MAIN,
      {
        'openapi.yaml': WITHOUT_FEES,
        'tenure.yaml': `${CONFIG}history: history.yaml\n`,
        'history.yaml': PAST + BACK_DATED
      }
    ],
    [
      'an existing history gets an old deprecation',
      {...MAIN, 'tenure.yaml': `${CONFIG}history: history.yaml\n`, 'history.yaml': PAST},
      {'openapi.yaml': WITHOUT_FEES, 'history.yaml': PAST + BACK_DATED}
    ],
    [
      'an old release lists the removal',
      {...MAIN, 'tenure.yaml': `${CONFIG}history: history.yaml\n`, 'history.yaml': PAST},
      {
        'openapi.yaml': WITHOUT_FEES,
        'history.yaml': PAST.replace(
          '  - release:',
          '  - release: "0.9"\n    date: 2018-01-01\n    changes: [{removed: GET /v1/fees, announced: never, replacement: none, note: x}]\n  - release:'
        )
      }
    ],
    [
      'the first configuration adds a weak policy',
      {'openapi.yaml': WITH_FEES},
      {'openapi.yaml': WITHOUT_FEES, 'tenure.yaml': CONFIG, 'policy.yaml': WEAK}
    ],
    [
      'the first configuration names another description',
      {'openapi.yaml': WITH_FEES},
      {'openapi.yaml': WITHOUT_FEES, 'decoy.yaml': spec(get('/v1/x')), 'tenure.yaml': 'format: 1\nspec: decoy.yaml\n'}
    ],
    [
      'another description is added at a default path',
      {'api/openapi.yaml': WITH_FEES},
      {'api/openapi.yaml': WITHOUT_FEES, 'openapi.yaml': WITH_FEES}
    ],
    ['a tag is named like the branch', MAIN, {'openapi.yaml': WITHOUT_FEES}, cwd => git(cwd, ['tag', 'main', 'work'])],
    [
      'it adds a waiver',
      MAIN,
      {
        'openapi.yaml': WITHOUT_FEES,
        'tenure.yaml': `${CONFIG}waivers:\n  - {subject: /v1/**, reason: security, approver: me@x, approved: ${TODAY}}\n`
      }
    ],
    [
      'it accepts its own waivers',
      MAIN,
      {
        'openapi.yaml': WITHOUT_FEES,
        'tenure.yaml': `${CONFIG}newWaivers: accept\nwaivers:\n  - {subject: /v1/**, reason: security, approver: me@x, approved: ${TODAY}}\n`
      }
    ],
    [
      'it deletes the configuration',
      MAIN,
      {'openapi.yaml': WITHOUT_FEES, 'tenure.yaml': DELETED, 'policy.yaml': DELETED}
    ],
    [
      'git attributes make the description binary and exclude it from archives',
      MAIN,
      {'openapi.yaml': WITHOUT_FEES, '.gitattributes': '*.yaml binary export-ignore\n'}
    ],
    [
      'git replaces the base commit by another one',
      MAIN,
      {'openapi.yaml': WITHOUT_FEES},
      async cwd =>
        git(cwd, [
          'replace',
          (await git(cwd, ['rev-parse', 'main'])).trim(),
          (await git(cwd, ['rev-parse', 'work'])).trim()
        ])
    ]
  ]
  it.each(sample(cases.map(([name, ...rest]) => [name, rest] as const)))(
    '%s',
    async (_, [main, branch, alter, args]) => {
      const {code, out, err} = await check(await change(main, branch, alter), args)
      expect(code, out + err).toBe(1)
      expect(out).toContain('/v1/fees')
      expect(out).toContain('unannounced-removal')
    }
  )

  it('generated descriptions are compared and it adds a waiver', async () => {
    const cwd = await change(MAIN, {
      'tenure.yaml': `${CONFIG}waivers:\n  - {subject: /v1/**, reason: security, approver: me@x, approved: ${TODAY}}\n`
    })
    const specs = folder({'old.yaml': WITH_FEES, 'new.yaml': WITHOUT_FEES})
    const args = ['--base', join(specs, 'old.yaml'), '--spec', join(specs, 'new.yaml')]
    const {code, out} = await tenure(['check', '--as-of', TODAY, ...args], {cwd})
    expect(code, out).toBe(1)
    const alone = folder({'tenure.yaml': 'format: 1\n'})
    const {out: bare} = await tenure(['check', '--as-of', TODAY, ...args], {cwd: alone})
    expect(bare).toContain('Not protected against changes to the policy and waivers')
  })

  it('variables point git to another repository', async () => {
    const cwd = await change(MAIN, {'openapi.yaml': WITHOUT_FEES})
    const other = await repositoryOf({main: [['2024-06-01', {'openapi.yaml': WITHOUT_FEES}]]})
    const {code, out} = await check(cwd, [], {GIT_DIR: join(other, '.git'), GIT_INDEX_FILE: join(other, '.git/index')})
    expect(code, out).toBe(1)
  })

  it('in CI, a local branch is named like the target', async () => {
    const origin = await repositoryOf({main: [['2024-06-01', MAIN]]})
    const cwd = join(folder(), 'clone')
    await git(origin, ['clone', '--quiet', origin, cwd])
    write(cwd, {'openapi.yaml': WITHOUT_FEES})
    await git(cwd, [
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@library.example',
      'commit',
      '--quiet',
      '--all',
      '--message',
      'Less'
    ])
    const {code, out} = await check(cwd, [], {CI: 'true'})
    expect(code, out).toBe(1)
  })
})

describe.concurrent('a change exits 2 if the description', () => {
  it('becomes a link', async () => {
    const cwd = await change(
      MAIN,
      {'openapi.yaml': DELETED, 'real.yaml': WITHOUT_FEES},
      link('real.yaml', 'openapi.yaml')
    )
    const {code, err} = await check(cwd)
    expect(code).toBe(2)
    expect(err).toMatch(
      /`openapi\.yaml` is a file in main \([\da-f]{7}\) and a symbolic link now, so `openapi\.yaml` can't be compared with it\. Replace the link with the file\./
    )
  })

  it('becomes a link out of the repository', async () => {
    const outside = folder({'openapi.yaml': WITH_FEES})
    const cwd = await change(MAIN, {}, link(join(outside, 'openapi.yaml'), 'openapi.yaml'))
    const {code, err} = await check(cwd)
    expect(code).toBe(2)
    expect(err).toContain('symbolic link that leads out of the repository')
  })

  it('becomes part of a nested repository, whose configuration runs nothing', async () => {
    const main = {'api/openapi.yaml': WITH_FEES, 'tenure.yaml': 'format: 1\nspec: api/openapi.yaml\n'}
    const inner = await repositoryOf({main: [['2024-06-01', {'openapi.yaml': WITHOUT_FEES}]]})
    const marker = join(folder(), 'ran')
    const cwd = await change(main, {'api/openapi.yaml': WITHOUT_FEES}, at => {
      for (const name of ['HEAD', 'objects', 'refs'])
        cpSync(join(inner, '.git', name), join(at, 'api', name), {recursive: true})
      writeFileSync(
        join(at, 'api', 'config'),
        `[core]\n\trepositoryformatversion = 0\n\tbare = true\n\tfsmonitor = "touch ${marker}; false"\n`
      )
    })
    const {code, err} = await check(cwd)
    expect(code).toBe(2)
    expect(err).toContain('`api` is a git repository within the repository')
    expect(() => cpSync(marker, `${marker}2`)).toThrow()
  })

  it("becomes part of a submodule that the base doesn't have", async () => {
    const inner = await repositoryOf({main: [['2024-06-01', {'openapi.yaml': WITHOUT_FEES}]]})
    const main = {'api/openapi.yaml': WITH_FEES, 'tenure.yaml': 'format: 1\nspec: api/openapi.yaml\n'}
    const cwd = await change(main, {'api/openapi.yaml': DELETED}, async at => {
      rmSync(join(at, 'api'), {recursive: true, force: true})
      await git(at, ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '--force', inner, 'api'])
    })
    const {code, err} = await check(cwd)
    expect(code).toBe(2)
    expect(err).toContain('repository within the repository')
  })

  it('is compared with a tag that the branch moved', async () => {
    const cwd = await change(MAIN, {'openapi.yaml': WITHOUT_FEES}, at => git(at, ['tag', 'v1', 'work']))
    const {code, err} = await tenure(['check', '--as-of', TODAY, '--base', 'v1'], {cwd})
    expect(code).toBe(2)
    expect(err).toContain('refs/tags/v1')
  })
})

describe.concurrent('check passes', () => {
  it.each(
    sample([
      ['a change of no file', MAIN, {}],
      [
        'a description that is split into files',
        MAIN,
        {
          'openapi.yaml': `${WITHOUT_FEES}  /v1/fees: {$ref: "./fees.yaml"}\n`,
          'fees.yaml': get('/v1/fees').replace(/^[^{]*/, '')
        }
      ],
      [
        'a first configuration with an unchanged description',
        {'openapi.yaml': WITH_FEES},
        {'tenure.yaml': CONFIG, 'policy.yaml': STRONG}
      ],
      ['a stricter policy', {...MAIN, 'policy.yaml': WEAK}, {'policy.yaml': STRONG}],
      [
        'a deprecation in the history',
        {...MAIN, 'tenure.yaml': `${CONFIG}history: history.yaml\n`, 'history.yaml': PAST},
        {
          'history.yaml': `${PAST}  - release: next\n    changes: [{deprecated: GET /v1/fees, sunset: 2027-06-01, replacement: GET /v1/loans}]\n`
        }
      ]
    ])
  )('%s', async (_, main, branch) => {
    const {code, out, err} = await check(await change(main, branch))
    expect(code, out + err).toBe(0)
  })

  it('a removal whose waiver was merged after the branch began', async () => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', MAIN]],
      branch: [[TODAY, {'openapi.yaml': WITHOUT_FEES}]],
      later: [
        [
          TODAY,
          {
            'tenure.yaml': `${CONFIG}waivers:\n  - {subject: GET /v1/fees, reason: security, approver: me@x, approved: ${TODAY}}\n`
          }
        ]
      ]
    })
    const {code, out} = await check(cwd)
    expect(code, out).toBe(0)
    expect(out).toContain('Waived for')
  })
})

describe.concurrent('a report names a change of the policy, and whose policy decides', () => {
  const NEVER_REMOVED = `${STRONG}guarantees: {ga: {endWindow: never}}\n`
  const policy = (notice: string) => `${STRONG}guarantees: {ga: {notice: ${notice}}}\n`
  const deciding = 'The policy \\(`policy.yaml`\\) of main \\(\\w+\\) decides, because this change changes it\\.'
  const own =
    "The result by the policy of main \\(\\w+\\) isn't stricter, so that by the policy of this change counts\\."

  it.each([
    ['weaker', MAIN, {'openapi.yaml': WITHOUT_FEES, 'policy.yaml': WEAK}, [deciding], 1],
    // Another kind of requirement may allow more.
    ['of another kind', MAIN, {'openapi.yaml': WITHOUT_FEES, 'policy.yaml': NEVER_REMOVED}, [own], 1],
    [
      'loosened alone',
      MAIN,
      {'policy.yaml': policy('1 day')},
      ['`guarantees.ga.notice` from `13 months` to `1 day`', own],
      0
    ],
    [
      'loosened, and violated all the same',
      MAIN,
      {'openapi.yaml': WITHOUT_FEES, 'policy.yaml': policy('1 day')},
      ['`guarantees.ga.notice` from `13 months` to `1 day`', deciding, 'requires 13 months', 'on or after 2027'],
      1
    ]
  ] as const)('%s', async (_, main, branch, sentences, exit) => {
    const {code, out} = await check(await change(main, branch))
    expect(code, out).toBe(exit)
    expect(out).toContain('This change also changes the policy: `')
    for (const each of sentences) expect(out).toMatch(new RegExp(each))
    expect(out).not.toContain('at least as strict')
  })

  it('a report names a stricter policy, and not whose policy decides', async () => {
    const main = {...MAIN, 'policy.yaml': policy('1 day')}
    const {code, out} = await check(await change(main, {'openapi.yaml': WITHOUT_FEES, 'policy.yaml': STRONG}))
    expect(code).toBe(1)
    expect(out).toContain(
      'This change makes the policy stricter: `guarantees.ga.notice` from `1 day` to `13 months`.\n'
    )
    expect(out).not.toMatch(/also changes|isn't stricter|decides?,/)
  })

  it('a report names the keys of the configuration that are relaxed, or may be', async () => {
    const withKeys = (keys: string) => ({'tenure.yaml': `${CONFIG}${keys}`})
    const main = {...MAIN, ...withKeys('rules: {missing-replacement: error}\n')}
    const {out} = await check(await change(main, withKeys('tags: v*\n')))
    expect(out).toMatch(
      /^This change also changes `tags` and `rules\.missing-replacement`\. The result by the rules of main \(\w+\) isn't stricter\.$/m
    )
    const stricter = await check(
      await change({...MAIN, ...withKeys('')}, {...main, 'tenure.yaml': `# Strict\n${main['tenure.yaml']}`})
    )
    expect(stricter.out).not.toContain('also changes')
  })

  it.each([
    [
      'by a first configuration',
      {'openapi.yaml': WITH_FEES},
      {'openapi.yaml': WITHOUT_FEES, 'tenure.yaml': CONFIG, 'policy.yaml': policy('1 day')}
    ],
    [
      'by a waiver',
      MAIN,
      {
        'openapi.yaml': WITHOUT_FEES,
        'tenure.yaml': `${CONFIG}waivers:\n  - {subject: GET /v1/fees, reason: security, approver: me@x, approved: ${TODAY}}\n`
      }
    ],
    ['by another name', MAIN, {'policy.yaml': STRONG.replace('name: p', 'name: q')}]
  ])('a report names no change of a policy that stays: %s', async (_, main, branch) => {
    const {out} = await check(await change(main, branch))
    expect(out).not.toMatch(/also changes|because this change changes/)
  })

  it('for several APIs, a report names a change of the policy once', async () => {
    const apis = 'format: 1\npolicy: policy.yaml\napis: [{name: a, spec: a.yaml}, {name: b, spec: b.yaml}]\n'
    const main = {'a.yaml': WITH_FEES, 'b.yaml': WITH_FEES, 'tenure.yaml': apis, 'policy.yaml': STRONG}
    const {out} = await check(await change(main, {'policy.yaml': policy('1 day')}))
    expect(out).toMatch(/^✔ No policy violations in 2 APIs\nThis change also changes the policy: [^\n]* to `1 day`\.\n/)
    expect(out.match(/also changes/g)).toHaveLength(1)
  })
})
