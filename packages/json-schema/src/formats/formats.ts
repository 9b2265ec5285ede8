import {matchesPattern} from '../regex/pattern.ts'
import {
  IPV4,
  isDuration,
  isEmail,
  isFullDate,
  isHostname,
  isIdnEmail,
  isIdnHostname,
  isIpv6,
  isIri,
  isIriReference,
  isTime,
  isUri,
  isUriReference,
  isUriTemplate
} from './format-syntax.ts'

/**
 * A format that restricts values. `test` is one interpretation of the format. `within` is a pattern that every
 * interpretation matches, so two formats are disjoint if their patterns are. `exactly` says that the pattern defines
 * the format.
 */
interface Format {
  readonly within: string
  readonly samples: readonly string[]
  readonly exactly?: boolean
  readonly test?: (text: string) => boolean | undefined
  /** Formats that every string of this format also has. */
  readonly also?: readonly string[]
  /** A string that does not have the format, if most strings have it. */
  readonly stranger?: string
  /** Whether many validators ignore the format, so that their acceptance proves nothing. */
  readonly rare?: boolean
}

const DATE = String.raw`\d{4}-\d\d-\d\d`
const TIME = String.raw`\d\d:\d\d:\d\d(?:\.\d+)?(?:[zZ]|[+-]\d\d(?::?\d\d)?)`
const HEX = '[0-9a-fA-F]'
const POINTER = '(?:/(?:[^~/]|~[01])*)*'

const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['date', {within: `^${DATE}$`, samples: ['2026-11-20', '2000-02-29'], test: isFullDate}],
  ['time', {within: `^${TIME}$`, samples: ['12:30:00Z'], test: isTime}],
  [
    'date-time',
    {
      within: `^${DATE}[tT\\s]${TIME}$`,
      samples: ['2026-11-20T12:30:00Z', '2000-01-01T00:00:00Z', '2026-11-20t12:30:00z'],
      test: text => /[tT]/.test(text[10] ?? '') && isFullDate(text.slice(0, 10)) && isTime(text.slice(11))
    }
  ],
  ['duration', {within: '^P[0-9A-Z.,]+$', samples: ['P1D', 'PT1H'], test: isDuration}],
  ['email', {within: '^[^]+@[^]+$', samples: ['reader@library.example'], test: isEmail, also: ['idn-email']}],
  ['idn-email', {within: '^[^]+@[^]+$', samples: ['reader@library.example'], test: isIdnEmail, rare: true}],
  ['hostname', {within: '^[A-Za-z0-9.-]{1,253}$', samples: ['library.example', 'shelf'], test: isHostname}],
  ['idn-hostname', {within: '', samples: ['library.example', 'shelf'], test: isIdnHostname, rare: true}],
  ['ipv4', {within: IPV4, samples: ['192.0.2.1'], exactly: true}],
  ['ipv6', {within: `^(?=.{2,45}$)${HEX}*:${HEX}*:[0-9a-fA-F:.]*$`, samples: ['2001:db8::1', '::1'], test: isIpv6}],
  [
    'uri',
    {
      within: '^[A-Za-z][A-Za-z0-9+.-]*:[!-~]*$',
      samples: ['https://library.example/copies/1', 'urn:isbn:0'],
      test: isUri,
      also: ['uri-reference', 'iri', 'iri-reference']
    }
  ],
  [
    'uri-reference',
    {
      within: '^[!-~]*$',
      samples: ['/copies/1', 'https://library.example/', ''],
      test: isUriReference,
      stranger: '\\',
      also: ['iri-reference']
    }
  ],
  [
    'iri',
    {
      within: '^[A-Za-z][A-Za-z0-9+.-]*:',
      samples: ['https://library.example/'],
      test: isIri,
      also: ['iri-reference'],
      rare: true
    }
  ],
  ['iri-reference', {within: '', samples: ['/copies/1', ''], test: isIriReference, stranger: '\\', rare: true}],
  ['uri-template', {within: '', samples: ['/copies/{copy}', ''], test: isUriTemplate, stranger: '{'}],
  [
    'uuid',
    {
      within: `^${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}$`,
      samples: ['123e4567-e89b-42d3-a456-426614174000'],
      exactly: true
    }
  ],
  ['json-pointer', {within: `^${POINTER}$`, samples: ['', '/copies/0'], exactly: true}],
  [
    'relative-json-pointer',
    {
      // Later versions allow an offset to an array index.
      within: `^(?:0|[1-9][0-9]*)(?:[+-][0-9]+)?(?:#|${POINTER})$`,
      samples: ['0', '1/copies'],
      test: text => new RegExp(`^(?:0|[1-9][0-9]*)(?:#|${POINTER})$`).test(text)
    }
  ],
  ['regex', {within: '', samples: ['^a$', ''], test: text => matchesPattern(text, '') !== undefined, stranger: '('}]
])

export const isKnownFormat = (name: string): boolean => FORMATS.has(name)
export const formatPattern = (name: string): string => FORMATS.get(name)?.within ?? ''
export const formatSamples = (name: string): readonly string[] => FORMATS.get(name)?.samples ?? []
/** Whether every string of a format also has the other one. */
export const impliesFormat = (name: string, other: string): boolean => FORMATS.get(name)?.also?.includes(other) === true
export const sampleWithoutFormat = (name: string): string => FORMATS.get(name)?.stranger ?? ''
export const isRareFormat = (name: string): boolean => FORMATS.get(name)?.rare === true
export const isExactFormat = (name: string): boolean => FORMATS.get(name)?.exactly === true

/** Whether a string has the format; `undefined` if interpretations differ or the format is unknown. */
export function hasFormat(name: string, text: string): boolean | undefined {
  const format = FORMATS.get(name)
  if (!format) return undefined
  if (!new RegExp(format.within, 'u').test(text)) return false
  if (format.exactly) return true
  if (format.samples.includes(text)) return true
  return format.test?.(text)
}
