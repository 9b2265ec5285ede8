import {type LoadOptions, load, YAMLException} from 'js-yaml'
import {hasPending, type KeyTrail} from '../parsing/key-trail.ts'
import {YAML_OPTIONS, type YamlParserState} from '../parsing/yaml-options.ts'
import {locateInLines} from './fast-positions.ts'

/**
 * The values that are looked for below a node. `merged` marks a merged map, whose keys are overridden by explicit ones.
 */
interface Query {
  readonly trail: KeyTrail
  readonly merged: boolean
}

/** A position where a search continues: behind an alias, or in a merged map. */
interface DeferredQuery extends Query {
  readonly start: number
}

/** An open node of the parser. For most nodes, nothing is looked for. */
interface Node {
  readonly start: number
  readonly queries: readonly Query[]
  /** The offset up to which the indicators before its children were read. */
  cursor: number
  /** The index of the last item; omitted until the node is known to be a list. */
  index?: number
  /** The last key of a map. */
  key?: {readonly start: number; text?: string}
}

/** The maximum number of passes that follow aliases. */
const MAX_PASSES = 20

/**
 * Fills in the offsets of a trail in well-formed YAML. The parser reports where nodes begin and end, and the indicators
 * before a node show which key or item it is. Values behind aliases and merge keys are located where they are written,
 * in further passes.
 */
export function locateInYaml(text: string, root: KeyTrail): void {
  locateInLines(text, root, (start, trail) => findInBrackets(text, start, trail))
  if (!hasPending(root)) return
  let queue = runPass(text, [], root)
  for (let left = MAX_PASSES; left > 0; left--) {
    const wanted = queue.filter(({trail}) => hasPending(trail))
    if (wanted.length === 0) return
    // The first of several merged maps takes precedence, so they are searched one after the other.
    const current = wanted.filter((each, index) => wanted.findIndex(({trail}) => trail === each.trail) === index)
    queue = [...runPass(text, current), ...wanted.filter(each => !current.includes(each))]
  }
}

/** Searches a flow collection separately, unless it contains an alias or merge key. */
function findInBrackets(text: string, start: number, trail: KeyTrail): void {
  const inside = text.slice(start, endOfBrackets(text, start))
  if (/[*]|<</.test(inside)) return
  const {offset} = trail
  try {
    runPass(inside, [], trail)
  } catch (error) {
    // The end of the collection was misjudged, so it is left for the parser.
    if (!(error instanceof YAMLException)) throw error
    clearOffsets(trail)
    return
  } finally {
    if (offset !== undefined) trail.offset = offset
  }
  shiftOffsets(trail, start)
}

