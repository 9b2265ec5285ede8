import {countNoun} from '@tenure/core/languages/languages'
import type {LocateSource} from '@tenure/core/model/location'
import {formatSubject, type Target} from '@tenure/core/model/subject/subject'
import {describeAffected} from '@tenure/core/outputs/changes/affected-operations'
import type {ChangeLine} from '@tenure/core/outputs/changes/change-line'
import type {ChangeGroup, ReleaseChange} from '@tenure/core/outputs/changes/release-changes'
import {
  bulletListNode,
  detailsNodes,
  lineItemNode,
  listItemNode,
  paragraphNode
} from '@tenure/core/outputs/markdown/markdown-nodes'
import {bareNames} from '@tenure/core/phrases/subject'
import {
  addAside,
  codePiece,
  flattenPieces,
  joinPieces,
  lengthOfPieces,
  type TextPiece
} from '@tenure/core/phrases/text-pieces'
import {type CutValues, cutValues} from '@tenure/core/phrases/values'
import {witnessesOf, witnessPieces} from '@tenure/core/text/changes/witnesses'
import {formatCount} from '@tenure/core/text/format-values'
import {entryNamePieces} from '@tenure/core/text/release-headings'
import {divideIntoRows, type SharedLists, shareLists} from '@tenure/core/text/shared-lists'
import {areaPieces, groupByArea} from '@tenure/core/text/subject-groups'
import type {BlockContent, ListItem, RootContent} from 'mdast'
import {clientPieces, type LinkTemplates, linkPlace} from './client-text.ts'

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
const MOST_PROOFS = 3
/** Maximum length of a row of names, so that no line is longer than a screen. */
const ROW_LENGTH = 300

export interface ChangeListStyle {
  /** How names and counterexamples that a line doesn't hold are shown. Only `collapsed` shows counterexamples. */
  readonly details: 'collapsed' | 'listed' | 'omitted'
  /** Shows how many operations a line affects. */
  readonly reach: boolean
  /**
   * Whether the heading says that its lines are breaking, so that they don't repeat it. An importable page repeats it.
   */
  readonly claimed?: true
  /** Transforms the pieces of a line for the output format. */
  readonly pieces: (pieces: readonly TextPiece[]) => readonly TextPiece[]
  /** Long lists of operations, which stand once below the changes. */
  readonly lists?: SharedLists
  /** Link to the place of a change in its description. */
  readonly place?: (change: ReleaseChange) => TextPiece | undefined
}

/** The style of lists for clients, with links to the places of changes if there is a template for them. */
export function clientStyle(
  options: LinkTemplates & {readonly locate?: LocateSource},
  details: ChangeListStyle['details']
): ChangeListStyle {
  const {link, locate} = options
  return {
    details,
    reach: true,
    pieces: clientPieces(options),
    ...(link === undefined || !locate ? {} : {place: change => linkPlace(change, link, locate)})
  }
}

/** The lines of a group as a list. Lines above the limit are collapsed by area, with the number of changes. */
export function changeList(lines: readonly ChangeLine[], style: ChangeListStyle): RootContent[] {
  const [first] = lines
  if (!first) return []
  const most = MOST_LINES[first.group]
  return foldedList(
    lines,
    {item: line => changeItem(line, style), targetsOf, countOf: ({members}) => members.length},
    most
  )
}

/** The subjects that a line is about. */
export const targetsOf = ({operations, members}: ChangeLine): Target[] =>
  operations.length > 0 ? operations.map(({target}) => target) : members.map(({event}) => event.subject.target)

/** How the items of a list become Markdown, and what they are about. */
interface ListedItems<Item> {
  readonly item: (item: Item) => ListItem
  readonly targetsOf: (item: Item) => readonly Target[]
  /** Number of changes. */
  readonly countOf: (item: Item) => number
}

