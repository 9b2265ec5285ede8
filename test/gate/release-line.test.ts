import {describe, expect, it} from 'vitest'
import {sample} from '../tier.ts'
import {LOANS} from './rows.ts'
import {check, cloneOf, get, git, history, repositoryOf, type State, spec} from './scenario.ts'

// Which release starts the notice of a removal: the mark came to main on 2025-03-01, and its first release is of 2025-06-01.

const SHELVES = get('/v1/shelves')
const MARKED = get('/v1/shelves', 'deprecated: true, ')
const api = (...paths: readonly string[]) => ({'openapi.yaml': spec(LOANS, ...paths)})
const CONFIG = {'tenure.yaml': 'format: 1\nspec: openapi.yaml\ntags: "v*"\n'}
const MAIN: readonly State[] = [
  ['2025-01-05', {...api(SHELVES), ...CONFIG}],
  ['2025-03-01', api(MARKED)],
  ['2025-06-01', {'notes.txt': 'released\n'}]
]
/** Thirteen months after the commit, and not after the release. */
const REMOVED: State = ['2026-04-15', api()]

interface Tag {
  readonly name: string
  readonly at: string
  /** The day on which an annotated tag was made; a tag without one has the day of its commit. */
  readonly day?: string
}

const FIRST: Tag = {name: 'v1.0.0', at: 'main~2'}
const SECOND: Tag = {name: 'v1.1.0', at: 'main'}

async function tagged(tags: readonly Tag[], main: readonly State[] = MAIN): Promise<string> {
  const cwd = await repositoryOf({main, branch: [REMOVED]})
  for (const {name, at, day} of tags)
    await git(cwd, ['tag', ...(day === undefined ? [] : ['-a', '-m', name]), name, at], day)
  return cwd
}

async function judge(cwd: string, asOf = '2026-04-15', env: Readonly<Record<string, string>> = {}, ...args: string[]) {
  const {code, out, err} = await check(cwd, args, asOf, env)
  expect(err).toBe('')
  const report = JSON.parse(out)
  const [judgment] = report.judgments
  return {
    code,
    verdict: judgment?.verdict as string | undefined,
    start: judgment?.start?.earliest as string | undefined,
    rules: report.findings.map(({rule}: {rule: string}) => rule) as string[],
    remarks: report.remarks.join('\n') as string,
    message: report.findings[0]?.message as string | undefined
  }
}