const SIGN = /["'[\]{}]|#[^\n]*/g
const TEXT = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*'/y
const BEFORE_TEXT = /[\s,:[{]/

/**
 * The offset after the closing bracket of a flow collection. A quote within a word, as in `don't`, doesn't begin a
 * string.
 */
function endOfBrackets(text: string, start: number): number {
  let depth = 0
  SIGN.lastIndex = start
  for (let match = SIGN.exec(text); match; match = SIGN.exec(text)) {
    const {index} = match
    const [sign = ''] = match
    if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
    else if (sign === '"' || sign === "'") {
      TEXT.lastIndex = index
      if (BEFORE_TEXT.test(text[index - 1] ?? '') && TEXT.test(text)) SIGN.lastIndex = TEXT.lastIndex
    } else if (!BLANK.test(text[index - 1] ?? '')) SIGN.lastIndex = index + 1
    if (depth === 0) return index + 1
  }
  return text.length
}

function clearOffsets({below}: KeyTrail): void {
  for (const inner of below.values()) {
    delete inner.offset
    clearOffsets(inner)
  }
}

function shiftOffsets({below}: KeyTrail, start: number): void {
  for (const inner of below.values()) {
    if (inner.offset === undefined) inner.isAbsent = true
    else inner.offset += start
    shiftOffsets(inner, start)
  }
}

/** Parses the text once, searching from the root or for the `previous` queries, and returns those to continue with. */
function runPass(text: string, previous: readonly DeferredQuery[], root?: KeyTrail): DeferredQuery[] {
  const pass = new Pass(text, previous, root)
  load(text, {
    ...YAML_OPTIONS,
    listener(event, state) {
      if (event === 'open') pass.open(state.position)
      else pass.close(state as YamlParserState)
    }
  } as LoadOptions)
  return pass.deferred
}

/** One pass over a text, with the nodes of the parser that are open. */
class Pass {
  readonly #text: string
  readonly #root: KeyTrail | undefined
  readonly #starts = new Map<number, DeferredQuery[]>()
  readonly #anchors = new Map<string, number>()
  readonly #nodes: Node[] = []
  readonly deferred: DeferredQuery[] = []

  constructor(text: string, previous: readonly DeferredQuery[], root: KeyTrail | undefined) {
    this.#text = text
    this.#root = root
    for (const query of previous) this.#starts.set(query.start, [...(this.#starts.get(query.start) ?? []), query])
  }

  open(start: number): void {
    const parent = this.#nodes.at(-1)
    const queries = parent && parent.queries.length > 0 ? [...this.#queriesFor(parent, start)] : []
    if (!parent && this.#root) {
      this.#root.offset = contentAt(this.#text, start)
      queries.push({trail: this.#root, merged: false})
    }
    queries.push(...(this.#starts.get(start) ?? []))
    this.#nodes.push({start, queries, cursor: start})
  }

  close({position, result, anchor}: YamlParserState): void {
    const node = this.#nodes.pop()
    if (!node) return
    if (anchor !== null) this.#anchors.set(anchor, node.start)
    if (node.queries.length > 0) {
      const target = this.#anchors.get(aliasAt(this.#text, contentAt(this.#text, node.start)) ?? '')
      if (target !== undefined) this.#defer(target, node.queries)
    }
    const parent = this.#nodes.at(-1)
    if (!parent || parent.queries.length === 0) return
    parent.cursor = position
    if (parent.key && parent.key.text === undefined) parent.key.text = keyName(result)
  }

  #defer(start: number, queries: readonly Query[]): void {
    this.deferred.push(...queries.map(query => ({...query, start})))
  }

  /** The queries for a child of a node, by the indicators before it. */
  #queriesFor(parent: Node, start: number): readonly Query[] {
    const signs = indicatorsIn(this.#text, parent.cursor, start)
    const sign = signs.at(-1)
    if (sign === '-' || sign === '[' || (sign === ',' && parent.index !== undefined)) {
      // An empty item has no node, only a dash.
      parent.index = (parent.index ?? -1) + Math.max(1, signs.filter(each => each === '-').length)
      // In `[loan: due]`, the item is a map with one pair, so the apparent item is a key.
      const offset = contentAt(this.#text, start)
      parent.key = {start: offset}
      return queriesForItem(parent, offset)
    }
    if (sign !== ':') {
      // The first child of a node can be a key, or the node itself; which of them shows only after it, so it gets the
      // queries of the node.
      const isSame = sign === undefined && parent.key === undefined
      parent.key = {start: contentAt(this.#text, start)}
      return isSame ? parent.queries : []
    }
    return this.#queriesForValue(parent, start)
  }

  #queriesForValue(parent: Node, start: number): readonly Query[] {
    const {key} = parent
    if (key?.text === undefined) return []
    const queries = parent.index === undefined ? parent.queries : queriesForItem(parent, key.start)
    if (key.text === '<<' && this.#text[key.start] === '<') {
      const merged = queries.map(({trail}): Query => ({trail, merged: true}))
      this.#defer(start, merged)
      return []
    }
    return queries.flatMap(query => descend(query, key.text ?? '', key.start))
  }
}

const queriesForItem = ({queries, index}: Node, offset: number): readonly Query[] =>
  queries.flatMap(query => (query.merged ? [query] : descend(query, String(index), offset)))

function descend({trail, merged}: Query, key: string, offset: number): Query[] {
  const below = trail.below.get(key)
  if (!below || (merged && below.offset !== undefined)) return []
  below.offset ??= offset
  return [{trail: below, merged: false}]
}

const BLANK = /[ \t\r\n]/
const COMMENT = /#[^\r\n]*/y
/** An anchor or tag before a node. */
const PROPERTY = /[&!][^ \t\r\n,[\]{}]*/y

/** The offset of the next content, after white space, comments, anchors, and tags. */
function contentAt(text: string, start: number): number {
  let at = start
  for (;;) {
    const char = text[at] ?? ''
    if (BLANK.test(char)) at++
    else {
      const pattern = char === '#' ? COMMENT : char === '&' || char === '!' ? PROPERTY : undefined
      if (!pattern) return at
      pattern.lastIndex = at
      pattern.test(text)
      at = pattern.lastIndex
    }
  }
}

function indicatorsIn(text: string, start: number, end: number): string[] {
  const signs: string[] = []
  for (let at = contentAt(text, start); at < end; at = contentAt(text, at + 1)) signs.push(text[at] ?? '')
  return signs
}

/** The name of the alias at an offset; `undefined` if there is none or the alias is a key. */
const aliasAt = (text: string, start: number): string | undefined =>
  text[start] === '*' ? /^\*([^\s,[\]{}]+)(?![ \t]*:\s)/.exec(text.slice(start, start + 300))?.[1] : undefined

/** The name of a key; empty if it isn't a scalar. */
const keyName = (key: unknown): string => (typeof key === 'object' && key !== null ? '' : String(key))
