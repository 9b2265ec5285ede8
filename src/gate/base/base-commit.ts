import {DEEPEN, type SourceRepository} from '../../inputs/sources/git-repository.ts'
import {documentationPage} from '../../model/documentation.ts'
import {type InputError, inputError} from '../../model/input-error.ts'
import {type Git, resolveCommits} from '../../stores/git/git.ts'
import type {CiFacts, PushRun} from './ci-facts.ts'
import {hasRemote, type NamedRevision, resolveBranch, resolveName} from './named-revision.ts'

/** Why there is no base to compare with. */
export interface NoBase {
  readonly lacks: string
  /** Set if there may have been an earlier description that just isn't available. */
  readonly isUnsure?: true
}

/** A commit, and what it is called in messages. */
export interface LabeledCommit {
  readonly id: string
  readonly label: string
}

/** A commit that an API description is compared with. */
export interface BaseCommit extends LabeledCommit {
  readonly role: 'base'
  /** Set if it is one of several merge bases, so that the target can have changes that it lacks. */
  readonly isOneOfSeveral?: true
}

/** The tip of the branch whose rules bind: its policy, configuration, history, waivers, and plugins. */
export interface TargetTip extends LabeledCommit {
  readonly role: 'target'
  /** Whether it is an earlier state of the current branch, so that its committers control the rules anyway. */
  readonly isOwn: boolean
}

/** The files that a merge of a change results in. */
export interface MergedTree {
  readonly role: 'merge'
  readonly id: string
}

/** What a change is compared with, and whose rules bind it. They are the same commit only by chance. */
export interface ChangeComparison {
  readonly base: BaseCommit
  readonly target: TargetTip
  /** The result of the merge into the target, if that is judged and not the change as it is. */
  readonly merged?: MergedTree
}

const trimmed = (answer: Buffer | undefined): string | undefined => answer?.toString('utf8').trim() || undefined

export const commitAt = (git: Git, root: string, name: string): string | undefined =>
  resolveCommits(git, root, [name])[0]

/** The last commit that two commits have in common. `undefined` if there is none. */
export const findMergeBase = (git: Git, root: string, one: string, other: string): string | undefined =>
  one === other ? one : trimmed(git.output(root, ['merge-base', one, other]))

export const abbreviateId = (id: string): string => id.slice(0, 7)

/** The input of the search for a comparison, with the checked-out commit (`head`) of the repository. */
export interface ComparisonSearch {
  /** The revision to compare with, as the user entered it. */
  readonly base: string | undefined
  /** The branch whose rules bind, as the user entered it. */
  readonly target: string | undefined
  readonly ci: CiFacts | undefined
  /** Whether a release is the base of a run that is for no change. */
  readonly hasReleaseBase: boolean
  readonly repository: SourceRepository
  readonly head: string
  /** Whether what is compared differs from the last commit. */
  readonly isDirty: () => boolean
}

/**
 * Finds what a change is compared with, and by whose rules: several if its history has several merge bases, or if the
 * pushed branch can be both a line of its own and one to merge. The user and the CI system name the target, never the
 * change. Throws an `InputError` if a fact is missing without which the answer would be a guess.
 */
export function findComparisons(git: Git, search: ComparisonSearch): readonly ChangeComparison[] | NoBase {
  const {repository, base, ci} = search
  const named = base === undefined ? undefined : resolveName(git, repository, base, ci !== undefined)
  const branch = findTargetBranch(git, search) ?? (named?.isBranch ? named : undefined)
  return branch ? compareWithBranch(git, search, branch, named) : compareLines(git, search, named)
}

/** The branch that the user or the CI system names as the target; `undefined` if neither does. */
function findTargetBranch(git: Git, search: ComparisonSearch): NamedRevision | undefined {
  const {repository, target, ci} = search
  if (target !== undefined) return resolveName(git, repository, target, ci !== undefined)
  if (ci?.run.kind !== 'merge') return undefined
  assertHolds(git, search, ci.run.head)
  return resolveBranch(git, repository, ci.run.target)
}

