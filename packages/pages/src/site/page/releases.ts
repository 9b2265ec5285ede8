import {countNoun} from '@tenure/core/languages/languages'
import {groupBy} from '@tenure/core/model/group-by'
import type {Event, EventKind} from '@tenure/core/model/lifecycle/event'
import type {History} from '@tenure/core/model/lifecycle/history'
import {isMember} from '@tenure/core/model/subject/subject'
import type {TimelineEntry} from '@tenure/core/model/time/timeline'
import {type HistoryPage, isUnreadRelease} from '@tenure/core/outputs/changes/page-data'
import {escapeInvisible} from '@tenure/core/phrases/escape'
import {flattenPieces} from '@tenure/core/phrases/text-pieces'
import {formatCount, formatDateRange, formatFew, pluralizeVerdict} from '@tenure/core/text/format-values'
import {
  countHeading,
  EMPTY_SECTION_TEXTS,
  JUMP_TO,
  PARTIAL_DESCRIPTION_NOTE,
  UNREAD_RELEASE_NOTE
} from '@tenure/core/text/page-strings'
import {saysNoChanges} from '@tenure/core/text/release-headings'
import {changesForClients} from '../../latest-changes.ts'
import {hasNote} from '../../release-notes/release-body.ts'
import {foldUnchanged, releasesByYear} from '../../releases-by-year.ts'
import {chunkedList} from '../picture/chunks.ts'
import {type Markup, markup} from '../picture/html.ts'
import {placeLink, placeLinkText, releaseLink} from '../picture/links.ts'
import {VERDICT_SIGNS} from '../picture/page-rows.ts'
import type {NoteText, SiteInput, VerdictGroupText} from '../picture/verdict-text.ts'
import {changeItems, type LinkedMarkup} from './overview.ts'
import {parseSentence, sentenceMarkup} from './sentences.ts'

const EVENT_WORDS = {
  introduced: 'added',
  restored: 'restored',
  changed: 'changed',
  deprecated: 'deprecated',
  rescheduled: 'with a new sunset',
  withdrawn: 'no longer deprecated',
  removed: 'removed'
} as const satisfies Record<EventKind, string>

/** Number of changes of a release that its list shows. */
const MOST_CHANGES = 20

/**
 * List of releases, newest first: counts of changes, which open to the changes, and removals and breaking changes as
 * `tenure audit` reports them.
 */
export function releaseList(site: SiteInput, page: HistoryPage, linked: LinkedMarkup): Markup {
  const forClients: HistoryPage = {...page, isForClients: true}
  const {history, folds} = site
  const {timeline, events} = history
  // Like the notes, a final release has what its candidates brought.
  const byEntry = new Map([...groupBy(events, ({entry}) => entry), ...(history.netEvents ?? [])])
  const foldsAt = groupBy(folds, ({entry}) => entry)
  const first = new Map(timeline.entries.toReversed().map(({name, index}) => [name, index]))
  const textOf = (entry: TimelineEntry): string => countsText(entry, byEntry.get(entry.index) ?? [], history)
  const titleOf = (entry: TimelineEntry): Markup =>
    markup`<span${first.get(entry.name) === entry.index && markup` id="${linkOf(entry).slice(1)}"`}><a href="${linkOf(entry)}"><bdi>${entry.name}</bdi></a> <small>${dayOf(entry)}</small></span>`
  // Like the page in Markdown, it has one line for adjacent releases without changes.
  const runs = foldUnchanged(
    timeline.entries.toReversed(),
    entry => entry,
    entry =>
      foldsAt.has(entry.index) || hasNote(entry) || textOf(entry) !== NO_CHANGES
        ? undefined
        : EMPTY_SECTION_TEXTS.changes
  )
  const items = runs.map(run => {
    const [entry] = run
    const titles = run.map((each, at) => markup`${at > 0 && ', '}${titleOf(each)}`)
    const news = changesForClients(entry, forClients)
    const changes = changeItems(news, MOST_CHANGES, linked)
    const did = textOf(entry)
    const about = news.about.filter(
      pieces => !saysNoChanges(flattenPieces(pieces)) && !did.includes(flattenPieces(pieces))
    )
    const body = markup`${about.map(pieces => markup`<p>${linked(pieces)}</p>`)}${
      changes
        ? markup`<details><summary class="did">${did}</summary>${changes}</details>`
        : about.length === 0 && markup`<p class="did">${did}</p>`
    }`
    return {
      at: entry.index,
      item: markup`<li class="release"><h3>${titles}</h3>${body}${foldList(foldsAt.get(entry.index) ?? [], site)}</li>
`
    }
  })
  const between = [...groupBy(foldsAt.get(undefined) ?? [], ({title}) => title)].map(([title, group]) => ({
    at: group[0]?.at ?? 0,
    item: markup`<li class="release"><h3><bdi>${title}</bdi></h3>${foldList(group, site)}</li>
`
  }))
  const all = [...items, ...between].toSorted((a, b) => b.at - a.at)
  return markup`<ol class="releases" role="list">${all.map(({item}) => item)}</ol>`
}

