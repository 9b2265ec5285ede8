import type {Waiver} from '../../model/lifecycle/event.ts'
import {parseWhen} from '../../model/time/date-range.ts'
import type {YamlText} from '../yaml/yaml-file.ts'
import type {WrittenWaiver} from './format.ts'

/** Converts a waiver from a history or configuration file. */
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
