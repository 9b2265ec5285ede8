import type {Node} from '@tenure/json-schema/document/node'
import {resolveDynamicReference, resolveReference} from '@tenure/json-schema/document/references'
import type {SchemaResource} from '@tenure/json-schema/document/schema-document'
import {isRecord} from '@tenure/json-schema/json'
import {DATA_KEYWORDS, DOCUMENTATION_KEYS, equalsIgnoringDocumentation, hasNamesAsKeys} from '../documentation.ts'
import {combinedFrom} from '../flatten/flatten.ts'
import {subtypesOf} from '../flatten/subtypes.ts'

interface ReferenceTargets {
  readonly older: Node | string
  readonly newer: Node | string
  differs?: boolean
}

/** The references, from anywhere in two descriptions, whose targets are known to be the same. */
interface UnchangedReferences {
  readonly older: SchemaResource
  readonly newer: SchemaResource
  readonly refersTo: (reference: string) => boolean
}

/**
 * Tracks which `$ref` targets changed, directly or transitively, so that unchanged parts can be skipped, which is most
 * of a large document. Documentation doesn't count as a difference.
 */
export class ChangedReferences {
  readonly #references = new Map<object, PartReferences>()
  readonly #known = new Map<Node, Map<Node, ReferenceTargets>>()
  readonly #targetsOfReference = new Map<string, ReferenceTargets>()
  readonly #unchanged: UnchangedReferences

  constructor(clean: UnchangedReferences) {
    this.#unchanged = clean
  }

  /** Whether two schemas are the same, with everything they refer to. */
  isUnchanged(older: Node, newer: Node): boolean {
    const [parts, others] = [combinedFrom(older), combinedFrom(newer)]
    if (parts && others)
      return parts.length === others.length && parts.every((part, at) => this.isUnchanged(part, others[at] as Node))
    if (!equalsIgnoringDocumentation(older.raw, newer.raw) || !this.isUnchangedInside(older.raw, older, newer))
      return false
    const hasSubtypes = subtypesOf(older).size > 0 || subtypesOf(newer).size > 0
    return !hasSubtypes || !this.#differs(this.#targetsOf(older, newer))
  }

  /**
   * Whether everything that a part refers to is the same, for a part with the same text on both sides. References are
   * resolved from its place on each side. `areNames`: its keys are names that the author chose.
   */
  isUnchangedInside(raw: unknown, older: Node, newer: Node, areNames = false): boolean {
    if (!hasSameMeaning(raw, older, newer)) return false
    const references = this.#referencesOf(raw, areNames)
    if (references === NO_REFERENCES) return true
    // A part with its own `$id` inside another schema is checked in its own place.
    if (references.hasRelocated || (raw !== older.raw && isRecord(raw) && typeof raw.$id === 'string')) return false
    return this.#resolveAll(references, older, newer).every(two => !this.#differs(two))
  }

  /** The targets of a part's references from its place, except those that are known to be the same. */
  #resolveAll({plain, dynamic}: PartReferences, older: Node, newer: Node): ReferenceTargets[] {
    const isWhole = this.#areWhole(older, newer)
    const ends: ReferenceTargets[] = []
    for (const reference of plain)
      if (!isWhole) ends.push(this.#toTargets(resolveReference(older, reference), resolveReference(newer, reference)))
      else if (!this.#unchanged.refersTo(reference)) ends.push(this.#resolveInWholes(reference, older, newer))
    // A dynamic reference can have another target, even if everything on the way to it is the same.
    for (const [keyword, reference] of dynamic)
      ends.push(
        this.#toTargets(
          resolveDynamicReference(older, keyword, reference),
          resolveDynamicReference(newer, keyword, reference)
        )
      )
    return ends
  }

