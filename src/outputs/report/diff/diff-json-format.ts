import * as z from 'zod'
import {CHANGE_KINDS} from '../../../languages/kinds.ts'
import {clause, day, missing, part, place, subject, verdict, version, type Written} from '../json-format.ts'

// Single definition of the comparison report: its types, its JSON output, and the published schema.

const side = z.enum(['request', 'response'])
const breaks = z.enum(['yes', 'no', 'unknown'])
const effect = z.enum(['breaking', 'compatible', 'review'])
const of = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({request: value.optional(), response: value.optional()})

const proof = z.discriminatedUnion('is', [
  z.strictObject({is: z.literal('keeps')}),
  z.strictObject({
    is: z.literal('breaks'),
    witness: z.unknown().describe('A counterexample.'),
    at: z.string().describe('Where the value is, relative to the place of the change.'),
    isDocument: z
      .literal(true)
      .optional()
      .describe('Set if the value is a document that clients send, such as a GraphQL query.')
  }),
  z.strictObject({is: z.literal('undetermined'), why: z.string()})
])

const reach = z.strictObject({
  operation: subject,
  side,
  part: z.string().optional().describe('`query parameter limit`, `body`, `response 200 application/json`.'),
  at: z
    .string()
    .optional()
    .describe('The path from the part to the value, such as `[].labels[].name`. One path for each side.'),
  verdict,
  stability: z.string().optional()
})

const change = z.strictObject({
  kind: z.enum(CHANGE_KINDS),
  direction: z
    .literal('forward')
    .optional()
    .describe(
      'Set if the change breaks clients of the newer description at servers of the older one. Its kind and its proofs are those of a comparison the other way round.'
    ),
  verdict: verdict.describe(
    "The policy's answer: the most severe verdict of its reaches. `compliant` includes compatible changes."
  ),
  breaks: breaks.describe(
    'Whether the change breaks clients, whatever the policy allows: the most severe of its effects.'
  ),
  ground: z.string().describe('The ground of the verdict.'),
  effects: of(effect).describe('The effect on clients, by proof or by the policy.'),
  message: z.string(),
  subject,
  ...part,
  component: z.string().optional(),
  at: z.string().describe('The path in the component or part, such as `labels[].name`, or empty.'),
  about: z.string().optional().describe('The keyword or name that changed.'),
  others: z.int().optional().describe('The number of further values of the same list that this change stands for.'),
  places: z.strictObject({
    old: place.optional().describe('The place in the older description; for additions, of the parent.'),
    new: place.optional(),
    missingFrom: place.optional().describe('For removals: the nearest remaining parent in the newer description.')
  }),
  old: z.unknown().optional(),
  new: z.unknown().optional(),
  proofs: of(proof),
  reaches: z.array(reach).describe('The affected operations.'),
  clause: clause.optional(),
  missing,
  fingerprint: z
    .string()
    .describe("An identifier that edits of the files don't change. It contains no text, line, or date.")
})

const document = z.strictObject({source: z.string(), title: z.string().optional(), version: z.string().optional()})

export const diffSchema = z.strictObject({
  format: z.literal(1),
  command: z.literal('diff'),
  asOf: day,
  policy: z.strictObject({
    name: z.string(),
    source: z.string(),
    revision: z.string().optional().describe('The revision that applied on the day, if it is known.'),
    assumed: z.boolean().describe('Whether the policy is the default.')
  }),
  direction: z
    .enum(['forward', 'both'])
    .optional()
    .describe('The directions that were compared, unless it is only old clients with new servers.'),
  old: document,
  new: document,
  partial: z.boolean().describe('Whether parts of the documents could not be read.'),
  gaps: z.array(z.strictObject({message: z.string(), place, isRead: z.boolean()})),
  unused: z
    .array(
      z.strictObject({
        kind: z.enum(['schema', 'type', 'parameter', 'response', 'header', 'request body', 'callback', 'path item']),
        name: z.string(),
        place
      })
    )
    .describe('Changed components that no operation uses. They are not checked.'),
  breaks: breaks.describe('Whether any change breaks clients. `unknown` also if parts could not be read.'),
  verdict: verdict.describe('The most severe verdict of all changes. `undetermined` also if parts could not be read.'),
  summary: z.strictObject({
    breaking: z.int().describe('The number of changes that break clients, whatever their verdict.'),
    violation: z.int(),
    undetermined: z.int(),
    exempt: z.int(),
    compliant: z.int()
  }),
  version: version.optional(),
  remarks: z.array(z.string()),
  changes: z.array(change)
})

export type WrittenDiff = Written<typeof diffSchema>
