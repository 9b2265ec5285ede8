import type {JS} from 'refa'
import {loadRefa} from './automata.ts'

/** Minimum and maximum number of characters of a text. */
export interface TextLengths {
  readonly least: number
  readonly most: number
}

type Pattern = JS.RegexppAst['pattern']
type Alternative = Pattern['alternatives'][number]
type Element = Alternative['elements'][number]

const ANY: TextLengths = {least: 0, most: Number.POSITIVE_INFINITY}
const NONE: TextLengths = {least: 0, most: 0}
const ONE: TextLengths = {least: 1, most: 1}

/**
 * Lengths of the texts that match a pattern, rather too wide than too narrow, for patterns that are too large for an
 * automaton.
 */
export function patternLengths(pattern: string): TextLengths {
  try {
    const {alternatives} = loadRefa().JS.Parser.fromLiteral({source: pattern, flags: 'u'}).ast.pattern
    const {least, most} = lengthsOfAny(alternatives)
    const isWhole = alternatives.every(({elements}) => isEdge(elements[0], 'start') && isEdge(elements.at(-1), 'end'))
    return {least, most: isWhole ? most : Number.POSITIVE_INFINITY}
  } catch {
    return ANY
  }
}

const isEdge = (element: Element | undefined, kind: 'start' | 'end'): boolean =>
  element?.type === 'Assertion' && element.kind === kind

function lengthsOfAny(rows: readonly Alternative[]): TextLengths {
  const each = rows.map(({elements}) => elements.map(lengthsOfElement).reduce(plus, NONE))
  return {least: Math.min(...each.map(({least}) => least)), most: Math.max(...each.map(({most}) => most))}
}

function lengthsOfElement(element: Element): TextLengths {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return lengthsOfAny(element.alternatives)
    case 'Quantifier': {
      const {least, most} = lengthsOfElement(element.element)
      return {least: least * element.min, most: most === 0 || element.max === 0 ? 0 : most * element.max}
    }
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return ONE
    case 'Assertion':
      return NONE
    default:
      return ANY
  }
}

const plus = (a: TextLengths, b: TextLengths): TextLengths => ({least: a.least + b.least, most: a.most + b.most})
