import {createHash} from 'node:crypto'
import type {SourceLocation} from '../../../model/location.ts'
import type {Level} from '../../../model/verdict/finding.ts'
import {jsonText} from '../../../phrases/escape.ts'
import {capitalize} from '../../../text/format-values.ts'
import {changeLines, remediesOf, witnessLines} from '../finding-evidence.ts'
import {ownerLine, sayRevisionPlace, sayWaived} from '../finding-text.ts'
import {
  displayLevel,
  findNotCompared,
  findWaivedJudgments,
  type ListedFinding,
  listFindings,
  WAIVED_RULE,
  waivedFingerprint
} from '../findings.ts'
import {fileOfError, type InputErrorReport, MAX_ERRORS, sayProblem} from '../input-errors.ts'
import type {Report} from '../report.ts'
import type {Reporter} from '../reporter.ts'
import {repositoryFile} from '../repository-path.ts'
import {plainText} from '../sanitize-text.ts'

type Severity = 'info' | 'minor' | 'major' | 'critical' | 'blocker'

const SEVERITY = {error: 'major', warning: 'minor', info: 'info'} as const satisfies Record<Level, Severity>

/** Code Quality JSON, which GitLab shows in merge requests. */
export const gitlab: Reporter = {
  hasRepositoryPaths: true,
  write: result => codeQuality([result]),
  combine: parts => codeQuality(parts.map(({result}) => result))
}

/**
 * Code Quality report for GitLab: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format. GitLab
 * identifies findings by fingerprint only, so fingerprints are made unique, and hides findings without a line.
 */
function codeQuality(parts: readonly (Report | InputErrorReport)[]): string {
  const issues = parts.flatMap(part => ('problems' in part ? errorIssues(part) : issuesOf(part)))
  const seen = new Map<string, number>()
  const unique = issues.map(issue => {
    const twins = seen.get(issue.fingerprint) ?? 0
    seen.set(issue.fingerprint, twins + 1)
    return twins === 0 ? issue : {...issue, fingerprint: uniqueFingerprint(issue.fingerprint, twins)}
  })
  return `${jsonText(unique, 2)}\n`
}

function issuesOf(report: Report) {
  const {api} = report
  const issues = [
    ...findNotCompared(report).map(({level, what, text, place}) => ({
      description: text,
      check_name: `not-${what}`,
      fingerprint: createHash('sha256').update(`not-${what} ${report.source.path}`).digest('hex').slice(0, 20),
      severity: SEVERITY[level],
      location: locationOf(place ?? {source: report.source.path}, report.root)
    })),
    ...listFindings(report).map(listed => ({
      description: descriptionOf(listed, report),
      check_name: listed.finding.rule,
      fingerprint: listed.finding.fingerprint,
      severity: severityOf(listed, report),
      location: locationOf(listed.finding.place, report.root)
    })),
    ...findWaivedJudgments(report).map(waived => ({
      description: sayWaived(waived),
      check_name: WAIVED_RULE,
      fingerprint: waivedFingerprint(waived),
      severity: 'info' as const,
      location: locationOf(waived.place, report.root)
    }))
  ]
  // Two APIs may have findings with equal fingerprints.
  return api === undefined
    ? issues
    : issues.map(issue => ({
        ...issue,
        fingerprint: uniqueFingerprint(issue.fingerprint, api),
        description: `${plainText(api)}: ${issue.description}`
      }))
}

const errorIssues = ({problems, root}: InputErrorReport) =>
  problems.slice(0, MAX_ERRORS).map(problem => {
    const path = fileOfError(problem.place, root) ?? 'tenure.yaml'
    return {
      description: plainText(sayProblem(problem)),
      check_name: 'not-checked',
      fingerprint: createHash('sha256').update(`not-checked ${path} ${problem.message}`).digest('hex').slice(0, 20),
      severity: 'blocker' as const,
      location: {path, lines: {begin: problem.place?.line ?? 1}}
    }
  })

const uniqueFingerprint = (fingerprint: string, twin: number | string): string =>
  createHash('sha256').update(`${fingerprint} ${twin}`).digest('hex').slice(0, 20)

/** Severity of a finding. Breaking changes are more severe than problems of the history. */
function severityOf(listed: ListedFinding, report: Report): Severity {
  const level = displayLevel(listed, report)
  if (listed.isKnown) return 'info'
  return level === 'error' && listed.finding.verdict === 'violation' ? 'critical' : SEVERITY[level]
}

/** Text of a finding in one string, because GitLab shows nothing else. */
function descriptionOf(listed: ListedFinding, report: Report): string {
  const {finding, isKnown} = listed
  const sentences = [
    finding.message,
    ...sayRevisionPlace(finding, report),
    ...finding.reasons.map(({message}) => message),
    ...(finding.details ?? []),
    ...changeLines(listed),
    ...witnessLines(listed).map(capitalize),
    ...ownerLine(finding),
    ...remediesOf(finding)
  ]
  return plainText(`${isKnown ? 'In the baseline: ' : ''}${sentences.map(each => each.replace(/\.$/, '')).join('. ')}.`)
}

function locationOf(place: SourceLocation, root?: string) {
  const {path, revision} = repositoryFile(place, root)
  return {path: plainText(path), lines: {begin: revision === undefined ? (place.line ?? 1) : 1}}
}
