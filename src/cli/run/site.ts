import {removalsOfApi} from '@tenure/pages/site/apis/api-removals'
import {feedFilesOf} from '@tenure/pages/site/write-apis'
import {type SiteOptions, writeSite} from '@tenure/pages/site/write-site'
import {printRemarks} from '../../app/session/open-source.ts'
import {defined} from '../../model/defined.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {EXIT} from '../exit-codes.ts'
import {type CollectingContext, printAnswer} from '../print.ts'
import {run as writeFeed} from './feed.ts'

/** Writes the history as an HTML page, an SVG picture, or a badge, and prints where. */
export async function run(options: SiteOptions, context: CollectingContext): Promise<number> {
  const {session, file, message} = await writeSite(options, context)
  if (options.feed) await writeFeeds(options, file, context)
  else printRemarks(session, context)
  const {assumed, policy, history} = session
  const judged = assumed ? '' : `, policy ${policy.name}`
  const said = message === undefined ? '' : `: ${message}`
  const text = `Wrote ${file}: ${history.about.service}${judged}, as of ${history.timeline.asOf}${said}.`
  const without = message === undefined ? 'no verdicts are shown' : 'only sunsets count'
  if (assumed) context.err(`No policy is declared, so ${without}. Choose a policy with \`--policy\`.\n`)
  const site = context.collect && (await removalsOfApi(session, options, context))
  await printAnswer({formats: {stylish: () => `${plainText(text)}\n`}, ...defined({site})}, 'stylish', context)
  return EXIT.fine
}

/** Writes the feed and the calendar next to a page. The feed prints the remarks of the page, and what it leaves out. */
async function writeFeeds(options: SiteOptions, page: string, {collect: _, ...context}: CollectingContext) {
  const {atom, ical} = feedFilesOf(page)
  await writeFeed({...options, format: 'atom', output: atom}, context)
  await writeFeed({...options, format: 'ical', output: ical}, {...context, err: () => undefined})
}
