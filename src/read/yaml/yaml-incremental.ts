import {InputError} from '../../model/input-error.ts'
import {isRecord} from '../../schema/json.ts'
import {
  assembleDocument,
  type CachedYamlPart,
  cacheParts,
  findPartValue,
  type IncrementalParse,
  MAX_WARNINGS,
  type ParsedPart,
  type PartCache
} from '../parsing/incremental-parse.ts'
import {type LoadedYaml, loadYaml} from '../parsing/load-yaml.ts'
import type {PartSpan} from '../parsing/parts.ts'
import {splitYaml} from './yaml-unchanged-parts.ts'

interface IncrementalYaml extends LoadedYaml {
  readonly pieced?: IncrementalParse
}

/**
 * Parses YAML without aliases incrementally. The values of unchanged parts are removed from the text before parsing,
 * and the cached values are inserted afterward. Parts are found by indentation; if a block scalar or flow collection
 * has too little of it, the parser warns. In that case, and if a part isn't as expected, the whole text is parsed.
 */
export function loadYamlIncrementally(text: string, source: string, path: string, shared: PartCache): IncrementalYaml {
  const before = shared.yaml(path)
  const parts = isPlain(text)
    ? splitYaml<ParsedPart>(text, (pointer, start, indent) => {
        const cached = before.get(pointer)
        if (cached?.indent !== indent) return undefined
        const end = start + cached.end - cached.start
        return text.slice(start, end) === cached.text.slice(cached.start, cached.end)
          ? {known: cached.piece, end}
          : undefined
      })
    : undefined
  if (parts?.some(({known}) => known)) {
    const loaded = tryLoad(removeKnownParts(text, parts), source)
    const pieced = loaded && assembleParts(loaded, parts, text, before)
    if (pieced) return pieced
  }
  const loaded = loadYaml(text, source)
  const all = parts?.map(part => ({...part, known: undefined}))
  const pieced = all && assembleParts(loaded, all, text, before)
  if (!pieced) before.clear()
  return pieced ?? loaded
}

/** Merge keys affect the limits of the whole file, so they rule out parsing by parts. */
const isPlain = (text: string): boolean => !text.includes('<<')

function assembleParts(
  {value, outdented}: LoadedYaml,
  all: readonly PartSpan<ParsedPart>[],
  text: string,
  before: Map<string, CachedYamlPart>
): IncrementalYaml | undefined {
  if (!isRecord(value)) return undefined
  const own = assignOutdented(outdented, all, before)
  const count = own?.reduce((sum, each) => sum + each.length, 0) ?? 0
  // Warnings beyond the maximum aren't counted, so they couldn't be cached with their parts.
  if (!own || count >= MAX_WARNINGS) return undefined
  const chosen = all.flatMap((part, at) =>
    part.known || isRecord(findPartValue(value, part)) ? [{part, outdented: own[at] as readonly number[]}] : []
  )
  // A badly indented line outside the parts can't be cached with any of them.
  if (chosen.reduce((sum, each) => sum + each.outdented.length, 0) < count) return undefined
  const parts = chosen.map(({part}) => part)
  const assembled = parts.length > 0 ? assembleDocument(value, parts) : undefined
  if (!assembled) return undefined
  cacheParts(before, parts, ({at: key, start, end}, at) => {
    const indent = key - (text.lastIndexOf('\n', key) + 1)
    return {piece: assembled.pieces[at] as ParsedPart, text, start, end, indent, outdented: chosen[at]?.outdented ?? []}
  })
  return {
    value: assembled.value,
    outdented: chosen.flatMap(({part, outdented: inside}) => inside.map(offset => part.start + offset)),
    pieced: assembled
  }
}

/**
 * Assigns badly indented lines to their parts, as offsets from the start of each: from this parse, where cached parts
 * were left out, and from the cache. `undefined` if a line is in no part, because the split into parts may then be
 * wrong.
 */
function assignOutdented(
  outdented: readonly number[],
  parts: readonly PartSpan<ParsedPart>[],
  before: ReadonlyMap<string, CachedYamlPart>
): (readonly number[])[] | undefined {
  let cut = 0
  let at = 0
  const found = parts.map(({pointer, start, end, known}): readonly number[] => {
    if (known) {
      cut += end - start - 1
      return before.get(pointer)?.outdented ?? []
    }
    const inside: number[] = []
    for (let offset = outdented[at]; offset !== undefined && offset + cut < end; offset = outdented[++at])
      if (offset + cut >= start) inside.push(offset + cut - start)
      else return []
    return inside
  })
  return at === outdented.length ? found : undefined
}

/** Parses a text; `undefined` if it is malformed. Errors are reported by parsing the whole text. */
function tryLoad(text: string, source: string): LoadedYaml | undefined {
  try {
    return loadYaml(text, source)
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}

/** The text without the values of cached parts. */
function removeKnownParts(text: string, parts: readonly PartSpan<unknown>[]): string {
  const pieces: string[] = []
  let from = 0
  for (const {known, start, end} of parts) {
    if (!known) continue
    pieces.push(text.slice(from, start), '\n')
    from = end
  }
  return pieces.join('') + text.slice(from)
}
