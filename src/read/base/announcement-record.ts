import {posix} from 'node:path'
import {InputError} from '../../model/input-error.ts'
import type {DeclaredHistory, WrittenEvent} from '../../model/lifecycle/history.ts'
import {type Subject, subjectKey} from '../../model/subject/subject.ts'
import {
  type DateRange,
  type Day,
  dayOfInstant,
  parseDateRange,
  singleDay,
  UNKNOWN_DATE
} from '../../model/time/date-range.ts'
import {NEXT} from '../../model/time/timeline.ts'
import {isFolder} from '../files/file-system.ts'
import {
  type Commit,
  gitOutput,
  listCommitFiles,
  listCommits,
  type Repository,
  readBlobTexts,
  resolveCommits
} from '../git/git.ts'
import {createNotInCloneError} from '../git/not-in-clone.ts'
import {findRepository} from '../git/repository.ts'
import {findBlobs} from '../git/trees.ts'
import {type HistoryFolderFile, isHistoryPath, readHistoryText, readHistoryTexts} from '../history/file.ts'

/** A commit on the branch, and its day. */
export interface RecordedIn {
  readonly day: Day
  readonly commit: string
}

/** When announcements were first committed to the history. */
export interface AnnouncementRecord {
  dayOf(event: WrittenEvent): DateRange | undefined
  /** Whether no commit on the default branch contains the announcement yet. */
  isNew(event: WrittenEvent): boolean
  /**
   * Whether a stability level that needs a proof was stated only after the commit in which the subject came, by default
   * that of its line.
   */
  isLateStability(subject: Subject, stability: string, cameIn?: (subject: Subject) => RecordedIn | undefined): boolean
  /** Why the dates can't be determined, for the user. */
  readonly remark?: string
}

/**
 * Finds since when descriptions have shown an announcement that claims to be from these days: no later than claimed if
 * they prove it, otherwise later; `undefined` if they never did.
 */
export type FindDescriptionDay = (event: WrittenEvent, claimed: DateRange) => Day | undefined

export interface RecordedDayOptions {
  readonly asOf: Day
  readonly timezone: string
  /** The commit that the change will be merged into, if it isn't on the default branch. */
  readonly target?: string | undefined
  /** What descriptions show, for announcements that were recorded later than they claim. */
  readonly described?: FindDescriptionDay | undefined
  /** The announcements that need a proof, because they decide on a change. */
  readonly proof?: ProofOptions | undefined
}

/** Which announcements count from when the branch contained them, whether or not the history is adopted. */
export interface ProofOptions {
  readonly concerns: (line: Pick<WrittenEvent, 'subject'>) => boolean
  /** Lines that the branch contained by this day count as written. */
  readonly accepted?: Day | undefined
}

/** Whether a line announces an end of support, or says when that was announced. */
export const isAnnouncement = (event: WrittenEvent): boolean =>
  event.kind === 'deprecated' || event.kind === 'rescheduled' || event.announced !== undefined

/** Identifies an announcement across edits of its file, by its kind and subject. */
const announcementName = ({kind, subject}: WrittenEvent): string => `${kind} ${subjectKey(subject)}`

const stabilityName = (subject: Subject, stability: string): string => `${stability} ${subjectKey(subject)}`
const introductionName = (subject: Subject): string => `introduced ${subjectKey(subject)}`

