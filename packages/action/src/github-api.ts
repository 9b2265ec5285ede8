import type {ActionContext} from './action-context.ts'
import {repositoryOf} from './github-event.ts'
import {inputOf} from './inputs.ts'

const TIME_OUT = 20_000
/** Milliseconds to wait before each repetition of a request that failed on GitHub's side. */
const PAUSES = [1_000, 4_000]
const MAX_PAGES = 300

/** Error for a request that GitHub answered with a failure, or didn't answer. */
export class ApiError extends Error {
  /** HTTP status. Missing if GitHub didn't answer. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** GitHub's REST API, for the repository and with the token of the workflow. */
export interface GitHubApi {
  /** Sends a request to a path below the repository and returns the answer's JSON. */
  send(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<unknown>
  /** Reads what is outside of the repository, with the token that can read teams if there is one. */
  read(path: string): Promise<unknown>
  /** All items of a list, page by page. Throws an `ApiError` if it isn't whole. */
  list(path: string): AsyncIterable<unknown>
  /** Login of the token's user, such as `github-actions[bot]`. */
  login(): Promise<string>
}

export function createApi(context: ActionContext): GitHubApi {
  const {env} = context
  const root = env.GITHUB_API_URL || 'https://api.github.com'
  const base = `${root}/repos/${repositoryOf(env)}`
  const token = inputOf('token', env)

  const request = async (method: string, url: string, body?: unknown, by = token): Promise<Response> => {
    // The token is sent only to the server that the runner names.
    if (new URL(url).origin !== new URL(root).origin) throw new ApiError(`GitHub's list continues at another server.`)
    let response: Response
    try {
      response = await context.fetch(url, {
        method,
        headers: {
          accept: 'application/vnd.github+json',
          authorization: `Bearer ${by}`,
          'user-agent': 'tenure',
          'x-github-api-version': '2022-11-28',
          ...(body === undefined ? {} : {'content-type': 'application/json'})
        },
        ...(body === undefined ? {} : {body: JSON.stringify(body)}),
        signal: context.limit(TIME_OUT)
      })
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      throw new ApiError(isLate ? `GitHub didn't answer in ${TIME_OUT / 1000} s.` : `GitHub can't be reached.`)
    }
    if (!response.ok) throw await errorOf(response)
    return response
  }

  return {
    send: async (method, path, body) => jsonOf(await request(method, base + path, body)),
    read: async path => jsonOf(await request('GET', root + path, undefined, inputOf('team-token', env) || token)),
    async *list(path) {
      let url: string | undefined = `${base}${path}${path.includes('?') ? '&' : '?'}per_page=100`
      for (let page = 1; url !== undefined && page <= MAX_PAGES; page++) {
        const response = await request('GET', url)
        const items = await jsonOf(response)
        if (!Array.isArray(items)) throw new ApiError("GitHub's answer isn't a list.")
        yield* items
        url = /<([^>]+)>; *rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      }
      if (url !== undefined) throw new ApiError(`GitHub's list has more than ${MAX_PAGES} pages.`)
    },
    async login() {
      // GraphQL is used, because the token of a workflow isn't allowed to get its user by REST.
      const url = env.GITHUB_GRAPHQL_URL || `${root}/graphql`
      const answer = (await jsonOf(await request('POST', url, {query: '{viewer{login}}'}))) as {
        data?: {viewer?: {login?: string}}
      }
      return answer.data?.viewer?.login ?? ACTIONS_LOGIN
    }
  }
}

/** Login of the user of the token that GitHub gives each workflow. */
const ACTIONS_LOGIN = 'github-actions[bot]'

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw new ApiError(`GitHub's answer isn't JSON.`, response.status)
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const {status, headers} = response
  const isLimited =
    status === 429 || (status === 403 && (headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after')))
  if (isLimited) {
    const reset = Number(headers.get('x-ratelimit-reset'))
    const until = reset > 0 ? ` until ${new Date(reset * 1000).toISOString().slice(0, 16)}Z` : ''
    return new ApiError(`The token's rate limit is used up${until}.`, 429)
  }
  const {message} = ((await response.json().catch(() => ({}))) ?? {}) as {message?: unknown}
  return new ApiError(`GitHub answered ${status}${typeof message === 'string' ? ` (${message})` : ''}.`, status)
}

/** Repeats work that can be done again if GitHub has a passing fault or doesn't answer. */
export async function repeatOnFault<Result>(work: () => Promise<Result>, {wait}: ActionContext): Promise<Result> {
  for (const pause of PAUSES) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== undefined && ![502, 503, 504].includes(error.status)))
        throw error
      await wait(pause)
    }
  }
  return work()
}
