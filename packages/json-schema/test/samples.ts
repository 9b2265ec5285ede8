import {canonicalText, isRecord, type Json, own} from '../src/json.ts'

export type Raw = Readonly<Record<string, unknown>>

/** A step down from a value, into a property, an additional property, or an item; or on to a part of `allOf`. */
export type Step =
  | {readonly to: 'property'; readonly name: string}
  | {readonly to: 'rest'}
  | {readonly to: 'item'}
  | {readonly to: 'part'; readonly at: number}

/** Returns the value for the end of a path from the value that would usually be there. */
export type Leaf = (usual: Json | undefined) => Json | undefined

const MAX_DEPTH = 9
export const UNNAMED = 'an unnamed one'
const TEXTS: Readonly<Record<string, string>> = {
  date: '2026-11-20',
  'date-time': '2026-11-20T12:30:00Z',
  time: '12:30:00Z',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  uri: 'https://library.example/copies/1',
  url: 'https://library.example/copies/1',
  email: 'reader@library.example',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'library.example'
}

/** The schema at the end of a chain of references, or `undefined` if there is none. A reference hides the keywords next to it. */
export function resolved(raw: unknown, document: unknown): Raw | undefined {
  let here = raw
  for (let hops = 0; hops < 20; hops++) {
    if (!isRecord(here)) return undefined
    const reference = own(here, '$ref')
    if (typeof reference !== 'string') return here
    here = pointed(reference, document)
  }
  return undefined
}

function pointed(reference: string, document: unknown): unknown {
  if (!reference.startsWith('#/')) return undefined
  let here = document
  for (const step of reference.slice(2).split('/')) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    here = typeof here === 'object' && here !== null ? own(here, name) : undefined
  }
  return here
}

/** Makes small plausible instances of schemas. They may be invalid, so a validator must check each. */
export class Samples {
  readonly #document: unknown
  /** The index of the alternatives that are taken. */
  readonly #variant: number

  constructor(document: unknown, variant: number) {
    this.#document = document
    this.#variant = variant
  }

