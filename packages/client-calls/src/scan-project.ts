import {type ClientCall, formatUrlTemplate} from '@tenure/core/model/api/client-call'
import {type FileExports, findExport, readExports} from './exports.ts'
import type {Compiler} from './file-context.ts'
import {ModuleResolver, type ProjectTree} from './modules.ts'
import {type CallCollector, FileScanner, toCall} from './scan-file.ts'
import {asClient} from './values/libraries.ts'
import {computeLazyParts} from './values/members.ts'
import {type ClassDef, type RequestSite, type StaticValue, unresolvedValue} from './values/value.ts'

/** The calls found in the files of a project. */
export interface FoundCalls {
  readonly calls: readonly ClientCall[]
  /** Calls in functions that nothing in the project calls, so that their arguments aren't known. */
  readonly unreachedCalls: readonly ClientCall[]
}

/**
 * Scans all files, each once. An imported file is scanned before its turn, and only its exports are kept. A file
 * without addresses that imports none isn't parsed; `isThorough` parses it anyway, without different results.
 */
export function scanProject(
  paths: readonly string[],
  tree: ProjectTree,
  compiler: Compiler,
  leadsToEndpoint: (call: ClientCall) => boolean,
  isThorough = false
): FoundCalls {
  const scan = new ProjectScan(tree, compiler, leadsToEndpoint)
  for (const path of paths) scan.scan(path, isThorough)
  scan.scanImporters()
  return scan.found
}

/** The scan of a project, with the exports of the files scanned so far. */
class ProjectScan {
  readonly #tree: ProjectTree
  readonly #compiler: Compiler
  readonly #modules: ModuleResolver
  readonly #exported = new Map<string, FileExports>()
  readonly #calls: ClientCall[] = []
  readonly #pending: RequestSite[] = []
  readonly #collector: CallCollector
  /** Files without addresses, with what they import. They are parsed only if their imports export some. */
  readonly #silent = new Map<string, readonly string[]>()
  readonly #exportsAddress = new Map<string, boolean>()

