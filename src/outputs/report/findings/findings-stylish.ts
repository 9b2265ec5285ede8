import {createColors} from 'picocolors'
import type {Finding, FindingReason} from '../../../model/verdict/finding.ts'
import {formatPieces} from '../../../text/changes/sentences.ts'
import {formatCount, formatFew} from '../../../text/format-values.ts'
import {nameRows} from '../../../text/shared-lists.ts'
import {areaPieces, groupByArea} from '../../../text/subject-groups.ts'
import {groupChangeList, type ListedChanges, namesOfLine, sayChanges, targetsOfLine} from '../change-list.ts'
import {codeAndRemedyLines, isInBaseline, showsRemedies} from '../code-frame.ts'
import {coveredLine, evidenceOf, releasesLine, replacementLine, witnessLines} from '../finding-evidence.ts'
import {ownerLine} from '../finding-text.ts'
import {
  type FindingGroup,
  type GroupedFindings,
  groupFindings,
  groupNotes,
  type NoteGroup,
  sayVerdicts
} from '../groups/group-findings.ts'
import {groupRemedies, mergeRemedies, type Remedy} from '../groups/group-remedies.ts'
import {groupText, sayMore} from '../groups/group-text.ts'
import {outcomeOf, sayHeadline, sayNextSteps} from '../headline.ts'
import {
  groupByYear,
  type Report,
  type ReportOutput,
  sayYear,
  YEAR_COLUMNS,
  type YearSummary,
  yearCells
} from '../report.ts'
import {
  type Colors,
  formatClause,
  LEVEL_SIGNS,
  paint,
  paintLevel,
  policyLine,
  SIGNS,
  sayPlace,
  sayUnread
} from '../report-text.ts'
import {joinBlocks, plainText, printLines} from '../sanitize-text.ts'
import {sayVersion} from '../version-report.ts'

const INDENT = '    '
/** Maximum number of places that an audit names for one cause. */
const MAX_PLACES = 3
/** Maximum number of subjects of one cause that the gate lists. */
const MAX_MEMBERS = 10
/** Maximum number of changes that the gate lists. */
const MAX_CHANGES = 20

export interface StylishOptions {
  readonly color: boolean
  /** Whether to show the policy clauses that decided, and all subjects of a group. */
  readonly verbose?: boolean
}

/**
 * Terminal output: the verdict, then the causes of each release, worst first. One cause is one entry, however many
 * subjects it affects. If source lines are available, entries show their code and remedies. Otherwise, all remedies
 * follow at the end, each once.
 */
export function findingsStylish(report: Report, options: StylishOptions): ReportOutput {
  const colors = createColors(options.color)
  const grouped = groupFindings(report)
  const blocks = [
    openingLines(report, colors),
    ...grouped.releases.map(({title, folds}) => [
      `${colors.bold(plainText(title))}${colors.dim(`: ${sayVerdicts(folds)}`)}`,
      ...folds.flatMap(each => groupLines(each, report, options, colors))
    ]),
    noteBlock(grouped, report, options, colors),
    changeBlock('Changes', report.changes, options, colors),
    changeBlock('Drift of the generator', report.drift?.list, options, colors),
    report.command === 'audit' ? yearLines(groupByYear(report.judgments), colors) : [],
    remedyBlock(report, colors)
  ]
  return {output: printLines(joinBlocks(blocks), options.color)}
}

/** The verdict with its sign and color, then what it depends on. */
export function openingLines(report: Report, colors: Colors): string[] {
  const outcome = outcomeOf(report)
  const {remarks, uncompared} = report
  const first = remarks.filter(each => each === uncompared?.text)
  const others = remarks.filter(each => each !== uncompared?.text)
  return [
    colors.bold(paint(colors, outcome)(`${SIGNS[outcome]} ${sayHeadline(report)}`)),
    ...sayNextSteps(report).map(plainText),
    ...sayUnread(report.source),
    ...listOf(sayChanges(report.changes)),
    ...sayVersion(report.versionReport).map(plainText),
    ...first.map(plainText),
    policyLine(report),
    ...others.map(plainText)
  ]
}

const listOf = (text: string | undefined): string[] => (text === undefined ? [] : [plainText(text)])

