import {type SiteOptions, writeSite} from '@tenure/pages/site/write-site'
import {printRemarks} from '../../app/session/open-source.ts'
import type {Context} from '../../context/context.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {EXIT} from '../exit-codes.ts'

/** Writes the history as an HTML page or an SVG picture, and prints where. */
export async function run(options: SiteOptions, context: Context): Promise<number> {
  const {session, file} = await writeSite(options, context)
  printRemarks(session, context)
  const {assumed, policy, history} = session
  const judged = assumed ? '' : `, policy ${policy.name}`
  context.out(plainText(`Wrote ${file}: ${history.about.service}${judged}, as of ${history.timeline.asOf}.`))
  context.out('\n')
  if (assumed) context.err('No policy is declared, so no verdicts are shown. Choose a policy with `--policy`.\n')
  return EXIT.fine
}
