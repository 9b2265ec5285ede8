import {assemble} from '../../history/assemble.ts'
import {observe} from '../../history/observed/from-snapshots.ts'
import {merge} from '../../history/observed/merge-declared.ts'
import {unreadIn} from '../../model/api/release-diff.ts'
import type {Declared, WrittenEvent} from '../../model/lifecycle/history.ts'
import type {When} from '../../model/time/date-range.ts'
import {type ReadRecord, readRecord} from '../../read/base/announcement-record.ts'
import {readyFor} from '../../read/document/load-server-reader.ts'
import {readHistory} from '../../read/history/file.ts'
import type {LeftOut} from '../../read/sources/source.ts'
import {count, sayFew} from '../../text/format-values.ts'
import type {Io} from '../io.ts'
import {observeSource, type Seen} from '../snapshots/observe.ts'
import {configOf, locateHistory, policyFor, policyOf, type Session} from './session.ts'
import {type ChosenSource, chooseSource, type SourceSessionOptions} from './source-choice.ts'

/** Session on observed descriptions, with their events before they're put in timeline order. */
export interface SourceSession extends Session {
  readonly declared: Declared
}

/** Opens observed descriptions, merged with the written history if one is named. */
export async function openSourceSession(
  options: SourceSessionOptions,
  io: Io,
  chosen?: ChosenSource
): Promise<SourceSession> {
  const {source, asOf, ids, cache, ...judge} = chosen ?? (await chooseSource(options, io))
  await readyFor([options.spec, ...source.releases.map(({place}) => place.source)])
  const config = configOf(options)
  const named = options.history === undefined ? undefined : locateHistory(options.history, config)
  const file = named === undefined ? undefined : readHistory(named)
  const {policy, assumed} = judge
  const inPolicy = (file && named !== undefined ? policyFor(options, file, named, config) : policyOf(options, config))
    .locate
  const seen = observeSource(source, {cache, ids, progress: io.progress})
  io.progress()
  const shown = observe(seen.releases, newestTitle(seen) ?? source.service, source.path)
  const waivers = config?.waivers ?? []
  const record =
    file && named !== undefined ? readRecord(file.declared, named, {asOf, timezone: policy.timezone}) : undefined
  const {declared, written} = file
    ? merge({...file.declared, waivers}, shown)
    : {declared: {...shown, waivers}, written: NO_ORIGINALS}
  const history = assemble(declared, {asOf, ...(record ? {recorded: createRecordedTest(record, written)} : {})})
  const locates = [...(file ? [file.locate] : []), inPolicy, ...(config ? [config.locate] : [])]
  return {
    declared,
    history,
    policy,
    assumed,
    path: source.path,
    kind: source.kind,
    partial: seen.left.length > 0 || findIncomplete(seen).length > 0,
    ...(config ? {config} : {}),
    locate: place => locates.reduce((found, locate) => locate(found), place),
    remarks: [
      ...source.remarks,
      ...(source.releases.length === 1 ? ['One release has nothing before it to be compared with.'] : []),
      ...(record?.remark === undefined ? [] : [record.remark]),
      ...leftOutRemarks(seen.left),
      ...incompleteRemarks(seen),
      // A named history contains the announcements.
      ...(shown.complete || file
        ? []
        : ['No announcements in this source: nothing in it is ever marked as deprecated.'])
    ]
  }
}

const NO_ORIGINALS: ReadonlyMap<WrittenEvent, WrittenEvent> = new Map()

const createRecordedTest =
  (record: ReadRecord, written: ReadonlyMap<WrittenEvent, WrittenEvent>) =>
  (event: WrittenEvent): When | undefined => {
    const was = written.get(event)
    return was && record.of(was)
  }

/**
 * Newest title in the descriptions. A title that's the name of a `.proto` file doesn't count, because it was generated.
 */
const newestTitle = ({releases}: Seen): string | undefined =>
  releases.findLast(({observed}) => !/^$|\.proto$/.test(observed?.title?.trim() ?? ''))?.observed?.title

function leftOutRemarks(left: readonly LeftOut[]): string[] {
  return left.map(({name, why, place: {source, line, column}}) => {
    const where = line === undefined ? '' : ` (${source}:${line}:${column ?? 1})`
    return `Partial: ${name} is left out. ${why}${where}`
  })
}

/** Releases with unreadable parts, and the number of those. */
const findIncomplete = ({releases}: Seen): {name: string; parts: number}[] =>
  releases.flatMap(({name, observed}) => {
    const parts = unreadIn(observed).length
    return parts > 0 ? [{name, parts}] : []
  })

function incompleteRemarks(seen: Seen): string[] {
  const releases = findIncomplete(seen)
  if (releases.length === 0) return []
  const parts = releases.reduce((sum, each) => sum + each.parts, 0)
  return [
    `Partial: ${count(parts, 'part')} of ${sayFew(releases.map(({name}) => name))} could not be read (\`tenure diff\` tells which).`
  ]
}
