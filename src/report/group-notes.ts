import {groupBy} from '../model/group-by.ts'
import type {SourceLocation} from '../model/location.ts'
import type {Finding, FindingReason, Level} from '../model/verdict/finding.ts'
import type {Verdict} from '../model/verdict/judgement.ts'
import type {GroupedFindings} from './audit/group-findings.ts'

/** All messages of one rule about the history. */
export interface NoteGroup {
  readonly rule: string
  readonly level: Level
  readonly verdict?: Verdict
  /** First message. */
  readonly message: string
  readonly times: number
  readonly places: readonly SourceLocation[]
}

/**
 * Groups findings that don't explain a verdict: problems of the history, and findings without an end of support. One
 * group per rule and verdict, sorted by level, then by size.
 */
export function groupNotes({releases, rest}: GroupedFindings): NoteGroup[] {
  const explaining = releases.flatMap(({folds}) =>
    folds.flatMap(fold => fold.items.flatMap(({finding}) => finding ?? []))
  )
  const noteReasons = [
    ...explaining.flatMap(finding =>
      withPlace(
        finding.reasons.filter(({verdict}) => verdict === undefined),
        finding
      )
    ),
    ...rest.flatMap(finding => withPlace([finding, ...finding.reasons], finding))
  ]
  const folds = [...groupBy(noteReasons, ({reason}) => `${reason.rule} ${reason.verdict ?? ''}`).values()].flatMap(
    (group): NoteGroup[] => {
      const [first] = group
      if (!first) return []
      const {rule, level, verdict, message} = first.reason
      const places = group.map(({place}) => place)
      return [{rule, level, ...(verdict ? {verdict} : {}), message, times: group.length, places}]
    }
  )
  return folds.toSorted(
    (a, b) => RANK[a.level] - RANK[b.level] || b.times - a.times || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0)
  )
}

const RANK = {error: 0, warning: 1, info: 2} as const satisfies Record<Level, number>

const withPlace = (reasons: readonly FindingReason[], {place}: Finding) => reasons.map(reason => ({reason, place}))
