import {
  childNode,
  hasNumberFormats,
  isGlobalAddress,
  type Node,
  ORIGIN_KEYWORD,
  rootNode,
  type Source
} from './document/node.ts'
import {dereference, listReferences} from './document/references.ts'
import {copyWrittenDigits, moveWrittenDigits} from './exact-numbers.ts'
import {isKnownFormat} from './formats/formats.ts'
import {NUMBER_FORMATS} from './formula/compile-values.ts'
import {findInvalidConstraints, isInvalidKeyword, isKnownType, kindOfKeyword, readTypes} from './invalid-keywords.ts'
import {isRecord, own} from './json.ts'
import {KEYWORDS} from './keywords.ts'
import {isOmittedProperty, type OmittedMarker} from './read-write-only.ts'
import {toValidPattern} from './regex/pattern.ts'

/** Schema in draft 2020-12. */
export type Draft2020Schema = boolean | {[keyword: string]: unknown}

/** Definitions of a rewritten document. Each node is rewritten once for every kind of rewrite. */
export class Definitions {
  readonly #names = new Map<string, string>()
  readonly #numbers = new Map<Node, number>()
  readonly #pending: (() => void)[] = []
  /** Rewritten schemas, by name. */
  readonly schemas: {[name: string]: Draft2020Schema} = {}

