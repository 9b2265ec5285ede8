import {readdirSync, readFileSync} from 'node:fs'
import {basename, join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {parse} from 'yaml'
import {readAction, runComposite} from '../../packages/action/test/composite.ts'
import {startGitHub, TOKEN} from '../../packages/action/test/github-server.ts'
import {cloneOf, git, repositoryOf, type State, TODAY} from '../gate/scenario.ts'
import {sample} from '../tier.ts'
import {recipe, shell} from './recipe.ts'
import {folder, REPOSITORY} from './run.ts'

/** The code blocks of each page, by the words after their fence. */
const onGitHub = (words: string): string => recipe('docs/guide/gate-on-github.md', words)
const onGitLab = (words: string): string => recipe('docs/guide/gate-on-gitlab.md', words)
const elsewhere = (words: string): string => recipe('docs/guide/gate-elsewhere.md', words)
const approval = (words: string): string => recipe('docs/guide/approval.md', words)

const describeApi = (paths: readonly string[]): string =>
  `openapi: 3.0.3\ninfo: {title: Lending Library API, version: "1"}\npaths:\n${paths
    .map(path => `  ${path}: {get: {responses: {"200": {description: All}}}}\n`)
    .join('')}`

const BEFORE: State = ['2025-01-10', {'openapi.yaml': describeApi(['/v1/loans', '/v1/shelves'])}]
const VIOLATION: State = [TODAY, {'openapi.yaml': describeApi(['/v1/shelves'])}]
const COMPLIANT: State = [TODAY, {'openapi.yaml': describeApi(['/v1/loans', '/v1/shelves', '/v1/branches'])}]
const LATER: State = [TODAY, {'README.md': 'Loans\n'}]

const repository = (work: State) => repositoryOf({main: [BEFORE], branch: [work], later: [LATER]})
const OUTCOMES = [
  ['a removal without notice fails', VIOLATION, 1],
  ['an added endpoint passes', COMPLIANT, 0]
] as const

interface ActionStep {
  readonly id?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, unknown>>
}

/** The inputs that a step gives to an action of this repository. The action must declare them. */
function inputsOf(step: ActionStep | undefined, uses: string, path: string): Record<string, string> {
  expect(step?.uses).toBe(uses)
  const inputs = Object.entries(step?.with ?? {})
  for (const [name] of inputs) expect(Object.keys(readAction(path).inputs)).toContain(name)
  return Object.fromEntries(inputs.map(([name, value]) => [name, String(value)]))
}

/** The command of the pre-commit hook in the guide. */
function preCommitEntry(): string {
  const {repos} = parse(elsewhere('yaml pre-commit')) as {repos: {hooks: {id: string}[]}[]}
  const hooks = parse(readFileSync(join(REPOSITORY, '.pre-commit-hooks.yaml'), 'utf8')) as Record<string, unknown>[]
  const hook = hooks.find(({id}) => id === repos[0]?.hooks[0]?.id)
  expect(hook).toMatchObject({language: 'node', pass_filenames: false})
  return String(hook?.entry)
}

/** The shell commands of a pipeline, under the names that CI systems have for them. */
function commandsOf(pipeline: unknown): string[] {
  if (typeof pipeline !== 'object' || pipeline === null) return []
  return Object.entries(pipeline).flatMap(([key, value]) =>
    ['script', 'command', 'commands', 'run'].includes(key) ? [value].flat().map(String) : commandsOf(value)
  )
}

describe('the recipes of the guide for CI systems', () => {
  it.each(sample(OUTCOMES))('GitHub: %s', async (_, work, code) => {
    const {jobs} = parse(onGitHub('yaml github')) as {jobs: {tenure: {steps: readonly ActionStep[]}}}
    const [checkout, check] = jobs.tenure.steps
    expect(checkout?.with).toEqual({'fetch-depth': 0})
    const cwd = await cloneOf(await repository(work))
    await git(cwd, ['checkout', '--quiet', '--detach'])
    const server = await startGitHub()
    const {url, comments} = server
    const result = await runComposite('action.yml', {
      cwd,
      with: inputsOf(check, 'OWNER/tenure@COMMIT', 'action.yml'),
      github: {base_ref: 'main', token: TOKEN},
      event: {pull_request: {number: 7, head: {repo: {full_name: 'library/lending'}}}},
      env: {GITHUB_API_URL: url, GITHUB_GRAPHQL_URL: `${url}/graphql`}
    })
    server.close()
    expect(result.err).toBe('')
    expect(result.code).toBe(code)
    if (code === 1) expect(result.out).toMatch(/^::error .*openapi\.yaml/m)
    expect(comments.map(({body}) => body.trim())).toEqual([result.summary.trim()])
  })

  it('GitHub: a tag is compared with the release before it', async () => {
    const {
      with: {base, ...others}
    } = parse(onGitHub('yaml with')) as {with: Record<string, string>}
    expect(parse(onGitHub('yaml github')).jobs.tenure.steps[1].with).toEqual(others)
    const [, expression = ''] = /^\$\{\{ github\.ref_type == 'tag' && '([\w-]+)' \|\| '' \}\}$/.exec(base ?? '') ?? []
    expect(parse(onGitHub('yaml on'))).toEqual({push: {branches: ['main', 'release/**'], tags: ['v*']}})
    const cwd = await cloneOf(await repository(VIOLATION))
    await git(cwd, ['tag', 'v1.0', 'HEAD~1'])
    await git(cwd, ['tag', 'v1.1'])
    const env = {GITHUB_EVENT_NAME: 'push', GITHUB_REF: 'refs/tags/v1.1'}
    const result = await runComposite('action.yml', {cwd, with: {base: expression}, env})
    expect(result.code, result.out).toBe(1)
  })

  it('GitHub: the workflow with reviews has everything of the one without', () => {
    const [plain, reviewed] = [onGitHub('yaml github'), approval('yaml github')].map(text => parse(text))
    const [checkout, check] = plain.jobs.tenure.steps
    const steps = [checkout, {...check, with: {...check.with, ...reviewed.jobs.tenure.steps[1].with}}]
    const on = {...plain.on, pull_request_review: reviewed.on.pull_request_review}
    expect(reviewed).toEqual({...plain, on, jobs: {tenure: {...plain.jobs.tenure, steps}}})
    expect(Object.keys(readAction('action.yml').inputs)).toEqual(expect.arrayContaining(Object.keys(steps[1].with)))
  })

  it.each(sample(OUTCOMES))('GitHub workflow for forks: %s', async (_, work, code) => {
    const sha = '0123456789abcdef0123456789abcdef01234567'
    const {name, jobs} = parse(approval('yaml github')) as {
      readonly name: string
      readonly jobs: {readonly tenure: {readonly steps: readonly ActionStep[]}}
    }
    // The two steps replace the last one.
    const [check, upload] = parse(approval('yaml upload')) as readonly ActionStep[]
    const replaced = jobs.tenure.steps[1]
    expect(check?.with).not.toHaveProperty('comment')
    expect(replaced).toEqual({...check, with: {comment: true, ...check?.with}})
    const {on, jobs: later} = parse(approval('yaml forks')) as {
      on: {workflow_run: {workflows: string[]}}
      jobs: {comment: {steps: readonly ActionStep[]}}
    }
    const [download, post] = later.comment.steps
    const output = /^\$\{\{ steps\.(\w+)\.outputs\.(\w+) \}\}$/.exec(String(upload?.with?.path)) ?? []
    expect(check?.id).toBe(output[1])
    expect(on.workflow_run.workflows).toEqual([name])
    expect(download?.with).toMatchObject({pattern: upload?.with?.name, 'merge-multiple': true})

    const cwd = await cloneOf(await repository(work))
    const {outputs} = await runComposite('action.yml', {cwd, github: {base_ref: 'main'}})
    // The artifact of a single file has its name.
    const artifact = outputs[output[2] ?? ''] ?? ''
    const job = folder({[join(String(download?.with?.path), basename(artifact))]: readFileSync(artifact, 'utf8')})
    const server = await startGitHub([], [{number: 7, sha, repository: 'reader/lending', branch: 'work'}])
    const result = await runComposite('comment/action.yml', {
      cwd: job,
      with: inputsOf(post, 'OWNER/tenure/comment@COMMIT', 'comment/action.yml'),
      github: {token: TOKEN},
      event: {
        workflow_run: {
          event: 'pull_request',
          head_sha: sha,
          head_branch: 'work',
          head_repository: {full_name: 'reader/lending'}
        }
      },
      env: {GITHUB_API_URL: server.url, GITHUB_GRAPHQL_URL: `${server.url}/graphql`}
    })
    server.close()
    expect(result).toMatchObject({code: 0, out: '', err: ''})
    expect(server.comments[0]?.body).toMatch(code === 1 ? /^## ❌ 1 violation/m : /^## ✅ /m)
  })

  it.each(sample(OUTCOMES))('GitLab: %s', async (_, work, code) => {
    const {include} = parse(onGitLab('yaml gitlab')) as {include: {component: string; inputs: Record<string, string>}[]}
    const [, component] = /\/OWNER\/tenure\/([\w-]+)@COMMIT$/.exec(include[0]?.component ?? '') ?? []
    // GitLab looks for components in this folder.
    const template = readFileSync(join(REPOSITORY, 'templates', `${component}.yml`), 'utf8')
    const [header = '', ...body] = template.split(/^---$/m)
    const {spec: declared} = parse(header) as {spec: {inputs: Record<string, {default?: string}>}}
    const inputs = Object.entries(include[0]?.inputs ?? {})
    // The guide shows all inputs with their defaults.
    expect(inputs.map(([name]) => name)).toEqual(Object.keys(declared.inputs))
    for (const [name, value] of inputs) expect(declared.inputs[name]?.default ?? value).toBe(value)
    const filled = inputs.reduce(
      (text, [name, value]) => text.replaceAll(`$[[ inputs.${name} ]]`, value),
      body.join('')
    )
    expect(filled).not.toContain('$[[')
    const {tenure: job} = parse(filled) as {tenure: {script: string[]; artifacts: {reports: object}}}
    const cwd = await cloneOf(await repository(work))
    const base = (await git(cwd, ['rev-parse', 'HEAD~1'])).trim()
    const env = {
      CI: 'true',
      GITLAB_CI: 'true',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main'
    }
    const result = await shell(job.script.join('\n'), cwd, env)
    expect(result.err).toBe('')
    expect(result.code).toBe(code)
    const [artifact = ''] = Object.values(job.artifacts.reports) as string[]
    expect(JSON.parse(readFileSync(join(cwd, artifact), 'utf8'))).toHaveLength(code)
  })

  it.each(sample(OUTCOMES))('Jenkins: %s', async (_, work, code) => {
    const pipeline = elsewhere('groovy jenkins')
    const [, script = ''] = /^ *sh '''\n([\s\S]*?)^ *'''$/m.exec(pipeline) ?? []
    const cwd = await cloneOf(await repository(work))
    const result = await shell(script, cwd, {CHANGE_TARGET: 'main'})
    expect({code: result.code, err: result.err}).toEqual({code, err: ''})
    const [, report = ''] = /junit '([^']*)'/.exec(pipeline) ?? []
    expect(readFileSync(join(cwd, report), 'utf8')).toContain(`failures="${code}"`)
  })

  // Azure Repos and GitHub give the target branch in different forms.
  it.each(sample(OUTCOMES.flatMap(each => ['refs/heads/main', 'main'].map(target => [...each, target] as const))))(
    'Azure Pipelines: %s',
    async (_, work, code, target) => {
      const {steps} = parse(elsewhere('yaml azure')) as {steps: {bash?: string; inputs?: {testResultsFiles: string}}[]}
      const cwd = await cloneOf(await repository(work))
      const env = {TF_BUILD: 'True', SYSTEM_PULLREQUEST_TARGETBRANCH: target}
      const result = await shell(steps.flatMap(({bash}) => bash ?? []).join('\n'), cwd, env)
      expect({code: result.code, err: result.err}).toEqual({code, err: ''})
      const report = steps.at(-1)?.inputs?.testResultsFiles ?? ''
      expect(readFileSync(join(cwd, report), 'utf8')).toContain(`failures="${code}"`)
    }
  )

  it.each(sample(OUTCOMES))('pre-commit: %s', async (_, work, code) => {
    const cwd = await repositoryOf({main: [BEFORE], tree: work[1]})
    await git(cwd, ['add', '--all'])
    expect((await shell(preCommitEntry(), cwd)).code).toBe(code)
  })

  it("pre-commit: a committed violation doesn't fail a commit of other files", async () => {
    const [, violation] = OUTCOMES.find(([, , code]) => code === 1) ?? []
    const cwd = await repositoryOf({
      main: violation ? [BEFORE, violation] : [BEFORE],
      tree: {'notes.txt': 'Of something else.\n'}
    })
    await git(cwd, ['add', '--all'])
    expect((await shell(preCommitEntry(), cwd)).code).toBe(0)
  })

  it.each(
    sample(
      OUTCOMES.flatMap(outcome =>
        (
          [
            ['bitbucket', {BITBUCKET_BUILD_NUMBER: '7', BITBUCKET_PR_ID: '7', BITBUCKET_PR_DESTINATION_BRANCH: 'main'}],
            ['buildkite', {BUILDKITE: 'true', BUILDKITE_PULL_REQUEST: '7', BUILDKITE_PULL_REQUEST_BASE_BRANCH: 'main'}],
            ['circleci', {CIRCLECI: 'true', CIRCLE_BRANCH: 'work', TARGET: 'main'}],
            ['woodpecker', {CI: 'woodpecker', CI_PIPELINE_EVENT: 'pull_request', CI_COMMIT_TARGET_BRANCH: 'main'}]
          ] as const
        ).map(([system, env]) => [...outcome, system, env] as const)
      )
    )
  )('%s: %s', async (_, work, code, system, env) => {
    const script = commandsOf(parse(elsewhere(`yaml ${system}`))).join('\n')
    const cwd = await cloneOf(await repository(work))
    // Buildkite replaces what has one dollar sign when it reads the file.
    const result = await shell(script.replaceAll('$$', '$'), cwd, {...env})
    expect({code: result.code, err: result.err}).toEqual({code, err: ''})
  })

  it.each(sample(OUTCOMES))('any shell: %s', async (_, work, code) => {
    const cwd = await cloneOf(await repository(work))
    expect((await shell(elsewhere('sh'), cwd)).code).toBe(code)
  })

  it("don't download anything without a pinned version", () => {
    const pages = readdirSync(join(REPOSITORY, 'docs'), {recursive: true, encoding: 'utf8'})
      .filter(path => path.endsWith('.md'))
      .map(path => join('docs', path))
    // `--no` stops npx from downloading a package with this name.
    for (const path of ['README.md', ...pages])
      expect(readFileSync(join(REPOSITORY, path), 'utf8'), path).not.toMatch(/(?<!keeps )npx (?!--no )|tenure@\d/)
    expect(readFileSync(join(REPOSITORY, 'action.yml'), 'utf8')).not.toContain('npx')
  })
})
