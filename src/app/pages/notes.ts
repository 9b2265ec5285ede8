import {judgeAll} from '../../lint.ts'
import {inputError} from '../../model/input-error.ts'
import {findRelease, type TimelineEntry} from '../../model/time/timeline.ts'
import {createHistoryPage, type HistoryPage} from '../../outputs/pages/page-data.ts'
import {
  type ChangesOfRelease,
  changesBetweenReleases,
  changesOfRelease
} from '../../outputs/pages/release-notes/changes-of-release.ts'
import {findEntry, githubNotes} from '../../outputs/pages/release-notes/github.ts'
import {renderChangelog} from '../../outputs/pages/release-notes/keep-a-changelog.ts'
import type {Context} from '../context.ts'
import {netEventsBetween, withNetChanges} from '../session/changes-between.ts'
import {openSource, printRemarks, type SourceSession} from '../session/open-source.ts'
import {assertLinkTemplates, type NewsOptions, readTemplate, renderNews} from './news.ts'

export interface NotesOptions extends NewsOptions {
  /** Name of a release, or `A..B`. */
  readonly release?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly flavor: 'github' | 'keep-a-changelog'
}

/** Notes of one release, or of a range of releases, as Markdown. */
export async function notes(allOptions: NotesOptions, context: Context): Promise<string> {
  const options = resolveSource(allOptions)
  assertLinkTemplates(options)
  const template = readTemplate(context.files, options)
  const session = await openSource(options, context, [options.release, options.from, options.to])
  printRemarks(session, context)
  const {policy, assumed} = session
  const only = options.release === undefined ? undefined : findRelease(session.history.timeline, options.release)
  const history = only ? withNetChanges(session, only) : session.history
  const whole = createHistoryPage(history, judgeAll(history, policy), policy, assumed)
  const page: HistoryPage = options.internal ? whole : {...whole, isForClients: true}
  const news = newsFor(options, session, page)
  const {flavor, compare, link, docs} = options
  const links = {compare, link, docs, locate: session.locate}
  const render = (): string =>
    flavor === 'github' ? githubNotes(news, page, links) : renderChangelog([news], page, {...links, bare: true})
  return renderNews(context, [news], page, options, {session, template, flavor: render})
}

/** With `--from`, the first argument is the source instead of a release. */
function resolveSource(options: NotesOptions): NotesOptions {
  const {release, from, to, source} = options
  if (from === undefined && to === undefined) {
    if (release === undefined)
      throw inputError('Name a release, a range `A..B`, or `--from`.', undefined, 'tenure notes next')
    return options
  }
  if (from === undefined) throw inputError(`\`--to ${to}\` needs \`--from\`.`)
  if (release !== undefined && source !== undefined)
    throw inputError(`Give either the release \`${release}\` or \`--from\`, not both.`)
  return {...options, release: undefined, source: source ?? release}
}

function newsFor({release, from, to}: NotesOptions, session: SourceSession, page: HistoryPage): ChangesOfRelease {
  const {history} = session
  const {entries} = history.timeline
  const span = (first: string, last: string | undefined): ChangesOfRelease => {
    const older = findEntry(history, first)
    const newer =
      last === undefined ? (entries.findLast(({kind}) => kind === 'release') ?? older) : findEntry(history, last)
    return changesBetweenReleases(older, newer, netEventsBetween(session, older, newer), page)
  }
  if (from !== undefined) return span(from, to)
  const name = release ?? ''
  const isName = ({name: known}: TimelineEntry): boolean => known === name
  const [, first, last] = /^(.+?)\.\.\.?(.+)$/.exec(name) ?? []
  if (first !== undefined && last !== undefined && !entries.some(isName)) return span(first, last)
  return changesOfRelease(findEntry(history, name), page)
}
