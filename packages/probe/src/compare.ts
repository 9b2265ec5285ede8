import {defined} from '@tenure/core/model/defined'
import type {DatedValue, ServedDifference, ServedHeader} from '@tenure/core/model/lifecycle/served'
import type {SourceLocation} from '@tenure/core/model/location'
import type {Subject} from '@tenure/core/model/subject/subject'
import type {Day} from '@tenure/core/model/time/date-range'
import {truncate} from '@tenure/core/phrases/values'
import type {EndpointAnswer} from '@tenure/http/headers-for'
import {formatLink} from '@tenure/http/link-header'
import type {HttpAnswer} from './answer.ts'
import {type HeaderDay, readDeprecation, readLinks, readSunset} from './header-values.ts'

/** An endpoint of the history, as it is asked. */
export interface AskedEndpoint {
  readonly subject: Subject
  /** Where the history says what is expected of it. */
  readonly place: SourceLocation
  /** The first day on which it is certainly served; `undefined` if that isn't known. */
  readonly since?: Day | undefined
  readonly hasParameters: boolean
  /** Whether what it announces changes with a release that isn't out yet. */
  readonly isPlanned: boolean
}

/** Where an answer differs from the history, or why it doesn't show whether it does, as a clause without its subject. */
export interface AnswerComparison {
  readonly differences: readonly ServedDifference[]
  readonly undecided?: string
}

const FINE: AnswerComparison = {differences: []}
const GONE: readonly number[] = [404, 410]

/** Compares an answer with what a right server sends on that day. */
export function compareAnswer(
  endpoint: AskedEndpoint,
  answer: HttpAnswer,
  expected: EndpointAnswer,
  {day, timezone}: {readonly day: Day; readonly timezone: string}
): AnswerComparison {
  const {status} = answer
  const {deprecated, removed, sunset} = expected.endpoint ?? {}
  if (status >= 500) return {...FINE, undecided: `answers ${status}`}
  const redirect = sayRedirect(answer)
  // On the day of the removal, and if that isn't known, either answer is right.
  const isEither = removed !== undefined && (removed.day === undefined || removed.day === day)
  if (isEither && (GONE.includes(status) || redirect !== undefined)) return FINE
  if (removed && !isEither && !isBefore(day, removed.day)) return compareRemoved(endpoint, answer, removed.day)
  if (GONE.includes(status)) return compareGone(endpoint, status, sunset?.day, day)
  const isWhole = status < 400 && redirect === undefined
  // A server that was deployed before the day of the deprecation knows nothing of it.
  const isAnnounced = !deprecated || isBefore(deprecated.day ?? day, day)
  const differences = compareHeaders(endpoint, answer, expected, timezone).filter(
    ({sent}) => sent !== undefined || (isWhole && isAnnounced)
  )
  const sure = differences.filter(({flaw}) => flaw !== undefined || !endpoint.isPlanned)
  const undecided =
    sure.length < differences.length
      ? 'announces something else than the next release'
      : isWhole
        ? undefined
        : (redirect ?? sayRefusal(status))
  return {differences: sure, ...defined({undecided})}
}

function compareRemoved(
  {subject, place}: AskedEndpoint,
  {status}: HttpAnswer,
  removed: Day | undefined
): AnswerComparison {
  if (status < 300) return {differences: [defined({kind: 'status' as const, subject, place, status, removed})]}
  return status < 400 || GONE.includes(status) ? FINE : {...FINE, undecided: sayRefusal(status)}
}

function compareGone(
  {subject, place, since, hasParameters}: AskedEndpoint,
  status: number,
  sunset: Day | undefined,
  day: Day
): AnswerComparison {
  if (since === undefined || since > day) return {...FINE, undecided: `answers ${status}`}
  if (status === 404 && hasParameters) return {...FINE, undecided: 'answers 404, perhaps for the value of a parameter'}
  return {differences: [{kind: 'status', subject, place, status, ...(isBefore(day, sunset) ? defined({sunset}) : {})}]}
}

const isBefore = (day: Day, other: Day | undefined): boolean => other !== undefined && day < other

const sayRefusal = (status: number): string =>
  status === 401 || status === 403 ? `needs credentials, answers ${status}` : `answers ${status}`

/** The address that an answer redirects to. `undefined` if it doesn't, or to none that is readable. */
export function redirectTarget({status, location, url}: HttpAnswer): URL | undefined {
  if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return undefined
  return URL.canParse(location, url) ? new URL(location, url) : undefined
}

