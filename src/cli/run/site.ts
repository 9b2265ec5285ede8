import type {Context} from '../../app/context.ts'
import {type SiteOptions, writeSite} from '../../app/pages/site.ts'
import {plainText} from '../../report/sanitize-text.ts'
import {EXIT} from '../exit-codes.ts'

/** Writes the history as an HTML page or an SVG picture, and prints where. */
export async function run(options: SiteOptions, context: Context): Promise<number> {
  const {session, file} = await writeSite(options, context)
  const {assumed, policy, history} = session
  const judged = assumed ? `, judged as ${policy.name} (change with --policy)` : ''
  context.out(plainText(`Wrote ${file}: ${history.about.service}${judged}, as of ${history.timeline.asOf}.`))
  context.out('\n')
  return EXIT.fine
}
