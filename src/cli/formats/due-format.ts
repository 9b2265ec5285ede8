import * as z from 'zod'
import {headFormat} from '../../app/head-format.ts'
import {day, other} from '../../report/formats/json-format.ts'

// Single definition of the JSON output of `tenure due` and of its published schema.

const item = z.strictObject({
  state: z
    .enum(['overdue', 'now', 'coming', 'later', 'unknown'])
    .describe('`coming`: within the time that was asked for. `unknown`: the earliest lawful end cannot be told.'),
  subject: other,
  day: day.optional().describe('The promised end where it is overdue, else the earliest lawful one.'),
  says: z.string()
})

export const due = z.strictObject({
  ...headFormat('due'),
  until: day.describe('The day that `--within` leads to.'),
  due: z.array(item).describe('Every announced end that is not yet on record, what is most urgent first.')
})

export type WrittenDue = z.infer<typeof due>
