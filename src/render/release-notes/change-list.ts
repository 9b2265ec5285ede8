import type {BlockContent, ListItem, RootContent} from 'mdast'
import {formatSubject} from '../../model/subject/subject.ts'
import {witnessesOf, witnessPieces} from '../../text/changes/witnesses.ts'
import {formatCount} from '../../text/format-values.ts'
import {entryNamePieces} from '../../text/release-headings.ts'
import {commonStems} from '../../text/subject-groups.ts'
import {codePiece, flattenPieces, joinPieces, type TextPiece} from '../../text/text-pieces.ts'
import {bulletListNode, detailsNodes, lineItemNode, listItemNode, paragraphNode} from '../markdown/markdown-nodes.ts'
import type {ChangeLine} from './change-line.ts'
import type {ChangeGroup, ReleaseChange} from './release-changes.ts'

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

export interface ChangeListStyle {
  /** How names and counterexamples that a line doesn't hold are shown. Only `collapsed` shows counterexamples. */
  readonly details: 'collapsed' | 'listed' | 'omitted'
  /** Shows how many operations a line affects. */
  readonly reach: boolean
  /** Whether the heading says that its lines are breaking, so that they don't repeat it. An importable page repeats it. */
  readonly claimed?: true
  /** Transforms the pieces of a line for the output format. */
  readonly pieces: (pieces: readonly TextPiece[]) => readonly TextPiece[]
  /** Link to the place of a change in its description. */
  readonly place?: (change: ReleaseChange) => TextPiece | undefined
}

/** The lines of a group as a list. Lines above the limit are collapsed, unless all details are listed. */
export function changeList(lines: readonly ChangeLine[], style: ChangeListStyle): RootContent[] {
  const [first] = lines
  if (!first) return []
  const most = MOST_LINES[first.group]
  const shown = style.details !== 'listed' && lines.length > most + TOLERANCE ? lines.slice(0, most) : lines
  const rest = lines.slice(shown.length)
  return [
    bulletListNode(shown.map(line => changeItem(line, style))),
    ...(rest.length === 0
      ? []
      : (detailsNodes(
          [`${rest.length} more`],
          [bulletListNode(rest.map(line => changeItem(line, style)))]
        ) as RootContent[]))
  ]
}

/** The line with the number of affected operations and its release. */
export function linePieces(line: ChangeLine, {reach, place}: Pick<ChangeListStyle, 'reach' | 'place'>): TextPiece[] {
  const {pieces, operations, release, hidesOperations, members} = line
  const isCounted = reach && hidesOperations && members[0].event.observed?.component !== undefined
  const aside: TextPiece[][] = [
    ...(isCounted ? [[`in ${formatCount(operations.length, 'operation')}`]] : []),
    ...(release === undefined ? [] : [[releaseName(release)]])
  ]
  const closed: TextPiece[] = aside.length > 0 ? [' (', ...joinPieces(aside), ')'] : []
  const link = place?.(members[0])
  const source: TextPiece[] = link === undefined ? [] : [' (', link, ')']
  // Inserted before the full stop of the first sentence.
  const stop = pieces.indexOf('.')
  const said = stop < 0 ? [...pieces, ...closed] : [...pieces.slice(0, stop), ...closed, ...pieces.slice(stop)]
  return [...said, ...source]
}

/** The release name, formatted as in headings. */
const releaseName = (name: string): TextPiece => entryNamePieces({kind: 'release', name})[0] ?? codePiece(name)

function changeItem(line: ChangeLine, style: ChangeListStyle): ListItem {
  const sentence = style.pieces(linePieces(line, style))
  if (style.details === 'omitted') return lineItemNode(sentence)
  const names = affectedPieces(line).map(pieces => style.pieces(pieces))
  if (style.details === 'listed') {
    const inner = names.length === 0 ? [] : [bulletListNode(names.map(lineItemNode))]
    return {...listItemNode(paragraphNode(...sentence), ...inner), spread: false}
  }
  const inside = [...counterexampleList(line, style), ...names.map(pieces => paragraphNode(...pieces))]
  return inside.length === 0 ? lineItemNode(sentence) : listItemNode(...detailsNodes(sentence, inside))
}

/** Counterexamples that prove the break. */
export function counterexampleList({members}: ChangeLine, {pieces}: Pick<ChangeListStyle, 'pieces'>): BlockContent[] {
  const proofs = members.flatMap(each => (each.event.observed && each.breaks ? witnessesOf(each.event.observed) : []))
  const sentences = proofs.map(witnessPieces)
  // Several changes can share one counterexample.
  const shown = [...new Map(sentences.map(each => [flattenPieces(each), each])).values()].slice(0, MOST_PROOFS)
  return shown.length > 0 ? [bulletListNode(shown.map(each => lineItemNode(pieces(each))))] : []
}

/** Sentences with the names of the subjects and of the affected operations, if the line doesn't have them. */
export function affectedPieces(line: ChangeLine): TextPiece[][] {
  const {unnamed, hidesOperations} = line
  return [
    ...(unnamed.length > 0 ? [['All: ', ...listNames(unnamed)]] : []),
    ...(hidesOperations ? [['Affected operations: ', ...operationNames(line)]] : [])
  ]
}

function operationNames({operations}: ChangeLine): TextPiece[] {
  const isMany = operations.length > MOST_OPERATIONS
  const names = isMany ? commonStems(operations.map(({target}) => target)) : operations.map(formatSubject)
  return listNames(names.map(name => [codePiece(name)]))
}

/** Names separated by commas, up to a limit. */
export function listNames(names: readonly (readonly TextPiece[])[], most = MOST_NAMES): TextPiece[] {
  const rest = names.length - most
  return [...joinPieces(names.slice(0, most)), rest > 0 ? `, and ${rest} more.` : '.']
}
