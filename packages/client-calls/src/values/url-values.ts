import {concatParts, mapDeferred} from './map-deferred.ts'
import {literalOf, type StaticValue, stringValue, unresolvedValue} from './value.ts'

// Joins URLs the way browsers and client libraries do.

/** Joins a base URL and a path with one slash between them. An absolute URL replaces the base. */
export const joinUrl = (base: StaticValue | undefined, path: StaticValue): StaticValue =>
  base === undefined || base.kind === 'absent'
    ? path
    : mapDeferred([base, path], ([start = base, rest = path]) => {
        if (rest.kind === 'absent') return start
        const [first] = rest.kind === 'text' ? rest.pieces : []
        if (typeof first === 'string' && isAbsolute(first)) return rest
        return concatParts([trimTrailingSlash(start), stringValue('/'), trimLeadingSlash(rest)])
      })

/** Value of `new URL(path, base)`. */
export const resolveUrl = (path: StaticValue, base: StaticValue | undefined): StaticValue =>
  base === undefined || base.kind === 'absent'
    ? path
    : mapDeferred([base, path], ([start = base, rest = path]) => {
        const first = leadingText(rest)
        if (first === undefined) return concatParts([trimTrailingSlash(start), stringValue('/'), rest])
        if (isAbsolute(first)) return rest
        if (first.startsWith('/')) return concatParts([originOf(start), rest])
        return concatParts([
          folderOf(start),
          stringValue('/'),
          stringValue(first.replace(/^(?:\.\/)+/, '')),
          ...trailingPieces(rest)
        ])
      })

const isAbsolute = (start: string): boolean => /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(start)

const leadingText = (value: StaticValue): string | undefined => {
  const first = value.kind === 'text' ? value.pieces[0] : undefined
  return typeof first === 'string' ? first : undefined
}

const trailingPieces = (value: StaticValue): StaticValue[] =>
  value.kind === 'text' ? [{...value, pieces: value.pieces.slice(1)}] : []

function trimTrailingSlash(value: StaticValue): StaticValue {
  const last = value.kind === 'text' ? value.pieces.at(-1) : undefined
  return value.kind === 'text' && typeof last === 'string'
    ? {...value, pieces: [...value.pieces.slice(0, -1), last.replace(/\/+$/, '')]}
    : value
}

function trimLeadingSlash(value: StaticValue): StaticValue {
  const first = leadingText(value)
  return first === undefined ? value : concatParts([stringValue(first.replace(/^\/+/, '')), ...trailingPieces(value)])
}

/** Origin of a URL, up to the path. If the start isn't known, the unknown value itself. */
function originOf(value: StaticValue): StaticValue {
  if (value.kind !== 'text') return value.kind === 'unknown' ? value : unresolvedValue('…')
  const [first] = value.pieces
  if (typeof first !== 'string') return first ?? stringValue('')
  const origin = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i.exec(first)?.[0]
  if (origin === undefined) return stringValue('')
  if (origin.length < first.length) return stringValue(origin)
  // An unknown part of the host extends to the next slash.
  const pieces: StaticValue[] = [stringValue(first)]
  for (const piece of value.pieces.slice(1)) {
    const end = typeof piece === 'string' ? piece.search(/[/?#]/) : -1
    if (typeof piece === 'string' && end >= 0) return concatParts([...pieces, stringValue(piece.slice(0, end))])
    pieces.push(stringValue(piece))
  }
  return concatParts(pieces)
}

/** A URL up to its last slash. */
function folderOf(value: StaticValue): StaticValue {
  const literal = literalOf(value)
  if (literal === undefined) return trimTrailingSlash(value)
  const [bare = ''] = literal.split(/[?#]/)
  const origin = literalOf(originOf(value)) ?? ''
  return stringValue(
    origin.length >= bare.length ? bare : bare.slice(0, Math.max(origin.length, bare.lastIndexOf('/')))
  )
}

/** A URL with its path replaced. */
export const replaceUrlPath = (url: StaticValue, path: StaticValue): StaticValue =>
  mapDeferred([url, path], ([whole = url, rest = path]) =>
    concatParts([originOf(whole), stringValue('/'), trimLeadingSlash(rest)])
  )

/**
 * Value of a URL property. `undefined` if the URL isn't known. Query and fragment are empty, because they aren't part
 * of the address.
 */
export function getUrlProperty(url: StaticValue, name: string): StaticValue | undefined {
  if (url.kind !== 'text') return undefined
  if (name === 'href') return url
  if (name === 'origin') return originOf(url)
  if (name === 'search' || name === 'hash') return stringValue('')
  if (name !== 'pathname') return unresolvedValue(name)
  const [first, ...rest] = url.pieces
  if (typeof first !== 'string') return unresolvedValue(name)
  const path = first.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, '')
  return {...url, pieces: [path, ...rest]}
}
