import {openTable} from '#tenure/traffic'
import type {Context} from '../../context/context.ts'
import {readyFor} from '../../descriptions/readers.ts'
import {assemble} from '../../history/assemble.ts'
import {historyFromSnapshots} from '../../history/observed/from-snapshots.ts'
import {mergeDeclared} from '../../history/observed/merge-declared.ts'
import type {Config} from '../../inputs/config/file.ts'
import type {HistoryFile} from '../../inputs/history/file.ts'
import {type AnnouncementRecord, readAnnouncementRecord} from '../../inputs/record/announcement-record.ts'
import type {UnreadPart} from '../../inputs/sources/source.ts'
import {findUnreadParts, type ObservedRelease} from '../../model/api/release-diff.ts'
import {defined} from '../../model/defined.ts'
import {groupBy} from '../../model/group-by.ts'
import {InputError} from '../../model/input-error.ts'
import type {DeclaredHistory, WrittenEvent} from '../../model/lifecycle/history.ts'
import type {LocateSource} from '../../model/location.ts'
import type {DateRange} from '../../model/time/date-range.ts'
import {compareAhead} from '../../observations/compare-ahead.ts'
import {type ObservedSource, observeSource} from '../../observations/observe.ts'
import {sayPlace} from '../../outputs/report/report-text.ts'
import {formatCount, formatFew} from '../../text/format-values.ts'
import {divideGapsOfAll} from './accepted-gaps.ts'
import {readDeclaredParts} from './policy.ts'
import {type SelectedSource, type SourceOptions, selectSource} from './select-source.ts'
import {acceptedDay, createBranchDays, type Session, sayOnlyRelease} from './session.ts'

/** Session on observed descriptions, with the history before it was put in timeline order. */
export interface ObservedSession extends Session {
  readonly selected: SelectedSource
  readonly declared: DeclaredHistory
  readonly releases: readonly ObservedRelease[]
  /** Releases and files that couldn't be read at all. */
  readonly leftOut: readonly UnreadPart[]
}

/** What is known about an API besides its descriptions. */
export interface DeclaredParts {
  readonly config?: Config | undefined
  /** The written history. Without a path, it isn't a file. */
  readonly written?: {readonly file: HistoryFile; readonly path?: string} | undefined
  /** Adds line and column to places in the policy. */
  readonly inPolicy: LocateSource
  /** Number of threads that compare the descriptions. The calling thread alone if it's missing. */
  readonly jobs?: number
}

/** Opens the descriptions that the options name, merged with the written history if one is named. */
export async function openDescriptions(
  options: SourceOptions,
  context: Context,
  selected = selectSource(options, context)
): Promise<ObservedSession> {
  const {config, written, judge} = readDeclaredParts(options, context)
  const jobs = context.threads?.cores ?? 1
  const session = await openObserved({config, written, inPolicy: judge.locate, jobs}, context, selected, [options.spec])
  assertAnyRead(session)
  return session
}

/** Opens observed descriptions. `names` are further names of files that may be server code. */
export async function openObserved(
  {config, written: known, inPolicy, jobs = 1}: DeclaredParts,
  context: Context,
  selected: SelectedSource,
  names: readonly (string | undefined)[] = []
): Promise<ObservedSession> {
  const {source, asOf, ids, policy, assumed} = selected
  await readyFor([...names, ...source.releases.map(({place}) => place.source)])
  const file = known?.file
  const {threads, progress} = context
  const seen = observeSource(source, await compareAhead(source, {workspace: context, ids, progress, threads, jobs}))
  context.progress()
  const shown = historyFromSnapshots(seen.releases, newestTitle(seen) ?? config?.api ?? source.service, source.path)
  const waivers = config?.waivers ?? []
  const record =
    file &&
    readAnnouncementRecord(context, file.declared, known.path, {
      asOf,
      timezone: policy.timezone,
      accepted: acceptedDay(config, asOf),
      described: known.path === undefined ? undefined : createBranchDays(known.path, config, policy, context)
    })
  const {declared, written} = file
    ? mergeDeclared({...file.declared, waivers}, shown)
    : {declared: {...shown, waivers}, written: NO_ORIGINALS}
  const traffic = openTable(context.files, config, declared.about.service)
  const assembled = assemble(declared, {
    asOf,
    ...(record ? {adopted: record.adopted, recorded: createRecordedTest(record, written)} : {})
  })
  const history = {...assembled, traffic}
  const alone = sayOnlyRelease(seen.releases.length, seen.releases.filter(({observed}) => observed).length)
  const locates = [...(file ? [file.locate] : []), inPolicy, ...(config ? [config.locate] : [])]
  return {
    selected,
    declared,
    releases: seen.releases,
    leftOut: seen.leftOut,
    history,
    policy,
    assumed,
    path: source.path,
    kind: source.kind,
    partial: seen.leftOut.length > 0 || findIncomplete(seen, config).length > 0,
    ...findUnreadReleases(seen, config),
    ...defined({config, uncompared: alone === undefined || file ? undefined : {text: alone, isUnsure: false}}),
    locate: place => locates.reduce((found, locate) => locate(found), place),
    remarks: [
      ...source.remarks,
      ...(alone === undefined ? [] : [alone]),
      ...(record?.remark === undefined ? [] : [record.remark]),
      ...leftOutRemarks(seen.leftOut),
      ...incompleteRemarks(seen, config),
      ...unseenMarkRemarks(seen),
      // A written history contains the announcements, so marks in descriptions aren't needed.
      ...(file ? [] : unannouncedRemarks(shown))
    ]
  }
}

