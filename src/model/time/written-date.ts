import {looksLikeDate, parseDateRange} from './date-range.ts'

const MONTHS = [
  'jan(?:uary|uar)?|jän(?:ner)?',
  'feb(?:ruary|ruar)?',
  'mar(?:ch)?|märz?|maerz|mrz',
  'apr(?:il)?',
  'may|mai',
  'june?|juni',
  'july?|juli',
  'aug(?:ust)?',
  'sept?(?:ember)?',
  'o[ck]t(?:ober)?',
  'nov(?:ember)?',
  'de[cz](?:ember)?'
].map(month => new RegExp(`^(?:${month})$`, 'i'))

const MONTH = '([a-zäöü]+)\\.?'
const YEAR = '((?:19|20)\\d{2})'
const YEAR_FIRST = new RegExp(`^${YEAR}[/.](\\d{1,2})[/.](\\d{1,2})$`)
const GERMAN = new RegExp(`^(\\d{1,2})\\.\\s?(\\d{1,2})\\.\\s?${YEAR}$`)
const SLASHED = new RegExp(`^(\\d{1,2})[/-](\\d{1,2})[/-]${YEAR}$`)
const DAY_FIRST = new RegExp(`^(\\d{1,2})(?:\\.|st|nd|rd|th)? (?:of )?${MONTH},? ${YEAR}$`, 'i')
const MONTH_FIRST = new RegExp(`^${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? ${YEAR}$`, 'i')
const MONTH_ONLY = new RegExp(`^${MONTH},? ${YEAR}$`, 'i')

/**
 * Reads a day, month, or year in English or German notation: `2024-03-05`, `05.03.2024`, `March 5, 2024`, `März 2024`.
 * The result has no `date` if the text looks like a day but is ambiguous or invalid: `03/04/2024`, `31.02.2024`.
 * `undefined` if the text is no date.
 */
export function readDate(text: string): {readonly date?: string} | undefined {
  const plain = text.trim()
  if (looksLikeDate(plain)) return dayOf(plain)
  const [, first, second, third] = YEAR_FIRST.exec(plain) ?? []
  if (first && second && third) return dayOf(isoOf(first, second, third))
  const german = GERMAN.exec(plain)
  if (german) return dayOf(isoOf(german[3], german[2], german[1]))
  const slashed = SLASHED.exec(plain)
  if (slashed) {
    const [, one = '', two = '', year] = slashed
    if (Number(one) > 12 || one === two) return dayOf(isoOf(year, two, one))
    return Number(two) > 12 ? dayOf(isoOf(year, one, two)) : {}
  }
  const dayFirst = DAY_FIRST.exec(plain)
  const monthFirst = MONTH_FIRST.exec(plain)
  const [day, name, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : monthFirst
      ? [monthFirst[2], monthFirst[1], monthFirst[3]]
      : [undefined, ...(MONTH_ONLY.exec(plain)?.slice(1) ?? [])]
  const month = MONTHS.findIndex(each => each.test(name ?? '')) + 1
  return month === 0 ? undefined : dayOf(isoOf(year, String(month), day))
}

const dayOf = (iso: string): {readonly date?: string} => (parseDateRange(iso) ? {date: iso} : {})
const isoOf = (...parts: readonly (string | undefined)[]): string =>
  parts
    .filter(part => part !== undefined)
    .map(part => part.padStart(2, '0'))
    .join('-')
