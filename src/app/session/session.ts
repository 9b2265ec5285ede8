import {basename, dirname, join, relative} from 'node:path'
import {assemble} from '../../history/assemble.ts'
import {InputError, inputError} from '../../model/input-error.ts'
import type {History} from '../../model/lifecycle/history.ts'
import type {LocateSource, SourceLocation} from '../../model/location.ts'
import {findClosestWord} from '../../model/subject/closest-word.ts'
import type {Subject} from '../../model/subject/subject.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {readAnnouncementRecord} from '../../read/base/announcement-record.ts'
import {type Config, type NamedFile, narrowConfig, readConfig, readPlugins} from '../../read/config/file.ts'
import {DEFAULT_POLICY, type PolicyFile, readBuiltPreset, readPolicy} from '../../read/config/policy-file.ts'
import {isFolder, listFolder, pathExists} from '../../read/files/file-system.ts'
import {NotInClone} from '../../read/git/not-in-clone.ts'
import {type HistoryFile, readHistory} from '../../read/history/file.ts'
import {findNearestSpecs} from '../../read/sources/project-files.ts'
import {listTags} from '../../read/sources/release-base.ts'
import type {SourceKind} from '../../report/report.ts'
import {formatFew} from '../../text/format-values.ts'
import {quoteForShell} from '../../text/remedies.ts'
import {asOfDay} from '../as-of.ts'
import type {Context} from '../context.ts'
import {CONFIG_NAME, HISTORY_NAMES} from '../default-names.ts'
import {knownRules} from '../plugins/load-plugins.ts'

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
}

/** History in timeline order, with the policy that applies to it. */
export interface Session {
  readonly history: History
  readonly policy: Policy
  /** Whether the default policy applies because none was declared. */
  readonly assumed: boolean
  readonly path: string
  /** Kind of source: a written history, a folder of descriptions, or the tags of a repository. */
  readonly kind: SourceKind
  /** Whether parts of the source couldn't be read. */
  readonly partial: boolean
  /** Unreadable part, if it's not the whole path. */
  readonly unread?: string
  /** Location of the first unreadable part, with its line. */
  readonly unreadAt?: SourceLocation
  readonly config?: Config
  readonly locate: LocateSource
  /** Remarks to print before the results. */
  readonly remarks: readonly string[]
}

/** Opens the history to work on: the given one, otherwise the configured one, otherwise one with a default name. */
export function openSession(
  options: CommonOptions,
  context: Context,
  source?: string,
  also: readonly Subject[] = []
): Session {
  const config = configOf(options)
  if (source !== undefined && options.history !== undefined) {
    throw inputError(`Unexpected \`--history ${options.history}\` beside \`${source}\`, expected one history`)
  }
  const path = locateHistory(source ?? options.history, config)
  const file = readHistory(path)
  const judge = policyForHistory(options, file, path, config)
  return createSession({config, path, file, judge}, asOfDay(options, context, judge.policy), also)
}

/** History with its config and policy. */
export interface HistoryAndPolicy {
  readonly config: Config | undefined
  readonly path: string
  readonly file: HistoryFile
  readonly judge: PolicyFile & {readonly assumed: boolean}
}

/** Creates a session on a history for a given day. */
export function createSession(
  {config, path, file, judge}: HistoryAndPolicy,
  asOf: string,
  also: readonly Subject[] = [],
  target?: string
): Session {
  const {policy, assumed, locate: inPolicy} = judge
  const record = readAnnouncementRecord(file.declared, path, {asOf, timezone: policy.timezone, target})
  const declared = {...file.declared, source: path, waivers: config?.waivers ?? []}
  const history = assemble(declared, {asOf, also, ...(record ? {recorded: record.dayOf} : {})})
  const locates = [file.locate, inPolicy, ...(config ? [config.locate] : [])]
  const partial = history.timeline.entries.flatMap(each => (each.partial ? [each.name] : []))
  return {
    history,
    policy,
    assumed,
    path,
    kind: 'history',
    partial: partial.length > 0,
    ...(partial.length > 0
      ? {unread: `the ${partial.length === 1 ? 'description' : 'descriptions'} of ${formatFew(partial)}`}
      : {}),
    ...(config ? {config} : {}),
    locate: place => locates.reduce((found, locate) => locate(found), place),
    remarks: [
      ...(record?.remark === undefined ? [] : [record.remark]),
      ...(partial.length > 0
        ? [`Partial: more may have changed in ${formatFew(partial)} than is on record (\`partial\`).`]
        : [])
    ]
  }
}

