import {dirname} from 'node:path'
import {configOf} from '@tenure/core/app/session/config'
import {locateHistory} from '@tenure/core/app/session/history-path'
import {policyForHistory} from '@tenure/core/app/session/policy'
import {readHistoryOnce} from '@tenure/core/app/session/read-once'
import {asOfDay, type Context} from '@tenure/core/context/context'
import {assemble} from '@tenure/core/history/assemble'
import {addHistoryKey} from '@tenure/core/inputs/config/history-path'
import {digestFacts} from '@tenure/core/inputs/history/facts-files'
import type {HistoryFile} from '@tenure/core/inputs/history/file'
import {requireCurrentSpec} from '@tenure/core/inputs/sources/release-base'
import {judgeAll, lint} from '@tenure/core/lint'
import {groupBy} from '@tenure/core/model/group-by'
import {inputError} from '@tenure/core/model/input-error'
import {VERBS} from '@tenure/core/model/lifecycle/event'
import type {History} from '@tenure/core/model/lifecycle/history'
import {formatSubject, subjectKey} from '@tenure/core/model/subject/subject'
import {type Day, isBefore, parseDateRange} from '@tenure/core/model/time/date-range'
import {releaseKey, versionKey, versionOf} from '@tenure/core/model/time/release'
import {NEXT} from '@tenure/core/model/time/timeline'
import type {Policy} from '@tenure/core/model/verdict/policy'
import {sayPlace} from '@tenure/core/outputs/report/report-text'
import {plainText} from '@tenure/core/outputs/report/sanitize-text'
import {missingExplanations} from '@tenure/core/policy/violations'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {createParentFolder, editFile, removeEmptyFolder, removeFile} from '@tenure/core/stores/files/write-file'
import {formatCount, formatFew} from '@tenure/core/text/format-values'
import {sunsetRules} from '../announce/choose-sunset.ts'
import {draftRelease, findFoldedFiles, type ReleaseDraft} from '../lines/draft-release.ts'
import type {HistoryLine} from '../lines/event-lines.ts'
import {type DerivedLines, deriveLines, type RecordOptions} from './derive-lines.ts'
import {createFactsFile, writeFacts} from './facts.ts'
import {firstHistory, readBegun} from './first-history.ts'
import {foldWaivers} from './record-waivers.ts'

/** Writes the changes of a release since the last recorded one to the history. A second run changes nothing. */
export function recordRelease(options: RecordOptions & {readonly release: string}, context: Context): void {
  const {release, date} = options
  assertReleaseOptions(options)
  const config = configOf(options, context)
  const spec = options.spec ?? config?.spec
  const begun =
    options.history === undefined
      ? firstHistory(context.files, config, requireCurrentSpec(context.files, spec))
      : undefined
  const path = begun?.path ?? locateHistory(context, options.history, config)
  const file = begun ? readBegun(begun) : readHistoryOnce(context.files, path)
  const {policy} = policyForHistory(context.files, options, file, path, config)
  const asOf = asOfDay(options, context, policy)
  const recorded = file.declared.entries.findIndex(
    each => each.kind === 'release' && releaseKey(each.name) === releaseKey(release)
  )
  if (recorded < 0) assertReleaseOrder(release, date ?? asOf, file)
  // Everything recorded by the day of the release precedes it.
  const shippedBy = parseDateRange(date ?? asOf)?.latest ?? asOf
  const derived = deriveLines(
    {...options, spec},
    file.declared,
    {
      recorded,
      policy,
      asOf: shippedBy > asOf ? shippedBy : asOf,
      waivers: config?.waivers ?? [],
      config
    },
    context
  )
  if (derived.unread) context.err(`${plainText(derived.unread)}\n`)
  if (recorded >= 0) {
    checkRecorded(options, file, {path, derived, recorded}, context)
    return
  }
  const facts = createFactsFile(context.files, path, derived.facts)
  const draft = draftRelease(
    context.files,
    path,
    {
      name: release,
      date: date ?? asOf,
      lines: derived.lines,
      ...(derived.existing ? {existing: true} : {}),
      ...(derived.partial ? {partial: true} : {}),
      keepsDate: date === undefined,
      facts: digestFacts(facts.text)
    },
    begun
  )
  const waived = foldWaivers(context, draft, {
    path,
    release,
    config,
    policy,
    asOf,
    lineWaivers: derived.waivers,
    scopes: derived.scopes
  })
  if (options['dry-run']) {
    context.out(waived.text)
    return
  }
  writeRelease({draft, facts, waived, begun, config, path}, context)
  printResult({...draft, waived: waived.count}, derived, {path, release, asOf, policy}, context)
}

