import type {OwnerSet, Review} from '../../model/approval.ts'
import type {LocateSource, SourceLocation} from '../../model/location.ts'
import {type Subject, subjectKey} from '../../model/subject/subject.ts'
import type {DateRange, Day} from '../../model/time/date-range.ts'
import type {Timeline} from '../../model/time/timeline.ts'
import type {FailOn} from '../../model/verdict/fail-on.ts'
import type {BaselineFinding, Finding, RuleInfo} from '../../model/verdict/finding.ts'
import type {Judgment} from '../../model/verdict/judgment.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import type {ListedChanges} from './change-list.ts'
import type {DiffReport} from './diff-report.ts'
import type {UsageReport} from './usage-report.ts'
import type {VersionReport} from './version-report.ts'

/**
 * Kind of source: a written history, a folder of descriptions, a git repository with tags, or a description and its
 * base.
 */
export type SourceKind = 'history' | 'folder' | 'git' | 'description'

/**
 * Number of judgments per verdict, with exempt ones split by policy and waiver. Notes are all findings that don't
 * explain a verdict.
 */
export interface Summary {
  readonly compliant: number
  readonly violation: number
  readonly exempt: {readonly policy: number; readonly waiver: number}
  readonly undetermined: number
  readonly notes: number
}

/** Why nothing, or not everything, was compared. */
export interface Uncompared {
  readonly text: string
  /** Whether there may be an older description. */
  readonly isUnsure: boolean
  /** Whether only a part wasn't compared. */
  readonly isPart?: true
  /** Whether the history alone is checked, as the configuration wants it. */
  readonly isHistoryOnly?: true
}

/** The releases of a source that couldn't be read, or not in full. */
export interface UnreadReleases {
  readonly names: readonly string[]
  /** Number of all releases. */
  readonly of: number
  /** Whether nothing of these releases could be read. */
  readonly isWhole: boolean
}

/** Revision of a git repository, or a file that is given instead of one. */
export interface Revision {
  readonly name: string
  /** ID of its commit. Missing for a file. */
  readonly commit?: string
}

/** Waiver that a change adds. */
export interface NewWaiver {
  readonly subject: Subject
  readonly reason: string
  readonly counts: boolean
  /** Owners of whom some of each set have to approve. Missing if the target doesn't count approvals. */
  readonly owners?: readonly OwnerSet[]
  /** Reviews that approved it. */
  readonly approvals?: readonly Review[]
}

/** What a description was compared with. */
export interface BaseState extends Revision {
  /** Why it was this release. Missing if the base isn't one that was searched. */
  readonly reason?: string
  /** Why nothing counts as released, if the newest release was searched and there is none. */
  readonly unreleased?: string
}

/** All data of a report. Locations have line numbers. */
export interface Report {
  readonly command: 'audit' | 'check' | 'usages' | 'probe' | 'diff'
  readonly asOf: Day
  readonly policy: Policy
  /** Whether the default policy applies because none was declared. */
  readonly assumed: boolean
  /** Second policy that was applied to a change: the target's, or the default one. The worse verdict counts. */
  readonly otherPolicy?: Policy
  /** What a change does to the policy that it is checked against, as a sentence. Missing if nothing. */
  readonly policyChange?: string
  readonly source: {
    readonly kind: SourceKind
    readonly path: string
    readonly partial: boolean
    /** Unreadable part, if it's not the whole path. */
    readonly unread?: string
    /** Location of the first unreadable part. */
    readonly unreadAt?: SourceLocation
    /** Releases that couldn't be read, or not in full, if there are several releases. */
    readonly unreadReleases?: UnreadReleases
  }
  /** Path of the description that the gate judges, if it judges one. */
  readonly spec?: string
  readonly service: string
  /** Name of the API, if the configuration has several. */
  readonly api?: string
  readonly timeline: Timeline
  readonly judgments: readonly (Judgment & {readonly place: SourceLocation})[]
  readonly findings: readonly Finding[]
  readonly summary: Summary
  /** Changes under review, one line for each cause. Missing if none were compared. */
  readonly changes?: readonly ListedChanges[]
  /**
   * What a change of the generator's version does to a generated description, and the lock files that brought it.
   * Missing if it does nothing.
   */
  readonly drift?: {readonly altered: readonly string[]; readonly list: readonly ListedChanges[]}
  /** Remarks to print before the results, one line each. */
  readonly remarks: readonly string[]
  /** Why nothing, or not everything, was compared. */
  readonly uncompared?: Uncompared
  /** Number of waivers that a change adds, and how many of them don't count. Missing if it adds none. */
  readonly newWaivers?: {
    readonly added: number
    readonly ignored: number
    readonly list: readonly NewWaiver[]
  }
  /** Number of known gaps that are accepted, and of entries that accept none. Missing if no gap is known. */
  readonly acceptedGaps?: {readonly accepted: number; readonly unused: number}
  /** Revisions that decided on a change: what it was compared with, and whose rules bind. */
  readonly revisions?: {readonly base?: BaseState; readonly target?: Revision}
  /** Which results fail the run, as the target's configuration or an option says. Missing if neither does. */
  readonly failOn?: FailOn
  /** Why findings don't fail the run: before a day, or because of what a person wrote. Missing if they fail it. */
  readonly reportOnly?: {readonly enforceFrom: Day} | {readonly enforceFrom?: undefined; readonly written: string}
  /** The version of a change, and what it must be. Missing if none is known. */
  readonly versionReport?: VersionReport
  /** Releases other than the base that the change was compared with, the oldest first. Missing if none was demanded. */
  readonly releases?: readonly string[]
  /** All rules that were applied. */
  readonly rules?: readonly RuleInfo[]
  /** Version of tenure. */
  readonly version?: string
  /** Path from the repository root to the folder that locations are relative to, such as `services/loans`. */
  readonly root?: string
  /** Returns the source line at a location, because reports don't read files. If set, findings show their code. */
  readonly lineOf?: (place: SourceLocation) => string | undefined
  /** Adds line numbers to other locations, such as those of announcements and waivers. */
  readonly locate?: LocateSource
  /** Calls in client code, if it was checked. */
  readonly usage?: UsageReport
  /** The answer about a server. It's unsure if what couldn't be checked may hide a difference. */
  readonly probe?: {
    readonly headline: string
    readonly isUnsure: boolean
    /** Whether an endpoint that ends wasn't asked. */
    readonly leavesOutEnds: boolean
    readonly endpoints: {asked: number; differing: number; notAsked: string[]; undetermined: string[]}
  }
  /** Comparison of two descriptions, if its changes are the findings. */
  readonly diff?: DiffReport
  /** Findings that are in the baseline and don't fail the run, and baseline entries without a finding. */
  readonly baseline?: {
    readonly source: string
    readonly unchanged: ReadonlySet<Finding>
    readonly gone: readonly BaselineFinding[]
  }
}

