import {findOtherBases} from '@tenure/core/app/session/changes-between'
import type {CommonOptions} from '@tenure/core/app/session/config'
import {createFieldFinder} from '@tenure/core/app/session/known-subject'
import type {ReleaseOptions} from '@tenure/core/app/session/select-source'
import type {Context} from '@tenure/core/context/context'
import {findFileTree} from '@tenure/core/documents/file-tree'
import {assemble} from '@tenure/core/history/assemble'
import {combineFinders} from '@tenure/core/history/name-fields'
import {historyFromSnapshots} from '@tenure/core/history/observed/from-snapshots'
import {type DeclaredStatement, isAlreadyDeclared, isAlreadyRecorded} from '@tenure/core/history/unrecorded'
import type {Config} from '@tenure/core/inputs/config/file'
import type {NamedDiff, ReleaseFacts} from '@tenure/core/inputs/history/facts-text'
import {findBaseSpec, requireCurrentSpec} from '@tenure/core/inputs/sources/release-base'
import {findFileOfRelease} from '@tenure/core/inputs/sources/release-files'
import {findUnreadParts, type ObservedRelease} from '@tenure/core/model/api/release-diff'
import {defined} from '@tenure/core/model/defined'
import {ignoreInputErrors, inputError} from '@tenure/core/model/input-error'
import type {Event, SubjectWaiver, Waiver} from '@tenure/core/model/lifecycle/event'
import type {DeclaredHistory, History, WrittenEvent} from '@tenure/core/model/lifecycle/history'
import type {FindFields} from '@tenure/core/model/subject/field'
import type {Subject} from '@tenure/core/model/subject/subject'
import type {Day} from '@tenure/core/model/time/date-range'
import {findBaseRelease} from '@tenure/core/model/time/release-branches'
import {
  buildTimeline,
  NEXT,
  statedDateRange,
  type TimelineEntry,
  type WrittenEntry
} from '@tenure/core/model/time/timeline'
import type {Policy} from '@tenure/core/model/verdict/policy'
import {ContentIds, readingOf} from '@tenure/core/observations/content-ids'
import {ReleaseDiffs} from '@tenure/core/observations/release-diffs'
import {sayPlace} from '@tenure/core/outputs/report/report-text'
import {stabilityOf} from '@tenure/core/policy/notice/stability'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {formatCount} from '@tenure/core/text/format-values'
import type {HistoryLine} from '../lines/event-lines.ts'
import {eventOfLine, toHistoryLines} from '../lines/to-history-lines.ts'
import {dateByCommits} from './commit-days.ts'
import {isAsNarrow, type LineScope, matchLineScopes, withScope} from './match-lines.ts'

/** Observed changes that the history file doesn't contain yet, as lines to add. */
export interface DerivedLines {
  readonly lines: readonly HistoryLine[]
  /** Waiver of the change behind each line, by line index. The line itself may say less than the waiver. */
  readonly waivers: readonly (Waiver | undefined)[]
  /** Kind and topic of hand-written lines that don't state them, by event index. */
  readonly scopes: readonly (LineScope | undefined)[]
  /** Older description. Missing for the first release in the history. */
  readonly older?: string
  readonly newer: string
  /** Earlier description that was compared as well, because parts of the older one couldn't be read. */
  readonly earlier?: string
  /** Remark on the parts that couldn't be read. */
  readonly unread?: string
  /** Whether parts of the newer description couldn't be read. */
  readonly partial?: boolean
  /** Whether all added subjects existed by then and may be older. */
  readonly existing?: boolean
  /** The observed facts from which the lines were made, for the facts file. */
  readonly facts: ReleaseFacts
}

interface DeriveContext {
  /** Index of the release if the history contains it, otherwise negative. */
  readonly recorded: number
  readonly policy: Policy
  readonly asOf: Day
  /** Waivers for unreleased changes. */
  readonly waivers: readonly SubjectWaiver[]
  readonly config: Config | undefined
}

