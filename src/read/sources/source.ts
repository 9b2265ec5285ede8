import {refuse} from '../../model/input-error.ts'
import type {Place} from '../../model/location.ts'
import type {Day} from '../../model/time/date-range.ts'
import type {Shelf} from '../document/file-tree.ts'

/** Where an API description stood at one time: in a release, or in a commit between two releases. */
export interface SourceRevision {
  /** The files of the description. Fails with an `InputError` where the revision holds none. */
  readonly shelf: () => Shelf
  /** The commit that holds it, and its committer's day; left out where the files are not read from git. */
  readonly commit?: {readonly id: string; readonly day: Day}
}

/** One release of a source. */
export interface SourceRelease extends SourceRevision {
  readonly name: string
  /** A day, a month or a year as `YYYY-MM-DD`, in the policy's time zone; left out where none is known. */
  readonly date?: string
  /** Where its name and date are stated. */
  readonly place: Place
}

/** A release that was, though its description cannot be had: what is told of those around it is told across it. */
export const unreadRelease = (release: Omit<SourceRelease, 'shelf'>, why: string): SourceRelease => ({
  ...release,
  shelf: () => {
    throw refuse(why, release.place)
  }
})

/** What of a source is not read, and why. It makes the result partial. */
export interface LeftOut {
  /** A release or a file. */
  readonly name: string
  readonly why: string
  readonly place: Place
}

/** All releases since there was an API description, in the order of design §1. */
export interface Source {
  readonly kind: 'folder' | 'git'
  /** As the user named it. */
  readonly path: string
  /** What the service is called, where nothing else says: by its list of releases, its repository or its folder. */
  readonly service: string
  readonly releases: readonly SourceRelease[]
  /** What lies beyond the releases. */
  readonly left: readonly LeftOut[]
  /** The commit that the default branch is at: what is told `between` follows from it. Left out where nothing is. */
  readonly tip?: string
  /** How it was read, a line each: `18 releases from the tags v* of the repository, spec at openapi.yaml`. */
  readonly remarks: readonly string[]
  /**
   * The commits of the default branch's first-parent line that changed the description after one release and up to
   * another, oldest first. Empty where no git history tells.
   */
  readonly between: (from: SourceRelease | undefined, to: SourceRelease) => readonly SourceRevision[]
}
