import {dirname, sep} from 'node:path'
import {createLocator, readYamlOnce, type YamlText} from '../../documents/yaml/yaml-file.ts'
import {parseTarget} from '../../languages/languages.ts'
import {defined} from '../../model/defined.ts'
import {InputError, type InputProblem} from '../../model/input-error.ts'
import type {LocateSource, SourceLocation} from '../../model/location.ts'
import type {Subject} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import type {FailOn} from '../../model/verdict/fail-on.ts'
import type {RuleSetting} from '../../rule.ts'
import type {Files} from '../../stores/files/files.ts'
import {validateYaml, withExample} from '../history/fields.ts'
import {refuseOldWords, upgradeWords} from '../history/old-words.ts'
import {type ListPath, readList, validateLists} from './announcement-list.ts'
import {configSchema as format, NO_SPEC, type WrittenConfig} from './format.ts'
import {type GenerateCommand, readGenerate, validateGenerate} from './generate-command.ts'
import {homeOf} from './key-homes.ts'
import {type ApisElsewhere, type KeysOfApi, listApis, readElsewhere, validateApis} from './listed-apis.ts'
import {type KnownRule, readSettings, validateLevels, validateRuleNames} from './rule-settings.ts'
import {readSpec} from './spec-path.ts'
import {readTrafficSettings, type TrafficSettings} from './traffic-settings.ts'
import {type ConfigWaiver, problemsInWaivers, readWaivers} from './waivers.ts'

/** A valid line of `tenure.yaml` for each key, shown with a message about an invalid one. */
export const KEY_EXAMPLES = new Map([
  ['format', 'format: 1'],
  ['history', 'history: history.yaml'],
  ['spec', 'spec: openapi.yaml'],
  ['announcements', 'announcements: upcoming_changes.yml'],
  ['policy', 'policy: thirteen-months'],
  ['generate', 'generate: npm ci && node openapi.js'],
  ['tags', "tags: 'v*'"],
  ['base', 'base: latest-release'],
  ['enforceFrom', 'enforceFrom: 2027-01-31'],
  ['failOn', 'failOn: undetermined'],
  ['rendered', 'rendered: [docs/changes.md]'],
  ['apis', '- {name: lending, spec: lending/openapi.yaml, history: lending/history.yaml}'],
  ['unread', '- {place: src/trpc.ts, about: /trpc, reason: Only our own pages call it.}'],
  ['adopted', 'adopted: {day: 2026-03-01, approver: api@library.example}'],
  ['traffic', 'traffic: {format: combined, sources: [gateway-eu, gateway-us]}'],
  ['probe', 'probe: {parameters: {loanId: 17}}'],
  ['owners', '- {subject: /v1/fees/**, owners: ["@library/fees"]}'],
  ['plugins', 'plugins: [./rules/my-rule.ts]'],
  ['newWaivers', 'newWaivers: reviewed'],
  ['rules', 'rules: {missing-replacement: off, stale-page: error}'],
  ['waivers', '- {subject: GET /v1/loans, reason: security, approver: security@library.example, approved: 2026-03-01}']
])

/** Values of `base` that are no paths. */
const BASES: readonly string[] = ['latest-release', 'target']

/** A file that the configuration names, with the place in the configuration. */
export interface NamedFile {
  /** Relative to the working directory. */
  readonly path: string
  readonly place: SourceLocation
}

/** Unreadable parts of a description that a team accepts, so that the gate passes without them. */
export interface AcceptedGap {
  /** Path of the file, relative to the working directory. */
  readonly path: string
  /** The JSON pointer of the part that can't be read, or of one around it. */
  readonly at?: string
  /** A part of the problem's message. */
  readonly about?: string
  readonly reason: string
  readonly place: SourceLocation
}

/** Owners of a subject, or of the operations with a tag. */
export interface StatedOwners {
  readonly subject?: Subject
  readonly tag?: string
  readonly owners: readonly string[]
}

/** Where the files of one API are. */
export interface ApiPaths extends ListPath {
  readonly history?: string
  readonly spec?: string
  /** Whether it says `spec: none`, so that the history alone is checked. */
  readonly isHistoryOnly?: true
  readonly policy?: string
  /** Where the policy is named. */
  readonly policyPlace?: SourceLocation
  /** Patterns of the tags that are releases. */
  readonly tags?: readonly string[]
  /** What descriptions are compared with: `latest-release`, `target`, or a file of the target. */
  readonly base?: NamedFile
  /** Markdown files whose managed sections must be up to date. */
  readonly rendered: readonly NamedFile[]
  readonly generate?: GenerateCommand
  readonly unread?: readonly AcceptedGap[]
  /** The day up to which the lines of the history count as written, and who approved it. */
  readonly adopted?: {readonly day: Day; readonly approver: string}
  /** The day from which on violations fail the gate. Missing if the configuration doesn't say. */
  readonly enforceFrom?: Day | 'now'
  /** Which results fail the gate. Missing if the configuration doesn't say. */
  readonly failOn?: FailOn
  /** Who owns the API, and its label, for reports on all APIs. */
  readonly owner?: string
  readonly group?: string
  /** Where the table of callers is, and how access logs are read. Missing if the configuration doesn't say. */
  readonly traffic?: TrafficSettings
  /** How a running server is asked. */
  readonly probe?: WrittenConfig['probe']
  /** Who owns what. The last entry that applies counts. */
  readonly owners?: readonly StatedOwners[]
  /** The JSON pointer of its keys in the configuration. */
  readonly pointer: string
}