/** Derives the observed changes, without those that people wrote down and those that the history already contains. */
export function deriveLines(
  options: RecordOptions & {readonly release: string},
  declared: DeclaredHistory,
  {recorded, policy, asOf, waivers, config}: DeriveContext,
  context: Context
): DerivedLines {
  const timeline = buildTimeline(declared.entries, asOf)
  const isInRelease = (entry: number): boolean =>
    entry === recorded ||
    (recorded < 0 && declared.entries[entry]?.kind === 'release' && declared.entries[entry]?.name === NEXT)
  const shipped = timeline.entries.filter(
    ({kind, index, pending}) =>
      kind === 'release' && !pending && !isInRelease(index) && (recorded < 0 || index < recorded)
  )
  const newer =
    findFileOfRelease(context.files, options.spec, options.release) ?? requireCurrentSpec(context.files, options.spec)
  const {last, others} = findEarlierReleases(declared, shipped, options, {recorded, asOf})
  const isFirst = last === undefined && (recorded < 0 || options.base === undefined)
  if (isFirst && options.base !== undefined) {
    throw inputError(
      `The first release is recorded with everything in \`${newer}\`, so \`--base ${options.base}\` has no effect. Leave it out.`,
      undefined,
      `tenure record --release ${options.release}`
    )
  }
  const released = options.base === undefined ? findFileOfRelease(context.files, options.spec, last?.name) : undefined
  const older = isFirst ? undefined : (released ?? findBaseSpec(context, newer, options.base, last?.name))
  const diffs = new ReleaseDiffs(new ContentIds(context.cache(), readingOf(config, policy)))
  const observed =
    older === undefined
      ? [observeFirst(context, newer, options, diffs)]
      : observePair(context, older, newer, options, diffs)
  const isEachReleased = config?.base?.path === 'target'
  const releases = isEachReleased ? dateByCommits(context, newer, observed, diffs, policy) : observed
  const unread = sayUnread(releases)
  const findFields = [newer, older].reduce<FindFields>(
    (find, spec) =>
      combineFinders(
        find,
        createFieldFinder(() => (spec === undefined ? undefined : diffs.open(revisionOf(context, spec))))
      ),
    () => []
  )
  const whole = assemble(declared, {asOf, findFields})
  const before = assemble(
    {...declared, events: declared.events.filter(({entry}) => !isInRelease(entry))},
    {asOf, findFields}
  )
  const written = declared.events.filter(({entry}) => isInRelease(entry))
  const scopes =
    written.length === 0 || waivers.length === 0
      ? new Map<WrittenEvent, LineScope>()
      : matchLineScopes({
          human: written,
          shown: historyFromSnapshots(releases, whole.about.service, newer),
          whole,
          waivers
        })
  const human = written.flatMap(each => {
    const event = whole.events[each.id]
    return event ? [withScope(event, scopes.get(each))] : []
  })
  const shown = toObservedLines(releases, {newer, whole, before, policy, asOf, waivers, written: human})
  const fresh = shown.lines.filter(isNewLine(human, before))
  const {missed, earlier, wide} = findMissed()
  // The key `existing` would apply to hand-written lines, too, whose authors know since when they apply.
  const isMixed = shown.existing && human.length > 0
  const also = older === undefined ? [] : others.flatMap(each => observeSince(context, each, newer, options, diffs))
  const lines = [
    ...fresh.map(({line}) => (isMixed ? {...line, existing: true} : line)),
    ...missed.map(({line}) => line)
  ]
  return {
    ...defined({older}),
    newer,
    ...defined({earlier, unread}),
    ...(findUnreadParts(releases.at(-1)?.observed).length > 0 ? {partial: true} : {}),
    lines,
    facts: defined({
      release: options.release,
      against: older === undefined ? undefined : last?.name,
      observed: releases.at(-1)?.observed,
      wide,
      also: also.length > 0 ? also : undefined,
      lines
    }),
    waivers: [...fresh, ...missed].map(({waiver}) => waiver),
    scopes: written.map(each => scopes.get(each)),
    ...(shown.existing && !isMixed ? {existing: true} : {})
  }

  /**
   * Finds changes that the last release may have missed because parts of its description couldn't be read. They came
   * with that release or with this one, compared with the last release that was read completely. If there's no such
   * release, they may be older than all releases.
   */
  function findMissed(): {
    readonly missed: readonly ObservedLine[]
    readonly earlier?: string
    readonly wide?: NamedDiff
  } {
    const isPartial = last?.partial || findUnreadParts(releases[0]?.observed).length > 0
    if (older === undefined || !last || options.base !== undefined || !isPartial) return {missed: []}
    const from = shipped.findLast(({partial, index}) => !partial && index < last.index)
    const sight = from && observeAgainst(context, from, last, {newer, release: options.release}, diffs)
    const since = sight && from ? from.index : -1
    const later = whole.events.filter(({entry}) => entry > since && !isInRelease(entry))
    const described = [...human, ...later, ...shown.lines.map(({event}) => event), ...shown.events]
    const seen = sight ?? [observeFirst(context, newer, options, diffs)]
    const wide = toObservedLines(seen, {newer, whole, before, policy, asOf, waivers, written: described})
    const missed = wide.lines.filter(isNewLine(described, before))
    const observed = sight?.at(-1)?.observed
    return {
      ...(from && observed ? {wide: {against: from.name, observed}} : {}),
      missed: wide.existing ? missed.map(each => ({...each, line: {...each.line, existing: true}})) : missed,
      ...(sight?.[0] ? {earlier: sight[0].place.source} : {})
    }
  }
}

