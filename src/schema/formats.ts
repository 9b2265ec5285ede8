/**
 * The formats that assert. `test` is one reading of the format; `within` is a pattern that every reading fits, so that
 * two formats with disjoint patterns are disjoint. `exactly` says that the pattern is the format.
 */
interface Format {
  readonly within: string
  readonly samples: readonly string[]
  readonly exactly?: boolean
  readonly test?: (text: string) => boolean | undefined
}

const DATE = String.raw`\d{4}-\d\d-\d\d`
const TIME = String.raw`\d\d:\d\d:\d\d(?:\.\d+)?(?:[zZ]|[+-]\d\d(?::?\d\d)?)`
const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const HEX = '[0-9a-fA-F]'
const POINTER = '(?:/(?:[^~/]|~[01])*)*'
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['date', {within: `^${DATE}$`, samples: ['2026-11-20', '2000-02-29'], test: isDay}],
  ['time', {within: `^${TIME}$`, samples: ['12:30:00Z'], test: text => isTime(text)}],
  [
    'date-time',
    {
      within: `^${DATE}[tT\\s]${TIME}$`,
      samples: ['2026-11-20T12:30:00Z', '2000-01-01T00:00:00Z'],
      test: text => /[tT]/.test(text[10] ?? '') && isDay(text.slice(0, 10)) && isTime(text.slice(11))
    }
  ],
  ['duration', {within: '^P[0-9A-Z.,]+$', samples: ['P1D', 'PT1H']}],
  ['email', {within: '^[^]+@[^]+$', samples: ['reader@library.example'], test: isEmail}],
  ['idn-email', {within: '^[^]+@[^]+$', samples: ['reader@library.example']}],
  [
    'hostname',
    {
      within: '^[A-Za-z0-9.-]+$',
      samples: ['library.example', 'shelf'],
      test: text => text.length < 254 && new RegExp(`^${LABEL}(\\.${LABEL})*$`).test(text)
    }
  ],
  ['ipv4', {within: `^${OCTET}(?:\\.${OCTET}){3}$`, samples: ['192.0.2.1'], exactly: true}],
  ['ipv6', {within: '^[0-9a-fA-F:.]{2,45}$', samples: ['2001:db8::1', '::1'], test: isIpv6}],
  [
    'uri',
    {
      within: '^[A-Za-z][A-Za-z0-9+.-]*:[!-~]*$',
      samples: ['https://library.example/copies/1', 'urn:isbn:0'],
      test: text => /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]*$/.test(text) && !/%(?![0-9a-fA-F]{2})/.test(text)
    }
  ],
  ['uri-reference', {within: '^[!-~]*$', samples: ['/copies/1', 'https://library.example/', ''], test: isReference}],
  ['iri', {within: '^[A-Za-z][A-Za-z0-9+.-]*:', samples: ['https://library.example/']}],
  ['iri-reference', {within: '', samples: ['/copies/1', '']}],
  ['uri-template', {within: '', samples: ['/copies/{copy}', ''], test: isTemplate}],
  [
    'uuid',
    {
      within: `^(?:urn:uuid:)?${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}$`,
      samples: ['123e4567-e89b-42d3-a456-426614174000'],
      test: text => !text.startsWith('urn')
    }
  ],
  ['json-pointer', {within: `^${POINTER}$`, samples: ['', '/copies/0'], exactly: true}],
  [
    'relative-json-pointer',
    {
      within: '^[0-9]',
      samples: ['0', '1/copies'],
      test: text => new RegExp(`^(?:0|[1-9][0-9]*)(?:#|${POINTER})$`).test(text)
    }
  ],
  ['regex', {within: '', samples: ['^a$', '']}]
])

export const isKnownFormat = (name: string): boolean => FORMATS.has(name)
export const formatPattern = (name: string): string => FORMATS.get(name)?.within ?? ''
export const samplesOf = (name: string): readonly string[] => FORMATS.get(name)?.samples ?? []
export const isExact = (name: string): boolean => FORMATS.get(name)?.exactly === true

/** Whether a text has the format; nothing, where readings differ or we have none. */
export function hasFormat(name: string, text: string): boolean | undefined {
  const format = FORMATS.get(name)
  if (!format) return undefined
  if (!new RegExp(format.within, 'u').test(text)) return false
  if (format.exactly) return true
  if (format.samples.includes(text)) return true
  return format.test?.(text)
}

function isDay(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number)
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day > 0 && day <= days
}

/** Leap seconds are read in several ways: they are left to the pattern. */
function isTime(text: string): boolean {
  const match = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|[+-](\d\d):(\d\d))$/.exec(text)
  if (!match) return false
  const [, hour = 0, minute = 0, second = 0, away = 0, apart = 0] = match.map(part => Number(part ?? 0))
  return hour < 24 && minute < 60 && second < 60 && away < 24 && apart < 60
}

function isIpv6(text: string): boolean {
  const parts = text.split('::')
  if (parts.length > 2) return false
  const groups = parts.flatMap(part => (part === '' ? [] : part.split(':')))
  const last = groups.at(-1) ?? ''
  const hasQuad = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`).test(last)
  if (hasQuad) groups.splice(-1, 1, '0', '0')
  if (!groups.every(group => /^[0-9a-fA-F]{1,4}$/.test(group))) return false
  return parts.length === 2 ? groups.length < 8 : groups.length === 8
}

/** Quoted names and addresses in brackets are left open. */
function isEmail(text: string): boolean | undefined {
  if (/^["[]|@\[/.test(text)) return undefined
  const atom = "[\\w!#$%&'*+/=?^`{|}~-]+"
  return new RegExp(`^${atom}(?:\\.${atom})*@${LABEL}(?:\\.${LABEL})*$`).test(text)
}

/** A colon in the first segment without a scheme, second fragments and brackets are left open. */
function isReference(text: string): boolean | undefined {
  if (!/^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9a-fA-F]{2})*$/.test(text)) return false
  return /[[\]]|#.*#/.test(text) || /^(?![A-Za-z][A-Za-z0-9+.-]*:)[^/?#]*:/.test(text) ? undefined : true
}

function isTemplate(text: string): boolean | undefined {
  if (!/^(?:[^{}]|\{[^{}]*\})*$/.test(text)) return false
  return /^(?:[\w/.:-]|\{[A-Za-z_]\w*(?::[1-9]\d{0,3})?\})*$/.test(text) ? true : undefined
}
