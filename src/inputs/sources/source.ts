import type {FileTree, ReadingChoice} from '../../documents/file-tree.ts'
import {isServerCode} from '../../languages/languages.ts'
import {inputError} from '../../model/input-error.ts'
import type {SourceLocation} from '../../model/location.ts'
import {type DateRange, type Day, isBefore, parseDateRange, UNKNOWN_DATE} from '../../model/time/date-range.ts'
import {releaseKey} from '../../model/time/release.ts'
import {unknownSince} from '../../text/format-choices.ts'
import {formatCount, formatFew} from '../../text/format-values.ts'

/** An API description at one point in time: in a release, or in a commit between two releases. */
export interface SourceRevision {
  /** The files of the description. Throws an `InputError` if the revision has none. */
  readonly tree: () => FileTree
  /** The commit, and the day on which its state counts; omitted if the files aren't read from git. */
  readonly commit?: {
    readonly id: string
    /** The committer date, or that of the release. */
    readonly day: Day
    /** The name of the release that it is, where releases date a state. */
    readonly release?: string
    /** Whether no release has this state, so that it counts from the as-of day. */
    readonly isUnreleased?: true
  }
  /** The list of announcements that it has instead of the configured one. */
  readonly list?: Pick<ReadingChoice, 'announcements'>
}

/** One release of a source. */
export interface SourceRelease extends SourceRevision {
  readonly name: string
  /** A year, month, or day (`YYYY`, `YYYY-MM`, or `YYYY-MM-DD`) in the policy's time zone; omitted if unknown. */
  readonly date?: string
  /** Where the name and date are written. */
  readonly place: SourceLocation
}

/** A release whose description can't be read. The releases before and after it are compared directly. */
export const unreadRelease = (release: Omit<SourceRelease, 'tree'>, why: string): SourceRelease => ({
  ...release,
  tree: () => {
    throw inputError(why, release.place)
  }
})

/** Something in a source that isn't read, and why. It makes the result partial. */
export interface UnreadPart {
  /** The name of a release or file. */
  readonly name: string
  readonly why: string
  readonly place: SourceLocation
}

/** The releases of an API from one place, in order of version if all names have one, otherwise of date. */
export interface ReleaseSource {
  readonly kind: 'folder' | 'git'
  /** The path as the user entered it. */
  readonly path: string
  /** The default name of the service: from its release list, its repository, or its folder. */
  readonly service: string
  readonly releases: readonly SourceRelease[]
  /** What isn't covered by the releases. */
  readonly unread: readonly UnreadPart[]
  /**
   * How the source was read, one remark per line: `18 releases from the tags v* of the repository, spec at
   * openapi.yaml`.
   */
  readonly remarks: readonly string[]
}

/**
 * A source that begins with a release: one of that name, else the first one that isn't known to be before a day, month,
 * or year.
 * Throws an `InputError` if there is none.
 */
export function beginAt(source: ReleaseSource, since: string): ReleaseSource {
  const key = releaseKey(since)
  const names = source.releases.map(({name}) => name)
  const named = names.findIndex(name => releaseKey(name) === key)
  const when = parseDateRange(since)
  if (named < 0 && !when) throw unknownSince(since, names)
  const whenOf = ({date = ''}: SourceRelease): DateRange => parseDateRange(date) ?? UNKNOWN_DATE
  const at = named < 0 && when ? source.releases.findIndex(each => !isBefore(whenOf(each), when)) : named
  if (at < 0) throw inputError(`Each release is before \`${since}\`, so none would be left.`, {source: source.path})
  if (at === 0) return source
  const left = `${formatCount(at, 'release')} before \`${source.releases[at]?.name}\` ${at === 1 ? 'is' : 'are'} left out`
  return {...source, releases: source.releases.slice(at), remarks: [...source.remarks, left]}
}

/** Formats the first five names for a message. */
export const formatFirstNames = (names: readonly string[]): string =>
  formatFew(
    names.map(name => `\`${name}\``),
    5
  )

/** Remarks for server code: installed packages aren't in git, so all releases are read with the same ones. */
export const installedPackagesRemark = (paths: readonly string[]): readonly string[] =>
  paths.some(isServerCode)
    ? ['The code is that of each release; the types of packages are those that are installed now']
    : []
