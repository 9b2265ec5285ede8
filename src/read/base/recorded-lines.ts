import {posix} from 'node:path'
import {InputError} from '../../model/input-error.ts'
import type {DeclaredHistory, WrittenEvent} from '../../model/lifecycle/history.ts'
import {memoize} from '../../model/memoize.ts'
import {covers, type Subject, subjectKey} from '../../model/subject/subject.ts'
import {type Day, dayOfInstant} from '../../model/time/date-range.ts'
import {type Commit, gitOutput, listCommitFiles, listCommits, type Repository, readBlobTexts} from '../git/git.ts'
import {createNotInCloneError} from '../git/not-in-clone.ts'
import {findBlobs} from '../git/trees.ts'
import {type HistoryFolderFile, isHistoryPath, readHistoryText, readHistoryTexts} from '../history/file.ts'

/** A commit on the branch, and its day. */
export interface RecordedIn {
  readonly day: Day
  readonly commit: string
}

/** Whether a line announces an end of support, or says when that was announced. */
export const isAnnouncement = (event: WrittenEvent): boolean =>
  event.kind === 'deprecated' || event.kind === 'rescheduled' || event.announced !== undefined

/** Identifies an announcement across edits of its file, by its kind and subject. */
export const announcementName = ({kind, subject}: WrittenEvent): string => `${kind} ${subjectKey(subject)}`

export const stabilityName = (subject: Subject, stability: string): string => `${stability} ${subjectKey(subject)}`
export const introductionName = (subject: Subject): string => `introduced ${subjectKey(subject)}`

/** Identifies a release across edits of its history. */
export const recordedReleaseName = (name: string): string => `release ${name}`

/** Names of the stability levels that a history states, and of the introductions of their subjects. */
export function namesOfStabilities(
  {facts, events}: DeclaredHistory,
  concerns: (line: Pick<WrittenEvent, 'subject'>) => boolean = () => true
): string[] {
  const statements = [...facts, ...events].filter(each => concerns(each))
  const stated = statements.flatMap(({subject, stability}) =>
    stability === undefined ? [] : [stabilityName(subject, stability)]
  )
  const came = events.filter(each => each.kind === 'introduced' && stated.length > 0 && concerns(each))
  return [...stated, ...came.map(({subject}) => introductionName(subject))]
}

/** A line that a branch may have had, and since when that counts. */
export interface WantedLine {
  /** Whether the first commit with the line counts. By default, it's the first since which all have it. */
  readonly isFirst?: true
  /** Whether the line had no effect in a commit, because of other lines there that are missing now. */
  readonly isUndone?: (undoing: readonly UndoingLine[]) => boolean
}

/** A line that voids the announcements before it. */
type UndoingLine = Pick<WrittenEvent, 'kind' | 'subject'>

/**
 * Returns whether lines of a commit undo an announcement that the history, as it is now, doesn't undo: it was withdrawn,
 * or its subject was restored or added a second time.
 */
export function createUndoneTest(
  subject: Subject,
  declared: DeclaredHistory
): (lines: readonly UndoingLine[]) => boolean {
  const key = subjectKey(subject)
  const countUndone = (lines: readonly UndoingLine[]): number =>
    indexUndoing(lines).undoing.filter(each => covers(each.subject, subject) || covers(subject, each.subject)).length
  const countIntroduced = (lines: readonly UndoingLine[]): number => indexUndoing(lines).introduced.get(key) ?? 0
  const own = undoingOf(declared)
  const [undone, introduced] = [countUndone(own), countIntroduced(own)]
  return lines => countUndone(lines) > undone || countIntroduced(lines) > Math.max(1, introduced)
}

/** The lines of a history that may undo announcements, once for each history. */
const undoingOf = memoize(({events}: DeclaredHistory): readonly UndoingLine[] => events.filter(isUndoing))

/** The lines by what they do, because a history can have thousands for thousands of announcements. */
const indexUndoing = memoize((lines: readonly UndoingLine[]) => {
  const introduced = new Map<string, number>()
  for (const {kind, subject} of lines) {
    const key = subjectKey(subject)
    if (kind === 'introduced') introduced.set(key, (introduced.get(key) ?? 0) + 1)
  }
  return {introduced, undoing: lines.filter(({kind}) => kind !== 'introduced')}
})

const isUndoing = ({kind}: WrittenEvent): boolean =>
  kind === 'withdrawn' || kind === 'restored' || kind === 'introduced'

