import {dirname, join, sep} from 'node:path'
import {isDeepStrictEqual} from 'node:util'
import {configOf} from '@tenure/core/app/session/config'
import {type ObservedSession, openDescriptions, unannouncedRemarks} from '@tenure/core/app/session/descriptions'
import {selectSource} from '@tenure/core/app/session/select-source'
import type {Context} from '@tenure/core/context/context'
import {readYaml} from '@tenure/core/documents/yaml/yaml-file'
import type {Config} from '@tenure/core/inputs/config/file'
import {addHistoryKey, isListedApi, newHistoryPath} from '@tenure/core/inputs/config/history-path'
import {HISTORY_FOLDER} from '@tenure/core/inputs/config/listed-apis'
import {digestFacts, listFacts, releasePath} from '@tenure/core/inputs/history/facts-files'
import {formatFacts} from '@tenure/core/inputs/history/facts-text'
import {readHistoryFolder, readHistoryTexts} from '@tenure/core/inputs/history/file'
import {type HistoryContent, writeHistory, type YamlValue} from '@tenure/core/inputs/history/write'
import {holdsReleases} from '@tenure/core/inputs/sources/release-files'
import {RELEASE_LIST_NAME} from '@tenure/core/inputs/sources/release-list'
import {beginAt} from '@tenure/core/inputs/sources/source'
import {defined} from '@tenure/core/model/defined'
import {inputError} from '@tenure/core/model/input-error'
import type {DeclaredHistory} from '@tenure/core/model/lifecycle/history'
import {type Day, parseDateRange} from '@tenure/core/model/time/date-range'
import {releaseKey} from '@tenure/core/model/time/release'
import type {WrittenEntry} from '@tenure/core/model/time/timeline'
import {plainText} from '@tenure/core/outputs/report/sanitize-text'
import type {Files} from '@tenure/core/stores/files/files'
import {createParentFolder, editFile, removeFile} from '@tenure/core/stores/files/write-file'
import {formatSubjectPhrase} from '@tenure/core/text/finding-phrases'
import {formatCount, formatFew} from '@tenure/core/text/format-values'
import {type EntryLines, toHistoryLines} from '../lines/to-history-lines.ts'
import type {RecordOptions} from './derive-lines.ts'
import {collectFacts, createFactsFile, type WrittenFile, writeFacts} from './facts.ts'

type HistoryDraft = HistoryContent & {
  readonly releases: readonly {readonly release: string; readonly [key: string]: YamlValue}[]
}

/** What was recorded of a source, or would be. */
export interface RecordedHistory {
  /** How the source was read. */
  readonly source: readonly string[]
  readonly remarks: readonly string[]
  /** What was written, or the text of the history of a dry run. */
  readonly text: string
  readonly releases: number
  readonly changes: number
  /** The files of the history and their size. Missing if nothing was written. */
  readonly size?: string
  /** Whether anything was written. */
  readonly isWritten: boolean
  /** Which removals are undetermined. Missing if none are, or if nothing was written. */
  readonly gaps?: string
}

/** Writes the history of all releases of a source and prints what was written. */
export async function recordAll(options: RecordOptions, context: Context): Promise<void> {
  const {source, remarks, text, size, gaps} = await recordHistory(options, context)
  context.out(text)
  if (size !== undefined) context.out(`These are ${size}.\n`)
  if (gaps !== undefined) context.out(`${gaps}\n`)
  for (const remark of [...source, ...remarks]) context.err(`${remark}\n`)
}

/**
 * Writes the history of all releases of a source: to a folder, or to one file if its path is that of a YAML file. A
 * second run changes nothing.
 */
