import type {SchemaCompiler} from '../formula/compile.ts'
import {affirm, type Formula, type Formulas, kindOfAtom, negate, type SignedFormula} from '../formula/formula.ts'
import {canonicalText, isRecord, type Json, type JsonKind, jsonKindOf} from '../json.ts'

/** Alternative goals; at least one must be met. */
export interface Fork {
  readonly of: SignedFormula
  readonly ways: readonly (readonly SignedFormula[])[]
}

/**
 * Conjunction of formulas for values of one kind: the atoms that formulas were split into, and the forks that are not
 * decided yet. Splitting terminates, because every formula is added at most once.
 */
export class Branch {
  readonly kind: JsonKind
  readonly #reader: SchemaCompiler
  readonly #truths: Map<Formula, boolean>
  /** Atoms for this kind, each with its sign. */
  readonly atoms: SignedFormula[]
  forks: Fork[]
  /** The only values that are left, if some formula lists them. */
  only: readonly Json[] | undefined
  readonly excluded: Map<string, Json>
  /** Required properties with an open name that were already split by name. */
  readonly named: Set<Formula>
  /**
   * Required properties, and the values left for properties whose values are listed. Discriminating properties rule out
   * objects early.
   */
  readonly #required: Set<string>
  readonly #tags: Map<string, ReadonlySet<string>>

  constructor(kind: JsonKind, reader: SchemaCompiler, from?: Branch) {
    this.kind = kind
    this.#reader = reader
    this.#truths = new Map(from ? from.#truths : [])
    this.atoms = [...(from?.atoms ?? [])]
    this.forks = [...(from?.forks ?? [])]
    this.only = from?.only
    this.excluded = new Map(from?.excluded)
    this.named = new Set(from?.named)
    this.#required = new Set(from ? from.#required : [])
    this.#tags = new Map(from ? from.#tags : [])
  }

  copy(): Branch {
    return new Branch(this.kind, this.#reader, this)
  }

  /** Splits and adds formulas; `false` if they contradict this branch. */
  add(signed: readonly SignedFormula[]): boolean {
    const open = [...signed].reverse()
    for (let next = open.pop(); next; next = open.pop()) {
      const {formula, holds} = next
      if (formula.is === 'not') {
        open.push({formula: formula.of, holds: !holds})
        continue
      }
      const known = this.#truths.get(formula)
      if (known !== undefined) {
        if (known !== holds) return false
        continue
      }
      this.#truths.set(formula, holds)
      const more = this.#addOne(formula, holds)
      if (!more) return false
      open.push(...more)
    }
    return true
  }

  /** Drops impossible ways, and adds the last way that is left of a fork. `false` if a fork has none left. */
  settle(): boolean {
    for (let changed = true; changed; ) {
      changed = false
      const forks: Fork[] = []
      const sure: SignedFormula[] = []
      for (const fork of this.forks) {
        const ways = this.#openWays(fork)
        if (!ways) continue
        if (ways.length === 0) return false
        if (ways.length === 1) sure.push(...(ways[0] as readonly SignedFormula[]))
        else forks.push(ways.length === fork.ways.length ? fork : {...fork, ways})
      }
      this.forks = forks
      if (sure.length === 0) break
      if (!this.add(sure)) return false
      changed = true
    }
    return true
  }

  /** Ways that are still possible; `undefined` if one is already met. */
  #openWays({ways}: Fork): (readonly SignedFormula[])[] | undefined {
    const open: (readonly SignedFormula[])[] = []
    for (const way of ways) {
      let all: boolean | undefined = true
      for (const signed of way) {
        const truth = this.#quickTruth(signed, 2)
        if (truth === undefined) all = undefined
        else if (!truth) {
          all = false
          break
        }
      }
      if (all) return undefined
      if (all === undefined) open.push(way)
    }
    return open
  }

