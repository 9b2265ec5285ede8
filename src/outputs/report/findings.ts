import {defined} from '../../model/defined.ts'
import {eventKey} from '../../model/lifecycle/event.ts'
import type {SourceLocation} from '../../model/location.ts'
import {type Finding, fingerprintOf, LEVELS, type Level, type RuleInfo} from '../../model/verdict/finding.ts'
import type {Judgment} from '../../model/verdict/judgment.ts'
import {capitalize} from '../../text/format-values.ts'
import {findingKey, hasMissingFacts, lacksBase, type Report} from './report.ts'
import {plainText} from './sanitize-text.ts'

type Placed = Judgment & {readonly place: SourceLocation}

/** Finding as an item of a list. */
export interface ListedFinding {
  readonly finding: Finding
  /** Worst level of the finding and its reasons, which also determines the exit code. */
  readonly level: Level
  /** Whether the baseline contains the finding, so that it doesn't fail the run. */
  readonly isKnown: boolean
  /** Judgment that the finding explains. */
  readonly judgment?: Placed
}

/** Judgment that a waiver exempts. */
export interface WaivedJudgment extends Placed {
  readonly waiver: NonNullable<Judgment['waiver']>
}

/** Lists all findings: new ones first, then by level, then violations before undetermined ones before notes. */
export function listFindings({
  findings,
  judgments,
  baseline
}: Pick<Report, 'findings' | 'judgments' | 'baseline'>): ListedFinding[] {
  const about = new Map(judgments.map(each => [findingKey(each.event.id, each.subject), each]))
  const listed = findings.map((finding): ListedFinding => {
    const {verdict, event, subject} = finding
    const judgment = verdict && subject ? about.get(findingKey(event, subject)) : undefined
    return defined({finding, level: worstLevel(finding), isKnown: baseline?.unchanged.has(finding) ?? false, judgment})
  })
  return listed.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** Findings that explain a judgment, by its key. */
export const findingsByJudgment = (findings: readonly Finding[]): Map<string, Finding> =>
  new Map(
    findings
      .filter(({verdict, subject}) => verdict && subject)
      .map(finding => [findingKey(finding.event, finding.subject), finding])
  )

const rankOf = ({level, isKnown, finding: {verdict}}: ListedFinding): number =>
  (isKnown ? 100 : 0) + LEVELS.indexOf(level) * 10 + (verdict === 'violation' ? 0 : verdict === 'undetermined' ? 1 : 2)

/** The worst level of a finding and its reasons, which have levels of their own. */
const worstLevel = (finding: Finding): Level =>
  LEVELS.find(level => [finding, ...finding.reasons].some(each => each.level === level)) ?? finding.level

/** Whether the finding fails the run, unless findings are only reported. */
export const isFailing = ({level, isKnown}: ListedFinding): boolean => level === 'error' && !isKnown

/** The level that a format shows: errors that don't fail the run are warnings. */
export const displayLevel = ({level}: Pick<ListedFinding, 'level'>, {reportOnly}: Pick<Report, 'reportOnly'>): Level =>
  reportOnly && level === 'error' ? 'warning' : level

/** Rule name for waived judgments, which no rule reports. */
export const WAIVED_RULE = 'waived'

export const waivedFingerprint = ({subject, event}: WaivedJudgment): string =>
  fingerprintOf(WAIVED_RULE, subject, eventKey(event))

/** Waived judgments, which every report lists. */
export const findWaivedJudgments = ({judgments}: Pick<Report, 'judgments'>): WaivedJudgment[] =>
  judgments.flatMap(({waiver, ...judgment}) =>
    judgment.verdict === 'exempt' && judgment.exemptBy === 'waiver' && waiver ? [{...judgment, waiver}] : []
  )

/** Findings that fail the run, unless findings are only reported. */
export const findFailing = (report: Report): ListedFinding[] => listFindings(report).filter(isFailing)

export const anyFailing = (report: Report): boolean => findFailing(report).length > 0

/** What a run of `check` ends with, the most severe first: not all was read, it fails, facts are missing, or it passes. */
export const RUN_RESULTS = ['failed', 'findings', 'unsure', 'fine'] as const

export function runResultOf(report: Report): (typeof RUN_RESULTS)[number] {
  if (report.source.partial || lacksBase(report)) return 'failed'
  if (report.reportOnly || report.failOn === 'never') return 'fine'
  if (anyFailing(report)) return 'findings'
  return report.failOn === 'undetermined' && isOpen(report) ? 'unsure' : 'fine'
}

/** Whether something isn't known that may hide a violation: a fact, or a part of the base. */
export const isOpen = (report: Report): boolean => hasMissingFacts(report) || report.uncompared?.isUnsure === true

/** Rules with findings or reasons, sorted by ID. */
export function reportingRules({
  findings,
  rules = []
}: Pick<Report, 'findings' | 'rules'>): (RuleInfo | {id: string})[] {
  const ids = new Set(findings.flatMap(finding => [finding, ...finding.reasons].map(({rule}) => rule)))
  return [...ids].toSorted().map(id => rules.find(rule => rule.id === id) ?? {id})
}

/** Name of a rule in PascalCase, such as `NoticeTooShort` for `notice-too-short`. */
export const ruleName = (id: string): string => id.split('-').map(capitalize).join('')

/** Part that wasn't judged and may contain more findings. */
export interface NotCompared {
  readonly level: Level
  readonly what: 'read' | 'compared'
  readonly text: string
  /** Missing if unknown. */
  readonly place?: SourceLocation
}

/**
 * Parts that weren't judged. Unreadable input is an error where it fails the run, while a missing base is only a note.
 */
export const findNotCompared = ({
  source: {partial, path, unread = path, unreadAt: place},
  uncompared,
  command
}: Pick<Report, 'source' | 'uncompared' | 'command'>): NotCompared[] => [
  ...(partial
    ? [
        defined({
          level: command === 'audit' || command === 'diff' ? ('warning' as const) : ('error' as const),
          what: 'read' as const,
          text: plainText(`Not all of ${unread} could be read; the rest isn't checked.`),
          place
        })
      ]
    : []),
  ...(uncompared
    ? [
        {
          level: lacksBase({uncompared})
            ? ('error' as const)
            : uncompared.isUnsure
              ? ('warning' as const)
              : ('info' as const),
          what: 'compared' as const,
          text: plainText(uncompared.text)
        }
      ]
    : [])
]
