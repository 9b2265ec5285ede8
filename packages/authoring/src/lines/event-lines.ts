import {toWrittenPart, toWrittenReplacement, type YamlMapContent} from '@tenure/core/inputs/history/events'
import {parseTarget} from '@tenure/core/languages/languages'
import {defined} from '@tenure/core/model/defined'
import type {Event, Verb} from '@tenure/core/model/lifecycle/event'
import type {DeclaredHistory, History, WrittenEvent} from '@tenure/core/model/lifecycle/history'
import {type Subject, subjectKey, targetKey} from '@tenure/core/model/subject/subject'
import {isContainedIn} from '@tenure/core/model/time/release-branches'
import type {Policy, PolicyRevision} from '@tenure/core/model/verdict/policy'
import {effectOfRemoval, type StabilityContext} from '@tenure/core/policy/compatibility/change-effects'
import {isDeclaredBreaking} from '@tenure/core/policy/compatibility/judge-declared-change'
import {stabilityOf} from '@tenure/core/policy/notice/stability'

/** A line of a history file as data: one verb, one subject. */
export type HistoryLine = YamlMapContent

export interface EventLinesOptions {
  readonly declared: DeclaredHistory
  readonly history: History
  readonly policy: Policy
  /** Whether a history that the lines are added to already contains the removal of a subject. */
  readonly isRemoved: (subject: Subject) => boolean
}

/** An event, and the data from which its lines are made. */
interface LineDraft {
  readonly event: WrittenEvent
  readonly whole: Event
  readonly revision: PolicyRevision
  readonly context: StabilityContext
  /** Whether the change breaks clients; `undefined` if it isn't known. */
  readonly breaking: boolean | undefined
  /** The beginning of the line: its verb and its subject. */
  readonly base: YamlMapContent
  /** The key `after` with the release after which it happened, if it isn't known in which one; otherwise empty. */
  readonly after: YamlMapContent
}

/** Converts events to lines, in the order in which they happened. */
export class EventLines {
  readonly #options: EventLinesOptions
  /** The index of the entry at which each existing subject was introduced, and each removed one removed. */
  readonly #present = new Map<string, number>()
  readonly #removed = new Map<string, number>()
  readonly #moved: ReadonlySet<string>

  constructor(options: EventLinesOptions) {
    this.#options = options
    this.#moved = findMovedKeys(options.declared.events)
  }

  /** The lines of an event. None if it changes nothing that a history must contain. */
  linesOf(event: WrittenEvent, whole: Event | undefined, revision: PolicyRevision): HistoryLine[] {
    if (!whole) return []
    const {policy, history, declared} = this.#options
    const context = {policy, stability: stabilityOf(event.subject, policy, history)}
    const name = event.by?.after === undefined ? undefined : declared.entries[event.by.after]?.name
    const draft: LineDraft = {
      ...{event, whole, revision, context},
      breaking: isDeclaredBreaking(whole, revision, context),
      base: lineOn(event.verb, event),
      after: defined({after: name})
    }
    const {base, after} = draft
    switch (event.kind) {
      case 'introduced':
        return this.#ofIntroduction(draft)
      case 'changed':
        return ofChange(draft)
      case 'removed':
        return this.#ofRemoval(draft)
      case 'deprecated':
        return [{...base, ...announcementProperties(event, whole), ...after}]
      case 'rescheduled':
        return [{...base, sunset: 'never', ...sunsetProperties(event, whole), ...after}]
      case 'withdrawn':
        return [{...base, ...after}]
      case 'restored':
        return []
    }
  }

  #ofIntroduction(draft: LineDraft): HistoryLine[] {
    const {event, breaking, after} = draft
    const key = subjectKey(event.subject)
    // A subject that one release moved to another place of the API needs no line for its addition, because the line of
    // its removal describes the effect.
    if (this.#moved.has(`${event.entry} ${key}`)) return []
    const since = this.#present.get(key)
    // The second addition of an existing subject means that it is used in one more place, so it is written as a change.
    if (since !== undefined && isContainedIn(this.#options.history.timeline, since, event.entry)) {
      return breaking === false ? [] : [defined({...lineOn('changed', event), breaking, ...after})]
    }
    this.#present.set(key, event.entry)
    if (this.#removed.has(key) || this.#options.isRemoved(event.subject)) {
      this.#removed.delete(key)
      const more = breaking === false ? [] : [defined({...lineOn('changed', event), breaking})]
      return [lineOn('restored', event), ...more]
    }
    return ofAddition(draft)
  }

  #ofRemoval({event, whole, revision, context, base, after}: LineDraft): HistoryLine[] {
    const key = subjectKey(event.subject)
    const effect = effectOfRemoval(whole, event.subject, revision, context)
    if (this.#moved.has(`${event.entry} ${key}`)) {
      return effect === 'compatible'
        ? []
        : [defined({...lineOn('changed', event), breaking: effect === 'review' ? undefined : true, ...after})]
    }
    const before = this.#removed.get(key)
    // One line covers all places from which a release removed the subject.
    if (before === event.entry) return []
    // The second removal of a removed subject means that it was used in one more place, so it is written as a change.
    if (before !== undefined && isContainedIn(this.#options.history.timeline, before, event.entry)) {
      return effect === 'compatible' ? [] : [{...lineOn('changed', event), breaking: true, ...after}]
    }
    this.#present.delete(key)
    this.#removed.set(key, event.entry)
    const breaking = effect === 'compatible' ? false : undefined
    return [defined({...base, breaking, replacement: writeReplacement(event), ...after})]
  }
}

const lineOn = (verb: Verb, {subject}: WrittenEvent): YamlMapContent => ({
  [verb]: subject.target.text,
  ...toWrittenPart(subject.part)
})

function ofAddition(draft: LineDraft): HistoryLine[] {
  const {event, breaking, base, after} = draft
  const {change} = draft.whole
  if (event.required && breaking && hasSameMeaning(draft, {required: true}))
    return [{...base, required: true, ...after}]
  if (hasSameMeaning(draft, {})) return [{...base, ...after}]
  if (change && hasSameMeaning(draft, {change})) return [{...base, kind: change, ...after}]
  if (breaking !== undefined) return [{...base, breaking, ...after}]
  // An addition line can't state that the addition may be breaking, so a separate change line does.
  return [
    {...base, ...after},
    {...lineOn('changed', event), ...after}
  ]
}

function ofChange(draft: LineDraft): HistoryLine[] {
  const {event, breaking, base, after} = draft
  const {change} = draft.whole
  // A compatible change needs no line, unless it changes the stability level, which the history must contain.
  const losesMark = change === 'stability-changed' && event.stability === undefined
  if (breaking === false && event.stability === undefined && !losesMark) return []
  const sure = defined({breaking})
  const namesKind = losesMark || hasSameMeaning(draft, defined({change: change || undefined, ...sure}))
  return [{...base, ...sure, ...(namesKind ? defined({kind: change}) : {}), ...after}]
}

/** Whether a line with these properties would be read with the same meaning. */
function hasSameMeaning(
  {whole, revision, context, breaking}: LineDraft,
  properties: Pick<Event, 'change' | 'required' | 'breaking'>
): boolean {
  const {observed: _, required: __, change: ___, breaking: ____, ...others} = whole
  return isDeclaredBreaking({...others, ...properties}, revision, context) === breaking
}

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

/** Whether the notation of history files can represent the subject. */
export function isWritable({target, part}: Subject): boolean {
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
