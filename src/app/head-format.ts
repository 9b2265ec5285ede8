import * as z from 'zod'
import {day} from '../outputs/report/json-format.ts'

/** Schema of the first keys of every JSON output, which name the command, its policy, and the day. */
export const headFormat = <Command extends string>(command: Command) => ({
  format: z.literal(1),
  command: z.literal(command),
  asOf: day,
  policy: z.strictObject({name: z.string(), source: z.string(), declared: z.boolean()}),
  source: z.strictObject({kind: z.literal('history'), path: z.string()}),
  remarks: z.array(z.string()).describe('Remarks on the answer as a whole.')
})
