import type {DFA} from 'refa'

type State = DFA.ReadonlyNode

const MAX_LENGTH = 6000
/** Longer words of large languages cost too much to be looked for. */
const MAX_WORK = 4_000_000

/** The words of a language with a length from `least` to `most`, shortest first, legible ones first. */
export function* words(language: DFA, least: number, most: number, wanted: number): Generator<string, boolean> {
  const states = [...reachable(language.initial)]
  const last = Math.min(most, least + states.length * (wanted + 1))
  /** The states from which a word ends after exactly so many more characters. */
  const ends: Set<State>[] = [new Set(states.filter(state => language.finals.has(state as DFA.Node)))]
  for (let length = 0; length <= last; length++) {
    if (length > MAX_LENGTH || length * states.length > MAX_WORK) return false
    if (length > 0) ends.push(stepBack(states, ends[length - 1] as Set<State>))
    // No word is as long as this, nor any longer.
    if (ends[length]?.size === 0) return true
    if (length >= least && ends[length]?.has(language.initial)) yield* spell(language.initial, length, ends)
  }
  return true
}

function stepBack(states: readonly State[], next: ReadonlySet<State>): Set<State> {
  if (next.size === 0) return new Set()
  return new Set(states.filter(state => [...state.out.values()].some(to => next.has(to))))
}

function* spell(start: State, length: number, ends: readonly ReadonlySet<State>[]): Generator<string> {
  const path: Iterator<readonly [number, State]>[] = [choices(start, ends[length - 1])]
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
    else path.push(choices(next.value[1], ends[length - path.length - 1]))
  }
}

function* choices(state: State, next: ReadonlySet<State> | undefined): Iterator<readonly [number, State]> {
  const ways = [...state.out].filter(([, to]) => next?.has(to))
  const nice = ways.flatMap(([{min, max}, to]) => {
    const letter = NICE.find(code => code >= min && code <= max)
    return letter === undefined ? [] : [[letter, to] as const]
  })
  yield* nice.sort(([a], [b]) => NICE.indexOf(a) - NICE.indexOf(b))
  const used = new Set(nice.map(([letter]) => letter))
  for (const [{min, max}, to] of ways) {
    for (const code of NICE) if (code >= min && code <= max && !used.has(code)) yield [code, to]
    for (let code = min; code <= max; code++) if (!NICE.includes(code)) yield [code, to]
  }
}

const NICE = [...'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_. /:@+,;!?#$%&()*<=>[]{}|~\'"'].map(
  letter => letter.codePointAt(0) as number
)

function reachable(initial: State): Set<State> {
  const seen = new Set<State>([initial])
  for (const state of seen) for (const to of state.out.values()) seen.add(to)
  return seen
}