/** Names of the stability levels that a history states, and of the introductions of their subjects. */
function namesOfStabilities(
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

/** Adds a count to each key, because the same announcement can be made more than once. */
function announcementKeys({events}: DeclaredHistory): Map<WrittenEvent, string> {
  const times = new Map<string, number>()
  return new Map(
    events.filter(isAnnouncement).map(event => {
      const name = announcementName(event)
      const time = times.get(name) ?? 0
      times.set(name, time + 1)
      return [event, `${name} ${time}`]
    })
  )
}

/**
 * Dates the announcements of an adopted history by the committer day of the first commit that contains them, on the
 * first-parent line of the default branch or of the target branch. Announcements in the commit that set `adopted` keep
 * their declared dates. Others count from the day since which a description has shown them, if that is earlier, and
 * uncommitted ones from the as-of day. Those that need a proof are dated like this in any history, and those of the
 * adoption, too. Without a full git history or a path, dates are unknown. `undefined` if there's nothing to date.
 */
export function readAnnouncementRecord(
  declared: DeclaredHistory,
  path: string | undefined,
  {asOf, timezone, target, described, proof}: RecordedDayOptions
): AnnouncementRecord | undefined {
  const {adopted} = declared
  const all = announcementKeys(declared)
  const proven = new Set([...all.keys()].filter(event => proof?.concerns(event)))
  const keys = adopted === undefined ? new Map([...all].filter(([event]) => proven.has(event))) : all
  const stabilities = proof ? namesOfStabilities(declared, proof.concerns).map(firstKey) : []
  if (keys.size === 0 && stabilities.length === 0) return undefined
  const folder = path !== undefined && isFolder(path)
  const repository = path === undefined ? {lacks: 'the history is no file'} : findRepository(path, folder)
  if ('lacks' in repository) {
    // Only announcements that may be older than the adoption can keep their declared dates.
    const isOpen = (event: WrittenEvent): boolean =>
      proven.has(event) || (adopted !== undefined && keys.has(event) && isNew(event, declared, adopted))
    if (!declared.events.some(isOpen)) return undefined
    return {
      dayOf: event => (isOpen(event) ? UNKNOWN_DATE : undefined),
      isNew: () => false,
      isLateStability: () => false,
      remark: `The days on which announcements were recorded are unknown: ${repository.lacks}.`
    }
  }
  const other =
    target === undefined || resolveCommits(repository.root, [repository.branch])[0] === target ? [] : [target]
  const branches = [repository.branch, ...other].map(branch => ({...repository, branch}))
  const search = (wanted: readonly (string | undefined)[], since: {readonly adopted?: Day}) => {
    const names = new Set(wanted.flatMap(key => key ?? []))
    return names.size === 0 ? [] : branches.map(each => findFirstCommits(each, folder, names, {...since, timezone}))
  }
  const lines = adopted === undefined ? [] : search([...keys.values()], {adopted})
  const whole = search([...[...proven].map(event => keys.get(event)), ...stabilities], {})
  const commitsOf = (key: string): readonly RecordedIn[] =>
    whole.flatMap(line => line.get(key) ?? []).flatMap(each => (each === 'declared' ? [] : [each]))
  const recordedIn = (found: typeof lines, key: string): Day | 'declared' | undefined => {
    const commits = found.flatMap(line => line.get(key) ?? [])
    return commits.some(each => each === 'declared')
      ? 'declared'
      : commits.flatMap(each => (each === 'declared' ? [] : [each.day])).toSorted()[0]
  }
  return {
    dayOf: event => {
      const key = keys.get(event)
      if (key === undefined) return undefined
      const first = proven.has(event) ? recordedIn(whole, key) : 'declared'
      const isAccepted = proof?.accepted !== undefined && first !== undefined && first <= proof.accepted
      const found = first === 'declared' || isAccepted ? recordedIn(lines, key) : first
      if (found === 'declared' || (adopted === undefined && isAccepted)) return undefined
      const recorded = found ?? asOf
      const day = findDescriptionDayBefore(recorded, event, declared, described)
      return singleDay(day ?? recorded)
    },
    isNew: event => {
      const key = keys.get(event)
      if (adopted === undefined || key === undefined || lines.some(line => line.has(key))) return false
      return findDescriptionDayBefore(asOf, event, declared, described) === undefined
    },
    isLateStability: (subject, stability, cameIn) => {
      const key = firstKey(stabilityName(subject, stability))
      if (!stabilities.includes(key)) return false
      const stated = commitsOf(key)
      if (stated.some(({day}) => proof?.accepted !== undefined && day <= proof.accepted)) return false
      const came = cameIn ? [cameIn(subject) ?? []].flat() : commitsOf(firstKey(introductionName(subject)))
      const isInTime = (one: RecordedIn, other: RecordedIn): boolean =>
        one.day === other.day ? isAncestor(repository.root, one.commit, other.commit) : one.day < other.day
      return came.length > 0 && !stated.some(one => came.some(other => isInTime(one, other)))
    }
  }
}

/** Whether a commit is the other one, or comes before it. */
const isAncestor = (root: string, one: string, other: string): boolean =>
  gitOutput(root, ['merge-base', '--is-ancestor', one, other]) !== undefined

const firstKey = (name: string): string => `${name} 0`

/** The day since which descriptions have shown a past announcement, if that is before the given one. */
export function findDescriptionDayBefore(
  day: Day,
  event: WrittenEvent,
  declared: DeclaredHistory,
  described: FindDescriptionDay | undefined
): Day | undefined {
  const claimed = findClaimedDays(event, declared)
  if (!described || claimed === undefined || (claimed.earliest !== undefined && claimed.earliest >= day))
    return undefined
  const found = described(event, claimed)
  return found !== undefined && found < day ? found : undefined
}

/** The days from which an announcement claims to be; `undefined` if it is unreleased or was never made. */
function findClaimedDays({kind, entry, announced}: WrittenEvent, {entries}: DeclaredHistory): DateRange | undefined {
  const written = entries[entry]
  if (!written || written.name === NEXT || (kind !== 'deprecated' && kind !== 'rescheduled')) return undefined
  if (announced === undefined || announced === 'never') return written.stated
  const named = entries.find(({kind: each, name}) => each === 'release' && name === announced.text)
  return named?.stated ?? parseDateRange(announced.text) ?? UNKNOWN_DATE
}

function isNew({entry}: WrittenEvent, {entries}: DeclaredHistory, adopted: Day): boolean {
  const written = entries[entry]
  return (
    written?.name === NEXT ||
    (written?.stated.latest !== undefined && written.stated.latest >= adopted) ||
    written?.stated.latest === undefined
  )
}

/** The day of the first commit that contains each announcement; `declared` for those in the commit of the adoption. */
function findFirstCommits(
  repository: Repository,
  folder: boolean,
  wanted: ReadonlySet<string>,
  {adopted, timezone}: {readonly adopted?: Day; readonly timezone: string}
): Map<string, RecordedIn | 'declared'> {
  const commits = listHistoryCommits(repository, folder)
  // Without a path, git would search all files of all commits.
  if (commits.length === 0) return new Map()
  const start = adopted === undefined ? 0 : findAdoption(commits, repository, adopted)
  const first = new Map<string, RecordedIn | 'declared'>()
  const read = createReader()
  for (const [at, commit] of commits.slice(start).entries()) {
    const times = new Map<string, number>()
    for (const name of readFilesAt(repository, commit).flatMap(read)) {
      const time = times.get(name) ?? 0
      times.set(name, time + 1)
      const key = `${name} ${time}`
      if (!wanted.has(key) || first.has(key)) continue
      first.set(
        key,
        at === 0 && adopted !== undefined
          ? 'declared'
          : {day: dayOfInstant(new Date(commit.time * 1000), timezone), commit: commit.id}
      )
    }
    if (first.size === wanted.size) break
  }
  return first
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

/**
 * Returns a function that reads the keys of the announcements in a file. Each release is parsed once across all
 * commits, because most don't change. Unreadable files have no announcements.
 */
function createReader(): (file: HistoryFolderFile) => readonly string[] {
  const known = new Map<string, readonly string[] | undefined>()
  const once = (text: string, read: () => DeclaredHistory): readonly string[] | undefined => {
    if (!known.has(text)) known.set(text, readNames(read))
    return known.get(text)
  }
  return ({path, text}) => {
    if (path !== '') {
      const head = {path: HEAD_NAME, text: SERVICE_LINE}
      const files = path === head.path ? [{path, text}] : [head, {path, text}]
      return once(text, () => readHistoryTexts(files, '').declared) ?? []
    }
    const parts = splitReleases(text)
    const releases = parts?.releases.map(each => once(each, () => readHistoryText(SERVICE_LINE + each, '').declared))
    const rest = parts && /\bstability\b/.test(parts.rest) ? parts.rest : undefined
    const head = (rest === undefined ? undefined : once(rest, () => readHistoryText(rest, '').declared)) ?? []
    // A release that depends on the rest of its file, such as by an anchor, must be read with the whole file.
    const whole = !releases || releases.includes(undefined)
    if (whole) return once(text, () => readHistoryText(text, '').declared) ?? []
    return [...head, ...releases.flatMap(names => names ?? [])]
  }
}

const SERVICE_LINE = 'service: a record\n'

function readNames(read: () => DeclaredHistory): string[] | undefined {
  try {
    const declared = read()
    return [...declared.events.filter(isAnnouncement).map(announcementName), ...namesOfStabilities(declared)]
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