  /** Reference to a node after a kind of rewrite, which `finish` runs. */
  refer(target: Node, way: string, rewrite: (node: Node) => Draft2020Schema): {$ref: string} {
    const node = dereference(target)
    const key = `${way}${this.numberOf(node)}`
    if (!this.#names.has(key)) {
      this.#names.set(key, key)
      this.#pending.push(() => {
        this.schemas[key] = rewrite(node)
      })
    }
    return {$ref: `#/$defs/${key}`}
  }

  numberOf(target: Node): number {
    const node = dereference(target)
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
 * Rewrites a schema, with everything it refers to, as one self-contained schema in draft 2020-12. This is for
 * validators that do not know OpenAPI, and avoids passing a document of megabytes to judge one value. References that
 * can't be resolved stay so.
 */
export function toStandaloneSchema(source: Source): Draft2020Schema {
  const definitions = new Definitions()
  const start = definitions.refer(rootNode(source), 'n', node => toDraft2020(node, definitions))
  definitions.finish()
  return {...start, $defs: definitions.schemas}
}

/** Rewrites a schema to draft 2020-12. References stay references, and omitted properties are left out. */
export function toDraft2020(node: Node, definitions: Definitions, omitted?: OmittedMarker): Draft2020Schema {
  const {raw, traits} = node
  if (!isRecord(raw)) return typeof raw === 'boolean' ? raw : {}
  const again = (inner: Node): Draft2020Schema => toDraft2020(inner, definitions, omitted)
  const {foreign} = node.resource.language
  const parts: {[keyword: string]: unknown} = {
    [ORIGIN_KEYWORD]: node.pointer,
    ...copyWrittenDigits(raw),
    ...(foreign === undefined ? {} : {$schema: foreign})
  }
  const references = resolveReferences(node).map(target =>
    typeof target === 'string' ? {$ref: target} : definitions.refer(target, 'n', again)
  )
  if (references.length > 0 && traits.ignoresRefSiblings) return {allOf: references}
  for (const [keyword, value] of Object.entries(raw)) {
    const holds = KEYWORDS.get(keyword)
    if (holds === undefined || holds === 'reference') continue
    if (holds === 'value') parts[keyword] = value
    else if (Array.isArray(value)) parts[keyword] = value.map((_, at) => again(childNode(node, keyword, at)))
    else if (holds === 'map' || holds === 'schema map or names') {
      const names = isRecord(value) ? Object.keys(value) : []
      const kept = keyword === 'properties' ? names.filter(name => !isOmittedProperty(node, name, omitted)) : names
      parts[keyword] = Object.fromEntries(
        kept.map(name => {
          const inner = own(value as object, name)
          return [name, Array.isArray(inner) ? inner : again(childNode(node, keyword, name))]
        })
      )
    } else parts[keyword] = again(childNode(node, keyword))
  }
  if (omitted && Array.isArray(parts.required)) {
    parts.required = parts.required.filter(name => !isOmittedProperty(node, String(name), omitted))
  }
  upgradeKeywords(parts, node)
  // Kept as they are, so that they stay invalid.
  for (const keyword of findInvalidConstraints(node)) parts[keyword] = raw[keyword]
  const inner = Array.isArray(parts.allOf) ? parts.allOf : []
  return references.length > 0 ? {...parts, allOf: [...inner, ...references]} : parts
}

/** Target that replaces an address that can't be resolved. It can't be resolved in the output either. */
const UNRESOLVABLE = '#/$defs/nowhere'

/** Targets of a schema's references: nodes, or addresses that can't be resolved. */
export const resolveReferences = (node: Node): (Node | string)[] =>
  listReferences(node).map(([, target]) =>
    typeof target === 'object' || isGlobalAddress(target) ? target : UNRESOLVABLE
  )

/** Keywords of a schema while it is rewritten in place. */
interface Keywords {
  [keyword: string]: unknown
}

/** Replaces the keywords of older dialects by those of draft 2020-12, in place. */
export function upgradeKeywords(parts: Keywords, node: Node): void {
  const {traits} = node
  upgradeType(parts, node)
  for (const bound of ['inimum', 'aximum']) {
    const flag = `exclusiveM${bound}`
    if (traits.exclusiveIsFlag || parts[flag] === false) moveExclusiveBound(parts, `m${bound}`, flag)
  }
  if (traits.tuple === 'items') upgradeTuple(parts)
  upgradeDependencies(parts)
  rewritePatterns(parts, toReadable, toReadable)
  // Validators know further formats, such as `url`. Here those are annotations.
  if (!(typeof parts.format === 'string' && (isKnownFormat(parts.format) || NUMBER_FORMATS.has(parts.format))))
    delete parts.format
  wrapContains(parts, node)
  if (hasNumberFormats(node)) replaceNumberFormat(parts)
}

function upgradeType(parts: Keywords, node: Node): void {
  const {nullable} = node.traits
  const named = readTypes(node)
  const type = named && named.unknown.length === 0 ? named.known : parts.type
  if (named) parts.type = Array.isArray(type) && type.length === 1 ? type[0] : type
  if (nullable && parts[nullable] === true && type !== undefined) parts.type = [type, 'null'].flat()
  for (const keyword of ['nullable', 'x-nullable']) if (!isInvalidKeyword(node, keyword)) delete parts[keyword]
}

function upgradeTuple(parts: Keywords): void {
  const {additionalItems} = parts
  // `prefixItems` is no keyword of this dialect: `items` applies to all items.
  delete parts.prefixItems
  delete parts.additionalItems
  if (!Array.isArray(parts.items)) return
  parts.prefixItems = parts.items
  delete parts.items
  if (additionalItems !== undefined) parts.items = additionalItems
}

function upgradeDependencies(parts: Keywords): void {
  const {dependencies} = parts
  if (!isRecord(dependencies)) return
  const each = Object.entries(dependencies)
  parts.dependentRequired = Object.fromEntries(each.filter(([, dependents]) => Array.isArray(dependents)))
  parts.dependentSchemas = Object.fromEntries(each.filter(([, dependents]) => !Array.isArray(dependents)))
  delete parts.dependencies
}

/** Replaces the format of a number by the range that it stands for. */
function replaceNumberFormat(parts: Keywords): void {
  const range = NUMBER_FORMATS.get(String(parts.format))
  if (range === undefined) return
  delete parts.format
  const [minimum, maximum] = range
  parts.allOf = [...(Array.isArray(parts.allOf) ? parts.allOf : []), {minimum, maximum}]
}

/** Wraps `contains` in a double `not` for dialects before 2020-12, in which it does not mark items as evaluated. */
function wrapContains(parts: Keywords, {traits}: Node): void {
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
export function failOnInvalidKeywords(parts: Keywords, node: Node): void {
  if ((readTypes(node)?.unknown.length ?? 0) > 0) {
    const known = [parts.type].flat().filter(name => isKnownType(name))
    delete parts.type
    // Values of a known type in the same list can still be judged.
    const open = {if: known.length > 0 ? {type: known} : false, else: {$ref: UNRESOLVABLE}}
    parts.allOf = [...(Array.isArray(parts.allOf) ? parts.allOf : []), open]
  }
  for (const keyword of findInvalidConstraints(node)) {
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
const toReadable = (pattern: string): string => toValidPattern(pattern) ?? pattern

/** Rewrites `pattern` with `ofText`, and the names in `patternProperties` with `ofName`. */
export function rewritePatterns(
  parts: Keywords,
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

function moveExclusiveBound(parts: Keywords, bound: string, flag: string): void {
  const isOpen = parts[flag]
  if (typeof isOpen !== 'boolean') return
  delete parts[flag]
  if (!isOpen || parts[bound] === undefined) return
  parts[flag] = parts[bound]
  moveWrittenDigits(parts, bound, flag)
  delete parts[bound]
}
