import {formatPointer} from '../../model/location.ts'
import {isBeyondDouble} from '../written-digits.ts'
import {type LargeMap, QUERY_PATHS_KEY} from './parts.ts'

const NAMING: ReadonlySet<string> = new Set(['$self', '$id', 'id', '$anchor', '$dynamicAnchor'])

/**
 * The role of a map's keys: keywords of the format, names that its author chose, or data without meaning for the API.
 */
const WORDS = 0
const NAMES = 1
const DATA = 2
type Role = typeof WORDS | typeof NAMES | typeof DATA

const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...['properties', 'patternProperties', 'dependentSchemas', 'dependencies', 'definitions', '$defs'].map(
    (key): [string, Role] => [key, NAMES]
  ),
  ...['schemas', 'headers', 'parameters', 'requestBodies', 'securitySchemes', 'links', 'pathItems', 'mediaTypes'].map(
    (key): [string, Role] => [key, NAMES]
  ),
  ...['responses', 'content', 'encoding', 'callbacks', 'variables'].map((key): [string, Role] => [key, NAMES]),
  ...['example', 'examples', 'default', 'enum', 'const'].map((key): [string, Role] => [key, DATA])
])

/** Keywords with a map of schemas. */
const SCHEMA_MAPS: ReadonlySet<unknown> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', 'definitions', '$defs', 'schemas']
])

/** Whether a value stands in place of a schema. Nothing counts as missing, and an empty list as PHP's empty map. */
const isNoSchema = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || (Array.isArray(value) && value.length > 0)

/** A step on the path from the root. */
interface PathStep {
  readonly key: string | number
  readonly above: PathStep | undefined
}

/** A value that is nested too deep for another recursive call. */
interface DeferredValue {
  readonly value: object
  readonly role: Role
  readonly way: PathStep | undefined
}

/** The maximum depth of recursion, which is faster than a work list. Deeper values are deferred. */
const MAX_RECURSION = 200

/** A value to survey, with its role and its path. */
interface SurveyTarget {
  readonly value: unknown
  readonly role: Role
  readonly way: PathStep | undefined
  /** Values that are left out, because they are surveyed separately. */
  readonly without?: ReadonlySet<object>
  /** Set if there may be aliases: each value is visited once per role. */
  readonly isShared?: boolean
}

/** The result of surveying one value. */
export interface PartSurvey {
  readonly keys: number
  /** The values of all `$ref`s, with repetitions. */
  readonly refs: readonly string[]
  readonly names: readonly string[]
  readonly quoted: readonly string[]
  readonly isDynamic: boolean
  readonly hasLifecycleHeaders: boolean
  /** Whether something is nested deeper than the recursion limit. */
  readonly isDeep: boolean
  /** Whether there is a discriminator, or a property of that name. */
  readonly hasDiscriminator: boolean
  /** The count of non-finite numbers. */
  readonly endless: number
  /** The count of integers that are too large for a double to be exact. */
  readonly large: number
  /** The count of `nullable: true`. */
  readonly nullable: number
  /** The count of references with a lifecycle mark next to them. */
  readonly markedRefs: number
  /** The count of values in place of a schema in a map of schemas. */
  readonly noSchemas: number
  /** The JSON pointers of an item; empty if there are none. Searched on demand, as it's rare. */
  readonly placesOf: (what: SurveyedItem) => readonly string[]
}

export const NON_FINITE = Symbol('a number that is none')
export const NULLABLE = Symbol('what may be null, as OpenAPI 3.0 says it')
export const MARKED_REF = Symbol('a lifecycle mark next to a reference')
export const NO_SCHEMA = Symbol('a value in place of a schema')
/** The value of a `$ref`, or one of the counted kinds. */
export type SurveyedItem = string | typeof NON_FINITE | typeof NULLABLE | typeof MARKED_REF | typeof NO_SCHEMA
/** Keys that announce an end of support; `packages/openapi/src/read/lifecycle-extensions.ts` reads them. */
const MARK = /^(?:deprecated|x-(?:oai-|ms-)?deprecat\w*(?:-\w+)*|x-sunset(?:-date)?|x-remov\w*(?:-\w+)*)$/
const NONE: readonly string[] = []

