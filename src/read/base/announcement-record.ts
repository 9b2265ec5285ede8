import {posix} from 'node:path'
import {InputError} from '../../model/input-error.ts'
import type {Declared, WrittenEvent} from '../../model/lifecycle/history.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import {type Day, dayAt, onDay, UNKNOWN, type When} from '../../model/time/date-range.ts'
import {NEXT} from '../../model/time/timeline.ts'
import {isFolder} from '../files/file-system.ts'
import {ask, blobs, type Commit, commitsAt, commitsOf, filesIn, type Repository, repositoryOf} from '../git/git.ts'
import {leftOut} from '../git/not-in-clone.ts'
import {blobsAt} from '../git/trees.ts'
import {type FolderFile, isHistoryPath, readHistoryText, readHistoryTexts} from '../history/file.ts'

/** Since when the record itself has held its announcements. */
export interface ReadRecord {
  of(event: WrittenEvent): When | undefined
  /** Whether no commit on the default branch holds the announcement yet. */
  isNew(event: WrittenEvent): boolean
  /** Why that cannot be known, for the reader. */
  readonly remark?: string
}

const announces = (event: WrittenEvent): boolean =>
  event.kind === 'deprecated' || event.kind === 'rescheduled' || event.announced !== undefined

/** What was done to what: names an announcement across the edits of its file. */
const nameOf = ({kind, subject}: WrittenEvent): string => `${kind} ${subjectKey(subject)}`

/** The same may be announced more than once: which time it was is part of its key. */
function keysOf({events}: Declared): Map<WrittenEvent, string> {
  const times = new Map<string, number>()
  return new Map(
    events.filter(announces).map(event => {
      const name = nameOf(event)
      const time = times.get(name) ?? 0
      times.set(name, time + 1)
      return [event, `${name} ${time}`]
    })
  )
}

/**
 * When each announcement of an adopted history came onto record: the committer's day of the first commit that holds it,
 * on the first-parent line of the default branch, or of the branch that a change is for. What the commit that set
 * `adopted` holds is taken as declared. What no commit holds yet counts from the as-of day; without a whole git history
 * nothing can be known. `undefined` for a history that is not adopted.
 */
