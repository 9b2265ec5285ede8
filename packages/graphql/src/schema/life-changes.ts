import {parseDateRange} from '@tenure/core/model/time/date-range'
import type {Difference} from '../difference.ts'
import type {SchemaComparison} from './comparison.ts'
import {findElement, type StatedLifecycle} from './life.ts'
import {
  type FieldElement,
  type GraphqlSchema,
  type InputElement,
  membersOf,
  type NamedType,
  namedTypeOf,
  type SchemaElement
} from './schema.ts'
import {listDepth} from './type-changes.ts'

/** Changes of what a schema says about the end of what both schemas have. */
export function compareStatedLifecycles(comparison: SchemaComparison): Difference[] {
  const {older, newer} = comparison
  const keys = new Set([...older.lifecycles.keys(), ...newer.lifecycles.keys()])
  return [...keys].flatMap(key => {
    const [was, is] = [older.lifecycles.get(key), newer.lifecycles.get(key)]
    const life = is ?? was
    if (!life) return []
    const [before, now] = [findElement(life, older.schema), findElement(life, newer.schema)]
    if (comparison.unstated.has('input-deprecations') && isInput(life, older.schema, newer.schema)) return []
    if (!before || !now || (was && !is && isReplaced(before, now))) return []
    // A type that only deprecated members led to may be left without any, or with its ID alone: no withdrawal.
    if (!is && life.member === undefined && (!newer.live.has(life.type) || (was?.isInferred && isIdAlone(now))))
      return []
    const differences = compareLife(was?.described, is?.described, life.isInferred)
    return differences.map(
      (each): Difference => ({
        ...each,
        type: life.type,
        ...(life.member === undefined ? {} : {member: life.member}),
        sides: comparison.sidesOf(life.type).slice(0, 1),
        where: {old: was?.place ?? before.place, new: is?.place ?? now.place}
      })
    )
  })
}

const isInput = ({type, member = ''}: StatedLifecycle, ...schemas: readonly GraphqlSchema[]): boolean =>
  member.endsWith(')') || schemas.some(({types}) => types.get(type)?.kind === 'input')

/** Changes of the stability that marks state for what both schemas have. */
export function compareStabilities(comparison: SchemaComparison): Difference[] {
  const {older, newer} = comparison
  const keys = new Set([...older.stabilities.keys(), ...newer.stabilities.keys()])
  return [...keys].flatMap((key): Difference[] => {
    const [was, is] = [older.stabilities.get(key), newer.stabilities.get(key)]
    const either = is ?? was
    if (!either || was?.stability === is?.stability) return []
    const [before, now] = [findElement(either, older.schema), findElement(either, newer.schema)]
    if (!before || !now) return []
    const {type, member} = either
    return [
      {
        kind: 'stability-changed',
        type,
        ...(member === undefined ? {} : {member}),
        sides: comparison.sidesOf(type).slice(0, 1),
        where: {old: before.place, new: now.place},
        values: known(was?.stability, is?.stability)
      }
    ]
  })
}

/** Whether a type has no field but its ID. */
const isIdAlone = (type: SchemaElement): boolean =>
  'fields' in type && [...(type as NamedType).fields.keys()].join() === 'id'

type LifeDifference = Pick<Difference, 'kind' | 'values'>

function compareLife(
  was: StatedLifecycle['described'] | undefined,
  is: StatedLifecycle['described'] | undefined,
  isInferred: true | undefined
): LifeDifference[] {
  const [old, fresh] = [was?.sunset, is?.sunset]
  return [
    ...(!was && is ? [{kind: isInferred ? 'type-deprecated' : 'deprecated'}] : []),
    ...(was && !is ? [{kind: 'deprecation-withdrawn'}] : []),
    // A withdrawn deprecation takes its sunset with it.
    ...(old === fresh || !is ? [] : [sunsetChange(old, fresh)]),
    ...(was && is && was.replacement !== is.replacement
      ? [{kind: 'replacement-changed', values: known(was.replacement, is.replacement)}]
      : [])
  ]
}

