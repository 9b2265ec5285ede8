// Does all that a release does, on this machine alone: nothing leaves it, and the repository stays as it is.
// Usage: npm run release:dry [-- --offline]. It works on a clone of HEAD, prints a line for each step, and stops at the first
// that fails. Only the compilers, the base of the image, and the tools of the site need a network.
import {execFileSync, spawn} from 'node:child_process'
import {appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, relative} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {parse} from 'yaml'
import {temporary} from '../temporary.mjs'
import {startRegistry} from './registry.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const folder = temporary(join(tmpdir(), 'tenure-release-'))
const clone = join(folder, 'clone')
const packed = join(clone, 'release')
const OLD = join(ROOT, 'fixtures/lending-library/api-3.0.yaml')
const NEW = join(ROOT, 'fixtures/lending-library/api-3.1.yaml')

/** What the npm that runs this hands on is its own: another cache and no configuration make an empty machine. */
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:npm_|GITHUB_|GIT_)/i.test(name))),
  npm_config_cache: join(folder, 'npm-cache'),
  npm_config_userconfig: join(folder, 'npmrc'),
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  TENURE_CACHE: 'off'
}

/** A cache that knows the tarball: with it, npm wouldn't ask the registry for it. */
const PUBLISHER = {npm_config_cache: join(folder, 'publisher-cache')}

/** Runs a program to its end; resolves to what it printed. Rejects if it ends with another exit code than the one given. */
function run(program, args, {cwd = clone, env = {}, code = 0} = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: {...environment, ...env},
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32'
    })
    let out = ''
    let all = ''
    child.stdout.on('data', text => {
      out += text
      all += text
    })
    child.stderr.on('data', text => {
      all += text
    })
    child.on('error', reject)
    child.on('close', status => {
      if (status === code) resolve(out.trim())
      else reject(new Error(`\`${[program, ...args].join(' ')}\` ended with exit code ${status}, not ${code}:\n${all}`))
    })
  })
}

const node = (args, options) => run(process.execPath, args, options)

function require(holds, problem) {
  if (!holds) throw new Error(problem)
}

class Skipped extends Error {}

function requireNetwork() {
  if (process.argv.includes('--offline')) throw new Skipped('--offline')
}

/** The registry of whoever runs this: only the compilers and the tools of the site come from it. */
const realRegistry = execFileSync('npm', ['config', 'get', 'registry'], {
  cwd: ROOT,
  encoding: 'utf8',
  shell: process.platform === 'win32'
}).trim()
let registry
let name
let version
let tarball

