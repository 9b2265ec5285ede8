import {basename, dirname, relative, resolve} from 'node:path'
import type {Declared, WrittenEvent} from '../model/history.ts'
import {InputError} from '../model/problem.ts'
import {subjectKey} from '../model/subject.ts'
import {NEXT} from '../model/timeline.ts'
import {type Day, dayAt, onDay, UNKNOWN, type When} from '../model/when.ts'
import {isFolder} from './disk.ts'
import {blobs, commitsOf, filesIn, type Repository, repositoryAt} from './git.ts'
import {readHistoryText, readHistoryTexts} from './history-file.ts'

/** Since when the record itself has held its announcements. */
export interface Record {
  of(event: WrittenEvent): When | undefined
  /** Why that cannot be known, for the reader. */
  readonly remark?: string
}

const announces = (event: WrittenEvent): boolean =>
  event.kind === 'deprecated' || event.kind === 'rescheduled' || event.announced !== undefined

/** Names an announcement across the edits of its file: what was done to what, and which time it was. */
function keysOf({events}: Declared): Map<WrittenEvent, string> {
  const times = new Map<string, number>()
  return new Map(
    events.filter(announces).map(event => {
      const name = `${event.kind} ${subjectKey(event.subject)}`
      const time = times.get(name) ?? 0
      times.set(name, time + 1)
      return [event, `${name} ${time}`]
    })
  )
}

/**
 * When each announcement of an adopted history came onto record: the committer's day of the first commit on the
 * default branch's first-parent line that holds it. What no commit holds yet counts from the as-of day; without a whole
 * git history nothing can be known. `undefined` for a history that is not adopted.
 */
export function readRecord(
  declared: Declared,
  path: string,
  {asOf, timezone}: {asOf: Day; timezone: string}
): Record | undefined {
  const {adopted} = declared
  if (adopted === undefined || !declared.events.some(event => announces(event) && isNew(event, declared, adopted)))
    return undefined
  const folder = isFolder(path) ? resolve(path) : dirname(resolve(path))
  const repository = repositoryAt(folder)
  if (!repository || repository.shallow) {
    const why = repository
      ? 'the clone is shallow (fetch the whole history: `git fetch --unshallow`, or `fetch-depth: 0`)'
      : 'there is no git history'
    return {of: () => UNKNOWN, remark: `When announcements came onto record cannot be told: ${why}.`}
  }
  const keys = keysOf(declared)
  const first = firstRecords(repository, resolve(path), new Set(keys.values()), timezone)
  return {
    of: event => {
      const key = keys.get(event)
      return key === undefined ? undefined : onDay(first.get(key) ?? asOf)
    }
  }
}

function isNew({entry}: WrittenEvent, {entries}: Declared, adopted: Day): boolean {
  const written = entries[entry]
  return (
    written?.name === NEXT ||
    (written?.stated.latest !== undefined && written.stated.latest >= adopted) ||
    written?.stated.latest === undefined
  )
}

function firstRecords(repository: Repository, path: string, wanted: Set<string>, timezone: string): Map<string, Day> {
  const inside = relative(repository.root, path) || '.'
  const first = new Map<string, Day>()
  for (const {id, time} of commitsOf(repository, inside)) {
    const declared = historyAt(repository, id, inside, isFolder(path))
    if (!declared) continue
    for (const key of keysOf(declared).values()) {
      if (wanted.has(key) && !first.has(key)) first.set(key, dayAt(new Date(time * 1000), timezone))
    }
    if (first.size === wanted.size) break
  }
  return first
}

/** The history as a commit holds it; a state of the file that could not be read tells nothing. */
function historyAt(repository: Repository, commit: string, inside: string, folder: boolean): Declared | undefined {
  const paths = folder ? filesIn(repository, commit, inside) : [inside]
  const texts = blobs(
    repository,
    paths.map(path => `${commit}:${path}`)
  )
  const files = paths.flatMap((path, index) =>
    texts[index] === undefined ? [] : [{path: relative(inside, path), text: texts[index]}]
  )
  try {
    if (folder) return readHistoryTexts(files, inside).declared
    return files[0] ? readHistoryText(files[0].text, basename(inside)).declared : undefined
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}
