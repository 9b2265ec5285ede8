import type {Operation} from '../snapshot.ts'
import type {OlderNewer} from './context.ts'

/** How much of a pair is compared: all of it, or only the security schemes of what is otherwise unchanged. */
type Extent = 'all' | 'schemes'

/**
 * The callbacks below one endpoint or webhook, outermost first. Each pair is compared once, on the shortest way to it,
 * because callbacks can refer to each other and to themselves.
 */
export class ComparedCallbacks {
  readonly #allows: (two: OlderNewer<Operation>) => boolean
  readonly #open: (() => void)[] = []
  readonly #known = new Set<string>()
  readonly #ids = new Map<unknown, number>()

  /** `allows`: whether one more pair can be compared. */
  constructor(allows: (two: OlderNewer<Operation>) => boolean) {
    this.#allows = allows
  }

  add(extent: Extent, {older, newer}: OlderNewer<Operation>, compare: () => void): void {
    const key = [extent, this.#idOf(older.item), older.method, this.#idOf(newer.item), newer.method].join(' ')
    if (this.#known.has(key)) return
    this.#known.add(key)
    if (this.#allows({older, newer})) this.#open.push(compare)
  }

  /** Compares all pairs that were added, and those that are added meanwhile. */
  compareAll(): void {
    for (const compare of this.#open) compare()
  }

  #idOf(item: unknown): number {
    const id = this.#ids.get(item) ?? this.#ids.size
    this.#ids.set(item, id)
    return id
  }
}
