import type {DeclaredHistory, WrittenEvent} from '../../model/lifecycle/history.ts'
import type {Subject} from '../../model/subject/subject.ts'
import {type DateRange, type Day, parseDateRange, singleDay, UNKNOWN_DATE} from '../../model/time/date-range.ts'
import {NEXT} from '../../model/time/timeline.ts'
import {isFolder} from '../files/file-system.ts'
import {gitOutput, type Repository, resolveCommits} from '../git/git.ts'
import {findRepository} from '../git/repository.ts'
import {
  announcementName,
  createUndoneTest,
  findRecordedCommits,
  introductionName,
  isAnnouncement,
  namesOfStabilities,
  type RecordedIn,
  stabilityName,
  type WantedLine
} from './recorded-lines.ts'

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
 * Dates the announcements of an adopted history by the committer day of the commit since which it contains them, on the
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
    return declared.events.some(isOpen) ? createUnknownRecord(repository.lacks, isOpen) : undefined
  }
  const branches = findBranches(repository, target)
  const search = (wanted: ReadonlyMap<string, WantedLine>, since: {readonly adopted?: Day}) =>
    wanted.size === 0 ? [] : branches.map(each => findRecordedCommits(each, folder, wanted, {...since, timezone}))
  const announced = (events: Iterable<WrittenEvent>) =>
    [...events].flatMap((event): [string, WantedLine][] => {
      const key = keys.get(event)
      return key === undefined ? [] : [[key, {isUndone: createUndoneTest(event.subject, declared)}]]
    })
  const levels = stabilities.map((key): [string, WantedLine] => [key, INTRODUCTION.test(key) ? {isFirst: true} : {}])
  const lines = adopted === undefined ? [] : search(new Map(announced(keys.keys())), {adopted})
  const whole = search(new Map([...announced(proven), ...levels]), {})
  return {
    dayOf: event => {
      const key = keys.get(event)
      if (key === undefined) return undefined
      const first = proven.has(event) ? findFirstDay(whole, key) : 'declared'
      const isAccepted = proof?.accepted !== undefined && first !== undefined && first <= proof.accepted
      const found = first === 'declared' || isAccepted ? findFirstDay(lines, key) : first
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
    isLateStability: createLevelTest(repository.root, new Set(stabilities), {lines, whole}, proof?.accepted)
  }
}

/** Returns a record that knows no day, and why. */
const createUnknownRecord = (lacks: string, isOpen: (event: WrittenEvent) => boolean): AnnouncementRecord => ({
  dayOf: event => (isOpen(event) ? UNKNOWN_DATE : undefined),
  isNew: () => false,
  isLateStability: () => false,
  remark: `The days on which announcements were recorded are unknown: ${lacks}.`
})

/** The default branch, and the target if it is another one. */
export function findBranches(repository: Repository, target: string | undefined): Repository[] {
  const isOther = target !== undefined && resolveCommits(repository.root, [repository.branch])[0] !== target
  return [repository, ...(isOther ? [{...repository, branch: target}] : [])]
}

/** The commits of lines on each branch: since the adoption, and since the beginning. */
interface RecordedCommits {
  readonly lines: readonly ReturnType<typeof findRecordedCommits>[]
  readonly whole: readonly ReturnType<typeof findRecordedCommits>[]
}

/** The first day on which a branch had a line; `undefined` if none has it. */
function findFirstDay(found: RecordedCommits['lines'], key: string): Day | 'declared' | undefined {
  const commits = found.flatMap(line => line.get(key) ?? [])
  const days = commits.flatMap(each => (each === 'declared' ? [] : [each.day]))
  return commits.includes('declared') ? 'declared' : days.toSorted()[0]
}

/** Returns whether a stability level was stated only after its subject came. */
function createLevelTest(
  root: string,
  keys: ReadonlySet<string>,
  {whole}: RecordedCommits,
  accepted: Day | undefined
): AnnouncementRecord['isLateStability'] {
  const commitsOf = (key: string): readonly RecordedIn[] =>
    whole.flatMap(line => line.get(key) ?? []).flatMap(each => (each === 'declared' ? [] : [each]))
  const isInTime = (one: RecordedIn, other: RecordedIn): boolean =>
    one.day === other.day ? isAncestor(root, one.commit, other.commit) : one.day < other.day
  return (subject, stability, cameIn) => {
    const key = firstKey(stabilityName(subject, stability))
    if (!keys.has(key)) return false
    const stated = commitsOf(key)
    if (stated.some(({day}) => accepted !== undefined && day <= accepted)) return false
    const came = cameIn ? [cameIn(subject) ?? []].flat() : commitsOf(firstKey(introductionName(subject)))
    return came.length > 0 && !stated.some(one => came.some(other => isInTime(one, other)))
  }
}

/** Whether a commit is the other one, or comes before it. */
const isAncestor = (root: string, one: string, other: string): boolean =>
  gitOutput(root, ['merge-base', '--is-ancestor', one, other]) !== undefined

const firstKey = (name: string): string => `${name} 0`

/** Matches the names of introductions. */
const INTRODUCTION = /^introduced /

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
