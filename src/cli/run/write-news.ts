import type {Context} from '../../app/context.ts'
import type {SourceSession} from '../../app/session/open-source.ts'
import {readText} from '../../read/files/file-system.ts'
import {writeFileAtomically} from '../../read/files/write-file.ts'
import type {HistoryPage} from '../../render/page-data.ts'
import type {ChangesOfRelease} from '../../render/release-notes/changes-of-release.ts'
import {createTemplateContext} from '../../render/release-notes/context.ts'
import {jsonText} from '../../text/escape.ts'
import type {NewsOptions} from '../options/news-options.ts'

/** Reads the template first, so that a missing one is reported before any work is done. */
export const readTemplate = ({template}: NewsOptions): string | undefined =>
  template === undefined ? undefined : readText(template)

/**
 * Prints the release notes, rendered by the template or in the chosen flavor. Writes the template context to a file if
 * requested.
 */
export async function writeNews(
  news: readonly ChangesOfRelease[],
  page: HistoryPage,
  options: NewsOptions,
  {session, template, flavour}: {session: SourceSession; template: string | undefined; flavour: () => string},
  {out}: Context
): Promise<void> {
  const {context: file} = options
  const values = template === undefined && file === undefined ? undefined : createTemplateContext(news, page, session)
  if (file !== undefined) {
    const json = `${jsonText(values, 2)}\n`
    if (file === '-') {
      out(json)
      return
    }
    writeFileAtomically(file, json)
  }
  if (template === undefined || !values) {
    out(flavour())
    return
  }
  const {fillTemplate} = await import('../../render/markdown/template.ts')
  out(fillTemplate(template, options.template ?? '', values))
}
