import {defined} from '../../model/defined.ts'
import type {SourceLocation} from '../../model/location.ts'
import {WHOLE_API} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import {NEXT} from '../../model/time/timeline.ts'
import type {VersionClaim, VersionedChange, VersionSchemeName, VersionSource} from '../../model/time/version-claim.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {isStepAfter, readVersion, schemeOf} from '../../policy/version-schemes.ts'
import type {AssembledChange} from '../assemble-change.ts'
import type {JudgingState} from '../read-rules.ts'
import type {TaggedVersion} from './released-base.ts'

/** The versions that are known of a change and of its base, from which the policy chooses. */
export interface StatedVersions {
  /** Those of the descriptions. */
  readonly base?: string
  readonly here?: string
  /** The last release that the target's history lists, and the one that the change adds. */
  readonly recorded: {readonly before?: string; readonly here?: string}
  /** The newest release of the base by its tags. */
  readonly tagged: () => TaggedVersion | undefined
  /** Whether the change states no version of its own, but the one that its base states. */
  readonly isOfBase: boolean
  /** Whether documentation changed, which isn't among the changes. */
  readonly isReworded: boolean
  /** Returns the place of the version, with its line. */
  readonly place: () => SourceLocation
  readonly source: string
}

/** Finds the versions of a change. `undefined` if nothing was compared. */
export function findStatedVersions(
  {located: {spec, isDeleted}, observed, rules: {own, target}, circumstances: {asOf}}: AssembledChange,
  tagged: () => TaggedVersion | undefined
): StatedVersions | undefined {
  const {older, next, here: revision, diffs, lacking, uncounted} = observed
  if (lacking || !next || isDeleted) return undefined
  const place = next.version?.place ?? {source: spec}
  const before = listReleases(target ?? own, asOf).at(-1)
  const added = target && findAdded(listReleases(own), listReleases(target), before)
  const here = next.version?.text
  return {
    ...defined({base: older.version?.text, here}),
    recorded: defined({before, here: added}),
    tagged,
    isOfBase: added === undefined && uncounted?.versions.includes(here ?? '') === true,
    isReworded: next.isReworded === true,
    place: () => diffs.withLocations(revision, [{subject: WHOLE_API, place, described: {}}])[0]?.place ?? place,
    source: own.path ?? spec
  }
}

/** The release that a change adds. Of several it is the first after the target's last one, in which the change ships. */
function findAdded(own: readonly string[], known: readonly string[], before: string | undefined): string | undefined {
  const added = own.slice(before === undefined ? 0 : own.indexOf(before) + 1).filter(name => !known.includes(name))
  return added[0] ?? own.findLast(name => !known.includes(name))
}

/** The releases that a history lists, without those after a day. */
const listReleases = ({file}: JudgingState, asOf?: Day): string[] =>
  (file?.declared.entries ?? []).flatMap(({kind, name, date}) =>
    kind === 'release' && name !== NEXT && !(asOf !== undefined && date !== undefined && date > asOf) ? [name] : []
  )

/** Finds the versions to compare, where the policy or else the descriptions say. `undefined` if the base has none. */
export function claimVersion(
  stated: StatedVersions,
  {versions}: Pick<Policy, 'versions'>,
  changes: readonly VersionedChange[]
): VersionClaim | undefined {
  const isReadable = (text: string | undefined): boolean =>
    text !== undefined && (versions ? readVersion(text, versions.scheme, 'minor') : schemeOf(text)) !== undefined
  const all = stated.isReworded ? [...changes, REWORDED] : changes
  const isBehind = versions === undefined && isOlderThanReleases(stated)
  const from = versions?.from ?? (isReadable(stated.base) && !isBehind ? 'description' : undefined)
  const published = from === 'description' ? undefined : findPublished(stated, from)
  if (published) return {...published, changes: all, place: {source: stated.source}}
  if (stated.base === undefined || from === 'tags' || from === 'history') return undefined
  const place = versions ? stated.place() : {source: stated.source}
  const released = versions && findReleasedVersion(stated, versions.scheme)
  // An empty text stands for a version that was removed.
  return {...defined({released}), here: stated.here ?? '', base: stated.base, changes: all, place}
}

/** Whether releases have later versions than the description, which then says nothing of what comes next. */
function isOlderThanReleases(stated: StatedVersions): boolean {
  const {base = ''} = stated
  const scheme = schemeOf(base)
  const released = findPublished(stated, undefined)?.base
  if (scheme === undefined || released === undefined) return false
  const [described, latest] = [base, released].map(text => readVersion(text, scheme, 'minor'))
  return described !== undefined && latest !== undefined && described.compare(latest) < 0
}

/** The version of the last release: that of its description, by the tag, or else the one that the history lists. */
function findReleasedVersion(
  {base = '', recorded, tagged}: StatedVersions,
  scheme: VersionSchemeName
): string | undefined {
  const described = tagged()?.described()
  if (described !== undefined && readVersion(described, scheme, 'major')) return described
  // Releases that are numbered otherwise than their descriptions say nothing.
  return recorded.before !== undefined && isStepAfter(base, recorded.before, scheme) ? recorded.before : undefined
}

/** The versions of tags, or else of the history. `undefined` if nothing was released. */
function findPublished(
  {tagged, recorded}: StatedVersions,
  from: VersionSource | undefined
): Pick<VersionClaim, 'base' | 'here'> | undefined {
  const tag = from === 'history' ? undefined : tagged()
  if (tag) return {base: tag.name}
  return from === 'tags' || recorded.before === undefined
    ? undefined
    : {...defined({here: recorded.here}), base: recorded.before}
}

const REWORDED: VersionedChange = {
  effect: 'documentation',
  isRemoval: false,
  sentence: 'The documentation changed.',
  subject: WHOLE_API.target.text
}
