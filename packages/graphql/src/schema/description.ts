import type {Description, DescriptionDiff, UnknownPart} from '@tenure/core/descriptions/description'
import {type FileTree, listParts, readTexts} from '@tenure/core/documents/file-tree'
import {readJsonText} from '@tenure/core/documents/read-document'
import type {Change} from '@tenure/core/model/api/change'
import type {ReadProblem} from '@tenure/core/model/api/read-problem'
import type {DescribedOperation, ReleaseDiff} from '@tenure/core/model/api/release-diff'
import {inputError} from '@tenure/core/model/input-error'
import type {SourceLocation} from '@tenure/core/model/location'
import {memberTarget} from '@tenure/core/model/subject/field'
import {PART_KINDS, type SubjectPart, subjectKey, type Target} from '@tenure/core/model/subject/subject'
import {formatFew} from '@tenure/core/text/format-values'
import type {GraphQLSchema} from 'graphql'
import {isIntrospection, isJson} from '../introspection-file.ts'
import {graphql} from '../language.ts'
import {directiveTarget, typeTarget} from '../subjects.ts'
import {readAnnouncements, sayUnknown} from './announcements.ts'
import {buildSchema} from './build-schema.ts'
import {compareGraphqlSchemas} from './compare-schemas.ts'
import type {SchemaSide} from './comparison.ts'
import {findElement, type ListedRemoval, readLifecycles, type StatedLifecycle, type StatedStability} from './life.ts'
import {
  compareDocumentation,
  compareStabilities,
  compareStatedLifecycles,
  findRemovedWithOwner
} from './life-changes.ts'
import {readSchema, type SchemaText} from './read-schema.ts'
import {type GraphqlSchema, isExecutable, membersOf} from './schema.ts'

/** Opens a schema. Throws an `InputError` if it can't be parsed. */
export const openSchema = (files: FileTree): Description => new GraphqlDescription(files)

/** The schema in the form in which operations are executed; `undefined` if it has no types. */
export const buildExecutable = (files: FileTree): GraphQLSchema | undefined =>
  buildSchema(new GraphqlDescription(files).side.schema)

/** The files of a schema: its definitions, or else the results of introspection queries, and no other JSON. */
function chooseTexts(texts: ReadonlyMap<string, string>): SchemaText[] {
  const all = [...texts].map(([source, text]) => ({source, text}))
  const definitions = all.filter(({text}) => !isJson(text))
  if (definitions.length > 0) return definitions
  const results = all.length === 1 ? all : all.filter(({text}) => isIntrospection(Buffer.from(text)))
  return results.map(each => ({...each, json: readJsonText(each.text, each.source)}))
}

/** A schema of GraphQL, in which the fields of the root types are the operations. */
class GraphqlDescription implements Description {
  readonly base = ''
  readonly addresses = []
  readonly language = graphql.name
  readonly source: string
  readonly paths: readonly string[]
  readonly side: SchemaSide
  readonly #readsStability: boolean

  constructor(files: FileTree) {
    const {path, announcements, sourceOf} = files
    const paths = listParts(files)
    this.source = sourceOf(path)
    this.paths = [...paths, ...(announcements === undefined ? [] : [announcements])]
    const schema = readSchema(this.source, chooseTexts(readTexts(files, paths)))
    this.side = {schema, ...readLifecycles(schema, readAnnouncements(files), files.marks)}
    this.#readsStability = files.marks?.some(({states}) => states === 'stability') === true
  }

