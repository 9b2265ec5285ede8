import {placeBefore} from '../model/api/change.ts'
import type {Place} from '../model/location.ts'
import {formatSubject} from '../model/subject/subject.ts'
import type {Finding} from '../model/verdict/finding.ts'
import type {Judgement} from '../model/verdict/judgement.ts'
import {piecesOfChange, sayPieces} from '../text/changes/sentences.ts'
import {jsonOf, shortened} from '../text/changes/values.ts'
import {hindrancesOf, WITNESS_WORDS, witnessesOf} from '../text/changes/verdict-reasons.ts'
import {sayAnnounced, sayFew} from '../text/format-values.ts'
import {capital} from '../text/text-pieces.ts'
import type {Listed} from './findings.ts'
import type {Report} from './report.ts'

const MAX_WITNESS_LENGTH = 160
const MAX_COVERED = 5

/** Description of the difference, for an observed change that's judged individually. Empty otherwise. */
export function changeLines({judgement}: {readonly judgement?: Judgement}): string[] {
  const change = judgement?.kind === 'change' ? judgement.event.observed : undefined
  return change ? [sayPieces(capital(piecesOfChange(change)))] : []
}

/** Counterexamples of a breaking change, one per line. For an undetermined change, the reasons why there's none. */
export function witnessLines({judgement}: Pick<Listed, 'judgement'>): string[] {
  const change = judgement?.event.observed
  if (!change) return []
  if (judgement.verdict === 'undetermined')
    return hindrancesOf(change).map(why => `whether it breaks could not be shown: ${why}`)
  if (judgement.verdict !== 'broken') return []
  return witnessesOf(change).map(({side, value, where}) => {
    const at = where === '' ? '' : ` at ${where}`
    return `${WITNESS_WORDS[side]}: ${shortened(jsonOf(value), MAX_WITNESS_LENGTH)}${at}`
  })
}

/** Location that supports a finding. */
export interface Evidence {
  readonly says: string
  readonly place: Place
}

/** Locations that support a finding: those named by its rule, the announcement, and the former location. */
export function evidenceOf(
  {finding, judgement}: Pick<Listed, 'finding' | 'judgement'>,
  {locate = each => each}: Pick<Report, 'locate'>
): Evidence[] {
  const {announcement, event} = judgement ?? {}
  const more: Evidence[] = []
  if (announcement && announcement.event !== event) {
    more.push({says: sayAnnounced(announcement), place: locate(announcement.event.place)})
  }
  const before = event?.observed && placeBefore(event.observed)
  if (before) more.push({says: 'it was here', place: locate(before)})
  // A location with a line and one with a pointer can be the same.
  const shown = new Set([finding.place, ...finding.evidence.map(({place}) => place)].flatMap(keysOf))
  return [...finding.evidence, ...more.filter(({place}) => !keysOf(place).some(key => shown.has(key)))]
}

const keysOf = ({source, pointer, line}: Place): string[] => [
  ...(pointer === undefined ? [] : [`${source} ${pointer}`]),
  ...(line === undefined ? [] : [`${source}:${line}`])
]

/** Subjects that ended for the same reason. Empty if there are none. */
export const coversLine = ({covers}: Pick<Finding, 'covers'>): string[] =>
  covers.length > 0 ? [`with it ${sayFew(covers.map(formatSubject), MAX_COVERED)}`] : []

/** Remedies of a finding and its reasons, each once. */
export const remediesOf = ({remedy, reasons}: Finding): string[] => [
  ...new Set([remedy, ...reasons.map(each => each.remedy)].filter(each => each !== undefined))
]
