import {chmodSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {parse} from 'yaml'
import {cloneOf, git, repositoryOf, type State, TODAY} from './gate-scenario.ts'
import {folder, HOUSE, type Ran, run} from './run.ts'

// Each recipe runs as its service would run it, as far as a machine without that service can: its own lines, in a clone
// of its kind, with the variables that the service sets. Only `npm` and `npx` are
// ours: they install nothing, and run the built command.

const page = readFileSync(join(HOUSE, 'docs/guide/gate-in-ci.md'), 'utf8')

/** The code block with these words after its fence. */
function block(words: string): string {
  const [, text] = new RegExp(`^\`\`\`${words}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page) ?? []
  if (text === undefined) throw new Error(`Unexpected lack of a block \`${words}\` in docs/guide/gate-in-ci.md`)
  return text
}

/** `gh api`, as far as the recipe asks it: lists comments through its filter, adds one, edits one by its id. */
const GH = `#!${process.execPath}
const {readFileSync, writeFileSync} = require('node:fs')
const [api, ...args] = process.argv.slice(2)
const said = args.join(' ')
const comments = JSON.parse(readFileSync('comments.json', 'utf8'))
const body = () => readFileSync('tenure.md', 'utf8')
const keep = all => writeFileSync('comments.json', JSON.stringify(all))
const list = 'repos/o/r/issues/7/comments'
const [, login, first] = /^[.]\\[\\] [|] select\\([.]user[.]login == "([^"]+)" and \\([.]body [|] startswith\\("([^"]+)"\\)\\)\\) [|] [.]id$/.exec(args[3] ?? '') ?? []
const [, id] = /^--silent --method PATCH repos\\/o\\/r\\/issues\\/comments\\/(\\d+) --field body=@tenure[.]md$/.exec(said) ?? []
if (api === 'api' && said.startsWith('--paginate ' + list + ' --jq ') && login)
  for (const {id} of comments.filter(each => each.user.login === login && each.body.startsWith(first))) console.log(id)
else if (api === 'api' && said === '--silent ' + list + ' --field body=@tenure.md')
  keep([...comments, {id: comments.length + 1, user: {login: 'github-actions[bot]'}, body: body()}])
else if (api === 'api' && id)
  keep(comments.map(each => (each.id === Number(id) ? {...each, body: body()} : each)))
else {
  console.error('not asked for: ' + said)
  process.exit(99)
}
`

/** A folder for the path, with an `npx` that takes no other package than ours, and downloads none. */
function tools(): string {
  const command = `'${process.execPath}' '${join(HOUSE, 'dist/cli.cjs')}'`
  const path = folder({
    npx: `#!/bin/sh\n[ "$1 $2" = "--no tenure" ] || { echo "not ours: $*" >&2; exit 99; }\nshift 2\nexec ${command} "$@" --as-of ${TODAY}\n`,
    npm: '#!/bin/sh\n[ "$1" = ci ] || { echo "not asked for: $*" >&2; exit 99; }\n',
    gh: GH
  })
  for (const name of ['npx', 'npm', 'gh']) chmodSync(join(path, name), 0o755)
  return path
}

const PATH = `${tools()}:${process.env.PATH}`

const shell = (text: string, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  run('bash', ['-e', '-o', 'pipefail', '-c', text], {cwd, env: {...env, PATH}})

const spec = (paths: readonly string[]): string =>
  `openapi: 3.0.3\ninfo: {title: Lending Library API, version: "1"}\npaths:\n${paths
    .map(path => `  ${path}: {get: {responses: {"200": {description: All}}}}\n`)
    .join('')}`

const BEFORE: State = ['2025-01-10', {'openapi.yaml': spec(['/v1/loans', '/v1/shelves'])}]
const BROKEN: State = [TODAY, {'openapi.yaml': spec(['/v1/shelves'])}]
const FINE: State = [TODAY, {'openapi.yaml': spec(['/v1/loans', '/v1/shelves', '/v1/branches'])}]
const LATER: State = [TODAY, {'README.md': 'Loans\n'}]

const repository = (work: State) => repositoryOf({main: [BEFORE], branch: [work], later: [LATER]})
const OUTCOMES = [
  ['an end that no one announced', BROKEN, 1],
  ['what is new', FINE, 0]
] as const

describe('the recipes of docs/guide/gate-in-ci.md', () => {
  it.each(OUTCOMES)('GitHub: %s', async (_, work, code) => {
    const {jobs} = parse(block('yaml github')) as {jobs: {tenure: {steps: {run?: string; with?: object}[]}}}
    const [checkout, install, step] = jobs.tenure.steps
    expect(install?.run).toBe('npm ci')
    expect(checkout?.with).toEqual({'fetch-depth': 0})
    const cwd = await cloneOf(await repository(work))
    await git(cwd, ['checkout', '--quiet', '--detach'])
    const ran = await shell(step?.run ?? '', cwd, {GITHUB_ACTIONS: 'true', GITHUB_BASE_REF: 'main'})
    expect(ran.err).toBe('')
    expect(ran.code).toBe(code)
    if (code === 1) expect(ran.out).toMatch(/^::error .*openapi\.yaml/m)
  })

  it.each(OUTCOMES)('GitHub, with a comment: %s', async (_, work, code) => {
    const {steps} = parse(block('yaml comment')) as {steps: {run?: string}[]}
    const [, , check, comment] = steps
    const cwd = await cloneOf(await repository(work))
    expect((await shell(check?.run ?? '', cwd, {GITHUB_ACTIONS: 'true', GITHUB_BASE_REF: 'main'})).code).toBe(code)
    const other = (id: number, login: string, body: string) => ({id, user: {login}, body})
    // Another workflow of the same user, and a person who quotes the first line.
    const others = [
      other(1, 'github-actions[bot]', 'Coverage: 91 %'),
      other(2, 'reader', '<!-- tenure check -->\nWhat is this?'),
      other(3, 'github-actions[bot]', 'The build is fine.')
    ]
    const store = join(cwd, 'comments.json')
    writeFileSync(store, JSON.stringify(others))
    const env = {PULL: '7', GITHUB_REPOSITORY: 'o/r'}
    const read = () => JSON.parse(readFileSync(store, 'utf8')) as {id: number; body: string}[]
    for (const last of ['tenure', 'another']) {
      expect(await shell(comment?.run ?? '', cwd, env)).toMatchObject({code: 0, err: ''})
      const comments = read()
      expect(comments.filter(({id}) => id !== 4 && id !== 5)).toEqual(others)
      const ours = comments.find(({id}) => id === 4)
      expect(ours?.body).toBe(readFileSync(join(cwd, 'tenure.md'), 'utf8'))
      expect(ours?.body).toMatch(/^<!-- tenure check -->\n/)
      if (last === 'tenure') {
        // Something else was said since, and the pull request was changed.
        writeFileSync(store, JSON.stringify([...comments, other(5, 'github-actions[bot]', 'Deployed.')]))
        writeFileSync(join(cwd, 'tenure.md'), '<!-- tenure check -->\n\nAnother answer\n')
      } else expect(comments.map(({id}) => id)).toEqual([1, 2, 3, 4, 5])
    }
    expect(read()[4]?.body).toBe('Deployed.')
  })

  it.each(OUTCOMES)('GitLab: %s', async (_, work, code) => {
    const {tenure: job} = parse(block('yaml gitlab')) as {tenure: {script: string[]; artifacts: {reports: object}}}
    const cwd = await cloneOf(await repository(work), '--single-branch', '--branch', 'work')
    const base = (await git(cwd, ['rev-parse', 'HEAD~1'])).trim()
    const env = {GITLAB_CI: 'true', CI_MERGE_REQUEST_DIFF_BASE_SHA: base, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main'}
    const ran = await shell(job.script.join('\n'), cwd, env)
    expect(ran.err).toBe('')
    expect(ran.code).toBe(code)
    const [artifact = ''] = Object.values(job.artifacts.reports) as string[]
    expect(JSON.parse(readFileSync(join(cwd, artifact), 'utf8'))).toHaveLength(code)
  })

  it.each(OUTCOMES)('pre-commit: %s', async (_, work, code) => {
    const {repos} = parse(block('yaml pre-commit')) as {repos: {hooks: {entry: string}[]}[]}
    const cwd = await repositoryOf({main: [BEFORE], tree: work[1]})
    await git(cwd, ['add', '--all'])
    expect((await shell(repos[0]?.hooks[0]?.entry ?? '', cwd)).code).toBe(code)
  })

  it('pre-commit: a break that is committed already does not stop a commit of something else', async () => {
    const {repos} = parse(block('yaml pre-commit')) as {repos: {hooks: {entry: string}[]}[]}
    const [, broken] = OUTCOMES.find(([, , code]) => code === 1) ?? []
    const cwd = await repositoryOf({
      main: broken ? [BEFORE, broken] : [BEFORE],
      tree: {'notes.txt': 'Of something else.\n'}
    })
    await git(cwd, ['add', '--all'])
    expect((await shell(repos[0]?.hooks[0]?.entry ?? '', cwd)).code).toBe(0)
  })

  it.each(OUTCOMES)('any shell: %s', async (_, work, code) => {
    const cwd = await cloneOf(await repository(work))
    expect((await shell(block('sh'), cwd)).code).toBe(code)
  })

  it('download nothing that the repository does not pin', () => {
    const pages = readdirSync(join(HOUSE, 'docs'), {recursive: true, encoding: 'utf8'})
      .filter(path => path.endsWith('.md'))
      .map(path => join('docs', path))
    // `--no` keeps npx from asking a registry for the unpublished name.
    for (const path of ['README.md', ...pages])
      expect(readFileSync(join(HOUSE, path), 'utf8'), path).not.toMatch(/(?<!keeps )npx (?!--no )|tenure@\d/)
    expect(readFileSync(join(HOUSE, 'action.yml'), 'utf8')).not.toContain('npx')
  })
})