/** A list whose items above the limit are collapsed by area, with the number of changes. */
export function foldedList<Item>(
  items: readonly Item[],
  {item, targetsOf: targets, countOf}: ListedItems<Item>,
  most: number
): RootContent[] {
  const shown = items.length > most + TOLERANCE ? items.slice(0, most) : items
  const areas = groupByArea(items.slice(shown.length), targets)
  const count = (all: readonly Item[]): number => all.reduce((sum, each) => sum + countOf(each), 0)
  // Items without paths have no areas.
  const isUndivided = areas.length === 1 && areas[0]?.name === undefined
  return [
    bulletListNode(shown.map(item)),
    ...areas.flatMap(
      ({name, items: all}) =>
        detailsNodes(isUndivided ? [formatCount(count(all), 'more change')] : areaPieces(name, count(all)), [
          bulletListNode(all.map(item))
        ]) as RootContent[]
    )
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
  const link = place?.(members[0])
  const source: TextPiece[] = link === undefined ? [] : [' (', link, ')']
  // Inserted before the full stop of the first sentence.
  const stop = pieces.indexOf('.')
  const end = stop < 0 ? pieces.length : stop
  const said = [...addAside(pieces.slice(0, end), joinPieces(aside)), ...pieces.slice(end)]
  return [...said, ...source]
}

/** The release name, formatted as in headings. */
const releaseName = (name: string): TextPiece => entryNamePieces({kind: 'release', name})[0] ?? codePiece(name)

function changeItem(line: ChangeLine, style: ChangeListStyle): ListItem {
  const sentence = style.pieces(linePieces(line, style))
  if (style.details === 'omitted') return lineItemNode(sentence)
  const names = namesBelow(line, style)
  if (style.details === 'listed')
    return {...listItemNode(paragraphNode(...sentence), ...names.flatMap(listedNames)), spread: false}
  const inside = [...counterexampleList(line, style), ...names.flatMap(collapsedNames)]
  return inside.length === 0 ? lineItemNode(sentence) : listItemNode(...detailsNodes(sentence, inside))
}

/** Counterexamples that prove the break. */
export function counterexampleList({members}: ChangeLine, {pieces}: Pick<ChangeListStyle, 'pieces'>): BlockContent[] {
  const proofs = members.flatMap(each => (each.event.observed && each.breaks ? witnessesOf(each.event.observed) : []))
  const sentences = proofs.map(each => witnessPieces(each))
  // Several changes can share one counterexample.
  const shown = [...new Map(sentences.map(each => [flattenPieces(each), each])).values()].slice(0, MOST_PROOFS)
  return shown.length > 0 ? [bulletListNode(shown.map(each => lineItemNode(pieces(each))))] : []
}

/** Names that a line doesn't have, in rows that fit a screen. */
interface NamesBelow {
  /** `Affected operations`. */
  readonly label: string
  readonly rows: readonly (readonly TextPiece[])[]
  readonly count: number
}

/** The names of the subjects and of the affected operations, if the line doesn't have them. */
export function namesBelow(
  {unnamed, hidesOperations, operations, members}: ChangeLine,
  {pieces, lists}: Pick<ChangeListStyle, 'pieces' | 'lists'>
): NamesBelow[] {
  const names = operations.map(formatSubject)
  const number = hidesOperations ? lists?.numberOf(names) : undefined
  const rowsOf = (all: readonly (readonly TextPiece[])[]): TextPiece[][] =>
    divideIntoRows(all, lengthOfPieces, ROW_LENGTH).map(row => [...pieces(joinPieces(row))])
  return [
    ...(unnamed.length > 0 ? [{label: 'All', rows: rowsOf(unnamed), count: unnamed.length}] : []),
    ...(hidesOperations
      ? [
          {
            label: `Affected ${countNoun(
              operations.map(({target}) => target),
              'operation'
            )}s`,
            rows:
              number === undefined
                ? rowsOf(bareNames(operations.map(({target}) => target)))
                : [[...pieces(describeAffected(operations.map(({target}) => target))), ` (list ${number} below)`]],
            count: names.length
          }
        ]
      : []),
    ...cutValuesOf(members).map(({label, values}) => ({label, rows: rowsOf(values), count: values.length}))
  ]
}

/** The lists of values that the sentences of the changes cut, each once. */
const cutValuesOf = (members: ChangeLine['members']): CutValues[] => [
  ...new Map(
    members
      .flatMap(({event: {observed}}) => (observed ? cutValues(observed) : []))
      .map(each => [JSON.stringify(each), each])
  ).values()
]

/** Names as blocks that are already collapsed. */
export const collapsedNames = ({label, rows}: NamesBelow): BlockContent[] => {
  const [only = [], ...others] = rows
  return others.length === 0
    ? [paragraphNode(`${label}: `, ...only, '.')]
    : [paragraphNode(`${label}:`), bulletListNode(rows.map(lineItemNode))]
}

/** Names as blocks of a page where details are visible: long lists are collapsed. */
const listedNames = ({label, rows, count}: NamesBelow): BlockContent[] => {
  const [only = [], ...others] = rows
  return others.length === 0
    ? [bulletListNode([lineItemNode([`${label}: `, ...only, '.'])])]
    : detailsNodes([`${label} (${count})`], [bulletListNode(rows.map(lineItemNode))])
}

/** Finds the long lists of operations that several lines share. */
export const listsOf = (lines: readonly ChangeLine[]): SharedLists =>
  shareLists(lines.flatMap(({hidesOperations, operations}) => (hidesOperations ? [operations.map(formatSubject)] : [])))

/** The long lists of operations to which lines refer, each collapsed. */
export const listBlocks = ({lists}: SharedLists, {pieces}: Pick<ChangeListStyle, 'pieces'>): RootContent[] =>
  lists.flatMap((names, at) =>
    collapsedList(`List ${at + 1}: ${formatCount(names.length, countNoun(names, 'operation'))}`, names, pieces)
  )

/** A list of names as code, collapsed. */
export function collapsedList(
  title: string,
  names: readonly string[],
  pieces: ChangeListStyle['pieces'] = each => each
): RootContent[] {
  const rows = divideIntoRows(
    names.map((name): TextPiece[] => [codePiece(name)]),
    lengthOfPieces,
    ROW_LENGTH
  )
  return detailsNodes(
    [title],
    [bulletListNode(rows.map(row => lineItemNode(pieces(joinPieces(row)))))]
  ) as RootContent[]
}
