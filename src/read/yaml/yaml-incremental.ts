import {InputError} from '../../model/input-error.ts'
import {isRecord} from '../../schema/json.ts'
import {
  assemble,
  type KeptYaml,
  keep,
  type Piece,
  type Pieced,
  type Shared,
  valueAt
} from '../parsing/incremental-parse.ts'
import {type LoadedYaml, loadYaml, MOST_WARNINGS} from '../parsing/load-yaml.ts'
import type {Part} from '../parsing/parts.ts'
import {partsInYaml} from './yaml-unchanged-parts.ts'

interface Loaded extends LoadedYaml {
  readonly pieced?: Pieced
}

/**
 * Reads YAML without aliases but for what was read before: behind its key nothing stands in the text that is parsed, and
 * it is set there then. Lines that are indented further belong to the key above them; where a text or a list in brackets
 * goes on too far left for that, the parser warns. Then, and where anything is not as it was taken to be, it is read as a
 * whole.
 */
export function loadPieces(text: string, source: string, path: string, shared: Shared): Loaded {
  const before = shared.yaml(path)
  const parts = isPlain(text)
    ? partsInYaml<Piece>(text, (pointer, start, indent) => {
        const kept = before.get(pointer)
        if (kept?.indent !== indent) return undefined
        const end = start + kept.end - kept.start
        return text.slice(start, end) === kept.text.slice(kept.start, kept.end) ? {known: kept.piece, end} : undefined
      })
    : undefined
  if (parts?.some(({known}) => known)) {
    const loaded = loadIfFine(textWithout(text, parts), source)
    const pieced = loaded && piecedIn(loaded, parts, text, before)
    if (pieced) return pieced
  }
  const loaded = loadYaml(text, source)
  const all = parts?.map(part => ({...part, known: undefined}))
  const pieced = all && piecedIn(loaded, all, text, before)
  if (!pieced) before.clear()
  return pieced ?? loaded
}

/** Merges count over a whole file. */
const isPlain = (text: string): boolean => !text.includes('<<')

function piecedIn(
  {value, outdented}: LoadedYaml,
  all: readonly Part<Piece>[],
  text: string,
  before: Map<string, KeptYaml>
): Loaded | undefined {
  if (!isRecord(value)) return undefined
  const own = outdentedIn(outdented, all, before)
  const count = own?.reduce((sum, each) => sum + each.length, 0) ?? 0
  // What is further is not counted, so none of them would be known of the next text.
  if (!own || count >= MOST_WARNINGS) return undefined
  const chosen = all.flatMap((part, at) =>
    part.known || isRecord(valueAt(value, part)) ? [{part, outdented: own[at] as readonly number[]}] : []
  )
  // What stands too far left in something that is no part is known of no part.
  if (chosen.reduce((sum, each) => sum + each.outdented.length, 0) < count) return undefined
  const parts = chosen.map(({part}) => part)
  const assembled = parts.length > 0 ? assemble(value, parts) : undefined
  if (!assembled) return undefined
  keep(before, parts, ({at: key, start, end}, at) => {
    const indent = key - (text.lastIndexOf('\n', key) + 1)
    return {piece: assembled.pieces[at] as Piece, text, start, end, indent, outdented: chosen[at]?.outdented ?? []}
  })
  return {
    value: assembled.value,
    outdented: chosen.flatMap(({part, outdented: inside}) => inside.map(offset => part.start + offset)),
    pieced: assembled
  }
}

/**
 * Where lines stand too far left, part by part, from the start of each: as the parser met them in a text in which known
 * parts are empty, and as they were met in these before. Nothing, where one is in no part: it may be what divides them.
 */
function outdentedIn(
  met: readonly number[],
  parts: readonly Part<Piece>[],
  before: ReadonlyMap<string, KeptYaml>
): (readonly number[])[] | undefined {
  let cut = 0
  let at = 0
  const found = parts.map(({pointer, start, end, known}): readonly number[] => {
    if (known) {
      cut += end - start - 1
      return before.get(pointer)?.outdented ?? []
    }
    const inside: number[] = []
    for (let offset = met[at]; offset !== undefined && offset + cut < end; offset = met[++at])
      if (offset + cut >= start) inside.push(offset + cut - start)
      else return []
    return inside
  })
  return at === met.length ? found : undefined
}

/** What is wrong with a text that is not whole is for who reads all of it to say. */
function loadIfFine(text: string, source: string): LoadedYaml | undefined {
  try {
    return loadYaml(text, source)
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}

/** The text with nothing behind the keys of what is known. */
function textWithout(text: string, parts: readonly Part<unknown>[]): string {
  const pieces: string[] = []
  let from = 0
  for (const {known, start, end} of parts) {
    if (!known) continue
    pieces.push(text.slice(from, start), '\n')
    from = end
  }
  return pieces.join('') + text.slice(from)
}
