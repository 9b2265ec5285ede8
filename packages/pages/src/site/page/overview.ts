import {formatSubject, isNamed, type Subject} from '@tenure/core/model/subject/subject'
import {createHistoryPage, type HistoryPage} from '@tenure/core/outputs/changes/page-data'
import {escapeInvisible} from '@tenure/core/phrases/escape'
import {capitalizeFirst, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {formatCount} from '@tenure/core/text/format-values'
import {EMPTY_SECTION_TEXTS, HEADINGS, NEWS_LABELS} from '@tenure/core/text/page-strings'
import {statedText} from '@tenure/core/text/statement'
import {subjectPieces} from '@tenure/core/text/subject-phrase'
import {
  comingEnds,
  comingMomentPieces,
  noEndsText,
  overdueSubjects,
  pendingDeprecations,
  usePieces
} from '../../ends-of-support.ts'
import {type LatestChanges, latestChanges} from '../../latest-changes.ts'
import {type Markup, markup} from '../picture/html.ts'
import {endpointLink, releaseLink} from '../picture/links.ts'
import type {SiteRow} from '../picture/page-rows.ts'
import type {SiteInput} from '../picture/verdict-text.ts'
import {piecesMarkup} from './sentences.ts'

/** Number of changes, and of ends of support, before the rest of a list is linked or collapsed. */
const MOST_CHANGES = 5
const MOST_ENDS = 3

/**
 * The overview at the top of the page: the latest release and its changes, what ends next, and what is overdue,
 * followed by remarks on the source.
 */
export function siteOverview(
  {history, policy, verdicts, isJudged}: SiteInput,
  rows: readonly SiteRow[],
  remarks: Markup | undefined
): Markup {
  const judgments = verdicts.map(({judgment}) => judgment)
  const page = createHistoryPage(history, judgments, policy, !isJudged)
  const names = new Set(rows.map(({life}) => life.name))
  const linked = (pieces: readonly TextPiece[]): Markup => linkEndpoints(pieces, names)
  const latest = latestChanges(page)
  return markup`<section id="news" aria-labelledby="news-title">
<h2 id="news-title" class="vh">${HEADINGS.news}</h2>
<dl class="overview">
<div>${latest.length === 0 ? markup`<dt>${NEWS_LABELS.latest}</dt><dd>${EMPTY_SECTION_TEXTS.releases}</dd>` : latest.map(each => latestFact(each, linked))}</div>
<div><dt>${NEWS_LABELS.next}</dt><dd>${comingFact(page, linked)}</dd></div>
<div><dt>${NEWS_LABELS.overdue}</dt><dd>${overdueFact(page, linked)}</dd></div>
</dl>
${remarks}
</section>`
}

type ToMarkup = (pieces: readonly TextPiece[]) => Markup

/** The pieces of a sentence as markup, with names of rows as links to their details. */
const linkEndpoints = (pieces: readonly TextPiece[], names: ReadonlySet<string>): Markup =>
  markup`${pieces.map(piece => {
    const name = typeof piece === 'object' && 'code' in piece ? piece.code : undefined
    const shown = piecesMarkup([piece])
    return name !== undefined && names.has(name)
      ? markup`<a href="${endpointLink(escapeInvisible(name))}">${shown}</a>`
      : shown
  })}`

function latestFact({entry: {name, kind, date}, about, changes}: LatestChanges, linked: ToMarkup): Markup {
  const shown = changes.length <= MOST_CHANGES + 1 ? changes : changes.slice(0, MOST_CHANGES)
  const rest = changes.length - shown.length
  const link = releaseLink(escapeInvisible(name))
  const day = date === undefined || date === name ? '' : ` (${date})`
  return markup`<dt>${kind === 'release' ? NEWS_LABELS.latest : 'Announcement'}</dt><dd><a href="${link}"><bdi>${name}</bdi></a>${day}${about.map(
    pieces => markup`<p>${linked(pieces)}</p>`
  )}${shown.length > 0 && markup`<ul role="list">${shown.map(pieces => markup`<li>${linked(pieces)}</li>`)}${rest > 0 && markup`<li><a href="${link}">${rest} more</a></li>`}</ul>`}</dd>`
}

function comingFact(page: HistoryPage, linked: ToMarkup): Markup | string {
  const ends = comingEnds(page)
  if (ends.length === 0) {
    const {length} = pendingDeprecations(page)
    const none = sentenceCase(noEndsText('next', page))
    return length === 0 ? none : markup`${none} <small>for ${formatCount(length, 'deprecation')}</small>`
  }
  return limitedList(
    ends.map(({subject, moment, replacement}) => {
      const when = comingMomentPieces(moment, page)
      return markup`<b>${piecesMarkup(when)}:</b> ${linked([...nameOf(subject), '.', ...usePieces(replacement)])}`
    })
  )
}

function overdueFact(page: HistoryPage, linked: ToMarkup): Markup | string {
  const overdue = overdueSubjects(page)
  if (overdue.length === 0) return sentenceCase(noEndsText('overdue', page))
  return limitedList(
    overdue.map(({lifecycle: {subject}, end}) => {
      const replacement = page.endJudgment(subject, end.event)?.replacement ?? end.event.replacement
      return markup`${linked(capitalizeFirst(nameOf(subject)))}: the sunset was <b>${piecesMarkup([statedText(end.moment)])}</b>, and no removal is recorded.${linked(usePieces(replacement))}`
    })
  )
}

/** The name of a subject as in its row. */
const nameOf = (subject: Subject): TextPiece[] => {
  const {target, part} = subject
  return part || isNamed(target) ? subjectPieces(subject) : [{code: formatSubject(subject)}]
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function limitedList(items: readonly Markup[]): Markup {
  const shown = items.length <= MOST_ENDS + 1 ? items : items.slice(0, MOST_ENDS)
  const rest = items.slice(shown.length)
  const list = (all: readonly Markup[]): Markup =>
    markup`<ul role="list">${all.map(item => markup`<li>${item}</li>`)}</ul>`
  return markup`${list(shown)}${rest.length > 0 && markup`<details><summary>${rest.length} more</summary>${list(rest)}</details>`}`
}
