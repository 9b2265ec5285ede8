// Writes the transcripts in README.md, docs/guide/, and the home page of the site by running their commands. A comment such as `<!-- lines 1-4, 9 -->`
// before a transcript selects lines. With --check nothing is written, and a stale transcript is an error.
import {spawnSync} from 'node:child_process'
import {appendFileSync, copyFileSync, readFileSync, writeFileSync} from 'node:fs'
import {readdir, readFile, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {temporary} from './temporary.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const TRANSCRIPT = /(<!-- lines ([\d, -]+) -->\n)?```console\n\$ tenure (.*)\n[\s\S]*?```/g

const root = process.cwd()
const branch = makeBranch()
/** Configuration that the repository of a guide page has on its main branch besides its description and policy. */
const softStart = makeBranch('enforceFrom: 2027-01-31\n')
/** Its release has a tag, its main branch an endpoint that no release has, and its working tree not any more. */
const unreleased = makeBranch('base: latest-release\n', true)
/** Its branch adds a waiver, in a commit. */
const owned = makeBranch(
  "newWaivers: reviewed\nowners:\n  - {subject: /v1/**, owners: '@library/lending'}\n  - {subject: /v1/tokens/**, owners: ['@library/accounts', '@ada']}\n",
  false,
  'waivers:\n  - {subject: POST /v1/tokens/legacy, reason: legal, approver: ada, approved: 2025-11-20}\n'
)
const releases = makeReleases()
/** Its branch updates the framework that generates the description, and removes an endpoint. */
const generated = makeGenerated()
/** Its main branch has a waiver for the field that its working tree removes. */
const waived = makeWaived()
const REPOSITORIES = {
  'docs/guide/emergency.md': waived,
  'docs/guide/ways-not-to-fail.md': softStart,
  'docs/guide/what-is-compared.md': unreleased,
  'docs/guide/approval.md': owned,
  'docs/guide/older-clients.md': releases,
  'docs/guide/openapi.md': generated
}
const guides = (await readdir('docs/guide')).sort().map(name => `docs/guide/${name}`)
const stale = []
for (const path of ['README.md', 'site/index.md', ...guides]) {
  const text = await readFile(path, 'utf8')
  const written = text.replace(TRANSCRIPT, (_, comment = '', lines, command) => {
    const shown = select(outputOf(command, path), lines)
    return `${comment}\`\`\`console\n$ tenure ${command}\n${shown}\n\`\`\``
  })
  if (written === text) continue
  stale.push(path)
  if (!process.argv.includes('--check')) await writeFile(path, written)
}
for (const folder of [branch, softStart, unreleased, owned, releases, generated, waived])
  await rm(folder, {recursive: true})
if (stale.length === 0) console.log('The transcripts are up to date.')
else if (process.argv.includes('--check')) {
  console.error(`Stale transcripts in ${stale.join(', ')}. Run \`npm run readme\`.`)
  process.exitCode = 1
} else console.log(`Wrote the transcripts in ${stale.join(', ')}.`)

/**
 * A repository whose main branch has one release of the lending library, and its working tree the next. `configuration`
 * is added to its `tenure.yaml`. With `isUnreleased`, the main branch adds an endpoint that the working tree drops again.
 * The branch commits what is `added` to the configuration.
 */
function makeBranch(configuration = '', isUnreleased = false, added = '') {
  const folder = temporary(join(tmpdir(), 'tenure-readme-'))
  const library = resolve('fixtures/lending-library')
  const git = gitIn(folder, '2025-11-20')
  copyFileSync(join(library, 'api-3.0.yaml'), join(folder, 'openapi.yaml'))
  copyFileSync(join(library, 'policy.yaml'), join(folder, 'policy.yaml'))
  writeFileSync(join(folder, 'tenure.yaml'), `spec: openapi.yaml\npolicy: policy.yaml\n${configuration}`)
  git('init', '--quiet', '-b', 'main')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'One')
  if (isUnreleased) {
    const spec = join(folder, 'openapi.yaml')
    const text = readFileSync(spec, 'utf8')
    git('tag', 'v3.0')
    writeFileSync(
      spec,
      text.replace('paths:\n', "paths:\n  /v2/wishes: {get: {responses: {'200': {description: OK}}}}\n")
    )
    git('commit', '--quiet', '--all', '-m', 'Two')
  }
  git('switch', '--quiet', '-c', 'work')
  copyFileSync(join(library, isUnreleased ? 'api-3.0.yaml' : 'api-3.1.yaml'), join(folder, 'openapi.yaml'))
  if (added !== '') {
    appendFileSync(join(folder, 'tenure.yaml'), added)
    git('commit', '--quiet', '--all', '-m', 'Three')
  }
  return folder
}

/** Runs git in a folder. The same day gives the same commit id each time. */
function gitIn(folder, day) {
  const settings = ['-c', 'user.name=Readme', '-c', 'user.email=readme@library.example']
  const env = {...process.env, GIT_AUTHOR_DATE: `${day}T12:00:00Z`, GIT_COMMITTER_DATE: `${day}T12:00:00Z`}
  return (...args) => {
    const {status, stderr} = spawnSync('git', [...settings, ...args], {cwd: folder, encoding: 'utf8', env})
    if (status !== 0) throw new Error(`\`git ${args.join(' ')}\` failed: ${stderr}`)
  }
}

