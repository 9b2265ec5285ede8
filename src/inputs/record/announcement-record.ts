import type {DeclaredHistory, WrittenEvent} from '../../model/lifecycle/history.ts'
import {type Subject, subjectKey} from '../../model/subject/subject.ts'
import {type DateRange, type Day, singleDay, UNKNOWN_DATE} from '../../model/time/date-range.ts'
import {NEXT} from '../../model/time/timeline.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {type Git, type Repository, resolveCommits} from '../../stores/git/git.ts'
import {findRepository} from '../../stores/git/repository.ts'
import {
  createUndoneTest,
  findRecordedCommits,
  findStatedDay,
  isAnnouncement,
  isIntroduction,
  lineName,
  namesOfStabilities,
  type RecordedIn,
  type RecordedLine,
  type RecordedPast,
  stabilityName,
  type WantedLine
} from './recorded-lines.ts'

/** When announcements and introductions were first committed to the history. */
export interface AnnouncementRecord {
  /** The day of the first commit with the history, or a later one up to which its lines count as written. */
  readonly adopted?: Day | undefined
  dayOf(event: WrittenEvent): DateRange | undefined
  /** Since when an announcement has applied to subjects that it excepted before. */
  widenedOn(event: WrittenEvent): readonly LateSubject[]
  /** Whether no commit on the default branch contains the announcement yet. */
  isNew(event: WrittenEvent): boolean
  /**
   * Whether a branch has a stability level only since a later commit than the subject, so that it can't lower the level
   * before. The subject is dated by its line, or by `cameIn`. False for levels that need no proof.
   */
  isLateStability(subject: Subject, stability: string, cameIn?: (subject: Subject) => RecordedIn | undefined): boolean
  /** Why the dates can't be determined, for the user. */
  readonly remark?: string
}

/** A subject to which an announcement applies only since a day. */
export interface LateSubject {
  readonly subject: Subject
  readonly when: DateRange
}

/**
 * Finds since when descriptions have shown an announcement or introduction that claims to be from these days: no later than claimed if
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
  /** Whether an introduction that descriptions show from their first one on may be older than that. */
  readonly mayBeOlder?: ((event: WrittenEvent, day: Day) => boolean) | undefined
  /** What decides on a change. By default, all announcements are dated, and nothing else. */
  readonly proof?: ProofOptions | undefined
  /** Lines that the branch had by this day count as written, as those of the first commit with the history do. */
  readonly accepted?: Day | undefined
}

/** Which lines decide on a change, so that the others needn't be dated. */
export interface ProofOptions {
  readonly concerns: (line: Pick<WrittenEvent, 'subject'>) => boolean
  /** Whether a period that decides on a change may count from an introduction. */
  readonly startsPeriod: (line: Pick<WrittenEvent, 'subject'>) => boolean
}

/** Finds the number of earlier lines of the same kind and subject, because a line can be written more than once. */
function timesOf({events}: DeclaredHistory): Map<WrittenEvent, number> {
  const times = new Map<string, number>()
  return new Map(
    events
      .filter(event => isAnnouncement(event) || isIntroduction(event))
      .map(event => {
        const name = lineName(event)
        const time = times.get(name) ?? 0
        times.set(name, time + 1)
        return [event, time]
      })
  )
}

/**
 * Dates the lines of a history by the committer day of the commit since which the first-parent line of the default
 * branch, or of the target, contains them. Lines of the first commit with the history keep the days that they state, and
 * so do those that a maintainer accepted. Others count from the day since which a description has shown them, if that is
 * earlier, and uncommitted ones from the as-of day. In a shallow clone, the days are unknown. `undefined` outside of git.
 */
