import {isUtf8} from 'node:buffer'
import {InputError} from '../model/input-error.ts'
import {decodeUtf8} from '../stores/files/text-bytes.ts'
import {findClosingQuote, isJsonWhitespace} from './json/json-key-scan.ts'
import {loadYaml} from './parsing/load-yaml.ts'

const WORD = /openapi|swagger/
const KEY = /^(?:openapi|swagger)$/

/**
 * Whether a file has `openapi` or `swagger` at its top level. The text after that key isn't parsed, so the rest may be
 * malformed.
 */
export function isDescription(bytes: Buffer): boolean {
  if (!isUtf8(bytes)) return false
  const text = decodeUtf8(bytes, '')
  if (!WORD.test(text)) return false
  let start = 0
  while (isJsonWhitespace(text.charCodeAt(start))) start++
  return text[start] === '{' ? isInJson(text, start) || isInFlowYaml(text) : isInYaml(text)
}

/** Skips strings and counts the brackets between them. */
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

/** Handles flow-style YAML and unquoted keys, which are rare and small. */
function isInFlowYaml(text: string): boolean {
  const value = tryLoad(text)
  return isMap(value) && Object.keys(value).some(key => KEY.test(key))
}

const LINE = /^( *)(["']?)(?:openapi|swagger)\2[ \t]*:(?=[ \t\r\n]|$)/gm

/** The key is at the top level if the text above it parses as a complete map with the same indentation. */
function isInYaml(text: string): boolean {
  for (const {index, 1: indent} of text.matchAll(LINE)) {
    const above = tryLoad(`${text.slice(0, index)}\n`)
    if (above === null || above === undefined) return true
    if (isMap(above) && indent === /^( *)[^\s#%-]/m.exec(text)?.[1]) return true
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

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
