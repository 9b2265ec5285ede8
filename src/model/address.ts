const ORIGIN = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i

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