export async function recordHistory(options: RecordOptions, context: Context): Promise<RecordedHistory> {
  const config = configOf(options, context)
  const {output = newHistoryPath(context.files, config), force, policy} = options
  const asked = {...options, spec: options.spec ?? specOf(context.files, options, config)}
  const selected = selectSource(asked, context)
  const begun = options.since === undefined ? selected : {...selected, source: beginAt(selected.source, options.since)}
  const session = await openDescriptions(asked, context, begun)
  const {draft, facts, unwritten, lines} = draftHistory(session, {
    policy: policy === undefined ? undefined : policyPath(context.files, output, policy)
  })
  const {complete} = draft
  const [how = '', ...others] = session.remarks
  const left =
    unwritten.length === 0
      ? []
      : [`Left out, because a history file can't hold their names: ${formatFew(unwritten.map(formatSubjectPhrase))}`]
  // The remark on `complete:` says the same.
  const doubled = complete === undefined ? [] : unannouncedRemarks(session.declared)
  const recorded = {
    source: [plainText(how)],
    remarks: [...others.filter(each => !doubled.includes(each)), ...left].map(plainText),
    releases: draft.releases.length,
    changes: lines,
    isWritten: false
  }
  const counts = `${formatCount(recorded.releases, 'release')} with ${formatCount(lines, 'change')}`
  if (options['dry-run']) return {...recorded, text: writeHistory(draft)}
  // Facts files are written first, so that an interrupted run leaves no release that names a missing one.
  const generated = facts.map(each => createFactsFile(context.files, output, each))
  const written = historyFiles(output, draft)
  const files = [...generated, ...written]
  if (context.files.exists(output) && !force) {
    if (!isSameHistory(context.files, output, files)) {
      throw inputError(
        `\`${output}\` holds another history. Write to a new file with \`--output FILE\`, or overwrite it with \`--force\`.`,
        {source: output}
      )
    }
    return {...recorded, text: `${plainText(output)} is up to date: ${counts}. Nothing was written.\n`}
  }
  const named =
    config && options.output === undefined
      ? addHistoryKey(context.files, context.files.readText(config.source), config, output)
      : undefined
  writeFacts(context, generated)
  for (const {path, text} of written) {
    createParentFolder(context, path)
    editFile(context, path, text)
  }
  for (const path of obsoleteFiles(context.files, output, files)) removeFile(context, path)
  if (named !== undefined && config) editFile(context, config.source, named)
  const gaps = complete === undefined ? undefined : plainText(sayGaps(complete))
  return defined({
    ...recorded,
    text: `Wrote ${plainText(output)}: ${counts}.\n`,
    size: saySize(generated, written),
    isWritten: true,
    gaps
  })
}

/** `69 files (60 KB) and 68 generated ones (180 KB)`: what recording the releases of a source adds. */
export function sayAddedFiles(session: ObservedSession): string {
  const {draft, facts} = draftHistory(session, {})
  return saySize(
    facts.map(each => ({text: formatFacts(each)})),
    historyFiles(HISTORY_FOLDER, draft)
  )
}

type Texts = readonly Pick<WrittenFile, 'text'>[]

function saySize(generated: Texts, written: Texts): string {
  const sizeOf = (files: Texts): string => formatSize(files.reduce((sum, {text}) => sum + Buffer.byteLength(text), 0))
  const own = `${formatCount(written.length, 'file')} (${sizeOf(written)})`
  if (generated.length === 0) return own
  return `${own} and ${generated.length} generated ${generated.length === 1 ? 'one' : 'ones'} (${sizeOf(generated)})`
}

const formatSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** The history of a source as it's recorded, with the facts of its releases. */
export function draftHistory(session: ObservedSession, {policy}: {readonly policy?: string | undefined}) {
  const {declared, history} = session
  refuseDuplicates(declared)
  refuseEarlyDay(declared, history.timeline.asOf)
  const {entries, unwritten} = toHistoryLines(declared, {history, policy: session.policy})
  const facts = collectFacts(session, entries)
  const digests = facts.map(each => digestFacts(formatFacts(each)))
  const draft = {
    format: 1,
    service: history.about.service,
    ...defined({policy, complete: completenessOf(declared, history.timeline.asOf)}),
    releases: declared.entries.map((entry, at) => releaseOf(entry, entries[at], digests[at]))
  } satisfies HistoryDraft
  return {draft, facts, unwritten, lines: countLines(entries)}
}

/** Remark on the removals that are undetermined because the past has gaps. */
function sayGaps(complete: string | readonly string[]): string {
  const first = [complete].flat()[0]
  const [until, from] = isDay(complete) ? [`before ${first}`, 'From then on'] : [`up to ${first}`, 'After it']
  return `No description ${isDay(complete) ? '' : `before ${first} `}has a deprecation, but some might have been announced elsewhere. Because of \`complete: ${first}\` in the history, removals ${until} are undetermined. ${from}, a removal without notice is a violation.`
}

/**
 * The releases after which all announcements are in the descriptions, one for each release line; a day if none has any.
 * `undefined` if that is so from the start.
 */
function completenessOf({complete, entries}: DeclaredHistory, asOf: Day): string | string[] | undefined {
  if (!complete) return dayAfterReleases(entries, asOf)
  const names = entries.flatMap(each => (each.complete ? [each.name] : []))
  return names.length > 1 ? names : names[0]
}

/** Configured description, if the source is the current repository. */
function specOf(files: Files, {source = '.', dates}: RecordOptions, config: Config | undefined): string | undefined {
  if (config?.spec === undefined || files.resolve(source) !== files.resolve('.')) return undefined
  // A release list is more specific than one description, unless that description belongs to a different API.
  const isSure =
    holdsReleases(files, config.spec) ||
    isListedApi(config) ||
    (dates === undefined && files.exists('.git') && !files.exists(RELEASE_LIST_NAME))
  return isSure ? config.spec : undefined
}

