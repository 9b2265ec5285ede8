import {execFileSync, spawnSync} from 'node:child_process'
import {cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join, resolve} from 'node:path'
import process from 'node:process'
import {transform} from 'esbuild'
import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest'
import packageJson from '../package.json' with {type: 'json'}
import {packageFolder} from '../src/stores/files/installed-packages.ts'

const ROOT = packageFolder('.')
const MEGABYTE = 1_000_000

interface Packed {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly {readonly path: string}[]
}

const folder = mkdtempSync(join(tmpdir(), 'tenure-package-'))
afterAll(() => rmSync(folder, {recursive: true, force: true}))

/** npm without a network and without settings of the npm, or the CI system, that runs the tests. */
function npm(args: readonly string[], cwd: string): string {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:npm|GITHUB)_/i.test(name))
  const env = {...Object.fromEntries(inherited), npm_config_offline: 'true', npm_config_update_notifier: 'false'}
  return execFileSync('npm', args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32'
  })
}

const source = join(folder, 'source')
/** The manifest of the copy: its package is already built. */
const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8').replace('"npm run build && ', '"')
const PACK = ['pack', '--json', '--foreground-scripts=false', '--pack-destination']

let packed: Packed
let installed: string
let added: string

beforeAll(() => {
  for (const path of [
    ...['README.md', 'LICENSE', 'scripts/release/manifest.mjs'],
    ...packageJson.files.filter(each => !each.startsWith('!'))
  ])
    cpSync(join(ROOT, path), join(source, path), {recursive: true})
  writeFileSync(join(source, 'package.json'), manifest)
  const result = JSON.parse(npm([...PACK, folder], source)) as Packed[]
  packed = result[0] as Packed
  installed = join(folder, 'app')
  mkdirSync(installed)
  writeFileSync(join(installed, 'package.json'), '{"private": true, "type": "module"}')
  added = npm(['install', join(folder, packed.filename), '--no-audit', '--no-fund'], installed)
})

function tenure(args: readonly string[], cwd = installed) {
  const command = join(cwd, 'node_modules', packageJson.name, packageJson.bin.tenure)
  const {status, stdout, stderr} = spawnSync(process.execPath, [command, ...args], {cwd, encoding: 'utf8'})
  return {code: status, out: stdout, err: stderr}
}

interface Mapped {
  readonly sources: readonly string[]
}

