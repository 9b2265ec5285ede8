import type {DeprecationNotice} from '../../../languages/language.ts'
import {isEndpoint, isMember} from '../../../model/subject/subject.ts'
import {type Day, dayOfInstant} from '../../../model/time/date-range.ts'
import {capitalizeFirst, type TextPiece} from '../../../phrases/text-pieces.ts'
import {subjectPieces} from '../../../text/subject-phrase.ts'

const isDay = (text: string | undefined): text is Day => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text)

const sayEnd = (sunset: string): string =>
  /^\d{4}(-\d{2}){0,2}$/.test(sunset) ? `from ${sunset}` : `from release ${sunset}`

const plainPieces = (pieces: readonly TextPiece[]): string =>
  pieces.map(piece => (typeof piece === 'string' ? piece : 'code' in piece ? piece.code : piece.free)).join('')

/** Announcement for clients, as plain text. */
export function sayNotice({subject, since, sunset, replacement, unreplaced, note}: DeprecationNotice): string {
  const end = sunset === undefined ? '' : ` and won't be supported ${sayEnd(sunset)}`
  const none = unreplaced ? ' Nothing replaces it.' : ''
  const instead = replacement ? ` Please use ${plainPieces(subjectPieces(replacement))} instead.` : none
  const why = note === undefined ? '' : ` ${note.trim().replace(/[^.!?]$/, '$&.')}`
  return `${plainPieces(capitalizeFirst(subjectPieces(subject)))} is deprecated as of ${since}${end}.${instead}${why}`
}

/**
 * Response headers of the announcement (RFC 9745, RFC 8594, RFC 5829). Empty for a part of an operation.
 */
export function noticeHeaders({subject, since, sunset, replacement, page, timezone}: DeprecationNotice): string[] {
  if (subject.part || isMember(subject.target)) return []
  const start = dayBegins(since, timezone)
  const links = [
    ...(isEndpoint(replacement?.target) && !replacement.part
      ? [`<${encodeURI(replacement.target.path)}>; rel="successor-version"`]
      : []),
    ...(page === undefined ? [] : [`<${page}>; rel="deprecation"; type="text/html"`])
  ]
  return [
    `Deprecation: @${start.getTime() / 1000}`,
    ...(isDay(sunset) ? [`Sunset: ${dayBegins(sunset, timezone).toUTCString()}`] : []),
    ...(links.length > 0 ? [`Link: ${links.join(', ')}`] : [])
  ]
}

/** Instant at which a day begins in a time zone. */
function dayBegins(day: Day, timezone: string): Date {
  const noon = Date.parse(`${day}T00:00:00Z`)
  // No time zone is more than 14 hours ahead of UTC, and all offsets are multiples of 15 minutes.
  for (let at = noon - 14 * 3_600_000; ; at += 900_000) {
    const instant = new Date(at)
    if (dayOfInstant(instant, timezone) >= day) return instant
  }
}
