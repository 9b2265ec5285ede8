import {join} from 'node:path'
import process from 'node:process'
import type {Context} from '@tenure/core/context/context'
import {readyFor} from '@tenure/core/descriptions/readers'
import {createDiskFileTree} from '@tenure/core/documents/file-tree'
import type {GenerateCommand} from '@tenure/core/inputs/config/generate-command'
import {InputError, inputError} from '@tenure/core/model/input-error'
import {ReleaseDiffs} from '@tenure/core/observations/release-diffs'
import {plainText} from '@tenure/core/outputs/report/sanitize-text'
import {digest, readData, serializeData} from '@tenure/core/stores/cache'
import {Files} from '@tenure/core/stores/files/files'
import {createTemporaryFolder, removeFolder} from '@tenure/core/stores/files/write-file'
import type {Environment} from '@tenure/core/stores/git/environment'
import {checkOutTree, openTemporaryCheckout, type TemporaryCheckout} from './checkout/temporary-checkout.ts'
import {type CommandRun, onProcessEnd, runCommand} from './run-command.ts'

/** The files of a generated description, by their paths from the root of the repository. */
export type GeneratedFiles = ReadonlyMap<string, Uint8Array>

/** A state of the files, from which a description is generated. */
export interface GenerationState {
  /** ID of the tree with the files. */
  readonly tree: string
  /** ID of the commit that the tree belongs to. */
  readonly commit: string
  /** Its name in messages. */
  readonly label: string
  /** Whether the result can be kept: all dependencies are named by lock files. */
  readonly isLocked: boolean
}

/** How descriptions are generated. Paths are relative to the root of the repository. */
export interface Generation {
  readonly generate: GenerateCommand
  /** Folder in which the command runs. */
  readonly folder: string
  readonly spec: string
}

/** Generates the description of a state that is composed in a temporary checkout, which is removed afterwards. */
export async function generateFrom(
  root: string,
  compose: (composed: TemporaryCheckout) => GenerationState,
  generation: Generation,
  context: Context
): Promise<GeneratedFiles> {
  const parent = createTemporaryFolder('tenure-generate-')
  const remove = (): void => removeFolder(parent)
  const release = onProcessEnd(remove)
  try {
    const composed = openTemporaryCheckout(context, root, parent)
    const open = (): TemporaryCheckout => openTemporaryCheckout(context, root, parent, composed)
    return await generateDescription(open, compose(composed), generation, context)
  } finally {
    remove()
    release()
  }
}

/**
 * Runs the command in a temporary checkout, unless an earlier run did, and returns the files of the description. Throws
 * an `InputError` if the command fails or doesn't write the file.
 */
async function generateDescription(
  open: () => TemporaryCheckout,
  state: GenerationState,
  generation: Generation,
  context: Context
): Promise<GeneratedFiles> {
  const {generate, folder, spec} = generation
  const key = keyOf(state, generation, context.env)
  const known = context.generated.get(key) ?? (state.isLocked ? readKept(context, key) : undefined)
  if (known) {
    context.generated.set(key, known)
    return known
  }
  const checkout = open()
  checkOutTree(checkout, state.tree, state.commit)
  await runIn(checkout, state, generation, context)
  const files = await readGenerated(checkout.folder, spec)
  if (!files) {
    throw inputError(
      `\`${plainText(generate.command)}\` ran in ${placeIn(folder)} of ${state.label} and didn't write \`${spec}\`. Let it write the file that \`spec\` names.`,
      generate.place
    )
  }
  context.generated.set(key, files)
  if (state.isLocked) context.cache().put(key, serializeData([...files]))
  return files
}

function readKept(context: Context, key: string): GeneratedFiles | undefined {
  const kept = readData<[string, Uint8Array][]>(context.cache().get(key))
  return kept && new Map(kept)
}

/** Everything that the output of a command depends on, as far as it's known: `PATH` stands for what is installed. */
const keyOf = ({tree}: GenerationState, {generate, folder, spec}: Generation, {PATH = ''}: Environment): string =>
  digest('generated', tree, generate.command, folder, spec, process.platform, process.arch, process.version, PATH)

const placeIn = (folder: string): string => (folder === '' ? 'the top folder' : `\`${folder}\``)

async function runIn(
  {folder: top}: TemporaryCheckout,
  {label}: GenerationState,
  {generate, folder, spec}: Generation,
  context: Context
): Promise<void> {
  const {command, minutes, env, place} = generate
  const at = join(top, folder)
  if (!new Files(top).isFolder(at)) {
    throw inputError(
      `\`${spec}\` of ${label} can't be generated: it has no folder \`${folder}\`, in which \`generate\` runs. Compare with a later state, with \`--base\`.`,
      place
    )
  }
  context.progress(0, 1, `${spec} of ${label}`)
  const ran = await runCommand(command, {folder: at, env: withoutSecrets(context.env, env), minutes})
    .catch((error: unknown): CommandRun => ({how: error instanceof Error ? error.message : String(error), output: ''}))
    .finally(() => context.progress())
  if (ran.how === 0) return
  const lines = ran.output.split(/\r\n|\r|\n/).filter(line => line.trim() !== '')
  // A line of a command could be one for the CI system, so each has a mark in front.
  for (const line of lines.slice(-MAX_LINES)) context.err(`| ${plainText(line).replaceAll('##[', '## [')}\n`)
  throw inputError(
    `\`${plainText(command)}\` ${sayEnd(ran.how, minutes)} in ${placeIn(folder)} of ${label}, so \`${spec}\` can't be compared${lines.length > 0 ? ` (last line: \`${plainText(lines.at(-1) ?? '').slice(0, MAX_WIDTH)}\`)` : ''}. It starts without installed packages, so let it install them first, and try it in a new clone.`,
    place,
    'generate: npm ci && node openapi.js'
  )
}

/** Maximum number of lines of a failed command that are printed, and of characters of its last one in the message. */
const [MAX_LINES, MAX_WIDTH] = [40, 200]

const sayEnd = (how: number | string, minutes: number): string =>
  how === 'timeout'
    ? `wasn't done after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} (\`minutes:\` sets how long it may take)`
    : typeof how === 'number'
      ? `failed with exit code ${how}`
      : `failed (${plainText(how)})`

/** Variables that hold secrets, that lead to other steps of a job, or that are for git and for tenure itself. */
const WITHHELD =
  /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|PRIVATE|(?:API|ACCESS|SIGNING|ENCRYPTION|ACCOUNT)_?KEY|_AUTH$|_PAT$|^(?:ACTIONS_|GIT_|TENURE_|SSH_AUTH_SOCK$|GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)$)/i

const withoutSecrets = (env: Environment, wanted: readonly string[]): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => wanted.includes(name) || !WITHHELD.test(name)))

/** The files of a description in a folder. `undefined` if there's none, or if it's a link that leads out. */
async function readGenerated(top: string, spec: string): Promise<GeneratedFiles | undefined> {
  const files = new Files(top)
  const real = files.relative(files.realPath(top), files.realPath(spec))
  if (!files.isFile(spec) || real.startsWith('..')) return undefined
  const read = (path: string): [string, Uint8Array] => [path, files.readBytes(path)]
  try {
    await readyFor([spec])
    const parts = new ReleaseDiffs().filesOf({tree: () => createDiskFileTree(files, spec)})
    return new Map([spec, ...parts.map(path => files.relative(files.realPath(top), path))].map(read))
  } catch (error) {
    // The description is read again where the error can name it.
    if (error instanceof InputError) return new Map([read(spec)])
    throw error
  }
}