const countLines = (entries: readonly EntryLines[]): number => entries.reduce((all, {lines}) => all + lines.length, 0)

/** Throws an `InputError` if two releases have the same name in a history. */
function refuseDuplicates({entries, source}: DeclaredHistory): void {
  const seen = new Map<string, string>()
  for (const {name} of entries) {
    const twin = seen.get(releaseKey(name))
    if (twin !== undefined) {
      throw inputError(
        `Releases \`${twin}\` and \`${name}\` count as the same release. Choose between them with \`--releases\`.`,
        {source}
      )
    }
    seen.set(releaseKey(name), name)
  }
}

/** Throws an `InputError` if the as-of day is before the first release, because there's nothing to record. */
function refuseEarlyDay({entries, source}: DeclaredHistory, asOf: Day): void {
  const [first] = entries
  if (!first || !entries.every(({stated: {earliest}}) => earliest !== undefined && earliest > asOf)) return
  throw inputError(
    `\`--as-of ${asOf}\` is before the first release, \`${first.name}\` (${first.date}). Choose that day or a later one.`,
    {source},
    `--as-of ${first.stated.earliest}`
  )
}

/** Today, or tomorrow if a release read from the source ships today. */
function dayAfterReleases(entries: DeclaredHistory['entries'], asOf: Day): Day {
  const isToday = entries.some(({stated}) => stated.earliest === asOf)
  return isToday ? new Date(Date.parse(`${asOf}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10) : asOf
}

/** Path of a policy file, relative to the history file. Other policies keep their names. */
const policyPath = (files: Files, output: string, policy: string): string =>
  files.exists(policy) && !files.isFolder(policy)
    ? files.relative(dirname(output), policy).split(sep).join('/')
    : policy

function releaseOf(
  {name, date, unread, partial = unread}: WrittenEntry,
  entry: EntryLines | undefined,
  facts: string | undefined
): {readonly release: string; readonly [key: string]: YamlValue} {
  const lines = entry?.lines ?? []
  const existing = entry?.existing || undefined
  return defined({release: name, date, existing, partial, facts, changes: lines.length > 0 ? lines : undefined})
}

/** Files of a history. In a folder, each release has its own, unless that would change their order. */
function historyFiles(output: string, {releases, ...head}: HistoryDraft): WrittenFile[] {
  if (/\.ya?ml$/.test(output)) return [{path: output, text: writeHistory({...head, releases})}]
  const files = [
    {path: 'service.yaml', text: writeHistory(head)},
    ...releases.map(release => ({path: releasePath(release.release), text: writeHistory(release)}))
  ]
  const names = files.map(({path}) => path.toLowerCase())
  const read = new Set(names).size === names.length ? readHistoryTexts(files, output).declared.entries : []
  if (read.some(({name}, at) => name !== releases[at]?.release) || read.length !== releases.length) {
    throw inputError(
      "The order of the releases can't be told from their names and dates. Write them to one file with `--output history.yaml`.",
      {source: output}
    )
  }
  return files.map(({path, text}) => ({path: join(output, path), text}))
}

/** Files of releases and their facts that aren't among those to write. */
function obsoleteFiles(disk: Files, output: string, files: readonly WrittenFile[]): string[] {
  const written = files.map(({path}) => path)
  const releases = disk.isFolder(output)
    ? readHistoryFolder(disk, output).flatMap(({path}) => (path.startsWith('releases/') ? [join(output, path)] : []))
    : []
  return [...releases, ...listFacts(disk, output, disk.isFolder(output))].filter(path => !written.includes(path))
}

/** Whether the files contain the same history. The day from which on it is complete is that of the first run. */
function isSameHistory(disk: Files, output: string, files: readonly WrittenFile[]): boolean {
  const isWhole = files.every(
    ({path, text}) => disk.exists(path) && !disk.isFolder(path) && isSameContent(disk, path, text)
  )
  return isWhole && obsoleteFiles(disk, output, files).length === 0
}

function isSameContent(files: Files, path: string, text: string): boolean {
  if (path.endsWith('.json')) return digestFacts(files.readText(path)) === digestFacts(text)
  const [old, fresh] = [files.readText(path), text].map(each => readYaml(each, path).value)
  if (old === null || typeof old !== 'object' || Array.isArray(old)) return false
  const [was, is] = [old, fresh as object].map((each: {readonly complete?: unknown}) => each.complete)
  return isDeepStrictEqual(old, isDay(was) && isDay(is) ? {...(fresh as object), complete: was} : fresh)
}

const isDay = (value: unknown): value is Day => typeof value === 'string' && parseDateRange(value) !== undefined
