import type {Event, Verb, Waiver} from '../model/lifecycle/event.ts'
import type {Subject} from '../model/subject/subject.ts'
import type {When} from '../model/time/date-range.ts'
import type {Moment} from '../model/time/timeline.ts'

/** A waiver as text: days are strings. */
export interface SaidWaiver {
  readonly reason: string
  readonly approver?: string
  readonly approved?: string
  readonly until?: string
  readonly note?: string
  readonly evidence?: string
}

/** A history line as text: days and releases are strings, as written. */
export interface Said {
  readonly verb: Verb
  readonly subject: Subject
  /** The new name, for a rename or a promotion. */
  readonly to?: Subject
  readonly until?: string
  readonly replacement?: Subject
  /** Declared to have no replacement. */
  readonly unreplaced?: true
  readonly sunset?: string
  readonly except?: readonly Subject[]
  /** A day, a release, or `never`. */
  readonly announced?: {readonly never: true} | {readonly at: string}
  readonly via?: string
  readonly met?: Readonly<Record<string, string>>
  readonly waiver?: SaidWaiver
  readonly breaking?: boolean
  readonly required?: boolean
  readonly kind?: string
  /** What part of the subject the change is about. */
  readonly about?: string
  readonly type?: string
  readonly stability?: string
  /** The state may be older than the first description that was read. */
  readonly existing?: true
  /** The last earlier release whose description was read. */
  readonly after?: string
  readonly note?: string
}

/** The day or release name, as written. */
export const statedText = ({stated}: Moment): string => stated.replace(/^release /, '')

/** A day, month, or year, as written. `undefined` if the date is unknown. */
function formatDate({earliest, latest}: When): string | undefined {
  if (earliest === undefined || earliest === latest) return earliest
  return earliest.endsWith('-01-01') && latest?.endsWith('-12-31') ? earliest.slice(0, 4) : earliest.slice(0, 7)
}

export function saidWaiver({reason, approver, approved, until, note, evidence}: Waiver): SaidWaiver {
  return {
    reason,
    ...copy('approver', approver),
    ...copy('approved', approved && formatDate(approved)),
    ...copy('until', until && formatDate(until)),
    ...copy('note', note),
    ...copy('evidence', evidence)
  }
}

/**
 * The statement of an event. A rename or promotion has two events; the first one holds the statement, and `arrival` is
 * the second.
 */
export function saidOf(event: Event, arrival?: Event): Said {
  const {verb, subject} = event
  const paired = verb === 'renamed' || verb === 'promoted'
  return {
    verb,
    subject,
    ...copy('to', paired ? event.counterpart : undefined),
    ...copy('until', paired && event.sunset ? statedText(event.sunset) : undefined),
    ...copy('replacement', paired ? undefined : event.replacement),
    ...copy('unreplaced', event.unreplaced),
    ...copy('sunset', paired ? undefined : sunsetText(event)),
    ...copy('except', event.except),
    ...copy('announced', announcementText(event)),
    ...copy('via', event.via),
    ...copy('met', event.gates),
    ...copy('waiver', event.waiver && saidWaiver(event.waiver)),
    ...copy('breaking', event.breaking),
    ...copy('required', event.required),
    ...copy('kind', verb === 'rescheduled' ? undefined : event.change),
    ...copy('about', event.about),
    ...copy('type', event.type),
    ...copy('stability', event.stability ?? arrival?.stability),
    ...copy('existing', event.by && event.by.after === undefined ? (true as const) : undefined),
    ...copy('note', event.note)
  }
}

const sunsetText = ({verb, sunset}: Event): string | undefined =>
  sunset ? statedText(sunset) : verb === 'rescheduled' ? 'never' : undefined

const announcementText = ({announced}: Event): Said['announced'] =>
  announced && (announced.kind === 'never' ? {never: true} : {at: statedText(announced.moment)})

export const copy = <Key extends string, Value>(key: Key, value: Value | undefined): {[K in Key]?: Value} =>
  (value === undefined ? {} : {[key]: value}) as {[K in Key]?: Value}
