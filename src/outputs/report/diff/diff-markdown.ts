import type {BlockContent, ListItem, RootContent} from 'mdast'
import {countNoun} from '../../../languages/languages.ts'
import type {TextPiece} from '../../../phrases/text-pieces.ts'
import {judgedPieces, judgedWitnesses} from '../../../text/changes/forward.ts'
import {formatSplitVerdict, verdictReasons} from '../../../text/changes/verdict-reasons.ts'
import {capitalize, formatCount} from '../../../text/format-values.ts'
import {type SharedLists, shareLists} from '../../../text/shared-lists.ts'
import {
  type DiffReport,
  type DiffSection,
  type DiffSide,
  diffOutcome,
  divideIntoSections,
  isBreaking,
  missingParts,
  sayDiffSummary,
  sayUndecided,
  sayUnreadParts,
  sayUnusedComponents,
  sortChanges
} from '../diff-report.ts'
import {
  COMMENT_LENGTH,
  collapsedSection,
  foldedItems,
  heading,
  limitedList,
  listItem,
  nameList,
  OUTCOME_SIGNS,
  paragraph,
  parsePieces,
  safePieces,
  shortenTo
} from '../markdown-blocks.ts'
import type {ReportOutput} from '../report.ts'
import {sayPlace, sayPolicy} from '../report-text.ts'
import {plainText} from '../sanitize-text.ts'
import {sayVersion} from '../version-report.ts'
import {countLines, type DiffLine, type FoldChanges, isCut, nounOfLines} from './diff-line.ts'
import {sayPlaces} from './diff-stylish.ts'

/** Maximum number of unread parts, and of unused components, that are listed. */
const MAX_PLACES = 50

/** What the output is made with: both are large and loaded on demand. */
interface DiffMarkdownTools {
  readonly toMarkdown: (children: RootContent[]) => string
  readonly fold: FoldChanges
}

/**
 * Markdown output of a comparison as a pull request comment: breaking changes with counterexamples, then undetermined
 * changes, and everything allowed collapsed. One cause is one item, as in release notes, with its changes and
 * operations collapsed. If that is too long for a comment, they are left out, then items, and only the number of these
 * is printed. Text from the descriptions appears only as code, so that no name can mention a person, open a tag, or
 * embed an image.
 */
export function diffMarkdown(report: DiffReport, {toMarkdown, fold}: DiffMarkdownTools): ReportOutput {
  const lines = fold(sortChanges(report.judged))
  const shared = shareLists(lines.map(({unnamed}) => unnamed))
  const write = (style: EntryStyle): string => toMarkdown(bodyOf(report, lines, style))
  const whole = write({most: Infinity, shared})
  if (whole.length <= COMMENT_LENGTH) return {output: whole}
  return shortenTo(COMMENT_LENGTH, lines.length, most => write({most})) ?? {output: write({most: 0})}
}

/** How much is shown. It's reduced until the text fits into a comment. */
interface EntryStyle {
  /** Maximum number of items of a list. */
  readonly most: number
  /** Long lists of operations; absent if the changes and operations of a line are left out. */
  readonly shared?: SharedLists
}

function bodyOf(report: DiffReport, lines: readonly DiffLine[], style: EntryStyle): RootContent[] {
  const isAllowed = ({judged: [{verdict}]}: DiffLine): boolean => verdict === 'exempt' || verdict === 'compliant'
  const allowed = lines.filter(isAllowed)
  const isLeftOut = style.shared === undefined && lines.some(isCut)
  return [
    heading(2, `${OUTCOME_SIGNS[diffOutcome(report)]} ${sayDiffSummary(report)}${sayUnreadParts(report)}`),
    paragraph('From ', ...sidePieces(report.old), ' to ', ...sidePieces(report.new), '.'),
    ...sayVersion(report.versionReport).map(each => paragraph(...safePieces(`${each}.`))),
    ...divideIntoSections(
      lines.filter(each => !isAllowed(each)),
      ({judged}) => judged[0]
    ).flatMap(each => section(each, style)),
    ...gapsOf(report),
    ...unusedOf(report),
    ...collapsed(
      'breaking change',
      ', allowed',
      allowed.filter(({judged}) => isBreaking(judged[0])),
      style
    ),
    ...collapsed(
      'other change',
      '',
      allowed.filter(({judged}) => !isBreaking(judged[0])),
      style
    ),
    ...(style.shared?.lists ?? []).flatMap((names, at) =>
      collapsedSection(`List ${at + 1}: ${formatCount(names.length, countNoun(names, 'operation'))}`, nameList(names))
    ),
    ...report.remarks.map(each => paragraph(...parsePieces(each))),
    ...(isLeftOut || style.most < lines.length
      ? [paragraph(`To see every change and ${nounOfLines(lines)}, run `, {code: 'tenure diff --verbose'}, '.')]
      : []),
    paragraph(...safePieces(plainText(sayPolicy(report))), '.')
  ]
}