/** How a report can be written. */
export type ReportFormat = 'stylish' | 'json' | 'markdown' | 'github' | 'gitlab' | 'sarif' | 'junit'

/** Key of the judgment that a finding explains: a subject at an event. */
export const findingKey = (event: number | undefined, subject: Finding['subject']): string =>
  `${event} ${subject ? subjectKey(subject) : ''}`

/** Whether a check can't be done, because an older description isn't there to compare with. */
export const lacksBase = ({uncompared}: Pick<Report, 'uncompared'>): boolean =>
  uncompared?.isUnsure === true && !uncompared.isPart

/** Whether missing facts may hide a violation, in an undetermined verdict or in a finding without a verdict. */
export const hasMissingFacts = ({summary, findings}: Pick<Report, 'summary' | 'findings'>): boolean =>
  summary.undetermined > 0 ||
  findings.some(
    ({verdict, subject, missing}) =>
      (verdict === undefined && missing.length > 0) || (verdict === 'undetermined' && !subject)
  )

export function summarize(judgments: readonly Judgment[], findings: readonly Finding[]): Summary {
  const of = (verdict: Judgment['verdict'], by?: Judgment['exemptBy']): number =>
    judgments.filter(each => each.verdict === verdict && each.exemptBy === by).length
  const judged = new Set(judgments.map(({event, subject}) => findingKey(event.id, subject)))
  const notes = findings.flatMap(finding => {
    const all = [finding, ...finding.reasons]
    return finding.verdict && finding.subject && judged.has(findingKey(finding.event, finding.subject))
      ? all.filter(({verdict}) => verdict === undefined)
      : all
  })
  return {
    compliant: of('compliant'),
    violation: of('violation'),
    exempt: {policy: of('exempt', 'policy'), waiver: of('exempt', 'waiver')},
    undetermined: of('undetermined'),
    notes: notes.length
  }
}

/** Verdicts on the ends of support and breaking changes of one year, or of all without a known year. */
export interface YearSummary extends Omit<Summary, 'notes'> {
  readonly year?: string
}

/** Year of a moment. `undefined` if more than one year is possible. */
function yearOf({earliest, latest}: DateRange): string | undefined {
  const year = earliest?.slice(0, 4)
  return year !== undefined && year === latest?.slice(0, 4) ? year : undefined
}

/** Years in order, those without a known year last. */
export function groupByYear(judgments: readonly Judgment[]): YearSummary[] {
  const years = [...new Set(judgments.map(({end}) => yearOf(end.when)))].toSorted((a, b) =>
    (a ?? '9999+') < (b ?? '9999+') ? -1 : 1
  )
  return years.map(year => {
    const {notes: _, ...summary} = summarize(
      judgments.filter(({end}) => yearOf(end.when) === year),
      []
    )
    return {...(year === undefined ? {} : {year}), ...summary}
  })
}

export const YEAR_COLUMNS = [
  'compliant',
  'violation',
  'exempt by policy',
  'exempt by waiver',
  'undetermined',
  'all'
] as const

/** Cells of a year's row, in column order. */
export function yearCells({compliant, violation, exempt, undetermined}: YearSummary): number[] {
  const each = [compliant, violation, exempt.policy, exempt.waiver, undetermined]
  return [...each, each.reduce((sum, number) => sum + number, 0)]
}

export const sayYear = ({year}: YearSummary): string => year ?? 'no date'
