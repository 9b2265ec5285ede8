import {subjectKey} from '@tenure/core/model/subject/subject'
import type {TimelineEntry} from '@tenure/core/model/time/timeline'
import {declaredPieces} from '@tenure/core/outputs/changes/change-line'
import {changesOfRelease} from '@tenure/core/outputs/changes/changes-of-release'
import {entryHeading, type HistoryPage, hasDescriptions} from '@tenure/core/outputs/changes/page-data'
import {type ReleaseChange, releaseChanges} from '@tenure/core/outputs/changes/release-changes'
import {
  bulletListNode,
  detailsNodes,
  headingNode,
  listItemNode,
  listNode,
  paragraphNode
} from '@tenure/core/outputs/markdown/markdown-nodes'
import {notePieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {formatCount} from '@tenure/core/text/format-values'
import {
  EMPTY_SECTION_TEXTS,
  JUMP_TO,
  LEAD_SENTENCES,
  NO_NEWER_RELEASES,
  PAGE_GROUP_TITLES
} from '@tenure/core/text/page-strings'
import {entryHeadingPieces, entryNamePieces, unchangedPieces} from '@tenure/core/text/release-headings'
import type {BlockContent, Link, PhrasingContent, RootContent} from 'mdast'
import type {PageLinks} from '../markdown/heading-links.ts'
import type {ChangeListStyle} from '../release-notes/change-list.ts'
import {entryParagraphs, hasNote, releaseBody, writtenSection} from '../release-notes/release-body.ts'
import {foldUnchanged, releasesByYear, runHeadingPieces, type YearOfEntries} from '../releases-by-year.ts'

/**
 * The "Changes by release" section, newest first, so that readers see news first, and a new release changes only the
 * top of the section. In long histories, old releases are collapsed by year.
 */
export function releasesSection(page: HistoryPage, links: PageLinks, isWhole = false): RootContent[] {
  const {entries} = page.history.timeline
  if (entries.length === 0) return [paragraphNode(EMPTY_SECTION_TEXTS.releases)]
  // The section "About" of a whole page has it.
  const rule = isWhole ? undefined : unlistedRule(page)
  const {recent, years} = splitOldEntries(page)
  const sections = (all: readonly TimelineEntry[]): RootContent[] => releaseSections(all, page, links)
  return [
    paragraphNode(LEAD_SENTENCES.releases, ...(rule === undefined ? [] : [' ', ...notePieces(rule)])),
    ...jumpList(entries, links),
    ...sections(recent),
    ...years.flatMap(
      ({year, entries: old, changes}) =>
        detailsNodes(
          [`${year}: ${formatCount(old.length, 'release')}, ${formatCount(changes, 'change')}`],
          sections(old) as BlockContent[]
        ) as RootContent[]
    )
  ]
}

/** The changes of these releases, newest first; those of all others are left out. */
export const listReleases = (page: HistoryPage, entries: readonly TimelineEntry[], links: PageLinks): RootContent[] =>
  entries.length === 0
    ? [paragraphNode(NO_NEWER_RELEASES)]
    : [...jumpList(entries, links), ...releaseSections(entries.toReversed(), page, links)]

/** A section for each release, newest first. Adjacent releases without changes share one. */
function releaseSections(newestFirst: readonly TimelineEntry[], page: HistoryPage, links: PageLinks): RootContent[] {
  const bodies = new Map(newestFirst.map(entry => [entry, changesOf(entry, page)]))
  const textOf = (entry: TimelineEntry): string | undefined => onlyText(bodies.get(entry) ?? [])
  return foldUnchanged(newestFirst, entry => entry, textOf).flatMap(run => {
    const [newest, ...older] = run
    const names = run.map(entryHeading)
    const heading = headingNode(3, ...(older.length > 0 ? runHeadingPieces(run) : names.flatMap(entryHeadingPieces)))
    for (const {index} of run) links.addTarget(index, heading)
    const text = older.length > 0 ? textOf(newest) : undefined
    return [
      heading,
      ...(text === undefined ? (bodies.get(newest) ?? []) : [paragraphNode(...unchangedPieces(text, names))])
    ]
  })
}

/** The text of a body that is one paragraph. `undefined` for any other. */
const onlyText = ([only, ...others]: readonly RootContent[]): string | undefined => {
  const [text, ...more] = others.length === 0 && only?.type === 'paragraph' ? only.children : []
  return text?.type === 'text' && more.length === 0 ? text.value : undefined
}

/** Fewer releases than this fit on a screen. */
const FEW_RELEASES = 3
/** More releases than this are grouped by year, and collapsed. */
const MANY_RELEASES = 20

/** Links to the headings of releases, newest first. Empty if there are few. */
function jumpList(entries: readonly TimelineEntry[], links: PageLinks): RootContent[] {
  const linksOf = (all: readonly TimelineEntry[]): PhrasingContent[] =>
    all.flatMap((entry, at): PhrasingContent[] => {
      const {kind, name} = entry
      const {children} = paragraphNode(
        ...entryNamePieces(kind === 'announcement' ? entryHeading(entry) : {kind: 'release', name})
      )
      return [...(at === 0 ? [] : [textNode(' · ')]), links.linkTo(entry.index, ...(children as Link['children']))]
    })
  if (entries.length < FEW_RELEASES) return []
  if (entries.length <= MANY_RELEASES)
    return [{type: 'paragraph', children: [textNode(`${JUMP_TO}: `), ...linksOf(entries.toReversed())]}]
  const years = releasesByYear(entries).map(({year, entries: members}) =>
    listItemNode({
      type: 'paragraph',
      children: [...(year === '' ? [] : [textNode(`${year}: `)]), ...linksOf(members)]
    })
  )
  return detailsNodes([`${JUMP_TO} a release`], [bulletListNode(years)]) as RootContent[]
}

const textNode = (value: string): PhrasingContent => ({type: 'text', value})

/** The note that explains what it means if a release isn't listed. `undefined` if there is none. */
const unlistedRule = ({history}: HistoryPage): string | undefined =>
  history.about.notes.find(note => /\b(otherwise|unlisted|not listed)\b.*\bno change/is.test(note))

const STYLE: ChangeListStyle = {details: 'listed', reach: true, pieces: pieces => pieces}

function changesOf(entry: TimelineEntry, page: HistoryPage): RootContent[] {
  // Observed changes are too many for one line each, so they are grouped.
  const events = page.eventsByEntry.get(entry.index) ?? []
  if (events.some(({seen}) => seen) || (hasDescriptions(page) && events.length === 0))
    return releaseBody(changesOfRelease(entry, page), 4, STYLE)
  const changes = releaseChanges(events, page)
  const body =
    changes.length > 0
      ? changeGroups(changes, page)
      : hasNote(entry) || entry.partial
        ? []
        : [paragraphNode(EMPTY_SECTION_TEXTS[page.history.complete ? 'changes' : 'changesIncomplete'])]
  return [...entryParagraphs(entry), ...body, ...writtenSection(entry, 4)]
}

type PageGroup = keyof typeof PAGE_GROUP_TITLES
const PAGE_GROUPS = Object.keys(PAGE_GROUP_TITLES) as PageGroup[]

/**
 * The changes of a release under headings, the most urgent first. If that would reverse two changes of the same
 * subject, they are listed in history order, without headings.
 */
function changeGroups(changes: readonly ReleaseChange[], page: HistoryPage): RootContent[] {
  const lines = (all: readonly ReleaseChange[]): RootContent[] => limitedList(all.map(each => changePieces(each, page)))
  if (wouldReverse(changes)) return lines(changes)
  return PAGE_GROUPS.flatMap((group): RootContent[] => {
    const members = changes.filter(change => pageGroupOf(change) === group)
    return members.length > 0 ? [headingNode(4, PAGE_GROUP_TITLES[group]), ...lines(members)] : []
  })
}

/** Number of visible lines of a group, and the number of lines from which the others are collapsed. */
const SHOWN_LINES = 30
const MANY_LINES = 40

/** Lines as a list. In a long list, the last ones are collapsed. */
function limitedList(lines: readonly TextPiece[][]): RootContent[] {
  if (lines.length < MANY_LINES) return [listNode(lines)]
  const rest = lines.slice(SHOWN_LINES)
  return [
    listNode(lines.slice(0, SHOWN_LINES)),
    ...(detailsNodes([`${rest.length} more`], [listNode(rest) as BlockContent]) as RootContent[])
  ]
}

function wouldReverse(changes: readonly ReleaseChange[]): boolean {
  const latest = new Map<string, number>()
  return changes.some(change => {
    const {subject, counterpart} = change.event
    const rank = PAGE_GROUPS.indexOf(pageGroupOf(change))
    return [subject, ...(counterpart ? [counterpart] : [])].some(each => {
      const key = subjectKey(each)
      const before = latest.get(key) ?? 0
      latest.set(key, Math.max(before, rank))
      return rank < before
    })
  })
}

/** The group of a change. A rename or promotion is a change, although the old name is removed. */
function pageGroupOf({event: {kind, verb}}: ReleaseChange): PageGroup {
  switch (kind) {
    case 'removed':
      return verb === 'renamed' || verb === 'promoted' ? 'changed' : 'removed'
    case 'deprecated':
    case 'rescheduled':
    case 'withdrawn':
      return 'deprecated'
    case 'introduced':
    case 'restored':
      return 'added'
    case 'changed':
      return 'changed'
  }
}

/** The line of a change. A removal that breaks clients is labeled even if its author didn't label it. */
function changePieces(change: ReleaseChange, page: HistoryPage): TextPiece[] {
  const {event, breaks} = change
  const isUnlabeled = event.kind === 'removed' && event.breaking === undefined && breaks === true
  return declaredPieces(isUnlabeled ? {...change, event: {...event, breaking: true}} : change, page)
}

/** Releases that are older than this many years before the latest one are old. */
const RECENT_YEARS = 2
/** Old releases with fewer changes in total aren't collapsed. */
const FEW_CHANGES = 60

/**
 * Splits the releases, newest first, into recent ones and old ones by year. The latest release decides, not today, so
 * that the page doesn't change from day to day. All are recent if the old ones have few changes or no known year.
 */
function splitOldEntries({history: {timeline}, eventsByEntry}: HistoryPage): {
  readonly recent: readonly TimelineEntry[]
  readonly years: readonly (YearOfEntries & {readonly changes: number})[]
} {
  const newestFirst = timeline.entries.toReversed()
  const latest = newestFirst.find(({pending, when}) => !pending && when.latest !== undefined)?.when.latest
  const limit = latest === undefined ? undefined : `${Number(latest.slice(0, 4)) - RECENT_YEARS}${latest.slice(4)}`
  const first = newestFirst.findIndex(
    ({when}) => limit !== undefined && when.latest !== undefined && when.latest < limit
  )
  const old = first < 0 ? [] : newestFirst.slice(first)
  const changesIn = (entries: readonly TimelineEntry[]): number =>
    entries.reduce((sum, {index}) => sum + (eventsByEntry.get(index)?.length ?? 0), 0)
  if (changesIn(old) < FEW_CHANGES) return {recent: newestFirst, years: []}
  const years = releasesByYear(old.toReversed())
  return {
    recent: newestFirst.slice(0, first),
    years: years.map(({year, entries}) => ({year, entries, changes: changesIn(entries)}))
  }
}
