import {TARGET_VERBS} from '@tenure/core/languages/languages'
import type {LocateSource} from '@tenure/core/model/location'
import type {ReleaseChange} from '@tenure/core/outputs/changes/release-changes'
import {codePiece, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {formatLongDate} from '@tenure/core/text/format-values'

/** Code with a link. */
interface LinkedCode {
  readonly code: string
  readonly url: string
}

/** URL templates for links in texts for clients. */
export interface LinkTemplates {
  /** URL of a line in a description, with `{file}` and `{line}`. */
  readonly link?: string | undefined
  /** URL of the documentation of an endpoint, with `{method}` and `{path}`. */
  readonly docs?: string | undefined
}

/** A mail address, or an `@` and a word, which mentions a GitHub user unless it is code. */
const MENTION = /([\w.+-]*@[\w-](?:[\w./-]*[\w/-])?)/

/** Puts mail addresses and mentions in code. */
const withoutMentions = (pieces: readonly TextPiece[]): readonly TextPiece[] =>
  pieces.flatMap((piece): TextPiece[] => {
    const text = typeof piece === 'string' ? piece : 'free' in piece ? piece.free : ''
    if (!text.includes('@')) return [piece]
    return text
      .split(MENTION)
      .filter(Boolean)
      .map(each => (each.includes('@') ? codePiece(each) : typeof piece === 'string' ? each : {free: each}))
  })

const DAY = /(\bin )?\b(\d{4}-\d{2}-\d{2})\b(?![\w.-]*\w)/g

/**
 * Writes the dates in tenure's own words in long form. A release that is named by its day needs `on` instead of `in`.
 */
const withLongDates = (pieces: readonly TextPiece[]): readonly TextPiece[] =>
  pieces.map(piece =>
    typeof piece === 'string'
      ? piece.replace(
          DAY,
          (_, before: string | undefined, day: string) => `${before === undefined ? '' : 'on '}${formatLongDate(day)}`
        )
      : piece
  )

const ENDPOINT = new RegExp(`^(${TARGET_VERBS.join('|')}) (/\\S*)$`)

/** Links endpoints to their documentation. */
const withDocs = (pieces: readonly TextPiece[], docs: string): readonly TextPiece[] =>
  pieces.map(piece => {
    const [, method, path] = typeof piece === 'object' && 'code' in piece ? (ENDPOINT.exec(piece.code) ?? []) : []
    if (typeof piece !== 'object' || !('code' in piece) || method === undefined || path === undefined) return piece
    return {...piece, url: docsUrl(docs, method, path)}
  })

const docsUrl = (docs: string, method: string, path: string): string =>
  docs
    .replaceAll('{method}', method.toLowerCase())
    .replaceAll('{path}', path.slice(1).split('/').map(encodeURIComponent).join('/'))

/** URL of the documentation of an endpoint, by its name. `undefined` for another name. */
export function linkDocs(name: string, docs: string): string | undefined {
  const [, method, path] = ENDPOINT.exec(name) ?? []
  return method === undefined || path === undefined ? undefined : docsUrl(docs, method, path)
}

/** Pieces of a text for clients: dates in long form, no mentions, and endpoints with links. */
export const clientPieces =
  ({docs}: LinkTemplates) =>
  (pieces: readonly TextPiece[]): readonly TextPiece[] => {
    const plain = withLongDates(withoutMentions(pieces))
    return docs === undefined ? plain : withDocs(plain, docs)
  }

/** A link to the place of an observed change. `undefined` without a line. */
export function linkPlace({event}: ReleaseChange, link: string, locate: LocateSource): LinkedCode | undefined {
  const {source, line} = locate(event.place)
  if (!event.observed || line === undefined) return undefined
  const file = source.replace(/^\.\//, '')
  const url = link
    .replaceAll('{file}', file.split('/').map(encodeURIComponent).join('/'))
    .replaceAll('{line}', String(line))
  return {code: `${file.split('/').at(-1) ?? file}:${line}`, url}
}
