import {join} from 'node:path'
import {refuse} from '../../model/input-error.ts'
import type {Declared} from '../../model/lifecycle/history.ts'
import {NEXT} from '../../model/time/timeline.ts'
import {isFolder, isThere, readText} from '../files/file-system.ts'
import {readYaml} from '../yaml/yaml-file.ts'
import {type NewRelease, releaseText, withRelease} from './edit-release.ts'
import {type FolderFile, filesInFolder, readHistoryText, readHistoryTexts} from './file.ts'
import type {WrittenRelease} from './format.ts'

/** A file of a history with one more release, before it is written. */
export interface Draft {
  readonly path: string
  readonly text: string
  /** What the history says with it. */
  readonly declared: Declared
  /** Files whose lines it has taken: they go once it is written. */
  readonly folded: readonly string[]
  /** How many lines of `next` it has taken. */
  readonly taken: number
}

/**
 * Drafts the file that a release goes to. What it says is read back before anybody writes it. `begun`: what a history that
 * is not there yet begins with.
 */
export function draftRelease(path: string, release: Omit<NewRelease, 'folded'>, begun?: string): Draft {
  return isFolder(path) ? inFolder(path, release) : inFile(path, release, begun)
}

function inFile(path: string, release: Omit<NewRelease, 'folded'>, begun?: string): Draft {
  const old = begun ?? readText(path)
  const text = withRelease(old, path, {...release, folded: []})
  const before = readHistoryText(old, path).declared
  const after = readHistoryText(text, path).declared
  assure(after.events.length - before.events.length, release, path)
  const next = before.entries.findIndex(({kind, name}) => kind === 'release' && name === NEXT)
  const taken = new Set(before.events.filter(({entry}) => entry === next).map(({place}) => place.pointer)).size
  return {path, text, declared: after, folded: [], taken}
}

function inFolder(folder: string, release: Omit<NewRelease, 'folded'>): Draft {
  const files = filesInFolder(folder)
  const next = files.filter(({path}) => path.startsWith('next/'))
  const named = files.find(file => file.path.startsWith('releases/') && nameIn(file, folder) === NEXT)
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
  const gone = [...next, ...(named ? [named] : [])].map(each => each.path)
  const before = readHistoryTexts(files, folder).declared
  const rest = files.filter(each => !gone.includes(each.path))
  const after = readHistoryTexts([...rest, {path, text}], folder).declared
  assure(after.events.length - before.events.length, release, path)
  const place = before.entries.findIndex(({kind, name}) => kind === 'release' && name === NEXT)
  const taken = before.events.filter(({entry}) => entry === place).length
  return {path: join(folder, path), text, declared: after, folded: gone.map(each => join(folder, each)), taken}
}

const nameIn = ({path, text}: FolderFile, folder: string): string | undefined => {
  const item = readYaml(text, join(folder, path)).value as WrittenRelease
  return 'release' in item ? item.release : undefined
}

/** Each derived line is one event: more or fewer would mean that something else was lost or made. */
function assure(more: number, {lines}: Omit<NewRelease, 'folded'>, source: string): void {
  if (more === lines.length) return
  throw refuse(
    `Unexpected form of \`${source}\`, in which ${lines.length} new lines would be read as ${more}, expected a list of releases in the usual form`,
    {source}
  )
}

/** The files of `next/` that hold nothing but lines of a release: it has taken them, and they should be gone. */
export function foldedAlready(folder: string, source: string): string[] {
  const release = readYaml(readText(source), source).value as WrittenRelease
  const taken = new Set((release.changes ?? []).map(line => JSON.stringify(line)))
  return filesInFolder(folder)
    .filter(({path}) => path.startsWith('next/'))
    .map(({path, text}) => ({path: join(folder, path), lines: readYaml(text, path).value as unknown[]}))
    .filter(({lines}) => lines.length > 0 && lines.every(line => taken.has(JSON.stringify(line))))
    .map(({path}) => path)
}