  /** An instance with a special value at the end of a path, or `undefined` if none can be made. */
  of(schemas: readonly unknown[], way: readonly Step[] = [], leaf: Leaf = usual => usual, depth = 0): Json | undefined {
    const all = schemas.flatMap(schema => this.#flat(schema, 0))
    const [step, ...rest] = way
    if (step?.to === 'part') return this.of(schemas, rest, leaf, depth)
    if (!step) return leaf(this.#usual(all, depth))
    const inside = this.of(this.#below(all, step), rest, leaf, depth + 1)
    if (inside === undefined) return undefined
    if (step.to === 'item') return this.#list(all, depth, inside)
    return this.#object(all, depth, [step.to === 'rest' ? UNNAMED : step.name, inside])
  }

  #flat(schema: unknown, depth: number): Raw[] {
    const raw = resolved(schema, this.#document)
    if (!raw || depth > MAX_DEPTH) return []
    const one = ['anyOf', 'oneOf'].flatMap(keyword => {
      const list = own(raw, keyword)
      return Array.isArray(list) && list.length > 0 ? [list[this.#variant % list.length]] : []
    })
    const all = own(raw, 'allOf')
    const parts = [...(Array.isArray(all) ? all : []), ...one]
    return [raw, ...parts.flatMap(part => this.#flat(part, depth + 1))]
  }

  #below(all: readonly Raw[], step: Step): unknown[] {
    return all.flatMap(raw => {
      if (step.to === 'item') return listed(own(raw, 'items'))
      const {properties} = raw
      if (step.to === 'property' && isRecord(properties) && Object.hasOwn(properties, step.name))
        return [properties[step.name]]
      return listed(own(raw, 'additionalProperties'))
    })
  }

  #usual(all: readonly Raw[], depth: number): Json | undefined {
    if (depth > MAX_DEPTH) return undefined
    const lists = all.flatMap(raw => [
      ...(Array.isArray(raw.enum) ? [raw.enum as Json[]] : []),
      ...('const' in raw ? [[raw.const as Json]] : [])
    ])
    if (lists.length > 0)
      return lists[0]?.find(value =>
        lists.every(list => list.some(other => canonicalText(other) === canonicalText(value)))
      )
    switch (this.#kind(all)) {
      case 'object':
        return this.#object(all, depth)
      case 'array':
        return this.#list(all, depth)
      case 'integer':
      case 'number':
        return numberOf(all)
      case 'boolean':
        return true
      case 'null':
        return null
      default:
        return textOf(all)
    }
  }

  #kind(all: readonly Raw[]): unknown {
    const types = all.flatMap(({type}) => (type === undefined ? [] : [[type].flat()]))
    const fit = types[0]?.filter(type => types.every(list => list.includes(type)))
    if (fit?.length) return fit.find(type => type !== 'null') ?? 'null'
    if (all.some(raw => 'properties' in raw || 'required' in raw)) return 'object'
    return all.some(raw => 'items' in raw) ? 'array' : 'string'
  }

  #object(all: readonly Raw[], depth: number, entry?: readonly [string, Json]): Json | undefined {
    const required = all.flatMap(raw => (Array.isArray(raw.required) ? raw.required.map(String) : []))
    const least = most(all, 'minProperties') ?? 0
    const names = new Set(required)
    for (const {properties} of all) {
      for (const name of isRecord(properties) ? Object.keys(properties) : []) if (names.size < least) names.add(name)
    }
    const entries: [string, Json][] = entry ? [[...entry]] : []
    for (const name of names) {
      if (name === entry?.[0]) continue
      const value = this.of(this.#below(all, {to: 'property', name}), [], undefined, depth + 1)
      if (value === undefined) return undefined
      entries.push([name, value])
    }
    return Object.fromEntries(entries)
  }

  #list(all: readonly Raw[], depth: number, firstItem?: Json): Json | undefined {
    const size = Math.max(most(all, 'minItems') ?? 0, firstItem === undefined ? 0 : 1)
    if (size > 20) return undefined
    const item = firstItem ?? (size > 0 ? this.of(this.#below(all, {to: 'item'}), [], undefined, depth + 1) : null)
    return item === undefined ? undefined : Array.from({length: size}, () => item)
  }
}

const listed = (schema: unknown): unknown[] => (isRecord(schema) ? [schema] : [])

function most(all: readonly Raw[], keyword: string): number | undefined {
  const values = all.flatMap(raw => (typeof raw[keyword] === 'number' ? [raw[keyword]] : []))
  return values.length > 0 ? Math.max(...values) : undefined
}

function numberOf(all: readonly Raw[]): number {
  const step = most(all, 'multipleOf') ?? 1
  const low = most(all, 'minimum') ?? most(all, 'exclusiveMinimum')
  const high = all.find(({maximum}) => typeof maximum === 'number')?.maximum as number | undefined
  if (low === undefined) return high === undefined || high >= 0 ? 0 : Math.floor(high / step) * step
  const isOpen = all.some(({exclusiveMinimum}) => exclusiveMinimum !== undefined && exclusiveMinimum !== false)
  return (Math.ceil(low / step) + (isOpen ? 1 : 0)) * step
}

function textOf(all: readonly Raw[]): string {
  const patterns = all.flatMap(({pattern}) => (typeof pattern === 'string' ? [pattern] : []))
  const formats = all.flatMap(({format}) => TEXTS[String(format)] ?? [])
  const least = most(all, 'minLength') ?? 0
  const examples = all.flatMap(({example, default: usual}) => [example, usual].filter(text => typeof text === 'string'))
  const guesses = [...formats, ...examples, 'a'.repeat(least), '1'.repeat(least || 1), 'A'.repeat(least || 2)]
  const fits = (text: string): boolean =>
    patterns.every(pattern => {
      try {
        return new RegExp(pattern).test(text)
      } catch {
        return true
      }
    })
  return guesses.find(fits) ?? ''
}
