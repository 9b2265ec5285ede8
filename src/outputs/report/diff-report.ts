import {kindOf} from '../../languages/kinds.ts'
import {type Change, countChanges} from '../../model/api/change.ts'
import type {ReadProblem, UnusedComponent} from '../../model/api/read-problem.ts'
import {groupBy} from '../../model/group-by.ts'
import type {SourceLocation} from '../../model/location.ts'
import type {Day} from '../../model/time/date-range.ts'
import type {CompatibilityDirection} from '../../model/verdict/compatibility-direction.ts'
import {fingerprintOf} from '../../model/verdict/finding.ts'
import type {Breaks, JudgedChange} from '../../model/verdict/judged-change.ts'
import type {Verdict} from '../../model/verdict/judgment.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {capitalize, formatCount, formatList} from '../../text/format-values.ts'
import type {VersionReport} from './version-report.ts'

/** One of two compared descriptions. */
export interface DiffSide {
  readonly source: string
  readonly title?: string
  readonly version?: string
}

/** Number of changes per verdict, and number of breaking changes. */
export type DiffSummary = {readonly [Each in Verdict]: number} & {readonly breaking: number}

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
  /** Directions that were compared, unless it's only old clients with new servers. */
  readonly direction?: Exclude<CompatibilityDirection, 'backward'>
  /** Remarks to print before the changes, such as the marker that the policy would need. */
  readonly remarks: readonly string[]
  /** Changed components that no operation refers to. They aren't compared. */
  readonly unused: readonly UnusedComponent[]
  /** Parts that couldn't be read and therefore weren't compared, and warnings. */
  readonly gaps: readonly ReadProblem[]
  /** Changes in display order. */
  readonly judged: readonly JudgedChange[]
  /** Whether any change breaks clients, whatever the policy allows. `unknown` also if parts couldn't be read. */
  readonly breaks: Breaks
  /** The policy's answer: the most severe verdict. `undetermined` also if parts couldn't be read. */
  readonly verdict: Verdict
  readonly summary: DiffSummary
  /** The version of the newer description, and what it must be. Missing if none is known. */
  readonly versionReport?: VersionReport
  /** Total number of changes, if filters hide some. */
  readonly unfiltered?: number
}

/** Parts that are missing from the comparison. */
export const missingParts = ({gaps}: Pick<DiffReport, 'gaps'>): readonly ReadProblem[] =>
  gaps.filter(({isRead}) => !isRead)

/** Parts that were read despite problems. */
export const warningsIn = ({gaps}: Pick<DiffReport, 'gaps'>): readonly ReadProblem[] =>
  gaps.filter(({isRead}) => isRead)

const VERDICT_ORDER: readonly Verdict[] = ['violation', 'undetermined', 'exempt', 'compliant']

export function summarizeDiff(judged: readonly JudgedChange[]): DiffSummary {
  const of = (verdict: Verdict): number => countJudged(judged.filter(each => each.verdict === verdict))
  return {
    breaking: countJudged(judged.filter(({breaks}) => breaks === 'yes')),
    violation: of('violation'),
    undetermined: of('undetermined'),
    exempt: of('exempt'),
    compliant: of('compliant')
  }
}

const countJudged = (judged: readonly JudgedChange[]): number => countChanges(judged.map(({change}) => change))

/** The two answers about all changes together: whether they break clients, and whether the policy allows them. */
export function answerWhole({
  judged,
  gaps
}: Pick<DiffReport, 'judged' | 'gaps'>): Pick<DiffReport, 'breaks' | 'verdict'> {
  const breaks = judged.map(each => each.breaks)
  const verdicts = new Set(judged.map(({verdict}) => verdict))
  if (missingParts({gaps}).length > 0) {
    breaks.push('unknown')
    verdicts.add('undetermined')
  }
  return {
    breaks: breaks.includes('yes') ? 'yes' : breaks.includes('unknown') ? 'unknown' : 'no',
    verdict: VERDICT_ORDER.find(each => verdicts.has(each)) ?? 'compliant'
  }
}

/** Whether a change is not allowed, or breaks clients without being clearly allowed. */
export const isNotAllowed = ({verdict, breaks}: JudgedChange): boolean =>
  verdict === 'violation' || (breaks === 'yes' && verdict === 'undetermined')

