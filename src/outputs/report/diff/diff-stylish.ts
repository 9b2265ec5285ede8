import {createColors} from 'picocolors'
import {oldLocation} from '../../../languages/kinds.ts'
import {countNoun} from '../../../languages/languages.ts'
import type {Change} from '../../../model/api/change.ts'
import type {JudgedChange} from '../../../model/verdict/judged-change.ts'
import {ensureFullStop} from '../../../phrases/text-pieces.ts'
import {judgedPieces, judgedWitnesses} from '../../../text/changes/forward.ts'
import {formatPieces} from '../../../text/changes/sentences.ts'
import {formatSplitVerdict, verdictReasons} from '../../../text/changes/verdict-reasons.ts'
import {capitalize, formatCount} from '../../../text/format-values.ts'
import {foldByCause, sayLikeIt} from '../../../text/problem-causes.ts'
import {nameRows, type SharedLists, shareLists} from '../../../text/shared-lists.ts'
import {areaPieces, groupByArea} from '../../../text/subject-groups.ts'
import {
  type DiffReport,
  diffOutcome,
  divideIntoSections,
  isBreaking,
  missingParts,
  sayUndecided,
  sayUnusedComponents,
  sortChanges,
  warningsIn
} from '../diff-report.ts'
import type {ReportOutput} from '../report.ts'
import {type Colors, formatClause, paint, SIGNS, sayDiffHeadline, sayPlace, sayPolicy} from '../report-text.ts'
import {joinBlocks, plainText, printLines} from '../sanitize-text.ts'
import {sayVersion} from '../version-report.ts'
import {countLines, type DiffLine, type FoldChanges, isCut, isOfGraph, nounOfLines} from './diff-line.ts'

const MAX_UNUSED = 10
/** Maximum number of lines of a section; of the others, only the areas and the numbers are said. */
const MAX_LINES = {breaking: 40, other: 20} as const

interface DiffStylishOptions {
  readonly color: boolean
  /** Whether to show documentation changes, each change and operation of a line, and the policy clauses that decided. */
  readonly verbose?: boolean
}

/**
 * Terminal output of a comparison: what changed and where, what breaks, and which operations are affected. One cause is
 * one line, as in release notes.
 */
export function diffStylish(
  report: DiffReport,
  {color, verbose = false}: DiffStylishOptions,
  fold: FoldChanges
): ReportOutput {
  const colors = createColors(color)
  const isShown = ({change, verdict}: JudgedChange): boolean =>
    verbose || verdict !== 'compliant' || change.kind !== 'documentation-changed'
  const listed = sortChanges(report.judged.filter(isShown))
  const lines = fold(listed)
  const shared = shareLists(lines.map(({unnamed}) => unnamed))
  const groups = divideIntoSections(lines, ({judged}) => judged[0]).map(({title, items}) => {
    const judged = items.flatMap(each => each.judged)
    const undecided = items[0].judged[0].verdict === 'undetermined' ? sayUndecided(judged) : undefined
    const first = items[0].judged[0]
    const shown = verbose ? items : items.slice(0, MAX_LINES[isBreaking(first) ? 'breaking' : 'other'])
    return [
      colors.bold(title),
      ...shown.flatMap(each => lineEntry(each, verbose, shared, colors)),
      ...areaLines(items.slice(shown.length)),
      ...(undecided === undefined ? [] : [`  → ${undecided}`])
    ]
  })
  if (verbose)
    groups.push(
      ...shared.lists.map((names, at) => [
        colors.bold(`List ${at + 1}: ${formatCount(names.length, countNoun(names, 'operation'))}`),
        ...nameRows(names).map(row => `  ${plainText(row)}`)
      ])
    )
  for (const [title, gaps] of [
    ['Not read and not compared', missingParts(report)],
    ['Read with a warning', warningsIn(report)]
  ] as const) {
    const causes = verbose ? gaps.map(problem => ({problem, others: 0})) : foldByCause(gaps)
    const found = causes.map(
      ({problem: {message, place}, others}) =>
        `  ${colors.yellow('!')} ${plainText(`${messageAt(message, sayPlace(place))}${sayLikeIt(others)}`)}`
    )
    if (found.length > 0) groups.push([colors.bold(title), ...found])
  }
  const unused = sayUnusedComponents(report)
  if (unused !== undefined) {
    const shown = verbose ? report.unused : report.unused.slice(0, MAX_UNUSED)
    const more = report.unused.length - shown.length
    groups.push([
      colors.bold(unused),
      ...shown.map(({name, place}) => `  ${plainText(`\`${name}\` at ${sayPlace(place)}`)}`),
      ...(more > 0 ? [`  and ${more} more, which \`--verbose\` lists`] : [])
    ])
  }
  const hidden = report.judged.length - listed.length
  const closing = [
    ...(hidden > 0 ? [`${formatCount(hidden, 'documentation change')} not listed; see them with --verbose`] : []),
    ...(!verbose && lines.some(isCut)
      ? [`See each change${isOfGraph(lines) ? '' : ` and each ${nounOfLines(lines)}`} of a line with --verbose`]
      : [])
  ]
  if (closing.length > 0) groups.push(closing.map(colors.dim))
  return {output: printLines(joinBlocks([head(report, colors), ...groups]), color)}
}

