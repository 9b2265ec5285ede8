import {inputError} from '@tenure/core/model/input-error'
import type {Day} from '@tenure/core/model/time/date-range'
import {expandTemplate} from '@tenure/http/path-template'
import {type HttpAnswer, pickHeaders} from './answer.ts'
import type {AskedHost, RawAnswer, SafeMethod} from './ask-server.ts'
import {type AnswerComparison, compareWithHead, redirectTarget} from './compare.ts'
import type {ProbedEndpoint} from './endpoints.ts'
import {isSegment, type ParameterValues} from './parameters.ts'
import {compareOnDays, type EndpointResult, type Expect} from './results.ts'

/** How a server is asked. */
export interface Asking {
  readonly server: Pick<AskedHost, 'ask'>
  /** Where the API is mounted. */
  readonly base: URL
  readonly valuesOf: (endpoint: ProbedEndpoint) => ParameterValues
  readonly redact: (text: string) => string
  readonly expect: Expect
  readonly timezone: string
  readonly today: () => Day
  /** Most requests. */
  readonly limit: number
  readonly progress: (done?: number, all?: number, name?: string) => void
}

const MOST_REDIRECTS = 3
/** Answers in a row that don't come before all others are taken to be late, too. */
const MOST_TIMEOUTS = 3

const UNSAFE = 'Only `GET` and `HEAD` are sent, so these were not asked'
const NO_VALUE = 'No value of a parameter is known (`probe.parameters` in `tenure.yaml`), so these were not asked'
const LIMIT = 'The limit of requests was reached (`--limit`), so these were not asked'

/** Asks each endpoint that can be asked, one after the other. Throws an `InputError` if the server can't be reached. */
export async function askEndpoints(endpoints: readonly ProbedEndpoint[], asking: Asking): Promise<EndpointResult[]> {
  const asker = new Asker(asking)
  const results: EndpointResult[] = []
  for (const [at, endpoint] of endpoints.entries()) {
    asking.progress(at, endpoints.length, endpoint.subject.target.text)
    results.push(await asker.askEndpoint(endpoint))
  }
  asking.progress()
  asker.assertAnswered()
  return results
}

class Asker {
  readonly #asking: Asking
  #requests = 0
  #answers = 0
  #failure = ''
  #timeouts = 0

  constructor(asking: Asking) {
    this.#asking = asking
  }

  async askEndpoint(endpoint: ProbedEndpoint): Promise<EndpointResult> {
    const {method} = endpoint
    if (method !== 'GET' && method !== 'HEAD') return {endpoint, notAsked: UNSAFE}
    const path = this.#pathOf(endpoint)
    if (path === undefined) return {endpoint, notAsked: NO_VALUE}
    if (this.#isLimitReached()) return {endpoint, notAsked: LIMIT}
    return {endpoint, ...(await this.#compare(endpoint, method, path))}
  }

  async #compare(endpoint: ProbedEndpoint, method: SafeMethod, path: string): Promise<AnswerComparison> {
    const {expect, timezone} = this.#asking
    const first = await this.#ask(method, path)
    if ('undecided' in first) return {differences: [], ...first}
    const [day = ''] = first.days
    const expected = expect(method, first.url, day)
    if (expected.endpoint !== endpoint.entry)
      return {differences: [], undecided: 'has a value of a parameter that another endpoint has in its path'}
    const last = expected.endpoint.removed ? first : await this.#follow(first)
    if ('undecided' in last) return {differences: [], ...last}
    const expectSame: Expect = (_, __, on) => expect(method, first.url, on)
    const found = compareOnDays(endpoint, last, expectSame, timezone)
    const announces = Object.keys(expected.headers).length > 0 && !expected.endpoint.removed
    if (method === 'HEAD' || last !== first || last.status >= 400 || !announces || this.#isLimitReached()) return found
    const head = await this.#ask('HEAD', path)
    if ('undecided' in head) return found
    return {...found, differences: [...found.differences, ...compareWithHead(endpoint, last, head, expected)]}
  }

  /** Follows redirects on the same host. */
  async #follow(first: HttpAnswer): Promise<HttpAnswer | {readonly undecided: string}> {
    let answer = first
    for (let times = 0; ; times++) {
      const target = redirectTarget(answer)
      if (!target || target.origin !== this.#asking.base.origin) return answer
      if (times === MOST_REDIRECTS || this.#isLimitReached()) return {undecided: 'redirects again and again'}
      const next = await this.#ask(answer.method as SafeMethod, `${target.pathname}${target.search}`)
      if ('undecided' in next) return next
      answer = next
    }
  }

  async #ask(method: SafeMethod, path: string): Promise<HttpAnswer | {readonly undecided: string}> {
    const {server, base, redact, today} = this.#asking
    this.#requests++
    const start = today()
    const raw = await server.ask(method, path)
    if ('failure' in raw) {
      this.#failure = this.#sayFailure(raw)
      return {undecided: this.#failure}
    }
    this.#timeouts = 0
    this.#answers++
    const days = [...new Set([start, today()])]
    return {method, url: `${base.origin}${path}`, days, status: raw.status, ...pickHeaders(raw.headers, redact)}
  }

  /** What an endpoint failed with, as a clause without its subject. Throws an `InputError` if the whole server is out of reach. */
  #sayFailure({failure}: Extract<RawAnswer, {failure: string}>): string {
    const {host} = this.#asking.base
    const whole = sayUnreachable(failure)
    if (whole !== undefined) throw inputError(`\`${host}\` ${whole}, so it wasn't checked.`)
    if (failure === 'ETIMEDOUT') {
      this.#timeouts++
      if (this.#timeouts === MOST_TIMEOUTS && this.#requests === MOST_TIMEOUTS)
        throw inputError(`\`${host}\` doesn't answer in time (\`--timeout\`), so it wasn't checked.`)
      return "doesn't answer in time"
    }
    return failure === 'HPE_HEADER_OVERFLOW'
      ? 'answers with headers that are too long'
      : `gives no answer in HTTP, ${failure}`
  }

  /** Throws an `InputError` if no request got an answer. */
  assertAnswered(): void {
    if (this.#requests === 0 || this.#answers > 0) return
    throw inputError(`\`${this.#asking.base.host}\` ${this.#failure}, so it wasn't checked.`)
  }

  #isLimitReached(): boolean {
    return this.#requests >= this.#asking.limit
  }

  /** The path to ask. `undefined` if a value is missing. */
  #pathOf(endpoint: ProbedEndpoint): string | undefined {
    const values = this.#asking.valuesOf(endpoint)
    const parameters = endpoint.parameters.flatMap((name): [string, string][] => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      return value !== undefined && isSegment(value) ? [[name, value]] : []
    })
    if (parameters.length < endpoint.parameters.length) return undefined
    const path = expandTemplate(endpoint.path, parameters)
    return path && `${this.#asking.base.pathname.replace(/\/+$/, '')}${path}`
  }
}

const CERTIFICATES =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)/

/** Why a server can't be reached at all, after its name. `undefined` if another endpoint may answer. */
function sayUnreachable(code: string): string | undefined {
  if (code === 'ECONNREFUSED') return 'refuses the connection'
  if (['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_FAIL'].includes(code)) return "can't be found"
  if (['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EINVAL'].includes(code)) return "can't be reached"
  if (CERTIFICATES.test(code)) return `has a certificate that isn't trusted (${code})`
  return /^(EPROTO|ERR_SSL_)/.test(code) ? "doesn't speak TLS as expected" : undefined
}
