import type {DescribedLifecycle} from '../../../model/api/release-diff.ts'
import {defined} from '../../../model/defined.ts'
import type {SourceLocation} from '../../../model/location.ts'
import type {Target} from '../../../model/subject/subject.ts'
import {parseDateRange} from '../../../model/time/date-range.ts'
import {findReplacements, findSunset} from '../reason.ts'
import {memberTarget, typeTarget} from '../subjects.ts'
import {membersOf, type NamedType, namedTypeOf, type Schema, type SchemaElement} from './schema.ts'

/** What a schema says about the end of a type or a member. */
export interface Life {
  readonly target: Target
  /** The type that it is or belongs to, and its name in it; no name for the type itself. */
  readonly type: string
  readonly member?: string
  readonly place: SourceLocation
  readonly described: DescribedLifecycle
}

/** The lives of all deprecated types and members, by the text of their targets. */
export function readLives(schema: Schema): ReadonlyMap<string, Life> {
  const lives = new Map<string, Life>()
  const marks = new Map<SchemaElement, DescribedLifecycle>()
  for (const [type, definition] of schema.types)
    for (const [member, element] of membersOf(definition)) {
      if (element.reason === undefined) continue
      const described = describeReason(element.reason, definition, element.name, schema)
      const target = memberTarget(type, member)
      marks.set(element, described)
      lives.set(target.text, {target, type, member, place: element.place, described})
    }
  if (marks.size === 0) return lives
  for (const [type, sunsets] of findEndingTypes(schema, marks)) {
    const target = typeTarget(type)
    const place = schema.types.get(type)?.place ?? {source: schema.source}
    const described = {deprecated: true as const, ...defined({sunset: latestOf(sunsets)})}
    lives.set(target.text, {target, type, place, described})
  }
  return lives
}

function describeReason(reason: string, type: NamedType, own: string, schema: Schema): DescribedLifecycle {
  const names = findReplacements(reason)
  const replacement = names.map(name => resolveName(name, type, own, schema)).find(each => each !== undefined)
  return {deprecated: true, ...defined({sunset: findSunset(reason), replacement})}
}

/** The target that a reason means by a name: a member of the same type, of another one, or a type. */
function resolveName(name: string, type: NamedType, own: string, {types}: Schema): string | undefined {
  const [first = '', ...others] = name.split('.')
  const hasMember = (each: NamedType | undefined, member: string): boolean =>
    each !== undefined && (each.fields.has(member) || each.inputs.has(member) || each.values.has(member))
  const [member] = others
  if (member === undefined) {
    if (first !== own && hasMember(type, first)) return memberTarget(type.name, first).text
    return first !== type.name && types.has(first) ? typeTarget(first).text : undefined
  }
  if (hasMember(types.get(first), member)) return memberTarget(first, member).text
  // A path from a field: `securityVulnerability.package`.
  const reached = type.fields.get(first)
  const inner = reached && namedTypeOf(reached.type)
  return inner !== undefined && hasMember(types.get(inner), member) ? memberTarget(inner, member).text : undefined
}

/** The latest sunset. `undefined` if one isn't known, or if they can't be compared. */
function latestOf(sunsets: readonly (string | undefined)[]): string | undefined {
  const [first, ...others] = new Set(sunsets)
  if (others.length === 0) return first
  const isComparable = [first, ...others].every(each => each !== undefined && parseDateRange(each))
  return isComparable ? [first ?? '', ...others.map(each => each ?? '')].toSorted().at(-1) : undefined
}

type Marks = ReadonlyMap<SchemaElement, DescribedLifecycle>

/**
 * The types that end because all their members end, or all members by which clients reach them, with the sunsets of
 * these. A type has no mark of its own.
 */
function findEndingTypes(schema: Schema, marks: Marks): ReadonlyMap<string, (string | undefined)[]> {
  const ending = new Map<string, (string | undefined)[]>()
  const roots = new Set(schema.roots.values())
  for (const [name, type] of schema.types) {
    const all = [...type.fields.values(), ...type.inputs.values(), ...type.values.values()]
    const ends = all.map(each => marks.get(each))
    if (all.length > 0 && !roots.has(name) && ends.every(each => each !== undefined))
      ending.set(name, ends.map(each => each?.sunset))
  }
  const live = reachFrom(roots, schema, element => !marks.has(element), ending)
  const all = reachFrom(roots, schema, () => true, new Map())
  const open: (readonly [string, string | undefined])[] = []
  for (const name of live) {
    const type = schema.types.get(name)
    for (const [element, to] of edgesOf(type)) if (marks.has(element)) open.push([to, marks.get(element)?.sunset])
  }
  for (const [name, sunsets] of [...ending])
    for (const [, to] of edgesOf(schema.types.get(name))) for (const each of sunsets) open.push([to, each])
  const seen = new Set<string>()
  for (let next = open.pop(); next; next = open.pop()) {
    const [name, sunset] = next
    const key = `${name} ${sunset}`
    if (seen.has(key) || live.has(name) || !all.has(name)) continue
    seen.add(key)
    const sunsets = ending.get(name)
    if (!sunsets) ending.set(name, [sunset])
    else if (!sunsets.includes(sunset)) sunsets.push(sunset)
    for (const [element, to] of edgesOf(schema.types.get(name))) open.push([to, marks.get(element)?.sunset ?? sunset])
  }
  return ending
}

/** The types to which members of a type lead, those of unions without an element that could be deprecated. */
function* edgesOf(type: NamedType | undefined): Generator<readonly [element: SchemaElement, to: string]> {
  if (!type) return
  for (const field of type.fields.values()) {
    yield [field, namedTypeOf(field.type)]
    for (const arg of field.args.values()) yield [marksFirst(field, arg), namedTypeOf(arg.type)]
  }
  for (const input of type.inputs.values()) yield [input, namedTypeOf(input.type)]
  for (const member of type.members.keys()) yield [type, member]
}

/** A deprecated field ends with its arguments. */
const marksFirst = (field: SchemaElement, arg: SchemaElement): SchemaElement => (field.reason === undefined ? arg : field)

/** The types that members lead to, without the implementations of interfaces, which no member names. */
function reachFrom(
  roots: Iterable<string>,
  schema: Schema,
  isOpen: (element: SchemaElement) => boolean,
  closed: ReadonlyMap<string, unknown>
): Set<string> {
  const reached = new Set(roots)
  for (const name of reached)
    for (const [element, to] of edgesOf(schema.types.get(name)))
      if (isOpen(element) && schema.types.has(to) && !closed.has(to)) reached.add(to)
  return reached
}
