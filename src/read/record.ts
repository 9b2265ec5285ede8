import {posix} from 'node:path'
import type {Declared, WrittenEvent} from '../model/history.ts'
import {InputError} from '../model/problem.ts'
import {subjectKey} from '../model/subject.ts'
import {NEXT} from '../model/timeline.ts'
import {type Day, dayAt, onDay, UNKNOWN, type When} from '../model/when.ts'
import {isFolder} from './disk.ts'
import {blobs, type Commit, commitsOf, filesIn, type Repository, repositoryOf} from './git.ts'
import {isHistoryPath, readHistoryText, readHistoryTexts} from './history-file.ts'

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
  const folder = isFolder(path)
  const repository = repositoryOf(path, folder)
  if ('lacks' in repository) {
    return {of: () => UNKNOWN, remark: `When announcements came onto record cannot be told: ${repository.lacks}.`}
  }
  const keys = keysOf(declared)
  const first = firstRecords(repository, folder, new Set(keys.values()), {adopted, timezone})
  return {
    of: event => {
      const key = keys.get(event)
      return key === undefined ? undefined : (first.get(key) ?? onDay(asOf))
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

/**
 * What was on record before the history was adopted was there in time, so only its last state before that day is read:
 * on record by then, and nobody asks since when.
 */
function firstRecords(
  repository: Repository,
  folder: boolean,
  wanted: ReadonlySet<string>,
  {adopted, timezone}: {adopted: Day; timezone: string}
): Map<string, When> {
  const dated = commitsOf(repository).map(commit => ({commit, day: dayAt(new Date(commit.time * 1000), timezone)}))
  const start = dated.findLastIndex(({day}) => day < adopted)
  const first = new Map<string, When>()
  for (const {commit, day} of dated.slice(Math.max(0, start))) {
    const declared = historyAt(repository, commit, folder)
    for (const key of declared ? keysOf(declared).values() : []) {
      if (wanted.has(key) && !first.has(key)) first.set(key, day < adopted ? {latest: day} : onDay(day))
    }
    if (first.size === wanted.size) break
  }
  return first
}

/** The history as a commit holds it; a state of the file that could not be read tells nothing. */
function historyAt(repository: Repository, commit: Commit, folder: boolean): Declared | undefined {
  const inside = (path: string): string => posix.relative(commit.path, path)
  const paths = folder ? filesIn(repository, commit).filter(path => isHistoryPath(inside(path))) : [commit.path]
  const texts = blobs(
    repository,
    paths.map(path => `${commit.id}:${path}`)
  )
  const files = paths.flatMap((path, index) =>
    texts[index] === undefined ? [] : [{path: inside(path), text: texts[index]}]
  )
  try {
    if (folder) return readHistoryTexts(files, commit.path).declared
    return files[0] ? readHistoryText(files[0].text, posix.basename(commit.path)).declared : undefined
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}
