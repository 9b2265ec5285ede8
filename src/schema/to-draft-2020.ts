import {child, countsBits, isElsewhere, type Node, nodeOf, ORIGIN, type Source} from './document/node.ts'
import {arrive, follow, followDynamic} from './document/references.ts'
import {moveText, textsOf} from './exact-numbers.ts'
import {isKnownFormat} from './formats/formats.ts'
import {INTEGERS} from './formula/compile-scalars.ts'
import {isUnreadable, kindOfKeyword, unreadableIn} from './invalid-keywords.ts'
import {isRecord, own} from './json.ts'
import {KEYWORDS} from './keywords.ts'
import {isOmitted, type Omitted} from './read-write-only.ts'
import {readable} from './regex/pattern.ts'
import {isKnownType, typesNamed} from './types.ts'

/** A schema in the words of draft 2020-12. */
export type Plain = boolean | {[keyword: string]: unknown}

/** Definitions in the making: each node is rewritten once for every name that it gets. */
export class Definitions {
  readonly #names = new Map<string, string>()
  readonly #numbers = new Map<Node, number>()
  readonly #open: (() => void)[] = []
  /** All that has been rewritten so far, by name. */
  readonly made: {[name: string]: Plain} = {}

  /** Refers to a node, rewritten in a way that has a name. */
  refer(target: Node, way: string, rewrite: (node: Node) => Plain): {$ref: string} {
    const node = arrive(target)
    const key = `${way}${this.numberOf(node)}`
    if (!this.#names.has(key)) {
      this.#names.set(key, key)
      this.#open.push(() => {
        this.made[key] = rewrite(node)
      })
    }
    return {$ref: `#/$defs/${key}`}
  }

  numberOf(target: Node): number {
    const node = arrive(target)
    const number = this.#numbers.get(node) ?? this.#numbers.size
    this.#numbers.set(node, number)
    return number
  }

  /** Rewrites all that has been referred to. */
  finish(): void {
    for (let next = this.#open.pop(); next; next = this.#open.pop()) next()
  }
}

/**
 * The same schema in one piece, in the words of draft 2020-12: for validators that know no OpenAPI, and need not be
 * handed a document of megabytes to judge one value. A reference that leads nowhere still does.
 */
export function standalone(source: Source): Plain {
  const definitions = new Definitions()
  const start = definitions.refer(nodeOf(source), 'n', node => plain(node, definitions))
  definitions.finish()
  return {...start, $defs: definitions.made}
}

/** One schema rewritten, all that it refers to by reference, without the properties that are left out. */
export function plain(node: Node, definitions: Definitions, omitted?: Omitted): Plain {
  const {raw, traits} = node
  if (!isRecord(raw)) return typeof raw === 'boolean' ? raw : {}
  const again = (inner: Node): Plain => plain(inner, definitions, omitted)
  const {foreign} = node.resource.language
  const parts: {[keyword: string]: unknown} = {
    [ORIGIN]: node.pointer,
    ...textsOf(raw),
    ...(foreign === undefined ? {} : {$schema: foreign})
  }
  const references = referencesOf(node).map(target =>
    typeof target === 'string' ? {$ref: target} : definitions.refer(target, 'n', again)
  )
  if (references.length > 0 && traits.refStandsAlone) return {allOf: references}
  for (const [keyword, value] of Object.entries(raw)) {
    const holds = KEYWORDS.get(keyword)
    if (holds === undefined || holds === 'reference') continue
    if (holds === 'value') parts[keyword] = value
    else if (Array.isArray(value)) parts[keyword] = value.map((_, at) => again(child(node, keyword, at)))
    else if (holds === 'map' || holds === 'schema map or names') {
      const names = isRecord(value) ? Object.keys(value) : []
      const kept = keyword === 'properties' ? names.filter(name => !isOmitted(node, name, omitted)) : names
      parts[keyword] = Object.fromEntries(
        kept.map(name => {
          const inner = own(value as object, name)
          return [name, Array.isArray(inner) ? inner : again(child(node, keyword, name))]
        })
      )
    } else parts[keyword] = again(child(node, keyword))
  }
  if (omitted && Array.isArray(parts.required)) {
    parts.required = parts.required.filter(name => !isOmitted(node, String(name), omitted))
  }
  modernise(parts, node)
  const inner = Array.isArray(parts.allOf) ? parts.allOf : []
  return references.length > 0 ? {...parts, allOf: [...inner, ...references]} : parts
}

/** What stands for a reference that leads nowhere: it leads nowhere here too. */
const NOWHERE = '#/$defs/nowhere'

/** Where the references of a schema lead: to a schema, or to an address where nothing is. */
export function referencesOf(node: Node): (Node | string)[] {
  return (['$ref', '$dynamicRef', '$recursiveRef'] as const).flatMap(keyword => {
    const reference = isRecord(node.raw) ? own(node.raw, keyword) : undefined
    if (typeof reference !== 'string') return []
    const target = keyword === '$ref' ? follow(node, reference) : followDynamic(node, keyword, reference)
    return typeof target === 'object' || isElsewhere(target) ? [target] : [NOWHERE]
  })
}

