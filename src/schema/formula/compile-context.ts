import type {Node} from '../document/node.ts'
import {whyUnread} from '../invalid-keywords.ts'
import {isRecord, type Kind} from '../json.ts'
import type {Settings} from '../settings.ts'
import type {Formula, Formulas} from './formula.ts'

/** What a reader of keywords is given: the schema object, and how to go on from it. */
export interface Lowering {
  readonly node: Node
  readonly raw: Readonly<Record<string, unknown>>
  readonly formulas: Formulas
  readonly settings: Settings
  /** The formula of a schema below. */
  below(...steps: readonly (string | number)[]): Formula
  of(node: Node): Formula
}

/** One group of keywords to formulas, of which all must hold. */
export type Lower = (from: Lowering) => Iterable<Formula>

/** The entries of a keyword that maps names to something. */
export function entriesOf(raw: Readonly<Record<string, unknown>>, keyword: string): [string, unknown][] {
  const value = Object.hasOwn(raw, keyword) ? raw[keyword] : undefined
  return isRecord(value) ? Object.entries(value) : []
}

/**
 * What cannot be read as the keyword wants it. The same text is the same unknown. Whoever seems to know it guesses:
 * programs read `"8"` as 8, and `null` as 0. Some stand where they never say anything, as a `required: true` beside a
 * text: of these the kind is told that they speak of.
 */
export function malformed(formulas: Formulas, keyword: string, value: unknown, kind?: Kind): Formula {
  const unknown = formulas.unknowable(whyUnread(keyword), `${keyword} ${JSON.stringify(value)}`)
  return kind ? formulas.any([formulas.not(formulas.kinds([kind])), unknown]) : unknown
}
