import {createColors} from 'picocolors'
import {headLine} from '../../app/head.ts'
import {type EarliestEndAnswer, type WhenOptions as EndQuestion, findEnd, type WhenAnswer} from '../../app/when.ts'
import type {Context} from '../../context/context.ts'
import type {Subject} from '../../model/subject/subject.ts'
import {
  sayConstraint,
  sayEarliestEndOfSupport,
  sayLatestAnnouncement,
  sayPlannedEnd
} from '../../outputs/report/answers/earliest-end-of-support.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import type {EarliestEndOfSupport} from '../../policy/earliest-end-of-support.ts'
import type {LatestAnnouncement} from '../../policy/latest-announcement.ts'
import {formatSubjectPhrase} from '../../text/finding-phrases.ts'
import {capitalize, formatAtMoment} from '../../text/format-values.ts'
import {EXIT} from '../exit-codes.ts'
import {announcementJson, endedJson, endJson} from '../formats/when-json.ts'
import {type AnswerFormat, printAnswer} from '../print.ts'

interface EndpointOptions extends EndQuestion {
  readonly format: AnswerFormat
}

/** Prints the earliest end of support of a subject and the reasons; with `end`, the latest day to announce that end. */
export async function runForEndpoint(options: EndpointOptions, context: Context): Promise<number> {
  const answer = await findEnd(options, context)
  const formats = {json: () => answerJson(answer), stylish: () => formatAnswer(answer, context)}
  await printAnswer({formats}, options.format, context)
  return EXIT.fine
}

function formatAnswer(answer: WhenAnswer, {color}: Context): string {
  const [first = '', ...others] = answerLines(answer).map(plainText)
  const notes = [...answer.remarks, headLine(answer.session)].map(plainText)
  const {bold, dim} = createColors(color)
  return `${[bold(first), ...others, '', ...notes.map(dim)].join('\n')}\n`
}

function answerJson(answer: WhenAnswer): object {
  if ('ended' in answer) return endedJson(answer, answer.ended)
  const {requested} = answer
  return requested ? announcementJson(answer, requested.end, requested.latest) : endJson(answer)
}

function answerLines(answer: WhenAnswer): string[] {
  const {subject} = answer
  if ('ended' in answer) {
    const {ended, removal} = answer
    const late = removal === undefined ? '' : `, after its sunset ${formatAtMoment(ended)}`
    return [`${capitalize(formatSubjectPhrase(subject))} was removed ${formatAtMoment(removal ?? ended)}${late}.`]
  }
  const {session, earliest: earliestEnd, planned, announcements, requested} = answer
  const {asOf} = session.history.timeline
  const plan = planned ? sayPlannedEnd(planned, announcements.length > 0, asOf) : ''
  const earliest = `${sayEarliestEndOfSupport(subject, earliestEnd)}${plan}`
  if (!requested) return [earliest, ...constraintLines(subject, earliestEnd)]
  const {end, latest} = requested
  return [
    sayLatestAnnouncement(subject, end, latest),
    ...announcedLines(answer, latest, earliest),
    ...constraintLines(subject, latest)
  ]
}

/** Lines for an end that is announced already, or too late to announce. Empty otherwise. */
function announcedLines(
  {announcements, session}: EarliestEndAnswer,
  {day}: LatestAnnouncement,
  earliest: string
): string[] {
  const [first] = announcements
  if (first)
    return [`It ${first.moment.isOpen ? 'is' : 'was'} already deprecated ${formatAtMoment(first.moment)}.`, earliest]
  return day !== undefined && day < session.history.timeline.asOf ? ['That day has passed.', earliest] : []
}

/** Constraints on the end of support, each once. If support never ends, only the end window is relevant. */
function constraintLines(subject: Subject, {kind, bounds}: EarliestEndOfSupport | LatestAnnouncement): string[] {
  const shown = bounds.filter(({window}) => kind !== 'never' || window)
  return [...new Set(shown.map(each => sayConstraint(each, subject)))].map(each => `  - ${each}`)
}
