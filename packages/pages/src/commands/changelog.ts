import {withNetChanges} from '@tenure/core/app/session/changes-between'
import {findUnknownSubject} from '@tenure/core/app/session/known-subject'
import {openSource, printRemarks, type SourceSession} from '@tenure/core/app/session/open-source'
import type {Context} from '@tenure/core/context/context'
import {parseTarget, sayNoTarget} from '@tenure/core/languages/languages'
import {inputError} from '@tenure/core/model/input-error'
import type {History} from '@tenure/core/model/lifecycle/history'
import {subjectKey} from '@tenure/core/model/subject/subject'
import {isBefore, parseDateRange} from '@tenure/core/model/time/date-range'
import {findRelease, type TimelineEntry} from '@tenure/core/model/time/timeline'
import {changesOfRelease} from '@tenure/core/outputs/changes/changes-of-release'
import type {HistoryPage} from '@tenure/core/outputs/changes/page-data'
import {suggestChoices} from '@tenure/core/text/format-choices'
import {pageAsMarkdown, releasesAsMarkdown} from '../history-page/page-part.ts'
import {isPartName, PART_NAMES, type PartName} from '../markdown/part-names.ts'
import {findEntry, githubHistory} from '../release-notes/github.ts'
import {renderChangelog} from '../release-notes/keep-a-changelog.ts'
import {CHANGELOG_FORMS} from './forms.ts'
import {linksOf, type NewsOptions, newsFormats, pageOf, readForm} from './news.ts'

export interface ChangelogOptions extends NewsOptions {
  readonly part?: string | undefined
  /** Subject to limit the output to. */
  readonly endpoint?: string | undefined
  /** First release, or first day, to show. */
  readonly since?: string | undefined
}

/** The change history in each format: all of it, or as Markdown one of its parts, or the history of one subject. */
export async function changelog(options: ChangelogOptions, context: Context) {
  const part = partOf(options)
  assertCombination(options)
  const {form, template} = readForm(context.files, options, CHANGELOG_FORMS)
  const session = await openSource(options, context)
  printRemarks(session, context)
  const history = withNetChanges(session)
  const page = pageOf(session, history, options, form === 'page' || form === undefined)
  if (options.endpoint !== undefined) {
    const life = await renderLife(options.endpoint, session, page, options.internal)
    return {formats: {markdown: () => life}}
  }
  const entries = selectEntries(options, history)
  const news = () => entries.toReversed().map(entry => changesOfRelease(entry, page))
  const isLimited = options.since !== undefined
  const whole = (): string => (isLimited ? releasesAsMarkdown(page, entries) : pageAsMarkdown(part, page))
  const links = linksOf(session.config, session.locate)
  const render = (): string =>
    form === 'github'
      ? githubHistory(news(), page, links)
      : form === 'keep-a-changelog'
        ? renderChangelog(news(), page, links)
        : whole()
  return newsFormats(page, {session, template, news, render})
}

/** The entries that the options ask for, in timeline order. Throws an `InputError` for an unknown release. */
function selectEntries({since}: ChangelogOptions, history: History): readonly TimelineEntry[] {
  const {entries} = history.timeline
  if (since === undefined) return entries
  const day = findRelease(history.timeline, since) ? undefined : parseDateRange(since)
  const start = day ? 0 : findEntry(history, since).index
  return entries.filter(({index, pending, when}) => (day ? pending || !isBefore(when, day) : index >= start))
}

export function partOf({part = 'all'}: ChangelogOptions): PartName {
  if (isPartName(part)) return part
  throw inputError(`There is no part \`${part}\`.${suggestChoices(part, ['all', ...PART_NAMES], 'Parts')}`)
}

/** Options of a changelog that is printed, or that fills the managed sections of files. */
export interface PageOptions extends ChangelogOptions {
  /** Path of a Markdown file whose managed sections are filled. Empty for the configured pages. */
  readonly write?: string | undefined
  /** Path of a Markdown file whose managed sections must be up to date. Empty for the configured pages. */
  readonly check?: string | undefined
}

/** Throws an `InputError` if several options request different pages. */
export function assertCombination(options: PageOptions): void {
  const {write, check, part, template, format, endpoint, since} = options
  if (write !== undefined && check !== undefined)
    throw inputError("`--write` can't be combined with `--check`. Use one of them.")
  const asked = [
    ...(write === undefined ? [] : ['--write']),
    ...(check === undefined ? [] : ['--check']),
    ...(part === undefined || part === 'all' ? [] : ['--part']),
    ...(endpoint === undefined ? [] : ['--endpoint']),
    ...(template === undefined ? [] : ['--template'])
  ]
  if (asked.length > 1) throw inputError(`\`${asked[1]}\` can't be combined with \`${asked[0]}\`. Use one of them.`)
  const [narrower] = asked.filter(each => each !== '--template')
  if (since !== undefined && narrower !== undefined)
    throw inputError(`\`--since\` can't be combined with \`${narrower}\`. Use one of them.`)
  if (format === 'json' && narrower !== undefined)
    throw inputError(`\`${narrower}\` only works with \`--format markdown\`. JSON is written of the whole history.`)
}

async function renderLife(
  endpoint: string,
  {history, locate}: SourceSession,
  page: HistoryPage,
  isInternal = false
): Promise<string> {
  const target = parseTarget(endpoint)
  if (!target)
    throw inputError(
      `${sayNoTarget(`--endpoint ${endpoint}`)}.`,
      undefined,
      "tenure changelog --endpoint 'GET /v1/loans'"
    )
  const life = history.bySubject.get(subjectKey({target}))
  const {renderLifecycle: biography} = await import('../history-page/subject-life.ts')
  if (life) return biography(life, page, isInternal ? locate : undefined)
  const slip = findUnknownSubject({target}, history, undefined)
  throw inputError(`\`${endpoint}\` isn't in \`${history.source}\`.${slip?.hint ?? ''}`)
}
