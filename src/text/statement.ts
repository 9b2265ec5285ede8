import type {Event, Verb, Waiver} from '../model/lifecycle/event.ts'
import type {Subject} from '../model/subject/subject.ts'
import type {When} from '../model/time/date-range.ts'
import type {Moment} from '../model/time/timeline.ts'

/** A recorded exception, as a sentence says it: its days are texts. */
export interface SaidWaiver {
  readonly reason: string
  readonly approver?: string
  readonly approved?: string
  readonly until?: string
  readonly note?: string
  readonly evidence?: string
}

/** One line of a history, as a sentence says it: days and releases are texts, as people wrote them. */
export interface Said {
  readonly verb: Verb
  readonly subject: Subject
  /** The new name in a rename or a promotion. */
  readonly to?: Subject
  readonly until?: string
  readonly replacement?: Subject
  /** Nothing replaces it. */
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
  /** What of the subject the change is about. */
  readonly about?: string
  readonly type?: string
  readonly stability?: string
  /** It may have been so before. */
  readonly existing?: true
  /** The last release before it at which somebody looked. */
  readonly after?: string
  readonly note?: string
}

/** The day or the name of the release that was written for a moment. */
export const statedText = ({stated}: Moment): string => stated.replace(/^release /, '')

/** A day, a month or a year, as it was written. */
function whenText({earliest, latest}: When): string | undefined {
  if (earliest === undefined || earliest === latest) return earliest
  return earliest.endsWith('-01-01') && latest?.endsWith('-12-31') ? earliest.slice(0, 4) : earliest.slice(0, 7)
}

export function saidWaiver({reason, approver, approved, until, note, evidence}: Waiver): SaidWaiver {
  return {
    reason,
    ...copy('approver', approver),
    ...copy('approved', approved && whenText(approved)),
    ...copy('until', until && whenText(until)),
    ...copy('note', note),
    ...copy('evidence', evidence)
  }
}

/** What a line said, from its event. A rename and a promotion are two events, of which the first holds the line. */
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
    ...copy('sunset', paired ? undefined : sunsetOf(event)),
    ...copy('except', event.except),
    ...copy('announced', announcedOf(event)),
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

const sunsetOf = ({verb, sunset}: Event): string | undefined =>
  sunset ? statedText(sunset) : verb === 'rescheduled' ? 'never' : undefined

const announcedOf = ({announced}: Event): Said['announced'] =>
  announced && (announced.kind === 'never' ? {never: true} : {at: statedText(announced.moment)})

export const copy = <Key extends string, Value>(key: Key, value: Value | undefined): {[K in Key]?: Value} =>
  (value === undefined ? {} : {[key]: value}) as {[K in Key]?: Value}