function sayRedirect(answer: HttpAnswer): string | undefined {
  const target = redirectTarget(answer)
  if (!target) return undefined
  return target.origin === new URL(answer.url).origin
    ? 'answers with a redirect'
    : 'answers with a redirect to another host'
}

function compareHeaders(
  {subject, place}: AskedEndpoint,
  answer: HttpAnswer,
  {headers, links, endpoint}: EndpointAnswer,
  timezone: string
): ServedHeader[] {
  const about = {kind: 'header', subject, place} as const
  const found: ServedHeader[] = []
  const deprecation = readValue(answer.deprecation, values => readDeprecation(values, timezone))
  const sunset = readValue(answer.sunset, values => readSunset(values, timezone))
  const expected = {
    deprecation: readValue(listOf(headers.Deprecation), values => readDeprecation(values, timezone)),
    sunset: readValue(listOf(headers.Sunset), values => readSunset(values, timezone))
  }
  if (sunset?.day !== undefined && sunset.day !== expected.sunset?.day && isBefore(sunset.day, deprecation?.day))
    found.push({
      ...about,
      header: 'Sunset',
      ...differing(sunset, expected.sunset),
      flaw: 'is earlier than its deprecation'
    })
  else if (differs(sunset, expected.sunset, endpoint?.sunset))
    found.push({...about, header: 'Sunset', ...differing(sunset, expected.sunset)})
  if (differs(deprecation, expected.deprecation, endpoint?.deprecated))
    found.push({...about, header: 'Deprecation', ...differing(deprecation, expected.deprecation)})
  const sent = readLinks(answer.link)
  for (const link of links) {
    const same = sent.filter(({relations}) => relations.includes(link.relation))
    if (same.some(({target}) => resolve(target, answer.url) === resolve(link.target, answer.url))) continue
    const [other] = same
    const shown = other && {value: show(formatLink({target: other.target, relation: link.relation}))}
    const right = {value: formatLink({target: link.target, relation: link.relation})}
    found.push({...about, header: 'Link', ...defined({sent: shown, expected: right})})
  }
  return found
}

/** A value with its day, or with what is wrong with it. */
interface ReadValue extends DatedValue {
  readonly flaw?: string
}

function readValue(values: readonly string[], read: (values: readonly string[]) => HeaderDay): ReadValue | undefined {
  return values.length === 0 ? undefined : {value: show(values.join(', ')), ...read(values)}
}

/** Whether what is sent isn't what is expected. What the history has without a day can have any day. */
const differs = (
  sent: ReadValue | undefined,
  expected: ReadValue | undefined,
  recorded: object | undefined
): boolean =>
  sent ? sent.flaw !== undefined || (expected ? sent.day !== expected.day : !recorded) : expected !== undefined

function differing(
  sent: ReadValue | undefined,
  expected: ReadValue | undefined
): Pick<ServedHeader, 'sent' | 'expected' | 'flaw'> {
  const {flaw, ...shown} = sent ?? {flaw: undefined}
  return defined({sent: sent && (shown as DatedValue), expected, flaw})
}

const listOf = (value: string | undefined): string[] => (value === undefined ? [] : [value])

const resolve = (target: string, base: string): string =>
  URL.canParse(target, base) ? new URL(target, base).href : target

/** Longest value that is printed. */
const MAX_SHOWN = 120

/** A value as it is printed: short, and without the marks of code. */
const show = (value: string): string => truncate(value.replaceAll('`', "'"), MAX_SHOWN)

/** The headers that the answer to `GET` has, and that to `HEAD` hasn't as well. Empty if the server doesn't answer `HEAD`. */
export function compareWithHead(
  {subject, place}: AskedEndpoint,
  answer: HttpAnswer,
  head: HttpAnswer,
  {headers}: EndpointAnswer
): ServedHeader[] {
  if (head.status >= 400) return []
  const lacking = (['Deprecation', 'Sunset', 'Link'] as const).filter(name => {
    const key = name === 'Deprecation' ? 'deprecation' : name === 'Sunset' ? 'sunset' : 'link'
    return headers[name] !== undefined && answer[key].length > 0 && head[key].join('\n') !== answer[key].join('\n')
  })
  const [first] = lacking
  if (first === undefined) return []
  const value = headers[first] ?? ''
  return [{kind: 'header', subject, place, header: first, expected: {value}, isMissingOnHead: true}]
}
