import type {BlockContent, ListItem, RootContent} from 'mdast'
import {formatSubject} from '../../model/subject/subject.ts'
import {toJsonText, truncate} from '../../text/changes/values.ts'
import {WITNESS_WORDS, witnessesOf} from '../../text/changes/verdict-reasons.ts'
import {formatCount} from '../../text/format-values.ts'
import {entryNamePieces} from '../../text/release-headings.ts'
import {commonStems} from '../../text/subject-groups.ts'
import {codePiece, joinPieces, type TextPiece} from '../../text/text-pieces.ts'
import {bulletListNode, detailsNodes, lineItemNode, listItemNode, paragraphNode} from '../markdown/markdown-nodes.ts'
import type {ChangeLine} from './change-line.ts'
import type {ChangeGroup} from './release-changes.ts'

/**
 * Number of visible lines in a group before the rest is collapsed. Chosen so that the notes of a large release fit on
 * two screens.
 */
const MOST_LINES: Readonly<Record<ChangeGroup, number>> = {
  breaking: 18,
  removed: 14,
  unclear: 6,
  deprecated: 10,
  added: 12,
  changed: 8
}
/** Tolerance: collapsing one or two lines takes as much space as showing them. */
const TOLERANCE = 2
/** Above this number, operations are summarized by common paths. */
const MOST_OPERATIONS = 24
const MOST_NAMES = 150
const MOST_PROOFS = 3
const LONGEST_WITNESS = 160

export interface ChangeListStyle {
  /** Adds collapsed details to each line. */
  readonly details: boolean
  /** Shows how many operations a line affects. */
  readonly reach: boolean
  /** Whether the heading says that its lines are breaking, so that they don't repeat it. An importable page repeats it. */
  readonly claimed?: true
  /** Transforms the pieces of a line for the output format. */
  readonly pieces: (pieces: readonly TextPiece[]) => readonly TextPiece[]
}

/** The lines of a group as a list. Lines above the limit are collapsed. */
export function changeList(lines: readonly ChangeLine[], style: ChangeListStyle): RootContent[] {
  const [first] = lines
  if (!first) return []
  const most = MOST_LINES[first.group]
  const shown = lines.length > most + TOLERANCE ? lines.slice(0, most) : lines
  const rest = lines.slice(shown.length)
  return [
    bulletListNode(shown.map(line => newsItem(line, style))),
    ...(rest.length === 0
      ? []
      : (detailsNodes(
          [`${rest.length} more`],
          [bulletListNode(rest.map(line => lineItemNode(style.pieces(linePieces(line, style)))))]
        ) as RootContent[]))
  ]
}

/** The line with the number of affected operations and its release. */
function linePieces(line: ChangeLine, {reach}: ChangeListStyle): TextPiece[] {
  const {pieces, operations, release, unnamed} = line
  const [{event}] = line.members
  const own = event.observed !== undefined && event.observed.component === undefined && unnamed.length === 0
  const showsReach = reach && operations.length > 0 && !own && event.seen && event.observed?.component !== undefined
  const [only] = operations
  const affected =
    operations.length === 1 && only ? codePiece(formatSubject(only)) : formatCount(operations.length, 'operation')
  const said: TextPiece[] = [...(showsReach ? [affected] : []), ...(release === undefined ? [] : [sayName(release)])]
  const aside: TextPiece[] = said.flatMap((each, at): TextPiece[] => [at === 0 ? ' (' : ', ', each])
  const closed = aside.length > 0 ? [...aside, ')'] : []
  const [last] = pieces.slice(-1)
  // Inserted before the full stop.
  if (typeof last === 'string' && last === '.') return [...pieces.slice(0, -1), ...closed, '.']
  return [...pieces, ...closed]
}

/** The release name, formatted as in headings. */
const sayName = (name: string): TextPiece => entryNamePieces({kind: 'release', name})[0] ?? codePiece(name)

function newsItem(line: ChangeLine, style: ChangeListStyle): ListItem {
  const said = style.pieces(linePieces(line, style))
  const inside = style.details ? lineDetails(line) : []
  return inside.length === 0 ? lineItemNode(said) : listItemNode(...detailsNodes(said, inside))
}

/** Details of a line: unnamed subjects, counterexamples, and affected operations. */
function lineDetails(line: ChangeLine): BlockContent[] {
  return [...counterexampleList(line), ...affectedList(line)]
}

/** Counterexamples that prove the break. */
export function counterexampleList({members}: ChangeLine): BlockContent[] {
  const proofs = members.flatMap(each => (each.event.observed && each.breaks ? witnessesOf(each.event.observed) : []))
  // Several changes can share one counterexample.
  const shown = [...new Map(proofs.map(each => [toJsonText([each.side, each.value, each.where]), each])).values()]
    .slice(0, MOST_PROOFS)
    .map(({side, value, where}) =>
      listItemNode(
        paragraphNode(
          `${WITNESS_WORDS[side]}: `,
          codePiece(truncate(toJsonText(value), LONGEST_WITNESS)),
          ...(where === '' ? [] : [' at ', codePiece(where)])
        )
      )
    )
  return shown.length > 0 ? [bulletListNode(shown)] : []
}

/** Names of the subjects and of the affected operations, if the line doesn't have them. */
export function affectedList(line: ChangeLine): BlockContent[] {
  const {unnamed, operations, members} = line
  const names = unnamed.length > 0 ? [paragraphNode(...sayAll(unnamed))] : []
  const isNamed = members[0].event.observed?.component === undefined || operations.length < 2
  return [...names, ...(isNamed ? [] : [paragraphNode('Met by ', ...operationNames(line))])]
}

function operationNames({operations}: ChangeLine): TextPiece[] {
  const isMany = operations.length > MOST_OPERATIONS
  const names = isMany ? commonStems(operations.map(({target}) => target)) : operations.map(formatSubject)
  return sayAll(names.map(name => [codePiece(name)]))
}

/** Names separated by commas, up to a limit. */
export function sayAll(names: readonly (readonly TextPiece[])[], most = MOST_NAMES): TextPiece[] {
  const rest = names.length - most
  return [...(rest > 0 ? joinPieces([...names.slice(0, most), [`${rest} more`]], 'and') : joinPieces(names)), '.']
}
