import type {Config} from '../inputs/config/file.ts'
import type {ComparedReleases} from './base/compared-releases.ts'
import type {DeletedApi} from './base/deleted-apis.ts'

/** The description that a change is about. */
export interface LocatedChange extends Partial<Pick<ComparedReleases, 'earlier' | 'others'>> {
  /** Path of the description. */
  readonly spec: string
  /** Folder or pattern with a description for each release. */
  readonly releases?: string | undefined
  readonly isDeleted: boolean
  /** API that's no longer listed. The target's rules alone decide on it. */
  readonly unlisted?: DeletedApi
  /** Config that the change brings. */
  readonly config: Config | undefined
}
