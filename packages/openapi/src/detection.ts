import {isUtf8} from 'node:buffer'
import {findClosingQuote, isJsonWhitespace} from '@tenure/core/documents/json/json-key-scan'
import {loadYaml} from '@tenure/core/documents/parsing/load-yaml'
import {InputError} from '@tenure/core/model/input-error'
import {isRecord} from '@tenure/core/model/json'
import {decodeUtf8} from '@tenure/core/stores/files/text-bytes'

const WORD = /openapi|swagger/
const KEY = /^(?:openapi|swagger)$/

/**
 * Whether a file has `openapi` or `swagger` at its top level. The text after that key isn't parsed, so the rest may be
 * malformed.
 */
export function isOpenapi(bytes: Buffer): boolean {
  if (!isUtf8(bytes)) return false
  const text = decodeUtf8(bytes, '')
  if (!WORD.test(text)) return false
  let start = 0
  while (isJsonWhitespace(text.charCodeAt(start))) start++
  return text[start] === '{' ? isInJson(text, start) || isInFlowYaml(text) : isInYaml(text)
}

/**
 * Whether a JSON text that starts at an index has `openapi` or `swagger` at its top level. Skips strings and counts the
 * brackets between them.
 */
function isInJson(text: string, start: number): boolean {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    else if (char === '"') {
      const end = findClosingQuote(text, at)
      let next = end + 1
      while (isJsonWhitespace(text.charCodeAt(next))) next++
      if (depth === 1 && text[next] === ':' && KEY.test(text.slice(at + 1, end))) return true
      at = end
    }
  }
  return false
}

/** Whether flow-style YAML, which is rare and small, has the key at its top level. */
function isInFlowYaml(text: string): boolean {
  const value = tryLoad(text)
  return isRecord(value) && Object.keys(value).some(key => KEY.test(key))
}

const LINE = /^( *)(["']?)(?:openapi|swagger)\2[ \t]*:(?=[ \t\r\n]|$)/gm

/**
 * Whether YAML has the key at its top level: the text above it must parse as a complete map with the same indentation.
 */
function isInYaml(text: string): boolean {
  for (const {index, 1: indent} of text.matchAll(LINE)) {
    const above = tryLoad(`${text.slice(0, index)}\n`)
    if (above === null || above === undefined) return true
    if (isRecord(above) && indent === /^( *)[^\s#%-]/m.exec(text)?.[1]) return true
  }
  return false
}

function tryLoad(text: string): unknown {
  try {
    return loadYaml(text, '').value
  } catch (error) {
    if (error instanceof InputError) return false
    throw error
  }
}

const MAIN_KEY = /(?:^|[\n{,])\s*["']?(?:openapi|swagger)["']?\s*:/
const ROOT_KEY =
  /^(?:info|servers|paths|components|tags|security|webhooks|externalDocs|jsonSchemaDialect|host|basePath|schemes|consumes|produces|definitions|parameters|responses|securityDefinitions|\$schema|\$self|\$id|x-.*)$/

/**
 * Whether a file with this beginning can be a description: it has `openapi` or `swagger`, or begins with another
 * top-level key.
 */
export function mayBeginOpenapi(head: string): boolean {
  const text = head.replace(/^\uFEFF/, '')
  if (MAIN_KEY.test(text)) return true
  const start = text.replace(/^(?:\s+|#.*|%.*|---(?=\s))*/, '')
  const [, first = ''] = /^\{?\s*["']?([\w$.-]+)["']?\s*:/.exec(start) ?? []
  return ROOT_KEY.test(first)
}

/** The regular expression for `git grep` that finds `openapi` or `swagger` as a key, wherever it is in the text. */
export const DESCRIPTION_KEY = `(^|[{,[:space:]])["']?(openapi|swagger)["']?[[:space:]]*:`
