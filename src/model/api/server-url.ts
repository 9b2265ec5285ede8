const ORIGIN = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i

/** Placeholder for the host if a document states schemes but no host: the host that serves the document. */
export const HOST_PLACEHOLDER = '{host}'

/** Normalizes the origin of a URL: lowercase scheme and host (RFC 3986), and no default port. */
export const normalizeOrigin = (address: string): string =>
  address.replace(ORIGIN, origin =>
    origin
      .toLowerCase()
      .replace(/^(https:.*):443$/, '$1')
      .replace(/^(http:.*):80$/, '$1')
  )

const UNRESERVED = /[a-z0-9._~-]/i

/** Normalizes a URL (RFC 3986, 6.2), so that equivalent URLs become equal strings. */
export function normalizeUrl(address: string): string {
  const [origin = ''] = ORIGIN.exec(address) ?? []
  const rest = address.slice(origin.length).replace(/%[0-9a-f]{2}/gi, code => {
    const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return UNRESERVED.test(letter) ? letter : code.toUpperCase()
  })
  // After an origin, an empty path is the same as `/`.
  return normalizeOrigin(origin) + (origin === '' || rest.startsWith('/') ? rest : `/${rest}`)
}

/**
 * Removes trailing slashes, because a path that begins with a slash follows. Not a regular expression, because one
 * would take quadratic time on untrusted input with many slashes.
 */
export function trimTrailingSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}

/** The path of a server URL without a trailing slash: `/v1` for `https://library.example/v1/`. */
export function serverPath(url: string | undefined): string {
  const path = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?([^?#]*)/i.exec(url ?? '')?.[1] ?? ''
  const trimmed = trimTrailingSlashes(path).replace(/^\.?\/*/, '')
  return trimmed === '' ? '' : `/${trimmed}`
}
