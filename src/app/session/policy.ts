import {dirname, join} from 'node:path'
import type {Context} from '../../context/context.ts'
import {DEFAULT_POLICY, readBuiltPreset} from '../../inputs/config/built-presets.ts'
import type {Config} from '../../inputs/config/file.ts'
import {assertNoPipe, isPolicyFileName, type PolicyFile} from '../../inputs/config/policy-file.ts'
import type {HistoryFile} from '../../inputs/history/file.ts'
import {InputError, ignoreInputErrors, inputError} from '../../model/input-error.ts'
import type {SourceLocation} from '../../model/location.ts'
import type {Files} from '../../stores/files/files.ts'
import {NotInClone} from '../../stores/git/not-in-clone.ts'
import {type CommonOptions, configOf} from './config.ts'
import {findHistory, locateHistory} from './history-path.ts'
import {readHistoryOnce, readPolicyOnce} from './read-once.ts'

/**
 * Policy of a written history: the requested one, otherwise the one that the history declares, the configured one, or
 * the default. If the config file doesn't name the history, its policy can't replace the configured one.
 */
export function policyForHistory(
  files: Files,
  {policy, history}: CommonOptions,
  file: HistoryFile,
  path: string,
  config: Config | undefined
) {
  const historyFolder = files.isFolder(path) ? path : dirname(path)
  const isFound = config?.policy !== undefined && config.history === undefined
  const declared = isFound ? undefined : file.declared.policy
  if (policy !== undefined) return {...readPolicyOnce(files, policy), assumed: false}
  // A history that the command line names can be that of another project.
  if (history === undefined) assertOnePolicy(files, file, path, config)
  if (declared !== undefined) {
    return {
      ...readDeclaredPolicy(files, declared, historyFolder, placeOfPolicy(files, file, path)),
      assumed: false
    }
  }
  return policyWithoutHistory(files, {}, config)
}

const placeOfPolicy = (files: Files, file: HistoryFile, path: string): SourceLocation =>
  file.locate({source: files.isFolder(path) ? join(path, 'service.yaml') : path, pointer: '/policy'})

/**
 * Throws an `InputError` if a history names another policy than its configuration, because commands would judge one
 * project by two. Commits aren't refused: a change has to be able to mend its target.
 */
function assertOnePolicy(files: Files, file: HistoryFile, path: string, config: Config | undefined): void {
  const declared = file.declared.policy
  // The policy of a history that the configuration doesn't name counts nowhere.
  if (!files.areOnDisk || config?.policy === undefined || config.history === undefined || declared === undefined) return
  const historyFolder = files.isFolder(path) ? path : dirname(path)
  const isPreset = declared === config.policy && !isPolicyFileName(declared)
  const isSame = isPreset || files.resolve(historyFolder, declared) === files.resolve(config.folder, config.policy)
  if (isSame) return
  const place = placeOfPolicy(files, file, path)
  throw inputError(
    `The key \`policy\` of \`${place.source}\` names \`${declared}\`, and that of \`${config.source}\` names \`${config.policy}\`. One project has one policy: remove the key from the history, or choose with \`--policy\`.`,
    place
  )
}

/**
 * The policy of a project, as for its history: the requested, the declared, the configured, or the default one. Throws an
 * `InputError` if the history names another one than the configuration.
 */
export function policyOfProject(
  context: Context,
  options: Pick<CommonOptions, 'policy'>,
  config: Config | undefined
): PolicyFile & {readonly assumed: boolean} {
  const own = options.policy === undefined ? readOwnHistory(context, config) : undefined
  return own
    ? policyForHistory(context.files, {}, own.file, own.path, config)
    : policyWithoutHistory(context.files, options, config)
}

/** The history of a project; `undefined` if there is none, or it can't be read, which other commands report. */
function readOwnHistory(context: Context, config: Config | undefined): {file: HistoryFile; path: string} | undefined {
  return ignoreInputErrors(() => {
    const path = findHistory(context, undefined, config)
    return path === undefined ? undefined : {file: readHistoryOnce(context.files, path), path}
  })
}

/** What observed descriptions are judged with: the history on the command line, if there's one, and the policy. */
export function readDeclaredParts(options: CommonOptions, context: Context) {
  const config = configOf(options, context)
  const path = options.history === undefined ? undefined : locateHistory(context, options.history, config)
  const written = path === undefined ? undefined : {file: readHistoryOnce(context.files, path), path}
  const judge = written
    ? policyForHistory(context.files, options, written.file, written.path, config)
    : policyWithoutHistory(context.files, options, config)
  return {config, written, judge}
}

/** Policy without a history: the requested, the configured, or the default one. */
export function policyWithoutHistory(
  files: Files,
  {policy}: Pick<CommonOptions, 'policy'>,
  config: Config | undefined
) {
  if (policy !== undefined) return {...(findPreset(files, policy) ?? readPolicyOnce(files, policy)), assumed: false}
  if (config?.policy === undefined)
    return {...(findPreset(files, DEFAULT_POLICY) ?? readPolicyOnce(files, DEFAULT_POLICY)), assumed: true}
  const place = config.locate(config.policyPlace ?? {source: config.source})
  return {...readDeclaredPolicy(files, config.policy, config.folder, place), assumed: false}
}

/** Preset, whose text is read only when a line number is needed. `undefined` if there's none of this name. */
function findPreset(files: Files, name: string): PolicyFile | undefined {
  const policy = readBuiltPreset(files, name)
  return (
    policy && {
      policy,
      locate: place => (place.source === policy.source ? readPolicyOnce(files, name).locate(place) : place)
    }
  )
}

/** Reads a declared policy. If it can't be found, the error points at the line that names it. */
function readDeclaredPolicy(files: Files, name: string, folder: string, place: SourceLocation): PolicyFile {
  try {
    assertNoPipe(files.resolve(folder, name))
    const file = findPreset(files, name) ?? readPolicyOnce(files, name, folder)
    return {...file, files: (file.files ?? []).map(each => ({place, ...each}))}
  } catch (error) {
    if (!(error instanceof InputError) || error instanceof NotInClone) throw error
    const problems = error.problems.map(problem => (problem.place?.line === undefined ? {...problem, place} : problem))
    throw new InputError(problems, {cause: error})
  }
}
