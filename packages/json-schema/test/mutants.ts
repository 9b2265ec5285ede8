import {escapePointerKey} from '@tenure/core/model/location'
import type {Source} from '../src/document/node.ts'
import {isRecord, type Json, own} from '../src/json.ts'
import {KEYWORDS} from '../src/keywords.ts'
import type {Dialect} from '../src/schema-source.ts'
import {type Dice, pick} from './random.ts'
import {type Leaf, type Raw, resolved, type Step, UNNAMED} from './samples.ts'

/** Named schemas, with the document that they refer to. */
export interface Description {
  readonly document: Raw
  readonly dialect: Dialect
  /** Each schema with its JSON pointer. */
  readonly schemas: readonly {readonly schema: Raw; readonly pointer: string}[]
}

/** A schema, the same schema after one edit, and values that show the difference. */
export interface Mutant {
  readonly edit: string
  readonly grows: boolean
  readonly before: Source
  readonly after: Source
  /** Whether every reference in the document that led to the old schema leads to the edited one. */
  readonly isRecursive: boolean
  readonly way: readonly Step[]
  /** Values that the wider schema allows at the place and the narrower one doesn't, if no other keyword forbids them. */
  readonly leaves: readonly Leaf[]
}

interface Edit {
  readonly grows: boolean
  readonly to: Raw
  readonly leaves: readonly Leaf[]
}

const MAX_DEPTH = 7

/**
 * One edit of known direction. The path to the edited place goes only through keywords that preserve the direction:
 * properties, items, additional properties, and `allOf`. References are inlined, so that only that one place changes, or
 * that place wherever the schema refers to itself.
 */
export function mutantOf(description: Description, roll: Dice): Mutant | undefined {
  const {document, dialect, schemas} = description
  const {schema, pointer} = pick(roll, schemas)
  const way: Step[] = []
  let place = resolved(schema, document)
  for (let depth = 0; place && depth < MAX_DEPTH; depth++) {
    const steps = stepsBelow(place, document)
    if (steps.length === 0 || roll() < 0.25) break
    const step = pick(roll, steps)
    way.push(step)
    place = resolved(below(place, step), document)
  }
  if (!place || hasUnevaluated(place)) return undefined
  const here = place
  const possible = Object.entries(EDITS).flatMap(([name, make]) =>
    [...make(here, {roll, dialect, document})].map(edit => ({name, ...edit}))
  )
  if (possible.length === 0) return undefined
  // Without this, edits that fit everywhere would be the most frequent.
  const isSpecific = possible.some(({name}) => name !== 'whole schema') && roll() < 0.8
  const names = [...new Set(possible.map(({name}) => name))].filter(name => !isSpecific || name !== 'whole schema')
  const edit = pick(roll, names)
  const {grows, to, leaves} = pick(
    roll,
    possible.filter(({name}) => name === edit)
  )
  const after = replaced(schema, way, to, document)
  // Also replace it wherever the schema refers to itself.
  const isRecursive = roll() < 0.4 && preservesDirection(schema, document)
  return {
    edit,
    grows,
    before: {schema, document, pointer, dialect},
    after: {schema: after, document: isRecursive ? withSchema(document, pointer, after) : document, pointer, dialect},
    isRecursive,
    way,
    leaves
  }
}

function withSchema(document: Raw, pointer: string, schema: Raw): Raw {
  const replace = (held: unknown, [step, ...rest]: readonly string[]): unknown =>
    step === undefined ? schema : {...(held as Raw), [step]: replace((held as Raw)[step], rest)}
  const steps = pointer.slice(1).split('/')
  return replace(
    document,
    steps.map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  ) as Raw
}

