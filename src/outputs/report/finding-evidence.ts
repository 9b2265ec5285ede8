import {oldLocation} from '../../languages/kinds.ts'
import type {SourceLocation} from '../../model/location.ts'
import {formatSubject} from '../../model/subject/subject.ts'
import type {Finding} from '../../model/verdict/finding.ts'
import type {Judgment} from '../../model/verdict/judgment.ts'
import {capitalizeFirst, ensureFullStop} from '../../phrases/text-pieces.ts'
import {changePieces, formatPieces} from '../../text/changes/sentences.ts'
import {inconclusiveReasons} from '../../text/changes/verdict-reasons.ts'
import {witnessesOf, witnessPieces} from '../../text/changes/witnesses.ts'
import {formatSubjectPhrase} from '../../text/finding-phrases.ts'
import {formatAnnouncement, formatFew, formatReleases} from '../../text/format-values.ts'
import type {ListedFinding} from './findings.ts'
import type {Report} from './report.ts'
import {sayPlace} from './report-text.ts'

const MAX_COVERED = 5

/** Description of an observed change, unless the finding's message contains it. Empty otherwise. */
export function changeLines({finding, judgment}: {readonly finding?: Finding; readonly judgment?: Judgment}): string[] {
  const change = judgment?.kind === 'change' ? judgment.event.observed : undefined
  if (!change) return []
  const sentence = formatPieces(ensureFullStop(capitalizeFirst(changePieces(change))))
  return finding?.message.includes(sentence.replace(/\.$/, '')) ? [] : [sentence]
}

/** Replacement of what ended, unless the finding's message names it. Empty if there's none. */
export function replacementLine({
  finding,
  judgment
}: {
  readonly finding: Finding
  readonly judgment?: Judgment
}): string[] {
  const replacement = judgment?.replacement ?? finding.replacement
  if (!replacement) return []
  const name = formatSubjectPhrase(replacement)
  return finding.message.includes(name) ? [] : [`Replacement: ${name}`]
}

/** Counterexamples of a breaking change, one per line. For an undetermined change, the reasons why there's none. */
export function witnessLines({judgment}: Pick<ListedFinding, 'judgment'>): string[] {
  const change = judgment?.event.observed
  if (!change) return []
  if (judgment.verdict === 'undetermined')
    return inconclusiveReasons(change).map(why => `Whether it breaks clients isn't proven: ${why}.`)
  if (judgment.verdict !== 'violation') return []
  return witnessesOf(change).map(each => formatPieces(witnessPieces(each)))
}

/** Location that supports a finding. */
export interface Evidence {
  readonly text: string
  readonly place: SourceLocation
}

/** Locations that support a finding: those named by its rule, the announcement, and the former location. */
export function evidenceOf(
  {finding, judgment}: Pick<ListedFinding, 'finding' | 'judgment'>,
  {locate = each => each}: Pick<Report, 'locate'>
): Evidence[] {
  const {announcement, event} = judgment ?? {}
  const more: Evidence[] = []
  if (announcement && announcement.event !== event) {
    more.push({text: formatAnnouncement(announcement), place: locate(announcement.event.place)})
  }
  const before = event?.observed && oldLocation(event.observed)
  // An empty source means that the older description isn't in a file that can be named.
  const was = before && before.source !== '' ? locate(before) : undefined
  if (was && !more.some(({place}) => sayPlace(place) === sayPlace(was))) more.push({text: 'Was', place: was})
  // A location with a line and one with a pointer can be the same.
  const shown = new Set([finding.place, ...finding.evidence.map(({place}) => place)].flatMap(keysOf))
  return [...finding.evidence, ...more.filter(({place}) => !keysOf(place).some(key => shown.has(key)))]
}

const keysOf = ({source, pointer, line}: SourceLocation): string[] => [
  ...(pointer === undefined ? [] : [`${source} ${pointer}`]),
  ...(line === undefined ? [] : [`${source}:${line}`])
]

/** Subjects that ended for the same reason. Empty if there are none. */
export const coveredLine = ({covers}: Pick<Finding, 'covers'>): string[] =>
  covers.length > 0 ? [`Includes ${formatFew(covers.map(formatSubject), MAX_COVERED)}`] : []

/** `Clients of 1.2, 1.3, and 1.4 rely on it.` Empty if no release is known, or the message names them. */
export const releasesLine = ({releases = [], message, direction}: Finding): string[] =>
  releases.length === 0 || direction !== undefined || message.includes('lients of ')
    ? []
    : [`Clients of ${formatReleases(releases)} rely on it.`]

/** Remedies of a finding and its reasons, each once. */
export const remediesOf = ({remedy, reasons}: Finding): string[] => [
  ...new Set([remedy, ...reasons.map(each => each.remedy)].filter(each => each !== undefined))
]
