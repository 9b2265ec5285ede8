import type {Target} from '../../../model/subject/subject.ts'
import type {TextPiece} from '../../../phrases/text-pieces.ts'
import {areaPieces, groupByArea} from '../../../text/subject-groups.ts'
import type {SIGNS} from '../report-text.ts'

// The answer of a command as one tree of blocks, which terminals and Markdown show in their own ways.

/** How an answer is shown. */
export interface View {
  readonly isTerminal: boolean
  /** Whether all names, places, and changes are listed. */
  readonly isWhole: boolean
  /** Maximum number of rows and of items of a list. It's reduced until Markdown fits into a comment. */
  readonly most: number
}

/** A piece of a sentence, perhaps bold, or dim in a terminal. */
export type Word = TextPiece | {readonly strong: string} | {readonly dim: string}

/** A sentence with names in backticks, or its pieces. */
export type Sentence = string | readonly Word[]

/** Part of an answer. */
export interface Section {
  readonly title?: Sentence
  /** Depth of the heading in Markdown. */
  readonly depth?: 1 | 2 | 3
  /** Result of the whole answer, whose first section has its color in a terminal. */
  readonly outcome?: keyof typeof SIGNS
  /** Whether Markdown collapses the section. */
  readonly isFolded?: boolean
  readonly blocks: readonly Block[]
}

/** What stands below a title or in an item of a list. */
export type Block =
  | Sentence
  /** Lines of source code. */
  | {readonly code: readonly string[]}
  /** Names in rows, as code. */
  | {readonly names: readonly string[]}
  /** Phrases with names in backticks, in rows. */
  | {readonly phrases: readonly string[]}
  /** The first items, and the number of the others. */
  | {readonly items: readonly Item[]; readonly most?: number}
  /** The first items, and the others by area. */
  | {readonly areas: readonly CountedItem[]; readonly most: number; readonly isFlat?: boolean}
  /** Blocks that are collapsed. */
  | {readonly fold: Sentence; readonly blocks: readonly Block[]}
  /** A table with a row of titles. */
  | {readonly rows: readonly (readonly Sentence[])[]}
  /** A table with a row of titles, and with numbers in all columns but the first one. */
  | {readonly numbers: readonly (readonly string[])[]}

/** Item of a list. */
export interface Item {
  readonly sign?: keyof typeof SIGNS
  /** Whether the sign has no color, because the finding is in the baseline. */
  readonly isKnown?: boolean
  readonly text: Sentence
  readonly below?: readonly Block[]
}

/** Number of changes that something stands for, and the subjects by which it's assigned to an area of the API. */
export interface Counted {
  readonly count: number
  readonly targets: readonly Target[]
}

/** Item that is made when it's shown, because there can be thousands. */
export interface CountedItem extends Counted {
  readonly item: () => Item
}

/** Items by area, each with its title. Areas for which there is no room have no items. */
export function foldByArea<Each extends Counted>(
  items: readonly Each[],
  room = 0
): {readonly title: readonly TextPiece[]; readonly listed: readonly Each[]}[] {
  let left = room
  return groupByArea(items, ({targets}) => targets).map(({name, items: all}) => {
    const isListed = all.length <= left
    if (isListed) left -= all.length
    return {title: areaPieces(name, countAll(all)), listed: isListed ? all : []}
  })
}

export const countAll = (items: readonly Pick<Counted, 'count'>[]): number =>
  items.reduce((sum, {count}) => sum + count, 0)
