import type {ListItem, RootContent} from 'mdast'
import {formatSubject} from '../../model/subject/subject.ts'
import {formatCount, formatList, formatMoment} from '../../text/format-values.ts'
import {INCOMPLETE_HISTORY_NOTE} from '../../text/page-strings.ts'
import {entryNamePieces} from '../../text/release-headings.ts'
import {subjectPieces} from '../../text/subject-phrase.ts'
import {codePiece, ensureFullStop, type TextPiece} from '../../text/text-pieces.ts'
import {toMarkdown} from '../markdown/markdown.ts'
import {
  bulletListNode,
  detailsNodes,
  headingNode,
  joinLines,
  lineItemNode,
  listItemNode,
  paragraphNode
} from '../markdown/markdown-nodes.ts'
import {formatUnreadReleases, type HistoryPage} from '../page-data.ts'
import {affectedList, changeList, counterexampleList} from '../release-notes/change-list.ts'
import {type PendingSubject, type UpgradeGuide, untilPieces} from './guide.ts'
import type {UpgradeStep} from './step.ts'

/** Steps above this number are collapsed. */
const MOST_STEPS = 40
const MOST_WAITING = 25
/** Number of operations listed before they are collapsed. */
const FEW = 4

/** The upgrade guide as Markdown with a checkbox for each step. */
export function upgradeMarkdown(upgrade: UpgradeGuide, page: HistoryPage): string {
  const {from, to, before, moving, check, waiting, help} = upgrade
  const [older, newer] = [releasePieces(from.name), releasePieces(to.name)]
  return toMarkdown([
    headingNode(1, `${joinLines(page.history.about.service)}: from `, ...older, ' to ', ...newer),
    paragraphNode(...summary(upgrade)),
    ...section(['While you are still on ', ...older], before, 'What is said here works with both.'),
    ...section(['When you move to ', ...newer], moving, 'From then on, and not before.'),
    ...section(['To look at'], check, 'Whether these break depends on how you use them.'),
    ...(waiting.length === 0
      ? []
      : [
          headingNode(2, 'What can wait'),
          ...collapsibleList(
            waiting.map(each => lineItemNode(waitingPieces(each))),
            MOST_WAITING
          )
        ]),
    ...(help.length === 0
      ? []
      : [headingNode(2, 'What is new'), ...changeList(help, {details: false, reach: true, pieces: pieces => pieces})])
  ])
}

const releasePieces = (name: string): TextPiece[] =>
  entryNamePieces({kind: 'release', name}).map(piece => (piece === 'Next release' ? 'the next release' : piece))

function summary({before, moving, check, waiting, uses, leftOut, partial, isOpen}: UpgradeGuide): TextPiece[] {
  const parts = [
    ...(before.length > 0 ? [`${before.length} can be done ahead`] : []),
    ...(moving.length > 0 ? [`${moving.length} ${moving.length === 1 ? 'comes' : 'come'} with the move`] : []),
    ...(check.length > 0 ? [`${check.length} ${check.length === 1 ? 'is' : 'are'} to be looked at`] : []),
    ...(waiting.length > 0 ? [`${waiting.length} can wait`] : [])
  ]
  const all = before.length + moving.length + check.length + waiting.length
  const isSure = partial.length === 0 && !isOpen
  const emptyText = isSure
    ? 'Nothing has to be done: what worked goes on working.'
    : 'Nothing is known that has to be done.'
  const unsure: TextPiece[] = [
    ...(partial.length > 0 ? [' ', ...formatUnreadReleases(partial)] : []),
    ...(isOpen ? [` ${INCOMPLETE_HISTORY_NOTE}`] : [])
  ]
  const sentence = all === 0 ? emptyText : `${formatCount(all, 'step')}: ${formatList(parts)}.`
  if (!uses) return [sentence, ...unsure]
  const left =
    leftOut === 0
      ? ''
      : ` ${formatCount(leftOut, 'change')} of other endpoints ${leftOut === 1 ? 'is' : 'are'} left out.`
  return [`For the ${formatCount(uses.length, 'endpoint')} that the client uses. ${sentence}${left}`, ...unsure]
}

function section(title: readonly TextPiece[], steps: readonly UpgradeStep[], lead: string): RootContent[] {
  if (steps.length === 0) return []
  return [headingNode(2, ...title), paragraphNode(lead), ...collapsibleList(steps.map(stepItem), MOST_STEPS)]
}

function collapsibleList(items: readonly ListItem[], most: number): RootContent[] {
  if (items.length <= most + 2) return [bulletListNode(items)]
  const rest = items.slice(most)
  return [
    bulletListNode(items.slice(0, most)),
    ...(detailsNodes([`${rest.length} more`], [bulletListNode(rest)]) as RootContent[])
  ]
}

function stepItem(step: UpgradeStep): ListItem {
  const {line, stop} = step
  const since: TextPiece[] = line.release === undefined ? [] : [' (', ...releasePieces(line.release), ')']
  const halt: TextPiece[] =
    stop === undefined ? [] : [' ', codePiece(stop), ' has both: stop there to move without a gap.']
  const sentence = [
    ...(step.do.length > 0 ? [...ensureFullStop(line.pieces), ' ', ...step.do] : line.pieces),
    ...since,
    ...halt
  ]
  const [only, ...others] = line.operations
  const lone = line.members[0].event.observed?.component !== undefined && only && others.length === 0
  const where: TextPiece[] = lone ? [' Met by ', codePiece(formatSubject(only)), '.'] : []
  const affected = affectedList(line)
  const names = line.unnamed.length > 0 ? 'All of them' : `The ${line.operations.length} operations that meet it`
  const folds = affected.length === 0 ? [] : line.operations.length > FEW ? detailsNodes([names], affected) : affected
  return {...listItemNode(paragraphNode(...sentence, ...where), ...counterexampleList(line), ...folds), checked: false}
}

function waitingPieces({subject, announced, replacement, ...rest}: PendingSubject): TextPiece[] {
  const until = untilPieces({subject, announced, ...rest})
  return [
    ...subjectPieces(subject),
    ` is deprecated since ${formatMoment(announced)}`,
    ...(until.length > 0 ? [', and stays ', ...until] : ['; no end is known']),
    '.',
    ...(replacement ? [' Use ', ...subjectPieces(replacement), '.'] : [])
  ]
}
