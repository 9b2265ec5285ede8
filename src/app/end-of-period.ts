import {inputError} from '../model/input-error.ts'
import type {Day} from '../model/time/date-range.ts'
import {addUnits} from '../policy/notice/durations.ts'

const UNITS: Readonly<Record<string, 'days' | 'weeks' | 'months' | 'years'>> = {
  d: 'days',
  w: 'weeks',
  m: 'months',
  y: 'years'
}

/** Last day of the period given by `--within`. */
export function endOfPeriod(within: string, asOf: Day): Day {
  const match = /^(\d{1,4})\s*(d|w|m|y)[a-z]*$/.exec(within)
  const unit = UNITS[match?.[2] ?? '']
  if (!match || !unit)
    throw inputError(
      `\`--within ${within}\` isn't a time. Write a number with its unit, such as \`90d\`, \`12w\`, \`6m\`, or \`1y\`.`
    )
  return addUnits(asOf, Number(match[1]), unit)
}
