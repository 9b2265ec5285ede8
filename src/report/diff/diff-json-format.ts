import * as z from 'zod'
import {CHANGE_KINDS, type ChangeKind} from '../../model/api/change.ts'
import {clause, day, missing, part, place, subject, verdict} from '../formats/json-format.ts'

// Single definition of the comparison report: its types, its JSON output, and the published schema.

const side = z.enum(['request', 'response'])
const effect = z.enum(['breaking', 'compatible', 'review'])
const of = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({request: value.optional(), response: value.optional()})

const proof = z.discriminatedUnion('is', [
  z.strictObject({is: z.literal('keeps')}),
  z.strictObject({
    is: z.literal('breaks'),
    witness: z.unknown().describe('A value that was fine before and is not now.'),
    at: z.string().describe('Where it stands, seen from what the change lies in.')
  }),
  z.strictObject({is: z.literal('undetermined'), why: z.string()})
])

const reach = z.strictObject({
  operation: subject,
  side,
  part: z.string().optional().describe('`query parameter limit`, `body`, `response 200 application/json`.'),
  at: z.string().optional().describe('A way from the part to the value, `[].labels[].name`: told of one on each side.'),
  verdict,
  stability: z.string().optional()
})

const change = z.strictObject({
  kind: z.enum(Object.keys(CHANGE_KINDS) as [ChangeKind, ...ChangeKind[]]),
  verdict: verdict.describe('The worst of those of its reaches; `compliant`: compatible.'),
  ground: z.string().describe('What the verdict rests on.'),
  effects: of(effect).describe('What it does to clients, by proof or as the policy sees it.'),
  message: z.string(),
  subject,
  ...part,
  component: z.string().optional(),
  at: z.string().describe('The value in the component or the part: `labels[].name`; empty for all of it.'),
  about: z.string().optional().describe('The keyword or the name that it is about.'),
  others: z
    .int()
    .optional()
    .describe('How many more values of one list it stands for: very many that come or go alike are told as one.'),
  places: z.strictObject({
    old: place.optional().describe('Of what is new: what holds it, as it was before.'),
    new: place.optional(),
    missingFrom: place.optional().describe('Of what is gone: the nearest that still stands of what held it.')
  }),
  old: z.unknown().optional(),
  new: z.unknown().optional(),
  proofs: of(proof),
  reaches: z.array(reach).describe('The operations that meet it.'),
  clause: clause.optional(),
  missing,
  fingerprint: z.string().describe('The same across edits of the files: no text, line or date is in it.')
})

const document = z.strictObject({source: z.string(), title: z.string().optional(), version: z.string().optional()})

export const diffSchema = z.strictObject({
  format: z.literal(1),
  command: z.literal('diff'),
  asOf: day,
  policy: z.strictObject({
    name: z.string(),
    source: z.string(),
    revision: z.string().optional().describe('The one in force on the day, where it is known.'),
    assumed: z.boolean().describe('No policy was declared.')
  }),
  old: document,
  new: document,
  partial: z.boolean().describe('Some of the documents could not be read.'),
  gaps: z.array(z.strictObject({message: z.string(), place, isRead: z.boolean()})),
  unused: z
    .array(
      z.strictObject({
        kind: z.enum(['schema', 'parameter', 'response', 'header', 'request body', 'callback', 'path item']),
        name: z.string(),
        place
      })
    )
    .describe('Components that changed and that no operation uses: they are not checked.'),
  summary: z.strictObject({violation: z.int(), undetermined: z.int(), exempt: z.int(), compliant: z.int()}),
  changes: z.array(change)
})

export type WrittenDiff = z.infer<typeof diffSchema>
