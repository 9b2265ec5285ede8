import {configOf, findConfigPathIn, wholeConfigOf} from '@tenure/core/app/session/config'
import {findHistory} from '@tenure/core/app/session/history-path'
import type {Context} from '@tenure/core/context/context'
import type {ChangeComparison} from '@tenure/core/gate/base/base-commit'
import type {DeletedApi} from '@tenure/core/gate/base/deleted-apis'
import {type ApiOptions, findComparison, namesFile, type ReviewedChange} from '@tenure/core/gate/change'
import type {Config, ConfigApi} from '@tenure/core/inputs/config/file'
import {DEFAULT_MINUTES, type GenerateCommand} from '@tenure/core/inputs/config/generate-command'
import type {SourceRepository} from '@tenure/core/inputs/sources/git-repository'
import {createTagOwner} from '@tenure/core/inputs/sources/tag-families'
import type {TagChoice} from '@tenure/core/inputs/sources/tags'
import {pathInRepository} from '@tenure/core/inputs/working-tree'
import {defined} from '@tenure/core/model/defined'
import {InputError, inputError} from '@tenure/core/model/input-error'
import {atCommit, type RepositoryState} from '@tenure/core/stores/files/commit-workspace'
import {CommitTree} from '@tenure/core/stores/git/commit-tree'
import {NotInClone} from '@tenure/core/stores/git/not-in-clone'
import {listUncommittedPaths} from './checkout/temporary-checkout.ts'
import type {Generation} from './generate.ts'

/** What a command may write: a description of a change, and what it's compared with. */
interface Subject {
  /** Configuration that the change brings. */
  readonly own: Config | undefined
  /** Path of the description as the command line or the configuration names it. */
  readonly named: string
  readonly spec: string
  readonly repository: SourceRepository
  readonly comparison: ChangeComparison
  readonly isInBase: boolean
  readonly isDirty: () => boolean
}

/** What is generated, and from what. */
export interface LocatedGeneration extends Pick<Subject, 'repository' | 'comparison' | 'isInBase' | 'isDirty'> {
  readonly generation: Generation
  /** Tags of the releases that show since when something is deprecated. Missing if the target has a history, which does. */
  readonly tags?: TagChoice
  readonly remarks: readonly string[]
}

/** Why nothing is generated or compared, although the change names a command. */
export interface MissingDescription extends Pick<Subject, 'repository' | 'comparison' | 'isDirty'> {
  readonly lacks: string
}

/**
 * Finds what to generate. `undefined` if git has both descriptions, or nothing says how they are generated. Throws an
 * `InputError` if only the change says it, and its API isn't new.
 */
export function locateGeneration(
  options: ApiOptions,
  change: ReviewedChange,
  deleted?: DeletedApi
): LocatedGeneration | MissingDescription | undefined {
  const subject = findSubject(options, change, deleted)
  if (!subject) return undefined
  const {context} = change
  const {own, named, spec, repository, comparison, isInBase, isDirty} = subject
  const api = findTargetApi(subject, own?.api ?? deleted?.name ?? options.api, options, context)
  const generate = options.generate === undefined ? api?.generate : toCommand(options.generate)
  if (!generate && (isInBase || own?.generate === undefined)) return undefined
  if (!generate) {
    const lacks = whyMissing(own?.generate, named, api, comparison, context)
    return {repository, comparison, isDirty, lacks}
  }
  const folder = pathInRepository(context.files, repository.root, api?.folder ?? own?.folder ?? '.') ?? ''
  const remarks = options.generate === undefined && own ? sayChangedCommand(own.generate, generate) : []
  const generation = {generate, folder, spec}
  return {repository, comparison, isInBase, isDirty, generation, remarks, ...defined({tags: api?.tags})}
}

const sayChangedCommand = (own: GenerateCommand | undefined, used: GenerateCommand): string[] =>
  own?.command === used.command
    ? []
    : [`This change ${own ? 'changes' : 'removes'} \`generate\`, which counts once it is merged.`]