describe.concurrent('a deprecation counts from the first release that has it', () => {
  it('and not from its commit', async () => {
    const cwd = await tagged([FIRST, SECOND])
    expect(await judge(cwd)).toMatchObject({
      code: 1,
      verdict: 'violation',
      start: '2025-06-01',
      message:
        '`GET /v1/shelves` is removed in the next release (2026-04-15), 10 months and 14 days after its deprecation in v1.1.0 (2025-06-01). The policy requires 13 months.'
    })
    expect(await judge(cwd, '2026-06-30')).toMatchObject({code: 1, verdict: 'violation'})
    expect(await judge(cwd, '2026-07-01')).toMatchObject({code: 0, verdict: 'compliant'})
  })

  it('and from today if no release has it', async () => {
    expect(await judge(await tagged([FIRST]))).toMatchObject({
      code: 1,
      rules: expect.arrayContaining(['unannounced-removal']),
      message:
        '`GET /v1/shelves` is removed in the next release (2026-04-15) without notice, because no release has its deprecation yet. The policy requires 13 months.'
    })
  })

  it('and again from the release after one that lacks it', async () => {
    const main: readonly State[] = [
      ['2023-01-05', {...api(SHELVES), ...CONFIG}],
      ['2023-06-01', api(MARKED)],
      ['2024-01-01', api(SHELVES)],
      ['2025-06-01', api(MARKED)]
    ]
    const tags = ['main~3', 'main~2', 'main~1', 'main'].map((at, minor) => ({name: `v1.${minor}.0`, at}))
    expect(await judge(await tagged(tags, main))).toMatchObject({code: 1, start: '2025-06-01'})
  })

  it.each(['base: target', 'tags: "v*"'])(
    'though git finds no word for it in the directive of a policy (%s)',
    async how => {
      const schema = (mark: string) => ({'schema.graphql': `type Query {\n  loan: ID\n  shelf: ID${mark}\n}\n`})
      const policy =
        'format: 1\nname: library\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: {notice: 13 months}}\nmarks: [{directive: "@goes", states: deprecation}]\n'
      const config = {
        'tenure.yaml': `format: 1\nspec: schema.graphql\npolicy: policy.yaml\n${how}\n`,
        'policy.yaml': policy
      }
      const main: readonly State[] = [
        ['2023-01-05', {...schema(' @goes'), ...config}],
        ['2024-01-01', schema('')],
        ['2025-06-01', schema(' @goes')]
      ]
      const cwd = await repositoryOf({
        main,
        branch: [['2026-04-15', {'schema.graphql': 'type Query {\n  loan: ID\n}\n'}]]
      })
      for (const [minor, at] of ['main~2', 'main~1', 'main'].entries()) await git(cwd, ['tag', `v1.${minor}.0`, at])
      expect(await judge(cwd)).toMatchObject({code: 1, verdict: 'violation', start: '2025-06-01'})
    }
  )

  it.each(['', 'served: false, '])('for a version of a custom resource, too (%s)', async end => {
    const version = (name: string, marks: string) =>
      `  - {name: ${name}, ${marks}storage: ${name === 'v2'}, schema: {openAPIV3Schema: {type: object}}}\n`
    const definition = (...versions: readonly string[]) => ({
      'crds.yaml': `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  group: library.example\n  names: {kind: Loan}\n  versions:\n${version('v2', 'served: true, ')}${versions.join('')}`
    })
    const config = {'tenure.yaml': 'format: 1\nspec: crds.yaml\npolicy: thirteen-months\n'}
    const main: readonly State[] = [
      ['2025-01-05', {...definition(version('v1', 'served: true, ')), ...config}],
      ['2025-03-01', definition(version('v1', 'served: true, deprecated: true, '))],
      ['2025-06-01', {'notes.txt': 'released\n'}]
    ]
    const gone = end === '' ? definition() : definition(version('v1', `${end}deprecated: true, `))
    const cwd = await repositoryOf({main, branch: [['2026-04-15', gone]]})
    for (const {name, at} of [FIRST, SECOND]) await git(cwd, ['tag', name, at])
    expect(await judge(cwd)).toMatchObject({code: 1, verdict: 'violation', start: '2025-06-01'})
  })

  it('for a type that is deprecated because its uses are, too', async () => {
    const schema = (mark: string) => ({
      'schema.graphql': `type Query {\n  loan: ID\n  shelf: Shelf${mark}\n}\ntype Shelf {\n  id: ID\n}\n`
    })
    const config = {'tenure.yaml': 'format: 1\nspec: schema.graphql\npolicy: thirteen-months\n'}
    const main: readonly State[] = [
      ['2025-01-05', {...schema(''), ...config}],
      ['2025-03-01', schema(' @deprecated(reason: "Use `loan`.")')],
      ['2025-06-01', {'notes.txt': 'released\n'}]
    ]
    const cwd = await repositoryOf({
      main,
      branch: [['2026-04-15', {'schema.graphql': 'type Query {\n  loan: ID\n}\n'}]]
    })
    for (const {name, at} of [FIRST, SECOND]) await git(cwd, ['tag', name, at])
    const {out} = await check(cwd, [], '2026-04-15')
    const starts = JSON.parse(out).judgments.map(({subject, verdict, start}: Record<string, {earliest: string}>) => [
      subject,
      verdict,
      start?.earliest
    ])
    expect(starts).toEqual([
      ['Query.shelf', 'violation', '2025-06-01'],
      ['type Shelf', 'violation', '2025-06-01']
    ])
  })

  it('and from its commit where the configuration says that each is released', async () => {
    const [first, ...rest] = MAIN
    const deployed = {'tenure.yaml': `${CONFIG['tenure.yaml']}base: target\n`}
    const main: State[] = [[first?.[0] ?? '', {...first?.[1], ...deployed}], ...rest]
    expect(await judge(await tagged([FIRST, SECOND], main))).toMatchObject({code: 0, start: '2025-03-01'})
  })

  it('and from its commit, with a remark, if no release is known', async () => {
    const found = await judge(await tagged([]))
    expect(found).toMatchObject({code: 0, start: '2025-03-01'})
    expect(found.remarks).toContain('No release of this API is known, so each commit counts as one.')
  })
})

