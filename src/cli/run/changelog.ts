import {changelog, type PageOptions} from '@tenure/pages/commands/changelog'
import {type FilledPage, fillPages} from '@tenure/pages/commands/managed-pages'
import {unifiedDiff} from '@tenure/pages/markdown/managed-sections'
import type {Context} from '../../context/context.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {EXIT} from '../exit-codes.ts'
import {printAnswer} from '../print.ts'

/** Prints the change history, or fills the managed sections of files. With `--check`, stale ones fail the command. */
export async function run(options: PageOptions, context: Context): Promise<number> {
  if (options.write === undefined && options.check === undefined) {
    await printAnswer(await changelog(options, context), options.format ?? 'markdown', context)
    return EXIT.fine
  }
  const pages = await fillPages(options, context)
  if (options.check === undefined) return EXIT.fine
  const stale = pages.filter(({text, expected}) => text !== expected)
  for (const page of stale) printStale(page, context)
  return stale.length > 0 ? EXIT.findings : EXIT.fine
}

function printStale({file, text, expected}: FilledPage, context: Context): void {
  context.out(unifiedDiff(file, text, expected).split(/\r?\n/).map(plainText).join('\n'))
  context.err(
    `The change history in ${plainText(file)} is stale: run \`tenure changelog --write ${plainText(file)}\`\n`
  )
}
