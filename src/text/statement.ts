import {defined} from '../model/defined.ts'
import type {Event, Verb, Waiver} from '../model/lifecycle/event.ts'
import type {Subject} from '../model/subject/subject.ts'
import type {DateRange} from '../model/time/date-range.ts'
import type {Moment} from '../model/time/timeline.ts'

/** A waiver as text: days are strings. */
export interface WaiverText {
  readonly reason: string
  readonly approver?: string
  readonly approved?: string
  readonly until?: string
  readonly note?: string
  readonly evidence?: string
}

/** A history line as text: days and releases are strings, as written. */
export interface StatementText {
  readonly verb: Verb
  readonly subject: Subject
  /** The new name, for a rename or a promotion. */
  readonly to?: Subject
  readonly oldUntil?: string
  readonly replacement?: Subject
  /** Whether it's declared to have no replacement. */
  readonly unreplaced?: true
  readonly sunset?: string
  readonly except?: readonly Subject[]
  /** A day, a release, or `never`. */
  readonly announced?: {readonly never: true} | {readonly at: string}
  readonly via?: string
  readonly met?: Readonly<Record<string, string>>
  readonly waiver?: WaiverText
  readonly breaking?: boolean
  readonly required?: boolean
  readonly kind?: string
  /** The detail of the change beyond its subject, such as a keyword or the path of a value. */
  readonly about?: string
  readonly type?: string
  readonly stability?: string
  /** Whether the state may be older than the first description that was read. */
  readonly existing?: true
  /** The last earlier release whose description was read. */
  readonly after?: string
  readonly note?: string
}

/** The day or release name, as written. */
export const statedText = ({stated}: Moment): string => stated.replace(/^release /, '')

/** A day, month, or year, as written. `undefined` if the date is unknown. */
function formatDate({earliest, latest}: DateRange): string | undefined {
  if (earliest === undefined || earliest === latest) return earliest
  return earliest.endsWith('-01-01') && latest?.endsWith('-12-31') ? earliest.slice(0, 4) : earliest.slice(0, 7)
}

export function waiverText({reason, approver, approved, until, note, evidence}: Waiver): WaiverText {
  return defined({
    reason,
    approver,
    approved: approved && formatDate(approved),
    until: until && formatDate(until),
    note,
    evidence
  })
}

/** A statement without approvals and evidence, for public pages. */
export function publicStatement({waiver, met: _, ...statement}: StatementText): StatementText {
  if (!waiver) return statement
  const {approver: _who, approved: _when, evidence: _why, ...kept} = waiver
  return {...statement, waiver: kept}
}

/**
 * The statement of an event. A rename or promotion has two events; the first one holds the statement, and `arrival` is
 * the second.
 */
export function statementOfEvent(event: Event, arrival?: Event): StatementText {
  const {verb, subject} = event
  const paired = verb === 'renamed' || verb === 'promoted'
  return defined({
    verb,
    subject,
    to: paired ? event.counterpart : undefined,
    oldUntil: paired && event.sunset ? statedText(event.sunset) : undefined,
    replacement: paired ? undefined : event.replacement,
    unreplaced: event.unreplaced,
    sunset: paired ? undefined : sunsetText(event),
    except: event.except,
    announced: announcementText(event),
    via: event.via,
    met: event.met,
    waiver: event.waiver && waiverText(event.waiver),
    breaking: event.breaking,
    required: event.required,
    kind: verb === 'rescheduled' ? undefined : event.change,
    about: event.about,
    type: event.type,
    stability: event.stability ?? arrival?.stability,
    existing: event.by && event.by.after === undefined ? (true as const) : undefined,
    note: event.note
  })
}

const sunsetText = ({verb, sunset}: Event): string | undefined =>
  sunset ? statedText(sunset) : verb === 'rescheduled' ? 'never' : undefined

const announcementText = ({announced}: Event): StatementText['announced'] =>
  announced && (announced.kind === 'never' ? {never: true} : {at: statedText(announced.moment)})

export const optionalField = <Key extends string, Value>(key: Key, value: Value | undefined): {[K in Key]?: Value} =>
  (value === undefined ? {} : {[key]: value}) as {[K in Key]?: Value}
