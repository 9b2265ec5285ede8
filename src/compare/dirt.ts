import type {Resource} from '../schema/book.ts'
import type {Node} from '../schema/node.ts'
import {follow} from '../schema/references.ts'
import {referencesIn, saysTheSame} from './prose.ts'
import {areReadAlike} from './readings.ts'
import {subtypesOf} from './subtypes.ts'

interface Two {
  readonly older: Node | string
  readonly newer: Node | string
  differs?: boolean
}

/** Where references lead to what is known to be the same, seen from two descriptions as wholes. */
interface Clean {
  readonly older: Resource
  readonly newer: Resource
  readonly refersTo: (reference: string) => boolean
}

/**
 * Which references lead to something that differs, at their end or at the end of a further one. What says the same on
 * both sides and refers to nothing that differs need not be looked at: most of a large document is like that. Words for
 * people are no difference here.
 */
export class Dirt {
  readonly #references = new WeakMap<object, readonly string[]>()
  readonly #known = new Map<Node, Map<Node, Two>>()
  readonly #clean: Clean

  constructor(clean: Clean) {
    this.#clean = clean
  }

  /** Whether both say the same all the way down. */
  isClean(older: Node, newer: Node): boolean {
    if (!saysTheSame(older.raw, newer.raw) || !this.isCleanInside(older.raw, older, newer)) return false
    const hasSubtypes = subtypesOf(older).size > 0 || subtypesOf(newer).size > 0
    return !hasSubtypes || !this.#differs(this.#twoOf(older, newer))
  }

  /**
   * Whether nothing differs that a piece refers to which is the same on both sides, seen from where it stands.
   * `areNames`: its keys are names that somebody chose.
   */
  isCleanInside(raw: unknown, older: Node, newer: Node, areNames = false): boolean {
    if (!areReadAlike(raw, older, newer)) return false
    const references = this.#refersTo(raw, areNames)
    if (references.length === 0) return true
    const isWhole = this.#areWhole(older, newer)
    return references.every(
      reference => (isWhole && this.#clean.refersTo(reference)) || !this.#differs(this.#two(reference, older, newer))
    )
  }

  /** All references of a piece, each once. */
  #refersTo(raw: unknown, areNames = false): readonly string[] {
    if (typeof raw !== 'object' || raw === null) return []
    const known = this.#references.get(raw)
    if (known) return known
    const list = referencesIn(raw, areNames)
    this.#references.set(raw, list)
    return list
  }

  #areWhole(older: Node, newer: Node): boolean {
    return older.resource === this.#clean.older && newer.resource === this.#clean.newer
  }

  #two(reference: string, from: Node, to: Node): Two {
    const [older, newer] = [follow(from, reference), follow(to, reference)]
    // What is on one side only differs; what is on none is nothing on both.
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
    // All that can be reached from here is looked at once: then whatever leads to a difference differs.
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
      const isWhole = this.#areWhole(older, newer)
      const references = this.#refersTo(older.raw).filter(each => !isWhole || !this.#clean.refersTo(each))
      for (const inner of [
        ...references.map(reference => this.#two(reference, older, newer)),
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
