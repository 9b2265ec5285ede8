import {createOwnerFilter} from '@tenure/core/app/owner-filter'
import {netEventsBetween, withNetChanges} from '@tenure/core/app/session/changes-between'
import {openSource, printRemarks, type SourceSession} from '@tenure/core/app/session/open-source'
import type {Context} from '@tenure/core/context/context'
import {defined} from '@tenure/core/model/defined'
import {inputError} from '@tenure/core/model/input-error'
import type {Event} from '@tenure/core/model/lifecycle/event'
import type {Subject} from '@tenure/core/model/subject/subject'
import {findRelease, NEXT, type TimelineEntry} from '@tenure/core/model/time/timeline'
import {
  type ChangesOfRelease,
  changesBetweenReleases,
  changesOfRelease
} from '@tenure/core/outputs/changes/changes-of-release'
import {type ApiNotes, joinNotes} from '@tenure/core/outputs/changes/notes-of-apis'
import type {HistoryPage} from '@tenure/core/outputs/changes/page-data'
import {joinedBy} from '@tenure/core/outputs/joined'
import {EMPTY_SECTION_TEXTS} from '@tenure/core/text/page-strings'
import {findLatestRelease} from '../latest-changes.ts'
import {findEntry, githubNotes, notesTitle} from '../release-notes/github.ts'
import {changelogTitle, renderChangelog} from '../release-notes/keep-a-changelog.ts'
import {isWithoutChanges, withoutChanges} from '../release-notes/release-body.ts'
import {NOTES_FORMS} from './forms.ts'
import {linksOf, type NewsOptions, newsFormats, pageOf, readForm} from './news.ts'

export interface NotesOptions extends NewsOptions {
  /** Name of a release, or `A..B`; `A..` goes up to the last release. The newest release if it is missing. */
  readonly release?: string | undefined
  /** Only changes of what belongs to this owner. */
  readonly owner?: string | undefined
}

/** Notes of one release, or of a range of releases, in each format. */
export async function notes(options: NotesOptions, context: Context) {
  const {news, page, session, form, template} = await openNotes(options, context)
  const [only] = news
  const isGithub = form === 'github'
  const unchanged = only ? withoutChanges(only) : textWithoutNext(session)
  const render = (isPart = false): string => {
    const links = {...linksOf(session.config, session.locate), isPart}
    if (!only) return `${unchanged}\n`
    return isGithub ? githubNotes(only, page, links) : renderChangelog(news, page, {...links, bare: true})
  }
  /** One of several APIs. */
  const ofApi = (): ApiNotes =>
    defined({
      service: session.history.about.service,
      title: only && (isGithub ? notesTitle(only) : changelogTitle(only)),
      depth: isGithub ? 2 : 3,
      text: !only || isWithoutChanges(only) ? undefined : render(true),
      unchanged
    })
  const written = newsFormats(page, {session, template, news: () => news, render})
  if (template !== undefined) return written
  return {...written, joined: joinedBy(ofApi(), parts => ({markdown: () => joinNotes(parts.map(({part}) => part))}))}
}

/** Reads the release or the range. Without unreleased changes, there are no news of the next release. */
async function openNotes(options: NotesOptions, context: Context) {
  const chosen = readForm(context.files, options, NOTES_FORMS)
  const session = await openSource(options, context, options.release === undefined ? [] : [options.release])
  const release = options.release ?? newestRelease(session)
  printRemarks(session, context)
  const only = findRelease(session.history.timeline, release)
  const history = only ? withNetChanges(session, only) : session.history
  const page = pageOf(session, history, options)
  const isOwned = await createOwnerFilter(options.owner, options, context, session)
  const news = release === NEXT && !only ? [] : [newsFor(release, session, page, isOwned)]
  if (news.length === 0 && isUnrecorded(session))
    context.err(
      'What the description changed since the last release counts once it is recorded. See it with `tenure check --base latest-release`.\n'
    )
  return {...chosen, session, page, news}
}

/** The newest release. Throws an `InputError` if there is none. */
function newestRelease({history, path}: SourceSession): string {
  const latest = findLatestRelease(history.timeline)
  if (latest) return latest.name
  throw inputError('There is no release yet. Name the next one.', {source: path}, 'tenure notes next')
}

/** Whether a description may have changes for the next release that the written history doesn't have yet. */
const isUnrecorded = ({kind, config}: SourceSession): boolean =>
  kind === 'history' && config?.spec !== undefined && config.isHistoryOnly !== true

const textWithoutNext = (session: SourceSession): string =>
  EMPTY_SECTION_TEXTS[isUnrecorded(session) ? 'changesNext' : 'changes']

function newsFor(
  name: string,
  session: SourceSession,
  page: HistoryPage,
  isOwned: (subject: Subject) => boolean
): ChangesOfRelease {
  const ownedIn = (events: readonly Event[]): Event[] => events.filter(({subject}) => isOwned(subject))
  const {history} = session
  const {entries} = history.timeline
  const span = (first: string, last: string): ChangesOfRelease => {
    const older = findEntry(history, first)
    const newer = last === '' ? (entries.findLast(({kind}) => kind === 'release') ?? older) : findEntry(history, last)
    return changesBetweenReleases(older, newer, ownedIn(netEventsBetween(session, older, newer)), page)
  }
  const isName = ({name: known}: TimelineEntry): boolean => known === name
  const [, first, last] = /^(.+?)\.\.\.?(.*)$/.exec(name) ?? []
  if (first !== undefined && last !== undefined && !entries.some(isName)) return span(first, last)
  const entry = findEntry(history, name)
  const own = ownedIn(page.eventsByEntry.get(entry.index) ?? [])
  const eventsByEntry = new Map([...page.eventsByEntry, [entry.index, own]])
  return changesOfRelease(entry, {...page, eventsByEntry})
}
