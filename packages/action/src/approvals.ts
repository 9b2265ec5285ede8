import type {WrittenApprovals} from '@tenure/core/inputs/owners/approvals-format'
import {documentationPage} from '@tenure/core/model/documentation'
import * as z from 'zod'
import type {ActionContext} from './action-context.ts'
import {ApiError, createApi, type GitHubApi, repeatOnFault} from './github-api.ts'
import {type PullRequest, repositoryOf} from './github-event.ts'

// Parts of GitHub's answers: https://docs.github.com/rest/pulls/reviews, https://docs.github.com/rest/pulls/pulls,
// https://docs.github.com/rest/teams/members, https://docs.github.com/rest/collaborators/collaborators,
// https://docs.github.com/rest/issues/timeline.

const account = z.object({login: z.string().min(1), id: z.int(), type: z.string()})

const pull = z.object({
  number: z.int(),
  user: account.nullable(),
  commits: z.int(),
  head: z.object({sha: z.string()}),
  base: z.object({ref: z.string(), repo: z.object({full_name: z.string()})})
})

const review = z.object({
  // A deleted account has no user, and a commit that is gone has no ID.
  user: account.nullable(),
  state: z.enum(['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED', 'PENDING']),
  commit_id: z.string().nullable(),
  submitted_at: z.string().optional(),
  html_url: z.string()
})

const commit = z.object({
  author: z.union([account, z.object({login: z.undefined().optional()})]).nullable(),
  committer: z.union([account, z.object({login: z.undefined().optional()})]).nullable(),
  parents: z.array(z.unknown())
})

// Entries about commits and reviews have other keys.
const event = z.object({event: z.string().optional(), created_at: z.string().nullish()})
const team = z.object({slug: z.string()})
const membership = z.object({state: z.string()})
const permission = z.object({permission: z.string(), user: account.nullable()})

type Account = z.infer<typeof account>
type Written = WrittenApprovals['reviews'][number]

const STATES = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes-requested',
  COMMENTED: 'commented',
  DISMISSED: 'dismissed'
} as const satisfies Record<string, Written['state']>

const NO_COMMIT = '0'.repeat(40)

/** GitHub's own account, which commits what people do on its pages. */
const GITHUB_COMMITTER = 'web-flow'

/**
 * Asks GitHub who approved a pull request, for `tenure check --approvals`. What GitHub doesn't tell is listed as missing,
 * and no review then counts that depends on it.
 */
export async function collectApprovals(
  pullRequest: PullRequest,
  owners: readonly string[],
  context: ActionContext
): Promise<WrittenApprovals> {
  try {
    return await repeatOnFault(() => readApprovals(pullRequest, owners, context), context)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isForbidden = error.status === 401 || error.status === 403 || error.status === 404
    const remedy = isForbidden ? ' Give the job `permissions: {contents: read, pull-requests: read}`.' : ''
    const {sha: head = NO_COMMIT, author} = pullRequest
    const missing = [`The reviews of the pull request couldn't be read: ${error.message}${remedy}`]
    return {format: '1', head, authors: [author ?? {name: 'unknown'}], reviews: [], missing}
  }
}

async function readApprovals(
  {number, sha}: PullRequest,
  owners: readonly string[],
  context: ActionContext
): Promise<WrittenApprovals> {
  const api = createApi(context)
  const before = await readPull(api, number, context)
  if (before.head.sha !== sha) throw refuse('It has got other commits since this run began.')
  const reviews = await readList(api, `/pulls/${number}/reviews`, review)
  const authors = await readAuthors(api, before)
  const since = await readRetargeting(api, number)
  const missing: string[] = []
  const facts = new ReviewerFacts(api, owners, missing)
  const written: Written[] = []
  for (const {user, state, commit_id: id, submitted_at: time, html_url: link} of reviews) {
    if (!user || state === 'PENDING') continue
    if (time === undefined) throw refuse(`GitHub's answer has another form.`)
    const isBot = user.type !== 'User'
    const mayCount = state === 'APPROVED' && id === sha && !isBot && !authors.some(each => each.id === user.id)
    written.push({
      ...{reviewer: user.login, id: String(user.id), state: STATES[state], commit: id ?? NO_COMMIT, time, link},
      ...(isBot ? {bot: true} : {}),
      ...(mayCount ? await facts.of(user) : {})
    })
  }
  const after = await readPull(api, number, context)
  if (after.head.sha !== sha || after.base.ref !== before.base.ref || after.commits !== before.commits)
    throw refuse('It has changed while it was read.')
  return {
    format: '1',
    head: sha,
    authors: authors.map(({login, id}) => ({name: login, id: String(id)})),
    reviews: written,
    ...(since === undefined ? {} : {since}),
    ...(missing.length > 0 ? {missing} : {})
  }
}

