import {kindOf} from '../../languages/kinds.ts'
import type {Change} from '../../model/api/change.ts'
import {settleMistyped} from '../../model/api/read-problem.ts'
import {findUnreadParts, type ReleaseDiff} from '../../model/api/release-diff.ts'
import type {EventKind} from '../../model/lifecycle/event.ts'
import type {WrittenEvent} from '../../model/lifecycle/history.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import type {BaseRevision} from '../base/base-revision.ts'
import {describeBase, type Observed, type Uncounted} from '../compare-with-base.ts'
import {gapKeysOf, pathsWithin, withoutNewLocations} from '../gaps/gate-gaps.ts'
import type {LocatedChange} from '../located-change.ts'

// A change is compared with a release and with the state that it began from. What that state already has compared with
// the release is of others, and what breaks only that state was never released.

/** Why an event doesn't count against a change: no release has what it breaks, or its base already has it. */
export type Standing = 'unreleased' | 'inherited'

/** The release of a comparison, and whether all changes are those since the release. */
export interface ComparedRelease {
  readonly revision: BaseRevision | undefined
  /** What to do if its description can't be read. */
  readonly remedy?: string | undefined
  /** A newer release that the target got since the change began. */
  readonly newer?: BaseRevision | undefined
  readonly isAsked: boolean
}

/**
 * Compares a change with a release as well. `others` are the states whose changes since the release aren't of this
 * change: none if it is made on the branch that is released.
 */
export function compareWithRelease(
  observed: Observed,
  {spec, isDeleted}: Pick<LocatedChange, 'spec' | 'isDeleted'>,
  {revision: release, remedy, newer, isAsked}: ComparedRelease,
  others: readonly BaseRevision[]
): Observed {
  const {here, next, diffs} = observed
  if (!next) return observed
  const compare = (revision: BaseRevision['revision'], older: BaseRevision): ReleaseDiff =>
    diffs.observe(revision, {revision: older.revision, observed: describeBase(older, spec, diffs)})
  // What a newer release has that the change breaks was released, although the change began before it.
  const later = newer ? compare(here, newer).changes : []
  const released = next.changes.filter(change => later.some(each => isSame(each, change)))
  if (!release) {
    const unreleased = next.changes.filter(change => canBreak(change) && !released.includes(change))
    return {...observed, uncounted: {...NONE, unreleased}}
  }
  const older = describeBase(release, spec, diffs, remedy)
  const all = isDeleted ? withoutNewLocations(compare(here, release)) : compare(here, release)
  const known = others.map(each => compare(each.revision, release))
  const broken = known.flatMap(({changes}) => changes.filter(isProven))
  const since = {...all, changes: all.changes.map(change => showOwnBreak(change, broken, next.changes))}
  const isInherited = (change: Change): boolean =>
    known.some(({changes}) => changes.some(each => holds(each, change) || isEased(change, each, next.changes)))
  const inherited = since.changes.filter(isInherited)
  const own = since.changes.filter(change => !inherited.includes(change))
  const missing = next.changes.filter(change => isUnreleased(change, since.changes, own))
  // What couldn't be read of the release may have what the change breaks, and so may what has another name there.
  const isCertain =
    findUnreadParts(older).length === 0 &&
    own.every(each => !canBreak(each) || next.changes.some(change => isSame(each, change)))
  const unreleased = missing.filter(change => isCertain && canBreak(change) && !released.includes(change))
  if (!isAsked) return {...observed, uncounted: {...NONE, unreleased}}
  const arrived = new Set(known.flatMap(({arrivals}) => arrivals.map(({subject}) => subjectKey(subject))))
  return {
    ...observed,
    base: release,
    older,
    next: {
      ...since,
      changes: [...since.changes, ...missing],
      gaps: settleMistyped(
        since.gaps,
        known.flatMap(({gaps}) => gaps)
      )
    },
    uncounted: {
      ...{unreleased, inherited, arrived, versions: known.flatMap(({version}) => version?.text ?? [])},
      gaps: others.map(({revision}, at) => gapKeysOf(known[at], pathsWithin(diffs, revision)))
    }
  }
}

/**
 * Adds what the file of the last release loses by a change, and what the description still has. It counts as lost now,
 * because a later change could take it out of the description unseen.
 */
export function addLostOfRelease(observed: Observed, coming: BaseRevision['revision'] | undefined): Observed {
  const {next, older, base, diffs} = observed
  if (!next || !coming) return observed
  const {changes} = diffs.observe(coming, {revision: base.revision, observed: older})
  const lost = changes.filter(
    change => !GAINS.includes(kindOf(change.kind).event) && !next.changes.some(each => isSame(each, change))
  )
  return {...observed, next: {...next, changes: [...next.changes, ...lost]}}
}

