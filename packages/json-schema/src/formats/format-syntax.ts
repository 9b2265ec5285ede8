/** Formats of hosts and mailboxes. Where interpretations of the standards differ, a check returns `undefined`. */
const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
export const IPV4 = `^${OCTET}(?:\\.${OCTET}){3}$`
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const HOST = new RegExp(`^${LABEL}(\\.${LABEL})*$`)

export const isHostname = (text: string): boolean => text.length < 254 && HOST.test(text)

export function isIpv6(text: string): boolean {
  const parts = text.split('::')
  if (parts.length > 2) return false
  const groups = parts.flatMap(part => (part === '' ? [] : part.split(':')))
  const last = groups.at(-1) ?? ''
  if (new RegExp(IPV4).test(last)) groups.splice(-1, 1, '0', '0')
  if (!groups.every(group => /^[0-9a-fA-F]{1,4}$/.test(group))) return false
  return parts.length === 2 ? groups.length < 8 : groups.length === 8
}

const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+"
const ATOMS = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`)
const QUOTED = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/

export const isEmail = (text: string): boolean | undefined => isMailbox(text, isHostname)
export const isIdnEmail = (text: string): boolean | undefined =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
  isMailbox(text.replace(/[^\x00-\x7f]+(?=.*@)/gsu, 'a'), isIdnHostname)

function isMailbox(text: string, isDomain: (text: string) => boolean | undefined): boolean | undefined {
  const at = text.lastIndexOf('@')
  const [name, domain] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || !(ATOMS.test(name) || QUOTED.test(name))) return false
  if (name.length > 64) return undefined
  if (!domain.startsWith('[')) return isDomain(domain)
  const literal = /^\[(IPv6:)?(.*)\]$/i.exec(domain)
  if (!literal) return false
  const [, isIpv6Literal, address = ''] = literal
  if (isIpv6Literal) return isIpv6(address)
  return /^[\d.]*$/.test(address) ? new RegExp(IPV4).test(address) : undefined
}

/** Whether a string is an internationalized host name (RFC 5890 and the RFCs that it refers to). */
export function isIdnHostname(text: string): boolean | undefined {
  if (isHostname(text) && !/(?:^|\.)..--/.test(text)) return true
  const truths = text.split(/[.\u3002\uff0e\uff61]/).map(isIdnLabel)
  if (truths.includes(false)) return false
  return truths.includes(undefined) ? undefined : true
}

function isIdnLabel(label: string): boolean | undefined {
  if (label === '' || /^-|-$/.test(label)) return false
  // An encoded label (`xn--`) is not decoded here. No other label has hyphens in these positions.
  if (/^.{2}--/su.test(label)) return /^xn--/i.test(label) ? undefined : false
  const length = [...label].length
  if (/^[A-Za-z0-9-]*$/.test(label)) return length < 64
  if (/^\p{M}/u.test(label) || FORBIDDEN.test(label) || MISPLACED.some(pattern => pattern.test(label))) return false
  if (/\u30fb/.test(label) && !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(label)) return false
  // Encoded, each code point takes at least one of 63 characters, and the prefix takes four.
  if (length > 59) return false
  // A label that no mapping changes is valid. A label of mixed text direction stays undecided.
  const isPlain = ORDINARY.test(label) && label.normalize('NFKC').toLowerCase() === label
  const isMixed = /^[\u0660-\u0669]/.test(label) || (RIGHT_TO_LEFT.test(label) && LEFT_TO_RIGHT.test(label))
  return isPlain && !isMixed && length < 16 ? true : undefined
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
const LEFT_TO_RIGHT = /[^\p{Script=Hebrew}\p{Script=Arabic}\p{M}\p{Nd}-]/u
/** Letters that RFC 5892 excludes, and ASCII characters that no host name contains. */
const FORBIDDEN = /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]|[\0-,/:-@[-`{-\x7f]/u
/** Patterns that find characters in wrong positions, because they are valid only next to certain letters. */
const MISPLACED = [
  /(?<!l)\xb7|\xb7(?!l)/u,
  /\u0375(?!\p{Script=Greek})/u,
  /(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u,
  /[\u0660-\u0669].*[\u06f0-\u06f9]|[\u06f0-\u06f9].*[\u0660-\u0669]/u,
  /(?<!\p{Mn})\u200d/u
]
const ORDINARY =
  /^(?:[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}\xb7\u0375\u05f3\u05f4\u06fd\u06fe\u0f0b\u3007\u30fb-]|(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d])[\u200c\u200d])+$/u

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

/** Formats of URIs (RFC 3986) and IRIs (RFC 3987). Where interpretations differ, a check returns `undefined`. */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/
const CHARS = "[\\w\\-.~!$&'()*+,;=:@%/]"
const PATH = new RegExp(`^${CHARS}*$`)
const REST = new RegExp(`^(?:${CHARS}|\\?)*$`)
const AUTHORITY = /^(?:[\w\-.~!$&'()*+,;=:%]*@)?(?:\[([^[\]]*)\]|[\w\-.~!$&'()*+,;=%]*)(?::\d*)?$/

export const isUri = (text: string): boolean => SCHEME.test(text) && isHierarchy(text.replace(SCHEME, ''))

export function isUriReference(text: string): boolean | undefined {
  if (SCHEME.test(text)) return isUri(text)
  if (!isHierarchy(text)) return false
  // A colon in the first segment looks like an invalid scheme, but some validators accept it.
  return /^[^/?#]*:/.test(text) ? undefined : true
}

export const isIri = (text: string): boolean => isUri(replaceNonAscii(text))
export const isIriReference = (text: string): boolean | undefined => isUriReference(replaceNonAscii(text))

/**
 * Replaces the non-ASCII characters of an IRI by `~`, which is allowed in the same positions: not in a scheme, and not
 * in a percent-encoded byte.
 */
const replaceNonAscii = (text: string): string =>
  text.replace(/[\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{efffd}]/gu, '~')

function isHierarchy(text: string): boolean {
  if (/%(?![0-9a-fA-F]{2})/.test(text)) return false
  const [, before = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text) ?? []
  if (!REST.test(query) || !REST.test(fragment)) return false
  if (!before.startsWith('//')) return PATH.test(before)
  const [, authority = '', path = ''] = /^\/\/([^/]*)(.*)$/s.exec(before) ?? []
  const match = AUTHORITY.exec(authority)
  if (!match || !PATH.test(path)) return false
  const [, literal] = match
  return literal === undefined || isIpv6(literal) || /^v[0-9a-f]+\.[\w\-.~!$&'()*+,;=:]+$/i.test(literal)
}

export function isUriTemplate(text: string): boolean | undefined {
  if (!/^(?:[^{}]|\{[^{}]*\})*$/.test(text)) return false
  return /^(?:[\w/.:-]|\{[A-Za-z_]\w*(?::[1-9]\d{0,3})?\})*$/.test(text) ? true : undefined
}
