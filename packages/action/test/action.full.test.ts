import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {folder, run, write} from '../../../test/cli/run.ts'
import {cloneOf, git, repositoryOf, type State, TODAY} from '../../../test/gate/scenario.ts'
import {commandsIn} from '../../../test/outputs/report/workflow-commands.ts'
import {sample} from '../../../test/tier.ts'
import {type ActionResult, readAction, runComposite, type Workflow} from './composite.ts'
import {BOT, type GitHubServer, startGitHub, TOKEN} from './github-server.ts'

const spec = (...paths: readonly string[]): string =>
  `openapi: 3.0.3\ninfo: {title: Lending Library API, version: "1"}\npaths:\n${paths
    .map(path => `  ${path}: {get: {responses: {"200": {description: All}}}}\n`)
    .join('')}`

const BEFORE: State = ['2025-01-10', {'openapi.yaml': spec('/v1/loans', '/v1/shelves')}]
const REMOVAL: State = [TODAY, {'openapi.yaml': spec('/v1/shelves')}]
const ADDITION: State = [TODAY, {'openapi.yaml': spec('/v1/loans', '/v1/shelves', '/v1/branches')}]
const LATER: State = [TODAY, {'README.md': 'Loans\n'}]

/** A shallow clone of one commit, as `actions/checkout` makes it. */
const checkout = async (work: State, main: State = BEFORE): Promise<string> =>
  cloneOf(
    await repositoryOf({main: [main], branch: [work], later: [LATER]}),
    ...['--depth', '1', '--single-branch', '--branch', 'work']
  )

const pullRequest = (fork = 'library/lending') => ({
  action: 'synchronize',
  number: 7,
  pull_request: {
    number: 7,
    title: '::error::`touch stolen`',
    head: {ref: 'work', sha: '', repo: {full_name: fork, fork: true}},
    base: {ref: 'main', repo: {full_name: 'library/lending'}}
  },
  repository: {full_name: 'library/lending'}
})

/** Runs the action on the checked-out commit, which is the head of the pull request. */
async function act({event = pullRequest(), ...workflow}: Workflow): Promise<ActionResult> {
  const sha = (await run('git', ['rev-parse', 'HEAD'], {cwd: workflow.cwd})).out.trim()
  const {pull_request: pull} = event as {readonly pull_request?: {readonly head: object}}
  const filled = pull ? {...(event as object), pull_request: {...pull, head: {...pull.head, sha}}} : event
  return runComposite('action.yml', {github: {base_ref: 'main', token: TOKEN}, event: filled, ...workflow})
}

const byNumber = (a: string, b: string): number => Number(/\d+/.exec(a)?.[0]) - Number(/\d+/.exec(b)?.[0])

const OUTCOMES = [
  ['a removal without notice', REMOVAL, 1],
  ['a new endpoint', ADDITION, 0]
] as const

