import type {RecordOptions} from '@tenure/authoring/record/derive-lines'
import {type RecordedHistory, recordHistory} from '@tenure/authoring/record/record-all'
import {configOf} from '../../app/session/config.ts'
import type {Context} from '../../context/context.ts'
import {readyFor} from '../../descriptions/readers.ts'
import {InputError} from '../../model/input-error.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {formatCount, formatFew} from '../../text/format-values.ts'
import {type ApiMessages, foldMessages} from '../apis/fold-messages.ts'
import {EXIT} from '../exit-codes.ts'

/** Writes the history of each API, and prints a line for each, their sum, and each remark once. */
export async function recordEach(options: RecordOptions, apis: readonly string[], context: Context): Promise<number> {
  const failed: ApiMessages[] = []
  const done: (RecordedHistory & {readonly name: string})[] = []
  for (const name of apis) {
    const own = {...options, api: name}
    try {
      await readyFor([configOf(own, context)?.spec])
      done.push({name, ...(await recordHistory(own, context))})
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      failed.push({name, err: '', problems: error.problems})
    }
  }
  const linesOf = (select: (each: RecordedHistory) => readonly string[]): string =>
    foldMessages(done.map(each => ({name: each.name, err: select(each).join('\n'), problems: []})))
  const isDry = options['dry-run'] === true
  // Of many, the sum names the first.
  if (isDry || done.length <= MAX_LISTED) for (const {text} of done) context.out(text)
  if (!isDry && done.length > 0) context.out(`${saySum(done)}\n`)
  context.out(linesOf(({gaps = []}) => [gaps].flat()))
  context.err(linesOf(({remarks}) => remarks))
  context.err(foldMessages(failed))
  return failed.length > 0 ? EXIT.failed : EXIT.fine
}

/** Maximum number of APIs that get a line. */
const MAX_LISTED = 5

/** `Wrote 28 histories (of loans, fees, readers, and 25 more), and 2 are up to date: 90 releases with 150 changes.` */
function saySum(done: readonly (RecordedHistory & {readonly name: string})[]): string {
  const sum = (count: (each: RecordedHistory) => number): number => done.reduce((all, each) => all + count(each), 0)
  const written = sum(({isWritten}) => Number(isWritten))
  const rest = done.length - written
  const current = `${rest} ${rest === 1 ? 'is' : 'are'} up to date`
  const names = done.length > MAX_LISTED ? done.flatMap(({name, isWritten}) => (isWritten ? [name] : [])) : []
  const of = names.length > 0 ? ` (of ${plainText(formatFew(names))})` : ''
  const which = `Wrote ${formatCount(written, 'history', 'histories')}${of}${rest > 0 ? `, and ${current}` : ''}`
  return `${which}: ${formatCount(
    sum(({releases}) => releases),
    'release'
  )} with ${formatCount(
    sum(({changes}) => changes),
    'change'
  )}.`
}