  /** All references of a part, each once. */
  #referencesOf(raw: unknown, areNames = false): PartReferences {
    if (typeof raw !== 'object' || raw === null) return NO_REFERENCES
    const known = this.#references.get(raw)
    if (known) return known
    const list = referencesIn(raw, areNames)
    this.#references.set(raw, list)
    return list
  }

  #areWhole(older: Node, newer: Node): boolean {
    return older.resource === this.#unchanged.older && newer.resource === this.#unchanged.newer
  }

  /**
   * The targets of a reference within the two whole descriptions, cached, because the same few references occur again
   * and again.
   */
  #resolveInWholes(reference: string, older: Node, newer: Node): ReferenceTargets {
    const known = this.#targetsOfReference.get(reference)
    if (known) return known
    const two = this.#toTargets(resolveReference(older, reference), resolveReference(newer, reference))
    this.#targetsOfReference.set(reference, two)
    return two
  }

  #toTargets(older: Node | string, newer: Node | string): ReferenceTargets {
    // A target that only one side has is a difference; one that neither side has isn't.
    if (typeof older === 'string' || typeof newer === 'string')
      return {older, newer, differs: typeof older !== typeof newer}
    return this.#targetsOf(older, newer)
  }

  #targetsOf(older: Node, newer: Node): ReferenceTargets {
    const all = this.#known.get(older) ?? new Map<Node, ReferenceTargets>()
    this.#known.set(older, all)
    const known = all.get(newer) ?? {older, newer}
    all.set(newer, known)
    return known
  }

  #differs(start: ReferenceTargets): boolean {
    if (start.differs !== undefined) return start.differs
    // Everything that can be reached is visited once. After that, everything that leads to a difference is marked as
    // different.
    const leadsTo = new Map<ReferenceTargets, ReferenceTargets[]>()
    const changed: ReferenceTargets[] = []
    const reached = new Set([start])
    const open = [start]
    for (let next = open.pop(); next; next = open.pop()) {
      const {older, newer, differs} = next
      if (differs) changed.push(next)
      if (differs !== undefined || typeof older === 'string' || typeof newer === 'string') continue
      if (!equalsIgnoringDocumentation(older.raw, newer.raw) || !hasSameMeaning(older.raw, older, newer)) {
        changed.push(next)
        continue
      }
      const [subtypes, others] = [subtypesOf(older), subtypesOf(newer)]
      if ([...subtypes.keys()].join('\n') !== [...others.keys()].join('\n')) {
        changed.push(next)
        continue
      }
      const references = this.#referencesOf(older.raw)
      if (references.hasRelocated) {
        changed.push(next)
        continue
      }
      for (const inner of [
        ...this.#resolveAll(references, older, newer),
        ...[...subtypes].map(([value, node]) => this.#targetsOf(node, others.get(value) as Node))
      ]) {
        const sources = leadsTo.get(inner)
        if (sources) sources.push(next)
        else leadsTo.set(inner, [next])
        if (reached.has(inner)) continue
        reached.add(inner)
        open.push(inner)
      }
    }
    for (const two of reached) two.differs ??= false
    for (let next = changed.pop(); next; next = changed.pop()) {
      next.differs = true
      for (const source of leadsTo.get(next) ?? []) if (!source.differs) changed.push(source)
    }
    return start.differs === true
  }
}

type Dynamic = '$dynamicRef' | '$recursiveRef'

/** The references of a part, each once. */
export interface PartReferences {
  readonly plain: readonly string[]
  /** References whose target depends on the path to the part. */
  readonly dynamic: readonly (readonly [Dynamic, string])[]
  /** Whether some are in a subschema with its own `$id`, and can only be resolved from there. */
  readonly hasRelocated: boolean
}

const NO_REFERENCES: PartReferences = {plain: [], dynamic: [], hasRelocated: false}

/** The references of a schema without nested schemas, which most are; `undefined` if it needs a full search. */
function referencesOfFlatSchema(raw: object): PartReferences | undefined {
  let reference: string | undefined
  for (const key in raw) {
    const value = (raw as Readonly<Record<string, unknown>>)[key]
    if (typeof value === 'object') {
      if (value !== null && !DOCUMENTATION_KEYS.has(key) && !DATA_KEYWORDS.has(key)) return undefined
    } else if (key === '$ref' && typeof value === 'string') reference = value
    else if (REFERENCES.has(key)) return undefined
  }
  return reference === undefined ? NO_REFERENCES : {...NO_REFERENCES, plain: [reference]}
}

/** The number of objects after which visited ones are remembered, because of nested YAML aliases. */
const MAX_UNTRACKED = 1_000_000
const DYNAMIC: ReadonlySet<string> = new Set(['$dynamicRef', '$recursiveRef'])
const REFERENCES: ReadonlySet<string> = new Set(['$ref', ...DYNAMIC])

