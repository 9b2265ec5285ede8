import {createColors} from 'picocolors'
import {formatCount, formatFew} from '../../text/format-values.ts'
import {
  type Colors,
  paint,
  paintLevel,
  policyLine,
  remedyLines,
  SIGNS,
  sayPlace,
  summaryLine
} from '../formats/stylish.ts'
import {
  groupByYear,
  type Report,
  type ReportOutput,
  sayYear,
  YEAR_COLUMNS,
  type YearSummary,
  yearCells
} from '../report.ts'
import {plainText} from '../sanitize-text.ts'
import {type FindingGroup, groupFindings, groupNotes, type NoteGroup, sayVerdicts} from './group-findings.ts'
import {groupLocation, groupText, mergeRemedies, sayMore} from './group-text.ts'

/** Column width of the verdict with its sign. */
const MARGIN = 17
const INDENT = ' '.repeat(MARGIN)

/** Terminal output of an audit of descriptions. Hundreds of ends of support with the same cause become one line. */
export function auditStylish(report: Report, {color}: {color: boolean}): ReportOutput {
  const colors = createColors(color)
  const folded = groupFindings(report)
  const groups = folded.releases.map(({title, folds}) => [
    `${colors.bold(plainText(title))}${colors.dim(`: ${sayVerdicts(folds)}`)}`,
    ...folds.flatMap(each => groupLines(each, report, colors))
  ])
  const notes = groupNotes(folded).flatMap(note => noteLines(note, colors))
  if (notes.length > 0) groups.push([colors.bold('The record'), ...notes])
  const years = groupByYear(report.judgements)
  if (years.length > 0) groups.push(yearLines(years, colors))
  const remedies = remedyLines(mergeRemedies(report.findings))
  if (remedies.length > 0) groups.push([colors.bold('What to do'), ...remedies])
  const lines = folded.releases.reduce((sum, {folds}) => sum + folds.length, 0)
  const all = report.judgements.length
  const told = lines < all ? `, told in ${formatCount(lines, 'line')}` : ''
  const head = [policyLine(report), ...report.remarks.map(plainText)]
  return {
    output: `${[head, ...groups, [summaryLine(report, colors, told)]].map(block => block.join('\n')).join('\n\n')}\n`
  }
}

function groupLines(each: FindingGroup, {timeline}: Report, colors: Colors): string[] {
  const {verdict, clause} = each.items[0].judgement
  const words = groupText(each, timeline)
  const sign = paint(colors, verdict)(`${SIGNS[verdict]} ${verdict}`.padEnd(MARGIN - 3))
  const first = `  ${sign} ${plainText(words.headline)}`
  // Compliant entries need no evidence, so they take one short line.
  if (verdict === 'compliant' || verdict === 'exempt')
    return [`${first}${colors.dim(plainText(`; ${lowercaseFirst(words.why)}`))}`]
  const {was, place, more} = groupLocation(each.items)
  const rules = words.rules.length > 0 ? `${words.rules.join(', ')}, ` : ''
  const last = `${was ? 'was at ' : ''}${place}${more}  ${rules}clause ${clause.revision} ${clause.pointer}`
  const names = words.members.length > 0 ? [formatFew(words.members)] : []
  return [
    first,
    ...[...names, words.why, ...words.reasons, ...(words.evidence === undefined ? [] : [words.evidence])].map(
      text => `${INDENT}${plainText(text)}`
    ),
    `${INDENT}${colors.dim(plainText(last))}`
  ]
}

const lowercaseFirst = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)

const MAX_PLACES = 3

function noteLines({rule, level, verdict, message, times, places}: NoteGroup, colors: Colors): string[] {
  const what = `${formatCount(times, 'time')}${verdict ? `, ${verdict}` : ''}`
  const shown = places.slice(0, MAX_PLACES).map(sayPlace)
  return [
    `  ${paintLevel(colors, level)(level.padEnd(8))} ${plainText(`${rule}: ${what}`)}`,
    `           ${plainText(times > 1 ? `First: ${message}` : message)}`,
    colors.dim(`           ${plainText(`${shown.join(', ')}${sayMore(times - shown.length)}`)}`)
  ]
}

function yearLines(years: readonly YearSummary[], colors: Colors): string[] {
  const widths = YEAR_COLUMNS.map(column => column.length + 2)
  const row = (name: string, cells: readonly string[]): string =>
    `  ${name.padEnd(8)}${cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('')}`
  return [
    colors.bold('By year'),
    colors.dim(row('', YEAR_COLUMNS)),
    ...years.map(year => row(sayYear(year), yearCells(year).map(String)))
  ]
}
