import * as z from 'zod'
import {headFormat} from '../../app/head-format.ts'
import {clause, day, missing, moment, part, subject, type Written} from '../../outputs/report/json-format.ts'

// Single definition of the JSON output of `tenure due ENDPOINT` and of its published schema.

const window = z.strictObject({
  kind: z.enum(['any', 'never', 'release', 'major', 'days']),
  days: z.array(z.string()).optional().describe('Days of the year, MM-DD.')
})

/** Successor that comes too late, and when it comes. */
const late = z.strictObject({subject, ...part, moment})

const bound = z
  .strictObject({
    clause,
    day: day.optional().describe('The first day on which this requirement is met, if the calendar alone decides.'),
    required: z.string().optional().describe('The required length.'),
    start: moment.optional().describe('When the period started.'),
    assumed: z.literal(true).optional().describe('The period has not started.'),
    window: window.optional().describe('When support can end.'),
    sunset: moment.optional().describe('The sunset.'),
    condition: z.string().optional().describe('Another condition that must be met.'),
    successor: z
      .strictObject({stability: z.enum(['any', 'same']), before: z.enum(['announcement', 'end'])})
      .optional()
      .describe('The successor that is required, and before what.'),
    comes: z.array(late).optional().describe('Successors that are not released yet.'),
    missing
  })
  .describe('A requirement for end of support.')

const earliest = {
  kind: z
    .enum(['any', 'never', 'day', 'after', 'undetermined'])
    .describe(
      '`any`: no day is too early. `never`: support can never end. `day`: on or after `day`. `after`: after the lengths of `bounds` that have not started, and not before `day`.'
    ),
  day: day.optional(),
  ifStartedToday: day.optional().describe('The day if these lengths start on the as-of day.')
}

const asked = {...headFormat('when'), subject, ...part}

const ended = z.strictObject({...asked, kind: z.literal('ended'), ended: moment})

const end = z.strictObject({
  ...asked,
  ...earliest,
  earlier: z
    .strictObject({day: day.optional(), missing})
    .optional()
    .describe('An earlier day that can be allowed, too, and the facts that would decide.'),
  bounds: z.array(bound),
  missing,
  stabilities: z.array(z.string()),
  clause: clause.optional()
})

const announcement = z.strictObject({
  ...asked,
  end: day.describe('The value of `--end`.'),
  kind: z
    .enum(['none-needed', 'never', 'day', 'undetermined'])
    .describe(
      "`none-needed`: no announcement is required. `never`: support can't end on that day. `day`: announce it by `day`."
    ),
  day: day.optional(),
  missing,
  started: moment.optional().describe('When the notice started, if it needs no announcement.'),
  refused: z
    .strictObject({
      window: window.optional(),
      before: day.optional(),
      after: day.optional(),
      successor: late.optional(),
      clause
    })
    .optional()
    .describe(
      "Why support can't end on that day, however early it is announced, and the nearest days on which it can."
    ),
  bounds: z.array(bound),
  earliest: z.strictObject(earliest).describe('The earliest end of support.')
})

export const when = z.union([ended, end, announcement])

export type WrittenEnded = Written<typeof ended>
export type WrittenEnd = Written<typeof end>
export type WrittenAnnouncement = Written<typeof announcement>
