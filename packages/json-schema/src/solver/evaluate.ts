import {hasFormat, isRareFormat} from '../formats/formats.ts'
import type {SchemaCompiler} from '../formula/compile.ts'
import {type Formula, type FormulaAtom, kindOfAtom, type NameSelector, type SignedFormula} from '../formula/formula.ts'
import {canonicalText, countCodePoints, type Json, jsonKindOf, own} from '../json.ts'
import {compareRational, isMultiple, toRational} from '../rational.ts'
import {matchesPattern} from '../regex/pattern.ts'

/** Truth value; `undefined` if the engine can't decide. */
export type Truth = boolean | undefined

/** Reason why a value could not be judged. If `isUnknowable`, other validators can't judge it either. */
export interface UndecidedReason {
  readonly why: string
  readonly isUnknowable: boolean
}

const MAX_DEPTH = 400

/** Maximum number of schemas evaluated for one value, because recursive alternatives can multiply without bound. */
const MAX_UNFOLDED = 20_000

/**
 * Evaluates formulas for a value. A value that was found is tested this way before an external validator confirms it.
 */
export class FormulaEvaluator {
  readonly #reader: SchemaCompiler
  /** Schemas being evaluated for each value. A schema that leads back to itself adds nothing. */
  readonly #inProgress = new Map<Formula, Set<Json>>()
  /** Results for arrays and objects, because the same schema is evaluated for them many times. */
  readonly #known = new WeakMap<object, Map<Formula, boolean>>()
  #depth = 0
  #left = MAX_UNFOLDED
  /** Number of schemas evaluated so far. */
  unfolded = 0
  /** Reasons collected by `doubts`; `undefined` outside of it. */
  #doubts: UndecidedReason[] | undefined

  constructor(reader: SchemaCompiler) {
    this.#reader = reader
  }

  meets(value: Json, goal: readonly SignedFormula[]): Truth {
    return every(goal, ({formula, holds}) => (holds ? this.is(value, formula) : opposite(this.is(value, formula))))
  }

  is(value: Json, formula: Formula): Truth {
    switch (formula.is) {
      case 'always':
        return true
      case 'never':
        return false
      case 'all':
        return every(formula.of, part => this.is(value, part))
      case 'any':
        return some(formula.of, part => this.is(value, part))
      case 'one':
        return this.#one(value, formula.of)
      case 'not':
        return opposite(this.is(value, formula.of))
      case 'schema':
        return this.#schema(value, formula)
      case 'kinds':
        return formula.kinds.includes(jsonKindOf(value))
      case 'among':
        return formula.keys.has(canonicalText(value))
      case 'unknown':
        return this.#undecided(formula.why, formula.isUnknowable)
      default:
        return kindOfAtom(formula) === jsonKindOf(value) ? this.#atom(value, formula) : true
    }
  }

  /** Reasons why it is open whether a value meets a goal; none if the value certainly meets it. */
  doubts(value: Json, goal: readonly SignedFormula[]): readonly UndecidedReason[] {
    const doubts: UndecidedReason[] = []
    this.#doubts = doubts
    const truth = this.meets(value, goal)
    this.#doubts = undefined
    return truth ? [] : doubts
  }

