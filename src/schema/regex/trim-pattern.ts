import type {Concatenation, Element, NoParent} from 'refa'

type Part = NoParent<Element>
type Row = NoParent<Concatenation>

/**
 * Removes needless repeats at both ends of a pattern. Since a pattern matches anywhere, any text may come before and
 * after the match, so a repeat at an end needs only its minimum count: `[a-z]{1,300}` matches the same texts as
 * `[a-z]`, and an automaton need not count to 300.
 */
export const trimPatternEnds = (rows: readonly Row[]): readonly Row[] =>
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
