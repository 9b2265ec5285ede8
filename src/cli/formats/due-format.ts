import * as z from 'zod'
import {headFormat} from '../../app/head-format.ts'
import {day, other, traffic, type Written} from '../../outputs/report/json-format.ts'

// Single definition of the JSON output of `tenure due` and of its published schema.

const item = z.strictObject({
  state: z
    .enum(['overdue', 'now', 'coming', 'later', 'unknown'])
    .describe('`coming`: within `--within`. `unknown`: the earliest end of support is undetermined.'),
  subject: other,
  day: day.optional().describe('The sunset if it is overdue, otherwise the earliest end of support.'),
  sunset: z.string().optional().describe('A day or a release.'),
  text: z.string(),
  replacement: z.string().optional().describe('The supported replacement, in the notation of history files.'),
  owners: z.array(z.string()).optional().describe('Who owns it. Missing if nothing says so.'),
  traffic: traffic.optional().describe('Who called it in the last 30 days. Missing without a table of traffic.')
})

export const due = z.strictObject({
  ...headFormat('due'),
  until: day.describe('The last day of `--within`.'),
  due: z.array(item).describe('Every deprecation without a recorded removal, the most urgent first.')
})

export type WrittenDue = Written<typeof due>
