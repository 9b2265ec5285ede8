import {beginsWith} from '@tenure/core/languages/begins-with'
import {findProposedNames, findSince, findSunset} from '@tenure/core/languages/reason'
import type {ReadProblem} from '@tenure/core/model/api/read-problem'
import type {DescribedLifecycle} from '@tenure/core/model/api/release-diff'
import {defined} from '@tenure/core/model/defined'
import type {SourceLocation} from '@tenure/core/model/location'
import {memberTarget} from '@tenure/core/model/subject/field'
import type {Target} from '@tenure/core/model/subject/subject'
import {parseDateRange} from '@tenure/core/model/time/date-range'
import {normalizeDay} from '@tenure/core/model/time/normalize-day'
import type {NamedMark} from '@tenure/core/model/verdict/policy'
import {type ConstDirectiveNode, Kind} from 'graphql'
import {typeTarget} from '../subjects.ts'
import {type GraphqlSchema, membersOf, type NamedType, namedTypeOf, type SchemaElement} from './schema.ts'

/** An entry of the list of announcements of a schema. */
export interface ListedRemoval {
  /** As written: `Loan.shelf`, `Query.loans.first`, `State.LENT`, `Shelf`. */
  readonly location: string
  /** The type, and its member if it isn't the whole type: `loans(first)`. */
  readonly type: string
  readonly member?: string
  /** The day on which it takes effect. */
  readonly sunset: string
  /** What happens, with the replacement; empty if the list says nothing. */
  readonly text: string
  readonly place: SourceLocation
}

/** What a schema says about the end of a type or a member. */
export interface StatedLifecycle {
  readonly target: Target
  /** The type that it is or belongs to, and its name in it; no name for the type itself. */
  readonly type: string
  readonly member?: string
  readonly place: SourceLocation
  readonly described: DescribedLifecycle
  /** Whether it is a type that ends only because its members do, or those that lead to it. */
  readonly isInferred?: true
}

/** What a schema says about the end of its parts. */
export interface SchemaLifecycles {
  /** The deprecated types and members, by the text of their targets. */
  readonly lifecycles: ReadonlyMap<string, StatedLifecycle>
  /** The types that clients can reach without anything that is deprecated. */
  readonly live: ReadonlySet<string>
  /** The entries of the list of announcements whose subject the schema doesn't have. */
  readonly unknown: readonly ListedRemoval[]
  /** Warnings about the sunsets on which the schema and the list disagree. */
  readonly disagreements: readonly ReadProblem[]
  /** The stabilities of types and members, by the text of their targets. */
  readonly stabilities: ReadonlyMap<string, StatedStability>
}

/** The stability that a mark states for a type or a member. */
export interface StatedStability extends Pick<StatedLifecycle, 'target' | 'type' | 'member' | 'place'> {
  readonly stability: string
}

/** Reads what a schema and its list of announcements say about the end of its types and members. */
export function readLifecycles(
  schema: GraphqlSchema,
  announcements: readonly ListedRemoval[] = [],
  marks: readonly NamedMark[] = []
): SchemaLifecycles {
  const marked = new Map<SchemaElement, DescribedLifecycle>()
  const lifecycles = readMarks(schema, marks, marked)
  const {unknown, disagreements} = addListed(schema, announcements, lifecycles, marked)
  const stabilities = readStabilities(schema, marks)
  if (marked.size === 0) return {lifecycles, live: new Set(schema.types.keys()), unknown, disagreements, stabilities}
  const {ending, live} = findEndingTypes(schema, marked)
  for (const [type, sunsets] of ending) {
    const target = typeTarget(type)
    if (lifecycles.has(target.text)) continue
    const place = schema.types.get(type)?.place ?? {source: schema.source}
    lifecycles.set(target.text, {
      target,
      type,
      place,
      described: {deprecated: true, ...defined({sunset: latestOf(sunsets)})},
      isInferred: true
    })
  }
  return {lifecycles, live, unknown, disagreements, stabilities}
}

