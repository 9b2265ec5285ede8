import type {AffectedOperation, Change, ChangeKind, ChangeLocations, Proof} from '@tenure/core/model/api/change'
import {defined} from '@tenure/core/model/defined'
import {memoizeTexts, once} from '@tenure/core/model/memoize'
import {memberTarget} from '@tenure/core/model/subject/field'
import {type Direction, type Subject, subjectKey, type Target} from '@tenure/core/model/subject/subject'
import type {Difference} from '../difference.ts'
import {typeTarget} from '../subjects.ts'
import type {SchemaLifecycles} from './life.ts'
import {type Fragments, findFragments, type NamesByType} from './reach.ts'
import {type GraphqlSchema, namedTypeOf, type SchemaElement, type Unstated} from './schema.ts'
import {listDepth} from './type-changes.ts'
import {SHARED, Witnesses} from './witnesses.ts'

/** A schema with the lifecycles of its types and members. */
export interface SchemaSide extends SchemaLifecycles {
  readonly schema: GraphqlSchema
}

/** Kinds that are about a type itself rather than about what is in it. */
const WHOLE_TYPE: ReadonlySet<ChangeKind> = new Set([
  ...[
    'type-added',
    'type-removed',
    'root-type-changed',
    'type-deprecated',
    'deprecated',
    'deprecation-withdrawn',
    'replacement-changed',
    'stability-changed'
  ],
  ...['sunset-set', 'sunset-dropped', 'sunset-moved-later', 'sunset-moved-earlier']
])

interface Coordinate {
  readonly type: string
  readonly member: string | undefined
  readonly behind: string
}

/** Two schemas that are compared, and what is known about them. */
export class SchemaComparison {
  readonly older: SchemaSide
  readonly newer: SchemaSide
  readonly witnesses: Witnesses
  readonly #rootFields: () => RootFields
  /** What one of the schemas doesn't say. */
  readonly unstated: ReadonlySet<Unstated>
  /** The differences of the types that are compared, in the order of their discovery. */
  found: Difference[] = []

  constructor(older: SchemaSide, newer: SchemaSide) {
    this.older = older
    this.newer = newer
    this.unstated = new Set([...older.schema.unstated, ...newer.schema.unstated])
    this.witnesses = new Witnesses(older.schema, newer.schema)
    this.#rootFields = once(() => new RootFields(older.schema))
  }

  add(difference: Difference): void {
    this.found.push(difference)
  }

  /** Whether one of the schemas leaves out an argument or input field because it is deprecated. */
  isLeftOut({reason}: SchemaElement): boolean {
    return reason !== undefined && this.unstated.has('input-deprecations')
  }

  /** The sides on which clients of the older schema meet a type: sent, returned, or both. Empty if they meet it nowhere. */
  sidesOf(type: string): Direction[] {
    const {output, input} = this.witnesses.writer.reach
    return [...(input.has(type) ? ['request' as const] : []), ...(output.has(type) ? ['response' as const] : [])]
  }

  /** A difference as a change, with its proof and the operation by which clients reach it. */
  toChange(difference: Difference): Change {
    const {kind, type, member, behind = '', sides, where, values = {}, prove} = difference
    const target = this.targetOf(type, member)
    const life = this.older.lifecycles.get(target.text)
    const isMissing = where.old !== undefined && where.new === undefined
    const missingFrom = isMissing && this.newer.schema.types.get(type)?.place
    // A field of a root type is an operation of its own, and no part of one.
    const isOperation = member !== undefined && this.#isRoot(type) && !member.endsWith(')')
    const isOfType = member === undefined || kind === 'value-added' || kind === 'enum-value-removed'
    return {
      kind,
      subject: {target},
      ...(isOperation || (member === undefined && WHOLE_TYPE.has(kind)) ? {} : {component: type}),
      at: isOfType ? '' : isOperation ? behind : `${member}${behind}`,
      ...values,
      where: {...where, ...(missingFrom ? {missingFrom} : {})} satisfies ChangeLocations,
      reaches: sides.flatMap(side => this.#reachesOf({type, member, behind}, side)),
      proofs: prove ? this.witnesses.prove(difference, this.found, prove) : {},
      ...(life ? {announced: {deprecated: true, ...defined({sunset: life.described.sunset})}} : {})
    }
  }

  targetOf(type: string, member?: string): Target {
    return member === undefined ? typeTarget(type) : memberTarget(type, member)
  }

  #isRoot(type: string): boolean {
    return [...this.older.schema.roots.values()].includes(type)
  }

  /** The root fields by which clients reach a member, the nearest first. */
  #reachesOf(coordinate: Coordinate, side: Direction): AffectedOperation[] {
    const first = this.#reachOf(coordinate, side)
    const {type} = coordinate
    const {types} = this.older.schema
    if (coordinate.member !== undefined && this.#isRoot(type)) return [first]
    const isSent = side === 'request' && types.get(type)?.fields.size === 0
    const all = isSent ? this.#rootFields().taking(type) : this.#rootFields().returning(type)
    const key = subjectKey(first.operation)
    const others = all.filter(each => subjectKey(each) !== key)
    const isNamed = others.length < all.length || all.length === 0
    return [...(isNamed ? [first] : []), ...others.map((operation): AffectedOperation => ({operation, side}))]
  }

