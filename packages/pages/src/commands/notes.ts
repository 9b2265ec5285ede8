import {netEventsBetween, withNetChanges} from '@tenure/core/app/session/changes-between'
import {openSource, printRemarks, type SourceSession} from '@tenure/core/app/session/open-source'
import type {Context} from '@tenure/core/context/context'
import {judgeAll} from '@tenure/core/lint'
import {inputError} from '@tenure/core/model/input-error'
import {findRelease, type TimelineEntry} from '@tenure/core/model/time/timeline'
import {
  type ChangesOfRelease,
  changesBetweenReleases,
  changesOfRelease
} from '@tenure/core/outputs/changes/changes-of-release'
import {createHistoryPage, type HistoryPage} from '@tenure/core/outputs/changes/page-data'
import {findEntry, githubNotes} from '../release-notes/github.ts'
import {renderChangelog} from '../release-notes/keep-a-changelog.ts'
import {linksOf, type NewsOptions, readForm, renderNews} from './news.ts'

export interface NotesOptions extends NewsOptions {
  /** Name of a release, or `A..B`; `A..` goes up to the last release. */
  readonly release?: string | undefined
}

/** Forms of release notes, besides templates. The first is the default. */
export const NOTES_FORMS = ['github', 'keep-a-changelog'] as const

/** Notes of one release, or of a range of releases, as Markdown. */
export async function notes(options: NotesOptions, context: Context): Promise<string> {
  const {release} = options
  if (release === undefined) throw inputError('Name a release, or a range `A..B`.', undefined, 'tenure notes next')
  const {form, template} = readForm(context.files, options, NOTES_FORMS)
  const session = await openSource(options, context, [release])
  printRemarks(session, context)
  const {policy, assumed, config} = session
  const only = findRelease(session.history.timeline, release)
  const history = only ? withNetChanges(session, only) : session.history
  const whole = createHistoryPage(history, judgeAll(history, policy), policy, assumed)
  const page: HistoryPage = options.internal ? whole : {...whole, isForClients: true}
  const news = newsFor(release, session, page)
  const links = linksOf(config, session.locate)
  const render = (): string =>
    form === 'github' ? githubNotes(news, page, links) : renderChangelog([news], page, {...links, bare: true})
  return renderNews([news], page, options, {session, template, render})
}

function newsFor(name: string, session: SourceSession, page: HistoryPage): ChangesOfRelease {
  const {history} = session
  const {entries} = history.timeline
  const span = (first: string, last: string): ChangesOfRelease => {
    const older = findEntry(history, first)
    const newer = last === '' ? (entries.findLast(({kind}) => kind === 'release') ?? older) : findEntry(history, last)
    return changesBetweenReleases(older, newer, netEventsBetween(session, older, newer), page)
  }
  const isName = ({name: known}: TimelineEntry): boolean => known === name
  const [, first, last] = /^(.+?)\.\.\.?(.*)$/.exec(name) ?? []
  if (first !== undefined && last !== undefined && !entries.some(isName)) return span(first, last)
  return changesOfRelease(findEntry(history, name), page)
}
