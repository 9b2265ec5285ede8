import {configOf, wholeConfigOf} from '../app/session/config.ts'
import {findHistory} from '../app/session/history-path.ts'
import {type Config, narrowConfig} from '../inputs/config/file.ts'
import {findNearestSpecs} from '../inputs/sources/project-files.ts'
import {findCurrentSpec, findUsualNames} from '../inputs/sources/release-base.ts'
import {assertChosen, findReleaseFiles, toSpecPath} from '../inputs/sources/release-files.ts'
import {USUAL_NAMES} from '../languages/languages.ts'
import {defined} from '../model/defined.ts'
import {inputError} from '../model/input-error.ts'
import {isFileSet} from '../stores/file-set.ts'
import type {Files} from '../stores/files/files.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import {isSparselyExcluded} from '../stores/git/git.ts'
import {formatFew} from '../text/format-values.ts'
import {chooseComparedReleases} from './base/compared-releases.ts'
import {type DeletedApi, findDeletedDescription, findDeletedName} from './base/deleted-apis.ts'
import {type ApiOptions, namesFile, type ReviewedChange} from './change.ts'
import type {LocatedChange} from './located-change.ts'
import {findTargetSpec} from './past/history-only.ts'

/**
 * Finds the description that a change is about, and whether it was deleted. `undefined` if there's none, so only the
 * history can be judged. Throws an `InputError` if there's nothing to check, or more than one description.
 */
export function locateChange(options: ApiOptions, change: ReviewedChange): LocatedChange | undefined {
  const config = configOf(options, change.context)
  const spec =
    options.spec ?? config?.spec ?? (config?.isHistoryOnly ? findTargetSpec(options, config, change) : undefined)
  if (spec !== undefined) return locateNamed(spec, options, config, change)
  return config?.isHistoryOnly ? undefined : locateUsual(options, config, change)
}

/** Locates the change of a named description, or of a folder or pattern, which can have one for each release. */
function locateNamed(
  named: string,
  options: ApiOptions,
  config: Config | undefined,
  change: ReviewedChange
): LocatedChange | undefined {
  const {context} = change
  if (context.files.isFile(named) || isFileSet(named)) return locateOne(named, options, config, change)
  assertChosen(named, findReleaseFiles(context.files, named))
  const {spec, earlier, isThere, others} = chooseComparedReleases(change, named)
  // Whether the files of a folder are releases or one description can differ from the base.
  if (isThere && isFileSet(spec)) {
    assertCheckedOut(spec, context)
    return {spec, ...defined({earlier}), isDeleted: false, config}
  }
  if (!isThere && earlier !== undefined && isFileSet(earlier)) return locateOne(earlier, options, config, change)
  return isThere || (earlier !== undefined && options.spec === undefined)
    ? {spec, ...defined({earlier}), others, releases: named, isDeleted: !isThere, config}
    : locateOne(named, options, config, change)
}

/** Locates the change of a description in a file, or in files that a pattern names. */
function locateOne(
  path: string,
  options: ApiOptions,
  config: Config | undefined,
  change: ReviewedChange
): LocatedChange {
  const isDeleted = isDeletedSpec(path, options, config, change)
  return {spec: isDeleted ? path : (findCurrentSpec(change.context.files, path) ?? path), isDeleted, config}
}

/** Locates the change of a description with a usual name, or of the only one below. */
function locateUsual(
  options: ApiOptions,
  config: Config | undefined,
  change: ReviewedChange
): LocatedChange | undefined {
  const {context} = change
  const isBare = config === undefined && findHistory(context, options.history) === undefined
  assertOneUsual(context.files, config)
  const spec = findCurrentSpec(context.files, undefined) ?? (isBare ? findOnlySpec(context.files) : undefined)
  if (spec !== undefined) return {spec, isDeleted: false, config}
  const names = USUAL_NAMES.filter(name => !context.files.exists(name))
  const lost = change.base ? undefined : findDeletedName(change, names)
  if (lost !== undefined && isDeletedSpec(lost, options, config, change)) return {spec: lost, isDeleted: true, config}
  assertHistoryAlone(change, isBare)
  return undefined
}

