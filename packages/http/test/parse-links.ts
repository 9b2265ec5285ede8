import {createRequire} from 'node:module'

/** A link, as a reader of RFC 8288 sees it. */
export interface ParsedLink {
  readonly target: string
  readonly [parameter: string]: string
}

/** Another parser, which has no types. */
const others = createRequire(import.meta.url)('http-link-header') as {
  parse(header: string): {readonly refs: readonly ({readonly uri: string} & Readonly<Record<string, string>>)[]}
}

const SPACE = /[ \t]*/y
const TARGET = /<([^<>\s"\u007f-\uffff]*)>/y
const PARAMETER = /;[ \t]*([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w-]+)))?/y

/** Parses `Link` by the grammar of RFC 8288, 3. Throws an error at what it doesn't allow, or another parser reads otherwise. */
export function parseLinks(header: string): ParsedLink[] {
  const links: ParsedLink[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(header)
    if (found) at = pattern.lastIndex
    return found
  }
  while (at < header.length) {
    take(SPACE)
    const target = take(TARGET)
    if (!target) throw new Error(`No target at ${at} of ${header}`)
    const link: Record<string, string> = {}
    for (;;) {
      take(SPACE)
      const parameter = take(PARAMETER)
      if (!parameter) break
      const [, name = '', quoted, token = ''] = parameter
      link[name.toLowerCase()] ??= quoted?.replace(/\\(.)/g, '$1') ?? token
    }
    links.push({target: target[1] ?? '', ...link})
    if (at < header.length && header[at++] !== ',') throw new Error(`No comma at ${at - 1} of ${header}`)
  }
  const theirs = header === '' ? [] : others.parse(header).refs.map(({uri, ...link}) => ({target: uri, ...link}))
  if (JSON.stringify(theirs) !== JSON.stringify(links)) throw new Error(`${JSON.stringify(theirs)} in ${header}`)
  return links
}
