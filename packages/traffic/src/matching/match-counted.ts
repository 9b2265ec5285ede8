import type {Database} from '../logs/database.ts'
import {FITS, GONE, PLACEHOLDER, type Vocabulary} from '../sql/aggregate.ts'
import type {ShapeMatch} from './match-shape.ts'

/** Finds what a method and a shape stand for on a day. */
export type MatchCall = (method: string, shape: string, day: string) => ShapeMatch

/** Calls of one shape that no operation, or several, have. */
export interface UnmatchedShape {
  readonly method: string
  readonly shape: string
  readonly calls: number
}

export interface MatchedShapes {
  /** Most calls first. */
  readonly unmatched: readonly UnmatchedShape[]
  readonly ambiguous: readonly UnmatchedShape[]
}

/** Calls of a day that match no operation, and how many of them were answered with 404 or 410. */
export interface UnmatchedCalls extends UnmatchedShape {
  readonly day: string
  readonly gone: number
}

/** Fills the table `matched` with the operations of each shape in `counted`. */
export async function matchCounted(
  database: Database,
  match: MatchCall,
  vocabulary: Vocabulary
): Promise<MatchedShapes & {readonly unmatchedByDay: readonly UnmatchedCalls[]}> {
  await database.run(
    'CREATE TEMP TABLE matched (day VARCHAR, method VARCHAR, shape VARCHAR, operation VARCHAR, certain VARCHAR)'
  )
  const [unmatched, ambiguous] = [new Map<string, UnmatchedShape>(), new Map<string, UnmatchedShape>()]
  const unmatchedByDay: UnmatchedCalls[] = []
  const words = new Set([...vocabulary.literals, ...vocabulary.patterns])
  const rows = database.stream(
    `SELECT day, method, shape, sum(calls)::DOUBLE AS calls,
     sum(CASE WHEN status = ${GONE} THEN calls ELSE 0 END)::DOUBLE AS gone FROM counted WHERE kind = '' GROUP BY ALL ORDER BY ALL`
  )
  const found: string[][] = []
  for await (const {day, method, shape, calls, gone} of rows) {
    const [on, verb, path] = [String(day), String(method), String(shape)]
    const {certain, possible} = match(verb, path, on)
    for (const operation of certain) found.push([on, verb, path, operation, 'yes'])
    for (const operation of possible) found.push([on, verb, path, operation, 'no'])
    if (certain.length > 0) continue
    const list = possible.length === 0 ? unmatched : ambiguous
    const shown = showShape(path, words)
    const key = `${verb} ${shown}`
    if (possible.length === 0)
      unmatchedByDay.push({day: on, method: verb, shape: shown, calls: Number(calls), gone: Number(gone)})
    list.set(key, {method: verb, shape: shown, calls: (list.get(key)?.calls ?? 0) + Number(calls)})
  }
  await database.append('matched', found)
  const sorted = (list: ReadonlyMap<string, UnmatchedShape>): UnmatchedShape[] =>
    [...list.values()].toSorted((a, b) => b.calls - a.calls || (a.shape < b.shape ? -1 : 1))
  return {unmatched: sorted(unmatched), ambiguous: sorted(ambiguous), unmatchedByDay}
}

/** A shape for messages. Nothing of a path is shown that isn't a word of a description. */
const showShape = (shape: string, words: ReadonlySet<string>): string =>
  shape === ''
    ? '/'
    : shape
        .split('/')
        .map((segment, at) => {
          if (at === 0) return ''
          if (segment === '…') return segment
          const [first = PLACEHOLDER] = segment.split(FITS).filter(each => each !== '')
          return words.has(first) ? first : PLACEHOLDER
        })
        .join('/')
