import {defined} from '../../../model/defined.ts'
import {groupBy} from '../../../model/group-by.ts'
import type {SourceLocation} from '../../../model/location.ts'
import {isEndpoint, isMember, isNamed, targetKey} from '../../../model/subject/subject.ts'
import {markerOf} from '../../../model/subject/version-marker.ts'
import type {Finding, FindingReason, Level} from '../../../model/verdict/finding.ts'
import type {Judgment, Verdict} from '../../../model/verdict/judgment.ts'
import {pluralizeVerdict} from '../../../text/format-values.ts'
import {commonStems, componentPackage, fieldNames, pathFamily, type SubjectGroup} from '../../../text/subject-groups.ts'
import {findingsByJudgment} from '../findings.ts'
import {findingKey, type Report} from '../report.ts'
import {groupByRelease} from '../report-text.ts'
import {replaceSubject} from './subject-names.ts'

export type LocatedJudgment = Report['judgments'][number]

/** Judgment with the finding that explains it, if there's one. */
export interface ExplainedJudgment {
  readonly judgment: LocatedJudgment
  readonly finding?: Finding
}

/** Judgments of one release with the same cause, described in one line. The first one provides the shared facts. */
export interface FindingGroup {
  readonly stem: SubjectGroup
  readonly items: readonly [ExplainedJudgment, ...ExplainedJudgment[]]
}

export interface GroupedFindings {
  /** Releases in timeline order, each with its worst groups first. */
  readonly releases: readonly {readonly title: string; readonly folds: readonly FindingGroup[]}[]
  /** Findings that don't explain a judgment. */
  readonly rest: readonly Finding[]
}

/** Minimum number of fields for a package to get its own line. */
const MIN_FIELDS = 3
/** Maximum number of packages with one cause that get their own lines. More are listed in one line. */
const MAX_PACKAGES = 4

/** Groups all judgments by release, cause, and stem. */
export function groupFindings(
  report: Pick<Report, 'command' | 'judgments' | 'findings' | 'timeline' | 'policy' | 'baseline'>
): GroupedFindings {
  const {findings, policy} = report
  const leads = findingsByJudgment(findings)
  const used = new Set<Finding>()
  const releases = [...groupByRelease(report)].map(([title, judgments]) => {
    const explained = judgments.map((judgment): ExplainedJudgment => {
      const finding = leads.get(findingKey(judgment.event.id, judgment.subject))
      if (finding) used.add(finding)
      return finding ? {judgment, finding} : {judgment}
    })
    const folds = [...groupBy(explained, each => causeKey(each, report)).values()].flatMap(byStem)
    return {title, folds: folds.toSorted((a, b) => compareGroups(a, b, policy.stabilities))}
  })
  return {releases, rest: findings.filter(finding => !used.has(finding))}
}

/**
 * Key of the facts that judgments in one line share. It includes the moment of the announcement, and therefore the
 * notice.
 */
function causeKey(
  {judgment, finding}: ExplainedJudgment,
  {command, baseline}: Pick<Report, 'command' | 'baseline'>
): string {
  const {verdict, exemptBy, kind, event, ended, stability, clause, missing, waiver, start, announcement, subject} =
    judgment
  return JSON.stringify([
    verdict,
    exemptBy,
    kind,
    subject.part?.value !== undefined,
    event.observed?.kind ?? event.change ?? event.verb,
    event.aside,
    ended?.kind,
    ended?.kind === 'sunset' && ended.removal !== undefined,
    stability,
    clause,
    finding?.rule,
    // In the gate, a line shows one level, the rules of its reasons, one remedy, and whether it's in the baseline.
    command === 'check' &&
      finding && [
        finding.level,
        finding.owners,
        finding.releases,
        finding.reasons.map(({rule}) => rule),
        finding.remedy && replaceSubject(finding.remedy, subject),
        baseline?.unchanged.has(finding)
      ],
    [...new Set(missing.map(({fact}) => fact))].toSorted(),
    waiver && [waiver.waiver.reason, waiver.waiver.approver, waiver.waiver.note],
    start && [start.clock, start.stated],
    announcement && [announcement.moment.stated, announcement.event.via]
  ])
}

function byStem(items: readonly ExplainedJudgment[]): FindingGroup[] {
  const kin = [...groupBy(items, similarityKey).values()]
  const isField = ([first]: readonly ExplainedJudgment[]): boolean => isMember(first?.judgment.subject.target)
  const isWhole = ([first]: readonly ExplainedJudgment[]): boolean =>
    first !== undefined && endsWholeSubject(first.judgment)
  const others = kin.filter(each => !isField(each))
  const groups = [
    ...byPackage(kin.filter(isField)).map(each => [each]),
    ...groupBy(others.filter(isWhole), listKey).values(),
    ...groupBy(
      others.filter(each => !isWhole(each)),
      targetsKey
    ).values()
  ]
  return groups.flatMap(each => {
    const [first, ...rest] = each.flat()
    return first ? [createGroup([first, ...rest])] : []
  })
}

/** Whether the support of a whole subject ends, rather than of one of its parts. */
export const endsWholeSubject = ({kind, subject}: Judgment): boolean => kind === 'end' && !subject.part

