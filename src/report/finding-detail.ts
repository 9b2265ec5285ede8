import type {SourceLocation} from '../model/location.ts'
import type {Finding} from '../model/verdict/finding.ts'
import {codeFrame} from './code-frame.ts'
import {remediesOf} from './finding-evidence.ts'
import type {Report} from './report.ts'
import {plainText} from './sanitize-text.ts'

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