export function readAnnouncementRecord(
  workspace: Workspace,
  declared: DeclaredHistory,
  path: string | undefined,
  {asOf, timezone, target, described, mayBeOlder, proof, accepted}: RecordedDayOptions
): AnnouncementRecord | undefined {
  const times = timesOf(declared)
  const all = [...times.keys()].filter(isAnnouncement)
  const begun = new Set([...times.keys()].filter(event => isIntroduction(event) && proof?.startsPeriod(event)))
  const dated = new Set([...(proof ? all.filter(proof.concerns) : all), ...begun])
  const stabilities = proof ? namesOfStabilities(declared, proof.concerns) : []
  if (path === undefined) return undefined
  const isOnDisk = workspace.files.exists(path)
  const repository = findRepository(workspace.git, path, workspace.files.isFolder(path))
  if ('lacks' in repository)
    return repository.isOutside || dated.size === 0
      ? undefined
      : createUnknownRecord(repository.lacks, event => dated.has(event))
  const branches = findBranches(workspace.git, repository, target)
  // A change can delete its history.
  const folder = isOnDisk
    ? workspace.files.isFolder(path)
    : workspace.git.text(repository.root, ['cat-file', '-t', `${branches.at(-1)?.branch}:${repository.path}`]) ===
      'tree'
  const keyOf = (event: WrittenEvent): string => `${lineName(event)} ${times.get(event) ?? 0}`
  const wanted = [...all, ...begun].flatMap((event): [string, WantedLine][] => {
    const line = {name: lineName(event), time: times.get(event) ?? 0}
    const whole = begun.has(event)
      ? {...line, isFirst: true as const}
      : {...line, isUndone: createUndoneTest(event.subject, declared)}
    const stated = findStatedDay(event, declared)
    return [
      [keyOf(event), whole],
      [statedKey(keyOf(event)), {...whole, ...(stated ? {stated} : {})}]
    ]
  })
  const levels = stabilities.map((name): [string, WantedLine] => [name, {name}])
  const introduced = levels.length === 0 ? [] : introductionsOf(declared.events.filter(each => proof?.concerns(each)))
  const lines = new Map([...wanted, ...levels, ...introduced])
  const found: Found = branches.map(each => findRecordedCommits(workspace.git, each, folder, lines, timezone))
  const adopted = found.flatMap(({first}) => first?.day ?? []).toSorted()[0]
  // What was introduced is in descriptions, which show it if a first history claims too early a day.
  const isAccepted = (line: RecordedLine | undefined, event: WrittenEvent): boolean =>
    line !== undefined && ((line.isAdoption && !begun.has(event)) || (accepted !== undefined && line.day <= accepted))
  const dayOf = (event: WrittenEvent): Day | undefined => {
    // Outside of a change, the lines of a history that isn't committed by then count as those of its first commit will.
    if (!dated.has(event) || ((adopted === undefined || adopted > asOf) && !proof)) return undefined
    const statesDay = findStatedDay(event, declared)?.latest !== undefined
    if (statesDay && isAccepted(findFirst(found, statedKey(keyOf(event))), event)) return undefined
    const recorded = findFirst(found, keyOf(event))?.day ?? asOf
    return findDescriptionDayBefore(recorded, event, declared, described) ?? recorded
  }
  return {
    adopted: later(adopted, accepted),
    dayOf: event => {
      const day = dayOf(event)
      if (day === undefined) return undefined
      return begun.has(event) && mayBeOlder?.(event, day) ? {latest: day} : singleDay(day)
    },
    widenedOn: event => {
      if (!dated.has(event) || begun.has(event)) return []
      return findWidened(found, keyOf(event), asOf).flatMap(({subject, day}) => {
        if (accepted !== undefined && day <= accepted) return []
        const shown = findDescriptionDayBefore(day, {...event, subject}, declared, described)
        return [{subject, when: singleDay(shown ?? day)}]
      })
    },
    isNew: event => {
      if (adopted === undefined || !isAnnouncement(event) || findFirst(found, keyOf(event))) return false
      return findDescriptionDayBefore(asOf, event, declared, described) === undefined
    },
    isLateStability: createLevelTest(workspace.git, repository.root, new Set(stabilities), found, accepted)
  }
}

const later = (one: Day | undefined, other: Day | undefined): Day | undefined =>
  one === undefined || other === undefined ? one : one < other ? other : one

