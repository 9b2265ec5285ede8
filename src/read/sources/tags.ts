import {inputError} from '../../model/input-error.ts'
import {type Day, dayOfInstant} from '../../model/time/date-range.ts'
import {orderVersions, splitReleaseName} from '../../model/time/version.ts'
import {gitOutput} from '../git/git.ts'
import {DEEPEN, type SourceRepository} from './git-repository.ts'
import {sortReleases} from './order-releases.ts'
import {formatFirstNames} from './source.ts'

/** A tag of a commit; times are in seconds since 1970. */
interface Tag {
  readonly name: string
  readonly commit: string
  readonly committed: number
  /** When the tag was created; omitted for lightweight tags. */
  readonly tagged?: number
}

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

/** The tags of releases: those that match a pattern, else those with a version or date, else all. */
export function findReleaseTags(
  repository: SourceRepository,
  pattern: string | undefined,
  timezone: string
): TaggedReleases {
  const all = readTags(repository.root)
  if (all.length === 0) throw inputError(noTagsMessage(repository), {source: repository.named})
  const versioned = all.filter(({name}) => splitReleaseName(name))
  const named = pattern === undefined ? undefined : tagsMatching(repository.root, pattern)
  const chosen = named ? all.filter(({name}) => named.has(name)) : versioned.length > 0 ? versioned : all
  if (chosen.length === 0) {
    const names = formatFirstNames(all.toSorted((a, b) => b.committed - a.committed).map(({name}) => name))
    const message = `No tag matches \`${pattern}\`. Tags: ${names}.`
    throw inputError(message, {source: repository.named}, "--tags 'v*'")
  }
  const {releases, untrusted} = assignDates(chosen, timezone)
  const kinds = new Set(chosen.map(({name}) => `${/^\D*/.exec(name)?.[0]}*`))
  const remarks = [
    ...(named === undefined && kinds.size > 1
      ? [`Tags of several kinds are read as one history: ${formatFirstNames([...kinds])} (\`--tags\` chooses)`]
      : []),
    ...(untrusted.length > 0
      ? [
          `Tags that were written at another time than their release, so the day of the commit counts: ${formatFirstNames(untrusted)}`
        ]
      : [])
  ]
  return {releases, remarks}
}

/** Matched by git itself, where `*` also matches slashes. */
function tagsMatching(root: string, pattern: string): ReadonlySet<string> {
  const list = gitOutput(root, ['tag', '--list', '--no-column', '--format=%(refname:strip=2)', '--', pattern])
  return new Set(list?.toString('utf8').split('\n'))
}

const noTagsMessage = ({isShallow, named}: SourceRepository): string =>
  isShallow
    ? `The clone \`${named}\` is shallow and has no tags. Fetch the whole history: ${DEEPEN}.`
    : `The repository \`${named}\` has no tags. Add tags for releases, or read commits with \`--branch NAME\`.`

const FIELDS = [
  '%(refname:strip=2)',
  '%(objecttype)',
  '%(objectname)',
  '%(committerdate:unix)',
  '%(taggerdate:unix)',
  '%(*objecttype)',
  '%(*objectname)',
  '%(*committerdate:unix)'
]

/** All tags that resolve to a commit. Nested tags are followed; tags of files or folders aren't releases. */
function readTags(root: string): Tag[] {
  const list = gitOutput(root, ['for-each-ref', `--format=${FIELDS.join('%00')}`, 'refs/tags'])?.toString('utf8') ?? ''
  const nested: {name: string; id: string; tagged: string}[] = []
  const tags = list.split('\n').flatMap((each): Tag[] => {
    const [name = '', type, id = '', committed = '', tagged = '', ...peeled] = each.split('\0')
    if (type === 'commit') return [{name, commit: id, committed: Number(committed)}]
    if (peeled[0] === 'tag') nested.push({name, id, tagged})
    if (peeled[0] !== 'commit' || peeled[1] === undefined) return []
    return [{name, commit: peeled[1], committed: Number(peeled[2]), ...(tagged ? {tagged: Number(tagged)} : {})}]
  })
  return [...tags, ...nested.flatMap(each => peel(root, each))]
}

function peel(root: string, {name, id, tagged}: {name: string; id: string; tagged: string}): Tag[] {
  const answer = gitOutput(root, ['log', '-1', '--no-show-signature', '--format=%H %ct', `${id}^{commit}`])?.toString(
    'utf8'
  )
  const [, commit, committed] = /^(\w+) (\d+)\s*$/.exec(answer ?? '') ?? []
  if (commit === undefined) return []
  return [{name, commit, committed: Number(committed), ...(tagged ? {tagged: Number(tagged)} : {})}]
}

/**
 * Assigns each tag a release date. A tag that was re-created later has a date that isn't that of the release: it is
 * after a later release of the same line, or before the commit itself. For such a tag, the commit date is used.
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
    const isTrusted = stated >= day && (tagged === undefined || later === undefined || stated <= later)
    if (!isTrusted) untrusted.unshift(name)
    const date = isTrusted ? stated : day
    if (later === undefined || date < later) earliest.set(line, date)
    const time = isTrusted ? (tagged ?? committed) : committed
    found.set(name, {time, release: {name, commit: {id: commit, day}, date}})
  }
  const inTime = sorted.flatMap(({name}) => found.get(name) ?? []).toSorted((a, b) => a.time - b.time)
  return {releases: sortReleases(inTime.map(({release}) => release)), untrusted}
}
