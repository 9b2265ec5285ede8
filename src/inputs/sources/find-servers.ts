import {posix} from 'node:path'
import {InputError, ignoreInputErrors} from '../../model/input-error.ts'
import {fieldsOf} from '../../model/json.ts'
import type {Files} from '../../stores/files/files.ts'

/** A server whose code describes its API. */
export interface FoundServer {
  /** The file that starts it. */
  readonly entry: string
  /** The name of its package; omitted if it has none. */
  readonly name?: string
  readonly framework: string
}

/** The names of the frameworks whose code can be read, by their npm package. */
const FRAMEWORKS: Readonly<Record<string, string>> = {
  '@nestjs/core': 'NestJS',
  fastify: 'Fastify',
  hono: 'Hono',
  '@hono/zod-openapi': 'Hono',
  express: 'Express'
}

const CODE = /\.[cm]?[jt]s$/i
const NO_ENTRY =
  /(?:^|\/)(?:_*tests?_*|_*mocks?_*|e2e|dist|build|out|lib-cov|coverage|examples?|fixtures?|migrations|scripts)\/|\.(?:test|spec|e2e-spec|d|config|stories)\.[cm]?[jt]s$/i
/** The maximum number of files that are read for each package. */
const MAX_FILES = 3000

/** Finds the servers among the files of a project: a framework in a `package.json`, and a file that starts it. */
export function findServers(disk: Files, files: readonly string[]): FoundServer[] {
  const manifests = files.filter(path => posix.basename(path) === 'package.json' && !NO_ENTRY.test(path))
  const folders = manifests.map(path => posix.dirname(path))
  return manifests.flatMap((path, at) => {
    const manifest = readManifest(disk, path)
    const folder = folders[at] ?? '.'
    const framework = Object.keys(FRAMEWORKS).find(name => name in manifest.packages)
    if (framework === undefined) return []
    const own = files.filter(file => CODE.test(file) && !NO_ENTRY.test(file) && isOwn(file, folder, folders))
    const known = [...new Set(namedEntries(manifest, folder).filter(file => own.includes(file)))]
    const entries = bestEntries(disk, known, own, folder)
    return entries.map(entry => ({
      entry,
      framework: FRAMEWORKS[framework] ?? framework,
      ...(manifest.name === undefined ? {} : {name: manifest.name})
    }))
  })
}

/** Whether a file belongs to the package in a folder, and not to one further down. */
function isOwn(file: string, folder: string, folders: readonly string[]): boolean {
  const isBelow = (outer: string): boolean => outer === '.' || file.startsWith(`${outer}/`)
  return isBelow(folder) && !folders.some(other => other.length > folder.length && other !== '.' && isBelow(other))
}

interface Manifest {
  readonly name?: string
  readonly packages: Readonly<Record<string, unknown>>
  /** Files that `main`, `bin`, and the scripts that start the server name. */
  readonly named: readonly string[]
}

function readManifest(files: Files, path: string): Manifest {
  const manifest = fieldsOf(parseFile(files, path))
  const {name, main, bin, dependencies} = manifest
  const scripts = fieldsOf(manifest.scripts)
  const commands = ['dev', 'start:dev', 'develop', 'start', 'serve', 'server', 'start:prod'].flatMap(key => {
    const command = scripts[key]
    return typeof command === 'string' ? (command.match(/[\w@./-]+\.[cm]?[jt]sx?\b/g) ?? []) : []
  })
  const paths = [...commands, main, ...(typeof bin === 'string' ? [bin] : Object.values(fieldsOf(bin)))]
  return {
    ...(typeof name === 'string' ? {name} : {}),
    packages: fieldsOf(dependencies),
    named: paths.flatMap(each => (typeof each === 'string' ? [each] : []))
  }
}

function parseFile(files: Files, path: string): unknown {
  try {
    return JSON.parse(files.readText(path))
  } catch (error) {
    if (error instanceof InputError || error instanceof SyntaxError) return undefined
    throw error
  }
}

const USUAL_ENTRIES = ['src/main', 'src/server', 'src/index', 'src/app', 'main', 'server', 'index', 'app']

/** Files that the package names, with the source of what is built, and then the usual ones. */
function namedEntries({named}: Manifest, folder: string): string[] {
  const stems = named.flatMap(path => {
    const stem = posix.normalize(path).replace(CODE, '')
    return [stem, stem.replace(/^(?:dist|build|out|lib)\//, 'src/'), stem.replace(/^(?:dist|build|out|lib)\//, '')]
  })
  return [...stems, ...USUAL_ENTRIES].flatMap(stem =>
    ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map(kind => posix.join(folder, `${stem}.${kind}`))
  )
}

const PACKAGE = Object.keys(FRAMEWORKS).join('|').replaceAll('/', '\\/')
const IMPORT = new RegExp(
  `(?:from\\s*|import\\s*|require\\s*\\(\\s*|import\\s*\\(\\s*)['"](?:${PACKAGE}|@nestjs/platform-\\w+|@hono/node-server)['"]`
)
const START = /\bNestFactory\s*\.\s*create|\.listen\s*\(|\bserve\s*\(|\b(?:Bun|Deno)\s*\.\s*serve\b/
const CREATE = /\bexpress\s*\(\s*\)|\b[fF]astify\s*\(|\bnew\s+(?:Hono|OpenAPIHono)\b/

/**
 * How likely a file is the entry of a server: 3 if it imports a framework and starts a server, 2 if it only creates
 * one, 1 if it starts one that it imports from elsewhere, 0 otherwise.
 */
function rankEntry(files: Files, path: string): number {
  return ignoreInputErrors(() => {
    const text = files.readText(path)
    const starts = START.test(text)
    if (IMPORT.test(text)) return starts ? 3 : CREATE.test(text) ? 2 : 0
    return starts && /\bimport\b|\brequire\s*\(/.test(text) ? 1 : 0
  }, 0)
}

/** The files that start a server. Named ones come before others; several only if each is in a folder of its own. */
function bestEntries(files: Files, known: readonly string[], own: readonly string[], folder: string): string[] {
  const ranked = known.map(path => ({path, rank: rankEntry(files, path)})).filter(({rank}) => rank > 0)
  const rest = own.filter(path => !known.includes(path)).slice(0, MAX_FILES)
  const others = rest.map(path => ({path, rank: rankEntry(files, path)})).filter(({rank}) => rank > 1)
  const best = Math.max(0, ...ranked.map(({rank}) => rank))
  const [first] = ranked.filter(({rank}) => rank === best)
  const starting = others.filter(({rank}) => rank === 3).map(({path}) => path)
  // A file that creates and starts a server is better than one that only starts what it imports.
  const main = first && (best > 1 || starting.length === 0) ? first.path : undefined
  const apps = main === undefined ? starting : starting.filter(path => isOtherApp(path, main, folder))
  const found = main === undefined ? apps : [main, ...apps]
  return found.length > 0 ? onePerFolder(found) : others.slice(0, 1).map(({path}) => path)
}

/** Whether a file starts an application in another folder, such as `apps/fees/src/main.ts` beside `apps/loans/`. */
const isOtherApp = (path: string, main: string, folder: string): boolean =>
  /(?:^|\/)(?:apps|services|packages|servers)\//.test(path.slice(folder === '.' ? 0 : folder.length)) &&
  posix.dirname(path) !== posix.dirname(main)

function onePerFolder(paths: readonly string[]): string[] {
  const folders = paths.map(path => posix.dirname(path))
  return paths.filter((_, at) => folders.indexOf(folders[at] ?? '') === at)
}