/** All changes under review, or those of the generator, whether or not a rule says something about them. */
function changeBlock(
  title: string,
  changes: readonly ListedChanges[] = [],
  {verbose}: StylishOptions,
  colors: Colors
): string[] {
  if (changes.length === 0) return []
  const shown = changes.slice(0, verbose ? Infinity : MAX_CHANGES)
  const lines = groupChangeList(shown).flatMap(group => [
    `  ${group.title}`,
    ...group.lines.flatMap(line => [
      `${INDENT}${formatPieces(line.sentence)}`,
      ...(verbose ? nameRows(namesOfLine(line)).map(row => `${INDENT}  ${row}`) : [])
    ])
  ])
  const hidden = changes.slice(shown.length)
  const count = (all: readonly ListedChanges[]): number => all.reduce((sum, each) => sum + each.count, 0)
  const more =
    hidden.length === 0
      ? []
      : [
          `  and ${formatCount(count(hidden), 'more change')}, which \`--verbose\` lists:`,
          ...groupByArea(hidden, targetsOfLine).map(
            ({name, items}) => `${INDENT}${formatPieces(areaPieces(name, count(items)))}`
          )
        ]
  const isCut = more.length === 0 && !verbose && shown.some(each => namesOfLine(each).length > 0)
  return [
    colors.bold(title),
    ...[...lines, ...more, ...(isCut ? ['  See all names with --verbose'] : [])].map(plainText)
  ]
}

function groupLines(group: FindingGroup, report: Report, options: StylishOptions, colors: Colors): string[] {
  const [{judgment, finding}, ...others] = group.items
  const {verdict, covers} = judgment
  const text = groupText(group)
  const isKnown = finding !== undefined && isInBaseline(finding, report)
  // Suppressed findings are dimmed.
  const sign = (isKnown ? colors.dim : paint(colors, verdict))(SIGNS[verdict])
  const first = `  ${sign} ${plainText([text.headline, ...text.why].join(' '))}${isKnown ? colors.dim(' (in the baseline)') : ''}`
  const clause = options.verbose ? [`Policy clause: ${formatClause(judgment)}`] : []
  const inner = (lines: readonly string[]): string[] => lines.map(each => `${INDENT}${plainText(each)}`)
  // Results without findings take one line.
  if (!finding) return [first, ...inner([...sayMembers(text.members, options), ...clause])]
  const isSeen = report.lineOf !== undefined
  const at = sayPlace(judgment.place)
  const evidence = others.length > 0 && !isSeen ? [] : evidenceOf({finding, judgment}, report)
  const atPlace = evidence.filter(({place}) => sayPlace(place) === at).map(({text}) => text)
  const all = options.verbose ? [...new Set(others.map(each => sayPlace(each.judgment.place)))] : []
  const place = `${atPlace.length > 0 ? `${atPlace.join(', ')} at ` : ''}${at}${options.verbose ? '' : sayMore(others.length)}`
  return [
    first,
    ...inner([
      ...sayMembers(text.members, options),
      ...text.changes,
      ...(others.length > 0 ? [] : replacementLine({finding, judgment})),
      ...text.reasons.filter(each => isShown(each, report)).map(({rule, message}) => `Also: ${message} (${rule})`),
      ...(others.length > 0 ? [] : coveredLine({covers})),
      ...releasesLine(finding),
      ...witnessLines({judgment}),
      ...(text.evidence === undefined ? [] : [text.evidence]),
      ...ownerLine(finding),
      ...evidence
        .filter(each => sayPlace(each.place) !== at)
        .map(({text, place: from}) => `${text} at ${sayPlace(from)}`),
      ...clause
    ]),
    `${INDENT}${colors.dim(plainText(`${place}  ${text.rules.join(', ')}`))}`,
    ...nameRows(all.filter(each => each !== at)).map(row => `${INDENT}${colors.dim(plainText(row))}`),
    ...codeAndRemedyLines(finding, judgment.place, report, groupRemedies(group)).map(line => `${INDENT}${line}`)
  ]
}

/** An audit lists further findings without a verdict below, once for each rule. */
const isShown = ({verdict}: FindingReason, {command}: Report): boolean => command !== 'audit' || verdict !== undefined

const sayMembers = (members: readonly string[], {verbose}: StylishOptions): string[] =>
  verbose ? nameRows(members) : members.length === 0 ? [] : [formatFew(members, MAX_MEMBERS)]

