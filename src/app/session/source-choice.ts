import {join} from 'node:path'
import {inputError} from '../../model/input-error.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {DEFAULT_POLICY, readBuiltPreset} from '../../read/config/policy-file.ts'
import type {Cache} from '../../read/files/cache.ts'
import {isFolder, pathExists} from '../../read/files/file-system.ts'
import {mayContainReleases, openSource} from '../../read/sources/open-source.ts'
import type {ReleaseSource} from '../../read/sources/source.ts'
import {asOfDay} from '../as-of.ts'
import type {Context} from '../context.ts'
import {CONFIG_NAME, HISTORY_NAMES} from '../default-names.ts'
import {ContentIds} from '../snapshots/content-ids.ts'
import type {CommonOptions} from './session.ts'

/** Options that select the releases of an API. */
export interface SourceOptions {
  /** Pattern of tag names. */
  readonly tags?: string | undefined
  readonly branch?: string | undefined
  /** Path of the description in the repository. */
  readonly spec?: string | undefined
  /** File with the release dates. */
  readonly dates?: string | undefined
}

export type SourceSessionOptions = CommonOptions & SourceOptions & {readonly source?: string | undefined}

/**
 * Whether to read releases from descriptions instead of a written history. Throws an `InputError` if the source
 * contains both.
 */
function readsDescriptions(options: SourceSessionOptions): boolean {
  const {source, history, tags, branch, spec, dates} = options
  if ([tags, branch, spec, dates].some(option => option !== undefined)) return true
  const path = source ?? '.'
  if (source !== undefined && !pathExists(source)) return false
  if (!isFolder(path)) return source !== undefined && /(^|[/\\])releases\.json$/.test(path)
  const written = HISTORY_NAMES.filter(name => pathExists(join(path, name)))
  // The current folder often is a repository that contains both. The history takes precedence.
  if (source === undefined)
    return history === undefined && written.length === 0 && !isConfigured(options) && mayContainReleases(path)
  if (written.length === 0 || history !== undefined) return history !== undefined || mayContainReleases(path)
  if (!pathExists(join(path, 'releases.json'))) return false
  const name = join(path, written[0] ?? '')
  throw inputError(
    `Unexpected \`${written[0]}\` beside \`releases.json\` in \`${path}\`, expected to know which of them to read: name ` +
      `\`${name}\` for the history alone, or add \`--history ${name}\` for the descriptions and what it says of them`,
    {source: path}
  )
}

const isConfigured = ({config}: CommonOptions): boolean => config !== undefined || pathExists(CONFIG_NAME)

/**
 * Options for reading descriptions, with the configured description if the source is the current repository, or if the
 * API has no history yet. `undefined` if there's a written history to read.
 */
export async function sourceOptions<Options extends SourceSessionOptions>(
  options: Options
): Promise<Options | undefined> {
  if (readsDescriptions(options)) {
    if (options.spec !== undefined || options.dates !== undefined || !isConfigured(options)) return options
    const spec = (await import('./source-configured.ts')).configuredSpec(options)
    return spec === undefined ? options : {...options, spec}
  }
  if (options.source !== undefined || options.history !== undefined || !isConfigured(options)) return undefined
  const {sourceWithoutHistory: withoutHistory} = await import('./source-configured.ts')
  const found = withoutHistory(options)
  return found && {...options, ...found}
}

/** Selected source, before any of its files are read. */
export interface ChosenSource {
  readonly source: ReleaseSource
  readonly policy: Policy
  readonly assumed: boolean
  readonly asOf: string
  readonly ids: ContentIds
  readonly cache: Cache
}

/**
 * Selects the source that the options name. Built-in policies need no file. The code that reads other policies is
 * loaded on demand.
 */
export async function chooseSource(options: SourceSessionOptions, context: Context): Promise<ChosenSource> {
  const isPlain = options.config === undefined && options.history === undefined && !pathExists(CONFIG_NAME)
  const preset = isPlain ? readBuiltPreset(options.policy ?? DEFAULT_POLICY) : undefined
  const cache = context.cache()
  const {policy, assumed} = preset
    ? {policy: preset, assumed: options.policy === undefined}
    : (await import('./session.ts')).policyForSource(options)
  return {
    source: openSource(options.source ?? '.', {...options, timezone: policy.timezone}),
    policy,
    assumed,
    asOf: asOfDay(options, context, policy),
    ids: new ContentIds(cache),
    cache
  }
}
