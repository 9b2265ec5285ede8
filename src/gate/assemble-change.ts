import {createFieldFinder} from '../app/session/known-subject.ts'
import {acceptedDay, type Session} from '../app/session/session.ts'
import {assemble} from '../history/assemble.ts'
import {nameDeclared} from '../history/name-fields.ts'
import {
  type AnnouncementRecord,
  type FindDescriptionDay,
  readAnnouncementRecord
} from '../inputs/record/announcement-record.ts'
import {addFacts} from '../inputs/record/recorded-facts.ts'
import {isIntroduction, type RecordedIn} from '../inputs/record/recorded-lines.ts'
import {languageOfName} from '../languages/languages.ts'
import {judgeAll} from '../lint.ts'
import type {FirstCommit, ReleaseDiff} from '../model/api/release-diff.ts'
import {defined} from '../model/defined.ts'
import type {DeclaredHistory, History, WrittenEvent} from '../model/lifecycle/history.ts'
import type {TrafficOfApi} from '../model/lifecycle/traffic-of-api.ts'
import type {SourceLocation} from '../model/location.ts'
import {memoize, once} from '../model/memoize.ts'
import type {FindFields} from '../model/subject/field.ts'
import {covers, isEndpoint, type Subject, subjectKey} from '../model/subject/subject.ts'
import {type DateRange, type Day, singleDay} from '../model/time/date-range.ts'
import type {Policy} from '../model/verdict/policy.ts'
import {witnessAt} from '../observations/commit-line.ts'
import {isMarked} from '../observations/revision-marks.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import {findUnprovenReleases} from './base/recorded-releases.ts'
import type {ComparedChange} from './compare-change.ts'
import type {Observed} from './compare-with-base.ts'
import {historyWithoutFile} from './first-adoption.ts'
import {collectTestimony, type Dating, isRemoval, listDatedStates} from './gate-commits.ts'
import {applyPlanned} from './judging/apply-planned.ts'
import {type CommitDates, findRelevantOperations} from './judging/base-state.ts'
import {applyDiff, type HistoryWithDiff} from './judging/from-diff.ts'
import type {LocatedChange} from './located-change.ts'
import {createProof} from './past/claimed-past.ts'
import type {ChangeRules, JudgingState} from './read-rules.ts'
import {createStandingTest, type Standing} from './release/compare-with-release.ts'
import type {ReleaseLine} from './release/release-line.ts'
import {SHALLOW} from './release/release-line.ts'

/** When and where a change is judged. */
export interface Circumstances {
  readonly located: LocatedChange
  readonly asOf: string
  readonly timezone: string
  /** ID of the target commit. Missing if git doesn't know one. */
  readonly target?: string | undefined
  /** Finds since when the target's descriptions show an announcement. */
  readonly described: FindDescriptionDay
  /** The releases that date what the base has. */
  readonly line: () => ReleaseLine
  /** State of the target, or of the change if there's no target. */
  readonly binding: JudgingState
  /** Who calls the API, as the target or the pipeline says. */
  readonly traffic: TrafficOfApi
  /** Whether to judge the state before the change. */
  readonly isBefore?: true
}

/** History of a change as one set of rules judges it, and the days on which its announcements were recorded. */
export interface RuledHistory {
  readonly session: Pick<Session, 'history' | 'policy' | 'assumed' | 'path' | 'kind' | 'config' | 'locate'> & {
    readonly past: ReadonlySet<number>
    readonly brought: ReadonlySet<number>
    /** Why events don't count, by their IDs. */
    readonly standing: ReadonlyMap<number, Standing>
  }
  /** What the older description shows, with the places of what may be reported. */
  readonly before: ReleaseDiff
  /** Days on which announcements were recorded. Missing if none needs one. */
  readonly record?: AnnouncementRecord | undefined
  /** What of the past isn't known although it decides, and why. */
  readonly cut?: {readonly unread?: string; readonly why: string} | undefined
  /** Whether commits date what ends, because no release is known. */
  readonly isByCommits?: true
}

/** Change with its rules, what was observed, and its history under its own rules. */
export interface AssembledChange extends ComparedChange {
  readonly located: LocatedChange
  readonly rules: ChangeRules
  readonly circumstances: Circumstances
  readonly own: RuledHistory
}

