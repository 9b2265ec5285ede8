import * as z from 'zod'
import {CHANGE_KINDS} from '../../languages/kinds.ts'
import {VERBS, type Verb} from '../../model/lifecycle/event.ts'
import {
  dateField,
  dateOrReleaseField,
  formatVersion,
  releaseName,
  subjectText,
  textField,
  unquotedText
} from './fields.ts'

// The single definition of the history format: types, validation, and the published JSON Schema are derived from it.

const part = {
  field: textField.optional().describe('Narrows the subject to this part of it.'),
  parameter: textField.optional().describe('Narrows the subject to this part of it.'),
  header: textField.optional().describe('Narrows the subject to this part of it.'),
  value: z.string().optional().describe('Narrows the subject to an enum value, which can be empty.'),
  in: z
    .enum(['request', 'response'])
    .optional()
    .describe('The side of the part. Default: each side on which the API descriptions have it.')
}

const other = z
  .union([subjectText, z.strictObject({subject: subjectText.optional(), ...part})])
  .meta({id: 'replacement', description: 'The replacement: a subject, or another part of the same subject.'})

/** A recorded waiver. */
export const waiverSchema = z
  .strictObject({
    reason: textField.describe('A reason that the policy lists.'),
    approver: textField.optional().describe('The person or team that approved it.'),
    approved: dateField.optional().describe('The day of the approval, no later than the change.'),
    until: dateField.optional().describe('The last day on which the waiver applies.'),
    note: textField.optional().describe('Why the waiver was given.'),
    evidence: textField.optional().describe('A link to the decision.')
  })
  .meta({id: 'waiver', description: 'A waiver of the change.'})

const note = textField.optional().describe('A note for readers.')
const markdown = textField
  .optional()
  .describe(
    'Markdown that pages show as it is, below the changes. `tenure record --import` keeps here what states no API change.'
  )
const via = textField.optional().describe('The public announcement: an email or a page.')
const replacement = z
  .union([z.literal('none'), other])
  .optional()
  .describe('The replacement, or `none` if there is none.')
const announced = z
  .union([z.literal('never'), dateOrReleaseField])
  .optional()
  .describe('When it was announced, if not with its release: a day, a release, or, for a removal, `never`.')
const announcedOn = dateOrReleaseField.optional().describe('When it was announced, if not with its release.')
const met = z
  .record(z.string(), textField)
  .optional()
  .describe(
    'Conditions of the policy that were met before the removal, such as `consent` or `usage`, each with its evidence.'
  )
const kind = z.enum(CHANGE_KINDS).optional()
const about = unquotedText('The keyword, name, or part that changed, as in a waiver: `maxLength`.').optional()
const stability = textField.optional().describe('The stability, if it differs from that of the version marker.')
const breaking = z.boolean().optional().describe('Whether the change breaks clients, as the author claims.')
const oldUntil = dateOrReleaseField.optional().describe('When the old name stops working. Default: with this release.')
const ending = {announced, via, met, waiver: waiverSchema.optional(), note}
const after = releaseName
  .optional()
  .describe('The last release known to be without the change, if those in between were not read.')
const existing = z.literal(true).optional().describe('The change can be older than this release.')

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
    announced: announcedOn,
    stability,
    existing,
    after,
    via,
    note
  }),
  rescheduled: z.strictObject({
    rescheduled: subjectText,
    ...part,
    sunset: z.union([z.literal('never'), dateOrReleaseField]).describe('The new sunset, or `never` to withdraw it.'),
    announced: announcedOn,
    stability,
    after,
    via,
    note
  }),
  withdrawn: z.strictObject({withdrawn: subjectText, ...part, stability, after, via, note}),
  promoted: z.strictObject({promoted: subjectText, to: other, oldUntil, stability, ...ending}),
  renamed: z.strictObject({renamed: subjectText, ...part, to: other, oldUntil, breaking, ...ending}),
  removed: z.strictObject({
    removed: subjectText,
    ...part,
    breaking: z.boolean().optional().describe('`false` if no client depends on it.'),
    replacement,
    except: z.array(subjectText).optional(),
    stability,
    after,
    ...ending
  }),
  restored: z.strictObject({restored: subjectText, ...part, via, note})
} as const satisfies Record<Verb, z.ZodType>

/** A valid line for each verb, shown with a message about an invalid one. */
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
  .meta({id: 'change', description: 'A verb with its subject, and details.'})

export type WrittenChange = {[V in Verb]: z.infer<(typeof CHANGE_SCHEMAS)[V]>}[Verb]
export type WrittenWaiver = z.infer<typeof waiverSchema>
export type WrittenReplacement = z.infer<typeof other>

export const releaseSchema = z.strictObject({
  release: releaseName.describe('The name of a release. `next` holds the unreleased changes.'),
  date: dateField.optional(),
  existing: z.literal(true).optional().describe('The subjects that it adds can be older than the release.'),
  partial: z
    .literal(true)
    .optional()
    .describe('A part of the API description could not be read, so changes can be missing.'),
  facts: unquotedText(
    'The digest of the file with everything that `tenure record` saw in the API description of this release.'
  ).optional(),
  note,
  changes: z.array(changeSchema).optional(),
  markdown
})

export const announcementSchema = z.strictObject({
  on: dateField.describe('The day of an announcement between releases.'),
  via,
  note,
  changes: z.array(changeSchema).optional(),
  markdown
})

const fact = z.strictObject({subject: subjectText, ...part, type: textField.optional(), stability, note})
export type WrittenFact = z.infer<typeof fact>

/** All keys except `releases`; in a history folder, the content of `service.yaml`. */
export const serviceSchema = z.strictObject({
  format: formatVersion,
  service: textField.describe('The name of the service.'),
  policy: textField
    .optional()
    .describe('For use without a `tenure.yaml`: a policy file, relative to this one, or the name of a preset.'),
  complete: z
    .union([dateOrReleaseField, z.array(releaseName).min(1)])
    .optional()
    .describe(
      'The release after which, or the day from which on, the history has every announcement; with parallel release lines, a release for each. Default: from its beginning on.'
    ),
  server: textField.optional().describe('The base URL.'),
  about: textField.optional().describe('What the service does.'),
  areas: z.array(textField).optional().describe('The areas that its operations cover.'),
  notes: z.array(textField).optional().describe('Notes on the history as a whole.'),
  unknown: z
    .array(z.strictObject({topic: textField, note}))
    .optional()
    .describe('Facts that are known to be missing.'),
  subjects: z.array(fact).optional().describe('Facts about subjects without an introduction in `releases`.')
})

export const historySchema = serviceSchema.extend({
  releases: z.array(z.union([releaseSchema, announcementSchema])).describe('Releases and announcements, oldest first.')
})

export type WrittenService = z.infer<typeof serviceSchema>
export type WrittenHistoryItem = z.infer<typeof releaseSchema> | z.infer<typeof announcementSchema>

/** A file in `releases/`. */
export const releaseFileSchema = z.union([releaseSchema, announcementSchema])

/** A file in `next/`: unreleased changes. */
export const nextFileSchema = z.array(changeSchema)
