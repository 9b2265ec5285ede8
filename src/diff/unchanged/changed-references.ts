import type {Node} from '../../schema/document/node.ts'
import {follow, followDynamic} from '../../schema/document/references.ts'
import type {Resource} from '../../schema/document/schema-document.ts'
import {isRecord} from '../../schema/json.ts'
import {saysTheSame} from '../documentation.ts'
import {subtypesOf} from '../flatten/subtypes.ts'
import {NO_REFERENCES, type References, referencesIn} from './reference-index.ts'
import {areReadAlike} from './version-differences.ts'

interface Two {
  readonly older: Node | string
  readonly newer: Node | string
  differs?: boolean
}

/** The references from two whole descriptions that lead to something known to be the same. */
interface Clean {
  readonly older: Resource
  readonly newer: Resource
  readonly refersTo: (reference: string) => boolean
}

/**
 * Tracks which `$ref` targets changed, directly or transitively, so that unchanged parts can be skipped, which is most
 * of a large document. Documentation doesn't count as a difference.
 */
export class Dirt {
  readonly #references = new WeakMap<object, References>()
  readonly #known = new Map<Node, Map<Node, Two>>()
  readonly #ofWholes = new Map<string, Two>()
  readonly #clean: Clean

  constructor(clean: Clean) {
    this.#clean = clean
  }

  /** Whether two schemas are the same, with everything they refer to. */
  isClean(older: Node, newer: Node): boolean {
    if (!saysTheSame(older.raw, newer.raw) || !this.isCleanInside(older.raw, older, newer)) return false
    const hasSubtypes = subtypesOf(older).size > 0 || subtypesOf(newer).size > 0
    return !hasSubtypes || !this.#differs(this.#twoOf(older, newer))
  }

  /**
   * Whether nothing differs that a part refers to, if the part itself is the same on both sides. References are
   * resolved from its place on each side. `areNames`: its keys are names that the author chose.
   */
  isCleanInside(raw: unknown, older: Node, newer: Node, areNames = false): boolean {
    if (!areReadAlike(raw, older, newer)) return false
    const references = this.#refersTo(raw, areNames)
    if (references === NO_REFERENCES) return true
    // A part with its own `$id` inside another schema is checked in its own place.
    if (references.areInside || (raw !== older.raw && isRecord(raw) && typeof raw.$id === 'string')) return false
    return this.#ends(references, older, newer).every(two => !this.#differs(two))
  }

  /** The targets of a part's references from its place, except those that are known to be the same. */
  #ends({plain, dynamic}: References, older: Node, newer: Node): Two[] {
    const isWhole = this.#areWhole(older, newer)
    const ends: Two[] = []
    for (const reference of plain)
      if (!isWhole) ends.push(this.#two(follow(older, reference), follow(newer, reference)))
      else if (!this.#clean.refersTo(reference)) ends.push(this.#twoOfWholes(reference, older, newer))
    // A dynamic reference can have another target, even if everything on the way to it is the same.
    for (const [keyword, reference] of dynamic)
      ends.push(this.#two(followDynamic(older, keyword, reference), followDynamic(newer, keyword, reference)))
    return ends
  }

  /** All references of a part, each once. */
  #refersTo(raw: unknown, areNames = false): References {
    if (typeof raw !== 'object' || raw === null) return NO_REFERENCES
    const known = this.#references.get(raw)
    if (known) return known
    const list = referencesIn(raw, areNames)
    this.#references.set(raw, list)
    return list
  }

  #areWhole(older: Node, newer: Node): boolean {
    return older.resource === this.#clean.older && newer.resource === this.#clean.newer
  }

  /** The targets of a reference from the whole descriptions, which contain most references, and the same few. */
  #twoOfWholes(reference: string, older: Node, newer: Node): Two {
    const known = this.#ofWholes.get(reference)
    if (known) return known
    const two = this.#two(follow(older, reference), follow(newer, reference))
    this.#ofWholes.set(reference, two)
    return two
  }

  #two(older: Node | string, newer: Node | string): Two {
    // A target that only one side has is a difference; one that neither side has isn't.
    if (typeof older === 'string' || typeof newer === 'string')
      return {older, newer, differs: typeof older !== typeof newer}
    return this.#twoOf(older, newer)
  }

  #twoOf(older: Node, newer: Node): Two {
    const all = this.#known.get(older) ?? new Map<Node, Two>()
    this.#known.set(older, all)
    const known = all.get(newer) ?? {older, newer}
    all.set(newer, known)
    return known
  }

  #differs(start: Two): boolean {
    if (start.differs !== undefined) return start.differs
    // Everything that can be reached is visited once. After that, everything that leads to a difference is marked as
    // different.
    const leadsTo = new Map<Two, Two[]>()
    const dirty: Two[] = []
    const reached = new Set([start])
    const open = [start]
    for (let next = open.pop(); next; next = open.pop()) {
      const {older, newer, differs} = next
      if (differs) dirty.push(next)
      if (differs !== undefined || typeof older === 'string' || typeof newer === 'string') continue
      if (!saysTheSame(older.raw, newer.raw) || !areReadAlike(older.raw, older, newer)) {
        dirty.push(next)
        continue
      }
      const [subtypes, others] = [subtypesOf(older), subtypesOf(newer)]
      if ([...subtypes.keys()].join('\n') !== [...others.keys()].join('\n')) {
        dirty.push(next)
        continue
      }
      const references = this.#refersTo(older.raw)
      if (references.areInside) {
        dirty.push(next)
        continue
      }
      for (const inner of [
        ...this.#ends(references, older, newer),
        ...[...subtypes].map(([value, node]) => this.#twoOf(node, others.get(value) as Node))
      ]) {
        const sources = leadsTo.get(inner)
        if (sources) sources.push(next)
        else leadsTo.set(inner, [next])
        if (reached.has(inner)) continue
        reached.add(inner)
        open.push(inner)
      }
    }
    for (const two of reached) two.differs ??= false
    for (let next = dirty.pop(); next; next = dirty.pop()) {
      next.differs = true
      for (const source of leadsTo.get(next) ?? []) if (!source.differs) dirty.push(source)
    }
    return start.differs === true
  }
}
