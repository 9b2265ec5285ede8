import type {HeaderTable} from './header-table.ts'
import {createHeaders, type HeaderOptions} from './headers-for.ts'
import {headersToSet, PROBLEM_TYPE, problemText} from './sent-headers.ts'

interface HonoContextLike<Answer> {
  readonly req: {readonly method: string; readonly url: string}
  readonly res: {readonly headers: {get(name: string): string | null}}
  header(name: string, value: string): void
  body(text: string, status: 410, headers: Record<string, string>): Answer
}

/** Middleware for Hono. */
export function honoHeaders(table: HeaderTable, options: HeaderOptions = {}) {
  const headersFor = createHeaders(table, options)
  return async <Answer>(context: HonoContextLike<Answer>, next: () => Promise<void>): Promise<Answer | undefined> => {
    const answer = headersFor(context.req.method, context.req.url)
    if (answer.gone)
      return context.body(problemText(answer.gone), 410, {'Content-Type': PROBLEM_TYPE, ...answer.headers})
    await next()
    for (const [name, value] of headersToSet(answer, each => context.res.headers.get(each))) context.header(name, value)
    return undefined
  }
}