/** Findings that explain no judgment. The gate lists each, an audit lists each rule once. */
function noteBlock(grouped: GroupedFindings, report: Report, options: StylishOptions, colors: Colors): string[] {
  if (report.command === 'audit') return notesUnder(groupNotes(grouped), report, options, colors)
  const isOfReleases = ({releases}: Finding): boolean => releases !== undefined
  const parts = [
    notesUnder(grouped.rest.filter(isOfReleases), report, options, colors, 'Other releases'),
    notesUnder(
      grouped.rest.filter(each => !isOfReleases(each)),
      report,
      options,
      colors
    )
  ]
  return parts.filter(each => each.length > 0).flatMap((each, at) => (at === 0 ? each : ['', ...each]))
}

function notesUnder(
  notes: readonly (NoteGroup | Finding)[],
  report: Report,
  options: StylishOptions,
  colors: Colors,
  heading?: string
): string[] {
  if (notes.length === 0) return []
  const levels = notes.flatMap(note => [note.level, ...('reasons' in note ? note.reasons : []).map(({level}) => level)])
  const title =
    heading ??
    (levels.includes('error') ? 'Problems of the history' : levels.includes('warning') ? 'Warnings' : 'Notes')
  const linesOf = (note: NoteGroup | Finding): string[] =>
    'times' in note ? noteGroupLines(note, options, colors) : noteLines(note, report, colors)
  return [colors.bold(title), ...notes.flatMap(linesOf)]
}

function noteLines(finding: Finding, report: Report, colors: Colors): string[] {
  const parts = [finding, ...finding.reasons]
  const rules = parts.map(each => each.rule).join(', ')
  const last = `${sayPlace(finding.place)}  ${rules}${isInBaseline(finding, report) ? ', in the baseline' : ''}`
  return [
    ...parts.map(({level, message}) => `  ${paintLevel(colors, level)(LEVEL_SIGNS[level])} ${plainText(message)}`),
    ...[
      ...(finding.details ?? []),
      ...finding.evidence.map(({text, place}) => `${text} at ${sayPlace(place)}`),
      ...ownerLine(finding)
    ].map(each => `${INDENT}${plainText(each)}`),
    `${INDENT}${colors.dim(plainText(last))}`,
    ...codeAndRemedyLines(finding, finding.place, report).map(line => `${INDENT}${line}`)
  ]
}

function noteGroupLines(
  {rule, level, verdict, message, times, places}: NoteGroup,
  {verbose}: StylishOptions,
  colors: Colors
): string[] {
  const all = places.map(sayPlace)
  const shown = all.slice(0, MAX_PLACES)
  const count = times > 1 ? ` (and ${formatCount(times - 1, 'more like it', 'more like it')})` : ''
  return [
    `  ${paintLevel(colors, level)(LEVEL_SIGNS[level])} ${plainText(`${message}${count}`)}`,
    `${INDENT}${colors.dim(
      plainText(
        `${shown.join(', ')}${verbose ? '' : sayMore(times - shown.length)}  ${rule}${verdict ? `, ${verdict}` : ''}`
      )
    )}`,
    ...(verbose ? nameRows(all.slice(shown.length)) : []).map(row => `${INDENT}${colors.dim(plainText(row))}`)
  ]
}

function yearLines(years: readonly YearSummary[], colors: Colors): string[] {
  if (years.length === 0) return []
  const widths = YEAR_COLUMNS.map(column => column.length + 2)
  const row = (name: string, cells: readonly string[]): string =>
    `  ${name.padEnd(8)}${cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('')}`
  return [
    colors.bold('By year'),
    colors.dim(row('', YEAR_COLUMNS)),
    ...years.map(year => row(sayYear(year), yearCells(year).map(String)))
  ]
}

/** Remedies that don't stand with their findings, grouped by rule and kind of change. */
function remedyBlock(report: Report, colors: Colors): string[] {
  const remedies = mergeRemedies(report.findings.filter(each => !showsRemedies(each, report)))
  return remedies.length > 0 ? [colors.bold('What to do'), ...remedies.map(remedyLine)] : []
}

function remedyLine({by, remedy}: Remedy): string {
  const rules = by.map(({rule, times}) => (times > 1 ? `${rule} (${times} times)` : rule))
  return plainText(`  ${rules.join(', ')}: ${remedy}`)
}
