import {assemble} from '../../history/assemble.ts'
import {readAnnouncementRecord} from '../../inputs/base/announcement-record.ts'
import type {UnreleasedDraft} from '../../inputs/history/draft-unreleased.ts'
import type {History, WrittenEvent} from '../../model/lifecycle/history.ts'
import type {Tenure} from '../../model/lifecycle/lifecycle.ts'
import {type Subject, subjectKey} from '../../model/subject/subject.ts'
import {type DateRange, singleDay} from '../../model/time/date-range.ts'
import {NEXT} from '../../model/time/timeline.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import type {Session} from '../session/session.ts'

/** Draft of the unreleased changes, with the history that would result. */
export interface DraftWithHistory extends UnreleasedDraft {
  readonly history: History
}

export function toDraftWithHistory(
  workspace: Workspace,
  draft: UnreleasedDraft,
  subject: Subject,
  {path, policy: {timezone}, history: before}: Session
): DraftWithHistory {
  const {declared} = draft.file
  const {asOf} = before.timeline
  const record = readAnnouncementRecord(workspace, declared, path, {asOf, timezone})
  // The new line counts as announced today, even if the announcement days of other lines are unknown.
  const isWritten = (event: WrittenEvent): boolean =>
    event.verb === 'deprecated' &&
    declared.entries[event.entry]?.name === NEXT &&
    subjectKey(event.subject) === subjectKey(subject)
  const recorded = (event: WrittenEvent): DateRange | undefined =>
    isWritten(event) ? singleDay(asOf) : record?.dayOf(event)
  const history = assemble({...declared, source: path, waivers: before.waivers}, {asOf, ...(record ? {recorded} : {})})
  return {...draft, history}
}

/** Current or last tenure of a subject. `undefined` if it has none. */
export const latestTenure = (subject: Subject, {bySubject}: History): Tenure | undefined =>
  bySubject.get(subjectKey(subject))?.tenures.at(-1)
