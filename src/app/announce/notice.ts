import type {DeprecationNotice} from '../../languages/language.ts'
import {defined} from '../../model/defined.ts'
import type {History} from '../../model/lifecycle/history.ts'
import type {Announcement} from '../../model/lifecycle/lifecycle.ts'
import {type Subject, subjectKey} from '../../model/subject/subject.ts'
import {latestTenure} from './next-draft.ts'

/** Announcement of the current or last end of a subject. `undefined` if there's none. */
export const findAnnouncement = (subject: Subject, history: History): Announcement | undefined =>
  latestTenure(subject, history)?.announcements.find(({event}) => subjectKey(event.subject) === subjectKey(subject))

/** The deprecation as clients see it in a notice, from its announcement in the history. */
export function createNotice(subject: Subject, history: History, timezone: string): DeprecationNotice {
  const announced = findAnnouncement(subject, history)
  const event = announced?.event
  const page = /https?:\/\/[^\s,;<>]+/.exec(event?.via ?? '')?.[0]
  const sunset = latestTenure(subject, history)?.sunset?.moment.stated.replace(/^release /, '')
  return {
    subject,
    since: announced?.moment.when.earliest ?? history.timeline.asOf,
    ...defined({sunset}),
    ...(event?.replacement ? {replacement: event.replacement} : {}),
    ...(event?.unreplaced ? {unreplaced: true} : {}),
    ...(event?.note === undefined ? {} : {note: event.note}),
    ...defined({page}),
    timezone
  }
}
