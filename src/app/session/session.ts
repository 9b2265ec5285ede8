import {basename, dirname, join, relative} from 'node:path'
import {assemble} from '../../history/assemble.ts'
import {InputError, refuse} from '../../model/input-error.ts'
import type {History} from '../../model/lifecycle/history.ts'
import type {Locate, Place} from '../../model/location.ts'
import {nearest} from '../../model/subject/closest-word.ts'
import type {Subject} from '../../model/subject/subject.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {readRecord} from '../../read/base/announcement-record.ts'
import {type Config, type NamedFile, narrowed, readConfig, readPlugins} from '../../read/config/file.ts'
import {type PolicyFile, readPolicy} from '../../read/config/policy-file.ts'
import {builtPreset, DEFAULT_POLICY} from '../../read/config/preset.ts'
import {isFolder, isThere, namesIn} from '../../read/files/file-system.ts'
import {NotInClone} from '../../read/git/not-in-clone.ts'
import {type HistoryFile, readHistory} from '../../read/history/file.ts'
import {specsAround} from '../../read/sources/project-files.ts'
import {tagsHere} from '../../read/sources/release-base.ts'
import type {SourceKind} from '../../report/report.ts'
import {sayFew} from '../../text/format-values.ts'
import {quoted} from '../../text/remedies.ts'
import {asOfDay} from '../as-of.ts'
import {CONFIG_NAME, HISTORY_NAMES} from '../default-names.ts'
import type {Io} from '../io.ts'
import {knownRules} from '../plugins/load-plugins.ts'

/** The options that all commands on a history share. */
export interface CommonOptions {
  readonly history?: string | undefined
  readonly policy?: string | undefined
  readonly config?: string | undefined
  /** The plugins of the configuration are asked for. */
  readonly plugins?: boolean | undefined
  /** Which of the APIs that the configuration lists. */
  readonly api?: string | undefined
  readonly 'as-of'?: string | undefined
}

/** A history and the policy that binds it, read and put in order. */
export interface Session {
  readonly history: History
  readonly policy: Policy
  /** No policy was declared: the default judges. */
  readonly assumed: boolean
  readonly path: string
  /** What was read: a history that people wrote, a folder of descriptions, or the tags of a repository. */
  readonly kind: SourceKind
  /** Something of the source could not be read. */
  readonly partial: boolean
  /** What that is, where it is not the path. */
  readonly unread?: string
  /** Where the first of that stands, with its line. */
  readonly unreadAt?: Place
  readonly config?: Config
  readonly locate: Locate
  /** What the reader should know before the rest. */
  readonly remarks: readonly string[]
}

/** Opens what a command works on: a source that was named, else the configured history, else one with a usual name. */
export function openSession(options: CommonOptions, io: Io, source?: string, also: readonly Subject[] = []): Session {
  const config = configOf(options)
  if (source !== undefined && options.history !== undefined) {
    throw refuse(`Unexpected \`--history ${options.history}\` beside \`${source}\`, expected one history`)
  }
  const path = locateHistory(source ?? options.history, config)
  const file = readHistory(path)
  const judge = policyFor(options, file, path, config)
  return sessionOn({config, path, file, judge}, asOfDay(options, io, judge.policy), also)
}

/** A history, and what it is judged by. */
export interface HistoryAndPolicy {
  readonly config: Config | undefined
  readonly path: string
  readonly file: HistoryFile
  readonly judge: PolicyFile & {readonly assumed: boolean}
}

/** A session on a history that is read, on a day. */
export function sessionOn(
  {config, path, file, judge}: HistoryAndPolicy,
  asOf: string,
  also: readonly Subject[] = [],
  target?: string
): Session {
  const {policy, assumed, locate: inPolicy} = judge
  const record = readRecord(file.declared, path, {asOf, timezone: policy.timezone, target})
  const declared = {...file.declared, source: path, waivers: config?.waivers ?? []}
  const history = assemble(declared, {asOf, also, ...(record ? {recorded: record.of} : {})})
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
      ? {unread: `the ${partial.length === 1 ? 'description' : 'descriptions'} of ${sayFew(partial)}`}
      : {}),
    ...(config ? {config} : {}),
    locate: place => locates.reduce((found, locate) => locate(found), place),
    remarks: [
      ...(record?.remark === undefined ? [] : [record.remark]),
      ...(partial.length > 0
        ? [`Partial: more may have changed in ${sayFew(partial)} than is on record (\`partial\`).`]
        : [])
    ]
  }
}

