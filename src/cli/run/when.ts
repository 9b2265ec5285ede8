import type {Context} from '../../app/context.ts'
import {headLine} from '../../app/head.ts'
import type {CommonOptions} from '../../app/session/config.ts'
import {openWrittenHistory, type Session} from '../../app/session/session.ts'
import {parseSubjectOptions, type SubjectOptions} from '../../app/session/subject-option.ts'
import {inputError} from '../../model/input-error.ts'
import {type EndOfSupport, isDueOn} from '../../model/lifecycle/lifecycle.ts'
import {formatSubject, subjectKey} from '../../model/subject/subject.ts'
import {parseDateRange} from '../../model/time/date-range.ts'
import {type EarliestEndOfSupport, earliestEndOfSupport} from '../../policy/earliest-end-of-support.ts'
import {type LatestAnnouncement, latestAnnouncement} from '../../policy/latest-announcement.ts'
import {
  sayConstraint,
  sayEarliestEndOfSupport,
  sayLatestAnnouncement
} from '../../report/answers/earliest-end-of-support.ts'
import {plainText} from '../../report/sanitize-text.ts'
import {jsonText} from '../../text/escape.ts'
import {formatAtMoment} from '../../text/format-values.ts'
import {EXIT} from '../exit-codes.ts'
import {announcementJson, endedJson, endJson, type WhenQuestion} from '../formats/when-json.ts'
import type {AnswerFormat} from '../print.ts'

export interface WhenOptions extends CommonOptions, SubjectOptions {
  readonly format: AnswerFormat
  readonly end?: string | undefined
}

/** Prints the earliest end of support of a subject and the reasons; with `end`, the latest day to announce that end. */
export function run(options: WhenOptions, context: Context): number {
  const subject = parseSubjectOptions(options)
  const {end} = options
  if (end !== undefined && !(/^\d{4}-\d{2}-\d{2}$/.test(end) && parseDateRange(end))) {
    throw inputError(`Unexpected day \`${end}\` for --end, expected a day that exists, as \`2026-03-02\``)
  }
  const session = openWrittenHistory(options, context, undefined, [subject])
  const {history, policy} = session
  const lifecycle = history.bySubject.get(subjectKey(subject))
  if (!lifecycle) throw new Error(`Unexpected lack of a life for \`${formatSubject(subject)}\``)
  const remarks = [...session.remarks]
  const question: WhenQuestion = {session, remarks, subject}
  const name = formatSubject(subject)
  if (lifecycle.events.length === 0 && !history.facts.some(fact => subjectKey(fact.subject) === subjectKey(subject))) {
    remarks.push(`\`${name}\` is not on record: judged by what its name shows.`)
  }
  const {announcements = []} = lifecycle.tenures.at(-1) ?? {}
  // A part ends with its whole.
  const whole = subject.part ? history.bySubject.get(subjectKey({target: subject.target})) : undefined
  const ended = [lifecycle, whole].map(life => life?.tenures.at(-1)?.end).find(end => end !== undefined)
  const {asOf} = history.timeline
  if (ended && !ended.pending) {
    if (isRemoved(ended, session)) {
      const gone = `\`${name}\` has ended already, ${formatAtMoment(ended.moment)}.`
      return printAnswer(question, context, options, () => endedJson(question, ended.moment), [gone])
    }
    const is = isDueOn(ended, asOf) ? 'is' : 'was'
    remarks.push(`It ${is} to end ${formatAtMoment(ended.moment)}; no removal has shipped.`)
  }
  const lawful = earliestEndOfSupport(lifecycle, policy, history)
  const earliest = sayEarliestEndOfSupport(name, lawful, {announced: announcements.length > 0, asOf})
  if (end === undefined)
    return printAnswer(question, context, options, () => endJson(question, lawful), [
      earliest,
      ...constraintLines(lawful)
    ])
  const latest = latestAnnouncement(lifecycle, end, policy, history)
  const [first] = announcements
  const since = first
    ? [`Its end is announced already, ${formatAtMoment(first.moment)}.`, earliest]
    : latest.day !== undefined && latest.day < asOf
      ? ['That day has passed.', earliest]
      : []
  const lines = [sayLatestAnnouncement(name, end, latest), ...since, ...constraintLines(latest)]
  return printAnswer(question, context, options, () => announcementJson(question, end, latest, lawful), lines)
}

/** Whether the subject was removed. A sunset that has passed without a removal leaves the question open. */
const isRemoved = ({kind, removal}: EndOfSupport, {history: {timeline}}: Session): boolean =>
  kind === 'removed' || (removal?.entry !== undefined && timeline.entries[removal.entry]?.pending === false)

function printAnswer(
  {session, remarks}: WhenQuestion,
  context: Context,
  {format}: WhenOptions,
  written: () => object,
  lines: readonly string[]
): number {
  if (format === 'json') context.out(`${jsonText(written(), 2)}\n`)
  else context.out([headLine(session), ...remarks, '', ...lines].map(line => `${plainText(line)}\n`).join(''))
  return EXIT.fine
}

/** Constraints on the end of support. If support never ends, only the end window is relevant. */
const constraintLines = ({kind, bounds}: EarliestEndOfSupport | LatestAnnouncement): string[] =>
  bounds
    .filter(({window}) => kind !== 'never' || window)
    .map(bound => `  ${sayConstraint(bound)} (clause ${bound.clause.revision} ${bound.clause.pointer})`)
