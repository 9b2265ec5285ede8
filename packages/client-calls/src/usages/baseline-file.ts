import {readYaml} from '@tenure/core/documents/yaml/yaml-file'
import {formatVersion, textField, validateYaml} from '@tenure/core/inputs/history/fields'
import {defined} from '@tenure/core/model/defined'
import {InputError, inputError} from '@tenure/core/model/input-error'
import type {Baseline} from '@tenure/core/model/verdict/finding'
import * as z from 'zod'

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

const EXAMPLE =
  '{"format": 1, "findings": [{"fingerprint": "0a1b2c3d4e5f60718293", "rule": "notice-too-short", "subject": "GET /v1/loans"}]}'

/** Parses a baseline. Throws an `InputError` if it is invalid. */
export function readBaseline(text: string, source: string): Baseline {
  const yaml = readYaml(text, source)
  if (yaml.value === null || typeof yaml.value !== 'object' || Array.isArray(yaml.value))
    throw inputError(
      "This file isn't a baseline. Write one with `tenure check --write-baseline FILE`.",
      {source, line: 1, column: 1},
      EXAMPLE
    )
  const problems = validateYaml(yaml, baselineSchema, yaml.value, [])
  if (problems.length > 0) throw new InputError(problems.map(problem => ({...problem, example: EXAMPLE})))
  const {findings} = yaml.value as WrittenBaseline
  return {
    source,
    findings: findings.map(({fingerprint, rule, subject}) => defined({fingerprint, rule, subject}))
  }
}
