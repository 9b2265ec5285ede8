import {type Document, isMap, isNode, isScalar, isSeq, type Pair, parseDocument, type Scalar} from 'yaml'
import {type Locate, type Place, pathOf, pointerTo} from '../model/place.ts'
import {InputError, type Problem} from '../model/problem.ts'

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

/** Finds line and column, both from 1, of offsets in a text; its lines are counted once, when the first is asked for. */
export function positions(text: string): (offset: number) => {line: number; column: number} {
  let starts: number[] | undefined
  return offset => {
    if (!starts) {
      starts = [0]
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
    }
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return {line: low + 1, column: offset - (starts[low] ?? 0) + 1}
  }
}

/**
 * Reads YAML 1.2 or JSON. Numbers stay the text that was written (an unquoted `2.10` is `2.10`); only booleans and null
 * become values. Duplicate keys, alias bombs and nesting too deep to read are problems with a place.
 */
export function readYaml(text: string, source: string): YamlText {
  const document = compose(text, source)
  const positionOf = positions(text)
  const [error] = document.errors
  if (error) {
    throw new InputError(
      document.errors.map((each): Problem => {
        const message = `Unexpected YAML, expected a well-formed file: ${(each.message.split('\n')[0] ?? '').replace(/\.?( at line \d+.*)?$/, '')}`
        return {message, place: {source, ...positionOf(each.pos[0])}}
      }),
      {cause: error}
    )
  }
  let value: unknown
  try {
    value = document.toJS({maxAliasCount: 100})
  } catch (cause) {
    const message = `Unexpected aliases (${cause instanceof Error ? cause.message : ''}), expected at most 100 uses of an anchor`
    throw new InputError([{message, place: {source, line: 1, column: 1}}], {cause})
  }
  return {
    source,
    value,
    place: path => ({source, pointer: pointerTo(path)}),
    where: (path, key = false) => ({source, pointer: pointerTo(path), ...positionOf(offsetOf(document, path, key))})
  }
}

function compose(text: string, source: string): Document {
  try {
    return parseDocument(text, {
      schema: 'core',
      customTags: tags => tags.filter(tag => typeof tag === 'string' || !/:(int|float)$/.test(tag.tag)),
      prettyErrors: false,
      logLevel: 'silent',
      stringKeys: true
    })
  } catch (cause) {
    const message =
      cause instanceof RangeError
        ? 'Unexpected depth of nesting, expected a few levels'
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