describe.concurrent('a tag', () => {
  it.each<readonly [string, readonly Tag[]]>(
    sample([
      ['that was set late counts from its own day', [FIRST, {...SECOND, day: '2025-06-20'}]],
      ['that was dated back counts from the day of its commit', [FIRST, {...SECOND, day: '2025-03-02'}]],
      ['that was deleted is no release', [FIRST]],
      ['of a candidate is no release', [FIRST, {name: 'v1.1.0-rc.1', at: 'main~1'}]],
      ['of another package is no release', [FIRST, {name: 'client-v1.1.0', at: 'main~1'}]],
      ['that only the change has is no release', [FIRST, {name: 'v1.0.1', at: 'work'}]]
    ])
  )('%s', async (_, tags) => {
    expect(await judge(await tagged(tags))).toMatchObject({code: 1, verdict: 'violation'})
  })

  it('that was moved to a later commit counts from that', async () => {
    const main: readonly State[] = [...MAIN, ['2026-02-01', {'notes.txt': 'moved\n'}]]
    const cwd = await tagged([{name: 'v1.0.0', at: 'main~3'}, SECOND], main)
    expect(await judge(cwd)).toMatchObject({code: 1, start: '2026-02-01'})
  })

  it('of a patch that came after the next line began starts no notice there', async () => {
    const cwd = await tagged([
      {name: 'v1.0.0', at: 'main~2'},
      {name: 'v1.1.0', at: 'main'}
    ])
    await git(cwd, ['checkout', '--quiet', '-b', 'release/1.0', 'main~2'])
    await git(cwd, ['checkout', '--quiet', 'main~1', '--', 'openapi.yaml'])
    await git(cwd, ['commit', '--quiet', '-m', 'backport'], '2025-03-10')
    await git(cwd, ['tag', 'v1.0.1'])
    await git(cwd, ['checkout', '--quiet', 'work'])
    // The patch is older than 1.1, which contains it, so clients of 1.0 knew then.
    expect(await judge(cwd)).toMatchObject({code: 0, start: '2025-03-10'})
    await git(cwd, ['tag', '-d', 'v1.0.1'])
    await git(cwd, ['checkout', '--quiet', 'release/1.0'])
    await git(cwd, ['commit', '--quiet', '--allow-empty', '-m', 'later'], '2025-06-10')
    await git(cwd, ['tag', 'v1.0.1'])
    await git(cwd, ['checkout', '--quiet', 'work'])
    expect(await judge(cwd)).toMatchObject({code: 1, start: '2025-06-01'})
  })

  it('that has the mark as the first release counts from no earlier than its commit', async () => {
    const cwd = await tagged([SECOND])
    // Between 13 months after the commit and after the release, it isn't decided.
    expect(await judge(cwd, '2026-04-15')).toMatchObject({verdict: 'undetermined', start: '2025-03-01'})
    expect(await judge(cwd, '2026-03-31')).toMatchObject({verdict: 'violation'})
    expect(await judge(cwd, '2026-07-01')).toMatchObject({verdict: 'compliant'})
  })
})

describe.concurrent('it is undetermined since when clients could know', () => {
  const OPEN = {code: 2, verdict: 'undetermined'}

  it('in a shallow clone', async () => {
    const cwd = await cloneOf(await tagged([FIRST, SECOND]), '--depth', '3', '--branch', 'work')
    const found = await judge(cwd, '2026-04-15', {}, '--base', 'HEAD~1')
    expect(found).toMatchObject(OPEN)
    expect(found.remarks).toContain('the clone is shallow. Fetch the whole history: `git fetch --unshallow --tags`')
  })

  it('in a clone without tags in CI', async () => {
    const cwd = await cloneOf(await tagged([FIRST, SECOND]), '--no-tags', '--branch', 'work')
    const found = await judge(cwd, '2026-04-15', {CI: 'true', GITHUB_BASE_REF: 'main'})
    expect(found).toMatchObject({verdict: 'undetermined'})
    expect(found.remarks).toContain('the clone has no tags. Fetch them (`git fetch --tags`)')
  })

  it('if the history names a release and there are no tags', async () => {
    const lines = {'history.yaml': history([['1.0.0', '2025-01-05', []]])}
    const [first, ...rest] = MAIN
    const found = await judge(await tagged([], [[first?.[0] ?? '', {...first?.[1], ...lines}], ...rest]))
    expect(found).toMatchObject({verdict: 'undetermined'})
    expect(found.remarks).toContain('the history names release `1.0.0`, and no tag shows it')
  })

  it('if the tag of the last release in the history is missing', async () => {
    const lines = history([
      ['v1.0.0', '2025-01-05', ['added: GET /v1/shelves']],
      ['v1.1.0', '2025-06-01', []]
    ])
    const main: State[] = [...MAIN.slice(0, 2), ['2025-06-01', {'history.yaml': lines}]]
    expect(await judge(await tagged([FIRST], main))).toMatchObject({verdict: 'undetermined'})
  })

  it('if the description of the release before can not be read', async () => {
    const main: readonly State[] = [
      ['2024-01-05', {...api(SHELVES), ...CONFIG}],
      ['2024-06-01', {'openapi.yaml': 'openapi: 3.0.3\npaths: {/v1/loans: [}\n'}],
      ['2025-06-01', api(MARKED)]
    ]
    const tags = ['main~2', 'main~1', 'main'].map((at, minor) => ({name: `v1.${minor}.0`, at}))
    expect(await judge(await tagged(tags, main))).toMatchObject({verdict: 'undetermined'})
  })
})
