import {builtinModules as builtin, createRequire, isBuiltin} from 'node:module'
import {dirname, extname, isAbsolute, join, relative, sep} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {Script} from 'node:vm'
import type {createJiti} from 'jiti'
import packageJson from '../../../package.json' with {type: 'json'}
import {type InputError, inputError} from '../../model/input-error.ts'
import type {Files} from '../../stores/files/files.ts'
import {bundledFile, packageFolder} from '../../stores/files/installed-packages.ts'

type Load = (name: string) => unknown

/** Limits on the imports of a plugin, and the names of its files in messages. */
export interface PluginBounds {
  /** Path of the plugin in the config file. */
  readonly plugin: string
  /** Folder that no import can leave. */
  readonly root: string
  readonly displayName: (file: string) => string
}

const ENTRY_POINTS: Readonly<Record<string, readonly [built: string, source: string]>> = {
  [packageJson.name]: ['index.js', 'src/index.ts'],
  [`${packageJson.name}/rule`]: ['rule.js', 'src/rule.ts']
}

const EXTENSIONS = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json']
const INDEX_FILES = EXTENSIONS.slice(1).map(ending => `${sep}index${ending}`)

/** Loads a plugin with a custom `require`. Static imports, dynamic imports, and `require` calls all use it. */
export class PluginModules {
  readonly #files: Files
  readonly #bounds: PluginBounds
  readonly #loaded = new Map<string, {exports: unknown}>()
  /** First refused import. Stored because the plugin may catch the error. */
  #refused: InputError | undefined

  constructor(files: Files, bounds: PluginBounds) {
    this.#files = files
    this.#bounds = bounds
  }

  /** Returns the exports of a file. */
  load(file: string): unknown {
    const known = this.#loaded.get(file)
    if (known) return known.exports
    const module = {exports: {} as unknown}
    this.#loaded.set(file, module)
    const source = this.#files.readText(file)
    if (extname(file) === '.json') {
      module.exports = JSON.parse(source)
      return module.exports
    }
    const load = this.#loadFrom(file)
    const code = loadJiti()(file, {fsCache: false, interopDefault: true}).transform({
      source,
      filename: file,
      ts: /\.[cm]?ts$/.test(file)
    })
    const names = 'exports,require,module,__filename,__dirname,jitiImport,jitiESMResolve'
    const run = new Script(`(function(${names}){${code}\n})`, {filename: file}).runInThisContext() as (
      ...values: readonly unknown[]
    ) => void
    const later = async (name: string): Promise<unknown> => load(name)
    const where = (name: string): string => this.#fileOf(name, file)
    run(module.exports, load, module, file, dirname(file), later, where)
    const fault = (module.exports as {__JITI_ERROR__?: {line: number; column: number; message: string}} | undefined)
      ?.__JITI_ERROR__
    if (fault) throw new SyntaxError(`${fault.message}\n${file}:${fault.line}:${fault.column}`)
    return module.exports
  }

