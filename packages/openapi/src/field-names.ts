import {groupBy} from '@tenure/core/model/group-by'
import {memoize} from '@tenure/core/model/memoize'
import {eachOnce, memberTarget, type NamedField} from '@tenure/core/model/subject/field'
import {
  covers,
  type Direction,
  isMember,
  isNamed,
  type Subject,
  type SubjectPart,
  subjectKey,
  type Target
} from '@tenure/core/model/subject/subject'
import {type Node, rootNode} from '@tenure/json-schema/document/node'
import {listReferences} from '@tenure/json-schema/document/references'
import {isRecord} from '@tenure/json-schema/json'
import type {SchemaSource} from '@tenure/json-schema/schema-source'
import {type ComponentLocation, locateInComponent} from './diff/attribution/schema-location.ts'
import {isMarkKey} from './read/lifecycle-extensions.ts'
import {listSteps} from './schema-steps.ts'
import type {Content, Header, Operation, Snapshot} from './snapshot.ts'

/** A schema that an operation uses directly, and where it does so. */
interface Root {
  readonly operation: Operation
  /** The part of the operation that the schema describes, such as a parameter; empty for a body. */
  readonly part: SubjectPart
  readonly side: Direction
  readonly schema: Schema
}

/** A schema, with the schemas below it that a value can be described by. */
interface Schema {
  readonly node: Node
  readonly steps: readonly Step[]
}

/** A step from a schema to one below it. An empty text stays at the same value, as with a reference. */
interface Step {
  readonly text: string
  readonly to: Schema
  /** The only side on which the step exists, for a field that is sent in one direction. */
  readonly only?: Direction | undefined
}

/** A field in the schema that declares it. */
interface Property {
  readonly owner: Schema
  readonly name: string
}

/** All schemas of a description. */
interface Graph {
  readonly roots: readonly Root[]
  readonly schemas: ReadonlySet<Schema>
  /** The schemas one step above each. */
  readonly above: ReadonlyMap<Schema, readonly Schema[]>
  /** The properties by the text of their field; those declared in operations by the empty text. */
  readonly members: ReadonlyMap<string, readonly Property[]>
}