/** Returns a record without known days; `lacks` says why, for the user. Lines that aren't open count as written. */
const createUnknownRecord = (lacks: string, isOpen: (event: WrittenEvent) => boolean): AnnouncementRecord => ({
  dayOf: event => (isOpen(event) ? UNKNOWN_DATE : undefined),
  widenedOn: () => [],
  isNew: () => false,
  isLateStability: () => false,
  remark: `The days on which announcements were recorded are unknown: ${lacks}.`
})

/** The default branch, and the target if it is another one. */
export function findBranches(git: Git, repository: Repository, target: string | undefined): Repository[] {
  const isOther = target !== undefined && resolveCommits(git, repository.root, [repository.branch])[0] !== target
  return [repository, ...(isOther ? [{...repository, branch: target}] : [])]
}

/** For each branch, the commit since which it has each line, by the key of the line. */
type Found = readonly RecordedPast[]

/** The first commit in which a branch had a line, that of the adoption before any other; `undefined` if none has it. */
function findFirst(found: Found, key: string): RecordedLine | undefined {
  const commits = found.flatMap(({lines}) => lines.get(key) ?? [])
  return commits.find(each => each.isAdoption) ?? commits.toSorted((a, b) => (a.day < b.day ? -1 : 1))[0]
}

/** What a line excepted on all branches that have it, and the first day on which one of them no longer did. */
function findWidened(found: Found, key: string, asOf: Day): {readonly subject: Subject; readonly day: Day}[] {
  const commits = found.flatMap(({lines}) => lines.get(key) ?? [])
  const excepted = new Map(commits.flatMap(({widened}) => widened.map(({subject}) => [subjectKey(subject), subject])))
  return [...excepted].map(([excepted, subject]) => {
    const days = commits.map(({day, widened}) => {
      const late = widened.find(each => subjectKey(each.subject) === excepted)
      return late ? (late.since?.day ?? asOf) : day
    })
    return {subject, day: days.toSorted()[0] ?? asOf}
  })
}

/** The key of a line with the day that it states, which may have been another one before. */
const statedKey = (key: string): string => `stated ${key}`

/** The introductions by key, whose commits show whether a stability level was stated late. */
const introductionsOf = (events: readonly WrittenEvent[]): [string, WantedLine][] =>
  events.flatMap(event =>
    event.kind === 'introduced' ? [[introductionKey(event.subject), {name: lineName(event), isFirst: true}]] : []
  )

const introductionKey = (subject: Subject): string => `first ${lineName({kind: 'introduced', subject})}`

/** Returns a function that says whether a stability level was committed only after its subject. */
function createLevelTest(
  git: Git,
  root: string,
  keys: ReadonlySet<string>,
  whole: Found,
  accepted: Day | undefined
): AnnouncementRecord['isLateStability'] {
  const commitsOf = (key: string): readonly RecordedIn[] => whole.flatMap(({lines}) => lines.get(key) ?? [])
  const isInTime = (one: RecordedIn, other: RecordedIn): boolean =>
    one.day === other.day ? isAncestor(git, root, one.commit, other.commit) : one.day < other.day
  return (subject, stability, cameIn) => {
    const key = stabilityName(subject, stability)
    if (!keys.has(key)) return false
    const stated = commitsOf(key)
    if (stated.some(({day}) => accepted !== undefined && day <= accepted)) return false
    const came = cameIn ? [cameIn(subject) ?? []].flat() : commitsOf(introductionKey(subject))
    return came.length > 0 && !stated.some(one => came.some(other => isInTime(one, other)))
  }
}

/** Whether a commit is the other one, or comes before it. */
const isAncestor = (git: Git, root: string, one: string, other: string): boolean =>
  git.output(root, ['merge-base', '--is-ancestor', one, other]) !== undefined

/** The day since which descriptions have shown a past announcement, if it is before `day`; otherwise `undefined`. */
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
function findClaimedDays(event: WrittenEvent, declared: DeclaredHistory): DateRange | undefined {
  const written = declared.entries[event.entry]
  const isShown = event.kind === 'deprecated' || event.kind === 'rescheduled' || isIntroduction(event)
  return written && written.name !== NEXT && isShown ? findStatedDay(event, declared) : undefined
}
