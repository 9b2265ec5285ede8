import {inputError} from '../../model/input-error.ts'
import {isBefore, parseDateRange} from '../../model/time/date-range.ts'
import {findRelease, type Moment, momentAt, type Timeline, timelinePositionOf} from '../../model/time/timeline.ts'
import type {Finding} from '../../model/verdict/finding.ts'
import type {Judgment} from '../../model/verdict/judgment.ts'
import {suggestChoices, unknownSince} from '../../text/format-choices.ts'
import {formatCount, formatList} from '../../text/format-values.ts'
import {findingKey, type Report, summarize} from './report.ts'

/** Options that select a part of a report. */
export interface PartOptions {
  /** The day, month, year, or release from which on judgments and findings are kept. */
  readonly since?: string | undefined
  /** Comma-separated stabilities; `unknown` stands for subjects without one. */
  readonly stability?: string | undefined
}

const UNKNOWN_STABILITY = 'unknown'

/**
 * Selects a part of a report. Findings stay with the judgments that they explain. Other findings have a release but no
 * stability, so a stability filter drops them.
 */
export function filterReport(report: Report, options: PartOptions): Report {
  if (options.since === undefined && options.stability === undefined) return report
  const {timeline, policy} = report
  const isRecent = sinceTest(options.since, timeline)
  const names = stabilitiesOf(options.stability, policy.stabilities)
  const isSelected = ({stability}: Judgment): boolean => names?.includes(stability ?? UNKNOWN_STABILITY) ?? true
  const keyOf = ({event, subject}: Judgment): string => findingKey(event.id, subject)
  const all = new Set(report.judgments.map(keyOf))
  const judgments = report.judgments.filter(each => isRecent(each.end, each.event.entry) && isSelected(each))
  const left = new Set(judgments.map(keyOf))
  const findings = report.findings.filter((finding: Finding) => {
    const key = findingKey(finding.event, finding.subject)
    if (all.has(key)) return left.has(key)
    const {entry} = finding
    return names === undefined && (entry === undefined || isRecent(momentAt(timeline, entry), entry))
  })
  return {
    ...report,
    judgments,
    findings,
    summary: summarize(judgments, findings),
    remarks: [...report.remarks, remarkOn(options, names, judgments.length, report.judgments.length)]
  }
}

function remarkOn({since}: PartOptions, names: readonly string[] | undefined, shown: number, all: number): string {
  const parts = [
    ...(since === undefined ? [] : [`since ${since}`]),
    ...(names ? [`of stability ${formatList(names, 'or')}`] : [])
  ]
  const notes = names ? '; notes on what did not end are left out' : ''
  return `Only ${parts.join(', ')}: ${shown} of ${formatCount(all, 'removal or breaking change', 'removals and breaking changes')}${notes}`
}

/** Test that drops only what's known to be earlier than the given moment. */
function sinceTest(since: string | undefined, timeline: Timeline): (moment: Moment, fallback: number) => boolean {
  if (since === undefined) return () => true
  const release = findRelease(timeline, since)
  if (release) return (moment, fallback) => timelinePositionOf(timeline, moment, fallback) >= release.index
  const when = parseDateRange(since)
  if (!when) {
    const releases = timeline.entries.flatMap(({kind, name}) => (kind === 'release' ? [name] : []))
    throw unknownSince(since, releases)
  }
  return moment => !isBefore(moment.when, when)
}

function stabilitiesOf(text: string | undefined, known: readonly string[]): string[] | undefined {
  if (text === undefined) return undefined
  const names = text
    .split(',')
    .map(each => each.trim())
    .filter(Boolean)
  const allowed = [...known, UNKNOWN_STABILITY]
  const strange = names.find(name => !allowed.includes(name))
  if (strange !== undefined || names.length === 0)
    throw inputError(`The policy has no stability \`${strange ?? text}\`.${suggestChoices(strange ?? text, allowed)}`)
  return names
}
