import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {run as runCommand} from '@tenure/core/cli/command-line'
import {NO_PLUGINS} from '@tenure/core/context/context'
import {NO_CACHE} from '@tenure/core/stores/cache'
import {openWorkspace} from '@tenure/core/stores/files/workspace'
import {afterEach, expect, it} from 'vitest'
import {folder} from '../../../test/cli/run.ts'
import {type Files, get, git, repositoryOf, spec, TODAY} from '../../../test/gate/scenario.ts'
import {sample} from '../../../test/tier.ts'
import {checkAction} from '../src/check-action.ts'
import {approveComment} from '../src/untrusted-comment.ts'
import {
  type Account,
  BOT,
  type Fault,
  type GitHubServer,
  type OpenPull,
  type Review,
  type ReviewedPull,
  startGitHub,
  TOKEN
} from './github-server.ts'

const CONFIG = 'format: 1\nspec: openapi.yaml\npolicy: policy.yaml\nnewWaivers: reviewed\n'
const waiverFor = (subject: string) =>
  `waivers:\n  - {subject: ${subject}, reason: security, approver: ada, approved: ${TODAY}}\n`
const MAIN = {
  'openapi.yaml': spec(get('/v1/loans'), get('/v1/fees')),
  'tenure.yaml': CONFIG,
  'policy.yaml': 'format: 1\nname: p\nextends: thirteen-months\n',
  '.github/CODEOWNERS': '*.yaml @library/api @ada\n'
}
const REMOVAL = {'openapi.yaml': spec(get('/v1/loans')), 'tenure.yaml': CONFIG + waiverFor('GET /v1/fees')}

const EVE: Account = {login: 'eve', id: 3}
const ADA: Account = {login: 'ada', id: 7}
const BOB: Account = {login: 'bob', id: 8}
const MALLORY: Account = {login: 'mallory', id: 9}
const OTHER = '0123456789abcdef0123456789abcdef01234567'
const AT = '2026-03-02T09:00:49Z'

const approve = (user: Account | null, commit: string | null, more: Partial<Review> = {}): Review => ({
  user,
  state: 'APPROVED',
  commit,
  at: AT,
  ...more
})

interface Situation {
  readonly main?: Files
  readonly branch?: Files
  /** Files that the target got since the branch began. */
  readonly later?: Files
  /** Changes of the pull request, whose only commit is Eve's and whose only review is Ada's approval. */
  readonly pull?: (head: string) => Partial<ReviewedPull>
  readonly faults?: readonly Fault[]
  readonly event?: (head: string) => object
  /** Whether the run of the pull request of a fork has ended, and this is the workflow after it. */
  readonly isAfter?: boolean
  /** What the event says of the run that has ended, if it isn't that of a pull request. */
  readonly ended?: object
  /** The open pull requests with the commit, if others than this one. */
  readonly open?: (head: string) => OpenPull[]
  readonly env?: Readonly<Record<string, string>>
  /** Whether the checkout is the merge that GitHub makes. */
  readonly isMerged?: boolean
  /** Called for each request. */
  readonly onRequest?: (path: string, pull: ReviewedPull) => void
}

let server: GitHubServer | undefined
afterEach(() => server?.close())

