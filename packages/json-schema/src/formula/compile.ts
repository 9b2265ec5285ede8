import {childNode, isGlobalAddress, type Node} from '../document/node.ts'
import {listReferences} from '../document/references.ts'
import {findInvalidConstraints, kindOfKeyword} from '../invalid-keywords.ts'
import {isRecord, own} from '../json.ts'
import {SchemaEquality} from '../schema-equality.ts'
import {
  type CompileContext,
  type ContainmentSettings,
  compileInvalidKeyword,
  type KeywordCompiler
} from './compile-context.ts'
import {compileUnevaluated} from './compile-unevaluated.ts'
import {
  compileArray,
  compileDependencies,
  compileEnum,
  compileNumber,
  compileObject,
  compileString,
  compileType
} from './compile-values.ts'
import type {Formula, Formulas} from './formula.ts'

const MAX_IN_PLACE = 5000

/**
 * Compiles schemas to formulas, one node at a time and on demand. A keyword has the meaning that a draft gave it, in
 * every dialect, because authors who write `const` in draft 4 mean it.
 */
export class SchemaCompiler {
  readonly formulas: Formulas
  readonly #settings: ContainmentSettings
  readonly #equality = new SchemaEquality()
  readonly #compiled = new Map<Node, Formula>()
  readonly #unfolded = new Map<Node, Formula>()

  constructor(formulas: Formulas, settings: ContainmentSettings) {
    this.formulas = formulas
    this.#settings = settings
  }

  /** Formula that stands for a schema, which is not compiled yet. */
  of(node: Node): Formula {
    return this.formulas.schema(this.#equality.canonical(node))
  }

  /** Formula of the keywords of a schema. */
  unfold(node: Node): Formula {
    const known = this.#unfolded.get(node)
    if (known) return known
    const unfolded = this.#refersToOwnNegation(node)
      ? this.formulas.unknown('a schema refers to itself through `not`, `oneOf`, or `if`', {})
      : this.#compile(node)
    this.#unfolded.set(node, unfolded)
    return unfolded
  }

  #compile(node: Node): Formula {
    const known = this.#compiled.get(node)
    if (known) return known
    const compiled = this.#compileKeywords(node)
    this.#compiled.set(node, compiled)
    return compiled
  }

  #compileKeywords(node: Node): Formula {
    const {raw} = node
    if (typeof raw === 'boolean') return raw ? this.formulas.always : this.formulas.never
    if (!isRecord(raw)) return this.formulas.unknown('a schema is neither an object nor a boolean', {})
    const {foreign} = node.resource.language
    if (foreign !== undefined)
      return this.formulas.unknowable(`a schema is written in the unknown dialect \`${foreign}\``)
    const from: CompileContext = {
      node,
      raw,
      formulas: this.formulas,
      settings: this.#settings,
      of: other => this.of(other),
      below: (...steps) => this.of(childNode(node, ...steps))
    }
    const groups = node.traits.ignoresRefSiblings && typeof own(raw, '$ref') === 'string' ? [compileReferences] : GROUPS
    return this.formulas.all(groups.flatMap(compile => [...compile(from)]))
  }

  /**
   * Whether the schema leads back to itself at the same value under a negation. Also true if the search takes too long.
   */
  #refersToOwnNegation(start: Node): boolean {
    const seen = new Set<number>()
    const open: [Formula, boolean][] = [[this.#compile(start), false]]
    for (let next = open.pop(); next; next = open.pop()) {
      const [formula, negated] = next
      if (formula.is === 'schema' && formula.node === start) {
        if (negated) return true
        continue
      }
      const number = negated ? -formula.id : formula.id
      if (seen.has(number)) continue
      if (seen.add(number).size > MAX_IN_PLACE) return true
      if (formula.is === 'all' || formula.is === 'any')
        open.push(...formula.of.map(of => [of, negated] as [Formula, boolean]))
      else if (formula.is === 'one') open.push(...formula.of.map(of => [of, true] as [Formula, boolean]))
      else if (formula.is === 'not') open.push([formula.of, true])
      else if (formula.is === 'schema') open.push([this.#compile(formula.node), negated])
    }
    return false
  }
}

const compileReferences: KeywordCompiler = function* ({node, formulas, of}) {
  for (const [reference, target] of listReferences(node)) {
    if (typeof target === 'object') yield of(target)
    else
      yield formulas.unknown(`the reference \`${reference}\` can't be resolved`, isGlobalAddress(target) ? target : {})
  }
}

/** Compiles what isn't known for the invalid keywords; `compileType` does so for those of null, which add to the types. */
const compileInvalid: KeywordCompiler = function* ({node, raw, formulas}) {
  for (const keyword of findInvalidConstraints(node))
    if (kindOfKeyword(keyword) !== 'null')
      yield compileInvalidKeyword(formulas, keyword, raw[keyword], kindOfKeyword(keyword))
}

const compileCombined: KeywordCompiler = function* ({raw, formulas, settings, below}) {
  const each = (keyword: string): Formula[] | undefined => {
    const list = own(raw, keyword)
    return Array.isArray(list) ? list.map((_, at) => below(keyword, at)) : undefined
  }
  yield* each('allOf') ?? []
  const any = each('anyOf')
  if (any) yield formulas.any(any)
  const one = each('oneOf')
  if (one) yield settings.oneOf === 'union' ? formulas.any(one) : formulas.one(one)
  if (own(raw, 'not') !== undefined) yield formulas.not(below('not'))
  if (own(raw, 'if') === undefined) return
  const condition = below('if')
  if (own(raw, 'then') !== undefined) yield formulas.any([formulas.not(condition), below('then')])
  if (own(raw, 'else') !== undefined) yield formulas.any([condition, below('else')])
}

const GROUPS: readonly KeywordCompiler[] = [
  compileReferences,
  compileInvalid,
  compileType,
  compileEnum,
  compileNumber,
  compileString,
  compileArray,
  compileObject,
  compileDependencies,
  compileCombined,
  compileUnevaluated
]
