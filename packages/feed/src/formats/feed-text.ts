import {compareText} from '@tenure/core/outputs/changes/page-data'
import {escapeInvisible} from '@tenure/core/phrases/escape'
import type {TextPiece} from '@tenure/core/phrases/text-pieces'
import {type Markup, markup} from '@tenure/pages/site/picture/html'
import {nameUuid} from '../entry-id.ts'
import type {ApiFeed, FeedEntry} from '../feed-entry.ts'
import {type Midnight, midnightOf} from '../midnight.ts'

/** What a feed is about, and where it is published. */
export interface FeedDocument {
  readonly apis: readonly ApiFeed[]
  readonly owner?: string
  /** The URL of the feed. */
  readonly self?: string
  /** The URL of the page about the API. */
  readonly site?: string
}

/** An entry with the names of its API. */
export interface PublishedEntry extends FeedEntry {
  readonly api: string
  readonly timezone: string
}

/** The entries of all APIs, the last changed first. The order depends neither on that of APIs nor on that of lines. */
export const publishedEntries = ({apis}: FeedDocument): PublishedEntry[] =>
  apis
    .flatMap(api => api.entries.map(entry => ({...entry, api: titleOf(api, apis), timezone: api.timezone})))
    .toSorted(
      (a, b) =>
        compareText(b.updated, a.updated) ||
        compareText(a.api, b.api) ||
        compareText(a.subject, b.subject) ||
        compareText(a.id, b.id)
    )

/** The title of an API, with its name where another one has the same title. */
function titleOf({service, name}: ApiFeed, apis: readonly ApiFeed[]): string {
  const isShared = apis.filter(each => each.service === service).length > 1
  return oneLine(isShared && name !== undefined ? `${service} (${name})` : service)
}

/** The title of a feed: `Lending Library API: deprecations and removals`. */
export function feedTitle({apis, owner}: FeedDocument): string {
  const [only, ...others] = apis
  const whose = owner === undefined ? '' : ` of ${oneLine(owner)}`
  return only && others.length === 0
    ? `${titleOf(only, apis)}: deprecations and removals${whose}`
    : `API deprecations and removals${whose}`
}

/** The identifier of a feed: its URL, otherwise one that the names of its APIs give. */
export const feedId = ({apis, owner, self}: FeedDocument): string =>
  self ?? `urn:uuid:${nameUuid('feed', owner ?? '', ...apis.map(({name, service}) => name ?? service).toSorted())}`

export const entryUri = ({id}: Pick<FeedEntry, 'id'>): string => `urn:uuid:${id}`

/** `Lending Library API: GET /v1/loans was removed in 3.3`. */
export const entryTitle = ({api, title}: PublishedEntry): string => `${api}: ${oneLine(plainPieces(title))}`

/** When an entry was published or updated: the first instant of that day. */
export const midnightIn = ({timezone}: PublishedEntry, day: string): Midnight => midnightOf(day, timezone)

export const plainParagraphs = ({paragraphs}: FeedEntry): string => paragraphs.map(plainPieces).join('\n\n')

export const htmlParagraphs = ({paragraphs}: FeedEntry): string =>
  markup`${paragraphs.map(pieces => markup`<p>${pieces.map(htmlPiece)}</p>`)}`.text

export const plainPieces = (pieces: readonly TextPiece[]): string =>
  escapeInvisible(pieces.map(textOf).join('')).replace(/\r\n?/g, '\n')

const textOf = (piece: TextPiece): string =>
  typeof piece === 'string' ? piece : 'code' in piece ? piece.code : piece.free

function htmlPiece(piece: TextPiece): Markup {
  if (typeof piece === 'string') return markup`${piece}`
  if ('free' in piece) return markup`<em>${piece.free}</em>`
  const code = markup`<code>${piece.code}</code>`
  return piece.url === undefined ? code : markup`<a href="${piece.url}">${code}</a>`
}

export const oneLine = (text: string): string => escapeInvisible(text).replace(/\s+/g, ' ').trim()
