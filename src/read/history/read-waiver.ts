import type {Waiver} from '../../model/lifecycle/event.ts'
import {parseDateRange} from '../../model/time/date-range.ts'
import type {YamlText} from '../yaml/yaml-file.ts'
import type {WrittenWaiver} from './format.ts'

/** Converts a waiver from a history or configuration file. */
export function toWaiver(written: WrittenWaiver, yaml: YamlText, path: readonly PropertyKey[]): Waiver {
  const approved = written.approved === undefined ? undefined : parseDateRange(written.approved)
  const until = written.until === undefined ? undefined : parseDateRange(written.until)
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
