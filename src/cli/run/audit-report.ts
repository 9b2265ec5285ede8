import type {Context} from '../../app/context.ts'
import {sayInactivePlugins} from '../../app/plugin-choice.ts'
import {activeRules} from '../../app/plugins/load-plugins.ts'
import {type CommonOptions, openSession, type Session} from '../../app/session/session.ts'
import type {ChosenSource, SourceOptions} from '../../app/session/source-choice.ts'
import {openSourceSession} from '../../app/session/source-session.ts'
import {lint, locateFindings} from '../../lint.ts'
import type {History} from '../../model/lifecycle/history.ts'
import type {Finding} from '../../model/verdict/finding.ts'
import type {Judgement} from '../../model/verdict/judgement.ts'
import {filterReport, type PartOptions} from '../../report/filter.ts'
import {type Report, summarize} from '../../report/report.ts'
import {EXIT} from '../exit-codes.ts'
import {type AuditFormat, printAudit} from '../print.ts'

/** Judges a history or a source, prints the report, and returns the exit code. */
export async function runAudit(options: AuditOptions, context: Context, chosen?: ChosenSource): Promise<number> {
  const session = chosen
    ? await openSourceSession(options, context, chosen)
    : openSession(options, context, options.source)
  const {judgements, findings} = lint(session.history, session.policy, activeRules(), {
    settings: session.config?.rules ?? {}
  })
  const past = dropPending(session.history, judgements, findings)
  const idle = sayInactivePlugins(session.config?.plugins ?? [], false)
  const report = filterReport(reportOf('audit', session, past.judgements, past.findings, idle), options)
  await printAudit(report, options.format, context)
  if (options['exit-code'] && hasErrors(report)) return EXIT.findings
  const {broken, undetermined} = report.summary
  const isUnsure = undetermined > 0 || report.source.partial
  return options.strict && broken === 0 && isUnsure ? EXIT.unsure : EXIT.fine
}

/** Drops everything that ships after the as-of day. */
export function dropPending({timeline}: History, judgements: readonly Judgement[], findings: readonly Finding[]) {
  return {
    judgements: judgements.filter(({pending}) => !pending),
    findings: findings.filter(({entry}) => entry === undefined || timeline.entries[entry]?.pending !== true)
  }
}

/** Reasons of a finding have their own levels. */
const hasErrors = ({findings}: Report): boolean =>
  findings.some(finding => [finding, ...finding.reasons].some(({level}) => level === 'error'))

export function reportOf(
  command: Report['command'],
  session: Session,
  judgements: readonly Judgement[],
  findings: readonly Finding[],
  remarks: readonly string[] = []
): Report {
  const {history, policy, assumed, path, kind, partial, unread, unreadAt, locate} = session
  return {
    command,
    asOf: history.timeline.asOf,
    policy,
    assumed,
    source: {kind, path, partial, ...(unread === undefined ? {} : {unread}), ...(unreadAt ? {unreadAt} : {})},
    service: history.about.service,
    timeline: history.timeline,
    judgements: judgements.map(judgement => ({...judgement, place: locate(judgement.event.place)})),
    findings: locateFindings(findings, locate),
    summary: summarize(judgements, findings),
    remarks: [...session.remarks, ...remarks]
  }
}

export interface AuditOptions extends CommonOptions, SourceOptions, PartOptions {
  readonly source?: string | undefined
  readonly format: AuditFormat
  readonly strict: boolean
  readonly 'exit-code': boolean
}
