import * as z from 'zod'
import {formatSubject} from '../../model/subject/subject.ts'
import {OUTCOMES} from './headline.ts'
import {day, type Written} from './json-format.ts'
import type {ApiFacts} from './several-apis.ts'

// Single definition of the JSON output for several APIs and of its published schema.

const verdict = z.enum(OUTCOMES)

export const apis = z.strictObject({
  format: z.literal(1),
  verdict: verdict.optional().describe('The most severe result of a command that judges.'),
  summary: z
    .strictObject({
      apis: z.int(),
      notChecked: z.int().describe('APIs that have no report.'),
      violations: z.int(),
      errors: z.int().describe('Errors that are no violations.'),
      undetermined: z.int(),
      waived: z.int(),
      warnings: z.int(),
      notes: z.int()
    })
    .optional()
    .describe('The sums over all APIs, of a command that judges.'),
  apis: z.array(
    z.strictObject({
      name: z.string().describe('The name of the API in the configuration.'),
      verdict: verdict
        .optional()
        .describe('The result of a command that judges; `reported` is a violation that does not fail it.'),
      owners: z.array(z.string()).optional().describe('Who owns it. Missing if nothing says so.'),
      nextEnd: z
        .strictObject({
          subject: z.string(),
          day: day.describe('Its sunset, or the first day on which it can be removed.'),
          state: z.enum(['overdue', 'now', 'coming'])
        })
        .optional()
        .describe('The next end of support that was announced.'),
      report: z.unknown().optional().describe('What the command writes for this API alone.'),
      error: z.string().optional().describe('Why there is no report.')
    })
  )
})

export type WrittenApis = Written<typeof apis>
export type WrittenApi = WrittenApis['apis'][number]

/** An entry of the JSON output, by what the command answered. */
export const apiJson = (
  {name, verdict: result, report, error}: Pick<WrittenApi, 'name' | 'verdict' | 'report' | 'error'>,
  {owners, nextEnd}: ApiFacts
): WrittenApi => ({
  name,
  verdict: result,
  owners,
  nextEnd: nextEnd && {...nextEnd, subject: formatSubject(nextEnd.subject)},
  report,
  error
})

export const apisJson = (
  all: WrittenApis['apis'],
  sum: Pick<WrittenApis, 'verdict' | 'summary'> = {}
): WrittenApis => ({format: 1, ...sum, apis: all})
