import type {Context} from '../../app/context.ts'
import {type UpgradeOptions as GuideOptions, upgrade} from '../../app/pages/upgrade.ts'
import {jsonText} from '../../text/escape.ts'
import {EXIT} from '../exit-codes.ts'

interface UpgradeOptions extends GuideOptions {
  readonly format: 'markdown' | 'json'
}

/** Prints what a client of one release must do to move to another. */
export async function run({format, ...options}: UpgradeOptions, context: Context): Promise<number> {
  const {guide, page, session} = await upgrade(options, context)
  if (format === 'json') {
    const {upgradeJson} = await import('../../outputs/pages/upgrade-guide/json.ts')
    context.out(`${jsonText(upgradeJson(guide, page, session), 2)}\n`)
  } else {
    const {upgradeMarkdown} = await import('../../outputs/pages/upgrade-guide/markdown.ts')
    context.out(upgradeMarkdown(guide, page, {docs: session.config?.links?.docs}))
  }
  return EXIT.fine
}