type ConfigOptions = Pick<CommonOptions, 'config' | 'api' | 'history'>

/** The configuration of the one API that is asked for. Where several are listed, one must be named. */
export function configOf(options: ConfigOptions): Config | undefined {
  const all = configsOf(options)
  if (all.length <= 1) return all[0]
  // A history that is named needs no API to lead to it.
  const whole = options.history === undefined ? undefined : wholeConfigOf(options)
  if (whole) return {...whole, waivers: whole.waivers.filter(({api}) => api === undefined)}
  const names = apiNames(wholeConfigOf(options))
  throw refuse(
    `Unexpected choice between the APIs ${sayFew(names.map(name => `\`${name}\``))}, expected \`--api\` to name one`,
    undefined,
    `--api ${names[0]}`
  )
}

/** The configuration once for each API: of the one that is named, else of all; empty where there is none. */
function configsOf(options: ConfigOptions): Config[] {
  const {api} = options
  const whole = wholeConfigOf(options)
  const apis = whole?.apis ?? []
  if (api === undefined) return !whole ? [] : apis.length === 0 ? [whole] : apis.map(each => narrowed(whole, each))
  const found = apis.find(({name}) => name === api)
  if (whole && found) return [narrowed(whole, found)]
  const names = apiNames(whole)
  const meant = nearest(api, names)
  const expected =
    names.length === 0 ? '`apis` in `tenure.yaml`' : `one of ${names.map(name => `\`${name}\``).join(', ')}`
  throw refuse(`Unexpected API \`${api}\`, expected ${expected}${meant ? ` (did you mean \`${meant}\`?)` : ''}`)
}

/** The names that `--api` takes. */
export const apiNames = (config: Config | undefined): string[] => (config?.apis ?? []).map(({name}) => name)

/** The plugins of the configuration, if there is one. */
export function pluginsOf({config}: Pick<CommonOptions, 'config'>): NamedFile[] {
  return config !== undefined || isThere(CONFIG_NAME) ? readPlugins(config ?? CONFIG_NAME) : []
}

/** The configuration as it is written. */
export function wholeConfigOf({config}: Pick<CommonOptions, 'config'>): Config | undefined {
  if (config !== undefined) return readConfig(config, knownRules)
  return isThere(CONFIG_NAME) ? readConfig(CONFIG_NAME, knownRules) : undefined
}

/** The history that is named, configured or has a usual name, if there is one. */
export function findHistory(named: string | undefined, config?: Config): string | undefined {
  const isKnown = named !== undefined || config?.history !== undefined || HISTORY_NAMES.some(isThere)
  return isKnown ? locateHistory(named, config) : undefined
}

/** Finds the history at a path: the file itself, or a folder that holds one. Refuses where two readings fit. */
export function locateHistory(named: string | undefined, config?: Config): string {
  const given = named ?? (config?.history === undefined ? undefined : relative('', config.history) || '.')
  const place =
    named === undefined ? config?.locate({source: config.source, pointer: `${config.pointer}/history`}) : undefined
  if (given === undefined) {
    const found = HISTORY_NAMES.filter(isThere)
    if (found.length === 1) return found[0] === 'service.yaml' ? '.' : fileAt('history.yaml')
    if (found.length > 1)
      throw refuse(
        `Unexpected ${found.map(name => `\`${name}\``).join(' and ')} beside each other, expected one history (name it with --history)`
      )
    throw refuse(
      'Unexpected lack of a history, expected `history.yaml` here, `history:` in `tenure.yaml` or --history FILE',
      undefined,
      beginning(config)
    )
  }
  if (!isThere(given)) {
    const remedy = named === undefined ? beginning(config) : undefined
    throw refuse(`Unexpected path \`${given}\`, expected a history file or a folder that holds one`, place, remedy)
  }
  if (!isFolder(given)) return basename(given) === 'service.yaml' ? dirname(given) : given
  const names = namesIn(given)
  const inner = HISTORY_NAMES.filter(name => names.includes(name))
  if (inner.length > 1)
    throw refuse(
      `Unexpected \`history.yaml\` and \`service.yaml\` in \`${given}\`, expected one history (name the one that is meant)`,
      place
    )
  if (inner.length === 0) {
    const others = names.filter(name => /\.(?:ya?ml|json)$/.test(name))
    const what = others.length > 0 ? ` with ${sayFew(others.map(name => `\`${name}\``))} but` : ''
    throw refuse(
      `Unexpected folder \`${given}\`${what || ' with'} no history, expected \`history.yaml\` or \`service.yaml\` in it`,
      place
    )
  }
  return inner[0] === 'service.yaml' ? given : fileAt(join(given, 'history.yaml'))
}

