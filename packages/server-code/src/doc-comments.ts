import {defined} from '@tenure/core/model/defined'
import {canBeRelease} from '@tenure/core/model/time/release-name'
import ts from 'typescript'

/** Lifecycle marks of a comment, under the OpenAPI extension keys that an API description uses. */
export type DocMarks = Readonly<Record<string, unknown>>

/** Resolves the name in a `{@link}` to the endpoint that it handles. `undefined` if it handles none. */
export type LinkResolver = (name: ts.Node) => string | undefined

const DAY = /\b(\d{4}-\d{2}-\d{2})\b/
const RELEASE = /\b(?:since|in|as of|from)\s+(?:(?:release|version)\s+)?(v?\d+(?:\.\d+)+(?:[-+][\w.]+)?|v\d+)/i
const REMOVAL =
  /\b(?:remov\w*|sunset\w*|until|ends?|gone|drop\w*|support\w*)\b[^.;\n]*?\b(\d{4}-\d{2}-\d{2}|v?\d+(?:\.\d+)+)/i
const ENDPOINT = /`?\b((?:GET|PUT|POST|PATCH|DELETE|OPTIONS|HEAD|TRACE)\s+\/[^\s`,;)}]*)/
const STABILITIES = new Set(['alpha', 'beta', 'experimental', 'internal', 'public'])

/**
 * Lifecycle marks from the TSDoc tags above a declaration or statement: `@since`, `@deprecated`, `@sunset`, `@beta`,
 * `@see`.
 */
export function readDocMarks(node: ts.Node, linked: LinkResolver = () => undefined): DocMarks {
  const marks: Record<string, unknown> = {}
  for (const tag of readTags(node)) {
    const name = tag.tagName.text.toLowerCase()
    const text = tagText(tag)
    if (name === 'deprecated') Object.assign(marks, readDeprecation(text, tag, linked))
    else if (name === 'since' || name === 'added') {
      if (text !== '') marks['x-since'] = firstWord(text)
    } else if (name === 'sunset' || name === 'removal') {
      if (text !== '') marks['x-sunset'] = readSunset(text)
    } else if (STABILITIES.has(name)) marks['x-stability-level'] = name === 'public' ? 'ga' : name
    else if (name === 'stability') marks['x-stability-level'] = firstWord(text)
    else if ((name === 'see' || name === 'replacement') && marks['x-replaced-by'] === undefined) {
      const instead = findReplacement(text, tag, linked) ?? (name === 'replacement' && text !== '' ? text : undefined)
      if (instead !== undefined) marks['x-replaced-by'] = instead
    }
  }
  // A `@see` is a replacement only if the endpoint is deprecated or has a sunset.
  if (marks.deprecated === undefined && marks['x-sunset'] === undefined) delete marks['x-replaced-by']
  return marks
}

function readDeprecation(text: string, tag: ts.JSDocTag, linked: LinkResolver): DocMarks {
  const removal = REMOVAL.exec(text)
  const before = removal ? text.replace(removal[0], '') : text
  const since = DAY.exec(before)?.[1] ?? RELEASE.exec(before)?.[1]
  const instead = findReplacement(text, tag, linked)
  return defined({
    deprecated: true,
    'x-deprecated-since': since,
    'x-sunset': removal?.[1],
    'x-replaced-by': instead
  })
}

/**
 * The endpoint that the text of a tag names, or the endpoint or name that its `{@link}` points to. `undefined` if there
 * is none.
 */
function findReplacement(text: string, tag: ts.JSDocTag, linked: LinkResolver): string | undefined {
  const endpoint = ENDPOINT.exec(text)?.[1]
  if (endpoint !== undefined) return endpoint.replaceAll(/:(\w+)/g, '{$1}').replace(/[.]$/, '')
  const links =
    typeof tag.comment === 'string' || !tag.comment
      ? []
      : tag.comment.filter(part => ts.isJSDocLink(part) || ts.isJSDocLinkCode(part) || ts.isJSDocLinkPlain(part))
  const [link] = links
  return link?.name ? (linked(link.name) ?? link.name.getText()) : undefined
}

/** The day or version of a tag; if it begins with neither, its first line, so that the text is reported. */
function readSunset(text: string): string {
  const word = firstWord(text)
  return DAY.exec(text)?.[1] ?? (VERSION.test(word) && canBeRelease(word, []) ? word : firstLine(text))
}

const VERSION = /^v?\d+(?:\.\d+)+(?:[-+][\w.]+)?$|^v\d+$/i

const firstLine = (text: string): string =>
  text
    .split('\n')[0]
    ?.trim()
    .replace(/[.,;]$/, '') ?? ''

const firstWord = (text: string): string =>
  text
    .trim()
    .split(/\s+/)[0]
    ?.replace(/[.,;]$/, '') ?? ''

function tagText({comment}: ts.JSDocTag): string {
  if (comment === undefined) return ''
  if (typeof comment === 'string') return comment.trim()
  return comment
    .map(part => (part.kind === ts.SyntaxKind.JSDocText ? part.text : `${part.name?.getText() ?? ''}${part.text}`))
    .join('')
    .trim()
}

/** Tags of the comment above a node, including statements that register routes. */
function readTags(node: ts.Node): readonly ts.JSDocTag[] {
  return readComments(node).flatMap(each => each.tags ?? [])
}

/** Summary (first line) and full description of the comment above a node. Empty if there is no comment. */
export function readDocText(node: ts.Node): {summary?: string; description?: string} {
  const comment = readComments(node).at(-1)?.comment
  const text = (typeof comment === 'string' ? comment : ts.getTextOfJSDocComment(comment))?.trim() ?? ''
  if (text === '') return {}
  const [first = '', ...rest] = text.split('\n')
  return rest.length === 0 ? {summary: first} : {summary: first, description: text}
}

/** The doc comment closest to a node, which alone describes it; empty if there is none. */
function readComments(node: ts.Node): readonly ts.JSDoc[] {
  const own = (node as {jsDoc?: readonly ts.JSDoc[]}).jsDoc
  const all = own ?? ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  return all.slice(-1)
}
