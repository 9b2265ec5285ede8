import {
  type Alias,
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
  type YAMLParseError
} from 'yaml'
import {InputError, refuse} from '../../model/input-error.ts'
import {type Locate, type Place, pathOf, pointerTo} from '../../model/location.ts'
import {DEEPEST, deeperThan, TOO_DEEP} from '../files/nesting-depth.ts'
import {positions} from '../files/positions.ts'

/** A YAML file as plain values, with a way back from each value to its line. */
export interface YamlText {
  readonly source: string
  readonly value: unknown
  /** Where the value at the path stands, without its line: cheap. */
  place(path: readonly PropertyKey[]): Place
  /** The same with line and column; with `key`, where the value's key stands. */
  where(path: readonly PropertyKey[], key?: boolean): Place
}

/** Fills in line and column of places in these files; other places are left as they are. */
export function locator(files: readonly YamlText[]): Locate {
  const bySource = new Map(files.map(file => [file.source, file]))
  return place => {
    const file = place.line === undefined && place.pointer !== undefined ? bySource.get(place.source) : undefined
    return file && place.pointer !== undefined ? file.where(pathOf(place.pointer)) : place
  }
}

/**
 * Reads YAML 1.2 or JSON. Numbers stay the text that was written (an unquoted `2.10` is `2.10`); only booleans and null
 * become values. Duplicate keys, alias bombs and nesting too deep to read are problems with a place.
 */
export function readYaml(text: string, source: string): YamlText {
  const positionOf = positions(text)
  const refuseAt = (offset: number, message: string, cause?: unknown): InputError =>
    new InputError([{message, place: {source, ...positionOf(offset)}}], {cause})
  // YAML is text: no reader may see what an editor or a terminal hides.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
  const control = text.search(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/)
  if (control !== -1) {
    const code = text.charCodeAt(control).toString(16).padStart(4, '0')
    throw refuseAt(control, `Unexpected control character \`U+${code.toUpperCase()}\`, expected a text without them`)
  }
  // In YAML it ends a line; but neither does the parser take it so, nor does an edit know which end its own lines have.
  const lone = text.search(/\r(?!\n)/)
  if (lone !== -1) throw refuseAt(lone, LONE_RETURN)
  const document = compose(text, source)
  if (document.errors.length > 0) {
    const deep = document.errors.find(({message}) => message.startsWith('Maximum call stack'))
    if (deep) throw refuseAt(deep.pos[0], TOO_DEEP, deep)
    const problems = firstErrors(document.errors).map(error => ({
      message: wellFormed(error, text),
      place: {source, ...positionOf(error.pos[0])},
      ...(error.code === 'UNEXPECTED_TOKEN' ? {example: QUOTED} : {})
    }))
    throw new InputError(problems, {cause: document.errors[0]})
  }
  const aliases = ALIAS.test(text) ? aliasesIn(document) : []
  const tooMany = aliases[MOST_ALIASES]
  if (tooMany) throw refuseAt(offsetIn(tooMany), `Unexpected alias, expected at most ${MOST_ALIASES} in a file`)
  let value: unknown
  try {
    value = document.toJS({maxAliasCount: MOST_ALIASES})
  } catch (cause) {
    if (cause instanceof RangeError) throw refuseAt(0, TOO_DEEP, cause)
    const name = /^Unresolved alias.*: (.*)$/.exec(cause instanceof Error ? cause.message : '')?.[1]
    const lost = aliases.find(({source: wanted}) => wanted === name)
    const message =
      name === undefined
        ? `Unexpected aliases of aliases, expected at most ${MOST_ALIASES} values through them`
        : `Unexpected alias \`*${name}\`, expected an anchor \`&${name}\` before it`
    throw refuseAt(offsetIn(lost ?? aliases[0]), message, cause)
  }
  const where: YamlText['where'] = (path, key = false) => ({
    source,
    pointer: pointerTo(path),
    ...positionOf(offsetOf(document, path, key))
  })
  const deep = deeperThan(DEEPEST, value)
  if (deep !== undefined) throw refuse(TOO_DEEP, where(pathOf(deep)))
  return {
    source,
    value,
    place: path => ({source, pointer: pointerTo(path)}),
    where
  }
}

const LONE_RETURN =
  'Unexpected carriage return `U+000D` that ends a line by itself, expected line feeds (or both, as Windows has them)'

const offsetIn = (node: {range?: readonly [number, number, number] | null | undefined} | undefined): number =>
  node?.range?.[0] ?? 0

/** Each alias is looked up among all others, so their number is limited as well as what they stand for. */
const MOST_ALIASES = 100
const ALIAS = /(?:^|[\s[{,])\*[^\s*]/

function aliasesIn(document: Document): Alias[] {
  const found: Alias[] = []
  visit(document, {Alias: (_, alias) => void found.push(alias)})
  return found
}

/** What most often breaks a line: a value that YAML takes for something else. */
const QUOTED = '"GET /v1/loans/{loanId}"   (a value with `{`, `}`, `[`, `,` or `: ` in it needs quotes)'

/** A slip in the syntax makes errors of all that follows it: it is told alone. Keys given twice are told each. */
function firstErrors(errors: readonly YAMLParseError[]): readonly YAMLParseError[] {
  const syntax = errors.filter(({code}) => code !== 'DUPLICATE_KEY')
  return syntax.length > 0 ? syntax.slice(0, 1) : errors
}

function wellFormed({code, message, pos: [offset]}: YAMLParseError, text: string): string {
  if (code === 'DUPLICATE_KEY') {
    const key = /^"[^"\n]*"|^'[^'\n]*'|^[^\s:]+/.exec(text.slice(offset, offset + 80))?.[0] ?? ''
    return `Unexpected second \`${key}\` in one map, expected each key once`
  }
  if (code === 'NON_STRING_KEY') return 'Unexpected key that is no text, expected a text'
  if (code === 'MULTIPLE_DOCS') return 'Unexpected second document after `---`, expected one in a file'
  const said = (message.split('\n')[0] ?? '').replace(/\.?( at line \d+.*)?$/, '')
  return `Unexpected YAML, expected a well-formed file: ${said}`
}

function compose(text: string, source: string): Document {
  try {
    return parseDocument(text, {
      schema: 'core',
      customTags: tags => tags.filter(tag => typeof tag === 'string' || !/:(int|float)$/.test(tag.tag)),
      prettyErrors: false,
      // Silence would take the first of several documents and drop the rest.
      logLevel: 'error',
      stringKeys: true
    })
  } catch (cause) {
    const message =
      cause instanceof RangeError
        ? TOO_DEEP
        : `Unexpected YAML, expected a well-formed file: ${cause instanceof Error ? cause.message : ''}`
    throw new InputError([{message, place: {source, line: 1, column: 1}}], {cause})
  }
}

/** Follows the path as far as it leads: a missing key is placed at the map that lacks it. */
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

/** An empty value stands after its key, often on another line; its key says better where it is. */
const isFilled = (node: unknown): boolean => !isScalar(node) || (node as Scalar).value !== null
