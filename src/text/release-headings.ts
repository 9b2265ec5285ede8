import {defined} from '../model/defined.ts'
import {looksLikeDate, parseDateRange} from '../model/time/date-range.ts'
import {NEXT} from '../model/time/timeline.ts'
import {readDate} from '../model/time/written-date.ts'
import {codePiece, joinPieces, MARKS, type TextPiece} from '../phrases/text-pieces.ts'
import {EMPTY_SECTION_TEXTS, stripRemovedPeriods} from './page-strings.ts'

/** A heading: a release, or a public statement between releases. */
export type EntryHeading =
  | {readonly kind: 'release'; readonly name: string; readonly date?: string}
  | {readonly kind: 'announcement'; readonly on: string}

/** A release name that needs no code formatting: it begins like a version and isn't followed by a date. */
const PLAIN_NAME = /^v?\d[\w.+-]*(?: [A-Za-z][\w.-]*)*$/i
const NEXT_HEADING = 'Next release'

/** `2.10`, `3.1 (2026-03-02)`, `Next release`, `On 2026-02-03`. */
export function entryNamePieces(entry: EntryHeading): TextPiece[] {
  if (entry.kind === 'announcement') return [`On ${entry.on}`]
  const {name, date} = entry
  const shown = name === NEXT ? NEXT_HEADING : PLAIN_NAME.test(name) ? name : codePiece(name)
  return date === undefined ? [shown] : [shown, ` (${date})`]
}

const isDay = (name: string): boolean => looksLikeDate(name) && parseDateRange(name) !== undefined

/**
 * Section heading of a release. A release named after its day doesn't repeat the day; if it has no date, its name is
 * set in code.
 */
export function entryHeadingPieces(entry: EntryHeading): TextPiece[] {
  if (entry.kind === 'announcement' || !isDay(entry.name)) return entryNamePieces(entry)
  const {name, date} = entry
  if (date === undefined) return [codePiece(name)]
  return date === name ? [name] : entryNamePieces(entry)
}

/** Reads a section heading, or returns `undefined` if it isn't one. */
export function readHeading(flatText: string): EntryHeading | undefined {
  const name = flatText.trim()
  return isDay(name) ? {kind: 'release', name, date: name} : readEntryName(flatText)
}

const CODE = new RegExp(`^${MARKS.code[0]}([^${MARKS.code[1]}]*)${MARKS.code[1]}$`)

/**
 * Reads a release as `entryNamePieces` writes it, also in the "since" cell of a table. `undefined` for anything else.
 */
export function readEntryName(flatText: string): EntryHeading | undefined {
  const text = stripRemovedPeriods(flatText.trim())
  const statement = /^On (\d{4}(?:-\d{2}){0,2})$/i.exec(text)?.[1]
  if (statement !== undefined && parseDateRange(statement)) return {kind: 'announcement', on: statement}
  const dated = /^(.*?) \((\d{4}(?:-\d{2}){0,2})\)$/.exec(text)
  const date = dated?.[2] !== undefined && parseDateRange(dated[2]) ? dated[2] : undefined
  const shown = date === undefined ? text : (dated?.[1] ?? '')
  const coded = CODE.exec(shown)?.[1]
  const name = coded ?? (shown === NEXT_HEADING ? NEXT : PLAIN_NAME.test(shown) ? shown : undefined)
  if (name === undefined || name === '') return undefined
  return defined({kind: 'release', name, date})
}

/** The texts of a release without changes. */
const NO_CHANGES: readonly string[] = [EMPTY_SECTION_TEXTS.changes, EMPTY_SECTION_TEXTS.changesIncomplete]
/** Whether a text only says that nothing changed. */
export const saysNoChanges = (text: string | undefined): boolean => text !== undefined && NO_CHANGES.includes(text)

/** The text of each of the releases, with their names: `No changes: 1.4 (2026-03-02), 1.3 (2026-02-01).` */
export const unchangedPieces = (text: string, run: readonly EntryHeading[]): TextPiece[] => [
  `${text.slice(0, -1)}: `,
  ...joinPieces(run.map(entryHeadingPieces)),
  '.'
]

const UNCHANGED_NAME = new RegExp(`(?:${MARKS.code[0]}[^${MARKS.code[1]}]*${MARKS.code[1]}|[^,${MARKS.code[0]}])+`, 'g')

