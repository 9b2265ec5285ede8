import * as z from 'zod'

// JSON format of `tenure report`; the published schema is derived from it.

const day = z.iso.date()
const count = z.int().nonnegative()

const section = z.strictObject({
  id: z
    .enum(['owners', 'due', 'unannounced', 'slowest', 'waiting', 'errors', 'listings'])
    .describe('What the section is about.'),
  title: z.string(),
  none: z.string().describe('What it means that there are no rows.'),
  sql: z.string().describe('Query that gives all rows. Run it with `tenure report --sql`.'),
  total: count.describe('Number of rows of the query.'),
  columns: z.array(z.strictObject({name: z.string(), isNumber: z.boolean()})),
  rows: z.array(z.record(z.string(), z.unknown())).describe('The first rows of the query.')
})

export const fleetReportSchema = z.strictObject({
  format: z.literal(1),
  command: z.literal('report'),
  owner: z.string().optional().describe('The owner whose part it is. Missing for all owners.'),
  asOf: day.describe('Latest day on which an API was judged.'),
  until: day.describe('The last day of `--within`.'),
  answer: z.string().describe('The most important counts in one sentence.'),
  counts: z.strictObject({
    apis: count.describe('APIs in the list, also those that could not be read.'),
    violating: count.describe('APIs with violations.'),
    violations: count,
    undetermined: count,
    exempt: count,
    compliant: count,
    due: count.describe('Removals that are overdue, possible now, or coming until the last day.'),
    unread: count.describe('APIs that could not be read.'),
    partial: count.describe('APIs that were read only in part.')
  }),
  policies: z.array(z.strictObject({name: z.string(), apis: count})).describe('Policies by number of APIs.'),
  remarks: z.array(z.string()).describe('Remarks on the answer as a whole.'),
  sections: z.array(section)
})

export type FleetReport = z.infer<typeof fleetReportSchema>
export type FleetSection = z.infer<typeof section>
