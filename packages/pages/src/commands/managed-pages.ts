import {withNetChanges} from '@tenure/core/app/session/changes-between'
import {configOf} from '@tenure/core/app/session/config'
import {openSource, printRemarks} from '@tenure/core/app/session/open-source'
import type {Context} from '@tenure/core/context/context'
import {judgeAll} from '@tenure/core/lint'
import {inputError} from '@tenure/core/model/input-error'
import {editFile} from '@tenure/core/stores/files/write-file'
import {fillPage} from '../fill-page.ts'
import {assertCombination, type PageOptions, partOf} from './changelog.ts'

/** Markdown file, as it is and with its managed sections filled. */
export interface FilledPage {
  readonly file: string
  readonly text: string
  readonly expected: string
}

/** Fills the managed sections of Markdown files and writes those that change. With `check`, nothing is written. */
export async function fillPages(options: PageOptions, context: Context): Promise<FilledPage[]> {
  partOf(options)
  assertCombination(options)
  const {write, check} = options
  // Files are read first, so that a missing one is reported before any work is done.
  const files = filesIn(write ?? check, options, context).map(file => ({file, text: context.files.readText(file)}))
  const session = await openSource(options, context)
  printRemarks(session, context)
  const {policy, assumed} = session
  const history = withNetChanges(session)
  const judgments = judgeAll(history, policy)
  const pages = files.map(page => ({
    ...page,
    expected: fillPage(page.text, page.file, {history, judgments, policy, assumed})
  }))
  if (check === undefined) {
    for (const {file, text, expected} of pages) if (expected !== text) editFile(context, file, expected)
  }
  return pages
}

/** Given file, otherwise the configured pages. Empty if neither option is used. */
function filesIn(named: string | undefined, options: PageOptions, context: Context): string[] {
  if (named === undefined || named !== '') return named === undefined ? [] : [named]
  const pages = (configOf(options, context)?.rendered ?? []).map(({path}) => path)
  if (pages.length > 0) return pages
  throw inputError(
    'Name a file, or list pages under `rendered` in `tenure.yaml`.',
    undefined,
    'tenure changelog --write CHANGES.md'
  )
}
