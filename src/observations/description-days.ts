import type {ReadingChoice} from '../documents/file-tree.ts'
import {historyFromSnapshots} from '../history/observed/from-snapshots.ts'
import type {FindDescriptionDay} from '../inputs/record/announcement-record.ts'
import {findRevisionsTouching, patternOf} from '../inputs/sources/first-parent-commits.ts'
import {openFolderSource} from '../inputs/sources/folder-source.ts'
import {openSourceRepository, withBranch} from '../inputs/sources/git-repository.ts'
import {findCurrentSpec} from '../inputs/sources/release-base.ts'
import {folderOfReleases, holdsReleases, toSpecPath} from '../inputs/sources/release-files.ts'
import {createRevision} from '../inputs/sources/revisions.ts'
import type {ReleaseSource, SourceRelease, SourceRevision} from '../inputs/sources/source.ts'
import {openTagSource} from '../inputs/sources/tag-source.ts'
import {pathInRepository} from '../inputs/working-tree.ts'
import {ignoreInputErrors} from '../model/input-error.ts'
import type {DeclaredHistory, WrittenEvent} from '../model/lifecycle/history.ts'
import {once} from '../model/memoize.ts'
import {subjectKey} from '../model/subject/subject.ts'
import {type DateRange, type Day, parseDateRange} from '../model/time/date-range.ts'
import type {Cache} from '../stores/cache.ts'
import {atCommit} from '../stores/files/commit-workspace.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import type {Git} from '../stores/git/git.ts'
import {findBlob} from '../stores/git/trees.ts'
import {ContentIds} from './content-ids.ts'
import {observeSource} from './observe.ts'
import {ReleaseDiffs} from './release-diffs.ts'

/** A branch whose descriptions show when announcements were made. */
export interface DescribedBranch {
  /** The commit up to which its history counts. */
  readonly tip: string
  /** The description in that commit, relative to the working directory; by default, the one with a usual name. */
  readonly spec: string | undefined
  readonly reading: ReadingChoice
  readonly timezone: string
}

/**
 * Returns a function that finds since when the descriptions of a branch have shown an announcement: in a folder of
 * releases, in the tags that the branch contains, or in its commits. Nothing is read before its first call, and no
 * commit or tag that the branch doesn't contain.
 */
export function createDescriptionDays(
  workspace: Workspace,
  find: () => DescribedBranch | undefined,
  cache: () => Cache
): FindDescriptionDay {
  const branch = once(find)
  const sources = [daysInFolder, daysInTags, daysInCommits].map(read =>
    once(() => {
      const found = branch()
      if (!found) return NOTHING
      const spec = found.spec === undefined ? undefined : toSpecPath(workspace.files, found.spec)
      const ids = new ContentIds(cache(), found.reading)
      // Without a description, or with those of several APIs, a source shows no days.
      return ignoreInputErrors(() => read(workspace, {...found, spec}, ids), NOTHING)
    })
  )
  return (event, claimed) => {
    let found: Day | undefined
    for (const read of sources) {
      const day = dayFor(event, claimed, read())
      if (day !== undefined && (found === undefined || day < found)) found = day
      if (found !== undefined && found <= (claimed.latest ?? '')) break
    }
    return found
  }
}

/** Announcements with the day on which they were shown, by kind and subject. */
type DescriptionDays = ReadonlyMap<string, readonly {readonly day: Day; readonly sunset?: string}[]>

const NOTHING: DescriptionDays = new Map()

/**
 * The last day up to the claimed one on which the announcement was made with its sunset, or else the first day after
 * it; `undefined` if it never was.
 */
function dayFor(event: WrittenEvent, {latest = ''}: DateRange, shown: DescriptionDays): Day | undefined {
  const days = (shown.get(keyOf(event)) ?? [])
    .filter(({sunset}) => event.sunset === undefined || event.sunset.text === sunset)
    .map(({day}) => day)
    .toSorted()
  return days.findLast(day => day <= latest) ?? days[0]
}

const keyOf = ({kind, subject}: Pick<WrittenEvent, 'kind' | 'subject'>): string => `${kind} ${subjectKey(subject)}`

/** The days of announcements in a folder of releases: a file shows them since the last commit that changed it. */
function daysInFolder(workspace: Workspace, {tip, spec, timezone}: DescribedBranch, ids: ContentIds): DescriptionDays {
  if (spec === undefined) return NOTHING
  const {root} = openSourceRepository(workspace, '.')
  if (!holdsReleases(atCommit(workspace, {root, id: tip}).files, spec)) return NOTHING
  const source = openFolderAt(workspace, {root, tip, spec, timezone})
  return daysOf(source, ids, entry => source.releases[entry]?.commit?.day)
}

