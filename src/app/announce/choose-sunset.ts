import {rules} from '../../../rules/index.ts'
import {lint} from '../../lint.ts'
import {InputError, inputError} from '../../model/input-error.ts'
import type {Lifecycle} from '../../model/lifecycle/lifecycle.ts'
import {hasSunsetShipped} from '../../model/lifecycle/sunsets.ts'
import {isEndpoint, isPrefix, type Subject, subjectKey} from '../../model/subject/subject.ts'
import {type Day, parseDateRange} from '../../model/time/date-range.ts'
import {type EarliestEndOfSupport, earliestEndOfSupport} from '../../policy/earliest-end-of-support.ts'
import {judgeSunset} from '../../policy/judge-sunset.ts'
import {formatSubjectPhrase} from '../../text/finding-phrases.ts'
import {formatMissingClause} from '../../text/missing-facts.ts'
import type {Session} from '../session/session.ts'
import type {DraftWithHistory} from './next-draft.ts'

/** Rules that check whether the policy allows a sunset date. */
const SUNSET_RULE_IDS = new Set(['sunset-too-early', 'sunset-outside-window', 'sunset-moved-earlier'])
export const sunsetRules = rules.filter(({id}) => SUNSET_RULE_IDS.has(id))

export interface SunsetRequest {
  readonly requested: string | undefined
  readonly force: boolean
  readonly draft: (sunset: string | undefined) => DraftWithHistory
  readonly session: Session
}

export interface ChosenSunset {
  readonly sunset?: string
  /** Earliest end of support, with the constraints that it follows from. */
  readonly earliest: EarliestEndOfSupport
  /** Reasons why it isn't known whether the requested sunset is late enough, as sentences. */
  readonly doubts?: readonly string[]
}

/**
 * Chooses the sunset: the requested one if the policy allows it, otherwise the earliest that the policy allows. Throws
 * an `InputError` if the policy refuses it (unless `force`) or if the earliest end of support is undetermined.
 */
export function chooseSunset(subject: Subject, choice: SunsetRequest): ChosenSunset {
  const {requested, force, draft, session} = choice
  const earliest = latestEndOfSupport(subject, draft(undefined), session)
  const sunset = requested ?? defaultSunset(earliest, session)
  if (requested === undefined && earliest.kind === 'undetermined') {
    throw inputError(
      `It can't be decided when ${formatSubjectPhrase(subject)} can be removed: ${formatMissingClause(earliest.missing, {subject})}. Choose a sunset with \`--sunset\`.`,
      undefined,
      '--sunset 2028-01-01'
    )
  }
  if (sunset === undefined) return {earliest}
  const doubts = requested === undefined ? [] : findUncertainties(requested, subject, draft(requested), session)
  if (!force) assertAllowed(sunset, {subject, earliest, drafted: draft(sunset), session})
  return {sunset, earliest, ...(doubts.length > 0 ? {doubts} : {})}
}

/**
 * Day to announce as the sunset if none was requested. `undefined` if the subject can already be removed, or if the
 * earliest end of support depends on a notice period that this announcement doesn't start.
 */
function defaultSunset({kind, day, bounds}: EarliestEndOfSupport, {history: {timeline}}: Session): Day | undefined {
  const isWaiting = bounds.some(({assumed}) => assumed)
  return kind === 'day' && !isWaiting && day !== undefined && day > timeline.asOf ? day : undefined
}

/**
 * Reasons why it's undetermined whether a requested sunset is late enough. An upcoming release without a date isn't a
 * reason.
 */
