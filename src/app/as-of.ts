import {refuse} from '../model/input-error.ts'
import {parseWhen} from '../model/time/date-range.ts'
import type {Policy} from '../model/verdict/policy.ts'
import type {Io} from './io.ts'

/** Day on which to judge: the value of `--as-of`, otherwise today in the policy's time zone. */
export function asOfDay(options: {readonly 'as-of'?: string | undefined}, io: Io, policy: Policy): string {
  const given = options['as-of']
  if (given === undefined) return io.today(policy.timezone)
  if (/^\d{4}-\d{2}-\d{2}$/.test(given) && parseWhen(given)) return given
  throw refuse(`Unexpected day \`${given}\` for --as-of, expected a day that exists, as \`2026-03-02\``)
}
