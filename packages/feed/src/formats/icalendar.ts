import {compareText} from '@tenure/core/outputs/changes/page-data'
import type {CalendarEvent} from '../feed-entry.ts'
import {
  type FeedDocument,
  feedTitle,
  midnightIn,
  oneLine,
  type PublishedEntry,
  plainParagraphs,
  plainPieces,
  publishedEntries
} from './feed-text.ts'

// Packages that write calendars ask the clock for `DTSTAMP`, or bring a library of time zones with them. Days need
// neither.

/** A property with its value, before lines are folded. */
type Property = readonly [name: string, value: string]

/** How often calendars should ask again. */
const REFRESH = 'P1D'

/** A calendar without any component isn't valid, so an empty one has a timezone. */
const NO_EVENTS: readonly Property[] = [
  ['BEGIN', 'VTIMEZONE'],
  ['TZID', 'UTC'],
  ['BEGIN', 'STANDARD'],
  ['DTSTART', '19700101T000000'],
  ['TZOFFSETFROM', '+0000'],
  ['TZOFFSETTO', '+0000'],
  ['END', 'STANDARD'],
  ['END', 'VTIMEZONE']
]

/** Writes the sunsets and removals of a feed that have a day as a calendar (RFC 5545). */
export function writeCalendar(feed: FeedDocument): string {
  const title = escapeText(feedTitle(feed))
  const events = publishedEntries(feed)
    .flatMap(entry => (entry.event ? [{entry, event: entry.event}] : []))
    .toSorted((a, b) => compareText(a.event.day, b.event.day))
  const properties: readonly Property[] = [
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//tenure//feed//EN'],
    ['NAME', title],
    ['X-WR-CALNAME', title],
    ['REFRESH-INTERVAL;VALUE=DURATION', REFRESH],
    ['X-PUBLISHED-TTL', REFRESH],
    ...uri('SOURCE;VALUE=URI', feed.self),
    ...(events.length > 0 ? events.flatMap(({entry, event}) => eventProperties(entry, event)) : NO_EVENTS),
    ['END', 'VCALENDAR']
  ]
  return properties.map(([name, value]) => `${foldLine(`${name}:${value}`)}\r\n`).join('')
}

/** An event of a whole day, during which nothing is blocked. */
function eventProperties(entry: PublishedEntry, {day, updated, revision, isCancelled}: CalendarEvent): Property[] {
  const stamp = toUtc(midnightIn(entry, updated).instant)
  const label = entry.kind === 'deprecation' ? 'Sunset' : 'Removed'
  return [
    ['BEGIN', 'VEVENT'],
    ['UID', entry.id],
    ['DTSTAMP', stamp],
    ['LAST-MODIFIED', stamp],
    ['SEQUENCE', String(revision)],
    ['DTSTART;VALUE=DATE', day.replaceAll('-', '')],
    ['SUMMARY', escapeText(`${label}: ${oneLine(plainPieces(entry.name))} (${entry.api})`)],
    ['DESCRIPTION', escapeText(plainParagraphs(entry))],
    ['CATEGORIES', escapeText(entry.api)],
    ...uri('URL', entry.link),
    ['STATUS', isCancelled ? 'CANCELLED' : 'CONFIRMED'],
    ['TRANSP', 'TRANSPARENT'],
    ['END', 'VEVENT']
  ]
}

const uri = (name: string, value: string | undefined): Property[] => (value === undefined ? [] : [[name, value]])

/** `20260330T220000Z`. */
const toUtc = (instant: Date): string => instant.toISOString().replace(/[-:]|\.\d+/g, '')

const escapeText = (text: string): string => text.replace(/[\\;,]/g, each => `\\${each}`).replaceAll('\n', '\\n')

/** The most octets of a line without its line break. */
const MOST_OCTETS = 75

/** Folds a line into several of at most 75 octets; each but the first begins with a space. No character is divided. */
function foldLine(line: string): string {
  const lines: string[] = []
  let [current, octets] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MOST_OCTETS) {
      lines.push(current)
      ;[current, octets] = ['', 1]
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n ')
}
