import {basename, dirname, isAbsolute, join, posix, relative, sep} from 'node:path'
import type {FileTree} from '@tenure/core/documents/file-tree'
import {SPEC_LIMIT} from '@tenure/core/documents/read-document'
import {InputError, inputError} from '@tenure/core/model/input-error'
import {memoize as memoizeByKey} from '@tenure/core/model/memoize'
import type {Files} from '@tenure/core/stores/files/files'
import {decodeUtf8} from '@tenure/core/stores/files/text-bytes'
import ts from 'typescript'
import {findMissingPackages, importSpecifiers, MAPPED_TYPE_PACKAGES, MAPPED_TYPES} from './missing-packages.ts'

/** A TypeScript program that was read from the file tree of a revision. */
export interface ServerProgram {
  readonly program: ts.Program
  /**
   * Paths, from the root, of all files that the result depends on, including files that were looked for but not found.
   */
  readonly paths: () => readonly string[]
  /** Path of a source file from the root. `undefined` if the file is outside, for example an installed package. */
  readonly pathOf: (file: ts.SourceFile) => string | undefined
  /** The entry files. */
  readonly entries: readonly ts.SourceFile[]
  /**
   * The names in a folder below the root, those of folders with a slash at the end. Empty if there is no such folder.
   */
  readonly list: (folder: string) => readonly string[]
  /** Whether there is a file at a path from the root. */
  readonly hasFile: (path: string) => boolean
  /** The source file at a path from the root; `undefined` if it isn't part of the program. */
  readonly fileAt: (path: string) => ts.SourceFile | undefined
  /** Whether `node_modules` exists and was read. */
  readonly hasNodeModules: boolean
  /** The imports of packages that aren't installed, one for each package. */
  readonly missingPackages: ReadonlyMap<string, ts.Node>
  /** The files of JavaScript next to imported files of TypeScript that have the same name, by those files. */
  readonly twins: ReadonlyMap<ts.SourceFile, string>
}

/** Parsed files by content and settings, because revisions of a program share most of them. */
const parsed = new Map<string, ts.SourceFile>()
const MAX_PARSED = 1000
const registry = ts.createDocumentRegistry()
const DECLARATION = /\.d\.([cm]?)ts$/
const LIBRARY = dirname(ts.getDefaultLibFilePath({}))

/**
 * Opens a program with all its imports, and those of files that it loads by name at run time. Source files come from
 * the file tree, installed packages from the working tree.
 */
