import {CHANGE_GROUPS} from '@tenure/core/outputs/changes/release-changes'
import * as z from 'zod'

// Format of the template context. The types, the output of `--format json`, and the published schema are derived from it.

const names = z.array(z.string())
const day = z.string().describe('A day, a month, or a year, as written.')
const verdict = z.enum(['compliant', 'violation', 'exempt', 'undetermined'])

const said = {
  text: z.string().describe('The sentence as plain text, with names in backticks.'),
  markdown: z.string().describe('The same as Markdown, escaped.'),
  html: z.string().describe('The same as HTML, escaped.')
}

export const contextLineSchema = z.strictObject({
  ...said,
  breaking: z.boolean().optional().describe('Whether the change breaks clients. Missing if undetermined.'),
  kinds: names.describe('Kinds of change, or verbs of the history such as `deprecated`.'),
  subjects: names.describe('Subjects, in the notation of history files.'),
  operations: names.describe('Affected operations.'),
  releases: names.describe('Releases with the change.'),
  old: z.unknown().optional().describe('The old value, if the line is about one value.'),
  new: z.unknown().optional().describe('The new value.'),
  witness: z
    .strictObject({side: z.enum(['request', 'response']), value: z.unknown(), at: z.string()})
    .optional()
    .describe('A counterexample.'),
  replacement: z.string().optional().describe('The replacement, if there is one.'),
  inferred: z.boolean().optional().describe('The replacement was inferred from the paths.'),
  announced: z.string().optional().describe('When the removal was announced: a day or a release.'),
  sunset: z.string().optional().describe('The sunset: a day or a release.'),
  earliestEnd: z.string().optional().describe('The earliest end of support under the declared policy.'),
  stability: z.string().optional().describe('The stability that decided.'),
  verdict: verdict.optional().describe('The verdict, if there is one.'),
  more: z.array(z.strictObject(said)).describe('Items that the line counts without naming them.')
})

const group = z.strictObject({
  name: z.enum(CHANGE_GROUPS),
  title: z.string(),
  lines: z.array(
    contextLineSchema.extend({
      docs: z.string().optional().describe('The URL of the documentation of the only endpoint, by `links.docs`.'),
      place: z.string().optional().describe('The URL of the first change in its description, by `links.line`.')
    })
  )
})

const release = z.strictObject({
  kind: z.enum(['release', 'announcement', 'span']).describe('`span`: several releases as one step.'),
  name: z.string().describe('The name of the release, `next`, or the day of the announcement.'),
  from: z.string().optional().describe('The release from which a span starts.'),
  date: day.optional(),
  pending: z.boolean().describe('Not released on the as-of day.'),
  note: z.string().optional(),
  markdown: z.string().optional().describe('Markdown of the release, as it is in the history.'),
  via: z.string().optional().describe('Where the announcement was published.'),
  compare: z.string().optional().describe('The URL that compares it with the release before it, by `links.compare`.'),
  first: z
    .strictObject({operations: z.int(), deprecated: z.int()})
    .optional()
    .describe('The first description. Its operations can be older.'),
  unread: z.boolean().optional().describe('The release has no description and no entries.'),
  partial: z.boolean().optional().describe('A part of its description could not be read, so changes can be missing.'),
  since: z.string().optional().describe('The last release before it that was read, if those in between were not.'),
  counts: z.strictObject(
    Object.fromEntries(CHANGE_GROUPS.map(name => [name, z.int()])) as {
      [Name in (typeof CHANGE_GROUPS)[number]]: z.ZodInt
    }
  ),
  groups: z.array(group).describe('The most urgent first, without empty groups.')
})

export const contextSchema = z.strictObject({
  format: z.literal(1),
  service: z.string(),
  asOf: z.string(),
  policy: z.strictObject({name: z.string(), declared: z.boolean()}),
  source: z.strictObject({kind: z.string(), path: z.string(), partial: z.boolean()}),
  releases: z.array(release).describe('Newest first.')
})

export type TemplateContext = z.infer<typeof contextSchema>
export type ContextRelease = TemplateContext['releases'][number]
export type ContextLine = ContextRelease['groups'][number]['lines'][number]
export type ContextSentence = ContextLine['more'][number]
