import type {Node} from '../document/node.ts'
import {canonicalText, type Json, type JsonKind} from '../json.ts'
import {type Rational, rationalText} from '../rational.ts'

/**
 * Logical formula of a schema. An atom restricts one kind of value and is true of all others, like a keyword. Equal
 * formulas are one object with one id.
 */
export type Formula = Shape & {readonly id: number}

type Shape = FormulaAtom | Composite

type Composite =
  | {readonly is: 'always'}
  | {readonly is: 'never'}
  | {readonly is: 'all' | 'any' | 'one'; readonly of: readonly Formula[]}
  | {readonly is: 'not'; readonly of: Formula}
  /** Formula of a node, compiled when it is needed, because schemas can be circular. */
  | {readonly is: 'schema'; readonly node: Node}
  | {readonly is: 'kinds'; readonly kinds: readonly JsonKind[]}
  | {readonly is: 'among'; readonly values: readonly Json[]; readonly keys: ReadonlySet<string>}
  /**
   * Condition that the engine can't interpret. The same text is the same unknown. If `isUnknowable`, no validator can
   * interpret it.
   */
  | {readonly is: 'unknown'; readonly why: string; readonly isUnknowable: boolean}

/** Lower bound or upper bound. */
export type BoundSide = 'least' | 'most'

export type FormulaAtom = NumberAtom | StringAtom | ArrayAtom | ObjectAtom
interface Size<K extends JsonKind> {
  readonly is: 'size'
  readonly kind: K
  readonly side: BoundSide
  readonly size: number
}

export type NumberAtom =
  | {readonly is: 'bound'; readonly side: BoundSide; readonly at: Rational; readonly open: boolean}
  | {readonly is: 'multiple'; readonly by: Rational}

export type StringAtom =
  | Size<'string'>
  | {readonly is: 'pattern'; readonly pattern: string}
  | {readonly is: 'format'; readonly format: string}

export type ArrayAtom =
  | Size<'array'>
  | {readonly is: 'item'; readonly at: number; readonly of: Formula}
  /** The formula holds for every item from an index on. */
  | {readonly is: 'items'; readonly from: number; readonly of: Formula}
  /** A bound on the number of items for which the formula holds. */
  | {readonly is: 'count'; readonly side: BoundSide; readonly size: number; readonly of: Formula}
  | {readonly is: 'unique'}

export type ObjectAtom =
  | Size<'object'>
  | {readonly is: 'has'; readonly name: string}
  /** The formula holds for every property whose name is selected. */
  | {readonly is: 'property'; readonly names: NameSelector; readonly of: Formula}
  /** The formula holds for every property name, as a string. */
  | {readonly is: 'naming'; readonly of: Formula}

export type NameSelector =
  | {readonly are: 'one'; readonly name: string}
  | {readonly are: 'like'; readonly pattern: string}
  /** All names except the listed ones and those that match a pattern. */
  | {readonly are: 'others'; readonly names: readonly string[]; readonly patterns: readonly string[]}

const KIND_OF_ATOM = {
  bound: 'number',
  multiple: 'number',
  pattern: 'string',
  format: 'string',
  item: 'array',
  items: 'array',
  count: 'array',
  unique: 'array',
  has: 'object',
  property: 'object',
  naming: 'object'
} as const satisfies Record<Exclude<FormulaAtom['is'], 'size'>, JsonKind>

/** Kind of values that an atom restricts; `undefined` if the formula is no atom. */
export function kindOfAtom(formula: Formula): JsonKind | undefined {
  if (formula.is === 'size') return formula.kind
  return Object.hasOwn(KIND_OF_ATOM, formula.is) ? KIND_OF_ATOM[formula.is as keyof typeof KIND_OF_ATOM] : undefined
}

/** A formula or its negation. */
export interface SignedFormula {
  readonly formula: Formula
  readonly holds: boolean
}

export const affirm = (formula: Formula): SignedFormula => ({formula, holds: true})
export const negate = (formula: Formula): SignedFormula => ({formula, holds: false})
export const flipSign = ({formula, holds}: SignedFormula): SignedFormula => ({formula, holds: !holds})
export const signedId = ({formula, holds}: SignedFormula): number => (holds ? formula.id : -formula.id)

/** Creates formulas. Equal formulas are one object. */
export class Formulas {
  readonly #known = new Map<string, Formula>()
  readonly #numbers = new Map<Node, number>()
  readonly always: Formula = this.#make('always', {is: 'always'})
  readonly never: Formula = this.#make('never', {is: 'never'})

  all(parts: Iterable<Formula>): Formula {
    return this.#join('all', parts, this.always, this.never)
  }

  any(parts: Iterable<Formula>): Formula {
    return this.#join('any', parts, this.never, this.always)
  }