export function openServerProgram(tree: FileTree, loaded: readonly string[] = []): ServerProgram {
  const {folder, disk} = tree
  if (folder === undefined || disk === undefined) {
    throw inputError("Server code can't be read from standard input. Name a file.", {source: tree.sourceOf(tree.path)})
  }
  const seen = new Set<string>([tree.path])
  const files = new ProgramFiles(installedModules(disk), tree, folder, seen)
  const {options, names} = readSettings(tree, folder, files)
  const mappedTypes = join(folder, 'node_modules', 'mapped-types.d.ts')
  const key = registry.getKeyForCompilationSettings(options)
  const host: ts.CompilerHost = {
    getSourceFile(name, languageVersionOrOptions) {
      const text = name === mappedTypes ? MAPPED_TYPES : files.text(name)
      if (text === undefined) return undefined
      const how =
        typeof languageVersionOrOptions === 'object'
          ? languageVersionOrOptions
          : {languageVersion: languageVersionOrOptions}
      const id = `${key} ${how.impliedNodeFormat} ${name} ${files.id(name)}`
      const known = parsed.get(id)
      if (known) return known
      // Comments in packages don't describe this API.
      const comments = isOfPackage(name) ? ts.JSDocParsingMode.ParseNone : ts.JSDocParsingMode.ParseAll
      const file = ts.createSourceFile(name, text, {...how, jsDocParsingMode: comments}, true)
      if (parsed.size >= MAX_PARSED) parsed.clear()
      parsed.set(id, file)
      return file
    },
    getDefaultLibFileName: settings => join(LIBRARY, ts.getDefaultLibFileName(settings)),
    writeFile: () => {},
    getCurrentDirectory: () => folder,
    getCanonicalFileName: name => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: name => files.has(name),
    readFile: name => files.text(name),
    directoryExists: name => files.hasFolder(name),
    getDirectories: name => files.foldersIn(name),
    realpath: name => files.real(name),
    jsDocParsingMode: ts.JSDocParsingMode.ParseAll
  }
  const rootNames = [...names, ...loaded.map(path => join(folder, path))]
  const read = ts.createProgram({rootNames, options, host})
  const missingPackages = findMissingPackages(read, file => files.pathOf(file.fileName) !== undefined)
  const program = MAPPED_TYPE_PACKAGES.some(each => missingPackages.has(each))
    ? ts.createProgram({rootNames: [...rootNames, mappedTypes], options, host, oldProgram: read})
    : read
  const entries = names.flatMap(name => program.getSourceFile(name) ?? [])
  const faults = entries.length === 0 ? [] : syntaxErrors(program, files)
  if (faults.length > 0) throw new InputError(faults)
  return {
    program,
    entries,
    hasNodeModules: files.installed,
    missingPackages,
    twins: findTwins(program, entries, files),
    list: path => {
      seen.add(posix.join(path, '*'))
      return tree.list?.(path) ?? []
    },
    hasFile: path => files.has(join(folder, path)),
    fileAt: path => program.getSourceFile(join(folder, path)),
    paths: () => [...new Set([...seen, ...manifestPaths(program, files)])],
    pathOf: file => files.pathOf(file.fileName)
  }
}

/** The files of a program by absolute name: some from a revision, installed packages from disk. */
class ProgramFiles {
  installed = false
  readonly #modules: InstalledModules
  readonly #tree: FileTree
  readonly #folder: string
  readonly #seen: Set<string>
  readonly #texts = new Map<string, string | undefined>()
  readonly #ids = new Map<string, string>()

  constructor(modules: InstalledModules, tree: FileTree, folder: string, seen: Set<string>) {
    this.#modules = modules
    this.#tree = tree
    this.#folder = folder
    this.#seen = seen
  }

  /** Path from the root of a file that belongs to the program. `undefined` for any other file. */
  pathOf(name: string): string | undefined {
    if (isInstalled(name)) return undefined
    const path = relative(this.#folder, name).split(sep).join('/')
    return path === '' || path === '..' || path.startsWith('../') || isAbsolute(path) ? undefined : path
  }

  has(name: string): boolean {
    const path = this.pathOf(name)
    if (path === undefined) return isOfPackage(name) && this.#modules.isFile(name)
    this.#seen.add(path)
    return this.#tree.id(path) !== undefined && !this.#hasCodeSibling(path)
  }

  /**
   * Whether a `.d.ts` has a JavaScript file next to it. The compiler would prefer the declaration, but routes are
   * registered in the code.
   */
  #hasCodeSibling(path: string): boolean {
    const code = DECLARATION.test(path) ? path.replace(DECLARATION, '.$1js') : undefined
    if (code === undefined) return false
    this.#seen.add(code)
    return this.#tree.id(code) !== undefined
  }

