import * as z from 'zod'
import {formatVersion, text} from '../history/fields.ts'

/** The baseline format: the findings that a team started with. */
export const baseline = z.strictObject({
  format: formatVersion,
  findings: z.array(
    z.strictObject({
      fingerprint: text.describe('Names the finding across edits of the files.'),
      rule: text,
      subject: z.string().optional().describe('For people: only the fingerprint is compared.')
    })
  )
})

export type WrittenBaseline = z.infer<typeof baseline>