/** The recorded release before this one on its own branch, and the others with which people compare it. */
function findEarlierReleases(
  {entries}: DeclaredHistory,
  shipped: readonly TimelineEntry[],
  {release, date}: RecordOptions & {readonly release: string},
  {recorded, asOf}: Pick<DeriveContext, 'recorded' | 'asOf'>
): {readonly last?: TimelineEntry; readonly others: readonly TimelineEntry[]} {
  const place = {source: ''}
  const added: WrittenEntry = {kind: 'release', name: release, stated: statedDateRange(date ?? asOf, release), place}
  const timeline = buildTimeline(recorded < 0 ? [...entries, added] : entries, asOf)
  const own = recorded < 0 ? entries.length : recorded
  const base = findBaseRelease(timeline, own, at => shipped.some(({index}) => index === at))
  return defined({last: shipped.find(({index}) => index === base), others: findOtherBases(timeline, own, base)})
}

/** Line to add, with the event that it describes. */
interface ObservedLine {
  readonly line: HistoryLine
  readonly event: Event
  readonly waiver: Waiver | undefined
}

interface LineContext {
  readonly newer: string
  readonly whole: History
  readonly before: History
  readonly policy: Policy
  readonly asOf: Day
  readonly waivers: readonly SubjectWaiver[]
  /** Events that are already written down. */
  readonly written: readonly Event[]
}

/** Changes of the newest of the given releases, as lines. */
function toObservedLines(
  releases: readonly ObservedRelease[],
  {newer, whole, before, policy, asOf, waivers, written}: LineContext
) {
  const shown = {...historyFromSnapshots(releases, whole.about.service, newer), waivers}
  const history = assemble(shown, {asOf})
  const known = (subject: Subject) => stabilityOf(subject, policy, whole)
  const isRemoved = (subject: Subject): boolean =>
    isAlreadyRecorded({kind: 'removed', verb: 'removed', subject}, before)
  const {
    existing = false,
    lines = [],
    events = [],
    waivers: lineWaivers = []
  } = toHistoryLines(shown, {history, policy, known, isRemoved, isTold: isDescribedBy(written)}).entries.at(-1) ?? {}
  return {
    existing,
    lines: lines.flatMap((line, at): ObservedLine[] => {
      const event = events[at] && history.events[events[at].id]
      if (!event) return []
      return [{line, waiver: lineWaivers[at], event: eventOfLine(line, event)}]
    }),
    events: history.events.filter(({entry}) => entry === shown.entries.length - 1)
  }
}

const isNewLine =
  (written: readonly Event[], before: History) =>
  ({event, waiver}: ObservedLine): boolean =>
    !isDescribedBy(written)(event, waiver) && !isAlreadyRecorded(event, before)

