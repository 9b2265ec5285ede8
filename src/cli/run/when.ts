import {headLine} from '../../app/head.ts'
import {EXIT, type Io} from '../../app/io.ts'
import {type CommonOptions, openSession, type Session} from '../../app/session/session.ts'
import {refuse} from '../../model/input-error.ts'
import {type End, isDueOn} from '../../model/lifecycle/lifecycle.ts'
import {formatSubject, subjectKey} from '../../model/subject/subject.ts'
import {parseWhen} from '../../model/time/date-range.ts'
import {earliestLawfulEnd, type LawfulEnd} from '../../policy/earliest-end-of-support.ts'
import {type LawfulAnnouncement, latestLawfulAnnouncement} from '../../policy/latest-announcement.ts'
import {sayBound, sayLawfulAnnouncement, sayLawfulEnd} from '../../report/answers/earliest-end-of-support.ts'
import {plainText} from '../../report/sanitize-text.ts'
import {jsonText} from '../../text/escape.ts'
import {sayAt} from '../../text/format-values.ts'
import {type Asked, announcementJson, endedJson, endJson} from '../formats/when-json.ts'
import {type SubjectOptions, subjectFrom} from '../options/subject-option.ts'
import type {ReportFormat} from '../print.ts'

export interface WhenOptions extends CommonOptions, SubjectOptions {
  readonly format: ReportFormat
  readonly end?: string | undefined
}

/** Prints the earliest end of support of a subject and the reasons; with `end`, the latest day to announce that end. */
export function run(options: WhenOptions, io: Io): number {
  const subject = subjectFrom(options)
  const {end} = options
  if (end !== undefined && !(/^\d{4}-\d{2}-\d{2}$/.test(end) && parseWhen(end))) {
    throw refuse(`Unexpected day \`${end}\` for --end, expected a day that exists, as \`2026-03-02\``)
  }
  const session = openSession(options, io, undefined, [subject])
  const {history, policy} = session
  const lifecycle = history.bySubject.get(subjectKey(subject))
  if (!lifecycle) throw new Error(`Unexpected lack of a life for \`${formatSubject(subject)}\``)
  const remarks = [...session.remarks]
  const question: Asked = {session, remarks, subject}
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
      const gone = `\`${name}\` has ended already, ${sayAt(ended.moment)}.`
      return printAnswer(question, io, options, () => endedJson(question, ended.moment), [gone])
    }
    const is = isDueOn(ended, asOf) ? 'is' : 'was'
    remarks.push(`It ${is} to end ${sayAt(ended.moment)}; no removal has shipped.`)
  }
  const lawful = earliestLawfulEnd(lifecycle, policy, history)
  const earliest = sayLawfulEnd(name, lawful, {announced: announcements.length > 0, asOf})
  if (end === undefined)
    return printAnswer(question, io, options, () => endJson(question, lawful), [earliest, ...constraintLines(lawful)])
  const latest = latestLawfulAnnouncement(lifecycle, end, policy, history)
  const [first] = announcements
  const since = first
    ? [`Its end is announced already, ${sayAt(first.moment)}.`, earliest]
    : latest.day !== undefined && latest.day < asOf
      ? ['That day has passed.', earliest]
      : []
  const lines = [sayLawfulAnnouncement(name, end, latest), ...since, ...constraintLines(latest)]
  return printAnswer(question, io, options, () => announcementJson(question, end, latest, lawful), lines)
}

/** Whether the subject was removed. A sunset that has passed without a removal leaves the question open. */
const isRemoved = ({kind, removal}: End, {history: {timeline}}: Session): boolean =>
  kind === 'removed' || (removal?.entry !== undefined && timeline.entries[removal.entry]?.pending === false)

function printAnswer(
  {session, remarks}: Asked,
  io: Io,
  {format}: WhenOptions,
  written: () => object,
  lines: readonly string[]
): number {
  if (format === 'json') io.out(`${jsonText(written(), 2)}\n`)
  else io.out([headLine(session), ...remarks, '', ...lines].map(line => `${plainText(line)}\n`).join(''))
  return EXIT.fine
}

/** Constraints on the end of support. If support never ends, only the end window is relevant. */
const constraintLines = ({kind, bounds}: LawfulEnd | LawfulAnnouncement): string[] =>
  bounds
    .filter(({window}) => kind !== 'never' || window)
    .map(bound => `  ${sayBound(bound)} (clause ${bound.clause.revision} ${bound.clause.pointer})`)
