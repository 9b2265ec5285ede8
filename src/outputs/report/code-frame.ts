import type {SourceLocation} from '../../model/location.ts'
import type {Finding} from '../../model/verdict/finding.ts'
import {remediesOf} from './finding-evidence.ts'
import type {Report} from './report.ts'
import {plainText} from './sanitize-text.ts'

/** Maximum length of a source line in a terminal, without the margin. */
const MAX_WIDTH = 96
/** Number of characters to show before the relevant position of a long line. */
const CONTEXT_BEFORE = 24

/**
 * Source line at a location with its neighbors, and a caret below the position. Generated files can consist of one huge
 * line, so only the surroundings are shown.
 */
function codeFrame(place: SourceLocation, lineOf: (place: SourceLocation) => string | undefined): string[] {
  const {line, column = 1} = place
  const target = line === undefined ? undefined : lineOf(place)
  if (line === undefined || target === undefined) return []
  const from = column > MAX_WIDTH - CONTEXT_BEFORE ? column - 1 - CONTEXT_BEFORE : 0
  const shownAt = (number: number): string[] => {
    const text = number === line ? target : number < 1 ? undefined : lineOf({...place, line: number})
    if (text === undefined || (number !== line && text.trim() === '')) return []
    return [gutter(number === line ? '>' : ' ', String(number), windowOf(text, from))]
  }
  const before = windowOf(target.slice(0, Math.max(column - 1, 0)), from)
  const width = String(line + 1).length
  const gutter = (sign: string, number: string, text: string): string =>
    `${sign} ${number.padStart(width)} | ${text}`.trimEnd()
  return [
    ...shownAt(line - 1),
    ...shownAt(line),
    gutter(' ', '', `${' '.repeat(before.length)}^`),
    ...shownAt(line + 1)
  ]
}

/** Replaces tabs with single spaces, so that the caret is in the right column. */
function windowOf(text: string, from: number): string {
  const shown = plainText(text.slice(from, from + MAX_WIDTH).replaceAll('\t', ' '))
  return from > 0 ? `…${shown}` : shown
}

type About = Pick<Report, 'lineOf' | 'baseline'>

/** Whether the baseline contains the finding, so that it doesn't fail the run. */
export const isInBaseline = (finding: Finding, {baseline}: About): boolean => baseline?.unchanged.has(finding) ?? false

/** Whether remedies follow the finding: for new errors, if source lines are available. */
export const showsRemedies = (finding: Finding, about: About): boolean =>
  about.lineOf !== undefined &&
  !isInBaseline(finding, about) &&
  [finding, ...finding.reasons].some(({level}) => level === 'error')

/** Last lines of a finding with source lines: its code and its remedies. Empty if source lines aren't available. */
export function codeAndRemedyLines(
  finding: Finding,
  place: SourceLocation,
  about: About,
  remedies: readonly string[] = remediesOf(finding)
): string[] {
  if (!about.lineOf) return []
  const ways = showsRemedies(finding, about) ? remedies : []
  return [...codeFrame(place, about.lineOf), ...ways.map(way => plainText(`→ ${way}`))]
}
