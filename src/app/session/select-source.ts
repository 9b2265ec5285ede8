import {join} from 'node:path'
import {asOfDay, type Context} from '../../context/context.ts'
import {DEFAULT_POLICY, readBuiltPreset} from '../../inputs/config/built-presets.ts'
import {type Config, otherApis} from '../../inputs/config/file.ts'
import {mayContainReleases, openReleases, type SourceChoice} from '../../inputs/sources/open-source.ts'
import {holdsReleases, isReleasePattern} from '../../inputs/sources/release-files.ts'
import {RELEASE_LIST_NAME} from '../../inputs/sources/release-list.ts'
import type {ReleaseSource} from '../../inputs/sources/source.ts'
import {createTagOwner} from '../../inputs/sources/tag-families.ts'
import {listTags} from '../../inputs/sources/tags.ts'
import {inputError} from '../../model/input-error.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {ContentIds, readingOf} from '../../observations/content-ids.ts'
import type {Files} from '../../stores/files/files.ts'
import {type CommonOptions, configOf, isConfigured} from './config.ts'
import {DEFAULT_HISTORIES} from './config-path.ts'
import {findHistory} from './history-path.ts'
import {readDeclaredParts} from './policy.ts'

/** Options of what is read: a written history, or the releases of an API. */
export interface SourceOptions extends CommonOptions, ReleaseOptions {
  /** Path of a history, a folder of descriptions, or a repository. */
  readonly source?: string | undefined
}

/** Options that select the releases of an API. */
export interface ReleaseOptions {
  /** Patterns of tag names. */
  readonly tags?: string | readonly string[] | undefined
  readonly branch?: string | undefined
  /** Path of the description in the repository. */
  readonly spec?: string | undefined
  /** File with the release dates. */
  readonly dates?: string | undefined
}

/**
 * Whether to read releases from descriptions instead of a written history. Throws an `InputError` if the source
 * contains both.
 */
export function readsDescriptions(files: Files, options: SourceOptions): boolean {
  const {source, history, tags, branch, spec, dates} = options
  if ([tags, branch, spec, dates].some(option => option !== undefined)) return true
  const path = source ?? '.'
  if (source !== undefined && !files.exists(source)) return isReleasePattern(files, source)
  if (!files.isFolder(path)) return source !== undefined && /(^|[/\\])releases\.json$/.test(path)
  const written = DEFAULT_HISTORIES.filter(name => files.exists(join(path, name)))
  // The current folder often is a repository that contains both. The history takes precedence.
  if (source === undefined)
    return (
      history === undefined && written.length === 0 && !isConfigured(files, options) && mayContainReleases(files, path)
    )
  if (written.length === 0 || history !== undefined) return history !== undefined || mayContainReleases(files, path)
  if (!files.exists(join(path, 'releases.json'))) return false
  const name = join(path, written[0] ?? '')
  throw inputError(
    `\`${path}\` has both \`${written[0]}\` and \`releases.json\`. Name \`${name}\` for the history alone, or add \`--history ${name}\` to combine it with the descriptions.`,
    {source: path}
  )
}

/**
 * Options for reading descriptions, with the configured description if the source is the current repository, or if the
 * API has no history yet. `undefined` if there's a written history to read.
 */
export function descriptionOptions<Options extends SourceOptions>(
  options: Options,
  context: Context
): Options | undefined {
  if (readsDescriptions(context.files, options)) {
    if (options.spec !== undefined || options.dates !== undefined || !isConfigured(context.files, options))
      return options
    const spec = configuredSpec(options, context)
    return spec === undefined ? options : {...options, spec}
  }
  if (options.source !== undefined || options.history !== undefined || !isConfigured(context.files, options))
    return undefined
  const found = sourceWithoutHistory(options, context)
  return found && {...options, ...found}
}

/** Selected source, before any of its files are read. */
export interface SelectedSource {
  readonly source: ReleaseSource
  readonly policy: Policy
  readonly assumed: boolean
  readonly asOf: string
  readonly ids: ContentIds
}

/** Selects the source that the options name. Presets need no file. */
export function selectSource(options: SourceOptions, context: Context): SelectedSource {
  const isPlain = options.history === undefined && !isConfigured(context.files, options)
  const preset = isPlain ? readBuiltPreset(context.files, options.policy ?? DEFAULT_POLICY) : undefined
  const cache = context.cache()
  const {policy, assumed} = preset
    ? {policy: preset, assumed: options.policy === undefined}
    : readDeclaredParts(options, context).judge
  const config = isConfigured(context.files, options) ? configOf(options, context) : undefined
  return {
    source: openReleasesOfApi(options, context, config, policy.timezone),
    policy,
    assumed,
    asOf: asOfDay(options, context, policy),
    ids: new ContentIds(cache, readingOf(config, policy))
  }
}

/** Opens the releases of one API that a configuration describes, of several in the current repository those with its tags. */
export const openReleasesOfApi = (
  options: Pick<SourceOptions, 'source' | keyof ReleaseOptions>,
  context: Context,
  config: Config | undefined,
  timezone: string
): ReleaseSource =>
  openReleases(context, options.source ?? '.', {...options, ...tagsOfApi(context.files, options, config), timezone})

/** The configured tags, and what distinguishes them from those of other APIs, if the source is the current repository. */
function tagsOfApi(
  files: Files,
  {source = '.', spec}: Pick<SourceOptions, 'source' | 'spec'>,
  config: Config | undefined
): TagsOfApi {
  if (files.resolve(source) !== files.resolve('.')) return {}
  const {api, tags} = config ?? {}
  const others = config ? otherApis(config) : []
  return {usualTags: tags, owner: createTagOwner({name: api, spec: spec ?? config?.spec}, others)}
}

type TagsOfApi = Pick<SourceChoice, 'usualTags' | 'owner'>

/**
 * Source of an API without a history: the description in the tags, or a release list. `undefined` if a history exists,
 * or if there's neither.
 */
function sourceWithoutHistory(options: CommonOptions, context: Context): {readonly spec?: string} | undefined {
  const config = configOf(options, context)
  if (findHistory(context, options.history, config) !== undefined) return undefined
  if (config?.spec !== undefined && holdsReleases(context.files, config.spec)) return {spec: config.spec}
  // A release list is more specific than one description, unless that description belongs to a different API.
  if (config?.api === undefined && context.files.exists(RELEASE_LIST_NAME)) return {}
  if ((listTags(context.git) ?? []).length > 0) return config?.spec === undefined ? {} : {spec: config.spec}
  return config?.spec === undefined && !context.files.exists('.git') && mayContainReleases(context.files, '.')
    ? {}
    : undefined
}

/**
 * Configured description, if the source is the current repository. `undefined` for a release list or another
 * repository, which determine their own description.
 */
function configuredSpec(
  options: CommonOptions & {readonly source?: string | undefined},
  context: Context
): string | undefined {
  const source = options.source ?? '.'
  if (
    context.files.resolve(source) !== context.files.resolve('.') ||
    context.files.exists(RELEASE_LIST_NAME) ||
    listTags(context.git) === undefined
  )
    return undefined
  return configOf(options, context)?.spec
}
