import {EXIT, type Io} from '../../app/io.ts'
import {eventsBetween} from '../../app/session/changes-between.ts'
import {type AnySession, openAny} from '../../app/session/open-history-or-source.ts'
import {judgeAll} from '../../lint.ts'
import {refuse} from '../../model/input-error.ts'
import type {Entry} from '../../model/time/timeline.ts'
import {type Page, pageOf} from '../../render/page-data.ts'
import {newsOfEntry, newsOfSpan, type ReleaseNews} from '../../render/release-notes/changes-of-release.ts'
import {githubNotes} from '../../render/release-notes/github.ts'
import {keepAChangelog} from '../../render/release-notes/keep-a-changelog.ts'
import {entryNamed} from '../../render/release-notes/notes.ts'
import {assureCompare, type NewsOptions} from '../options/news-options.ts'
import {templateOf, writeNews} from './write-news.ts'

export const NOTES_FLAVOURS = ['github', 'keep-a-changelog'] as const

export interface NotesOptions extends NewsOptions {
  readonly release?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly flavour: (typeof NOTES_FLAVOURS)[number]
}

/** Renders the notes of one release, or of a range of releases, as Markdown. */
export async function run(allOptions: NotesOptions, io: Io): Promise<number> {
  const options = resolveSource(allOptions)
  assureCompare(options)
  const template = templateOf(options)
  const session = await openAny(options, io, [options.release, options.from, options.to])
  const {history, policy, assumed} = session
  const page = pageOf(history, judgeAll(history, policy), policy, assumed)
  const news = newsFor(options, session, page)
  const {flavour, compare} = options
  const render = (): string =>
    flavour === 'github'
      ? githubNotes(news, page)
      : keepAChangelog([news], page, {bare: true, ...(compare === undefined ? {} : {compare})})
  await writeNews([news], page, options, {session, template, flavour: render}, io)
  return EXIT.fine
}

/** With `--from`, the first argument is the source instead of a release. */
function resolveSource(options: NotesOptions): NotesOptions {
  const {release, from, to, source} = options
  if (from === undefined && to === undefined) {
    if (release === undefined)
      throw refuse('Unexpected lack of a release, expected its name, `A..B` or --from', undefined, 'tenure notes next')
    return options
  }
  if (from === undefined) throw refuse(`Unexpected --to ${to} alone, expected --from beside it`)
  if (release !== undefined && source !== undefined)
    throw refuse(`Unexpected release \`${release}\` beside --from, expected one or the other`)
  return {...options, release: undefined, source: source ?? release}
}

function newsFor({release, from, to}: NotesOptions, session: AnySession, page: Page): ReleaseNews {
  const {history} = session
  const {entries} = history.timeline
  const span = (first: string, last: string | undefined): ReleaseNews => {
    const older = entryNamed(history, first)
    const newer =
      last === undefined ? (entries.findLast(({kind}) => kind === 'release') ?? older) : entryNamed(history, last)
    return newsOfSpan(older, newer, eventsBetween(session, older, newer), page)
  }
  if (from !== undefined) return span(from, to)
  const name = release ?? ''
  const isName = ({name: known}: Entry): boolean => known === name
  const [, first, last] = /^(.+?)\.\.\.?(.+)$/.exec(name) ?? []
  if (first !== undefined && last !== undefined && !entries.some(isName)) return span(first, last)
  return newsOfEntry(entryNamed(history, name), page)
}