  constructor(tree: ProjectTree, compiler: Compiler, leadsToEndpoint: (call: ClientCall) => boolean) {
    this.#tree = tree
    this.#compiler = compiler
    this.#modules = new ModuleResolver(tree, compiler)
    let ids = 0
    this.#collector = {
      calls: this.#calls,
      pending: this.#pending,
      newId: () => ids++,
      leadsToEndpoint,
      importedValue: (from, specifier, name) => this.#importedValue(from, specifier, name)
    }
  }

  get found(): FoundCalls {
    const waiting = this.#pending.filter(({seen}) => !seen.isReached).map(toCall)
    return {calls: withoutDuplicates(this.#calls), unreachedCalls: withoutDuplicates(waiting)}
  }

  scan(path: string, isThorough: boolean): void {
    if (this.#exported.has(path)) return
    const text = isThorough ? undefined : this.#tree.read(path)
    if (text === undefined || mentionsAddress(text)) this.#exportsAt(path, text)
    else this.#silent.set(path, findImports(text))
  }

  /** Scans the files without addresses that import some. */
  scanImporters(): void {
    for (const [path, imports] of this.#silent)
      if (!this.#exported.has(path) && imports.some(each => this.#importsAddress(path, each))) this.#exportsAt(path)
  }

  #importedValue(from: string, specifier: string, name: string): StaticValue {
    const path = this.#modules.find(from, specifier)
    if (path !== undefined) return this.#valueAt(path, name) ?? unresolvedValue(name)
    if (specifier.startsWith('.')) return unresolvedValue(name)
    return {kind: 'package', name: specifier, path: name === '*' || name === '=' ? [] : [name]}
  }

  #valueAt(path: string, name: string, seen = new Set<string>()): StaticValue | undefined {
    if (seen.has(path)) return undefined
    seen.add(path)
    const exports = this.#exportsAt(path)
    const own = exports && findExport(exports, name)
    if (own && (name !== '*' || exports.starExports.length === 0)) return own
    const reexported = (exports?.starExports ?? []).flatMap(each => {
      const next = this.#modules.find(path, each)
      return next === undefined ? [] : (this.#valueAt(next, name, seen) ?? [])
    })
    if (name !== '*') return own ?? reexported[0]
    return {kind: 'record', entries: new Map(), spread: [...(own ? [own] : []), ...reexported]}
  }

  #exportsAt(path: string, ready?: string): FileExports | undefined {
    const known = this.#exported.get(path)
    if (known) return known
    const text = ready ?? this.#tree.read(path)
    if (text === undefined) return undefined
    const {ScriptTarget, JSDocParsingMode} = this.#compiler
    const mode = {languageVersion: ScriptTarget.Latest, jsDocParsingMode: JSDocParsingMode.ParseNone}
    const file = this.#compiler.createSourceFile(path, text, mode, true)
    const scan = new FileScanner(this.#compiler, file, path, this.#collector)
    const exports = readExports(file, scan.evaluator, scan)
    this.#exported.set(path, exports)
    scan.scan()
    for (const each of exports.names.values()) computeLazyParts(each.get())
    return exports
  }

  #importsAddress(from: string, specifier: string): boolean {
    const path = this.#modules.find(from, specifier)
    return path !== undefined && this.#isAddressExported(path)
  }

  #isAddressExported(path: string): boolean {
    const known = this.#exportsAddress.get(path)
    if (known !== undefined) return known
    // Files in an import cycle depend on each other; the value so far applies.
    this.#exportsAddress.set(path, false)
    const own = this.#exported.get(path)
    const sources = own ? own.starExports : (this.#silent.get(path) ?? [])
    const answer =
      (own !== undefined && exportsAddress(own)) ||
      (own === undefined && !this.#silent.has(path)) ||
      sources.some(each => this.#importsAddress(path, each))
    this.#exportsAddress.set(path, answer)
    return answer
  }
}

/** Removes duplicate calls of one position, which occur if several callers lead there. */
function withoutDuplicates(calls: readonly ClientCall[]): ClientCall[] {
  const known = new Map<string, ClientCall>()
  for (const call of calls) if (known.get(callKey(call))?.hasUnknownCallee !== false) known.set(callKey(call), call)
  return [...known.values()]
}

const callKey = ({place: {source, line, column}, targets: ways}: ClientCall): string =>
  [source, line, column, ...ways.map(({address, method}) => `${method} ${formatUrlTemplate(address)}`)].join('\n')

// Decides which files aren't parsed: those without addresses that import nothing with addresses.

/** The start of an address, or a name of something that sends requests. */
const ADDRESS_HINT =
  /["'`}]\/[^>/*]|https?:|\b(?:fetch|axios|ky|got|undici|request|supertest|superagent|agent|openapi|ajax|jQuery|XMLHttpRequest|sendBeacon|EventSource|createClient|baseU[Rr][LlIi]|basePath|prefixUrl)\b|\$\.|\.(?:GET|POST|PUT|PATCH|DELETE|href|location)\b|\$(?:fetch|api|get|post|put|patch|delete)\b|node:http|["']https?["']/

const mentionsAddress = (text: string): boolean => ADDRESS_HINT.test(text)

const IMPORTED = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*(["'])([^"'\n]+)\1/g

/** Module specifiers in a text. A false match only leads to more parsing. */
const findImports = (text: string): string[] => [...text.matchAll(IMPORTED)].map(match => match[2] ?? '')

/** Values nested beyond this depth are assumed to hold an address. */
const MAX_DEPTH = 6

/** Whether an export of a file might be part of an address, or sends requests that depend on its arguments. */
const exportsAddress = ({names}: FileExports): boolean => [...names.values()].some(each => holdsAddress(each.get(), 0))

function holdsAddress(value: StaticValue, depth: number): boolean {
  if (depth > MAX_DEPTH) return true
  const inner = (each: StaticValue): boolean => holdsAddress(each, depth + 1)
  switch (value.kind) {
    case 'text':
      return value.pieces.some(piece => typeof piece === 'string' && piece.includes('/'))
    case 'client':
      return true
    case 'package':
      return asClient(value) !== undefined
    case 'choice':
      return value.options.some(inner)
    case 'list':
      return value.items.some(inner)
    case 'record':
      return value.spread.length > 0 || [...value.entries.values()].some(each => inner(each.get()))
    case 'function':
      return value.def.sites.get().length > 0 || inner(value.def.returns.get())
    case 'class':
    case 'instance':
      return classHoldsAddress(value.def, depth + 1)
    // A value that depends only on arguments adds nothing.
    default:
      return false
  }
}

const classHoldsAddress = ({members, statics, base}: ClassDef, depth: number): boolean =>
  [...members.values()].some(({value}) => holdsAddress(value.get(), depth)) ||
  [...statics.values()].some(value => holdsAddress(value.get(), depth)) ||
  holdsAddress(base.get(), depth)
