import {type UpgradeOptions as GuideOptions, upgrade} from '@tenure/pages/commands/upgrade'
import type {Context} from '../../context/context.ts'
import {EXIT} from '../exit-codes.ts'
import {printAnswer} from '../print.ts'

interface UpgradeOptions extends GuideOptions {
  readonly format: 'markdown' | 'json'
}

/** Prints what a client of one release must do to move to another. */
export async function run({format, ...options}: UpgradeOptions, context: Context): Promise<number> {
  const {guide, page, session} = await upgrade(options, context)
  const formats = {
    json: async () => (await import('@tenure/pages/upgrade-guide/json')).upgradeJson(guide, page, session),
    markdown: async () =>
      (await import('@tenure/pages/upgrade-guide/markdown')).upgradeMarkdown(guide, page, {
        docs: session.config?.links?.docs
      })
  }
  await printAnswer({formats}, format, context)
  return EXIT.fine
}
