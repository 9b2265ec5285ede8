import type {ReviewedChange} from '@tenure/core/gate/change'
import {inputError} from '@tenure/core/model/input-error'
import {findAlteredLocks, findReplacements, isLockFile, type TreeFiles} from './checkout/lock-files.ts'
import {
  composeTree,
  composeWorkingTree,
  listTreeFiles,
  listUncommittedPaths,
  type TemporaryCheckout
} from './checkout/temporary-checkout.ts'
import type {LocatedGeneration} from './locate-generation.ts'

/** Trees that the descriptions of a change are generated from. */
export interface Trees {
  /** The change, with the lock files that it would have once it is merged. */
  readonly change: string
  /** Its commit. */
  readonly head: string
  /** Paths of the lock files that it alters. */
  readonly altered: readonly string[]
  /** Whether lock files name all dependencies. */
  readonly isLocked: boolean
  /** Composes a commit with the lock files of the target's tip. */
  readonly older: (commit: string) => string
  /** Composes a commit with the lock files of the change. */
  readonly drifted: (commit: string) => string
}

/**
 * Composes trees with the lock files of the target's tip. Of a change, those that it alters stay as they are. Whatever
 * is committed at the path of the description is left out, because it isn't what the command writes.
 */
export function composeTrees(
  checkout: TemporaryCheckout,
  {comparison: {target}, generation: {spec}, isDirty}: LocatedGeneration,
  change: ReviewedChange
): Trees {
  const {outer, root} = checkout
  const head = resolve(checkout, 'HEAD')
  const state = findChangeTree(checkout, change, isDirty)
  const began = outer.output(root, ['merge-base', target.id, head])?.toString('utf8').trim()
  const filesOf = (id: string): TreeFiles => listTreeFiles(outer, root, id)
  const [tip, files] = [filesOf(target.id), filesOf(state)]
  const altered = findAlteredLocks(files, began ? filesOf(began) : tip, tip)
  const compose = (of: string, own: TreeFiles, other: TreeFiles, keeps?: readonly string[]): string =>
    composeTree(checkout, resolve(checkout, `${of}^{tree}`), own, [
      ...findReplacements(own, other, keeps),
      {path: spec, isManifest: false}
    ])
  const composed = compose(state, files, tip, altered)
  return {
    change: composed,
    head,
    altered,
    isLocked: [...tip.keys()].some(isLockFile),
    older: commit => compose(commit, filesOf(commit), tip),
    drifted: commit => compose(commit, filesOf(commit), filesOf(composed))
  }
}

function resolve({outer, root}: TemporaryCheckout, name: string): string {
  const id = outer.output(root, ['rev-parse', '--verify', '--quiet', name])?.toString('utf8').trim()
  if (id === undefined) throw inputError(`git finds no \`${name}\` in \`${root}\`. Check out the change.`)
  return id
}

/** The files of the change: those of a merge or of a hook, in CI those of the commit, otherwise those on disk. */
function findChangeTree(
  checkout: TemporaryCheckout,
  {context, comparison}: ReviewedChange,
  isDirty: () => boolean
): string {
  if (comparison?.merged) return comparison.merged.id
  const {root} = checkout
  if (!context.files.areOnDisk) {
    const staged = context.git.output(root, ['write-tree'])?.toString('utf8').trim()
    if (staged !== undefined) return staged
  }
  if (!isDirty()) return 'HEAD'
  return composeWorkingTree(checkout, listUncommittedPaths(context.git, root))
}