/** What begins the history that is not there. Tags tell the past; else it begins with the description as it is now. */
function beginning(config: Config | undefined): string {
  const hasTags = (tagsHere() ?? []).length > 0
  if (!config) {
    // Tags need no configuration, where one description is in them.
    const [spec, ...others] = hasTags ? specsAround() : []
    if (spec === undefined || others.length > 0) return 'tenure init'
    return `tenure record --all${dirname(spec) === '.' ? '' : ` --spec ${quoted(spec)}`}`
  }
  const way = hasTags ? '--all' : '--release 1.0'
  const api = config.api === undefined ? '' : ` --api ${quoted(config.api)}`
  return `tenure record ${way}${api}${config.source === CONFIG_NAME ? '' : ` --config ${quoted(config.source)}`}`
}

/** A folder of that name is no history by that alone. */
function fileAt(path: string): string {
  if (isFolder(path)) throw refuse(`Unexpected folder \`${path}\`, expected a file`, {source: path})
  return path
}

export function policyFor({policy}: CommonOptions, file: HistoryFile, path: string, config: Config | undefined) {
  const beside = isFolder(path) ? path : dirname(path)
  const declared = file.declared.policy
  if (policy !== undefined) return {...readPolicy(policy), assumed: false}
  if (declared !== undefined) {
    const source = isFolder(path) ? join(path, 'service.yaml') : path
    return {...declaredPolicy(declared, beside, file.locate({source, pointer: '/policy'})), assumed: false}
  }
  return policyOf({}, config)
}

/** The policy that binds beside descriptions: that of the history that is named, if one is. */
export function policyBeside(options: CommonOptions) {
  const config = configOf(options)
  const named = options.history === undefined ? undefined : locateHistory(options.history, config)
  const file = named === undefined ? undefined : readHistory(named)
  const {policy, assumed} =
    file && named !== undefined ? policyFor(options, file, named, config) : policyOf(options, config)
  return {policy, assumed}
}

/** The policy that binds where there is no history: the one asked for, the configuration's, or the default. */
export function policyOf({policy}: Pick<CommonOptions, 'policy'>, config: Config | undefined) {
  if (policy !== undefined) return {...(atHand(policy) ?? readPolicy(policy)), assumed: false}
  if (config?.policy === undefined) return {...(atHand(DEFAULT_POLICY) ?? readPolicy(DEFAULT_POLICY)), assumed: true}
  const place = config.locate({source: config.source, pointer: `${config.pointer}/policy`})
  return {...declaredPolicy(config.policy, config.folder, place), assumed: false}
}

/** A preset need not be read, but where a line of it is asked for. */
function atHand(name: string): PolicyFile | undefined {
  const policy = builtPreset(name)
  return policy && {policy, locate: place => (place.source === policy.source ? readPolicy(name).locate(place) : place)}
}

/** A policy that is not there is a problem of the line that names it. */
function declaredPolicy(name: string, folder: string, place: Place): PolicyFile {
  try {
    return readPolicy(name, folder)
  } catch (error) {
    if (!(error instanceof InputError) || error instanceof NotInClone) throw error
    const problems = error.problems.map(problem => (problem.place?.line === undefined ? {...problem, place} : problem))
    throw new InputError(problems, {cause: error})
  }
}
