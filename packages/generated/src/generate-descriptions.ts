import {join} from 'node:path'
import type {Context} from '@tenure/core/context/context'
import {createCommitFileTree, createTextFileTree, type FileTree} from '@tenure/core/documents/file-tree'
import type {LabeledCommit} from '@tenure/core/gate/base/base-commit'
import {type FoundBase, type LocatedBase, NO_COMMITS} from '@tenure/core/gate/base/base-revision'
import type {DeletedApi} from '@tenure/core/gate/base/deleted-apis'
import type {ApiOptions, ReviewedChange, TargetCommit} from '@tenure/core/gate/change'
import type {GeneratedChange} from '@tenure/core/gate/generated/generated-change'
import {requireTargetPlugins} from '@tenure/core/gate/plugins/plugin-choice'
import type {SourceRepository} from '@tenure/core/inputs/sources/git-repository'
import type {SourceRevision} from '@tenure/core/inputs/sources/source'
import {findReleaseTags, type TagChoice, type TaggedRelease} from '@tenure/core/inputs/sources/tags'
import {defined} from '@tenure/core/model/defined'
import {InputError} from '@tenure/core/model/input-error'
import {type Day, dayOfInstant} from '@tenure/core/model/time/date-range'
import {replaceParts} from '@tenure/core/stores/files/workspace'
import {CommitTree} from '@tenure/core/stores/git/commit-tree'
import type {Git} from '@tenure/core/stores/git/git'
import {formatFew, formatList} from '@tenure/core/text/format-values'
import type {TemporaryCheckout} from './checkout/temporary-checkout.ts'
import {composeTrees, type Trees} from './compose-trees.ts'
import {type GeneratedFiles, type GenerationState, generateFrom} from './generate.ts'
import {type LocatedGeneration, locateGeneration} from './locate-generation.ts'

/** Thrown by a reader of a commit whose description wasn't generated yet. */
class MissingDescription extends InputError {
  readonly commit: LabeledCommit
  constructor(spec: string, commit: LabeledCommit) {
    super([{message: `\`${spec}\` of ${commit.label} wasn't generated.`, place: {source: spec}}])
    this.commit = commit
  }
}

/** Thrown by a release whose description is only needed to see since when something is deprecated. */
class WantedDescription extends Error {
  readonly commit: LabeledCommit
  constructor(commit: LabeledCommit) {
    super(`The description of ${commit.label} is wanted.`)
    this.commit = commit
  }
}

/**
 * Generates the descriptions of a change and of its base, if git doesn't have that of one of them, and the target's
 * configuration or the user says how. `undefined` if there's nothing to generate. Throws an `InputError` if the command
 * fails, or if only the change names one.
 */
export async function generateDescriptions(
  options: ApiOptions,
  change: ReviewedChange,
  deleted?: DeletedApi
): Promise<GeneratedChange | undefined> {
  const located = locateGeneration(options, change, deleted)
  if (!located) return undefined
  const {context} = change
  const {repository, comparison, isDirty} = located
  const {root} = repository
  const target = {root, ...comparison.target}
  if ('lacks' in located) {
    const found = {base: {lacks: located.lacks}, target}
    return {context, found, isDirty, reading: async read => read(), remarks: () => []}
  }
  requireTargetPlugins(options, {root, id: target.id}, change)
  const {base} = comparison
  const run = new GenerationRun(located, change)
  const known = new Map<string, GeneratedFiles>()
  const add = async (commit: LabeledCommit): Promise<void> => void known.set(commit.id, await run.generateAt(commit))
  const addIfPossible = (commit: LabeledCommit): Promise<void> =>
    add(commit).catch(error => {
      rejectOthers(error)
      known.set(commit.id, new Map())
    })
  // The base first: it runs no code of the change, which could disturb what comes after it.
  if (!located.isInBase) await add(base)
  const written = deleted ? undefined : await run.generateChange()
  const drifted = located.isInBase || deleted ? undefined : await run.generateDrifted(base)
  const found = located.isInBase ? undefined : findGenerated(located, target, known, run.head, context)
  return {
    context: written ? withFiles(context, root, written) : context,
    isDirty,
    ...defined({found}),
    ...(drifted ? {drifted: {revision: openGenerated(drifted, located, base), altered: run.altered}} : {}),
    reading: read => retryReading(read, add, addIfPossible),
    remarks: () => [...run.remarks(), ...located.remarks]
  }
}

