import type {Verdict} from '@tenure/core/model/verdict/judgment'
import type {WrittenApis} from '@tenure/core/outputs/report/apis-json'
import type {WrittenInputErrors, WrittenReport} from '@tenure/core/outputs/report/json-format'

/** JSON report of one API, or the errors that prevented it. */
export type JsonReport = WrittenReport | WrittenInputErrors

/** Result of all APIs. */
export interface Totals {
  readonly violations: number
  readonly warnings: number
  readonly verdict: Verdict
}

type JsonFinding = WrittenReport['findings'][number]

/** The reports in the JSON output of a check: one, or one for each API. */
export function reportsIn(json: string): JsonReport[] {
  const value = JSON.parse(json) as JsonReport | WrittenApis
  return 'apis' in value ? value.apis.map(({report}) => report as JsonReport) : [value]
}

/** Adds up the counts of reports, with the worst verdict of all. */
export function addUpReports(reports: readonly JsonReport[]): Totals {
  const each = reports.map(report => ('notChecked' in report ? NOT_CHECKED : totalsOf(report)))
  return {
    violations: each.reduce((sum, {violations}) => sum + violations, 0),
    warnings: each.reduce((sum, {warnings}) => sum + warnings, 0),
    verdict: WORST_FIRST.find(verdict => each.some(totals => totals.verdict === verdict)) ?? 'undetermined'
  }
}

const NOT_CHECKED: Totals = {violations: 0, warnings: 0, verdict: 'undetermined'}
const WORST_FIRST = ['violation', 'undetermined', 'exempt', 'compliant'] as const

function totalsOf(report: WrittenReport): Totals {
  const leads = report.findings.filter(({reasonOf}) => reasonOf === undefined)
  const count = (verdict: Verdict): number => report.judgments.filter(judgment => judgment.verdict === verdict).length
  const levelOf = createLevels(report.findings)
  const violations = count('violation')
  const isUndetermined =
    count('undetermined') > 0 ||
    leads.some(({verdict, missing}) => verdict === undefined && missing.length > 0) ||
    report.source.partial ||
    (report.uncompared !== undefined && report.uncompared.isHistoryOnly !== true)
  return {
    violations,
    warnings: leads.filter(each => each.verdict === undefined && levelOf(each) === 'warning').length,
    verdict:
      violations > 0 || leads.some(each => levelOf(each) === 'error')
        ? 'violation'
        : isUndetermined
          ? 'undetermined'
          : report.summary.exempt.policy + report.summary.exempt.waiver > 0
            ? 'exempt'
            : 'compliant'
  }
}

const LEVELS = ['error', 'warning', 'info'] as const

/** The worst level of a finding and its reasons, which decides whether the check fails. */
function createLevels(findings: readonly JsonFinding[]): (finding: JsonFinding) => JsonFinding['level'] {
  const levels = new Map<string | undefined, JsonFinding['level'][]>()
  for (const {level, fingerprint, reasonOf = fingerprint} of findings) {
    levels.set(reasonOf, [...(levels.get(reasonOf) ?? []), level])
  }
  return ({fingerprint, level}) => LEVELS.find(each => levels.get(fingerprint)?.includes(each)) ?? level
}
