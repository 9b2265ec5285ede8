import {createEmptyDescription} from '../descriptions/readers.ts'
import {createDiskFileTree} from '../documents/file-tree.ts'
import type {SourceRevision} from '../inputs/sources/source.ts'
import type {Change} from '../model/api/change.ts'
import type {ReleaseDiff} from '../model/api/release-diff.ts'
import {defined} from '../model/defined.ts'
import {InputError} from '../model/input-error.ts'
import {subjectKey} from '../model/subject/subject.ts'
import type {ReleaseDiffs} from '../observations/release-diffs.ts'
import type {Files} from '../stores/files/files.ts'
import type {NoBase} from './base/base-commit.ts'
import {type BaseRevision, NO_COMMITS} from './base/base-revision.ts'
import {withoutNewLocations} from './gaps/gate-gaps.ts'
import type {LocatedChange} from './located-change.ts'
import type {ChangeRules} from './read-rules.ts'

/** Changes that don't count against the change under review, because a release lacks what they break, or the base has them. */
export interface Uncounted {
  readonly unreleased: readonly Change[]
  readonly inherited: readonly Change[]
  /** Keys of the operations that the base already has and the release hasn't. */
  readonly arrived: ReadonlySet<string>
  /** The versions that those states have. */
  readonly versions: readonly string[]
  /** Keys of the parts of each of those states that couldn't be read. */
  readonly gaps: readonly (readonly string[])[]
}

/** What the descriptions of a change and of its base show, before anything is judged. */
export interface Observed {
  /** Base of the change; the change itself if there's none. */
  readonly base: BaseRevision
  /** Why there's no base. */
  readonly lacking?: NoBase
  /** Description that the change brings. */
  readonly here: SourceRevision
  /** What the description of the base shows on its own. */
  readonly older: ReleaseDiff
  /** What the description of the change shows compared with the base. Missing without a base. */
  readonly next?: ReleaseDiff
  /** What the generator of the description does differently with the dependencies of the change. */
  readonly drift?: Drift
  readonly diffs: ReleaseDiffs
  /** What doesn't count against the change. Missing if it is compared with its base alone. */
  readonly uncounted?: Uncounted
}

/** The same description, generated with the dependencies of a change. */
export interface DriftedRevision {
  readonly revision: SourceRevision
  /** Paths of the lock files that the change alters. */
  readonly altered: readonly string[]
}

/** The drift of the generator, and the description that shows it. */
export interface Drift extends DriftedRevision, Pick<Observed, 'base' | 'older'> {
  readonly observed: ReleaseDiff
}

/** Description that the change brings: an empty one if it was deleted. */
export const openChange = (
  files: Files,
  {spec, isDeleted}: Pick<LocatedChange, 'spec' | 'isDeleted'>
): SourceRevision => ({
  tree: () => (isDeleted ? createEmptyDescription(spec) : createDiskFileTree(files, spec))
})

/**
 * Description of a change with the list of announcements that counts once the change is merged, if the change moves or
 * removes that of the target. A first list is older than the configuration that names it.
 */
export function withOwnList(
  here: SourceRevision,
  {config, unlisted}: Pick<LocatedChange, 'config' | 'unlisted'>,
  rules: ChangeRules
): SourceRevision {
  if (rules.target?.config?.announcements === undefined || unlisted) return here
  const announcements = config?.announcements
  return announcements !== undefined || losesList(config, rules) ? {...here, list: defined({announcements})} : here
}

/** Whether a change removes the list of announcements from the configuration. */
export const losesList = (config: LocatedChange['config'], {target, began}: ChangeRules): boolean =>
  config?.announcements === undefined && (began ?? target)?.config?.announcements !== undefined

/**
 * Compares the description of a change with its base. If the base is one of several, changes that the target already
 * has are left out. Throws an `InputError` if one of the descriptions can't be read.
 */
export function compareWithBase(
  {spec, isDeleted, unlisted}: Pick<LocatedChange, 'spec' | 'isDeleted' | 'unlisted'>,
  change: SourceRevision,
  base: BaseRevision | NoBase,
  diffs: ReleaseDiffs,
  ofTarget?: BaseRevision
): Observed {
  if ('lacks' in base) {
    const itself = {revision: change, label: spec, isShallow: false, ...NO_COMMITS}
    return {base: itself, lacking: base, here: change, older: diffs.describeAlone(change), diffs}
  }
  const empty = {tree: () => createEmptyDescription(spec, base.revision.tree())}
  const here = isDeleted ? (unlisted?.rest ?? empty) : change
  const older = describeBase(base, spec, diffs)
  const next = diffs.observe(here, {revision: base.revision, observed: older})
  const brought = ofTarget ? withoutChangesOfTarget(next, older, {base, ofTarget, diffs}) : next
  return {base, here, older, next: isDeleted ? withoutNewLocations(brought) : brought, diffs}
}

/**
 * Leaves out changes that the target already has: another merge base contains them, so this change didn't make them.
 */
function withoutChangesOfTarget(
  next: ReleaseDiff,
  older: ReleaseDiff,
  {base, ofTarget, diffs}: {readonly base: BaseRevision; readonly ofTarget: BaseRevision; readonly diffs: ReleaseDiffs}
): ReleaseDiff {
  const {changes} = diffs.observe(ofTarget.revision, {revision: base.revision, observed: older})
  const known = new Set(changes.map(changeKey))
  return {...next, changes: next.changes.filter(change => !known.has(changeKey(change)))}
}

/** Key of a change that doesn't depend on where it is in the files. */
const changeKey = ({where: _, reaches, ...change}: ReleaseDiff['changes'][number]): string =>
  JSON.stringify([change, reaches.map(({operation}) => subjectKey(operation))])

/** Reads the base description. If it can't be read, the error says that the base is at fault, and what to do. */
export function describeBase(
  base: BaseRevision,
  spec: string,
  diffs: ReleaseDiffs,
  remedy = 'Compare with an older commit (`--base COMMIT`), or have a maintainer merge the repair without this check.'
): ReleaseDiff {
  try {
    return diffs.describeAlone(base.revision)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const message = `${base.label}, with which \`${spec}\` is compared, can't be read. ${remedy}`
    throw new InputError([...error.problems, {message}], {cause: error})
  }
}
