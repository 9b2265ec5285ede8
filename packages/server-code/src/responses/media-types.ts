import ts from 'typescript'
import {propertyNameOf, stripWrappers} from '../syntax.ts'

export const JSON_MEDIA = 'application/json'

/** Media types by file extension: `res.type('json')`. */
const MEDIA_TYPE_BY_EXTENSION: Readonly<Record<string, string>> = {
  bin: 'application/octet-stream',
  css: 'text/css',
  csv: 'text/csv',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  rss: 'application/rss+xml',
  svg: 'image/svg+xml',
  text: 'text/plain',
  txt: 'text/plain',
  webp: 'image/webp',
  xml: 'application/xml',
  yaml: 'text/yaml',
  yml: 'text/yaml',
  zip: 'application/zip'
}

/** Media type for a media type or file extension, without parameters. `undefined` if the extension isn't known. */
export function parseMediaType(written: string): string | undefined {
  const text = (written.split(';')[0] ?? '').trim().toLowerCase()
  if (text.includes('/')) return text
  const ending = text.replace(/^.*\./, '')
  return Object.hasOwn(MEDIA_TYPE_BY_EXTENSION, ending) ? MEDIA_TYPE_BY_EXTENSION[ending] : undefined
}

/** Whether a media type is JSON. */
export const isJsonMediaType = (media: string): boolean => /^application\/(?:.*\+)?json$/.test(media)

/**
 * The argument of a response method that sets the media type, in Express, Fastify, or Node. `undefined` if the call
 * sets none.
 */
export function findMediaTypeArgument(call: ts.CallExpression, name: string): ts.Expression | undefined {
  const [first, second, third] = call.arguments
  if (name === 'type' || name === 'contentType') return first
  if (name === 'writeHead') return findContentType(third ?? second)
  if (!HEADER_METHODS.has(name) || !first) return undefined
  return second ? (isContentType(first) ? second : undefined) : findContentType(first)
}

const HEADER_METHODS: ReadonlySet<string> = new Set(['set', 'header', 'headers', 'setHeader'])

const isContentType = (node: ts.Expression): boolean =>
  ts.isStringLiteralLike(node) && node.text.toLowerCase() === 'content-type'

function findContentType(written: ts.Expression | undefined): ts.Expression | undefined {
  const node = written && stripWrappers(written)
  if (!node || !ts.isObjectLiteralExpression(node)) return undefined
  const found = node.properties.find(
    ({name}) => propertyNameOf(name as ts.PropertyName)?.toLowerCase() === 'content-type'
  )
  return found && ts.isPropertyAssignment(found) ? found.initializer : undefined
}