/** Whether a schema accepts more if anything that it contains or refers to accepts more. */
function preservesDirection(schema: unknown, document: Raw): boolean {
  const seen = new Set<unknown>()
  const open = [schema]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null || seen.has(next)) continue
    seen.add(next)
    if (!Array.isArray(next) && REVERSING.some(keyword => keyword in (next as object))) return false
    open.push(...Object.values(next))
    if (isRecord(next) && typeof next.$ref === 'string') open.push(resolved(next, document))
  }
  return true
}

const REVERSING = ['not', 'oneOf', 'if', 'contains', 'unevaluatedProperties', 'unevaluatedItems']

function stepsBelow(raw: Raw, document: Raw): Step[] {
  if (hasUnevaluated(raw)) return []
  const steps: Step[] = []
  const isPlain = (schema: unknown): boolean => {
    // Inlining a reference would lose the keywords next to it.
    if (
      !isRecord(schema) ||
      ('$ref' in schema && Object.keys(schema).some(name => name !== '$ref' && KEYWORDS.has(name)))
    )
      return false
    return resolved(schema, document) !== undefined
  }
  const properties = own(raw, 'properties')
  for (const [name, schema] of isRecord(properties) ? Object.entries(properties) : [])
    if (isPlain(schema)) steps.push({to: 'property', name})
  if (isPlain(own(raw, 'additionalProperties'))) steps.push({to: 'rest'})
  if (isPlain(own(raw, 'items'))) steps.push({to: 'item'}, {to: 'item'})
  const all = own(raw, 'allOf')
  for (const [at, schema] of Array.isArray(all) ? all.entries() : []) if (isPlain(schema)) steps.push({to: 'part', at})
  return steps
}

const hasUnevaluated = (raw: Raw): boolean => 'unevaluatedProperties' in raw || 'unevaluatedItems' in raw

const KEYWORD = {property: 'properties', rest: 'additionalProperties', item: 'items', part: 'allOf'} as const

function below(raw: Raw, step: Step): unknown {
  const held = own(raw, KEYWORD[step.to])
  if (step.to === 'property') return isRecord(held) ? own(held, step.name) : undefined
  return step.to === 'part' && Array.isArray(held) ? held[step.at] : held
}

function replaced(schema: unknown, way: readonly Step[], to: Raw, document: Raw): Raw {
  const [step, ...rest] = way
  if (!step) return to
  const raw = resolved(schema, document) as Raw
  const inner = replaced(below(raw, step), rest, to, document)
  const held = own(raw, KEYWORD[step.to])
  if (step.to === 'property') return {...raw, properties: {...(held as Raw), [step.name]: inner}}
  return {...raw, [KEYWORD[step.to]]: step.to === 'part' ? (held as unknown[]).with(step.at, inner) : inner}
}

interface Surroundings {
  readonly roll: Dice
  readonly dialect: Dialect
  readonly document: Raw
}
type MakeEdits = (raw: Raw, around: Surroundings) => Iterable<Edit>

const widens = (to: Raw, ...leaves: Leaf[]): Edit => ({grows: true, to, leaves})
const narrows = (to: Raw, ...leaves: Leaf[]): Edit => ({grows: false, to, leaves})
const constant =
  (value: Json): Leaf =>
  () =>
    value
const ODD: readonly Leaf[] = [null, true, 'zzz', 12.5, [], {}, [{}], {a: [1]}].map(constant)

const without = (raw: Raw, ...keywords: string[]): Raw =>
  Object.fromEntries(Object.entries(raw).filter(([keyword]) => !keywords.includes(keyword)))
const isA = (raw: Raw, ...types: string[]): boolean => [raw.type].flat().some(type => types.includes(String(type)))
const hasNone = (raw: Raw, ...keywords: string[]): boolean => keywords.every(keyword => !(keyword in raw))
const isPlainObject = (value: Json | undefined): value is {readonly [name: string]: Json} => isRecord(value)
const withProperty =
  (name: string, value: Json): Leaf =>
  usual =>
    isPlainObject(usual) ? {...usual, [name]: value} : undefined
