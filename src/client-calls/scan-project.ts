import {type Call, sayAddress} from '../model/api/client-call.ts'
import {type Exports, exportsOf, given} from './exports.ts'
import type {Compiler} from './file-context.ts'
import {Modules, type Tree} from './modules.ts'
import {callOf, type Ledger, Scan} from './scan-file.ts'
import {givesAddress, importsIn, saysAddress} from './skip-files.ts'
import {complete} from './values/members.ts'
import type {Site} from './values/value.ts'
import {unknown, type Value} from './values/value.ts'

/** The calls found in the files of a project. */
export interface Found {
  readonly calls: readonly Call[]
  /** Calls in functions that nothing in the project calls, so that their arguments aren't known. */
  readonly waiting: readonly Call[]
}

/**
 * Scans all files, each once. An imported file is scanned before its turn, and only its exports are kept. A file
 * without addresses that imports none isn't parsed; `isThorough` parses it anyway, without different results.
 */
export function scanProject(
  paths: readonly string[],
  tree: Tree,
  compiler: Compiler,
  leadsToEndpoint: (call: Call) => boolean,
  isThorough = false
): Found {
  const modules = new Modules(tree, compiler)
  const exported = new Map<string, Exports>()
  const calls: Call[] = []
  const pending: Site[] = []
  let ids = 0
  const collector: Ledger = {calls, pending, newId: () => ids++, leads: leadsToEndpoint, imported}

  function imported(from: string, specifier: string, name: string): Value {
    const path = modules.find(from, specifier)
    if (path !== undefined) return valueAt(path, name) ?? unknown(name)
    if (specifier.startsWith('.')) return unknown(name)
    return {kind: 'package', name: specifier, path: name === '*' || name === '=' ? [] : [name]}
  }

  function valueAt(path: string, name: string, seen = new Set<string>()): Value | undefined {
    if (seen.has(path)) return undefined
    seen.add(path)
    const exports = exportsAt(path)
    const own = exports && given(exports, name)
    if (own && (name !== '*' || exports.stars.length === 0)) return own
    const reexported = (exports?.stars ?? []).flatMap(each => {
      const next = modules.find(path, each)
      return next === undefined ? [] : (valueAt(next, name, seen) ?? [])
    })
    if (name !== '*') return own ?? reexported[0]
    return {kind: 'record', entries: new Map(), spread: [...(own ? [own] : []), ...reexported]}
  }

  function exportsAt(path: string, ready?: string): Exports | undefined {
    const known = exported.get(path)
    if (known) return known
    const text = ready ?? tree.read(path)
    if (text === undefined) return undefined
    const file = compiler.createSourceFile(
      path,
      text,
      {languageVersion: compiler.ScriptTarget.Latest, jsDocParsingMode: compiler.JSDocParsingMode.ParseNone},
      true
    )
    const scan = new Scan(compiler, file, path, collector)
    const exports = exportsOf(file, scan.evaluator, scan)
    exported.set(path, exports)
    scan.run()
    for (const each of exports.names.values()) complete(each.get())
    return exports
  }

  // A file without addresses is parsed only if its imports export some.
  const silent = new Map<string, readonly string[]>()
  for (const path of paths) {
    if (exported.has(path)) continue
    const text = isThorough ? undefined : tree.read(path)
    if (text === undefined || saysAddress(text)) exportsAt(path, text)
    else silent.set(path, importsIn(text))
  }
  const gives = new Map<string, boolean>()
  function givesAt(path: string): boolean {
    const known = gives.get(path)
    if (known !== undefined) return known
    // Files in an import cycle depend on each other; the value so far applies.
    gives.set(path, false)
    const own = exported.get(path)
    const sources = own ? own.stars : (silent.get(path) ?? [])
    const answer =
      (own !== undefined && givesAddress(own)) ||
      (own === undefined && !silent.has(path)) ||
      sources.some(each => leadsTo(path, each))
    gives.set(path, answer)
    return answer
  }
  function leadsTo(from: string, specifier: string): boolean {
    const path = modules.find(from, specifier)
    return path !== undefined && givesAt(path)
  }
  for (const [path, imports] of silent) {
    if (!exported.has(path) && imports.some(each => leadsTo(path, each))) exportsAt(path)
  }
  const waiting = pending.filter(({seen}) => !seen.isReached).map(callOf)
  return {calls: withoutDuplicates(calls), waiting: withoutDuplicates(waiting)}
}

/** Removes duplicate calls of one position, which occur if several callers lead there. */
function withoutDuplicates(calls: readonly Call[]): Call[] {
  const known = new Map<string, Call>()
  for (const call of calls) if (known.get(callKey(call))?.isHanded !== false) known.set(callKey(call), call)
  return [...known.values()]
}

const callKey = ({place: {source, line, column}, ways}: Call): string =>
  [source, line, column, ...ways.map(({address, method}) => `${method} ${sayAddress(address)}`)].join('\n')