  describe(): ReleaseDiff {
    return {
      ...{language: this.language, base: '', changes: [], marked: [], gaps: this.#findProblems()},
      arrivals: this.#listStated(),
      marks: this.side.lifecycles.size > 0
    }
  }

  describeSince(older: Description): ReleaseDiff {
    const was = this.#assertComparable(older)
    const {changes} = this.#compare(was, false)
    const added = new Set(changes.filter(({kind}) => ADDED.has(kind)).map(({subject}) => subjectKey(subject)))
    const marked = new Set(changes.filter(({kind}) => kind === 'deprecated').map(({subject}) => subjectKey(subject)))
    const stabilities = stabilitiesBetween(was, this.side, changes)
    const all = this.#listStated(stabilities)
    const isNew = ({subject}: DescribedOperation): boolean => {
      const {text} = subject.target
      const life = this.side.lifecycles.get(text) ?? this.side.stabilities.get(text)
      return added.has(subjectKey(subject)) || (life !== undefined && !findElement(life, was.schema))
    }
    return {
      ...this.describe(),
      gaps: this.#findProblems(was),
      changes,
      arrivals: all.filter(isNew),
      marked: all.filter(each => marked.has(subjectKey(each.subject)))
    }
  }

  compareWith(older: Description): DescriptionDiff {
    const was = this.#assertComparable(older)
    const {changes, unused} = this.#compare(was, true)
    return {
      ...{changes, unused, stated: textsOf(stabilitiesBetween(was, this.side, changes))},
      gaps: {old: was.schema.problems, new: this.#findProblems(was)}
    }
  }

  /**
   * The fields of the root types, and every type and member that is deprecated or states a stability, also each type
   * that is deprecated because all of its uses are. All types and members if the policy reads a stability, because what
   * states none has the policy's default.
   */
  listMarks(): DescribedOperation[] {
    const inferred = [...this.side.lifecycles.values()].filter(({isInferred}) => isInferred)
    const listed = [
      ...this.#listStated(),
      ...inferred.map(({target, place, described}) => ({subject: {target}, place, described}))
    ]
    if (!this.#readsStability) return listed
    const known = new Set(listed.map(({subject}) => subject.target.text))
    const others = this.listTargets().filter(({text}) => !known.has(text))
    return [...listed, ...others.map(target => ({subject: {target}, place: {source: this.source}, described: {}}))]
  }

  #listStated(stabilities: Stabilities = this.side.stabilities): DescribedOperation[] {
    const {schema, lifecycles} = this.side
    const toOperation = (target: Target, place: SourceLocation): DescribedOperation => {
      const stated = stabilities.get(target.text)
      const described = {...lifecycles.get(target.text)?.described, ...(stated ? {stability: stated.stability} : {})}
      return {subject: {target}, place, described}
    }
    const roots = [...schema.roots.values()].flatMap(root =>
      [...(schema.types.get(root)?.fields.values() ?? [])].map(({name, place}) =>
        toOperation(memberTarget(root, name), place)
      )
    )
    const known = new Set(roots.map(({subject}) => subjectKey(subject)))
    const others = new Map<string, StatedStability | StatedLifecycle>(stabilities)
    for (const [text, life] of lifecycles) if (!life.isInferred) others.set(text, life)
    for (const text of known) others.delete(text)
    return [...roots, ...[...others.values()].map(({target, place}) => toOperation(target, place))]
  }

  locateOperations(operations: readonly DescribedOperation[]): DescribedOperation[] {
    return [...operations]
  }

  listTargets(): Target[] {
    const {types, directives} = this.side.schema
    return [
      ...[...types].flatMap(([name, type]) => [
        typeTarget(name),
        ...[...membersOf(type)].map(([member]) => memberTarget(name, member))
      ]),
      ...[...directives.keys()].map(directiveTarget)
    ]
  }

  /** Fields and arguments are targets of their own, so no target has parts. */
  findUnknownPart(target: Target, part: SubjectPart): UnknownPart | undefined {
    const kind = PART_KINDS.find(each => part[each] !== undefined)
    if (kind === undefined) return undefined
    const name = part[kind] ?? ''
    const written = [`${target.text}(${name})`, `${target.name}.${name}`]
    const known = this.listTargets().map(({text}) => text)
    return {target, kind, name, known, meant: known.find(text => written.includes(text))}
  }

  /**
   * The problems of the schema and its list. What the list names and no schema has is one only when it is new: a list can
   * keep what was removed.
   */
  #findProblems(was?: SchemaSide): readonly ReadProblem[] {
    const {schema, unknown, disagreements} = this.side
    const known = new Set(was?.unknown.map(({location}) => location))
    const isNew = (each: ListedRemoval): boolean =>
      was !== undefined && !known.has(each.location) && !findElement(each, was.schema)
    const uncompared = was ? findUncompared(was.schema, schema) : []
    return [...schema.problems, ...disagreements, ...sayUnknown(unknown.filter(isNew), schema), ...uncompared]
  }

  #compare(was: SchemaSide, isForPeople: boolean): Pick<DescriptionDiff, 'changes' | 'unused'> {
    const {changes, unused, comparison} = compareGraphqlSchemas(was, this.side)
    const more = [
      ...compareStatedLifecycles(comparison),
      ...compareStabilities(comparison),
      ...(isForPeople ? compareDocumentation(comparison) : findRemovedWithOwner(comparison))
    ]
    return {changes: [...changes, ...more.map(each => comparison.toChange(each))], unused}
  }

