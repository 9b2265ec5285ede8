import * as z from 'zod'
import {CHANGE_KINDS, type ChangeKind} from '../../model/api/change.ts'
import {formatVersion, subjectText, textField, unquotedText} from '../history/fields.ts'
import {waiverSchema} from '../history/format.ts'

const level = z.enum(['off', 'info', 'warning', 'error'])
const option = z.union([z.boolean(), textField])
const part = {
  field: textField.optional(),
  parameter: textField.optional(),
  header: textField.optional(),
  value: z.string().optional(),
  in: z.enum(['request', 'response']).optional()
}
const changeKind = z.enum(Object.keys(CHANGE_KINDS) as [ChangeKind, ...ChangeKind[]])

/** Where the files of one API are. */
const places = {
  history: textField.optional().describe('The history: a file, or a folder with `service.yaml`.'),
  spec: textField.optional().describe('The API description, by its path from this file.'),
  policy: textField.optional().describe("A policy file, or a preset's name; the history's own goes first."),
  rendered: z.array(textField).min(1).optional().describe('Markdown files whose zones must be fresh.')
}

/** `tenure.yaml`: file locations, rule settings, and waivers. */
export const configSchema = z.strictObject({
  format: formatVersion,
  ...places,
  apis: z
    .array(z.strictObject({name: textField.describe('What `--api` calls it.'), ...places, spec: textField}))
    .min(1)
    .optional()
    .describe('Several APIs in one repository, in place of `history`, `spec`, `policy` and `rendered`.'),
  plugins: z
    .array(textField)
    .min(1)
    .optional()
    .describe('Rules of your own: TypeScript or JavaScript files, by their paths from this file.'),
  rules: z
    .record(
      z.string(),
      z.union([level, z.strictObject({level: level.optional(), options: z.record(z.string(), option).optional()})])
    )
    .optional()
    .describe('Levels and options of rules, by their id.'),
  waivers: z
    .array(
      waiverSchema.extend({
        subject: subjectText,
        ...part,
        api: textField.optional().describe('Only in this one of the `apis`; without it, in each that has the subject.'),
        rule: textField.optional().describe('Only what this rule finds.'),
        kind: changeKind.optional().describe('Only changes of this kind.'),
        about: unquotedText('Of that kind, only changes that are about just this, as `check` says it.').optional()
      })
    )
    .optional()
    .describe('Exceptions for what is not yet released.'),
  newWaivers: z
    .enum(['reviewed', 'accept'])
    .optional()
    .describe(
      'Whether waivers that a change adds count in `check` before they are merged: `reviewed`, where their approver is one of `--reviewers`; `accept`, always. Without it they do not count.'
    )
})

export type WrittenConfig = z.infer<typeof configSchema>
