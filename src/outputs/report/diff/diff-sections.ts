import {oldLocation} from '../../../languages/kinds.ts'
import {countNoun} from '../../../languages/languages.ts'
import type {Change} from '../../../model/api/change.ts'
import type {SourceLocation} from '../../../model/location.ts'
import type {JudgedChange} from '../../../model/verdict/judged-change.ts'
import {ensureFullStop, type TextPiece} from '../../../phrases/text-pieces.ts'
import {judgedPieces, judgedWitnesses} from '../../../text/changes/forward.ts'
import {formatPieces} from '../../../text/changes/sentences.ts'
import {formatSplitVerdict, verdictReasons} from '../../../text/changes/verdict-reasons.ts'
import {capitalize, formatCount} from '../../../text/format-values.ts'
import {foldByCause, sayLikeIt} from '../../../text/problem-causes.ts'
import {type SharedLists, shareLists} from '../../../text/shared-lists.ts'
import {type Block, countAll, type Item, type Section, type View} from '../blocks/blocks.ts'
import {OUTCOME_SIGNS, parsePieces, safePieces} from '../blocks/markdown-blocks.ts'
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
  sortChanges,
  warningsIn
} from '../diff-report.ts'
import {formatClause, SIGNS, sayDiffHeadline, sayMore, sayPlace, sayPolicy} from '../report-text.ts'
import {sayVersion} from '../version-report.ts'
import {type DiffLine, isCut, isOfGraph, nounOfLines} from './diff-line.ts'
import {foldDiff} from './fold-diff.ts'

/** Maximum number of unread parts, and of unused components, that are listed. */
const MAX_PLACES = {terminal: 10, markdown: 50} as const
/** Maximum number of lines of a section in a terminal; of the others, only the areas and the numbers are said. */
const MAX_LINES = {breaking: 40, other: 20} as const

/**
 * Answer of a comparison: what changed and where, what breaks, and which operations are affected. One cause is one
 * line, as in release notes. In Markdown, everything allowed is collapsed. `hidesDocumentation`: whether compatible
 * changes of the documentation are only counted.
 */
export function answerDiff(report: DiffReport, hidesDocumentation = false) {
  const isShown = ({change, verdict}: JudgedChange): boolean =>
    !hidesDocumentation || verdict !== 'compliant' || change.kind !== 'documentation-changed'
  const listed = sortChanges(report.judged.filter(isShown))
  const lines = foldDiff(listed, report)
  const shared = shareLists(lines.map(({unnamed}) => unnamed))
  const sections = (view: View): Section[] => {
    const {isTerminal, isWhole} = view
    const isAllowed = ({judged: [{verdict}]}: DiffLine): boolean => verdict === 'exempt' || verdict === 'compliant'
    const open = isTerminal ? lines : lines.filter(each => !isAllowed(each))
    const lists = shared.lists.map((names, at) => ({
      title: `List ${at + 1}: ${countNames(names)}`,
      isFolded: true,
      blocks: [{names}]
    }))
    const parts = [
      ...divideIntoSections(open, ({judged}) => judged[0]).map(each => sectionOf(each, shared, view)),
      ...(isTerminal && isWhole ? lists : []),
      ...unreadSections(report, view),
      ...unusedSections(report, view)
    ]
    if (isTerminal)
      return [openingOf(report), ...parts, {blocks: sayHidden(report.judged.length - listed.length, lines, isWhole)}]
    const allowed = lines.filter(isAllowed)
    const [breaking, others] = [true, false].map(each => allowed.filter(({judged}) => isBreaking(judged[0]) === each))
    return [
      markdownOpening(report),
      ...parts,
      ...foldedSection('breaking change', ', allowed', breaking, shared, view),
      ...foldedSection('other change', '', others, shared, view),
      ...(isWhole ? lists : []),
      {blocks: markdownClosing(report, lines, view)}
    ]
  }
  return {sections, most: lines.length}
}

const openingOf = (report: DiffReport): Section => ({
  title: `${SIGNS[diffOutcome(report)]} ${sayDiffHeadline(report)}`,
  outcome: diffOutcome(report),
  blocks: [...sayVersion(report.versionReport), `${sayPolicy(report)}.`, ...report.remarks]
})

const markdownOpening = (report: DiffReport): Section => ({
  title: [`${OUTCOME_SIGNS[diffOutcome(report)]} ${sayDiffSummary(report)}${sayUnreadParts(report)}`],
  outcome: diffOutcome(report),
  blocks: [
    ['From ', ...sidePieces(report.old), ' to ', ...sidePieces(report.new), '.'],
    ...sayVersion(report.versionReport).map(each => `${each}.`)
  ]
})

