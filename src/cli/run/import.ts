import type {Context} from '../../app/context.ts'
import {inputError} from '../../model/input-error.ts'
import {pathExists, readText} from '../../read/files/file-system.ts'
import {writeFileAtomically} from '../../read/files/write-file.ts'
import {type ImportCounts, type ImportRemark, importMarkdown} from '../../read/markdown/import.ts'
import {plainText} from '../../report/sanitize-text.ts'
import {formatCount, formatList} from '../../text/format-values.ts'
import {EXIT} from '../exit-codes.ts'

export interface ImportOptions {
  readonly file: string
  readonly output?: string | undefined
  readonly force: boolean
}

/** What became of a line that describes no change. */
const OUTCOMES = {
  note: 'kept as a note',
  derived: 'follows from the history and the policy',
  unread: 'skipped'
} as const satisfies Record<ImportRemark['kind'], string>

/** Converts a Markdown change history to a history file. Lines that describe no change are listed on standard error. */
export function run({file, output, force}: ImportOptions, context: Context): number {
  if (output !== undefined && pathExists(output) && !force) {
    throw inputError(`\`${output}\` exists already. Use \`--force\` to overwrite it.`, {source: output})
  }
  const {yaml, remarks, counts} = importMarkdown(readText(file), file)
  if (output === undefined) context.out(yaml)
  else writeFileAtomically(output, yaml)
  context.err(`${plainText(describeImport(file, counts, remarks))}\n`)
  for (const {line, kind, text} of remarks)
    context.err(`${plainText(`${file}:${line}: ${OUTCOMES[kind]}: ${oneLine(text)}`)}\n`)
  return EXIT.fine
}

function describeImport(file: string, {changes, releases}: ImportCounts, remarks: readonly ImportRemark[]): string {
  const read = `Imported ${formatCount(changes, 'change')} in ${formatCount(releases, 'release')} from ${file}.`
  if (remarks.length === 0) return read
  const kinds = Object.entries(OUTCOMES).flatMap(([kind, outcome]) => {
    const count = remarks.filter(each => each.kind === kind).length
    return count === 0 ? [] : [`${count} ${outcome.replace('follows', count === 1 ? 'follows' : 'follow')}`]
  })
  const lost = remarks.filter(({lacks}) => lacks === 'release').length
  const homeless = lost === 0 ? '' : ` ${formatCount(lost, 'change')} ${lost === 1 ? 'has' : 'have'} no release.`
  return `${read}${homeless} ${formatCount(remarks.length, 'line describes', 'lines describe')} no change: ${formatList(kinds)}.`
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
