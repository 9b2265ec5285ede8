import {eventKey} from '../model/lifecycle/event.ts'
import type {Place} from '../model/location.ts'
import {subjectKey} from '../model/subject/subject.ts'
import {type Finding, fingerprintOf, LEVELS, type Level} from '../model/verdict/finding.ts'
import type {Judgement} from '../model/verdict/judgement.ts'
import type {Report} from './report.ts'

type Placed = Judgement & {readonly place: Place}

/** A finding as a list of findings has it. */
export interface Listed {
  readonly finding: Finding
  /** The worst of its own and those of its reasons, as the exit code has it. */
  readonly level: Level
  /** The baseline knows it: it fails nothing. */
  readonly isKnown: boolean
  /** The end or the break that it explains. */
  readonly judgement?: Placed
}

/** An end or a break that a recorded exception excuses. */
export interface Waived extends Placed {
  readonly waiver: NonNullable<Judgement['waiver']>
}

/** All findings: those that are new first, then the worst, what cannot be judged before notes, then in their order. */
export function listedIn({
  findings,
  judgements,
  baseline
}: Pick<Report, 'findings' | 'judgements' | 'baseline'>): Listed[] {
  const about = new Map(judgements.map(each => [keyOf(each.event.id, each.subject), each]))
  const listed = findings.map((finding): Listed => {
    const {verdict, event, subject} = finding
    const judgement = verdict && subject ? about.get(keyOf(event, subject)) : undefined
    return {
      finding,
      level: worstLevel(finding),
      isKnown: baseline?.unchanged.has(finding) ?? false,
      ...(judgement ? {judgement} : {})
    }
  })
  return listed.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** Which end or break a finding explains. */
export const keyOf = (event: number | undefined, subject: Judgement['subject']): string =>
  `${event} ${subjectKey(subject)}`

const rankOf = ({level, isKnown, finding: {verdict}}: Listed): number =>
  (isKnown ? 100 : 0) + LEVELS.indexOf(level) * 10 + (verdict === 'broken' ? 0 : verdict === 'undetermined' ? 1 : 2)

/** The reasons of a finding have levels of their own. */
const worstLevel = (finding: Finding): Level =>
  LEVELS.find(level => [finding, ...finding.reasons].some(each => each.level === level)) ?? finding.level

/** What a build fails for. */
export const isFailing = ({level, isKnown}: Listed): boolean => level === 'error' && !isKnown

/** What stands for a rule where a waiver excuses something: none has spoken. */
export const WAIVED = 'waived'

export const waivedFingerprint = ({subject, event}: Waived): string => fingerprintOf(WAIVED, subject, eventKey(event))

/** Exceptions stay visible. */
export const waivedIn = ({judgements}: Pick<Report, 'judgements'>): Waived[] =>
  judgements.flatMap(({waiver, ...judgement}) =>
    judgement.verdict === 'exempt' && judgement.exemptBy === 'waiver' && waiver ? [{...judgement, waiver}] : []
  )

/** Whether the build fails: the exit code of `check` says the same. */
export const anyFailing = (report: Report): boolean => listedIn(report).some(isFailing)
