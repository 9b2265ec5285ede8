import {importMarkdown} from '../../../packages/import/src/import.ts'
import type {Context} from '../../app/context.ts'
import {InputError, inputError} from '../../model/input-error.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {wrapText} from '../../outputs/report/wrap-text.ts'
import {writeFileAtomically} from '../../stores/files/write-file.ts'
import {EXIT} from '../exit-codes.ts'
import {describeEmptyImport, describeImport, listRemarks, reviewOf} from '../formats/import-review.ts'

export interface ImportOptions {
  readonly file: string
  readonly output?: string | undefined
  readonly review?: string | undefined
  readonly force: boolean
}

/** Converts a Markdown change history to a history file, and says which lines it found no change in. */
export function run({file, output, review, force}: ImportOptions, context: Context): number {
  for (const target of [output, review]) {
    if (target === undefined || force || !context.files.exists(target)) continue
    throw inputError(`\`${target}\` exists already. Use \`--force\` to overwrite it.`, {source: target})
  }
  const result = importMarkdown(context.files.readText(file), file, context.today('UTC'))
  if (result.counts.changes === 0) {
    throw new InputError(describeEmptyImport(file, result))
  }
  if (output === undefined) context.out(result.yaml)
  else writeFileAtomically(context, output, result.yaml)
  if (review !== undefined) writeFileAtomically(context, review, reviewOf(file, result))
  const lines = [
    describeImport(file, result),
    ...(review === undefined ? listRemarks(file, result) : [`See ${review}.`])
  ]
  for (const line of lines) context.err(`${wrap(plainText(line), context)}\n`)
  return EXIT.fine
}

const wrap = (line: string, {width}: Context): string => (width === undefined ? line : wrapText(line, width))