export interface ConfigApi extends ApiPaths {
  readonly name: string
  /** Whether a pattern found it, so that its history has a usual name. */
  readonly isMatch?: true
}

/** The content of `tenure.yaml`, with paths resolved from its folder. */
export interface Config
  extends ApiPaths,
    Pick<ConfigApi, 'isMatch'>,
    Readonly<Pick<WrittenConfig, 'newWaivers' | 'links'>> {
  readonly source: string
  readonly folder: string
  /** The APIs of `apis`; empty if the file describes a single API. */
  readonly apis: readonly ConfigApi[]
  /** All APIs of the file, even if the configuration is narrowed to one of them. */
  readonly allApis: readonly ConfigApi[]
  /** The entries of `apis` about APIs that are elsewhere. */
  readonly elsewhere: readonly ApisElsewhere[]
  /** The name of the API that this configuration is narrowed to; omitted if there is only one. */
  readonly api?: string
  readonly plugins: readonly NamedFile[]
  readonly rules: Readonly<Record<string, RuleSetting>>
  readonly waivers: readonly ConfigWaiver[]
  readonly locate: LocateSource
}

/** The rules that a configuration can name. */
export interface KnownRules {
  readonly rules: readonly KnownRule[]
  /** Whether all plugins were loaded, so that there are no other rules. */
  readonly isComplete: boolean
}

/**
 * Reads a configuration. Throws an `InputError` with all problems. Unknown rules are errors only if all plugins were
 * loaded.
 */
export function readConfig(files: Files, path: string, rulesOf: (plugins: readonly NamedFile[]) => KnownRules): Config {
  const text = files.readTextOnce(path)
  if (files.areOnDisk) refuseOldWords(text, path, 'configuration')
  const known = files.areOnDisk ? text : upgradeWords(text, path, 'configuration')
  return toConfig(files, readYamlOnce(known, path), path, rulesOf)
}

