import {concat, following} from './map-deferred.ts'
import {literalOf, text, unknown, type Value} from './value.ts'

// Joins URLs the way browsers and client libraries do.

/** Joins a base URL and a path with one slash between them. An absolute URL replaces the base. */
export const joined = (base: Value | undefined, path: Value): Value =>
  base === undefined || base.kind === 'absent'
    ? path
    : following([base, path], ([start = base, rest = path]) => {
        if (rest.kind === 'absent') return start
        const [first] = rest.kind === 'text' ? rest.pieces : []
        if (typeof first === 'string' && isAbsolute(first)) return rest
        return concat([trimTrailingSlash(start), text('/'), trimLeadingSlash(rest)])
      })

/** Value of `new URL(path, base)`. */
export const resolved = (path: Value, base: Value | undefined): Value =>
  base === undefined || base.kind === 'absent'
    ? path
    : following([base, path], ([start = base, rest = path]) => {
        const first = leadingText(rest)
        if (first === undefined) return concat([trimTrailingSlash(start), text('/'), rest])
        if (isAbsolute(first)) return rest
        if (first.startsWith('/')) return concat([originOf(start), rest])
        return concat([folderOf(start), text('/'), text(first.replace(/^(?:\.\/)+/, '')), ...trailingPieces(rest)])
      })

const isAbsolute = (start: string): boolean => /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(start)

const leadingText = (value: Value): string | undefined => {
  const first = value.kind === 'text' ? value.pieces[0] : undefined
  return typeof first === 'string' ? first : undefined
}

const trailingPieces = (value: Value): Value[] =>
  value.kind === 'text' ? [{...value, pieces: value.pieces.slice(1)}] : []

function trimTrailingSlash(value: Value): Value {
  const last = value.kind === 'text' ? value.pieces.at(-1) : undefined
  return value.kind === 'text' && typeof last === 'string'
    ? {...value, pieces: [...value.pieces.slice(0, -1), last.replace(/\/+$/, '')]}
    : value
}

function trimLeadingSlash(value: Value): Value {
  const first = leadingText(value)
  return first === undefined ? value : concat([text(first.replace(/^\/+/, '')), ...trailingPieces(value)])
}

/** Origin of a URL, up to the path. If the start isn't known, the unknown value itself. */
function originOf(value: Value): Value {
  if (value.kind !== 'text') return value.kind === 'unknown' ? value : unknown('…')
  const [first] = value.pieces
  if (typeof first !== 'string') return first ?? text('')
  const origin = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i.exec(first)?.[0]
  if (origin === undefined) return text('')
  if (origin.length < first.length) return text(origin)
  // An unknown part of the host extends to the next slash.
  const pieces: Value[] = [text(first)]
  for (const piece of value.pieces.slice(1)) {
    const end = typeof piece === 'string' ? piece.search(/[/?#]/) : -1
    if (typeof piece === 'string' && end >= 0) return concat([...pieces, text(piece.slice(0, end))])
    pieces.push(text(piece))
  }
  return concat(pieces)
}

/** A URL up to its last slash. */
function folderOf(value: Value): Value {
  const literal = literalOf(value)
  if (literal === undefined) return trimTrailingSlash(value)
  const [bare = ''] = literal.split(/[?#]/)
  const origin = literalOf(originOf(value)) ?? ''
  return text(origin.length >= bare.length ? bare : bare.slice(0, Math.max(origin.length, bare.lastIndexOf('/'))))
}

/** A URL with its path replaced. */
export const withPath = (url: Value, path: Value): Value =>
  following([url, path], ([whole = url, rest = path]) => concat([originOf(whole), text('/'), trimLeadingSlash(rest)]))

/**
 * Value of a URL property. `undefined` if the URL isn't known. Query and fragment are empty, because they aren't part
 * of the address.
 */
export function partOfUrl(url: Value, name: string): Value | undefined {
  if (url.kind !== 'text') return undefined
  if (name === 'href') return url
  if (name === 'origin') return originOf(url)
  if (name === 'search' || name === 'hash') return text('')
  if (name !== 'pathname') return unknown(name)
  const [first, ...rest] = url.pieces
  if (typeof first !== 'string') return unknown(name)
  const path = first.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, '')
  return {...url, pieces: [path, ...rest]}
}