/** Calls a function until all descriptions that it reads were generated. */
async function retryReading<Result>(
  read: () => Result,
  add: (commit: LabeledCommit) => Promise<void>,
  addIfPossible: (commit: LabeledCommit) => Promise<void>
): Promise<Result> {
  for (;;) {
    try {
      return read()
    } catch (error) {
      if (error instanceof MissingDescription) await add(error.commit)
      else if (error instanceof WantedDescription) await addIfPossible(error.commit)
      else throw error
    }
  }
}

/** What a change is compared with, as it was generated. */
function findGenerated(
  located: LocatedGeneration,
  target: TargetCommit,
  known: ReadonlyMap<string, GeneratedFiles>,
  head: string,
  context: Context
): FoundBase {
  const {repository, comparison, generation, isDirty} = located
  const readAt = (commit: LabeledCommit): LocatedBase => {
    const files = known.get(commit.id)
    const revision = files ? openGenerated(files, located, commit) : openCommitted(located, commit, context)
    if (!revision) throw new MissingDescription(generation.spec, commit)
    return locateBase(located, commit, revision, () => listMarking(located, commit, known, context), context)
  }
  // The target itself is only looked at for what else it may say.
  const isSkipped = ({id}: LabeledCommit): boolean => id === target.id && !known.has(id)
  return {
    base: readAt(comparison.base),
    target,
    line: {repository, head, isDirty, readAt: commit => (isSkipped(commit) ? NOT_GENERATED : readAt(commit))}
  }
}

/** Releases up to a base, and the base, oldest first: they show since when something is deprecated. */
function listMarking(
  located: LocatedGeneration,
  base: LabeledCommit,
  known: ReadonlyMap<string, GeneratedFiles>,
  context: Context
): SourceRevision[] {
  const {repository, tags, generation} = located
  if (!tags) return []
  const {git} = context
  const isBefore = (id: string): boolean =>
    id !== base.id && git.output(repository.root, ['merge-base', '--all', id, base.id])?.toString('utf8').trim() === id
  const releases = findTagged(git, repository, tags).filter(({commit}) => isBefore(commit.id))
  const all = [...releases.map(({name, commit}) => ({...commit, label: name})), {...base, day: undefined}]
  return all.map(({id, label, day = dayOf(git, repository.root, id)}): SourceRevision => {
    const tree = (): FileTree => {
      const files = known.get(id)
      const revision = files ? openGenerated(files, located, {id, label}) : openCommitted(located, {id, label}, context)
      if (!revision) throw new WantedDescription({id, label})
      if (files?.size === 0) throw new MissingDescription(generation.spec, {id, label})
      return revision.tree()
    }
    return {tree, commit: {id, day}}
  })
}

function findTagged(git: Git, repository: SourceRepository, tags: TagChoice): readonly TaggedRelease[] {
  try {
    return findReleaseTags(git, repository, tags, 'UTC').releases
  } catch (error) {
    // Without releases, the base alone shows marks.
    rejectOthers(error)
    return []
  }
}

function rejectOthers(error: unknown): undefined {
  if (!(error instanceof InputError)) throw error
}

const dayOf = (git: Git, root: string, id: string, timezone = 'UTC'): Day =>
  dayOfInstant(
    new Date(Number(git.output(root, ['log', '-1', '--format=%ct', id])?.toString('utf8').trim()) * 1000),
    timezone
  )

const NOT_GENERATED = {lacks: 'its description was not generated'}

/** Runs the command for the states of a change. */
class GenerationRun {
  readonly #located: LocatedGeneration
  readonly #change: ReviewedChange
  readonly #context: Context
  readonly #labels: string[] = []
  #isDriftUnknown = false
  altered: readonly string[] = []
  head = ''

  constructor(located: LocatedGeneration, change: ReviewedChange) {
    this.#located = located
    this.#change = change
    this.#context = change.context
  }

