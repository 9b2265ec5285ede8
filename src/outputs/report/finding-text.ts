import {formatSubject} from '../../model/subject/subject.ts'
import type {Finding} from '../../model/verdict/finding.ts'
import {formatAtMoment, formatOwners} from '../../text/format-values.ts'
import {changeLines, coveredLine, evidenceOf, releasesLine, remediesOf, witnessLines} from './finding-evidence.ts'
import type {ListedFinding, WaivedJudgment} from './findings.ts'
import {commonOwners} from './headline.ts'
import type {Report} from './report.ts'
import {sayNoFinding, sayPlace} from './report-text.ts'
import {repositoryFile} from './repository-path.ts'
import {plainText} from './sanitize-text.ts'

/** Who owns the subject of a finding. Empty if that isn't known. */
export const ownerLine = ({owners}: Pick<Finding, 'owners'>): string[] =>
  owners === undefined ? [] : [`Owned by ${formatOwners(owners)}`]

/** The owners of a finding, unless the next steps name those of all. Empty if they aren't known. */
export const ownOwnerLine = (finding: Finding, report: Report): string[] =>
  finding.owners && formatOwners(finding.owners) === commonOwners(report) ? [] : ownerLine(finding)

/** All lines of a finding except its own message, sanitized for printing. */
export const findingDetails = (listed: ListedFinding, report: Report): string[] =>
  [
    ...changeLines(listed),
    ...listed.finding.reasons.map(({rule, message}) => `${rule}: ${message}`),
    ...(listed.finding.details ?? []),
    ...coveredLine(listed.finding),
    ...releasesLine(listed.finding),
    ...witnessLines(listed),
    ...evidenceOf(listed, report).map(({text, place}) => `${text} at ${sayPlace(place)}`),
    ...ownerLine(listed.finding),
    ...remediesOf(listed.finding).map(way => `→ ${way}`)
  ].map(plainText)

/** Place of a finding in a revision, whose lines aren't those of the current file. Empty for a current file. */
export const sayRevisionPlace = ({place}: Pick<Finding, 'place'>, {diff}: Pick<Report, 'diff'>): string[] =>
  repositoryFile(place).revision === undefined ? [] : [`${diff ? 'At' : 'It was at'} ${sayPlace(place)}`]

/** Waived subject, with the waiver's reason and approver. */
export const sayWaived = (waived: WaivedJudgment): string =>
  plainText(`${formatSubject(waived.subject)} ${formatAtMoment(waived.end)}. ${sayNoFinding(waived)}`)
