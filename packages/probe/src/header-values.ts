import {type Day, dayOfInstant} from '@tenure/core/model/time/date-range'

/** A day that a header names, or what is wrong with it. */
export type HeaderDay = {readonly day: Day} | {readonly flaw: string}

/** More seconds than the year 5138 has since 1970 are milliseconds. */
const MOST_SECONDS = 1e11

/** Reads `Deprecation` (RFC 9745): seconds since 1970, as in `@1797724800`. */
export function readDeprecation(values: readonly string[], timezone: string): HeaderDay {
  const [value = ''] = values
  if (values.length > 1 || /^@-?\d+\s*,\s*@/.test(value)) return {flaw: 'is sent twice'}
  if (/^\??(true|1)$/i.test(value)) return {flaw: 'is the form of an old draft'}
  if (parseHttpDate(value)) return {flaw: 'is an HTTP date, the form of an old draft'}
  const date = parseDate(value)
  if (date === undefined) return {flaw: 'is no date'}
  return Math.abs(date) > MOST_SECONDS
    ? {flaw: 'is in milliseconds'}
    : {day: dayOfInstant(new Date(date * 1000), timezone)}
}

/** Reads `Sunset` (RFC 8594), an HTTP date. */
export function readSunset(values: readonly string[], timezone: string): HeaderDay {
  const [value = ''] = values
  if (values.length > 1) return {flaw: 'is sent twice'}
  const date = parseHttpDate(value)
  return date ? {day: dayOfInstant(date, timezone)} : {flaw: 'is no HTTP date'}
}

/** Seconds since 1970 of a structured date (RFC 9651), which can have parameters. `undefined` for any other text. */
function parseDate(text: string): number | undefined {
  const [, seconds] = /^@(-?\d{1,15})(?:;.*)?$/.exec(text) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}

/** `Sun, 20 Dec 2026 00:00:00 GMT`, the only form of a date that servers may send (RFC 9110). */
function parseHttpDate(text: string): Date | undefined {
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** Target of a link, with its relations. */
export interface WebLink {
  readonly target: string
  readonly relations: readonly string[]
}

const MAX_LINKS = 4096
const PARAMETER = /;[\t ]*([\w!#$&+.^`|~*-]+)(?:[\t ]*=[\t ]*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g
const LINK = new RegExp(`<([^<>]*)>((?:[\\t ]*${PARAMETER.source})*)[\\t ]*(?:,|$)`, 'g')

/** Reads the links of a `Link` header (RFC 8288). What is no link is left out. */
export function readLinks(values: readonly string[]): WebLink[] {
  const text = values.join(', ').slice(0, MAX_LINKS)
  return [...text.matchAll(LINK)].map(([, target = '', parameters = '']) => {
    const [, , quoted, plain = ''] =
      [...parameters.matchAll(PARAMETER)].find(([, name = '']) => name.toLowerCase() === 'rel') ?? []
    const relations = (quoted ?? plain).toLowerCase().split(/\s+/)
    return {target, relations: relations.filter(each => each !== '')}
  })
}
