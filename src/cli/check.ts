import {lint} from '../lint.ts'
import type {History} from '../model/history.ts'
import {NEXT} from '../model/timeline.ts'
import {type GateOptions, openGate} from './gate.ts'
import {EXIT, type Io} from './io.ts'
import {hasErrors, reportOf} from './judged-report.ts'
import {print, type ReportFormat} from './print.ts'
import {rulesWith} from './plugins.ts'
import {openSession} from './session.ts'

export interface CheckOptions extends GateOptions {
  readonly format: ReportFormat
  readonly strict: boolean
  readonly all: boolean
}

/** The gate: what `next` and all else that has not shipped would bring. `--all` adds the past. */
export function run(options: CheckOptions, io: Io): number {
  const gate = openGate(options, io)
  const session = gate ?? openSession(options, io)
  const {history, policy} = session
  const settings = session.config?.rules ?? {}
  const rules = rulesWith(session.config?.plugins ?? [])
  const {judgements, findings} = lint(history, policy, rules, {settings})
  // What the record owes is owed until it is written, whenever the release was.
  const {findings: owed} = lint(
    history,
    policy,
    rules.filter(rule => rule.owed),
    {settings, judgements}
  )
  const entries = unshipped(history)
  // What was there before the change is not its doing.
  if (gate) entries.delete(gate.base)
  const isNew = (entry: number | undefined, event: number | undefined): boolean =>
    options.all ||
    (entry !== undefined && entries.has(entry)) ||
    (event !== undefined && gate?.brought.has(event) === true)
  const report = reportOf(
    'check',
    session,
    judgements.filter(({event}) => isNew(event.entry, event.id)),
    // The exceptions of the configuration are the gate's own.
    [
      ...owed.filter(({entry, event}) => !isNew(entry, event)),
      ...findings.filter(({entry, event, place}) => isNew(entry, event) || place.source === session.config?.source)
    ],
    [gateRemark(history)]
  )
  print(report, options.format, io)
  if (hasErrors(report)) return EXIT.findings
  return options.strict && report.summary.undetermined > 0 ? EXIT.unsure : EXIT.fine
}

/** Releases that are not out, and statements made since the last one that is. */
function unshipped({timeline: {entries}}: History): Set<number> {
  const last = entries.findLastIndex(({kind, pending}) => kind === 'release' && !pending)
  return new Set(
    entries
      .filter(({index, kind, pending}) => pending || (kind === 'announcement' && index > last))
      .map(({index}) => index)
  )
}

/** The gate says which day it judges by. */
function gateRemark({timeline: {entries, asOf}}: History): string {
  const pending = entries.filter(entry => entry.kind === 'release' && entry.pending)
  if (pending.length === 0) return 'Nothing is unreleased: the record has no `next` and no release after the as-of day.'
  const said = pending.map(({name, date}) =>
    date === undefined && name === NEXT
      ? `\`${name}\` as shipping today, ${asOf}, for it has no date`
      : `\`${name}\` as shipping ${date?.length === 10 ? 'on' : 'in'} ${date}`
  )
  return `Judged ${said.join('; ')}.`
}