type ConfigOptions = Pick<CommonOptions, 'config' | 'api' | 'history'>

/**
 * Config of the requested API. `undefined` if there's no config file. Throws an `InputError` if several APIs are
 * configured and none is requested.
 */
export function configOf(options: ConfigOptions): Config | undefined {
  const all = listConfigs(options)
  if (all.length <= 1) return all[0]
  // A history named on the command line needs no API.
  const whole = options.history === undefined ? undefined : wholeConfigOf(options)
  if (whole) return {...whole, waivers: whole.waivers.filter(({api}) => api === undefined)}
  const names = apiNames(wholeConfigOf(options))
  throw inputError(
    `Unexpected choice between the APIs ${formatFew(names.map(name => `\`${name}\``))}, expected \`--api\` to name one`,
    undefined,
    `--api ${names[0]}`
  )
}

/** Configs of the requested API, or of all APIs. Empty if there's no config file. */
function listConfigs(options: ConfigOptions): Config[] {
  const {api} = options
  const whole = wholeConfigOf(options)
  const apis = whole?.apis ?? []
  if (api === undefined) return !whole ? [] : apis.length === 0 ? [whole] : apis.map(each => narrowConfig(whole, each))
  const found = apis.find(({name}) => name === api)
  if (whole && found) return [narrowConfig(whole, found)]
  const names = apiNames(whole)
  const suggestion = findClosestWord(api, names)
  const expected =
    names.length === 0 ? '`apis` in `tenure.yaml`' : `one of ${names.map(name => `\`${name}\``).join(', ')}`
  throw inputError(
    `Unexpected API \`${api}\`, expected ${expected}${suggestion ? ` (did you mean \`${suggestion}\`?)` : ''}`
  )
}

/** Values that `--api` accepts. */
export const apiNames = (config: Config | undefined): string[] => (config?.apis ?? []).map(({name}) => name)

/** Plugins listed in the config file. Empty if there's no config file. */
export function pluginsOf({config}: Pick<CommonOptions, 'config'>): NamedFile[] {
  return config !== undefined || pathExists(CONFIG_NAME) ? readPlugins(config ?? CONFIG_NAME) : []
}

/** Config of all APIs. `undefined` if there's no config file. */
export function wholeConfigOf({config}: Pick<CommonOptions, 'config'>): Config | undefined {
  if (config !== undefined) return readConfig(config, knownRules)
  return pathExists(CONFIG_NAME) ? readConfig(CONFIG_NAME, knownRules) : undefined
}

/** Path of the history: named, configured, or with a default name. `undefined` if there's none. */
export function findHistory(named: string | undefined, config?: Config): string | undefined {
  const isKnown = named !== undefined || config?.history !== undefined || HISTORY_NAMES.some(pathExists)
  return isKnown ? locateHistory(named, config) : undefined
}

/**
 * Path of the history: a file, or the folder of a history in several files. Throws an `InputError` if there's none, or
 * more than one.
 */
export function locateHistory(named: string | undefined, config?: Config): string {
  const namedPath = named ?? (config?.history === undefined ? undefined : relative('', config.history) || '.')
  const place =
    named === undefined ? config?.locate({source: config.source, pointer: `${config.pointer}/history`}) : undefined
  if (namedPath === undefined) {
    const found = HISTORY_NAMES.filter(pathExists)
    if (found.length === 1) return found[0] === 'service.yaml' ? '.' : requireFile('history.yaml')
    if (found.length > 1)
      throw inputError(
        `Unexpected ${found.map(name => `\`${name}\``).join(' and ')} beside each other, expected one history (name it with --history)`
      )
    throw inputError(
      'Unexpected lack of a history, expected `history.yaml` here, `history:` in `tenure.yaml` or --history FILE',
      undefined,
      creationCommand(config)
    )
  }
  if (!pathExists(namedPath)) {
    const remedy = named === undefined ? creationCommand(config) : undefined
    throw inputError(
      `Unexpected path \`${namedPath}\`, expected a history file or a folder that holds one`,
      place,
      remedy
    )
  }
  if (!isFolder(namedPath)) return basename(namedPath) === 'service.yaml' ? dirname(namedPath) : namedPath
  const names = listFolder(namedPath)
  const inner = HISTORY_NAMES.filter(name => names.includes(name))
  if (inner.length > 1)
    throw inputError(
      `Unexpected \`history.yaml\` and \`service.yaml\` in \`${namedPath}\`, expected one history (name the one that is meant)`,
      place
    )
  if (inner.length === 0) {
    const others = names.filter(name => /\.(?:ya?ml|json)$/.test(name))
    const what = others.length > 0 ? ` with ${formatFew(others.map(name => `\`${name}\``))} but` : ''
    throw inputError(
      `Unexpected folder \`${namedPath}\`${what || ' with'} no history, expected \`history.yaml\` or \`service.yaml\` in it`,
      place
    )
  }
  return inner[0] === 'service.yaml' ? namedPath : requireFile(join(namedPath, 'history.yaml'))
}

