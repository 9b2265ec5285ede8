import {
  type Alias,
  type Document,
  type DocumentOptions,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Pair,
  type ParseOptions,
  parseAllDocuments,
  parseDocument,
  type Scalar,
  type SchemaOptions,
  visit,
  type YAMLParseError
} from 'yaml'
import {InputError, inputError} from '../../model/input-error.ts'
import {formatPointer, type LocateSource, parsePointer, type SourceLocation} from '../../model/location.ts'
import {memoizeTexts} from '../../model/memoize.ts'
import {findConflictError} from '../../stores/files/conflict-markers.ts'
import {findDeeperThan, MAX_NESTING_DEPTH, NESTING_TOO_DEEP} from '../../stores/files/nesting-depth.ts'
import {createPositionFinder} from '../../stores/files/positions.ts'
import {describeDuplicateKey} from '../parsing/duplicate-key.ts'

/** A parsed YAML file that can locate each value in the text. */
export interface YamlText {
  readonly source: string
  readonly value: unknown
  /** The place of the value at a path, as a JSON pointer without a line, which needn't be searched. */
  place(path: readonly PropertyKey[]): SourceLocation
  /** The place of the value at a path with line and column; with `key`, the place of the value's key. */
  where(path: readonly PropertyKey[], key?: boolean): SourceLocation
}

/** Returns a function that adds line and column to places in these files. Other places are unchanged. */
export function createLocator(files: readonly YamlText[]): LocateSource {
  const bySource = new Map(files.map(file => [file.source, file]))
  return place => {
    const file = place.line === undefined && place.pointer !== undefined ? bySource.get(place.source) : undefined
    return file && place.pointer !== undefined ? file.where(parsePointer(place.pointer)) : place
  }
}

/**
 * Parses YAML 1.2 or JSON. Numbers are kept as text (an unquoted `2.10` stays `2.10`); only Booleans and null are
 * converted. Throws an `InputError` for malformed YAML, duplicate keys, alias bombs, and nesting that is too deep.
 */
export function readYaml(text: string, source: string): YamlText {
  refuseHiddenCharacters(text, source)
  return toYamlText(compose(text, source, parseDocument), text, source)
}

/** Parses a file once for its source and text, because each of up to thousands of APIs reads it again. */
const readKeptYaml = memoizeTexts(key => {
  const [source = ''] = key.split('\0', 1)
  return readYaml(key.slice(source.length + 1), source)
}, 8)

/** What `readYaml` returns. Its value is shared, so it must not be changed. */
export const readYamlOnce = (text: string, source: string): YamlText => readKeptYaml(`${source}\0${text}`)

/** Parses each document of a YAML file in the same way. */
export function readYamlDocuments(text: string, source: string): YamlText[] {
  refuseHiddenCharacters(text, source)
  return [...compose(text, source, parseAllDocuments)].map(document => toYamlText(document, text, source))
}

/** Creates an error for an offset in a text. */
function createRefusal(text: string, source: string) {
  const positionOf = createPositionFinder(text)
  return (offset: number, message: string, cause?: unknown): InputError =>
    new InputError([{message, place: {source, ...positionOf(offset)}}], {cause})
}

function refuseHiddenCharacters(text: string, source: string): void {
  // Rejects control characters, because editors and terminals hide them.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
  const control = text.search(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/)
  if (control !== -1) {
    const code = text.charCodeAt(control).toString(16).padStart(4, '0')
    throw createRefusal(text, source)(
      control,
      `Control character \`U+${code.toUpperCase()}\` isn't allowed. Remove it.`
    )
  }
  // A lone carriage return is a line break in YAML, but the parser doesn't treat it as one, and edits couldn't tell
  // which line break to use.
  const lone = text.search(/\r(?!\n)/)
  if (lone !== -1) throw createRefusal(text, source)(lone, LONE_RETURN)
}

