import type {Node} from '@tenure/json-schema/document/node'
import {isRecord, own} from '@tenure/json-schema/json'
import {isEqual} from '@tenure/json-schema/json-equality'
import {keywordNames} from '@tenure/json-schema/subschemas'
import {type FlatSchema, flatten, listAt, requiredOf} from './flatten/flatten.ts'
import {createSchemaAt} from './proof/proofs.ts'
import type {SchemaDiffContext} from './schema-diff-context.ts'

const known = new WeakMap<FlatSchema, WeakMap<FlatSchema, ReadonlySet<string>>>()
const NONE: ReadonlySet<string> = new Set()

/**
 * Properties that moved between a schema and the alternatives of its `oneOf` or `anyOf`, and so were neither added nor
 * removed.
 */
export function findMovedProperties({older, newer}: Pick<SchemaDiffContext, 'older' | 'newer'>): ReadonlySet<string> {
  if (older.choices.length === 0 && newer.choices.length === 0) return NONE
  const before = known.get(older) ?? new WeakMap<FlatSchema, ReadonlySet<string>>()
  known.set(older, before)
  const found = before.get(newer) ?? new Set([...listMoved(older, newer, named), ...listMoved(older, newer, required)])
  before.set(newer, found)
  return found
}

function listMoved(older: FlatSchema, newer: FlatSchema, namesOf: (flat: FlatSchema) => ReadonlySet<string>): string[] {
  const [was, is] = [namesOf(older), namesOf(newer)]
  const [removed, fresh] = [[...was].filter(name => !is.has(name)), [...is].filter(name => !was.has(name))]
  const offers = ({choices}: FlatSchema): Set<string> =>
    new Set(choices.flatMap(({alternatives}) => alternatives.flatMap(node => [...namesOf(flatten(node))])))
  // Usually nothing was removed or added, so the alternatives don't have to be searched.
  const [later, before] = [removed.length > 0 ? offers(newer) : NONE, fresh.length > 0 ? offers(older) : NONE]
  return [...removed.filter(name => later.has(name)), ...fresh.filter(name => before.has(name))]
}

const named = ({members}: FlatSchema): Set<string> =>
  new Set(members.flatMap(({raw}) => (isRecord(raw) ? keywordNames(raw, 'properties') : [])))

const required = (flat: FlatSchema): Set<string> => new Set(requiredOf(flat).keys())

const CLOSING_KEYWORDS = [
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties'
] as const

/**
 * The properties that a schema names next to its alternatives, if the two versions of an alternative differ in which
 * other properties they accept: a closed alternative refuses these properties, too. Empty if they don't differ.
 */
export function findOuterProperties(
  {older, newer}: Pick<SchemaDiffContext, 'older' | 'newer'>,
  was: Node,
  is: Node
): ReadonlySet<string> {
  const [before, after] = [was, is].map(form =>
    flatten(form).members.map(({raw}) => (isRecord(raw) ? CLOSING_KEYWORDS.map(keyword => own(raw, keyword)) : []))
  )
  return isEqual(before, after) ? NONE : new Set([...named(older), ...named(newer)])
}

/** The parts of a schema that constrain the given properties, one for each member. */
export function selectPropertyConstraints(flat: FlatSchema, names: ReadonlySet<string>): Node[] {
  return flat.members.flatMap(member => {
    const {raw} = member
    if (!isRecord(raw)) return []
    const [all, wanted] = [own(raw, 'properties'), listAt(raw, 'required')]
    const properties = Object.entries(isRecord(all) ? all : {}).filter(([name]) => names.has(name))
    const required = wanted.filter(name => names.has(String(name)))
    if (properties.length === 0 && required.length === 0) return []
    return [createSchemaAt(member, {properties: Object.fromEntries(properties), required})]
  })
}
