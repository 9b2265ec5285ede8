import {readYaml} from '@tenure/core/documents/yaml/yaml-file'
import {formatVersion, textField, validateYaml} from '@tenure/core/inputs/history/fields'
import {defined} from '@tenure/core/model/defined'
import {InputError, inputError} from '@tenure/core/model/input-error'
import {formatSubject} from '@tenure/core/model/subject/subject'
import type {Baseline, BaselineFinding, Finding} from '@tenure/core/model/verdict/finding'
import type {Report} from '@tenure/core/outputs/report/report'
import {jsonText} from '@tenure/core/phrases/escape'
import {formatCount} from '@tenure/core/text/format-values'
import * as z from 'zod'

/** Current findings compared with a baseline. */
export interface BaselineComparison {
  readonly new: readonly Finding[]
  /** Findings in the baseline. They're shown, but don't fail the run. */
  readonly unchanged: readonly Finding[]
  readonly gone: readonly BaselineFinding[]
}

/**
 * Compares findings by fingerprint. If several share a fingerprint, only as many as the baseline contains are
 * suppressed, in order.
 */
export function compareBaseline(findings: readonly Finding[], {findings: known}: Baseline): BaselineComparison {
  const remaining = new Map<string, BaselineFinding[]>()
  for (const each of known) {
    const twins = remaining.get(each.fingerprint)
    if (twins) twins.push(each)
    else remaining.set(each.fingerprint, [each])
  }
  const fresh: Finding[] = []
  const unchanged: Finding[] = []
  for (const finding of findings) (remaining.get(finding.fingerprint)?.shift() ? unchanged : fresh).push(finding)
  return {new: fresh, unchanged, gone: [...remaining.values()].flat()}
}

/** Adds the comparison with a baseline to a report. */
export function applyBaseline(report: Report, baseline: Baseline): Report {
  const {new: fresh, unchanged, gone} = compareBaseline(report.findings, baseline)
  return {
    ...report,
    remarks: [...report.remarks, ...outdatedRemarks(fresh, gone, baseline.source)],
    baseline: {source: baseline.source, unchanged: new Set(unchanged), gone}
  }
}

/**
 * Remark on a baseline of an earlier version, which identified changes by subject only, so none of its entries match
 * any more. Empty if no new finding looks like a lost one.
 */
function outdatedRemarks(fresh: readonly Finding[], gone: readonly BaselineFinding[], source: string): string[] {
  const nameOf = (rule: string, subject = ''): string => JSON.stringify([rule, subject])
  const names = new Set(gone.map(({rule, subject}) => nameOf(rule, subject)))
  const alike = fresh.filter(({rule, subject}) => names.has(nameOf(rule, subject && formatSubject(subject))))
  return alike.length === 0
    ? []
    : [
        `The baseline ${source} has lost findings of the same rule and subject as ${formatCount(alike.length, 'new one')}: these are other changes, or an earlier version wrote it, which did not tell the changes of one subject apart. Look through what is new, then write it again with \`--write-baseline\`.`
      ]
}

/** Text of a baseline file: sorted and without lines or dates, so that it changes only when the findings do. */
export function writeBaseline(findings: readonly Finding[]): string {
  const known = findings.map(
    ({fingerprint, rule, subject}): BaselineFinding => ({
      fingerprint,
      rule,
      ...(subject ? {subject: formatSubject(subject)} : {})
    })
  )
  const rows = known.map(each => jsonText(each)).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  // One finding per line, so that additions of two branches merge without conflicts.
  return `{"format": 1, "findings": [${rows.length > 0 ? `\n  ${rows.join(',\n  ')}\n` : ''}]}\n`
}

function keyOf(row: string): string {
  const {rule, subject = '', fingerprint}: BaselineFinding = JSON.parse(row)
  return JSON.stringify([rule, subject, fingerprint])
}

/** The baseline format: the findings that a team started with. */
const baselineSchema = z.strictObject({
  format: formatVersion,
  findings: z.array(
    z.strictObject({
      fingerprint: textField.describe('Names the finding across edits of the files.'),
      rule: textField,
      subject: z.string().optional().describe('For people: only the fingerprint is compared.')
    })
  )
})

type WrittenBaseline = z.infer<typeof baselineSchema>

const EXAMPLE =
  '{"format": 1, "findings": [{"fingerprint": "0a1b2c3d4e5f60718293", "rule": "notice-too-short", "subject": "GET /v1/loans"}]}'

/** Parses a baseline. Throws an `InputError` if it is invalid. */
export function readBaseline(text: string, source: string): Baseline {
  const yaml = readYaml(text, source)
  if (yaml.value === null || typeof yaml.value !== 'object' || Array.isArray(yaml.value))
    throw inputError(
      "This file isn't a baseline. Write one with `tenure usages --write-baseline FILE`.",
      {source, line: 1, column: 1},
      EXAMPLE
    )
  const problems = validateYaml(yaml, baselineSchema, yaml.value, [])
  if (problems.length > 0) throw new InputError(problems.map(problem => ({...problem, example: EXAMPLE})))
  const {findings} = yaml.value as WrittenBaseline
  return {
    source,
    findings: findings.map(({fingerprint, rule, subject}) => defined({fingerprint, rule, subject}))
  }
}
