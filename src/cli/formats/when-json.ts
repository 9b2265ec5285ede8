import {headFacts} from '../../app/head.ts'
import type {Session} from '../../app/session/session.ts'
import type {Subject} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import type {Moment} from '../../model/time/timeline.ts'
import type {Window} from '../../model/verdict/policy.ts'
import type {LawfulEnd} from '../../policy/earliest-end-of-support.ts'
import type {LawfulAnnouncement} from '../../policy/latest-announcement.ts'
import type {Bound} from '../../policy/notice/end-of-support-constraint.ts'
import type {Json} from '../../report/formats/json.ts'
import {momentOf, named} from '../../report/subject-fields.ts'
import {sayLength} from '../../text/format-values.ts'
import type {WrittenAnnouncement, WrittenEnd, WrittenEnded} from './when-format.ts'

/** Question and its context. */
export interface Asked {
  readonly session: Session
  readonly remarks: readonly string[]
  readonly subject: Subject
}

export const endedJson = (asked: Asked, ended: Moment): Json<WrittenEnded> => ({
  ...opening(asked),
  kind: 'ended',
  ended: momentOf(ended)
})

export const endJson = (asked: Asked, lawful: LawfulEnd): Json<WrittenEnd> => ({
  ...opening(asked),
  kind: lawful.kind,
  ...(lawful.day === undefined ? {} : {day: lawful.day}),
  ...(lawful.earlier ? {earlier: {...lawful.earlier, missing: [...lawful.earlier.missing]}} : {}),
  bounds: lawful.bounds.map(boundOf),
  missing: [...lawful.missing],
  stabilities: [...lawful.stabilities],
  ...(lawful.clause ? {clause: lawful.clause} : {})
})

export function announcementJson(
  asked: Asked,
  end: Day,
  {kind, day, missing, started, refused, bounds}: LawfulAnnouncement,
  lawful: LawfulEnd
): Json<WrittenAnnouncement> {
  return {
    ...opening(asked),
    end,
    kind,
    ...(day === undefined ? {} : {day}),
    missing: [...missing],
    ...(started ? {started: momentOf(started)} : {}),
    ...(refused ? {refused: refusedOf(refused)} : {}),
    bounds: bounds.map(boundOf),
    earliest: {kind: lawful.kind, ...(lawful.day === undefined ? {} : {day: lawful.day})}
  }
}

const refusedOf = ({window, before, after, successor, clause}: NonNullable<LawfulAnnouncement['refused']>) => ({
  ...(window ? {window: windowOf(window)} : {}),
  ...(before === undefined ? {} : {before}),
  ...(after === undefined ? {} : {after}),
  ...(successor ? {successor: {...named(successor.subject), moment: momentOf(successor.moment)}} : {}),
  clause
})

const opening = ({session, remarks, subject}: Asked) => ({
  ...headFacts('when', session),
  remarks: [...remarks],
  ...named(subject)
})

const windowOf = (window: Window) => ({
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
  gate,
  successor,
  comes,
  missing
}: Bound): Json<WrittenEnd>['bounds'][number] => ({
  clause,
  ...(day === undefined ? {} : {day}),
  ...(length ? {promised: sayLength(length)} : {}),
  ...(start ? {start: momentOf(start)} : {}),
  ...(assumed ? {assumed: true as const} : {}),
  ...(window ? {window: windowOf(window)} : {}),
  ...(sunset ? {sunset: momentOf(sunset)} : {}),
  ...(gate === undefined ? {} : {gate}),
  ...(successor ? {successor: {stability: successor.stability, before: successor.before}} : {}),
  ...(comes ? {comes: comes.map(({subject, moment}) => ({...named(subject), moment: momentOf(moment)}))} : {}),
  missing: [...missing]
})
