import {FAILSAFE_SCHEMA, load, YAMLException} from 'js-yaml'
import {findPositions} from '../../documents/pointer-positions.ts'
import {InputError, type InputProblem, inputError} from '../../model/input-error.ts'
import {formatPointer, type SourceLocation} from '../../model/location.ts'
import {dayOfInstant, parseDateRange} from '../../model/time/date-range.ts'
import {releaseKey} from '../../model/time/release.ts'
import type {Files} from '../../stores/files/files.ts'
import {createPositionFinder} from '../../stores/files/positions.ts'
import {convertToLineFeeds, decodeUtf8} from '../../stores/files/text-bytes.ts'

/** An example of a release date, for messages. */
export const DATE_EXAMPLE = '2024-01-31'

const INSTANT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?$/i

/**
 * Returns a day, month, or year as written, and converts an instant to its day in the time zone. An instant without an
 * offset keeps the day as written. `undefined` if the text is no date.
 */
export function parseReleaseDate(text: string, timezone: string): string | undefined {
  const written = text.trim()
  if (parseDateRange(written)) return written
  const [, day = '', time = '', zone] = INSTANT.exec(written) ?? []
  if (!parseDateRange(day)) return undefined
  const instant = new Date(`${day}T${time}${zone?.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2') ?? 'Z'}`)
  if (Number.isNaN(instant.getTime())) return undefined
  return zone === undefined ? day : dayOfInstant(instant, timezone)
}

/** Release dates from a separate file. */
export interface ReleaseDates {
  readonly of: (release: string) => {readonly date: string; readonly place: SourceLocation} | undefined
  /** Names in the file that match no release. */
  readonly unused: () => string[]
}

/**
 * Reads a map from release names to dates, in YAML or JSON: `v1.2: 2024-01-31`. Scalars are read as text, so that 2.10
 * doesn't become 2.1.
 */
export function readReleaseDates(files: Files, path: string, timezone: string): ReleaseDates {
  const text = decodeUtf8(convertToLineFeeds(files.readBytes(path)), path)
  const written = mapOf(text, path)
  const pointers = written.map(([name]) => formatPointer([name]))
  const found = findPositions(text, /^\s*\{/.test(text) ? 'json' : 'yaml', pointers)
  const problems: InputProblem[] = []
  const dates = new Map<string, {name: string; date: string; place: SourceLocation}>()
  for (const [name, value] of written) {
    const pointer = formatPointer([name])
    const place = {source: path, pointer, ...found.get(pointer)}
    const date = typeof value === 'string' ? parseReleaseDate(value, timezone) : undefined
    const display = typeof value === 'string' ? `\`${value}\`` : "A value that isn't a string"
    if (date === undefined) {
      problems.push({
        message: `${display} isn't a date for \`${name}\`. Write a day, a month, or a year that exists.`,
        place,
        example: `${name}: ${DATE_EXAMPLE}`
      })
    } else if (dates.has(releaseKey(name))) {
      problems.push({message: `\`${name}\` has two dates. Keep one of them.`, place})
    } else dates.set(releaseKey(name), {name, date, place})
  }
  if (problems.length > 0) throw new InputError(problems)
  const unused = new Set(dates.keys())
  return {
    of(release) {
      unused.delete(releaseKey(release))
      return dates.get(releaseKey(release))
    },
    unused: () => [...unused].map(key => dates.get(key)?.name ?? key)
  }
}

function mapOf(text: string, path: string): [string, unknown][] {
  let value: unknown
  try {
    value = load(text, {schema: FAILSAFE_SCHEMA})
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause
    const place = {
      source: path,
      ...(cause.mark ? createPositionFinder(text)(Math.min(cause.mark.position, text.length)) : {})
    }
    throw new InputError(
      [{message: `Invalid YAML: ${cause.reason}. Write a map from release names to dates.`, place}],
      {
        cause
      }
    )
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).length === 0) {
    throw inputError(
      'The file of dates must be a map from release names to dates.',
      {source: path, line: 1, column: 1},
      `v1.2: ${DATE_EXAMPLE}`
    )
  }
  return Object.entries(value)
}
