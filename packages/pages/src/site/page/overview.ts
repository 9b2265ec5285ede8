import {parseTarget} from '@tenure/core/languages/languages'
import {subjectKey} from '@tenure/core/model/subject/subject'
import {clientSubjectPieces} from '@tenure/core/outputs/changes/client-sentences'
import type {HistoryPage} from '@tenure/core/outputs/changes/page-data'
import {escapeInvisible} from '@tenure/core/phrases/escape'
import type {TextPiece} from '@tenure/core/phrases/text-pieces'
import {capitalize} from '@tenure/core/text/format-values'
import {EMPTY_SECTION_TEXTS, HEADINGS, NEWS_LABELS} from '@tenure/core/text/page-strings'
import {
  type ClientTask,
  clientTasks,
  comingEnds,
  comingMomentPieces,
  emptyNewsText,
  usePieces
} from '../../ends-of-support.ts'
import {type LatestChanges, latestChanges} from '../../latest-changes.ts'
import {type Markup, markup} from '../picture/html.ts'
import {endpointLink, filterLink, releaseLink} from '../picture/links.ts'
import type {SiteRow} from '../picture/page-rows.ts'
import {piecesMarkup} from './sentences.ts'

/** Number of changes, and of ends of support, before the rest of a list is linked or collapsed. */
const MOST_CHANGES = 5
const MOST_ENDS = 3

/** Pieces of a sentence as markup, with the names of rows as links to their details. */
export type LinkedMarkup = (pieces: readonly TextPiece[]) => Markup

/**
 * The overview at the top of the page: the latest release and its changes, what ends next, and what clients must do now,
 * followed by remarks on the source.
 */
export function siteOverview(
  page: HistoryPage,
  rows: readonly SiteRow[],
  remarks: Markup | undefined,
  linked: LinkedMarkup
): Markup {
  const latest = latestChanges(page)
  const tasks = clientTasks(page, latest, MOST_ENDS)
  return markup`<section id="news" aria-labelledby="news-title">
<h2 id="news-title" class="vh">${HEADINGS.news}</h2>
<dl class="overview">
<div>${latest.length === 0 ? markup`<dt>${NEWS_LABELS.latest}</dt><dd>${EMPTY_SECTION_TEXTS.releases}</dd>` : latest.map(each => latestFact(each, linked))}</div>
<div><dt>${NEWS_LABELS.next}</dt><dd>${comingFact(page, linked)}</dd></div>
<div><dt>${NEWS_LABELS.tasks}</dt><dd>${tasks.length === 0 ? capitalize(emptyNewsText('tasks', page)) : listOf(tasks.map(task => taskItem(task, page, rows, linked)))}</dd></div>
</dl>
${remarks}
</section>`
}

/** Returns a function that writes sentences with links to the rows that they name. */
export function linkToRows(rows: readonly SiteRow[]): LinkedMarkup {
  const names = new Set(rows.map(({life}) => life.name))
  const nameByKey = new Map(rows.map(({life}) => [subjectKey(life.lifecycle.subject), life.name]))
  const linkOf = (piece: TextPiece, before: TextPiece | undefined): string | undefined => {
    if (typeof piece !== 'object' || !('code' in piece)) return undefined
    const noun = typeof before === 'string' ? (/(\w+) $/.exec(before)?.[1]?.toLowerCase() ?? '') : ''
    const known = [piece.code, `${noun} ${piece.code}`].find(name => names.has(name))
    // The same path can have other parameter names, and a path without a row has rows below it.
    const target = known === undefined ? parseTarget(piece.code) : undefined
    const name = known ?? (target && nameByKey.get(subjectKey({target})))
    if (name !== undefined) return endpointLink(escapeInvisible(name))
    const start = piece.code.endsWith('/**') ? piece.code.slice(0, -2) : undefined
    return start !== undefined && rows.some(({life}) => life.name.includes(start)) ? filterLink('q', start) : undefined
  }
  return pieces =>
    markup`${pieces.map((piece, at) => {
      const link = linkOf(piece, pieces[at - 1])
      const shown = piecesMarkup([piece])
      return link === undefined ? shown : markup`<a href="${link}">${shown}</a>`
    })}`
}

const listOf = (items: readonly Markup[]): Markup =>
  markup`<ul class="changes" role="list">${items.map(item => markup`<li>${item}</li>`)}</ul>`

function latestFact(latest: LatestChanges, linked: LinkedMarkup): Markup {
  const {name, kind, date} = latest.entry
  const day = date === undefined || date === name ? '' : ` (${date})`
  return markup`<dt>${kind === 'release' ? NEWS_LABELS.latest : 'Announcement'}</dt><dd><a href="${releaseLink(escapeInvisible(name))}"><bdi>${name}</bdi></a>${day}${latest.about.map(
    pieces => markup`<p>${linked(pieces)}</p>`
  )}${changeItems(latest, MOST_CHANGES, linked)}</dd>`
}

/** The changes of a release as a list. The rest of a long list is a link to the release. */
export function changeItems({entry, changes}: LatestChanges, most: number, linked: LinkedMarkup): Markup | undefined {
  if (changes.length === 0) return undefined
  const shown = changes.length <= most + 1 ? changes : changes.slice(0, most)
  const rest = changes.length - shown.length
  const more = rest > 0 ? [markup`<a href="${releaseLink(escapeInvisible(entry.name))}">${rest} more</a>`] : []
  return listOf([...shown.map(linked), ...more])
}

function comingFact(page: HistoryPage, linked: LinkedMarkup): Markup | string {
  const ends = comingEnds(page)
  if (ends.length === 0) return capitalize(emptyNewsText('next', page))
  const items = ends.map(({subject, moment, replacement}) => {
    const when = comingMomentPieces(moment, page)
    return markup`<b>${piecesMarkup(when)}:</b> ${linked([...clientSubjectPieces(subject), '.', ...usePieces(replacement)])}`
  })
  const shown = items.length <= MOST_ENDS + 1 ? items : items.slice(0, MOST_ENDS)
  const rest = items.slice(shown.length)
  return markup`${listOf(shown)}${rest.length > 0 && markup`<details><summary>${rest.length} more</summary>${listOf(rest)}</details>`}`
}

function taskItem(
  {pieces, link}: ClientTask,
  {history}: HistoryPage,
  rows: readonly SiteRow[],
  linked: LinkedMarkup
): Markup {
  if (!link) return markup`${linked(pieces)}.`
  const shown = piecesMarkup(link.pieces)
  const state = link.target === 'overdue' ? 'overdue' : 'deprecated'
  const address =
    typeof link.target === 'number'
      ? releaseLink(escapeInvisible(history.timeline.entries[link.target]?.name ?? ''))
      : rows.some(({life}) => life.state === state)
        ? filterLink('state', state)
        : undefined
  return markup`${linked(pieces)}${address === undefined ? shown : markup`<a href="${address}">${shown}</a>`}.`
}
