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

const LONGEST_WITNESS = 160
const MOST_COVERED = 5

/** What differs, where a change was seen and is judged by itself. */
export function changeLines({judgement}: {readonly judgement?: Judgement}): string[] {
  const change = judgement?.kind === 'change' ? judgement.event.observed : undefined
  return change ? [sayPieces(capital(piecesOfChange(change)))] : []
}

/** The proofs that something breaks, a line each; of what is not known, why there is none. */
export function witnessLines({judgement}: Pick<Listed, 'judgement'>): string[] {
  const change = judgement?.event.observed
  if (!change) return []
  if (judgement.verdict === 'undetermined')
    return hindrancesOf(change).map(why => `whether it breaks could not be shown: ${why}`)
  if (judgement.verdict !== 'broken') return []
  return witnessesOf(change).map(({side, value, where}) => {
    const at = where === '' ? '' : ` at ${where}`
    return `${WITNESS_WORDS[side]}: ${shortened(jsonOf(value), LONGEST_WITNESS)}${at}`
  })
}

/** A place that shows something of a finding. */
export interface Evidence {
  readonly says: string
  readonly place: Place
}

/** The places that its rule names, where its end was announced, and where it was before. */
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
  // What was located and what was not are the same place.
  const shown = new Set([finding.place, ...finding.evidence.map(({place}) => place)].flatMap(keysOf))
  return [...finding.evidence, ...more.filter(({place}) => !keysOf(place).some(key => shown.has(key)))]
}

const keysOf = ({source, pointer, line}: Place): string[] => [
  ...(pointer === undefined ? [] : [`${source} ${pointer}`]),
  ...(line === undefined ? [] : [`${source}:${line}`])
]

/** What ended with it, because it has the same cause. */
export const coversLine = ({covers}: Pick<Finding, 'covers'>): string[] =>
  covers.length > 0 ? [`with it ${sayFew(covers.map(formatSubject), MOST_COVERED)}`] : []

/** What can be done about it, each way once. */
export const remediesOf = ({remedy, reasons}: Finding): string[] => [
  ...new Set([remedy, ...reasons.map(each => each.remedy)].filter(each => each !== undefined))
]
