import {headJson} from '../../app/head.ts'
import type {EarliestEndAnswer, WhenQuestion} from '../../app/when.ts'
import {defined} from '../../model/defined.ts'
import type {Day} from '../../model/time/date-range.ts'
import type {Moment} from '../../model/time/timeline.ts'
import type {EndWindow} from '../../model/verdict/policy.ts'
import {momentJson, type Serialized, subjectFields} from '../../outputs/report/findings/findings-json.ts'
import type {LatestAnnouncement} from '../../policy/latest-announcement.ts'
import type {EndOfSupportConstraint} from '../../policy/notice/end-of-support-constraint.ts'
import {formatLength} from '../../text/format-values.ts'
import type {WrittenAnnouncement, WrittenEnd, WrittenEnded} from './when-format.ts'

export const endedJson = (asked: WhenQuestion, ended: Moment): Serialized<WrittenEnded> => ({
  ...opening(asked),
  kind: 'ended',
  ended: momentJson(ended)
})

export const endJson = ({earliest, planned, ...asked}: EarliestEndAnswer): Serialized<WrittenEnd> => ({
  ...opening(asked),
  kind: earliest.kind,
  ...defined({day: earliest.day, ifStartedToday: planned?.day}),
  ...(earliest.earlier ? {earlier: {...earliest.earlier, missing: [...earliest.earlier.missing]}} : {}),
  bounds: earliest.bounds.map(boundOf),
  missing: [...earliest.missing],
  stabilities: [...earliest.stabilities],
  ...defined({clause: earliest.clause})
})

export function announcementJson(
  {earliest, planned, ...asked}: EarliestEndAnswer,
  end: Day,
  {kind, day, missing, started, refused, bounds}: LatestAnnouncement
): Serialized<WrittenAnnouncement> {
  return {
    ...opening(asked),
    end,
    kind,
    ...defined({day}),
    missing: [...missing],
    ...(started ? {started: momentJson(started)} : {}),
    ...(refused ? {refused: refusedOf(refused)} : {}),
    bounds: bounds.map(boundOf),
    earliest: defined({kind: earliest.kind, day: earliest.day, ifStartedToday: planned?.day})
  }
}

const refusedOf = ({window, before, after, successor, clause}: NonNullable<LatestAnnouncement['refused']>) => ({
  ...(window ? {window: windowOf(window)} : {}),
  ...defined({before, after}),
  ...(successor ? {successor: {...subjectFields(successor.subject), moment: momentJson(successor.moment)}} : {}),
  clause
})

const opening = ({session, remarks, subject}: WhenQuestion) => ({
  ...headJson('when', session),
  remarks: [...remarks],
  ...subjectFields(subject)
})

const windowOf = (window: EndWindow) => ({
  kind: window.kind,
  ...(window.kind === 'days' ? {days: [...window.days]} : {})
})

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
}: EndOfSupportConstraint): Serialized<WrittenEnd>['bounds'][number] => ({
  clause,
  ...defined({day}),
  ...(length ? {required: formatLength(length)} : {}),
  ...(start ? {start: momentJson(start)} : {}),
  ...(assumed ? {assumed: true as const} : {}),
  ...(window ? {window: windowOf(window)} : {}),
  ...(sunset ? {sunset: momentJson(sunset)} : {}),
  ...defined({condition}),
  ...(successor ? {successor: {stability: successor.stability, before: successor.before}} : {}),
  ...defined({comes: comes?.map(({subject, moment}) => ({...subjectFields(subject), moment: momentJson(moment)}))}),
  missing: [...missing]
})
