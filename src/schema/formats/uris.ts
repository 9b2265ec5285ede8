import {isIpv6} from './hosts.ts'

/** Addresses (RFC 3986, and 3987 where letters of all scripts count). What readings disagree on is left open. */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/
const CHARS = "[\\w\\-.~!$&'()*+,;=:@%/]"
const PATH = new RegExp(`^${CHARS}*$`)
const REST = new RegExp(`^(?:${CHARS}|\\?)*$`)
const AUTHORITY = /^(?:[\w\-.~!$&'()*+,;=:%]*@)?(?:\[([^[\]]*)\]|[\w\-.~!$&'()*+,;=%]*)(?::\d*)?$/

export const isUri = (text: string): boolean => SCHEME.test(text) && isHierarchy(text.replace(SCHEME, ''))

export function isReference(text: string): boolean | undefined {
  if (SCHEME.test(text)) return isUri(text)
  if (!isHierarchy(text)) return false
  // A colon in the first segment looks like a scheme that is none: some let it pass.
  return /^[^/?#]*:/.test(text) ? undefined : true
}

export const isIri = (text: string): boolean => isUri(latin(text))
export const isIriReference = (text: string): boolean | undefined => isReference(latin(text))

/** Letters of all scripts stand where a tilde may: in no scheme, and in no encoded byte. */
const latin = (text: string): string =>
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

export function isTemplate(text: string): boolean | undefined {
  if (!/^(?:[^{}]|\{[^{}]*\})*$/.test(text)) return false
  return /^(?:[\w/.:-]|\{[A-Za-z_]\w*(?::[1-9]\d{0,3})?\})*$/.test(text) ? true : undefined
}
