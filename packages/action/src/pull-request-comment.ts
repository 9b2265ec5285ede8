import {CHECK_MARKER} from '@tenure/core/outputs/report/findings/check-sections'
import * as z from 'zod'
import type {ActionContext} from './action-context.ts'
import {ApiError, createApi, type GitHubApi, repeatOnFault} from './github-api.ts'
import {annotate} from './runner-files.ts'

/** The most characters in a comment that GitHub accepts. */
export const MAX_COMMENT_LENGTH = 65_536

const comment = z.object({id: z.int(), body: z.string().nullish(), user: z.object({login: z.string()}).nullish()})

/** First line of a comment, by which it's found. Each check of a pull request has its own. */
const commentMarker = (key: string): string =>
  key === '' ? CHECK_MARKER : CHECK_MARKER.replace(' -->', ` ${encodeURIComponent(key).replaceAll('--', '-%2D')} -->`)

/** Replaces the first line of a report by the marker of a check. */
export const withMarker = (markdown: string, key: string): string => markdown.replace(CHECK_MARKER, commentMarker(key))

/**
 * Writes the comment of a pull request, or edits the one with the same first line by the token's user. If GitHub has a
 * passing fault, it starts again with the list of comments, because the comment may have been written.
 */
export function writeComment(pullRequest: number, body: string, context: ActionContext): Promise<void> {
  if (body.length > MAX_COMMENT_LENGTH)
    throw new ApiError(`The comment is longer than ${MAX_COMMENT_LENGTH} characters.`)
  const api = createApi(context)
  return repeatOnFault(async () => {
    const id = await findComment(pullRequest, firstLine(body), api)
    if (id === undefined) await api.send('POST', `/issues/${pullRequest}/comments`, {body})
    else await api.send('PATCH', `/issues/comments/${id}`, {body})
  }, context)
}

async function findComment(pullRequest: number, marker: string, api: GitHubApi): Promise<number | undefined> {
  const login = await api.login()
  for await (const item of api.list(`/issues/${pullRequest}/comments`)) {
    const {data} = comment.safeParse(item)
    if (data && data.user?.login === login && firstLine(data.body ?? '') === marker) return data.id
  }
  return undefined
}

/** Warns that the comment couldn't be written. `forbidden` is the remedy if the token isn't allowed to write it. */
export function warnOfComment(error: unknown, forbidden: string, context: ActionContext): void {
  const reason = error instanceof Error ? error.message : String(error)
  const remedy = error instanceof ApiError && error.status === 403 ? ` ${forbidden}` : ''
  annotate('warning', `The pull request has no new comment: ${reason}${remedy}`, context)
}

const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0] ?? ''
