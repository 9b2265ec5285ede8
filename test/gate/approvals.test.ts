import {symlinkSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, tenure, write} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {check, type Files, get, git, repositoryOf, spec, TODAY} from './scenario.ts'

const FEES = get('/v1/fees', 'tags: [fees], ')
const CONFIG = 'format: 1\nspec: openapi.yaml\npolicy: policy.yaml\nnewWaivers: reviewed\n'
const POLICY = 'format: 1\nname: p\nextends: thirteen-months\n'
const MAIN = {
  'openapi.yaml': spec(get('/v1/loans'), FEES),
  'tenure.yaml': CONFIG,
  'policy.yaml': POLICY,
  '.github/CODEOWNERS': '*.yaml @library/api\n'
}
const waiver = (subject: string) =>
  `waivers:\n  - {subject: ${subject}, reason: security, approver: ada, approved: ${TODAY}}\n`
const REMOVAL = {
  'openapi.yaml': spec(get('/v1/loans')),
  'tenure.yaml': CONFIG + waiver('GET /v1/fees')
}

/** A repository whose branch removes an endpoint, with the commit that was reviewed. */
async function change(main: Files, branch: Files): Promise<{cwd: string; head: string}> {
  const cwd = await repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, branch]]})
  return {cwd, head: (await git(cwd, ['rev-parse', 'HEAD'])).trim()}
}

const OTHER = '0123456789abcdef0123456789abcdef01234567'
const ADA = {reviewer: 'ada', id: '7', state: 'approved', time: '2026-03-02T09:00:49Z', teams: ['library/api']}

interface Given {
  readonly main?: Files
  readonly branch?: Files
  /** Parts of the file, which depend on the reviewed commit. */
  readonly reviews?: (head: string) => object
}

/** Checks the change with the reviews in a file outside of the repository. */
async function judge({main = {}, branch = {}, reviews = head => ({reviews: [{...ADA, commit: head}]})}: Given) {
  const {cwd, head} = await change({...MAIN, ...main}, {...REMOVAL, ...branch})
  const given = {format: 1, head, authors: [{name: 'eve', id: '3'}], reviews: [], ...reviews(head)}
  const path = join(folder({'approvals.json': JSON.stringify(given)}), 'approvals.json')
  const {code, out, err} = await check(cwd, ['--base', 'main', '--approvals', path])
  const report = out === '' ? undefined : JSON.parse(out)
  return {code, err, remarks: (report?.remarks ?? []).join('\n') as string, report}
}

describe.concurrent('a waiver of the change counts', () => {
  const cases: readonly (readonly [string, Given])[] = [
    ['if someone of the team that owns its file approved', {}],
    [
      'if an account approved, whatever the case of its name',
      {main: {'.github/CODEOWNERS': '* @Ada\n'}, reviews: head => ({reviews: [{...ADA, teams: [], commit: head}]})}
    ],
    [
      'if the owner that the description of the target states approved',
      {
        main: {'openapi.yaml': spec(get('/v1/loans'), get('/v1/fees', "x-owner: '@library/fees', "))},
        reviews: head => ({reviews: [{...ADA, teams: ['Library/Fees'], commit: head}]})
      }
    ],
    [
      'if the owner that the configuration of the target states approved',
      {
        main: {
          'tenure.yaml': `${CONFIG}owners:\n  - {subject: /v1/**, owners: '@library/rest'}\n  - {tag: fees, owners: ['@library/fees']}\n`
        },
        reviews: head => ({reviews: [{...ADA, teams: ['library/fees'], commit: head}]})
      }
    ],
    [
      'if an approver of the policy approved',
      {
        main: {
          'policy.yaml': `${POLICY}waiverReasons: {security: {approvers: [ada]}}\n`,
          '.github/CODEOWNERS': '* @other\n'
        }
      }
    ],
    [
      'if an owner approved after requesting changes',
      {
        reviews: head => ({
          reviews: [
            {...ADA, state: 'changes-requested', commit: OTHER, time: '2026-03-01T09:00:49Z'},
            {...ADA, commit: head},
            {...ADA, state: 'commented', commit: head, time: '2026-03-03T09:00:49Z'}
          ]
        })
      }
    ]
  ]
  it.each([
    ...cases,
    [
      'if it is on a line of the history',
      {
        main: {'tenure.yaml': `${CONFIG}history: history.yaml\n`, 'history.yaml': HISTORY()},
        branch: {
          'tenure.yaml': `${CONFIG}history: history.yaml\n`,
          'history.yaml': HISTORY(
            `  - release: next\n    changes:\n      - {removed: GET /v1/fees, replacement: none, note: x, waiver: {reason: security, approver: ada, approved: ${TODAY}}}\n`
          )
        }
      }
    ] as const
  ])('%s', async (_, given) => {
    const {code, remarks, err} = await judge(given)
    expect(code, err + remarks).toBe(0)
    expect(remarks).toContain('The waiver for `GET /v1/fees` was approved by `ada`')
  })

  it("unless its author changed something in that merge, which isn't what was approved", async () => {
    const {cwd, head} = await change(MAIN, {...REMOVAL, 'openapi.yaml': MAIN['openapi.yaml']})
    await git(cwd, ['checkout', '--quiet', 'main'])
    await git(cwd, ['checkout', '--quiet', '-b', 'merged'])
    await git(cwd, ['merge', '--quiet', '--no-ff', '--no-commit', 'work'])
    write(cwd, {'openapi.yaml': REMOVAL['openapi.yaml']})
    await git(cwd, ['add', '--all'])
    await git(cwd, [
      '-c',
      'user.name=eve',
      '-c',
      'user.email=eve@library.example',
      'commit',
      '--quiet',
      '--message',
      'Merge'
    ])
    const given = {format: 1, head, authors: [{name: 'eve'}], reviews: [{...ADA, commit: head}]}
    const path = join(folder({'a.json': JSON.stringify(given)}), 'a.json')
    const {code} = await check(cwd, ['--base', 'main', '--approvals', path])
    expect(code).not.toBe(0)
  })

  it('when the commit is checked merged into its target', async () => {
    const {cwd, head} = await change(MAIN, REMOVAL)
    await git(cwd, ['checkout', '--quiet', 'main'])
    await git(cwd, ['checkout', '--quiet', '-b', 'merged'])
    await git(cwd, ['merge', '--quiet', '--no-ff', '--message', 'Merge', 'work'])
    const link = 'https://git.library.example/7#review-1'
    const given = {format: 1, head, authors: [{name: 'eve'}], reviews: [{...ADA, commit: head, link}]}
    const path = join(folder({'a.json': JSON.stringify(given)}), 'a.json')
    const {code, out} = await check(cwd, ['--base', 'main', '--approvals', path])
    expect(code, out).toBe(0)
    const {newWaivers, remarks} = JSON.parse(out)
    expect(newWaivers).toEqual({
      added: 1,
      ignored: 0,
      list: [
        {
          subject: 'GET /v1/fees',
          reason: 'security',
          counts: true,
          needs: [{owners: ['@library/api'], count: 1}],
          approvals: [{reviewer: 'ada', commit: head, time: ADA.time, link}]
        }
      ]
    })
    expect(remarks).toContain(`The waiver for \`GET /v1/fees\` was approved by \`ada\` (\`${link}\`).`)
  })
})

