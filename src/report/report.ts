import type {Locate, Place} from '../model/location.ts'
import {subjectKey} from '../model/subject/subject.ts'
import type {Day} from '../model/time/date-range.ts'
import type {Timeline} from '../model/time/timeline.ts'
import type {Known} from '../model/verdict/baseline.ts'
import type {Finding, RuleInfo} from '../model/verdict/finding.ts'
import type {Judgement} from '../model/verdict/judgement.ts'
import type {Policy} from '../model/verdict/policy.ts'
import type {UsageReport} from './usage-report.ts'

/** A history that people wrote, a folder of descriptions, a git repository with tags, or one description and its base. */
export type SourceKind = 'history' | 'folder' | 'git' | 'description'

/**
 * How many verdicts of each kind; exempt by policy and by waiver apart. Notes are all that is said beside the verdicts on
 * ends and breaks: flaws of the record, and what rules find where nothing ended.
 */
export interface Summary {
  readonly kept: number
  readonly broken: number
  readonly exempt: {readonly policy: number; readonly waiver: number}
  readonly undetermined: number
  readonly notes: number
}

/** All that a report may show. Places have their lines. */
export interface Report {
  readonly command: 'audit' | 'check' | 'usages'
  readonly asOf: Day
  readonly policy: Policy
  /** No policy was declared: the default judges. */
  readonly assumed: boolean
  /** The second policy that judged a change, of which the worse verdict counts: the target's, or the default. */
  readonly otherPolicy?: Policy
  readonly source: {
    readonly kind: SourceKind
    readonly path: string
    readonly partial: boolean
    /** What of it could not be read in full, where that is not what the path leads to. */
    readonly unread?: string
    /** Where the first of that stands. */
    readonly unreadAt?: Place
  }
  readonly service: string
  /** Which of several APIs it is about. */
  readonly api?: string
  readonly timeline: Timeline
  readonly judgements: readonly (Judgement & {readonly place: Place})[]
  readonly findings: readonly Finding[]
  readonly summary: Summary
  /** What the reader should know before the rest, a line each. */
  readonly remarks: readonly string[]
  /**
   * There was nothing to compare with, or not all of it could be read: that is told first. Unsure where something may
   * have been there before.
   */
  readonly uncompared?: {readonly says: string; readonly isUnsure: boolean; readonly isPart?: true}
  /** How many waivers a change adds, and how many of them don't count; left out where it adds none. */
  readonly newWaivers?: {readonly added: number; readonly ignored: number}
  /** The rules that may have spoken. */
  readonly rules?: readonly RuleInfo[]
  /** The version of tenure. */
  readonly version?: string
  /** The way from the root of the repository to where the paths of places begin: `services/loans`. */
  readonly root?: string
  /** The line that a place is in: reports read nothing. Where it is given, findings are shown with their code. */
  readonly lineOf?: (place: Place) => string | undefined
  /** Finds the line of what else is shown: where an end was announced, where its waiver stands. */
  readonly locate?: Locate
  /** What clients call, where their code was looked at. */
  readonly usage?: UsageReport
  /** The findings that a baseline knows, which fail nothing, and what it knows and nobody finds any more. */
  readonly baseline?: {
    readonly source: string
    readonly unchanged: ReadonlySet<Finding>
    readonly gone: readonly Known[]
  }
}

/** A report is a function of its facts; it prints nothing. */
export interface Output {
  readonly output: string
}

/** Which judgement a finding explains: one subject at one event. */
export const aboutOf = (event: number | undefined, subject: Finding['subject']): string =>
  `${event} ${subject ? subjectKey(subject) : ''}`

/** What may be a fault, by a fact that is missing: a verdict that is open, or a doubt of what is still to come. */
export const isUnsure = ({summary, findings}: Pick<Report, 'summary' | 'findings'>): boolean =>
  summary.undetermined > 0 || findings.some(({verdict, missing}) => verdict === undefined && missing.length > 0)

export function summarise(judgements: readonly Judgement[], findings: readonly Finding[]): Summary {
  const of = (verdict: Judgement['verdict'], by?: Judgement['exemptBy']): number =>
    judgements.filter(each => each.verdict === verdict && each.exemptBy === by).length
  const judged = new Set(judgements.map(({event, subject}) => aboutOf(event.id, subject)))
  const notes = findings.flatMap(finding => {
    const all = [finding, ...finding.reasons]
    return finding.verdict && finding.subject && judged.has(aboutOf(finding.event, finding.subject))
      ? all.filter(({verdict}) => verdict === undefined)
      : all
  })
  return {
    kept: of('kept'),
    broken: of('broken'),
    exempt: {policy: of('exempt', 'policy'), waiver: of('exempt', 'waiver')},
    undetermined: of('undetermined'),
    notes: notes.length
  }
}