function toConfig(
  files: Files,
  yaml: YamlText,
  path: string,
  rulesOf: (plugins: readonly NamedFile[]) => KnownRules
): Config {
  const value = yaml.value ?? {}
  const written = value as WrittenConfig
  const formProblems = validateYaml(yaml, format, value, [], {homeOf, explainedAs: 'tenure.yaml'}).map(problem =>
    withExample(problem, KEY_EXAMPLES, 'policy: thirteen-months')
  )
  if (formProblems.length > 0) {
    // With plugins, an unknown rule could belong to one, so unknown rules are reported only if none is configured.
    const unknown = written.plugins === undefined ? validateRuleNames(written.rules, rulesOf([]).rules, yaml) : []
    throw new InputError([...formProblems, ...unknown])
  }
  const folder = dirname(path)
  const named = (file: string, at: readonly PropertyKey[]): NamedFile => ({
    // The path has slashes on every system, because findings are identified by it.
    path: files.relative('', files.resolve(folder, file)).split(sep).join('/'),
    place: yaml.where(at)
  })
  const plugins = (written.plugins ?? []).map((file, index) => named(file, ['plugins', index]))
  const known = rulesOf(plugins)
  const problems = problemsIn(files, path, yaml, known)
  if (problems.length > 0) throw new InputError(problems)
  const listed = listApis(files, folder, written, yaml)
  const unwritten = (written.apis ? listed : [{keys: written, at: atTop}]).flatMap(each => validateGenerate(each, yaml))
  if (unwritten.length > 0) throw new InputError(unwritten)
  const readPaths = (
    {adopted, enforceFrom, failOn, base, ...keys}: KeysOfApi['keys'],
    at: KeysOfApi['at']
  ): ApiPaths => ({
    ...(keys.history === undefined ? {} : {history: files.resolve(folder, keys.history)}),
    ...(keys.spec === undefined
      ? {}
      : keys.spec === NO_SPEC
        ? {isHistoryOnly: true as const}
        : {spec: readSpec(files, folder, keys.spec, at('spec'), yaml)}),
    ...(keys.policy === undefined ? {} : {policy: keys.policy, policyPlace: yaml.place(at('policy'))}),
    ...readList(files, path, keys),
    ...(keys.tags === undefined ? {} : {tags: [keys.tags].flat()}),
    ...(base === undefined ? {} : {base: toBase(base, named(base, at('base')))}),
    rendered: (keys.rendered ?? []).map((file, index) => named(file, [...at('rendered'), index])),
    ...defined({
      generate: readGenerate(keys.generate, at('generate'), yaml),
      unread: keys.unread?.map(({place: written, ...gap}, index): AcceptedGap => {
        const [file = '', pointer] = written.split(/#(?=\/)/)
        return {...named(file, [...at('unread'), index]), ...defined({at: pointer}), ...defined(gap)}
      }),
      adopted,
      enforceFrom,
      failOn,
      traffic: keys.traffic && readTrafficSettings(keys.traffic, path => files.resolve(folder, path)),
      owners: keys.owners?.map(toStatedOwners),
      ...{owner: keys.owner, group: keys.group, probe: keys.probe}
    }),
    pointer: yaml.place(at('')).pointer ?? ''
  })
  const apis = listed.map(({name, keys, at, isMatch}) => ({
    name,
    ...readPaths(keys, at),
    ...defined({isMatch})
  }))
  return defined({
    source: path,
    folder,
    ...readPaths(written, atTop),
    apis,
    allApis: apis,
    elsewhere: readElsewhere(written, yaml),
    plugins,
    rules: readSettings(written.rules ?? {}, known.rules, yaml),
    waivers: readWaivers(written, yaml),
    newWaivers: written.newWaivers,
    links: written.links,
    locate: createLocator([yaml])
  })
}

/** The problems of a configuration whose form is valid. Without the rules, their names aren't checked. */
function problemsIn(files: Files, path: string, yaml: YamlText, {rules, isComplete}: KnownRules): InputProblem[] {
  const written = (yaml.value ?? {}) as WrittenConfig
  return [
    ...(isComplete ? validateRuleNames(written.rules, rules, yaml) : []),
    // A commit may have levels of an older version.
    ...(files.areOnDisk ? validateLevels(written.rules ?? {}, rules, yaml) : []),
    ...validateApis(written, yaml),
    ...problemsInOwners(written, yaml),
    ...problemsInWaivers(written, isComplete ? rules : undefined, yaml),
    ...validateLists(files, dirname(path), written, yaml)
  ]
}

/** The plugins of a configuration, read without validating the rest, because their rules are needed for that. */
export const readPlugins = (files: Files, path: string): NamedFile[] =>
  readPluginsText(files, files.readTextOnce(path), path)

/** The plugins of a configuration text, with paths relative to the folder of `path`. */
export function readPluginsText(disk: Files, text: string, path: string): NamedFile[] {
  const yaml = readYamlOnce(text, path)
  const {plugins} = (yaml.value ?? {}) as {readonly plugins?: unknown}
  const files = Array.isArray(plugins) ? plugins : []
  return files.flatMap((file, index) =>
    typeof file === 'string'
      ? [{path: disk.relative('', disk.resolve(dirname(path), file)), place: yaml.where(['plugins', index])}]
      : []
  )
}

/** The bases that a configuration names, for all of its APIs, read without validating the rest. */
export function readBases(files: Files, path: string): unknown[] {
  const value = readYamlOnce(files.readTextOnce(path), path).value as Partial<WrittenConfig> | null
  return [value, ...(Array.isArray(value?.apis) ? value.apis : [])].map(each => each?.base)
}

/** The place of a key at the top. */
const atTop: KeysOfApi['at'] = key => (key === '' ? [] : [key])

const toBase = (base: string, file: NamedFile): NamedFile => (BASES.includes(base) ? {...file, path: base} : file)

function toStatedOwners({subject, tag, owners}: NonNullable<WrittenConfig['owners']>[number]): StatedOwners {
  const target = subject === undefined ? undefined : parseTarget(subject)
  return defined({subject: target && {target}, tag, owners: [owners].flat()})
}

/** Reports entries of `owners` that name no subject and no tag, or both. */
const problemsInOwners = ({owners, apis = []}: WrittenConfig, yaml: YamlText): InputProblem[] =>
  [{owners, at: ['owners'] as PropertyKey[]}, ...apis.map((api, index) => ({...api, at: ['apis', index, 'owners']}))]
    .flatMap(({owners: all = [], at}) => all.map((each, index) => ({...each, at: [...at, index]})))
    .filter(({subject, tag}) => (subject === undefined) === (tag === undefined))
    .map(({at}) => ({
      message: 'An entry of `owners` has either `subject` or `tag`. Write one of them.',
      place: yaml.where(at)
    }))

/** The other APIs of the file; none if the configuration isn't narrowed to one of several. */
export const otherApis = ({api, allApis}: Config): readonly ConfigApi[] =>
  api === undefined ? [] : allApis.filter(({name}) => name !== api)

/** Narrows a configuration to one of its APIs. */
export function narrowConfig(config: Config, {name, ...places}: ConfigApi): Config {
  const {source, folder, allApis, elsewhere, plugins, rules, newWaivers, links, locate} = config
  const waivers = config.waivers.filter(({api}) => api === undefined || api === name)
  const named = config.apis.length > 1 ? {api: name} : {}
  return {
    ...{source, folder, allApis, elsewhere, plugins, rules, locate},
    ...places,
    waivers,
    apis: [],
    ...defined({newWaivers, links}),
    ...named
  }
}
