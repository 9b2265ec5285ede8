import * as z from 'zod'
import {CHANGE_KINDS} from '../../languages/kinds.ts'
import {subjectText} from './fields.ts'

// The facts of a release: what was observed in its description when it was recorded. Its lines state less, and a person
// may edit them. All names and values come from descriptions.

/** The version of the format. A file with a higher one isn't used. */
export const FACTS_FORMAT = 1

const target = z.union([
  subjectText,
  z.strictObject({
    kind: z.string(),
    text: z.string(),
    path: z.string().optional(),
    isPrefix: z.literal(true).optional(),
    verb: z.string().optional(),
    type: z.string().optional(),
    name: z.string().optional(),
    isSentByService: z.literal(true).optional()
  })
])

const side = z.enum(['request', 'response'])
const text = z.string().optional()
const yes = z.literal(true).optional()

/** A target, or a part of one. */
const subject = z.union([
  target,
  z.strictObject({of: target, field: text, parameter: text, header: text, value: text, in: side.optional()})
])

const proof = z.union([
  z.strictObject({is: z.literal('keeps')}),
  z.strictObject({is: z.literal('breaks'), witness: z.unknown(), at: z.string(), isDocument: yes}),
  z.strictObject({is: z.literal('undetermined'), why: z.string()})
])

/** A JSON pointer into a description, or `true` for a place that has none. */
const place = z.union([z.string(), z.literal(true)]).optional()
const index = z.int().min(0)

const change = z.strictObject({
  kind: z.enum(CHANGE_KINDS),
  subject,
  component: text,
  at: text,
  old: z.unknown().optional(),
  new: z.unknown().optional(),
  about: text,
  others: z.int().min(1).optional(),
  possibleName: text,
  mediaType: text,
  /** The index of the list of affected operations among the shared lists of the diff. */
  reaches: index,
  /** The index of the proof for each side among the shared proofs of the diff. */
  proofs: z.strictObject({request: index.optional(), response: index.optional()}).optional(),
  announced: z.strictObject({deprecated: z.boolean(), since: text, sunset: text}).optional(),
  /** The place in the newer description, or in the older one if it was removed. */
  where: place,
  was: place
})

const described = z.strictObject({
  subject,
  deprecated: yes,
  since: text,
  sunset: text,
  stability: text,
  replacement: text,
  tags: z.array(z.string()).optional()
})

/** An affected operation: the index of the operation, the side, the index of its part, and the path in the part. */
const use = z.union([
  z.tuple([index, side]),
  z.tuple([index, side, index]),
  z.tuple([index, side, index.nullable(), z.string()])
])

/** The comparison of two descriptions. What many changes share is in lists, to which they refer by index. */
const diff = z.strictObject({
  title: text,
  language: text,
  base: z.string(),
  marks: z.boolean(),
  changes: z.array(change),
  operations: z.array(subject),
  parts: z.array(z.string()),
  uses: z.array(use),
  reaches: z.array(z.array(index)),
  proofs: z.array(proof),
  arrivals: z.array(described),
  marked: z.array(described),
  gone: z.array(z.string()).optional(),
  come: z.array(z.string()).optional(),
  respelt: z.array(subject).optional(),
  renamed: z
    .array(
      z.strictObject({
        from: subject,
        to: subject,
        coverage: z.strictObject({uses: z.array(subject), covered: z.array(subject)}).optional(),
        isInUse: yes
      })
    )
    .optional(),
  gaps: z.array(z.strictObject({message: z.string(), isRead: yes, isOfMark: yes}))
})

/** A comparison with another release than the one before. */
const comparison = z.strictObject({against: z.string(), diff})

export const factsSchema = z.strictObject({
  format: z.literal(FACTS_FORMAT),
  release: z.string(),
  /** The release that it was compared with. */
  against: text,
  /** Missing if the description couldn't be read. */
  diff: diff.optional(),
  /** The comparison with the last release that was read completely, if the release before was read only in part. */
  wide: comparison.optional(),
  /** Comparisons with the release listed before it, and with the final release before its candidates. */
  also: z.array(comparison).optional(),
  /** Read, and not used: the first commits that show deprecations, which older versions recorded. */
  witnessed: z
    .array(
      z.union([
        z.tuple([z.string(), z.string(), z.string()]),
        z.tuple([z.string(), z.string(), z.string(), z.literal(true)])
      ])
    )
    .optional(),
  /** The lines of the release as they were recorded. */
  lines: z.array(z.record(z.string(), z.unknown()))
})

export type WrittenFacts = z.infer<typeof factsSchema>
export type RecordedDiff = z.infer<typeof diff>
export type FactRename = NonNullable<RecordedDiff['renamed']>[number]
export type FactTarget = z.infer<typeof target>
export type FactSubject = z.infer<typeof subject>
export type FactChange = z.infer<typeof change>
export type FactOperation = z.infer<typeof described>