  #undecided(why: string, isUnknowable = false): undefined {
    this.#doubts?.push({why, isUnknowable})
    return undefined
  }

  #one(value: Json, parts: readonly Formula[]): Truth {
    const truths = parts.map(part => this.is(value, part))
    const sure = truths.filter(truth => truth === true).length
    if (sure > 1) return false
    return truths.includes(undefined) ? undefined : sure === 1
  }

  #schema(value: Json, formula: Formula & {is: 'schema'}): Truth {
    if (typeof value !== 'object' || value === null) return this.#unfolded(value, formula)
    const known = this.#known.get(value) ?? new Map<Formula, boolean>()
    this.#known.set(value, known)
    const before = known.get(formula)
    if (before !== undefined) return before
    const truth = this.#unfolded(value, formula)
    // An undecided result is not cached, because it can depend on the schemas being evaluated.
    if (truth !== undefined) known.set(formula, truth)
    return truth
  }

  #unfolded(value: Json, formula: Formula & {is: 'schema'}): Truth {
    const inProgress = this.#inProgress.get(formula) ?? new Set()
    if (inProgress.has(value) || this.#depth > MAX_DEPTH) return this.#undecided('a schema refers to itself')
    if (this.#depth === 0) this.#left = MAX_UNFOLDED
    if (--this.#left < 0) return this.#undecided('the proof takes too many steps')
    this.#inProgress.set(formula, inProgress.add(value))
    this.unfolded++
    this.#depth++
    const truth = this.is(value, this.#reader.unfold(formula.node))
    this.#depth--
    inProgress.delete(value)
    return truth
  }

  #atom(value: Json, atom: FormulaAtom): Truth {
    switch (atom.is) {
      case 'bound': {
        const number = toRational(value as number)
        if (!number) return this.#undecided('a number is too large or too precise')
        const order = compareRational(number, atom.at) * (atom.side === 'least' ? 1 : -1)
        return atom.open ? order > 0 : order >= 0
      }
      case 'multiple': {
        const number = toRational(value as number)
        return number ? isMultiple(number, atom.by) : this.#undecided('a number is too large or too precise')
      }
      case 'size':
        return within(sizeOf(value), atom.side, atom.size)
      case 'pattern':
        return matchesPattern(atom.pattern, value as string) ?? this.#undecided('matching a pattern takes too long')
      case 'format':
        return (
          hasFormat(atom.format, value as string) ??
          this.#undecided(`it isn't known which strings have the format \`${atom.format}\``, isRareFormat(atom.format))
        )
      default:
        return Array.isArray(value)
          ? this.#array(value, atom)
          : this.#object(value as Readonly<Record<string, Json>>, atom)
    }
  }

  #array(value: readonly Json[], atom: FormulaAtom): Truth {
    switch (atom.is) {
      case 'item':
        return atom.at < value.length ? this.is(value[atom.at] as Json, atom.of) : true
      case 'items':
        return every(value.slice(atom.from), item => this.is(item, atom.of))
      case 'count': {
        const truths = value.map(item => this.is(item, atom.of))
        const sure = truths.filter(truth => truth === true).length
        const maybe = sure + truths.filter(truth => truth === undefined).length
        const [low, high] = [within(sure, atom.side, atom.size), within(maybe, atom.side, atom.size)]
        return low === high ? low : undefined
      }
      default:
        return atom.is === 'unique' ? new Set(value.map(canonicalText)).size === value.length : undefined
    }
  }

  #object(value: Readonly<Record<string, Json>>, atom: FormulaAtom): Truth {
    switch (atom.is) {
      case 'has':
        return Object.hasOwn(value, atom.name)
      case 'naming':
        return every(Object.keys(value), name => this.is(name, atom.of))
      case 'property': {
        const {names, of} = atom
        if (names.are === 'one') {
          return Object.hasOwn(value, names.name) ? this.is(own(value, names.name) as Json, of) : true
        }
        return every(Object.keys(value), name => {
          const selected = selectsName(names, name)
          return selected === false
            ? true
            : some([opposite(selected), this.is(own(value, name) as Json, of)], truth => truth)
        })
      }
      default:
        return undefined
    }
  }
}

/** Whether a name is selected; `undefined` if that can't be decided. */
export function selectsName(names: NameSelector, name: string): Truth {
  if (names.are === 'one') return names.name === name
  if (names.are === 'like') return matchesPattern(names.pattern, name)
  if (names.names.includes(name)) return false
  return every(names.patterns, pattern => opposite(matchesPattern(pattern, name)))
}

const opposite = (truth: Truth): Truth => (truth === undefined ? undefined : !truth)
const within = (size: number, side: 'least' | 'most', bound: number): boolean =>
  side === 'least' ? size >= bound : size <= bound

function sizeOf(value: Json): number {
  if (typeof value === 'string') return countCodePoints(value)
  return Array.isArray(value) ? value.length : Object.keys(value as object).length
}

function every<T>(items: readonly T[], test: (item: T) => Truth): Truth {
  let all: Truth = true
  for (const item of items) {
    const truth = test(item)
    if (truth === false) return false
    if (truth === undefined) all = undefined
  }
  return all
}

const some = <T>(items: readonly T[], test: (item: T) => Truth): Truth =>
  opposite(every(items, item => opposite(test(item))))