describe.concurrent("a waiver of the change doesn't count", () => {
  const own = (more: object) => (head: string) => ({reviews: [{...ADA, commit: head, ...more}]})
  const cases: readonly (readonly [string, Given, string])[] = [
    ['without a review', {reviews: () => ({})}, 'needs approval of `@library/api`.'],
    ['if its author approved', {reviews: own({reviewer: 'Eve', id: '8'})}, '`Eve` is an author of this change.'],
    ['if its author approved under a new name', {reviews: own({id: '3'})}, '`ada` is an author of this change.'],
    ['if another commit was approved', {reviews: own({commit: OTHER})}, '`ada` approved `0123456`, which'],
    ['if a bot approved', {reviews: own({bot: true})}, '`ada` is a bot.'],
    ['if the approval was dismissed', {reviews: own({state: 'dismissed'})}, 'The approval of `ada` was dismissed.'],
    ['if the reviewer only commented', {reviews: own({state: 'commented'})}, 'needs approval of `@library/api`.'],
    ['if the reviewer has no write access', {reviews: own({reader: true})}, '`ada` has no write access.'],
    ['if another team approved', {reviews: own({teams: ['library/apis']})}, "`ada` isn't one of them."],
    [
      'if changes were requested later',
      {
        reviews: head => ({
          reviews: [
            {...ADA, commit: head, state: 'changes-requested', time: '2026-03-02T10:00:00Z'},
            {...ADA, reviewer: 'ADA', commit: head}
          ]
        })
      },
      '`ada` requested changes.'
    ],
    [
      'if it was approved for another target',
      {reviews: head => ({reviews: [{...ADA, commit: head}], since: '2026-03-02T09:30:00Z'})},
      '`ada` approved before the change got another target.'
    ],
    [
      'if the reviews are about another commit',
      {reviews: () => ({head: OTHER, reviews: [{...ADA, commit: OTHER}]})},
      "The reviews are about `0123456`, which isn't the commit that is checked."
    ],
    [
      'if the change names the reviewer in the file of owners',
      {branch: {'.github/CODEOWNERS': '* @mallory\n'}, reviews: own({reviewer: 'mallory', id: '9', teams: []})},
      "`mallory` isn't one of them."
    ],
    [
      'if the change adds a file of owners that would come first',
      {
        main: {'.github/CODEOWNERS': '', 'docs/CODEOWNERS': '* @library/api\n'},
        branch: {CODEOWNERS: '* @mallory\n'},
        reviews: own({reviewer: 'mallory', id: '9', teams: []})
      },
      "`mallory` isn't one of them."
    ],
    [
      'if the change states the owner in the description or the configuration',
      {
        branch: {
          'openapi.yaml': spec(get('/v1/loans', "x-owner: '@mallory', ")),
          'tenure.yaml': `${CONFIG}owners:\n  - {subject: /v1/**, owners: '@mallory'}\n${waiver('GET /v1/fees')}`
        },
        reviews: own({reviewer: 'mallory', id: '9', teams: []})
      },
      "`mallory` isn't one of them."
    ],
    [
      'if the policy names other approvers',
      {
        main: {'policy.yaml': `${POLICY}waiverReasons: {security: {approvers: [ada, zoe]}}\n`},
        reviews: own({reviewer: 'kim'})
      },
      'needs approval of `ada` or `zoe`.'
    ],
    [
      'if only one of the owners of a wide waiver approved',
      {
        main: {'openapi.yaml': spec(get('/v1/loans', "x-owner: '@library/loans', "), FEES)},
        branch: {'tenure.yaml': CONFIG + waiver('/v1/**')}
      },
      'The waiver for `/v1/**` needs approval of `@library/loans` and `@library/api`.'
    ],
    [
      'if a part of what it covers has no owner',
      {main: {'.github/CODEOWNERS': '*.yaml @library/api\n/openapi.yaml\n'}},
      "can't be approved, because `GET /v1/fees` has no owner."
    ],
    [
      'if its owner approved, and the waiver is for something else',
      {
        main: {'openapi.yaml': spec(get('/v1/loans', "x-owner: '@ada', "), get('/v1/fees', "x-owner: '@zoe', "))},
        reviews: own({teams: []})
      },
      'needs approval of `@zoe`.'
    ],
    [
      'if the change makes a line of the history of it',
      {
        main: {'tenure.yaml': `${CONFIG}history: history.yaml\n`, 'history.yaml': HISTORY()},
        branch: {
          'tenure.yaml': `${CONFIG}history: history.yaml\n`,
          'history.yaml': HISTORY(
            `  - release: next\n    changes:\n      - {removed: GET /v1/fees, replacement: none, note: x, waiver: {reason: security, approver: ada, approved: ${TODAY}}}\n`
          )
        },
        reviews: own({teams: ['library/apis']})
      },
      'The waiver for `GET /v1/fees` needs approval of `@library/api`.'
    ]
  ]
  it.each(sample(cases))('%s', async (_, given, remark) => {
    const {code, remarks, err} = await judge(given)
    expect(code, err + remarks).toBe(1)
    expect(remarks).toContain(remark)
  })
})