/** Finds a description that a command may write. `undefined` if git has it in the base and in the change. */
function findSubject(
  options: ApiOptions,
  change: ReviewedChange,
  deleted: DeletedApi | undefined
): Subject | undefined {
  if (namesFile(change)) return undefined
  const {files, git} = change.context
  const own = deleted ? undefined : configOf(options, change.context)
  const named = deleted?.spec ?? options.spec ?? own?.spec
  if (named === undefined || files.isFolder(named) || !mayGenerate(own, options, change)) return undefined
  // In CI, the change is what is committed, whatever else a job writes.
  const isDirtyAt = (root: string): boolean => change.ci === undefined && listUncommittedPaths(git, root).length > 0
  const found = findComparison(change, '.', ({root}) => isDirtyAt(root))
  const root = found?.repository.root ?? ''
  const spec = found && pathInRepository(files, root, named)
  if (!found || spec === undefined) return undefined
  const isInBase = new CommitTree(git, root, found.base.id).find(spec)?.kind === 'file'
  const isInChange =
    deleted !== undefined || git.output(root, ['ls-files', '--error-unmatch', '--', spec]) !== undefined
  if (isInBase && isInChange) return undefined
  const {repository, ...comparison} = found
  return {own, named, spec, repository, comparison, isInBase, isDirty: () => isDirtyAt(root)}
}

/** Whether anything names a command. The target's configuration isn't parsed for that. */
function mayGenerate(own: Config | undefined, options: ApiOptions, change: ReviewedChange): boolean {
  if (options.generate !== undefined || own?.generate !== undefined) return true
  const found = findComparison(change, '.', () => true)
  if (!found) return false
  const {context} = change
  const state = {root: found.repository.root, id: found.target.id}
  const path = pathInRepository(context.files, state.root, findConfigPathIn(context, state, options))
  const bytes = path === undefined ? undefined : new CommitTree(context.git, state.root, state.id).read(path)
  return bytes?.includes('generate') === true
}

const toCommand = (command: string): GenerateCommand => ({
  command,
  minutes: DEFAULT_MINUTES,
  env: [],
  place: {source: '--generate'}
})

interface TargetApi {
  readonly generate?: GenerateCommand | undefined
  readonly folder: string
  readonly tags?: TagChoice | undefined
  /** Whether the target describes its APIs, and this isn't one of them. */
  readonly isNew?: boolean
}

/** What the target's configuration says of an API. `undefined` if the target has no configuration. */
function findTargetApi(
  {named, repository: {root}, comparison: {target}}: Subject,
  api: string | undefined,
  options: ApiOptions,
  context: Context
): TargetApi | undefined {
  const whole = readConfigAt({root, id: target.id}, options, context)
  if (!whole) return undefined
  const {files} = context
  const isSame = ({spec}: Pick<ConfigApi, 'spec'>): boolean =>
    spec !== undefined && files.resolve(spec) === files.resolve(named)
  const {folder} = whole
  const history = findHistory(atCommit(context, {root, id: target.id}), options.history, whole)
  if (whole.apis.length === 0)
    return {
      ...(history === undefined ? {tags: {patterns: whole.tags}} : {}),
      generate: isSame(whole) ? whole.generate : undefined,
      folder,
      isNew: whole.spec !== undefined && !isSame(whole)
    }
  const found = whole.apis.find(each => each.name === api && isSame(each)) ?? whole.apis.find(isSame)
  const others = whole.apis.filter(each => each !== found).flatMap(({name, spec}) => [{name}, {spec}])
  const tags = {
    patterns: found?.tags ?? whole.tags,
    owner: createTagOwner({name: found?.name, spec: found?.spec}, others)
  }
  const hasHistory = history !== undefined || found?.history !== undefined
  return {generate: found?.generate, folder, isNew: found === undefined, ...(hasHistory ? {} : {tags})}
}

/** The configuration of a commit. `undefined` if it has none, or one that can't be read, which other messages report. */
function readConfigAt(state: RepositoryState, options: ApiOptions, context: Context): Config | undefined {
  try {
    return wholeConfigOf(options, atCommit(context, state))
  } catch (error) {
    if (error instanceof InputError && !(error instanceof NotInClone)) return undefined
    throw error
  }
}

/**
 * Why nothing is compared if only the change says how its description is generated: the API is new. Throws an
 * `InputError` if it may not be.
 */
function whyMissing(
  generate: GenerateCommand | undefined,
  spec: string,
  api: TargetApi | undefined,
  {base, target}: ChangeComparison,
  {files}: Context
): string {
  if (!api?.isNew) {
    throw inputError(
      `${base.label} has no \`${spec}\`, and \`generate\` isn't merged yet: ${target.label} doesn't configure it, and a change can't choose a command that runs for its base. Merge \`generate\` first, or name the command in the pipeline with \`--generate\`.`,
      generate?.place,
      'tenure check --generate "npm ci && node openapi.js"'
    )
  }
  if (files.isFile(spec)) return `\`${spec}\` is not in ${base.label} and its configuration: all of it is new`
  throw inputError(
    `\`${spec}\` is new, and its \`generate\` isn't merged yet, so nothing is run for it. Let the pipeline write the file before the check, or merge its entry first.`,
    generate?.place
  )
}
