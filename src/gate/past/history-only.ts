import type {CommonOptions} from '../../app/session/config.ts'
import {CONFIG_NAME} from '../../app/session/config-path.ts'
import type {Config} from '../../inputs/config/file.ts'
import {type ApiFiles, findApiFiles} from '../../inputs/sources/commit-descriptions.ts'
import {findCurrentSpec} from '../../inputs/sources/release-base.ts'
import {type InputError, inputError} from '../../model/input-error.ts'
import type {Uncompared} from '../../outputs/report/report.ts'
import {atCommit} from '../../stores/files/commit-workspace.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {formatFew} from '../../text/format-values.ts'
import type {NoBase} from '../base/base-commit.ts'
import type {BaseRevision} from '../base/base-revision.ts'
import {findComparison, type ReviewedChange} from '../change.ts'
import {readTargetState, type TargetState} from '../read-rules.ts'

// A check without an API description compares nothing, so it passes only if the target's configuration asks for that.

/**
 * Description that the target names, or has under a usual name, for an API for which the change says `spec: none`. It's
 * still compared, because the target decides. `undefined` if the target has none, or says `none`, too.
 */
export function findTargetSpec(options: CommonOptions, config: Config, change: ReviewedChange): string | undefined {
  const found = findComparison(change, '.', () => false)
  if (!found) return undefined
  const {context} = change
  const {root} = found.repository
  const target = readTargetState(options, {root, ...found.target}, {specs: [], api: config.api}, context)
  if (target.config?.isHistoryOnly) return undefined
  if (target.config?.spec !== undefined || config.api !== undefined) return target.config?.spec
  return findCurrentSpec(atCommit(context, {root, id: found.target.id}).files, undefined)
}

/** States that a description is compared although the change says that there is none. Empty otherwise. */
export const stillComparedRemarks = (config: Config | undefined, spec: string, base: BaseRevision): string[] =>
  config?.isHistoryOnly
    ? [`This change says \`spec: none\`, and \`${spec}\` is still compared, because ${base.label} has it.`]
    : []

/** Target of a change, and its commit. */
export interface HistoryTarget {
  readonly state: TargetState
  readonly root: string
  readonly id: string
}

/**
 * Throws an `InputError` unless the history may be checked alone: the configuration says `spec: none`, or the target
 * has a history already, and neither an API description nor a server.
 */
export function assertHistoryOnly(
  workspace: Workspace,
  config: Config | undefined,
  target: HistoryTarget | undefined
): void {
  if (config?.isHistoryOnly || target?.state.config?.isHistoryOnly) return
  const found = target && findApiFiles(workspace, target.root, target.id)
  const isBare = found !== undefined && found.descriptions.length + found.servers.length === 0
  if (isBare && target?.state.file) return
  throw nothingComparedError(config, found)
}

function nothingComparedError(config: Config | undefined, found: ApiFiles | undefined): InputError {
  const {descriptions: [spec] = [], servers: [server] = []} = found ?? {}
  const source = config?.source ?? CONFIG_NAME
  const seen =
    spec !== undefined
      ? ` (${formatFew((found?.descriptions ?? []).map(path => `\`${path}\``))})`
      : server !== undefined
        ? ` (\`${server}\` lists a server: name the file that starts it)`
        : ''
  return inputError(
    `Nothing was compared: ${config ? `\`${source}\` names no API description, and none` : 'no API description'} with a usual name was found. Name it with \`spec: PATH\` in \`${source}\`${seen}. If there is none, write \`spec: none\`, and the history alone is checked.`,
    config ? config.locate({source, pointer: config.pointer}) : undefined,
    `spec: ${spec ?? (server === undefined ? 'api/library.yaml' : 'src/server.ts')}`
  )
}

/** Why a description was compared with nothing. `undefined` if there's an older one. */
export function whyUncompared(
  spec: string,
  {base, lacking}: {readonly base: BaseRevision; readonly lacking?: NoBase}
): Uncompared | undefined {
  if (lacking)
    return {text: `Compared \`${spec}\` with nothing: ${lacking.lacks}.`, isUnsure: lacking.isUnsure === true}
  return base.isSelf
    ? {text: `Compared \`${spec}\` with itself. Name an older description with \`--base\`.`, isUnsure: false}
    : undefined
}

/** Why nothing was compared in a check of the history alone. */
export const HISTORY_ONLY: Uncompared = {
  text: 'History only, no description compared.',
  isUnsure: false,
  isHistoryOnly: true
}