function findUncertainties(sunset: string, subject: Subject, {history}: DraftWithHistory, {policy}: Session): string[] {
  const event = findAnnouncement(subject, history)
  const all = history.lifecycles.flatMap(life => {
    const judged = event && life.events.includes(event) ? judgeSunset(life, policy, history) : undefined
    if (judged?.sunset.event !== event || judged?.judgment.verdict !== 'undetermined') return []
    const {earliestEnd, judgment, sunset} = judged
    const day = earliestEnd.kind === 'day' ? earliestEnd.day : undefined
    const {latest} = sunset.moment.when
    const isOpen = earliestEnd.kind === 'undetermined' || (latest !== undefined && day !== undefined && latest < day)
    const missing = earliestEnd.earlier?.missing ?? judgment.missing
    if (!isOpen || missing.length === 0) return []
    const sure = day === undefined ? '' : ` ${day} is late enough in any case.`
    return [`${formatMissingClause(missing, life)}.${sure}`]
  })
  return [...new Set(all)].slice(0, 1).map(why => `It can't be decided whether ${sunset} is late enough: ${why}`)
}

interface Proposal {
  readonly subject: Subject
  readonly earliest: EarliestEndOfSupport
  readonly drafted: DraftWithHistory
  readonly session: Session
}

/** Throws an `InputError` if the sunset is in the past or violates a rule, before anything is written. */
function assertAllowed(sunset: string, {subject, earliest, drafted: {history}, session}: Proposal): void {
  const {asOf} = history.timeline
  const latest = parseDateRange(sunset)?.latest
  if (latest !== undefined && latest < asOf) {
    throw inputError(`Sunset \`${sunset}\` is in the past. Choose a later day, or write it anyway with \`--force\`.`)
  }
  const event = findAnnouncement(subject, history)
  if (latest === undefined && event?.sunset && hasSunsetShipped(event.sunset, history.timeline)) {
    throw inputError(
      `Sunset \`${sunset}\` is already released. Choose a later release, or write it anyway with \`--force\`.`
    )
  }
  const {findings} = lint(history, session.policy, sunsetRules, {judgments: []})
  const refused = findings
    .flatMap(finding => [finding, ...finding.reasons.map(reason => ({...finding, ...reason}))])
    .filter(each => each.event === event?.id && each.level === 'error' && SUNSET_RULE_IDS.has(each.rule))
  if (refused.length === 0) return
  const because = earliest.kind === 'day' ? `--sunset ${earliest.day}` : undefined
  throw new InputError(
    refused.map(({rule, message, remedy}) => ({
      message: `${message.replace(/\.?$/, '.')} ${remedy ?? ''} (${rule}; \`--force\` writes it anyway)`,
      ...(because === undefined ? {} : {example: because})
    }))
  )
}

const findAnnouncement = (subject: Subject, {events}: DraftWithHistory['history']) =>
  events.findLast(({verb, subject: each}) => verb === 'deprecated' && subjectKey(each) === subjectKey(subject))

/**
 * Earliest day on which support of everything that the announcement covers may end: the latest of the earliest ends of
 * support. Endpoints that already have a sunset of their own are left out.
 */
function latestEndOfSupport(subject: Subject, {history}: DraftWithHistory, {policy}: Session): EarliestEndOfSupport {
  const event = findAnnouncement(subject, history)
  const isItself = (life: Lifecycle): boolean => subjectKey(life.subject) === subjectKey(subject)
  const open = history.lifecycles.filter(
    life => event !== undefined && life.events.includes(event) && life.tenures.at(-1)?.end === undefined
  )
  const below = open.filter(
    life => !isItself(life) && isEndpoint(life.subject.target) && !life.subject.part && !life.tenures.at(-1)?.sunset
  )
  // If the history lists endpoints below the prefix, they count and not the prefix itself.
  const covered = isPrefix(subject.target) && below.length > 0 ? below : open.filter(isItself)
  const all = covered.map(life => earliestEndOfSupport(life, policy, history))
  const never = all.find(({kind}) => kind === 'never')
  const unknown = all.find(({kind}) => kind === 'undetermined')
  const [last] = all.filter(({kind}) => kind === 'day').toSorted((a, b) => ((a.day ?? '') < (b.day ?? '') ? 1 : -1))
  const [first = {kind: 'any', bounds: [], missing: [], stabilities: []}] = all
  return never ?? unknown ?? last ?? first
}
