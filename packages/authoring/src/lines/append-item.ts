import {readYaml} from '@tenure/core/documents/yaml/yaml-file'
import {writeChanges, type YamlValue} from '@tenure/core/inputs/history/write'
import {InputError, inputError} from '@tenure/core/model/input-error'
import {jsonText} from '@tenure/core/phrases/escape'
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLSeq
} from 'yaml'

type Item = {readonly [key: string]: YamlValue}
type Path = readonly (string | number)[]

/**
 * Appends an item to the list at a path, and creates the list if it doesn't exist. Every other byte is kept. Throws an
 * `InputError` if the file can't be edited that way.
 */
export function appendItem(text: string, source: string, path: Path, item: Item): string {
  const written = new ItemAppender(text, source).at(path, item)
  assertOnlyAdded(text, written, {source, path, item})
  return written
}

/** Verifies that the edited text parses to the old value plus the item. */
function assertOnlyAdded(
  old: string,
  fresh: string,
  {source, path, item}: {source: string; path: Path; item: Item}
): void {
  const expected = withAddedItem(readYaml(old, source).value, path, item)
  try {
    if (JSON.stringify(readYaml(fresh, source).value) === JSON.stringify(expected)) return
  } catch (error) {
    if (!(error instanceof InputError)) throw error
  }
  const message = `\`${source}\` has a form that can't be edited safely. Add these lines by hand:`
  throw new InputError([{message, place: {source}, paste: writeChanges([item]).trimEnd().split('\n')}])
}

function withAddedItem(value: unknown, path: Path, item: Item): unknown {
  const [step, ...rest] = path
  if (step === undefined) return [...(Array.isArray(value) ? value : []), item]
  if (Array.isArray(value)) return value.with(Number(step), withAddedItem(value[Number(step)], rest, item))
  const map = (value ?? {}) as Readonly<Record<string, unknown>>
  return {...map, [step]: withAddedItem(map[String(step)], rest, item)}
}

class ItemAppender {
  readonly #text: string
  readonly #source: string
  readonly #eol: string
  readonly #document: Document

  constructor(text: string, source: string) {
    this.#text = text
    this.#source = source
    this.#eol = text.includes('\r\n') ? '\r\n' : '\n'
    this.#document = parseDocument(text, {keepSourceTokens: true, prettyErrors: false})
  }

  at(path: Path, item: Item): string {
    let node = this.#document.contents as Node | null
    let parent: YAMLMap | undefined
    for (const [index, step] of path.entries()) {
      if (isSeq(node)) {
        node = (node.items[Number(step)] as Node | undefined) ?? null
        continue
      }
      if (node === null || (isScalar(node) && node.value === null)) return this.#begin(path.slice(index), item)
      if (!isMap(node)) throw this.#strange()
      parent = node
      const pair = node.items.find(({key}) => isScalar(key) && String(key.value) === String(step))
      if (!pair) return this.#newKey(node, path.slice(index), item)
      if (isEmpty(pair.value)) return this.#fill(node, pair, item)
      node = pair.value as Node
    }
    if (node === null || isEmpty(node)) return this.#begin([], item)
    if (!isSeq(node)) throw this.#strange()
    return this.#append(node, parent, item)
  }

