import {posix} from 'node:path'
import {defined} from '../../model/defined.ts'
import {groupBy} from '../../model/group-by.ts'
import {ignoreInputErrors} from '../../model/input-error.ts'
import type {DeclaredHistory, WrittenEvent} from '../../model/lifecycle/history.ts'
import {memoize} from '../../model/memoize.ts'
import {covers, type Subject, subjectKey} from '../../model/subject/subject.ts'
import {type DateRange, type Day, dayOfInstant, parseDateRange, UNKNOWN_DATE} from '../../model/time/date-range.ts'
import type {Commit, Git, Repository} from '../../stores/git/git.ts'
import {createNotInCloneError} from '../../stores/git/not-in-clone.ts'
import {listBlobs, readBlobTexts} from '../../stores/git/objects.ts'
import {followRenames} from '../../stores/git/renames.ts'
import {findBlob} from '../../stores/git/trees.ts'
import {type HistoryFolderFile, isHistoryPath, readHistoryText, readHistoryTexts} from '../history/file.ts'

/** A commit on the branch, and its day. */
export interface RecordedIn {
  readonly day: Day
  readonly commit: string
}

/** Whether a line announces an end of support, or says when that was announced. */
export const isAnnouncement = (event: WrittenEvent): boolean =>
  event.kind === 'deprecated' || event.kind === 'rescheduled' || event.announced !== undefined

/** Identifies an announcement or introduction across edits of its file, by its kind and subject. */
export const lineName = ({kind, subject}: Pick<WrittenEvent, 'kind' | 'subject'>): string =>
  `${kind} ${subjectKey(subject)}`

/** The day that a line states: that of its announcement, or of its entry. `undefined` if it was never announced. */
export function findStatedDay({entry, announced}: WrittenEvent, {entries}: DeclaredHistory): DateRange | undefined {
  if (announced === undefined || announced === 'never') return entries[entry]?.stated
  const named = entries.find(({kind, name}) => kind === 'release' && name === announced.text)
  return named?.stated ?? parseDateRange(announced.text) ?? UNKNOWN_DATE
}

export const stabilityName = (subject: Subject, stability: string): string => `${stability} ${subjectKey(subject)}`

/** Identifies a release across edits of its history. */
export const recordedReleaseName = (name: string): string => `release ${name}`

/** Keys of the stability levels that a history states, which identify them across edits of the file. */
export const namesOfStabilities = (
  {facts, events}: DeclaredHistory,
  concerns: (line: Pick<WrittenEvent, 'subject'>) => boolean = () => true
): string[] =>
  [...facts, ...events].flatMap(line =>
    line.stability === undefined || !concerns(line) ? [] : [stabilityName(line.subject, line.stability)]
  )

/** Whether a line starts the support of its subject. */
export const isIntroduction = ({kind}: Pick<WrittenEvent, 'kind'>): boolean =>
  kind === 'introduced' || kind === 'restored'

/** A line to look for in the commits of a branch, and which of the commits with it counts. */
export interface WantedLine {
  readonly name: string
  /** The index among the lines of that name. Default: 0. */
  readonly time?: number
  /** Whether the first commit with the line counts; by default, the first since which all later ones have it. */
  readonly isFirst?: true
  /** Whether the line had no effect in a commit, because of other lines there that are missing now. */
  readonly isUndone?: (undoing: readonly UndoingLine[]) => boolean
  /** The day that the line states. In a commit in which it stated a later one, or none, it isn't the same. */
  readonly stated?: DateRange
}

/** When a branch got a line. */
export interface RecordedLine extends RecordedIn {
  /** Whether the first commit with the history has had it. */
  readonly isAdoption: boolean
  /** What the line no longer excepts, and since when; without a commit if the branch still excepts it. */
  readonly widened: readonly {readonly subject: Subject; readonly since?: RecordedIn}[]
}

/** Since when a branch has had each line, by its key, and the first commit with a readable history. */
export interface RecordedPast {
  readonly lines: ReadonlyMap<string, RecordedLine>
  readonly first?: RecordedIn | undefined
}

/** A line that voids the announcements before it. */
type UndoingLine = Pick<WrittenEvent, 'kind' | 'subject'>

/**
 * Returns a function that says whether lines of a commit undo an announcement that the current history doesn't undo: it
 * was withdrawn, or its subject was restored or added a second time.
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

/** The lines of a history that may undo announcements, computed once for each history. */
const undoingOf = memoize(({events}: DeclaredHistory): readonly UndoingLine[] => events.filter(isUndoing))

/** The number of introductions by subject key, and the other lines; computed once, as there can be thousands. */
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
 * The commit since which each line has been in the history without interruption. Commits with unreadable files don't
 * interrupt.
 */
