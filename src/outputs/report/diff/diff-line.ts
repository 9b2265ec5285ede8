import {countNoun} from '../../../languages/languages.ts'
import {isMember, type Subject} from '../../../model/subject/subject.ts'
import type {JudgedChange} from '../../../model/verdict/judged-change.ts'
import type {TextPiece} from '../../../phrases/text-pieces.ts'
import {formatSplitVerdict, verdictReasons} from '../../../text/changes/verdict-reasons.ts'

/** A line of a comparison: all changes that have one cause, one verdict, and one reason for it. */
export interface DiffLine {
  readonly sentence: readonly TextPiece[]
  /** The changes of the line. The first one supplies what they have in common. */
  readonly judged: readonly [JudgedChange, ...JudgedChange[]]
  /** Number of values, if changes stand for several. */
  readonly count: number
  /** All affected operations. */
  readonly operations: readonly Subject[]
  /** Names of the affected operations. Empty if the sentence or those of its changes name them all. */
  readonly unnamed: readonly string[]
  /** The affected operations in a few words. Empty if the sentence names them all. */
  readonly reach: readonly TextPiece[]
}

/** Key of the reasons that are printed below a line, so that changes with different ones aren't folded into one. */
export const reasonKey = (judged: JudgedChange): string =>
  JSON.stringify([verdictReasons(judged), judged.rulings[0].clause.pointer, formatSplitVerdict(judged)])

/** Whether a line says less than its changes do. */
export const isCut = ({judged, unnamed}: DiffLine): boolean => judged.length > 1 || unnamed.length > 0

/** Whether lines are about a graph, whose root fields no line lists. */
export const isOfGraph = (lines: readonly DiffLine[]): boolean =>
  lines.some(({operations}) => operations.some(({target}) => isMember(target)))

/** What the operations of lines are called: `operation`, or another word in languages without operations. */
export const nounOfLines = (lines: readonly DiffLine[]): string =>
  countNoun(
    lines.flatMap(({operations}) => operations.map(({target}) => target)),
    'operation'
  )
