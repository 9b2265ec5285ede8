import {createServer, type IncomingMessage} from 'node:http'
import type {AddressInfo} from 'node:net'

// GitHub's API on loopback, as far as the actions use it. Responses have the fields and headers that GitHub documents
// (https://docs.github.com/rest/issues/comments, https://docs.github.com/rest/pulls/pulls, …/pulls/reviews,
// …/collaborators/collaborators, …/teams/members, …/issues/timeline).

export interface Comment {
  readonly id: number
  readonly login: string
  body: string
}

export interface OpenPull {
  readonly number: number
  readonly sha: string
  /** `OWNER/NAME` and branch of the head. */
  readonly repository: string
  readonly branch: string
}

export interface Account {
  readonly login: string
  readonly id: number
  readonly type?: string
}

/** Pull request 7, as far as its reviews are concerned. */
export interface ReviewedPull {
  head: string
  base: string
  user: Account | null
  readonly commits: {readonly author: Account | null; readonly committer?: Account | null; readonly parents?: number}[]
  /** The number of commits that GitHub states, if it lists fewer. */
  count?: number
  readonly reviews: Review[]
  readonly events: {readonly event: string; readonly created_at: string}[]
  /** Logins of the active members of teams, by `org/team`, and of those who are invited. */
  readonly teams: Record<string, readonly string[]>
  readonly invited: readonly string[]
  /** The name that GitHub answers with for a team that was renamed. */
  readonly renamed: Record<string, string>
  readonly permissions: Record<string, string>
}

export interface Review {
  readonly user: Account | null
  readonly state: string
  readonly commit: string | null
  readonly at: string
}

/** A response that a request gets instead of the normal one. */
export interface Fault {
  readonly method: string
  /** Which requests; each if omitted. */
  readonly path?: RegExp
  /** Whether there's no answer at all. */
  readonly hangs?: boolean
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Whether the request takes effect nevertheless. */
  readonly isDone?: boolean
}

export interface GitHubServer {
  readonly url: string
  readonly comments: Comment[]
  readonly pulls: OpenPull[]
  /** Bodies of the statuses that were set. */
  readonly statuses: {readonly state: string; readonly context: string}[]
  /** Pending faults, each for the next request of its method. */
  readonly faults: Fault[]
  /** `METHOD PATH` of all requests. */
  readonly requests: string[]
  close(): void
}

