import {childNode, isGlobalAddress, type Node, originalPointer} from './document/node.ts'
import {dereference, resolveDynamicReference, resolveReference} from './document/references.ts'
import {canonicalText, canonicalTextAt, isRecord, own} from './json.ts'
import {KEYWORDS, type KeywordForm} from './keywords.ts'

const MAX_CANDIDATES = 4
const MAX_PAIRS = 200_000
const FEW_PAIRS = 50
/** Limit of all pairs that are compared without finding equality. Beyond it, schemas count as different. */
const MAX_FAILED_PAIRS = 200_000

/**
 * Finds schemas that are equal except for the order of keys and annotations. In circular schemas, a pair counts as
 * equal until a difference shows. The first of several equal schemas represents them all, so the engine sees at once
 * where two documents agree.
 */
export class SchemaEquality {
  readonly #first = new Map<Node, Node>()
  readonly #candidates = new Map<string, Candidates>()
  readonly #different = new Map<Node, Set<Node>>()
  #failedPairs = 0

  /** Node that represents all schemas equal to this one. */
  canonical(node: Node): Node {
    const here = dereference(node)
    const known = this.#first.get(here)
    if (known) return known
    const print = fingerprint(here)
    const place = originalPointer(here)
    const candidates = this.#candidates.get(print) ?? {at: new Map<string, Node>(), last: []}
    this.#candidates.set(print, candidates)
    // Schemas at the same place are most likely equal, however large. Others get a small limit.
    const aligned = candidates.at.get(place)
    if (aligned && this.#same(aligned, here, MAX_PAIRS)) return this.#first.get(here) ?? aligned
    for (const other of candidates.last) if (this.#same(other, here, FEW_PAIRS)) return this.#first.get(here) ?? other
    candidates.at.set(place, here)
    candidates.last = [here, ...candidates.last].slice(0, MAX_CANDIDATES)
    this.#first.set(here, here)
    return here
  }

  #same(left: Node, right: Node, atMost: number): boolean {
    const most = Math.min(atMost, MAX_FAILED_PAIRS - this.#failedPairs)
    const seen = new Map<Node, Set<Node>>()
    const open: Pair[] = [{a: left, b: right}]
    let pairs = 0
    for (let pair = open.pop(); pair; pair = open.pop()) {
      const here = {...pair, a: dereference(pair.a), b: dereference(pair.b)}
      const {a, b} = here
      if (a === b || (this.#first.get(b) ?? b) === (this.#first.get(a) ?? a)) continue
      if (seen.get(a)?.has(b)) continue
      if (++pairs > most) return this.#countFailure(pairs)
      remember(seen, a, b)
      const inner = this.#different.get(a)?.has(b) ? undefined : compareNodes(a, b)
      if (!inner) {
        // The pairs that lead to this difference differ too. They are not compared again.
        for (let above: Pair | undefined = here; above; above = above.above) remember(this.#different, above.a, above.b)
        return this.#countFailure(pairs)
      }
      for (const [x, y] of inner) open.push({a: x, b: y, above: here})
    }
    for (const [a, all] of seen)
      for (const b of all) if (!this.#first.has(b)) this.#first.set(b, this.#first.get(a) ?? a)
    return true
  }

  #countFailure(pairs: number): false {
    this.#failedPairs += pairs
    return false
  }
}

/** Schemas with the same fingerprint: by place, and those seen last. */
interface Candidates {
  readonly at: Map<string, Node>
  last: readonly Node[]
}

interface Pair {
  readonly a: Node
  readonly b: Node
  readonly above?: Pair
}

function remember(pairs: Map<Node, Set<Node>>, a: Node, b: Node): void {
  const known = pairs.get(a)
  if (known) known.add(b)
  else pairs.set(a, new Set([b]))
}

/** Pairs of subschemas that must be equal for these two to be equal; `undefined` if the two differ at the top level. */
function compareNodes(a: Node, b: Node): [Node, Node][] | undefined {
  if (!isRecord(a.raw) || !isRecord(b.raw)) return a.raw === b.raw ? [] : undefined
  if (a.dialect !== b.dialect || a.resource.language.foreign !== b.resource.language.foreign) return undefined
  const keywords = keywordsOf(a)
  const others = keywordsOf(b)
  if (keywords.length !== others.length || keywords.some((keyword, at) => keyword !== others[at])) return undefined
  const pairs: [Node, Node][] = []
  for (const keyword of keywords) {
    const inner = compareKeyword(a, b, keyword, KEYWORDS.get(keyword) as KeywordForm)
    if (!inner) return undefined
    pairs.push(...inner)
  }
  return pairs
}

function compareKeyword(a: Node, b: Node, keyword: string, holds: KeywordForm): [Node, Node][] | undefined {
  const [left, right] = [own(a.raw as object, keyword), own(b.raw as object, keyword)]
  switch (holds) {
    case 'value':
      return canonicalTextAt(a.raw as object, keyword) === canonicalTextAt(b.raw as object, keyword) ? [] : undefined
    case 'reference': {
      if (typeof left !== 'string' || typeof right !== 'string') return undefined
      const [to, also] =
        keyword === '$ref'
          ? [resolveReference(a, left), resolveReference(b, right)]
          : [
              resolveDynamicReference(a, keyword as '$dynamicRef', left),
              resolveDynamicReference(b, keyword as '$dynamicRef', right)
            ]
      if (typeof to === 'object' && typeof also === 'object') return [[to, also]]
      return typeof to === 'string' && to === also && isGlobalAddress(to) ? [] : undefined
    }
    case 'schema':
      return [[childNode(a, keyword), childNode(b, keyword)]]
    default:
      return compareInside(a, b, keyword, left, right)
  }
}

function compareInside(a: Node, b: Node, keyword: string, left: unknown, right: unknown): [Node, Node][] | undefined {
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length !== right.length) return undefined
    return left.map((_, at) => [childNode(a, keyword, at), childNode(b, keyword, at)])
  }
  if (!isRecord(left) || !isRecord(right)) return left === right ? [] : undefined
  if (keyword === 'items') return [[childNode(a, keyword), childNode(b, keyword)]]
  const names = Object.keys(left)
  if (names.length !== Object.keys(right).length) return undefined
  const pairs: [Node, Node][] = []
  for (const name of names) {
    if (!Object.hasOwn(right, name)) return undefined
    if (Array.isArray(left[name]) || Array.isArray(right[name])) {
      if (canonicalText(left[name]) !== canonicalText(right[name])) return undefined
    } else pairs.push([childNode(a, keyword, name), childNode(b, keyword, name)])
  }
  return pairs
}

/** Keywords of a schema that affect validation, sorted. */
function keywordsOf({raw, traits}: Node): readonly string[] {
  if (!isRecord(raw)) return []
  if (traits.ignoresRefSiblings && typeof own(raw, '$ref') === 'string') return ['$ref']
  return Object.keys(raw)
    .filter(keyword => KEYWORDS.has(keyword))
    .sort()
}

/** Short text that equal schemas share, built from their top level. */
function fingerprint(node: Node): string {
  const {raw} = node
  if (!isRecord(raw)) return String(raw)
  return keywordsOf(node)
    .map(keyword => {
      const value = own(raw, keyword)
      const holds = KEYWORDS.get(keyword)
      if (holds === 'reference') return keyword
      if (holds === 'value') return `${keyword}=${canonicalTextAt(raw, keyword)}`
      if (Array.isArray(value)) return `${keyword}#${value.length}`
      if (isRecord(value)) return holds === 'map' ? `${keyword}{${Object.keys(value).sort()}}` : keyword
      return `${keyword}=${String(value)}`
    })
    .join(' ')
}
