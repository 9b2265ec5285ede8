import {pathOf} from '../../model/location.ts'

/** The keys that lead to what is looked for. What is not on them is passed over. */
export interface Trail {
  readonly below: ReadonlyMap<string, Trail>
  /** Where it is written, once it is found: a property at its key, an item at itself. */
  offset?: number
  /** It is known not to be there. */
  isAbsent?: true
}

/** Whether something on the trail is still to be found. */
export const isWanted = ({below}: Trail): boolean =>
  [...below.values()].some(trail => !trail.isAbsent && (trail.offset === undefined || isWanted(trail)))

interface Growing extends Trail {
  readonly below: Map<string, Growing>
  readonly above: Growing | undefined
}

/** A trail, and where on it each pointer ends. */
export interface Trails {
  readonly root: Trail
  /** The offset of what each pointer points to; of what is not there, the offset of the nearest that is and holds it. */
  readonly offsets: () => [pointer: string, offset: number][]
}

/** All that pointers name, keys that they share once. */
export function trailsTo(pointers: readonly string[]): Trails {
  const root: Growing = {below: new Map(), above: undefined}
  const ends = pointers.map(pointer => {
    let here = root
    for (const key of pathOf(pointer)) {
      let next = here.below.get(key)
      if (!next) {
        next = {below: new Map(), above: here}
        here.below.set(key, next)
      }
      here = next
    }
    return here
  })
  const offsetOf = (end: Growing | undefined): number => {
    let nearest = end
    while (nearest && nearest.offset === undefined) nearest = nearest.above
    return nearest?.offset ?? 0
  }
  return {root, offsets: () => pointers.map((pointer, at) => [pointer, offsetOf(ends[at])])}
}