  /**
   * An identifier of a file's content. Installed files all have the same one, because they don't change during a run.
   */
  id(name: string): string {
    const path = this.pathOf(name)
    return path === undefined ? 'installed' : (this.#ids.get(name) ?? this.#tree.id(path) ?? 'none')
  }

  text(name: string): string | undefined {
    if (this.#texts.has(name)) return this.#texts.get(name)
    const text = this.#read(name)
    this.#texts.set(name, text)
    return text
  }

  #read(name: string): string | undefined {
    const path = this.pathOf(name)
    if (path === undefined) {
      if (!this.has(name)) return undefined
      // The compiler's own library files don't count as installed packages.
      if (!name.startsWith(dirname(LIBRARY))) this.installed = true
      return this.#modules.text(name)
    }
    if (!this.has(name)) return undefined
    this.#ids.set(name, this.#tree.id(path) ?? 'none')
    if (this.#tree.real(path) === undefined) return undefined
    return decodeUtf8(this.#tree.read(path), this.#tree.sourceOf(path))
  }

  /** Whether there is a folder. Always `true` inside the program, because the compiler asks only to save lookups. */
  hasFolder(name: string): boolean {
    return this.pathOf(name) !== undefined || this.#modules.isFolder(name)
  }

  foldersIn(name: string): string[] {
    return isInstalled(`${name}/`) ? this.#modules.folders(name) : []
  }

  real(name: string): string {
    return isInstalled(name) ? this.#modules.real(name) : name
  }

  sourceOf(name: string): string {
    const path = this.pathOf(name)
    return path === undefined ? name : this.#tree.sourceOf(path)
  }

  /**
   * Path from the root to the `package.json` of an installed package, which identifies its version. `undefined` if the
   * package isn't installed below the root.
   */
  manifestOf(specifier: string, from: string): string | undefined {
    const name = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/')
    for (let here = dirname(from); ; here = dirname(here)) {
      const manifest = join(here, 'node_modules', name, 'package.json')
      const path = relative(this.#folder, manifest).split(sep).join('/')
      if (path.startsWith('../')) return undefined
      if (this.#modules.hasManifest(manifest)) return path
      if (dirname(here) === here) return undefined
    }
  }
}

const isInstalled = (name: string): boolean => /[/\\]node_modules[/\\]/.test(name)
const isOfPackage = (name: string): boolean =>
  isInstalled(name) || name.startsWith(LIBRARY + sep) || name.startsWith(`${LIBRARY}/`)

interface Settings {
  readonly options: ts.CompilerOptions
  /** Absolute names of the entry files. */
  readonly names: readonly string[]
}

/** Default options, as a bundler reads modern code, for programs without a `tsconfig.json`. */
const DEFAULT_OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  esModuleInterop: true,
  experimentalDecorators: true,
  resolveJsonModule: true
}

/** Options that are always set: nothing is emitted, and only types are needed. */
const FORCED_OPTIONS: ts.CompilerOptions = {
  noEmit: true,
  allowJs: true,
  skipLibCheck: true,
  strictNullChecks: true,
  allowImportingTsExtensions: true,
  noResolve: false,
  composite: false,
  incremental: false,
  ignoreDeprecations: '6.0'
}

function readSettings(tree: FileTree, folder: string, files: ProgramFiles): Settings {
  const entry = join(folder, tree.path)
  const isConfig = tree.path.endsWith('.json')
  const config = isConfig ? entry : findConfig(entry, folder, files)
  const read = config === undefined ? undefined : readConfig(config, files)
  const options = {...(read ? {...read.options} : DEFAULT_OPTIONS), ...FORCED_OPTIONS}
  if (options.types === undefined && files.manifestOf('@types/node', entry) !== undefined) options.types = ['node']
  if (!isConfig) return {options, names: [entry]}
  const names = (read?.files ?? []).map(name => join(dirname(entry), name))
  if (names.length > 0) return {options, names}
  throw inputError(
    `\`${tree.sourceOf(tree.path)}\` has no \`files\`. List those that start the server, or name such a file itself.`,
    {source: tree.sourceOf(tree.path)},
    '--spec src/server.ts'
  )
}

function findConfig(entry: string, folder: string, files: ProgramFiles): string | undefined {
  for (let here = dirname(entry); ; here = dirname(here)) {
    const name = join(here, 'tsconfig.json')
    if (files.has(name)) return name
    if (here === folder || dirname(here) === here) return undefined
  }
}

function readConfig(name: string, files: ProgramFiles): {options: ts.CompilerOptions; files: readonly string[]} {
  const {config} = ts.readConfigFile(name, each => files.text(each))
  const host: ts.ParseConfigHost = {
    useCaseSensitiveFileNames: true,
    readDirectory: () => [],
    fileExists: each => files.has(each),
    readFile: each => files.text(each)
  }
  const {options} = ts.parseJsonConfigFileContent(config ?? {}, host, dirname(name), undefined, name)
  const listed: unknown = (config as {files?: unknown} | undefined)?.files
  return {options, files: Array.isArray(listed) ? listed.filter(each => typeof each === 'string') : []}
}

/** Syntax errors, at most one per file. Code with syntax errors isn't read at all. */
function syntaxErrors(program: ts.Program, files: ProgramFiles) {
  return program
    .getSourceFiles()
    .filter(file => files.pathOf(file.fileName) !== undefined && !file.isDeclarationFile)
    .flatMap(file => program.getSyntacticDiagnostics(file).slice(0, 1))
    .filter(({category, code}) => category === ts.DiagnosticCategory.Error && code < 8000)
    .map(({file, start = 0, messageText}) => {
      const at = file && ts.getLineAndCharacterOfPosition(file, start)
      const text = ts.flattenDiagnosticMessageText(messageText, ' ')
      return {
        message: `Invalid TypeScript or JavaScript: ${text.replace(/\.$/, '')}.`,
        place: {
          source: file ? files.sourceOf(file.fileName) : '',
          ...(at ? {line: at.line + 1, column: at.character + 1} : {})
        }
      }
    })
}

function manifestPaths(program: ts.Program, files: ProgramFiles): string[] {
  const found = new Map<string, string | undefined>()
  for (const file of program.getSourceFiles()) {
    if (files.pathOf(file.fileName) === undefined) continue
    for (const {text} of importSpecifiers(file)) {
      if (/^[./]|^node:/.test(text)) continue
      const key = `${dirname(file.fileName)} ${text}`
      if (!found.has(key)) found.set(key, files.manifestOf(text, file.fileName))
    }
  }
  return [...found.values()].filter(each => each !== undefined)
}

const TYPESCRIPT = /(?<!\.d)\.([cm]?)tsx?$/

/** Files of JavaScript that an import could mean as well as the file of TypeScript that the compiler takes. */
function findTwins(program: ts.Program, entries: readonly ts.SourceFile[], files: ProgramFiles) {
  const twins = new Map<ts.SourceFile, string>()
  for (const file of program.getSourceFiles()) {
    const {fileName} = file
    if (files.pathOf(fileName) === undefined || entries.includes(file) || !TYPESCRIPT.test(fileName)) continue
    const twin = ['.$1js', '.$1jsx'].map(each => fileName.replace(TYPESCRIPT, each)).find(each => files.has(each))
    if (twin !== undefined) twins.set(file, basename(twin))
  }
  return twins
}

type InstalledModules = ReturnType<typeof openInstalled>

/**
 * Cached access to installed packages. They don't change during a run, so that each file is read once for all
 * revisions.
 */
const openInstalled = (files: Files) => ({
  text: memoize(name => decodeUtf8(files.readBytes(name, SPEC_LIMIT), name)),
  isFile: memoize(name => files.exists(name) && !files.isFolder(name)),
  isFolder: memoize(name => files.isFolder(name)),
  folders: memoize(name =>
    files.isFolder(name) ? files.listFolder(name).filter(each => files.isFolder(join(name, each))) : []
  ),
  real: memoize(name => files.realPath(name)),
  hasManifest: (name: string): boolean => files.exists(name)
})

const installedModules = memoizeByKey(openInstalled)

function memoize<Answer>(ask: (name: string) => Answer): (name: string) => Answer {
  const answers = new Map<string, {readonly answer: Answer}>()
  return name => {
    const known = answers.get(name) ?? {answer: ask(name)}
    answers.set(name, known)
    return known.answer
  }
}
