// Writes what the built command says and renders of each fixture, as of a day that stands still.
// With --check nothing is written, and a stale file is an error.
import {spawnSync} from 'node:child_process'
import {cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {temporary} from './temporary.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

const AS_OF = '2026-11-20'
/** A configuration that states that there is no description. */
const HISTORY_ONLY = 'history-only.yaml'
const OUTPUTS = {
  'audit.txt': folder => ['audit', folder],
  'check.txt': folder => ['check', '--history', folder, '--config', HISTORY_ONLY],
  'changelog.md': folder => ['changelog', '--history', folder],
  'keep-a-changelog.md': folder => ['changelog', '--history', folder, '--template', 'keep-a-changelog']
}
/** Of a folder that holds two descriptions of its service, as `api-3.0.yaml` and `api-3.1.yaml`. */
const DIFFS = {
  'diff.txt': (folder, pair) => ['diff', ...pair, '--policy', `${folder}/policy.yaml`],
  'diff.md': (folder, pair) => ['diff', ...pair, '--policy', `${folder}/policy.yaml`, '--format', 'markdown']
}

/** The folders of descriptions, with a policy that fits, and the releases of an upgrade. */
const RELEASES = {
  'custom-resources': {policy: 'kubernetes', from: '1.0', to: '2.0'},
  etcd: {policy: 'kubernetes', from: 'v3.2.0', to: 'v3.4.0'},
  graphql: {policy: 'github-graphql', from: '1.0', to: '2.0'},
  'mcp-tools': {policy: 'mcp-tools', from: '1.0', to: '2.0'}
}

/** Of a folder of descriptions, a file for each release. */
const AUDITS = {
  'audit.txt': (folder, {policy}) => ['audit', folder, '--policy', policy],
  'audit.md': (folder, {policy}) => ['audit', folder, '--policy', policy, '--format', 'markdown'],
  'github.md': (folder, {policy}) => ['changelog', folder, '--policy', policy, '--template', 'github'],
  'upgrade.md': (folder, {policy, from, to}) => ['upgrade', from, to, folder, '--policy', policy]
}

/** The picture goes to a file of its own. */
const PICTURE = 'timeline.svg'
const made = temporary(join(tmpdir(), 'tenure-fixtures-'))
// In a repository of their own, because the gate compares with the branch that this one is a change of.
cpSync('fixtures', join(made, 'fixtures'), {recursive: true})
writeFileSync(join(made, HISTORY_ONLY), 'format: 1\nspec: none\n')
const settings = ['-c', 'user.name=Fixtures', '-c', 'user.email=fixtures@library.example']
for (const args of [
  ['init', '--quiet', '-b', 'main'],
  ['add', '--all'],
  [...settings, 'commit', '--quiet', '-m', 'All']
])
  if (spawnSync('git', args, {cwd: made}).status !== 0) throw new Error(`git ${args.join(' ')} failed.`)

const stale = []
for (const name of readdirSync('fixtures').sort()) {
  const folder = `fixtures/${name}`
  if (existsSync(`${folder}/releases.json`)) {
    write(folder, AUDITS, RELEASES[name])
    draw(folder, ['--policy', RELEASES[name].policy])
  }
  if (!existsSync(`${folder}/history.yaml`)) continue
  const pair = readdirSync(folder)
    .filter(file => /^api-.*\.yaml$/.test(file))
    .sort()
    .map(file => `${folder}/${file}`)
  write(folder, {...OUTPUTS, ...(pair.length === 2 ? DIFFS : {})}, pair)
  draw(folder, [])
}
rmSync(made, {recursive: true})

function write(folder, outputs, more) {
  for (const [file, args] of Object.entries(outputs)) keep(`${folder}/${file}`, run(folder, args(folder, more)))
}

function draw(folder, options) {
  const out = join(made, PICTURE)
  run(folder, ['site', folder, ...options, '--output', out])
  keep(`${folder}/${PICTURE}`, readFileSync(out, 'utf8'))
}

function run(folder, args) {
  const command = [join(root, 'dist/cli.cjs'), ...args, '--as-of', AS_OF]
  const {stdout, stderr, status} = spawnSync(process.execPath, command, {cwd: made, encoding: 'utf8'})
  if (status === 2) throw new Error(`The command failed on ${folder}: ${stderr}`)
  return stdout
}

function keep(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  stale.push(path)
  if (!process.argv.includes('--check')) writeFileSync(path, text)
}

if (process.argv.includes('--check') && stale.length > 0) {
  console.error(`Stale outputs: ${stale.join(', ')}. Run \`npm run fixtures\`.`)
  process.exitCode = 1
} else console.log(stale.length > 0 ? `Wrote ${stale.join(', ')}` : 'The outputs of the fixtures are up to date.')
