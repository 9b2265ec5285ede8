import type {Use} from '../api/client-call.ts'
import type {Place} from '../location.ts'
import type {Subject} from '../subject/subject.ts'
import type {Day} from '../time/date-range.ts'
import type {Timeline, WrittenEntry} from '../time/timeline.ts'
import type {Event, SubjectWaiver} from './event.ts'
import type {Lifecycle} from './lifecycle.ts'

/** Something known of a subject that no release introduced on record. */
export interface SubjectFact {
  readonly subject: Subject
  readonly type?: string
  readonly stability?: string
  readonly note?: string
  readonly place: Place
}

/** What is known not to be known: a topic, and what is said of it. */
export interface Unknown {
  readonly topic: string
  readonly note?: string
}

/** What a history says besides what happened. */
export interface About {
  readonly service: string
  readonly base?: string
  readonly about?: string
  readonly areas: readonly string[]
  readonly notes: readonly string[]
  readonly unknown: readonly Unknown[]
}

/** A history as people wrote it, before its neighbours bound its dates and before anything is judged. */
export interface Declared {
  readonly about: About
  /** Where it was read from, as the user named it. */
  readonly source: string
  /** The policy it names: a file or a preset. */
  readonly policy?: string
  /** From this day on announcements count from when they were recorded. */
  readonly adopted?: Day
  /** It says everything: what it does not say did not happen. */
  readonly complete: boolean
  /** It goes with what it is the record of: nobody can write a line into it any more. */
  readonly isLeaving?: true
  readonly entries: readonly WrittenEntry[]
  readonly events: readonly WrittenEvent[]
  readonly facts: readonly SubjectFact[]
  readonly waivers: readonly SubjectWaiver[]
  /** The paths before all paths, from the release on that shows them: a version marker there is the document's. */
  readonly bases?: readonly Base[]
  /** Components of which something was deprecated and that are gone as a whole, as snapshots show them. */
  readonly absences?: readonly Absence[]
  /** Endpoints whose path parameters have other names from an entry on, as snapshots show them. */
  readonly respelt?: readonly Respelling[]
}

/** An endpoint as its path is spelt from one entry of the timeline on. */
export interface Respelling {
  readonly entry: number
  readonly subject: Subject
}

/** What precedes all paths of the API, from one entry of the timeline on. */
export interface Base {
  readonly entry: number
  readonly base: string
}

/** A component that is in no description from one entry of the timeline on, until it came back. */
export interface Absence {
  readonly component: string
  readonly from: number
  readonly until?: number
}

/** A day or a release as it was written; which of the two it is, the timeline tells. */
export interface Stated {
  readonly text: string
}

/** An event whose sunset and announcement are still the words that were written. */
export interface WrittenEvent extends Omit<Event, 'sunset' | 'announced' | 'recorded'> {
  readonly sunset?: Stated
  readonly announced?: 'never' | Stated
}

/** The whole record of one service, in order, as of a day. */
export interface History {
  readonly about: About
  readonly source: string
  readonly adopted?: Day
  readonly complete: boolean
  readonly isLeaving?: true
  readonly timeline: Timeline
  readonly events: readonly Event[]
  readonly facts: readonly SubjectFact[]
  readonly waivers: readonly SubjectWaiver[]
  /** The entries of which a snapshot was seen; left out where there is none. */
  readonly bases?: readonly Base[]
  /** Components of which something was deprecated and that are gone as a whole, as snapshots show them. */
  readonly absences?: readonly Absence[]
  /** Pages that are not as this record would write them; left out where none was looked at. */
  readonly stale?: readonly Place[]
  /** The day of adoption before a change, and where it stands or stood; left out where there was none. */
  readonly adoptedBefore?: {readonly day: Day; readonly place: Place}
  /** Calls of its endpoints in the code of clients; left out where nobody looked for them. */
  readonly uses?: readonly Use[]
  readonly lifecycles: readonly Lifecycle[]
  readonly bySubject: ReadonlyMap<string, Lifecycle>
}
