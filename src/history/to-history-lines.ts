import {toWrittenPart, toWrittenReplacement, type YamlMapContent} from '../inputs/history/events.ts'
import {parseTarget} from '../languages/languages.ts'
import {defined} from '../model/defined.ts'
import {type Event, type SubjectWaiver, VERBS, type Verb, type Waiver} from '../model/lifecycle/event.ts'
import type {DeclaredHistory, History, WrittenEvent} from '../model/lifecycle/history.ts'
import {type Subject, subjectKey, targetKey} from '../model/subject/subject.ts'
import {isContainedIn} from '../model/time/release-branches.ts'
import type {Policy, PolicyRevision} from '../model/verdict/policy.ts'
import {effectOfRemoval} from '../policy/compatibility/change-effects.ts'
import {isDeclaredBreaking} from '../policy/compatibility/judge-declared-change.ts'
import {stabilityOf, stabilityOfTarget} from '../policy/notice/stability.ts'
import {findWaiver} from '../policy/remedy/waivers.ts'
import type {DeclaredStatement} from './unrecorded.ts'

/** A line of a history file as data: one verb, one subject. */
export type HistoryLine = YamlMapContent

/** The lines of one timeline entry. */
export interface EntryLines {
  /** Whether all additions of the entry existed by then and may be older. */
  readonly existing: boolean
  readonly lines: readonly HistoryLine[]
  /** The events that the lines were made from. */
  readonly events: readonly WrittenEvent[]
  /** The waivers that apply to them, or `undefined`. */
  readonly waivers: readonly (Waiver | undefined)[]
}

export interface HistoryLines {
  /** By entry index. */
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
  readonly isGone?: (subject: Subject) => boolean
  /** Whether the history already declares a change with this waiver: then it isn't part of the line for its subject. */
  readonly isTold?: (event: DeclaredStatement, waiver: Waiver | SubjectWaiver | undefined) => boolean
}

/**
 * Converts observed events to lines of a history file: introductions, announcements, removals, and other changes that
 * are or may be breaking. Compatible changes are left out. Each line has the same meaning as its event: it states
 * whether a change is breaking if that is proved or the policy decides it, and the stability level if the path doesn't
 * imply it.
 */
