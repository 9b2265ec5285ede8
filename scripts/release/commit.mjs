// Makes the commit that a release is tagged with: the one that is checked out, and the `dist/` and the `package.json` that
// npm has. Who uses the action, or installs that commit, builds nothing and runs no script. Usage: node scripts/release/commit.mjs TARBALL
import {execFileSync} from 'node:child_process'
import {readFileSync} from 'node:fs'
import process from 'node:process'

const [, , tarball] = process.argv
if (tarball === undefined) throw new Error('Name the file that `npm pack` wrote.')
const {name, version} = JSON.parse(readFileSync('package.json', 'utf8'))
const run = (program, args, env) =>
  execFileSync(program, args, {encoding: 'utf8', env: {...process.env, ...env}}).trim()

run('tar', ['-xzf', tarball, '--strip-components=1', 'package/dist', 'package/package.json'])
run('git', ['add', '--force', 'dist', 'package.json'])
// With the day of its parent, the same release is the same commit each time it's made.
const date = run('git', ['log', '-1', '--format=%cI'])
const author = [
  '-c',
  'user.name=github-actions[bot]',
  '-c',
  'user.email=41898282+github-actions[bot]@users.noreply.github.com'
]
run('git', [...author, 'commit', '--quiet', '--no-verify', '-m', `chore(release): ${name} ${version}`], {
  GIT_AUTHOR_DATE: date,
  GIT_COMMITTER_DATE: date
})
run('git', ['tag', '--force', `v${version}`])
console.log(run('git', ['rev-parse', 'HEAD']))
