import {type Change, countOf} from '../../model/api/change.ts'
import type {Gap, UnusedPart} from '../../model/api/snapshot.ts'
import {groupBy} from '../../model/group-by.ts'
import type {Place} from '../../model/location.ts'
import {formatTarget} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import {fingerprintOf} from '../../model/verdict/finding.ts'
import type {JudgedChange} from '../../model/verdict/judged-change.ts'
import type {Verdict} from '../../model/verdict/judgement.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {count, sayList} from '../../text/format-values.ts'

/** One of the two documents. */
export interface DiffSide {
  readonly source: string
  readonly title?: string
  readonly version?: string
}

/** How many changes have each verdict. */
export type DiffSummary = {readonly [Each in Verdict]: number}

/** All that a report on two documents may show. Places have their lines. */
export interface DiffReport {
  readonly asOf: Day
  readonly policy: Policy
  /** The name of the revision that is in force on the day, where it is known. */
  readonly revision?: string
  /** No policy was declared: the default judges. */
  readonly assumed: boolean
  readonly old: DiffSide
  readonly new: DiffSide
  /** Components that differ and that no operation leads to: they are not compared. */
  readonly unused: readonly UnusedPart[]
  /** What could not be read, and so was not compared. */
  readonly gaps: readonly Gap[]
  /** In the order in which they are shown. */
  readonly judged: readonly JudgedChange[]
  readonly summary: DiffSummary
  /** How many changes there are in all, where filters leave some. */
  readonly unfiltered?: number
}

/** What is missing from the comparison. */
export const missingParts = ({gaps}: Pick<DiffReport, 'gaps'>): readonly Gap[] => gaps.filter(({isRead}) => !isRead)

/** What was read though it is not quite right. */
export const warningsIn = ({gaps}: Pick<DiffReport, 'gaps'>): readonly Gap[] => gaps.filter(({isRead}) => isRead)

export const VERDICT_ORDER: readonly Verdict[] = ['broken', 'undetermined', 'exempt', 'kept']

export function summariseDiff(judged: readonly JudgedChange[]): DiffSummary {
  const of = (verdict: Verdict): number =>
    countOf(judged.filter(each => each.verdict === verdict).map(({change}) => change))
  return {broken: of('broken'), undetermined: of('undetermined'), exempt: of('exempt'), kept: of('kept')}
}

/** By verdict, path, method, kind and place: the same for the same changes, in whatever order they were found. */
export function inOrder(judged: readonly JudgedChange[]): JudgedChange[] {
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

const placeKey = (place: Place | undefined): Key => [
  place?.source ?? '',
  place?.line ?? 0,
  place?.column ?? 0,
  place?.pointer ?? ''
]

/** Code unit by code unit: the same on any machine. */
function compareKeys(a: Key, b: Key): number {
  for (const [index, left] of a.entries()) {
    const right = b[index]
    if (right === undefined || left === right) continue
    return left < right ? -1 : 1
  }
  return 0
}

/** Names a change across edits of the documents: kind, subject, sides, the way to the value, and what it is about. */
export function changeFingerprint({kind, subject, reaches, at, about, mediaType}: Change): string {
  const sides = [...new Set(reaches.map(({side}) => side))].sort()
  return fingerprintOf(
    kind,
    subject,
    JSON.stringify([sides, at, about ?? '', ...(mediaType === undefined ? [] : [mediaType])])
  )
}

/** What is said beside the sums: what could not be read may hold more. */
export function sayUnread(report: Pick<DiffReport, 'gaps'>): string {
  const {length} = missingParts(report)
  return length > 0 ? `; partial, ${count(length, 'part')} could not be read` : ''
}

/** `1 unused schema changed; not checked`; nothing where all that differs was compared. */
export function sayUnused({unused}: Pick<DiffReport, 'unused'>): string | undefined {
  if (unused.length === 0) return undefined
  const kinds = [...groupBy(unused, ({kind}) => kind)].map(([kind, {length}]) =>
    count(length, `unused ${kind}`, `unused ${kind === 'request body' ? 'request bodies' : `${kind}s`}`)
  )
  return `${sayList(kinds)} changed; not checked`
}

/** `3 breaking, 1 undetermined, 12 compatible changes`; what is exempt is told where there is any. */
export function sayDiffSummary(report: Pick<DiffReport, 'summary' | 'unfiltered' | 'gaps' | 'unused'>): string {
  const {unfiltered} = report
  const {broken, undetermined, exempt, kept} = report.summary
  if (broken + undetermined + exempt + kept === 0 && (unfiltered || report.unused.length === 0))
    return unfiltered
      ? `None of ${count(unfiltered, 'change')} matches the filters`
      : missingParts(report).length > 0
        ? 'In what could be read, no changes'
        : 'No changes'
  return [
    `${broken} breaking`,
    `${undetermined} undetermined`,
    ...(exempt > 0 ? [`${exempt} exempt`] : []),
    count(kept, 'compatible change')
  ].join(', ')
}

/** `new.yaml (1.3)`. */
export const sayDiffSide = ({source, version}: DiffSide): string =>
  version === undefined ? source : `${source} (${version})`