  #strange(): InputError {
    return inputError(
      `Nothing can be added to \`${this.#source}\`, because the place for it isn't a list. Write it as a list.`,
      {
        source: this.#source
      }
    )
  }

  #append(list: YAMLSeq, parent: YAMLMap | undefined, item: Item): string {
    const last = list.items.at(-1) as Node | undefined
    if (last && !list.flow) return this.#lines(this.#lineAfter(endOf(last)), itemLines(item, indentOf(list)))
    const [start, end] = list.range ?? [0, 0]
    if (last) return this.#put(endOf(last), `, ${jsonText(item)}`)
    const isBare = this.#text.slice(start + 1, end - 1).trim() === ''
    if (!isBare || parent?.flow) return this.#put(start + 1, jsonText(item))
    // An empty flow list is replaced with a block list.
    const head = parent ? this.#text.slice(0, start).trimEnd() : this.#text.slice(0, start)
    const rest = parent ? this.#text.slice(end) : this.#text.slice(end).replace(/^[ \t]*\r?\n/, '')
    const bare = new ItemAppender(head + rest, this.#source)
    return bare.#lines(bare.#lineAfter(head.length), itemLines(item, parent ? indentOf(parent) + 2 : 0))
  }

  /** Handles a text without a value, which contains comments at most. */
  #begin(path: Path, item: Item): string {
    const value = path.reduceRight<YamlValue>((inner, key) => ({[key]: inner}), [item])
    const text = Array.isArray(value) ? itemLines(item, 0) : this.#key(path, item, 0)
    return this.#lines(this.#text.length, text)
  }

  #newKey(map: YAMLMap, path: Path, item: Item): string {
    if (map.flow) {
      const [start] = map.range ?? [0]
      const last = map.items.at(-1)
      const [key = '', ...rest] = path
      const value = rest.reduceRight<YamlValue>((inner, each) => ({[each]: inner}), [item])
      const text = `${jsonText(key)}: ${jsonText(value)}`
      return last ? this.#put(endOf(last), `, ${text}`) : this.#put(start + 1, text)
    }
    const last = map.items.at(-1)
    const at = last ? this.#lineAfter(endOf(last)) : this.#text.length
    return this.#lines(at, this.#key(path, item, indentOf(map)))
  }

  #key([key = '', ...rest]: Path, item: Item, indent: number): string {
    const inner = rest.length > 0 ? this.#key(rest, item, indent + 2) : itemLines(item, indent + 2)
    return `${' '.repeat(indent)}${key}:\n${inner}`
  }

  /** Sets the value of a key that has none. */
  #fill(map: YAMLMap, pair: Pair, item: Item): string {
    const value = pair.value as Scalar | null
    const end = endOf(pair)
    const [from, to] = value?.range && value.source ? value.range : [end, end]
    if (map.flow) return `${this.#text.slice(0, from)} [${jsonText(item)}]${this.#text.slice(to)}`
    const bare = new ItemAppender(this.#text.slice(0, from).replace(/[ \t]+$/, '') + this.#text.slice(to), this.#source)
    return bare.#lines(bare.#lineAfter(Math.min(from, bare.#text.length)), itemLines(item, indentOf(map) + 2))
  }

  #put(at: number, text: string): string {
    return this.#text.slice(0, at) + text + this.#text.slice(at)
  }

  /** Inserts whole lines at a line start. If the text has no final line break, neither has the result. */
  #lines(at: number, written: string): string {
    const text = written.replaceAll('\n', this.#eol)
    if (at < this.#text.length || this.#text === '' || this.#text.endsWith('\n')) return this.#put(at, text)
    return this.#put(at, this.#eol + text.slice(0, -this.#eol.length))
  }

  #lineAfter(offset: number): number {
    if (offset === 0 || this.#text[offset - 1] === '\n') return offset
    const end = this.#text.indexOf('\n', offset)
    return end === -1 ? this.#text.length : end + 1
  }
}

const isEmpty = (value: unknown): boolean => value === null || (isScalar(value) && value.value === null)

const itemLines = (item: Item, indent: number): string =>
  writeChanges([item]).replace(/^(?=[^\r\n])/gm, ' '.repeat(indent))

function indentOf({srcToken}: YAMLMap | YAMLSeq): number {
  return srcToken && 'indent' in srcToken ? srcToken.indent : 0
}

/** The offset after the last written token of a node. */
function endOf(node: Node | Pair): number {
  if ('key' in node && !('range' in node)) {
    const {key, value} = node as Pair<Node, Node | null>
    const isUnwritten = isScalar(value) && value.value === null && (value.source ?? '') === ''
    return value && !isUnwritten ? endOf(value) : endOf(key) + 1
  }
  const whole = node as Node
  if (isAlias(whole)) return whole.range?.[1] ?? 0
  if ((isMap(whole) || isSeq(whole)) && !whole.flow) {
    const last = whole.items.at(-1) as Node | Pair | undefined
    if (last) return endOf(last)
  }
  return whole.range?.[1] ?? 0
}
