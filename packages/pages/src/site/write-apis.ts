import {basename} from 'node:path'
import type {Context} from '@tenure/core/context/context'
import {defined} from '@tenure/core/model/defined'
import {bundledFile} from '@tenure/core/stores/files/installed-packages'
import {writeFileAtomically} from '@tenure/core/stores/files/write-file'
import type {ApiRemovals} from './apis/api-removals.ts'
import type {OverviewApi} from './apis/apis-page.ts'
import {badgeMessage, badgeSubject, renderBadge} from './badge/badge.ts'
import type {FollowLinks} from './picture/follow-links.ts'

export interface ApisOptions {
  /** The file of the overview, or of the badge. */
  readonly output: string
  readonly badge?: boolean | undefined
  readonly internal?: boolean | undefined
  readonly owner?: string | undefined
  /** Whether a feed and a calendar are next to each page. */
  readonly feed?: boolean | undefined
}

/**
 * Writes what several APIs have in common: a page with what ends next, by owner and by quarter, or a badge. Returns what
 * was written. `undefined` for pictures, which have nothing in common.
 */
export async function writeApis(
  apis: readonly OverviewApi[],
  {output, badge, internal, owner, feed}: ApisOptions,
  context: Context
): Promise<string | undefined> {
  if (badge)
    return writeBadge(
      apis.map(({state}) => state),
      output,
      context
    )
  if (!/\.html?$/i.test(output)) return undefined
  const {renderApisPage} = await import('./apis/apis-page.ts')
  const days = apis.flatMap(({state}) => state?.asOf ?? [])
  const asOf = days.toSorted().at(-1) ?? context.today('UTC')
  const style = context.files.readText(bundledFile('fleet.css'))
  const follow = feed ? followLinksOf(output) : undefined
  writeFileAtomically(
    context,
    output,
    renderApisPage(defined({apis, asOf, isInternal: internal ?? false, owner, follow}), style)
  )
  return `as of ${asOf}`
}

/** Address of a file from a page in the same folder. */
export const addressOf = (file: string): string => encodeURIComponent(basename(file))

/** Files of the feed and the calendar next to a page, by their formats. */
export function feedFilesOf(page: string): Required<FollowLinks> {
  const name = page.replace(/\.html?$/i, '')
  return {atom: `${name}.atom`, ical: `${name}.ics`}
}

/** Addresses of the feed and the calendar next to a page. */
export function followLinksOf(page: string): FollowLinks {
  const {atom, ical} = feedFilesOf(page)
  return {atom: addressOf(atom), ical: addressOf(ical)}
}

/** Writes a badge about APIs, and returns what it says. One that couldn't be read is `undefined`. */
export function writeBadge(states: readonly (ApiRemovals | undefined)[], file: string, context: Context): string {
  const message = badgeMessage(states)
  writeFileAtomically(context, file, renderBadge(badgeSubject(states), message))
  return message.text
}