/** The types and members of a schema; a type itself has no member's name. */
function* elementsOf({
  types
}: GraphqlSchema): Generator<readonly [element: SchemaElement, type: NamedType, member?: string]> {
  for (const type of types.values()) {
    yield [type, type]
    for (const [member, element] of membersOf(type)) yield [element, type, member]
  }
}

const targetOf = (type: string, member: string | undefined): Target =>
  member === undefined ? typeTarget(type) : memberTarget(type, member)

/** What `@deprecated` and the marks that a policy names say, with what each marked element is described by. */
function readMarks(
  schema: GraphqlSchema,
  marks: readonly NamedMark[],
  marked: Map<SchemaElement, DescribedLifecycle>
): Map<string, StatedLifecycle> {
  const lifecycles = new Map<string, StatedLifecycle>()
  for (const [element, type, member] of elementsOf(schema)) {
    const {reason, name, place} = element
    const {stability: _, replacement: named, ...stated} = readNamedMarks(element, marks)
    if (reason === undefined && !stated.deprecated) continue
    const replacement =
      named === undefined
        ? undefined
        : (resolveName(named, type, member ?? name, schema) ?? findReplacement(named, type, member ?? name, schema))
    const described: DescribedLifecycle = {
      ...describeReason(reason ?? deprecatingText(element, marks), type, member ?? name, schema),
      ...stated,
      ...defined({replacement})
    }
    marked.set(element, described)
    const target = targetOf(type.name, member)
    lifecycles.set(target.text, {target, type: type.name, ...defined({member}), place, described})
  }
  return lifecycles
}

/** Adds what the list of announcements says. */
function addListed(
  schema: GraphqlSchema,
  announcements: readonly ListedRemoval[],
  lifecycles: Map<string, StatedLifecycle>,
  marked: Map<SchemaElement, DescribedLifecycle>
): Pick<SchemaLifecycles, 'unknown' | 'disagreements'> {
  const unknown: ListedRemoval[] = []
  const disagreements: ReadProblem[] = []
  const listed = new Set<string>()
  for (const announcement of announcements) {
    const {type, member, sunset, text} = announcement
    const definition = schema.types.get(type)
    const element = definition && findElement(announcement, schema)
    if (!definition || !element) {
      unknown.push(announcement)
      continue
    }
    const target = targetOf(type, member)
    const stated = lifecycles.get(target.text)?.described
    const valid = laterOf(stated?.sunset, sunset)
    if (stated?.sunset !== undefined && !isWithin(sunset, stated.sunset))
      disagreements.push(toDisagreement(target.text, stated.sunset, valid, announcement, listed.has(target.text)))
    listed.add(target.text)
    const described = {
      ...defined({replacement: findReplacement(text, definition, element.name, schema)}),
      ...stated,
      deprecated: true as const,
      sunset: valid
    }
    marked.set(element, described)
    lifecycles.set(target.text, {target, type, ...defined({member}), place: element.place, described})
  }
  return {unknown, disagreements}
}