/** Assembles the history of a change from the history file of these rules and the observed changes. */
export function assembleChange(
  workspace: Workspace,
  by: JudgingState,
  observed: Observed,
  circumstances: Circumstances
): RuledHistory {
  const {located, asOf, target, binding, line, isBefore} = circumstances
  const {spec} = located
  const {base, next} = observed
  const declared = by.file?.declared
  const before = locateMarked(observed, declared?.events ?? [])
  const findFields = createFieldFinder(() => observed.diffs.open(base.revision))
  const {history, lineOf} = openHistory(by, historyWithoutFile(before, next, spec), circumstances, {
    language: before.language,
    findFields
  })
  const testimony = next
    ? collectTestimony({base, before, here: observed.here, next}, history, observed.diffs, {line, asOf})
    : NO_TESTIMONY
  const shownSince = createIntroductionCommits(before, observed, {line, asOf})
  const record = readRecord(workspace, by, shownSince, next, circumstances)
  const {written, ...rest} = applyDiff(markUnprovenReleases(workspace, history, by, next, circumstances), {
    before,
    ...defined({next}),
    label: base.label,
    ...defined({day: base.revision.commit?.day}),
    place: {source: spec},
    testimony,
    recorded: binding.file?.declared,
    isBefore,
    recordedOn: record && (event => record.dayOf(lineOf(event)))
  })
  const applied = {...rest, written: new Map([...written].map(([event, was]) => [event, lineOf(was)]))}
  const since = record && target !== undefined ? createArrivals(before, observed) : undefined
  const isFirst = [...testimony.marked.values()].some(each => each.isFirst)
  const standingOf = createStandingTest(
    observed,
    ({id, entry}) => applied.brought.has(id) || entry === applied.declared.entries.length - 1
  )
  const standing = new Map(applied.declared.events.flatMap(each => toPair(each.id, standingOf(each))))
  const assembled = toHistory(applied, record, circumstances, {cameIn: since, findFields})
  return {
    before,
    record,
    ...describeDating(assembled.history, by.judge.policy, testimony, {
      line,
      isShallow: base.isShallow,
      isOpen: record?.remark !== undefined || isFirst,
      spec
    }),
    session: {
      ...assembled,
      ...describeRules(by, spec),
      past: applied.past,
      standing
    }
  }
}

/** The days on which the lines of a history were recorded. `undefined` without a history. */
const readRecord = (
  workspace: Workspace,
  {file, path}: JudgingState,
  shownSince: (event: WrittenEvent) => FirstCommit | undefined,
  next: ReleaseDiff | undefined,
  {asOf, timezone, target, described, binding}: Circumstances
): AnnouncementRecord | undefined =>
  file && path !== undefined
    ? readAnnouncementRecord(workspace, file.declared, path, {
        ...{asOf, timezone, target},
        described: earlierDay(described, event => shownSince(event)?.day),
        mayBeOlder: createAgeTest(shownSince, binding),
        accepted: target === undefined ? undefined : acceptedDay(binding.config, asOf),
        proof: createProof(target === undefined ? undefined : binding, file.declared, next?.changes)
      })
    : undefined

/** How a base is dated, and whether something that decides may be older than what is known. */
interface DatedBase {
  readonly line: () => ReleaseLine
  readonly isShallow: boolean
  readonly isOpen: boolean
  readonly spec: string
}

/** What dates the marks that decide, and what of it isn't known: which releases there are, or the past of a shallow clone. */
function describeDating(
  history: History,
  policy: Policy,
  {marked}: CommitDates,
  {line, isShallow, isOpen, spec}: DatedBase
): Pick<RuledHistory, 'cut' | 'isByCommits'> {
  const announces = history.events.some(isUnreleasedDeprecation(history))
  const known = marked.size > 0 || announces || isUndated(history, policy) ? line() : undefined
  if (known?.kind === 'unknown' && isUndated(history, policy))
    return {cut: {...(isShallow ? {unread: `the releases of ${spec}`} : {}), why: known.why}}
  return {
    ...(isShallow && isOpen ? {cut: {unread: `the past of ${spec} in git`, why: SHALLOW}} : {}),
    ...(known?.kind === 'commits' && known.isAssumed && (announces || isDatedByCommit(history))
      ? {isByCommits: true}
      : {})
  }
}

