import {join} from 'node:path'
import process from 'node:process'
import {assemble} from '../history/assemble.ts'
import {merge} from '../history/merge.ts'
import {observe} from '../history/observe.ts'
import type {Declared, WrittenEvent} from '../model/history.ts'
import {refuse} from '../model/problem.ts'
import type {When} from '../model/when.ts'
import {isFolder, isThere} from '../read/disk.ts'
import {readHistory} from '../read/history-file.ts'
import {type ReadRecord, readRecord} from '../read/record.ts'
import type {LeftOut} from '../read/source.ts'
import {mayHoldReleases, openSource} from '../read/source-find.ts'
import {count, sayFew} from '../words/say.ts'
import {asOfDay} from './as-of.ts'
import type {Io} from './io.ts'
import {observeSource, type Seen} from './observe.ts'
import {progressOf} from './progress.ts'
import {
  type CommonOptions,
  configOf,
  HISTORY_NAMES,
  locateHistory,
  policyFor,
  policyOf,
  type Session
} from './session.ts'
import {userCache} from './user-cache.ts'

/** What says where the releases of an API are to be found. */
export interface SourceOptions {
  /** A pattern of tags. */
  readonly tags?: string | undefined
  readonly branch?: string | undefined
  /** The description, by its path in the repository. */
  readonly spec?: string | undefined
  /** A file with the days of the releases. */
  readonly dates?: string | undefined
}

type Options = CommonOptions & SourceOptions & {readonly source?: string | undefined}

/**
 * Whether the releases are to be read from descriptions, and not from a history that people wrote. Refuses where both
 * readings fit.
 */
export function isSource({source, history, tags, branch, spec, dates}: Options): boolean {
  if ([tags, branch, spec, dates].some(option => option !== undefined)) return true
  const path = source ?? '.'
  if (source !== undefined && !isThere(source)) return false
  if (!isFolder(path)) return source !== undefined && (history !== undefined || /(^|[/\\])releases\.json$/.test(path))
  const written = HISTORY_NAMES.filter(name => isThere(join(path, name)))
  // In a folder of its own the history comes first: a repository has both.
  if (source === undefined)
    return history === undefined && written.length === 0 && !isThere('tenure.yaml') && mayHoldReleases(path)
  if (written.length === 0 || history !== undefined) return history !== undefined || mayHoldReleases(path)
  if (!isThere(join(path, 'releases.json'))) return false
  const name = join(path, written[0] ?? '')
  throw refuse(
    `Unexpected \`${written[0]}\` beside \`releases.json\` in \`${path}\`, expected to know which of them to read: name ` +
      `\`${name}\` for the history alone, or add \`--history ${name}\` for the descriptions and what it says of them`,
    {source: path}
  )
}

/** A session on what descriptions show, and what they show before it is put in order. */
export interface SourceSession extends Session {
  readonly declared: Declared
}

/** Opens what descriptions show, with the history that people wrote beside them, if one is named. */
export function openSourceSession(options: Options, io: Io): SourceSession {
  const config = configOf(options)
  const named = options.history === undefined ? undefined : locateHistory(options.history, config)
  const file = named === undefined ? undefined : readHistory(named)
  const {
    policy,
    assumed,
    locate: inPolicy
  } = file && named !== undefined ? policyFor(options, file, named, config) : policyOf(options, config)
  const asOf = asOfDay(options, io, policy)
  const source = openSource(options.source ?? '.', {...options, timezone: policy.timezone})
  const progress = progressOf(process.stderr)
  const seen = observeSource(source, {cache: userCache(), progress: progress.tell})
  progress.end()
  const shown = observe(seen.releases, titleOf(seen) ?? source.service, source.path)
  const waivers = config?.waivers ?? []
  const record =
    file && named !== undefined ? readRecord(file.declared, named, {asOf, timezone: policy.timezone}) : undefined
  const {declared, written} = file
    ? merge({...file.declared, waivers}, shown)
    : {declared: {...shown, waivers}, written: NONE}
  const history = assemble(declared, {asOf, ...(record ? {recorded: recordedBy(record, written)} : {})})
  const locates = [...(file ? [file.locate] : []), inPolicy, ...(config ? [config.locate] : [])]
  return {
    history,
    declared,
    policy,
    assumed,
    path: source.path,
    kind: source.kind,
    partial: seen.left.length > 0 || missing(seen).length > 0,
    ...(config ? {config} : {}),
    locate: place => locates.reduce((found, locate) => locate(found), place),
    remarks: [
      ...source.remarks,
      ...(record?.remark === undefined ? [] : [record.remark]),
      ...leftOut(seen.left),
      ...partsMissing(seen),
      ...(shown.complete ? [] : [`No announcements in this source: nothing in it is ever marked as deprecated.`])
    ]
  }
}

const NONE: ReadonlyMap<WrittenEvent, WrittenEvent> = new Map()

const recordedBy =
  (record: ReadRecord, written: ReadonlyMap<WrittenEvent, WrittenEvent>) =>
  (event: WrittenEvent): When | undefined => {
    const was = written.get(event)
    return was && record.of(was)
  }

/** What the descriptions call the API, the newest first. */
const titleOf = ({releases}: Seen): string | undefined =>
  releases.findLast(({observed}) => observed?.title !== undefined)?.observed?.title

function leftOut(left: readonly LeftOut[]): string[] {
  return left.map(({name, why, place: {source, line, column}}) => {
    const where = line === undefined ? '' : ` (${source}:${line}:${column ?? 1})`
    return `Partial: ${name} is left out. ${why}${where}`
  })
}

/** Releases with parts that could not be read. */
const missing = ({releases}: Seen): {name: string; parts: number}[] =>
  releases.flatMap(({name, observed}) => {
    const parts = observed?.gaps.filter(({isRead}) => !isRead).length ?? 0
    return parts > 0 ? [{name, parts}] : []
  })

function partsMissing(seen: Seen): string[] {
  const releases = missing(seen)
  if (releases.length === 0) return []
  const parts = releases.reduce((sum, each) => sum + each.parts, 0)
  return [
    `Partial: ${count(parts, 'part')} of ${sayFew(releases.map(({name}) => name))} could not be read (\`tenure diff\` tells which).`
  ]
}
