import type {DeprecationNotice} from '@tenure/core/languages/language'
import {defined} from '@tenure/core/model/defined'
import type {History} from '@tenure/core/model/lifecycle/history'
import type {Announcement} from '@tenure/core/model/lifecycle/lifecycle'
import {type Subject, subjectKey} from '@tenure/core/model/subject/subject'
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
    ...defined({sunset, replacement: event?.replacement, unreplaced: event?.unreplaced, note: event?.note, page}),
    timezone
  }
}
