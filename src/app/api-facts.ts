import type {Context} from '../context/context.ts'
import type {Config} from '../inputs/config/file.ts'
import {readCodeOwners} from '../inputs/owners/code-owners.ts'
import {pathInRepository} from '../inputs/working-tree.ts'
import {ownerNames} from '../model/approval.ts'
import {defined} from '../model/defined.ts'
import {ignoreInputErrors} from '../model/input-error.ts'
import type {ApiFacts} from '../outputs/report/several-apis.ts'
import {findNextEnd} from './due.ts'
import {type CommonOptions, configOf} from './session/config.ts'
import {findHistory} from './session/history-path.ts'
import {openWrittenHistory} from './session/session.ts'

/** What is known of an API besides the answer of a command: its owners, and its next end of support. */
export const findApiFacts = (options: CommonOptions, context: Context): ApiFacts =>
  defined({owners: findApiOwners(configOf(options, context), context), nextEnd: findWrittenNextEnd(options, context)})

/**
 * Who owns an API: as the configuration says, otherwise as the `CODEOWNERS` of its description or of its history.
 * `undefined` if nothing says so.
 */
export function findApiOwners(
  config: Pick<Config, 'owner' | 'spec' | 'history'> | undefined,
  context: Pick<Context, 'files' | 'git' | 'env'>
): ApiFacts['owners'] {
  if (config?.owner !== undefined) return [config.owner]
  const file = config?.spec ?? config?.history
  const owned = file === undefined ? undefined : readCodeOwners(context)
  const path = owned && file !== undefined ? pathInRepository(context.files, owned.root, file) : undefined
  const names = path === undefined ? [] : ownerNames(owned?.ofFile(path) ?? [])
  return names.length === 0 ? undefined : names
}

/** The next end of support in the written history of an API. `undefined` if it has none, or it can't be read. */
function findWrittenNextEnd(options: CommonOptions, context: Context): ApiFacts['nextEnd'] {
  // The command itself says why.
  return ignoreInputErrors(() => {
    const path = findHistory(context, options.history, configOf(options, context))
    return path === undefined ? undefined : findNextEnd(openWrittenHistory(options, context))
  })
}