  #assertComparable(older: Description): SchemaSide {
    if (older instanceof GraphqlDescription) return older.side
    throw inputError(`\`${this.source}\` is a GraphQL schema, and \`${older.source}\` isn't. Name two of one kind.`)
  }
}

/** What one of two schemas states and the query of the other one didn't ask for, so that it isn't compared. */
function findUncompared(older: GraphqlSchema, newer: GraphqlSchema): ReadProblem[] {
  const leftOut = [...older.types.values()].flatMap(definition =>
    [...membersOf(definition)].flatMap(([member, {reason}]) => {
      const {name: type, kind} = definition
      const isArgument = member.endsWith(')')
      const owner = isArgument ? {type, member: member.replace(/\(.*/, '')} : {type}
      const isSent = isArgument || kind === 'input'
      const isMissing = findElement(owner, newer) && !findElement({type, member}, newer)
      return reason !== undefined && isSent && isMissing ? memberTarget(type, member).text : []
    })
  )
  const oneOf = [...newer.types.values()].filter(
    ({name, isOneOf}) => isOneOf && older.types.get(name)?.isOneOf === false
  )
  const repeated = [...older.directives.values()].filter(
    ({name, isRepeatable, locations}) => isRepeatable && newer.directives.has(name) && locations.some(isExecutable)
  )
  const say = (isUnasked: boolean, names: readonly string[], message: (names: string) => string): ReadProblem[] =>
    isUnasked && names.length > 0
      ? [{message: message(formatFew(names.map(each => `\`${each}\``))), place: {source: newer.source}}]
      : []
  return [
    ...say(
      newer.unstated.has('input-deprecations'),
      leftOut,
      names =>
        `The introspection query doesn't ask for deprecated arguments and input fields, so it isn't known whether the API still has ${names}. Query \`args(includeDeprecated: true)\` and \`inputFields(includeDeprecated: true)\`, each with \`isDeprecated\`.`
    ),
    ...say(
      newer.unstated.has('repeatable'),
      repeated.map(({name}) => `@${name}`),
      names =>
        `The introspection query doesn't ask for \`isRepeatable\`, so it isn't known whether documents can still repeat ${names}.`
    ),
    ...say(
      older.unstated.has('one-of'),
      oneOf.map(({name}) => name),
      names =>
        `The older introspection query doesn't ask for \`isOneOf\`, so it isn't known whether ${names} accepted several of its fields.`
    )
  ]
}

type Stabilities = SchemaSide['stabilities']

/**
 * The stabilities by which the changes between two schemas count. What the older schema has keeps what it stated, and
 * what is new has its own. New members that old clients meet have that of what they belong to.
 */
function stabilitiesBetween(older: SchemaSide, newer: SchemaSide, changes: readonly Change[]): Stabilities {
  const met = new Set(changes.filter(({kind}) => MET.has(kind)).map(({subject}) => subject.target.text))
  const fresh = [...newer.stabilities].flatMap(([text, stated]): [string, StatedStability][] => {
    const {type, member = ''} = stated
    if (!met.has(text)) return findElement(stated, older.schema) ? [] : [[text, stated]]
    const owner =
      older.stabilities.get(memberTarget(type, member.replace(/\(.*/, '')).text) ??
      older.stabilities.get(typeTarget(type).text)
    return owner ? [[text, {...stated, stability: owner.stability}]] : []
  })
  return new Map([...older.stabilities, ...fresh])
}

const textsOf = (stabilities: Stabilities): Map<string, string> =>
  new Map([...stabilities].map(([text, {stability}]) => [text, stability]))

/** Kinds of new members that clients of the older schema must send, or can receive. */
const MET: ReadonlySet<Change['kind']> = new Set(['required-argument-added', 'required-field-added', 'value-added'])

const ADDED: ReadonlySet<Change['kind']> = new Set(['field-added', 'type-added', 'value-added', 'argument-added'])