describe('the published package', () => {
  it('is small', () => {
    expect(packed.size).toBeLessThan(2 * MEGABYTE)
    expect(packed.unpackedSize).toBeLessThan(6.2 * MEGABYTE)
  })

  it('contains what a user needs, and nothing else of the repository', () => {
    const tops = new Set(
      packed.files.map(({path}) =>
        path
          .split('/')
          .slice(0, path.startsWith('dist') ? 2 : 1)
          .join('/')
      )
    )
    expect([...tops].filter(path => !path.startsWith('dist/')).sort()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
      'policies',
      'schemas'
    ])
    expect([...tops].filter(path => /\.map$|\.built$/.test(path))).toEqual([])
  })

  it('installs without dependencies', () => {
    expect(added).toMatch(/^\s*added 1 package\b/)
    expect(readdirSync(join(installed, 'node_modules')).filter(name => !name.startsWith('.'))).toEqual([
      packageJson.name
    ])
  })

  it('has a manifest without scripts and what else only a clone needs', () => {
    const path = join(installed, 'node_modules', packageJson.name, 'package.json')
    const keys = Object.keys(JSON.parse(readFileSync(path, 'utf8')) as object)
    expect(keys).toEqual(
      Object.keys(packageJson).filter(key => !['scripts', 'workspaces', 'devDependencies', 'overrides'].includes(key))
    )
    // npm 11.19 warns of scripts that aren't approved.
    expect(added).not.toMatch(/script/)
  })

  it('leaves the manifest of the clone as it was, even if packing fails', async () => {
    const before = {manifest, others: readdirSync(source).sort()}
    const now = () => ({
      manifest: readFileSync(join(source, 'package.json'), 'utf8'),
      others: readdirSync(source).sort()
    })
    expect(before.others).not.toContain('.package.json')
    expect(now()).toEqual(before)
    expect(() => npm([...PACK, join(folder, 'missing')], source)).toThrow('ENOENT')
    await vi.waitFor(() => expect(now()).toEqual(before), {timeout: 10_000})
  })

  it.each(['18.20.8', '20.18.3', '22.12.0', '23.11.0'])('refuses Node %s in one sentence', version => {
    const fake = join(folder, 'fake.cjs')
    writeFileSync(
      fake,
      `Object.defineProperty(process, 'versions', {value: {...process.versions, node: '${version}'}})`
    )
    const dist = join(installed, 'node_modules', packageJson.name, 'dist')
    const start = (...args: readonly string[]) => {
      const {status, stdout, stderr} = spawnSync(process.execPath, ['--require', fake, ...args], {
        cwd: installed,
        encoding: 'utf8'
      })
      return {code: status, out: stdout, err: stderr}
    }
    const sentence = `tenure needs Node.js \`${packageJson.engines.node}\`, but this is ${version}. Install Node.js 24 or later.`
    for (const name of ['cli', 'worker'])
      expect(start(join(dist, `${name}.cjs`), '--version'), name).toEqual({code: 2, out: '', err: `${sentence}\n`})
    const action = start(join(dist, 'action.cjs'))
    expect(action).toEqual({code: 2, out: expect.stringContaining(`::error title=tenure::${sentence}`), err: ''})
    for (const name of ['tenure', 'tenure/rule'])
      expect(start('-e', `require('${name}')`).err, name).toContain(`Error: ${sentence}`)
  })

  it('has no syntax that an old Node reports before it reads that sentence', async () => {
    const dist = join(installed, 'node_modules', packageJson.name, 'dist')
    for (const name of ['cli', 'thread', 'worker', 'action', 'index', 'rule']) {
      const code = readFileSync(join(dist, `${name}.cjs`), 'utf8')
      const [lowered, kept] = await Promise.all(
        ['es2015', 'esnext'].map(async target => (await transform(code, {target})).code)
      )
      expect(lowered, name).toBe(kept)
    }
  })

  it('runs commands', () => {
    const pair = ['api-3.0.yaml', 'api-3.1.yaml'].map(name => resolve(ROOT, 'fixtures/lending-library', name))
    const {code, out, err} = tenure(['diff', ...pair])
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out).toMatch(/^✖ \d+ breaking changes/)
  })

  it.each(
    ['module', 'commonjs'].flatMap(type =>
      ['NodeNext', 'Node16', 'Bundler'].map(resolution => [type, resolution] as const)
    )
  )('passes a strict type check of its own types, too: %s, %s', (type, resolution) => {
    const cwd = join(folder, `types-${type}-${resolution}`)
    cpSync(installed, cwd, {recursive: true})
    const module = resolution === 'Bundler' ? 'ESNext' : resolution
    const files = {
      'api.ts':
        "import {audit, diff, type DiffReport, type Report, reportsOf} from 'tenure'\nimport {defineRule} from 'tenure/rule'\n" +
        "import {createHeaders, type HeadersFor, honoHeaders} from 'tenure/http'\n" +
        'export const headersFor: HeadersFor = createHeaders({format: 1, apis: [], endpoints: []})\nexport {honoHeaders}\n' +
        "export const compared: Promise<DiffReport> = diff({old: 'a.yaml', new: 'b.yaml'})\n" +
        "export const audited: Promise<Report[]> = audit({source: 'specs'}).then(reportsOf)\nexport {defineRule}\n" +
        // Frameworks type their documents as interfaces, which have no index signature.
        'interface OpenAPIObject {\n  readonly openapi: string\n}\ndeclare const document: OpenAPIObject\n' +
        "export const given: Promise<DiffReport> = diff({old: 'a.yaml', new: document})\n",
      'package.json': JSON.stringify({private: true, type}),
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          ...{module, moduleResolution: resolution, target: 'ES2023', lib: ['ES2023'], types: [], strict: true},
          ...{exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true}
        },
        files: ['api.ts']
      })
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const {status, stdout} = spawnSync(process.execPath, [tsc, '-p', cwd], {encoding: 'utf8'})
    expect({status, stdout}).toEqual({status: 0, stdout: ''})
  })

  it.each([
    [
      'import',
      'module',
      "import {diff} from 'tenure'; import {defineRule} from 'tenure/rule'; import {createHeaders} from 'tenure/http';" +
        "import schema from 'tenure/schemas/policy.schema.json' with {type: 'json'};"
    ],
    [
      'require',
      'commonjs',
      "const {diff} = require('tenure'), {defineRule} = require('tenure/rule'), {createHeaders} = require('tenure/http');" +
        "const schema = require('tenure/schemas/policy.schema.json');"
    ]
  ])('can be loaded by name with `%s`, and each schema by its path', (_, type, imports) => {
    const code = `${imports} console.log(typeof diff, typeof defineRule, typeof createHeaders, typeof schema.$schema)`
    const {stdout, stderr} = spawnSync(process.execPath, [`--input-type=${type}`, '-e', code], {
      cwd: installed,
      encoding: 'utf8'
    })
    expect({stdout, stderr}).toEqual({stdout: 'function function function string\n', stderr: ''})
  })

  it('has the license of everything in its bundle, and lists all of it in its bill of materials', () => {
    const maps = readdirSync(join(ROOT, 'dist')).filter(name => /^(cli|tenure.*)\.cjs\.map$/.test(name))
    const sources = maps.flatMap(name => {
      const map = JSON.parse(readFileSync(join(ROOT, 'dist', name), 'utf8')) as Mapped & {sections?: {map: Mapped}[]}
      return map.sections?.flatMap(section => section.map.sources) ?? map.sources
    })
    const bundled = new Set(sources.flatMap(path => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []))
    bundled.add('refa')
    const notices = readFileSync(join(ROOT, 'dist/THIRD-PARTY.txt'), 'utf8').split(/^(?=# )/m)
    const texts = new Map(notices.map(text => [/^# (\S+) /.exec(text)?.[1], text]))
    expect([...texts.keys()].sort()).toEqual([...bundled].sort())
    for (const text of texts.values()) expect(text).toMatch(/Copyright|copyright/)
    const {status, stdout, stderr} = spawnSync(process.execPath, ['scripts/release/sbom.mjs'], {
      cwd: ROOT,
      encoding: 'utf8'
    })
    expect({status, stderr}).toEqual({status: 0, stderr: ''})
    const {components} = JSON.parse(stdout) as {
      components: {group?: string; name: string; version: string; purl: string}[]
    }
    const listed = components.map(({group, name}) => (group === undefined ? name : `${group}/${name}`))
    expect(listed.sort()).toEqual([...bundled].sort())
  })
})

describe('the TypeScript compiler', () => {
  const client = "export const loans = () => fetch('https://library.example/v1/loans')\n"
  const usages = ['usages', 'src', '--history', resolve(ROOT, 'fixtures/lending-library/history.yaml')]

  /** A project with the package and these compilers. Version 7 has no API. */
  function project(name: string, compilers: Readonly<Record<string, string>>): string {
    const cwd = join(folder, name)
    cpSync(installed, cwd, {recursive: true})
    mkdirSync(join(cwd, 'src'))
    writeFileSync(join(cwd, 'src', 'loans.ts'), client)
    for (const [compiler, version] of Object.entries(compilers)) {
      const at = join(cwd, 'node_modules', compiler)
      mkdirSync(dirname(at), {recursive: true})
      if (version === packageJson.devDependencies.typescript)
        symlinkSync(join(ROOT, 'node_modules/typescript'), at, 'junction')
      else {
        mkdirSync(at)
        writeFileSync(join(at, 'package.json'), JSON.stringify({name: compiler, version, main: 'version.cjs'}))
        writeFileSync(join(at, 'version.cjs'), 'exports.version = "0"')
      }
    }
    return cwd
  }

  const ours = packageJson.devDependencies.typescript

  it('is named in the error if it is missing', () => {
    const {code, out, err} = tenure(usages, project('none', {}))
    expect({code, out}).toEqual({code: 2, out: ''})
    expect(err).toBe(
      "Reading code needs `typescript`, which isn't installed next to tenure. Run `npm install --save-dev typescript@6`.\n"
    )
  })

  it.each(['7.0.2', '5.8.3'])('%s is rejected because its API is unknown', version => {
    const {code, err} = tenure(usages, project(`version-${version}`, {typescript: version}))
    expect(code).toBe(2)
    expect(err).toContain(`needs the API of \`typescript\` 5.9 to 6, but ${version} is installed.`)
  })

  it.each([
    ['alone', {typescript: ours}],
    ['beside version 7', {typescript: '7.0.2', '@typescript/typescript6': ours}]
  ])('of version 6 is used %s', (name, compilers) => {
    const {code, out, err} = tenure(usages, project(name, compilers))
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out).toContain('Found 1 call in 1 file of src')
  })

  it('is named in the same way for server code', () => {
    const cwd = project('server', {})
    writeFileSync(join(cwd, 'server.ts'), "import express from 'express'\nexport const app = express()\n")
    const {code, err} = tenure(['diff', 'server.ts', 'server.ts'], cwd)
    expect({code, err}).toEqual({code: 2, err: expect.stringContaining('Reading code needs `typescript`')})
  })
})
