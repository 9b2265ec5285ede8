import * as z from 'zod'
import {CHANGE_GROUPS} from './release-changes.ts'

// Format of the template context. The types, the output of `--context`, and the published schema are derived from it.

const names = z.array(z.string())
const day = z.string().describe('A day, a month or a year, as it was written.')
const verdict = z.enum(['compliant', 'violation', 'exempt', 'undetermined'])

const said = {
  text: z.string().describe('The sentence as plain words; names stand between backticks.'),
  markdown: z.string().describe('The same as Markdown: nothing in it that others wrote can be taken for Markdown.'),
  html: z.string().describe('The same as HTML.')
}

export const contextLineSchema = z.strictObject({
  ...said,
  breaks: z.boolean().optional().describe('Whether it breaks who calls; left out where nobody can tell.'),
  kinds: names.describe('Kinds of change, as docs/changes.md lists them, else what was written: `deprecated`.'),
  subjects: names.describe('What it is about, in the notation of history files.'),
  operations: names.describe('All operations that meet it, where descriptions show them.'),
  releases: names.describe('The releases that brought it.'),
  old: z.unknown().optional().describe('What stood there, where the line is about one value.'),
  new: z.unknown().optional().describe('What stands there.'),
  witness: z
    .strictObject({side: z.enum(['request', 'response']), value: z.unknown(), at: z.string()})
    .optional()
    .describe('A value that was fine before and is not now, or could not come before and may now.'),
  replacement: z.string().optional().describe('What to use instead, where it is one thing.'),
  inferred: z.boolean().optional().describe('Nobody named the replacement: its path suggests it.'),
  announced: z.string().optional().describe('When its end was announced: a day or a release.'),
  sunset: z.string().optional().describe('When support ends: a day or a release.'),
  lawfulEnd: z.string().optional().describe('The first day on which the declared policy allows the end.'),
  stability: z.string().optional().describe('The stability by which it was judged.'),
  verdict: verdict.optional().describe('The verdict on the promise, where something was judged.'),
  more: z.array(z.strictObject(said)).describe('What the line does not name, each by itself.')
})

const group = z.strictObject({
  name: z.enum(CHANGE_GROUPS),
  title: z.string(),
  lines: z.array(contextLineSchema)
})

const release = z.strictObject({
  kind: z.enum(['release', 'announcement', 'span']).describe('`span`: several releases, as one step.'),
  name: z.string().describe('The name of the release, `next`, or the day of the statement.'),
  from: z.string().optional().describe('The release that a span starts from.'),
  date: day.optional(),
  pending: z.boolean().describe('Not yet out on the as-of day.'),
  note: z.string().optional(),
  via: z.string().optional().describe('Where a statement was made.'),
  first: z
    .strictObject({operations: z.int(), deprecated: z.int()})
    .optional()
    .describe('The first description that was looked at: what it has may be older.'),
  unread: z.boolean().optional().describe('No description of it was read, and nobody wrote of it.'),
  partial: z.boolean().optional().describe('Not all of its description could be read: more may have changed.'),
  since: z.string().optional().describe('The last release before it that was read, where those between were not.'),
  counts: z.strictObject(
    Object.fromEntries(CHANGE_GROUPS.map(name => [name, z.int()])) as {
      [Name in (typeof CHANGE_GROUPS)[number]]: z.ZodInt
    }
  ),
  groups: z.array(group).describe('In the order of their urgency; empty ones are left out.')
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
