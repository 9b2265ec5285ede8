import {inputError} from '../model/input-error.ts'
import {parseDateRange} from '../model/time/date-range.ts'
import type {Policy} from '../model/verdict/policy.ts'
import type {Context} from './context.ts'

/**
 * Day on which to judge: the value of `--as-of`, otherwise today in the policy's time zone. Throws an `InputError` if
 * the day doesn't exist.
 */
export function asOfDay(options: {readonly 'as-of'?: string | undefined}, context: Context, policy: Policy): string {
  const requested = options['as-of']
  if (requested === undefined) return context.today(policy.timezone)
  if (/^\d{4}-\d{2}-\d{2}$/.test(requested) && parseDateRange(requested)) return requested
  throw inputError(`Unexpected day \`${requested}\` for --as-of, expected a day that exists, as \`2026-03-02\``)
}
