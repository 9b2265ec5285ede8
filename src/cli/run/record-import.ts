import {importMarkdown} from '@tenure/import/import'
import type {Context} from '../../context/context.ts'
import {InputError, inputError} from '../../model/input-error.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {wrapText} from '../../outputs/report/wrap-text.ts'
import {writeFileAtomically} from '../../stores/files/write-file.ts'
import {describeEmptyImport, describeImport, listRemarks, reviewOf} from '../formats/import-review.ts'

export interface ImportOptions {
  readonly output?: string | undefined
  readonly force: boolean
  readonly 'dry-run': boolean
}

/**
 * Converts a Markdown change history to a history file. Prints the lines to look at if the history goes to a file, and
 * otherwise the history, with the first of these lines on standard error.
 */
export function recordImport(file: string, {output, force, 'dry-run': isDry}: ImportOptions, context: Context): void {
  if (output !== undefined && !force && context.files.exists(output))
    throw inputError(`\`${output}\` exists already. Use \`--force\` to overwrite it.`, {source: output})
  const result = importMarkdown(context.files.readText(file), file, context.today('UTC'))
  if (result.counts.changes === 0) throw new InputError(describeEmptyImport(file, result))
  if (output !== undefined && !isDry) {
    writeFileAtomically(context, output, result.yaml)
    context.out(reviewOf(file, result))
    return
  }
  context.out(result.yaml)
  for (const line of [describeImport(file, result), ...listRemarks(file, result)])
    context.err(`${wrap(plainText(line), context)}\n`)
}

const wrap = (line: string, {width}: Context): string => (width === undefined ? line : wrapText(line, width))