export const TOKEN = 'ghs_notATokenOfAnybody'
export const BOT = 'github-actions[bot]'
const REPOSITORY = '/repos/library/lending'
const PAGE = 2

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Starts the server for the repository `library/lending`. */
export async function startGitHub(
  comments: Comment[] = [],
  pulls: OpenPull[] = [],
  reviewed?: ReviewedPull
): Promise<GitHubServer> {
  const requests: string[] = []
  const statuses: GitHubServer['statuses'] = []
  const faults: Fault[] = []
  const server = createServer(async (request, response) => {
    const {method = '', url: path = ''} = request
    const text = await textOf(request)
    requests.push(`${method} ${path}`)
    const fault = faults.findIndex(
      each => each.method === method && !path.startsWith('/graphql') && each.path?.test(path) !== false
    )
    // A fault of a path stays.
    const faulty = faults[fault]?.path ? faults[fault] : fault < 0 ? undefined : faults.splice(fault, 1)[0]
    if (faulty?.hangs) return
    const normal = faulty && !faulty.isDone ? undefined : respondTo(method, path, text, request)
    if (faulty) response.writeHead(faulty.status, faulty.headers).end(faulty.body ?? '{"message": "Server Error"}')
    else if (normal) response.writeHead(normal.status, normal.headers).end(JSON.stringify(normal.body))
    else response.writeHead(404).end('{"message": "Not Found"}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function respondTo(method: string, path: string, text: string, request: IncomingMessage): Answer | undefined {
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return {status: 401, body: {message: 'Bad credentials'}}
    const {pathname, searchParams} = new URL(path, url)
    if (method === 'POST' && pathname === '/graphql') {
      return {status: 200, body: {data: {viewer: {login: BOT}}}}
    }
    if (pathname === `${REPOSITORY}/issues/7/comments`) {
      if (method === 'POST') {
        const comment = {id: 1 + Math.max(0, ...comments.map(({id}) => id)), login: BOT, body: bodyIn(text)}
        comments.push(comment)
        return {status: 201, body: commentJson(comment)}
      }
      const page = Number(searchParams.get('page') ?? 1)
      const next = `<${url}${pathname}?per_page=${PAGE}&page=${page + 1}>; rel="next"`
      const last = `<${url}${pathname}?per_page=${PAGE}&page=${Math.ceil(comments.length / PAGE)}>; rel="last"`
      return {
        status: 200,
        headers: page * PAGE < comments.length ? {link: `${next}, ${last}`} : {},
        body: comments.slice((page - 1) * PAGE, page * PAGE).map(commentJson)
      }
    }
    const answer = reviewed && method === 'GET' ? answerReview(reviewed, pathname, searchParams, url) : undefined
    if (answer) return answer
    const [, id] = /^\/repos\/library\/lending\/issues\/comments\/(\d+)$/.exec(pathname) ?? []
    const comment = comments.find(each => each.id === Number(id))
    if (method === 'PATCH' && comment) {
      comment.body = bodyIn(text)
      return {status: 200, body: commentJson(comment)}
    }
    if (method === 'POST' && pathname.startsWith(`${REPOSITORY}/statuses/`)) {
      statuses.push(JSON.parse(text))
      return {status: 201, body: {}}
    }
    if (method === 'GET' && pathname === `${REPOSITORY}/pulls` && searchParams.get('state') === 'open') {
      const head = searchParams.get('head')
      const found = pulls.filter(({repository, branch}) => `${repository.split('/')[0]}:${branch}` === head)
      return {status: 200, body: found.map(pullJson)}
    }
    return undefined
  }

  return {url, statuses, comments, pulls, faults, requests, close: () => server.close().closeAllConnections()}
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const bodyIn = (text: string): string => (JSON.parse(text) as {body: string}).body

const commentJson = ({id, login, body}: Comment) => ({
  id,
  node_id: 'MDEyOklzc3VlQ29tbWVudDE=',
  url: `https://api.github.com${REPOSITORY}/issues/comments/${id}`,
  html_url: `https://github.com/library/lending/issues/7#issuecomment-${id}`,
  body,
  user: {login, id: 41898282, type: login.endsWith('[bot]') ? 'Bot' : 'User', site_admin: false},
  created_at: '2026-03-02T09:00:49Z',
  updated_at: '2026-03-02T09:00:49Z',
  author_association: 'CONTRIBUTOR'
})

const pullJson = ({number, sha, repository, branch}: OpenPull) => ({
  number,
  state: 'open',
  html_url: `https://github.com/library/lending/pull/${number}`,
  head: {label: `${repository.split('/')[0]}:${branch}`, ref: branch, sha, repo: {full_name: repository, fork: true}},
  base: {label: 'library:main', ref: 'main', repo: {full_name: 'library/lending', fork: false}}
})

const accountJson = (account: Account | null) => account && {type: 'User', site_admin: false, ...account}

/** What GitHub answers about a pull request and those who reviewed it. `undefined` for something else. */
function answerReview(pull: ReviewedPull, path: string, search: URLSearchParams, url: string): Answer | undefined {
  const page = (items: readonly object[]): Answer => {
    const at = Number(search.get('page') ?? 1)
    const link = `<${url}${path}?per_page=${PAGE}&page=${at + 1}>; rel="next"`
    return {
      status: 200,
      headers: at * PAGE < items.length ? {link} : {},
      body: items.slice((at - 1) * PAGE, at * PAGE)
    }
  }
  const notFound = {status: 404, headers: {}, body: {message: 'Not Found'}}
  if (path === `${REPOSITORY}/pulls/7`) {
    const body = {
      ...{number: 7, state: 'open', commits: pull.count ?? pull.commits.length, user: accountJson(pull.user)},
      head: {ref: 'work', sha: pull.head, repo: {full_name: 'library/lending'}},
      base: {ref: pull.base, sha: '0'.repeat(40), repo: {full_name: 'library/lending'}}
    }
    return {status: 200, headers: {}, body}
  }
  if (path === `${REPOSITORY}/pulls/7/reviews`) {
    return page(
      pull.reviews.map(({user, state, commit, at}, index) => ({
        ...{id: index + 1, node_id: 'x', user: accountJson(user), body: '', state, commit_id: commit, submitted_at: at},
        html_url: `https://github.com/library/lending/pull/7#pullrequestreview-${index + 1}`,
        author_association: 'MEMBER'
      }))
    )
  }
  if (path === `${REPOSITORY}/pulls/7/commits`) {
    return page(
      pull.commits.map(({author, committer = author, parents = 1}) => ({
        ...{sha: pull.head, commit: {author: {name: 'x', email: 'x@library.example'}}},
        ...{author: accountJson(author), committer: accountJson(committer)},
        parents: Array.from({length: parents}, () => ({sha: '0'.repeat(40)}))
      }))
    )
  }
  if (path === `${REPOSITORY}/issues/7/timeline`)
    return page([{event: 'committed', sha: pull.head}, ...pull.events.map((each, id) => ({id, actor: null, ...each}))])
  const [, user] = /\/collaborators\/([^/]+)\/permission$/.exec(path) ?? []
  if (user !== undefined) {
    const found = pull.reviews.find(each => each.user?.login === user)?.user ?? null
    const permission = pull.permissions[user] ?? 'write'
    return {status: 200, headers: {}, body: {permission, role_name: permission, user: accountJson(found)}}
  }
  const [, org, slug, member] = /^\/orgs\/([^/]+)\/teams\/([^/]+)(?:\/memberships\/([^/]+))?$/.exec(path) ?? []
  const team = `${org}/${slug}`
  const members = pull.teams[team]
  if (org === undefined) return undefined
  if (!members) return notFound
  if (member === undefined)
    return {status: 200, headers: {}, body: {id: 1, name: 'T', slug: pull.renamed[team] ?? slug}}
  if (pull.invited.includes(member)) return {status: 200, headers: {}, body: {role: 'member', state: 'pending'}}
  return members.includes(member) ? {status: 200, headers: {}, body: {role: 'member', state: 'active'}} : notFound
}
