import type {DeclaredStatement} from '@tenure/core/history/unrecorded'
import {defined} from '@tenure/core/model/defined'
import {type Event, type SubjectWaiver, VERBS, type Waiver} from '@tenure/core/model/lifecycle/event'
import type {DeclaredHistory, History, WrittenEvent} from '@tenure/core/model/lifecycle/history'
import {type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import type {Policy} from '@tenure/core/model/verdict/policy'
import {stabilityOf, stabilityOfTarget} from '@tenure/core/policy/notice/stability'
import {findWaiver} from '@tenure/core/policy/remedy/waivers'
import {EventLines, type HistoryLine, isWritable} from './event-lines.ts'

/** The lines of one timeline entry. */
export interface EntryLines {
  /** Whether everything that the entry adds may be older than it. */
  readonly existing: boolean
  readonly lines: readonly HistoryLine[]
  /** The events that the lines were made from. */
  readonly events: readonly WrittenEvent[]
  /** The waiver that applies to each of the lines, or `undefined`. */
  readonly waivers: readonly (Waiver | undefined)[]
}

export interface HistoryLines {
  /** The lines of each timeline entry, by its index. */
  readonly entries: readonly EntryLines[]
  /** Subjects whose names can't be written in the notation of history files. */
  readonly unwritten: readonly Subject[]
}

export interface HistoryLinesOptions {
  readonly history: History
  readonly policy: Policy
  /** Returns the stability level that the history already states for a subject, or `undefined`. */
  readonly known?: (subject: Subject) => string | undefined
  /** Whether the history already contains the removal of a subject: then coming back is a restoration. */
  readonly isRemoved?: (subject: Subject) => boolean
  /**
   * Whether the history already declares a change with this waiver, so that the line for its subject needn't state it.
   */
  readonly isTold?: (event: DeclaredStatement, waiver: Waiver | SubjectWaiver | undefined) => boolean
}

/**
 * Converts observed events to lines of a history file: introductions, announcements, removals, and other changes that
 * are or may be breaking. Compatible changes are left out. Each line has the same meaning as its event: it states
 * whether a change is breaking if that is proved or the policy decides it, and the stability level if the path doesn't
 * imply it.
 */
export function toHistoryLines(declared: DeclaredHistory, options: HistoryLinesOptions): HistoryLines {
  const {history, policy, isRemoved = () => false} = options
  const revision = policy.revisions.at(-1)
  const events = new EventLines({declared, history, policy, isRemoved})
  const written = new WrittenLines(options)
  const unwritten = new Map<string, Subject>()
  for (const [index, event] of declared.events.entries()) {
    const whole = history.events[index]
    const lines = revision && event.kind !== 'restored' ? events.linesOf(event, whole, revision) : []
    if (lines.length > 0 && !isWritable(event.subject)) unwritten.set(subjectKey(event.subject), event.subject)
    else written.add(lines, event, whole)
  }
  return {
    entries: declared.entries.map((_, place) => toEntryLines(written.of(place))),
    unwritten: [...unwritten.values()]
  }
}

/** The lines of a history file, each subject with one line for each verb of an entry. */
class WrittenLines {
  readonly #options: HistoryLinesOptions
  readonly #byEntry = new Map<number, WrittenLine[]>()
  readonly #byKey = new Map<string, WrittenLine>()
  readonly #withStability = new Set<string>()

  constructor(options: HistoryLinesOptions) {
    this.#options = options
  }

  of(entry: number): readonly WrittenLine[] {
    return this.#byEntry.get(entry) ?? []
  }

  add(lines: readonly HistoryLine[], event: WrittenEvent, whole: Event | undefined): void {
    if (lines.length === 0) return
    // Changes with and without a waiver get separate lines; on a shared line, the waiver would cover all of them.
    const waiver = whole && findWaiver(whole, event.subject, this.#options.history)
    for (const line of lines) this.#addLine(line, event, waiver)
  }

  #addLine(line: HistoryLine, event: WrittenEvent, waiver: Waiver | SubjectWaiver | undefined): void {
    const {isTold} = this.#options
    const verb = VERBS.find(each => each in line)
    if (isTold && verb === 'changed' && isTold(eventOfLine(line, event), waiver)) return
    const place = `${event.entry} ${subjectKey(event.subject)}`
    // A deprecation line already states its sunset, unless people declare the deprecation themselves.
    const mark = verb === 'rescheduled' ? this.#byKey.get(`${place} deprecated`) : undefined
    if (mark?.line.sunset === line.sunset && mark && !isTold?.(eventOfLine(mark.line, mark.event), mark.waiver)) return
    const key = verb === 'changed' ? `${place} ${verb} ${waiver?.place.pointer ?? ''}` : `${place} ${verb}`
    const twin = this.#byKey.get(key)
    if (twin) {
      twin.line = mergeLines(twin.line, line)
      return
    }
    const each = {event, line: this.#addStability(addWaiverDetail(line, waiver), event), waiver}
    this.#byKey.set(key, each)
    const list = this.#byEntry.get(event.entry)
    if (list) list.push(each)
    else this.#byEntry.set(event.entry, [each])
  }

  /** Adds the stability level to the first line of a subject whose path doesn't imply it. */
  #addStability(line: HistoryLine, {subject, stability}: WrittenEvent): HistoryLine {
    const {history, policy, known} = this.#options
    // A restored subject had its stability level stated when it was first added.
    if ('restored' in line) return line
    if (stability !== undefined) return {...line, stability}
    const {target} = subject
    // A part of a target with a path has the stability level of the target.
    const isTied = target.path !== undefined
    if (isTied && subject.part) return line
    const key = subjectKey(subject)
    if (this.#withStability.has(key)) return line
    this.#withStability.add(key)
    const own = stabilityOf(subject, policy, history)
    if (own === undefined || own === stabilityOfTarget(target, policy) || own === known?.(subject)) return line
    const isStated = history.bySubject.get(key)?.statedStabilities.length ?? 0
    return isStated > 0 ? line : {...line, stability: own}
  }
}

/** The event with what its line states instead: another verb, or whether the change is breaking. */
export const eventOfLine = <Shown extends WrittenEvent | Event>(line: HistoryLine, event: Shown): Shown => ({
  ...event,
  ...('changed' in line ? {kind: 'changed', verb: 'changed'} : {}),
  ...(typeof line.breaking === 'boolean' ? {breaking: line.breaking} : {})
})

/** Builds the lines of an entry. If all its additions and marks may be older, that is stated once for the entry. */
function toEntryLines(written: readonly WrittenLine[]): EntryLines {
  const isOpen = ({by}: WrittenEvent): boolean => by !== undefined && by.after === undefined
  const fresh = written.filter(({event: {kind}}) => kind === 'introduced' || kind === 'deprecated')
  const existing = fresh.length > 0 && fresh.every(({event}) => isOpen(event))
  const lines = written.map(({event, line}) => {
    const needsOwnMark = !existing && isOpen(event) && (event.kind === 'introduced' || event.kind === 'deprecated')
    return sortProperties(needsOwnMark ? {...line, existing: true} : line)
  })
  return {existing, lines, events: written.map(({event}) => event), waivers: written.map(({waiver}) => waiver)}
}

/** Properties in the order in which people write them. */
const PROPERTY_ORDER: readonly string[] = [
  ...['field', 'parameter', 'header', 'value', 'in', 'required', 'breaking', 'kind', 'about', 'replacement', 'sunset'],
  ...['stability', 'announced', 'via', 'existing', 'after', 'note']
]

const sortProperties = (line: HistoryLine): HistoryLine =>
  Object.fromEntries(Object.entries(line).toSorted(([a], [b]) => PROPERTY_ORDER.indexOf(a) - PROPERTY_ORDER.indexOf(b)))

interface WrittenLine {
  readonly event: WrittenEvent
  readonly waiver: Waiver | undefined
  line: HistoryLine
}

/**
 * Merges two change lines of one subject with the same waiver: the more severe one wins (breaking, may be breaking,
 * compatible). If their kinds differ, neither is named.
 */
function mergeLines(one: HistoryLine, other: HistoryLine): HistoryLine {
  const weight = ({breaking}: HistoryLine): number => (breaking === true ? 2 : breaking === undefined ? 1 : 0)
  const [heavy, light] = weight(other) > weight(one) ? [other, one] : [one, other]
  const {kind, ...rest} = heavy
  const isOne = kind === light.kind || kind === 'stability-changed' || light.breaking === false
  return defined({...rest, kind: isOne ? kind : undefined, stability: heavy.stability ?? light.stability})
}

/** Adds the detail that a waiver names, because without it the waiver would cover other changes too. */
const addWaiverDetail = (line: HistoryLine, waiver: Waiver | SubjectWaiver | undefined): HistoryLine =>
  waiver && 'about' in waiver && ('changed' in line || 'added' in line) ? defined({...line, about: waiver.about}) : line
