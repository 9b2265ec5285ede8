import type {CommonOptions} from '../app/session/config.ts'
import {findConfigPath} from '../app/session/config-path.ts'
import type {Context} from '../context/context.ts'
import {readBases} from '../inputs/config/file.ts'
import {openSourceRepository, type SourceRepository} from '../inputs/sources/git-repository.ts'
import {ignoreInputErrors, inputError} from '../model/input-error.ts'
import {resolveCommits} from '../stores/git/git.ts'
import {isInRepository} from '../stores/git/repository.ts'
import {
  type ChangeComparison,
  type ComparisonSearch,
  commitAt,
  findComparisons,
  type NoBase,
  type TargetTip
} from './base/base-commit.ts'
import {isBaseFile} from './base/base-file.ts'
import {type CiFacts, readCiFacts} from './base/ci-facts.ts'
import {LATEST_RELEASE} from './base/latest-release.ts'

/** Options that name what a change is compared with and where it will be merged. */
export interface ChangeOptions {
  /** Base that the description is compared with: a git revision or a file. */
  readonly base?: string | undefined
  /** Branch whose rules bind the change. */
  readonly target?: string | undefined
  /** Path of the config file. */
  readonly config?: string | undefined
}

/** Options that choose an API and its files. */
export interface ApiOptions extends CommonOptions {
  /** Path of the description (default: the configured one, or one with a default name). */
  readonly spec?: string | undefined
  /** File with the reviews of the change, as CI wrote them. */
  readonly approvals?: string | undefined
  /** Folder with a table of traffic, in place of that of the target. */
  readonly traffic?: string | undefined
  /** Command that writes the description, in place of the configured one. */
  readonly generate?: string | undefined
}

/** Options of the gate. Those about the change are read once, by `resolveChange`. */
export interface GateOptions extends ApiOptions, ChangeOptions {}

/** The base that the user names: a revision, a file in one (`main:api.yaml`), or a file on disk. */
interface NamedBase {
  readonly kind: 'revision' | 'file-in-revision' | 'file'
  readonly name: string
}

/** A change under review: its files, and what the user, the CI system and git say of it. */
export interface ReviewedChange {
  /** The files of the change: those of the merge if its result is judged. */
  readonly context: Context
  readonly base: NamedBase | undefined
  /** The branch whose rules bind, as the user entered it. */
  readonly target: string | undefined
  /** The facts that the CI system states. `undefined` outside of CI. */
  readonly ci: CiFacts | undefined
  /** Whether the description is compared with the newest release, as the user asks. */
  readonly isForRelease: boolean
  /** Whether a run that is for no change has a base, because a release is one. */
  readonly hasReleaseBase: boolean
  /** The one of several comparisons that is made. */
  readonly comparison?: ChangeComparison
}

/** Tip of the branch whose rules bind a change, in its repository. */
export interface TargetCommit extends TargetTip {
  readonly root: string
}

/** What a change is compared with, in its repository. */
export interface LocatedComparison extends ChangeComparison {
  readonly repository: SourceRepository
}

/** Whether something of a change differs from the last commit of a repository. */
type IsDirty = (repository: SourceRepository, head: string) => boolean

/** Reads once what the user and the CI system say of a change. */
export function resolveChange(options: ChangeOptions, context: Context): ReviewedChange {
  const {files, env} = context
  const isForRelease = options.base === LATEST_RELEASE
  const name = isForRelease ? undefined : options.base
  const {target} = options
  const ci = readCiFacts(files, env)
  // A run that is for no pull request can be compared with a release. What it checks was merged, also its configuration.
  const isMerged = ci !== undefined && ci.run.kind !== 'merge' && options.base === undefined && target === undefined
  return {
    context,
    base: name === undefined ? undefined : {kind: kindOfBase(name, context), name},
    target,
    ci,
    isForRelease,
    hasReleaseBase: isForRelease || (isMerged && asksForRelease(options, context))
  }
}

/** Throws an `InputError` if a file has the name of a revision, because a change can bring the file. */
function kindOfBase(name: string, {files, git}: Context): NamedBase['kind'] {
  const [revision = ''] = name.split(':')
  if (/^(?:HEAD|FETCH_HEAD|@)$/.test(name)) return 'revision'
  if (!isBaseFile(files, name)) return name.includes(':') ? 'file-in-revision' : 'revision'
  const refs = ['refs/remotes/origin/', 'refs/remotes/', 'refs/heads/', 'refs/tags/', ''].map(each => each + revision)
  const ref = isInRepository(git, '.')
    ? refs[resolveCommits(git, '.', refs).findIndex(each => each !== undefined)]
    : undefined
  if (ref !== undefined) {
    throw inputError(
      `\`${name}\` is a file, and \`${revision}\` is a revision of git. Write \`--base ./${name}\` for the file, or \`--base ${ref}${name.slice(revision.length)}\` for the revision.`
    )
  }
  return 'file'
}