function toYamlText(document: Document, text: string, source: string): YamlText {
  const positionOf = createPositionFinder(text)
  const refuseAt = createRefusal(text, source)
  if (document.errors.length > 0) {
    const conflict = findConflictError(text, source, document.errors[0])
    if (conflict) throw conflict
    const deep = document.errors.find(({message}) => message.startsWith('Maximum call stack'))
    if (deep) throw refuseAt(deep.pos[0], NESTING_TOO_DEEP, deep)
    const problems = relevantErrors(document.errors).map(error => ({
      message: describeError(error, text),
      place: {source, ...positionOf(error.pos[0])},
      ...(error.code === 'UNEXPECTED_TOKEN' ? {example: QUOTED} : {})
    }))
    throw new InputError(problems, {cause: document.errors[0]})
  }
  const aliases = ALIAS.test(text) ? aliasesIn(document) : []
  const tooMany = aliases[MOST_ALIASES]
  if (tooMany) throw refuseAt(offsetIn(tooMany), `There are more than ${MOST_ALIASES} aliases. Write the values out.`)
  let value: unknown
  try {
    value = document.toJS({maxAliasCount: MOST_ALIASES})
  } catch (cause) {
    if (cause instanceof RangeError) throw refuseAt(0, NESTING_TOO_DEEP, cause)
    const name = /^Unresolved alias.*: (.*)$/.exec(cause instanceof Error ? cause.message : '')?.[1]
    const unresolved = aliases.find(({source: wanted}) => wanted === name)
    const message =
      name === undefined
        ? `Aliases of aliases expand to more than ${MOST_ALIASES} values. Write the values out.`
        : `Alias \`*${name}\` has no anchor \`&${name}\` before it.`
    throw refuseAt(offsetIn(unresolved ?? aliases[0]), message, cause)
  }
  const where: YamlText['where'] = (path, key = false) => ({
    source,
    pointer: formatPointer(path),
    ...positionOf(offsetOf(document, path, key))
  })
  const deep = findDeeperThan(MAX_NESTING_DEPTH, value)
  if (deep !== undefined) throw inputError(NESTING_TOO_DEEP, where(parsePointer(deep)))
  return {
    source,
    value,
    place: path => ({source, pointer: formatPointer(path)}),
    where
  }
}

const LONE_RETURN = 'A carriage return `U+000D` ends a line by itself. Use line feeds (or both, as on Windows).'

const offsetIn = (node: {range?: readonly [number, number, number] | null | undefined} | undefined): number =>
  node?.range?.[0] ?? 0

/**
 * The maximum number of aliases, because each is looked up among all others, and because aliases can multiply values.
 */
const MOST_ALIASES = 100
const ALIAS = /(?:^|[\s[{,])\*[^\s*]/

function aliasesIn(document: Document): Alias[] {
  const found: Alias[] = []
  visit(document, {Alias: (_, alias) => void found.push(alias)})
  return found
}

/** The example shown with a syntax error: most often, YAML reads an unquoted value as something else. */
const QUOTED = '"GET /v1/loans/{loanId}"   (a value with `{`, `}`, `[`, `,` or `: ` in it needs quotes)'

/** The errors to report: only the first syntax error, because it causes further ones, or else all duplicate keys. */
function relevantErrors(errors: readonly YAMLParseError[]): readonly YAMLParseError[] {
  const syntax = errors.filter(({code}) => code !== 'DUPLICATE_KEY')
  return syntax.length > 0 ? syntax.slice(0, 1) : errors
}

function describeError({code, message, pos: [offset]}: YAMLParseError, text: string): string {
  if (code === 'DUPLICATE_KEY') return describeDuplicateKey(text, offset)
  if (code === 'NON_STRING_KEY') return "This key isn't a string. Put it in quotes."
  if (code === 'MULTIPLE_DOCS') return 'A second document begins after `---`. Keep one document per file.'
  const reason = (message.split('\n')[0] ?? '')
    .replace(/\.?( at line \d+.*)?$/, '')
    .replace(/^[A-Z](?=[a-z])/, each => each.toLowerCase())
  return `Invalid YAML: ${reason}.`
}

type ParsingOptions = ParseOptions & DocumentOptions & SchemaOptions

function compose<Parsed>(
  text: string,
  source: string,
  parse: (text: string, options: ParsingOptions) => Parsed
): Parsed {
  try {
    return parse(text, {
      schema: 'core',
      customTags: tags => tags.filter(tag => typeof tag === 'string' || !/:(int|float)$/.test(tag.tag)),
      prettyErrors: false,
      // At a lower level, the parser would silently drop all documents but the first.
      logLevel: 'error',
      stringKeys: true
    })
  } catch (cause) {
    const message =
      cause instanceof RangeError ? NESTING_TOO_DEEP : `Invalid YAML: ${cause instanceof Error ? cause.message : ''}`
    throw new InputError([{message, place: {source, line: 1, column: 1}}], {cause})
  }
}

/** The offset of the value at a path, or of its key. For a missing key, it is that of the map that lacks it. */
function offsetOf(document: Document, path: readonly PropertyKey[], key: boolean): number {
  let node: unknown = document.contents
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0
  for (const [index, step] of path.entries()) {
    let next: unknown
    if (isMap(node)) {
      const pair: Pair | undefined = node.items.find(
        item => isScalar(item.key) && String(item.key.value) === String(step)
      )
      if (key && index === path.length - 1) next = pair?.key
      else next = pair && isNode(pair.value) && isFilled(pair.value) ? pair.value : pair?.key
    } else if (isSeq(node)) next = node.items[Number(step)]
    if (!isNode(next)) break
    node = next
    offset = next.range?.[0] ?? offset
  }
  return offset
}

/** Whether a node isn't an empty value, whose position is often on another line than its key. */
const isFilled = (node: unknown): boolean => !isScalar(node) || (node as Scalar).value !== null
