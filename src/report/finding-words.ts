import type {Finding, Level} from '../model/finding.ts'
import type {Place} from '../model/place.ts'
import {formatSubject} from '../model/subject.ts'
import {WITNESS_WORDS, witnessesOf} from '../words/change-grounds.ts'
import {jsonOf, shortened} from '../words/change-values.ts'
import {count, sayAt, sayList} from '../words/say.ts'
import {isFailing, type Listed, type Waived} from './listed.ts'
import {plainText} from './plain-text.ts'
import type {Report} from './report.ts'
import {quietly, sayPlace} from './stylish.ts'

const LONGEST_WITNESS = 160

/** The proofs that something breaks, a line each. */
export function witnessLines({judgement}: Pick<Listed, 'judgement'>): string[] {
  const change = judgement?.verdict === 'broken' ? judgement.event.observed : undefined
  if (!change) return []
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

/** The places that its rule names, and where its end was announced. */
export function evidenceOf({finding, judgement}: Listed, {locate}: Pick<Report, 'locate'>): Evidence[] {
  const shown = new Set([finding.place, ...finding.evidence.map(({place}) => place)].map(keyOf))
  const {announcement, event} = judgement ?? {}
  if (!announcement || announcement.event === event) return [...finding.evidence]
  const {place} = announcement.event
  const announced = {says: `announced ${sayAt(announcement.moment)}`, place: locate?.(place) ?? place}
  return shown.has(keyOf(announced.place)) ? [...finding.evidence] : [...finding.evidence, announced]
}

const keyOf = ({source, pointer, line}: Place): string => `${source} ${line ?? pointer}`

/** What can be done about it, each way once. */
export const remediesOf = ({remedy, reasons}: Finding): string[] => [
  ...new Set([remedy, ...reasons.map(each => each.remedy)].filter(each => each !== undefined))
]

/** All of a finding, a line each, but its own message: safe to print. */
export const detailsOf = (listed: Listed, report: Report): string[] =>
  [
    ...listed.finding.reasons.map(({rule, message}) => `${rule}: ${message}`),
    ...witnessLines(listed),
    ...evidenceOf(listed, report).map(({says, place}) => `${says} at ${sayPlace(place)}`),
    ...remediesOf(listed.finding)
  ].map(plainText)

/** What a waiver excuses, and on whose word. */
export const sayWaived = (waived: Waived, {timeline}: Pick<Report, 'timeline'>): string =>
  plainText(`${formatSubject(waived.subject)} ${sayAt(waived.end)}. ${quietly(waived, timeline.asOf)}`)

const NOUNS = {error: 'error', warning: 'warning', info: 'note'} as const satisfies Record<Level, string>

/** `2 errors and 1 note, 3 in the baseline`; what fails first. */
export function sayCounts(listed: readonly Listed[]): string {
  const levels = (['error', 'warning', 'info'] as const).flatMap(level => {
    const {length} = listed.filter(each => each.level === level && !each.isKnown)
    return length > 0 ? [count(length, NOUNS[level])] : []
  })
  const known = listed.filter(({isKnown}) => isKnown).length
  const parts = [...(levels.length > 0 ? [sayList(levels)] : []), ...(known > 0 ? [`${known} in the baseline`] : [])]
  return parts.length > 0 ? parts.join(', ') : 'no findings'
}

/** The same with what became of the rest: `1 error; 2 excused by waivers; 1 of the baseline gone`. */
export function sayAll(listed: readonly Listed[], waived: number, report: Pick<Report, 'baseline'>): string {
  const gone = report.baseline?.gone.length ?? 0
  return [
    sayCounts(listed),
    ...(waived > 0 ? [`${waived} excused by ${waived === 1 ? 'a waiver' : 'waivers'}`] : []),
    ...(gone > 0 ? [`${gone} of the baseline gone`] : [])
  ].join('; ')
}

/** Whether anything keeps a build from passing. */
export const anyFailing = (listed: readonly Listed[]): boolean => listed.some(isFailing)
