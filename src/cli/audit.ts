import {rules} from '../../rules/index.ts'
import {lint, located} from '../lint.ts'
import type {Finding} from '../model/finding.ts'
import type {History} from '../model/history.ts'
import type {Judgement} from '../model/judgement.ts'
import {type Report, summarise} from '../report/report.ts'
import {EXIT, type Io} from './io.ts'
import {print, type ReportFormat} from './print.ts'
import {type CommonOptions, openSession, type Session} from './session.ts'

export interface AuditOptions extends CommonOptions {
  readonly source?: string | undefined
  readonly format: ReportFormat
  readonly strict: boolean
  readonly 'exit-code': boolean
}

/** Every end and breaking change so far, the verdict on each, and the flaws of the record. It informs. */
export function run(options: AuditOptions, io: Io): number {
  const session = openSession(options, io, options.source)
  const {judgements, findings} = lint(session.history, session.policy, rules, {settings: session.config?.rules ?? {}})
  const past = pastOnly(session.history, judgements, findings)
  const report = reportOf('audit', session, past.judgements, past.findings)
  print(report, options.format, io)
  if (options['exit-code'] && hasErrors(report)) return EXIT.findings
  const {broken, undetermined} = report.summary
  return options.strict && broken === 0 && undetermined > 0 ? EXIT.unsure : EXIT.fine
}

/** What has not shipped by the as-of day is a promise, and no end yet. */
function pastOnly({timeline}: History, judgements: readonly Judgement[], findings: readonly Finding[]) {
  return {
    judgements: judgements.filter(({pending}) => !pending),
    findings: findings.filter(({entry}) => entry === undefined || timeline.entries[entry]?.pending !== true)
  }
}

/** The reasons of a finding have levels of their own. */
export const hasErrors = ({findings}: Report): boolean =>
  findings.some(finding => [finding, ...finding.reasons].some(({level}) => level === 'error'))

export function reportOf(
  command: Report['command'],
  session: Session,
  judgements: readonly Judgement[],
  findings: readonly Finding[],
  remarks: readonly string[] = []
): Report {
  const {history, policy, assumed, path, locate} = session
  return {
    command,
    asOf: history.timeline.asOf,
    policy,
    assumed,
    source: {kind: 'history', path, partial: false},
    service: history.about.service,
    timeline: history.timeline,
    judgements: judgements.map(judgement => ({...judgement, place: locate(judgement.event.place)})),
    findings: located(findings, locate),
    summary: summarise(judgements, findings),
    remarks: [...session.remarks, ...remarks]
  }
}