/** Runs the action on a pull request that removes an endpoint with a waiver. */
async function act({
  main,
  branch,
  later,
  pull,
  faults = [],
  event,
  env = {},
  isMerged = false,
  isAfter = false,
  ended = {},
  open,
  onRequest
}: Situation) {
  const cwd = await repositoryOf({
    main: [['2024-06-01', {...MAIN, ...main}]],
    branch: [[TODAY, {...REMOVAL, ...branch}]],
    ...(later ? {later: [[TODAY, later]]} : {})
  })
  const head = (await git(cwd, ['rev-parse', 'HEAD'])).trim()
  await git(cwd, ['update-ref', 'refs/remotes/origin/main', 'main'])
  if (isMerged) {
    await git(cwd, ['checkout', '--quiet', '--detach', 'main'])
    await git(cwd, ['merge', '--quiet', '--no-ff', '--message', 'Merge', 'work'])
  }
  const reviewed: ReviewedPull = {
    ...{head, base: 'main', user: EVE, commits: [{author: EVE}], reviews: [approve(ADA, head)], events: []},
    ...{teams: {'library/api': ['bob']}, invited: [], renamed: {}, permissions: {mallory: 'read'}},
    ...pull?.(head)
  }
  const pulls = open?.(head) ?? [{number: 7, sha: head, repository: 'eve/lending', branch: 'work'}]
  server = await startGitHub([], pulls, reviewed)
  server.faults.push(...faults)
  const payload = {
    pull_request: {
      ...{number: 7, user: {login: 'eve', id: 3}, base: {ref: 'main'}},
      head: {sha: head, repo: {full_name: 'library/lending'}},
      ...event?.(head)
    }
  }
  const finished = {
    workflow_run: {
      ...{event: 'pull_request_review', head_sha: head, head_branch: 'work'},
      head_repository: {full_name: 'eve/lending'},
      ...ended
    }
  }
  const temp = folder({'event.json': JSON.stringify(isAfter ? finished : payload), 'output.txt': '', 'summary.md': ''})
  const variables = {
    ...{CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'pull_request_review', INPUT_TOKEN: TOKEN},
    ...{GITHUB_REPOSITORY: 'library/lending', GITHUB_API_URL: server.url, GITHUB_GRAPHQL_URL: `${server.url}/graphql`},
    ...{GITHUB_EVENT_PATH: join(temp, 'event.json'), GITHUB_STEP_SUMMARY: join(temp, 'summary.md')},
    ...{GITHUB_OUTPUT: join(temp, 'output.txt'), RUNNER_TEMP: temp},
    ...(isAfter ? {GITHUB_EVENT_NAME: 'workflow_run', INPUT_STATUS: 'tenure approval'} : {}),
    ...env
  }
  const workspace = openWorkspace(cwd, {...variables, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1'})
  const out: string[] = []
  const print = (text: string): void => void out.push(text)
  const {INPUT_TOKEN: _, ...own} = variables
  const context = {
    ...{...workspace, out: print, err: print, env: own, plugins: NO_PLUGINS, color: false, program: []},
    ...{progress: () => undefined, today: () => TODAY, cache: () => NO_CACHE, generated: new Map()}
  }
  const code = await checkAction({
    ...workspace,
    env: variables,
    out: print,
    // GitHub has a tenth of a second to answer.
    fetch: (url, init) => {
      onRequest?.(String(url), reviewed)
      return fetch(url, {...init, signal: AbortSignal.timeout(300)})
    },
    wait: () => Promise.resolve(),
    // No answer is late on a busy machine.
    limit: () => new AbortController().signal,
    check: (args, variables) => runCommand(args, {...context, env: {...own, ...variables}})
  })
  const outputs = readFileSync(join(temp, 'output.txt'), 'utf8')
  const [path = ''] = /^\/.*report\.json$/m.exec(outputs) ?? []
  return {
    code,
    out: out.join(''),
    summary: readFileSync(join(temp, 'summary.md'), 'utf8'),
    report: existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined,
    comments: server.comments.map(({body}) => body),
    requests: server.requests,
    statuses: server.statuses,
    head
  }
}

const LINK = 'https://github.com/library/lending/pull/7#pullrequestreview-1'

it.each<readonly [string, Situation]>(
  sample([
    ['an owner', {}],
    ['an owner, and the checkout is the merge that GitHub makes', {isMerged: true}],
    ['an owner, and the target moved on', {later: {'notes.txt': 'New.\n'}}],
    [
      'an owner, and the target got another description',
      {later: {'openapi.yaml': spec(get('/v1/shelves'), get('/v1/loans'), get('/v1/fees'))}, isMerged: true}
    ],
    [
      'someone whom the target made an owner since',
      {main: {CODEOWNERS: '* @zoe\n', '.github/CODEOWNERS': ''}, later: {CODEOWNERS: '* @ada\n'}}
    ],
    ['a member of the team that owns it', {pull: head => ({reviews: [approve(BOB, head)]})}],
    [
      'an owner who had requested changes',
      {
        pull: head => ({
          reviews: [approve(ADA, head), approve(ADA, OTHER, {state: 'CHANGES_REQUESTED', at: '2026-03-01T09:00:00Z'})]
        })
      }
    ],
    [
      'an owner, and others commented or are gone',
      {
        pull: head => ({
          reviews: [
            approve(ADA, head),
            approve(ADA, head, {state: 'COMMENTED', at: '2026-03-03T09:00:00Z'}),
            approve(null, head)
          ]
        })
      }
    ],
    [
      'an owner who merged the target into the branch',
      {
        pull: () => ({commits: [{author: EVE}, {author: ADA, committer: {login: 'web-flow', id: 1}, parents: 2}]})
      }
    ],
    [
      'an owner, of the pull request of a fork',
      {event: head => ({head: {sha: head, repo: {full_name: 'eve/lending'}}})}
    ]
  ])
)('a waiver counts once %s approved', async (_, situation) => {
  const {code, out, report, summary, head} = await act(situation)
  expect(code, out).toBe(0)
  expect(report.newWaivers).toMatchObject({
    ignored: 0,
    list: [{subject: 'GET /v1/fees', counts: true, approvals: [{commit: head, link: LINK}]}]
  })
  expect(report.remarks.join('\n')).toContain(LINK)
  expect(summary).toContain(`(\`${LINK}\`)`)
  expect(out.match(/^1 waived|No violations/gm)).toHaveLength(1)
})

it('nothing is asked if no waiver needs approval', async () => {
  const {code, requests} = await act({branch: {'tenure.yaml': CONFIG, 'openapi.yaml': MAIN['openapi.yaml']}})
  expect({code, requests}).toEqual({code: 0, requests: []})
})

const own = (...reviews: ((head: string) => Review)[]): Pick<Situation, 'pull'> => ({
  pull: head => ({reviews: reviews.map(each => each(head))})
})

const ATTACKS: readonly (readonly [string, Situation, string])[] = [
  ['nobody approved', own(), 'needs approval of `@library/api` or `@ada`.'],
  [
    'its author approved',
    {pull: head => ({user: ADA, commits: [{author: ADA}], reviews: [approve(ADA, head)]})},
    '`ada` is an author of this change.'
  ],
  [
    'an owner approved own commits in the pull request of another one',
    {pull: () => ({commits: [{author: EVE}, {author: ADA}]})},
    '`ada` is an author of this change.'
  ],
  [
    'an owner rewrote the commits',
    {pull: () => ({commits: [{author: EVE, committer: ADA}]})},
    '`ada` is an author of this change.'
  ],
  [
    'a second account approved that the change makes an owner',
    {...own(head => approve(MALLORY, head)), branch: {'.github/CODEOWNERS': '* @mallory\n'}},
    "`mallory` isn't one of them."
  ],
  [
    'a second account approved that the change makes an owner in a file that would come first',
    {
      ...own(head => approve(MALLORY, head)),
      main: {'.github/CODEOWNERS': '', 'docs/CODEOWNERS': '* @ada\n'},
      branch: {CODEOWNERS: '* @mallory\n', '.github/CODEOWNERS': '* @mallory\n'}
    },
    "`mallory` isn't one of them."
  ],
  [
    'the approver that the waiver names approved, who owns nothing',
    {
      ...own(head => approve(MALLORY, head)),
      branch: {'tenure.yaml': CONFIG + waiverFor('GET /v1/fees').replace('ada', 'mallory')}
    },
    "`mallory` isn't one of them."
  ],
  ['an owner approved an earlier commit', own(() => approve(ADA, OTHER)), '`ada` approved `0123456`, which'],
  ['an owner approved a commit that is gone', own(() => approve(ADA, null)), '`ada` approved `0000000`, which'],
  [
    'the approval was dismissed',
    own(head => approve(ADA, head, {state: 'DISMISSED'})),
    'The approval of `ada` was dismissed.'
  ],
  ['an owner only commented', own(head => approve(ADA, head, {state: 'COMMENTED'})), 'needs approval of'],
  ['an owner only began a review', own(head => approve(ADA, head, {state: 'PENDING'})), 'needs approval of'],
  [
    'a bot approved',
    {
      ...own(head => approve({login: BOT, id: 1, type: 'Bot'}, head)),
      main: {'.github/CODEOWNERS': `* @${BOT}\n* @ada\n`}
    },
    '`github-actions[bot]` is a bot.'
  ],
  ['a bot approved under the name of an owner', own(head => approve({...ADA, type: 'Bot'}, head)), '`ada` is a bot.'],
  [
    'an owner requested changes on the next page of reviews',
    own(
      head => approve(ADA, head),
      head => approve(MALLORY, head),
      head => approve(ADA, head, {state: 'CHANGES_REQUESTED', at: '2026-03-02T10:00:00Z'})
    ),
    '`ada` requested changes.'
  ],
  [
    'an owner was renamed and requested changes',
    own(
      head => approve(ADA, head),
      head => approve({login: 'ada-l', id: 7}, head, {state: 'CHANGES_REQUESTED', at: '2026-03-02T10:00:00Z'})
    ),
    '`ada-l` requested changes.'
  ],
  [
    'someone took the former name of an owner',
    {
      ...own(head => approve({login: 'ada', id: 99}, head)),
      pull: head => ({permissions: {ada: 'read'}, reviews: [approve({login: 'ada', id: 99}, head)]})
    },
    '`ada` has no write access.'
  ],
  [
    'the name of an owner was that of someone else before',
    {
      pull: head => ({
        reviews: [approve(ADA, head, {state: 'COMMENTED'}), approve({login: 'ada', id: 99}, head)]
      })
    },
    '`ada` has no write access.'
  ],
  [
    'the team was renamed',
    {pull: head => ({reviews: [approve(BOB, head)], renamed: {'library/api': 'core'}})},
    'The team was renamed to `core`.'
  ],
  [
    'the team is gone',
    {pull: head => ({reviews: [approve(BOB, head)], teams: {}})},
    "The members of `@library/api` couldn't be read: GitHub answered 404 (Not Found)."
  ],
  [
    'someone is only invited to the team',
    {pull: head => ({reviews: [approve(BOB, head)], invited: ['bob']})},
    "`bob` isn't one of them."
  ],
  [
    "the token of a fork can't read teams",
    {pull: head => ({reviews: [approve(BOB, head)]}), faults: [{method: 'GET', path: /\/orgs\//, status: 403}]},
    'set `team-token` to a token that can read the members of the organization'
  ],
  [
    'a fork has no access to the reviews',
    {faults: [{method: 'GET', path: /\/reviews/, status: 403}]},
    "The reviews of the pull request couldn't be read: GitHub answered 403 (Server Error). Give the job `permissions: {contents: read, pull-requests: read}`."
  ],
  [
    "GitHub doesn't answer",
    {faults: [{method: 'GET', path: /\/reviews/, status: 0, hangs: true}]},
    "The reviews of the pull request couldn't be read: GitHub didn't answer"
  ],
  ['GitHub fails', {faults: [{method: 'GET', path: /\/pulls\/7$/, status: 500}]}, 'GitHub answered 500'],
  [
    'GitHub finds nothing',
    {faults: [{method: 'GET', path: /\/pulls\/7$/, status: 404, body: '{"message": "Not Found"}'}]},
    'GitHub answered 404 (Not Found).'
  ],
  [
    "GitHub's answer isn't JSON",
    {faults: [{method: 'GET', path: /\/reviews/, status: 200, body: '<html>'}]},
    "GitHub's answer isn't JSON."
  ],
  [
    "GitHub's answer isn't a list",
    {faults: [{method: 'GET', path: /\/reviews/, status: 200, body: '{}'}]},
    "GitHub's answer isn't a list."
  ],
  [
    "a later page of reviews can't be read",
    {
      ...own(
        head => approve(ADA, head),
        head => approve(ADA, head),
        head => approve(ADA, head)
      ),
      faults: [{method: 'GET', path: /\/reviews.*page=2/, status: 500}]
    },
    'GitHub answered 500'
  ],
  [
    "GitHub's answer lacks what decides",
    {faults: [{method: 'GET', path: /\/reviews/, status: 200, body: '[{"state": "APPROVED"}]'}]},
    "GitHub's answer has another form."
  ],
  [
    "write access can't be read",
    {faults: [{method: 'GET', path: /\/permission/, status: 403}]},
    "Whether `ada` has write access couldn't be read"
  ],
  [
    'not all commits are listed',
    {pull: () => ({count: 300})},
    'GitHub lists 1 of its 300 commits, so not all authors are known.'
  ],
  ['the pull request moved on before', {pull: () => ({head: OTHER})}, 'It has got other commits since this run began.'],
  [
    'the pull request moves on during the run',
    {
      onRequest: (path, pull) => {
        if (path.includes('/permission')) pull.head = OTHER
      }
    },
    'It has changed while it was read.'
  ],
  [
    'the pull request gets another target during the run',
    {
      onRequest: (path, pull) => {
        if (path.includes('/permission')) pull.base = 'release'
      }
    },
    'It has changed while it was read.'
  ],
  [
    'it was approved when it had another target',
    {pull: () => ({events: [{event: 'base_ref_changed', created_at: '2026-03-02T12:00:00Z'}]})},
    '`ada` approved before the change got another target.'
  ],
  [
    'it was approved between two changes of the target',
    {
      pull: () => ({
        events: ['2026-03-02T08:00:00Z', '2026-03-02T12:00:00Z'].map(at => ({
          event: 'base_ref_changed',
          created_at: at
        }))
      })
    },
    '`ada` approved before the change got another target.'
  ],
  [
    'the owner of something else approved',
    {
      ...own(head => approve(ADA, head)),
      main: {'openapi.yaml': spec(get('/v1/loans', "x-owner: '@ada', "), get('/v1/fees', "x-owner: '@zoe', "))}
    },
    'needs approval of `@zoe`.'
  ],
  [
    'one of several owners of a wide waiver approved',
    {
      main: {'openapi.yaml': spec(get('/v1/loans', "x-owner: '@zoe', "), get('/v1/fees', "x-owner: '@ada', "))},
      branch: {'tenure.yaml': CONFIG + waiverFor('/**')}
    },
    'The waiver for `/**` needs approval of `@zoe` and `@ada`.'
  ],
  [
    'someone approved who is an owner no more',
    {main: {CODEOWNERS: '* @ada\n', '.github/CODEOWNERS': ''}, later: {CODEOWNERS: '* @zoe\n'}},
    'needs approval of `@zoe`.'
  ],
  [
    'the change turns reviews on',
    {main: {'tenure.yaml': CONFIG.replace('newWaivers: reviewed\n', '')}},
    "1 waiver of this change doesn't count"
  ]
]

it.each(sample(ATTACKS))("a waiver doesn't count if %s", async (_, situation, remark) => {
  const {code, out, report} = await act(situation)
  expect(code, out).toBe(1)
  expect(report.newWaivers.ignored).toBe(1)
  expect(report.remarks.join('\n')).toContain(remark)
})

it('a wide waiver counts if all owners, or an approver of the policy, approved', async () => {
  const wide = {branch: {'tenure.yaml': CONFIG + waiverFor('/**')}}
  const owned = {'openapi.yaml': spec(get('/v1/loans', "x-owner: '@bob', "), get('/v1/fees', "x-owner: '@ada', "))}
  const all = await act({
    ...wide,
    main: owned,
    ...own(
      head => approve(ADA, head),
      head => approve(BOB, head)
    )
  })
  expect(all.code, all.out).toBe(0)
  const policy = {'policy.yaml': `${MAIN['policy.yaml']}waiverReasons: {security: {approvers: ['@ada']}}\n`}
  const waiver = waiverFor('/**').replace('approver: ada', "approver: '@ada'")
  const one = await act({branch: {'tenure.yaml': CONFIG + waiver}, main: {...owned, ...policy}})
  expect(one.code, one.out).toBe(0)
})

it('teams are asked for with a token of their own, which no other request gets', async () => {
  const sent: string[] = []
  const real = globalThis.fetch
  globalThis.fetch = (url, init) => {
    sent.push(`${new URL(String(url)).pathname} ${new Headers(init?.headers).get('authorization')}`)
    return real(url, init)
  }
  try {
    await act({...own(head => approve(BOB, head)), env: {INPUT_TEAM_TOKEN: 'ghs_other'}})
  } finally {
    globalThis.fetch = real
  }
  expect(sent.filter(each => each.includes('ghs_other')).every(each => each.startsWith('/orgs/'))).toBe(true)
  expect(sent.filter(each => each.startsWith('/orgs/')).every(each => each.endsWith('ghs_other'))).toBe(true)
})

it.each<readonly [string, Situation]>([
  ['who approved', {}],
  ['who has to approve', own()]
])('a comment on the pull request of a fork can say %s', async (_, situation) => {
  const {summary} = await act(situation)
  expect(summary).toContain('The waiver for `GET /v1/fees`')
  expect(approveComment(summary.slice(0, -1), undefined)).toBe(summary.slice(0, -1))
})

it('a comment names owners, and mentions them only if asked', async () => {
  const quiet = await act({...own(), env: {INPUT_COMMENT: 'true'}})
  expect(quiet.comments[0]).toContain('needs approval of `@library/api` or `@ada`')
  expect(quiet.comments[0]).not.toMatch(/(?<![`\w])@/)
  const loud = await act({...own(), env: {INPUT_COMMENT: 'true', INPUT_MENTION: 'true'}})
  expect(loud.comments[0]).toContain('needs approval of @library/api or @ada')
})

it("nothing is checked if the checkout isn't that of the event", async () => {
  const {code, out} = await act({
    event: () => ({head: {sha: OTHER, repo: null}}),
    pull: () => ({head: OTHER, reviews: [approve(ADA, OTHER)]})
  })
  expect(code, out).toBe(2)
})

it.each<readonly [string, Situation, number, string]>([
  ['a member of the team approved', own(head => approve(BOB, head)), 0, 'success'],
  ['a stranger approved', own(head => approve(MALLORY, head)), 1, 'failure'],
  ['it has a file that is named like the target', {...own(), branch: {main: MAIN['openapi.yaml']}}, 1, 'failure']
])('after the run of a fork, the commit has a status if %s', async (_, situation, code, state) => {
  const ran = await act({...situation, isAfter: true})
  expect(ran.code, ran.out).toBe(code)
  expect(ran.statuses).toMatchObject([{context: 'tenure approval', state}])
  expect(ran.requests.filter(each => each.startsWith('POST'))).toEqual([
    `POST /repos/library/lending/statuses/${ran.head}`
  ])
})

it.each<readonly [string, Situation, number, string]>([
  [
    'two open pull requests have the commit',
    {open: head => [7, 8].map(number => ({number, sha: head, repository: 'eve/lending', branch: 'work'}))},
    0,
    'No status: 2 open pull requests have the commit'
  ],
  ['no open pull request has it', {open: () => []}, 0, 'No status: no open pull request has the commit'],
  ['something else is checked out', {isMerged: true}, 2, "The checkout isn't the commit"]
])('after the run of a fork, the commit has no status if %s', async (_, situation, code, message) => {
  const ran = await act({...situation, isAfter: true})
  expect(ran.code, ran.out).toBe(code)
  expect(ran.out).toContain(message)
  expect(ran.statuses).toEqual([])
})

const ofQueue = (head_branch: string, full_name = 'library/lending') => ({
  ...{isAfter: true, open: () => [], ended: {event: 'merge_group', head_branch, head_repository: {full_name}}}
})
const QUEUE = `gh-readonly-queue/main/pr-7-${OTHER}`

it.each<readonly [string, Situation, number, string]>([
  ['a failure if it violates the policy', {}, 1, 'failure'],
  ['a success if it does not', {branch: {'openapi.yaml': MAIN['openapi.yaml']}}, 0, 'success']
])('after the run of a merge queue, the commit has the status of %s', async (_, situation, code, state) => {
  const ran = await act({...situation, ...ofQueue(QUEUE)})
  expect(ran.code, ran.out).toBe(code)
  expect(ran.statuses).toMatchObject([{context: 'tenure approval', state}])
  // A merge queue has no reviews.
  expect(ran.requests).toEqual([`POST /repos/library/lending/statuses/${ran.head}`])
})

it.each([
  ['a fork', QUEUE, 'eve/lending'],
  ['another branch', 'main', 'library/lending']
])('after the run of a merge queue, the commit has no status if it is one of %s', async (_, branch, repository) => {
  const ran = await act(ofQueue(branch, repository))
  expect(ran.code, ran.out).toBe(0)
  expect(ran.out).toContain('No status: ')
  expect(ran.statuses).toEqual([])
})

it('the action fails if it may not set the status', async () => {
  const ran = await act({
    ...own(head => approve(ADA, head)),
    isAfter: true,
    faults: [{method: 'POST', path: /statuses/, status: 403}]
  })
  expect(ran.code).toBe(2)
  expect(ran.out).toContain('statuses: write')
})