/**
 * The commit since which each line has been in the history without interruption; `declared` for those that have been
 * since the commit of the adoption. Commits with unreadable files don't interrupt.
 */
export function findRecordedCommits(
  repository: Repository,
  folder: boolean,
  wanted: ReadonlyMap<string, WantedLine>,
  {adopted, timezone}: {readonly adopted?: Day; readonly timezone: string}
): Map<string, RecordedIn | 'declared'> {
  const commits = listHistoryCommits(repository, folder)
  // Without a path, git would search all files of all commits.
  if (commits.length === 0) return new Map()
  const start = adopted === undefined ? 0 : findAdoption(commits, repository, adopted)
  const found = new Map<string, RecordedIn | 'declared'>()
  const read = createReader()
  for (const [at, commit] of commits.slice(start).entries()) {
    const files = readFilesAt(repository, commit).map(read)
    const lines = files.flatMap(each => each ?? [])
    if (files.includes(undefined)) continue
    const times = new Map<string, number>()
    for (const name of lines.flatMap(({names}) => names)) times.set(name, (times.get(name) ?? 0) + 1)
    const undoing = lines.flatMap(({undoing}) => undoing)
    const recorded: RecordedIn = {day: dayOfInstant(new Date(commit.time * 1000), timezone), commit: commit.id}
    for (const [key, {isFirst, isUndone}] of wanted) {
      const [, name = '', time = '0'] = /^(.*) (\d+)$/s.exec(key) ?? []
      const isThere = (times.get(name) ?? 0) > Number(time) && !isUndone?.(undoing)
      if (!isThere && !isFirst) found.delete(key)
      if (isThere && !found.has(key)) found.set(key, at === 0 && adopted !== undefined ? 'declared' : recorded)
    }
  }
  return found
}

/** A commit of a history that is a file or a folder there. */
interface HistoryCommit extends Commit {
  readonly isFolder: boolean
}

/** The commits of a history, with those of the file or folder that it replaced when it was split or joined. */
function listHistoryCommits(repository: Repository, isFolder: boolean): HistoryCommit[] {
  const commits = listCommits(repository).map(commit => ({...commit, isFolder}))
  const [first] = commits
  const path = first && findReplacedHistory(repository.root, first)
  if (!first || path === undefined) return commits
  const before = listCommits({...repository, branch: `${first.id}^1`, path})
  return [...before.map(commit => ({...commit, isFolder: !isFolder})), ...commits]
}

/** The only history file that a commit deleted for a folder, or the only folder that it deleted for a file. */
function findReplacedHistory(root: string, {id, isFolder}: HistoryCommit): string | undefined {
  const options = ['-r', '--no-renames', '-z', '--name-only', '--diff-filter=D']
  const deleted =
    gitOutput(root, ['diff-tree', ...options, `${id}^1`, id])
      ?.toString('utf8')
      .split('\0') ?? []
  const found = isFolder
    ? deleted.filter(path => /\.ya?ml$/.test(path) && isHistoryText(readBlobTexts({root}, [`${id}^1:${path}`])[0]))
    : deleted.filter(path => posix.basename(path) === HEAD_NAME).map(path => posix.dirname(path))
  return found.length === 1 ? found[0] : undefined
}

const isHistoryText = (text: string | undefined): boolean =>
  text !== undefined && /^service:/m.test(text) && /^releases:/m.test(text)