/** Walks a value and collects its survey. A class, so that its compiled code is reused for the next document. */
class Surveyor {
  #keys = 0
  #refs: string[] = []
  #names: string[] = []
  #quoted: string[] = []
  #endless = 0
  #large = 0
  #nullable = 0
  #markedRefs = 0
  #noSchemas = 0
  #tellsInHeaders = false
  #isDynamic = false
  #isDeep = false
  #hasDiscriminator = false
  readonly #deep: DeferredValue[] = []
  #seen: readonly Set<object>[] | undefined
  #without: ReadonlySet<object> | undefined
  // The path from the starting value, and its prefix as linked steps as far as needed.
  #start: PathStep | undefined
  readonly #way: (string | number)[] = []
  readonly #links: PathStep[] = []
  #linked = 0
  readonly #places: Map<SurveyedItem, string[]> | undefined

  constructor(places?: Map<SurveyedItem, string[]>) {
    this.#places = places
  }

  /** Surveys a value and resets for the next one. */
  look(view: SurveyTarget): PartSurvey {
    const {value, role, way} = view
    this.#seen = view.isShared ? [new Set(), new Set(), new Set()] : undefined
    this.#without = view.without
    if (typeof value === 'object' && value !== null) this.#deep.push({value, role, way})
    for (let next = this.#deep.pop(); next; next = this.#deep.pop()) {
      this.#start = next.way
      this.#linked = 0
      this.#walk(next.value, next.role, 0)
    }
    const [keys, refs, names, quoted] = [this.#keys, this.#refs, this.#names, this.#quoted]
    const [endless, large, nullable, markedRefs] = [this.#endless, this.#large, this.#nullable, this.#markedRefs]
    const noSchemas = this.#noSchemas
    const [tellsInHeaders, isDynamic, isDeep] = [this.#tellsInHeaders, this.#isDynamic, this.#isDeep]
    const hasDiscriminator = this.#hasDiscriminator
    this.#keys = 0
    // Most surveys leave these lists empty, so an empty list is reused.
    if (refs.length > 0) this.#refs = []
    if (names.length > 0) this.#names = []
    if (quoted.length > 0) this.#quoted = []
    this.#endless = 0
    this.#large = 0
    this.#nullable = 0
    this.#markedRefs = 0
    this.#noSchemas = 0
    this.#tellsInHeaders = false
    this.#isDynamic = false
    this.#isDeep = false
    this.#hasDiscriminator = false
    return {
      keys,
      refs: refs.length > 0 ? refs : NONE,
      names: names.length > 0 ? names : NONE,
      quoted: quoted.length > 0 ? quoted : NONE,
      hasLifecycleHeaders: tellsInHeaders,
      isDynamic,
      isDeep,
      hasDiscriminator,
      endless,
      large,
      nullable,
      markedRefs,
      noSchemas,
      placesOf: createPlaceFinder(view)
    }
  }

  #walk(value: object, role: Role, depth: number): void {
    if (depth > MAX_RECURSION) {
      this.#defer(value, role, depth)
      return
    }
    if (this.#seen) {
      if (this.#seen[role]?.has(value)) return
      this.#seen[role]?.add(value)
    }
    if (Array.isArray(value)) {
      const inner = role === DATA ? DATA : WORDS
      for (let index = 0; index < value.length; index++) {
        const item: unknown = value[index]
        if (typeof item === 'object' && item !== null) this.#enter(index, item, inner, depth)
        else if (typeof item === 'number') this.#number(index, item, depth)
      }
      return
    }
    let isReference = false
    const hasSchemas = role === NAMES && SCHEMA_MAPS.has(depth > 0 ? this.#way[depth - 1] : this.#start?.key)
    // Much faster than `Object.keys`, because most maps share a hidden class and no key list is allocated.
    for (const key in value) {
      this.#keys++
      if (key.length === 6 || key.length === 11 || key.length === 13) this.#name(key)
      const item = (value as Record<string, unknown>)[key]
      if (hasSchemas && isNoSchema(item) && key !== '$ref' && !key.startsWith('x-')) {
        this.#noSchemas++
        if (this.#places) this.#meet(NO_SCHEMA, key, depth)
      }
      if (typeof item === 'string') {
        if (role !== DATA) {
          this.#text(key, item, depth)
          isReference ||= key === '$ref' && role === WORDS
        } else if (key === '$ref') this.#quoted.push(item)
      } else if (typeof item === 'object') {
        if (item !== null) this.#enter(key, item, roleOf(key, role), depth)
      } else if (typeof item === 'number') this.#number(key, item, depth)
      else if (item === true && role === WORDS && key === 'nullable') this.#mayBeNull(key, depth)
    }
    if (isReference) this.#reference(value as Record<string, unknown>, depth)
  }

  #reference(value: Readonly<Record<string, unknown>>, depth: number): void {
    for (const key in value) {
      if (key === '$ref' || !MARK.test(key) || value[key] === false || value[key] === null) continue
      this.#markedRefs++
      if (this.#places) this.#meet(MARKED_REF, key, depth)
      return
    }
  }

  #enter(key: string | number, value: object, role: Role, depth: number): void {
    if (depth < MAX_PART_DEPTH && this.#without?.has(value)) return
    this.#way[depth] = key
    if (this.#linked > depth) this.#linked = depth
    this.#walk(value, role, depth + 1)
  }

  #name(key: string): void {
    if (key === '$dynamicRef' || key === '$recursiveRef') this.#isDynamic = true
    if (key === 'discriminator') this.#hasDiscriminator = true
    const first = key.charCodeAt(0) | 0x20
    if (first === 100 || first === 115) this.#tellsInHeaders ||= /^(?:sunset|deprecation)$/i.test(key)
  }

  #text(key: string, value: string, depth: number): void {
    if (key === '$ref') {
      this.#refs.push(value)
      if (this.#places) this.#meet(value, key, depth)
    } else if (NAMING.has(key)) this.#names.push(value)
  }

  #number(key: string | number, value: number, depth: number): void {
    if (!isBeyondDouble(value) && !Number.isNaN(value)) return
    if (Number.isFinite(value)) {
      this.#large++
      return
    }
    this.#endless++
    if (this.#places) this.#meet(NON_FINITE, key, depth)
  }

  #mayBeNull(key: string, depth: number): void {
    this.#nullable++
    if (this.#places) this.#meet(NULLABLE, key, depth)
  }

  #defer(value: object, role: Role, depth: number): void {
    this.#isDeep = true
    for (; this.#linked < depth; this.#linked++) {
      const above = this.#linked === 0 ? this.#start : this.#links[this.#linked - 1]
      this.#links[this.#linked] = {key: this.#way[this.#linked] ?? '', above}
    }
    this.#deep.push({value, role, way: this.#links[depth - 1]})
  }

  #meet(what: SurveyedItem, key: string | number, depth: number): void {
    const keys = [...this.#way.slice(0, depth), key].reverse()
    for (let link = this.#start; link; link = link.above) keys.push(link.key)
    const pointer = formatPointer(keys.reverse())
    const known = this.#places?.get(what)
    if (known) known.push(pointer)
    else this.#places?.set(what, [pointer])
  }
}

function createPlaceFinder(view: SurveyTarget): PartSurvey['placesOf'] {
  let places: Map<SurveyedItem, string[]> | undefined
  return what => {
    if (!places) {
      places = new Map()
      new Surveyor(places).look(view)
    }
    return places.get(what) ?? NONE
  }
}

/** Surveys a whole document, without a limit on nesting. Set `isShared` if aliases may lead to the same value. */
export const surveyValue = (root: unknown, isShared: boolean): PartSurvey =>
  new Surveyor().look({value: root, role: WORDS, way: undefined, isShared})

/** The maximum depth of parts that are surveyed separately. */
const MAX_PART_DEPTH = 3

/**
 * Surveys a tree without some of its parts, and returns a function to survey each of them. Of a part, `around` counts
 * only its key.
 */
export function surveyAround(
  root: object,
  parts: ReadonlySet<object>
): {around: PartSurvey; at: (value: object, map: LargeMap, key: string) => PartSurvey} {
  const surveyor = new Surveyor()
  const known = new Map<LargeMap, {readonly role: Role; readonly way: PathStep | undefined}>()
  const wayTo = (map: LargeMap) => {
    let role: Role = WORDS
    let way: PathStep | undefined
    for (const key of map.keys) {
      role = roleOf(key, role)
      way = {key, above: way}
    }
    known.set(map, {role, way})
    return {role, way}
  }
  return {
    around: new Surveyor().look({value: root, role: WORDS, way: undefined, without: parts}),
    at: (value, map, key) => {
      const {role, way} = known.get(map) ?? wayTo(map)
      return surveyor.look({value, role: roleOf(key, role), way: {key, above: way}})
    }
  }
}

/**
 * The role of the map at a key. Extensions are data, except that among names, such as headers and properties,
 * `x-rate-limit` is a name. `x-webhooks` is the former name of `webhooks`.
 */
function roleOf(key: string, role: Role): Role {
  if (role === DATA) return DATA
  if (role === NAMES || key === 'x-webhooks' || key === QUERY_PATHS_KEY) return WORDS
  if (key.charCodeAt(0) === 120 && key.charCodeAt(1) === 45) return DATA
  return ROLES.get(key) ?? WORDS
}
