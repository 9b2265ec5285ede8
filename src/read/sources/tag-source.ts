import type {Day} from '../../model/time/date-range.ts'
import {count} from '../../text/format-values.ts'
import {inCommit} from '../document/file-tree.ts'
import {isProgram} from '../document/is-server-code.ts'
import {ask, type Blob, type Commit} from '../git/git.ts'
import {firstChanged} from '../git/rename-history.ts'
import {absentFrom, blobsAt, type Spot} from '../git/trees.ts'
import {betweenOf} from './commits-between.ts'
import {findSpec, pathsMeant, usualSpecs} from './find-spec.ts'
import type {GitOptions, SourceRepository} from './git-repository.ts'
import {inOrder} from './order-releases.ts'
import {readDates} from './release-dates.ts'
import {beforeClone, lackOf, nowhere, SHALLOW} from './revisions.ts'
import {type Source, type SourceRelease, unreadRelease} from './source.ts'
import {installedNow, some} from './source-messages.ts'
import {tagsOf} from './tags.ts'

/** A revision in which the description may stand. */
interface Candidate {
  readonly name: string
  readonly date: Day
  readonly commit: {readonly id: string; readonly day: Day}
}

/** The description at tags. */
export function atTags(
  path: string,
  repository: SourceRepository,
  {tags, spec, dates: datesFile, timezone}: Omit<GitOptions, 'spec'> & {spec: string | undefined}
): Source {
  const {root, isShallow, isPartial, service} = repository
  const dates = datesFile === undefined ? undefined : readDates(datesFile, timezone)
  const tagged = tagsOf(repository, tags, timezone)
  const candidates = tagged.releases
  const followed = follow(repository, candidates, spec)
  const {paths} = followed
  const found = standing(root, candidates, paths)
  const first = found.findIndex(each => each !== undefined)
  if (first === -1) throw nowhere(repository, paths, candidates)
  const absent = isPartial
    ? absentFrom(
        root,
        found.flatMap(each => each?.spot ?? [])
      )
    : new Set<string>()
  const unlike = otherSpecs(repository, candidates.slice(0, first + 1))
  const releases = candidates.flatMap((candidate, index): SourceRelease[] => {
    const {name, commit, date} = candidate
    const stood = found[index]
    const other = unlike[index]
    // Where blobs are missing a move may not have been seen.
    if (!stood && index < first && !isPartial && other === undefined) return []
    const given = dates?.of(name)
    const place = given?.place ?? {source: `${name}:${stood?.spot.path ?? paths[0]}`}
    const why = stood
      ? lackOf(stood.blob, absent)
      : `Unexpected lack of ${some(paths)}, expected one of them in the tag${other === undefined ? '' : ` (there is \`${other}\`: git shows no move from it)`}`
    const release = {name, date: given?.date ?? date, place, commit}
    if (why !== undefined || !stood) return [unreadRelease(release, why ?? '')]
    return [{...release, shelf: () => inCommit(name, stood.spot.path, stood.blob, {root, id: commit.id})}]
  })
  const early = isPartial
    ? []
    : candidates.filter((_, index) => index < first && unlike[index] === undefined).map(({name}) => name)
  const unused = dates?.unused() ?? []
  const how = tags === undefined ? 'the tags' : `the tags \`${tags}\``
  return {
    kind: 'git',
    path,
    ...tipOf(repository),
    service,
    releases: dates ? inOrder(releases) : releases,
    left: isShallow ? [beforeClone(path)] : [],
    remarks: [
      `${count(releases.length, 'release')} from ${how} of the repository, spec at ${some(placesIn(found))}`,
      ...tagged.remarks,
      ...installedNow(paths),
      ...(early.length > 0 ? [`Before there was an API description: ${some(early)}`] : []),
      ...(unused.length > 0 ? [`Dates of what is no release here: ${some(unused)}`] : []),
      ...(isShallow ? [SHALLOW] : [])
    ],
    between: isShallow ? () => [] : betweenOf(repository, followed.marking, timezone)
  }
}

/**
 * What has a usual name in the releases before the last of these, and is gone in that: a description that was written
 * anew in another place, perhaps.
 */
function otherSpecs(repository: SourceRepository, candidates: readonly Candidate[]): (string | undefined)[] {
  if (candidates.length < 2) return []
  const usual = usualSpecs(repository, candidates)
  const kept = new Set(usual.at(-1)?.map(({path}) => path))
  return usual.map(specs => specs.find(({path}) => !kept.has(path))?.path)
}

interface Followed {
  /** Where the description stood, the latest place first. */
  readonly paths: readonly string[]
  /** What changed what it marks on the default branch, oldest first. */
  readonly marking: readonly Commit[]
}

/** Finds the description and where it stood before, along the default branch, else from the newest release back. */
function follow(repository: SourceRepository, candidates: readonly Candidate[], spec: string | undefined): Followed {
  const {root, branch} = repository
  const newest = candidates.toReversed()
  const meant = spec === undefined ? [findSpec(repository, newest)] : pathsMeant(repository, spec)
  const commits = branch === undefined ? [] : firstChanged(root, branch, meant)
  const tip = newest[0]?.commit.id
  const known = commits.length > 0 || tip === undefined ? commits : firstChanged(root, tip, meant)
  const paths = [...new Set([...known.map(({path}) => path).reverse(), ...meant])]
  const [path] = paths
  // The marks of code may stand in any of its files.
  const isSpread = path !== undefined && isProgram(path) && branch !== undefined
  return {paths, marking: isSpread ? markingOf(root, branch, path) : commits}
}

/** The commits of a branch that touched a line which marks an end, whatever file it is in. */
function markingOf(root: string, branch: string, path: string): Commit[] {
  const log = ask(root, ['log', '--first-parent', '-m', '--reverse', `-G${MARKED}`, '--format=%H %ct', branch])
  return (log?.toString('utf8') ?? '').split('\n').flatMap((each): Commit[] => {
    const [id, time] = each.split(' ')
    return id && time ? [{id, time: Number(time), path}] : []
  })
}

/** What stands in every line of a comment that marks an end. */
const MARKED = '@deprecated|@sunset|@removal|deprecated:'

interface Stood {
  readonly spot: Spot
  readonly blob: Blob
}

/** The description in each release: at the latest of its places that is there. */
function standing(root: string, candidates: readonly Candidate[], paths: readonly string[]): (Stood | undefined)[] {
  const spots = candidates.flatMap(({commit}) => paths.map((path): Spot => ({commit: commit.id, path})))
  const blobs = blobsAt(root, spots)
  return candidates.map((_, index) => {
    const at = paths.findIndex((_path, offset) => blobs[index * paths.length + offset])
    const spot = at === -1 ? undefined : spots[index * paths.length + at]
    const blob = blobs[index * paths.length + at]
    return spot && blob && {spot, blob}
  })
}

const placesIn = (found: readonly (Stood | undefined)[]): string[] => [
  ...new Set(found.flatMap(each => each?.spot.path ?? []).reverse())
]

function tipOf({root, branch}: SourceRepository): {tip?: string} {
  const tip = branch === undefined ? undefined : ask(root, ['rev-parse', branch])?.toString('utf8').trim()
  return tip === undefined ? {} : {tip}
}
