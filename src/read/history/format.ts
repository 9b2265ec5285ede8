import * as z from 'zod'
import {CHANGE_KINDS, type ChangeKind} from '../../model/api/change.ts'
import {VERBS, type Verb} from '../../model/lifecycle/event.ts'
import {
  dateField,
  dateOrReleaseField,
  dayField,
  formatVersion,
  releaseName,
  subjectText,
  textField,
  unquotedText
} from './fields.ts'

// The single definition of the history format: types, validation, and the published JSON Schema are derived from it.

const part = {
  field: textField.optional().describe('Narrows the subject to a field.'),
  parameter: textField.optional().describe('Narrows the subject to a parameter.'),
  header: textField.optional().describe('Narrows the subject to a header.'),
  value: z.string().optional().describe('Narrows the subject to an enum value, the empty one too.'),
  in: z
    .enum(['request', 'response'])
    .optional()
    .describe('The side on which the part is; left out, each on which the descriptions show it.')
}

const other = z
  .union([subjectText, z.strictObject({subject: subjectText.optional(), ...part})])
  .meta({id: 'replacement', description: 'What to use instead: a subject, or another part.'})

/** A recorded waiver. */
export const waiverSchema = z
  .strictObject({
    reason: textField.describe('One of the reasons that the policy lists.'),
    approver: textField.optional().describe('Who allowed it.'),
    approved: dateField.optional().describe('The day of the approval.'),
    until: dateField.optional().describe('The last day on which it excuses, inclusive.'),
    note: textField.optional(),
    evidence: textField.optional()
  })
  .meta({id: 'waiver', description: 'A recorded exception.'})

const note = textField.optional().describe('What a reader should know, in plain words.')
const via = textField.optional().describe('The public statement that says so: a mail, a page.')
const replacement = z
  .union([z.literal('none'), other])
  .optional()
  .describe('What to use instead; `none` says that there is nothing.')
const announced = z
  .union([z.literal('never'), dateOrReleaseField])
  .optional()
  .describe('When the end was announced: a day, a release, or `never`.')
const met = z
  .record(z.string(), textField)
  .optional()
  .describe('Gates of the policy that were met before the end (consent, usage), each with its evidence.')
const kind = z.enum(Object.keys(CHANGE_KINDS) as [ChangeKind, ...ChangeKind[]]).optional()
const about = unquotedText('What of the subject the change is about, as a waiver names it: `maxLength`.').optional()
const stability = textField.optional().describe('The stability that is stated, where the marker does not say it.')
const breaking = z.boolean().optional().describe("The author's claim: does it break a client?")
const until = dateOrReleaseField.optional().describe('The old name lives on until then; left out, it goes now.')
const ending = {announced, via, met, waiver: waiverSchema.optional(), note}
const after = releaseName.optional().describe('It happened after this release: nobody looked in between.')
const existing = z.literal(true).optional().describe('It was so by then, and may have been so before.')

/** The schema of a change for each verb. */
export const CHANGE_SCHEMAS = {
  added: z.strictObject({
    added: subjectText,
    ...part,
    type: textField.optional(),
    required: z.boolean().optional(),
    breaking,
    kind,
    about,
    stability,
    existing,
    after,
    waiver: waiverSchema.optional(),
    note
  }),
  changed: z.strictObject({
    changed: subjectText,
    ...part,
    breaking,
    kind,
    about,
    type: textField.optional(),
    stability,
    after,
    ...ending
  }),
  deprecated: z.strictObject({
    deprecated: subjectText,
    ...part,
    replacement,
    sunset: dateOrReleaseField.optional(),
    except: z.array(subjectText).optional(),
    announced: dateOrReleaseField.optional().describe('When it was announced, where that was not with its release.'),
    stability,
    existing,
    after,
    via,
    note
  }),
  rescheduled: z.strictObject({
    rescheduled: subjectText,
    ...part,
    sunset: z.union([z.literal('never'), dateOrReleaseField]).describe('The new promised end; `never` takes it back.'),
    stability,
    after,
    via,
    note
  }),
  withdrawn: z.strictObject({withdrawn: subjectText, ...part, stability, after, via, note}),
  promoted: z.strictObject({promoted: subjectText, to: other, until, stability, ...ending}),
  renamed: z.strictObject({renamed: subjectText, ...part, to: other, until, breaking, ...ending}),
  removed: z.strictObject({
    removed: subjectText,
    ...part,
    breaking: z.boolean().optional().describe('False: nobody who meets the part misses it.'),
    replacement,
    except: z.array(subjectText).optional(),
    stability,
    after,
    ...ending
  }),
  restored: z.strictObject({restored: subjectText, ...part, via, note})
} as const satisfies Record<Verb, z.ZodType>

