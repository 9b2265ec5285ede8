import {builtinModules, createRequire, isBuiltin} from 'node:module'
import {dirname, extname, isAbsolute, join, relative, sep} from 'node:path'
import process from 'node:process'
import {fileURLToPath, pathToFileURL} from 'node:url'
import vm from 'node:vm'
import packageJson from '../../../package.json' with {type: 'json'}
import type {PluginRun} from '../../context/context.ts'
import {type InputError, inputError} from '../../model/input-error.ts'
import type {SourceLocation} from '../../model/location.ts'
import type {Files} from '../../stores/files/files.ts'
import {bundledFile} from '../../stores/files/installed-packages.ts'

type Load = (name: string) => unknown
type CommonJs = (...values: readonly unknown[]) => void

/** Limits on the imports of a plugin, and the names of its files in messages. */
export interface PluginBounds {
  /** Path of the plugin in the config file. */
  readonly plugin: string
  /** Folder that no import can leave. */
  readonly root: string
  readonly displayName: (file: string) => string
  readonly checkSyntax: PluginRun['checkSyntax']
}

/** The function of `node:module` that only later versions of Node.js have. */
interface TypeStripper {
  stripTypeScriptTypes(source: string, options: {readonly sourceUrl: string}): string
}

/** The name in an import, and the file that contains the import. */
interface Importer {
  readonly name: string
  readonly from: string
}

/** Options of Node.js with which plugins can be loaded, and without which it warns that they are new. */
export const PLUGIN_NODE_OPTIONS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']

const ENTRY_POINTS: ReadonlyMap<string, string> = new Map([
  [packageJson.name, 'index.cjs'],
  [`${packageJson.name}/rule`, 'rule.cjs']
])

const EXTENSIONS = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json']
const INDEX_FILES = EXTENSIONS.slice(1).map(ending => `${sep}index${ending}`)

/** Loads the files of a plugin. Static imports, dynamic imports, and `require` calls have the same bounds. */
export class PluginModules {
  readonly #files: Files
  readonly #bounds: PluginBounds
  /** ES modules by their file, and wrappers of other imports, such as CommonJS files and built-in modules, by name. */
  readonly #modules = new Map<string, vm.Module>()
  readonly #required = new Map<string, {exports: unknown}>()
  /** First refused import. Stored because the plugin may catch the error. */
  #refused: InputError | undefined
  /** The end of the last linking. Modules are linked one after the other, because they may share imports. */
  #lastLink: Promise<void> = Promise.resolve()

  constructor(files: Files, bounds: PluginBounds) {
    this.#files = files
    this.#bounds = bounds
  }

  /** Returns the exports of a file. */
  async load(file: string): Promise<object> {
    return (await this.#evaluate(this.#moduleOf(file))).namespace
  }

  /** Throws the first refused import, even if the plugin caught the error. */
  assertNoneRefused(): void {
    if (this.#refused) throw this.#refused
  }

  async #evaluate(started: vm.Module): Promise<vm.Module> {
    const link = this.#lastLink.then(() =>
      started.status === 'unlinked'
        ? started.link((name, {identifier}) => this.#moduleOf(this.#fileOf(name, identifier)))
        : undefined
    )
    this.#lastLink = link.catch(() => undefined)
    await link
    if (started.status === 'errored') throw started.error
    await started.evaluate()
    return started
  }

  /** The module of a file or, for any other name, a wrapper of a built-in module or of our own entry points. */
  #moduleOf(name: string): vm.Module {
    const known = this.#modules.get(name)
    if (known) return known
    const compiled = isCode(name) ? this.#compile(name) : undefined
    const found =
      typeof compiled === 'object' ? compiled : wrapExports(this.#require(name, {name, from: name}, compiled))
    this.#modules.set(name, found)
    return found
  }

  /** Compiles a file as CommonJS, and as an ES module if it has the syntax of one. */
  #compile(file: string): CommonJs | vm.Module {
    const source = this.#toJavaScript(file, this.#files.readText(file).replace(/^#!.*/, ''))
    const importModuleDynamically = (name: string): Promise<vm.Module> => this.#import(name, file)
    try {
      if (/\.m[jt]s$/.test(file)) throw new SyntaxError('It is an ES module.')
      const names = ['exports', 'require', 'module', '__filename', '__dirname']
      return vm.compileFunction(source, names, {filename: file, importModuleDynamically}) as CommonJs
    } catch (error) {
      if (/\.c[jt]s$/.test(file) || !(error instanceof SyntaxError)) throw error
    }
    const initializeImportMeta = (meta: object): object =>
      Object.assign(meta, {url: `${pathToFileURL(file)}`, filename: file, dirname: dirname(file)})
    try {
      return new vm.SourceTextModule(source, {identifier: file, importModuleDynamically, initializeImportMeta})
    } catch (error) {
      if (error instanceof SyntaxError) error.stack = this.#bounds.checkSyntax(source).replace('[stdin]', () => file)
      throw error
    }
  }

