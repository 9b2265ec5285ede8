import type {Subject} from '../model/subject/subject.ts'
import type {Day} from '../model/time/date-range.ts'
import {isMinorStep, versionOf} from '../model/time/release.ts'
import {buildTimeline, type Moment, momentAt, NEXT, statedDateRange, type Timeline} from '../model/time/timeline.ts'
import {type Guarantee, isReleaseUnit, type Length, type Policy, type TimeRequirement} from '../model/verdict/policy.ts'
import {guaranteeFor} from './judge-end-of-support.ts'
import {alignToListedDays} from './notice/notice-clock.ts'
import {judgeLength} from './notice/notice-verdict.ts'
import {mayBeInForce} from './notice/revisions.ts'

/** A release in order, and when it shipped, if that is known. */
export interface DatedRelease {
  readonly name: string
  readonly date?: string
}

/** Which releases are supported. Releases are named by their index in the list. */
export interface ReleaseSupport {
  /** Whether a policy still guarantees anything of the release. */
  isSupported(at: number): boolean
  /** Whether the policy still guarantees this subject to clients of the release; of an unknown stability, at any level. */
  guarantees(at: number, subject: Subject, stability: string | undefined): boolean
  /**
   * Whether clients of the release meet the next release within a skew between clients and servers. Those of a later
   * patch of an older line don't, because the next release doesn't follow it.
   */
  isWithin(at: number, skew: Length): boolean
}

/**
 * Decides which releases are supported as if the next one shipped on the as-of day. A release is supported for as long
 * as the policy doesn't yet allow the end of something in it that had been announced with the release after it, the first
 * that can announce anything to its clients. So its support ends when the notice is over, counted from the release after it, and
 * the lifetime, counted from the release itself. The last release is supported wherever the policy guarantees anything;
 * where support never ends, or only in a new major version, so are all before it. What isn't known counts as supported.
 */
export function createReleaseSupport(releases: readonly DatedRelease[], policy: Policy, asOf: Day): ReleaseSupport {
  const timeline = timelineOf(releases, asOf)
  const next = momentAt(timeline, releases.length)
  const context = {timeline, complete: true, countPatches: policy.countPatches, source: `policy ${policy.name}`}
  const isOver = (length: Length, start: Moment): boolean =>
    judgeLength(length, start, next, context).met === 'compliant'
  const followers = releases.map((_, at) => momentAt(timeline, findFollower(releases, at)))
  const revisions = followers.map(moment =>
    policy.revisions.filter(revision => mayBeInForce(policy, revision, moment, timeline))
  )
  const follower = (at: number): Moment => followers[at] ?? next

  function isTermOver({aspect, clocks, length, startsOn}: TimeRequirement, at: number): boolean {
    if (aspect === 'overlap') return true
    const isFromStart = aspect === 'lifetime' || clocks.includes('introduction')
    return isOver(length, alignToListedDays(isFromStart ? momentAt(timeline, at) : follower(at), startsOn))
  }

  function isGuaranteed(guarantee: Guarantee | undefined, at: number): boolean {
    if (!guarantee || guarantee.exempt) return false
    if (at === releases.length - 1 || guarantee.endWindow.kind === 'never') return true
    if (guarantee.endWindow.kind === 'major' && !isOfEarlierMajor(releases, at)) return true
    const {change, terms} = guarantee
    const isChangeOver = change.kind !== 'notice' || isOver(change.length, follower(at))
    return !isChangeOver || !terms.every(term => isTermOver(term, at))
  }

  return {
    isSupported: at =>
      (revisions[at] ?? []).some(({guarantees}) =>
        Object.values(guarantees).some(each => [each, ...Object.values(each.kinds)].some(one => isGuaranteed(one, at)))
      ),
    guarantees: (at, subject, stability) =>
      (revisions[at] ?? []).some(revision =>
        (stability === undefined ? policy.stabilities : [stability]).some(each =>
          isGuaranteed(guaranteeFor(subject, each, revision), at)
        )
      ),
    isWithin(at, skew) {
      const line = releases.filter((_, index) => !isOfOlderLine(releases, index))
      const release = releases[at]
      if (release && line.length < releases.length)
        return line.includes(release) && createReleaseSupport(line, policy, asOf).isWithin(line.indexOf(release), skew)
      if (at === releases.length - 1) return true
      if (typeof skew === 'object' && 'unit' in skew && isReleaseUnit(skew.unit))
        return !isOver({...skew, count: skew.count + 1}, momentAt(timeline, at))
      return !isOver(skew, follower(at))
    }
  }
}

/** The releases, and the next one after them. */
function timelineOf(releases: readonly DatedRelease[], asOf: Day): Timeline {
  const entries = [...releases, {name: NEXT}].map(({name, date}: DatedRelease) => ({
    kind: 'release' as const,
    name,
    ...(date === undefined ? {} : {date}),
    place: {source: ''},
    stated: statedDateRange(date, name)
  }))
  return buildTimeline(entries, asOf)
}

/** Index of the first release that can announce something to clients of a release: not a patch, unless all are. */
function findFollower(releases: readonly DatedRelease[], at: number): number {
  const found = releases.findIndex(({name}, index) => index > at && isMinorStep(name))
  return found === -1 ? at + 1 : found
}

/** Whether a later release belongs to a later major version. */
function isOfEarlierMajor(releases: readonly DatedRelease[], at: number): boolean {
  const [major, last] = [releases[at], releases.at(-1)].map(each => each && versionOf(each.name)?.major)
  return major !== undefined && last !== undefined && last > major
}

/** Whether a release shipped after one that follows it in the order of versions. */
const isOfOlderLine = (releases: readonly DatedRelease[], at: number): boolean =>
  releases.some(({date}, index) => index > at && date !== undefined && date < (releases[at]?.date ?? date))