/** A message with its place. A message that is a sentence ends before it. */
const messageAt = (message: string, place: string): string =>
  message.endsWith('.') ? `${message} (${place})` : `${message} at ${place}`

function head(report: DiffReport, colors: Colors): string[] {
  const outcome = diffOutcome(report)
  return [
    colors.bold(paint(colors, outcome)(`${SIGNS[outcome]} ${sayDiffHeadline(report)}`)),
    ...sayVersion(report.versionReport).map(plainText),
    `${plainText(sayPolicy(report))}.`,
    ...report.remarks.map(plainText)
  ]
}

/** The number of changes that aren't listed in each area. */
function areaLines(hidden: readonly DiffLine[]): string[] {
  if (hidden.length === 0) return []
  const areas = groupByArea(hidden, ({operations}) => operations.map(({target}) => target))
  return [
    `  and ${formatCount(countLines(hidden), 'more change')}, which \`--verbose\` lists:`,
    ...areas.map(({name, items}) => `    ${plainText(formatPieces(areaPieces(name, countLines(items))))}`)
  ]
}

function lineEntry(line: DiffLine, verbose: boolean, shared: SharedLists, colors: Colors): string[] {
  const [first, ...others] = line.judged
  const {change, verdict, breaks, rulings} = first
  const lines = [
    `  ${paint(colors, verdict)(SIGNS[verdict])} ${plainText(formatPieces(ensureFullStop(line.sentence)))}`
  ]
  const inner = (text: string): void => void lines.push(`    ${plainText(text)}`)
  if (verdict !== 'compliant' || breaks === 'yes') for (const each of judgedWitnesses(first)) inner(formatPieces(each))
  const why = verdictReasons(first)
  if (why.length > 0) inner(`${why.map(capitalize).join('. ')}.`)
  for (const each of sayAffected(line, verbose, shared)) inner(each)
  const split = formatSplitVerdict(first)
  if (split) inner(`${capitalize(split)}.`)
  const [{clause}] = rulings
  if (verbose && verdict !== 'compliant') inner(`Policy clause: ${formatClause({clause})}`)
  const kinds = [...new Set(line.judged.map(each => each.change.kind))].join(', ')
  if (others.length === 0 || !verbose) {
    const more = others.length > 0 ? `${formatCount(line.judged.length, 'change')}: ` : ''
    const place = sayPlaces(change)
    const at = place === undefined ? '' : `${more}${place}${others.length > 0 ? ` and ${others.length} more` : ''}`
    lines.push(colors.dim(`    ${plainText([at || more.replace(': ', ''), kinds].filter(Boolean).join('  '))}`))
    return lines
  }
  inner(`${formatCount(line.judged.length, 'change')}:`)
  for (const each of line.judged) {
    inner(`  ${formatPieces(judgedPieces(each))}`)
    lines.push(
      colors.dim(`        ${plainText([sayPlaces(each.change), each.change.kind].filter(Boolean).join('  '))}`)
    )
  }
  return lines
}

/** `new.yaml:14:5 (was old.yaml:12:5)`. Additions have only the new location. */
export function sayPlaces(change: Change): string | undefined {
  const {new: fresh} = change.where
  const old = oldLocation(change)
  if (!fresh) return old && sayPlace(old)
  return old ? `${sayPlace(fresh)} (was ${sayPlace(old)})` : sayPlace(fresh)
}

/** `Affected: 12 operations of `/v1/**``, and their names if asked for. Empty if the sentence names them all. */
function sayAffected({unnamed, reach}: DiffLine, verbose: boolean, shared: SharedLists): string[] {
  const said = reach.length > 0 ? [`Affected: ${formatPieces(reach)}`] : []
  if (!verbose || unnamed.length === 0) return said
  const number = shared.numberOf(unnamed)
  const [before = `Affected: ${formatCount(unnamed.length, countNoun(unnamed, 'operation'))}`] = said
  return number === undefined
    ? [`${before}:`, ...nameRows(unnamed).map(row => `  ${row}`)]
    : [`${before} (list ${number} below)`]
}
