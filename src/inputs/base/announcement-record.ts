import {defined} from '../../model/defined.ts'
import type {DeclaredHistory, WrittenEvent} from '../../model/lifecycle/history.ts'
import {memoize} from '../../model/memoize.ts'
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
  isHistoryOn,
  isIntroduction,
  lineName,
  namesOfStabilities,
  type RecordedIn,
  type RecordedLine,
  stabilityName,
  type WantedLine
} from './recorded-lines.ts'

/** When announcements and introductions were first committed to the history. */
export interface AnnouncementRecord {
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
  /** The announcements that need a proof, because they decide on a change. */
  readonly proof?: ProofOptions | undefined
}

/** Which announcements count from when the branch contained them, whether or not the history is adopted. */
export interface ProofOptions {
  readonly concerns: (line: Pick<WrittenEvent, 'subject'>) => boolean
  /** Whether a period that decides on a change may count from an introduction. */
  readonly startsPeriod: (line: Pick<WrittenEvent, 'subject'>) => boolean
  /** Lines that the branch contained by this day count as written. */
  readonly accepted?: Day | undefined
}

/**
 * Whether a line is about an announcement that was made elsewhere than in a release, on a day that the line states or
 * before its release.
 */
const isMadeElsewhere = (event: WrittenEvent, {entries}: DeclaredHistory): boolean =>
  (event.kind === 'deprecated' || event.kind === 'rescheduled') &&
  (event.announced !== undefined || event.via !== undefined) &&
  (entries[event.entry]?.name === NEXT || (event.announced !== undefined && event.via !== undefined))

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
 * Dates the announcements of an adopted history by the committer day of the commit since which it contains them, on the
 * first-parent line of the default branch or of the target branch. Announcements in the commit that set `adopted` keep
 * their declared dates. Others count from the day since which a description has shown them, if that is earlier, and
 * uncommitted ones from the as-of day. Those that need a proof are dated like this in any history, and those of the
 * adoption, too. Without a full git history or a path, dates are unknown. `undefined` if there's nothing to date.
 */
