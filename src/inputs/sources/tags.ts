import {posix, sep} from 'node:path'
import {groupBy} from '../../model/group-by.ts'
import {InputError, type InputProblem, inputError} from '../../model/input-error.ts'
import {once} from '../../model/memoize.ts'
import {type Day, dayOfInstant} from '../../model/time/date-range.ts'
import {sortReleases} from '../../model/time/order-releases.ts'
import {releaseLineOf} from '../../model/time/release.ts'
import {orderVersions} from '../../model/time/version.ts'
import type {Git} from '../../stores/git/git.ts'
import {listRefs} from '../../stores/git/refs.ts'
import {pathFromRoot} from '../../stores/git/repository.ts'
import {findBlobs} from '../../stores/git/trees.ts'
import {formatCount, formatFew} from '../../text/format-values.ts'
import {DEEPEN, type SourceRepository} from './git-repository.ts'
import {formatFirstNames} from './source.ts'
import {
  chooseTagFamily,
  findDistinctTags,
  listTagFamilies,
  patternsOf,
  startOf,
  type Tag,
  type TagFamily,
  type TagOwner
} from './tag-families.ts'

/** A tag as a release. */
export interface TaggedRelease {
  readonly name: string
  readonly commit: {readonly id: string; readonly day: Day}
  readonly date: Day
}

export interface TaggedReleases {
  /** In release order. */
  readonly releases: readonly TaggedRelease[]
  readonly remarks: readonly string[]
}

/** Which tags are the releases. */
export interface TagChoice {
  /** Patterns that were named, each for one family. One that begins with `!` leaves tags out. */
  readonly patterns?: readonly string[] | undefined
  readonly owner?: TagOwner | undefined
}

/** No tag is a release of the API. */
export class NoReleaseTags extends InputError {
  constructor(problem: InputProblem) {
    super([problem])
    this.name = 'NoReleaseTags'
  }
}

const NO_OWNER: TagOwner = {names: [], others: []}

/**
 * The tags of releases: one family of those with a version or a day, else all. A pattern limits them, and of several
 * patterns each has its family. Throws an `InputError` if two tags name one version on different commits.
 */
export function findReleaseTags(
  git: Git,
  repository: SourceRepository,
  choice: TagChoice,
  timezone: string
): TaggedReleases {
  const tagged = readTags(git, repository.root)
  if (tagged.length === 0)
    throw new NoReleaseTags({message: noTagsMessage(repository), place: {source: repository.named}})
  const isExclusion = (pattern: string): boolean => pattern.startsWith('!')
  const excluded = (choice.patterns ?? [])
    .filter(isExclusion)
    .map(each => tagsMatching(git, repository.root, each.slice(1)))
  const all = tagged.filter(({name}) => !excluded.some(names => names.has(name)))
  const wanted = choice.patterns?.filter(each => !isExclusion(each)) ?? []
  const {chosen, others} = chooseTags(git, repository, all, {
    owner: choice.owner,
    patterns: wanted.length > 0 ? wanted : undefined
  })
  const {tags, twins, moving, conflicts} = findDistinctTags(chosen)
  const [conflict] = conflicts
  if (conflict) throw conflictError(conflict, chosen, all, repository)
  const {releases, untrusted} = assignDates(tags, timezone)
  const [twin, ...further] = twins
  const backward = findBackwardTags(git, repository.root, releases)
  const remarks = [
    ...(others.length > 0 ? [`Other tags are left out: ${formatFirstNames(others)} (\`--releases\` chooses)`] : []),
    ...(twin
      ? [
          `Tags of one version and one commit are one release: ${formatFirstNames(namesOf(twin))}${further.length > 0 ? `, and likewise ${formatCount(further.length, 'other version')}` : ''}`
        ]
      : []),
    ...(moving.length > 0
      ? [`Tags that move to the newest release are left out: ${formatFirstNames(namesOf(moving))}`]
      : []),
    ...(backward.length > 0
      ? [
          `${formatFew(backward.map(([earlier, later]) => `\`${later}\` is on an older commit than \`${earlier}\``))}, so the changes between them are read backward. Check these tags, or choose others with \`--releases\`.`
        ]
      : []),
    ...(untrusted.length > 0
      ? [
          `Tags that were written at another time than their release: ${formatFirstNames(untrusted)}. A release counts from the later day of tag and commit, but not after the next release of its line`
        ]
      : [])
  ]
  return {releases, remarks}
}

