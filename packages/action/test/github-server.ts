import {createServer, type IncomingMessage} from 'node:http'
import type {AddressInfo} from 'node:net'

// GitHub's API on loopback, as far as the actions use it. Responses have the fields and headers that GitHub documents
// (https://docs.github.com/rest/issues/comments, https://docs.github.com/rest/pulls/pulls).

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

/** A response that a request gets instead of the normal one. */
export interface Fault {
  readonly method: string
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

/** Starts the server for the repository `library/lending`. */
export async function startGitHub(comments: Comment[] = [], pulls: OpenPull[] = []): Promise<GitHubServer> {
  const requests: string[] = []
  const faults: Fault[] = []
  const server = createServer(async (request, response) => {
    const {method = '', url: path = ''} = request
    const text = await textOf(request)
    requests.push(`${method} ${path}`)
    const fault = faults.findIndex(each => each.method === method && !path.startsWith('/graphql'))
    const [faulty] = fault < 0 ? [] : faults.splice(fault, 1)
    const normal = faulty && !faulty.isDone ? undefined : respondTo(method, path, text, request)
    if (faulty) response.writeHead(faulty.status, faulty.headers).end(faulty.body ?? '{"message": "Server Error"}')
    else if (normal) response.writeHead(normal.status, normal.headers).end(JSON.stringify(normal.body))
    else response.writeHead(404).end('{"message": "Not Found"}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function respondTo(method: string, path: string, text: string, request: IncomingMessage) {
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
    const [, id] = /^\/repos\/library\/lending\/issues\/comments\/(\d+)$/.exec(pathname) ?? []
    const comment = comments.find(each => each.id === Number(id))
    if (method === 'PATCH' && comment) {
      comment.body = bodyIn(text)
      return {status: 200, body: commentJson(comment)}
    }
    if (method === 'GET' && pathname === `${REPOSITORY}/pulls` && searchParams.get('state') === 'open') {
      const head = searchParams.get('head')
      const found = pulls.filter(({repository, branch}) => `${repository.split('/')[0]}:${branch}` === head)
      return {status: 200, body: found.map(pullJson)}
    }
    return undefined
  }

  return {url, comments, pulls, faults, requests, close: () => server.close().closeAllConnections()}
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
