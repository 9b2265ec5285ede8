import {join} from 'node:path'
import {createCommitFileTree, createTextFileTree} from '../../../documents/file-tree.ts'
import type {BaseCommit} from '../../../inputs/base/base-commit.ts'
import {type FoundBase, type LocatedBase, NO_COMMITS, type TargetCommit} from '../../../inputs/base/base-revision.ts'
import type {DeletedApi} from '../../../inputs/base/deleted-apis.ts'
import {openTemporaryCheckout} from '../../../inputs/base/temporary-checkout.ts'
import type {SourceRevision} from '../../../inputs/sources/source.ts'
import {defined} from '../../../model/defined.ts'
import {InputError} from '../../../model/input-error.ts'
import {dayOfInstant} from '../../../model/time/date-range.ts'
import {replaceParts} from '../../../stores/files/workspace.ts'
import {createTemporaryFolder, removeFolder} from '../../../stores/files/write-file.ts'
import {CommitTree} from '../../../stores/git/commit-tree.ts'
import {formatFew, formatList} from '../../../text/format-values.ts'
import type {Context} from '../../context.ts'
import {type GeneratedFiles, generateDescription} from '../../generate/generate.ts'
import {requireTargetPlugins} from '../../plugin-choice.ts'
import type {DriftedRevision} from '../compare-with-base.ts'
import type {GateOptions} from '../gate-choice.ts'
import {composeTrees, type Trees} from './compose-trees.ts'
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
  readonly drifted?: DriftedRevision
  /** Generates the descriptions of the commits that a function reads, and returns its result. */
  readonly reading: <Result>(read: () => Result) => Promise<Result>
  readonly remarks: () => readonly string[]
}

/** Thrown by a reader of a commit whose description wasn't generated yet. */
class MissingDescription extends InputError {
  readonly commit: BaseCommit
  constructor(spec: string, commit: BaseCommit) {
    super([{message: `\`${spec}\` of ${commit.label} wasn't generated.`, place: {source: spec}}])
    this.commit = commit
  }
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
  const {repository, comparison, isDirty} = located
  const {root} = repository
  const target = {root, ...comparison.target}
  if ('lacks' in located) {
    const found = {base: {lacks: located.lacks}, target}
    return {context, found, isDirty, reading: async read => read(), remarks: () => []}
  }
  requireTargetPlugins(options, {root, id: target.id}, context)
  const {base} = comparison
  const run = new GenerationRun(located, options, context)
  const known = new Map<string, GeneratedFiles>()
  const add = async (commit: BaseCommit): Promise<void> => void known.set(commit.id, await run.generateAt(commit))
  // The base first: it runs no code of the change, which could disturb what comes after it.
  if (!located.isInBase) await add(base)
  const change = gone ? undefined : await run.generateChange()
  const drifted = located.isInBase || gone ? undefined : await run.generateDrifted(base)
  const found = located.isInBase ? undefined : findGenerated(located, target, known, run.head, context)
  return {
    context: change ? withFiles(context, root, change) : context,
    isDirty,
    ...defined({found}),
    ...(drifted ? {drifted: {revision: openGenerated(drifted, located, base), altered: run.altered}} : {}),
    reading: read => retryReading(read, add),
    remarks: () => [...run.remarks(), ...located.remarks]
  }
}

/** Calls a function until all descriptions that it reads were generated. */
async function retryReading<Result>(read: () => Result, add: (commit: BaseCommit) => Promise<void>): Promise<Result> {
  for (;;) {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof MissingDescription)) throw error
      await add(error.commit)
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
  const readAt = (commit: BaseCommit): LocatedBase => {
    const files = known.get(commit.id)
    const revision = files ? openGenerated(files, located, commit) : openCommitted(located, commit, context)
    if (!revision) throw new MissingDescription(generation.spec, commit)
    return locateBase(located, commit, revision, context)
  }
  // The target itself is only looked at for what else it may say.
  const isSkipped = ({id}: BaseCommit): boolean => id === target.id && !known.has(id)
  return {
    base: readAt(comparison.base),
    target,
    line: {repository, head, isDirty, readAt: commit => (isSkipped(commit) ? NOT_GENERATED : readAt(commit))}
  }
}