const namesOf = (tags: readonly Tag[]): string[] => tags.map(({name}) => name)

interface ChosenTags {
  readonly chosen: readonly Tag[]
  /** Other tags with a version or a day: patterns and names. Empty if patterns were named. */
  readonly others: readonly string[]
}

function chooseTags(
  git: Git,
  repository: SourceRepository,
  all: readonly Tag[],
  {patterns, owner = NO_OWNER}: TagChoice
): ChosenTags {
  const onBranch = once(() => tagsOnBranch(git, repository))
  const choose = (tags: readonly Tag[], of: TagOwner): readonly Tag[] => {
    const families = listTagFamilies(tags)
    const descriptions = () => findDescriptionsAt(git, repository, of, tags)
    const family = chooseTagFamily(families, of, {onBranch, descriptions})
    if (!family && families.length > 0) throw onlyOthersError(families, all, repository)
    return family?.tags ?? tags
  }
  if (patterns === undefined) {
    const chosen = choose(all, owner)
    const others = listTagFamilies(all).flatMap(({tags}) => tags.filter(tag => !chosen.includes(tag)))
    return {chosen, others: describeTags(others, all)}
  }
  const names = new Set<string>()
  for (const pattern of patterns) {
    const matched = tagsMatching(git, repository.root, pattern)
    const tags = all.filter(({name}) => matched.has(name))
    if (tags.length === 0) {
      const known = formatFirstNames(namesOf(all.toSorted((a, b) => b.committed - a.committed)))
      throw new NoReleaseTags({
        message: `No tag matches \`${pattern}\`. Tags: ${known}.`,
        place: {source: repository.named},
        example: "--releases 'tags:v*'"
      })
    }
    // The pattern `*` names no family, so the family of the API is chosen from all tags.
    for (const {name} of choose(tags, pattern === '*' ? owner : NO_OWNER)) names.add(name)
  }
  return {chosen: all.filter(({name}) => names.has(name)), others: []}
}

const onlyOthersError = (families: readonly TagFamily[], all: readonly Tag[], {named}: SourceRepository): Error =>
  new NoReleaseTags({
    message: `The tags are those of other APIs in the repository: ${formatFirstNames(families.flatMap(each => patternsOf(each, all)))}. Name the tags of this API with \`--releases\`, or with \`tags\` in \`tenure.yaml\`.`,
    place: {source: named},
    example: "--releases 'tags:v*'"
  })

/** Patterns of the families among tags, the largest first, then the names of single tags and of those without one. */
function describeTags(tags: readonly Tag[], all: readonly Tag[]): string[] {
  const families = listTagFamilies(tags).toSorted((a, b) => b.tags.length - a.tags.length)
  const known = new Set(families.flatMap(family => family.tags))
  return [
    ...families.flatMap(family =>
      family.tags.length === 1 || family.kind === 'placeholder' ? namesOf(family.tags) : patternsOf(family, all)
    ),
    ...namesOf(tags.filter(tag => !known.has(tag)))
  ]
}

/** Patterns for the tags of releases, and what they leave out. */
export interface ProposedTags {
  readonly patterns: readonly string[]
  readonly others: readonly string[]
}

/**
 * Patterns for the tags of releases that can be read: where two tags name one version on different commits, those in
 * the spelling of the newest release, and of two in that spelling the shorter one. `undefined` if no tag of this API has a
 * version or day.
 */
export function proposeTags(
  git: Git,
  repository: SourceRepository,
  owner: TagOwner = NO_OWNER
): ProposedTags | undefined {
  const all = readTags(git, repository.root)
  const family = chooseTagFamily(listTagFamilies(all), owner, {
    onBranch: () => tagsOnBranch(git, repository),
    descriptions: () => findDescriptionsAt(git, repository, owner, all)
  })
  if (!family) return undefined
  const isClear = findDistinctTags(family.tags).conflicts.length === 0
  const {patterns, tags} = isClear
    ? {patterns: patternsOf(family, all), tags: family.tags}
    : findClearTags(family.tags, all)
  return {
    patterns,
    others: describeTags(
      all.filter(tag => !tags.includes(tag)),
      all
    )
  }
}

