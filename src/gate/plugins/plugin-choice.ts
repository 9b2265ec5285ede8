import {basename, dirname, join, sep} from 'node:path'
import {findConfigPathIn, pluginsOf} from '../../app/session/config.ts'
import {CONFIG_NAME} from '../../app/session/config-path.ts'
import type {Context, RunningPlugin} from '../../context/context.ts'
import {type NamedFile, readPluginsText} from '../../inputs/config/file.ts'
import {ignoreInputErrors, inputError} from '../../model/input-error.ts'
import type {SourceLocation} from '../../model/location.ts'
import {type Files, referenceRootOf} from '../../stores/files/files.ts'
import {decodeUtf8} from '../../stores/files/text-bytes.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {CommitTree} from '../../stores/git/commit-tree.ts'
import {findComparison, namesFile, type ReviewedChange} from '../change.ts'

/** Commit in a repository. */
export interface TargetTree {
  readonly root: string
  readonly id: string
}

/**
 * Plugins to run, and the commit that contains their files. Without a commit, the files of the working tree are used.
 */
export interface PluginSource {
  readonly plugins: readonly NamedFile[]
  readonly tree?: TargetTree
}

/** Thrown when a command finds plugins to run. The command is then repeated in a separate process. */
export class PluginsWanted extends Error {
  readonly source: PluginSource

  constructor(source: PluginSource) {
    super('Plugins run in a process of their own.')
    this.source = source
  }
}

interface Options {
  readonly config?: string | undefined
  readonly plugins?: boolean | undefined
}

/**
 * Throws `PluginsWanted` if plugins of the working tree are requested and configured, unless this is the plugin
 * process.
 */
export function requirePlugins(options: Options, context: Context): void {
  if (context.plugins.isOwnProcess || options.plugins !== true) return
  const plugins = pluginsOf(context.files, options)
  if (plugins.length > 0) throw new PluginsWanted({plugins})
}

/**
 * Throws `PluginsWanted` for the plugins that the target of a change lists, or for the requested ones if there's no
 * target. Returns whether there's a target.
 */
export function requireTargetPlugins(options: Options, tree: TargetTree | undefined, change: ReviewedChange): boolean {
  const {context} = change
  const target = tree ?? findPluginTarget(options, change)
  if (!target) {
    requirePlugins(options, context)
    return false
  }
  if (context.plugins.isOwnProcess) return true
  const plugins = pluginsOfCommit(context, target, findConfigPathIn(context, target, options))
  if (plugins.length > 0) throw new PluginsWanted({plugins, tree: target})
  return true
}

function findPluginTarget({config}: Options, change: ReviewedChange): TargetTree | undefined {
  const folder = dirname(config ?? CONFIG_NAME)
  if (!change.context.files.exists(folder)) return undefined
  // A file that the user names belongs to one description, and not to the branch whose plugins run.
  const found = findComparison(namesFile(change) ? {...change, base: undefined} : change, folder, () => true)
  return found && {root: found.repository.root, id: found.target.id}
}

/** Plugins listed in the config file of a commit. */
export function pluginsOfCommit(workspace: Workspace, {root, id}: TargetTree, config: string): NamedFile[] {
  const inside = pathFromRoot(workspace.files, root, config)
  const bytes = inside === undefined ? undefined : new CommitTree(workspace.git, root, id).read(inside)
  // An unreadable config file lists no plugins. The report says that it can't be read.
  return ignoreInputErrors(() => (bytes ? readPluginsText(workspace.files, decodeUtf8(bytes, config), config) : []), [])
}

/**
 * Path of a file from the root, by name only, because the change controls the links of the working tree. `undefined` if
 * it's outside of the root.
 */
function pathFromRoot(files: Files, root: string, file: string): string | undefined {
  const inside = files
    .relative(files.realPath(root), join(files.realPath(dirname(file)), basename(file)))
    .split(sep)
    .join('/')
  return inside.startsWith('../') ? undefined : inside
}

/** Adds the location to load each plugin from: the folder with the extracted commit, otherwise the working tree. */
export function locatePlugins(
  files: Files,
  {plugins, tree}: PluginSource,
  folder: string | undefined
): RunningPlugin[] {
  return plugins.map(({path, place}): RunningPlugin => {
    if (!tree || folder === undefined) {
      const file = files.realPath(files.resolve(path))
      const root = referenceRootOf(files, file)
      return {path, place, file, root, shownRoot: root}
    }
    const inside = files.relative(files.realPath(tree.root), files.resolve(path)).split(sep).join('/')
    if (inside.startsWith('../')) throw outsideError(path, place)
    return {path, place, file: join(folder, inside), root: folder, shownRoot: tree.root}
  })
}

const outsideError = (path: string, place: SourceLocation) =>
  inputError(`Plugin \`${path}\` is outside of the repository. Put it into the repository.`, place)
