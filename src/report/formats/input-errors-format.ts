import * as z from 'zod'
import {place, report} from './json-format.ts'

// Single definition of the JSON output that replaces the gate's report if it failed to run.

const problem = z.strictObject({
  message: z.string(),
  place: place.optional(),
  example: z.string().optional().describe('What would be accepted.'),
  paste: z.array(z.string()).optional().describe('Lines to put into the file.')
})

export const unread = z.strictObject({
  format: z.literal(1),
  command: z.literal('check'),
  api: z.string().optional().describe('Which of several APIs it is about.'),
  notJudged: z.array(problem).min(1).describe('Why nothing was judged: there is no verdict, and the exit code is 2.')
})

/** Possible contents of the gate's JSON output. */
export const reportOrUnread = z.union([report, unread])

export type WrittenInputErrors = z.infer<typeof unread>
