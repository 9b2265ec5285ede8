import {clientSubjectPieces} from '@tenure/core/outputs/changes/client-sentences'
import {entryHeading, type HistoryPage} from '@tenure/core/outputs/changes/page-data'
import {
  bulletListNode,
  detailsNodes,
  lineItemNode,
  listItemNode,
  paragraphNode
} from '@tenure/core/outputs/markdown/markdown-nodes'
import type {TextPiece} from '@tenure/core/phrases/text-pieces'
import {EMPTY_SECTION_TEXTS, NEWS_LABELS} from '@tenure/core/text/page-strings'
import {entryHeadingPieces} from '@tenure/core/text/release-headings'
import type {BlockContent, Link, PhrasingContent, RootContent} from 'mdast'
import {clientTasks, comingEnds, comingMomentPieces, emptyNewsText, usePieces} from '../ends-of-support.ts'
import {type LatestChanges, latestChanges} from '../latest-changes.ts'
import type {PageLinks, PageTarget} from '../markdown/heading-links.ts'

/** Number of changes, and of ends of support, before the rest of a list is linked. */
const MOST_CHANGES = 10
const MOST_ENDS = 5

/**
 * Creates a link to a heading of the page. There is no such function for a section rendered alone, where the heading
 * might be missing.
 */
type LinkTo = (target: PageTarget, pieces: readonly TextPiece[]) => PhrasingContent[]

/** The "What's new" section: the latest release and its changes, the next ends of support, and what to do. */
export function newsSection(page: HistoryPage, links: PageLinks, isWhole: boolean): RootContent[] {
  const linkTo: LinkTo | undefined = isWhole
    ? (target, pieces) => [links.linkTo(target, ...(textNodesOf(pieces) as Link['children']))]
    : undefined
  const latest = latestChanges(page)
  return [
    ...(latest.length === 0
      ? [paragraphNode(EMPTY_SECTION_TEXTS.releases)]
      : latest.flatMap(each => latestNodes(each, linkTo))),
    ...comingNodes(page, linkTo),
    ...taskNodes(page, latest, linkTo)
  ]
}

const textNodesOf = (pieces: readonly TextPiece[]): PhrasingContent[] => paragraphNode(...pieces).children

const orText: LinkTo = (_, pieces) => textNodesOf(pieces)

function latestNodes({entry, about, changes}: LatestChanges, linkTo: LinkTo | undefined): RootContent[] {
  const name = (linkTo ?? orText)(entry.index, entryHeadingPieces(entryHeading(entry)))
  const label = entry.kind === 'release' ? textNodesOf([`${NEWS_LABELS.latest}: `]) : []
  return [
    {type: 'paragraph', children: [{type: 'strong', children: [...label, ...name]}]},
    ...about.map(pieces => paragraphNode(...pieces)),
    ...limitedList(changes, MOST_CHANGES, entry.index, linkTo)
  ]
}

function comingNodes(page: HistoryPage, linkTo: LinkTo | undefined): RootContent[] {
  const ends = comingEnds(page)
  if (ends.length === 0) return [emptyNode('next', page)]
  const lines = ends.map(({subject, moment, replacement}) => [
    ...comingMomentPieces(moment, page),
    ': ',
    ...clientSubjectPieces(subject),
    '.',
    ...usePieces(replacement)
  ])
  return [{type: 'paragraph', children: [labelNode('next')]}, ...limitedList(lines, MOST_ENDS, 'pending', linkTo)]
}

function taskNodes(page: HistoryPage, latest: readonly LatestChanges[], linkTo: LinkTo = orText): RootContent[] {
  const tasks = clientTasks(page, latest, MOST_ENDS)
  if (tasks.length === 0) return [emptyNode('tasks', page)]
  const items = tasks.map(({pieces, link}) => {
    const linked = link ? linkTo(link.target, link.pieces) : []
    return listItemNode({type: 'paragraph', children: [...textNodesOf(pieces), ...linked, ...textNodesOf(['.'])]})
  })
  return [{type: 'paragraph', children: [labelNode('tasks')]}, bulletListNode(items)]
}

const emptyNode = (kind: 'next' | 'tasks', page: HistoryPage): RootContent => ({
  type: 'paragraph',
  children: [labelNode(kind), ...textNodesOf([`: ${emptyNewsText(kind, page)}.`])]
})

const labelNode = (kind: keyof typeof NEWS_LABELS): PhrasingContent => ({
  type: 'strong',
  children: [{type: 'text', value: NEWS_LABELS[kind]}]
})

/** Lines as a list. The rest of a long list is linked, or collapsed if there is nothing to link to. */
function limitedList(
  lines: readonly (readonly TextPiece[])[],
  most: number,
  target: PageTarget,
  linkTo: LinkTo | undefined
): RootContent[] {
  if (lines.length === 0) return []
  // A link to a single line takes as much space as the line.
  const shown = lines.length <= most + 1 ? lines : lines.slice(0, most)
  const rest = lines.slice(shown.length)
  const items = shown.map(lineItemNode)
  if (rest.length === 0) return [bulletListNode(items)]
  const more = `${rest.length} more`
  if (linkTo) return [bulletListNode([...items, listItemNode({type: 'paragraph', children: linkTo(target, [more])})])]
  const collapsed = detailsNodes([more], [bulletListNode(rest.map(lineItemNode)) as BlockContent])
  return [bulletListNode(items), ...(collapsed as RootContent[])]
}
