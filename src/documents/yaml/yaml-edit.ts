import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  type YAMLMap,
  type YAMLSeq
} from 'yaml'

// Edits insert text at positions from the YAML document, so that everything else is kept byte for byte.

export interface TextEdit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** A YAML text with its parsed document, and methods to create edits. */
export class YamlEditor {
  readonly document: Document
  readonly eol: string
  readonly source: string
  readonly #text: string

  constructor(text: string, source: string) {
    this.#text = text
    this.source = source
    this.eol = /\r\n/.test(text) ? '\r\n' : '\n'
    this.document = parseDocument(text, {keepSourceTokens: true, prettyErrors: false})
  }

  apply(edits: readonly TextEdit[]): string {
    return edits
      .toSorted((a, b) => b.from - a.from)
      .reduce((text, {from, to, text: fresh}) => text.slice(0, from) + fresh + text.slice(to), this.#text)
  }

  pairOf(map: YAMLMap, key: string): Pair | undefined {
    return map.items.find(({key: each}) => isScalar(each) && each.value === key)
  }

  textOf(map: YAMLMap, key: string): string | undefined {
    const value = this.pairOf(map, key)?.value
    return isScalar(value) ? (value.source ?? String(value.value)) : undefined
  }

  replace({range}: Scalar, text: string): TextEdit {
    const [from, to] = range ?? [0, 0]
    return {from, to, text}
  }

  /** Inserts a key after another one. */
  insertAfter(map: YAMLMap, pair: Pair, text: string): TextEdit {
    const end = endOf(pair)
    if (map.flow) return {from: end, to: end, text: `, ${isJsonStyle(map) ? flowKey(text) : text}`}
    const at = this.#lineAfter(end)
    return {from: at, to: at, text: this.#inLine(at, `${' '.repeat(this.#indentOf(map))}${text}${this.eol}`)}
  }

  /** Removes a key with its value. Comments are kept, also one behind the value. */
  removePair(map: YAMLMap, pair: Pair): TextEdit {
    const at = map.items.findIndex(({key}) => key === pair.key)
    const [before, after] = [map.items[at - 1], map.items[at + 1]]
    const [from, end] = [startOf(pair), endOf(pair)]
    if (map.flow) {
      if (after) return {from, to: startOf(after), text: ''}
      return {from: before ? endOf(before) : from, to: end, text: ''}
    }
    const line = this.#text.lastIndexOf('\n', from - 1) + 1
    const comment = /^[ \t]+(?=#)/.exec(this.#text.slice(end))
    if (comment) return {from, to: end + comment[0].length, text: ''}
    // The first key of an item stands behind its dash.
    if (this.#text.slice(line, from).trim() !== '' && after) return {from, to: startOf(after), text: ''}
    return {from: line, to: this.#lineAfter(end), text: ''}
  }

  /** Appends whole lines to the text. */
  appendLines(text: string): TextEdit {
    const end = this.#text.length
    return {from: end, to: end, text: this.#inLine(end, text)}
  }

  /**
   * Appends items to a list: `block` returns lines at an indentation, `flow` returns items to separate by commas.
   * `parent`: the map that has the list; `undefined` for a list that is the whole file.
   */
  append(
    list: YAMLSeq,
    parent: YAMLMap | undefined,
    block: (indent: string) => string,
    flow: () => string[]
  ): TextEdit {
    const last = list.items.at(-1) as Node | undefined
    if (!list.flow && last) {
      const at = this.#lineAfter(endOf(last))
      return {from: at, to: at, text: this.#inLine(at, block(' '.repeat(this.#indentOf(list))))}
    }
    const [start, end] = list.range ?? [0, 0]
    if (last) {
      const at = endOf(last)
      return {from: at, to: at, text: ['', ...flow()].join(', ')}
    }
    // A list with a comment in it stays in brackets.
    if (this.#text.slice(start + 1, end - 1).trim() !== '')
      return {from: start + 1, to: start + 1, text: flow().join(', ')}
    if (parent?.flow) return {from: start + 1, to: end - 1, text: flow().join(', ')}
    // Another empty list becomes a block list.
    const at = this.#lineAfter(end)
    const comment = this.#text.slice(end, at).trimEnd()
    if (!parent) return {from: start, to: comment === '' ? at : end, text: block('')}
    const from = this.#text.slice(0, start).trimEnd().length
    const text = comment + this.eol + block(' '.repeat(this.#indentOf(parent) + 2))
    const isLast = at === this.#text.length && !this.#text.endsWith('\n')
    return {from, to: at, text: isLast ? text.slice(0, -this.eol.length) : text}
  }

  /** Adds a list for a key that is missing or has no value; for `block` and `flow`, see `append`. */
  addList(map: YAMLMap, key: string, block: (indent: string) => string, flow: () => string[]): TextEdit {
    const pair = this.pairOf(map, key)
    const value = pair?.value
    // A value that is written, such as `~`, is replaced.
    const [start, end] = (isScalar(value) && value.source && value.range) || []
    if (map.flow) {
      const text = `[${flow().join(', ')}]`
      if (start !== undefined && end !== undefined) return {from: start, to: end, text}
      if (pair) {
        const end = endOf(pair)
        return {from: end, to: end, text: /:\s*$/.test(this.#text.slice(0, end)) ? ` ${text}` : `: ${text}`}
      }
      const last = map.items.at(-1)
      const at = last ? endOf(last) : (map.range?.[0] ?? 0) + 1
      return {from: at, to: at, text: `${last ? ', ' : ''}"${key}": ${text}`}
    }
    const indent = ' '.repeat(this.#indentOf(map))
    const at = this.#lineAfter(endOf(pair ?? (map.items.at(-1) as Pair)))
    const head = pair ? '' : `${indent}${key}:${this.eol}`
    const lines = this.#inLine(at, head + block(`${indent}  `))
    if (start === undefined) return {from: at, to: at, text: lines}
    return {from: this.#text.slice(0, start).trimEnd().length, to: at, text: this.#text.slice(end, at) + lines}
  }

  /** Removes an item from a list. Comments in the lines above it are kept. */
  removeItem(list: YAMLSeq, index: number): TextEdit {
    const item = list.items[index] as Node
    const [start, end] = list.range ?? [0, 0]
    if (list.items.length === 1) {
      // Without its only item, the list is written as empty.
      return list.flow
        ? {from: start, to: end, text: '[]'}
        : {from: this.#lineBefore(start), to: endOf(item), text: ' []'}
    }
    if (list.flow) {
      const [before, after] = [list.items[index - 1], list.items[index + 1]] as (Node | undefined)[]
      if (before) return {from: endOf(before), to: endOf(item), text: ''}
      return {from: item.range?.[0] ?? start, to: after?.range?.[0] ?? end, text: ''}
    }
    const from = this.#text.lastIndexOf('\n', (item.range?.[0] ?? 0) - 1) + 1
    return {from, to: this.#lineAfter(endOf(item)), text: ''}
  }

  /** The end of the text before an offset, without white space and dashes. */
  #lineBefore(offset: number): number {
    return this.#text.slice(0, offset).replace(/[\s-]+$/, '').length
  }

  #indentOf(node: YAMLMap | YAMLSeq): number {
    const token = node.srcToken
    return token && 'indent' in token ? token.indent : 0
  }

  /** The offset of the next line; the offset itself at a line start, as after a block scalar. */
  #lineAfter(offset: number): number {
    if (this.#text[offset - 1] === '\n') return offset
    const end = this.#text.indexOf('\n', offset)
    return end === -1 ? this.#text.length : end + 1
  }

  /** If the text has no final line break, the inserted text begins with one instead of ending with it. */
  #inLine(at: number, text: string): string {
    if (at < this.#text.length || this.#text === '' || this.#text.endsWith('\n')) return text
    return this.eol + text.slice(0, -this.eol.length)
  }
}

const startOf = ({key}: Pair): number => (key as Node).range?.[0] ?? 0

/** The offset after the last written token of a node. */
function endOf(node: Node | Pair): number {
  if ('key' in node && 'value' in node && !('range' in node)) {
    const {key, value} = node as Pair<Node, Node | null>
    if (value && isScalar(value) && value.value === null && (value.source ?? '') === '') return endOf(key) + 1
    return value ? endOf(value) : endOf(key)
  }
  const whole = node as Node
  if ((isMap(whole) || isSeq(whole)) && !whole.flow) {
    const last = whole.items.at(-1) as Node | Pair | undefined
    if (last) return endOf(last)
  }
  return whole.range?.[1] ?? 0
}

/** Whether a map is in flow style with quoted keys, as in JSON. */
export const isJsonStyle = ({flow, items: [first]}: YAMLMap): boolean =>
  flow === true && isScalar(first?.key) && first.key.type === Scalar.QUOTE_DOUBLE

const flowKey = (text: string): string => text.replace(/^(\w+): ([^{].*)$/, '"$1": "$2"')
