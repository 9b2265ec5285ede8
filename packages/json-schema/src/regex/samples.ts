import type {DFA} from 'refa'

type State = DFA.ReadonlyNode

const MAX_LENGTH = 50_000
/** Limit of the search, because longer words of large languages cost too much. */
const MAX_WORK = 1_000_000

/**
 * Words of a language with a length from `least` to `most`: the shortest first, and among those legible ones first.
 * Returns `false` if the search reached a limit, and `true` if there are no more words.
 */
export function* generateWords(
  language: DFA,
  least: number,
  most: number,
  excludedCount: number
): Generator<string, boolean> {
  const before = predecessors(language.initial)
  const last = Math.min(most, longest(before), least + before.size * (excludedCount + 1))
  if (least > last) return true
  /**
   * States by the number of characters after which a word ends: at an index, all states from which exactly so many
   * remain.
   */
  const ends: Set<State>[] = [new Set([...before.keys()].filter(state => language.finals.has(state as DFA.Node)))]
  let work = 0
  for (let length = 0; length <= last; length++) {
    if (length > MAX_LENGTH || work > MAX_WORK) return false
    if (length > 0) ends.push(new Set([...(ends[length - 1] as Set<State>)].flatMap(state => before.get(state) ?? [])))
    // No word has this length or a greater one.
    const here = ends[length] as Set<State>
    if (here.size === 0) return true
    work += here.size
    if (length >= least && here.has(language.initial)) yield* spellWords(language.initial, length, ends)
  }
  return true
}

/** States that can be reached from the first, each with the states from which one character leads there. */
function predecessors(initial: State): ReadonlyMap<State, readonly State[]> {
  const before = new Map<State, State[]>([[initial, []]])
  for (const [state] of before) {
    for (const to of new Set(state.out.values())) {
      const known = before.get(to)
      if (known) known.push(state)
      else before.set(to, [state])
    }
  }
  return before
}

/** Number of characters of the longest word; infinite if there is a cycle. */
function longest(before: ReadonlyMap<State, readonly State[]>): number {
  const waiting = new Map([...before].map(([state, from]) => [state, from.length]))
  const open = [...before.keys()].filter(state => waiting.get(state) === 0)
  const lengths = new Map<State, number>()
  for (let state = open.pop(); state; state = open.pop()) {
    lengths.set(
      state,
      (before.get(state) ?? []).reduce((most, from) => Math.max(most, 1 + (lengths.get(from) ?? 0)), 0)
    )
    for (const to of new Set(state.out.values())) {
      const left = (waiting.get(to) ?? 0) - 1
      waiting.set(to, left)
      if (left === 0) open.push(to)
    }
  }
  if (lengths.size < before.size) return Number.POSITIVE_INFINITY
  return [...lengths.values()].reduce((most, length) => Math.max(most, length), 0)
}

type Choice = readonly [letter: number, to: State]

function* spellWords(start: State, length: number, ends: readonly ReadonlySet<State>[]): Generator<string> {
  // Cached, because a long word passes the same few states many times, and some states have hundreds of character
  // ranges.
  const legible = new Map<State, readonly Choice[]>()
  const from = (state: State, left: number): Iterator<Choice> => {
    const known = legible.get(state) ?? legibleChoices(state)
    legible.set(state, known)
    return choices(state, known, ends[left])
  }
  const path: Iterator<Choice>[] = [from(start, length - 1)]
  const letters: number[] = []
  if (length === 0) return yield ''
  while (path.length > 0) {
    const next = path.at(-1)?.next()
    if (!next || next.done) {
      path.pop()
      letters.pop()
      continue
    }
    letters[path.length - 1] = next.value[0]
    letters.length = path.length
    if (path.length === length) yield letters.map(letter => String.fromCodePoint(letter)).join('')
    else path.push(from(next.value[1], length - path.length - 1))
  }
}

/** The most legible character of each range, best first. */
function legibleChoices(state: State): readonly Choice[] {
  const legible: Choice[] = []
  for (const [{min, max}, to] of state.out) {
    const letter = LEGIBLE_CODE_POINTS.find(code => code >= min && code <= max)
    if (letter !== undefined) legible.push([letter, to])
  }
  return legible.sort(([a], [b]) => LEGIBLE_CODE_POINTS.indexOf(a) - LEGIBLE_CODE_POINTS.indexOf(b))
}

function* choices(state: State, legible: readonly Choice[], next: ReadonlySet<State> | undefined): Iterator<Choice> {
  const used = new Set<number>()
  for (const choice of legible) {
    if (!next?.has(choice[1])) continue
    used.add(choice[0])
    yield choice
  }
  for (const [{min, max}, to] of state.out) {
    if (!next?.has(to)) continue
    for (const code of LEGIBLE_CODE_POINTS) if (code >= min && code <= max && !used.has(code)) yield [code, to]
    for (let code = min; code <= max; code++) if (!LEGIBLE_CODE_POINTS.includes(code)) yield [code, to]
  }
}

/** Legible characters, best first. */
export const LEGIBLE_CODE_POINTS = [
  ...'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_. /:@+,;!?#$%&()*<=>[]{}|~\'"'
].map(letter => letter.codePointAt(0) as number)