const sidePieces = ({source, version}: DiffSide): TextPiece[] =>
  version === undefined ? [{code: source}] : [{code: source}, ' (', {code: version}, ')']

function section({title, items}: DiffSection<DiffLine>, style: EntryStyle): RootContent[] {
  const judged = items.flatMap(each => each.judged)
  const undecided = judged[0]?.verdict === 'undetermined' ? sayUndecided(judged) : undefined
  return [
    heading(3, title),
    ...list(items, style),
    ...(undecided === undefined ? [] : [paragraph(...parsePieces(undecided))])
  ]
}

const collapsed = (noun: string, addition: string, lines: readonly DiffLine[], style: EntryStyle): BlockContent[] =>
  lines.length > 0 ? collapsedSection(`${formatCount(countLines(lines), noun)}${addition}`, list(lines, style)) : []

function gapsOf(report: DiffReport): RootContent[] {
  const gaps = missingParts(report)
  if (gaps.length === 0) return []
  return collapsedSection(
    `${formatCount(gaps.length, 'part')} could not be read and not compared`,
    limitedList(gaps, MAX_PLACES, ({message, place}) =>
      listItem(paragraph({code: message}, ' at ', {code: sayPlace(place)}))
    )
  )
}

function unusedOf(report: DiffReport): RootContent[] {
  const sentence = sayUnusedComponents(report)
  if (sentence === undefined) return []
  return collapsedSection(
    sentence,
    limitedList(report.unused, MAX_PLACES, ({name, place}) =>
      listItem(paragraph({code: name}, ' at ', {code: sayPlace(place)}))
    )
  )
}

const list = (lines: readonly DiffLine[], style: EntryStyle): BlockContent[] =>
  foldedItems(
    lines.map(line => ({
      item: () => entry(line, style),
      count: line.count,
      targets: line.operations.map(({target}) => target)
    })),
    style.most
  )

function entry(line: DiffLine, {shared}: EntryStyle): ListItem {
  const [judged, ...others] = line.judged
  const {change} = judged
  const place = sayPlaces(change)
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  const sentence = paragraph(
    ...withoutFullStop(line.sentence),
    ...(place ? [' – ', {code: place}, ...(more === '' ? [] : [more])] : [])
  )
  const isHarmless = judged.verdict === 'compliant' && !isBreaking(judged)
  const split = isHarmless ? undefined : formatSplitVerdict(judged)
  return listItem(
    sentence,
    ...(isHarmless ? [] : judgedWitnesses(judged).map(each => paragraph(...each))),
    ...verdictReasons(judged).map(each => paragraph(...parsePieces(toSentence(each)))),
    ...(split === undefined ? [] : [paragraph(toSentence(split))]),
    ...(line.reach.length > 0
      ? [
          paragraph(
            `Affected ${countNoun(
              line.operations.map(({target}) => target),
              'operation'
            )}s: `,
            ...line.reach
          )
        ]
      : []),
    ...(shared ? wholeLine(line, shared) : [])
  )
}

const withoutFullStop = (pieces: readonly TextPiece[]): readonly TextPiece[] =>
  pieces.at(-1) === '.' ? pieces.slice(0, -1) : pieces

const toSentence = (text: string): string => `${capitalize(text)}.`

/** All changes and operations of a line, collapsed. Empty if the line says them all. */
function wholeLine({judged, unnamed}: DiffLine, shared: SharedLists): BlockContent[] {
  const isSeveral = judged.length > 1
  const number = shared.numberOf(unnamed)
  const counted = [
    ...(isSeveral ? [formatCount(judged.length, 'change')] : []),
    ...(unnamed.length > 0
      ? [
          `${formatCount(unnamed.length, countNoun(unnamed, 'operation'))}${number === undefined ? '' : ` (list ${number} below)`}`
        ]
      : [])
  ]
  const blocks = [
    ...(isSeveral ? changeListOf(judged) : []),
    ...(number === undefined && unnamed.length > 0 ? nameList(unnamed) : [])
  ]
  if (blocks.length > 0) return collapsedSection(counted.join(' in '), blocks)
  return counted.length > 0 ? [paragraph(`${counted.join(' in ')}.`)] : []
}

const changeListOf = (judged: DiffLine['judged']): BlockContent[] =>
  limitedList(judged, Infinity, each => {
    const place = sayPlaces(each.change)
    return listItem(paragraph(...withoutFullStop(judgedPieces(each)), ...(place ? [' – ', {code: place}] : [])))
  })
