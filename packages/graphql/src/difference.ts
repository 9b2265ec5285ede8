import type {Change, ChangeKind} from '@tenure/core/model/api/change'
import type {SourceLocation} from '@tenure/core/model/location'
import type {Direction} from '@tenure/core/model/subject/subject'

/** What changed, before it is known whom it affects. */
export interface Difference {
  readonly kind: ChangeKind
  readonly type: string
  /** The member of the type; omitted for the type itself. */
  readonly member?: string
  /** Where the path in the member continues: `[]`. */
  readonly behind?: string
  readonly sides: readonly Direction[]
  readonly where: {readonly old?: SourceLocation; readonly new?: SourceLocation}
  readonly values?: Pick<Change, 'old' | 'new' | 'about' | 'possibleName'>
  /** Finds the proof for each side, which takes a while. */
  readonly prove?: () => Change['proofs']
}