export function findRecordedCommits(
  git: Git,
  repository: Repository,
  folder: boolean,
  wanted: ReadonlyMap<string, WantedLine>,
  timezone: string
): RecordedPast {
  const commits = listHistoryCommits(git, repository, folder)
  // Without a path, git would search all files of all commits.
  if (commits.length === 0) return {lines: new Map()}
  const found = new Map<string, Omit<RecordedLine, 'widened'>>()
  const exceptions = new LastExceptions()
  const readable: RecordedIn[] = []
  const read = createReader(createNarrowing(wanted.values()))
  for (const {commit, texts} of readFilesOf(git, repository, commits)) {
    const files = texts.map(read)
    if (files.includes(undefined)) continue
    const parts = files.flatMap(each => each ?? [])
    const lines = groupBy(
      parts.flatMap(each => each.lines),
      ({name}) => name
    )
    const undoing = parts.flatMap(each => each.undoing)
    const recorded: RecordedIn = {day: dayOfInstant(new Date(commit.time * 1000), timezone), commit: commit.id}
    readable.push(recorded)
    for (const [key, {name, time = 0, isFirst, isUndone, stated}] of wanted) {
      const line = lines.get(name)?.[time]
      const isThere = line !== undefined && !isUndone?.(undoing) && (!stated || isStatedBy(line, stated))
      if (!isThere && !isFirst) found.delete(key)
      if (isThere && !found.has(key)) found.set(key, {...recorded, isAdoption: readable.length === 1})
      if (isThere && line.except) exceptions.add(key, line.except, readable.length)
    }
  }
  const lines = [...found].map(([key, since]) => [key, {...since, widened: exceptions.of(key, readable)}] as const)
  return {lines: new Map(lines), first: readable[0]}
}

/** What each line excepts, with the number of commits up to the last one in which it does. */
class LastExceptions {
  readonly #byLine = new Map<string, Map<string, {readonly subject: Subject; readonly until: number}>>()

  add(line: string, except: readonly Subject[], until: number): void {
    const all = this.#byLine.get(line) ?? new Map()
    for (const subject of except) all.set(subjectKey(subject), {subject, until})
    this.#byLine.set(line, all)
  }

  of(line: string, commits: readonly RecordedIn[]): RecordedLine['widened'] {
    return [...(this.#byLine.get(line)?.values() ?? [])].map(({subject, until}) => {
      const since = commits[until]
      return defined({subject, since})
    })
  }
}

/** Whether a line stated that day or an earlier one. */
const isStatedBy = ({stated = {}}: WrittenLine, {earliest, latest}: DateRange): boolean =>
  latest === undefined
    ? stated.latest === undefined
    : stated.latest !== undefined &&
      stated.latest <= latest &&
      (stated.earliest ?? '') <= (earliest ?? stated.earliest ?? '')

/** A commit that changed the history, which can be a file in one commit and a folder in another. */
interface HistoryCommit extends Commit {
  readonly isFolder: boolean
}

/** The commits of a history, with those of the file or folder that it replaced when it was split or joined. */
function listHistoryCommits(git: Git, repository: Repository, isFolder: boolean): HistoryCommit[] {
  const commits = followRenames(git, repository).map(commit => ({...commit, isFolder}))
  const [first] = commits
  if (first?.parent === undefined) return commits
  const path = findReplacedHistory(git, repository.root, first, first.parent)
  if (path === undefined) return commits
  const before = followRenames(git, {...repository, branch: first.parent, path})
  return [...before.map(commit => ({...commit, isFolder: !isFolder})), ...commits]
}

/** The only history file that a commit deleted for a folder, or the only folder that it deleted for a file. */
function findReplacedHistory(
  git: Git,
  root: string,
  {id, isFolder}: HistoryCommit,
  parent: string
): string | undefined {
  const options = ['-r', '--no-renames', '-z', '--name-only', '--diff-filter=D']
  const deleted = git.list(root, ['diff-tree', ...options, parent, id])
  const found = isFolder
    ? deleted.filter(path => /\.ya?ml$/.test(path) && isHistoryText(readBlobTexts(git, root, [`${parent}:${path}`])[0]))
    : deleted.filter(path => posix.basename(path) === HEAD_NAME).map(path => posix.dirname(path))
  return found.length === 1 ? found[0] : undefined
}

const isHistoryText = (text: string | undefined): boolean =>
  text !== undefined && /^service:/m.test(text) && /^releases:/m.test(text)

/** The file of a history folder that holds all but its releases. */
const HEAD_NAME = 'service.yaml'

/** The number of commits whose files git reads at a time. */
const READ_TOGETHER = 64

interface HistoryState {
  readonly commit: HistoryCommit
  readonly texts: readonly HistoryFolderFile[]
}

/** The files of the history in each commit, in order. Those of a single file come from few git processes. */
function* readFilesOf(git: Git, repository: Repository, commits: readonly HistoryCommit[]): Generator<HistoryState> {
  for (let start = 0; start < commits.length; start += READ_TOGETHER) {
    const some = commits.slice(start, start + READ_TOGETHER)
    const names = some.flatMap(({id, path, isFolder}) => (isFolder ? [] : [`${id}:${path}`]))
    const texts = readBlobTexts(git, repository.root, names)
    const known = new Map(names.map((name, index) => [name, texts[index]]))
    const read = (wanted: readonly string[]) => wanted.map(name => known.get(name))
    for (const commit of some) {
      const own = commit.isFolder ? readFilesAt(git, repository, commit) : readFilesAt(git, repository, commit, read)
      yield {commit, texts: own}
    }
  }
}

