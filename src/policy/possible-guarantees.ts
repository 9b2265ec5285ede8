import {defined} from '../model/defined.ts'
import type {Moment} from '../model/time/timeline.ts'
import type {Guarantee, PolicyRevision} from '../model/verdict/policy.ts'
import {guaranteeFor} from './judge-end-of-support.ts'
import {momentOfDay} from './notice/durations.ts'
import {determineAnnouncementDate, type TenureCase} from './notice/notice-clock.ts'
import {filterByRevisionInForce} from './notice/revisions.ts'
import {possibleStabilities} from './notice/stability.ts'

export interface GuaranteeReading {
  readonly revision: PolicyRevision
  readonly stability: string
  readonly guarantee?: Guarantee
  readonly anchor: Moment
}

/** The guarantees that may apply to an end announced when this one was, or on the as-of day if it wasn't announced. */
export function possibleGuarantees(about: TenureCase): GuaranteeReading[] {
  const {lifecycle, policy, history} = about
  const today = momentOfDay(history.timeline.asOf)
  const all = policy.revisions.flatMap(revision =>
    possibleStabilities(lifecycle.subject, policy, history).map((stability): GuaranteeReading => {
      const guarantee = guaranteeFor(lifecycle.subject, stability, revision)
      const {anchor} = determineAnnouncementDate(guarantee, stability, about, today)
      return defined({revision, stability, anchor, guarantee})
    })
  )
  return filterByRevisionInForce(all, policy, history.timeline)
}
