import {isUtf8} from 'node:buffer'
import {InputError} from '../../model/input-error.ts'
import {decode} from '../files/utf8.ts'
import {closingQuote, isBlank} from '../json/json-key-scan.ts'
import {loadYaml} from '../parsing/load-yaml.ts'

const WORD = /openapi|swagger/
const KEY = /^(?:openapi|swagger)$/

/**
 * Whether a file says at its top level that it is an API description. No more of it is read than up to there; whether
 * the rest is well-formed is told by whoever reads it.
 */
export function isDescription(bytes: Buffer): boolean {
  if (!isUtf8(bytes)) return false
  const text = decode(bytes, '')
  if (!WORD.test(text)) return false
  let start = 0
  while (isBlank(text.charCodeAt(start))) start++
  return text[start] === '{' ? inJson(text, start) || inFlow(text) : inYaml(text)
}

/** Goes from text to text, and counts brackets between them. */
function inJson(text: string, start: number): boolean {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    else if (char === '"') {
      const end = closingQuote(text, at)
      let next = end + 1
      while (isBlank(text.charCodeAt(next))) next++
      if (depth === 1 && text[next] === ':' && KEY.test(text.slice(at + 1, end))) return true
      at = end
    }
  }
  return false
}

/** YAML with braces, or one of its keys without quotes: seldom, and small. */
function inFlow(text: string): boolean {
  const value = loaded(text)
  return isMap(value) && Object.keys(value).some(key => KEY.test(key))
}

const LINE = /^( *)(["']?)(?:openapi|swagger)\2[ \t]*:(?=[ \t\r\n]|$)/gm

/** A line has the key at the top level if all above it is a whole map that stands no further left or right. */
function inYaml(text: string): boolean {
  for (const {index, 1: indent} of text.matchAll(LINE)) {
    const above = loaded(`${text.slice(0, index)}\n`)
    if (above === null || above === undefined) return true
    if (isMap(above) && indent === /^( *)[^\s#%-]/m.exec(text)?.[1]) return true
  }
  return false
}

function loaded(text: string): unknown {
  try {
    return loadYaml(text, '').value
  } catch (error) {
    if (error instanceof InputError) return false
    throw error
  }
}

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
