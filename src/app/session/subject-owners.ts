import type {Config} from '../../inputs/config/file.ts'
import {dialectOf, findCodeOwners} from '../../inputs/owners/code-owners.ts'
import type {Change} from '../../model/api/change.ts'
import type {DescribedOperation} from '../../model/api/release-diff.ts'
import type {OwnerSet} from '../../model/approval.ts'
import {covers, isEndpoint, isPrefix, type Subject, subjectKey, targetKey} from '../../model/subject/subject.ts'
import type {CommitTree} from '../../stores/git/commit-tree.ts'
import type {Environment} from '../../stores/git/environment.ts'

/** The owners of everything that a subject covers. */
export interface SubjectOwners {
  /** One for each part with owners of its own. */
  readonly sets: readonly OwnerSet[]
  /** Parts without owners. */
  readonly unowned: readonly string[]
}

/** Where the owners of subjects are stated. */
export interface OwnerSources {
  /** The operations of the target's description, each with its file from the root of the repository. */
  readonly operations: readonly (DescribedOperation & {readonly path?: string | undefined})[]
  readonly config: Pick<Config, 'owners'> | undefined
  /** Owners of a file. Missing without a `CODEOWNERS`. */
  readonly ofFile: ((path: string) => readonly OwnerSet[]) | undefined
  /** The file of everything that the description doesn't have. */
  readonly path: string | undefined
  /** What the change does, by which the operations that a shared part reaches are known. */
  readonly changes: readonly Pick<Change, 'subject' | 'reaches'>[]
}

/**
 * Returns a function that finds who owns a subject: by `x-owner` in the description, else by the configuration, else by
 * the `CODEOWNERS` of the file that contains it.
 */
export function createOwnerSearch(sources: OwnerSources): (subject: Subject) => SubjectOwners {
  const {operations, config, ofFile, path: main, changes} = sources
  const setsOf = (subject: Subject, {tags = [], owners, path = main}: Partial<OwnerSources['operations'][number]>) => {
    const stated = owners ?? config?.owners?.findLast(isFor(subject, tags))?.owners
    if (stated) return [{owners: stated}]
    return (path !== undefined && ofFile?.(path)) || []
  }
  const reachedBy = ({target}: Subject): ReadonlySet<string> =>
    new Set(
      changes
        .filter(({subject}) => covers({target}, {target: subject.target}))
        .flatMap(({reaches}) => reaches.map(({operation}) => subjectKey(operation)))
    )
  const membersOf = ({target}: Subject): OwnerSources['operations'] => {
    const covered = operations.filter(({subject}) => covers({target}, subject))
    if (covered.length > 0 || isEndpoint(target) || isPrefix(target)) return covered
    // A shared part that the configuration names has owners of its own.
    if (config?.owners?.some(isFor({target}, []))) return []
    const reached = reachedBy({target})
    return reached.size === 0 ? operations : operations.filter(({subject}) => reached.has(subjectKey(subject)))
  }
  const isOwned = ofFile !== undefined || (config?.owners ?? []).length > 0 || operations.some(each => each.owners)
  const known = new Map<string, SubjectOwners>()
  const search = ({target}: Subject): SubjectOwners => {
    const members = membersOf({target})
    const parts = members.length > 0 ? members : [{subject: {target}}]
    const owned = parts.map(part => ({subject: part.subject, sets: setsOf(part.subject, part)}))
    return {
      sets: [...new Map(owned.flatMap(({sets}) => sets.map(set => [JSON.stringify(set), set]))).values()],
      unowned: owned.flatMap(({subject, sets}) => (sets.length === 0 ? [subject.target.text] : []))
    }
  }
  return subject => {
    if (!isOwned) return {sets: [], unowned: [subject.target.text]}
    const key = targetKey(subject.target)
    const found = known.get(key) ?? search(subject)
    known.set(key, found)
    return found
  }
}

/** Whether an entry of the configuration is for a subject with these tags. */
const isFor =
  (subject: Subject, tags: readonly string[]) =>
  ({subject: named, tag}: NonNullable<Config['owners']>[number]): boolean =>
    (named !== undefined && covers({target: named.target}, subject)) || (tag !== undefined && tags.includes(tag))

/** The owners of files in a commit. `undefined` without a `CODEOWNERS`. */
export const findFileOwners = (tree: CommitTree, env: Environment): OwnerSources['ofFile'] =>
  findCodeOwners(
    path => tree.read(path)?.toString('utf8'),
    dialectOf(path => tree.find(path) !== undefined, env)
  )
