import {pathOf} from '../model/place.ts'

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
}

/** All that pointers name, keys that they share once. */
export function trailOf(pointers: readonly string[]): Trail {
  const root: Growing = {below: new Map()}
  for (const pointer of pointers) {
    let here = root
    for (const key of pathOf(pointer)) {
      let next = here.below.get(key)
      if (!next) {
        next = {below: new Map()}
        here.below.set(key, next)
      }
      here = next
    }
  }
  return root
}

/** The offset of what each pointer points to; of what is not there, the offset of the nearest that is and holds it. */
export function offsetsOf(root: Trail, pointers: readonly string[]): [pointer: string, offset: number][] {
  return pointers.map(pointer => {
    let offset = root.offset ?? 0
    let trail: Trail | undefined = root
    for (const key of pathOf(pointer)) {
      trail = trail.below.get(key)
      if (trail?.offset === undefined) break
      offset = trail.offset
    }
    return [pointer, offset]
  })
}
