import type {Server} from '../model/snapshot.ts'
import {type Stop, type Two, tell, type Walk} from './walk.ts'

const KEPT = 'the address that was the default may still be asked for'

/** Another default of a variable: who does not choose is sent elsewhere. What goes altogether is told as gone. */
export function compareDefaults(walk: Walk, stop: Stop, {older, newer}: Two<readonly Server[]>): void {
  for (const was of older) {
    const is = newer.find(each => each.template === was.template)
    if (was.template === undefined || !is || newer.some(({url}) => url === was.url)) continue
    for (const [name, value] of was.defaults ?? []) {
      const other = is.defaults?.get(name)
      if (other === undefined || other === value || !was.template.includes(`{${name}}`)) continue
      tell(walk, stop, {
        kind: 'default-changed',
        about: name,
        was: value,
        is: other,
        old: was.place,
        new: is.place,
        proofs: {request: {is: 'undetermined', why: KEPT}}
      })
    }
  }
}
