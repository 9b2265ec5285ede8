import type {Place} from '../model/location.ts'
import type {Finding} from '../model/verdict/finding.ts'
import {codeFrame} from './code-frame.ts'
import {remediesOf} from './finding-evidence.ts'
import type {Report} from './report.ts'
import {plainText} from './sanitize-text.ts'

type About = Pick<Report, 'lineOf' | 'baseline'>

/** What the baseline knows fails nothing. */
export const knownIn = (finding: Finding, {baseline}: About): boolean => baseline?.unchanged.has(finding) ?? false

/** A red finding ends with what can be done, where findings are told whole. */
export const tellsWaysOut = (finding: Finding, about: About): boolean =>
  about.lineOf !== undefined &&
  !knownIn(finding, about) &&
  [finding, ...finding.reasons].some(({level}) => level === 'error')

/** What closes a finding that is told whole: its code, and the ways out. */
export function wholeLines(
  finding: Finding,
  place: Place,
  about: About,
  remedies: readonly string[] = remediesOf(finding)
): string[] {
  if (!about.lineOf) return []
  const ways = tellsWaysOut(finding, about) ? remedies : []
  return [...codeFrame(place, about.lineOf), ...ways.map(way => plainText(`→ ${way}`))]
}
