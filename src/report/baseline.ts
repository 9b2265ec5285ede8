import type {Baseline, Known} from '../model/baseline.ts'
import type {Finding} from '../model/finding.ts'
import {formatSubject} from '../model/subject.ts'
import type {Report} from './report.ts'

/** How the findings of today stand beside those of a baseline. */
export interface Compared {
  readonly new: readonly Finding[]
  /** Known from the baseline: they are shown, and fail nothing. */
  readonly unchanged: readonly Finding[]
  readonly gone: readonly Known[]
}

/** By fingerprint alone. Where several findings share one, as many are known as the baseline holds: the first ones. */
export function compareBaseline(findings: readonly Finding[], {findings: known}: Baseline): Compared {
  const left = new Map<string, Known[]>()
  for (const each of known) {
    const twins = left.get(each.fingerprint)
    if (twins) twins.push(each)
    else left.set(each.fingerprint, [each])
  }
  const fresh: Finding[] = []
  const unchanged: Finding[] = []
  for (const finding of findings) (left.get(finding.fingerprint)?.shift() ? unchanged : fresh).push(finding)
  return {new: fresh, unchanged, gone: [...left.values()].flat()}
}

/** The report beside a baseline. */
export function besideBaseline(report: Report, baseline: Baseline): Report {
  const {unchanged, gone} = compareBaseline(report.findings, baseline)
  return {...report, baseline: {source: baseline.source, unchanged: new Set(unchanged), gone}}
}

/** The file of a baseline: sorted and without lines or dates, so that it only changes where the findings do. */
export function writeBaseline(findings: readonly Finding[]): string {
  const known = findings.map(
    ({fingerprint, rule, subject}): Known => ({
      fingerprint,
      rule,
      ...(subject ? {subject: formatSubject(subject)} : {})
    })
  )
  const rows = known.map(each => JSON.stringify(each)).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  // One finding a line: what two branches add merges.
  return `{"format": 1, "findings": [${rows.length > 0 ? `\n  ${rows.join(',\n  ')}\n` : ''}]}\n`
}

function keyOf(row: string): string {
  const {rule, subject = '', fingerprint}: Known = JSON.parse(row)
  return JSON.stringify([rule, subject, fingerprint])
}
