import {dirname, isAbsolute, join, relative, sep} from 'node:path'
import ts from 'typescript'
import {InputError, refuse} from '../../model/input-error.ts'
import type {Shelf} from '../document/file-tree.ts'
import {isThere} from '../files/file-system.ts'
import {decode} from '../files/utf8.ts'
import {installed} from './installed-modules.ts'

/** A program that was read from a shelf. */
export interface ServerProgram {
  readonly program: ts.Program
  /** The files that its answer follows from, by their paths from the root: also those that were looked for in vain. */
  readonly paths: () => readonly string[]
  /** The path of a source file from the root; `undefined` where it lies outside, as what is installed does. */
  readonly pathOf: (file: ts.SourceFile) => string | undefined
  /** The files to begin with. */
  readonly entries: readonly ts.SourceFile[]
  /** Whether `node_modules` was there to be read. */
  readonly installed: boolean
}

/** Parsed files by what is in them and how: many revisions of a program share nearly all of them. */
const parsed = new Map<string, ts.SourceFile>()
const registry = ts.createDocumentRegistry()
const DECLARATION = /\.d\.([cm]?)ts$/
const LIBRARY = dirname(ts.getDefaultLibFilePath({}))

/** Reads a program with all that it imports. Files come from the shelf, what is installed from the working tree. */
export function openServerProgram(shelf: Shelf): ServerProgram {
  const {folder} = shelf
  if (folder === undefined) {
    throw refuse('Unexpected server code from standard input, expected a file', {source: shelf.sourceOf(shelf.path)})
  }
  const seen = new Set<string>([shelf.path])
  const files = new Files(shelf, folder, seen)
  const {options, names} = settingsOf(shelf, folder, files)
  const key = registry.getKeyForCompilationSettings(options)
  const host: ts.CompilerHost = {
    getSourceFile(name, languageVersionOrOptions) {
      const text = files.text(name)
      if (text === undefined) return undefined
      const how =
        typeof languageVersionOrOptions === 'object'
          ? languageVersionOrOptions
          : {languageVersion: languageVersionOrOptions}
      const id = `${key} ${how.impliedNodeFormat} ${name} ${files.id(name)}`
      const known = parsed.get(id)
      if (known) return known
      // Comments of packages say nothing of this API.
      const comments = isOfPackage(name) ? ts.JSDocParsingMode.ParseNone : ts.JSDocParsingMode.ParseAll
      const file = ts.createSourceFile(name, text, {...how, jsDocParsingMode: comments}, true)
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
  const program = ts.createProgram({rootNames: names, options, host})
  const entries = names.flatMap(name => program.getSourceFile(name) ?? [])
  const faults = entries.length === 0 ? [] : faultsIn(program, files)
  if (faults.length > 0) throw new InputError(faults)
  return {
    program,
    entries,
    installed: files.installed,
    paths: () => [...new Set([...seen, ...packagesOf(program, files)])],
    pathOf: file => files.pathOf(file.fileName)
  }
}

/** The files of a root, some of a revision and some on disk, by absolute names. */
class Files {
  installed = false
  readonly #shelf: Shelf
  readonly #folder: string
  readonly #seen: Set<string>
  readonly #texts = new Map<string, string | undefined>()
  readonly #ids = new Map<string, string>()

  constructor(shelf: Shelf, folder: string, seen: Set<string>) {
    this.#shelf = shelf
    this.#folder = folder
    this.#seen = seen
  }

  /** The path from the root of what belongs to the program itself. */
  pathOf(name: string): string | undefined {
    if (isInstalled(name)) return undefined
    const path = relative(this.#folder, name).split(sep).join('/')
    return path === '' || path === '..' || path.startsWith('../') || isAbsolute(path) ? undefined : path
  }

  has(name: string): boolean {
    const path = this.pathOf(name)
    if (path === undefined) return isOfPackage(name) && installed.isFile(name)
    this.#seen.add(path)
    return this.#shelf.id(path) !== undefined && !this.#isBeside(path)
  }

  /** A declaration hides from the compiler the code that it stands beside, and it is the code that registers routes. */
  #isBeside(path: string): boolean {
    const code = DECLARATION.test(path) ? path.replace(DECLARATION, '.$1js') : undefined
    if (code === undefined) return false
    this.#seen.add(code)
    return this.#shelf.id(code) !== undefined
  }

  /** Names what is in a file. What is installed does not change while we look. */
  id(name: string): string {
    const path = this.pathOf(name)
    return path === undefined ? 'installed' : (this.#ids.get(name) ?? this.#shelf.id(path) ?? 'none')
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
      // The compiler reads its own, wherever it is.
      if (!name.startsWith(dirname(LIBRARY))) this.installed = true
      return installed.text(name)
    }
    if (!this.has(name)) return undefined
    this.#ids.set(name, this.#shelf.id(path) ?? 'none')
    if (this.#shelf.real(path) === undefined) return undefined
    return decode(this.#shelf.read(path), this.#shelf.sourceOf(path))
  }

  /** Of a revision we only say yes: that is asked to save questions. */
  hasFolder(name: string): boolean {
    return this.pathOf(name) !== undefined || installed.isFolder(name)
  }

  foldersIn(name: string): string[] {
    return isInstalled(`${name}/`) ? installed.folders(name) : []
  }

  real(name: string): string {
    return isInstalled(name) ? installed.real(name) : name
  }

  sourceOf(name: string): string {
    const path = this.pathOf(name)
    return path === undefined ? name : this.#shelf.sourceOf(path)
  }

  /** The packages that npm put beside the program: what stands in their `package.json` tells which they are. */
  manifestOf(specifier: string, from: string): string | undefined {
    const name = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/')
    for (let here = dirname(from); ; here = dirname(here)) {
      const manifest = join(here, 'node_modules', name, 'package.json')
      const path = relative(this.#folder, manifest).split(sep).join('/')
      if (path.startsWith('../')) return undefined
      if (isThere(manifest)) return path
      if (dirname(here) === here) return undefined
    }
  }
}

const isInstalled = (name: string): boolean => /[/\\]node_modules[/\\]/.test(name)
const isOfPackage = (name: string): boolean =>
  isInstalled(name) || name.startsWith(LIBRARY + sep) || name.startsWith(`${LIBRARY}/`)

interface Settings {
  readonly options: ts.CompilerOptions
  /** The absolute names of the files to begin with. */
  readonly names: readonly string[]
}

/** What people set who say nothing: as a bundler reads modern code. */
const USUAL: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  esModuleInterop: true,
  experimentalDecorators: true,
  resolveJsonModule: true
}

/** What we need, whatever people set: nothing is written, and only types are asked for. */
const OURS: ts.CompilerOptions = {
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

function settingsOf(shelf: Shelf, folder: string, files: Files): Settings {
  const entry = join(folder, shelf.path)
  const isConfig = shelf.path.endsWith('.json')
  const config = isConfig ? entry : configAbove(entry, folder, files)
  const read = config === undefined ? undefined : readConfig(config, files)
  const options = {...(read ? {...read.options} : USUAL), ...OURS}
  if (options.types === undefined && files.manifestOf('@types/node', entry) !== undefined) options.types = ['node']
  if (!isConfig) return {options, names: [entry]}
  const names = (read?.files ?? []).map(name => join(dirname(entry), name))
  if (names.length > 0) return {options, names}
  throw refuse(
    `Unexpected \`${shelf.sourceOf(shelf.path)}\` without \`files\`, expected it to list those that start the server, or such a file itself`,
    {source: shelf.sourceOf(shelf.path)},
    '--spec src/server.ts'
  )
}

function configAbove(entry: string, folder: string, files: Files): string | undefined {
  for (let here = dirname(entry); ; here = dirname(here)) {
    const name = join(here, 'tsconfig.json')
    if (files.has(name)) return name
    if (here === folder || dirname(here) === here) return undefined
  }
}

function readConfig(name: string, files: Files): {options: ts.CompilerOptions; files: readonly string[]} {
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

/** Code that is not well-formed is not read at all. */
function faultsIn(program: ts.Program, files: Files) {
  return program
    .getSourceFiles()
    .filter(file => files.pathOf(file.fileName) !== undefined && !file.isDeclarationFile)
    .flatMap(file => program.getSyntacticDiagnostics(file).slice(0, 1))
    .filter(({category, code}) => category === ts.DiagnosticCategory.Error && code < 8000)
    .map(({file, start = 0, messageText}) => {
      const at = file && ts.getLineAndCharacterOfPosition(file, start)
      const said = ts.flattenDiagnosticMessageText(messageText, ' ')
      return {
        message: `Unexpected fault in the code (${said.replace(/\.$/, '')}), expected well-formed TypeScript or JavaScript`,
        place: {
          source: file ? files.sourceOf(file.fileName) : '',
          ...(at ? {line: at.line + 1, column: at.character + 1} : {})
        }
      }
    })
}

function packagesOf(program: ts.Program, files: Files): string[] {
  const found = new Map<string, string | undefined>()
  for (const file of program.getSourceFiles()) {
    if (files.pathOf(file.fileName) === undefined) continue
    for (const {text} of importsOf(file)) {
      if (/^[./]|^node:/.test(text)) continue
      const key = `${dirname(file.fileName)} ${text}`
      if (!found.has(key)) found.set(key, files.manifestOf(text, file.fileName))
    }
  }
  return [...found.values()].filter(each => each !== undefined)
}

const importsOf = (file: ts.SourceFile): ts.StringLiteral[] =>
  file.statements.flatMap(each =>
    (ts.isImportDeclaration(each) || ts.isExportDeclaration(each)) &&
    each.moduleSpecifier &&
    ts.isStringLiteral(each.moduleSpecifier)
      ? [each.moduleSpecifier]
      : []
  )
