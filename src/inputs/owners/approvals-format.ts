import * as z from 'zod'
import {formatVersion, textField, unquotedText} from '../history/fields.ts'

const commit = unquotedText('The full ID of a commit.').refine(text => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text), {
  error: ({input}) => `\`${String(input)}\` isn't the full ID of a commit. Write all 40 digits.`
})

const instant = unquotedText('An instant with its time zone: `2026-03-02T09:00:49Z`.').refine(
  text => /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  {error: ({input}) => `\`${String(input)}\` isn't an instant. Write it with its time zone: \`2026-03-02T09:00:49Z\`.`}
)

const id = unquotedText('What stays if the person is renamed, such as a number.').optional()

/** The reviews of a change, which CI writes to a file outside of the repository. */
export const approvalsSchema = z.strictObject({
  format: formatVersion,
  head: commit.describe('The last commit of the change. Only reviews of it count.'),
  authors: z
    .array(z.strictObject({name: textField.describe('The name of the account.'), id}))
    .min(1)
    .describe('Everyone who made the change: who opened it, and who wrote its commits. None of them can approve it.'),
  reviews: z
    .array(
      z.strictObject({
        reviewer: textField.describe('The name of the account.'),
        id,
        state: z
          .enum(['approved', 'changes-requested', 'dismissed', 'commented'])
          .describe('The last review of each person counts; a comment is none.'),
        commit: commit.describe('The commit that was reviewed.'),
        time: instant.describe('When: an instant with its time zone, such as `2026-03-02T09:00:49Z`.'),
        link: textField.optional().describe('The page of the review, for the report.'),
        bot: z.boolean().optional().describe('Whether it is a program. It approves nothing.'),
        reader: z.boolean().optional().describe('Whether the reviewer has no write access, and so approves nothing.'),
        teams: z
          .array(textField)
          .optional()
          .describe('Teams and email addresses of the reviewer, as owners are called: `library/api`.')
      })
    )
    .describe('All reviews, in the order in which they were given.'),
  since: instant.optional().describe('Reviews up to this instant count no more: the change got another target then.'),
  missing: z.array(textField).optional().describe("What couldn't be found out, in sentences for the report.")
})

export type WrittenApprovals = z.infer<typeof approvalsSchema>