export function readRecord(
  declared: Declared,
  path: string,
  {asOf, timezone, target}: {readonly asOf: Day; readonly timezone: string; readonly target?: string | undefined}
): ReadRecord | undefined {
  const {adopted} = declared
  if (adopted === undefined || !declared.events.some(announces)) return undefined
  const folder = isFolder(path)
  const repository = repositoryOf(path, folder)
  if ('lacks' in repository) {
    // What claims to be older may well be so.
    const isOpen = (event: WrittenEvent): boolean => announces(event) && isNew(event, declared, adopted)
    if (!declared.events.some(isOpen)) return undefined
    return {
      of: event => (isOpen(event) ? UNKNOWN : undefined),
      isNew: () => false,
      remark: `When announcements came onto record cannot be told: ${repository.lacks}.`
    }
  }
  const keys = keysOf(declared)
  const wanted = new Set(keys.values())
  const other = target === undefined || commitsAt(repository.root, [repository.branch])[0] === target ? [] : [target]
  const lines = [repository.branch, ...other].map(branch =>
    firstRecords({...repository, branch}, folder, wanted, {adopted, timezone})
  )
  return {
    of: event => {
      const key = keys.get(event)
      if (key === undefined) return undefined
      const found = lines.flatMap(line => line.get(key) ?? [])
      if (found.includes('declared')) return undefined
      const days = found.filter(each => each !== 'declared').toSorted()
      return onDay(days[0] ?? asOf)
    },
    isNew: event => {
      const key = keys.get(event)
      return key !== undefined && !lines.some(line => line.has(key))
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

/** The day of the first commit that holds each announcement; what the history was adopted with is as declared. */
function firstRecords(
  repository: Repository,
  folder: boolean,
  wanted: ReadonlySet<string>,
  {adopted, timezone}: {readonly adopted?: Day; readonly timezone: string}
): Map<string, Day | 'declared'> {
  const commits = commitsOf(repository)
  const start = adopted === undefined ? 0 : adoptionIn(commits, repository, folder, adopted)
  const first = new Map<string, Day | 'declared'>()
  const read = reader()
  for (const [at, commit] of commits.slice(start).entries()) {
    const times = new Map<string, number>()
    for (const name of filesAt(repository, commit, folder).flatMap(read)) {
      const time = times.get(name) ?? 0
      times.set(name, time + 1)
      const key = `${name} ${time}`
      if (!wanted.has(key) || first.has(key)) continue
      first.set(key, at === 0 && adopted !== undefined ? 'declared' : dayAt(new Date(commit.time * 1000), timezone))
    }
    if (first.size === wanted.size) break
  }
  return first
}

/** Which commit set the day of adoption to what it is now. */
function adoptionIn(commits: readonly Commit[], repository: Repository, folder: boolean, adopted: Day): number {
  const {root, branch} = repository
  const paths = [...new Set(commits.map(({path}) => path))]
  const log = ask(root, [
    'log',
    '--first-parent',
    '-m',
    '--text',
    '--no-textconv',
    '-Gadopted',
    '--format=%H',
    branch,
    '--',
    ...paths
  ])
  const touching = log && new Set(log.toString('utf8').split('\n'))
  const isSame = (commit: Commit | undefined): boolean =>
    commit !== undefined &&
    filesAt(repository, commit, folder).some(({path, text}) => isHead(path) && ADOPTED.exec(text)?.[1] === adopted)
  const found = commits.findLastIndex(
    (commit, at) => (!touching || touching.has(commit.id)) && !isSame(commits[at - 1]) && isSame(commit)
  )
  return Math.max(0, found)
}

/** One file has it, or that of the service. */
const isHead = (path: string): boolean => path === '' || path === 'service.yaml'

const ADOPTED = /^[{\s]*(?:.*,\s*)?["']?adopted["']?[ \t]*:[ \t]*["']?(\d{4}-\d{2}-\d{2})/m

/** The files of the history as a commit holds them. */
function filesAt(repository: Repository, commit: Commit, folder: boolean): FolderFile[] {
  const inside = (path: string): string => posix.relative(commit.path, path)
  const paths = folder ? filesIn(repository, commit).filter(path => isHistoryPath(inside(path))) : [commit.path]
  const texts = blobs(
    repository,
    paths.map(path => `${commit.id}:${path}`)
  )
  return paths.flatMap((path, index) => {
    const text = texts[index]
    if (text !== undefined) return [{path: folder ? inside(path) : '', text}]
    const isThere = blobsAt(repository.root, [{commit: commit.id, path}])[0]?.kind === 'file'
    if (isThere) throw leftOut(`\`${path}\` in commit \`${commit.id.slice(0, 7)}\``, path)
    return []
  })
}

/**
 * Reads the names of the announcements in a file. From one commit to the next most releases stay as they were, so each
 * is read once for all commits. What could not be read tells nothing.
 */
function reader(): (file: FolderFile) => readonly string[] {
  const known = new Map<string, readonly string[] | undefined>()
  const once = (text: string, read: () => Declared): readonly string[] | undefined => {
    if (!known.has(text)) known.set(text, namesIn(read))
    return known.get(text)
  }
  return ({path, text}) => {
    if (path !== '') {
      const head = {path: 'service.yaml', text: HEAD}
      return once(text, () => readHistoryTexts(path === head.path ? [head] : [head, {path, text}], '').declared) ?? []
    }
    const releases = releasesIn(text)?.map(each => once(each, () => readHistoryText(HEAD + each, '').declared))
    // A release that leans on the rest of its file can only be read with it.
    const whole = !releases || releases.includes(undefined)
    return (whole ? once(text, () => readHistoryText(text, '').declared) : releases.flatMap(names => names ?? [])) ?? []
  }
}

const HEAD = 'service: a record\n'

function namesIn(read: () => Declared): string[] | undefined {
  try {
    return read().events.filter(announces).map(nameOf)
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}

/** The releases of a history, each as a history of its own, where the file is laid out in the usual way. */
function releasesIn(text: string): string[] | undefined {
  const lines = text.split(/\r?\n/)
  const begin = lines.findIndex(line => /^releases:[ \t]*(?:#.*)?$/.test(line))
  if (begin === -1) return undefined
  const end = lines.findIndex((line, index) => index > begin && /^[^\s#-]/.test(line))
  const list = lines.slice(begin + 1, end === -1 ? lines.length : end)
  const indent = /^ *(?=- )/.exec(list.find(line => /^ *- /.test(line)) ?? '')?.[0]
  if (indent === undefined) return undefined
  const starts = list.flatMap((line, index) => (line.startsWith(`${indent}- `) ? [index] : []))
  return starts.map((start, index) => `releases:\n${list.slice(start, starts[index + 1]).join('\n')}\n`)
}