  /** Throws the first refused import, even if the plugin caught the error. */
  assertNoneRefused(): void {
    if (this.#refused) throw this.#refused
  }

  #loadFrom(from: string): Load & {resolve: (name: string) => string} {
    const load: Load = name => {
      if (isBuiltin(name)) return this.#builtin(name)
      const door = ENTRY_POINTS[name]
      return door ? openEntryPoint(this.#files, name, door) : this.load(this.#fileOf(name, from))
    }
    return Object.assign(load, {resolve: (name: string) => this.#fileOf(name, from)})
  }

  /**
   * Loads a built-in module of Node.js. The `module` module is replaced, because it can create an unrestricted
   * `require`.
   */
  #builtin(name: string): unknown {
    if (!/^(?:node:)?module$/.test(name)) return createRequire(import.meta.url)(name)
    const from = (path: string | URL): Load =>
      this.#loadFrom(/^file:/.test(`${path}`) ? fileURLToPath(path) : `${path}`)
    return {isBuiltin, builtinModules: builtin, createRequire: from}
  }

  /** Replaces the other ways in which Node.js gives access to modules. */
  restrictModuleAccess(): void {
    Object.assign(process, {mainModule: undefined, getBuiltinModule: (name: string) => this.#builtin(name)})
  }

  /** Resolves an import relative to the importing file. Throws an `InputError` if the import isn't allowed. */
  #fileOf(name: string, from: string): string {
    if (isBuiltin(name) || ENTRY_POINTS[name]) return name
    if (!/^\.\.?(?:\/|$)/.test(name)) throw this.#refuse(name, from, 'is not a relative path')
    const path = this.#files.resolve(dirname(from), name)
    const typed = path.replace(/\.([cm]?)js$/, '.$1ts')
    const found =
      [...EXTENSIONS, ...INDEX_FILES].map(ending => path + ending).find(each => this.#files.isFile(each)) ??
      (this.#files.isFile(typed) ? typed : path)
    const root = this.#files.realPath(this.#bounds.root)
    const inside = relative(this.#bounds.root, found)
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      throw this.#refuse(name, from, 'leads out of the tree')
    if (inside.split(sep).includes('node_modules')) throw this.#refuse(name, from, 'is a package')
    if (!this.#files.exists(found)) throw this.#refuse(name, from, 'is not there')
    if (!this.#files.isFile(found) || this.#files.realPath(found) !== join(root, inside))
      throw this.#refuse(name, from, 'is not a regular file')
    return found
  }

  #refuse(name: string, from: string, why: string): InputError {
    const {plugin, displayName} = this.#bounds
    const lines = this.#files.isFile(from) ? this.#files.readText(from).split('\n') : []
    const line =
      lines.findIndex(each => [`'${name}'`, `"${name}"`, `\`${name}\``].some(text => each.includes(text))) + 1
    const error = inputError(
      `Plugin \`${plugin}\` imports \`${name}\`, which ${why}; plugins may import \`${packageJson.name}\`, \`node:\` modules and files next to them. ` +
        'Copy what is needed into a file next to the plugin.',
      {source: displayName(from), ...(line > 0 ? {line} : {})}
    )
    this.#refused ??= error
    return error
  }
}

const openedEntryPoints = new Map<string, unknown>()

/** Loads a public entry point of tenure, from the bundle or from source. */
function openEntryPoint(files: Files, name: string, [built, source]: readonly [string, string]): unknown {
  const bundled = bundledFile(built)
  const file = files.exists(bundled) ? bundled : packageFolder(source)
  if (!openedEntryPoints.has(name))
    openedEntryPoints.set(name, loadJiti()(file, {fsCache: false, tryNative: false})(file))
  return openedEntryPoints.get(name)
}

function loadJiti(): typeof createJiti {
  try {
    // The bundler includes what a plain `require` names. In unbundled code, `require` isn't defined.
    return (require('jiti') as {createJiti: typeof createJiti}).createJiti
  } catch {
    return (createRequire(import.meta.url)('jiti') as {createJiti: typeof createJiti}).createJiti
  }
}

/** Error as one line, with its position in the file if known. */
export interface PluginFailure {
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** Extracts the position in a file from the message or stack trace of an error. */
export function pluginFailure(error: unknown, file: string): PluginFailure {
  if (!(error instanceof Error)) return {message: String(error).split('\n')[0] ?? ''}
  const at = new RegExp(`${file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}:(\\d+)(?::(\\d+))?`)
  const inMessage = at.exec(error.message)
  const [, line, column] = inMessage ?? at.exec(error.stack ?? '') ?? []
  const [firstLine = ''] = error.message.replace(/^\w*Error: /, '').split('\n')
  const message = firstLine.replaceAll(/\s+/g, ' ').trim() || error.name
  if (line === undefined) return {message}
  // Parser messages count columns from 0. Stack traces refer to the compiled code, so only their line is kept.
  const isRead = inMessage && column !== undefined
  return {message, line: Number(line), ...(isRead ? {column: Number(column) + 1} : {})}
}
