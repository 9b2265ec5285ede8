import type {Node} from '../document/node.ts'
import {explainInvalidKeyword} from '../invalid-keywords.ts'
import {isRecord, type JsonKind} from '../json.ts'
import type {Formula, Formulas} from './formula.ts'

/** Context for compiling the keywords of a schema. */
export interface CompileContext {
  readonly node: Node
  readonly raw: Readonly<Record<string, unknown>>
  readonly formulas: Formulas
  readonly settings: ContainmentSettings
  /** Formula of the subschema at a path. */
  below(...steps: readonly (string | number)[]): Formula
  of(node: Node): Formula
}

/** Compiles one group of keywords to formulas that must all hold. */
export type KeywordCompiler = (from: CompileContext) => Iterable<Formula>

/** Entries of a keyword whose value is an object; none if it is not. */
export function keywordEntries(raw: Readonly<Record<string, unknown>>, keyword: string): [string, unknown][] {
  const value = Object.hasOwn(raw, keyword) ? raw[keyword] : undefined
  return isRecord(value) ? Object.entries(value) : []
}

/**
 * Unknown formula for a keyword with an invalid value. The same value is the same unknown. Validators that accept such
 * values guess: some read `"8"` as 8, and `null` as 0. With `kind`, only values of that kind are unknown, because a
 * keyword such as `required: true` has no effect on other values.
 */
export function compileInvalidKeyword(formulas: Formulas, keyword: string, value: unknown, kind?: JsonKind): Formula {
  const unknown = formulas.unknowable(explainInvalidKeyword(keyword), `${keyword} ${JSON.stringify(value)}`)
  return kind ? formulas.any([formulas.not(formulas.kinds([kind])), unknown]) : unknown
}

/** Settings of a containment question. */
export interface ContainmentSettings {
  /** Whether known formats restrict values; otherwise `format` is ignored. */
  readonly formats: boolean
  /** `oneOf` as written, or read as `anyOf`. */
  readonly oneOf: 'exact' | 'union'
  /** Number of steps after which a question is `undetermined`. */
  readonly steps: number
}

export const DEFAULT_SETTINGS: ContainmentSettings = {formats: true, oneOf: 'exact', steps: 20_000}