function assertReleaseOptions({release, date}: RecordOptions & {readonly release: string}): void {
  if (releaseKey(release) === '' || releaseKey(release) === NEXT) {
    throw inputError(`\`--release ${release}\` isn't a release name.`, undefined, '--release 3.1')
  }
  if (date !== undefined && !parseDateRange(date)) {
    throw inputError(
      `\`--date ${date}\` isn't a date that exists. Write one such as \`2026-03-02\`, \`2026-03\`, or \`2026\`.`
    )
  }
}

interface RecordedFiles {
  readonly draft: ReleaseDraft
  readonly facts: ReturnType<typeof createFactsFile>
  readonly waived: ReturnType<typeof foldWaivers>
  readonly begun: ReturnType<typeof firstHistory> | undefined
  readonly config: ReturnType<typeof configOf>
  /** Path of the history. */
  readonly path: string
}

function writeRelease({draft, facts, waived, begun, config, path}: RecordedFiles, context: Context): void {
  const named =
    begun &&
    config &&
    addHistoryKey(context.files, waived.config?.text ?? context.files.readText(config.source), config, path)
  createParentFolder(context, draft.path)
  if (begun && begun.file !== draft.path) editFile(context, begun.file, begun.text)
  // The facts file is written first, so that an interrupted run leaves no release that names a missing one.
  writeFacts(context, [facts])
  editFile(context, draft.path, waived.text)
  if (waived.config) editFile(context, waived.config.path, waived.config.text)
  if (named !== undefined && config) editFile(context, config.source, named)
  removeFolded(context, draft.folded)
}

/** Deletes files that a release now contains, and their folders if nothing else is in them. */
function removeFolded(workspace: Workspace, files: readonly string[]): void {
  for (const file of files) removeFile(workspace, file)
  for (const folder of new Set(files.map(file => dirname(file)))) removeEmptyFolder(workspace.files, folder)
}

interface RecordedRelease {
  readonly path: string
  readonly derived: DerivedLines
  readonly recorded: number
}