/** The files of the history in a commit. */
function readFilesAt(
  git: Git,
  repository: Repository,
  commit: HistoryCommit,
  readTexts = (names: readonly string[]) => readBlobTexts(git, repository.root, names)
): HistoryFolderFile[] {
  const {isFolder: folder} = commit
  const inside = (path: string): string => posix.relative(commit.path, path)
  // With a trailing slash, git lists the content of the folder; the root needs no path.
  const below = commit.path === '.' ? [] : [`${commit.path}/`]
  const paths = folder
    ? [...listBlobs(git, {root: repository.root, id: commit.id}, below).keys()].filter(path =>
        isHistoryPath(inside(path))
      )
    : [commit.path]
  const texts = readTexts(paths.map(path => `${commit.id}:${path}`))
  return paths.flatMap((path, index) => {
    const text = texts[index]
    if (text !== undefined) return [{path: folder ? inside(path) : '', text}]
    const isThere = findBlob(git, repository.root, commit.id, path)?.kind === 'file'
    if (isThere) throw createNotInCloneError(`\`${path}\` in commit \`${commit.id.slice(0, 7)}\``, path)
    return []
  })
}

/** A line of a history as a commit has it. */
interface WrittenLine {
  readonly name: string
  readonly except?: readonly Subject[]
  readonly stated?: DateRange
}

/** What a part of a history records: its announcements, introductions, and levels, and the lines that undo some. */
interface RecordedLines {
  readonly lines: readonly WrittenLine[]
  readonly undoing: readonly UndoingLine[]
}

/**
 * Returns a function that reads the lines of a file; `undefined` if it's unreadable. Each release is parsed once across
 * all commits, because most don't change.
 */
function createReader(
  narrow: (lines: RecordedLines) => RecordedLines
): (file: HistoryFolderFile) => RecordedLines | undefined {
  const known = new Map<string, RecordedLines | undefined>()
  const once = (text: string, read: () => DeclaredHistory): RecordedLines | undefined => {
    if (!known.has(text)) {
      const lines = readLines(read)
      known.set(text, lines && narrow(lines))
    }
    return known.get(text)
  }
  return ({path, text}) => {
    if (path !== '') {
      const head = {path: HEAD_NAME, text: SERVICE_LINE}
      const files = path === head.path ? [{path, text}] : [head, {path, text}]
      return once(text, () => readHistoryTexts(files, '', 'any').declared)
    }
    const parts = splitReleases(text)
    const releases = parts?.releases.map(each =>
      once(each, () => readHistoryText(SERVICE_LINE + each, '', 'any').declared)
    )
    const rest = parts && /\bstability\b/.test(parts.rest) ? parts.rest : undefined
    const head = rest === undefined ? undefined : once(rest, () => readHistoryText(rest, '', 'any').declared)
    // A release that depends on the rest of its file, such as by an anchor, must be read with the whole file.
    const whole = !releases || releases.includes(undefined)
    if (whole) return once(text, () => readHistoryText(text, '', 'any').declared)
    const read = [head, ...releases].flatMap(each => each ?? [])
    return {lines: read.flatMap(({lines}) => lines), undoing: read.flatMap(({undoing}) => undoing)}
  }
}

const SERVICE_LINE = 'service: a record\n'

/** Returns a function that keeps only what is looked for, because a history can have thousands of other lines. */
function createNarrowing(wanted: Iterable<WantedLine>): (lines: RecordedLines) => RecordedLines {
  const names = new Set([...wanted].map(({name}) => name))
  const keys = new Set([...names].map(name => name.slice(name.indexOf(' ') + 1)))
  return ({lines, undoing}) => ({
    lines: lines.filter(({name}) => names.has(name)),
    undoing: undoing.filter(({kind, subject}) => kind !== 'introduced' || keys.has(subjectKey(subject)))
  })
}

function readLines(read: () => DeclaredHistory): RecordedLines | undefined {
  return ignoreInputErrors(() => {
    const declared = read()
    const nameOnly = (names: readonly string[]): WrittenLine[] => names.map(name => ({name}))
    return {
      lines: [
        ...declared.events.flatMap((event): WrittenLine[] =>
          isAnnouncement(event) || isIntroduction(event)
            ? [defined({name: lineName(event), except: event.except, stated: findStatedDay(event, declared)})]
            : []
        ),
        ...nameOnly(namesOfStabilities(declared)),
        ...nameOnly(declared.entries.flatMap(({kind, name}) => (kind === 'release' ? [recordedReleaseName(name)] : [])))
      ],
      undoing: declared.events.filter(isUndoing).map(({kind, subject}) => ({kind, subject}))
    }
  })
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
