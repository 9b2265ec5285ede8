import {assemble} from '../history/assemble.ts'
import type {History} from '../model/history.ts'
import type {Tenure} from '../model/lifecycle.ts'
import {type Subject, subjectKey} from '../model/subject.ts'
import type {NextDraft} from '../read/history-next.ts'
import {readRecord} from '../read/record.ts'
import type {Session} from './session.ts'

/** A draft, and the history as it would then be. */
export interface Drafted extends NextDraft {
  readonly history: History
}

export function drafted(draft: NextDraft, {path, policy: {timezone}, history: before}: Session): Drafted {
  const {declared} = draft.file
  const {asOf} = before.timeline
  const record = readRecord(declared, path, {asOf, timezone})
  const history = assemble(
    {...declared, source: path, waivers: before.waivers},
    {asOf, ...(record ? {recorded: record.of} : {})}
  )
  return {...draft, history}
}

/** The tenure that a subject is in, or was in last. */
export const currentOf = (subject: Subject, {bySubject}: History): Tenure | undefined =>
  bySubject.get(subjectKey(subject))?.tenures.at(-1)