/** Says in today's keywords what the dialect says in its own. */
export function modernise(parts: {[keyword: string]: unknown}, node: Node): void {
  const {traits} = node
  const {additionalItems, dependencies} = parts
  const named = typesNamed(node)
  const type = named && named.unknown.length === 0 ? named.known : parts.type
  if (named) parts.type = Array.isArray(type) && type.length === 1 ? type[0] : type
  if (traits.nullable && parts[traits.nullable] === true && type !== undefined) parts.type = [type, 'null'].flat()
  for (const keyword of ['nullable', 'x-nullable']) if (!isUnreadable(node, keyword)) delete parts[keyword]
  for (const bound of ['inimum', 'aximum']) {
    const flag = `exclusiveM${bound}`
    if (traits.exclusiveIsFlag || parts[flag] === false) raiseFlag(parts, `m${bound}`, flag)
  }
  if (traits.tuple === 'items') {
    // To this dialect it is no keyword: `items` speaks of them all.
    delete parts.prefixItems
    delete parts.additionalItems
    if (Array.isArray(parts.items)) {
      parts.prefixItems = parts.items
      delete parts.items
      if (additionalItems !== undefined) parts.items = additionalItems
    }
  }
  if (isRecord(dependencies)) {
    const each = Object.entries(dependencies)
    parts.dependentRequired = Object.fromEntries(each.filter(([, wanted]) => Array.isArray(wanted)))
    parts.dependentSchemas = Object.fromEntries(each.filter(([, wanted]) => !Array.isArray(wanted)))
    delete parts.dependencies
  }
  rewritePatterns(parts, readableOrNot, readableOrNot)
  // Validators have formats of their own, as `url`: to us they are words for people.
  if (!(typeof parts.format === 'string' && (isKnownFormat(parts.format) || INTEGERS.has(parts.format))))
    delete parts.format
  hideFound(parts, node)
  const range = countsBits(node) ? INTEGERS.get(String(parts.format)) : undefined
  if (range === undefined) return
  delete parts.format
  const [minimum, maximum] = range
  parts.allOf = [...(Array.isArray(parts.allOf) ? parts.allOf : []), {minimum, maximum}]
}

/** Before 2020-12 an item that `contains` has found was not looked at by that: within `not` nothing is. */
function hideFound(parts: {[keyword: string]: unknown}, {traits}: Node): void {
  if (traits.tuple === 'prefixItems' || parts.contains === undefined) return
  const found: {[keyword: string]: unknown} = {}
  for (const keyword of ['contains', 'minContains', 'maxContains']) {
    if (parts[keyword] !== undefined) found[keyword] = parts[keyword]
    delete parts[keyword]
  }
  parts.allOf = [...(Array.isArray(parts.allOf) ? parts.allOf : []), {not: {not: found}}]
}

/** What cannot be read is not left to the validator to guess: of values that it speaks of, there is no judgement. */
export function leaveOpen(parts: {[keyword: string]: unknown}, node: Node): void {
  if ((typesNamed(node)?.unknown.length ?? 0) > 0) {
    const known = [parts.type].flat().filter(name => isKnownType(name))
    delete parts.type
    // Of a type that is named beside it, it is known.
    const open = {if: known.length > 0 ? {type: known} : false, else: {$ref: NOWHERE}}
    parts.allOf = [...(Array.isArray(parts.allOf) ? parts.allOf : []), open]
  }
  for (const keyword of unreadableIn(node)) {
    delete parts[keyword]
    const kind = kindOfKeyword(keyword)
    const open = kind
      ? Object.fromEntries([
          ['if', {type: kind}],
          ['then', {$ref: NOWHERE}]
        ])
      : {$ref: NOWHERE}
    parts.allOf = [...(Array.isArray(parts.allOf) ? parts.allOf : []), open]
  }
}

/** Validators compile patterns as they stand: what people escape without need they would refuse to read. */
const readableOrNot = (pattern: string): string => readable(pattern) ?? pattern

/** Puts other patterns in the place of those of texts, and of those of names. */
export function rewritePatterns(
  parts: {[keyword: string]: unknown},
  ofText: (pattern: string) => string,
  ofName: (pattern: string) => string
): void {
  const {pattern, patternProperties} = parts
  if (typeof pattern === 'string') parts.pattern = ofText(pattern)
  if (!isRecord(patternProperties)) return
  const read = new Map<string, unknown>()
  for (const [name, schema] of Object.entries(patternProperties)) {
    const source = ofName(name)
    read.set(source, read.has(source) ? {allOf: [read.get(source), schema]} : schema)
  }
  parts.patternProperties = Object.fromEntries(read)
}

function raiseFlag(parts: {[keyword: string]: unknown}, bound: string, flag: string): void {
  const isOpen = parts[flag]
  if (typeof isOpen !== 'boolean') return
  delete parts[flag]
  if (!isOpen || parts[bound] === undefined) return
  parts[flag] = parts[bound]
  moveText(parts, bound, flag)
  delete parts[bound]
}
