import {countNoun} from '@tenure/core/languages/languages'
import {isMember, type Subject} from '@tenure/core/model/subject/subject'
import {formatUnreadReleases, type HistoryPage} from '@tenure/core/outputs/changes/page-data'
import {toMarkdown} from '@tenure/core/outputs/markdown/markdown'
import {
  detailsNodes,
  headingNode,
  joinLines,
  lineItemNode,
  listItemNode,
  paragraphNode
} from '@tenure/core/outputs/markdown/markdown-nodes'
import {joinPieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {formatCount} from '@tenure/core/text/format-values'
import {INCOMPLETE_HISTORY_NOTE, UNCLEAR_LEAD} from '@tenure/core/text/page-strings'
import type {ListItem, RootContent} from 'mdast'
import {
  type ChangeListStyle,
  changeList,
  collapsedNames,
  counterexampleList,
  foldedList,
  listBlocks,
  listsOf,
  namesBelow,
  targetsOf
} from '../release-notes/change-list.ts'
import {clientPieces, type LinkTemplates} from '../release-notes/client-text.ts'
import type {UpgradeGuide} from './guide.ts'
import type {UpgradeStep} from './step.ts'
import {releasePieces, stepPieces, waitingPieces} from './step-sentences.ts'

/** Steps above this number are collapsed. */
const MOST_STEPS = 40
const MOST_WAITING = 25

/** The upgrade guide as Markdown with a checkbox for each step. */
export function upgradeMarkdown(upgrade: UpgradeGuide, page: HistoryPage, links: LinkTemplates = {}): string {
  const {from, to, before, moving, check, waiting, help} = upgrade
  const [older, newer] = [releasePieces(from.name), releasePieces(to.name)]
  const pieces = clientPieces(links)
  const steps = [...before, ...moving, ...check]
  const lists = listsOf([...steps.map(({line}) => line), ...help])
  const style = {details: 'collapsed', reach: true, pieces, lists} as const
  const section = (title: string, steps: readonly UpgradeStep[], lead: readonly TextPiece[]): RootContent[] =>
    steps.length === 0
      ? []
      : [
          headingNode(2, title),
          paragraphNode(...lead),
          ...foldedList(
            steps,
            {
              item: step => stepItem(step, style),
              targetsOf: ({line}) => targetsOf(line),
              countOf: ({line}) => line.members.length
            },
            MOST_STEPS
          )
        ]
  return toMarkdown([
    headingNode(1, `${joinLines(page.history.about.service)}: upgrade from `, ...older, ' to ', ...newer),
    paragraphNode(...pieces(summary(upgrade))),
    ...route(upgrade),
    ...section('Before the upgrade', before, ['These steps work with both releases.']),
    ...section('During the upgrade', moving, ['These changes take effect with ', ...newer, '.']),
    ...section('Might affect you', check, [UNCLEAR_LEAD]),
    ...(waiting.length === 0
      ? []
      : [
          headingNode(2, 'Later'),
          ...foldedList(
            waiting,
            {
              item: each => lineItemNode(pieces(waitingPieces(each))),
              targetsOf: ({subject}) => [subject.target],
              countOf: () => 1
            },
            MOST_WAITING
          )
        ]),
    ...(help.length === 0 ? [] : [headingNode(2, 'New'), ...changeList(help, style)]),
    ...listBlocks(lists, style)
  ])
}

/** One of several subjects: what clients call if any is that, otherwise a field or a part. */
function nounOfAll(subjects: readonly Subject[]): string {
  const isField = ({target, part}: Subject): boolean => !part && isMember(target) && target.path === undefined
  if (subjects.every(isField)) return 'field'
  const called = subjects.filter(subject => !subject.part && !isField(subject))
  if (called.length === 0) return 'part'
  return countNoun(
    called.map(({target}) => target),
    'endpoint'
  )
}

/** The releases to upgrade through: each has both the endpoints that the next one removes and their replacements. */
function route({from, to, moving}: UpgradeGuide): RootContent[] {
  const leaving = moving.filter(({stop}) => stop !== undefined).flatMap(({line}) => line.members)
  const noun = nounOfAll(leaving.map(({event}) => event.subject))
  const stops = [...new Set(moving.flatMap(({stop}) => stop ?? []))]
  if (stops.length === 0) return []
  const names = [from.name, ...stops, to.name].map(releasePieces)
  const through = names.flatMap((name, at): TextPiece[] => [...(at === 0 ? [] : [' → ']), ...name])
  const have = stops.length === 1 ? 'has' : 'have'
  return [
    paragraphNode(
      'To switch without a gap, upgrade step by step: ',
      ...through,
      '. ',
      ...joinPieces(stops.map(releasePieces), 'and'),
      ` ${have} both the removed ${noun}s and their replacements.`
    )
  ]
}

function summary({before, moving, check, waiting, uses, leftOut, partial, isOpen}: UpgradeGuide): TextPiece[] {
  const parts = [
    ...(before.length > 0 ? [`${before.length} before the upgrade`] : []),
    ...(moving.length > 0 ? [`${moving.length} during the upgrade`] : []),
    ...(check.length > 0 ? [`${check.length} to check`] : []),
    ...(waiting.length > 0 ? [`${waiting.length} for later`] : [])
  ]
  const all = before.length + moving.length + check.length + waiting.length
  const isSure = partial.length === 0 && !isOpen
  const unsure: TextPiece[] = [
    ...(partial.length > 0 ? [' ', ...formatUnreadReleases(partial)] : []),
    ...(isOpen ? [` ${INCOMPLETE_HISTORY_NOTE}`] : [])
  ]
  const counted = joinPieces(
    parts.map((each): TextPiece[] => [each]),
    'and'
  )
  const sentence: TextPiece[] =
    all > 0
      ? [`${formatCount(all, 'step')}: `, ...counted, '.']
      : [isSure ? 'You have nothing to do: no change breaks your client.' : 'No steps are known.']
  if (!uses) return [...sentence, ...unsure]
  const others = leftOut === 1 ? '1 change of other endpoints is' : `${leftOut} changes of other endpoints are`
  const left = leftOut === 0 ? [] : [` ${others} left out.`]
  return [`For the ${formatCount(uses.length, 'endpoint')} that your client uses. `, ...sentence, ...left, ...unsure]
}

function stepItem(step: UpgradeStep, style: Pick<ChangeListStyle, 'pieces' | 'lists'>): ListItem {
  const {line} = step
  const sentence = stepPieces(step)
  const names = namesBelow(line, style)
  const title =
    line.unnamed.length > 0
      ? 'All names'
      : formatCount(
          line.operations.length,
          `affected ${countNoun(
            line.operations.map(({target}) => target),
            'operation'
          )}`
        )
  const folds = names.length === 0 ? [] : detailsNodes([title], names.flatMap(collapsedNames))
  const item = listItemNode(paragraphNode(...style.pieces(sentence)), ...counterexampleList(line, style), ...folds)
  return {...item, checked: false}
}