function HISTORY(more = ''): string {
  return `format: 1\nservice: Lending Library API\nreleases:\n  - release: "1.0"\n    date: 2019-01-01\n    changes: [added: GET /v1/loans, added: GET /v1/fees]\n${more}`
}

describe.concurrent('a file of reviews', () => {
  it('is rejected in the repository', async () => {
    const {cwd, head} = await change(MAIN, {
      ...REMOVAL,
      'own.json': JSON.stringify({format: 1, head: OTHER, authors: [{name: 'eve'}], reviews: []})
    })
    const given = JSON.stringify({format: 1, head, authors: [{name: 'eve'}], reviews: [{...ADA, commit: head}]})
    const out = folder({})
    symlinkSync(join(cwd, 'own.json'), join(out, 'link.json'))
    write(cwd, {'untracked.json': given})
    for (const path of ['own.json', join(out, 'link.json'), 'untracked.json']) {
      const {code, err} = await check(cwd, ['--base', 'main', '--approvals', path])
      expect(code).toBe(2)
      expect(err).toContain('is in the repository, so the change could approve itself')
    }
  })

  it.each(
    sample([
      ['[]', "This file doesn't hold the reviews of a change."],
      [
        '{"format": 1, "head": "abc", "authors": [{"name": "eve"}], "reviews": []}',
        "`abc` isn't the full ID of a commit"
      ],
      [`{"format": 1, "head": "${OTHER}", "authors": [], "reviews": []}`, '`authors`'],
      [
        `{"format": 1, "head": "${OTHER}", "authors": [{"name": "eve"}], "reviews": [{"reviewer": "ada", "state": "ok", "commit": "${OTHER}", "time": "2026-03-02T09:00:49Z"}]}`,
        '`ok`'
      ],
      [
        `{"format": 1, "head": "${OTHER}", "authors": [{"name": "eve"}], "reviews": [{"reviewer": "ada", "state": "approved", "commit": "${OTHER}", "time": "2026-03-02"}]}`,
        "`2026-03-02` isn't an instant"
      ]
    ])
  )('is rejected with its place if it is %s', async (text, message) => {
    const {cwd} = await change(MAIN, REMOVAL)
    const path = join(folder({'a.json': text}), 'a.json')
    const {code, err} = await tenure(['check', '--as-of', TODAY, '--base', 'main', '--approvals', path], {cwd})
    expect(code).toBe(2)
    expect(err).toContain('a.json:1:')
    expect(err).toContain(message)
  })
})