/** Checks a release that's already recorded. Throws an `InputError` if observed changes are missing. */
function checkRecorded(
  {release, 'dry-run': dry}: Parameters<typeof recordRelease>[0],
  file: HistoryFile,
  {path, derived, recorded}: RecordedRelease,
  context: Context
): void {
  const entry = file.declared.entries[recorded]
  if (derived.lines.length > 0) {
    const place = entry && file.locate(entry.place)
    const few = formatFew(derived.lines.map(line => `\`${sayLine(line)}\``))
    throw inputError(
      `Release \`${release}\` is already recorded, without ${formatCount(derived.lines.length, 'change')} that \`${derived.newer}\` shows${derived.older === undefined ? '' : ` compared with \`${derived.older}\``} (${few}). Add these lines by hand, or delete the release and run the command again.`,
      place
    )
  }
  // An interrupted run may have left files that are already merged into the release.
  const leftFiles =
    context.files.isFolder(path) && entry ? findFoldedFiles(context.files, path, entry.place.source) : []
  if (!dry) removeFolded(context, leftFiles)
  const healed =
    leftFiles.length > 0 ? ` Deleted ${formatCount(leftFiles.length, 'file')} of \`next/\` that it contains.` : ''
  context.out(`${plainText(`${release} is already recorded in ${path} with all changes.`)}${healed}\n`)
}

function sayLine(line: HistoryLine): string {
  const verb = VERBS.find(each => each in line)
  const parts = ['field', 'parameter', 'header', 'value'].flatMap(kind =>
    line[kind] === undefined ? [] : [`${kind} ${line[kind]}`]
  )
  return [`${verb} ${verb && line[verb]}`, ...parts].join(', ')
}

interface PrintContext {
  readonly path: string
  readonly release: string
  readonly asOf: Day
  readonly policy: Policy
}

/** Prints what was written, and what only a person can add. */
function printResult(
  draft: ReleaseDraft & {readonly waived: number},
  {lines, older, newer, earlier}: DerivedLines,
  {path, release, asOf, policy}: PrintContext,
  context: Context
): void {
  const {declared, locate} = readHistoryOnce(context.files, path)
  const history = assemble(declared, {asOf})
  const entry = history.timeline.entries.find(
    each => each.kind === 'release' && releaseKey(each.name) === releaseKey(release)
  )
  const verbs = groupBy(lines, line => VERBS.find(verb => verb in line) ?? '')
  const few = VERBS.flatMap(verb => (verbs.get(verb) ? [`${verbs.get(verb)?.length} ${verb}`] : []))
  const taken = [
    ...(draft.taken === 0 ? [] : [`${formatCount(draft.taken, 'line')} of \`next\``]),
    ...(draft.waived === 0 ? [] : [formatCount(draft.waived, 'waiver')])
  ]
  const folded = taken.length === 0 ? '' : `, and ${taken.join(' and ')}`
  const day = entry?.date === undefined ? '' : ` (${entry.date})`
  context.out(plainText(`Recorded ${release}${day} in ${draft.path}: ${few.join(', ') || 'no change'}${folded}.`))
  const seen =
    older === undefined
      ? `Everything in ${newer} counts as existing by then; it may be older.`
      : `Compared ${newer} with ${older}${earlier === undefined ? '' : `, and with ${earlier} where that couldn't be read`}.`
  context.out(`\n${plainText(seen)}\n`)
  if (older === undefined) context.out('Tag this release: the next one is compared with the tag, or with `--base`.\n')
  if (!entry) return
  const {findings} = lint(history, policy, sunsetRules, {judgments: []})
  for (const {place, entry: at, reasons, ...finding} of findings) {
    if (at !== entry.index) continue
    const sentences = [finding, ...reasons].map(({message, remedy = ''}) => `${message.replace(/\.?$/, '.')} ${remedy}`)
    context.out(`${plainText(`${sayPlace(locate(place))}: ${sentences.join(' ')}`)}\n`)
  }
  const open = findUnexplained(history, policy, entry.index)
  if (open.length === 0) return
  context.out('Missing: a reason or a replacement for:\n')
  for (const {event, subject} of open) {
    context.out(`  ${plainText(`${sayPlace(locate(event.place))}: ${event.verb} ${formatSubject(subject)}`)}\n`)
  }
}

const findUnexplained = (history: History, policy: Policy, entry: number) =>
  judgeAll(history, policy).filter(judgment => {
    const lifecycle = history.bySubject.get(subjectKey(judgment.subject))
    return (
      judgment.event.entry === entry && lifecycle !== undefined && missingExplanations(judgment, lifecycle).length > 0
    )
  })

/**
 * Throws an `InputError` if the release comes before a recorded one that it should follow, or if its version is
 * recorded under another name.
 */
function assertReleaseOrder(release: string, date: string, {declared, locate}: HistoryFile): void {
  const version = versionOf(release)
  const day = parseDateRange(date)
  for (const entry of declared.entries) {
    const {kind, name, stated, place} = entry
    if (kind !== 'release' || name === NEXT || releaseKey(name) === releaseKey(release)) continue
    if (versionKey(name) === versionKey(release)) {
      throw inputError(
        `Release \`${plainText(release)}\` is already recorded as \`${plainText(name)}\`. Use that name, or record a new release.`,
        locate(place),
        `tenure record --release ${plainText(name)}`
      )
    }
    const other = versionOf(name)
    // A patch of an older version may precede a newer version.
    const isBehind = version && other ? version.compare(other) > 0 : !version && !other
    if (!day || !isBehind || !isBefore(day, stated)) continue
    throw inputError(
      `Release \`${plainText(release)}\` (${date}) would be before the recorded release \`${plainText(name)}\` (${entry.date}). Check its date.`,
      locate(place),
      `--date ${stated.earliest}`
    )
  }
}
