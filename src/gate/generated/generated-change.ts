import type {Context} from '../../context/context.ts'
import type {FoundBase} from '../base/base-revision.ts'
import type {DriftedRevision} from '../compare-with-base.ts'

/** The descriptions of a change and of its base where git has none, because a command writes them. */
export interface GeneratedChange {
  /** Context with the description of the change in place of what is on disk. */
  readonly context: Context
  /** What the change is compared with. Missing if git has the description of the base. */
  readonly found?: FoundBase
  /** Whether anything of the change isn't committed. */
  readonly isDirty: () => boolean
  /** The description of the base under the dependencies that the change brings. Missing if it brings none. */
  readonly drifted?: DriftedRevision
  /** Generates the descriptions of the commits that a function reads, and returns its result. */
  readonly reading: <Result>(read: () => Result) => Promise<Result>
  readonly remarks: () => readonly string[]
}
