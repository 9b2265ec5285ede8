import {join} from 'node:path'
import {createTextFileTree} from '../../documents/file-tree.ts'
import {type FoundBase, type LocatedBase, NO_COMMITS} from '../../inputs/base/base-revision.ts'
import type {DeletedApi} from '../../inputs/base/deleted-apis.ts'
import {
  findAlteredLocks,
  findReplacements,
  isLockFile,
  type Replacement,
  type TreeFiles
} from '../../inputs/base/lock-files.ts'
import {
  composeTree,
  composeWorkingTree,
  listTreeFiles,
  listUncommittedPaths,
  openTemporaryCheckout,
  type TemporaryCheckout
} from '../../inputs/base/temporary-checkout.ts'
import type {SourceRevision} from '../../inputs/sources/source.ts'
import {inputError} from '../../model/input-error.ts'
import {dayOfInstant} from '../../model/time/date-range.ts'
import {replaceParts} from '../../stores/files/workspace.ts'
import {createTemporaryFolder, removeFolder} from '../../stores/files/write-file.ts'
import {formatFew} from '../../text/format-values.ts'
import type {Context} from '../context.ts'
import {type GeneratedFiles, generateDescription} from '../generate/generate.ts'
import {requireTargetPlugins} from '../plugin-choice.ts'
import type {GateOptions} from './gate-choice.ts'
import {type LocatedGeneration, locateGeneration} from './locate-generation.ts'

/** The descriptions of a change and of its base where git has none, because a command writes them. */
export interface GeneratedChange {
  /** Context with the description of the change in place of what is on disk. */
  readonly context: Context
  /** What the change is compared with. Missing if git has the description of the base. */
  readonly found?: FoundBase
  /** Whether anything of the change isn't committed. */
  readonly isDirty: () => boolean
  /** The description of the base under the dependencies that the change brings. Missing if it brings none. */
  readonly drifted?: SourceRevision
  readonly remarks: readonly string[]
}

/**
 * Generates the descriptions of a change and of its base, if git doesn't have that of one of them, and the target's
 * configuration or the user says how. `undefined` if there's nothing to generate. Throws an `InputError` if the command
 * fails, or if only the change names one.
 */
export async function generateDescriptions(
  options: GateOptions,
  context: Context,
  gone?: DeletedApi
): Promise<GeneratedChange | undefined> {
  const located = locateGeneration(options, context, gone)
  if (!located) return undefined
  const {
    repository: {root},
    comparison: {base, target},
    isDirty
  } = located
  if ('lacks' in located)
    return {context, found: {base: {lacks: located.lacks}, target: {root, ...target}}, isDirty, remarks: []}
  const {generation, isInBase} = located
  requireTargetPlugins(options, {root, id: target.id}, context)
  const parent = createTemporaryFolder('tenure-generate-')
  const close = (): void => removeFolder(parent)
  try {
    const composed = openTemporaryCheckout(context, root, parent)
    const {trees, altered} = composeTrees(composed, located, options, context)
    const place = {open: () => openTemporaryCheckout(context, root, parent, composed), close}
    const from = (tree: string, commit: string, label: string): Promise<GeneratedFiles> =>
      generateDescription(place, {tree, commit, label, isLocked: trees.isLocked}, generation, context)
    // The code of the change runs last, when nothing that others decided is left to be read.
    const older = isInBase ? undefined : await from(trees.base, base.id, base.label)
    const newer = gone ? undefined : await from(trees.change, trees.head, 'this change')
    const drifted =
      older && trees.drifted !== undefined
        ? await from(trees.drifted, base.id, `${base.label} with the dependencies of this change`)
        : undefined
    return {
      context: newer ? withFiles(context, root, newer) : context,
      isDirty,
      ...(older ? {found: {base: toBase(older, located, context), target: {root, ...target}}} : {}),
      ...(drifted ? {drifted: {shelf: () => openGenerated(drifted, generation.spec, base.id)}} : {}),
      remarks: [sayGenerated(located, altered, older !== undefined, newer !== undefined), ...located.remarks]
    }
  } finally {
    close()
  }
}