const GAINS: readonly (EventKind | undefined)[] = ['introduced', 'restored']

const NONE: Uncounted = {unreleased: [], inherited: [], arrived: new Set(), versions: [], gaps: []}

const isProven = ({proofs}: Change): boolean => Object.values(proofs).some(({is}) => is === 'breaks')

/** A change with an example that the state accepts which it began from, if that already broke the same part. */
function showOwnBreak(change: Change, broken: readonly Change[], since: readonly Change[]): Change {
  const own = broken.some(each => isSame(each, change)) ? since.find(each => isSame(each, change)) : undefined
  if (!own) return change
  const {request, response} = own.proofs
  return {
    ...change,
    proofs: {
      ...change.proofs,
      ...(change.proofs.request?.is === 'breaks' && request?.is === 'breaks' ? {request} : {}),
      ...(change.proofs.response?.is === 'breaks' && response?.is === 'breaks' ? {response} : {})
    }
  }
}

/** Whether a change takes something away from clients or changes it. Only such changes need a release to break. */
export const canBreak = ({kind}: Change): boolean => !HARMLESS.includes(kindOf(kind).event)

const HARMLESS: readonly (EventKind | undefined)[] = ['introduced', 'deprecated', 'restored']

/** Whether a state already has a change: the same one, with all operations that it affects. */
const holds = (state: Change, change: Change): boolean =>
  contentKey(state) === contentKey(change) && reachesAll(state, change)

/**
 * Whether a state already has a worse change of the same part: since then, every value that was valid still is, so that
 * what the release has and the change rejects is what the state rejects as well.
 */
function isEased(change: Change, state: Change, since: readonly Change[]): boolean {
  const proofs = since.filter(each => isOfSamePart(each, change)).flatMap(each => Object.values(each.proofs))
  return (
    isSame(state, change) && reachesAll(state, change) && proofs.length > 0 && proofs.every(({is}) => is === 'keeps')
  )
}

const reachesAll = (state: Change, {reaches}: Change): boolean => {
  const affected = new Set(state.reaches.map(reachKey))
  return reaches.every(each => affected.has(reachKey(each)))
}

/** Key of a change without its locations, the operations that it affects, and its counterexamples. */
const contentKey = ({where: _, reaches: __, proofs, ...change}: Change): string =>
  JSON.stringify([change, proofs.request?.is, proofs.response?.is])

const reachKey = ({operation, side, part}: Change['reaches'][number]): string =>
  `${subjectKey(operation)} ${side} ${part ?? ''}`

/**
 * Whether a change since the base is none since the release: the release doesn't have what it changes. If anything else
 * changes for the same operations since the release, it isn't clear.
 */
function isUnreleased(change: Change, since: readonly Change[], own: readonly Change[]): boolean {
  if (since.some(each => isSame(each, change))) return false
  const touched = new Set(change.reaches.map(({operation}) => subjectKey(operation)))
  return !own.some(
    each =>
      kindOf(each.kind).event !== 'introduced' && each.reaches.some(({operation}) => touched.has(subjectKey(operation)))
  )
}

/** Whether two changes are of the same part and kind, whatever it was before. */
const isSame = (one: Change, other: Change): boolean => one.kind === other.kind && isOfSamePart(one, other)

const isOfSamePart = (one: Change, other: Change): boolean =>
  one.at === other.at && subjectKey(one.subject) === subjectKey(other.subject)

/** Says whether an event counts, and if not, why. `isNew` events are those of the change. */
export function createStandingTest(
  {uncounted}: Observed,
  isNew: (event: WrittenEvent) => boolean
): (event: WrittenEvent) => Standing | undefined {
  if (!uncounted) return () => undefined
  const [unreleased, inherited] = [new Set(uncounted.unreleased), new Set(uncounted.inherited)]
  const keys = new Set(uncounted.unreleased.map(({kind, subject}) => keyOf(kindOf(kind).event ?? 'changed', subject)))
  return event => {
    const {observed, kind, subject} = event
    if (observed) return unreleased.has(observed) ? 'unreleased' : inherited.has(observed) ? 'inherited' : undefined
    if (!isNew(event)) return undefined
    if (keys.has(keyOf(kind, subject))) return 'unreleased'
    return event.seen && uncounted.arrived.has(subjectKey(subject)) ? 'inherited' : undefined
  }
}

const keyOf = (kind: string, subject: Change['subject']): string => `${kind} ${subjectKey(subject)}`
