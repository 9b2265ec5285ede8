import type {HeaderTable} from './header-table.ts'
import {createHeaders, type EndpointAnswer, type HeaderOptions} from './headers-for.ts'
import {type HeaderValue, headersToSet, PROBLEM_TYPE, problemText} from './sent-headers.ts'

interface FastifyRequestLike {
  readonly method: string
  readonly url: string
  readonly originalUrl?: string
}

interface FastifyReplyLike {
  code(status: number): unknown
  getHeader(name: string): HeaderValue
  header(name: string, value: string): unknown
  send(payload: string): unknown
}

interface FastifyLike {
  /** The prefix with which it was registered. */
  readonly prefix: string
  // biome-ignore lint/suspicious/noExplicitAny: each hook has a form of its own
  addHook(name: any, hook: any): unknown
}

/** Plugin for Fastify. It is about all routes of the instance where it's registered. */
export function fastifyHeaders(table: HeaderTable, options: HeaderOptions = {}) {
  const headersFor = createHeaders(table, options)
  const plugin = (instance: FastifyLike, _: unknown, done: () => void): void => {
    const answerOf = ({method, url, originalUrl = url}: FastifyRequestLike): EndpointAnswer =>
      headersFor(method, originalUrl, undefined, instance.prefix)
    instance.addHook('onRequest', (request: FastifyRequestLike, reply: FastifyReplyLike, next: () => void) => {
      const {gone} = answerOf(request)
      if (!gone) {
        next()
        return
      }
      reply.code(gone.status)
      reply.header('content-type', PROBLEM_TYPE)
      reply.send(problemText(gone))
    })
    instance.addHook(
      'onSend',
      (
        request: FastifyRequestLike,
        reply: FastifyReplyLike,
        payload: unknown,
        next: (error: null, payload: unknown) => void
      ) => {
        for (const [name, value] of headersToSet(answerOf(request), each => reply.getHeader(each)))
          reply.header(name, value)
        next(null, payload)
      }
    )
    done()
  }
  // Without a scope of its own, it is about the routes next to it, too.
  return Object.assign(plugin, {
    [Symbol.for('skip-override')]: true,
    [Symbol.for('fastify.display-name')]: 'tenure'
  })
}
