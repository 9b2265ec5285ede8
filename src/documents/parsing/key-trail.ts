import {parsePointer} from '../../model/location.ts'

/** A tree of the keys on the way to the values being looked for. All other keys are skipped. */
export interface KeyTrail {
  readonly below: ReadonlyMap<string, KeyTrail>
  /** The offset of a found value: of its key for a property, of the value itself for a list item. */
  offset?: number
  /** Set if the value doesn't exist. */
  isAbsent?: true
}

/** Whether anything below this trail is still to be found. */
export const hasPending = ({below}: KeyTrail): boolean =>
  [...below.values()].some(trail => !trail.isAbsent && (trail.offset === undefined || hasPending(trail)))

interface MutableTrail extends KeyTrail {
  readonly below: Map<string, MutableTrail>
  readonly above: MutableTrail | undefined
}

/** The trail of several pointers. */
export interface PointerTrails {
  readonly root: KeyTrail
  /** The offset of each pointer's target; if it doesn't exist, that of its nearest existing ancestor. */
  readonly offsets: () => [pointer: string, offset: number][]
}

/** Builds the trail of pointers, with shared keys merged. */
export function createTrails(pointers: readonly string[]): PointerTrails {
  const root: MutableTrail = {below: new Map(), above: undefined}
  const ends = pointers.map(pointer => {
    let here = root
    for (const key of parsePointer(pointer)) {
      let next = here.below.get(key)
      if (!next) {
        next = {below: new Map(), above: here}
        here.below.set(key, next)
      }
      here = next
    }
    return here
  })
  const offsetOf = (end: MutableTrail | undefined): number => {
    let nearest = end
    while (nearest && nearest.offset === undefined) nearest = nearest.above
    return nearest?.offset ?? 0
  }
  return {root, offsets: () => pointers.map((pointer, at) => [pointer, offsetOf(ends[at])])}
}