const withoutProperty =
  (name: string): Leaf =>
  usual =>
    isPlainObject(usual) ? Object.fromEntries(Object.entries(usual).filter(([key]) => key !== name)) : undefined

const NEW = 'zz_new'

const EDITS: Readonly<Record<string, MakeEdits>> = {
  *enum(raw, {roll}) {
    const values = raw.enum
    if (!Array.isArray(values) || values.includes('zz-added')) return
    yield widens({...raw, enum: [...values, 'zz-added']}, constant('zz-added'))
    if (!isA(raw, 'string')) yield widens({...raw, enum: [...values, 987_654]}, constant(987_654))
    if (values.length < 2) return
    const removedAt = Math.floor(roll() * values.length)
    yield narrows({...raw, enum: values.toSpliced(removedAt, 1)}, constant(values[removedAt] as Json))
    yield widens(without(raw, 'enum'), constant('zzz'), constant(987_654), constant(true))
  },
  *lengths(raw) {
    if (!isA(raw, 'string') || !hasNone(raw, 'enum', 'const')) return
    const {minLength = 0, maxLength} = raw as {minLength?: number; maxLength?: number}
    const text = (length: number): Leaf => constant('a'.repeat(length))
    if (maxLength === undefined) yield narrows({...raw, maxLength: minLength + 60}, text(minLength + 61))
    else if (maxLength < 6000) {
      yield widens({...raw, maxLength: maxLength + 5}, text(maxLength + 1))
      yield widens(without(raw, 'maxLength'), text(maxLength + 1))
      if (maxLength > minLength) yield narrows({...raw, maxLength: maxLength - 1}, text(maxLength))
    }
    if (maxLength === undefined || minLength < maxLength)
      yield narrows({...raw, minLength: minLength + 1}, text(minLength))
    if (minLength > 0) yield widens({...raw, minLength: minLength - 1}, text(minLength - 1))
  },
  *bounds(raw, {dialect}) {
    if (!isA(raw, 'integer', 'number') || !hasNone(raw, 'enum', 'const', 'exclusiveMinimum', 'exclusiveMaximum')) return
    const {minimum, maximum} = raw as {minimum?: number; maximum?: number}
    const flag = dialect === '2020-12' ? undefined : true
    const open = (bound: string, at: number): Raw =>
      flag
        ? {...raw, [bound]: at, [`exclusive${bound === 'minimum' ? 'Minimum' : 'Maximum'}`]: true}
        : {...raw, [`exclusive${bound === 'minimum' ? 'Minimum' : 'Maximum'}`]: at}
    if (maximum === undefined) {
      yield narrows({...raw, maximum: (minimum ?? 0) + 100}, constant((minimum ?? 0) + 101))
      yield narrows(open('maximum', (minimum ?? 0) + 100), constant((minimum ?? 0) + 100))
    } else {
      yield widens({...raw, maximum: maximum + 2}, constant(maximum + 1))
      yield widens(without(raw, 'maximum'), constant(maximum + 1))
      yield narrows(open('maximum', maximum), constant(maximum))
      if ((minimum ?? maximum - 1) < maximum) yield narrows({...raw, maximum: maximum - 1}, constant(maximum))
    }
    if (minimum === undefined) yield narrows({...raw, minimum: (maximum ?? 0) - 100}, constant((maximum ?? 0) - 101))
    else {
      yield widens({...raw, minimum: minimum - 2}, constant(minimum - 1))
      yield widens(without(raw, 'minimum'), constant(minimum - 1))
    }
  },
  *multiples(raw) {
    if (!isA(raw, 'integer') || !hasNone(raw, 'enum', 'const')) return
    const low = typeof raw.minimum === 'number' ? raw.minimum : 0
    if ('multipleOf' in raw) yield widens(without(raw, 'multipleOf'), constant(low + 1), constant(low + 2))
    else yield narrows({...raw, multipleOf: 7}, constant(low + 1), constant(low + 2))
  },
  *items(raw) {
    if (!isA(raw, 'array')) return
    const {minItems = 0, maxItems} = raw as {minItems?: number; maxItems?: number}
    const many =
      (count: number): Leaf =>
      usual => {
        if (!Array.isArray(usual)) return undefined
        return Array.from({length: count}, (_, at) => (usual.length > 0 ? usual[at % usual.length] : `${at}`))
      }
    if (maxItems === undefined) yield narrows({...raw, maxItems: minItems}, many(minItems + 1))
    else {
      yield widens({...raw, maxItems: maxItems + 1}, many(maxItems + 1))
      yield widens(without(raw, 'maxItems'), many(maxItems + 1))
    }
    if (maxItems === undefined || maxItems > minItems) yield narrows({...raw, minItems: minItems + 1}, many(minItems))
    if (minItems > 0) yield widens({...raw, minItems: minItems - 1}, many(minItems - 1))
    if (raw.uniqueItems === true) yield widens(without(raw, 'uniqueItems'), many(2))
    else yield narrows({...raw, uniqueItems: true}, many(2))
  },
  *required(raw, {roll}) {
    const required = Array.isArray(raw.required) ? raw.required.map(String) : []
    if (required.length > 0) {
      const name = pick(roll, required)
      yield widens({...raw, required: required.filter(other => other !== name)}, withoutProperty(name))
    }
    const names = isRecord(raw.properties) ? Object.keys(raw.properties) : []
    const optional = names.filter(name => !required.includes(name))
    if (optional.length === 0) return
    const name = pick(roll, optional)
    yield narrows({...raw, required: [...required, name]}, withoutProperty(name))
  },
  *type(raw) {
    const half = (typeof raw.minimum === 'number' ? raw.minimum : 0) + 0.5
    if (!hasNone(raw, 'enum', 'const', 'multipleOf')) return
    if (raw.type === 'integer') yield widens({...raw, type: 'number'}, constant(half))
    if (raw.type === 'number') yield narrows({...raw, type: 'integer'}, constant(half))
    if (raw.type === 'boolean') yield narrows({...raw, enum: [true]}, constant(false))
    if (typeof raw.type === 'string') yield widens(without(raw, 'type'), ...ODD)
  },
  *null(raw, {dialect}) {
    if (!hasNone(raw, 'enum', 'const') || raw.type === undefined) return
    const keyword = dialect === 'openapi-3.0' ? 'nullable' : dialect === 'swagger-2.0' ? 'x-nullable' : undefined
    if (!keyword) {
      const types = [raw.type].flat()
      const rest = types.filter(type => type !== 'null')
      if (rest.length === types.length) yield widens({...raw, type: [...types, 'null']}, constant(null))
      else if (rest.length > 0) yield narrows({...raw, type: rest}, constant(null))
    } else if (raw[keyword] === true) yield narrows(without(raw, keyword), constant(null))
    else yield widens({...raw, [keyword]: true}, constant(null))
  },
  *rest(raw) {
    if (!isA(raw, 'object') || 'patternProperties' in raw) return
    const more = [12.5, 'zzz', null, [], {}].map(value => withProperty(NEW, value))
    const {additionalProperties: rest} = raw
    if (rest === false) yield widens({...raw, additionalProperties: true}, ...more)
    else yield narrows({...raw, additionalProperties: false}, ...more)
    if (isRecord(rest)) yield widens(without(raw, 'additionalProperties'), ...more)
    if (rest === undefined || rest === true)
      yield narrows({...raw, additionalProperties: {type: 'string', maxLength: 3}}, ...more)
  },
  *patterns(raw) {
    if (!isA(raw, 'string') || !hasNone(raw, 'enum', 'const')) return
    if ('pattern' in raw) yield widens(without(raw, 'pattern'), ...['', 'zzz', '! ?', 'é 1', 'a1'].map(constant))
    else yield narrows({...raw, pattern: '^[a-m0-9:/.@TZ-]*$'}, ...['zzz', 'z'.repeat(30)].map(constant))
  },
  *formats(raw) {
    if (!hasNone(raw, 'enum', 'const')) return
    if (raw.type === 'string') {
      const known = ['date', 'date-time', 'uuid', 'email', 'ipv4', 'uri'].includes(String(raw.format))
      if (known) yield widens(without(raw, 'format'), ...['zzz', 'z z'.repeat(9)].map(constant))
      else if (!('format' in raw)) yield narrows({...raw, format: 'date'}, ...['zzz', 'z'.repeat(30)].map(constant))
    } else if (raw.format === 'int32') {
      yield widens(without(raw, 'format'), constant(3_000_000_000), constant(-3_000_000_000))
      yield widens({...raw, format: 'int64'}, constant(3_000_000_000), constant(-3_000_000_000))
    } else if (raw.format === 'int64')
      yield narrows({...raw, format: 'int32'}, constant(3_000_000_000), constant(-3_000_000_000))
  },
  *alternatives(raw, {roll}) {
    const list = raw.anyOf
    if (!Array.isArray(list) || list.length === 0) return
    yield widens({...raw, anyOf: [...list, {enum: ['zz-added', 987_654.5]}]}, constant('zz-added'), constant(987_654.5))
    yield widens({...raw, anyOf: [...list, {type: 'boolean'}]}, constant(true))
    yield widens(without(raw, 'anyOf'), ...ODD)
    if (list.length < 2) return
    const removedAt = Math.floor(roll() * list.length)
    yield narrows({...raw, anyOf: list.toSpliced(removedAt, 1)}, usual => usual)
  },
  *'whole schema'(raw) {
    yield widens({}, ...ODD)
    if (!('not' in raw)) yield narrows({...raw, not: {enum: ['zz', 7, true]}}, ...['zz', 7, true].map(constant))
  },
  *'new property'(raw) {
    const rest = raw.additionalProperties
    if (!isA(raw, 'object') || 'patternProperties' in raw || isRecord(rest)) return
    const to = {...raw, properties: {...(isRecord(raw.properties) ? raw.properties : {}), [NEW]: {type: 'integer'}}}
    if (rest === false) yield widens(to, withProperty(NEW, 1))
    else yield narrows(to, withProperty(NEW, 'text'))
  },
  *'property removed'(raw, {roll}) {
    const {properties, additionalProperties: rest} = raw
    if (!isRecord(properties) || 'patternProperties' in raw || isRecord(rest)) return
    const names = Object.keys(properties)
    if (names.length === 0) return
    const name = pick(roll, names)
    const to = {...raw, properties: without(properties, name)}
    const values: Json[] = [null, true, 'zzz', 12.5, [], {}, [{}], 7, UNNAMED]
    const leaves = values.map(value => withProperty(name, value))
    yield rest === false ? narrows(to, ...leaves) : widens(to, ...leaves)
  }
}

/** The schemas that a description names, or `undefined` if the document is no API description. */
export function described(document: unknown): Description | undefined {
  if (!isRecord(document)) return undefined
  const {openapi, swagger, components} = document
  const dialect =
    String(swagger) === '2.0' ? 'swagger-2.0' : String(openapi).startsWith('3.0') ? 'openapi-3.0' : '2020-12'
  const isOld = dialect === 'swagger-2.0'
  const named = isOld ? document.definitions : isRecord(components) && components.schemas
  if (!isRecord(named) || (!openapi && !swagger)) return undefined
  const schemas = Object.entries(named).flatMap(([name, schema]) =>
    isRecord(schema)
      ? [{schema, pointer: `/${isOld ? 'definitions' : 'components/schemas'}/${escapePointerKey(name)}`}]
      : []
  )
  return {document, dialect, schemas}
}