  one(parts: readonly Formula[]): Formula {
    const left = parts.filter(part => part !== this.never)
    if (left.length === 0) return this.never
    if (left.length === 1) return left[0] as Formula
    const of = left.toSorted((a, b) => a.id - b.id)
    return this.#make(`one ${of.map(part => part.id)}`, {is: 'one', of})
  }

  not(of: Formula): Formula {
    if (of === this.always) return this.never
    if (of === this.never) return this.always
    return of.is === 'not' ? of.of : this.#make(`not ${of.id}`, {is: 'not', of})
  }

  schema(node: Node): Formula {
    if (node.raw === true) return this.always
    if (node.raw === false) return this.never
    const number = this.#numbers.get(node) ?? this.#numbers.size
    this.#numbers.set(node, number)
    return this.#make(`schema ${number}`, {is: 'schema', node})
  }

  kinds(kinds: Iterable<JsonKind>): Formula {
    const sorted = [...new Set(kinds)].sort()
    return sorted.length === 6 ? this.always : this.#make(`kinds ${sorted}`, {is: 'kinds', kinds: sorted})
  }

  among(values: readonly Json[]): Formula {
    const byKey = new Map(values.map(value => [canonicalText(value), value]))
    if (byKey.size === 0) return this.never
    const keys = new Set(byKey.keys())
    return this.#make(`among ${[...keys].sort().join()}`, {is: 'among', values: [...byKey.values()], keys})
  }

  /** Unknown formula. Equal texts as keys give the same one; an object as the key always gives a new one. */
  unknown(why: string, key: string | object = why): Formula {
    const text = typeof key === 'string' ? key : `number ${this.#known.size}`
    return this.#make(`unknown ${text}`, {is: 'unknown', why, isUnknowable: false})
  }

  /** Unknown formula that no validator can decide either: their results are guesses. */
  unknowable(why: string, key?: string): Formula {
    return this.#make(`unknown ${key ?? `number ${this.#known.size}`}`, {is: 'unknown', why, isUnknowable: true})
  }

  size(kind: 'string' | 'array' | 'object', side: BoundSide, size: number): Formula {
    if (side === 'least' && size <= 0) return this.always
    return this.#make(`size ${kind} ${side} ${size}`, {is: 'size', kind, side, size})
  }

  bound(side: BoundSide, at: Rational, open: boolean): Formula {
    return this.#make(`bound ${side} ${rationalText(at)} ${open}`, {is: 'bound', side, at, open})
  }

  multiple(by: Rational): Formula {
    return this.#make(`multiple ${rationalText(by)}`, {is: 'multiple', by})
  }

  pattern(pattern: string): Formula {
    return this.#make(`pattern ${pattern}`, {is: 'pattern', pattern})
  }

  format(format: string): Formula {
    return this.#make(`format ${format}`, {is: 'format', format})
  }

  item(at: number, of: Formula): Formula {
    return of === this.always ? of : this.#make(`item ${at} ${of.id}`, {is: 'item', at, of})
  }

  items(from: number, of: Formula): Formula {
    if (of === this.never) return this.size('array', 'most', from)
    return of === this.always ? of : this.#make(`items ${from} ${of.id}`, {is: 'items', from, of})
  }

  count(side: BoundSide, size: number, of: Formula): Formula {
    if (side === 'least' && size <= 0) return this.always
    if (side === 'most' && size === 0) return this.items(0, this.not(of))
    return this.#make(`count ${side} ${size} ${of.id}`, {is: 'count', side, size, of})
  }

  unique(): Formula {
    return this.#make('unique', {is: 'unique'})
  }

  has(name: string): Formula {
    return this.#make(`has ${name}`, {is: 'has', name})
  }

  property(names: NameSelector, of: Formula): Formula {
    return of === this.always
      ? of
      : this.#make(`property ${canonicalText(names)} ${of.id}`, {is: 'property', names, of})
  }

  naming(of: Formula): Formula {
    return of === this.always ? of : this.#make(`naming ${of.id}`, {is: 'naming', of})
  }

  #join(is: 'all' | 'any', parts: Iterable<Formula>, neutral: Formula, absorbing: Formula): Formula {
    const found = new Map<number, Formula>()
    for (const part of parts) {
      if (part === absorbing) return absorbing
      for (const inner of part.is === is ? part.of : [part]) if (inner !== neutral) found.set(inner.id, inner)
    }
    const of = [...found.values()].sort((a, b) => a.id - b.id)
    if (of.length < 2) return of[0] ?? neutral
    return this.#make(`${is} ${of.map(part => part.id)}`, {is, of})
  }

  #make(key: string, shape: Shape): Formula {
    const known = this.#known.get(key)
    if (known) return known
    const formula = {...shape, id: this.#known.size + 1}
    this.#known.set(key, formula)
    return formula
  }
}
