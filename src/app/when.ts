import type {Context} from '../context/context.ts'
import {readyFor} from '../descriptions/readers.ts'
import {findCurrentSpec} from '../inputs/sources/release-base.ts'
import {isUnversioned} from '../languages/languages.ts'
import {defined} from '../model/defined.ts'
import {inputError} from '../model/input-error.ts'
import {
  type Announcement,
  type EndOfSupport,
  isDueOn,
  latestTenureOf,
  reachedEnd,
  withOwnNotice
} from '../model/lifecycle/lifecycle.ts'
import {bodiesOf, canonicalSubject, isField} from '../model/subject/field.ts'
import {formatSubject, isMember, isPart, type Subject, subjectKey} from '../model/subject/subject.ts'
import {type Day, parseDateRange} from '../model/time/date-range.ts'
import type {Moment} from '../model/time/timeline.ts'
import {type EarliestEndOfSupport, earliestEndOfSupport} from '../policy/earliest-end-of-support.ts'
import {type LatestAnnouncement, latestAnnouncement} from '../policy/latest-announcement.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import {formatSubjectPhrase} from '../text/finding-phrases.ts'
import {capitalize, formatAtMoment, formatFew} from '../text/format-values.ts'
import {type CommonOptions, configOf} from './session/config.ts'
import {readCurrentDescription} from './session/current-description.ts'
import {assertKnownSubject, findUnknownSubject} from './session/known-subject.ts'
import {openWrittenHistory, type Session} from './session/session.ts'
import {parseSubjectOptions, type SubjectOptions} from './session/subject-option.ts'

export interface WhenOptions extends CommonOptions, SubjectOptions {
  readonly end?: string | undefined
}

/** Question when a subject may end, with the session that answers it. */
export interface WhenQuestion {
  readonly session: Session
  readonly remarks: readonly string[]
  readonly subject: Subject
}

/** Earliest end of support of a subject. */
export interface EarliestEndAnswer extends WhenQuestion {
  readonly earliest: EarliestEndOfSupport
  /** The earliest end if clocks that haven't started do so on the as-of day. Missing if all have. */
  readonly planned?: EarliestEndOfSupport
  readonly announcements: readonly Announcement[]
  /** The requested end (`--end`), and the latest day on which it can be announced. */
  readonly requested?: {readonly end: Day; readonly latest: LatestAnnouncement}
}

/**
 * Answer to the question when a subject may end; `ended` if it has ended already, with the removal if that came after
 * the sunset.
 */
export type WhenAnswer = (WhenQuestion & {readonly ended: Moment; readonly removal?: Moment}) | EarliestEndAnswer

/** Finds the earliest end of support of a subject; with `end`, also the latest day to announce that end. */
export async function findEnd(options: WhenOptions, context: Context): Promise<WhenAnswer> {
  const asked = parseSubjectOptions(options)
  const {end} = options
  if (end !== undefined && !(/^\d{4}-\d{2}-\d{2}$/.test(end) && parseDateRange(end))) {
    throw inputError(`\`--end ${end}\` isn't a day that exists. Write one such as \`2026-03-02\`.`)
  }
  const spec = findCurrentSpec(context.files, configOf(options, context)?.spec)
  await readyFor([isField(asked) ? spec : undefined])
  const session = openWrittenHistory(options, context, undefined, [asked])
  const {history, policy} = session
  const subject = canonicalSubject(asked, history.findFields)
  const lifecycle = history.bySubject.get(subjectKey(subject))
  if (!lifecycle) throw new Error(`${capitalize(formatSubjectPhrase(subject))} has no lifecycle in the history.`)
  const remarks = [...session.remarks]
  const question = {session, remarks, subject}
  const name = formatSubject(subject)
  const isSame = (each: {readonly subject: Subject}): boolean => subjectKey(each.subject) === subjectKey(subject)
  if (!lifecycle.events.some(isSame) && !history.facts.some(isSame)) {
    await assertKnown(context, subject, session)
    // The events of its target count for a part, too.
    const by = isMember(subject.target) ? 'that of the operations that use it' : 'taken from its name'
    const how = isUnversioned(subject.target, history.about.language) ? '' : ` Its stability is ${by}.`
    if (lifecycle.events.length === 0) remarks.push(`\`${name}\` isn't in the history.${how}`)
  }
  const {unannounced} = lifecycle
  if (unannounced)
    remarks.push(
      `Its deprecation covers only some uses of it. Not covered: ${formatFew(bodiesOf(unannounced).map(formatSubjectPhrase))}.`
    )
  const tenure = latestTenureOf(lifecycle)
  const {announcements} = withOwnNotice(tenure, subject)
  const {asOf} = history.timeline
  const ended = reachedEnd(tenure)
  if (ended) {
    if (isRemoved(ended, session))
      return {
        ...question,
        ended: ended.moment,
        ...defined({removal: ended.kind === 'removed' ? undefined : ended.removal})
      }
    const reaches = isDueOn(ended, asOf) ? 'reaches' : 'reached'
    const who = isPart(subject) && !isSame(ended.event) ? capitalize(formatSubjectPhrase(ended.event.subject)) : 'It'
    remarks.push(`${who} ${reaches} its sunset ${formatAtMoment(ended.moment)}, but no removal was released.`)
  }
  const earliest = earliestEndOfSupport(lifecycle, policy, history)
  const planned = earliest.kind === 'after' ? earliestEndOfSupport(lifecycle, policy, history, asOf) : undefined
  const answer = {...question, earliest, ...defined({planned}), announcements}
  return end === undefined
    ? answer
    : {...answer, requested: {end, latest: latestAnnouncement(lifecycle, end, policy, history)}}
}

/** Throws an `InputError` if neither the history nor the current API description contains the subject. */
async function assertKnown(workspace: Workspace, subject: Subject, {history, config}: Session): Promise<void> {
  // The lifecycle of the subject itself is left out if it has no events, because it was made for the question.
  const key = subjectKey(subject)
  const {bySubject, lifecycles} = history
  const others = {
    ...history,
    lifecycles: lifecycles.filter(life => subjectKey(life.subject) !== key),
    bySubject: new Map([...bySubject].filter(([each]) => each !== key))
  }
  // The history alone can't tell which parts its subjects have.
  if (!subject.part && !findUnknownSubject(subject, others, undefined)) return
  assertKnownSubject(subject, others, await readCurrentDescription(workspace, config?.spec))
}

/** Whether the subject was removed. A sunset that has passed without a removal leaves the question open. */
const isRemoved = ({kind, removal}: EndOfSupport, {history: {timeline}}: Session): boolean =>
  kind === 'removed' || (removal?.entry !== undefined && timeline.entries[removal.entry]?.pending === false)
