import {join} from 'node:path'
import {readYaml} from '@tenure/core/documents/yaml/yaml-file'
import {releasePath} from '@tenure/core/inputs/history/facts-files'
import {
  type HistoryFolderFile,
  readHistoryFolder,
  readHistoryText,
  readHistoryTexts
} from '@tenure/core/inputs/history/file'
import type {WrittenHistoryItem} from '@tenure/core/inputs/history/format'
import {inputError} from '@tenure/core/model/input-error'
import type {DeclaredHistory} from '@tenure/core/model/lifecycle/history'
import {NEXT} from '@tenure/core/model/time/timeline'
import type {Files} from '@tenure/core/stores/files/files'
import {addRelease, createReleaseText, type NewRelease} from './edit-release.ts'

/** A history file with one more release, before it is written. */
export interface ReleaseDraft {
  readonly path: string
  readonly text: string
  /** The whole history, including the release. */
  readonly declared: DeclaredHistory
  /** Files of `next` whose changes moved into the release; they are deleted once the release is written. */
  readonly folded: readonly string[]
  /** The number of changes that moved from `next` into the release. */
  readonly taken: number
}

/**
 * Drafts the history file of a new release. The drafted text is parsed again to verify it. `begun` is the first file of
 * a history that doesn't exist yet.
 */
export function draftRelease(
  files: Files,
  path: string,
  release: Omit<NewRelease, 'folded'>,
  begun?: {readonly file: string; readonly text: string}
): ReleaseDraft {
  if (begun && begun.file !== path)
    return draftInFolder(files, path, release, [{path: 'service.yaml', text: begun.text}])
  return files.isFolder(path) ? draftInFolder(files, path, release) : draftInFile(files, path, release, begun?.text)
}

function draftInFile(files: Files, path: string, release: Omit<NewRelease, 'folded'>, begun?: string): ReleaseDraft {
  const old = begun ?? files.readText(path)
  const text = addRelease(old, path, {...release, folded: []})
  const before = readHistoryText(old, path).declared
  const after = readHistoryText(text, path).declared
  assertLineCount(after.events.length - before.events.length, release, path)
  const next = before.entries.findIndex(({kind, name}) => kind === 'release' && name === NEXT)
  const taken = new Set(before.events.filter(({entry}) => entry === next).map(({place}) => place.pointer)).size
  return {path, text, declared: after, folded: [], taken}
}

function draftInFolder(
  disk: Files,
  folder: string,
  release: Omit<NewRelease, 'folded'>,
  files: readonly HistoryFolderFile[] = readHistoryFolder(disk, folder)
): ReleaseDraft {
  const next = files.filter(({path}) => path.startsWith('next/'))
  const named = files.find(file => file.path.startsWith('releases/') && releaseNameIn(file, folder) === NEXT)
  const path = releasePath(release.name)
  if (disk.exists(join(folder, path))) {
    throw inputError(`\`${join(folder, path)}\` already holds another release. Rename that file.`, {
      source: join(folder, path)
    })
  }
  const text = createReleaseText(
    {...release, folded: next.map(each => each.text)},
    named && {text: named.text, source: join(folder, named.path)}
  )
  const obsolete = [...next, ...(named ? [named] : [])].map(each => each.path)
  const before = readHistoryTexts(files, folder).declared
  const rest = files.filter(each => !obsolete.includes(each.path))
  const after = readHistoryTexts([...rest, {path, text}], folder).declared
  assertLineCount(after.events.length - before.events.length, release, path)
  const place = before.entries.findIndex(({kind, name}) => kind === 'release' && name === NEXT)
  const taken = before.events.filter(({entry}) => entry === place).length
  return {path: join(folder, path), text, declared: after, folded: obsolete.map(each => join(folder, each)), taken}
}

const releaseNameIn = ({path, text}: HistoryFolderFile, folder: string): string | undefined => {
  const item = readYaml(text, join(folder, path)).value as WrittenHistoryItem
  return 'release' in item ? item.release : undefined
}

/** Each new line must add exactly one event; otherwise the edit changed something else. */
function assertLineCount(more: number, {lines}: Omit<NewRelease, 'folded'>, source: string): void {
  if (more === lines.length) return
  throw inputError(
    `\`${source}\` has a form that can't be edited safely: ${lines.length} new lines would be read as ${more}. Write the releases as a block list.`,
    {source}
  )
}

/** The files of `next/` whose changes are all in a release already, left over from an interrupted run. */
export function findFoldedFiles(files: Files, folder: string, source: string): string[] {
  const release = readYaml(files.readText(source), source).value as WrittenHistoryItem
  const taken = new Set((release.changes ?? []).map(line => JSON.stringify(line)))
  return readHistoryFolder(files, folder)
    .filter(({path}) => path.startsWith('next/'))
    .map(({path, text}) => ({path: join(folder, path), lines: readYaml(text, path).value as unknown[]}))
    .filter(({lines}) => lines.length > 0 && lines.every(line => taken.has(JSON.stringify(line))))
    .map(({path}) => path)
}
