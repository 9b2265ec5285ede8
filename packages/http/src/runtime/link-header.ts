/** A link of the header `Link` (RFC 8288). */
export interface HeaderLink {
  readonly target: string
  readonly relation: string
  readonly type?: string
}

/** Writes a link. No target can end its angle brackets, or the header. */
export const formatLink = ({target, relation, type}: HeaderLink): string =>
  `<${toUriReference(target)}>; rel="${relation}"${type === undefined ? '' : `; type="${type}"`}`

/** A URL with everything encoded that a URL doesn't have. */
export const toUriReference = (url: string): string =>
  url.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[^\w!#$%&'()*+,./:;=?@[\]~-]/gu, encodeURIComponent)

/** The relations that a header has. */
function relationsOf(header: string): Set<string> {
  const parameters = header.replace(/<[^<>]*>/g, '').matchAll(/;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/gi)
  return new Set([...parameters].flatMap(([, quoted, token]) => (quoted ?? token ?? '').toLowerCase().split(/\s+/)))
}

/** The header with more links. A relation that it has isn't added again. */
export function addLinks(header: string | undefined, links: readonly HeaderLink[]): string | undefined {
  const known = relationsOf(header ?? '')
  const added = links.filter(({relation}) => !known.has(relation)).map(formatLink)
  const all = [...(header === undefined || header.trim() === '' ? [] : [header]), ...added]
  return all.length === 0 ? undefined : all.join(', ')
}
