const ORIGIN = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i

/** What stands for the host where none is said, and only the schemes are: it is the document's own. */
export const OWN_HOST = '{host}'

/** Scheme and host say the same in any case (RFC 3986), and the port of a scheme need not be said. */
export const withPlainOrigin = (address: string): string =>
  address.replace(ORIGIN, origin =>
    origin
      .toLowerCase()
      .replace(/^(https:.*):443$/, '$1')
      .replace(/^(http:.*):80$/, '$1')
  )

const UNRESERVED = /[a-z0-9._~-]/i

/** An address in the one spelling that RFC 3986 (6.2) has for all that mean the same. */
export function inOneSpelling(address: string): string {
  const [origin = ''] = ORIGIN.exec(address) ?? []
  const rest = address.slice(origin.length).replace(/%[0-9a-f]{2}/gi, code => {
    const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return UNRESERVED.test(letter) ? letter : code.toUpperCase()
  })
  // Below an origin, no path is the path of one slash.
  return withPlainOrigin(origin) + (origin === '' || rest.startsWith('/') ? rest : `/${rest}`)
}

/** A path follows, which begins with a slash. An expression would take long for a stranger's million of them. */
export function withoutSlash(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}

/** The path of a server, without a slash at its end: `/v1` of `https://library.example/v1/`. */
export function pathOfServer(url: string | undefined): string {
  const path = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?([^?#]*)/i.exec(url ?? '')?.[1] ?? ''
  const trimmed = withoutSlash(path).replace(/^\.?\/*/, '')
  return trimmed === '' ? '' : `/${trimmed}`
}
