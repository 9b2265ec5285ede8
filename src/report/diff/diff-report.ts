import {type Change, type ChangeKind, countChanges} from '../../model/api/change.ts'
import type {ReadProblem, UnusedComponent} from '../../model/api/snapshot.ts'
import {groupBy} from '../../model/group-by.ts'
import type {SourceLocation} from '../../model/location.ts'
import {formatTarget} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import {fingerprintOf} from '../../model/verdict/finding.ts'
import type {JudgedChange} from '../../model/verdict/judged-change.ts'
import type {Verdict} from '../../model/verdict/judgment.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {formatSplitVerdict, formatVerdictReason, operationName} from '../../text/changes/verdict-reasons.ts'
import {formatCount, formatList} from '../../text/format-values.ts'
import type {Outcome} from '../headline.ts'

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

export const VERDICT_ORDER: readonly Verdict[] = ['violation', 'undetermined', 'exempt', 'compliant']

export function summarizeDiff(judged: readonly JudgedChange[]): DiffSummary {
  const of = (verdict: Verdict): number =>
    countChanges(judged.filter(each => each.verdict === verdict).map(({change}) => change))
  return {
    violation: of('violation'),
    undetermined: of('undetermined'),
    exempt: of('exempt'),
    compliant: of('compliant')
  }
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
  return length > 0 ? `; ${formatCount(length, 'part')} couldn't be read` : ''
}

/** `1 unused schema changed, not checked`. Empty if there's none. */
export function sayUnusedComponents({unused}: Pick<DiffReport, 'unused'>): string | undefined {
  if (unused.length === 0) return undefined
  const kinds = [...groupBy(unused, ({kind}) => kind)].map(([kind, {length}]) =>
    formatCount(length, `unused ${kind}`, `unused ${kind === 'request body' ? 'request bodies' : `${kind}s`}`)
  )
  return `${formatList(kinds)} changed, not checked`
}

/** `3 breaking changes, 1 undetermined, 12 compatible changes`. Counts that are zero are left out. */
export function sayDiffSummary(report: Pick<DiffReport, 'summary' | 'unfiltered' | 'gaps' | 'unused'>): string {
  const {unfiltered} = report
  const {violation, undetermined, exempt, compliant} = report.summary
  if (violation + undetermined + exempt + compliant === 0 && (unfiltered || report.unused.length === 0))
    return unfiltered
      ? `None of ${formatCount(unfiltered, 'change')} matches the filters`
      : missingParts(report).length > 0
        ? 'No changes in what could be read'
        : 'No changes'
  return [
    violation > 0 ? formatCount(violation, 'breaking change') : 'No breaking changes',
    ...(undetermined > 0 ? [`${undetermined} undetermined`] : []),
    ...(exempt > 0 ? [`${exempt} exempt`] : []),
    ...(compliant > 0 ? [formatCount(compliant, 'compatible change')] : [])
  ].join(', ')
}

/** Result of a comparison in a word. `undetermined` also if parts couldn't be read. */
export const diffOutcome = ({summary, gaps}: Pick<DiffReport, 'summary' | 'gaps'>): Outcome =>
  summary.violation > 0
    ? 'violation'
    : summary.undetermined + missingParts({gaps}).length > 0
      ? 'undetermined'
      : 'compliant'

/** `new.yaml (1.3)`. */
export const sayDiffSide = ({source, version}: DiffSide): string =>
  version === undefined ? source : `${source} (${version})`

/** Changes of one entry: a single change, or all equally judged value changes of one enumeration. */
export type DiffEntry = readonly [JudgedChange, ...JudgedChange[]]

/** Kinds of change that an enumeration can have several of at one location. */
const VALUE_KINDS: ReadonlySet<ChangeKind> = new Set<ChangeKind>(['value-added', 'value-removed'])

/** Groups changes into entries. Value changes of an enumeration take the position of the first one. */
export function groupIntoEntries(judged: readonly JudgedChange[]): DiffEntry[] {
  // Keys are expensive if hundreds of operations are affected, so they're only computed for locations with several
  // values.
  const values = groupBy(
    judged.filter(({change}) => VALUE_KINDS.has(change.kind)),
    placesOf
  )
  const hasSiblings = (each: JudgedChange): boolean => (values.get(placesOf(each))?.length ?? 0) > 1
  const entries = groupBy(judged, each =>
    VALUE_KINDS.has(each.change.kind) && hasSiblings(each) ? enumerationOf(each) : each
  )
  return [...entries.values()]
}

const placesOf = ({change: {where}}: JudgedChange): string =>
  [where.old, where.new].map(place => place && `${place.source} ${place.pointer}`).join('\n')

export const changesOfEntry = ([first, ...others]: DiffEntry): readonly [Change, ...Change[]] => [
  first.change,
  ...others.map(({change}) => change)
]

function enumerationOf(judged: JudgedChange): string {
  const {change, verdict, rulings} = judged
  const {kind, subject, component, at, where, reaches, proofs, announced} = change
  return JSON.stringify([
    [verdict, kind, component, at, formatTarget(subject.target), {...subject.part, value: undefined}],
    [where.old, where.new].map(place => place && [place.source, place.pointer]),
    reaches.map(({operation, side, part}) => [operationName(operation), side, part]),
    [proofs.request, proofs.response].map(proof => (proof?.is === 'undetermined' ? proof.why : proof?.is)),
    announced,
    [...rulings.map(each => formatVerdictReason(each, change)), rulings[0].clause.pointer, formatSplitVerdict(judged)]
  ])
}

/** Policy setting that would decide the changes that need review. `undefined` if there are none. */
export function sayUndecided(judged: readonly JudgedChange[]): string | undefined {
  const needingReview = judged.filter(({rulings}) => rulings.some(({ground}) => ground === 'review'))
  const kinds = [...new Set(needingReview.map(({change}) => change.kind))].toSorted()
  const effects = kinds.map(kind => `${kind}: compatible`).join(', ')
  return kinds.length === 0
    ? undefined
    : `To decide for all of them, add \`compatibility: {${effects}}\` (or \`breaking\`) to the policy.`
}