/**
 * The tags in the spelling of the newest one (single tags come last), and of several for one version that with the
 * shortest name.
 */
function findClearTags(tags: readonly Tag[], all: readonly Tag[]): {patterns: string[]; tags: readonly Tag[]} {
  const spellings = [...groupBy(tags, startOf).values()]
  const repeated = spellings.filter(({length}) => length > 1)
  const newestOf = (of: readonly Tag[]): number => Math.max(...of.map(({committed}) => committed))
  const [own = tags] = (repeated.length > 0 ? repeated : spellings).toSorted(
    (a, b) => newestOf(b) - newestOf(a) || b.length - a.length
  )
  // The shortest name has nothing but the version: `v1.0` rather than `v1.0-release-check`.
  const left = findDistinctTags(own).conflicts.flatMap(group =>
    group
      .toSorted((a, b) => a.name.length - b.name.length || b.committed - a.committed || (a.name < b.name ? -1 : 1))
      .slice(1)
  )
  const outsiders = all.filter(tag => !tags.includes(tag))
  return {
    patterns: [...patternsOf({tags: own}, [...outsiders, ...own]), ...left.map(({name}) => `!${name}`)],
    tags: own
  }
}

function conflictError(
  conflict: readonly Tag[],
  chosen: readonly Tag[],
  all: readonly Tag[],
  {named}: SourceRepository
): Error {
  const {patterns} = findClearTags(chosen, all)
  const [pattern, ...left] = patterns
  const what = `The tags ${formatFirstNames(namesOf(conflict))} are one version on different commits.`
  if (left.length === 0)
    return inputError(
      `${what} Choose between them with \`--releases 'tags:${pattern}'\`, or with \`tags: '${pattern}'\` in \`tenure.yaml\`.`,
      {source: named},
      `--releases 'tags:${pattern}'`
    )
  return inputError(
    `${what} Delete one of them, or leave it out with \`tags\` in \`tenure.yaml\`.`,
    {source: named},
    `tags: [${patterns.map(each => JSON.stringify(each)).join(', ')}]`
  )
}

/** The names of tags that the default branch contains. */
function tagsOnBranch(git: Git, {root, branch}: SourceRepository): ReadonlySet<string> {
  return new Set(
    git.list(root, ['for-each-ref', `--merged=${branch ?? 'HEAD'}`, '--format=%(refname:strip=2)', 'refs/tags'])
  )
}

/** The ID of the description in each tag that has one. Empty if its path isn't known. */
function findDescriptionsAt(
  git: Git,
  {root}: SourceRepository,
  {spec}: TagOwner,
  tags: readonly Tag[]
): ReadonlyMap<string, string> {
  const folder = pathFromRoot(git, '.') ?? ''
  const path = posix.join(folder, (spec ?? '..').split(sep).join('/'))
  if (/^\.\.(?:\/|$)|[\n\0]/.test(path)) return new Map()
  const asked = tags.map(({commit: id}) => ({id, path}))
  const blobs = findBlobs(git, root, asked)
  return new Map(tags.flatMap(({name}, at) => (blobs[at] ? [[name, blobs[at].id] as const] : [])))
}

/** The maximum number of pairs of tags that are looked up in git. */
const MOST_PAIRS = 20

/** Pairs of releases of one line whose commits are in the other order than their versions. */
function findBackwardTags(git: Git, root: string, releases: readonly TaggedRelease[]): [string, string][] {
  const pairs = releases.flatMap((later, at): [TaggedRelease, TaggedRelease][] => {
    const earlier = releases[at - 1]
    const isOneLine = earlier && releaseLineOf(earlier.name) === releaseLineOf(later.name)
    return isOneLine && later.commit.day < earlier.commit.day ? [[earlier, later]] : []
  })
  return pairs.slice(0, MOST_PAIRS).flatMap(([earlier, later]): [string, string][] => {
    const {status} = git.run(root, ['merge-base', '--is-ancestor', later.commit.id, earlier.commit.id])
    return status === 0 ? [[earlier.name, later.name]] : []
  })
}

