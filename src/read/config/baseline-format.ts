import * as z from 'zod'
import {formatVersion, textField} from '../history/fields.ts'

/** The baseline format: the findings that a team started with. */
export const baselineSchema = z.strictObject({
  format: formatVersion,
  findings: z.array(
    z.strictObject({
      fingerprint: textField.describe('Names the finding across edits of the files.'),
      rule: textField,
      subject: z.string().optional().describe('For people: only the fingerprint is compared.')
    })
  )
})

export type WrittenBaseline = z.infer<typeof baselineSchema>