export function readAnnouncementRecord(
  workspace: Workspace,
  declared: DeclaredHistory,
  path: string | undefined,
  {asOf, timezone, target, described, mayBeOlder, proof}: RecordedDayOptions
): AnnouncementRecord | undefined {
  const {adopted} = declared
  const times = timesOf(declared)
  const all = [...times.keys()].filter(isAnnouncement)
  const begun = new Set([...times.keys()].filter(event => isIntroduction(event) && proof?.startsPeriod(event)))
  const proven = new Set([...all.filter(event => proof?.concerns(event)), ...begun])
  const dated = new Set([
    ...(adopted === undefined ? all.filter(event => isMadeElsewhere(event, declared)) : all),
    ...proven
  ])
  const stabilities = proof ? namesOfStabilities(declared, proof.concerns) : []
  if (dated.size === 0 && stabilities.length === 0) return undefined
  const folder = path !== undefined && workspace.files.isFolder(path)
  const repository =
    path === undefined ? {lacks: 'the history is no file'} : findRepository(workspace.git, path, folder)
  if ('lacks' in repository) {
    // Only announcements that may be older than the adoption can keep their declared dates.
    const isOpen = (event: WrittenEvent): boolean =>
      proven.has(event) || (adopted !== undefined && dated.has(event) && isNew(event, declared, adopted))
    return declared.events.some(isOpen) ? createUnknownRecord(repository.lacks, isOpen) : undefined
  }
  const branches = findBranches(workspace.git, repository, target)
  const search = (wanted: readonly (readonly [string, WantedLine])[], since: {readonly adopted?: Day}): Found =>
    wanted.length === 0
      ? []
      : branches.map(each => findRecordedCommits(workspace.git, each, folder, new Map(wanted), {...since, timezone}))
  const keyOf = (event: WrittenEvent): string => `${lineName(event)} ${times.get(event) ?? 0}`
  const wantedLine = (event: WrittenEvent): WantedLine => {
    const line = {name: lineName(event), time: times.get(event) ?? 0}
    return begun.has(event) ? {...line, isFirst: true} : {...line, isUndone: createUndoneTest(event.subject, declared)}
  }
  const announced = (events: Iterable<WrittenEvent>) =>
    [...events].map(event => [keyOf(event), wantedLine(event)] as const)
  const approved = (events: Iterable<WrittenEvent>) =>
    [...events].map(event => {
      const stated = findStatedDay(event, declared)
      return [approvedKey(keyOf(event)), {...wantedLine(event), ...(stated ? {stated} : {})}] as const
    })
  const lines = search(
    announced(adopted === undefined ? [...dated].filter(each => !proven.has(each)) : all),
    defined({adopted})
  )
  const whole = search(
    [
      ...announced(proven),
      ...(proof?.accepted === undefined ? [] : approved(proven)),
      ...stabilities.map(name => [name, {name}] as const),
      ...(stabilities.length === 0 ? [] : introductionsOf(declared.events.filter(each => proof?.concerns(each))))
    ],
    {}
  )
  const isAccepted = (key: string): boolean => {
    const day = findFirst(whole, approvedKey(key))?.day
    return proof?.accepted !== undefined && day !== undefined && day <= proof.accepted
  }
  const hasHistory = memoize((all: readonly Repository[]) => all.some(each => isHistoryOn(workspace.git, each, folder)))
  /** Whether a line is older than the day of adoption, in a history that no branch has yet. */
  const isAdoption = (event: WrittenEvent): boolean =>
    adopted !== undefined && !isNew(event, declared, adopted) && !hasHistory(branches)
  const dayOf = (event: WrittenEvent): Day | undefined => {
    if (!dated.has(event)) return undefined
    const key = keyOf(event)
    const isDeclared = !proven.has(event) || isAccepted(key)
    if (isDeclared && begun.has(event)) return undefined
    if (isAccepted(key) && adopted === undefined) return undefined
    const first = findFirst(isDeclared ? lines : whole, key)
    if (isDeclared && (first?.isDeclared || (!first && isAdoption(event)))) return undefined
    const recorded = first?.day ?? asOf
    return findDescriptionDayBefore(recorded, event, declared, described) ?? recorded
  }
  return {
    dayOf: event => {
      const day = dayOf(event)
      if (day === undefined) return undefined
      return begun.has(event) && mayBeOlder?.(event, day) ? {latest: day} : singleDay(day)
    },
    widenedOn: event => {
      if (!dated.has(event) || begun.has(event)) return []
      const found = proven.has(event) ? whole : lines
      return findWidened(found, keyOf(event), asOf).flatMap(({subject, day}) => {
        if (proof?.accepted !== undefined && day <= proof.accepted) return []
        const shown = findDescriptionDayBefore(day, {...event, subject}, declared, described)
        return [{subject, when: singleDay(shown ?? day)}]
      })
    },
    isNew: event => {
      if (adopted === undefined || !isAnnouncement(event) || lines.some(line => line.has(keyOf(event)))) return false
      return findDescriptionDayBefore(asOf, event, declared, described) === undefined
    },
    isLateStability: createLevelTest(workspace.git, repository.root, new Set(stabilities), whole, proof?.accepted)
  }
}

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
type Found = readonly ReadonlyMap<string, RecordedLine>[]

/** The first commit in which a branch had a line, that of the adoption before any other; `undefined` if none has it. */
function findFirst(found: Found, key: string): RecordedLine | undefined {
  const commits = found.flatMap(line => line.get(key) ?? [])
  return commits.find(each => each.isDeclared) ?? commits.toSorted((a, b) => (a.day < b.day ? -1 : 1))[0]
}

/** What a line excepted on all branches that have it, and the first day on which one of them no longer did. */
function findWidened(found: Found, key: string, asOf: Day): {readonly subject: Subject; readonly day: Day}[] {
  const commits = found.flatMap(line => line.get(key) ?? [])
  const excepted = new Map(commits.flatMap(({widened}) => widened.map(({subject}) => [subjectKey(subject), subject])))
  return [...excepted].map(([excepted, subject]) => {
    const days = commits.map(({day, widened}) => {
      const late = widened.find(each => subjectKey(each.subject) === excepted)
      return late ? (late.since?.day ?? asOf) : day
    })
    return {subject, day: days.toSorted()[0] ?? asOf}
  })
}

/** The key of a line with the day that it states, which `acceptedHistory` approves. */
const approvedKey = (key: string): string => `approved ${key}`

/** The introductions by key, whose commits show whether a stability level was stated late. */
const introductionsOf = (events: readonly WrittenEvent[]): (readonly [string, WantedLine])[] =>
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
  const commitsOf = (key: string): readonly RecordedIn[] => whole.flatMap(line => line.get(key) ?? [])
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

function isNew({entry}: WrittenEvent, {entries}: DeclaredHistory, adopted: Day): boolean {
  const written = entries[entry]
  return (
    written?.name === NEXT ||
    (written?.stated.latest !== undefined && written.stated.latest >= adopted) ||
    written?.stated.latest === undefined
  )
}