export const anyNotAllowed = ({judged}: Pick<DiffReport, 'judged'>): boolean => judged.some(isNotAllowed)

/** Items that share both answers: whether they break clients, and whether the policy allows them. */
export interface DiffSection<Item> {
  readonly title: string
  readonly items: readonly [Item, ...Item[]]
}

const SECTION_TITLES = {
  breaking: {
    violation: 'Breaking, not allowed',
    undetermined: 'Breaking, not known to be allowed',
    exempt: 'Breaking, allowed',
    compliant: 'Breaking, allowed'
  },
  forward: {
    violation: 'New clients with old servers: breaking, not allowed',
    undetermined: 'New clients with old servers: undetermined',
    exempt: 'New clients with old servers: breaking, allowed',
    compliant: 'New clients with old servers: compatible'
  },
  other: {violation: 'Not allowed', undetermined: 'Undetermined', exempt: 'Exempt', compliant: 'Compatible'}
} as const satisfies Record<string, Record<Verdict, string>>

/** Divides items into sections: first what breaks clients, then the rest, each from not allowed to allowed. */
export function divideIntoSections<Item>(
  items: readonly Item[],
  judgedOf: (item: Item) => JudgedChange
): DiffSection<Item>[] {
  const byTitle = groupBy(items, each => sectionTitle(judgedOf(each)))
  const titles = new Set(
    [SECTION_TITLES.breaking, SECTION_TITLES.forward, SECTION_TITLES.other].flatMap(of =>
      VERDICT_ORDER.map(each => of[each])
    )
  )
  return [...titles].flatMap(title => {
    const own = byTitle.get(title)
    return own ? [{title, items: own}] : []
  })
}

/** Whether a change breaks clients, whatever the policy allows. */
export const isBreaking = ({breaks}: JudgedChange): boolean => breaks === 'yes'

/** Title of the section of a change. */
export const sectionTitle = (each: JudgedChange): string =>
  SECTION_TITLES[each.forward ? 'forward' : isBreaking(each) ? 'breaking' : 'other'][each.verdict]

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
    target.path ?? target.text,
    target.verb ?? '',
    change.kind,
    ...placeKey(place),
    change.at,
    change.about ?? '',
    change.reaches[0]?.operation.target.text ?? ''
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
export const changeFingerprint = (change: Change): string => fingerprintWith(change, [])

/** Identifies a judged change, as `changeFingerprint` does, and tells the direction in which it breaks clients. */
export const judgedFingerprint = ({change, forward}: Pick<JudgedChange, 'change' | 'forward'>): string =>
  fingerprintWith(change, forward ? ['forward'] : [])