const sidePieces = ({source, version}: DiffSide): TextPiece[] =>
  version === undefined ? [{code: source}] : [{code: source}, ' (', {code: version}, ')']

/** What isn't listed, and how to see it. */
const sayHidden = (documentation: number, lines: readonly DiffLine[], isWhole: boolean): Block[] => [
  ...(documentation > 0
    ? [[{dim: `${formatCount(documentation, 'documentation change')} not listed; see them with --verbose`}]]
    : []),
  ...(!isWhole && lines.some(isCut)
    ? [[{dim: `See each change${isOfGraph(lines) ? '' : ` and each ${nounOfLines(lines)}`} of a line with --verbose`}]]
    : [])
]

const markdownClosing = (report: DiffReport, lines: readonly DiffLine[], {isWhole, most}: View): Block[] => [
  ...report.remarks.map(parsePieces),
  ...((!isWhole && lines.some(isCut)) || most < lines.length
    ? [[`To see every change and ${nounOfLines(lines)}, run `, {code: 'tenure diff --verbose'}, '.']]
    : []),
  [...safePieces(sayPolicy(report)), '.']
]

function sectionOf({title, items}: DiffSection<DiffLine>, shared: SharedLists, view: View): Section {
  const judged = items.flatMap(each => each.judged)
  const undecided = judged[0]?.verdict === 'undetermined' ? sayUndecided(judged) : undefined
  const most = view.isWhole ? Infinity : MAX_LINES[judged[0] && isBreaking(judged[0]) ? 'breaking' : 'other']
  return {
    title,
    blocks: [
      listOf(items, shared, view.isTerminal ? {...view, most} : view),
      ...(undecided === undefined ? [] : [view.isTerminal ? `→ ${undecided}` : parsePieces(undecided)])
    ]
  }
}

const foldedSection = (
  noun: string,
  addition: string,
  lines: readonly DiffLine[] = [],
  shared: SharedLists,
  view: View
): Section[] =>
  lines.length === 0
    ? []
    : [
        {
          title: `${formatCount(countAll(lines), noun)}${addition}`,
          isFolded: true,
          blocks: [listOf(lines, shared, view)]
        }
      ]

const listOf = (lines: readonly DiffLine[], shared: SharedLists, view: View): Block => ({
  areas: lines.map(line => ({
    item: () => (view.isTerminal ? terminalItem(line, shared, view) : markdownItem(line, shared, view)),
    count: line.count,
    targets: line.operations.map(({target}) => target)
  })),
  most: view.most
})

function unreadSections(report: DiffReport, {isTerminal, isWhole}: View): Section[] {
  const missing = missingParts(report)
  if (!isTerminal)
    return missing.length === 0
      ? []
      : [
          {
            title: `${formatCount(missing.length, 'part')} could not be read and not compared`,
            isFolded: true,
            blocks: [
              {
                items: missing.map(({message, place}) => ({text: [{code: message}, ' at ', {code: sayPlace(place)}]})),
                most: MAX_PLACES.markdown
              }
            ]
          }
        ]
  return [
    {title: 'Not read and not compared', gaps: missing},
    {title: 'Read with a warning', gaps: warningsIn(report)}
  ].flatMap(({title, gaps}) => {
    const causes = isWhole ? gaps.map(problem => ({problem, others: 0})) : foldByCause(gaps)
    const items = causes.map(
      ({problem: {message, place}, others}): Item => ({
        sign: 'warning',
        text: `${messageAt(message, sayPlace(place))}${sayLikeIt(others)}`
      })
    )
    return items.length === 0 ? [] : [{title, blocks: [{items}]}]
  })
}

/** A message with its place. A message that is a sentence ends before it. */
const messageAt = (message: string, place: string): string =>
  message.endsWith('.') ? `${message} (${place})` : `${message} at ${place}`

function unusedSections(report: DiffReport, {isTerminal, isWhole}: View): Section[] {
  const title = sayUnusedComponents(report)
  if (title === undefined) return []
  const at = (place: SourceLocation): TextPiece => (isTerminal ? sayPlace(place) : {code: sayPlace(place)})
  const items = report.unused.map(({name, place}) => ({text: [{code: name}, ' at ', at(place)]}))
  const most = isTerminal ? (isWhole ? Infinity : MAX_PLACES.terminal) : MAX_PLACES.markdown
  return [{title, isFolded: true, blocks: [{items, most}]}]
}

/** The facts about a line that both formats show below its sentence. */
function factsOf([first]: DiffLine['judged']) {
  const isHarmless = first.verdict === 'compliant' && !isBreaking(first)
  const split = formatSplitVerdict(first)
  return {
    witnesses: isHarmless ? [] : judgedWitnesses(first),
    reasons: verdictReasons(first).map(toSentence),
    split: split === undefined ? [] : [toSentence(split)]
  }
}