/** The names of the tags that match a pattern as git reads it, where `*` also matches slashes. */
function tagsMatching(git: Git, root: string, pattern: string): ReadonlySet<string> {
  return new Set(git.list(root, ['tag', '--list', '--no-column', '--format=%(refname:strip=2)', '--', pattern]))
}

const noTagsMessage = ({isShallow, named}: SourceRepository): string =>
  isShallow
    ? `The clone \`${named}\` is shallow and has no tags. Fetch the whole history: ${DEEPEN}.`
    : `The repository \`${named}\` has no tags. Add tags for releases, or read commits with \`--releases branch:NAME\`.`

const TAG = 'refs/tags/'

const listTagRefs = (git: Git, folder: string) => listRefs(git, folder)?.filter(({name}) => name.startsWith(TAG))

/** The tags of the repository that a folder is in; `undefined` outside a repository. */
export const listTags = (git: Git, folder = '.'): string[] | undefined =>
  listTagRefs(git, folder)?.map(({name}) => name.slice(TAG.length))

/** All tags that resolve to a commit. Nested tags are followed; tags of files or folders aren't releases. */
function readTags(git: Git, root: string): Tag[] {
  const nested: {name: string; id: string; tagged: string}[] = []
  const tags = (listTagRefs(git, root) ?? []).flatMap(({name: whole, kind, id, committed, tagged, peeled}): Tag[] => {
    const name = whole.slice(TAG.length)
    if (kind === 'commit') return [{name, commit: id, committed: Number(committed)}]
    if (peeled?.kind === 'tag') nested.push({name, id, tagged})
    if (peeled?.kind !== 'commit') return []
    return [{name, commit: peeled.id, committed: Number(peeled.committed), ...(tagged ? {tagged: Number(tagged)} : {})}]
  })
  return [...tags, ...nested.flatMap(each => peel(git, root, each))]
}

function peel(git: Git, root: string, {name, id, tagged}: {name: string; id: string; tagged: string}): Tag[] {
  const answer = git.text(root, ['log', '-1', '--no-show-signature', '--format=%H %ct', `${id}^{commit}`])
  const [, commit, committed] = /^(\w+) (\d+)$/.exec(answer ?? '') ?? []
  if (commit === undefined) return []
  return [{name, commit, committed: Number(committed), ...(tagged ? {tagged: Number(tagged)} : {})}]
}

/**
 * Assigns each tag a release date: the later of its own date and that of its commit. A tag that was created again after
 * the next release of its line has the date of that release, because clients had it by then.
 */
function assignDates(tags: readonly Tag[], timezone: string): {releases: TaggedRelease[]; untrusted: string[]} {
  const dayOf = (seconds: number): Day => dayOfInstant(new Date(seconds * 1000), timezone)
  const {versions, compare} = orderVersions(tags.map(({name, committed}) => ({name, day: dayOf(committed)})))
  const sorted = tags.toSorted((a, b) => {
    const [left, right] = [versions.get(a.name), versions.get(b.name)]
    const order = (left && right && compare(left, right)) || a.committed - b.committed
    return order || (a.tagged ?? a.committed) - (b.tagged ?? b.committed) || (a.name < b.name ? -1 : 1)
  })
  const earliest = new Map<string, Day>()
  const untrusted: string[] = []
  const found = new Map<string, {readonly time: number; readonly release: TaggedRelease}>()
  for (const {name, commit, committed, tagged} of sorted.toReversed()) {
    const version = versions.get(name)
    const line = version ? `${version.major}.${version.minor}` : ''
    const day = dayOf(committed)
    const stated = tagged === undefined ? day : dayOf(tagged)
    const later = earliest.get(line)
    const isLate = tagged !== undefined && later !== undefined && stated > later
    if (isLate || stated < day) untrusted.unshift(name)
    const out = isLate ? later : stated
    const date = out > day ? out : day
    if (later === undefined || date < later) earliest.set(line, date)
    const time = stated < day || isLate ? committed : (tagged ?? committed)
    found.set(name, {time, release: {name, commit: {id: commit, day}, date}})
  }
  const inTime = sorted.flatMap(({name}) => found.get(name) ?? []).toSorted((a, b) => a.time - b.time)
  return {releases: sortReleases(inTime.map(({release}) => release)), untrusted}
}
