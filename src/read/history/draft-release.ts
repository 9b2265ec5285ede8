import {join} from 'node:path'
import {refuse} from '../../model/input-error.ts'
import type {Declared} from '../../model/lifecycle/history.ts'
import {NEXT} from '../../model/time/timeline.ts'
import {isFolder, isThere, readText} from '../files/file-system.ts'
import {readYaml} from '../yaml/yaml-file.ts'
import {type NewRelease, releaseText, withRelease} from './edit-release.ts'
import {type FolderFile, filesInFolder, readHistoryText, readHistoryTexts} from './file.ts'
import type {WrittenRelease} from './format.ts'

/** A history file with one more release, before it is written. */
export interface Draft {
  readonly path: string
  readonly text: string
  /** The whole history, including the release. */
  readonly declared: Declared
  /** Files of `next` whose changes moved into the release; they are deleted once the release is written. */
  readonly folded: readonly string[]
  /** The number of changes that moved from `next` into the release. */
  readonly taken: number
}

/**
 * Drafts the history file of a new release. The drafted text is parsed again to verify it. `begun` is the initial text
 * of a history that doesn't exist yet.
 */
export function draftRelease(path: string, release: Omit<NewRelease, 'folded'>, begun?: string): Draft {
  return isFolder(path) ? draftInFolder(path, release) : draftInFile(path, release, begun)
}

function draftInFile(path: string, release: Omit<NewRelease, 'folded'>, begun?: string): Draft {
  const old = begun ?? readText(path)
  const text = withRelease(old, path, {...release, folded: []})
  const before = readHistoryText(old, path).declared
  const after = readHistoryText(text, path).declared
  assertLineCount(after.events.length - before.events.length, release, path)
  const next = before.entries.findIndex(({kind, name}) => kind === 'release' && name === NEXT)
  const taken = new Set(before.events.filter(({entry}) => entry === next).map(({place}) => place.pointer)).size
  return {path, text, declared: after, folded: [], taken}
}

function draftInFolder(folder: string, release: Omit<NewRelease, 'folded'>): Draft {
  const files = filesInFolder(folder)
  const next = files.filter(({path}) => path.startsWith('next/'))
  const named = files.find(file => file.path.startsWith('releases/') && releaseNameIn(file, folder) === NEXT)
  const path = `releases/${release.name.replace(/[/\\:\n]|^\.+/g, '-')}.yaml`
  if (isThere(join(folder, path))) {
    throw refuse(`Unexpected file \`${join(folder, path)}\` that holds another release, expected none of this name`, {
      source: join(folder, path)
    })
  }
  const text = releaseText(
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

const releaseNameIn = ({path, text}: FolderFile, folder: string): string | undefined => {
  const item = readYaml(text, join(folder, path)).value as WrittenRelease
  return 'release' in item ? item.release : undefined
}

/** Each new line must add exactly one event; otherwise the edit changed something else. */
function assertLineCount(more: number, {lines}: Omit<NewRelease, 'folded'>, source: string): void {
  if (more === lines.length) return
  throw refuse(
    `Unexpected form of \`${source}\`, in which ${lines.length} new lines would be read as ${more}, expected a list of releases in the usual form`,
    {source}
  )
}

/** The files of `next/` whose changes are all in a release already, left over from an interrupted run. */
export function foldedAlready(folder: string, source: string): string[] {
  const release = readYaml(readText(source), source).value as WrittenRelease
  const taken = new Set((release.changes ?? []).map(line => JSON.stringify(line)))
  return filesInFolder(folder)
    .filter(({path}) => path.startsWith('next/'))
    .map(({path, text}) => ({path: join(folder, path), lines: readYaml(text, path).value as unknown[]}))
    .filter(({lines}) => lines.length > 0 && lines.every(line => taken.has(JSON.stringify(line))))
    .map(({path}) => path)
}