const sayGenerated = (
  {generation: {generate, spec}, comparison: {base, target}}: LocatedGeneration,
  altered: readonly string[],
  isBase: boolean,
  isChange: boolean
): string => {
  const of = [...(isBase ? [base.label] : []), ...(isChange ? ['this change'] : [])].join(' and of ')
  const except =
    altered.length > 0 ? `, but for ${formatFew(altered.map(path => `\`${path}\``))} of this change in the latter` : ''
  return `\`${spec}\` of ${of} was generated with \`${generate.command}\`, under the dependencies of ${target.label}${isChange ? except : ''}.`
}

/** Trees that descriptions are generated from, and the commit that is checked out. */
interface Trees {
  readonly base: string
  readonly change: string
  /** Missing if the change alters no lock file. */
  readonly drifted?: string
  readonly head: string
  readonly isLocked: boolean
}

/**
 * Composes the trees: the base and the change with the lock files of the target's tip, but for those that the change
 * alters, and the base with those, too.
 */
function composeTrees(
  checkout: TemporaryCheckout,
  {comparison: {base, target}, generation: {spec}, isDirty}: LocatedGeneration,
  options: GateOptions,
  context: Context
): {readonly trees: Trees; readonly altered: readonly string[]} {
  const {outer, root} = checkout
  const head = resolve(checkout, 'HEAD')
  const change = findChangeTree(checkout, options, context, isDirty)
  const began = outer.output(root, ['merge-base', target.id, head])?.toString('utf8').trim()
  const filesOf = (id: string): TreeFiles => listTreeFiles(outer, root, id)
  const [tip, older, newer] = [filesOf(target.id), filesOf(base.id), filesOf(change)]
  const altered = findAlteredLocks(newer, began ? filesOf(began) : tip, tip)
  const compose = (of: string, files: TreeFiles, replacements: readonly Replacement[]): string =>
    // Whatever is committed at the path of the description isn't what the command writes.
    composeTree(checkout, resolve(checkout, `${of}^{tree}`), files, [...replacements, {path: spec, isManifest: false}])
  const composed = compose(change, newer, findReplacements(newer, tip, altered))
  return {
    altered,
    trees: {
      head,
      change: composed,
      base: compose(base.id, older, findReplacements(older, tip)),
      ...(altered.length > 0 ? {drifted: compose(base.id, older, findReplacements(older, filesOf(composed)))} : {}),
      isLocked: [...tip.keys()].some(isLockFile)
    }
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
  {merged}: GateOptions,
  context: Context,
  isDirty: () => boolean
): string {
  if (merged !== undefined) return merged
  const {root} = checkout
  if (!context.files.areOnDisk) {
    const staged = context.git.output(root, ['write-tree'])?.toString('utf8').trim()
    if (staged !== undefined) return staged
  }
  if (!isDirty()) return 'HEAD'
  return composeWorkingTree(checkout, listUncommittedPaths(context.git, root))
}

/** The context with generated files in place of those on disk. */
const withFiles = (context: Context, root: string, generated: GeneratedFiles): Context =>
  replaceParts(context, {
    files: context.files.with(
      new Map([...generated].map(([path, bytes]) => [context.files.resolve(root, path), Buffer.from(bytes)]))
    )
  })

function toBase(
  generated: GeneratedFiles,
  {repository: {root, isShallow}, comparison: {base}, generation: {spec}}: LocatedGeneration,
  context: Context
): LocatedBase {
  const known = {id: base.id, label: base.label, isShallow, path: context.files.relative('', join(root, spec))}
  const time = Number(context.git.output(root, ['log', '-1', '--format=%ct', base.id])?.toString('utf8').trim())
  return {
    ...known,
    open: timezone => ({
      ...known,
      revision: {
        shelf: () => openGenerated(generated, spec, base.id),
        commit: {id: base.id, day: dayOfInstant(new Date(time * 1000), timezone)}
      },
      ...NO_COMMITS
    })
  }
}

/** A generated description and the files that it refers to, named after their commit. */
function openGenerated(generated: GeneratedFiles, spec: string, commit: string) {
  const texts = new Map([...generated].map(([path, bytes]) => [path, Buffer.from(bytes).toString('utf8')]))
  return {...createTextFileTree(spec, texts), sourceOf: (path: string) => `${commit.slice(0, 7)}:${path}`}
}