/** When the pull request last got another target branch. `undefined` if it never did. */
async function readRetargeting(api: GitHubApi, number: number): Promise<string | undefined> {
  const events = await readList(api, `/issues/${number}/timeline`, event)
  const last = events.findLast(each => RETARGETED.has(each.event))
  if (last && !last.created_at) throw refuse(`GitHub's answer has another form.`)
  return last?.created_at ?? undefined
}

const RETARGETED: ReadonlySet<string | undefined> = new Set(['base_ref_changed', 'automatic_base_change_succeeded'])

async function readPull(api: GitHubApi, number: number, context: ActionContext): Promise<z.infer<typeof pull>> {
  const found = parse(pull, await api.send('GET', `/pulls/${number}`))
  if (found.number !== number || found.base.repo.full_name !== repositoryOf(context.env))
    throw refuse('GitHub answered with another pull request.')
  return found
}

/** Everyone who opened the pull request, or wrote or committed one of its commits, except merges. */
async function readAuthors(api: GitHubApi, {number, user, commits: count}: z.infer<typeof pull>): Promise<Account[]> {
  if (!user) throw refuse(`Its author's account was deleted.`)
  const commits = await readList(api, `/pulls/${number}/commits`, commit)
  if (commits.length !== count)
    throw refuse(`GitHub lists ${commits.length} of its ${count} commits, so not all authors are known.`)
  const people = commits
    .filter(({parents}) => parents.length < 2)
    .flatMap(({author, committer}) => [author, committer])
    .filter((each): each is Account => each?.login !== undefined && each.login !== GITHUB_COMMITTER)
  return [...new Map([user, ...people].map(each => [each.id, each])).values()]
}

/** What is to be known of a reviewer: teams that own something, and write access. */
class ReviewerFacts {
  readonly #api: GitHubApi
  readonly #teams: readonly string[]
  readonly #missing: string[]
  readonly #known = new Map<string, boolean>()

  constructor(api: GitHubApi, owners: readonly string[], missing: string[]) {
    this.#api = api
    this.#teams = [...new Set(owners.flatMap(each => /^@?([\w.-]+\/[\w.-]+)$/.exec(each)?.[1]?.toLowerCase() ?? []))]
    this.#missing = missing
  }

  async of(user: Account): Promise<Pick<Written, 'teams' | 'reader'>> {
    const teams: string[] = []
    for (const each of this.#teams) if (await this.#isMember(user, each)) teams.push(each)
    return {teams, ...((await this.#canWrite(user)) ? {} : {reader: true})}
  }

  async #isMember({login}: Account, name: string): Promise<boolean> {
    const [org = '', slug = ''] = name.split('/')
    const path = `/orgs/${encodeURIComponent(org)}/teams/${encodeURIComponent(slug)}`
    return this.#ask(
      `The members of \`@${name}\` couldn't be read`,
      async () => {
        if (!this.#known.has(name)) {
          // Another slug is that of a team that was renamed, whose old name can belong to others.
          const found = parse(team, await this.#api.read(path))
          if (found.slug.toLowerCase() !== slug) throw refuse(`The team was renamed to \`${found.slug}\`.`)
          this.#known.set(name, true)
        }
        try {
          const found = parse(membership, await this.#api.read(`${path}/memberships/${encodeURIComponent(login)}`))
          return found.state === 'active'
        } catch (error) {
          if (error instanceof ApiError && error.status === 404) return false
          throw error
        }
      },
      `Check the name of the team, and set \`team-token\` to a token that can read the members of the organization. The run of a fork gets none: let a second workflow check it, as ${documentationPage('guide/approval')} shows.`
    )
  }

  #canWrite({login, id}: Account): Promise<boolean> {
    return this.#ask(`Whether \`${login}\` has write access couldn't be read`, async () => {
      const found = parse(
        permission,
        await this.#api.send('GET', `/collaborators/${encodeURIComponent(login)}/permission`)
      )
      return found.user?.id === id && ['admin', 'maintain', 'write'].includes(found.permission)
    })
  }

  /** Asks for a fact. It counts as untrue, and as missing, if GitHub answers with an error of this request alone. */
  async #ask(what: string, request: () => Promise<boolean>, remedy = ''): Promise<boolean> {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const isForbidden = error.status === 401 || error.status === 403 || error.status === 404
      const text = `${what}: ${error.message}${isForbidden && remedy !== '' ? ` ${remedy}` : ''}`
      if (!this.#missing.includes(text)) this.#missing.push(text)
      return false
    }
  }
}

async function readList<Item>(api: GitHubApi, path: string, schema: z.ZodType<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of api.list(path)) items.push(parse(schema, item))
  return items
}

/** Error for an answer that isn't repeated, because it is what GitHub has to say. */
const refuse = (message: string): ApiError => new ApiError(message, 200)

/** Throws an `ApiError` for an answer of another form, so that nothing is taken for granted. */
function parse<Value>(schema: z.ZodType<Value>, answer: unknown): Value {
  const {success, data} = schema.safeParse(answer)
  if (success) return data
  throw refuse(`GitHub's answer has another form.`)
}
