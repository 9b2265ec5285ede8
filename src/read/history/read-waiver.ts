import type {Waiver} from '../../model/lifecycle/event.ts'
import {parseWhen} from '../../model/time/date-range.ts'
import type {YamlText} from '../yaml/yaml-file.ts'
import type {WrittenWaiver} from './format.ts'

/** A waiver as it stands beside a fact of the history, or in a list of the configuration. */
export function waiverOf(written: WrittenWaiver, yaml: YamlText, path: readonly PropertyKey[]): Waiver {
  const approved = written.approved === undefined ? undefined : parseWhen(written.approved)
  const until = written.until === undefined ? undefined : parseWhen(written.until)
  return {
    reason: written.reason,
    place: yaml.place(path),
    ...(written.approver === undefined ? {} : {approver: written.approver}),
    ...(approved ? {approved} : {}),
    ...(until ? {until} : {}),
    ...(written.note === undefined ? {} : {note: written.note}),
    ...(written.evidence === undefined ? {} : {evidence: written.evidence})
  }
}
