import type {BlockContent, ListItem, RootContent} from 'mdast'
import type {JudgedChange} from '../../model/verdict/judged-change.ts'
import {changesPieces} from '../../text/changes/sentences.ts'
import {nameInList} from '../../text/changes/subject.ts'
import {affectedOperationNames, formatSplitVerdict, verdictReasons} from '../../text/changes/verdict-reasons.ts'
import {witnessesOf, witnessPieces} from '../../text/changes/witnesses.ts'
import {capitalize, formatCount} from '../../text/format-values.ts'
import {capitalizeFirst, joinPieces, type TextPiece} from '../../text/text-pieces.ts'
import {
  collapsedSection,
  heading,
  limitedList,
  listItem,
  OUTCOME_SIGNS,
  paragraph,
  parsePieces,
  safePieces
} from '../formats/markdown-blocks.ts'
import type {ReportOutput} from '../report.ts'
import {sayPlace, sayPolicy} from '../report-text.ts'
import {plainText} from '../sanitize-text.ts'
import {
  changesOfEntry,
  type DiffEntry,
  type DiffReport,
  type DiffSection,
  type DiffSide,
  diffOutcome,
  divideIntoSections,
  groupIntoEntries,
  isBreaking,
  missingParts,
  sayDiffSummary,
  sayUndecided,
  sayUnreadParts,
  sayUnusedComponents,
  sortChanges
} from './diff-report.ts'
import {sayPlaces} from './diff-stylish.ts'

/** Maximum number of operations listed without collapsing them. */
const MAX_OPERATIONS = 5
/** Maximum number of entries, because a GitHub comment is limited to 65,536 characters. */
const MAX_ENTRIES = 50

/**
 * Markdown output of a comparison as a pull request comment: breaking changes with counterexamples, then undetermined
 * changes, and everything allowed collapsed. Text from the descriptions appears only as code, so that no name can mention a
 * person, open a tag, or embed an image. `toMarkdown` is a parameter because `render/markdown/markdown.ts` is large and loaded
 * on demand.
 */
export function diffMarkdown(report: DiffReport, toMarkdown: (children: RootContent[]) => string): ReportOutput {
  const judged = sortChanges(report.judged)
  const isAllowed = ({verdict}: JudgedChange): boolean => verdict === 'exempt' || verdict === 'compliant'
  const allowed = judged.filter(isAllowed)
  const children: RootContent[] = [
    heading(2, `${OUTCOME_SIGNS[diffOutcome(report)]} ${sayDiffSummary(report)}${sayUnreadParts(report)}`),
    paragraph('From ', ...sidePieces(report.old), ' to ', ...sidePieces(report.new), '.'),
    ...divideIntoSections(judged.filter(each => !isAllowed(each))).flatMap(section),
    ...gapsOf(report),
    ...unusedOf(report),
    ...collapsed('breaking change', ', allowed', allowed.filter(isBreaking)),
    ...collapsed(
      'other change',
      '',
      allowed.filter(each => !isBreaking(each))
    ),
    ...report.remarks.map(each => paragraph(...parsePieces(each))),
    paragraph(...safePieces(plainText(sayPolicy(report))), '.')
  ]
  return {output: toMarkdown(children)}
}

const sidePieces = ({source, version}: DiffSide): TextPiece[] =>
  version === undefined ? [{code: source}] : [{code: source}, ' (', {code: version}, ')']

function section({title, judged}: DiffSection): RootContent[] {
  const undecided = judged[0].verdict === 'undetermined' ? sayUndecided(judged) : undefined
  return [
    heading(3, title),
    ...list(judged),
    ...(undecided === undefined ? [] : [paragraph(...parsePieces(undecided))])
  ]
}

const collapsed = (noun: string, addition: string, judged: readonly JudgedChange[]): BlockContent[] =>
  judged.length > 0 ? collapsedSection(`${formatCount(judged.length, noun)}${addition}`, list(judged)) : []

function gapsOf(report: DiffReport): RootContent[] {
  const gaps = missingParts(report)
  if (gaps.length === 0) return []
  return collapsedSection(
    `${formatCount(gaps.length, 'part')} could not be read and not compared`,
    limitedList(gaps, MAX_ENTRIES, ({message, place}) =>
      listItem(paragraph({code: message}, ' at ', {code: sayPlace(place)}))
    )
  )
}

function unusedOf(report: DiffReport): RootContent[] {
  const sentence = sayUnusedComponents(report)
  if (sentence === undefined) return []
  return collapsedSection(
    sentence,
    limitedList(report.unused, MAX_ENTRIES, ({name, place}) =>
      listItem(paragraph({code: name}, ' at ', {code: sayPlace(place)}))
    )
  )
}

const list = (judged: readonly JudgedChange[]): BlockContent[] =>
  limitedList(groupIntoEntries(judged), MAX_ENTRIES, entry)

function entry(items: DiffEntry): ListItem {
  const [judged] = items
  const {change} = judged
  const place = sayPlaces(change)
  const sentence = paragraph(
    ...capitalizeFirst(changesPieces(changesOfEntry(items))),
    ...(place ? [' – ', {code: place}] : [])
  )
  const why = verdictReasons(judged)
  if (judged.verdict === 'compliant' && !isBreaking(judged))
    return listItem(sentence, ...why.map(each => paragraph(...parsePieces(toSentence(each)))))
  const split = formatSplitVerdict(judged)
  return listItem(
    sentence,
    ...witnessesOf(change).map(each => paragraph(...witnessPieces(each))),
    ...why.map(each => paragraph(...parsePieces(toSentence(each)))),
    ...(split === undefined ? [] : [paragraph(toSentence(split))]),
    ...affectedBlocks(change)
  )
}

const toSentence = (text: string): string => `${capitalize(text)}.`

function affectedBlocks({reaches, component}: JudgedChange['change']): BlockContent[] {
  const operations = affectedOperationNames(reaches).map(nameInList)
  if (operations.length === 0 || (operations.length === 1 && component === undefined)) return []
  const codes = operations.map((each): [TextPiece] => [{code: each}])
  if (operations.length <= MAX_OPERATIONS) {
    return [paragraph('Affected operations: ', ...joinPieces(codes))]
  }
  return collapsedSection(
    `Affects ${operations.length} operations`,
    limitedList(codes, MAX_ENTRIES, code => listItem(paragraph(...code)))
  )
}