/** Returns a test of whether an event deprecates something that isn't released yet. */
const isUnreleasedDeprecation =
  ({timeline: {entries}}: History) =>
  ({kind, entry}: History['events'][number]): boolean =>
    kind === 'deprecated' && entries[entry]?.pending === true

/** Whether an end of support was announced by a mark that only a commit dates. */
const isDatedByCommit = ({lifecycles}: History): boolean =>
  lifecycles.some(({tenures}) => {
    const {end, announcements: [first] = []} = tenures.at(-1) ?? {}
    return end !== undefined && first?.event.via?.startsWith('commit ') === true
  })

/** Whether a verdict depends on a deprecation whose first release isn't known. */
function isUndated(history: History, policy: Policy): boolean {
  if (!history.events.some(({undatedUntil}) => undatedUntil !== undefined)) return false
  return judgeAll(applyPlanned(history), policy).some(
    ({verdict, announcement}) => verdict === 'undetermined' && announcement?.event.undatedUntil !== undefined
  )
}

const toPair = (id: number, standing: Standing | undefined): [number, Standing][] =>
  standing === undefined ? [] : [[id, standing]]

/** The history file of these rules with the observed changes, and the line that each of its events comes from. */
function openHistory(
  {file, facts, path, config}: JudgingState,
  empty: DeclaredHistory,
  {located: {spec, unlisted}, target, binding}: Circumstances,
  {language, findFields}: {readonly language: string | undefined; readonly findFields: FindFields}
) {
  const whole = file && facts && addFacts(file, facts.facts)
  const {about, ...written} = whole?.declared ?? file?.declared ?? empty
  const named = nameDeclared(written.events, findFields)
  const history: DeclaredHistory = {
    ...written,
    events: [...named.keys()],
    about: {...about, language: about.language ?? language ?? languageOfName(spec)},
    source: path ?? spec,
    waivers: config?.waivers ?? [],
    ...(unlisted && binding.config ? {isLeaving: true} : {}),
    ...(target !== undefined && isFirstHistory(binding) ? {isFirst: true} : {})
  }
  const lineOf = (event: WrittenEvent): WrittenEvent => {
    const was = named.get(event) ?? event
    return whole?.written.get(was) ?? was
  }
  return {history, lineOf}
}

/** Whether the target can be read and has no history of the API yet. */
export const isFirstHistory = (target: JudgingState): boolean => target.file === undefined && !('lacks' in target)

/**
 * The history of a change that removes something. In it, releases that may not have shipped on their own are marked as
 * claimed, so that they don't count as releases.
 */
function markUnprovenReleases(
  workspace: Workspace,
  history: DeclaredHistory,
  {path, file}: JudgingState,
  next: ReleaseDiff | undefined,
  {asOf, timezone, target, binding}: Circumstances
): DeclaredHistory {
  const hasRemoval = next?.changes.some(({kind}) => isRemoval(kind))
  if (!file || path === undefined || target === undefined || !hasRemoval) return history
  const unproven = findUnprovenReleases(workspace, history, path, {
    timezone,
    target,
    accepted: acceptedDay(binding.config, asOf)
  })
  const mark = (each: DeclaredHistory['entries'][number]) =>
    each.kind === 'release' && unproven.has(each.name) ? {...each, claimed: true as const} : each
  return {...history, entries: history.entries.map(mark)}
}

/** Assembles the history, with the events that the target doesn't have yet. */
function toHistory(
  {declared, written, brought, backDated}: HistoryWithDiff,
  record: AnnouncementRecord | undefined,
  {asOf, traffic}: Circumstances,
  {
    cameIn,
    findFields
  }: {readonly cameIn: ((subject: Subject) => RecordedIn | undefined) | undefined; readonly findFields: FindFields}
): {readonly history: History; readonly brought: ReadonlySet<number>} {
  const recorded = (event: WrittenEvent): DateRange | undefined => {
    const was = written.get(event)
    if (event.undatedUntil !== undefined) return {latest: event.undatedUntil}
    return backDated.has(event.id) ? singleDay(asOf) : was && record?.dayOf(was)
  }
  const widened = (event: WrittenEvent) => {
    const was = written.get(event)
    return was && record ? record.widenedOn(was) : []
  }
  // Announcements that the target doesn't have count as new, whatever day they name.
  const announced = [...written].flatMap(([event, was]) => (record?.isNew(was) ? [event.id] : []))
  const isLateStability = (subject: Subject, stability: string): boolean =>
    cameIn !== undefined && record?.isLateStability(subject, stability, cameIn) === true
  return {
    history: {
      ...assemble(declared, {asOf, adopted: record?.adopted, recorded, widened, isLateStability, findFields}),
      traffic
    },
    brought: new Set([...brought, ...announced])
  }
}