function fingerprintWith(change: Change, more: readonly string[]): string {
  const {kind, subject, reaches, at, about, mediaType} = change
  const sides = [...new Set(reaches.map(({side}) => side))].sort()
  return fingerprintOf(
    kind,
    subject,
    JSON.stringify([sides, at, about ?? '', ...(mediaType === undefined ? [] : [mediaType]), ...more])
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

/**
 * `3 breaking changes (2 not allowed, 1 allowed), 1 undetermined, 12 compatible changes`: whether clients break, and
 * whether the policy allows it. Counts that are zero are left out.
 */
export function sayDiffSummary(
  report: Pick<DiffReport, 'judged' | 'unfiltered' | 'gaps' | 'unused' | 'direction'>
): string {
  const {direction, judged} = report
  const [forward, others] = [judged.filter(each => each.forward), judged.filter(each => !each.forward)]
  if (direction === undefined) return sayChanges(report)
  const newClients = sayForward(forward, missingParts(report).length > 0)
  return direction === 'forward' ? capitalize(newClients) : `${sayChanges({...report, judged: others})}; ${newClients}`
}

/** `2 changes break new clients with old servers (not allowed)`. */
function sayForward(forward: readonly JudgedChange[], isCut: boolean): string {
  const counts = (['violation', 'undetermined', 'exempt'] as const).flatMap(verdict => {
    const count = countJudged(forward.filter(each => each.verdict === verdict))
    return count > 0 ? [{verdict, count}] : []
  })
  const [first, ...others] = counts
  if (!first) return `no changes${isCut ? ' in what could be read' : ''} break new clients with old servers`
  const words = {
    violation: ['breaks', 'break'],
    undetermined: ['may break', 'may break'],
    exempt: ['breaks', 'break']
  } as const
  const verb = words[first.verdict][first.count === 1 ? 0 : 1]
  const answers = [
    ...(first.verdict === 'undetermined' ? [] : [OTHERS[first.verdict]]),
    ...others.map(({verdict, count}) => `${count} ${OTHERS[verdict]}`)
  ]
  return `${formatCount(first.count, 'change')} ${verb} new clients with old servers${answers.length > 0 ? ` (${answers.join(', ')})` : ''}`
}

function sayChanges(report: Pick<DiffReport, 'judged' | 'unfiltered' | 'gaps' | 'unused'>): string {
  const {unfiltered, judged} = report
  if (judged.length === 0 && (unfiltered || report.unused.length === 0))
    return unfiltered
      ? `None of ${formatCount(unfiltered, 'change')} matches the filters`
      : missingParts(report).length > 0
        ? 'No changes in what could be read'
        : 'No changes'
  const [breaking, others] = [judged.filter(isBreaking), judged.filter(each => !isBreaking(each))]
  const counted = (['violation', 'undetermined', 'exempt', 'compliant'] as const).flatMap(verdict => {
    const count = countJudged(others.filter(each => each.verdict === verdict))
    return count > 0 ? [{verdict, count}] : []
  })
  const isHarmless = judged.every(({breaks}) => breaks === 'no')
  const isFirst = (at: number): boolean => at === 0 && breaking.length === 0
  const pieces = counted.map(({verdict, count}, at) =>
    verdict === 'compliant'
      ? formatCount(count, 'compatible change')
      : `${isFirst(at) && !(isHarmless && verdict !== 'violation') ? formatCount(count, 'change') : count} ${OTHERS[verdict]}`
  )
  if (breaking.length > 0) return [sayBreaking(breaking), ...pieces].join(', ')
  if (!isHarmless) return pieces.join(', ')
  const isForbidden = counted[0]?.verdict === 'violation'
  return (
    isForbidden ? [pieces[0], 'no breaking changes', ...pieces.slice(1)] : ['No breaking changes', ...pieces]
  ).join(', ')
}

const OTHERS = {violation: 'not allowed', undetermined: 'undetermined', exempt: 'exempt'} as const

/** `3 breaking changes (2 not allowed, 1 allowed)`. The number is left out if all have the same answer. */
function sayBreaking(breaking: readonly JudgedChange[]): string {
  const answers = divideIntoSections(breaking, each => each).map(({title, items}) => ({
    answer: title.replace('Breaking, ', ''),
    count: countJudged(items)
  }))
  const all = countJudged(breaking)
  const [first, ...others] = answers.map(({answer, count}) => (count === all ? answer : `${count} ${answer}`))
  const isAll = all > 1 && first === 'allowed'
  return `${formatCount(all, 'breaking change')} (${[isAll ? 'all allowed' : first, ...others].join(', ')})`
}

/** Result of a comparison in a word. A breaking change that isn't clearly allowed counts as a violation. */
export const diffOutcome = (report: Pick<DiffReport, 'judged' | 'verdict'>): Exclude<Verdict, 'exempt'> =>
  anyNotAllowed(report) ? 'violation' : report.verdict === 'undetermined' ? 'undetermined' : 'compliant'

/** `new.yaml (1.3)`. */
export const sayDiffSide = ({source, version}: DiffSide): string =>
  version === undefined ? source : `${source} (${version})`

/** Policy setting that would decide the changes that need review. `undefined` if there are none. */
export function sayUndecided(judged: readonly JudgedChange[], about = 'for all of them'): string | undefined {
  const needingReview = judged.filter(({rulings}) => rulings.some(({ground}) => ground === 'review'))
  const kinds = [
    ...new Set(
      needingReview.flatMap(({change}) => [change.kind, kindOf(change.kind).isAlso?.(change, 'response') ?? []].flat())
    )
  ].toSorted()
  const effects = kinds.map(kind => `${kind}: compatible`).join(', ')
  return kinds.length === 0
    ? undefined
    : `To decide ${about}, add \`compatibility: {${effects}}\` (or \`breaking\`) to the policy.`
}