/** The stabilities that marks state. What is stated for a type or field holds for what is in it. */
function readStabilities(schema: GraphqlSchema, marks: readonly NamedMark[]): Map<string, StatedStability> {
  const found = new Map<string, StatedStability>()
  if (!marks.some(({states}) => states === 'stability')) return found
  for (const [element, {name: type}, member] of elementsOf(schema)) {
    const target = targetOf(type, member)
    const field = member?.endsWith(')') ? memberTarget(type, member.replace(/\(.*/, '')) : undefined
    const stability =
      readNamedMarks(element, marks).stability ??
      [field?.text, typeTarget(type).text].flatMap(owner => found.get(owner ?? '')?.stability ?? [])[0]
    if (stability === undefined) continue
    found.set(target.text, {target, type, ...defined({member}), place: element.place, stability})
  }
  return found
}

/** A type or a member of one. `undefined` if the schema doesn't have it. */
export function findElement(
  {type, member}: Pick<StatedLifecycle, 'type' | 'member'>,
  {types}: GraphqlSchema
): SchemaElement | undefined {
  const definition = types.get(type)
  if (!definition || member === undefined) return definition
  const [, field = '', arg] = /^(\w+)(?:\((\w+)\))?$/.exec(member) ?? []
  if (arg !== undefined) return definition.fields.get(field)?.args.get(arg)
  return definition.fields.get(field) ?? definition.inputs.get(field) ?? definition.values.get(field)
}

function toDisagreement(
  text: string,
  stated: string,
  valid: string,
  {sunset, place}: ListedRemoval,
  isOfList: boolean
): ReadProblem {
  const message = isOfList
    ? `The list of announcements names \`${text}\` twice, for ${stated} and for ${sunset}. The later one counts (${valid}). Keep one entry.`
    : `The schema announces the removal of \`${text}\` for ${stated}, and the list of announcements for ${sunset}. The later one counts (${valid}). State the same day in both.`
  return {message, place, isRead: true, isOfMark: true}
}

/** Whether a day is the stated one, or in the stated month. */
const isWithin = (day: string, stated: string): boolean => {
  const range = parseDateRange(stated)
  return range !== undefined && (range.earliest ?? day) <= day && day <= (range.latest ?? '')
}

/** The later of two sunsets, so that neither statement is broken. A release, as in `4.0`, counts as later than a day. */
function laterOf(stated: string | undefined, listed: string): string {
  if (stated === undefined || isWithin(listed, stated)) return listed
  const range = parseDateRange(stated)
  return range?.latest !== undefined && range.latest < listed ? listed : stated
}

function describeReason(reason: string, type: NamedType, own: string, schema: GraphqlSchema): DescribedLifecycle {
  const replacement = findReplacement(reason, type, own, schema)
  return {deprecated: true, ...defined({since: findSince(reason), sunset: findSunset(reason), replacement})}
}

function findReplacement(text: string, type: NamedType, own: string, schema: GraphqlSchema): string | undefined {
  const known = findProposedNames(text)
    .map(name => resolveName(name, type, own, schema))
    .find(each => each !== undefined)
  return known ?? (/\bno (?:direct )?replacement\b/i.test(text) ? 'none' : undefined)
}

/**
 * The target that a reason means by a name: an argument of the same field, a member of the same type, of another one, or a
 * type. `own` is the member that the reason is about: `loans(first)`.
 */
function resolveName(name: string, type: NamedType, own: string, {types}: GraphqlSchema): string | undefined {
  const [first = '', ...others] = name.split('.')
  const hasMember = (each: NamedType | undefined, member: string): boolean =>
    each !== undefined && (each.fields.has(member) || each.inputs.has(member) || each.values.has(member))
  const [member] = others
  const [, field = '', arg] = /^(\w+)\((\w+)\)$/.exec(own) ?? []
  if (arg !== undefined && member === undefined && first !== arg && type.fields.get(field)?.args.has(first))
    return memberTarget(type.name, `${field}(${first})`).text
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
function latestOf(sunsets: ReadonlySet<string | undefined>): string | undefined {
  const all = [...sunsets].flatMap(each => each ?? [])
  const isKnown = all.length === sunsets.size && (all.length === 1 || all.every(each => parseDateRange(each)))
  return isKnown ? all.toSorted().at(-1) : undefined
}

interface EndingTypes {
  /** With the sunsets of the members that make them end. */
  readonly ending: ReadonlyMap<string, ReadonlySet<string | undefined>>
  readonly live: ReadonlySet<string>
}

/**
 * The types that end because all their members end but the ID, or all members by which clients reach them. A type has no
 * mark of its own.
 */
function findEndingTypes(schema: GraphqlSchema, marked: ReadonlyMap<SchemaElement, DescribedLifecycle>): EndingTypes {
  const roots = new Set(schema.roots.values())
  const ending = new Map<string, Set<string | undefined>>()
  for (const [name, type] of schema.types) {
    const all = [...type.fields.values(), ...type.inputs.values(), ...type.values.values()]
    const own = all.filter(each => each.name !== 'id' || all.length === 1)
    const marks = own.flatMap(each => marked.get(each) ?? [])
    if (own.length > 0 && marks.length === own.length && !roots.has(name))
      ending.set(name, new Set(marks.map(({sunset}) => sunset)))
  }
  const complete = new Set(ending.keys())
  const live = reachFrom(roots, schema, (element, to) => !marked.has(element) && !ending.has(to))
  const reached = reachFrom(roots, schema, () => true)
  for (const name of reached) if (!live.has(name) && !ending.has(name)) ending.set(name, new Set())
  // Sunsets pass from type to type until none has another one.
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const name of reached)
      for (const [element, to] of edgesOf(schema.types.get(name))) {
        const sunsets = ending.get(to)
        if (!sunsets || complete.has(to)) continue
        const mark = marked.get(element)
        const passed = mark ? [mark.sunset] : [...(ending.get(name) ?? [])]
        const before = sunsets.size
        for (const each of passed) sunsets.add(each)
        isChanged ||= sunsets.size > before
      }
  }
  return {ending, live}
}