  #toJavaScript(file: string, source: string): string {
    if (!/\.[cm]?ts$/.test(file)) return source
    if ('typescript' in process.features && process.features.typescript !== false) {
      const {stripTypeScriptTypes} = createRequire(import.meta.url)('node:module') as TypeStripper
      return stripTypeScriptTypes(source, {sourceUrl: file})
    }
    const name = this.#bounds.displayName(file)
    throw this.#refuse(
      `\`${name}\` is TypeScript, which Node ${process.versions.node} can't run. Write it in JavaScript, or run Node 22.18 or later.`,
      {source: name}
    )
  }

  async #import(name: string, from: string): Promise<vm.Module> {
    return this.#evaluate(this.#moduleOf(this.#fileOf(name, from)))
  }

  /** Returns the exports of a CommonJS or JSON file, a built-in module, or an entry point of ours. */
  #require(name: string, importer: Importer, compiled?: CommonJs): unknown {
    if (isBuiltin(name)) return this.#builtin(name)
    const entryPoint = ENTRY_POINTS.get(name)
    if (entryPoint !== undefined) return createRequire(import.meta.url)(bundledFile(entryPoint))
    const known = this.#required.get(name)
    if (known) return known.exports
    const required = {exports: {} as unknown}
    this.#required.set(name, required)
    const run = isCode(name) ? (compiled ?? this.#compile(name)) : undefined
    if (typeof run === 'object')
      throw this.#refuseImport(importer, 'is an ES module; only `import` loads those. Write both files as ES modules.')
    if (run) run(required.exports, this.#requireFrom(name), required, name, dirname(name))
    else required.exports = JSON.parse(this.#files.readText(name))
    return required.exports
  }

  #requireFrom(from: string): Load & {resolve: (name: string) => string} {
    const resolve = (name: string): string => this.#fileOf(name, from)
    return Object.assign((name: string) => this.#require(resolve(name), {name, from}), {resolve})
  }

  /**
   * Loads a built-in module of Node.js. The `module` module is replaced, because it can create an unrestricted
   * `require`.
   */
  #builtin(name: string): unknown {
    if (!/^(?:node:)?module$/.test(name)) return createRequire(import.meta.url)(name)
    const from = (path: string | URL): Load =>
      this.#requireFrom(/^file:/.test(`${path}`) ? fileURLToPath(path) : `${path}`)
    return {isBuiltin, builtinModules, createRequire: from}
  }

  /** Replaces the other ways in which Node.js gives access to modules. */
  restrictModuleAccess(): void {
    Object.assign(process, {mainModule: undefined, getBuiltinModule: (name: string) => this.#builtin(name)})
  }

  /** Resolves an import relative to the importing file. Throws an `InputError` if the import isn't allowed. */
  #fileOf(name: string, from: string): string {
    if (isBuiltin(name) || ENTRY_POINTS.has(name)) return name
    const refuse = (why: string): InputError => this.#refuseImport({name, from}, `${why}; ${ALLOWED}`)
    if (!/^\.\.?(?:\/|$)/.test(name)) throw refuse('is not a relative path')
    const path = this.#files.resolve(dirname(from), name)
    const typed = path.replace(/\.([cm]?)js$/, '.$1ts')
    const found =
      [...EXTENSIONS, ...INDEX_FILES].map(ending => path + ending).find(each => this.#files.isFile(each)) ??
      (this.#files.isFile(typed) ? typed : path)
    const root = this.#files.realPath(this.#bounds.root)
    const inside = relative(this.#bounds.root, found)
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) throw refuse('leads out of the tree')
    if (inside.split(sep).includes('node_modules')) throw refuse('is a package')
    if (!this.#files.exists(found)) throw refuse('is not there')
    if (!this.#files.isFile(found) || this.#files.realPath(found) !== join(root, inside))
      throw refuse('is not a regular file')
    return found
  }

  #refuseImport({name, from}: Importer, why: string): InputError {
    const {plugin, displayName} = this.#bounds
    const lines = this.#files.isFile(from) ? this.#files.readText(from).split('\n') : []
    const line =
      lines.findIndex(each => [`'${name}'`, `"${name}"`, `\`${name}\``].some(text => each.includes(text))) + 1
    return this.#refuse(`Plugin \`${plugin}\` imports \`${name}\`, which ${why}`, {
      source: displayName(from),
      ...(line > 0 ? {line} : {})
    })
  }

  #refuse(message: string, place: SourceLocation): InputError {
    const error = inputError(message, place)
    this.#refused ??= error
    return error
  }
}

const ALLOWED = `plugins may import \`${packageJson.name}\`, \`node:\` modules and files next to them. Copy what is needed into a file next to the plugin.`

/** Whether a name is that of a file with code. */
const isCode = (name: string): boolean => !isBuiltin(name) && !ENTRY_POINTS.has(name) && extname(name) !== '.json'

/**
 * An ES module with the exports of a module that isn't one. Its default export is all of them, unless a compiler made
 * them from an ES module with a default export.
 */
function wrapExports(exports: unknown): vm.Module {
  const isObject = (typeof exports === 'object' && exports !== null) || typeof exports === 'function'
  const members = new Map<string, unknown>(isObject ? Object.entries(exports) : [])
  const isCompiled = isObject && '__esModule' in exports && members.has('default')
  if (!isCompiled) members.set('default', exports)
  return new vm.SyntheticModule([...members.keys()], function () {
    for (const [name, value] of members) this.setExport(name, value)
  })
}

/** Error as one line, with its position in the file if known. */
export interface PluginFailure {
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** An error of a plugin as one line, with its position in the file if the stack trace names it. */
export function pluginFailure(error: unknown, file: string): PluginFailure {
  if (!(error instanceof Error)) return {message: String(error).split('\n')[0] ?? ''}
  const name = file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  // A syntax error begins with its line and a caret below it. Other columns are those of functions, so they aren't kept.
  const [, line, caret] = new RegExp(`${name}:(\\d+)(?:\\n.*\\n(\\s*)\\^)?`).exec(error.stack ?? '') ?? []
  const [firstLine = ''] = error.message.replace(/^\w*Error: /, '').split('\n')
  const message = explainTypes(firstLine.replaceAll(/\s+/g, ' ').trim() || error.name, file)
  if (line === undefined) return {message}
  return {message, line: Number(line), ...(caret === undefined ? {} : {column: caret.length + 1})}
}

/**
 * The message of a syntax error, with a remedy for TypeScript that Node.js can't run, because it only removes types.
 */
function explainTypes(message: string, file: string): string {
  const [, syntax] = /^TypeScript (.+) is not supported in strip-only mode$/.exec(message) ?? []
  if (syntax !== undefined)
    return `Node only removes types, and a TypeScript ${syntax} is code. Write it in JavaScript.`
  const lacksExport = /\.[cm]?ts$/.test(file) && / does not provide an export named /.test(message)
  return lacksExport ? `${message}. If it's a type, use \`import type\`.` : message
}