/** A valid example for each verb. */
export const CHANGE_EXAMPLES: Readonly<Record<Verb, string>> = {
  added: '- added: GET /v2/loans',
  changed: '- {changed: GET /v1/loans, breaking: false, note: answers are sorted}',
  deprecated: '- {deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2026-12-20}',
  rescheduled: '- {rescheduled: GET /v1/loans, sunset: 2027-03-31}',
  withdrawn: '- withdrawn: GET /v1/loans',
  promoted: '- {promoted: GET /v1-beta/shelves, to: GET /v1/shelves}',
  renamed: '- {renamed: Loan.shelf, to: Loan.place}',
  removed: '- {removed: GET /v1/loans, replacement: GET /v2/loans}',
  restored: '- restored: GET /v1/loans'
}

export const changeSchema = z
  .union(VERBS.map(verb => CHANGE_SCHEMAS[verb]) as [(typeof CHANGE_SCHEMAS)['added'], ...z.ZodType[]])
  .meta({id: 'change', description: 'One verb and one subject.'})

export type WrittenChange = {[V in Verb]: z.infer<(typeof CHANGE_SCHEMAS)[V]>}[Verb]
export type WrittenWaiver = z.infer<typeof waiverSchema>
export type WrittenReplacement = z.infer<typeof other>

export const releaseSchema = z.strictObject({
  release: releaseName.describe('The name of a release; `next` is the one not yet out.'),
  date: dateField.optional(),
  existing: z.literal(true).optional().describe('What it adds was there by then, and may be older.'),
  partial: z
    .literal(true)
    .optional()
    .describe('Not all of its description could be read: more may have changed than stands here.'),
  note,
  changes: z.array(changeSchema).optional()
})

export const announcementSchema = z.strictObject({
  on: dateField.describe('The day of a public statement between releases.'),
  via,
  note,
  changes: z.array(changeSchema).optional()
})

const fact = z.strictObject({subject: subjectText, ...part, type: textField.optional(), stability, note})
export type WrittenFact = z.infer<typeof fact>

/** All keys except `releases`; in a history folder, the content of `service.yaml`. */
export const serviceSchema = z.strictObject({
  format: formatVersion,
  service: textField.describe('The name of the service.'),
  policy: textField.optional().describe("A policy file beside this one, or a preset's name."),
  adopted: dayField.optional().describe('From this day on, announcements count from when they were recorded.'),
  complete: z.boolean().optional().describe('False: what is not written here may have happened all the same.'),
  base: textField.optional().describe('The base address.'),
  about: textField.optional().describe('What the service is.'),
  areas: z.array(textField).optional().describe('What its operations concern.'),
  notes: z.array(textField).optional().describe('What holds for the whole record.'),
  unknown: z
    .array(z.strictObject({topic: textField, note}))
    .optional()
    .describe('What is known not to be known.'),
  subjects: z.array(fact).optional().describe('Facts about subjects that no release introduced on record.')
})

export const historySchema = serviceSchema.extend({
  releases: z.array(z.union([releaseSchema, announcementSchema])).describe('All releases in order, oldest first.')
})

export type WrittenService = z.infer<typeof serviceSchema>
export type WrittenHistoryItem = z.infer<typeof releaseSchema> | z.infer<typeof announcementSchema>

/** A file in `releases/`. */
export const releaseFileSchema = z.union([releaseSchema, announcementSchema])

/** A file in `next/`: unreleased changes. */
export const nextFileSchema = z.array(changeSchema)
