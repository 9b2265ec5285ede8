import {sep} from 'node:path'
import type {Context} from '../../context/context.ts'
import {type Config, type NamedFile, narrowConfig, readPlugins} from '../../inputs/config/file.ts'
import {assertAnyHere} from '../../inputs/config/listed-apis.ts'
import {findUsualNames} from '../../inputs/sources/release-base.ts'
import {InputError, ignoreInputErrors, inputError} from '../../model/input-error.ts'
import {atCommit, type RepositoryState} from '../../stores/files/commit-workspace.ts'
import type {Files} from '../../stores/files/files.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {suggestChoices} from '../../text/format-choices.ts'
import {formatFew} from '../../text/format-values.ts'
import {CONFIG_NAME, findConfigPath} from './config-path.ts'
import {readConfigOnce} from './read-once.ts'

/** Options shared by all commands that work on a history. */
export interface CommonOptions {
  readonly history?: string | undefined
  readonly policy?: string | undefined
  readonly config?: string | undefined
  /** Whether to run the configured plugins. */
  readonly plugins?: boolean | undefined
  /** Name of one of the configured APIs. */
  readonly api?: string | undefined
  readonly 'as-of'?: string | undefined
  /** Whether the command names what it reads, so that no API needs to be chosen. */
  readonly isNamed?: true
  /** The configuration of the API, where it was read before. */
  readonly known?: Config
}

type ConfigOptions = Pick<CommonOptions, 'config' | 'api' | 'history' | 'isNamed' | 'known'>

/** The error for a command that works on one API, where several are configured and none is chosen. */
export class UnchosenApi extends InputError {
  override readonly name = 'UnchosenApi'
  readonly names: readonly string[]

  constructor(names: readonly string[]) {
    const list = formatFew(
      names.map(name => `\`${name}\``),
      5
    )
    super([{message: `Found ${names.length} APIs: ${list}. Choose one with \`--api\`.`, example: `--api ${names[0]}`}])
    this.names = names
  }
}

/**
 * Config of the requested API. `undefined` if there's no config file. Throws an `InputError` if several APIs are
 * configured and none is requested.
 */
export function configOf(options: ConfigOptions, context: Context): Config | undefined {
  if (options.known) return options.known
  const all = listConfigs(options, context)
  if (all.length <= 1) return all[0]
  const whole = options.history === undefined && !options.isNamed ? undefined : wholeConfigOf(options, context)
  if (whole) return {...whole, waivers: whole.waivers.filter(({api}) => api === undefined)}
  const names = apiNames(wholeConfigOf(options, context))
  throw new UnchosenApi(names)
}

/** The options with the API to which one of the files or folders belongs. Unchanged if they belong to none. */
export function withApiOfFiles<Options extends ConfigOptions>(
  options: Options,
  files: readonly string[],
  context: Context
): Options {
  const {api, history} = options
  if (api !== undefined || history !== undefined || !isConfigured(context.files, options)) return options
  const paths = files.map(file => context.files.resolve(file))
  const isAmong = (own: string | undefined): boolean =>
    own !== undefined &&
    paths.some(path => path === context.files.resolve(own) || path.startsWith(context.files.resolve(own) + sep))
  const found = wholeConfigOf(options, context)?.apis.find(each => isAmong(each.spec) || isAmong(each.history))
  return found ? {...options, api: found.name} : {...options, isNamed: true}
}

/** Configs of the requested API, or of all APIs. Empty if there's no config file. */
function listConfigs(options: ConfigOptions, context: Context): Config[] {
  const {api} = options
  const whole = wholeConfigOf(options, context)
  const {apis = [], elsewhere = []} = whole ?? {}
  assertAnyHere(apis, elsewhere)
  if (api === undefined) return !whole ? [] : apis.length === 0 ? [whole] : apis.map(each => narrowConfig(whole, each))
  const found = apis.find(({name}) => name === api)
  if (whole && found) return [narrowConfig(whole, found)]
  const other = elsewhere.find(({name, source}) => name === api && source !== undefined)
  if (other)
    throw inputError(
      `\`${api}\` is elsewhere. Run \`tenure report\`, or \`tenure audit ${other.source}\`.`,
      other.place
    )
  const names = apiNames(whole)
  throw inputError(
    names.length === 0
      ? `There is no API \`${api}\`. List it under \`apis\` in \`tenure.yaml\`.`
      : `There is no API \`${api}\`.${suggestChoices(api, names, 'APIs')}`
  )
}

/** Values that `--api` accepts. */
export const apiNames = (config: Config | undefined): string[] => (config?.apis ?? []).map(({name}) => name)

/**
 * Path of the config file that a commit has for the working directory. The default name if it has none, or one that is
 * refused.
 */
export function findConfigPathIn(
  workspace: Workspace,
  state: RepositoryState,
  options: Pick<CommonOptions, 'config'>
): string {
  return ignoreInputErrors(() => findConfigPath(atCommit(workspace, state).files, options) ?? CONFIG_NAME, CONFIG_NAME)
}

/** Plugins listed in the config file. Empty if there's no config file. */
export function pluginsOf(files: Files, options: Pick<CommonOptions, 'config'>): NamedFile[] {
  const path = findConfigPath(files, options)
  return path === undefined ? [] : readPlugins(files, path)
}

/** Config of all APIs. `undefined` if there's no config file. */
export function wholeConfigOf(options: Pick<CommonOptions, 'config'>, context: Context): Config | undefined {
  const path = findConfigPath(context.files, options)
  return path === undefined ? undefined : addUsualSpec(context.files, readConfigOnce(path, context))
}

/** Adds the description in the folder of the config file, if it names none and the working directory has none. */
function addUsualSpec(files: Files, config: Config): Config {
  const {spec, isHistoryOnly, apis, folder} = config
  const isBelow = files.resolve(folder) !== files.resolve('.')
  if (spec !== undefined || isHistoryOnly || apis.length > 0 || !isBelow || findUsualNames(files).length > 0)
    return config
  const [only, ...others] = findUsualNames(files, folder)
  return only === undefined || others.length > 0 ? config : {...config, spec: only}
}

/** Whether there's a config file to read. */
export const isConfigured = (files: Files, options: Pick<CommonOptions, 'config' | 'known'>): boolean =>
  options.known !== undefined || findConfigPath(files, options) !== undefined