/** A repository with three releases of a small API, and in its working tree a change that breaks clients of two. */
function makeReleases() {
  const folder = temporary(join(tmpdir(), 'tenure-readme-'))
  const write = (paths, loan) =>
    writeFileSync(
      join(folder, 'openapi.yaml'),
      `openapi: 3.0.3
info: {title: Lending Library API, version: '1'}
paths:
  /v1/loans:
    get:
      responses:
        '200': {description: All loans, content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}
${paths}components:
  schemas:
    Loan:
      type: object
      properties:
        id: {type: string}
${loan}`
    )
  const fees = "  /v1/fees:\n    get:\n      responses: {'200': {description: All fees}}\n"
  const due = '        due: {type: string}\n'
  gitIn(folder, '2025-02-01')('init', '--quiet', '-b', 'main')
  writeFileSync(join(folder, 'tenure.yaml'), 'spec: openapi.yaml\npolicy: policy.yaml\n')
  writeFileSync(join(folder, 'policy.yaml'), 'extends: thirteen-months\nclients: supported\n')
  for (const [name, day, loan] of [
    ['v1.1', '2025-02-01', due],
    ['v1.2', '2025-08-01', due],
    ['v1.3', '2026-05-01', due],
    ['v1.4', '2026-09-01', '']
  ]) {
    const git = gitIn(folder, day)
    write(fees, loan)
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '-m', name)
    git('tag', name)
  }
  gitIn(folder, '2026-09-01')('switch', '--quiet', '-c', 'work')
  write('', due.replace('string', 'integer'))
  return folder
}

/** A repository whose working tree removes a field for which its main branch has a waiver. */
function makeWaived() {
  const folder = temporary(join(tmpdir(), 'tenure-readme-'))
  const git = gitIn(folder, '2026-11-20')
  const write = (name, text) => writeFileSync(join(folder, name), text)
  const reader = more => `openapi: 3.0.3
info: {title: Lending Library API, version: '1'}
paths:
  /v1/readers:
    get: {responses: {'200': {description: All, content: {application/json: {schema: {$ref: '#/components/schemas/Reader'}}}}}}
components: {schemas: {Reader: {type: object, properties: {id: {type: string}${more}}}}}
`
  git('init', '--quiet', '-b', 'main')
  write('openapi.yaml', reader(', birthday: {type: string}'))
  write('policy.yaml', "name: library\nextends: thirteen-months\nwaiverReasons: {security: {approvers: ['@ada']}}\n")
  write(
    'tenure.yaml',
    "spec: openapi.yaml\npolicy: policy.yaml\nwaivers:\n  - {subject: Reader.birthday, reason: security, approver: '@ada', approved: 2026-11-20, note: Birthdays were public.}\n"
  )
  git('add', '--all')
  git('commit', '--quiet', '-m', 'One')
  git('switch', '--quiet', '-c', 'work')
  write('openapi.yaml', reader(''))
  return folder
}

/** A repository without a description, which stand-ins for the framework generate. */
function makeGenerated() {
  const folder = temporary(join(tmpdir(), 'tenure-readme-'))
  const page = readFileSync('docs/guide/openapi.md', 'utf8')
  const [command] = /generate: python3 .*/.exec(page)
  const git = gitIn(folder, '2026-03-02')
  const commit = (state, requirements) => {
    writeFileSync(join(folder, 'state'), state)
    writeFileSync(join(folder, 'requirements.txt'), requirements)
    git('add', '--all')
    git('commit', '--quiet', '-m', state)
  }
  git('init', '--quiet', '-b', 'main')
  writeFileSync(join(folder, '.gitignore'), '.venv\nopenapi.json\n')
  writeFileSync(join(folder, 'tenure.yaml'), `format: 1\nspec: openapi.json\n${command}\n`)
  commit('main', 'fastapi==0.110.0\npydantic==2.6.4\n')
  git('switch', '--quiet', '-c', 'work')
  commit('removed', 'fastapi==0.165.0\npydantic==2.14.4\n')
  return folder
}

function outputOf(command, path) {
  const args = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare)
  const {stdout, stderr, status} = spawnSync(process.execPath, [join(root, 'dist/cli.cjs'), ...args], {
    // The gate is shown on a branch.
    cwd: args[0] === 'check' ? (REPOSITORIES[path] ?? branch) : root,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${resolve('fixtures/generated/bin')}:${process.env.PATH}`,
      COLUMNS: '120',
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
      CI: undefined
    }
  })
  if (status === 2 || status === null) throw new Error(`\`tenure ${command}\` in ${path} failed: ${stderr}`)
  return stdout.trimEnd().split('\n')
}

/** The selected lines, with `…` for those that are left out between and after them. */
function select(lines, ranges) {
  if (ranges === undefined) return lines.join('\n')
  const shown = []
  let last = 0
  for (const range of ranges.split(',')) {
    const [from, to = from] = range.trim().split('-').map(Number)
    if (!(from > last && to >= from)) throw new Error(`\`lines ${ranges}\` aren't in order.`)
    if (from > lines.length) break
    if (from > last + 1) shown.push('…')
    shown.push(...lines.slice(from - 1, to))
    last = to
  }
  if (last < lines.length) shown.push('…')
  return shown.join('\n')
}