function asksForRelease(options: ChangeOptions, {files}: Context): boolean {
  const path = findConfigPath(files, options)
  return path !== undefined && files.exists(path) && readBases(files, path).includes(LATEST_RELEASE)
}

/** Whether the user names a file to compare with, which belongs to one description. */
export const namesFile = ({base}: ReviewedChange): boolean => base !== undefined && base.kind !== 'revision'

/** What the search for the base of a change starts from. A file on disk isn't in git, so the base is searched as if none was named. */
const searchFor = ({base, target, ci, hasReleaseBase}: ReviewedChange) => ({
  base: base?.kind === 'file' ? undefined : base?.name,
  target,
  ci,
  hasReleaseBase
})

/** What a change to any file in this folder is compared with; `undefined` outside git or without a base. */
export function findComparison(
  change: ReviewedChange,
  folder: string,
  isDirty: IsDirty
): LocatedComparison | undefined {
  const found = listComparisons(change, folder, isDirty)
  const chosen = found && chooseOf(found.comparisons, change)
  return found && chosen && {...chosen, repository: found.repository}
}

/** Like `findComparison`, but returns all comparisons if there are several. */
export function listComparisons(
  change: ReviewedChange,
  folder: string,
  isDirty: IsDirty
): {readonly comparisons: readonly ChangeComparison[]; readonly repository: SourceRepository} | undefined {
  const {git} = change.context
  if (!isInRepository(git, folder)) return undefined
  const repository = openSourceRepository(change.context, folder)
  const head = commitAt(git, repository.root, 'HEAD')
  if (head === undefined) return undefined
  const search = {...searchFor(change), repository, head, isDirty: () => isDirty(repository, head)}
  const comparisons = findComparisons(git, search)
  if ('lacks' in comparisons) return undefined
  git.compare(repository.root, [head, ...comparisons.flatMap(({base, target}) => [base.id, target.id])])
  return {comparisons, repository}
}

/** The comparison of a change in a repository, also if the user names a file of a revision. */
export function chooseComparison(
  change: ReviewedChange,
  place: Pick<ComparisonSearch, 'repository' | 'head' | 'isDirty'> & {readonly revision: string | undefined}
): ChangeComparison | NoBase {
  const {revision, ...where} = place
  const search = searchFor(change)
  const found = findComparisons(change.context.git, {...search, ...where, base: revision ?? search.base})
  if ('lacks' in found) return found
  return chooseOf(found, change) ?? {lacks: 'git knows no commit to compare with', isUnsure: true}
}

const chooseOf = (
  comparisons: readonly ChangeComparison[],
  {comparison}: ReviewedChange
): ChangeComparison | undefined => {
  if (!comparison) return comparisons[0]
  if (comparison.merged) return comparison
  const isSame = ({base, target}: ChangeComparison): boolean =>
    // The state of an own line that is compared depends on which files differ from it.
    target.isOwn === comparison.target.isOwn && (target.isOwn || base.id === comparison.base.id)
  return comparisons.find(isSame) ?? comparisons[0]
}

/** Tip of the branch that the change is merged into. `undefined` outside git, and on that branch itself. */
export function findTarget(change: ReviewedChange): TargetCommit | undefined {
  const {comparisons = [], repository} = listComparisons(change, '.', () => false) ?? {}
  const chosen = change.comparison ? chooseOf(comparisons, change) : comparisons.find(({target}) => !target.isOwn)
  return repository && chosen && !chosen.target.isOwn ? {root: repository.root, ...chosen.target} : undefined
}

/**
 * The change once for each comparison to make: one with several merge bases has several. Returned unchanged if there is
 * one, or if the comparison will report what is missing.
 */
export function listCompared(change: ReviewedChange): readonly ReviewedChange[] {
  if (change.comparison || namesFile(change)) return [change]
  return ignoreInputErrors(() => {
    const {comparisons = []} = listComparisons(change, '.', () => true) ?? {}
    return comparisons.length > 1 ? comparisons.map(comparison => ({...change, comparison})) : [change]
  }, [change])
}
