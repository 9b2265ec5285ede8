import type {CommonOptions} from '../app/session/config.ts'
import {findConfigPath} from '../app/session/config-path.ts'
import type {Context} from '../context/context.ts'
import {type Config, readBases} from '../inputs/config/file.ts'
import {InputError} from '../model/input-error.ts'
import type {Files} from '../stores/files/files.ts'
import type {ChangeChoice, ChangeComparison} from './base/base-commit.ts'
import {listComparisons} from './base/base-revision.ts'
import {readCiFacts} from './base/ci-facts.ts'
import type {ComparedReleases} from './base/compared-releases.ts'
import type {DeletedApi} from './base/deleted-apis.ts'
import {LATEST_RELEASE} from './base/latest-release.ts'

/** Options that say what a change is compared with and where it will be merged. */
export interface ChangeOptions {
  /** Base that the description is compared with: a git revision or a file. */
  readonly base?: string | undefined
  /** Branch whose rules bind the change. */
  readonly target?: string | undefined
  /** The comparison to make, if there are several. */
  readonly only?: ChangeComparison | undefined
  /** Whether the description is compared with the newest release, as `--base` says. */
  readonly isRelease?: boolean | undefined
  /** Path of the config file. */
  readonly config?: string | undefined
}

/** The options, with `--base latest-release` as what it stands for, even if there is a file of that name. */
export const readBaseOption = <Options extends ChangeOptions>(options: Options): Options =>
  options.base === LATEST_RELEASE ? {...options, base: undefined, isRelease: true} : options

/** Options of the gate. */
export interface GateOptions extends CommonOptions, ChangeOptions {
  /** Path of the description (default: the configured one, or one with a default name). */
  readonly spec?: string | undefined
  /** File with the reviews of the change, as CI wrote them. */
  readonly approvals?: string | undefined
  /** Command that writes the description, in place of the configured one. */
  readonly generate?: string | undefined
  /** ID of the tree that a merge of the change results in, if that is judged. */
  readonly merged?: string | undefined
}

/** Change of an API description. */
export interface LocatedChange extends Partial<Pick<ComparedReleases, 'earlier' | 'others'>> {
  /** Path of the description. */
  readonly spec: string
  /** Folder or pattern with a description for each release. */
  readonly releases?: string | undefined
  readonly isDeleted: boolean
  /** API that's no longer listed. The target's rules alone decide on it. */
  readonly unlisted?: DeletedApi
  /** Config that the change brings. */
  readonly config: Config | undefined
}

/** What a change is compared with and merged into, from the options and the CI environment. */
export function gateChoice(options: ChangeOptions, {files, env}: Pick<Context, 'files' | 'env'>): ChangeChoice {
  const {base, target, only, isRelease} = readBaseOption(options)
  const ci = readCiFacts(files, env)
  // A run that is for no pull request can be compared with a release. What it checks was merged, also its configuration.
  const isMerged = ci !== undefined && ci.run.kind !== 'merge' && base === undefined && target === undefined
  return {base, target, ci, only, isRelease: isRelease ?? (isMerged && asksForRelease(files, options))}
}

function asksForRelease(files: Files, options: ChangeOptions): boolean {
  const path = findConfigPath(files, options)
  return path !== undefined && files.exists(path) && readBases(files, path).includes(LATEST_RELEASE)
}

/**
 * The options, once for each comparison to make: a change with several merge bases has several. Returned unchanged if
 * there is one, or if the comparison will report what is missing.
 */
export function listChoices<Options extends ChangeOptions>(options: Options, context: Context): readonly Options[] {
  const {base, only} = options
  if (only !== undefined || (base !== undefined && (context.files.exists(base) || base.includes(':')))) return [options]
  try {
    const comparisons = listComparisons(context, '.', gateChoice(options, context), () => true)?.comparisons ?? []
    return comparisons.length > 1 ? comparisons.map(each => ({...options, only: each})) : [options]
  } catch (error) {
    if (error instanceof InputError) return [options]
    throw error
  }
}
