import {basename} from 'node:path'
import {createOwnerFilter} from '@tenure/core/app/owner-filter'
import type {CommonOptions} from '@tenure/core/app/session/config'
import {openSource, printRemarks, type SourceSession} from '@tenure/core/app/session/open-source'
import type {ReleaseOptions} from '@tenure/core/app/session/select-source'
import type {Context} from '@tenure/core/context/context'
import {judgeAll} from '@tenure/core/lint'
import {defined} from '@tenure/core/model/defined'
import {isPrefix, type Subject} from '@tenure/core/model/subject/subject'
import {type Day, parseDateRange} from '@tenure/core/model/time/date-range'
import {findRelease, type Timeline} from '@tenure/core/model/time/timeline'
import {createHistoryPage} from '@tenure/core/outputs/changes/page-data'
import {escapeInvisible} from '@tenure/core/phrases/escape'
import {unknownSince} from '@tenure/core/text/format-choices'
import {formatCount} from '@tenure/core/text/format-values'
import {clientPieces, linkDocs} from '@tenure/pages/release-notes/client-text'
import {endpointLink} from '@tenure/pages/site/picture/links'
import {entriesOf} from './entries.ts'
import type {ApiFeed} from './feed-entry.ts'
import {writeAtom} from './formats/atom.ts'
import type {FeedDocument} from './formats/feed-text.ts'
import {writeCalendar} from './formats/icalendar.ts'
import {jsonFeed} from './formats/json-feed.ts'

export interface FeedOptions extends CommonOptions, ReleaseOptions {
  readonly source?: string | undefined
  readonly since?: string | undefined
  readonly owner?: string | undefined
  readonly output?: string | undefined
}

/** The feed of an API, and where it is published. */
export interface FeedPart {
  readonly api: ApiFeed
  readonly document: Omit<FeedDocument, 'apis'>
}

/** Reads what an API announced and removed. */
export async function readFeed(options: FeedOptions, context: Context): Promise<FeedPart> {
  const session = await openSource(options, context)
  printRemarks(session, context)
  const {history, policy, assumed, config} = session
  const {service} = history.about
  const isOwned = await createOwnerFilter(options.owner, options, context, session)
  const since = sinceDay(options.since, history.timeline)
  const page = {...createHistoryPage(history, judgeAll(history, policy), policy, assumed), isForClients: true as const}
  const links = config?.links ?? {}
  const linkOf = createLinks(session)
  const all = history.lifecycles
    .filter(({subject}) => isOwned(subject))
    .flatMap(lifecycle =>
      entriesOf(lifecycle, {page, identity: config?.api ?? service, linkOf, pieces: clientPieces(links)})
    )
  const entries = all.filter(entry => entry !== undefined)
  const undated = all.length - entries.length
  if (undated > 0)
    context.err(
      `Left out ${formatCount(undated, 'deprecation or removal', 'deprecations and removals')} of releases without a date. Add \`date:\` to them.\n`
    )
  const {output, owner} = options
  const self = links.feed === undefined || output === undefined ? undefined : publishedAt(links.feed, output)
  return {
    api: defined({
      name: config?.api,
      service,
      timezone: policy.timezone,
      entries: entries.filter(({updated}) => updated >= since)
    }),
    document: defined({owner, self, site: links.site?.includes('{api}') ? undefined : links.site})
  }
}

/** How the feeds of APIs are written as one, in each format. */
export function feedFormats(parts: readonly [FeedPart, ...FeedPart[]]) {
  const feed: FeedDocument = {...parts[0].document, apis: parts.map(({api}) => api)}
  return {atom: () => writeAtom(feed), json: () => jsonFeed(feed), ical: () => writeCalendar(feed)}
}

/** The URL of a file in the folder where feeds are published. */
const publishedAt = (folder: string, output: string): string =>
  `${folder.replace(/\/*$/, '')}/${encodeURIComponent(escapeInvisible(basename(output)))}`

/** The day from which on entries are listed, of a day or a release. Throws an `InputError` for anything else. */
function sinceDay(since: string | undefined, timeline: Timeline): Day {
  if (since === undefined) return ''
  const when = findRelease(timeline, since)?.when ?? parseDateRange(since)
  if (when) return when.earliest ?? when.latest ?? ''
  throw unknownSince(
    since,
    timeline.entries.flatMap(({kind, name}) => (kind === 'release' ? [name] : []))
  )
}

/** Returns the URL of a subject: on the page of `tenure site`, otherwise in the documentation of endpoints. */
const createLinks =
  ({config, history}: SourceSession) =>
  ({target}: Subject): string | undefined => {
    const {site, docs} = config?.links ?? {}
    const name = escapeInvisible(target.text)
    if (site === undefined) return docs === undefined ? undefined : linkDocs(name, docs)
    const page = site.replaceAll('{api}', () =>
      encodeURIComponent(escapeInvisible(config?.api ?? history.about.service))
    )
    return isPrefix(target) || target.path === undefined ? page : `${page}${endpointLink(name)}`
  }
