import packageJson from '../../package.json' with {type: 'json'}
import type {Context} from '../context/context.ts'
import {lint, locateFindings} from '../lint.ts'
import {defined} from '../model/defined.ts'
import {inputError} from '../model/input-error.ts'
import type {History} from '../model/lifecycle/history.ts'
import type {Finding} from '../model/verdict/finding.ts'
import type {Judgment} from '../model/verdict/judgment.ts'
import {filterReport, type PartOptions} from '../outputs/report/filter.ts'
import {findingKey, type Report, summarize} from '../outputs/report/report.ts'
import {sayUnjudgedVersions} from '../outputs/report/unknown-version.ts'
import {activeRules, sayInactivePlugins} from './plugins/load-plugins.ts'
import {openSource} from './session/open-source.ts'
import type {SourceOptions} from './session/select-source.ts'
import type {Session} from './session/session.ts'

export interface AuditOptions extends SourceOptions, PartOptions {
  /** Whether calls are compared with the history, too. */
  readonly traffic?: boolean | undefined
}

/**
 * Judges all ends of support and breaking changes so far, and the history itself. What ships after the as-of day is
 * left out.
 */
export async function audit(options: AuditOptions, context: Context): Promise<Report> {
  const session = await openSource(options, context)
  const compared = options.traffic ? withServed(session) : session
  return filterReport(auditSession(compared, context), options)
}

/** The session with where calls differ from its history. Throws an `InputError` if nothing is known of the calls. */
function withServed(session: Session): Session {
  const {history} = session
  const found = history.traffic?.differences(history) ?? {lacks: 'there is no table of traffic'}
  if ('served' in found) return {...session, history: {...history, served: found.served}}
  throw inputError(`Nothing is known of the calls: ${found.lacks}.`, undefined, 'tenure traffic import access.log')
}

/** Judges a history that is open. */
export function auditSession(session: Session, context: Context): Report {
  const {judgments, findings} = lint(session.history, session.policy, activeRules(context), {
    settings: session.config?.rules ?? {}
  })
  const past = dropPending(session.history, judgments, findings)
  const idle = sayInactivePlugins(session.config?.plugins ?? [], false, context)
  const remarks = [...(session.pastRemarks ?? []), ...idle]
  const report = reportOf('audit', session, past.judgments, past.findings, remarks)
  return {...report, rules: activeRules(context), version: packageJson.version}
}

/** Drops everything that ships after the as-of day. A sunset that was reached stays, with what is found about it. */
export function dropPending({timeline}: History, judgments: readonly Judgment[], findings: readonly Finding[]) {
  const past = judgments.filter(({pending}) => !pending)
  const known = new Set(past.map(({event, subject}) => findingKey(event.id, subject)))
  const isJudged = ({verdict, event, subject}: Finding): boolean =>
    verdict !== undefined && event !== undefined && subject !== undefined && known.has(findingKey(event, subject))
  return {
    judgments: past,
    findings: findings.filter(
      each => each.entry === undefined || timeline.entries[each.entry]?.pending !== true || isJudged(each)
    )
  }
}

/** Report of a session, with all locations as lines of files. */
export function reportOf(
  command: Report['command'],
  session: Session,
  judgments: readonly Judgment[],
  findings: readonly Finding[],
  remarks: readonly string[] = []
): Report {
  const {history, policy, assumed, path, kind, partial, unread, unreadAt, unreadReleases, locate} = session
  return {
    command,
    asOf: history.timeline.asOf,
    policy,
    assumed,
    source: defined({kind, path, partial, unread, unreadAt, unreadReleases}),
    service: history.about.service,
    timeline: history.timeline,
    judgments: judgments.map(judgment => ({...judgment, place: locate(judgment.event.place)})),
    findings: locateFindings(findings, locate),
    summary: summarize(judgments, findings),
    ...defined({uncompared: session.uncompared}),
    remarks: [...session.remarks, ...remarks, ...sayUnjudgedVersions(judgments, history, policy)]
  }
}
