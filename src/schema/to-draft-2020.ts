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

/** Schema in draft 2020-12. */
export type Plain = boolean | {[keyword: string]: unknown}

/** Definitions of a rewritten document. Each node is rewritten once for every kind of rewrite. */
export class Definitions {
  readonly #names = new Map<string, string>()
  readonly #numbers = new Map<Node, number>()
  readonly #pending: (() => void)[] = []
  /** Rewritten schemas, by name. */
  readonly made: {[name: string]: Plain} = {}

  /** Reference to a node after a kind of rewrite, which `finish` runs. */
  refer(target: Node, way: string, rewrite: (node: Node) => Plain): {$ref: string} {
    const node = arrive(target)
    const key = `${way}${this.numberOf(node)}`
    if (!this.#names.has(key)) {
      this.#names.set(key, key)
      this.#pending.push(() => {
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

  /** Rewrites all schemas that were referred to. */
  finish(): void {
    for (let next = this.#pending.pop(); next; next = this.#pending.pop()) next()
  }
}

/**
 * Rewrites a schema and all that it refers to as one self-contained schema in draft 2020-12. This is for validators
 * that do not know OpenAPI, and avoids passing a document of megabytes to judge one value. References that can't be
 * resolved stay so.
 */
export function standalone(source: Source): Plain {
  const definitions = new Definitions()
  const start = definitions.refer(nodeOf(source), 'n', node => plain(node, definitions))
  definitions.finish()
  return {...start, $defs: definitions.made}
}

/** Rewrites a schema to draft 2020-12. References stay references, and omitted properties are left out. */
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

/** Target that replaces an address that can't be resolved. It can't be resolved in the output either. */
const UNRESOLVABLE = '#/$defs/nowhere'

/** Targets of a schema's references: nodes, or addresses that can't be resolved. */
export function referencesOf(node: Node): (Node | string)[] {
  return (['$ref', '$dynamicRef', '$recursiveRef'] as const).flatMap(keyword => {
    const reference = isRecord(node.raw) ? own(node.raw, keyword) : undefined
    if (typeof reference !== 'string') return []
    const target = keyword === '$ref' ? follow(node, reference) : followDynamic(node, keyword, reference)
    return typeof target === 'object' || isElsewhere(target) ? [target] : [UNRESOLVABLE]
  })
}

/** Replaces the keywords of older dialects by those of draft 2020-12, in place. */
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
    if (traits.exclusiveIsFlag || parts[flag] === false) moveExclusiveBound(parts, `m${bound}`, flag)
  }
  if (traits.tuple === 'items') {
    // `prefixItems` is no keyword of this dialect: `items` applies to all items.
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
    parts.dependentRequired = Object.fromEntries(each.filter(([, dependents]) => Array.isArray(dependents)))
    parts.dependentSchemas = Object.fromEntries(each.filter(([, dependents]) => !Array.isArray(dependents)))
    delete parts.dependencies
  }
  rewritePatterns(parts, toReadable, toReadable)
  // Validators know further formats, such as `url`. Here those are annotations.
  if (!(typeof parts.format === 'string' && (isKnownFormat(parts.format) || INTEGERS.has(parts.format))))
    delete parts.format
  wrapContains(parts, node)
  const range = countsBits(node) ? INTEGERS.get(String(parts.format)) : undefined
  if (range === undefined) return
  delete parts.format
  const [minimum, maximum] = range
  parts.allOf = [...(Array.isArray(parts.allOf) ? parts.allOf : []), {minimum, maximum}]
}

/** Wraps `contains` in a double `not` for dialects before 2020-12, in which it does not mark items as evaluated. */
function wrapContains(parts: {[keyword: string]: unknown}, {traits}: Node): void {
  if (traits.tuple === 'prefixItems' || parts.contains === undefined) return
  const found: {[keyword: string]: unknown} = {}
  for (const keyword of ['contains', 'minContains', 'maxContains']) {
    if (parts[keyword] !== undefined) found[keyword] = parts[keyword]
    delete parts[keyword]
  }
  parts.allOf = [...(Array.isArray(parts.allOf) ? parts.allOf : []), {not: {not: found}}]
}

/**
 * Replaces unknown types and invalid keywords by a reference that can't be resolved, so that a validator throws instead
 * of guessing about the values that they restrict.
 */
export function leaveOpen(parts: {[keyword: string]: unknown}, node: Node): void {
  if ((typesNamed(node)?.unknown.length ?? 0) > 0) {
    const known = [parts.type].flat().filter(name => isKnownType(name))
    delete parts.type
    // Values of a known type in the same list can still be judged.
    const open = {if: known.length > 0 ? {type: known} : false, else: {$ref: UNRESOLVABLE}}
    parts.allOf = [...(Array.isArray(parts.allOf) ? parts.allOf : []), open]
  }
  for (const keyword of unreadableIn(node)) {
    delete parts[keyword]
    const kind = kindOfKeyword(keyword)
    const open = kind
      ? Object.fromEntries([
          ['if', {type: kind}],
          ['then', {$ref: UNRESOLVABLE}]
        ])
      : {$ref: UNRESOLVABLE}
    parts.allOf = [...(Array.isArray(parts.allOf) ? parts.allOf : []), open]
  }
}

/** Pattern without needless escapes, which validators reject; an invalid pattern stays as it is. */
const toReadable = (pattern: string): string => readable(pattern) ?? pattern

/** Rewrites `pattern` with `ofText`, and the names in `patternProperties` with `ofName`. */
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

function moveExclusiveBound(parts: {[keyword: string]: unknown}, bound: string, flag: string): void {
  const isOpen = parts[flag]
  if (typeof isOpen !== 'boolean') return
  delete parts[flag]
  if (!isOpen || parts[bound] === undefined) return
  parts[flag] = parts[bound]
  moveText(parts, bound, flag)
  delete parts[bound]
}