/**
 * The link to a release, whose fragment is the ID of its list item: it leads there without a script, too, and stays the
 * same when releases are added.
 */
const linkOf = ({name}: TimelineEntry): string => releaseLink(escapeInvisible(name))

const NO_CHANGES = 'No changes to the API'

/** Number of releases from which on links to them are shown; fewer fit on a screen. */
const FEW_RELEASES = 3
/** Number of releases above which the list is collapsed. */
const MANY_RELEASES = 20

/** Links to the releases, newest first, with a line for each year. `undefined` if there are few. */
export function jumpList(entries: readonly TimelineEntry[]): Markup | undefined {
  if (entries.length < FEW_RELEASES) return undefined
  const links = (all: readonly TimelineEntry[]): Markup[] =>
    all.map(entry => markup`<a href="${linkOf(entry)}"><bdi>${entry.name}</bdi></a> `)
  const years = releasesByYear(entries).map(
    ({year, entries: members}) => markup`<li><b>${year}</b><span>${links(members)}</span></li>`
  )
  const list = markup`<ul role="list">${years}</ul>`
  return entries.length > MANY_RELEASES
    ? markup`<nav class="jump" aria-labelledby="jump-title"><details><summary id="jump-title">${JUMP_TO} a release</summary>${list}</details></nav>`
    : markup`<nav class="jump" aria-label="${JUMP_TO} a release">${list}</nav>`
}

/** Date of a release; omitted if it is the release's name. */
const dayOf = ({name, kind, date, when, pending}: TimelineEntry): string => {
  const day =
    kind === 'announcement'
      ? 'announcement'
      : (date ?? (pending ? name : when.earliest || when.latest ? formatDateRange(when) : 'no date'))
  return [...(day === name ? [] : [day]), ...(pending ? ['unreleased'] : [])].join(', ')
}

/**
 * Counts of changes: `Endpoints: 3 added, 1 removed; 12 other changes`. Adds a note if the release was only read in
 * part.
 */
function countsText(entry: TimelineEntry, events: readonly Event[], history: History): string {
  const isWhole = ({subject: {target, part}}: Event): boolean => !part && !isMember(target)
  const whole = events.filter(event => isWhole(event) && event.kind !== 'changed')
  const counts = (Object.keys(EVENT_WORDS) as EventKind[]).flatMap(kind => {
    const {length} = whole.filter(event => event.kind === kind)
    return length > 0 ? [`${length} ${EVENT_WORDS[kind]}`] : []
  })
  const rest = events.length - whole.length
  const [noun = 'endpoint', ...otherNouns] = new Set(whole.map(({subject}) => countNoun([subject.target], 'endpoint')))
  const heading = otherNouns.length > 0 ? 'Subjects' : countHeading(noun)
  const endpoints = counts.length > 0 ? [`${heading}: ${counts.join(', ')}`] : []
  const others = rest > 0 ? [formatCount(rest, counts.length > 0 ? 'other change' : 'change')] : []
  const did = [...endpoints, ...others].join('; ')
  if (entry.partial) return `${did}${did === '' ? '' : '. '}${PARTIAL_DESCRIPTION_NOTE}`
  return did || (isUnreadRelease(entry, events, history) ? UNREAD_RELEASE_NOTE : NO_CHANGES)
}

