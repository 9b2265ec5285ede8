import type {HeaderTable} from './header-table.ts'
import {createHeaders, type HeaderOptions} from './headers-for.ts'
import {type HeaderValue, headersToSet, PROBLEM_TYPE, problemText} from './sent-headers.ts'

/** A request as Express, Connect, and Node.js have it. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** The target before any mount took its path off. */
  readonly originalUrl?: string
  /** The path of the mount. */
  readonly baseUrl?: string
}

/** A response as Express, Connect, and Node.js have it. */
export interface NodeResponse {
  statusCode: number
  getHeader(name: string): HeaderValue
  setHeader(name: string, value: string | readonly string[]): unknown
  // biome-ignore lint/suspicious/noExplicitAny: it has three forms
  writeHead(...given: any[]): any
  // biome-ignore lint/suspicious/noExplicitAny: it has several forms
  end(...given: any[]): any
}

/** Middleware for Express, Nest on Express, and other servers with `(request, response, next)`. */
export function expressHeaders(table: HeaderTable, options: HeaderOptions = {}) {
  const headersFor = createHeaders(table, options)
  return (request: NodeRequest, response: NodeResponse, next: () => void): void => {
    const {method = 'GET', url = '/', originalUrl = url, baseUrl} = request
    const answer = headersFor(method, originalUrl, undefined, baseUrl)
    if (answer.links.length > 0 || Object.keys(answer.headers).length > 0)
      beforeHead(response, () => {
        for (const [name, value] of headersToSet(answer, each => response.getHeader(each)))
          response.setHeader(name, value)
      })
    if (!answer.gone) {
      next()
      return
    }
    const body = problemText(answer.gone)
    response.statusCode = answer.gone.status
    response.setHeader('Content-Type', PROBLEM_TYPE)
    response.setHeader('Content-Length', String(new TextEncoder().encode(body).length))
    response.end(method === 'HEAD' ? undefined : body)
  }
}

/** Calls a function once all headers are set, before they are sent. Handlers may give some of them to `writeHead` itself. */
function beforeHead(response: NodeResponse, set: () => void): void {
  const {writeHead} = response
  let isDone = false
  response.writeHead = (status: unknown, ...given: unknown[]): unknown => {
    if (isDone) return writeHead.call(response, status, ...given)
    isDone = true
    const reason = typeof given[0] === 'string' ? [given[0]] : []
    setAll(response, typeof given[0] === 'string' ? given[1] : given[0])
    set()
    return writeHead.call(response, status, ...reason)
  }
}

/** Sets the headers of a call of `writeHead`: an object, or names and values in turn. Repeated names are one list. */
function setAll(response: NodeResponse, headers: unknown): void {
  if (typeof headers !== 'object' || headers === null) return
  const pairs: [string, unknown][] = Array.isArray(headers)
    ? headers.flatMap((each, at): [string, unknown][] =>
        Array.isArray(each) ? [[String(each[0]), each[1]]] : at % 2 === 0 ? [[String(each), headers[at + 1]]] : []
      )
    : Object.entries(headers)
  const values = new Map<string, {readonly name: string; readonly all: string[]}>()
  for (const [name, value] of pairs) {
    if (value === undefined) continue
    const known = values.get(name.toLowerCase()) ?? {name, all: []}
    values.set(name.toLowerCase(), known)
    known.all.push(...[value].flat().map(String))
  }
  for (const {name, all} of values.values()) response.setHeader(name, all.length === 1 ? (all[0] ?? '') : all)
}
