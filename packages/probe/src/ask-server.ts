import {type ClientRequest, request as requestHttp} from 'node:http'
import {request as requestHttps} from 'node:https'
import {setTimeout as wait} from 'node:timers/promises'
import {urlToHttpOptions} from 'node:url'

export type SafeMethod = 'GET' | 'HEAD'

/** What a server sent before the content, or the code of the error that it gave instead. */
export type RawAnswer =
  | {readonly status: number; readonly headers: readonly (readonly [name: string, value: string])[]}
  | {readonly failure: string}

interface ServerOptions {
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Milliseconds that a server has for its headers. */
  readonly timeout: number
  /** Most requests in a second. */
  readonly rate: number
}

/** Most bytes of the headers of an answer. */
const MAX_HEADERS = 16_384
const NO_ANSWER = 'ECONNRESET'

/** Asks one server, one request after the other. It follows no redirect, and reads no content. */
export class AskedHost {
  readonly #origin: URL
  readonly #options: ServerOptions
  readonly #closed = new AbortController()
  #pause: Promise<unknown> = Promise.resolve()

  constructor(origin: URL, options: ServerOptions) {
    this.#origin = origin
    this.#options = options
  }

  async ask(method: SafeMethod, path: string): Promise<RawAnswer> {
    await this.#pause
    this.#pause = wait(1000 / this.#options.rate, undefined, {signal: this.#closed.signal}).catch(() => undefined)
    return this.#request(method, path)
  }

  /** Ends the pause after the last request. */
  close(): void {
    this.#closed.abort()
  }

  #request(method: SafeMethod, path: string): Promise<RawAnswer> {
    const {headers, timeout} = this.#options
    return new Promise(resolve => {
      const fail = (failure = NO_ANSWER): void => resolve({failure})
      let request: ClientRequest
      try {
        request = (this.#origin.protocol === 'https:' ? requestHttps : requestHttp)({
          ...urlToHttpOptions(this.#origin),
          method,
          path,
          agent: false,
          maxHeaderSize: MAX_HEADERS,
          signal: AbortSignal.timeout(timeout),
          headers: Object.fromEntries([['accept', '*/*'], ['user-agent', 'tenure-probe'], ...headers])
        })
      } catch (error) {
        fail(codeOf(error))
        return
      }
      request.on('error', error => fail(codeOf(error)))
      request.on('close', () => fail())
      request.on('response', response => {
        const {statusCode = 0, rawHeaders} = response
        // The content can be endless.
        response.on('error', () => undefined)
        response.destroy()
        resolve({status: statusCode, headers: toPairs(rawHeaders)})
      })
      request.end()
    })
  }
}

const toPairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ''] as [string, string]] : []))

/** The code of an error, which says no more than what went wrong. Its message may quote what was sent. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'ETIMEDOUT'
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