function foldList(folds: readonly VerdictGroupText[], site: SiteInput): Markup | undefined {
  const isAllowed = ({verdict}: VerdictGroupText): boolean => verdict === 'compliant' || verdict === 'exempt'
  const allowed = folds.filter(isAllowed)
  const others = folds.filter(each => !isAllowed(each))
  const list = (all: readonly VerdictGroupText[]): Markup | undefined =>
    all.length > 0 ? markup`<ul class="folds" role="list">${all.map(each => foldItem(each, site))}</ul>` : undefined
  const aside =
    allowed.length > 0
      ? markup`<details><summary>${allowedText(allowed)}</summary>${list(allowed)}</details>`
      : undefined
  return folds.length > 0 ? markup`${list(others)}${aside}` : undefined
}

/** Counts of compliant and exempt verdicts as text. */
const allowedText = (folds: readonly VerdictGroupText[]): string =>
  (['compliant', 'exempt'] as const)
    .flatMap(verdict => {
      const {length} = folds.filter(each => each.verdict === verdict)
      return length > 0 ? [`${length} ${pluralizeVerdict(verdict, length)}`] : []
    })
    .join(', ')

function foldItem({verdict, headline, sentences, members, place, more}: VerdictGroupText, site: SiteInput): Markup {
  const named = members.length > 0 ? memberList(members) : undefined
  return markup`<li class="fold v-${verdict}"><p><b class="chip v-${verdict}"><i aria-hidden="true">${VERDICT_SIGNS[verdict]}</i> ${verdict}</b> ${sentenceMarkup(parseSentence(headline))}</p>${named}${sentences.map(
    text => markup`<p>${sentenceMarkup(parseSentence(text))}</p>`
  )}${placeParagraph(place, more, site)}</li>`
}

/** Number of members listed before the rest is collapsed. */
const MOST_NAMED = 5

function memberList(members: readonly string[]): Markup {
  const all = sentenceMarkup(parseSentence(members.join(', ')))
  if (members.length <= MOST_NAMED) return markup`<p>${all}</p>`
  return markup`<details><summary>${sentenceMarkup(parseSentence(formatFew(members)))}</summary><p>${all}</p></details>`
}

/**
 * A paragraph with a place, as a link if the site has a template for links, and with the text `more` after it.
 * `undefined` if both are empty.
 */
function placeParagraph(place: string, more: string, {link, isInternal}: SiteInput): Markup | undefined {
  if (place === '' && more === '') return undefined
  const href = placeLink(link, place)
  const shown =
    href === undefined
      ? markup`<bdi>${place}</bdi>`
      : markup`<a href="${href}" rel="noopener"><bdi>${placeLinkText(place, isInternal)}</bdi></a>`
  return markup`<p class="place">${shown}${more}</p>`
}

/** Warnings and notes about the history, collapsed by rule. A rule can have hundreds, so they are rendered in chunks. */
export function noteList(site: SiteInput): Markup {
  const {notes, formatPlace} = site
  const byRule = [...groupBy(notes, ({rule}) => rule)].toSorted(([, a], [, b]) => b.length - a.length)
  const item = ({level, text, place}: NoteText): Markup =>
    markup`<div role="listitem" class="fold"><p><b class="chip">${level}</b> ${sentenceMarkup(parseSentence(text))}</p>${placeParagraph(formatPlace(place), '', site)}</div>`
  return markup`${byRule.map(
    ([rule, all]) =>
      markup`<details class="rule-notes"><summary><code>${rule}</code> (${all.length})</summary>${chunkedList('folds', all.map(item))}</details>`
  )}`
}