  generateAt(commit: LabeledCommit): Promise<GeneratedFiles> {
    this.#labels.push(commit.label)
    return this.#generate(commit, trees => trees.older(commit.id))
  }

  generateChange(): Promise<GeneratedFiles> {
    this.#labels.push('this change')
    return this.#generate(undefined, trees => trees.change)
  }

  /** Generates the description of the base again, if the change alters a lock file. `undefined` if that fails. */
  async generateDrifted({id, label}: LabeledCommit): Promise<GeneratedFiles | undefined> {
    if (this.altered.length === 0) return undefined
    try {
      return await this.#generate({id, label: `${label} with the dependencies of this change`}, trees =>
        trees.drifted(id)
      )
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      this.#isDriftUnknown = true
      return undefined
    }
  }

  #generate(commit: LabeledCommit | undefined, choose: (trees: Trees) => string): Promise<GeneratedFiles> {
    const {repository, generation} = this.#located
    const compose = (composed: TemporaryCheckout): GenerationState => {
      const trees = composeTrees(composed, this.#located, this.#change)
      const {altered, head, isLocked} = trees
      this.altered = altered
      this.head = head
      return {tree: choose(trees), commit: commit?.id ?? head, label: commit?.label ?? 'this change', isLocked}
    }
    return generateFrom(repository.root, compose, generation, this.#context)
  }

  /** Remarks on what was generated, and under which dependencies. */
  remarks(): string[] {
    const {
      generation: {generate, spec},
      comparison: {base, target}
    } = this.#located
    const altered = formatFew(this.altered.map(path => `\`${path}\``))
    const but = altered === '' ? '' : `, but for ${altered} of this change`
    return [
      `\`${spec}\` of ${sayLabels(this.#labels)} was generated with \`${generate.command}\`, under the dependencies of ${target.label}${but}.`,
      ...(this.#isDriftUnknown
        ? [
            `\`${spec}\` of ${base.label} can't be generated with ${altered} of this change, so the drift of the generator isn't known, and all differences count as changes.`
          ]
        : [])
    ]
  }
}

const sayLabels = (labels: readonly string[]): string =>
  labels.length > MAX_LABELS ? formatFew(labels) : formatList(labels, 'and of')

/** Maximum number of states that are all named. */
const MAX_LABELS = 3

/** The context with generated files in place of those on disk. */
const withFiles = (context: Context, root: string, generated: GeneratedFiles): Context =>
  replaceParts(context, {
    files: context.files.with(
      new Map([...generated].map(([path, bytes]) => [context.files.resolve(root, path), Buffer.from(bytes)]))
    )
  })

/** The description that git has in a commit. `undefined` if it has none. */
function openCommitted(
  {repository: {root}, generation: {spec}}: LocatedGeneration,
  {id}: LabeledCommit,
  context: Context
): SourceRevision | undefined {
  const entry = new CommitTree(context.git, root, id).find(spec)
  if (entry?.kind !== 'file' || !entry.blob) return undefined
  const {path, blob} = entry
  return {tree: () => createCommitFileTree(context, id.slice(0, 7), path, blob, {root, id})}
}

function locateBase(
  {repository: {root, isShallow}, generation: {spec}}: LocatedGeneration,
  {id, label}: LabeledCommit,
  revision: SourceRevision,
  marking: () => SourceRevision[],
  context: Context
): LocatedBase {
  const known = {id, label, isShallow, path: context.files.relative('', join(root, spec))}
  return {
    ...known,
    open: ({timezone}) => ({
      ...known,
      revision: {...revision, commit: {id, day: dayOf(context.git, root, id, timezone)}},
      ...NO_COMMITS,
      markRevisions: marking
    })
  }
}

/** A generated description and the files that it refers to, named after their commit. */
function openGenerated(
  generated: GeneratedFiles,
  {generation: {spec}}: LocatedGeneration,
  {id}: LabeledCommit
): SourceRevision {
  const texts = new Map([...generated].map(([path, bytes]) => [path, Buffer.from(bytes).toString('utf8')]))
  return {tree: () => ({...createTextFileTree(spec, texts), sourceOf: path => `${id.slice(0, 7)}:${path}`})}
}
