import {headJson} from '../../app/head.ts'
import type {EarliestEndAnswer, WhenQuestion} from '../../app/when.ts'
import type {Day} from '../../model/time/date-range.ts'
import type {Moment} from '../../model/time/timeline.ts'
import type {EndWindow} from '../../model/verdict/policy.ts'
import {momentJson, subjectFields} from '../../outputs/report/findings/findings-json.ts'
import type {LatestAnnouncement} from '../../policy/latest-announcement.ts'
import type {EndOfSupportConstraint} from '../../policy/notice/end-of-support-constraint.ts'
import {formatLength} from '../../text/format-values.ts'
import type {WrittenAnnouncement, WrittenEnd, WrittenEnded} from './when-format.ts'

export const endedJson = (asked: WhenQuestion, ended: Moment): WrittenEnded => ({
  ...opening(asked),
  kind: 'ended',
  ended: momentJson(ended)
})

export function endJson({earliest, planned, ...asked}: EarliestEndAnswer): WrittenEnd {
  const {kind, day, earlier, bounds, missing, stabilities, clause} = earliest
  return {
    ...opening(asked),
    kind,
    day,
    ifStartedToday: planned?.day,
    earlier,
    bounds: bounds.map(boundOf),
    missing,
    stabilities,
    clause
  }
}

export const announcementJson = (
  {earliest, planned, ...asked}: EarliestEndAnswer,
  end: Day,
  {kind, day, missing, started, refused, bounds}: LatestAnnouncement
): WrittenAnnouncement => ({
  ...opening(asked),
  end,
  kind,
  day,
  missing,
  started: started && momentJson(started),
  refused: refused && refusedOf(refused),
  bounds: bounds.map(boundOf),
  earliest: {kind: earliest.kind, day: earliest.day, ifStartedToday: planned?.day}
})

const refusedOf = ({window, before, after, successor, clause}: NonNullable<LatestAnnouncement['refused']>) => ({
  window: window && windowOf(window),
  before,
  after,
  successor: successor && momentOf(successor),
  clause
})

const opening = ({session, remarks, subject}: WhenQuestion) => ({
  ...headJson('when', session),
  remarks,
  ...subjectFields(subject)
})

const momentOf = ({subject, moment}: NonNullable<EndOfSupportConstraint['comes']>[number]) => ({
  ...subjectFields(subject),
  moment: momentJson(moment)
})

/** A window without the place in the policy, which the clause has. */
const windowOf = (window: EndWindow) => ({kind: window.kind, days: window.kind === 'days' ? window.days : undefined})

const boundOf = ({
  clause,
  day,
  length,
  start,
  assumed,
  window,
  sunset,
  condition,
  successor,
  comes,
  missing
}: EndOfSupportConstraint): WrittenEnd['bounds'][number] => ({
  clause,
  day,
  required: length && formatLength(length),
  start: start && momentJson(start),
  assumed: assumed || undefined,
  window: window && windowOf(window),
  sunset: sunset && momentJson(sunset),
  condition,
  successor: successor && {stability: successor.stability, before: successor.before},
  comes: comes?.map(momentOf),
  missing
})
