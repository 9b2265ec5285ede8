import {basename, dirname, join} from 'node:path'
import type {Config} from '../../inputs/config/file.ts'
import {folderAbove} from '../../inputs/config/history-path.ts'
import {findNearestSpecs} from '../../inputs/sources/project-files.ts'
import {holdsReleases} from '../../inputs/sources/release-files.ts'
import {listTags} from '../../inputs/sources/tags.ts'
import {inputError} from '../../model/input-error.ts'
import type {Files} from '../../stores/files/files.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {formatFew} from '../../text/format-values.ts'
import {quoteForShell} from '../../text/remedies.ts'
import {DEFAULT_HISTORIES, findConfigPath} from './config-path.ts'

/** Histories with default names: in the working directory, otherwise next to the configuration of a folder above it. */
function defaultHistories(files: Files, config: Config | undefined): string[] {
  const here = DEFAULT_HISTORIES.filter(each => files.exists(each))
  const folder = config && folderAbove(files, config)
  return here.length > 0 || folder === undefined
    ? here
    : DEFAULT_HISTORIES.map(name => join(folder, name)).filter(each => files.exists(each))
}

/** Path of the history: named, configured, or with a default name. `undefined` if there's none. */
export function findHistory(workspace: Workspace, named: string | undefined, config?: Config): string | undefined {
  const isKnown =
    named !== undefined || config?.history !== undefined || defaultHistories(workspace.files, config).length > 0
  return isKnown ? locateHistory(workspace, named, config) : undefined
}

/**
 * Path of the history: a file, or the folder of a history in several files. Throws an `InputError` if there's none, or
 * more than one.
 */
export function locateHistory(workspace: Workspace, named: string | undefined, config?: Config): string {
  const namedPath =
    named ?? (config?.history === undefined ? undefined : workspace.files.relative('', config.history) || '.')
  const place =
    named === undefined ? config?.locate({source: config.source, pointer: `${config.pointer}/history`}) : undefined
  if (namedPath === undefined) {
    const found = defaultHistories(workspace.files, config)
    const [only = ''] = found
    if (found.length === 1)
      return basename(only) === 'service.yaml' ? dirname(only) : requireFile(workspace.files, only)
    if (found.length > 1)
      throw inputError(
        `Found two histories, ${found.map(name => `\`${name}\``).join(' and ')}. Choose one with \`--history\`.`
      )
    throw inputError(`No history file found. ${creationRemedy(workspace, config)}`)
  }
  if (!workspace.files.exists(namedPath)) {
    const remedy = named === undefined ? ` ${creationRemedy(workspace, config)}` : ''
    throw inputError(`There is no history file or folder \`${namedPath}\`.${remedy}`, place)
  }
  if (!workspace.files.isFolder(namedPath))
    return basename(namedPath) === 'service.yaml' ? dirname(namedPath) : namedPath
  const [inner, other] = DEFAULT_HISTORIES.filter(name => workspace.files.exists(join(namedPath, name)))
  if (other !== undefined)
    throw inputError(
      `Found two histories in \`${namedPath}\`, \`${inner}\` and \`${other}\`. Name the one to use.`,
      place
    )
  if (inner === undefined) {
    const others = workspace.files.listFolder(namedPath).filter(name => /\.(?:ya?ml|json)$/.test(name))
    const what = others.length > 0 ? ` (it has ${formatFew(others.map(name => `\`${name}\``))})` : ''
    throw inputError(
      `No history found in \`${namedPath}\`${what}. It must have \`history.yaml\` or \`service.yaml\`.`,
      place
    )
  }
  if (inner === 'history.yaml') return requireFile(workspace.files, join(namedPath, inner))
  return inner === 'service.yaml' ? namedPath : join(namedPath, dirname(inner))
}

const creationRemedy = (workspace: Workspace, config: Config | undefined): string =>
  `Run \`${creationCommand(workspace, config)}\` to create one.`

/** Command that creates the missing history: from tags if there are any, otherwise from the current description. */
function creationCommand(workspace: Workspace, config: Config | undefined): string {
  const hasTags = (listTags(workspace.git) ?? []).length > 0
  if (!config) {
    // Tags need no config file if they contain a single description.
    const [spec, ...others] = hasTags ? findNearestSpecs(workspace.files) : []
    if (spec === undefined || others.length > 0) return 'tenure init'
    return `tenure record --all${dirname(spec) === '.' ? '' : ` --spec ${quoteForShell(spec)}`}`
  }
  const hasReleases = hasTags || (config.spec !== undefined && holdsReleases(workspace.files, config.spec))
  const way = hasReleases ? '--all' : '--release 1.0'
  const api = config.api === undefined ? '' : ` --api ${quoteForShell(config.api)}`
  return `tenure record ${way}${api}${config.source === findConfigPath(workspace.files, {}) ? '' : ` --config ${quoteForShell(config.source)}`}`
}

/** Throws an `InputError` if the path is a folder. */
function requireFile(files: Files, path: string): string {
  if (files.isFolder(path)) throw inputError(`\`${path}\` is a folder. Name a file.`, {source: path})
  return path
}
