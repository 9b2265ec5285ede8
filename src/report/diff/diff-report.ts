import {type Change, countChanges} from '../../model/api/change.ts'
import type {ReadProblem, UnusedComponent} from '../../model/api/snapshot.ts'
import {groupBy} from '../../model/group-by.ts'
import type {SourceLocation} from '../../model/location.ts'
import {formatTarget} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import {fingerprintOf} from '../../model/verdict/finding.ts'
import type {JudgedChange} from '../../model/verdict/judged-change.ts'
import type {Verdict} from '../../model/verdict/judgement.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {formatCount, formatList} from '../../text/format-values.ts'

/** One of two compared descriptions. */
export interface DiffSide {
  readonly source: string
  readonly title?: string
  readonly version?: string
}

/** Number of changes per verdict. */
export type DiffSummary = {readonly [Each in Verdict]: number}

/** All data of a comparison report. Locations have line numbers. */
export interface DiffReport {
  readonly asOf: Day
  readonly policy: Policy
  /** Name of the policy revision that applies on the day, if it has one. */
  readonly revision?: string
  /** Whether the default policy applies because none was declared. */
  readonly assumed: boolean
  readonly old: DiffSide
  readonly new: DiffSide
  /** Changed components that no operation refers to. They aren't compared. */
  readonly unused: readonly UnusedComponent[]
  /** Parts that couldn't be read and therefore weren't compared, and warnings. */
  readonly gaps: readonly ReadProblem[]
  /** Changes in display order. */
  readonly judged: readonly JudgedChange[]
  readonly summary: DiffSummary
  /** Total number of changes, if filters hide some. */
  readonly unfiltered?: number
}

/** Parts that are missing from the comparison. */
export const missingParts = ({gaps}: Pick<DiffReport, 'gaps'>): readonly ReadProblem[] =>
  gaps.filter(({isRead}) => !isRead)

/** Parts that were read despite problems. */
export const warningsIn = ({gaps}: Pick<DiffReport, 'gaps'>): readonly ReadProblem[] =>
  gaps.filter(({isRead}) => isRead)

export const VERDICT_ORDER: readonly Verdict[] = ['broken', 'undetermined', 'exempt', 'kept']

export function summarizeDiff(judged: readonly JudgedChange[]): DiffSummary {
  const of = (verdict: Verdict): number =>
    countChanges(judged.filter(each => each.verdict === verdict).map(({change}) => change))
  return {broken: of('broken'), undetermined: of('undetermined'), exempt: of('exempt'), kept: of('kept')}
}

/** Sorts by verdict, path, method, kind, and location. The result doesn't depend on the original order. */
export function sortChanges(judged: readonly JudgedChange[]): JudgedChange[] {
  const keyed = judged.map(each => ({each, key: keyOf(each)}))
  return keyed.toSorted((a, b) => compareKeys(a.key, b.key)).map(({each}) => each)
}

type Key = readonly (string | number)[]

function keyOf({change, verdict}: JudgedChange): Key {
  const {target} = change.subject
  const place = change.where.new ?? change.where.old
  return [
    VERDICT_ORDER.indexOf(verdict),
    target.kind === 'endpoint' || target.kind === 'prefix' ? target.path : formatTarget(target),
    target.kind === 'endpoint' ? target.method : '',
    change.kind,
    ...placeKey(place),
    change.at,
    change.about ?? '',
    change.reaches[0] ? formatTarget(change.reaches[0].operation.target) : ''
  ]
}

const placeKey = (place: SourceLocation | undefined): Key => [
  place?.source ?? '',
  place?.line ?? 0,
  place?.column ?? 0,
  place?.pointer ?? ''
]

/** Compares by code units, so that the result is the same on every machine. */
function compareKeys(a: Key, b: Key): number {
  for (const [index, left] of a.entries()) {
    const right = b[index]
    if (right === undefined || left === right) continue
    return left < right ? -1 : 1
  }
  return 0
}

/** Identifies a change across edits of the descriptions, by kind, subject, sides, path to the value, and topic. */
export function changeFingerprint({kind, subject, reaches, at, about, mediaType}: Change): string {
  const sides = [...new Set(reaches.map(({side}) => side))].sort()
  return fingerprintOf(
    kind,
    subject,
    JSON.stringify([sides, at, about ?? '', ...(mediaType === undefined ? [] : [mediaType])])
  )
}

/** Note that unreadable parts may contain more changes. Empty if all parts were read. */
export function sayUnreadParts(report: Pick<DiffReport, 'gaps'>): string {
  const {length} = missingParts(report)
  return length > 0 ? `; partial, ${formatCount(length, 'part')} could not be read` : ''
}

/** `1 unused schema changed; not checked`. Empty if there's none. */
export function sayUnusedComponents({unused}: Pick<DiffReport, 'unused'>): string | undefined {
  if (unused.length === 0) return undefined
  const kinds = [...groupBy(unused, ({kind}) => kind)].map(([kind, {length}]) =>
    formatCount(length, `unused ${kind}`, `unused ${kind === 'request body' ? 'request bodies' : `${kind}s`}`)
  )
  return `${formatList(kinds)} changed; not checked`
}

/** `3 breaking, 1 undetermined, 12 compatible changes`. Exempt changes are counted only if there are any. */
export function sayDiffSummary(report: Pick<DiffReport, 'summary' | 'unfiltered' | 'gaps' | 'unused'>): string {
  const {unfiltered} = report
  const {broken, undetermined, exempt, kept} = report.summary
  if (broken + undetermined + exempt + kept === 0 && (unfiltered || report.unused.length === 0))
    return unfiltered
      ? `None of ${formatCount(unfiltered, 'change')} matches the filters`
      : missingParts(report).length > 0
        ? 'In what could be read, no changes'
        : 'No changes'
  return [
    `${broken} breaking`,
    `${undetermined} undetermined`,
    ...(exempt > 0 ? [`${exempt} exempt`] : []),
    formatCount(kept, 'compatible change')
  ].join(', ')
}

/** `new.yaml (1.3)`. */
export const sayDiffSide = ({source, version}: DiffSide): string =>
  version === undefined ? source : `${source} (${version})`