function compareWithBranch(
  git: Git,
  search: ComparisonSearch,
  branch: NamedRevision,
  named: NamedRevision | undefined
): readonly ChangeComparison[] {
  const {head, target, ci, isDirty} = search
  const isMerge = target === undefined && ci?.run.kind === 'merge'
  const isOwn = branch.id === head && !isMerge
  const from = named ?? branch
  if (isOwn && ci && from.id === head && !isDirty()) throw nothingNewError(search, branch)
  return withTarget(targetAt({id: branch.id, label: labelOf(branch)}, isOwn), findBases(git, search, from))
}

/**
 * Finds the comparisons of a change for which neither the user nor the CI system names a target: with an earlier state
 * of its own branch, with the default branch, or with both.
 */
function compareLines(
  git: Git,
  search: ComparisonSearch,
  named: NamedRevision | undefined
): readonly ChangeComparison[] | NoBase {
  const run = search.ci?.run
  if (run?.kind === 'unclear') throw missingFactError(search, run.missing)
  if (run?.kind === 'tag' && !named && search.hasReleaseBase) {
    const itself = {id: search.head, label: `\`${run.tag}\` (${abbreviateId(search.head)})`}
    return [{base: baseAt(itself), target: targetAt(itself, true)}]
  }
  if (run?.kind === 'tag' && !named)
    throw missingFactError(search, `this run is for the tag \`${run.tag}\`, and for no change of a branch`)
  const lines = findLines(git, search)
  const own = named || !lines.includes('own') ? undefined : findOwnBase(git, search)
  if (own && 'lacks' in own) return own
  return lines.flatMap(line => {
    if (line === 'own' && own) return [{base: baseAt(own), target: targetAt(own, true)}]
    const tip = line === 'own' ? targetAt(findOwnTip(git, search), true) : line
    return withTarget(tip, findBases(git, search, named ?? tip))
  })
}

const baseAt = ({id, label}: LabeledCommit): BaseCommit => ({role: 'base', id, label})

const targetAt = ({id, label}: LabeledCommit, isOwn: boolean): TargetTip => ({role: 'target', id, label, isOwn})

const withTarget = (target: TargetTip, bases: readonly BaseCommit[]): ChangeComparison[] =>
  bases.map(base => ({base, target}))

const labelOf = ({label, id}: LabeledCommit): string => `${label} (${abbreviateId(id)})`

/** Compares with the merge bases, so that later commits of the target don't count as removals in this change. */
function findBases(
  git: Git,
  search: ComparisonSearch,
  {id, label, isTag = false}: LabeledCommit & Partial<Pick<NamedRevision, 'isTag'>>
): readonly BaseCommit[] {
  const {repository, head} = search
  const {root, isShallow} = repository
  const itself = baseAt({id, label: /\([\da-f]{7}\)$/.test(label) ? label : labelOf({id, label})})
  if (id === head || isTag) return [itself]
  const common =
    trimmed(git.output(root, ['merge-base', '--all', id, head]))
      ?.split('\n')
      .toSorted() ?? []
  if (common[0] === id) return [itself]
  if (isShallow && isCutBefore(git, root, [id, head], common)) {
    throw inputError(
      `The clone is shallow, so the commit where this branch left \`${label}\` is unknown. Fetch the whole history: ${DEEPEN}.`,
      {source: repository.named}
    )
  }
  const name = label.replace(/ \([\da-f]{7}\)$/, '')
  return common.length === 0
    ? [itself]
    : common.map(each => ({
        ...baseAt({id: each, label: `where the work branched off from ${name} (${abbreviateId(each)})`}),
        ...(common.length > 1 ? {isOneOfSeveral: true as const} : {})
      }))
}

/** Whether a shallow clone is cut off before a merge base, so that there may be another merge base. */
function isCutBefore(git: Git, root: string, tips: readonly string[], common: readonly string[]): boolean {
  if (common.length === 0) return true
  const list = git.output(root, ['rev-list', '--parents', ...tips, ...common.map(id => `^${id}`)])
  return (
    list === undefined ||
    list
      .toString('utf8')
      .split('\n')
      .some(each => /^[\da-f]+$/.test(each))
  )
}

/**
 * The kinds of branch that HEAD may be on: `own` for a branch that is compared with its own earlier state, or the tip
 * of the default branch into which it will be merged.
 */
