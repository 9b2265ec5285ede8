import {type LoadOptions, load, YAMLException} from 'js-yaml'
import {isWanted, type Trail} from '../parsing/key-trail.ts'
import {type Parser, YAML_OPTIONS} from '../parsing/load-yaml.ts'
import {findInLines} from './fast-positions.ts'

/** What is looked for below a node. What a merge brings stands back behind what is written. */
interface Ask {
  readonly trail: Trail
  readonly merged: boolean
}

/** Where a trail goes on: behind an alias, or in what is merged. */
interface Detour extends Ask {
  readonly start: number
}

/** A node that the parser is in. Of most nodes nothing is asked. */
interface Node {
  readonly start: number
  readonly asks: readonly Ask[]
  /** How far the signs before its children are read. */
  cursor: number
  /** The last item of a list; none, while it is not known to be one. */
  index?: number
  /** The last key of a map. */
  key?: {readonly start: number; text?: string}
}

/** How often a trail may go on behind aliases: each time costs a pass. */
const PASSES = 20

/**
 * Fills in the offsets of a trail in YAML that is known to be well-formed. The parser tells where it begins and ends a
 * node; which key or item a node is, the signs before it say. What stands behind an alias or comes by a merge key is
 * found where it is written, in further passes.
 */
export function findInYaml(text: string, root: Trail): void {
  findInLines(text, root, (start, trail) => findInBrackets(text, start, trail))
  if (!isWanted(root)) return
  let queue = pass(text, [], root)
  for (let left = PASSES; left > 0; left--) {
    const wanted = queue.filter(({trail}) => isWanted(trail))
    if (wanted.length === 0) return
    // Of what is merged into one map the first to have a key wins, so one is looked at after the other.
    const now = wanted.filter((each, index) => wanted.findIndex(({trail}) => trail === each.trail) === index)
    queue = [...pass(text, now), ...wanted.filter(each => !now.includes(each))]
  }
}

/** Fills in what stands in brackets by itself, where they hold no alias and nothing that is merged. */
function findInBrackets(text: string, start: number, trail: Trail): void {
  const inside = text.slice(start, endOfBrackets(text, start))
  if (/[*]|<</.test(inside)) return
  const {offset} = trail
  try {
    pass(inside, [], trail)
  } catch (error) {
    // They do not end where it seemed.
    if (!(error instanceof YAMLException)) throw error
    forget(trail)
    return
  } finally {
    if (offset !== undefined) trail.offset = offset
  }
  settle(trail, start)
}

const SIGN = /["'[\]{}]|#[^\n]*/g
const TEXT = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*'/y
const BEFORE_TEXT = /[\s,:[{]/

/** Behind the bracket that closes the one that stands here; a quote within a word, as in `don't`, is none. */
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

function forget({below}: Trail): void {
  for (const inner of below.values()) {
    delete inner.offset
    forget(inner)
  }
}

function settle({below}: Trail, start: number): void {
  for (const inner of below.values()) {
    if (inner.offset === undefined) inner.isAbsent = true
    else inner.offset += start
    settle(inner, start)
  }
}

/** Goes through the text once: from the root, or from where detours lead. Gives the detours that it meets. */
function pass(text: string, detours: readonly Detour[], root?: Trail): Detour[] {
  const starts = new Map<number, Detour[]>()
  for (const detour of detours) starts.set(detour.start, [...(starts.get(detour.start) ?? []), detour])
  const anchors = new Map<string, number>()
  const met: Detour[] = []
  const nodes: Node[] = []
  const goOn = (start: number, asks: readonly Ask[]): void => void met.push(...asks.map(ask => ({...ask, start})))

  const open = (start: number): void => {
    const parent = nodes.at(-1)
    const asks = parent && parent.asks.length > 0 ? [...asksOf(parent, start)] : []
    if (!parent && root) {
      root.offset = contentAt(text, start)
      asks.push({trail: root, merged: false})
    }
    asks.push(...(starts.get(start) ?? []))
    nodes.push({start, asks, cursor: start})
  }

  /** What is asked of a child of a node. */
  const asksOf = (parent: Node, start: number): readonly Ask[] => {
    const signs = signsIn(text, parent.cursor, start)
    const sign = signs.at(-1)
    if (sign === '-' || sign === '[' || (sign === ',' && parent.index !== undefined)) {
      // An empty item is no node: only its dash is there.
      parent.index = (parent.index ?? -1) + Math.max(1, signs.filter(each => each === '-').length)
      // In brackets `[loan: due]` is a list of a map: what looks like an item is the key of one.
      const offset = contentAt(text, start)
      parent.key = {start: offset}
      return itemOf(parent, offset)
    }
    if (sign !== ':') {
      // Of the first node in a node only what follows it tells whether it is a key, or the node itself.
      const isSame = sign === undefined && parent.key === undefined
      parent.key = {start: contentAt(text, start)}
      return isSame ? parent.asks : []
    }
    const {key} = parent
    if (key?.text === undefined) return []
    const asks = parent.index === undefined ? parent.asks : itemOf(parent, key.start)
    if (key.text === '<<' && text[key.start] === '<') {
      goOn(
        start,
        asks.map(({trail}): Ask => ({trail, merged: true}))
      )
      return []
    }
    return asks.flatMap(ask => found(ask, key.text ?? '', key.start))
  }

  const itemOf = ({asks, index}: Node, offset: number): readonly Ask[] =>
    asks.flatMap(ask => (ask.merged ? [ask] : found(ask, String(index), offset)))

  const found = ({trail, merged}: Ask, key: string, offset: number): Ask[] => {
    const below = trail.below.get(key)
    if (!below || (merged && below.offset !== undefined)) return []
    below.offset ??= offset
    return [{trail: below, merged: false}]
  }

  const close = ({position, result, anchor}: Parser): void => {
    const node = nodes.pop()
    if (!node) return
    if (anchor !== null) anchors.set(anchor, node.start)
    if (node.asks.length > 0) {
      const target = anchors.get(aliasAt(text, contentAt(text, node.start)) ?? '')
      if (target !== undefined) goOn(target, node.asks)
    }
    const parent = nodes.at(-1)
    if (!parent || parent.asks.length === 0) return
    parent.cursor = position
    if (parent.key && parent.key.text === undefined) parent.key.text = nameOf(result)
  }

  load(text, {
    ...YAML_OPTIONS,
    listener(event, state) {
      if (event === 'open') open(state.position)
      else close(state as Parser)
    }
  } as LoadOptions)
  return met
}

const BLANK = /[ \t\r\n]/
const COMMENT = /#[^\r\n]*/y
/** An anchor or a tag, which stand before what they belong to. */
const PROPERTY = /[&!][^ \t\r\n,[\]{}]*/y

/** The offset of what is written next, behind blanks, comments, and also anchors and tags. */
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

function signsIn(text: string, start: number, end: number): string[] {
  const signs: string[] = []
  for (let at = contentAt(text, start); at < end; at = contentAt(text, at + 1)) signs.push(text[at] ?? '')
  return signs
}

/** The name of an alias that stands here and is no key. */
const aliasAt = (text: string, start: number): string | undefined =>
  text[start] === '*' ? /^\*([^\s,[\]{}]+)(?![ \t]*:\s)/.exec(text.slice(start, start + 300))?.[1] : undefined

/** The name that a key gives; none, where it is no scalar. */
const nameOf = (key: unknown): string => (typeof key === 'object' && key !== null ? '' : String(key))
