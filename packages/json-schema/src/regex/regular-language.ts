import type {CharSet, Concatenation, DFA, Element, Expression, NFA, NoParent} from 'refa'
import {createNumbering, memoizeTexts, once} from '../memoize.ts'
import {
  chargePatternSteps,
  countPatternSteps,
  determinize,
  hasPatternSteps,
  isTooLargeError,
  loadRefa,
  parsePattern,
  throwTooLarge,
  toMinimalDfa
} from './automata.ts'

/**
 * Patterns as regular languages: the set of whole strings in which the pattern matches somewhere. Strings are sequences
 * of code points without lone surrogates, which JSON texts for interchange do not contain.
 */
const MAX = 0x10ffff
const OPTIONS = {maxCharacter: MAX}
const TEXT = [
  {min: 0, max: 0xd7ff},
  {min: 0xe000, max: MAX}
]
const MAX_ROUNDS = 40

/** Thrown if a pattern has no language here. */
class Unsupported extends Error {
  constructor(what: string) {
    super(`Patterns with ${what} are not regular.`)
  }
}

/** Maximum number of character ranges, which take a few tenths of a second. */
const MAX_RANGES = 150_000

type Part = NoParent<Element>
type Row = NoParent<Concatenation>

/**
 * Language of what follows a part: at the start of the text, and after at least one character. `^` allows only the
 * first.
 */
interface Continuation {
  readonly atStart: NFA
  readonly later: NFA
}

interface Language {
  /** `undefined` if the pattern is not regular or too large. */
  readonly dfa?: DFA | undefined
  readonly isTooLarge?: boolean
}

interface Counted {
  readonly result: Language
  readonly steps: number
}

/** Whether a pattern has no language because it takes too much work, and not because of its contents. */
export const isLanguageTooLarge = (pattern: string): boolean => buildLanguage(pattern).isTooLarge === true

/** Language of a pattern; `undefined` if it is not regular or too large. */
export const patternLanguage = (pattern: string): DFA | undefined => buildLanguage(pattern).dfa

function buildLanguage(pattern: string): Language {
  if (!hasPatternSteps(pattern)) return {isTooLarge: true}
  const {result, steps} = countLanguage(pattern)
  chargePatternSteps(steps, pattern)
  return result
}

const countLanguage = memoizeTexts((pattern): Counted => {
  anyText()
  return countPatternSteps(() => attempt(() => compile(pattern)))
}, 2000)

/**
 * Strings that are in all languages of the first list and in none of the second; `undefined` if the work grows too
 * large.
 */
export function intersectLanguages(inside: readonly DFA[], outside: readonly DFA[]): DFA | undefined {
  if (!hasPatternSteps()) return undefined
  const key = [inside, outside].map(list => list.map(numberOf).join()).join('/')
  let language = intersections.get(key)
  if (!language) {
    language = countPatternSteps(() => attempt(() => intersect(inside, outside)))
    if (intersections.size > 200) intersections.clear()
    intersections.set(key, language)
  }
  chargePatternSteps(language.steps)
  return language.result.dfa
}

function intersect(inside: readonly DFA[], outside: readonly DFA[]): DFA {
  let left = anyText()
  for (const language of inside) left = toMinimalDfa(loadRefa().NFA.fromIntersection(left, language))
  for (const language of outside) left = toMinimalDfa(loadRefa().NFA.fromIntersection(left, complement(language)))
  return left
}

/** Cached intersections by the numbers of their languages, because the same patterns occur together in many places. */
const intersections = new Map<string, Counted>()
const numberOf = createNumbering()

/** Runs work on automata. refa throws if it can't parse a pattern or reaches a limit. */
function attempt(work: () => DFA): Language {
  try {
    return {dfa: work()}
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return {isTooLarge: isTooLargeError(error)}
  }
}

function compile(pattern: string): DFA {
  // Resolves most lookarounds within the pattern, but not those that look beyond its ends.
  const simplify = loadRefa().combineTransformers([
    loadRefa().Transformers.applyAssertions(),
    loadRefa().Transformers.inline()
  ])
  const expression = loadRefa().transform(simplify, parsePattern(pattern)) as NoParent<Expression>
  if (rangesIn(expression.alternatives) > MAX_RANGES) throwTooLarge()
  const all = loadRefa().NFA.fromFA(anyText())
  const {atStart, later} = alternatives(trimPatternEnds(expression.alternatives), {atStart: all, later: all})
  const moved = loadRefa().NFA.fromFA(anyText())
  moved.append(later)
  // Not at the start: at least one character comes first.
  const first = loadRefa().NFA.fromCharSet(anyCharacter())
  first.append(moved)
  const whole = atStart.copy()
  whole.union(first)
  return toMinimalDfa(loadRefa().NFA.fromIntersection(whole, anyText()))
}

function alternatives(rows: readonly Row[], following: Continuation): Continuation {
  const each = rows.map(row =>
    row.elements.reduceRight<Continuation>((after, part) => prependPart(part, after), following)
  )
  return {atStart: unite(each.map(({atStart}) => atStart)), later: unite(each.map(({later}) => later))}
}

