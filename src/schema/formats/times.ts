/** Whether a string is a `full-date` of RFC 3339. */
export function isFullDate(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number)
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day > 0 && day <= days
}

export function isTime(text: string): boolean {
  const match = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/.exec(text)
  if (!match) return false
  const [hour = 0, minute = 0, second = 0] = match.slice(1, 4).map(Number)
  const [offsetHours = 0, offsetMinutes = 0] = match.slice(5).map(part => Number(part ?? 0))
  if (hour > 23 || minute > 59 || second > 60 || offsetHours > 23 || offsetMinutes > 59) return false
  // A leap second is the last second of a day in UTC.
  const shift = (offsetHours * 60 + offsetMinutes) * (match[4] === '-' ? -1 : 1)
  return second < 60 || (hour * 60 + minute - shift + DAY) % DAY === DAY - 1
}

const DAY = 24 * 60

const CLOCK = String.raw`T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)`
const EXACT = new RegExp(String.raw`^P(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)(?:${CLOCK})?|${CLOCK})$`)
/** Durations that skip a unit. ISO 8601 allows these and fractions, RFC 3339 does not. */
const ISO_8601 = /^P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/

export function isDuration(text: string): boolean | undefined {
  if (EXACT.test(text)) return true
  const plain = text.replace(/[.,]\d+/g, '')
  return ISO_8601.test(plain) || EXACT.test(plain) ? undefined : false
}