function sunsetChange(old: string | undefined, fresh: string | undefined): LifeDifference {
  const values = known(old, fresh)
  if (old === undefined) return {kind: 'sunset-set', values}
  if (fresh === undefined) return {kind: 'sunset-dropped', values}
  const isLater = fresh > old && [old, fresh].every(each => parseDateRange(each))
  return {kind: isLater ? 'sunset-moved-later' : 'sunset-moved-earlier', values}
}

const known = (old: string | undefined, fresh: string | undefined): {old?: string; new?: string} => ({
  ...(old === undefined ? {} : {old}),
  ...(fresh === undefined ? {} : {new: fresh})
})

/**
 * Deprecated members and types that the newer schema doesn't have and whose removal no difference shows, because their
 * type or field was removed, or because no operation reached them.
 */
export function findRemovedWithOwner({older, newer, found, unstated}: SchemaComparison): Difference[] {
  const shown = new Set(found.map(({type, member}) => `${type}.${member}`))
  return [...older.lifecycles.values()].flatMap((life): Difference[] => {
    const {type, member, place} = life
    if (shown.has(`${type}.${member}`) || findElement(life, newer.schema)) return []
    if (member === undefined) return [{kind: 'type-removed', type, sides: [], where: {old: place}}]
    const kind = kindOfRemoval(type, member, older.schema)
    const isSent = kind === 'argument-removed' || older.schema.types.get(type)?.kind === 'input'
    if (isSent && unstated.has('input-deprecations')) return []
    const values = kind === 'enum-value-removed' ? {about: member, old: member} : {}
    return [{kind, type, member, sides: [isSent ? 'request' : 'response'], where: {old: place}, values}]
  })
}

function kindOfRemoval(type: string, member: string, {types}: GraphqlSchema): string {
  if (member.endsWith(')')) return 'argument-removed'
  return types.get(type)?.values.has(member) ? 'enum-value-removed' : 'field-removed'
}

/**
 * A deprecated field that has another type and no mark was replaced by one with the same name: the announced removal
 * took place.
 */
export function replaceAnnounced(differences: readonly Difference[], {older, newer}: SchemaComparison): Difference[] {
  return differences.flatMap((each): Difference[] => {
    const {type, member = '', kind, values, ...rest} = each
    const key = `${type}.${member}`
    if (kind !== 'type-changed' || !older.lifecycles.has(key) || newer.lifecycles.has(key)) return [each]
    const isArgument = member.endsWith(')')
    const [old, fresh] = [findElement({type, member}, older.schema), findElement({type, member}, newer.schema)]
    if (!old || !fresh || !isReplaced(old, fresh)) return [each]
    return [
      {...rest, type, member, kind: isArgument ? 'argument-removed' : 'field-removed'},
      {
        ...{type, member, sides: rest.sides, where: {new: fresh.place}},
        kind: isArgument ? 'argument-added' : 'field-added'
      }
    ]
  })
}

/** Whether a member has the name of another one, with another type. */
function isReplaced(old: SchemaElement, fresh: SchemaElement): boolean {
  if (!hasType(old) || !hasType(fresh)) return false
  return namedTypeOf(old.type) !== namedTypeOf(fresh.type) || listDepth(old.type) !== listDepth(fresh.type)
}

const hasType = (element: SchemaElement): element is FieldElement | InputElement => 'type' in element

/** Members and types whose description or whose reason has other words. */
export function compareDocumentation({older, newer, unstated}: SchemaComparison): Difference[] {
  const found: Difference[] = []
  const compare = (type: string, member: string | undefined, was: SchemaElement, is: SchemaElement): void => {
    const add = (about: string): void =>
      void found.push({
        ...{kind: 'documentation-changed', type, sides: [], where: {old: was.place, new: is.place}, values: {about}},
        ...(member === undefined ? {} : {member})
      })
    if (was.description !== is.description && !unstated.has('descriptions')) add('description')
    if (was.reason !== undefined && is.reason !== undefined && was.reason !== is.reason) add('reason')
  }
  for (const [name, was] of older.schema.types) {
    const is = newer.schema.types.get(name)
    if (!is) continue
    compare(name, undefined, was, is)
    const now = new Map(membersOf(is))
    for (const [member, element] of membersOf(was)) {
      const other = now.get(member)
      if (other) compare(name, member, element, other)
    }
  }
  return found
}