/** Language of a part followed by the rest. */
function prependPart(part: Part, following: Continuation): Continuation {
  if (!hasAssertion(part)) return prependPlain(part, following)
  switch (part.type) {
    case 'Alternation':
      return alternatives(part.alternatives, following)
    case 'Quantifier':
      return repeat(part, following)
    case 'Assertion': {
      if (part.kind === 'behind') {
        if (!part.negate || !isAnyCharacter(part.alternatives)) throw new Unsupported('lookbehind')
        return {atStart: following.atStart, later: loadRefa().NFA.empty(OPTIONS)}
      }
      const all = loadRefa().NFA.fromFA(anyText())
      const ahead = alternatives(part.alternatives, {atStart: all, later: all})
      return {
        atStart: applyLookahead(following.atStart, ahead.atStart, part.negate),
        later: applyLookahead(following.later, ahead.later, part.negate)
      }
    }
    default:
      throw new Unsupported(part.type)
  }
}

/**
 * Language of a part without assertions, followed by the rest. Only the empty string stays at the start of the text.
 */
function prependPlain(part: Part, following: Continuation): Continuation {
  const expression: NoParent<Expression> = {
    type: 'Expression',
    alternatives: [{type: 'Concatenation', elements: [part]}]
  }
  const own = loadRefa().NFA.fromRegex(expression, OPTIONS)
  const later = own.copy()
  later.append(following.later)
  if (following.atStart === following.later) return {atStart: later, later}
  const something = loadRefa().NFA.fromCharSet(loadRefa().CharSet.all(MAX))
  something.append(loadRefa().NFA.fromFA(loadRefa().DFA.all(OPTIONS)))
  const atStart = loadRefa().NFA.fromIntersection(own, something)
  atStart.append(following.later)
  if (own.test([])) atStart.union(following.atStart)
  return {atStart, later}
}

function repeat(part: Extract<Part, {type: 'Quantifier'}>, following: Continuation): Continuation {
  if (!Number.isFinite(part.max) || part.max > MAX_ROUNDS) throw new Unsupported('assertion in a loop')
  let after = following
  for (let round = part.max; round > 0; round--) {
    const once = alternatives(part.alternatives, after)
    if (round > part.min) {
      after = {atStart: unite([following.atStart, once.atStart]), later: unite([following.later, once.later])}
    } else after = once
  }
  return after
}

function applyLookahead(following: NFA, ahead: NFA, negate: boolean): NFA {
  return negate
    ? loadRefa().NFA.fromIntersection(following, complement(ahead))
    : loadRefa().NFA.fromIntersection(following, ahead)
}

function unite(languages: readonly NFA[]): NFA {
  const [first, ...others] = languages
  if (!first) return loadRefa().NFA.empty(OPTIONS)
  if (others.length === 0) return first
  const all = first.copy()
  for (const other of others) all.union(other)
  return all
}

function complement(language: NFA | DFA): DFA {
  const dfa = language instanceof loadRefa().DFA ? language.copy() : determinize(language)
  dfa.complement()
  return dfa
}

const anyCharacter = (): CharSet => loadRefa().CharSet.empty(MAX).union(TEXT)

const anyText = once((): DFA => {
  const some = loadRefa().NFA.fromCharSet(anyCharacter())
  some.quantify(0, Number.POSITIVE_INFINITY)
  return toMinimalDfa(some)
})

/** Number of character ranges after repeats are expanded. */
function rangesIn(rows: readonly Row[]): number {
  let sum = 0
  for (const {elements} of rows)
    for (const part of elements) {
      if (part.type === 'CharacterClass') sum += 1 + part.characters.ranges.length
      else if ('alternatives' in part) {
        const times = part.type === 'Quantifier' ? Math.max(1, Number.isFinite(part.max) ? part.max : part.min) : 1
        sum += times * rangesIn(part.alternatives)
      }
    }
  return sum
}

const hasAssertion = (part: Part): boolean =>
  part.type === 'Assertion' ||
  part.type === 'Unknown' ||
  ('alternatives' in part && part.alternatives.some(row => row.elements.some(hasAssertion)))

function isAnyCharacter(rows: readonly Row[]): boolean {
  const [part, ...more] = rows.flatMap(row => row.elements)
  return more.length === 0 && part?.type === 'CharacterClass' && part.characters.isAll
}

/**
 * Removes needless repeats at both ends of a pattern. Since a pattern matches anywhere, any text may come before and
 * after the match, so a repeat at an end needs only its minimum count: `[a-z]{1,300}` matches the same texts as
 * `[a-z]`, and an automaton need not count to 300.
 */
const trimPatternEnds = (rows: readonly Row[]): readonly Row[] =>
  (['last', 'first'] as const).reduce((left, end) => trimRows(left, end), rows)

type End = 'first' | 'last'

const trimRows = (rows: readonly Row[], end: End): Row[] => rows.map(row => ({...row, elements: trimRow(row, end)}))

function trimRow({elements}: Row, end: End): Part[] {
  const left = [...elements]
  for (;;) {
    const part = end === 'last' ? left.pop() : left.shift()
    if (!part) return left
    if (part.type === 'Quantifier' && part.min === 0) continue
    const kept = trimPart(part, end)
    return end === 'last' ? [...left, kept] : [kept, ...left]
  }
}

function trimPart(part: Part, end: End): Part {
  if (part.type === 'Alternation') return {...part, alternatives: trimRows(part.alternatives, end)}
  if (part.type !== 'Quantifier') return part
  if (part.min > 1) return {...part, max: part.min}
  return {type: 'Alternation', alternatives: trimRows(part.alternatives, end)}
}