const toSentence = (text: string): string => `${capitalize(text)}.`

function terminalItem(line: DiffLine, shared: SharedLists, {isWhole}: View): Item {
  const {judged} = line
  const [{change, verdict, rulings}, ...others] = judged
  const {witnesses, reasons, split} = factsOf(judged)
  const [{clause}] = rulings
  const count = others.length > 0 ? [formatCount(judged.length, 'change')] : []
  const place = sayPlaces(change)
  const where = place === undefined ? count : [[...count, place].join(': ') + sayMore(others.length)]
  const kinds = [...new Set(judged.map(each => each.change.kind))].join(', ')
  return {
    sign: verdict,
    text: ensureFullStop(line.sentence),
    below: [
      ...witnesses,
      ...(reasons.length > 0 ? [reasons.join(' ')] : []),
      ...affectedBlocks(line, shared, isWhole),
      ...split,
      ...(isWhole && verdict !== 'compliant' ? [`Policy clause: ${formatClause({clause})}`] : []),
      isWhole && others.length > 0
        ? {fold: `${count}:`, blocks: [{items: judged.map(changeItem)}]}
        : [{dim: [...where, kinds].join('  ')}]
    ]
  }
}

const changeItem = (judged: JudgedChange): Item => ({
  text: judgedPieces(judged),
  below: [[{dim: [sayPlaces(judged.change) ?? [], judged.change.kind].flat().join('  ')}]]
})

/** `Affected: 12 operations of `/v1/**``, and their names if asked for. Empty if the sentence names them all. */
function affectedBlocks({unnamed, reach}: DiffLine, shared: SharedLists, isWhole: boolean): Block[] {
  const said = reach.length > 0 ? [`Affected: ${formatPieces(reach)}`] : []
  if (!isWhole || unnamed.length === 0) return said
  const number = shared.numberOf(unnamed)
  const [before = `Affected: ${countNames(unnamed)}`] = said
  return [number === undefined ? {fold: `${before}:`, blocks: [{names: unnamed}]} : `${before} (list ${number} below)`]
}

const countNames = (names: readonly string[]): string => formatCount(names.length, countNoun(names, 'operation'))

function markdownItem(line: DiffLine, shared: SharedLists, {isWhole}: View): Item {
  const {judged, reach, operations} = line
  const [{change}, ...others] = judged
  const {witnesses, reasons, split} = factsOf(judged)
  const noun = countNoun(
    operations.map(({target}) => target),
    'operation'
  )
  return {
    text: [...placedPieces(line.sentence, change), ...(sayPlaces(change) ? [sayMore(others.length)] : [])],
    below: [
      ...witnesses,
      ...reasons.map(parsePieces),
      ...split.map(each => [each]),
      ...(reach.length > 0 ? [[`Affected ${noun}s: `, ...reach]] : []),
      ...(isWhole ? wholeLine(line, shared) : [])
    ]
  }
}

/** A sentence without its full stop, and its place. */
function placedPieces(pieces: readonly TextPiece[], change: Change): TextPiece[] {
  const place = sayPlaces(change)
  return [
    ...(pieces.at(-1) === '.' ? pieces.slice(0, -1) : pieces),
    ...(place === undefined ? [] : [' – ', {code: place}])
  ]
}

/** All changes and operations of a line, collapsed. Empty if the line says them all. */
function wholeLine({judged, unnamed}: DiffLine, shared: SharedLists): Block[] {
  const number = shared.numberOf(unnamed)
  const counted = [
    ...(judged.length > 1 ? [formatCount(judged.length, 'change')] : []),
    ...(unnamed.length > 0 ? [`${countNames(unnamed)}${number === undefined ? '' : ` (list ${number} below)`}`] : [])
  ].join(' in ')
  const items = judged.map(each => ({text: placedPieces(judgedPieces(each), each.change)}))
  const blocks = [
    ...(judged.length > 1 ? [{items}] : []),
    ...(number === undefined && unnamed.length > 0 ? [{names: unnamed}] : [])
  ]
  if (blocks.length > 0) return [{fold: counted, blocks}]
  return counted === '' ? [] : [[`${counted}.`]]
}

/** `new.yaml:14:5 (was old.yaml:12:5)`. Additions have only the new location. */
function sayPlaces(change: Change): string | undefined {
  const {new: fresh} = change.where
  const old = oldLocation(change)
  if (!fresh) return old && sayPlace(old)
  return old ? `${sayPlace(fresh)} (was ${sayPlace(old)})` : sayPlace(fresh)
}