/** The index of the commit that set `adopted` to its current day. */
function findAdoption(commits: readonly HistoryCommit[], repository: Repository, adopted: Day): number {
  const {root, branch} = repository
  const paths = [...new Set(commits.map(({path, isFolder}) => (isFolder ? posix.join(path, HEAD_NAME) : path)))]
  const log = gitOutput(root, [
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
  const isSame = (commit: HistoryCommit | undefined): boolean =>
    commit !== undefined &&
    readFilesAt(repository, commit).some(({path, text}) => hasTopLevelKeys(path) && ADOPTED.exec(text)?.[1] === adopted)
  const found = commits.findLastIndex(
    (commit, at) => (!touching || touching.has(commit.id)) && !isSame(commits[at - 1]) && isSame(commit)
  )
  return Math.max(0, found)
}

/** Whether the file has the top-level keys: it is the only file, or the `service.yaml` of a folder. */
const hasTopLevelKeys = (path: string): boolean => path === '' || path === HEAD_NAME

/** The file of a history folder that holds all but its releases. */
const HEAD_NAME = 'service.yaml'

const ADOPTED = /^[{\s]*(?:.*,\s*)?["']?adopted["']?[ \t]*:[ \t]*["']?(\d{4}-\d{2}-\d{2})/m

/** The files of the history in a commit. */
function readFilesAt(repository: Repository, commit: HistoryCommit): HistoryFolderFile[] {
  const {isFolder: folder} = commit
  const inside = (path: string): string => posix.relative(commit.path, path)
  const paths = folder ? listCommitFiles(repository, commit).filter(path => isHistoryPath(inside(path))) : [commit.path]
  const texts = readBlobTexts(
    repository,
    paths.map(path => `${commit.id}:${path}`)
  )
  return paths.flatMap((path, index) => {
    const text = texts[index]
    if (text !== undefined) return [{path: folder ? inside(path) : '', text}]
    const isThere = findBlobs(repository.root, [{commit: commit.id, path}])[0]?.kind === 'file'
    if (isThere) throw createNotInCloneError(`\`${path}\` in commit \`${commit.id.slice(0, 7)}\``, path)
    return []
  })
}

/** What a part of a history records: the names of its announcements and levels, and the lines that undo some. */
interface RecordedLines {
  readonly names: readonly string[]
  readonly undoing: readonly UndoingLine[]
}

/**
 * Returns a function that reads the lines of a file; `undefined` if it's unreadable. Each release is parsed once across
 * all commits, because most don't change.
 */
function createReader(): (file: HistoryFolderFile) => RecordedLines | undefined {
  const known = new Map<string, RecordedLines | undefined>()
  const once = (text: string, read: () => DeclaredHistory): RecordedLines | undefined => {
    if (!known.has(text)) known.set(text, readLines(read))
    return known.get(text)
  }
  return ({path, text}) => {
    if (path !== '') {
      const head = {path: HEAD_NAME, text: SERVICE_LINE}
      const files = path === head.path ? [{path, text}] : [head, {path, text}]
      return once(text, () => readHistoryTexts(files, '').declared)
    }
    const parts = splitReleases(text)
    const releases = parts?.releases.map(each => once(each, () => readHistoryText(SERVICE_LINE + each, '').declared))
    const rest = parts && /\bstability\b/.test(parts.rest) ? parts.rest : undefined
    const head = rest === undefined ? undefined : once(rest, () => readHistoryText(rest, '').declared)
    // A release that depends on the rest of its file, such as by an anchor, must be read with the whole file.
    const whole = !releases || releases.includes(undefined)
    if (whole) return once(text, () => readHistoryText(text, '').declared)
    const read = [head, ...releases].flatMap(each => each ?? [])
    return {names: read.flatMap(({names}) => names), undoing: read.flatMap(({undoing}) => undoing)}
  }
}

const SERVICE_LINE = 'service: a record\n'

function readLines(read: () => DeclaredHistory): RecordedLines | undefined {
  try {
    const declared = read()
    return {
      names: [
        ...declared.events.filter(isAnnouncement).map(announcementName),
        ...namesOfStabilities(declared),
        ...declared.entries.flatMap(({kind, name}) => (kind === 'release' ? [recordedReleaseName(name)] : []))
      ],
      undoing: declared.events.filter(isUndoing).map(({kind, subject}) => ({kind, subject}))
    }
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}

/**
 * Splits a history into texts with one release each, and the rest without releases; `undefined` if the file doesn't have
 * the usual layout.
 */
function splitReleases(text: string): {readonly releases: readonly string[]; readonly rest: string} | undefined {
  const lines = text.split(/\r?\n/)
  const begin = lines.findIndex(line => /^releases:[ \t]*(?:#.*)?$/.test(line))
  if (begin === -1) return undefined
  const end = lines.findIndex((line, index) => index > begin && /^[^\s#-]/.test(line))
  const list = lines.slice(begin + 1, end === -1 ? lines.length : end)
  const indent = /^ *(?=- )/.exec(list.find(line => /^ *- /.test(line)) ?? '')?.[0]
  if (indent === undefined) return undefined
  const starts = list.flatMap((line, index) => (line.startsWith(`${indent}- `) ? [index] : []))
  const rest = [...lines.slice(0, begin), ...(end === -1 ? [] : lines.slice(end))]
  return {
    releases: starts.map((start, index) => `releases:\n${list.slice(start, starts[index + 1]).join('\n')}\n`),
    rest: `${rest.join('\n')}\nreleases: []\n`
  }
}