const STEPS = {
  async clone() {
    await run('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone], {cwd: ROOT})
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'), 'junction')
    // `.gitignore` ignores a folder of that name, and this is a link.
    appendFileSync(join(clone, '.git/info/exclude'), 'node_modules\n')
    const changed = await run('git', ['status', '--porcelain'], {cwd: ROOT})
    return changed === '' ? 'HEAD' : "HEAD, without the changes that aren't committed"
  },
  async version() {
    await node(['scripts/release/changelog.mjs'])
    ;({name, version} = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')))
    if ((await run('git', ['status', '--porcelain'])) !== '') {
      const author = ['-c', 'user.name=Release', '-c', 'user.email=release@example.com']
      await run('git', ['add', '--all'])
      await run('git', [...author, 'commit', '--quiet', '--message', 'chore(release): next version'])
    }
    const notes = await node(['scripts/release/changelog.mjs', '--notes'])
    return `${name} ${version}, ${notes.split('\n').length} lines of notes`
  },
  async pack() {
    mkdirSync(packed)
    const args = ['pack', '--json', '--foreground-scripts=false', '--pack-destination', packed]
    const out = await run('npm', args, {env: PUBLISHER})
    require((await run('git', ['status', '--porcelain'])) === '', 'npm pack has changed files of the clone.')
    const [{filename, size, unpackedSize, entryCount}] = JSON.parse(out)
    tarball = join(packed, filename)
    return `${filename}: ${entryCount} files, ${(size / 1e6).toFixed(1)} MB (${(unpackedSize / 1e6).toFixed(1)} MB unpacked)`
  },
  async sbom() {
    const text = await node(['scripts/release/sbom.mjs'])
    writeFileSync(join(packed, 'sbom.cdx.json'), text)
    return `CycloneDX ${JSON.parse(text).specVersion}, ${JSON.parse(text).components.length} components, valid`
  },
  async publish() {
    registry = await startRegistry()
    const token = `--//${new URL(registry.url).host}/:_authToken=none`
    await run('npm', ['publish', tarball, '--registry', registry.url, token, '--access', 'public'], {env: PUBLISHER})
    return registry.url
  },
  async npx() {
    const cwd = makeFolder('npx')
    const pair = [OLD, NEW].map(path => relative(cwd, path))
    const out = await run('npx', ['--yes', '--registry', registry.url, `${name}@${version}`, 'diff', ...pair], {cwd})
    require(registry.served.length === 1, "npx didn't fetch the package from the local registry.")
    return out.split('\n')[0]
  },
  async install() {
    const cwd = makeFolder('install')
    writeFileSync(join(cwd, 'package.json'), '{"private": true, "type": "module"}\n')
    const out = await run('npm', ['install', '--registry', registry.url, `${name}@${version}`], {cwd})
    require(/^added 1 package\b/m.test(out), `npm added more than one package:\n${out}`)
    const built = await node([join(cwd, 'node_modules', name, 'dist/cli.cjs'), '--version'], {cwd})
    const isClean = built.startsWith(`tenure ${version}`) && !built.includes('modified')
    require(isClean, `The package says that it is \`${built}\`.`)
    return `${out.split('\n')[0]}: ${built}`
  },
  async types() {
    const cwd = join(folder, 'install')
    const page = readFileSync(join(ROOT, 'docs/guide/extend.md'), 'utf8')
    writeFileSync(join(cwd, 'api.ts'), page.match(/```ts\n([\s\S]*?)```/)[1])
    const options = {module: 'NodeNext', target: 'ES2023', lib: ['ES2023', 'DOM'], types: [], strict: true}
    const strict = {...options, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true}
    writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({compilerOptions: strict, files: ['api.ts']}))
    await node([join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', cwd], {cwd})
    return 'the example of docs/guide/extend.md, strict NodeNext, skipLibCheck off'
  },
  ...Object.fromEntries(
    [['5.9'], ['6'], ['7', '@typescript/typescript6@latest']].map(([compiler, ...more]) => [
      `typescript ${compiler}`,
      async () => {
        requireNetwork()
        const cwd = makeFolder(`typescript-${compiler}`)
        cpSync(join(folder, 'install'), cwd, {recursive: true})
        const install = ['install', '--prefer-offline', `typescript@${compiler}`, ...more]
        await run('npm', install, {cwd, env: {npm_config_registry: realRegistry}}).catch(({message}) => {
          if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/.test(message)) throw new Skipped('no network')
          throw new Error(message)
        })
        await node([join(cwd, 'node_modules/typescript/bin/tsc'), '-p', cwd], {cwd})
        const command = join(cwd, 'node_modules', name, 'dist/cli.cjs')
        const usages = join(ROOT, 'fixtures/usages')
        const client = relative(cwd, join(usages, 'client'))
        // Calls of what is removed are an error.
        const out = await node([command, 'usages', client, '--history', usages], {cwd, code: 1})
        return out.split('\n').at(-1)
      }
    ])
  ),
  async tag() {
    const [commit] = (await node(['scripts/release/commit.mjs', tarball])).split('\n')
    const files = (await run('git', ['ls-tree', '-r', '--name-only', `v${version}`, 'dist'])).split('\n')
    return `v${version} is ${commit.slice(0, 7)}, with ${files.length} files in dist/`
  },
  async action() {
    const [action, origin] = [makeFolder('action'), makeFolder('origin')]
    await run('git', ['-c', 'advice.detachedHead=false', 'clone', '-q', '-b', `v${version}`, clone, action])
    await makeRepository(origin, join(folder, 'workspace'))
    const {printed, outputs, summary} = await runAction(action, join(folder, 'workspace'))
    require(/^::error .*openapi\.yaml/m.test(printed), `The action printed no annotation:\n${printed}`)
    require(summary.includes('POST /v1/tokens/legacy'), `The job summary lacks the removal:\n${summary}`)
    require(outputs === '' || /^5$/m.test(outputs), `The outputs lack the number of violations:\n${outputs}`)
    return `exit code 1, ${printed.match(/^::error /gm).length} annotations, a summary of ${summary.length} characters`
  },
  async docs() {
    requireNetwork()
    await run('npm', ['run', 'docs:build'], {env: {DOCS_BASE: `/${name}/`, npm_config_registry: realRegistry}})
    const pages = readdirSync(join(clone, 'site/dist'), {recursive: true}).filter(path => path.endsWith('.html'))
    require(pages.includes('index.html'), 'The site has no home page.')
    return `site/dist has ${pages.length} pages`
  },
  async image() {
    requireNetwork()
    const engine = await containerEngine()
    await engine.build(['--build-arg', `VERSION=${version}`, '--tag', 'tenure:dry', clone])
    const workspace = join(folder, 'workspace')
    // The repository belongs to whoever runs this, and the command to nobody: git would refuse it.
    const [printed, diff] = await Promise.all([
      engine.run(workspace, ['--version']),
      engine.run(workspace, ['diff', 'main:openapi.yaml', 'openapi.yaml'])
    ])
    require(printed.includes(version), `The image is another version: ${printed}`)
    await engine.run(workspace, ['check', '--base', 'main'], 1)
    return `${engine.name}: ${diff.split('\n')[0]}`
  }
}

function makeFolder(...names) {
  const path = join(folder, ...names)
  mkdirSync(path, {recursive: true})
  return path
}

/** A repository with a pull request that removes what it mustn't, as a runner has checked it out. */
async function makeRepository(origin, workspace) {
  const git = (...args) => run('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {cwd: origin})
  await git('init', '--quiet', '--initial-branch', 'main')
  for (const [branch, spec] of [
    ['main', OLD],
    ['change', NEW]
  ]) {
    if (branch !== 'main') await git('switch', '--quiet', '--create', branch)
    cpSync(spec, join(origin, 'openapi.yaml'))
    cpSync(join(ROOT, 'fixtures/lending-library/policy.yaml'), join(origin, 'policy.yaml'))
    writeFileSync(join(origin, 'tenure.yaml'), 'policy: policy.yaml\n')
    await git('add', '.')
    await git('commit', '--quiet', '--message', branch)
  }
  await run('git', ['clone', '--quiet', '--branch', 'change', origin, workspace])
  await run('git', ['branch', '--quiet', 'main', 'origin/main'], {cwd: workspace})
}

/** Runs the steps of a composite action as a runner does, until one fails, with the default of each input. */
async function runAction(action, workspace) {
  const {inputs, runs} = parse(readFileSync(join(action, 'action.yml'), 'utf8'))
  const files = Object.fromEntries(
    ['OUTPUT', 'STEP_SUMMARY', 'ENV', 'STATE', 'EVENT_PATH'].map(key => [
      `GITHUB_${key}`,
      join(makeFolder('runner'), key)
    ])
  )
  const head = await run('git', ['rev-parse', 'HEAD'], {cwd: workspace})
  for (const file of Object.values(files)) writeFileSync(file, '')
  const event = {pull_request: {number: 1, head: {sha: head, ref: 'change'}, base: {ref: 'main'}}}
  writeFileSync(files.GITHUB_EVENT_PATH, JSON.stringify(event))
  const runner = {
    ...{...files, CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_ACTION_PATH: action, GITHUB_WORKSPACE: workspace},
    ...{GITHUB_EVENT_NAME: 'pull_request', GITHUB_BASE_REF: 'main', GITHUB_HEAD_REF: 'change', GITHUB_SHA: head},
    ...{GITHUB_REPOSITORY: 'owner/loans', RUNNER_TEMP: makeFolder('runner')}
  }
  /** The value of an expression; those of other contexts are empty, as they are on a runner that lacks them. */
  const fillIn = text =>
    text.replaceAll(/\$\{\{ *([\w.-]+) *\}\}/g, (_, expression) => {
      const [, input] = expression.match(/^inputs\.(.*)$/) ?? []
      return input === undefined
        ? ({'github.base_ref': 'main'}[expression] ?? '')
        : fillIn(String(inputs[input].default ?? ''))
    })
  let printed = ''
  for (const [index, step] of runs.steps.entries()) {
    const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([key, value]) => [key, fillIn(String(value))]))
    const isLast = index === runs.steps.length - 1
    printed = await run('bash', ['-eo', 'pipefail', '-c', fillIn(step.run)], {
      ...{cwd: join(workspace, fillIn(step['working-directory'] ?? '.'))},
      ...{env: {...runner, ...env}, code: isLast ? 1 : 0}
    })
  }
  const read = key => readFileSync(files[key], 'utf8')
  return {printed, outputs: read('GITHUB_OUTPUT'), summary: read('GITHUB_STEP_SUMMARY')}
}

/** What builds and runs images here: Docker, or Buildah with base images that scripts/release/base-images.sh makes. */
async function containerEngine() {
  const works = (program, args) =>
    run(program, args).then(
      () => true,
      () => false
    )
  if (await works('docker', ['info'])) {
    return {
      name: 'docker',
      build: args => run('docker', ['build', '--quiet', ...args]),
      run: (workspace, args, code = 0) =>
        run('docker', ['run', '--rm', '--volume', `${workspace}:/work`, 'tenure:dry', ...args], {code})
    }
  }
  const env = {STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot'}
  const isPrepared = await run('buildah', ['images', '--quiet', 'docker.io/library/debian:trixie-slim'], {env}).then(
    () => true,
    () => false
  )
  if (!isPrepared) throw new Skipped('neither Docker nor base images for Buildah')
  return {
    name: 'buildah',
    build: args => run('buildah', ['bud', '--pull-never', '--quiet', ...args], {env}),
    async run(workspace, args, code = 0) {
      const container = await run('buildah', ['from', '--pull-never', 'localhost/tenure:dry'], {env})
      try {
        const command = ['run', '--volume', `${workspace}:/work`, container, '--', 'tenure', ...args]
        return await run('buildah', command, {env, code})
      } finally {
        await run('buildah', ['rm', container], {env})
      }
    }
  }
}

const began = Date.now()
const seconds = since => `${((Date.now() - since) / 1000).toFixed(1).padStart(5)} s`
let skipped = 0
for (const [step, act] of Object.entries(STEPS)) {
  const start = Date.now()
  try {
    const result = await act()
    console.log(`✔ ${step.padEnd(14)} ${seconds(start)}  ${result}`)
  } catch (error) {
    if (!(error instanceof Skipped)) {
      console.log(`✖ ${step.padEnd(14)} ${seconds(start)}`)
      console.error(error.message)
      process.exit(1)
    }
    skipped += 1
    console.log(`– ${step.padEnd(14)} ${seconds(start)}  skipped: ${error.message}`)
  }
}
registry.close()
console.log(
  `${name} ${version} can be released: ${Object.keys(STEPS).length - skipped} steps passed, ${skipped} skipped, ${seconds(began).trim()}.`
)
