import {type UpgradeOptions as GuideOptions, upgrade} from '@tenure/pages/commands/upgrade'
import type {Context} from '../../context/context.ts'
import {jsonText} from '../../phrases/escape.ts'
import {EXIT} from '../exit-codes.ts'

interface UpgradeOptions extends GuideOptions {
  readonly format: 'markdown' | 'json'
}

/** Prints what a client of one release must do to move to another. */
export async function run({format, ...options}: UpgradeOptions, context: Context): Promise<number> {
  const {guide, page, session} = await upgrade(options, context)
  if (format === 'json') {
    const {upgradeJson} = await import('@tenure/pages/upgrade-guide/json')
    context.out(`${jsonText(upgradeJson(guide, page, session), 2)}\n`)
  } else {
    const {upgradeMarkdown} = await import('@tenure/pages/upgrade-guide/markdown')
    context.out(upgradeMarkdown(guide, page, {docs: session.config?.links?.docs}))
  }
  return EXIT.fine
}