/** Command that creates the missing history: from tags if there are any, otherwise from the current description. */
function creationCommand(config: Config | undefined): string {
  const hasTags = (listTags() ?? []).length > 0
  if (!config) {
    // Tags need no config file if they contain a single description.
    const [spec, ...others] = hasTags ? findNearestSpecs() : []
    if (spec === undefined || others.length > 0) return 'tenure init'
    return `tenure record --all${dirname(spec) === '.' ? '' : ` --spec ${quoteForShell(spec)}`}`
  }
  const way = hasTags ? '--all' : '--release 1.0'
  const api = config.api === undefined ? '' : ` --api ${quoteForShell(config.api)}`
  return `tenure record ${way}${api}${config.source === CONFIG_NAME ? '' : ` --config ${quoteForShell(config.source)}`}`
}

/** Throws an `InputError` if the path is a folder. */
function requireFile(path: string): string {
  if (isFolder(path)) throw inputError(`Unexpected folder \`${path}\`, expected a file`, {source: path})
  return path
}

export function policyForHistory({policy}: CommonOptions, file: HistoryFile, path: string, config: Config | undefined) {
  const historyFolder = isFolder(path) ? path : dirname(path)
  const declared = file.declared.policy
  if (policy !== undefined) return {...readPolicy(policy), assumed: false}
  if (declared !== undefined) {
    const source = isFolder(path) ? join(path, 'service.yaml') : path
    return {...readDeclaredPolicy(declared, historyFolder, file.locate({source, pointer: '/policy'})), assumed: false}
  }
  return policyWithoutHistory({}, config)
}

/** Policy for observed descriptions: that of the history on the command line, if there's one. */
export function policyForSource(options: CommonOptions) {
  const config = configOf(options)
  const named = options.history === undefined ? undefined : locateHistory(options.history, config)
  const file = named === undefined ? undefined : readHistory(named)
  const {policy, assumed} =
    file && named !== undefined ? policyForHistory(options, file, named, config) : policyWithoutHistory(options, config)
  return {policy, assumed}
}

/** Policy without a history: the requested, the configured, or the default one. */
export function policyWithoutHistory({policy}: Pick<CommonOptions, 'policy'>, config: Config | undefined) {
  if (policy !== undefined) return {...(findPreset(policy) ?? readPolicy(policy)), assumed: false}
  if (config?.policy === undefined)
    return {...(findPreset(DEFAULT_POLICY) ?? readPolicy(DEFAULT_POLICY)), assumed: true}
  const place = config.locate({source: config.source, pointer: `${config.pointer}/policy`})
  return {...readDeclaredPolicy(config.policy, config.folder, place), assumed: false}
}

/** Built-in policy, whose text is read only when a line number is needed. `undefined` if there's no such preset. */
function findPreset(name: string): PolicyFile | undefined {
  const policy = readBuiltPreset(name)
  return policy && {policy, locate: place => (place.source === policy.source ? readPolicy(name).locate(place) : place)}
}

/** Reads a declared policy. If it can't be found, the error points at the line that names it. */
function readDeclaredPolicy(name: string, folder: string, place: SourceLocation): PolicyFile {
  try {
    return readPolicy(name, folder)
  } catch (error) {
    if (!(error instanceof InputError) || error instanceof NotInClone) throw error
    const problems = error.problems.map(problem => (problem.place?.line === undefined ? {...problem, place} : problem))
    throw new InputError(problems, {cause: error})
  }
}
