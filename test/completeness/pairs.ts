// Adds, removes, and changes each keyword at each place of a description.

import {isRecord} from '../../packages/json-schema/src/json.ts'
import {descriptionsOf, type Path} from './descriptions.ts'
import {
  applicableTo,
  entriesOf,
  isCounted,
  itemsOf,
  keywordsOf,
  type MetaSchema,
  metaSchemaOf,
  type Raw,
  type Specification
} from './meta-schemas.ts'
import {swaggerDescriptions} from './swagger-descriptions.ts'
import {madeFor, mistypedFor, valuesFor} from './values.ts'

/** `mistyped`: the value that it should have, or none, becomes one of another type. */
export type Edit = 'added' | 'removed' | 'changed' | 'mistyped'

/** Two descriptions that differ in one keyword. */
export interface Pair {
  readonly specification: Specification
  readonly description: string
  /** The object that has the keyword: `parameter`, `schema of integer`. */
  readonly owner: string
  readonly pointer: string
  /** The keyword, `{}` for an entry of a map, or `[]` for an item of a list. */
  readonly keyword: string
  readonly edit: Edit
  /** Whether a request and a response share the edited part. */
  readonly isShared: boolean
  readonly older: Raw
  readonly newer: Raw
  /** For a value of the wrong type: without the keyword, and with a value of the right type. */
  readonly right?: readonly [without: Raw, right: Raw]
}

/** The pairs of a specification, by description. */
export function* pairsOf(specification: Specification): Iterable<Pair> {
  const described = specification === 'Swagger 2.0' ? swaggerDescriptions() : descriptionsOf(specification)
  for (const [description, {root, part}] of Object.entries(described)) {
    const walk = new Walk({specification, description}, root, part)
    yield* walk.below([], root, [metaSchemaOf(specification)], '')
  }
}

const ABSENT = Symbol('no value')

/** A copy with another value at a path. Everything off the path is shared. */
function edited(value: unknown, path: Path, fresh: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return fresh
  if (Array.isArray(value)) {
    if (rest.length === 0 && fresh === ABSENT) return value.filter((_, at) => at !== key)
    return Object.assign([...value], {[key]: edited(value[key as number], rest, fresh)})
  }
  const record = value as Raw
  if (rest.length > 0 || fresh !== ABSENT) return {...record, [key]: edited(record[key], rest, fresh)}
  const {[key]: _, ...left} = record
  return left
}

/** The kind of an object, in words. Schemas are distinguished by their type. */
function ownerOf(
  metas: readonly MetaSchema[],
  value: unknown,
  parent: string,
  key: string | number | undefined
): string {
  const name = metas.findLast(({raw, name}) => isRecord(raw) && name !== parent)?.name
  const own = name ?? (key === undefined ? parent : `${key} of ${parent}`)
  if (!isRecord(value) || name !== 'schema') return own
  const form = ['$ref', 'allOf', 'oneOf', 'anyOf', 'const'].find(keyword => keyword in value)
  return `schema of ${form ?? (value.type === undefined ? 'any' : [value.type].flat().join(' or '))}`
}

class Walk {
  readonly #of: Pick<Pair, 'specification' | 'description'>
  readonly #root: Raw
  readonly #part: Path

  constructor(of: Pick<Pair, 'specification' | 'description'>, root: Raw, part: Path) {
    this.#of = of
    this.#root = root
    this.#part = part
  }