/** Throws an `InputError` if both the working directory and the folder of the config file have a description. */
function assertOneUsual(files: Files, config: Config | undefined): void {
  if (config === undefined || files.resolve(config.folder) === files.resolve('.')) return
  const [here, there] = [findUsualNames(files), findUsualNames(files, config.folder)]
  if (here.length === 0 || there.length === 0) return
  const found = [...here, ...there].map(path => `\`${path}\``)
  throw inputError(
    `Found ${found.length} API descriptions: ${formatFew(found)}. Choose one with \`spec:\` in \`${config.source}\`.`,
    {source: config.source},
    `spec: ${USUAL_NAMES[0]}`
  )
}

/** Locates the change of an API that the config file no longer lists. */
export function locateUnlistedApi(unlisted: DeletedApi, options: ApiOptions, {context}: ReviewedChange): LocatedChange {
  const {spec, earlier, pointer, name = spec} = unlisted
  const whole = wholeConfigOf(options, context)
  const config = whole && {...narrowConfig(whole, {name, spec, rendered: [], pointer}), api: name}
  return {spec, ...defined({earlier}), isDeleted: true, unlisted, config}
}

/** Throws an `InputError` unless there can be a history to judge without a description. */
function assertHistoryAlone({base}: ReviewedChange, isBare: boolean): void {
  if (isBare) {
    throw inputError(
      'Nothing to check: no API description (`openapi.yaml`, …) and no history (`history.yaml`) found. Name a description with `--spec PATH`.',
      undefined,
      'tenure init'
    )
  }
  if (base?.kind !== 'file') return
  throw inputError(
    `\`--base ${base.name}\` needs an API description, and none with a usual name was found. Name it with \`--spec PATH\`.`,
    undefined,
    '--spec api/library.yaml'
  )
}

/** Throws an `InputError` if a description, or a part of it, is committed but left out of a sparse checkout. */
function assertCheckedOut(spec: string, {files, git}: Workspace): void {
  const path = toSpecPath(files, spec)
  if ((files.exists(path) && !isFileSet(path)) || !isSparselyExcluded(git, path)) return
  throw inputError(
    `\`${spec}\` is left out of the sparse checkout, so it can't be compared. Run \`git sparse-checkout add\` with its folder.`,
    {source: spec}
  )
}

/**
 * Whether the description was deleted. Throws an `InputError` if it was moved, is named on the command line, or never
 * existed in git.
 */
function isDeletedSpec(spec: string, options: ApiOptions, config: Config | undefined, change: ReviewedChange): boolean {
  assertCheckedOut(spec, change.context)
  if (change.context.files.exists(spec)) return false
  const lost = namesFile(change) ? undefined : findDeletedDescription(change, spec)
  if (lost?.to.length === 0 && options.spec === undefined) return true
  const isListed = options.spec === undefined && config?.spec !== undefined
  const moved = lost?.to.length
    ? `, and is ${lost.to.length > 1 ? 'perhaps one of' : 'now'} ${formatFew(lost.to.map(to => `\`${to}\``))}`
    : ''
  throw inputError(
    `There is no file \`${spec}\`${lost ? ` (it is in ${lost.label}${moved})` : ''}. Name the current API description with \`spec:\` in \`tenure.yaml\`, or with \`--spec PATH\`.`,
    isListed ? config.locate({source: config.source, pointer: `${config.pointer}/spec`}) : undefined,
    isListed ? `spec: ${lost?.to[0] ?? 'api/library.yaml'}` : `--spec ${lost?.to[0] ?? 'api/library.yaml'}`
  )
}

/**
 * Only description in a folder below, used if no other is named. `undefined` if there's none. Throws an `InputError` if
 * there are several.
 */
function findOnlySpec(files: Files): string | undefined {
  const [first, ...others] = findNearestSpecs(files)
  if (others.length === 0) return first
  throw inputError(
    `Found ${others.length + 1} API descriptions: ${formatFew(
      [first, ...others].map(path => `\`${path}\``),
      5
    )}. Choose one with \`--spec\`.`,
    undefined,
    `--spec ${first}`
  )
}
