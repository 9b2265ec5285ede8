import {createColors} from 'picocolors'
import {type Change, oldLocation} from '../../model/api/change.ts'
import type {JudgedChange} from '../../model/verdict/judged-change.ts'
import {changesPieces, formatPieces} from '../../text/changes/sentences.ts'
import {nameInList} from '../../text/changes/subject.ts'
import {affectedOperationNames, formatSplitVerdict, verdictReasons} from '../../text/changes/verdict-reasons.ts'
import {witnessesOf, witnessPieces} from '../../text/changes/witnesses.ts'
import {capitalize, formatCount} from '../../text/format-values.ts'
import {foldByCause, sayLikeIt} from '../../text/problem-causes.ts'
import {capitalizeFirst, ensureFullStop} from '../../text/text-pieces.ts'
import type {ReportOutput} from '../report.ts'
import {type Colors, formatClause, formatPolicyName, paint, SIGNS, sayPlace, sayPolicy} from '../report-text.ts'
import {plainText} from '../sanitize-text.ts'
import {
  changesOfEntry,
  type DiffEntry,
  type DiffReport,
  diffOutcome,
  divideIntoSections,
  groupIntoEntries,
  missingParts,
  sayDiffSide,
  sayDiffSummary,
  sayUndecided,
  sayUnreadParts,
  sayUnusedComponents,
  sortChanges,
  warningsIn
} from './diff-report.ts'

const MAX_UNUSED = 10

interface DiffStylishOptions {
  readonly color: boolean
  /** Whether to list documentation changes, too. */
  readonly all?: boolean
  /** Whether to show the policy clauses that decided. */
  readonly verbose?: boolean
}

/**
 * Terminal output of a comparison: what changed and where, what breaks, and which operations are affected.
 */
export function diffStylish(
  report: DiffReport,
  {color, all = false, verbose = false}: DiffStylishOptions
): ReportOutput {
  const colors = createColors(color)
  const isShown = ({change, verdict}: JudgedChange): boolean =>
    all || verdict !== 'compliant' || change.kind !== 'documentation-changed'
  const listed = sortChanges(report.judged.filter(isShown))
  const groups = divideIntoSections(listed).map(({title, judged}) => {
    const undecided = judged[0].verdict === 'undetermined' ? sayUndecided(judged) : undefined
    return [
      colors.bold(title),
      ...groupIntoEntries(judged).flatMap(each => entry(each, verbose, colors)),
      ...(undecided === undefined ? [] : [`  → ${undecided}`])
    ]
  })
  for (const [title, gaps] of [
    ['Not read and not compared', missingParts(report)],
    ['Read with a warning', warningsIn(report)]
  ] as const) {
    const causes = all ? gaps.map(problem => ({problem, others: 0})) : foldByCause(gaps)
    const lines = causes.map(
      ({problem: {message, place}, others}) =>
        `  ${colors.yellow('!')} ${plainText(`${message} at ${sayPlace(place)}${sayLikeIt(others)}`)}`
    )
    if (lines.length > 0) groups.push([colors.bold(title), ...lines])
  }
  const unused = sayUnusedComponents(report)
  if (unused !== undefined) {
    const shown = all ? report.unused : report.unused.slice(0, MAX_UNUSED)
    const more = report.unused.length - shown.length
    groups.push([
      colors.bold(unused),
      ...shown.map(({name, place}) => `  ${plainText(`\`${name}\` at ${sayPlace(place)}`)}`),
      ...(more > 0 ? [`  and ${more} more, which \`--all\` lists`] : [])
    ])
  }
  const hidden = report.judged.length - listed.length
  if (hidden > 0)
    groups.push([colors.dim(`${formatCount(hidden, 'documentation change')} not listed; see them with --all`)])
  return {output: `${[head(report, colors), ...groups].map(lines => lines.join('\n')).join('\n\n')}\n`}
}

function head(report: DiffReport, colors: Colors): string[] {
  const outcome = diffOutcome(report)
  const sides = `from ${sayDiffSide(report.old)} to ${sayDiffSide(report.new)}`
  const verdict = `${sayDiffSummary(report)} ${sides}${sayUnreadParts(report)} (policy: ${formatPolicyName(report)})`
  return [
    colors.bold(paint(colors, outcome)(plainText(`${SIGNS[outcome]} ${verdict}`))),
    `${plainText(sayPolicy(report))}.`,
    ...report.remarks.map(plainText)
  ]
}

function entry(items: DiffEntry, verbose: boolean, colors: Colors): string[] {
  const [judged] = items
  const {change, verdict, breaks, rulings} = judged
  const sentence = formatPieces(ensureFullStop(capitalizeFirst(changesPieces(changesOfEntry(items)))))
  const lines = [`  ${paint(colors, verdict)(SIGNS[verdict])} ${plainText(sentence)}`]
  const inner = (text: string): void => void lines.push(`    ${plainText(text)}`)
  if (verdict !== 'compliant' || breaks === 'yes')
    for (const each of witnessesOf(change)) inner(formatPieces(witnessPieces(each)))
  const why = verdictReasons(judged)
  if (why.length > 0) inner(`${why.map(capitalize).join('. ')}.`)
  const affected = sayAffected(change)
  if (affected) inner(`Affected: ${affected}`)
  const split = formatSplitVerdict(judged)
  if (split) inner(`${capitalize(split)}.`)
  const [{clause}] = rulings
  if (verbose && verdict !== 'compliant') inner(`Policy clause: ${formatClause({clause})}`)
  lines.push(colors.dim(`    ${plainText([sayPlaces(change), change.kind].filter(Boolean).join('  '))}`))
  return lines
}

/** `new.yaml:14:5 (was old.yaml:12:5)`. Additions have only the new location. */
export function sayPlaces(change: Change): string | undefined {
  const {new: fresh} = change.where
  const old = oldLocation(change)
  if (!fresh) return old && sayPlace(old)
  return old ? `${sayPlace(fresh)} (was ${sayPlace(old)})` : sayPlace(fresh)
}

/** `GET /v1/loans and 11 more operations`. `undefined` if the sentence already names the only operation. */
function sayAffected({reaches, component}: Change): string | undefined {
  const [first, ...others] = affectedOperationNames(reaches).map(nameInList)
  if (first === undefined || (others.length === 0 && component === undefined)) return undefined
  return others.length === 0 ? first : `${first} and ${formatCount(others.length, 'more operation')}`
}
