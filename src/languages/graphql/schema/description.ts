import type {FileTree} from '../../../documents/file-tree.ts'
import type {Change} from '../../../model/api/change.ts'
import type {ReadProblem} from '../../../model/api/read-problem.ts'
import type {DescribedOperation, ReleaseDiff} from '../../../model/api/release-diff.ts'
import {inputError} from '../../../model/input-error.ts'
import type {SourceLocation} from '../../../model/location.ts'
import {subjectKey, type Target} from '../../../model/subject/subject.ts'
import {convertToLineFeeds, decodeUtf8} from '../../../stores/files/text-bytes.ts'
import type {Description, DescriptionDiff} from '../../description.ts'
import {directiveTarget, memberTarget, typeTarget} from '../subjects.ts'
import {compareSchemas} from './compare-schemas.ts'
import type {SchemaSide} from './comparison.ts'
import {type Life, readLives} from './life.ts'
import {compareDocumentation, compareLives, findElement, findRemovedWithOwner} from './life-changes.ts'
import {readSchema} from './read-schema.ts'
import {membersOf} from './schema.ts'

/** A schema of GraphQL, in which the fields of the root types are the operations. */
export class GraphqlDescription implements Description {
  readonly base = ''
  readonly addresses = []
  readonly source: string
  readonly paths: readonly string[]
  readonly side: SchemaSide

  constructor({path, read, sourceOf}: FileTree) {
    this.source = sourceOf(path)
    this.paths = [path]
    const found = readSchema(decodeUtf8(convertToLineFeeds(read(path)), this.source), this.source)
    this.side = {...found, lives: readLives(found.schema)}
  }

  describe(): ReleaseDiff {
    return {
      ...{base: '', changes: [], marked: [], gaps: this.#problems},
      arrivals: this.listMarks(),
      marks: this.side.lives.size > 0
    }
  }

  describeSince(older: Description): ReleaseDiff {
    const was = this.#assertComparable(older)
    const {changes} = this.#compare(was, false)
    const added = new Set(changes.filter(({kind}) => ADDED.has(kind)).map(({subject}) => subjectKey(subject)))
    const marked = new Set(changes.filter(({kind}) => kind === 'deprecated').map(({subject}) => subjectKey(subject)))
    const all = this.listMarks()
    const isNew = ({subject}: DescribedOperation): boolean => {
      const life = this.side.lives.get(subject.target.text)
      return added.has(subjectKey(subject)) || (life !== undefined && !findElement(life, was.schema))
    }
    return {
      ...this.describe(),
      changes,
      arrivals: all.filter(isNew),
      marked: all.filter(each => marked.has(subjectKey(each.subject)))
    }
  }

  compareWith(older: Description): DescriptionDiff {
    const was = this.#assertComparable(older)
    const {changes, unused} = this.#compare(was, true)
    return {
      ...{changes, unused, stated: new Map(), tags: () => new Map()},
      gaps: {old: was.schema.problems, new: this.#problems}
    }
  }

  /** The fields of the root types, and everything that is deprecated. */
  listMarks(): DescribedOperation[] {
    const {schema, lives} = this.side
    const roots = [...schema.roots.values()].flatMap(root =>
      [...(schema.types.get(root)?.fields.values() ?? [])].map(({name, place}) =>
        toOperation(memberTarget(root, name), place, lives)
      )
    )
    const known = new Set(roots.map(({subject}) => subjectKey(subject)))
    const others = [...lives.values()].filter(({target}) => !known.has(target.text))
    return [...roots, ...others.map(({target, place}) => toOperation(target, place, lives))]
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

  get #problems(): readonly ReadProblem[] {
    return this.side.schema.problems
  }

  #compare(was: SchemaSide, isForPeople: boolean): Pick<DescriptionDiff, 'changes' | 'unused'> {
    const {changes, unused, comparison} = compareSchemas(was, this.side)
    const more = [
      ...compareLives(comparison),
      ...(isForPeople ? compareDocumentation(comparison) : findRemovedWithOwner(comparison))
    ]
    return {changes: [...changes, ...more.map(each => comparison.toChange(each))], unused}
  }

  #assertComparable(older: Description): SchemaSide {
    if (older instanceof GraphqlDescription) return older.side
    throw inputError(`\`${this.source}\` is a GraphQL schema, and \`${older.source}\` isn't. Name two of one kind.`)
  }
}

const ADDED: ReadonlySet<Change['kind']> = new Set(['field-added', 'type-added', 'value-added', 'argument-added'])

const toOperation = (target: Target, place: SourceLocation, lives: ReadonlyMap<string, Life>): DescribedOperation => ({
  subject: {target},
  place,
  described: lives.get(target.text)?.described ?? {}
})