/** The types to which members of a type lead, with what can be deprecated: the member, or the union. */
function* edgesOf(type: NamedType | undefined): Generator<readonly [element: SchemaElement, to: string]> {
  if (!type) return
  for (const field of type.fields.values()) {
    yield [field, namedTypeOf(field.type)]
    // A deprecated field ends with its arguments.
    for (const arg of field.args.values()) yield [field.reason === undefined ? arg : field, namedTypeOf(arg.type)]
  }
  for (const input of type.inputs.values()) yield [input, namedTypeOf(input.type)]
  for (const member of type.members.keys()) yield [type, member]
}

/** The types that members lead to, without the implementations of interfaces, which no member names. */
function reachFrom(
  roots: Iterable<string>,
  schema: GraphqlSchema,
  isOpen: (element: SchemaElement, to: string) => boolean
): Set<string> {
  const reached = new Set(roots)
  for (const name of reached)
    for (const [element, to] of edgesOf(schema.types.get(name)))
      if (schema.types.has(to) && isOpen(element, to)) reached.add(to)
  return reached
}

/**
 * What the directives on an element and the beginning of its description state, as a policy says. A repeated directive
 * counts once, by its first use.
 */
function readNamedMarks(
  {directives = [], description = ''}: SchemaElement,
  marks: readonly NamedMark[]
): DescribedLifecycle {
  const stated: {-readonly [Key in keyof DescribedLifecycle]: DescribedLifecycle[Key]} = {}
  for (const {directive = '', text: beginning, states, value} of marks) {
    const [, name, argument] = /^@(\w+)(?:\((\w+)\))?$/.exec(directive) ?? []
    const node = directives.find(each => each.name.value === name)
    const isBegun = beginning !== undefined && beginsWith(description, beginning)
    const text = node && argument !== undefined ? textOf(node, argument) : node || isBegun ? (value ?? '') : undefined
    if (text === undefined) continue
    if (states === 'stability') stated.stability ??= text.toLowerCase()
    else if (states === 'replacement') stated.replacement ??= text
    else {
      stated.deprecated = true
      if (states !== 'deprecation') stated[states] ??= normalizeDay(text)
    }
  }
  return defined(stated)
}

/** The text of an argument: a string, the name of a value, or a number. `undefined` if it has no such value. */
function textOf({arguments: all = []}: ConstDirectiveNode, name: string): string | undefined {
  const value = all.find(each => each.name.value === name)?.value
  const isText =
    value?.kind === Kind.STRING || value?.kind === Kind.ENUM || value?.kind === Kind.INT || value?.kind === Kind.FLOAT
  const text = isText ? value.value.trim() : ''
  return text === '' ? undefined : text
}

/** A description that begins with a mark of a deprecation, which says the rest as a reason does. Empty without one. */
const deprecatingText = ({description = ''}: SchemaElement, marks: readonly NamedMark[]): string =>
  marks.some(({text, states}) => text !== undefined && states === 'deprecation' && beginsWith(description, text))
    ? description
    : ''