/** Reads the releases that `unchangedPieces` lists. Empty if the text is anything else. */
export function readUnchanged(flatText: string): EntryHeading[] {
  const lead = NO_CHANGES.map(text => `${text.slice(0, -1)}: `).find(each => flatText.startsWith(each))
  if (lead === undefined || !flatText.endsWith('.')) return []
  const names = (flatText.slice(lead.length, -1).match(UNCHANGED_NAME) ?? []).map(readHeading)
  return names.every(name => name?.kind === 'release') ? names.filter(name => name !== undefined) : []
}

const QUALIFIER = '(?:GA|RC ?\\d*|LTS|beta ?\\d*|alpha ?\\d*|preview|stable)'
const LOOSE_HEADING = new RegExp(
  `^(?:(?:product )?(?:release|version) )?\\[?(v?\\d[\\w.+-]*)\\]?(?: (${QUALIFIER})\\b| \\((${QUALIFIER})\\)|(?= )|(?=[:,/|([–—-])|$)(.*)$`,
  'i'
)
const UNRELEASED =
  /^\[?(?:(?:unreleased|next|upcoming)(?: (?:version|release|changes))?|development version|in development)\]?$/i
/** `[2026-04-14] Version 2.6.7` */
const DATE_FIRST =
  /^\[?([\d./-]{8,10}|[A-Za-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2} [A-Za-z]{3,9} \d{4})\]?(?: [-–—]|:)? (?:(?:version|release) |(?=v\d))(v?\d+(?:\.[\w-]+)+)$/i
/** A link target in a heading. */
const ADDRESS = /\s?\((?:https?:\/\/|#|\.{0,2}\/)[^)]*\)/g
const BEFORE_DATE = /^\s*(?:[-–—:,/|]|\(|\s)\s*(?:(?:released|vom|from|on|am|of)(?: on)? )?/i
/** `v1.41 API changes`. Only matches the whole heading, so that no sentence about a version matches. */
const CHANGES_OF = /^(v?\d+(?:\.\d+)+) API changes$/i
const WITHDRAWN = /\s*[[(]?\b(?:yanked|withdrawn|zurückgezogen)[\])]?$/i

/** A release with the unused rest of its heading: an ambiguous day, or a note that the release was withdrawn. */
export interface FreeFormHeading {
  readonly entry: EntryHeading
  readonly unread?: string
}

/**
 * Reads headings of other changelogs: `[1.2.0] - 2024-01-05`, `Version 2.9 - January 5, 2021`. `undefined` if the text
 * isn't a release heading.
 */
export function readFreeFormHeading(text: string): FreeFormHeading | undefined {
  const plain = text.replace(ADDRESS, '').trim().replace(CHANGES_OF, '$1')
  if (UNRELEASED.test(plain)) return {entry: {kind: 'release', name: NEXT}}
  const [, day = '', later] = DATE_FIRST.exec(plain) ?? []
  if (later !== undefined && !isCalendarVersion(later)) {
    const {date} = readDate(day) ?? {}
    if (date !== undefined) return looseEntry(later, date, undefined)
  }
  const whole = plain.replace(/^\[(.*)\]$/, '$1')
  const dated = isCalendarVersion(whole) ? undefined : readDate(whole)
  // A date alone is a release named after its day.
  if (dated) return looseEntry(whole, dated.date, dated.date === undefined ? whole : undefined)
  const withdrawn = WITHDRAWN.exec(plain)?.[0]
  const [, version, spaced, enclosed, after = ''] =
    LOOSE_HEADING.exec(withdrawn === undefined ? plain : plain.slice(0, -withdrawn.length)) ?? []
  if (version === undefined) return undefined
  const qualifier = spaced ?? enclosed
  const name = qualifier === undefined ? version : `${version} ${qualifier}`
  if (after.trim() === '') return looseEntry(name, undefined, withdrawn)
  const words = after.replace(BEFORE_DATE, '').replace(/\)?\s*$/, '')
  const date = BEFORE_DATE.test(after) ? readDate(words) : undefined
  if (!date) return undefined
  return looseEntry(
    name,
    date.date,
    [...(date.date === undefined ? [words] : []), withdrawn?.trim()].filter(Boolean).join(' ')
  )
}

/** Calendar versions: `2024.1.5` is more often a version than a day, and `2024.01.05` is a day. */
const isCalendarVersion = (name: string): boolean => /^\d{4}\./.test(name) && !/^\d{4}\.\d{2}\.\d{2}$/.test(name)

const looseEntry = (name: string, date: string | undefined, unread: string | undefined): FreeFormHeading => ({
  entry: defined({kind: 'release', name, date}),
  ...(unread ? {unread} : {})
})

export const readFreeFormEntry = (text: string): EntryHeading | undefined => readFreeFormHeading(text)?.entry
