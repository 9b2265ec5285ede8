import {formatSubject, type SubjectPart, subjectKey} from '../../../src/model/subject/subject.ts'
import {parseDateRange, UNKNOWN_DATE} from '../../../src/model/time/date-range.ts'
import {buildTimeline, momentAt, type Timeline} from '../../../src/model/time/timeline.ts'
import type {Finding} from '../../../src/model/verdict/finding.ts'
import type {Judgment} from '../../../src/model/verdict/judgment.ts'
import type {LocatedJudgment} from '../../../src/outputs/report/groups/group-findings.ts'
import {type Report, summarize} from '../../../src/outputs/report/report.ts'
import {subjectOf} from '../../changes.ts'
import {policyOf} from '../../reading.ts'

/** Releases of the library, the last of them without a date. */
export const TIMELINE: Timeline = buildTimeline(
  [
    ['1.0', '2023-01-10'],
    ['1.1', '2024-02-01'],
    ['2.0', '2024-06-01'],
    ['2.1', undefined]
  ].map(([name = '', date]) => ({
    kind: 'release' as const,
    name,
    ...(date === undefined ? {} : {date}),
    stated: (date === undefined ? undefined : parseDateRange(date)) ?? UNKNOWN_DATE,
    place: {source: 'releases.json'}
  })),
  '2026-11-20'
)

let created = 0

/** A made-up judgment, by default a violation by a stable endpoint in release 2.0. */
export function judged(
  text: string,
  {
    part,
    entry = 2,
    ...more
  }: Partial<Omit<LocatedJudgment, 'event'>> & {
    event?: Partial<Judgment['event']>
    part?: SubjectPart
    entry?: number
  } = {}
): LocatedJudgment {
  const subject = subjectOf(text, part)
  const place = {source: `specs/${entry}.yaml`, line: ++created, column: 5}
  const kind = more.kind ?? 'end'
  const verb = kind === 'end' ? 'removed' : 'changed'
  return {
    subject,
    kind,
    end: momentAt(TIMELINE, entry),
    pending: false,
    verdict: 'violation',
    stability: 'ga',
    clause: {policy: 'library', revision: 'current', pointer: '/guarantees/ga/notice'},
    missing: [],
    requirements: [],
    covers: [],
    place,
    ...more,
    event: {id: created, kind: verb, verb, subject, entry, place, ...more.event}
  }
}

/** The finding of a rule, by a template in which `{}` is the subject. */
export const found = (
  {subject, event, verdict, place, missing}: LocatedJudgment,
  rule: string,
  says: string
): Finding => ({
  rule,
  level: verdict === 'violation' ? 'error' : 'warning',
  verdict,
  message: says.replaceAll('{}', `\`${formatSubject(subject)}\``),
  remedy: `Restore \`${formatSubject(subject)}\`.`,
  subject,
  place,
  event: event.id,
  entry: event.entry,
  missing,
  evidence: [],
  covers: [],
  reasons: [],
  fingerprint: `${rule} ${subjectKey(subject)}`
})

export function reportOf(
  judgments: readonly LocatedJudgment[],
  findings: readonly Finding[] = [],
  more: Partial<Report> = {}
): Report {
  return {
    command: 'audit',
    asOf: '2026-11-20',
    policy: policyOf('thirteen-months'),
    assumed: true,
    source: {kind: 'folder', path: 'specs', partial: false},
    service: 'Lending Library API',
    timeline: TIMELINE,
    judgments,
    findings,
    summary: summarize(judgments, findings),
    remarks: [],
    ...more
  }
}