  /** The root field by which clients reach a member, and the path from there to it. */
  #reachOf({type, member, behind}: Coordinate, side: Direction): AffectedOperation {
    const {writer} = this.witnesses
    const target = this.targetOf(type, member)
    const here: Subject = {target}
    let [outer, field] = [type, member?.replace(/\(.*/, '')]
    const isSent = this.older.schema.types.get(type)?.fields.size === 0
    if (side === 'request' && isSent) {
      const visited = new Set<string>()
      for (
        let step = writer.reach.input.get(outer);
        step && !visited.has(outer);
        step = writer.reach.input.get(outer)
      ) {
        visited.add(outer)
        outer = step.from
        field = step.field
        if (step.arg !== undefined) break
      }
    }
    const found = writer.pathTo(outer)
    const path = found?.operation ? found : undefined
    const steps = path?.steps ?? []
    const first = steps.find(each => each.field !== undefined)
    const root = first?.from ?? (path && field !== undefined ? outer : undefined)
    const name = first?.field ?? field
    const operation: Subject = root === undefined || name === undefined ? here : {target: memberTarget(root, name)}
    if (side === 'request' || (member !== undefined && field !== member)) return {operation, side}
    const fields = steps.flatMap(each => (each.field === undefined ? [] : [[each.from, each.field] as const]))
    const isField = this.older.schema.types.get(type)?.fields.has(member ?? '')
    return {
      operation,
      side,
      at: pathText(isField ? [...fields, [type, member ?? '']] : fields, this.older.schema, isField) + behind
    }
  }
}

/** The path of a value below a root field: `[].shelf` of `Query.loans`. */
function pathText(
  fields: readonly (readonly [type: string, field: string])[],
  {types}: GraphqlSchema,
  endsWithField: boolean | undefined
): string {
  return fields
    .map(([type, name], at) => {
      const field = types.get(type)?.fields.get(name)
      const isLast = endsWithField && at === fields.length - 1
      return `${at === 0 ? '' : name}${isLast ? '' : '[]'.repeat(listDepth(field?.type ?? ''))}`
    })
    .filter(each => each !== '')
    .join('.')
}

/** The proof of a break on the first side, which is enough, and any other on all sides; none of one that nothing shows. */
export function proofOn(sides: readonly Direction[], proof: Proof | undefined): Change['proofs'] {
  if (proof === undefined || proof === SHARED) return {}
  const proven = proof.is === 'breaks' ? sides.slice(0, 1) : sides
  return Object.fromEntries(proven.map(side => [side, proof]))
}

/** What leads to a type: fields of the root types, and other types. */
interface Sources {
  readonly fields: Set<string>
  readonly types: Set<string>
}

/** Finds the fields of the root types by which clients reach types in results, and those that take input types. */
class RootFields {
  readonly #output = new Map<string, Sources>()
  readonly #input = new Map<string, Sources>()
  readonly #subjects = new Map<string, Subject>()

  readonly #schema: GraphqlSchema
  readonly #fragments: Fragments

  constructor(schema: GraphqlSchema) {
    this.#schema = schema
    this.#fragments = findFragments(schema)
    const roots = new Set(schema.roots.values())
    for (const [name, type] of schema.types) {
      const isRoot = roots.has(name)
      for (const [field, {type: to, args}] of type.fields) {
        const key = `${name}.${field}`
        if (isRoot) this.#subjects.set(key, {target: memberTarget(name, field)})
        add(this.#output, namedTypeOf(to), isRoot ? key : undefined, name)
        for (const arg of args.values()) add(this.#input, namedTypeOf(arg.type), isRoot ? key : undefined, `${name}.`)
      }
      for (const input of type.inputs.values()) add(this.#input, namedTypeOf(input.type), undefined, name)
    }
  }

  /**
   * The fields of the root types that return a type somewhere in their results, or what implements it. If there are
   * none, those in whose results a fragment on it can be.
   */
  readonly returning = memoizeTexts((type: string): readonly Subject[] => {
    const {narrower, wider} = this.#fragments
    const implementations = this.#schema.types.get(type)?.kind === 'interface' ? narrower.get(type) : undefined
    const returned = this.#findReturning([type, ...(implementations ?? [])], [wider])
    return this.#inOrder(returned.size > 0 ? returned : this.#findReturning([type], [wider, narrower]))
  })

  #findReturning(types: readonly string[], fragments: readonly NamesByType[]): ReadonlySet<string> {
    const found = new Set<string>()
    const visited = new Set(types)
    for (const each of visited) {
      const sources = this.#output.get(each)
      for (const field of sources?.fields ?? []) found.add(field)
      for (const others of [sources?.types, ...fragments.map(all => all.get(each))])
        for (const other of others ?? []) visited.add(other)
    }
    return found
  }

  /** The fields of the root types that take a type as an argument, or somewhere in their results have a field that does. */
  readonly taking = memoizeTexts((type: string): readonly Subject[] => {
    const found = new Set<string>()
    const visited = new Set([type])
    for (const each of visited) {
      // The arguments of a field, whose type has a dot here.
      if (each.endsWith('.')) for (const {target} of this.returning(each.slice(0, -1))) found.add(target.text)
      const sources = this.#input.get(each)
      for (const field of sources?.fields ?? []) found.add(field)
      for (const other of sources?.types ?? []) visited.add(other)
    }
    return this.#inOrder(found)
  })

  #inOrder(found: ReadonlySet<string>): Subject[] {
    return [...this.#subjects].flatMap(([key, subject]) => (found.has(key) ? [subject] : []))
  }
}

function add(all: Map<string, Sources>, to: string, field: string | undefined, from: string): void {
  const sources = all.get(to) ?? {fields: new Set(), types: new Set()}
  all.set(to, sources)
  if (field === undefined) sources.types.add(from)
  else sources.fields.add(field)
}
