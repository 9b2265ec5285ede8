import type {Session} from '@tenure/core/app/session/session'
import {assemble} from '@tenure/core/history/assemble'
import {readAnnouncementRecord} from '@tenure/core/inputs/record/announcement-record'
import type {History, WrittenEvent} from '@tenure/core/model/lifecycle/history'
import type {Tenure} from '@tenure/core/model/lifecycle/lifecycle'
import type {FindFields} from '@tenure/core/model/subject/field'
import {type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import {type DateRange, type Day, singleDay} from '@tenure/core/model/time/date-range'
import {NEXT} from '@tenure/core/model/time/timeline'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import type {UnreleasedDraft} from '../lines/draft-unreleased.ts'

/** Draft of the unreleased changes, with the history that would result. */
export interface DraftWithHistory extends UnreleasedDraft {
  readonly history: History
  /** Returns the history that would result if the change were merged and released on another day. */
  readonly historyOn: (day: Day) => History
}

/** What the description says of the subjects of a draft: its fields, and its language, which decides on stabilities. */
interface Described {
  readonly findFields: FindFields
  readonly language: string | undefined
}

export function toDraftWithHistory(
  workspace: Workspace,
  draft: UnreleasedDraft,
  subject: Subject,
  {path, policy: {timezone}, history: before}: Session,
  {findFields, language}: Described
): DraftWithHistory {
  const {declared} = draft.file
  const {asOf} = before.timeline
  const record = readAnnouncementRecord(workspace, declared, path, {asOf, timezone})
  // The line counts as announced on the day of its release, even if the announcement days of other lines are unknown.
  const isWritten = (event: WrittenEvent): boolean =>
    event.verb === 'deprecated' &&
    declared.entries[event.entry]?.name === NEXT &&
    subjectKey(event.subject) === subjectKey(subject)
  const historyOn = (day: Day): History => {
    const recorded = (event: WrittenEvent): DateRange | undefined =>
      isWritten(event) ? singleDay(day) : record?.dayOf(event)
    return assemble(
      {...declared, about: {...declared.about, language}, source: path, waivers: before.waivers},
      {asOf: day, recorded, findFields, also: [subject]}
    )
  }
  return {...draft, history: historyOn(asOf), historyOn}
}

/** Current or last tenure of a subject. `undefined` if it has none. */
export const latestTenure = (subject: Subject, {bySubject}: History): Tenure | undefined =>
  bySubject.get(subjectKey(subject))?.tenures.at(-1)
