import {spawnSync} from 'node:child_process'
import {cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync} from 'node:fs'
import {cpus, homedir, loadavg} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'

/** Where what is fetched stays, outside of the repository; a folder that is there isn't fetched again. */
export const CACHE = process.env.TENURE_MEASURE ?? join(homedir(), '.cache/tenure-measure')

/** What a measurement needs and this machine hasn't got: the page says so in place of the figures. */
export class Missing extends Error {}

export function run(program, args, options = {}) {
  const {status, stdout, stderr, error} = spawnSync(program, args, {encoding: 'utf8', maxBuffer: 1 << 28, ...options})
  if (status === 0) return stdout
  throw new Missing(`\`${program} ${args[0]}\` failed${error ? ` (${error.code})` : ''}`, {cause: stderr})
}

/** Fills a folder of the cache once; a fetch that is cut off leaves nothing. */
function kept(name, fetch) {
  const folder = join(CACHE, name)
  if (existsSync(folder)) return folder
  const half = `${folder}.half`
  rmSync(half, {recursive: true, force: true})
  mkdirSync(half, {recursive: true})
  fetch(half)
  renameSync(half, folder)
  return folder
}

/** The files of a package of npm. */
export function npmFiles(name, version) {
  return kept(`npm/${name.replace('/', '+')}@${version}`, folder => {
    run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder])
    unpack(folder)
  })
}

/** A package of npm with what it needs. */
export function npmInstalled(name, version) {
  return kept(`installed/${name.replace('/', '+')}@${version}`, folder =>
    run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${version}`])
  )
}

/** The source distribution of a package of PyPI. */
export function pypiFiles(name, version) {
  return kept(`pypi/${name}@${version}`, folder => {
    run('python3', [
      '-m',
      'pip',
      'download',
      '-q',
      '--no-deps',
      '--no-binary',
      ':all:',
      '-d',
      folder,
      `${name}==${version}`
    ])
    unpack(folder)
  })
}

/** The Python of an environment in which a package of PyPI is installed. */
export function pypiInstalled(name, version) {
  const folder = join(CACHE, `installed/${name}@${version}`)
  const python = join(folder, 'bin/python')
  // An environment holds its own path, so that it can't be moved when it is complete.
  if (!existsSync(join(folder, 'complete'))) {
    run('python3', ['-m', 'venv', '--clear', folder])
    run(python, ['-m', 'pip', 'install', '-q', `${name}==${version}`])
    mkdirSync(join(folder, 'complete'))
  }
  return python
}

/** The files of a crate. */
export function crateFiles(name, version) {
  return kept(`crate/${name}@${version}`, folder => {
    run('cargo', ['info', '-q', `${name}@${version}`])
    const sources = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry/src')
    const found = readdirSync(sources).map(registry => join(sources, registry, `${name}-${version}`))
    cpSync(found.find(existsSync) ?? sources, folder, {recursive: true})
  })
}

/** The program of a crate's library: one source file of ours. */
export function crateProgram(name, version, source, dependencies) {
  const folder = kept(`installed/${name}@${version}`, half => {
    mkdirSync(join(half, 'src'))
    cpSync(source, join(half, 'src/main.rs'))
    run('cargo', ['init', '-q', '--name', 'ask', '--vcs', 'none'], {cwd: half})
    run('cargo', ['add', '-q', `${name}@=${version}`, ...dependencies], {cwd: half})
    run('cargo', ['build', '-q', '--release'], {cwd: half})
  })
  return join(folder, 'target/release/ask')
}

/** The files of a module of the Go proxy. */
export function goFiles(module, version) {
  return JSON.parse(run('go', ['mod', 'download', '-json', `${module}@v${version}`])).Dir
}

export function goProgram(module, version) {
  const folder = join(CACHE, `installed/${module.replaceAll('/', '+')}@${version}`)
  const program = join(folder, module.split('/').at(-1))
  if (!existsSync(program)) run('go', ['install', `${module}@v${version}`], {env: {...process.env, GOBIN: folder}})
  return program
}

/** A public repository at a commit. */
export function gitFiles(repository, commit) {
  return kept(`git/${repository.replace('/', '+')}@${commit.slice(0, 12)}`, folder => {
    run('git', ['clone', '-q', '--no-checkout', '--filter=blob:none', `https://github.com/${repository}`, folder])
    run('git', ['-C', folder, 'checkout', '-q', commit])
  })
}

function unpack(folder) {
  for (const name of readdirSync(folder).filter(each => /\.(tgz|tar\.gz)$/.test(each)))
    run('tar', ['-xzf', join(folder, name), '-C', folder])
}

/** What a figure was measured on. */
export function machine() {
  const all = cpus()
  return {
    date: new Date().toISOString().slice(0, 10),
    processor: all[0]?.model.trim().replaceAll(/\s+/g, ' ') ?? 'unknown',
    cores: all.length,
    node: process.version,
    load: Number(loadavg()[0].toFixed(1))
  }
}
