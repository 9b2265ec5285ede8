import {parseDateRange} from '../model/time/date-range.ts'

// What the reason of a deprecation says about the end and about what to use instead.

/** The number of characters that are read. */
const LONGEST = 1000
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = `(?:${MONTHS.join('|')})[a-z]*\\.?`

const DAY = `\\d{4}-\\d{2}(?:-\\d{2})?|\\d{4}/\\d{2}/\\d{2}`
const WRITTEN_DAY = `${MONTH} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH},? \\d{4}|${MONTH} \\d{4}`
const QUARTER = `Q[1-4] \\d{4}|\\d{4}[- ]?Q[1-4]`
const VERSION = `v?\\d+(?:\\.\\d+)+|v\\d+`
const WHEN = `(?<when>${DAY}|${WRITTEN_DAY}|${QUARTER}|${VERSION})`
const END = `(?:removal|removed|remove|sunset|sunsetted|deleted|dropped|shut ?down|end[- ]of[- ]life|unsupported|stop working|goes away|go away|retired|discontinued|disabled|unavailable)`
/** At most six words, so that no text takes long: `in release`, `after`, `in GitLab`. */
const LINK = `(?:\\s*:|\\s+is)?(?:\\s+(?:planned|scheduled|expected|due|for|on|by|after|as|of|at|starting|the|release|version|API|(?:in|from|with)(?:\\s+[A-Z][a-z]+)?)){0,6}\\s+`
/** The end of support comes first, and the day or release follows: `Removal on 2019-07-01 UTC.` */
const REMOVAL = new RegExp(`\\b${END}\\b${LINK}\\(?['"\\x60]?${WHEN}`, 'i')
/** The day comes first: `On 2024-07-01, this field is removed.` */
const DAY_FIRST = new RegExp(
  `\\b(?:on|after|from|in|as of)\\s+${WHEN}\\b,?[^.]*?\\b(?:will|is|are|be|to)\\b[^.]*?\\b${END}\\b`,
  'i'
)

/** The day, month, quarter, or release at which a reason says that support ends. `undefined` if it says none. */
export function findSunset(reason: string): string | undefined {
  const text = reason.slice(0, LONGEST)
  const when = (REMOVAL.exec(text) ?? DAY_FIRST.exec(text))?.groups?.when
  return when === undefined ? undefined : normalizeDay(when)
}

/** What follows is the day since which something is deprecated: `Deprecated since API version 2023-10`. */
const SINCE = new RegExp(
  `\\bdeprecated\\s+(?:in|since|as of|on|from|starting (?:in|with|from))\\s+(?:the\\s+)?(?:[A-Z]\\w*\\s+){0,2}(?:(?:version|release)\\s+)?['"\\x60]?${WHEN}`,
  'i'
)

/**
 * The day or month since which a reason says that something is deprecated. `undefined` if it says none, or a release,
 * because the release that first has the mark is known.
 */
export function findSince(reason: string): string | undefined {
  const when = SINCE.exec(reason.slice(0, LONGEST))?.groups?.when
  const day = when === undefined ? undefined : normalizeDay(when)
  return day !== undefined && parseDateRange(day) ? day : undefined
}

function normalizeDay(when: string): string {
  const isoLike = when.replaceAll('/', '-')
  if (parseDateRange(isoLike)) return isoLike
  const [, quarterFirst, yearBehind, yearFirst, quarterBehind] =
    /^(?:Q([1-4]) (\d{4})|(\d{4})[- ]?Q([1-4]))$/i.exec(when) ?? []
  const [year, quarter] = [yearBehind ?? yearFirst, quarterFirst ?? quarterBehind]
  // The last month of the quarter: nothing says that it ends earlier.
  if (year !== undefined && quarter !== undefined) return `${year}-${String(Number(quarter) * 3).padStart(2, '0')}`
  const month = MONTHS.findIndex(name => new RegExp(`\\b${name}`, 'i').test(when))
  const [, written] = /\b(\d{4})\b/.exec(when) ?? []
  if (month < 0 || written === undefined) return when.replace(/^v(?=\d+\.)/i, '')
  const [, day] = /\b(\d{1,2})(?:st|nd|rd|th)?\b(?!\d)/.exec(when.replace(written, '')) ?? []
  const text = `${written}-${String(month + 1).padStart(2, '0')}${day === undefined ? '' : `-${day.padStart(2, '0')}`}`
  return parseDateRange(text) ? text : when
}

const NAME = `\\[?['"\\x60]?(?<name>[A-Za-z_]\\w*(?:\\.[A-Za-z_]\\w*)*(?:\\(\\w*:?\\))?)(?![\\w-])['"\\x60]?`
const NOUNS = `(?:the |a |an |new |our |field |argument |type |mutation |query |enum value |value |object |input )*`
/** A plain word is a name only if the sentence goes on as after a name: `Use tax classes …` names nothing. */
const AFTER_NAME = `(?![a-z]+ (?!instead|and|or|field|argument|mutation|query|type|input|enum|value|filter|to|for|from|on|in|with|which|that)[a-z])`
const INSTEAD = [
  `\\b(?:use|using|prefer|see|query|call|switch to|migrate to|move to|moved to|upgrade to)\\s+${NOUNS}${AFTER_NAME}${NAME}`,
  `\\b(?:replaced (?:by|with)|in favou?r of|superseded by|renamed to|is now)\\s+${NOUNS}${AFTER_NAME}${NAME}`
].map(pattern => new RegExp(pattern, 'gi'))

/** The names that a reason proposes instead, in the order in which they are written: `Loan.shelf`, `shelf`. */
export const findProposedNames = (reason: string): string[] =>
  INSTEAD.flatMap(pattern => [...reason.slice(0, LONGEST).matchAll(pattern)].flatMap(({groups}) => groups?.name ?? []))
