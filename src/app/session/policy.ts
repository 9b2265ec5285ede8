import {dirname, join, resolve} from 'node:path'
import {InputError} from '../../model/input-error.ts'
import type {SourceLocation} from '../../model/location.ts'
import {DEFAULT_POLICY, readBuiltPreset} from '../../read/config/built-presets.ts'
import type {Config} from '../../read/config/file.ts'
import {assertNoPipe, type PolicyFile, readPolicy} from '../../read/config/policy-file.ts'
import {isFolder} from '../../read/files/file-system.ts'
import {NotInClone} from '../../read/git/not-in-clone.ts'
import {type HistoryFile, readHistory} from '../../read/history/file.ts'
import {type CommonOptions, configOf} from './config.ts'
import {locateHistory} from './history-path.ts'

/**
 * Policy of a written history: the requested one, that which the history declares, the configured, or the default. A
 * history that the configuration doesn't name can't replace the policy that it names.
 */
export function policyForHistory({policy}: CommonOptions, file: HistoryFile, path: string, config: Config | undefined) {
  const historyFolder = isFolder(path) ? path : dirname(path)
  const isFound = config?.policy !== undefined && config.history === undefined
  const declared = isFound ? undefined : file.declared.policy
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

/** Preset, whose text is read only when a line number is needed. `undefined` if there's none of this name. */
function findPreset(name: string): PolicyFile | undefined {
  const policy = readBuiltPreset(name)
  return policy && {policy, locate: place => (place.source === policy.source ? readPolicy(name).locate(place) : place)}
}

/** Reads a declared policy. If it can't be found, the error points at the line that names it. */
function readDeclaredPolicy(name: string, folder: string, place: SourceLocation): PolicyFile {
  try {
    assertNoPipe(resolve(folder, name))
    const file = readPolicy(name, folder)
    return {...file, files: (file.files ?? []).map(each => ({place, ...each}))}
  } catch (error) {
    if (!(error instanceof InputError) || error instanceof NotInClone) throw error
    const problems = error.problems.map(problem => (problem.place?.line === undefined ? {...problem, place} : problem))
    throw new InputError(problems, {cause: error})
  }
}
