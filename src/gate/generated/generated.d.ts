import type {DeletedApi} from '../base/deleted-apis.ts'
import type {ApiOptions, ReviewedChange} from '../change.ts'
import type {GeneratedChange} from './generated-change.ts'

/**
 * Generates the descriptions of a change and of its base, if git doesn't have that of one of them, and the target's
 * configuration or the user says how. `undefined` if there's nothing to generate. Throws an `InputError` if the command
 * fails, or if only the change names one.
 */
export declare function generateDescriptions(
  options: ApiOptions,
  change: ReviewedChange,
  deleted?: DeletedApi
): Promise<GeneratedChange | undefined>
