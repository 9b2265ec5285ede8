import type {BlockContent, ListItem, Paragraph, RootContent} from 'mdast'
import {formatSubject} from '../model/subject.ts'
import {WITNESS_WORDS, witnessesOf} from '../words/change-grounds.ts'
import {jsonOf, shortened} from '../words/change-values.ts'
import {codeOf, type Piece} from '../words/pieces.ts'
import {count} from '../words/say.ts'
import {stemsOf} from '../words/stem.ts'
import {folded, item, itemOf, listOf} from './fold-html.ts'
import type {NewsGroup} from './news.ts'
import type {NewsLine} from './news-line.ts'
import {paragraph} from './phrasing.ts'

/** How many lines of a group are seen before the rest is unfolded: the notes of a large release fit on two screens. */
const MOST: Readonly<Record<NewsGroup, number>> = {
  breaking: 18,
  removed: 14,
  unclear: 6,
  deprecated: 10,
  added: 12,
  changed: 8
}
/** One line in a fold is longer than the line itself. */
const SPARE = 2
/** More operations are told by the paths that they share. */
const MOST_OPERATIONS = 24
const LONGEST_WITNESS = 160

export interface ListStyle {
  /** Each line opens to what it reaches. */
  readonly details: boolean
  /** How pieces of the line are put, where a flavour has reasons of its own. */
  readonly pieces: (pieces: readonly Piece[]) => readonly Piece[]
}

/** The lines of one group as a list; its long tail is folded. */
export function newsList(lines: readonly NewsLine[], style: ListStyle): RootContent[] {
  const [first] = lines
  if (!first) return []
  const most = MOST[first.group]
  const shown = lines.length > most + SPARE ? lines.slice(0, most) : lines
  const rest = lines.slice(shown.length)
  return [
    listOf(shown.map(line => newsItem(line, style))),
    ...(rest.length === 0
      ? []
      : (folded([`${rest.length} more`], [
          listOf(rest.map(line => itemOf(style.pieces(visible(line)))))
        ]) as RootContent[]))
  ]
}

/** The line with how far it reaches and the release that brought it. */
export function visible({pieces, operations, release, members: [{event}], unnamed}: NewsLine): Piece[] {
  const own = event.observed !== undefined && event.observed.component === undefined && unnamed.length === 0
  const named: Piece[] =
    operations.length === 0 || own || !event.seen || event.observed?.component === undefined
      ? []
      : operations.length === 1
        ? [' (', codeOf(formatSubject(operations[0] as (typeof operations)[number])), ')']
        : [` (${count(operations.length, 'operation')})`]
  const since: Piece[] = release === undefined ? [] : [' [', codeOf(release), ']']
  const [last] = pieces.slice(-1)
  // What follows a sentence stands before its full stop.
  if (typeof last === 'string' && last === '.') return [...pieces.slice(0, -1), ...named, ...since, '.']
  return [...pieces, ...named, ...since]
}

function newsItem(line: NewsLine, style: ListStyle): ListItem {
  const said = style.pieces(visible(line))
  const inside = style.details ? insideOf(line) : []
  return inside.length === 0 ? itemOf(said) : item(...folded(said, inside))
}

/** What a line opens to: all that it names only in number, the proof that it breaks, and who meets it. */
function insideOf(line: NewsLine): BlockContent[] {
  const {unnamed, operations, members} = line
  const names = unnamed.length > 0 ? [listOf(unnamed.map(itemOf))] : []
  const [{event, breaks}] = members
  const proofs = event.observed && breaks && members.length === 1 ? witnessesOf(event.observed) : []
  const shown = proofs.map(({side, value, where}) =>
    item(
      paragraph(
        `${WITNESS_WORDS[side]}: `,
        codeOf(shortened(jsonOf(value), LONGEST_WITNESS)),
        ...(where === '' ? [] : [' at ', codeOf(where)])
      ) as Paragraph
    )
  )
  const isNamed = event.observed?.component === undefined || operations.length < 2
  const met = isNamed ? [] : [paragraph('Met by ', ...whoOf(line)) as BlockContent]
  return [...names, ...(shown.length > 0 ? [listOf(shown)] : []), ...met]
}

function whoOf({operations}: NewsLine): Piece[] {
  const codes =
    operations.length > MOST_OPERATIONS
      ? stemsOf(operations.map(({target}) => target)).slice(0, MOST_OPERATIONS)
      : operations.map(formatSubject)
  return codes.flatMap((name, index): Piece[] => [...(index === 0 ? [] : [', ']), codeOf(name)]).concat('.')
}