function findLines(git: Git, search: ComparisonSearch): readonly ('own' | TargetTip)[] {
  const {repository, head, base, ci} = search
  const {name, label, id} = findDefaultTip(git, search)
  const main = id === undefined ? undefined : targetAt({id, label: labelOf({id, label})}, false)
  const run = ci?.run
  if (run?.kind === 'push' && run.branch === name) return ['own']
  if (run?.kind === 'push' && run.branch !== '') return findLinesOfPush(search, run, name === 'HEAD' ? undefined : main)
  const onLine = run?.kind === 'other' && run.branch !== name && RELEASE_LINE.test(run.branch ?? '')
  if (onLine && base === undefined) throw missingFactError(search, `this \`${run.event}\` is for no change of a branch`)
  if (!main || main.id === head) return ['own']
  return trimmed(git.output(repository.root, ['merge-base', '--all', main.id, head])) === head ? ['own'] : [main]
}

/** The same for a pushed branch that isn't the default one. */
function findLinesOfPush(
  search: ComparisonSearch,
  run: PushRun,
  main: TargetTip | undefined
): readonly ('own' | TargetTip)[] {
  if (!main) throw unknownTargetError(search)
  if (run.isTargetUnknown && search.base === undefined)
    throw missingFactError(
      search,
      `${search.ci?.system} doesn't name the branch that \`${run.branch}\` is for`,
      RECIPES
    )
  const kinds = findKindsOfPush(run)
  if (kinds.includes('own') && run.before === undefined && search.base === undefined)
    throw missingFactError(search, sayUnknownPush(search.ci), RECIPES)
  // A branch that the push created has no earlier state.
  return /^0+$/.test(run.before ?? '') ? [main] : kinds.map(kind => (kind === 'own' ? kind : main))
}

/** Names of branches from which releases are made, such as `release/1.x`, `v2`, and `3.5-stable`. */
export const RELEASE_LINE =
  /^(?:(?:releases?|rel|support|maint(?:enance)?|stable|lts|branch)[/_-].+|stable|lts|maint|v?\d+(?:[._](?:\d+|x))*(?:[-_](?:stable|lts))?)$/i

/**
 * Whether a branch is a line of its own, which is compared with its state before the push, or one that will be merged.
 * Both if its name and its protection don't agree, so that neither the author nor a broad protection decides.
 */
function findKindsOfPush({branch, isProtected = false}: PushRun): readonly ('own' | 'merged')[] {
  const isLine = RELEASE_LINE.test(branch)
  return isLine === isProtected ? [isLine ? 'own' : 'merged'] : ['own', 'merged']
}

interface DefaultTip {
  readonly name: string
  readonly label: string
  /** Omitted if the clone doesn't have the branch, or has no commits. */
  readonly id?: string
}