export function toHistoryLines(
  declared: DeclaredHistory,
  {history, policy, known, isGone = () => false, isTold}: HistoryLinesOptions
): HistoryLines {
  const revision = policy.revisions.at(-1)
  const withStatedStability = new Set<string>()
  const unwritten = new Map<string, Subject>()
  const written = new Map<number, WrittenLine[]>()
  const seen = new Map<string, WrittenLine>()
  /** The entries at which existing subjects were introduced, and removed subjects were removed. */
  const present = new Map<string, number>()
  const removed = new Map<string, number>()
  const moved = findMovedKeys(declared.events)
  /** Changes with and without a waiver get separate lines; on a shared line, the waiver would cover all of them. */
  const waiverOf = ({subject}: WrittenEvent, whole: Event | undefined): Waiver | SubjectWaiver | undefined =>
    whole && findWaiver(whole, subject, history)
  for (const [index, event] of declared.events.entries()) {
    const lines = revision && event.kind !== 'restored' ? toLines(event, history.events[index], revision) : []
    const waiver = waiverOf(event, history.events[index])
    for (const line of lines) {
      if (!isWritable(event.subject)) {
        unwritten.set(subjectKey(event.subject), event.subject)
        continue
      }
      const verb = VERBS.find(each => each in line)
      if (isTold && verb === 'changed' && isTold(eventOfLine(line, event), waiver)) continue
      const place = `${event.entry} ${subjectKey(event.subject)}`
      // A deprecation line already states its sunset, unless people declare the deprecation themselves.
      const mark = verb === 'rescheduled' ? seen.get(`${place} deprecated`) : undefined
      if (mark?.line.sunset === line.sunset && mark && !isTold?.(eventOfLine(mark.line, mark.event), mark.waiver))
        continue
      const own = verb === 'changed' ? `${place} ${verb} ${waiver?.place.pointer ?? ''}` : `${place} ${verb}`
      const twin = seen.get(own)
      if (twin) {
        twin.line = mergeLines(twin.line, line)
        continue
      }
      const each = {event, line: addStability(addWaiverDetail(line, waiver), event), waiver}
      seen.set(own, each)
      const list = written.get(event.entry)
      if (list) list.push(each)
      else written.set(event.entry, [each])
    }
  }
  return {
    entries: declared.entries.map((_, place) => toEntryLines(written.get(place) ?? [])),
    unwritten: [...unwritten.values()]
  }

  function toLines(event: WrittenEvent, whole: Event | undefined, revision: PolicyRevision): HistoryLine[] {
    if (!whole) return []
    const context = {policy, stability: stabilityOf(event.subject, policy, history)}
    const claim = isDeclaredBreaking(whole, revision, context)
    const {observed: _, required: __, change, breaking: ___, ...rest} = whole
    /** Whether a line with these properties would be read with the same meaning. */
    const hasSameMeaning = (properties: Pick<Event, 'change' | 'required' | 'breaking'>): boolean =>
      isDeclaredBreaking({...rest, ...properties}, revision, context) === claim
    const kind = change === undefined ? {} : {kind: change}
    const about = (verb: Verb): YamlMapContent => ({
      [verb]: event.subject.target.text,
      ...toWrittenPart(event.subject.part)
    })
    const base = about(event.verb)
    const after = afterProperty(event)
    switch (event.kind) {
      case 'introduced': {
        const key = subjectKey(event.subject)
        // Moved to another place of the API in one release: the effect on clients is described by its removal.
        if (moved.has(`${event.entry} ${key}`)) return []
        const since = present.get(key)
        // A second addition means that it is used in one more place; it isn't a second introduction.
        if (since !== undefined && isContainedIn(history.timeline, since, event.entry)) {
          return claim === false ? [] : [defined({...about('changed'), breaking: claim, ...after})]
        }
        present.set(key, event.entry)
        if (removed.has(key) || isGone(event.subject)) {
          removed.delete(key)
          const more = claim === false ? [] : [defined({...about('changed'), breaking: claim})]
          return [about('restored'), ...more]
        }
        if (event.required && claim && hasSameMeaning({required: true})) return [{...base, required: true, ...after}]
        if (hasSameMeaning({})) return [{...base, ...after}]
        if (change && hasSameMeaning({change})) return [{...base, ...kind, ...after}]
        if (claim !== undefined) return [{...base, breaking: claim, ...after}]
        // An addition line can't state that the addition may be breaking, so a separate change line does.
        return [
          {...base, ...after},
          {...about('changed'), ...after}
        ]
      }
      case 'changed': {
        // A compatible change needs no line, unless it changes the stability level, which the history must contain.
        const losesMark = change === 'stability-changed' && event.stability === undefined
        if (claim === false && event.stability === undefined && !losesMark) return []
        const sure = claim === undefined ? {} : {breaking: claim}
        const isMeant = losesMark || hasSameMeaning(defined({change: change || undefined, ...sure}))
        return [{...base, ...sure, ...(isMeant ? kind : {}), ...after}]
      }
      case 'deprecated':
        return [{...base, ...announcementProperties(event, whole), ...after}]
      case 'rescheduled':
        return [{...base, sunset: 'never', ...sunsetProperties(event, whole), ...after}]
      case 'removed': {
        const key = subjectKey(event.subject)
        const effect = effectOfRemoval(whole, event.subject, revision, context)
        if (moved.has(`${event.entry} ${key}`)) {
          return effect === 'compatible'
            ? []
            : [defined({...about('changed'), breaking: effect === 'review' ? undefined : true, ...after})]
        }
        const before = removed.get(key)
        // One line covers all places that a release removed it from.
        if (before === event.entry) return []
        // A second removal means that it was used in one more place.
        if (before !== undefined && isContainedIn(history.timeline, before, event.entry)) {
          return effect === 'compatible' ? [] : [{...about('changed'), breaking: true, ...after}]
        }
        present.delete(key)
        removed.set(key, event.entry)
        return [
          defined({
            ...base,
            breaking: effect === 'compatible' ? false : undefined,
            replacement: writeReplacement(event),
            ...after
          })
        ]
      }
      case 'withdrawn':
        return [{...base, ...after}]
      case 'restored':
        return []
    }
  }

  function afterProperty({by}: WrittenEvent): YamlMapContent {
    const name = by?.after === undefined ? undefined : declared.entries[by.after]?.name
    return defined({after: name})
  }

  /** Adds the stability level to the first line of a subject whose path doesn't imply it. */
  function addStability(line: HistoryLine, {subject, stability}: WrittenEvent): HistoryLine {
    // For a restored subject it was stated before.
    if ('restored' in line) return line
    if (stability !== undefined) return {...line, stability}
    const {target} = subject
    // A part has the stability level of its target if that has a path.
    const isTied = target.path !== undefined
    if (isTied && subject.part) return line
    const key = subjectKey(subject)
    if (withStatedStability.has(key)) return line
    withStatedStability.add(key)
    const own = stabilityOf(subject, policy, history)
    if (own === undefined || own === stabilityOfTarget(target, policy) || own === known?.(subject)) return line
    const isStated = history.bySubject.get(key)?.statedStabilities.length ?? 0
    return isStated > 0 ? line : {...line, stability: own}
  }
}

/** The event as the line that was made from it states it. */
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

/**
 * Keys of subjects that were removed in one place and added or changed in another in one release, so they exist before
 * and after.
 */
function findMovedKeys(events: readonly WrittenEvent[]): ReadonlySet<string> {
  const keysOf = (...kinds: WrittenEvent['kind'][]): string[] =>
    events.filter(({kind}) => kinds.includes(kind)).map(({entry, subject}) => `${entry} ${subjectKey(subject)}`)
  const removed = new Set(keysOf('removed'))
  return new Set(keysOf('introduced', 'changed').filter(key => removed.has(key)))
}

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

/** Whether the notation of history files can represent the subject. */
function isWritable({target, part}: Subject): boolean {
  const read = parseTarget(target.text)
  if (!read || read.kind !== target.kind || targetKey(read) !== targetKey(target)) return false
  return Object.entries(part ?? {}).every(([kind, name]) => kind === 'value' || name !== '')
}

const writeReplacement = ({replacement, subject}: WrittenEvent): ReturnType<typeof toWrittenReplacement> | undefined =>
  replacement && isWritable(replacement) ? toWrittenReplacement(replacement, subject) : undefined

/** The properties of an announcement. A text that is neither a day nor a release is kept in a note. */
function announcementProperties(event: WrittenEvent, whole: Event): YamlMapContent {
  const {announced, via} = event
  const isReadable = whole.announced?.kind === 'at' && !whole.announced.moment.isUnreadable
  return defined({
    replacement: writeReplacement(event),
    ...sunsetProperties(event, whole),
    announced: isReadable && announced !== 'never' ? announced?.text : undefined,
    via
  })
}

function sunsetProperties({sunset}: WrittenEvent, whole: Event): YamlMapContent {
  if (!sunset) return {}
  if (!whole.sunset?.isUnreadable) return {sunset: sunset.text}
  return sunset.text.trim() === '' ? {} : {note: `The end was given as ${sunset.text}.`}
}
