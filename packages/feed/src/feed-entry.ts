import type {Day} from '@tenure/core/model/time/date-range'
import type {TextPiece} from '@tenure/core/phrases/text-pieces'

/** What happened to a subject, for a program. */
export type EntryStatus = 'deprecated' | 'withdrawn' | 'sunset' | 'removed' | 'restored'

/** A sunset or a removal in a calendar. */
export interface CalendarEvent {
  readonly day: Day
  readonly updated: Day
  /** How many facts changed it. */
  readonly revision: number
  /** Whether it doesn't come, because the deprecation was withdrawn, or the removal came first. */
  readonly isCancelled: boolean
}

/** A deprecation or an end of support. Later facts about it change the entry and keep its id. */
export interface FeedEntry {
  /** A UUID. */
  readonly id: string
  readonly kind: 'deprecation' | 'end'
  readonly status: EntryStatus
  /** The subject in words for clients. */
  readonly name: readonly TextPiece[]
  /** The subject as in the history. */
  readonly subject: string
  readonly replacement?: string
  /** The sunset as written: a day, a month, or a release. */
  readonly sunset?: string
  /** A sentence without its period. */
  readonly title: readonly TextPiece[]
  readonly paragraphs: readonly (readonly TextPiece[])[]
  readonly link?: string
  readonly published: Day
  readonly updated: Day
  /** Missing if it has no day of its own. */
  readonly event?: CalendarEvent
}

/** The entries of an API. */
export interface ApiFeed {
  /** The name in the configuration. Missing if it lists only one API. */
  readonly name?: string
  /** The title of the API. */
  readonly service: string
  /** The timezone of its policy, in which its days begin. */
  readonly timezone: string
  readonly entries: readonly FeedEntry[]
}
