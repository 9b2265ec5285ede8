import type {ListItem, RootContent} from 'mdast'
import {formatSubject} from '../../model/subject/subject.ts'
import {count, sayList, sayMoment} from '../../text/format-values.ts'
import {INCOMPLETE} from '../../text/page-strings.ts'
import {piecesOfEntry} from '../../text/release-headings.ts'
import {piecesOfSubject} from '../../text/subject-phrase.ts'
import {codeOf, type Piece, stopped} from '../../text/text-pieces.ts'
import {folded, item, itemOf, listOf} from '../markdown/details-html.ts'
import {toMarkdown} from '../markdown/markdown.ts'
import {heading, oneLine, paragraph} from '../markdown/markdown-nodes.ts'
import type {Page} from '../page-data.ts'
import {newsList, proofsOf, whomOf} from '../release-notes/change-list.ts'
import {sayUnreadBetween} from '../release-notes/unread-releases.ts'
import {type Upgrade, untilPieces, type Waiting} from './guide.ts'
import type {Step} from './step.ts'

/** Steps above this number are collapsed. */
const MOST_STEPS = 40
const MOST_WAITING = 25
/** Number of operations listed before they are collapsed. */
const FEW = 4

/** The upgrade guide as Markdown with a checkbox for each step. */
export function upgradePage(upgrade: Upgrade, page: Page): string {
  const {from, to, before, moving, check, waiting, help} = upgrade
  const [older, newer] = [releasePieces(from.name), releasePieces(to.name)]
  return toMarkdown([
    heading(1, `${oneLine(page.history.about.service)}: from `, ...older, ' to ', ...newer),
    paragraph(...summary(upgrade)),
    ...section(['While you are still on ', ...older], before, 'What is said here works with both.'),
    ...section(['When you move to ', ...newer], moving, 'From then on, and not before.'),
    ...section(['To look at'], check, 'Whether these break depends on how you use them.'),
    ...(waiting.length === 0
      ? []
      : [
          heading(2, 'What can wait'),
          ...collapsibleList(
            waiting.map(each => itemOf(waitingPieces(each))),
            MOST_WAITING
          )
        ]),
    ...(help.length === 0
      ? []
      : [heading(2, 'What is new'), ...newsList(help, {details: false, reach: true, pieces: pieces => pieces})])
  ])
}

const releasePieces = (name: string): Piece[] =>
  piecesOfEntry({kind: 'release', name}).map(piece => (piece === 'Next release' ? 'the next release' : piece))

function summary({before, moving, check, waiting, uses, leftOut, partial, isOpen}: Upgrade): Piece[] {
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
  const unsure: Piece[] = [
    ...(partial.length > 0 ? [' ', ...sayUnreadBetween(partial)] : []),
    ...(isOpen ? [` ${INCOMPLETE}`] : [])
  ]
  const sentence = all === 0 ? emptyText : `${count(all, 'step')}: ${sayList(parts)}.`
  if (!uses) return [sentence, ...unsure]
  const left =
    leftOut === 0 ? '' : ` ${count(leftOut, 'change')} of other endpoints ${leftOut === 1 ? 'is' : 'are'} left out.`
  return [`For the ${count(uses.length, 'endpoint')} that the client uses. ${sentence}${left}`, ...unsure]
}

function section(title: readonly Piece[], steps: readonly Step[], lead: string): RootContent[] {
  if (steps.length === 0) return []
  return [heading(2, ...title), paragraph(lead), ...collapsibleList(steps.map(stepItem), MOST_STEPS)]
}

function collapsibleList(items: readonly ListItem[], most: number): RootContent[] {
  if (items.length <= most + 2) return [listOf(items)]
  const rest = items.slice(most)
  return [listOf(items.slice(0, most)), ...(folded([`${rest.length} more`], [listOf(rest)]) as RootContent[])]
}

function stepItem(step: Step): ListItem {
  const {line, stop} = step
  const since: Piece[] = line.release === undefined ? [] : [' (', ...releasePieces(line.release), ')']
  const halt: Piece[] = stop === undefined ? [] : [' ', codeOf(stop), ' has both: stop there to move without a gap.']
  const sentence = [
    ...(step.do.length > 0 ? [...stopped(line.pieces), ' ', ...step.do] : line.pieces),
    ...since,
    ...halt
  ]
  const [only, ...others] = line.operations
  const lone = line.members[0].event.observed?.component !== undefined && only && others.length === 0
  const where: Piece[] = lone ? [' Met by ', codeOf(formatSubject(only)), '.'] : []
  const affected = whomOf(line)
  const names = line.unnamed.length > 0 ? 'All of them' : `The ${line.operations.length} operations that meet it`
  const folds = affected.length === 0 ? [] : line.operations.length > FEW ? folded([names], affected) : affected
  return {...item(paragraph(...sentence, ...where), ...proofsOf(line), ...folds), checked: false}
}

function waitingPieces({subject, announced, replacement, ...rest}: Waiting): Piece[] {
  const until = untilPieces({subject, announced, ...rest})
  return [
    ...piecesOfSubject(subject),
    ` is deprecated since ${sayMoment(announced)}`,
    ...(until.length > 0 ? [', and stays ', ...until] : ['; no end is known']),
    '.',
    ...(replacement ? [' Use ', ...piecesOfSubject(replacement), '.'] : [])
  ]
}
