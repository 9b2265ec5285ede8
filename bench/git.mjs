// How many git processes `tenure check` starts, and its processor time, beside another build such as that of the last
// release. Usage: npm run bench:git -- [CLI [RUNS]]   (CLI: the other build's dist/cli.cjs)
import {execFileSync, spawnSync} from 'node:child_process'
import {chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {temporary} from '../scripts/temporary.mjs'
import {inTurn, processorTime} from './process.mjs'

const [other, runs = '9'] = process.argv.slice(2)
const builds = {'this build': fileURLToPath(new URL('../dist/cli.cjs', import.meta.url))}
if (other !== undefined) builds['other build'] = resolve(other)

const HISTORY = 'format: 1\nservice: Loans\nreleases:\n  - release: "1"\n    date: 2025-01-01\n    changes:\n'
const describe = (...paths) =>
  `openapi: 3.0.3\ninfo: {title: Loans, version: "1"}\npaths:\n${paths.map(path => `  ${path}: {get: {responses: {"200": {description: OK}}}}\n`).join('')}`
/** Files of the first commit, of the change, and of the target meanwhile. */
const CASES = {
  'a description': [{'openapi.yaml': describe('/a', '/b')}, {'openapi.yaml': describe('/a')}],
  'a configuration, a history, and a target that went on': [
    {
      'openapi.yaml': describe('/a', '/b'),
      'tenure.yaml': 'format: 1\nspec: openapi.yaml\nhistory: api-history.yaml\n',
      'api-history.yaml': `${HISTORY}      - added: GET /a\n      - added: GET /b\n`
    },
    {'openapi.yaml': describe('/a')},
    {'openapi.yaml': describe('/a', '/b', '/c')}
  ]
}

const folder = temporary(join(tmpdir(), 'tenure-bench-'))
try {
  const real = execFileSync('sh', ['-c', 'command -v git'], {encoding: 'utf8'}).trim()
  const log = join(folder, 'log')
  const path = `${join(folder, 'bin')}:${process.env.PATH}`
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/git'), `#!/bin/sh\necho >> '${log}'\nexec '${real}' "$@"\n`)
  chmodSync(join(folder, 'bin/git'), 0o755)
  for (const [name, [first, change, meanwhile]] of Object.entries(CASES)) {
    const root = join(folder, name.replaceAll(/\W+/g, '-'))
    mkdirSync(root)
    commit(root, first, ['init', '--quiet', '--initial-branch', 'main'])
    commit(root, change, ['checkout', '--quiet', '-b', 'work'])
    if (meanwhile) {
      commit(root, meanwhile, ['checkout', '--quiet', 'main'])
      execFileSync('git', ['checkout', '--quiet', 'work'], {cwd: root})
    }
    process.chdir(root)
    const time = cli => processorTime([process.execPath, cli, 'check'], {TENURE_CACHE: 'off'})
    const of = inTurn(Number(runs), () =>
      Object.fromEntries(Object.entries(builds).map(([build, cli]) => [build, time(cli)]))
    )
    console.log(`\n${name}`)
    for (const [build, cli] of Object.entries(builds)) {
      rmSync(log, {force: true})
      spawnSync(process.execPath, [cli, 'check'], {env: {...process.env, PATH: path, TENURE_CACHE: 'off'}})
      const count = existsSync(log) ? readFileSync(log, 'utf8').length : 0
      console.log(`  ${build}: ${count} git processes, ${Math.round(of(build, 'ms'))} ms of processor time`)
    }
  }
} finally {
  process.chdir(tmpdir())
  rmSync(folder, {recursive: true, force: true})
}

function commit(root, files, args) {
  const git = (...each) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...each], {cwd: root})
  git(...args)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Change')
}
