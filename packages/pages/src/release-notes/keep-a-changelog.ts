import {countNoun} from '@tenure/core/languages/languages'
import {findPredecessor} from '@tenure/core/model/time/release-branches'
import {NEXT} from '@tenure/core/model/time/timeline'
import type {ChangeLine} from '@tenure/core/outputs/changes/change-line'
import type {ChangesOfRelease} from '@tenure/core/outputs/changes/changes-of-release'
import type {HistoryPage} from '@tenure/core/outputs/changes/page-data'
import {toMarkdown} from '@tenure/core/outputs/markdown/markdown'
import {headingNode, joinLines, paragraphNode} from '@tenure/core/outputs/markdown/markdown-nodes'
import {ensureFullStop, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {formatCount} from '@tenure/core/text/format-values'
import {entryNamePieces} from '@tenure/core/text/release-headings'
import type {Definition, Heading, RootContent} from 'mdast'
import {type ChangeListStyle, changeList, clientStyle, listBlocks, listsOf} from './change-list.ts'
import {type ClientTextOptions, comparisonUrl} from './github.ts'
import {entryParagraphs, unreadParagraph, withoutChanges, writtenSection} from './release-body.ts'

const CATEGORIES = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'] as const
type Category = (typeof CATEGORIES)[number]

const ABOUT = 'All notable changes to this API are documented in this file. The format is based on '
const HOME = 'https://keepachangelog.com/en/1.1.0/'

export interface KeepAChangelogOptions extends ClientTextOptions {
  /** Whether to omit the title and the introduction. */
  readonly bare?: boolean
}

/** Renders the history in the format of keepachangelog.com 1.1.0. */
export function renderChangelog(
  all: readonly ChangesOfRelease[],
  page: HistoryPage,
  options: KeepAChangelogOptions = {}
): string {
  const {compare, bare, isPart} = options
  const releases = assignStatements(all)
  const links =
    compare === undefined
      ? []
      : releases.flatMap(({news: {entry, from}}) =>
          comparisonLink(entry.name, (from ?? findPredecessor(page.history.timeline, entry))?.name, compare)
        )
  const linked = new Set(links.map(({label}) => label))
  const top: RootContent[] = bare
    ? []
    : [
        headingNode(1, `${joinLines(page.history.about.service)}: changelog`),
        {
          type: 'paragraph',
          children: [
            {type: 'text', value: ABOUT},
            {type: 'link', url: HOME, children: [{type: 'text', value: 'Keep a Changelog'}]},
            {type: 'text', value: '.'}
          ]
        }
      ]
  const sections = releases.map(each => section(each, linked, clientStyle(options, 'listed')))
  const shown = isPart ? sections.map(([, ...body]) => body.map(lowerHeading)) : sections
  return toMarkdown([...top, ...shown.flat(), ...links])
}

/** Title of the changelogs of several APIs. */
export const changelogTitle = (news: ChangesOfRelease): string => toMarkdown([title(news, new Set())])

/** Makes room for the headings of APIs. */
const lowerHeading = (node: RootContent): RootContent =>
  node.type === 'heading' ? {...node, depth: Math.min(node.depth + 1, 6) as Heading['depth']} : node

interface Section {
  readonly news: ChangesOfRelease
  /** Statements made between the previous release and this one. */
  readonly statements: readonly ChangesOfRelease[]
}

/**
 * Assigns statements to releases, because the format has no statements: each is added to the next release. Newest
 * first.
 */
function assignStatements(all: readonly ChangesOfRelease[]): Section[] {
  const sections: Section[] = []
  let unassigned: ChangesOfRelease[] = []
  for (const news of all) {
    if (news.entry.kind === 'announcement') unassigned.push(news)
    else {
      // Statements after the newest release belong to the next one.
      const [above] = sections.slice(-1)
      if (above && unassigned.length > 0)
        sections[sections.length - 1] = {...above, statements: [...above.statements, ...unassigned]}
      else if (unassigned.length > 0) sections.push({news: unreleased(news), statements: unassigned})
      unassigned = []
      sections.push({news, statements: []})
    }
  }
  const [last] = sections.slice(-1)
  if (last && unassigned.length > 0)
    sections[sections.length - 1] = {...last, statements: [...last.statements, ...unassigned]}
  return sections
}

const unreleased = ({entry}: ChangesOfRelease): ChangesOfRelease => ({
  entry: {kind: 'release', name: NEXT, when: {}, index: entry.index + 1, place: entry.place, pending: true},
  lines: []
})

function section(
  {news, statements}: Section,
  linked: ReadonlySet<string | null | undefined>,
  style: ChangeListStyle
): RootContent[] {
  const {entry, from, first, partial = []} = news
  const lines = [
    ...news.lines,
    ...statements.flatMap(({entry: {name, via}, lines: said}) =>
      said.map(line => ({
        ...line,
        pieces: [
          ...ensureFullStop(line.pieces),
          ` Announced on ${name}${via === undefined ? '' : ', '}`,
          ...(via === undefined ? [] : [{free: via}]),
          '.'
        ]
      }))
    )
  ]
  const lists = listsOf(lines)
  const groups = CATEGORIES.flatMap((category): RootContent[] => {
    const inCategory = lines.filter(line => categoryOf(line) === category)
    return inCategory.length === 0
      ? []
      : [headingNode(3, category), ...changeList(inCategory.map(labelBreaking), {...style, lists})]
  })
  const begins = first
    ? [
        paragraphNode(
          `This is the first description that was read, with ${formatCount(first.operations.length, countNoun(first.operations, 'operation'))}.`
        )
      ]
    : []
  const about = from ? unreadParagraph(partial) : entryParagraphs(entry)
  const written = from ? [] : [entry, ...statements.map(each => each.entry)].flatMap(each => writtenSection(each, 3))
  const body = [...about, ...begins, ...groups, ...listBlocks(lists, style), ...written]
  return [title(news, linked), ...(body.length > 0 ? body : [paragraphNode(withoutChanges(news))])]
}

/** Heading of a release, `[2.0] - 2025-06-01`. The brackets are a link, and are omitted if it has no target. */
function title({entry: {name, date}, from}: ChangesOfRelease, linked: ReadonlySet<string | null | undefined>): Heading {
  const shown = name === NEXT ? 'Unreleased' : name
  const said = name === NEXT ? shown : entryNamePieces({kind: 'release', name})
  const day: TextPiece[] = date === undefined || date === name ? [] : [` - ${date}`]
  const {children} = headingNode(2, ...(from ? [`${from.name} to `] : []), ...said, ...day)
  if (!linked.has(shown)) return {type: 'heading', depth: 2, children}
  return {
    type: 'heading',
    depth: 2,
    children: [
      {
        type: 'linkReference',
        identifier: shown,
        label: shown,
        referenceType: 'shortcut',
        children: [{type: 'text', value: shown}]
      },
      ...day.map(value => ({type: 'text' as const, value: String(value)}))
    ]
  }
}

function comparisonLink(name: string, before: string | undefined, compare: string): Definition[] {
  if (before === undefined) return []
  const shown = name === NEXT ? 'Unreleased' : name
  const url = comparisonUrl(compare, before, name === NEXT ? 'HEAD' : name)
  return [{type: 'definition', identifier: shown, label: shown, url}]
}

function categoryOf({group, members: [{event}]}: ChangeLine): Category {
  if (event.change?.startsWith('security-') || event.waiver?.reason === 'security') return 'Security'
  switch (group) {
    case 'removed':
      return 'Removed'
    case 'deprecated':
      return event.kind === 'withdrawn' ? 'Changed' : 'Deprecated'
    case 'added':
      return event.kind === 'restored' ? 'Fixed' : 'Added'
    case 'breaking':
    case 'unclear':
    case 'changed':
      return event.kind === 'removed' ? 'Removed' : event.kind === 'introduced' ? 'Added' : 'Changed'
  }
}

/** Adds `Breaking: ` to breaking changes, which have no section of their own. */
function labelBreaking(line: ChangeLine): ChangeLine {
  const [{event}] = line.members
  const isSaid = !event.seen && event.breaking === true
  return line.group === 'breaking' && !isSaid ? {...line, pieces: ['Breaking: ', ...line.pieces]} : line
}