/** The names of all fields of a description: by schema and by operation. */
export class FieldNames {
  readonly #snapshot: Snapshot
  readonly #schemas = new Map<unknown, Schema>()
  readonly #operations: readonly Operation[]
  readonly #uses = new Map<string, readonly Subject[]>()
  #known: Graph | undefined

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot
    this.#operations = listOperations(snapshot.operations)
  }

  /** All schemas that operations use, which only a field of a named schema needs. */
  get #graph(): Graph {
    this.#known ??= this.#readGraph()
    return this.#known
  }

  #readGraph(): Graph {
    const roots = this.#operations.flatMap(this.#rootsOf)
    const schemas = new Set(roots.map(({schema}) => schema))
    const above = new Map<Schema, Schema[]>()
    for (const from of schemas)
      for (const {to} of from.steps) {
        schemas.add(to)
        const known = above.get(to)
        if (known) known.push(from)
        else above.set(to, [from])
      }
    const properties = [...schemas].flatMap(owner =>
      [...new Set(owner.steps.map(({text}) => text))].flatMap(text =>
        isProperty(text) ? [{owner, name: text.slice(1)}] : []
      )
    )
    const members = groupBy(properties, property => this.#memberOf(property)?.target.text ?? '')
    return {roots, schemas, above, members}
  }

  /** The fields that a name stands for, by schema or by operation. Empty if there is none. */
  find = ({target, part = {}}: Subject): readonly NamedField[] => {
    const {value, field, in: side, ...narrowed} = part
    const withValue = (subject: Subject): Subject =>
      value === undefined ? subject : {...subject, part: {...subject.part, value}}
    const found = isMember(target)
      ? this.#findMember(target.text)
      : field === undefined
        ? []
        : this.#findInOperation(target, narrowed, side, field)
    return value === undefined
      ? found
      : found.map(({subject, uses, covered}) => ({
          subject: withValue(subject),
          uses: uses.map(withValue),
          covered: covered.map(withValue)
        }))
  }

  /** The names of all fields of an operation, at any depth. `undefined` if a reference in it leads nowhere. */
  listIn(operation: Operation): readonly string[] | undefined {
    const reached = new Set(this.#rootsOf(operation).map(({schema}) => schema))
    for (const {steps} of reached) for (const {to} of steps) reached.add(to)
    const isOpen = [...reached].some(({node}) => listReferences(node).some(([, to]) => typeof to === 'string'))
    const names = [...reached].flatMap(({steps}) =>
      steps.flatMap(({text}) => (isProperty(text) ? [text.slice(1)] : []))
    )
    return isOpen ? undefined : [...new Set(names)]
  }

  /** The fields with a mark of their own. */
  listMarked(): readonly NamedField[] {
    const marked = [...this.#graph.members.values()].flat().filter(isMarked)
    return this.#toFields(marked.map(property => ({property, covered: this.#usesOf(property)})))
  }

  /** The fields with a mark of their own that an operation declares itself. */
  listMarkedIn(operation: Operation): readonly NamedField[] {
    return this.#rootsOf(operation).flatMap(root => {
      const paths = new Map([[root.schema, '']])
      for (const [{node, steps}, path] of paths)
        if (this.#locate(node, []).component === undefined)
          for (const {text, to} of steps) if (!paths.has(to)) paths.set(to, `${path}${text}`)
      return [...paths.keys()].flatMap(owner =>
        owner.steps.flatMap(({text}) => {
          const property = {owner, name: text.slice(1)}
          if (!isProperty(text) || !isMarked(property) || this.#memberOf(property)) return []
          const use = toUse(root, `${paths.get(owner)}${text}`.replace(/^\./, ''))
          return [{subject: use, uses: [use], covered: [use]}]
        })
      )
    })
  }

  #findMember(text: string): NamedField[] {
    const {members, schemas} = this.#graph
    const properties = members.get(text)
    if (properties) return this.#toFields(properties.map(property => ({property, covered: this.#usesOf(property)})))
    // A schema has the fields of those that it is put together from, by its own name as well.
    return [...schemas].flatMap(schema => {
      const {component, keys, root} = this.#locate(schema.node, [])
      if (component === undefined || keys?.length !== root?.length || !text.startsWith(`${component}.`)) return []
      const path = parsePath(text.slice(component.length + 1))
      return this.#toFields(
        this.#pathsTo(schema).flatMap(start =>
          walk(schema, path, start.root.side).map(({property, way}) => ({
            property,
            covered: [toUse(start.root, start.path === '' ? way : join(start.path, way))]
          }))
        )
      )
    })
  }

  #findInOperation(
    target: Target,
    narrowed: SubjectPart,
    side: Direction | undefined,
    field: string
  ): readonly NamedField[] {
    const roots = this.#operations
      .filter(each => covers({target}, {target: each.target}) || (isNamed(target) && each.details().id === target.name))
      .flatMap(this.#rootsOf)
      .filter(root => (side === undefined || root.side === side) && isSamePart(root.part, narrowed))
    const path = parsePath(field)
    return this.#toFields(
      roots.flatMap(root =>
        walk(root.schema, path, root.side).map(({property, way}) => ({property, covered: [toUse(root, way)]}))
      )
    )
  }

  /** The fields that properties stand for, each once. */
  #toFields(found: readonly {readonly property: Property; readonly covered: readonly Subject[]}[]): NamedField[] {
    const named = found.flatMap(({property, covered}) => {
      const subject = this.#memberOf(property)
      return subject
        ? [{subject, covered, uses: () => this.#usesOf(property)}]
        : covered.map(use => ({subject: use, covered: [use], uses: () => [use]}))
    })
    return [...groupBy(named, ({subject}) => subjectKey(subject)).values()].flatMap(fields => {
      const [first] = fields
      const covered = eachOnce(fields.flatMap(each => each.covered))
      if (!first) return []
      const {subject, uses} = first
      // Only few names are asked for all uses of their field, which takes reading all operations.
      return [
        {
          subject,
          covered,
          get uses() {
            return uses()
          }
        }
      ]
    })
  }

  /** The field of the named schema that declares a property. `undefined` if it's declared in an operation. */
  #memberOf({owner, name}: Property): Subject | undefined {
    const {component, at} = this.#locate(owner.node, ['properties', name])
    return component === undefined ? undefined : {target: memberTarget(component, at)}
  }

  #locate = (node: Node, steps: string[]): ComponentLocation =>
    locateInComponent({node, steps}, this.#snapshot, this.#snapshot.ambiguousNames)

  #usesOf(property: Property): readonly Subject[] {
    const key = this.#memberOf(property)?.target.text
    const known = key === undefined ? undefined : this.#uses.get(key)
    if (known) return known
    const found = eachOnce(
      ((key !== undefined && this.#graph.members.get(key)) || [property]).flatMap(({owner, name}) => {
        const only = owner.steps.find(({text}) => text === `.${name}`)?.only
        return this.#pathsTo(owner).flatMap(({root, path}) =>
          only === undefined || only === root.side ? [toUse(root, path === '' ? name : `${path}.${name}`)] : []
        )
      })
    )
    if (key !== undefined) this.#uses.set(key, found)
    return found
  }

  /** The ways from the operations to a schema: each meets no schema twice, and all are listed as long as they are few. */
  #pathsTo(schema: Schema): {readonly root: Root; readonly path: string}[] {
    const above = this.#listAbove(schema)
    const roots = this.#graph.roots.filter(root => above.has(root.schema))
    const most = roots.length > MAX_USES_WITH_PATHS ? 1 : MAX_PATHS
    return roots.flatMap(root => listPaths(root, schema, above, most).map(path => ({root, path})))
  }

  /** The schemas from which a schema can be reached, itself included, with the number of steps. */
  #listAbove(schema: Schema): ReadonlyMap<Schema, number> {
    const above = new Map([[schema, 0]])
    for (const [here, distance] of above)
      for (const from of this.#graph.above.get(here) ?? []) if (!above.has(from)) above.set(from, distance + 1)
    return above
  }

  readonly #rootsOf = (operation: Operation): Root[] => {
    const {parameters, body, responses} = operation.details()
    const rootOf = (schema: SchemaSource, part: SubjectPart, side: Direction): Root => ({
      operation,
      part,
      side,
      schema: this.#schemaOf(rootNode(schema))
    })
    const all = (contents: readonly Content[], part: SubjectPart, side: Direction): Root[] =>
      contents.flatMap(({schema}) => (schema ? [rootOf(schema, part, side)] : []))
    const ofParameter = ({schema, contents}: Header, part: SubjectPart, side: Direction): Root[] => [
      ...(schema ? [rootOf(schema, part, side)] : []),
      ...all(contents, part, side)
    ]
    return [
      ...parameters.flatMap(each =>
        ofParameter(each, each.in === 'header' ? {header: each.name} : {parameter: each.name}, 'request')
      ),
      ...all(body?.contents ?? [], {}, 'request'),
      ...responses.flatMap(({contents, headers}) => [
        ...all(contents, {}, 'response'),
        ...headers.flatMap(each => ofParameter(each, {header: each.name}, 'response'))
      ])
    ]
  }

  #schemaOf(node: Node): Schema {
    const key = typeof node.raw === 'object' && node.raw !== null ? node.raw : node
    const known = this.#schemas.get(key)
    if (known) return known
    const schemaOf = (to: Node): Schema => this.#schemaOf(to)
    let steps: readonly Step[] | undefined
    const schema: Schema = {
      node,
      get steps() {
        steps ??= listSteps(node).map(each => ({...each, to: schemaOf(each.to)}))
        return steps
      }
    }
    this.#schemas.set(key, schema)
    return schema
  }
}

