import {inputError} from '@tenure/core/model/input-error'
import type {Event} from '@tenure/core/model/lifecycle/event'
import type {History} from '@tenure/core/model/lifecycle/history'
import {hasEnded} from '@tenure/core/model/lifecycle/lifecycle'
import type {LocateSource} from '@tenure/core/model/location'
import {findClosestWord} from '@tenure/core/model/subject/closest-word'
import {subjectKey} from '@tenure/core/model/subject/subject'
import {findPredecessor} from '@tenure/core/model/time/release-branches'
import {findRelease, NEXT, type TimelineEntry} from '@tenure/core/model/time/timeline'
import type {ChangeLine} from '@tenure/core/outputs/changes/change-line'
import type {ChangesOfRelease} from '@tenure/core/outputs/changes/changes-of-release'
import {entryHeading, type HistoryPage} from '@tenure/core/outputs/changes/page-data'
import {toMarkdown} from '@tenure/core/outputs/markdown/markdown'
import {headingNode, paragraphNode} from '@tenure/core/outputs/markdown/markdown-nodes'
import {joinPieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {formatCount, formatLongDate} from '@tenure/core/text/format-values'
import {entryHeadingPieces, entryNamePieces, unchangedPieces} from '@tenure/core/text/release-headings'
import {statedText} from '@tenure/core/text/statement'
import type {RootContent} from 'mdast'
import {foldUnchanged, runHeadingPieces} from '../releases-by-year.ts'
import {clientStyle} from './change-list.ts'
import type {LinkTemplates} from './client-text.ts'
import {isWithoutChanges, releaseBody, withoutChanges} from './release-body.ts'

/** Options of texts about releases that clients read. */
export interface ClientTextOptions extends LinkTemplates {
  /** URL for comparing two releases, with `{from}` and `{to}`. */
  readonly compare?: string | undefined
  readonly locate?: LocateSource
  /** Whether the release and its day stand above, in the title of the notes of several APIs. */
  readonly isPart?: boolean
}

/**
 * Release notes for GitHub's release page. The page shows the title, so the notes have no headings of level 1 and 2.
 */
export const githubNotes = (news: ChangesOfRelease, page: HistoryPage, options: ClientTextOptions = {}): string =>
  toMarkdown(notesOf(news, page, options))

/** Title of the notes of several APIs. */
export const notesTitle = ({entry, from}: ChangesOfRelease): string =>
  toMarkdown([headingNode(1, ...(from ? [`${from.name} to `] : []), ...entryHeadingPieces(entryHeading(entry)))])

/** Notes of all releases, newest first, each under a heading. Adjacent releases without changes share one. */
export const githubHistory = (
  all: readonly ChangesOfRelease[],
  page: HistoryPage,
  options: ClientTextOptions = {}
): string =>
  toMarkdown(
    foldUnchanged(
      all,
      ({entry}) => entry,
      news => (isWithoutChanges(news) ? withoutChanges(news) : undefined)
    ).flatMap(run => {
      const [news, ...older] = run
      const names = run.map(({entry}) => entryHeading(entry))
      return older.length > 0
        ? [
            headingNode(2, ...runHeadingPieces(run.map(({entry}) => entry))),
            paragraphNode(...unchangedPieces(withoutChanges(news), names))
          ]
        : [headingNode(2, ...names.flatMap(entryHeadingPieces)), ...notesOf(news, page, options)]
    })
  )

function notesOf(news: ChangesOfRelease, page: HistoryPage, options: ClientTextOptions): RootContent[] {
  const opening = openingLine(news, page, options)
  return [
    ...(opening.length > 0 ? [paragraphNode(...opening)] : []),
    ...nextSunset(news, page),
    ...releaseBody(news, 3, {...clientStyle(options, 'collapsed'), claimed: true}),
    ...fullChangelog(news, page, options)
  ]
}

/** Names of the counted groups, singular and plural. */
const COUNTED = {
  unclear: ['change that might affect you', 'changes that might affect you'],
  deprecated: ['deprecation', 'deprecations'],
  withdrawn: ['withdrawn deprecation', 'withdrawn deprecations'],
  added: ['addition', 'additions'],
  changed: ['other change', 'other changes']
} as const

/**
 * Sentence with the date of a release and the number of changes in each section: Released on May 13, 2026: 9 breaking
 * changes.
 */
function openingLine(news: ChangesOfRelease, page: HistoryPage, {isPart}: ClientTextOptions): TextPiece[] {
  const {entry, lines, first} = news
  const counted = ({group, members: [{event}]}: ChangeLine): string =>
    event.kind === 'withdrawn' ? 'withdrawn' : group
  const of = (...groups: readonly string[]): number => lines.filter(each => groups.includes(counted(each))).length
  const breaks = of('breaking', 'removed')
  const counts = [
    ...(breaks > 0 ? [formatCount(breaks, 'breaking change')] : []),
    ...Object.entries(COUNTED).flatMap(([group, [singular, plural]]) => {
      const count = of(group)
      return count > 0 ? [formatCount(count, singular, plural)] : []
    })
  ]
  const released = isPart ? undefined : releasedWords(entry)
  if (counts.length === 0) return released === undefined ? [] : [`${released}.`]
  const before = first ? undefined : (news.from ?? findPredecessor(page.history.timeline, entry))
  return [
    `${released === undefined ? '' : `${released}: `}`,
    ...joinPieces(
      counts.map((each): TextPiece[] => [each]),
      'and'
    ),
    ...(before === undefined ? [] : [' since ', ...entryNamePieces({kind: 'release', name: before.name})]),
    '.'
  ].filter(piece => piece !== '')
}

function releasedWords({kind, date, pending, name}: TimelineEntry): string | undefined {
  const verb = kind === 'announcement' ? 'Announced' : 'Released'
  const day = date ?? (kind === 'announcement' ? name : undefined)
  if (pending) return day === undefined ? 'Not released yet' : `Planned for ${formatLongDate(day)}`
  if (day === undefined) return undefined
  return `${verb} ${/^\d{4}-\d{2}-\d{2}$/.test(day) ? 'on' : 'in'} ${formatLongDate(day)}`
}

/**
 * A box with the next sunset date of what the release deprecated, as it is announced now. It contains no text from the
 * history, since it isn't escaped.
 */
function nextSunset({lines}: ChangesOfRelease, {history}: HistoryPage): RootContent[] {
  const sunsetOf = ({subject, sunset}: Event): string[] => {
    const tenure = history.bySubject.get(subjectKey(subject))?.tenures.at(-1)
    const current = tenure && !hasEnded(tenure) ? tenure.sunset?.moment : undefined
    return sunset && current ? [statedText(current)] : []
  }
  const [day] = lines
    .filter(({group}) => group === 'deprecated')
    .flatMap(({members: [{event}]}) => sunsetOf(event))
    .filter(text => /^\d{4}-\d{2}-\d{2}$/.test(text))
    .toSorted()
  if (day === undefined) return []
  return [{type: 'html', value: `> [!IMPORTANT]\n> The next sunset date is ${formatLongDate(day)}.`}]
}

/** Link that compares a release with the previous one. `undefined` without a template or a previous one. */
export function comparisonOf(
  {entry, from}: ChangesOfRelease,
  page: HistoryPage,
  compare: string | undefined
): {readonly text: string; readonly url: string} | undefined {
  const before = from ?? findPredecessor(page.history.timeline, entry)
  if (compare === undefined || !before || entry.kind === 'announcement') return undefined
  const [older, newer] = [before.name, entry.name === NEXT ? 'HEAD' : entry.name]
  return {text: `${older}...${newer}`, url: comparisonUrl(compare, older, newer)}
}

function fullChangelog(news: ChangesOfRelease, page: HistoryPage, {compare}: ClientTextOptions): RootContent[] {
  const comparison = comparisonOf(news, page, compare)
  if (!comparison) return []
  return [
    {
      type: 'paragraph',
      children: [
        {type: 'strong', children: [{type: 'text', value: 'Full changelog'}]},
        {type: 'text', value: ': '},
        {
          type: 'link',
          url: comparison.url,
          children: [{type: 'text', value: comparison.text}]
        }
      ]
    }
  ]
}

/** URL that compares two releases. */
export const comparisonUrl = (template: string, from: string, to: string): string =>
  template.replaceAll('{from}', encodeURIComponent(from)).replaceAll('{to}', encodeURIComponent(to))

/** Finds a release, or a statement by its day. Throws if there is none of that name. */
export function findEntry({timeline, source}: History, name: string): TimelineEntry {
  const entry = findRelease(timeline, name) ?? timeline.entries.find(each => each.name === name)
  if (entry) return entry
  if (name === NEXT) throw inputError('The history has no unreleased changes.', {source})
  const known = timeline.entries.map(each => `\`${each.name}\``)
  const last = known.length > 5 ? ['…', ...known.slice(-5)] : known
  const names = timeline.entries.map(each => each.name)
  const closest =
    names.find(each => each.startsWith(`${name} `) || each.startsWith(`${name}.`)) ?? findClosestWord(name, names)
  const hint = closest === undefined ? '' : ` Did you mean \`${closest}\`?`
  throw inputError(`There is no release \`${name}\`.${hint} Known releases: ${last.join(', ')}.`, {
    source: timeline.entries[0]?.place.source ?? source
  })
}