  /** Adds one formula and returns what else it requires; `undefined` if it can't hold. */
  #addOne(formula: Formula, holds: boolean): readonly SignedFormula[] | undefined {
    const fine: readonly SignedFormula[] = []
    switch (formula.is) {
      case 'always':
        return holds ? fine : undefined
      case 'never':
        return holds ? undefined : fine
      case 'kinds':
        return formula.kinds.includes(this.kind) === holds ? fine : undefined
      case 'schema':
        return [{formula: this.#reader.unfold(formula.node), holds}]
      case 'all':
        return holds
          ? formula.of.map(affirm)
          : this.#fork(
              {formula, holds},
              formula.of.map(part => [negate(part)])
            )
      case 'any':
        return holds
          ? this.#fork(
              {formula, holds},
              formula.of.map(part => [affirm(part)])
            )
          : formula.of.map(negate)
      case 'one':
        return this.#fork({formula, holds}, holds ? exactlyOne(formula.of) : this.#noneOrTwo(formula.of))
      case 'among':
        return holds ? this.#restrictTo(formula.values) : this.#exclude(formula.values)
      case 'unknown':
      case 'not':
        return fine
      default:
        if (kindOfAtom(formula) !== this.kind) return holds ? fine : undefined
        this.atoms.push({formula, holds})
        return !holds || this.#noteTag(formula) ? fine : undefined
    }
  }

  /** Notes the listed values of a property; `false` if none is left for a required one. */
  #noteTag(formula: Formula): boolean {
    if (formula.is === 'has') {
      this.#required.add(formula.name)
      return this.#tags.get(formula.name)?.size !== 0
    }
    if (formula.is !== 'property' || formula.names.are !== 'one') return true
    const keys = findEnumeratedValues(formula.of, this.#reader)
    if (!keys) return true
    const {name} = formula.names
    const known = this.#tags.get(name)
    const left = known ? new Set([...keys].filter(key => known.has(key))) : keys
    this.#tags.set(name, left)
    return left.size > 0 || !this.#required.has(name)
  }

  #fork(of: SignedFormula, ways: readonly (readonly SignedFormula[])[]): readonly SignedFormula[] {
    this.forks.push({of, ways})
    return []
  }

  /**
   * Ways in which `oneOf` fails: no part matches, or a later part matches besides the first one that does. There are
   * only as many ways as parts.
   */
  #noneOrTwo(parts: readonly Formula[]): SignedFormula[][] {
    const {formulas} = this.#reader
    return [
      parts.map(negate),
      ...parts.slice(0, -1).map((left, at) => [affirm(left), affirm(formulas.any(parts.slice(at + 1)))])
    ]
  }

  #restrictTo(values: readonly Json[]): readonly SignedFormula[] | undefined {
    const keys = this.only && new Set(this.only.map(canonicalText))
    this.only = values.filter(value => jsonKindOf(value) === this.kind && (!keys || keys.has(canonicalText(value))))
    return this.only.length > 0 ? [] : undefined
  }

  #exclude(values: readonly Json[]): readonly SignedFormula[] {
    const here = values.filter(value => jsonKindOf(value) === this.kind)
    if (this.kind === 'array' || this.kind === 'object') {
      return here.map(value => negate(compileConst(value, this.#reader.formulas)))
    }
    for (const value of here) this.excluded.set(canonicalText(value), value)
    return []
  }

  /** Truth of a formula that is clear without splitting it; `undefined` if it is not. */
  #quickTruth({formula, holds}: SignedFormula, depth: number): boolean | undefined {
    const known = this.#truths.get(formula)
    if (known !== undefined) return known === holds
    const truth = this.#truthOf(formula, depth)
    return truth === undefined ? undefined : truth === holds
  }

  #truthOf(formula: Formula, depth: number): boolean | undefined {
    switch (formula.is) {
      case 'always':
        return true
      case 'never':
        return false
      case 'kinds':
        return formula.kinds.includes(this.kind)
      case 'not': {
        const truth = this.#quickTruth(affirm(formula.of), depth)
        return truth === undefined ? undefined : !truth
      }
      case 'among':
        return formula.values.some(value => jsonKindOf(value) === this.kind) ? undefined : false
      case 'schema':
        return depth > 0 ? this.#quickTruth(affirm(this.#reader.unfold(formula.node)), depth - 1) : undefined
      case 'all':
      case 'any': {
        const ruling = formula.is === 'any'
        let all: boolean | undefined = !ruling
        for (const part of formula.of) {
          const truth = this.#quickTruth(affirm(part), depth)
          if (truth === ruling) return ruling
          if (truth === undefined) all = undefined
        }
        return all
      }
      default:
        if (kindOfAtom(formula) !== undefined && kindOfAtom(formula) !== this.kind) return true
        return this.#isOtherTag(formula) ? false : undefined
    }
  }

  #isOtherTag(formula: Formula): boolean {
    if (formula.is !== 'property' || formula.names.are !== 'one' || !this.#required.has(formula.names.name))
      return false
    if (formula.of.is === 'never') return true
    const known = this.#tags.get(formula.names.name)
    const keys = known && findEnumeratedValues(formula.of, this.#reader)
    return keys !== undefined && [...keys].every(key => !known?.has(key))
  }
}

const exactlyOne = (parts: readonly Formula[]): SignedFormula[][] =>
  parts.map((part, at) => [affirm(part), ...parts.flatMap((other, place) => (place === at ? [] : [negate(other)]))])

/**
 * Formula that is true of this value only. An array or object is described by its parts, so that excluding it works
 * like excluding any other formula.
 */
function compileConst(value: Json, formulas: Formulas): Formula {
  if (Array.isArray(value)) {
    const items = value.map((item: Json, at) => formulas.item(at, formulas.among([item])))
    const sizes = (['least', 'most'] as const).map(side => formulas.size('array', side, value.length))
    return formulas.all([formulas.kinds(['array']), ...sizes, ...items])
  }
  if (!isRecord(value)) return formulas.among([value])
  const names = Object.keys(value).sort()
  return formulas.all([
    formulas.kinds(['object']),
    formulas.property({are: 'others', names, patterns: []}, formulas.never),
    ...names.map(name => formulas.has(name)),
    ...names.map(name => formulas.property({are: 'one', name}, formulas.among([value[name] as Json])))
  ])
}

const MAX_DEPTH = 4
const enumerated = new WeakMap<Formula, ReadonlySet<string> | null>()

/**
 * Canonical texts of the only values that a formula can be true of; `undefined` if it does not list them near its top.
 */
function findEnumeratedValues(
  formula: Formula,
  reader: SchemaCompiler,
  depth = MAX_DEPTH
): ReadonlySet<string> | undefined {
  const known = enumerated.get(formula)
  if (known !== undefined) return known ?? undefined
  const keys = searchFormula(formula, reader, depth)
  // A miss is not cached unless the search had its full depth.
  if (keys || depth === MAX_DEPTH) enumerated.set(formula, keys ?? null)
  return keys
}

function searchFormula(formula: Formula, reader: SchemaCompiler, depth: number): ReadonlySet<string> | undefined {
  if (formula.is === 'among') return formula.keys
  if (depth === 0) return undefined
  if (formula.is === 'schema') return findEnumeratedValues(reader.unfold(formula.node), reader, depth - 1)
  if (formula.is !== 'all') return undefined
  for (const part of formula.of) {
    const keys = findEnumeratedValues(part, reader, depth - 1)
    if (keys) return keys
  }
  return undefined
}
