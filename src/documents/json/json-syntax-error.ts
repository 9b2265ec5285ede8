import {printParseErrorCode, visit} from 'jsonc-parser'
import {MAX_NESTING_DEPTH, NESTING_TOO_DEEP} from '../../stores/files/nesting-depth.ts'

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
 * The first error of a JSON text: a syntax error, a duplicate key, or too deep nesting. `undefined` if there is none.
 * Slow, and used only for invalid texts, because the message of `JSON.parse` differs between versions of Node.js and it
 * accepts duplicate keys.
 */
export function findJsonSyntaxError(text: string): JsonSyntaxError | undefined {
  const open: OpenContainer[] = []
  /** What can follow the current token. */
  let expected = 'a value'
  let found: JsonSyntaxError | undefined
  const enter = (container: OpenContainer, offset: number): void => {
    open.push(container)
    expected = container.keys ? 'a key in double quotes or `}`' : 'a value'
    if (open.length > MAX_NESTING_DEPTH) found ??= {offset, message: NESTING_TOO_DEEP}
  }
  const endValue = (): void => {
    const inner = open.at(-1)
    expected = inner ? `\`,\` or \`${inner.closer}\`` : 'the end of the file'
  }
  const leave = (_: number, length: number): void => {
    // At the end of the text, the visitor leaves containers that aren't closed.
    if (length === 0) return
    open.pop()
    endValue()
  }
  try {
    visit(
      text,
      {
        onObjectBegin: offset => enter({keys: new Map(), closer: '}'}, offset),
        onArrayBegin: offset => enter({closer: ']'}, offset),
        onObjectEnd: leave,
        onArrayEnd: leave,
        onLiteralValue: endValue,
        onObjectProperty(name, offset) {
          expected = '`:` after a key'
          const keys = open.at(-1)?.keys
          const first = keys?.get(name)
          if (first === undefined) keys?.set(name, offset)
          else found ??= {offset, message: `Duplicate key \`${shorten(name)}\``, first}
        },
        onSeparator(character) {
          expected = character === ',' && open.at(-1)?.keys ? 'a key in double quotes' : 'a value'
        },
        onError(code, offset, length) {
          found ??= STRING_ERRORS.has(printParseErrorCode(code))
            ? describeStringError(text, offset, offset + length)
            : {offset, message: `Invalid JSON: found ${describeToken(text, offset)} instead of ${expected}.`}
        }
      },
      {disallowComments: true}
    )
  } catch (error) {
    // The visitor recurses once per level, so it can exceed the stack after the error was found.
    if (!(found && error instanceof RangeError)) throw error
  }
  return found
}

const STRING_ERRORS: ReadonlySet<string> = new Set([
  'UnexpectedEndOfString',
  'InvalidCharacter',
  'InvalidEscapeCharacter',
  'InvalidUnicode'
])
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON takes none in a text
const CONTROL_OR_ESCAPE = /[\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})?/g

/**
 * The first error in the string between two offsets, with its exact place, because the parser reports the whole string.
 */
function describeStringError(text: string, start: number, end: number): JsonSyntaxError {
  for (const {0: written, index} of text.slice(start, end + 1).matchAll(CONTROL_OR_ESCAPE)) {
    const offset = start + index
    if (written === '\n' || written === '\r')
      return {offset, message: 'Invalid JSON: the line ends within a string. Close it with `"`.'}
    if (written === '\\' && /[^\n\r]/.test(text[offset + 1] ?? ''))
      return {offset, message: `Invalid JSON: there is no escape \`${text.slice(offset, offset + 2)}\`.`}
    if (written < ' ') {
      const code = written.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()
      return {offset, message: `Invalid JSON: control character \`U+${code}\` in a string. Write it as \`\\u${code}\`.`}
    }
  }
  return {offset: start, message: 'Invalid JSON: this string has no end. Close it with `"`.'}
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

function describeToken(text: string, offset: number): string {
  if (offset >= text.length) return 'the end of the file'
  const [word] = /^[\w$.+-]+|^[\s\S]/u.exec(text.slice(offset, offset + 60)) ?? ['']
  return `\`${word}\``
}
