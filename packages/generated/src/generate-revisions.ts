import {join} from 'node:path'
import type {Context} from '@tenure/core/context/context'
import {MissingInRevision} from '@tenure/core/documents/file-tree'
import type {Config} from '@tenure/core/inputs/config/file'
import {pathInRepository} from '@tenure/core/inputs/working-tree'
import {replaceParts} from '@tenure/core/stores/files/workspace'
import {resolveCommits} from '@tenure/core/stores/git/git'
import {findReplacements, isLockFile, type TreeFiles} from './checkout/lock-files.ts'
import {
  composeTree,
  composeWorkingTree,
  listTreeFiles,
  listUncommittedPaths,
  type TemporaryCheckout
} from './checkout/temporary-checkout.ts'
import {type GeneratedFiles, type Generation, type GenerationState, generateFrom} from './generate.ts'

/**
 * Works with the description that the configured command writes for the files on disk, if git doesn't track it, and
 * for each revision in which the work misses it. The work is repeated, so it may write files only once it has read all
 * descriptions.
 */
export async function withGenerated<Result>(
  config: Config | undefined,
  context: Context,
  work: (context: Context) => Result
): Promise<Result> {
  const located = locate(config, context)
  if (!located) return work(context)
  const {root, generation} = located
  const generated = new Map<string, Buffer>()
  const add = (files: GeneratedFiles, named: string): void => {
    const folder = context.files.resolve(named, '..')
    const own = context.files.resolve(root, generation.spec, '..')
    for (const [path, bytes] of files) {
      const inside = context.files.relative(own, context.files.resolve(root, path))
      const place = path === generation.spec ? context.files.resolve(named) : join(folder, inside)
      generated.set(place, Buffer.from(bytes))
    }
  }
  add(await generateAt(undefined, located, context), join(root, generation.spec))
  const tried = new Set<string>()
  for (;;) {
    try {
      return work(replaceParts(context, {files: context.files.with(generated)}))
    } catch (error) {
      if (!(error instanceof MissingInRevision) || error.path !== generation.spec || tried.has(error.named)) throw error
      tried.add(error.named)
      add(await generateAt(error.revision, located, context), error.named)
    }
  }
}

interface Located {
  readonly root: string
  readonly generation: Generation
}

/** What the command of a configuration writes. `undefined` if there's no command, or if git tracks the description. */
function locate(config: Config | undefined, {files, git}: Context): Located | undefined {
  const {spec: named, generate, folder = '.'} = config ?? {}
  const root = git.findCheckout('.')
  if (named === undefined || !generate || root === undefined) return undefined
  const spec = pathInRepository(files, root, named)
  const isTracked = spec === undefined || git.output(root, ['ls-files', '--error-unmatch', '--', spec]) !== undefined
  if (isTracked) return undefined
  return {root, generation: {generate, folder: pathInRepository(files, root, folder) ?? '', spec}}
}

/** Generates the description of a revision with the dependencies of the files on disk, or that of these files. */
function generateAt(
  revision: string | undefined,
  {root, generation}: Located,
  context: Context
): Promise<GeneratedFiles> {
  const compose = (composed: TemporaryCheckout): GenerationState => {
    const filesOf = (id: string): TreeFiles => listTreeFiles(composed.outer, root, id)
    const now = composeWorkingTree(composed, listUncommittedPaths(context.git, root))
    const [commit = 'HEAD'] = resolveCommits(context.git, root, [revision ?? 'HEAD'])
    const [from, files, today] =
      revision === undefined ? [now, filesOf(now), filesOf(now)] : [commit, filesOf(commit), filesOf(now)]
    const tree = composeTree(composed, from, files, [
      ...findReplacements(files, today),
      {path: generation.spec, isManifest: false}
    ])
    return {tree, commit, label: revision ?? 'the files on disk', isLocked: [...today.keys()].some(isLockFile)}
  }
  return generateFrom(root, compose, generation, context)
}