/** Says up to when the descriptions announce nothing. */
export function unannouncedRemarks({complete, entries}: DeclaredHistory): string[] {
  if (!complete) return ['These descriptions never deprecate anything, so nothing counts as announced.']
  const first = entries.find(entry => entry.complete)
  return first
    ? [
        `These descriptions deprecate nothing before ${first.name}, so a removal up to then may have been announced elsewhere.`
      ]
    : []
}

const NO_ORIGINALS: ReadonlyMap<WrittenEvent, WrittenEvent> = new Map()

const createRecordedTest =
  (record: AnnouncementRecord, written: ReadonlyMap<WrittenEvent, WrittenEvent>) =>
  (event: WrittenEvent): DateRange | undefined => {
    const was = written.get(event)
    return was && record.dayOf(was)
  }

/** Throws an `InputError` with the reasons if no release could be read, because nothing is known then. */
function assertAnyRead({history, leftOut, path}: ObservedSession): void {
  const releases = history.timeline.entries.filter(({kind}) => kind === 'release')
  if (leftOut.length === 0 || releases.some(({unread}) => !unread)) return
  const reasons = leftOut.slice(0, MAX_REASONS).map(({name, why, place}) => ({message: `${name}: ${why}`, place}))
  const more = leftOut.length - reasons.length
  const [what, remedy] =
    releases.length === 1
      ? ["The only release in it couldn't", 'Fix this file']
      : [`None of the ${formatCount(releases.length, 'release')} in it could`, 'Fix these files']
  const message = `${what} be read, so nothing can be checked. ${remedy}${more > 0 ? ` and ${more} more` : ''}, or name others.`
  throw new InputError([{message, place: {source: path}}, ...reasons])
}

const MAX_REASONS = 5

/**
 * Newest title in the descriptions. A title that's the name of a `.proto` file doesn't count, because it was generated.
 */
const newestTitle = ({releases}: ObservedSource): string | undefined =>
  releases.findLast(({observed}) => !/^$|\.proto$/.test(observed?.title?.trim() ?? ''))?.observed?.title

/**
 * Remarks on lifecycle marks that clients may not see, of the newest release that has some. Empty if there are none.
 */
function unseenMarkRemarks({releases}: ObservedSource): string[] {
  const marks = releases.map(({observed}) => observed?.gaps.filter(({isOfMark}) => isOfMark) ?? [])
  const newest = marks.findLast(gaps => gaps.length > 0) ?? []
  return newest.map(({message, place}) => `Warning: ${message} (${sayPlace(place)})`)
}

/** Maximum number of reasons for which releases are named. */
const MAX_LEFT_OUT = 2

/** One remark for each reason why something is left out, the most frequent first. Further reasons are counted. */
function leftOutRemarks(left: readonly UnreadPart[]): string[] {
  const reasons = [...groupBy(left, ({why}) => why).values()].toSorted((a, b) => b.length - a.length)
  // Another remark would take as much room as the last reason.
  const shown = reasons.slice(0, reasons.length === MAX_LEFT_OUT + 1 ? undefined : MAX_LEFT_OUT)
  const others = reasons.slice(shown.length).flat()
  const [first] = others
  return [
    ...shown.map(parts => `Partial: ${sayLeftOut(parts)} ${parts.length === 1 ? '' : 'For each: '}${sayWhy(parts[0])}`),
    ...(first ? [`Partial: ${sayLeftOut(others)} For example, ${first.name}: ${sayWhy(first)}`] : [])
  ]
}

const sayLeftOut = (parts: readonly UnreadPart[]): string =>
  parts.length === 1
    ? `${parts[0]?.name} couldn't be read.`
    : `${formatCount(parts.length, 'release')} couldn't be read: ${formatFew(parts.map(({name}) => name))}.`

function sayWhy({why, place: {source, line, column}}: UnreadPart): string {
  return line === undefined ? why : `${why} (${source}:${line}:${column ?? 1})`
}

/** Releases that couldn't be read, or not in full. Empty if there are none, or if other files couldn't be read, too. */
function findUnreadReleases(seen: ObservedSource, config: Config | undefined): Pick<Session, 'unreadReleases'> {
  const releases = seen.releases.map(({name}) => name)
  const whole = seen.leftOut.map(({name}) => name)
  const names = [...whole, ...findIncomplete(seen, config).map(({name}) => name)]
  if (names.length === 0 || !names.every(name => releases.includes(name))) return {}
  return {unreadReleases: {names, of: releases.length, isWhole: names.length === whole.length}}
}

/** Releases with unreadable parts that the configuration doesn't accept, and the number of these parts. */
function findIncomplete({releases}: ObservedSource, config: Config | undefined): {name: string; parts: number}[] {
  const gaps = releases.map(({observed}) => findUnreadParts(observed))
  return divideGapsOfAll(gaps, config?.unread ?? []).flatMap(({length: parts}, at) => {
    const name = releases[at]?.name
    return parts > 0 && name !== undefined ? [{name, parts}] : []
  })
}

function incompleteRemarks(seen: ObservedSource, config: Config | undefined): string[] {
  const releases = findIncomplete(seen, config)
  if (releases.length === 0) return []
  const parts = releases.reduce((sum, each) => sum + each.parts, 0)
  return [
    `Partial: ${formatCount(parts, 'part')} of ${formatFew(releases.map(({name}) => name))} could not be read (\`tenure diff\` tells which).`
  ]
}
