import type {Place} from '../model/place.ts'
import type {CallForm} from '../model/use.ts'
import type {Value} from './value.ts'

/** A place of the code at which something is asked for. */
export interface Site {
  readonly form: CallForm
  readonly place: Place
  readonly address: Value
  /** Left out where nobody can tell it. */
  readonly method?: Value
  /** A string that is handed to something that we do not know. */
  readonly isHanded: boolean
  /** Somebody in the project calls what makes it. */
  readonly seen: {isReached: boolean}
}