/** The releases of a folder in a commit, each with the day of the last commit that changed its file. */
export function openFolderAt(
  workspace: Workspace,
  {
    root,
    tip,
    spec,
    timezone
  }: Pick<DescribedBranch, 'tip' | 'timezone'> & {readonly root: string; readonly spec: string}
): ReleaseSource {
  const listed = openFolderSource(atCommit(workspace, {root, id: tip}), spec, {timezone})
  const changed = listLastChanges(workspace, root, tip, folderOfReleases(workspace.files, spec))
  const releases = listed.releases.flatMap((release): SourceRelease[] => {
    const path = pathInRepository(workspace.files, root, release.place.source) ?? ''
    const blob = findBlob(workspace.git, root, tip, path)
    const time = changed.get(path)
    if (blob?.kind !== 'file' || time === undefined) return []
    return [{...release, ...createRevision(workspace, root, {id: tip, time, path}, blob, timezone)}]
  })
  return {...listed, releases}
}

/** The times of the last commits that changed each file of a folder, in seconds since 1970. */
function listLastChanges(workspace: Workspace, root: string, tip: string, folder: string): ReadonlyMap<string, number> {
  const format = ['--first-parent', '-m', '--reverse', '--no-renames', '--name-only', '-z', '--format=%x01%ct']
  const log = workspace.git.output(root, [
    'log',
    ...format,
    tip,
    '--',
    pathInRepository(workspace.files, root, folder) || '.'
  ])
  const last = new Map<string, number>()
  for (const commit of log?.toString('utf8').split('\u0001') ?? []) {
    const [time, ...paths] = commit.split('\0')
    for (const each of paths) {
      const path = each.replace(/^\n/, '')
      last.set(path, Math.max(Number(time), last.get(path) ?? 0))
    }
  }
  return last
}

function daysInTags(workspace: Workspace, {tip, spec, timezone}: DescribedBranch, ids: ContentIds): DescriptionDays {
  const repository = withBranch(openSourceRepository(workspace, '.'), tip)
  const source = openTagSource(workspace, '.', repository, {spec, timezone})
  const inside = listTaggedCommits(workspace.git, repository.root, tip)
  return daysOf({...source, releases: source.releases.filter(({commit}) => commit && inside.has(commit.id))}, ids)
}

/** The tagged commits that a commit contains. */
function listTaggedCommits(git: Git, root: string, tip: string): ReadonlySet<string> {
  const format = '--format=%(objectname) %(*objectname)'
  const list = git.list(root, ['for-each-ref', `--merged=${tip}`, format, 'refs/tags'])
  return new Set(list.flatMap(each => each.split(' ')))
}

/** The days of announcements in the commits that may have changed a mark, each compared with the commit before it. */
function daysInCommits(workspace: Workspace, {tip, spec, timezone}: DescribedBranch, ids: ContentIds): DescriptionDays {
  const repository = withBranch(openSourceRepository(workspace, '.'), tip)
  const named = spec ?? findCurrentSpec(workspace.files, undefined)
  if (named === undefined) return NOTHING
  const path = `${repository.prefix}${named}`
  const line = (files: readonly string[]): readonly SourceRevision[] =>
    findRevisionsTouching(workspace, patternOf('mark', ids.reading), repository, {id: tip, path, files}, timezone)
  const last = line([]).at(-1)
  if (!last) return NOTHING
  const diffs = new ReleaseDiffs(ids)
  diffs.describeAlone(last)
  const releases = diffs.listRevisions(last, line).map(toRelease)
  return daysOf({kind: 'git', path: '.', service: '', releases, unread: [], remarks: []}, ids)
}

/** The commit as a release. Digits of its ID are replaced by letters, because they could be read as a version. */
function toRelease({tree, commit}: SourceRevision): SourceRelease {
  const name = (commit?.id ?? '').replace(/\d/g, digit => 'ghijklmnop'.charAt(Number(digit)))
  return {name, place: {source: name}, tree, ...(commit ? {commit, date: commit.day} : {})}
}

function daysOf(
  source: ReleaseSource,
  ids: ContentIds,
  fileDay: (entry: number) => Day | undefined = () => undefined
): DescriptionDays {
  const shown = historyFromSnapshots(observeSource(source, {ids}).releases, source.service, source.path)
  const days = new Map<string, {day: Day; sunset?: string}[]>()
  for (const event of shown.events) {
    const day = fileDay(event.entry) ?? dayOfDescription(event, shown)
    if (day === undefined) continue
    const all = days.get(keyOf(event)) ?? []
    days.set(keyOf(event), [...all, event.sunset ? {day, sunset: event.sunset.text} : {day}])
  }
  return days
}

/**
 * The day since which an announcement was shown: that of its first commit, or of its release. A day that a description
 * claims counts only if no earlier description is known.
 */
function dayOfDescription({entry, announced, via, by}: WrittenEvent, {entries}: DeclaredHistory): Day | undefined {
  const stated = via !== undefined || by ? announced : undefined
  const day = stated === undefined || stated === 'never' ? undefined : parseDateRange(stated.text)?.latest
  return day ?? entries[entry]?.stated.latest
}