const NOT_GENERATED = {lacks: 'its description was not generated'}

/** Runs the command for the states of a change. */
class GenerationRun {
  readonly #located: LocatedGeneration
  readonly #options: GateOptions
  readonly #context: Context
  readonly #labels: string[] = []
  #isDriftUnknown = false
  altered: readonly string[] = []
  head = ''

  constructor(located: LocatedGeneration, options: GateOptions, context: Context) {
    this.#located = located
    this.#options = options
    this.#context = context
  }

  generateAt(commit: BaseCommit): Promise<GeneratedFiles> {
    this.#labels.push(commit.label)
    return this.#generate(commit, trees => trees.older(commit.id))
  }

  generateChange(): Promise<GeneratedFiles> {
    this.#labels.push('this change')
    return this.#generate(undefined, trees => trees.change)
  }

  /** Generates the description of the base again, if the change alters a lock file. `undefined` if that fails. */
  async generateDrifted({id, label}: BaseCommit): Promise<GeneratedFiles | undefined> {
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

  async #generate(commit: BaseCommit | undefined, choose: (trees: Trees) => string): Promise<GeneratedFiles> {
    const {root} = this.#located.repository
    const parent = createTemporaryFolder('tenure-generate-')
    const close = (): void => removeFolder(parent)
    try {
      const composed = openTemporaryCheckout(this.#context, root, parent)
      const trees = composeTrees(composed, this.#located, this.#options, this.#context)
      this.altered = trees.altered
      this.head = trees.head
      return await generateDescription(
        {open: () => openTemporaryCheckout(this.#context, root, parent, composed), close},
        {
          tree: choose(trees),
          commit: commit?.id ?? trees.head,
          label: commit?.label ?? 'this change',
          isLocked: trees.isLocked
        },
        this.#located.generation,
        this.#context
      )
    } finally {
      close()
    }
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
      `\`${spec}\` of ${formatList(this.#labels, 'and of')} was generated with \`${generate.command}\`, under the dependencies of ${target.label}${but}.`,
      ...(this.#isDriftUnknown
        ? [
            `\`${spec}\` of ${base.label} can't be generated with ${altered} of this change, so the drift of the generator isn't known, and all differences count as changes.`
          ]
        : [])
    ]
  }
}

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
  {id}: BaseCommit,
  context: Context
): SourceRevision | undefined {
  const entry = new CommitTree(context.git, root, id).find(spec)
  if (entry?.kind !== 'file' || !entry.blob) return undefined
  const {path, blob} = entry
  return {shelf: () => createCommitFileTree(context, id.slice(0, 7), path, blob, {root, id})}
}

function locateBase(
  {repository: {root, isShallow}, generation: {spec}}: LocatedGeneration,
  {id, label}: BaseCommit,
  revision: SourceRevision,
  context: Context
): LocatedBase {
  const known = {id, label, isShallow, path: context.files.relative('', join(root, spec))}
  const time = Number(context.git.output(root, ['log', '-1', '--format=%ct', id])?.toString('utf8').trim())
  return {
    ...known,
    open: timezone => ({
      ...known,
      revision: {...revision, commit: {id, day: dayOfInstant(new Date(time * 1000), timezone)}},
      ...NO_COMMITS
    })
  }
}

/** A generated description and the files that it refers to, named after their commit. */
function openGenerated(
  generated: GeneratedFiles,
  {generation: {spec}}: LocatedGeneration,
  {id}: BaseCommit
): SourceRevision {
  const texts = new Map([...generated].map(([path, bytes]) => [path, Buffer.from(bytes).toString('utf8')]))
  return {shelf: () => ({...createTextFileTree(spec, texts), sourceOf: path => `${id.slice(0, 7)}:${path}`})}
}