/** Whether a property has a mark of its own. */
const isMarked = ({owner, name}: Property): boolean =>
  owner.steps.some(({text, to}) => text === `.${name}` && hasOwnMark(to.node.raw))

export const hasOwnMark = (schema: unknown): boolean => isRecord(schema) && Object.keys(schema).some(isMarkKey)

/** The most ways from one operation to a field that are distinguished, and the most uses for which they are. */
const MAX_PATHS = 8
const MAX_USES_WITH_PATHS = 60

export const fieldNamesOf = memoize((snapshot: Snapshot) => new FieldNames(snapshot))

const listOperations = (operations: readonly Operation[]): Operation[] =>
  operations.flatMap(each => [each, ...listOperations(each.details().callbacks)])

const toUse = ({operation, part, side}: Root, field: string): Subject => ({
  target: operation.target,
  part: {...part, field, in: side}
})

const isSamePart = (one: SubjectPart, other: SubjectPart): boolean =>
  one.parameter === other.parameter && one.header === other.header

/** The steps of a path: `items[].due` has `.items`, `[]`, and `.due`. */
const parsePath = (path: string): string[] => `.${path}`.match(/\[\d*\]|\{[^}]*\}|\.[^.[{]+/g) ?? []

/**
 * The properties to which a path leads, with the path as it is in full: one that leaves out the items of a list or the
 * values of a map leads into them.
 */
function walk(
  start: Schema,
  [step, ...rest]: readonly string[],
  side?: Direction
): {readonly property: Property; readonly way: string}[] {
  if (step === undefined) return []
  const isThere = ({only}: Step): boolean => only === undefined || side === undefined || only === side
  const found: {readonly property: Property; readonly way: string}[] = []
  const seen = new Set<Schema>()
  const visit = (schema: Schema, way: string): void => {
    if (seen.has(schema)) return
    seen.add(schema)
    for (const each of schema.steps.filter(isThere)) {
      const after = `${way}${each.text}`
      if (each.text === '' || (each.text !== step && isContainer(each.text) && !isContainer(step)))
        visit(each.to, after)
      else if (each.text === step && rest.length > 0)
        found.push(...walk(each.to, rest, side).map(({property, way: more}) => ({property, way: join(after, more)})))
      else if (each.text === step && isProperty(step))
        found.push({property: {owner: schema, name: step.slice(1)}, way: after})
    }
  }
  visit(start, '')
  return found.map(({property, way}) => ({property, way: way.replace(/^\./, '')}))
}

const join = (way: string, more: string): string => (isContainer(more) ? `${way}${more}` : `${way}.${more}`)

const isProperty = (text: string): boolean => text.startsWith('.')

const isContainer = (text: string): boolean => /^[[{]/.test(text)

/** The shortest paths from an operation to a schema, through schemas from which it can be reached. */
function listPaths(
  {schema: start, side}: Root,
  end: Schema,
  above: ReadonlyMap<Schema, number>,
  most: number
): string[] {
  const found: string[] = []
  const passed = new Set<Schema>()
  let left = MAX_STEPS
  const visit = (schema: Schema, path: string): void => {
    if (schema === end) found.push(path.replace(/^\./, ''))
    if (schema === end || found.length >= most) return
    passed.add(schema)
    const next = schema.steps
      .filter(({to, only}) => above.has(to) && !passed.has(to) && (only === undefined || only === side))
      .toSorted((a, b) => (above.get(a.to) ?? 0) - (above.get(b.to) ?? 0))
    for (const {text, to} of next) if (found.length < most && left-- > 0) visit(to, `${path}${text}`)
    passed.delete(schema)
  }
  visit(start, '')
  return [...new Set(found)]
}

const MAX_STEPS = 1000