/** The default branch, as the CI system names it, or else as git does. */
export function findDefaultTip(git: Git, {repository, ci}: Pick<ComparisonSearch, 'repository' | 'ci'>): DefaultTip {
  const {root, branch} = repository
  const named = ci?.defaultBranch
  const ref =
    named === undefined
      ? branch
      : [`refs/remotes/origin/${named}`, `refs/heads/${named}`].find(each => commitAt(git, root, each))
  const label = ref?.replace(/^refs\/(?:heads|remotes)\//, '') ?? named ?? 'HEAD'
  const isOfChange = ci !== undefined && ref !== undefined && !ref.startsWith('refs/remotes/') && hasRemote(git, root)
  const id = ref === undefined || isOfChange ? undefined : commitAt(git, root, ref)
  return {name: named ?? label.replace(/^origin\//, ''), label, ...(id === undefined ? {} : {id})}
}

/** The state of the current branch before the uncommitted changes, the push, or the last commit. */
function findOwnBase(git: Git, search: ComparisonSearch): LabeledCommit | NoBase {
  const {repository, head, ci, isDirty} = search
  const {root, isShallow, named} = repository
  if (isDirty()) return {id: head, label: `the last commit (${abbreviateId(head)})`}
  const before = pushedFrom(search)
  if (before !== undefined) return findStateBeforePush(git, search, before)
  const parent = commitAt(git, root, 'HEAD^1')
  if (parent === undefined && isShallow) {
    throw inputError(
      `The clone has only one commit. Fetch the one before it (${DEEPEN}), or name a file with \`--base\`.`,
      {source: named}
    )
  }
  if (parent === undefined) return {lacks: 'there is one commit, and nothing before it'}
  const isKnown = findDefaultTip(git, search).id !== undefined && repository.branch !== 'HEAD'
  if (ci && !isKnown) throw unknownTargetError(search)
  // In CI, the last commit can be one of several that were pushed, so its parent isn't the state before the change.
  if (ci && search.hasReleaseBase) return findOwnTip(git, search)
  if (ci)
    throw missingFactError(
      search,
      ci.run.kind === 'push'
        ? sayUnknownPush(ci)
        : `this ${ci.run.kind === 'other' ? `\`${ci.run.event}\`` : 'run'} is for no change of a branch`,
      ci.run.kind === 'push' ? RECIPES : RUNS
    )
  return {id: parent, label: `the commit before the last one (${abbreviateId(parent)})`}
}

const pushedFrom = ({ci}: ComparisonSearch): string | undefined => (ci?.run.kind === 'push' ? ci.run.before : undefined)

function findStateBeforePush(git: Git, search: ComparisonSearch, before: string): LabeledCommit | NoBase {
  const {root, isShallow, named} = search.repository
  if (/^0+$/.test(before)) return {lacks: 'the push created the branch, and nothing was there before'}
  const id = commitAt(git, root, before)
  if (id === search.head)
    throw missingFactError(
      search,
      `${search.ci?.system} names the commit that is checked out (${abbreviateId(id)}) as the one before`,
      RECIPES
    )
  if (id !== undefined) return {id, label: `what was there before the push (${abbreviateId(id)})`}
  throw inputError(
    isShallow
      ? `The clone is shallow and lacks the state before the push. Fetch the whole history: ${DEEPEN}.`
      : `The clone lacks the state before the push, which replaced it. Fetch it: \`git fetch origin ${before}\`.`,
    {source: named}
  )
}

/** The state of the current branch whose rules bind if the user names a release or a file to compare with. */
function findOwnTip(git: Git, search: ComparisonSearch): LabeledCommit {
  const before = pushedFrom(search)
  const id = before === undefined || /^0+$/.test(before) ? search.head : commitAt(git, search.repository.root, before)
  if (id === undefined && before !== undefined) findStateBeforePush(git, search, before)
  return {id: id ?? search.head, label: `the last commit (${abbreviateId(id ?? search.head)})`}
}

/**
 * Throws an `InputError` if the commit of the change isn't checked out, for example because the tip of the target is.
 */
function assertHolds(git: Git, {repository: {root, named}, head}: ComparisonSearch, change: string | undefined): void {
  if (change === undefined || change === head) return
  const id = commitAt(git, root, change)
  if (id !== undefined && trimmed(git.output(root, ['merge-base', '--all', id, head])) === id) return
  throw inputError(
    `The checkout doesn't have the commit \`${abbreviateId(change)}\` of the change, so something else would be checked. Check out the change.`,
    {source: named}
  )
}

const nothingNewError = ({repository: {named}}: ComparisonSearch, {label, id}: LabeledCommit): InputError =>
  inputError(
    `\`${label}\` is the commit that is checked out (${abbreviateId(id)}), so nothing would be compared. Name the commit before the push with \`--base\`.`,
    {source: named}
  )

const sayUnknownPush = (ci: CiFacts | undefined): string =>
  `${ci?.system} doesn't say which commit was there before the push (\`HEAD^1\` if each push is one merge or one commit)`

/** The help for what a CI system doesn't say, and for runs that are for no change. */
const RECIPES = `${documentationPage('guide/gate-elsewhere')} has recipes for CI systems.`
const RUNS = `${documentationPage('guide/what-is-compared')} lists what each run is compared with.`

const missingFactError = ({repository: {named}}: ComparisonSearch, fact: string, help = RUNS): InputError =>
  inputError(
    `What to compare with isn't known: ${fact}. Name the older state with \`--base\`, or the branch that the change is for with \`--target\`. ${help}`,
    {source: named}
  )

const unknownTargetError = ({repository: {named}}: ComparisonSearch): InputError =>
  inputError(
    'git knows no default branch here, and nothing names the branch that the change is for. Fetch it and name it: `git fetch origin main`, then `--base FETCH_HEAD`.',
    {source: named}
  )