/**
 * All references of a part that have an effect. A reference inside plain data can be among them, which only costs a
 * lookup. `ownNames`: the keys are names that the author chose.
 */
function referencesIn(start: object, ownNames = false): PartReferences {
  const atOnce = ownNames ? undefined : referencesOfFlatSchema(start)
  if (atOnce) return atOnce
  // Created on first use, because most parts have no references.
  let plain: Set<string> | undefined
  let dynamic: Map<string, readonly [Dynamic, string]> | undefined
  let areInside = false
  let seen: Set<object> | undefined
  const open: object[] = [start]
  const names: boolean[] = [ownNames]
  /** The objects in subschemas with their own `$id`, only tracked if there are any. */
  let inside: WeakSet<object> | undefined
  let objects = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const areNames = names.pop() === true
    if (++objects > MAX_UNTRACKED) {
      seen ??= new Set()
      if (seen.has(next)) continue
      seen.add(next)
    }
    const record = next as Readonly<Record<string, unknown>>
    const isList = Array.isArray(next)
    if (!isList && !areNames && next !== start && typeof record.$id === 'string') {
      inside ??= new WeakSet()
      inside.add(next)
    }
    const isInside = inside?.has(next) === true
    for (const key in record) {
      const inner = record[key]
      if (typeof inner === 'object' && inner !== null) {
        if (!isList && !areNames && (DOCUMENTATION_KEYS.has(key) || DATA_KEYWORDS.has(key))) continue
        open.push(inner)
        names.push(!isList && !areNames && hasNamesAsKeys(key))
        if (isInside) inside?.add(inner)
      } else if (typeof inner === 'string' && REFERENCES.has(key) && !isList) {
        // A reference to another place in the same subschema leads to what was found to be the same.
        if (isInside && (DYNAMIC.has(key) || !SAME_TARGET.test(inner))) areInside = true
        else if (DYNAMIC.has(key)) {
          dynamic ??= new Map()
          dynamic.set(`${key} ${inner}`, [key as Dynamic, inner])
        } else {
          plain ??= new Set()
          plain.add(inner)
        }
      }
    }
  }
  return {plain: [...(plain ?? [])], dynamic: [...(dynamic?.values() ?? [])], hasRelocated: areInside}
}

/** References within the same subschema, or by an absolute URI. */
const SAME_TARGET = /^(#|[a-z][a-z0-9+.-]*:)/i

/** Keywords that only some versions of the format know, or that mean something else in some of them. */
const VERSIONED_KEYWORDS: ReadonlySet<string> = new Set([
  ...['nullable', 'x-nullable', 'exclusiveMinimum', 'exclusiveMaximum', 'const', 'prefixItems', 'additionalItems'],
  ...['contains', 'if', 'propertyNames', 'patternProperties', 'dependencies', 'dependentRequired', 'dependentSchemas'],
  ...['unevaluatedProperties', 'unevaluatedItems', '$id', 'id', '$anchor', '$schema', '$dynamicRef', '$recursiveRef']
])

/** Keys next to a reference that don't constrain values. */
const DOCUMENTATION_SIBLINGS: ReadonlySet<string> = new Set(['$ref', 'description', 'summary'])

const known = new WeakMap<object, boolean>()

/** Whether the same text means the same on both sides: `nullable` has an effect in OpenAPI 3.0, but not in 3.1. */
const hasSameMeaning = (raw: unknown, older: Node, newer: Node): boolean =>
  older.dialect === newer.dialect || typeof raw !== 'object' || raw === null || !containsVersionedKeyword(raw)

/**
 * Whether a value contains such a keyword. If plain data contains the same name, the only cost is a needless
 * comparison.
 */
function containsVersionedKeyword(start: object): boolean {
  const before = known.get(start)
  if (before !== undefined) return before
  let found = false
  const seen = new Set<object>([start])
  for (const raw of seen) {
    const keys = isRecord(raw) ? Object.keys(raw) : []
    const hasMore = keys.includes('$ref') && keys.some(key => !DOCUMENTATION_SIBLINGS.has(key))
    if (hasMore || keys.some(key => VERSIONED_KEYWORDS.has(key)) || ('items' in raw && Array.isArray(raw.items))) {
      found = true
      break
    }
    for (const value of Object.values(raw)) if (typeof value === 'object' && value !== null) seen.add(value)
  }
  known.set(start, found)
  return found
}