  /** Whether a value contains the part whose keywords are edited, is in it, or neither. */
  #relation(path: Path): 'outside' | 'above' | 'inside' {
    const length = Math.min(path.length, this.#part.length)
    if (path.slice(0, length).some((key, at) => key !== this.#part[at])) return 'outside'
    return path.length >= this.#part.length ? 'inside' : 'above'
  }

  /** Whether an object is a field, which is edited only in a component because its place does not matter. */
  #isRepeated(path: Path): boolean {
    const isField = path.at(-2) === 'properties' && this.#relation(path) === 'inside' && path.length > this.#part.length
    return isField && (this.#part.at(-1) !== 'Field' || path.length > this.#part.length + 2)
  }

  *below(path: Path, value: unknown, metas: readonly MetaSchema[], parent: string): Iterable<Pair> {
    if (this.#relation(path) === 'outside' || this.#isRepeated(path)) return
    const all = metas.flatMap(meta => applicableTo(meta, value))
    const owner = ownerOf(all, value, parent, path.at(-1))
    if (Array.isArray(value)) yield* this.#list(path, value, itemsOf(all), owner)
    else if (isRecord(value)) yield* this.#object(path, value, all, owner)
  }

  *#object(path: Path, value: Raw, all: readonly MetaSchema[], owner: string): Iterable<Pair> {
    const keywords = keywordsOf(all)
    const isInside = this.#relation(path) === 'inside'
    for (const [keyword, metas] of keywords) {
      if (isInside && metas.some(isCounted)) yield* this.#keyword(path, value, {keyword, metas, owner})
      if (value[keyword] !== undefined)
        yield* this.below([...path, keyword], value[keyword], metas, owner.split(' of ')[0] as string)
    }
    const free = Object.keys(value).filter(key => !keywords.has(key))
    for (const key of free) {
      const metas = entriesOf(all, key)
      if (metas.length === 0) continue
      if (!isInside || !metas.some(isCounted)) {
        yield* this.below([...path, key], value[key], metas, owner)
        continue
      }
      yield this.#pair({
        path,
        owner,
        keyword: '{}',
        edit: 'removed',
        older: this.#root,
        newer: this.#with([...path, key], ABSENT)
      })
      yield* this.#change([...path, key], {owner, keyword: '{}', value: value[key], metas})
      yield* this.below([...path, key], value[key], metas, owner)
    }
    const fresh = isInside ? freshEntry(path, value, all) : undefined
    if (fresh)
      yield this.#pair({
        path,
        owner,
        keyword: '{}',
        edit: 'added',
        older: this.#root,
        newer: this.#with([...path, fresh.key], fresh.value)
      })
  }

  *#keyword(
    path: Path,
    value: Raw,
    {keyword, metas, owner}: {keyword: string; metas: readonly MetaSchema[]; owner: string}
  ): Iterable<Pair> {
    const at = [...path, keyword]
    const values = valuesFor(value, keyword, metas)
    const common = {path, owner, keyword}
    const right = keyword in value ? this.#root : values.length > 0 ? this.#with(at, values[0]) : undefined
    const without = this.#with(at, ABSENT)
    const wrong = right ? mistypedFor(value[keyword] ?? values[0], metas) : []
    for (const [older, newer] of [
      [right, wrong[0]],
      [without, wrong.at(-1)]
    ] as const)
      if (older && newer !== undefined)
        yield this.#pair({
          ...common,
          edit: 'mistyped',
          older,
          newer: this.#with(at, newer),
          right: [without, right as Raw]
        })
    if (keyword in value) {
      yield this.#pair({...common, edit: 'added', older: without, newer: this.#root})
      yield this.#pair({...common, edit: 'removed', older: this.#root, newer: without})
      const [other] = values
      const isDeeper = isRecord(value[keyword]) && !isRecord(other)
      if (other !== undefined && !isDeeper)
        yield this.#pair({...common, edit: 'changed', older: this.#root, newer: this.#with(at, other)})
      return
    }
    const [one, other] = values.map(each => this.#with(at, each))
    if (!one) return
    yield this.#pair({...common, edit: 'added', older: this.#root, newer: one})
    yield this.#pair({...common, edit: 'removed', older: one, newer: this.#root})
    if (other) yield this.#pair({...common, edit: 'changed', older: one, newer: other})
  }

  *#list(path: Path, value: readonly unknown[], metas: readonly MetaSchema[], owner: string): Iterable<Pair> {
    const common = {path, owner, keyword: '[]'}
    if (this.#relation(path) !== 'inside' || !metas.some(isCounted)) {
      for (const [at, item] of value.entries()) yield* this.below([...path, at], item, metas, owner)
      return
    }
    const taken = new Set(value.map(each => JSON.stringify(each)))
    const fresh = [...(LISTED[String(path.at(-1))] ?? []), ...madeFor(metas)].find(
      each => !taken.has(JSON.stringify(each)) && sameType(each, value[0])
    )
    if (fresh !== undefined)
      yield this.#pair({...common, edit: 'added', older: this.#root, newer: this.#with([...path, value.length], fresh)})
    for (const [at, item] of value.entries()) {
      yield this.#pair({...common, edit: 'removed', older: this.#root, newer: this.#with([...path, at], ABSENT)})
      yield* this.#change([...path, at], {...common, value: item, metas})
      yield* this.below([...path, at], item, metas, owner)
    }
  }

  /** Another value for an entry or item that has no keywords of its own. */
  *#change(
    at: Path,
    {owner, keyword, value, metas}: {owner: string; keyword: string; value: unknown; metas: readonly MetaSchema[]}
  ): Iterable<Pair> {
    if (typeof value === 'object') return
    const [other] = valuesFor({value}, 'value', metas)
    if (other === undefined) return
    yield this.#pair({
      path: at.slice(0, -1),
      owner,
      keyword,
      edit: 'changed',
      older: this.#root,
      newer: this.#with(at, other)
    })
  }

  #with(path: Path, value: unknown): Raw {
    return edited(this.#root, path, value) as Raw
  }

  #pair({path, ...pair}: Omit<Pair, 'pointer' | 'specification' | 'description' | 'isShared'> & {path: Path}): Pair {
    return {...this.#of, isShared: this.#part.at(-1) === 'Field', pointer: `/${path.join(' > ')}`, ...pair}
  }
}

const sameType = (one: unknown, other: unknown): boolean => other === undefined || typeof one === typeof other

/** New items of lists whose values have a meaning. */
const LISTED: {readonly [Key in string]?: readonly unknown[]} = {
  required: ['days', 'desk', 'text'],
  parameters: [{name: 'added', in: 'query', schema: {type: 'string'}}],
  schemes: ['http'],
  consumes: ['text/csv'],
  produces: ['text/csv'],
  allOf: [{required: ['desk']}],
  oneOf: [{type: 'boolean'}],
  anyOf: [{type: 'boolean'}],
  prefixItems: [{type: 'boolean'}],
  type: ['integer'],
  card: ['read'],
  account: ['write']
}

/** Keys of new entries of maps whose keys have a meaning. */
const KEYS: {readonly [Key in string]?: string} = {
  content: 'text/html',
  paths: '/added',
  responses: '418',
  returned: '{$request.query.url}',
  properties: 'added',
  patternProperties: '^added'
}

/** A new entry of a map, equal to its first one. */
function freshEntry(path: Path, value: Raw, all: readonly MetaSchema[]): {key: string; value: unknown} | undefined {
  const key = KEYS[String(path.at(-1))] ?? 'added'
  const metas = entriesOf(all, key)
  if (!metas.some(isCounted)) return
  const [first] = Object.entries(value).flatMap(([known, each]) => (entriesOf(all, known).length > 0 ? [each] : []))
  const fresh = first ?? madeFor(metas)[0]
  return fresh === undefined ? undefined : {key, value: fresh}
}
