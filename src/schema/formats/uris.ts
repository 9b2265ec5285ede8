import {isIpv6} from './hosts.ts'

/** Formats of URIs (RFC 3986) and IRIs (RFC 3987). Where interpretations differ, a check returns `undefined`. */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/
const CHARS = "[\\w\\-.~!$&'()*+,;=:@%/]"
const PATH = new RegExp(`^${CHARS}*$`)
const REST = new RegExp(`^(?:${CHARS}|\\?)*$`)
const AUTHORITY = /^(?:[\w\-.~!$&'()*+,;=:%]*@)?(?:\[([^[\]]*)\]|[\w\-.~!$&'()*+,;=%]*)(?::\d*)?$/

export const isUri = (text: string): boolean => SCHEME.test(text) && isHierarchy(text.replace(SCHEME, ''))

export function isUriReference(text: string): boolean | undefined {
  if (SCHEME.test(text)) return isUri(text)
  if (!isHierarchy(text)) return false
  // A colon in the first segment looks like an invalid scheme, but some validators accept it.
  return /^[^/?#]*:/.test(text) ? undefined : true
}

export const isIri = (text: string): boolean => isUri(replaceNonAscii(text))
export const isIriReference = (text: string): boolean | undefined => isUriReference(replaceNonAscii(text))

/**
 * Replaces the non-ASCII characters of an IRI by `~`, which is allowed in the same positions: not in a scheme, and not
 * in a percent-encoded byte.
 */
const replaceNonAscii = (text: string): string =>
  text.replace(/[\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{efffd}]/gu, '~')

function isHierarchy(text: string): boolean {
  if (/%(?![0-9a-fA-F]{2})/.test(text)) return false
  const [, before = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text) ?? []
  if (!REST.test(query) || !REST.test(fragment)) return false
  if (!before.startsWith('//')) return PATH.test(before)
  const [, authority = '', path = ''] = /^\/\/([^/]*)(.*)$/s.exec(before) ?? []
  const match = AUTHORITY.exec(authority)
  if (!match || !PATH.test(path)) return false
  const [, literal] = match
  return literal === undefined || isIpv6(literal) || /^v[0-9a-f]+\.[\w\-.~!$&'()*+,;=:]+$/i.test(literal)
}

export function isUriTemplate(text: string): boolean | undefined {
  if (!/^(?:[^{}]|\{[^{}]*\})*$/.test(text)) return false
  return /^(?:[\w/.:-]|\{[A-Za-z_]\w*(?::[1-9]\d{0,3})?\})*$/.test(text) ? true : undefined
}