/** Returns a test of whether events describe a change. A line that's wider than the change's waiver doesn't. */
const isDescribedBy =
  (written: readonly Event[]) =>
  (event: DeclaredStatement, waiver: Waiver | SubjectWaiver | undefined): boolean =>
    isAlreadyDeclared(
      event,
      written.filter(each => isAsNarrow(each, waiver))
    )

/** Observes a description as the first release. */
const observeFirst = (
  workspace: Workspace,
  spec: string,
  {release}: {readonly release: string},
  diffs: ReleaseDiffs
): ObservedRelease => ({
  name: release,
  place: {source: spec},
  observed: diffs.observe(revisionOf(workspace, spec))
})

const revisionOf = (workspace: Workspace, spec: string): Revision => ({
  tree: () => findFileTree(workspace, spec, rejectStandardInput)
})

const rejectStandardInput = (): never => {
  throw inputError("The description can't be read from standard input here. Name a file.")
}

/** Observes two descriptions as two consecutive releases. */
function observePair(
  workspace: Workspace,
  older: string,
  newer: string,
  {release}: {readonly release: string},
  diffs: ReleaseDiffs
): [ObservedRelease, ObservedRelease] {
  const revision = revisionOf(workspace, older)
  const first = diffs.observe(revision)
  const second = diffs.observe(revisionOf(workspace, newer), {revision, observed: first})
  return [
    {name: `before ${release}`, place: {source: older}, observed: first},
    {name: release, place: {source: newer}, observed: second, against: 0}
  ]
}

/**
 * Observes a release against an earlier one that was read completely, without the releases in between. `undefined` if
 * the earlier one can't be read completely.
 */
function observeAgainst(
  workspace: Workspace,
  from: TimelineEntry,
  last: TimelineEntry,
  {newer, release}: {readonly newer: string; readonly release: string},
  diffs: ReleaseDiffs
): ObservedRelease[] | undefined {
  // The earlier release may have no readable description any longer, for example because its tag was deleted.
  return ignoreInputErrors(() => {
    const [first, second] = observePair(
      workspace,
      findBaseSpec(workspace, newer, undefined, from.name),
      newer,
      {release},
      diffs
    )
    if (findUnreadParts(first.observed).length > 0) return undefined
    return [
      {...first, name: from.name},
      {name: last.name, place: last.place},
      {...second, against: 0}
    ]
  })
}

/** The comparison with an earlier release. Empty if that can't be read. */
function observeSince(
  workspace: Workspace,
  {name}: TimelineEntry,
  newer: string,
  {spec, release}: RecordOptions & {readonly release: string},
  diffs: ReleaseDiffs
): NamedDiff[] {
  // The earlier release may have no readable description any longer, for example because its tag was deleted.
  return ignoreInputErrors(() => {
    const older = findFileOfRelease(workspace.files, spec, name) ?? findBaseSpec(workspace, newer, undefined, name)
    const [, {observed}] = observePair(workspace, older, newer, {release}, diffs)
    return observed ? [{against: name, observed}] : []
  }, [])
}

/** Remark on unreadable parts, for which no lines are written. `undefined` if there are none. */
function sayUnread(releases: readonly ObservedRelease[]): string | undefined {
  const gaps = releases.flatMap(({observed}) => findUnreadParts(observed))
  const [first] = gaps
  if (!first) return undefined
  return `Partial: ${formatCount(gaps.length, 'part')} couldn't be read, so changes there aren't recorded. ${first.message} (${sayPlace(first.place)})`
}

type Revision = Parameters<ReleaseDiffs['observe']>[0]

export interface RecordOptions extends CommonOptions, ReleaseOptions {
  readonly source?: string | undefined
  readonly release?: string | undefined
  readonly date?: string | undefined
  readonly base?: string | undefined
  readonly all: boolean
  /** The first release to record, or the day from which on they are recorded. */
  readonly since?: string | undefined
  readonly upgrade?: boolean
  readonly output?: string | undefined
  readonly force: boolean
  readonly 'dry-run': boolean
}