/** Key of a group's targets. Parts of the same operations are grouped. */
const targetsKey = (items: readonly ExplainedJudgment[]): string =>
  [...new Set(items.map(({judgment}) => targetKey(judgment.subject.target)))].toSorted().join('\n')

function byPackage(packages: readonly (readonly ExplainedJudgment[])[]): (readonly ExplainedJudgment[])[] {
  const large = packages.filter(({length}) => length >= MIN_FIELDS).toSorted((a, b) => b.length - a.length)
  const small = packages.filter(({length}) => length < MIN_FIELDS).flat()
  const rest = small.length > 0 ? [small] : []
  return large.length > MAX_PACKAGES ? [[...large.flat(), ...small]] : [...large, ...rest]
}

/** Key that collects single paths without a version marker in one list. All others are grouped by family. */
function listKey([first, ...others]: readonly ExplainedJudgment[]): string | undefined {
  const target = first?.judgment.subject.target
  const isBare = others.length === 0 && isEndpoint(target) && !markerOf(target.path)
  return isBare ? 'unmarked' : first && similarityKey(first)
}

/** Key of similar subjects: path family for endpoints, topic for parts and changes. */
function similarityKey({judgment: {subject, kind, event}}: ExplainedJudgment): string {
  const {target, part} = subject
  if (isMember(target)) return `fields ${componentPackage(target.type) ?? ''}`
  const {observed} = event
  if (part || kind === 'change') return JSON.stringify([isNamed(target), part, observed?.about, observed?.at])
  return isNamed(target) ? 'operations' : `under ${pathFamily(target.path ?? '')}`
}

/** The group of these judgments. */
export function createGroup(items: readonly [ExplainedJudgment, ...ExplainedJudgment[]]): FindingGroup {
  const subjects = items.map(({judgment}) => judgment.subject)
  const targets = subjects.map(({target}) => target)
  const [{target, part}] = subjects as [Judgment['subject'], ...Judgment['subject'][]]
  const stem = ((): SubjectGroup => {
    if (items.length === 1) return {is: 'subject', subject: defined({target, part})}
    if (isMember(target)) {
      const found = new Set(targets.map(each => (isMember(each) ? componentPackage(each.type) : undefined)))
      const packages = [...found].filter(each => each !== undefined)
      const isListed = packages.length === found.size && (packages.length === 1 || packages.length > MAX_PACKAGES)
      const [only] = found.size === 1 ? packages : []
      return {is: 'fields', packages: isListed ? packages : [], names: fieldNames(targets, only)}
    }
    if (!endsWholeSubject(items[0].judgment) && new Set(items.map(similarityKey)).size > 1)
      return {is: 'parts', stems: commonStems(targets)}
    // The same part of several tools left, and not the tools.
    if (isNamed(target) && part && items[0].judgment.kind === 'end') return {is: 'parts', stems: commonStems(targets)}
    if (isNamed(target)) return {is: 'operations', names: targets.flatMap(({name}) => name ?? [])}
    return {is: 'endpoints', stems: commonStems(targets)}
  })()
  return {stem, items}
}

/** `1 violation, 23 undetermined`: the total of a release. */
export function sayVerdicts(folds: readonly FindingGroup[]): string {
  const all = folds.flatMap(({items}) => items.map(({judgment}) => judgment.verdict))
  return WORST_FIRST.flatMap(verdict => {
    const {length} = all.filter(each => each === verdict)
    return length > 0 ? [`${length} ${pluralizeVerdict(verdict, length)}`] : []
  }).join(', ')
}

const WORST_FIRST: readonly Verdict[] = ['violation', 'undetermined', 'compliant', 'exempt']

/** Sorts by verdict, then by stability, ends of support before changes, then by size. */
function compareGroups(a: FindingGroup, b: FindingGroup, stabilities: readonly string[]): number {
  const [left, right] = [a.items[0].judgment, b.items[0].judgment]
  return (
    WORST_FIRST.indexOf(left.verdict) - WORST_FIRST.indexOf(right.verdict) ||
    stabilities.indexOf(right.stability ?? '') - stabilities.indexOf(left.stability ?? '') ||
    Number(left.kind === 'change') - Number(right.kind === 'change') ||
    b.items.length - a.items.length ||
    left.event.id - right.event.id
  )
}

/** All messages of one rule about the history. */
export interface NoteGroup {
  readonly rule: string
  readonly level: Level
  readonly verdict?: Verdict
  /** The first of the messages, which stands for all of them. */
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
  const folds = [...groupBy(noteReasons, noteKey).values()].map((group): NoteGroup => {
    const {rule, level, verdict, message} = group[0].reason
    const places = group.map(({place}) => place)
    return defined({rule, level, verdict, message, times: group.length, places})
  })
  return folds.toSorted(
    (a, b) => RANK[a.level] - RANK[b.level] || b.times - a.times || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0)
  )
}

/** A text that can't be read is quoted, so findings about different texts aren't grouped. */
const noteKey = ({reason: {rule, verdict, missing}}: ReturnType<typeof withPlace>[number]): string =>
  JSON.stringify([rule, verdict, missing.filter(({fact}) => fact === 'day').map(({of}) => of)])

const RANK = {error: 0, warning: 1, info: 2} as const satisfies Record<Level, number>

const withPlace = (reasons: readonly FindingReason[], {place}: Finding) => reasons.map(reason => ({reason, place}))