describe('the action', () => {
  it.each(['action.yml', 'comment/action.yml'])('%s passes values to the shell only as variables', path => {
    const {runs} = readAction(path)
    expect(runs.using).toBe('composite')
    for (const {run: script, shell} of runs.steps) {
      expect(shell).toBe('bash')
      expect(script).not.toContain('${{')
      expect(script).not.toMatch(/\bnp[mx]\b/)
    }
  })

  it.each(sample(OUTCOMES))('fetches the history that a shallow clone lacks: %s', async (_, work, code) => {
    const {outputs, summary, ...ran} = await act({cwd: await checkout(work)})
    expect({code: ran.code, err: ran.err}).toEqual({code, err: ''})
    expect(summary).toMatch(
      code === 1
        ? /^<!-- tenure check -->\n\n## ❌ 1 violation/
        : /^<!-- tenure check -->\n\n## ✅ No policy violations/
    )
    expect(ran.out.match(/^::.*$/gm) ?? []).toEqual(
      code === 1 ? [expect.stringMatching(/^::error file=openapi\.yaml,line=\d+,.*GET \/v1\/loans/)] : []
    )
    expect(outputs).toMatchObject({
      violations: String(code),
      warnings: '0',
      verdict: code === 1 ? 'violation' : 'compliant'
    })
    expect(JSON.parse(readFileSync(outputs.report ?? '', 'utf8'))).toMatchObject({
      command: 'check',
      summary: {violation: code}
    })
    expect(readFileSync(outputs.comment ?? '', 'utf8').trim()).toBe(summary.trim())
  })

  it('fetches the target branch in a merge queue', async () => {
    const cwd = await checkout(ADDITION)
    const event = {action: 'checks_requested', merge_group: {base_ref: 'refs/heads/main'}}
    const env = {GITHUB_EVENT_NAME: 'merge_group'}
    expect((await act({cwd, github: {base_ref: '', token: TOKEN}, event, env})).code).toBe(0)
    expect((await git(cwd, ['rev-parse', 'refs/remotes/origin/main'])).trim()).toMatch(/^[\da-f]{40}$/)
  })

  it('runs no program that is configured in a folder of the pull request', async () => {
    const main: State = [BEFORE[0], {'api/openapi.yaml': BEFORE[1]['openapi.yaml'] ?? ''}]
    const ran = join(folder(), 'ran')
    const settings = `[core]\n\trepositoryformatversion = 0\n\tbare = true\n\tsshCommand = "touch ${ran}; false"\n\tfsmonitor = "touch ${ran}; false"\n[remote "origin"]\n\turl = ssh://library.example/lending\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`
    const bare = {
      'api/HEAD': 'ref: refs/heads/main\n',
      'api/config': settings,
      'api/objects/.keep': 'x',
      'api/refs/heads/.keep': 'x'
    }
    const cwd = await checkout([TODAY, {'api/openapi.yaml': REMOVAL[1]['openapi.yaml'] ?? '', ...bare}], main)
    const {code} = await act({cwd, with: {'working-directory': 'api'}, event: {}})
    expect({code, ran: existsSync(ran)}).toEqual({code: 2, ran: false})
  })

  it('rejects a working directory that the pull request replaced with a link', async () => {
    const text = BEFORE[1]['openapi.yaml'] ?? ''
    const cwd = await checkout(LATER, [BEFORE[0], {'api/openapi.yaml': text, 'copy/openapi.yaml': text}])
    rmSync(join(cwd, 'api'), {recursive: true})
    symlinkSync('copy', join(cwd, 'api'))
    await git(cwd, ['add', '--all'])
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@library.example']
    await git(cwd, [...author, 'commit', '--quiet', '--message', 'A link'])
    const {code, out} = await act({cwd, with: {'working-directory': 'api'}, event: {}})
    expect(code).toBe(2)
    expect(out).toContain('`api` is a folder in origin/main')
    const copy = await act({cwd, with: {'working-directory': 'copy'}, event: {}})
    expect(copy.code, copy.out).toBe(0)
  })

  it('writes SARIF', async () => {
    const cwd = await checkout(REMOVAL)
    expect((await act({cwd, with: {sarif: 'tenure.sarif'}})).code).toBe(1)
    expect(JSON.parse(readFileSync(join(cwd, 'tenure.sarif'), 'utf8')).runs[0].results).toHaveLength(1)
  })

  it('uses the inputs `policy`, `base`, `spec`, and `format`', async () => {
    const cwd = await checkout(REMOVAL)
    write(cwd, {
      'lax.yaml':
        'format: 1\nstabilities: [ga]\ndefaultStability: ga\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: none}\n'
    })
    const lax = {policy: 'lax.yaml', base: 'origin/main', spec: 'openapi.yaml', format: 'json'}
    const ran = await act({cwd, with: lax})
    expect({code: ran.code, err: ran.err}).toEqual({code: 0, err: ''})
    expect(JSON.parse(ran.out)).toMatchObject({policy: {name: 'lax'}, summary: {exempt: {policy: 1}}})
    expect(ran.outputs).toMatchObject({violations: '0', verdict: 'exempt'})
    const odd = await act({cwd, with: {policy: '$(touch stolen); `touch stolen`\n::error::'}})
    expect(odd.code).toBe(2)
    expect(odd.outputs).toMatchObject({verdict: 'undetermined', violations: '0'})
    expect(readdirSync(cwd)).not.toContain('stolen')
  })

  it.each([
    ['violation', 1],
    ['undetermined', 1],
    ['never', 0]
  ] as const)('exits with the code that `fail-on: %s` sets for a violation', async (failOn, code) => {
    const ran = await act({cwd: await checkout(REMOVAL), with: {'fail-on': failOn}})
    expect(ran.code).toBe(code)
    expect(ran.outputs).toMatchObject({violations: '1', verdict: 'violation'})
  })

  it.each([
    ['violation', 0],
    ['undetermined', 3],
    ['never', 0]
  ] as const)('exits with the code that `fail-on: %s` sets for an undetermined verdict', async (failOn, code) => {
    // The release that announced the removal has no date.
    const history =
      'format: 1\nservice: Lending Library API\nreleases:\n  - release: "1.0"\n    changes:\n      - added: GET /v1/loans\n      - added: GET /v1/shelves\n  - release: "1.1"\n    changes:\n      - {deprecated: GET /v1/loans, replacement: GET /v1/shelves}\n'
    const main: State = [BEFORE[0], {...BEFORE[1], 'history.yaml': history}]
    const ran = await act({cwd: await checkout(REMOVAL, main), with: {'fail-on': failOn}})
    expect(ran.outputs).toMatchObject({violations: '0', verdict: 'undetermined'})
    expect(ran.code).toBe(code)
  })

  it.each([
    [{'fail-on': 'always'}, "Input `fail-on` can't be `always`. Allowed: `violation`, `undetermined`, and `never`."],
    [{comment: 'yes'}, "Input `comment` can't be `yes`. Allowed: `false` and `true`."],
    [{sarif: 'a,b'}, "Input `sarif` can't be `a,b`. Name one file, without a comma."]
  ])('rejects the inputs %j', async (inputs, message) => {
    const {code, out} = await act({cwd: await checkout(ADDITION), with: inputs})
    expect({code, out}).toEqual({code: 2, out: `::error title=tenure::${message}\n`})
  })

  it('exits with 2, never 1, when nothing was checked', async () => {
    const unreadable = await act({cwd: await checkout([TODAY, {'openapi.yaml': 'openapi: ['}])})
    expect(unreadable.code).toBe(2)
    expect(unreadable.outputs).toMatchObject({verdict: 'undetermined'})
    const cwd = await checkout(ADDITION)
    const notBuilt = await act({cwd, home: folder({})})
    expect({code: notBuilt.code, out: notBuilt.out}).toEqual({
      code: 2,
      out: '::error title=tenure::This commit of the action is not built. Pin the commit or the tag of a release.\n'
    })
    const crashing = folder({'dist/tenure.cjs': 'this is no JavaScript'})
    writeFileSync(join(crashing, 'dist/action.cjs'), readFileSync('dist/action.cjs'))
    const crash = await act({cwd, home: crashing})
    expect({code: crash.code, err: crash.err}).toEqual({code: 2, err: ''})
    expect(crash.out).toMatch(/^::error title=tenure::tenure can't start with Node\.js v/)
    const outside = await act({cwd: folder({})})
    expect(outside.code).toBe(2)
    expect(outside.out).toContain('::error title=tenure::There is no git repository here.')
    const withoutRemote = await cloneOf(await repositoryOf({main: [BEFORE], branch: [ADDITION]}))
    await git(withoutRemote, ['remote', 'set-url', 'origin', 'file:///nowhere'])
    expect((await act({cwd: withoutRemote})).code).toBe(2)
  })

  it('adds up the results of several APIs', async () => {
    const config =
      'format: 1\napis:\n  - {name: lending, spec: lending.yaml}\n  - {name: archive, spec: archive.yaml}\n  - {name: desks, spec: desks.yaml}\n'
    const of = (...paths: string[]) => spec(...paths)
    const main: State = [
      '2025-01-10',
      {
        'tenure.yaml': config,
        'lending.yaml': of('/v1/loans', '/v1/shelves'),
        'archive.yaml': of('/v1/boxes', '/v1/maps', '/v1/notes'),
        'desks.yaml': of('/v1/desks')
      }
    ]
    const work: State = [TODAY, {'lending.yaml': of('/v1/shelves'), 'archive.yaml': of('/v1/boxes')}]
    const cwd = await checkout(work, main)
    const ran = await act({cwd, with: {sarif: 'out.sarif'}})
    expect(ran.code).toBe(1)
    expect(ran.outputs).toMatchObject({violations: '3', verdict: 'violation'})
    const {apis} = JSON.parse(readFileSync(ran.outputs.report ?? '', 'utf8'))
    expect(apis.map(({name}: {name: string}) => name)).toEqual(['lending', 'archive', 'desks'])
    expect(readdirSync(cwd).filter(name => name.endsWith('.sarif'))).toEqual(['out.sarif'])
    expect(ran.summary.match(/^## .*$/gm)).toHaveLength(3)
    const one = await act({cwd, with: {api: 'desks'}})
    expect({code: one.code, ...one.outputs}).toMatchObject({code: 0, violations: '0', verdict: 'compliant'})
  })

  it('keeps to what GitHub shows of thirty APIs: those that fail come first, and the rest is counted', async () => {
    const names = Array.from({length: 30}, (_, at) => `service-${at + 1}`)
    const removed = Array.from({length: 12}, (_, at) => `/v1/loans-${at}`)
    const fails = names.filter((_, at) => at % 5 === 4)
    const config = `format: 1\napis: [${names.map(name => `{name: ${name}, spec: ${name}.yaml}`).join(', ')}]\n`
    const files = (of: (name: string) => string): Record<string, string> =>
      Object.fromEntries(names.map(name => [`${name}.yaml`, of(name)]))
    const main: State = ['2025-01-10', {'tenure.yaml': config, ...files(() => spec(...removed, '/v1/shelves'))}]
    const work: State = [
      TODAY,
      files(name => {
        if (name === 'service-1') return 'openapi: ['
        return fails.includes(name) ? spec('/v1/shelves') : spec(...removed, '/v1/shelves', '/v1/branches')
      })
    ]
    const server = await startGitHub()
    const env = {GITHUB_API_URL: server.url, GITHUB_GRAPHQL_URL: `${server.url}/graphql`}
    const ran = await act({cwd: await checkout(work, main), with: {comment: 'true'}, env})
    server.close()
    expect(ran.code).toBe(2)
    const commands = commandsIn(ran.out)
    const errors = commands.filter(({name}) => name === 'error')
    const visible = [...fails, ...fails.slice(0, 3)].sort(byNumber)
    expect(errors.map(({properties}) => properties.file)).toEqual(['service-1', ...visible].map(name => `${name}.yaml`))
    expect(commands.at(-1)?.data).toBe('GitHub shows 10 of 73 errors here. The log of this step has all of them.')
    const [{body = ''} = {}] = server.comments
    expect(body.length).toBeLessThan(60_000)
    expect(body.split('\n')[2]).toBe("## ❌ 72 violations in 6 of 30 APIs; 1 couldn't be checked")
    const rows = [...body.matchAll(/^\| `(service-\d+)` \| (.*) \|$/gm)].map(([, name, result]) => [name, result])
    expect(rows.slice(0, 7)).toEqual([['service-1', '✖ not checked'], ...fails.map(name => [name, '✖ 12 violations'])])
    expect(rows).toHaveLength(30)
    const titles = [...body.matchAll(/^## .*`(service-\d+)`/gm)].map(([, name]) => name)
    expect(titles).toEqual(rows.map(([name]) => name))
    expect(body.match(/^<details>$/gm)?.length).toBe(body.match(/^<\/details>$/gm)?.length)
  })

  it('runs plugins of the target branch without access to the token', async () => {
    const plugin = `if (process.env.INPUT_TOKEN) throw new Error('The plugin sees the token.')
module.exports = {
  id: 'own-rule', since: '1.0.0', level: 'warning', watches: 'event', summary: 'S.', why: 'W.',
  messages: {own: 'Own word of {subject}'},
  *check(event, {say}) {
    yield {message: 'own', subject: event.subject, event, place: event.place,
      values: {subject: say.subject(event.subject)}, remedy: 'Go.'}
  },
  examples: []
}
`
    const main: State = [
      '2025-01-10',
      {...BEFORE[1], 'tenure.yaml': 'format: 1\nplugins: [./plugin.js]\n', 'plugin.js': plugin}
    ]
    const ran = await act({cwd: await checkout(REMOVAL, main)})
    expect({code: ran.code, err: ran.err}).toEqual({code: 1, err: ''})
    expect(ran.outputs).toMatchObject({violations: '1'})
  })
})

it('a review starts the check, which fetches the target and asks who approved', async () => {
  const config = 'format: 1\nspec: openapi.yaml\nnewWaivers: reviewed\n'
  const main: State = [
    '2025-01-10',
    {'openapi.yaml': spec('/v1/loans', '/v1/shelves'), 'tenure.yaml': config, CODEOWNERS: '* @ada\n'}
  ]
  const waiver = `waivers: [{subject: GET /v1/loans, reason: security, approver: ada, approved: ${TODAY}}]\n`
  const cwd = await checkout([TODAY, {'openapi.yaml': spec('/v1/shelves'), 'tenure.yaml': config + waiver}], main)
  const head = (await git(cwd, ['rev-parse', 'HEAD'])).trim()
  const [ada, eve] = [
    {login: 'ada', id: 7},
    {login: 'eve', id: 3}
  ]
  const server = await startGitHub([], [], {
    ...{head, base: 'main', user: eve, commits: [{author: eve}], events: []},
    reviews: [{user: ada, state: 'APPROVED', commit: head, at: '2026-03-02T09:00:49Z'}],
    ...{teams: {}, invited: [], renamed: {}, permissions: {}}
  })
  try {
    const ran = await act({
      cwd,
      github: {base_ref: '', token: TOKEN},
      env: {GITHUB_API_URL: server.url, GITHUB_EVENT_NAME: 'pull_request_review'}
    })
    expect({code: ran.code, err: ran.err}, ran.out).toEqual({code: 0, err: ''})
    expect(ran.out).toContain('was approved by `ada`')
    expect(ran.outputs).toMatchObject({verdict: 'exempt'})
  } finally {
    server.close()
  }
})

describe('the comment on a pull request', () => {
  let server: GitHubServer
  beforeEach(async () => {
    server = await startGitHub([
      {id: 1, login: BOT, body: 'Coverage: 91 %'},
      {id: 2, login: 'reader', body: '<!-- tenure check -->\nWhat is this?'},
      {id: 3, login: BOT, body: 'The build is fine.'}
    ])
  })
  afterEach(() => server.close())

  const api = () => ({GITHUB_API_URL: server.url, GITHUB_GRAPHQL_URL: `${server.url}/graphql`})
  const comment = (cwd: string, more: Partial<Workflow> = {}) =>
    act({cwd, with: {comment: 'true'}, env: api(), ...more})

  it('is posted first and edited by later runs', async () => {
    const cwd = await checkout(REMOVAL)
    const others = structuredClone(server.comments)
    const first = await comment(cwd)
    expect({code: first.code, err: first.err}).toEqual({code: 1, err: ''})
    expect(first.out).not.toContain('::warning')
    expect(server.requests).toEqual([
      'POST /graphql',
      'GET /repos/library/lending/issues/7/comments?per_page=100',
      'GET /repos/library/lending/issues/7/comments?per_page=2&page=2',
      'POST /repos/library/lending/issues/7/comments'
    ])
    expect(server.comments.slice(0, 3)).toEqual(others)
    expect(server.comments[3]?.body).toMatch(/^<!-- tenure check -->\n\n## ❌ 1 violation/)
    server.comments.push({id: 9, login: BOT, body: 'Deployed.'})
    write(cwd, BEFORE[1])
    const second = await comment(cwd)
    expect(second.code).toBe(0)
    expect(server.comments.map(({id}) => id)).toEqual([1, 2, 3, 4, 9])
    expect(server.comments[3]?.body).toMatch(/^<!-- tenure check -->\n\n## ✅/)
    expect(server.requests.at(-1)).toBe('PATCH /repos/library/lending/issues/comments/4')
  })

  it('is separate for each API and folder', async () => {
    const config = 'format: 1\napis:\n  - {name: a--b >, spec: openapi.yaml}\n  - {name: c, spec: c.yaml}\n'
    const text = BEFORE[1]['openapi.yaml'] ?? ''
    const main: State = [BEFORE[0], {'api/openapi.yaml': text, 'api/c.yaml': text, 'api/tenure.yaml': config}]
    const cwd = await checkout([TODAY, {'notes.txt': 'Of something else.\n'}], main)
    for (const key of ['a--b >', 'c', 'c']) {
      const ran = await comment(cwd, {with: {comment: 'true', api: key, 'working-directory': 'api'}})
      expect({code: ran.code, err: ran.err}).toEqual({code: 0, err: ''})
    }
    expect(server.comments.slice(3).map(({body}) => body.split('\n', 1)[0])).toEqual([
      '<!-- tenure check api%20a-%2Db%20%3E -->',
      '<!-- tenure check api%20c -->'
    ])
  })

  it('is posted only once when GitHub fails after saving it', async () => {
    server.faults.push({method: 'POST', status: 502, body: '<html>', isDone: true})
    expect((await comment(await checkout(ADDITION))).code).toBe(0)
    expect(server.comments).toHaveLength(4)
  })

  it.each(
    sample([
      [
        403,
        {},
        'GitHub answered 403 (Resource not accessible by integration). Give the job `permissions: {contents: read, pull-requests: write}`.'
      ],
      [429, {'retry-after': '60'}, "The token's rate limit is used up."],
      [
        403,
        {'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1772442000'},
        "The token's rate limit is used up until 2026-03-02T09:00Z."
      ],
      [422, {}, 'GitHub answered 422 (Resource not accessible by integration).']
    ])
  )('does not change the exit code if GitHub answers %i %j', async (status, headers, why) => {
    server.faults.push({method: 'POST', status, headers, body: '{"message": "Resource not accessible by integration"}'})
    const {code, out} = await comment(await checkout(REMOVAL))
    expect(code).toBe(1)
    expect(out).toContain(`::warning title=tenure::The pull request has no new comment: ${why}\n`)
    expect(server.comments).toHaveLength(3)
  })

  it('explains how to get a comment on a pull request from a fork', async () => {
    server.faults.push({method: 'POST', status: 403})
    const {code, out} = await comment(await checkout(ADDITION), {event: pullRequest('reader/lending')})
    expect(code).toBe(0)
    expect(out).toContain("A fork's token is read-only. Let `comment/action.yml` write the comment")
  })

  it('is skipped without a pull request', async () => {
    const {code, out} = await comment(await checkout(ADDITION), {event: {ref: 'refs/heads/main'}})
    expect(code).toBe(0)
    expect(out).toContain('::notice title=tenure::No comment: no pull request started this workflow.\n')
    expect(server.requests).toEqual([])
  })

  it("does not fail the action if GitHub can't be reached", async () => {
    const {url} = server
    server.close()
    const {code, out} = await comment(await checkout(ADDITION), {env: {GITHUB_API_URL: url}})
    expect(code).toBe(0)
    expect(out).toContain("::warning title=tenure::The pull request has no new comment: GitHub can't be reached.\n")
  })
})

describe('the comment on a pull request from a fork', () => {
  const SHA = '0123456789abcdef0123456789abcdef01234567'
  let server: GitHubServer
  beforeEach(async () => {
    server = await startGitHub([], [{number: 7, sha: SHA, repository: 'reader/lending', branch: 'patch/1 & more'}])
  })
  afterEach(() => server.close())

  const runOf = (more: object = {}) => ({
    action: 'completed',
    workflow_run: {
      event: 'pull_request',
      head_sha: SHA,
      head_branch: 'patch/1 & more',
      head_repository: {full_name: 'reader/lending'},
      conclusion: 'failure',
      pull_requests: [],
      ...more
    }
  })
  const post = (artifact: string, event: unknown = runOf()) =>
    runComposite('comment/action.yml', {
      cwd: folder({}),
      with: {folder: artifact},
      github: {token: TOKEN},
      event,
      env: {GITHUB_API_URL: server.url, GITHUB_GRAPHQL_URL: `${server.url}/graphql`}
    })

  it('is what `check` wrote, with a note on its origin', async () => {
    const {outputs} = await act({cwd: await checkout(REMOVAL), event: pullRequest('reader/lending')})
    const artifact = folder({'comment.md': readFileSync(outputs.comment ?? '', 'utf8')})
    for (const _ of [1, 2]) {
      expect(await post(artifact)).toMatchObject({code: 0, out: '', err: ''})
      expect(server.comments).toHaveLength(1)
    }
    const note =
      'A workflow of a fork reported this, and a fork can report what it likes. The conclusion of the check itself decides.'
    expect(server.comments[0]?.body).toBe(
      readFileSync(outputs.comment ?? '', 'utf8').replace('-->\n', `-->\n\n${note}\n`)
    )
  })

  it.each(
    sample([
      ['another commit', {head_sha: 'f'.repeat(40)}],
      ['another repository', {head_repository: {full_name: 'stranger/lending'}}],
      ['a deleted repository', {head_repository: null}],
      ['a deleted branch', {head_branch: null}],
      ['a push', {event: 'push'}]
    ])
  )('is not posted for %s', async (_, more) => {
    const {code, out} = await post(folder({'comment.md': '<!-- tenure check -->\n\n## Fine\n'}), runOf(more))
    expect(code).toBe(0)
    expect(out).toMatch(
      /^::notice title=tenure::No comment: no open pull request has the commit `[0-9a-f]{40}` as its head\.\n$/
    )
    expect(server.comments).toEqual([])
  })

  it('is not posted if two pull requests have the same head commit', async () => {
    server.pulls.push({...(server.pulls[0] as GitHubServer['pulls'][number]), number: 8})
    const {code, out} = await post(folder({'comment.md': '<!-- tenure check -->\n\n## Fine\n'}))
    expect({code, out}).toEqual({
      code: 0,
      out: `::notice title=tenure::No comment: 2 open pull requests have the commit \`${SHA}\` as its head.\n`
    })
  })

  it('is rejected if `check` did not write it', async () => {
    const secret = join(folder({'secret.md': '<!-- tenure check -->\n\n## Secret\n'}), 'secret.md')
    const linked = folder({})
    symlinkSync(secret, join(linked, 'comment.md'))
    const nested = folder({})
    mkdirSync(join(nested, 'comment.md'))
    const linkedFolder = join(folder({}), 'artifact')
    symlinkSync(folder({'comment.md': '<!-- tenure check -->\n\n## Secret\n'}), linkedFolder)
    const rejected = {
      linked,
      nested,
      whole: linkedFolder,
      empty: folder({}),
      file: join(folder({'comment.md': 'x'}), 'comment.md'),
      traversal: folder({'a/../../comment.md': 'x'}),
      json: folder({'report.json': '{}', 'comment.md': '{"format": 1}'}),
      large: folder({'comment.md': `<!-- tenure check -->\n\n${'a'.repeat(300_000)}`}),
      long: folder({'comment.md': `<!-- tenure check -->\n\n${'a\n\n'.repeat(40_000)}`}),
      binary: folder({'comment.md': new Uint8Array([0x3c, 0xff, 0xfe])})
    }
    for (const [name, artifact] of Object.entries(rejected)) {
      const {code, out} = await post(artifact)
      expect(code, name).toBe(2)
      expect(out, name).toMatch(/^::error title=tenure::/)
      expect(out, name).not.toMatch(/\n./)
    }
    expect(server.comments).toEqual([])
    expect((await post(folder({'comment.md': '<!-- tenure check -->\n'}), {ref: 'refs/heads/main'})).code).toBe(2)
  })

  it("is left out if the run left none, because it couldn't check", async () => {
    expect(await post(join(folder({}), 'none'))).toMatchObject({
      code: 0,
      out: '::notice title=tenure::No comment: the run left none.\n'
    })
    expect(server.comments).toEqual([])
  })

  it('has no note for a branch of the repository itself', async () => {
    server.pulls.push({number: 7, sha: SHA, repository: 'library/lending', branch: 'work'})
    const event = runOf({head_branch: 'work', head_repository: {full_name: 'library/lending'}})
    expect(await post(folder({'comment.md': '<!-- tenure check -->\n\n## Fine\n'}), event)).toMatchObject({
      code: 0,
      out: ''
    })
    expect(server.comments[0]?.body).toBe('<!-- tenure check -->\n\n## Fine\n')
  })
})

it('the built action runs on its own', async () => {
  expect(existsSync('dist/action.cjs')).toBe(true)
  const {code, out} = await run(process.execPath, ['dist/action.cjs', 'comment'])
  expect({code, out}).toEqual({
    code: 2,
    out: '::error title=tenure::`GITHUB_EVENT_PATH` is missing. Run this as a step of a GitHub workflow.\n'
  })
})
