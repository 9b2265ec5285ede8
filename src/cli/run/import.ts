import type {Context} from '../../app/context.ts'
import {inputError} from '../../model/input-error.ts'
import {pathExists, readText} from '../../read/files/file-system.ts'
import {writeFileAtomically} from '../../read/files/write-file.ts'
import {type ImportRemark, importMarkdown} from '../../read/markdown/import.ts'
import {plainText} from '../../report/sanitize-text.ts'
import {formatCount} from '../../text/format-values.ts'
import {EXIT} from '../exit-codes.ts'

export interface ImportOptions {
  readonly file: string
  readonly output?: string | undefined
  readonly force: boolean
}

/** Outcome of a line, in singular and plural. */
const OUTCOMES = {
  note: ['kept as a note', 'kept as notes'],
  derived: ['follows from the record and the policy', 'follow from the record and the policy'],
  unread: ['not read', 'not read']
} as const satisfies Record<ImportRemark['kind'], readonly [string, string]>

/** Converts a Markdown change history to a history file. Lines without a fact are listed on standard error. */
export function run({file, output, force}: ImportOptions, context: Context): number {
  if (output !== undefined && pathExists(output) && !force) {
    throw inputError(`Unexpected file \`${output}\`, expected a new one (overwrite it with --force)`, {source: output})
  }
  const {yaml, remarks} = importMarkdown(readText(file), file)
  if (output === undefined) context.out(yaml)
  else writeFileAtomically(output, yaml)
  for (const {line, kind, text} of remarks)
    context.err(`${plainText(`${file}:${line}: ${OUTCOMES[kind][0]}: ${oneLine(text)}`)}\n`)
  const counts = Object.entries(OUTCOMES).map(([kind, [one, several]]) =>
    formatCount(remarks.filter(each => each.kind === kind).length, one, several)
  )
  const homeless = remarks.filter(({lacks}) => lacks === 'release').length
  const loud = homeless === 0 ? '' : `; ${formatCount(homeless, 'fact')} without a release`
  context.err(`${formatCount(remarks.length, 'line')} without a fact of their own: ${counts.join(', ')}${loud}\n`)
  return EXIT.fine
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
