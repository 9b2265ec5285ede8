import {parseTarget, sayNoTarget} from '../../languages/languages.ts'
import {judgeAll} from '../../lint.ts'
import {inputError} from '../../model/input-error.ts'
import type {History} from '../../model/lifecycle/history.ts'
import type {LocateSource} from '../../model/location.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import type {TimelineEntry} from '../../model/time/timeline.ts'
import {partAsMarkdown, releasesAsMarkdown} from '../../outputs/pages/history-page/page-part.ts'
import {isPartName, PART_NAMES, type PartName} from '../../outputs/pages/markdown/part-names.ts'
import {createHistoryPage, type HistoryPage} from '../../outputs/pages/page-data.ts'
import {type ChangesOfRelease, changesOfRelease} from '../../outputs/pages/release-notes/changes-of-release.ts'
import {findEntry, githubHistory} from '../../outputs/pages/release-notes/github.ts'
import {renderChangelog} from '../../outputs/pages/release-notes/keep-a-changelog.ts'
import {suggestChoices} from '../../text/format-choices.ts'
import type {Context} from '../context.ts'
import {withNetChanges} from '../session/changes-between.ts'
import {findUnknownSubject} from '../session/known-subject.ts'
import {openSource, printRemarks, type SourceSession} from '../session/open-source.ts'
import {assertLinkTemplates, type NewsOptions, readTemplate, renderNews} from './news.ts'

export interface ChangelogOptions extends NewsOptions {
  readonly part?: string | undefined
  readonly flavor?: 'page' | 'keep-a-changelog' | 'github'
  /** Subject to limit the output to. */
  readonly endpoint?: string | undefined
  /** Release after which, or day on and after which, releases are shown. */
  readonly since?: string | undefined
  /** Number of newest releases to show. */
  readonly last?: number | undefined
}

/** The change history as Markdown: all of it, one of its parts, or the history of one subject. */
export async function changelog(options: ChangelogOptions, context: Context): Promise<string> {
  const part = partOf(options)
  assertCombination(options)
  assertLinkTemplates(options)
  const template = readTemplate(context.files, options)
  const session = await openSource(options, context)
  printRemarks(session, context)
  const {policy, assumed} = session
  const history = withNetChanges(session)
  const judgments = judgeAll(history, policy)
  const internal = createHistoryPage(history, judgments, policy, assumed)
  const isForClients = !options.internal && options.flavor !== undefined && options.flavor !== 'page'
  const page: HistoryPage = isForClients ? {...internal, isForClients} : internal
  if (options.endpoint !== undefined) return renderLife(options.endpoint, session, page, options.internal)
  const isPlain = template === undefined && options.context === undefined
  const entries = selectEntries(options, history)
  const news =
    isPlain && (options.flavor ?? 'page') === 'page'
      ? []
      : entries.toReversed().map(entry => changesOfRelease(entry, page))
  const isLimited = options.since !== undefined || options.last !== undefined
  const whole = (): string =>
    isLimited ? releasesAsMarkdown(page, entries) : partAsMarkdown(part, history, judgments, policy, assumed)
  return renderNews(context, news, page, options, {
    session,
    template,
    flavor: () => renderFlavor(options, news, page, {whole, locate: session.locate})
  })
}

/** The entries that the options ask for, in timeline order. Throws an `InputError` for an unknown release. */
function selectEntries({since, last}: ChangelogOptions, history: History): readonly TimelineEntry[] {
  const {entries} = history.timeline
  if (last !== undefined && !(Number.isInteger(last) && last > 0))
    throw inputError('`--last` needs a number of releases.', undefined, '--last 3')
  const isDay = since !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(since)
  const start = since === undefined || isDay ? undefined : findEntry(history, since).index
  const later = entries.filter(({index, pending, when}) =>
    isDay ? pending || (when.latest ?? '') >= since : start === undefined || index > start
  )
  return last === undefined ? later : later.slice(-last)
}

function renderFlavor(
  {flavor, compare, link, docs}: ChangelogOptions,
  news: readonly ChangesOfRelease[],
  page: HistoryPage,
  {whole, locate}: {readonly whole: () => string; readonly locate: LocateSource}
) {
  const links = {compare, link, docs, locate}
  if (flavor === 'github') return githubHistory(news, page, links)
  if (flavor === 'keep-a-changelog') return renderChangelog(news, page, links)
  return whole()
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
  const {write, check, part, flavor, template, context, endpoint, since, last} = options
  if (write !== undefined && check !== undefined)
    throw inputError("`--write` can't be combined with `--check`. Use one of them.")
  const asked = [
    ...(write === undefined ? [] : ['--write']),
    ...(check === undefined ? [] : ['--check']),
    ...(part === undefined || part === 'all' ? [] : ['--part']),
    ...(endpoint === undefined ? [] : ['--endpoint']),
    ...(flavor === undefined || flavor === 'page' ? [] : ['--flavor']),
    ...(template === undefined ? [] : ['--template'])
  ]
  if (asked.length > 1) throw inputError(`\`${asked[1]}\` can't be combined with \`${asked[0]}\`. Use one of them.`)
  const [narrower] = asked.filter(each => each !== '--template' && each !== '--flavor')
  const [limit] = [...(since === undefined ? [] : ['--since']), ...(last === undefined ? [] : ['--last'])]
  if (limit !== undefined && narrower !== undefined)
    throw inputError(`\`${limit}\` can't be combined with \`${narrower}\`. Use one of them.`)
  if (context !== undefined && narrower !== undefined)
    throw inputError(`\`--context\` can't be combined with \`${narrower}\`. It works for a whole history.`)
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
  const {renderLifecycle: biography} = await import('../../outputs/pages/history-page/subject-life.ts')
  if (life) return biography(life, page, isInternal ? locate : undefined)
  const slip = findUnknownSubject({target}, history, undefined)
  throw inputError(`\`${endpoint}\` isn't in \`${history.source}\`.${slip?.hint ?? ''}`)
}
