import type {Change, ChangeKind} from '../../model/api/change.ts'
import type {SourceLocation} from '../../model/location.ts'
import type {Direction} from '../../model/subject/subject.ts'

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
