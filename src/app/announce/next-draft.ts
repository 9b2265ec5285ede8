import {assemble} from '../../history/assemble.ts'
import {readAnnouncementRecord} from '../../inputs/base/announcement-record.ts'
import type {UnreleasedDraft} from '../../inputs/history/draft-unreleased.ts'
import type {History, WrittenEvent} from '../../model/lifecycle/history.ts'
import type {Tenure} from '../../model/lifecycle/lifecycle.ts'
import type {FindFields} from '../../model/subject/field.ts'
import {type Subject, subjectKey} from '../../model/subject/subject.ts'
import {type DateRange, type Day, singleDay} from '../../model/time/date-range.ts'
import {NEXT} from '../../model/time/timeline.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import type {Session} from '../session/session.ts'

/** Draft of the unreleased changes, with the history that would result. */
export interface DraftWithHistory extends UnreleasedDraft {
  readonly history: History
  /** Returns the history that would result if the change were merged and released on another day. */
  readonly historyOn: (day: Day) => History
}

export function toDraftWithHistory(
  workspace: Workspace,
  draft: UnreleasedDraft,
  subject: Subject,
  {path, policy: {timezone}, history: before}: Session,
  findFields: FindFields
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
      {...declared, source: path, waivers: before.waivers},
      {asOf: day, recorded, findFields, also: [subject]}
    )
  }
  return {...draft, history: historyOn(asOf), historyOn}
}

/** Current or last tenure of a subject. `undefined` if it has none. */
export const latestTenure = (subject: Subject, {bySubject}: History): Tenure | undefined =>
  bySubject.get(subjectKey(subject))?.tenures.at(-1)