/**
 * Returns a function that finds the commit since which the branch has shown a subject: an operation from the first
 * description that contains it, anything else from the first description. `undefined` if the base doesn't have the
 * operation.
 */
function createArrivals(before: ReleaseDiff, {base, diffs}: Observed): (subject: Subject) => RecordedIn | undefined {
  const revisions = memoize(() => diffs.listRevisions(base.revision, base.revisions))
  return ({target}) => {
    if (!isEndpoint(target)) return witnessAt(revisions(base), 0)
    const operations = before.arrivals.filter(({subject}) => subjectKey(subject) === subjectKey({target}))
    return diffs.containedSince(operations, () => revisions(base)).get(subjectKey({target}))
  }
}

/** Combines two sources of days: the earlier day counts. */
const earlierDay =
  (one: FindDescriptionDay, other: FindDescriptionDay): FindDescriptionDay =>
  (event, claimed) =>
    [one(event, claimed) ?? [], other(event, claimed) ?? []].flat().toSorted()[0]

/** Returns a function that finds since when the branch has shown an endpoint, or the first one below a prefix. */
function createIntroductionCommits(
  before: ReleaseDiff,
  {base, diffs}: Observed,
  dating: Dating
): (event: WrittenEvent) => FirstCommit | undefined {
  const states = once(() => listDatedStates(base, dating, diffs, 'all'))
  return ({subject, kind}) => {
    if (subject.part || (kind !== 'introduced' && kind !== 'restored')) return undefined
    const operations = before.arrivals.filter(each => covers(subject, each.subject))
    const since = [...diffs.containedSince(operations, states).values()]
    return since.toSorted((a, b) => (a.day < b.day ? -1 : 1))[0]
  }
}

/**
 * Returns a function that says whether an introduction may be older than its day: that is the day of the first
 * description, and the target's history doesn't state it.
 */
function createAgeTest(
  shownSince: (event: WrittenEvent) => FirstCommit | undefined,
  {file}: JudgingState
): (event: WrittenEvent, day: Day) => boolean {
  const dated = (file?.declared.events ?? []).filter(isIntroduction)
  return (event, day) => {
    const first = shownSince(event)
    return first?.isFirst === true && first.day === day && !dated.some(({subject}) => isAbout(subject, event.subject))
  }
}

/** Whether a statement about the first subject is also one about the second, or the other way round. */
const isAbout = (one: Subject, other: Subject): boolean => covers(one, other) || covers(other, one)

function describeRules({file, judge: {policy, assumed, locate}, config, path}: JudgingState, spec: string) {
  const locates = [...(file ? [file.locate] : []), locate, ...(config ? [config.locate] : [])]
  return defined({
    policy,
    assumed,
    path: path ?? spec,
    kind: path === undefined ? ('description' as const) : ('history' as const),
    config,
    locate: (place: SourceLocation) => locates.reduce((at, each) => each(at), place)
  })
}

/** Adds line numbers to the marked operations that may be reported. Other operations aren't reported. */
function locateMarked({base, older, next, diffs}: Observed, written: readonly WrittenEvent[]): ReleaseDiff {
  const changes = next?.changes.map(observed => ({subject: observed.subject, observed})) ?? []
  const marked = findRelevantOperations(older.arrivals, [...written, ...changes]).filter(({described}) =>
    isMarked(described)
  )
  const places = diffs.withLocations(base.revision, marked)
  const located = new Map(marked.map((each, at) => [each, places[at] ?? each]))
  return {...older, arrivals: older.arrivals.map(each => located.get(each) ?? each)}
}

const NO_TESTIMONY: CommitDates = {
  marked: new Map(),
  arrived: new Map(),
  stated: new Map(),
  sunsets: new Map(),
  isShallow: false
}
