import * as z from 'zod'
import {headFormat} from '../../app/head-format.ts'
import {clause, day, missing, moment, part, subject} from '../../report/formats/json-format.ts'

// Single definition of the JSON output of `tenure when` and of its published schema.

const window = z.strictObject({
  kind: z.enum(['any', 'never', 'release', 'major', 'days']),
  days: z.array(z.string()).optional().describe('Days of the year, MM-DD.')
})

/** Successor that comes too late, and when it comes. */
const late = z.strictObject({subject, ...part, moment})

const bound = z
  .strictObject({
    clause,
    day: day.optional().describe('From when on this allows the end; left out where the calendar alone cannot tell.'),
    promised: z.string().optional().describe('The length that was promised.'),
    start: moment.optional().describe('When the clock of it started.'),
    assumed: z.literal(true).optional().describe('No clock has started: counted as if it did on the as-of day.'),
    window: window.optional().describe('Where the policy lets an end be.'),
    sunset: moment.optional().describe('The promised end.'),
    gate: z.string().optional().describe('What must be met besides.'),
    successor: z
      .strictObject({stability: z.enum(['any', 'same']), before: z.enum(['announcement', 'end'])})
      .optional()
      .describe('What there must be to move to, and before what.'),
    comes: z
      .array(late)
      .optional()
      .describe('What succeeds it and is still to come: too late, where it is asked for all the same.'),
    missing
  })
  .describe('One thing that the end waits for.')

const earliest = {
  kind: z
    .enum(['any', 'never', 'day', 'undetermined'])
    .describe('`any`: nothing is promised. `never`: the policy ends nothing of this kind. `day`: on `day`.'),
  day: day.optional()
}

const asked = {...headFormat('when'), subject, ...part}

const ended = z.strictObject({...asked, kind: z.literal('ended'), ended: moment})

const end = z.strictObject({
  ...asked,
  ...earliest,
  earlier: z
    .strictObject({day, missing})
    .optional()
    .describe('An earlier day may be lawful too: from when on at the soonest, and what would tell.'),
  bounds: z.array(bound),
  missing,
  stabilities: z.array(z.string()),
  clause: clause.optional()
})

const announcement = z.strictObject({
  ...asked,
  end: day.describe('The end that was asked for with `--end`.'),
  kind: z
    .enum(['none-needed', 'never', 'day', 'undetermined'])
    .describe('`none-needed`: it needs no announcement. `never`: it is not lawful on that day. `day`: by `day`.'),
  day: day.optional(),
  missing,
  started: moment.optional().describe('Where the clock has started without an announcement.'),
  refused: z
    .strictObject({
      window: window.optional(),
      before: day.optional(),
      after: day.optional(),
      successor: late.optional(),
      clause
    })
    .optional()
    .describe('Why it is not lawful on that day, however early it is announced, and the days nearest to it that are.'),
  bounds: z.array(bound),
  earliest: z.strictObject(earliest).describe('The earliest lawful end.')
})

export const when = z.union([ended, end, announcement])

export type WrittenEnded = z.infer<typeof ended>
export type WrittenEnd = z.infer<typeof end>
export type WrittenAnnouncement = z.infer<typeof announcement>
