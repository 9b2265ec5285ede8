import {findClosingQuote, isJsonWhitespace} from './json-key-scan.ts'

/** A JSON syntax error and its offset. */
export interface JsonSyntaxError {
  readonly offset: number
  readonly message: string
  /** For a duplicate key, the offset of its first occurrence. */
  readonly first?: number
}

interface OpenContainer {
  /** The keys so far, with their offsets; omitted for a list. */
  readonly keys?: Map<string, number>
  readonly closer: '}' | ']'
}

/**
 * The first error of a JSON text: a syntax error or a duplicate key. `undefined` if there is none. Slow, and used only
 * for invalid texts, because the message of `JSON.parse` differs between versions of Node.js and it accepts duplicate
 * keys.
 */
export function findJsonSyntaxError(text: string): JsonSyntaxError | undefined {
  const open: OpenContainer[] = []
  let at = 0
  const skip = (): void => {
    while (isJsonWhitespace(text.charCodeAt(at))) at++
  }
  const fault = (expected: string, offset = at): JsonSyntaxError => ({
    offset,
    message: `Invalid JSON: found ${describeToken(text, offset)} instead of ${expected}.`
  })

  for (;;) {
    // A value is expected.
    skip()
    let inner = open.at(-1)
    const char = text[at]
    if (char === '{' || char === '[') {
      inner = char === '{' ? {keys: new Map(), closer: '}'} : {closer: ']'}
      open.push(inner)
      at++
      skip()
      if (text[at] !== inner.closer) {
        if (!inner.keys) continue
        const wrong = key(inner.keys, `a key in double quotes or \`}\``)
        if (wrong) return wrong
        continue
      }
    } else {
      const end = scalarEnd(text, at)
      if (typeof end !== 'number') return end ?? fault('a value')
      at = end
    }
    // After a value, the enclosing list or map continues or ends, and then the one around it.
    for (;;) {
      skip()
      inner = open.at(-1)
      if (!inner) return at === text.length ? undefined : fault('the end of the file')
      if (text[at] === inner.closer) {
        at++
        open.pop()
        continue
      }
      if (text[at] !== ',') return fault(`\`,\` or \`${inner.closer}\``)
      at++
      skip()
      const wrong = inner.keys && key(inner.keys, 'a key in double quotes')
      if (wrong) return wrong
      break
    }
  }

  function key(keys: Map<string, number>, expected: string): JsonSyntaxError | undefined {
    if (text[at] !== '"') return fault(expected)
    const start = at
    const end = scalarEnd(text, at)
    if (typeof end !== 'number') return end
    const name = JSON.parse(text.slice(start, end)) as string
    const first = keys.get(name)
    if (first !== undefined) {
      return {offset: start, message: `Duplicate key \`${shorten(name)}\``, first}
    }
    keys.set(name, start)
    at = end
    skip()
    if (text[at] !== ':') return fault('`:` after a key')
    at++
    return undefined
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// A literal can't be followed by another word character.
const WORD = /(?:true|false|null)(?![\w$])/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON takes none in a text
const CONTROL = /[\u0000-\u001f]/g
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4}|())/g

/** The end of a string, number, or literal, or the error in it; `undefined` if there is none at `start`. */
function scalarEnd(text: string, start: number): number | JsonSyntaxError | undefined {
  if (text[start] !== '"') {
    const pattern = [NUMBER, WORD].find(each => {
      each.lastIndex = start
      return each.test(text)
    })
    return pattern?.lastIndex
  }
  const end = findClosingQuote(text, start)
  const inner = text.slice(start + 1, end)
  CONTROL.lastIndex = 0
  const control = CONTROL.exec(inner)
  if (control) {
    const offset = start + 1 + control.index
    const isBreak = control[0] === '\n' || control[0] === '\r'
    if (isBreak) return {offset, message: 'Invalid JSON: the line ends within a string. Close it with `"`.'}
    const code = control[0].charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()
    return {offset, message: `Invalid JSON: control character \`U+${code}\` in a string. Write it as \`\\u${code}\`.`}
  }
  if (end === text.length) return {offset: start, message: 'Invalid JSON: this string has no end. Close it with `"`.'}
  for (const written of inner.matchAll(ESCAPE)) {
    if (written[1] === undefined) continue
    const offset = start + 1 + written.index
    return {offset, message: `Invalid JSON: there is no escape \`${text.slice(offset, offset + 2)}\`.`}
  }
  return end + 1
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

function describeToken(text: string, offset: number): string {
  if (offset >= text.length) return 'the end of the file'
  const [word] = /^[\w$.+-]+|^[\s\S]/u.exec(text.slice(offset, offset + 60)) ?? ['']
  return `\`${word}\``
}
