import type {ChosenSunset} from '../../app/announce/choose-sunset.ts'
import type {WrittenDeprecation} from '../../app/announce/deprecate-format.ts'
import {latestTenure} from '../../app/announce/next-draft.ts'
import type {Context} from '../../app/context.ts'
import {headJson, headLine} from '../../app/head.ts'
import type {CommonOptions} from '../../app/session/config.ts'
import type {Session} from '../../app/session/session.ts'
import type {SubjectOptions} from '../../app/session/subject-option.ts'
import type {History} from '../../model/lifecycle/history.ts'
import {formatSubject, type Subject, subjectKey} from '../../model/subject/subject.ts'
import type {EarliestEndOfSupport} from '../../policy/earliest-end-of-support.ts'
import {type DeprecationNotice, noticeHeaders, noticeMarks, sayNotice} from '../../report/answers/deprecation-notice.ts'
import {sayConstraint} from '../../report/answers/earliest-end-of-support.ts'
import {type Serialized, writtenSubject} from '../../report/formats/json.ts'
import {plainText} from '../../report/sanitize-text.ts'
import {jsonText} from '../../text/escape.ts'
import {formatAtMoment} from '../../text/format-values.ts'
import {EXIT} from '../exit-codes.ts'
import type {AnswerFormat} from '../print.ts'

interface DeprecationResult {
  readonly session: Session
  readonly subject: Subject
  readonly remarks: readonly string[]
  /** History including the deprecation. */
  readonly history: History
  /** Missing if the history contained the deprecation already. */
  readonly wrote?: ChosenSunset & {readonly path: string}
}

/** Prints what was written, and the texts for announcing it. */
export function printDeprecation(options: DeprecateOptions, context: Context, done: DeprecationResult): number {
  const {session, subject, history, wrote} = done
  const remarks = [...session.remarks, ...done.remarks, ...(wrote?.doubts ?? [])]
  const notice = noticeOf(subject, history, session)
  if (options.format === 'json') {
    const {since, sunset, replacement} = notice
    const written: Serialized<WrittenDeprecation> = {
      ...headJson('deprecate', session),
      remarks,
      subject: writtenSubject(subject),
      ...(wrote && !options['dry-run'] ? {wrote: wrote.path} : {}),
      since,
      ...(sunset === undefined ? {} : {sunset}),
      ...(replacement ? {replacement: writtenSubject(replacement)} : {}),
      says: sayNotice(notice),
      headers: noticeHeaders(notice),
      marks: noticeMarks(notice)
    }
    context.out(`${jsonText(written, 2)}\n`)
    return EXIT.fine
  }
  const headers = noticeHeaders(notice)
  const marks = noticeMarks(notice)
  const parts = [
    [headLine(session), ...remarks],
    wrote ? describeWritten(subject, notice, wrote, options) : [describeRecorded(subject, history)],
    ['To send to clients:', `  ${sayNotice(notice)}`],
    ...(marks.length > 0 ? [['In the API description:', ...marks.map(line => `  ${line}`)]] : []),
    ...(headers.length > 0 ? [['In every response (RFC 9745, RFC 8594):', ...headers.map(line => `  ${line}`)]] : [])
  ]
  context.out(parts.map(lines => `${lines.map(plainText).join('\n')}\n`).join('\n'))
  return EXIT.fine
}

function describeWritten(
  subject: Subject,
  {sunset: inForce}: DeprecationNotice,
  {path, earliest, sunset = inForce}: NonNullable<DeprecationResult['wrote']>,
  options: DeprecateOptions
): string[] {
  const verb = options['dry-run'] ? 'Would write' : 'Wrote'
  const how =
    sunset === undefined
      ? `without a sunset: ${explainNoSunset(earliest)} (--sunset promises a day)`
      : sunset === earliest.day
        ? earliest.earlier
          ? `with the first day that is lawful in any case as the sunset, ${sunset}`
          : `with its earliest lawful end as the sunset, ${sunset}`
        : `with the sunset ${sunset}${sayEarliest(earliest)}`
  const why = earliest.kind === 'day' || earliest.kind === 'undetermined' ? earliest.bounds : []
  return [
    `${verb} ${path}: \`${formatSubject(subject)}\` is deprecated in \`next\`, ${how}.`,
    ...why.map(bound => `  ${sayConstraint(bound)} (clause ${bound.clause.revision} ${bound.clause.pointer})`)
  ]
}

const sayEarliest = ({day, earlier}: EarliestEndOfSupport): string =>
  day === undefined ? '' : earlier ? ` (${day} is lawful in any case)` : ` (the earliest lawful one is ${day})`

/** Reason why no sunset is set. */
function explainNoSunset({kind, bounds}: EarliestEndOfSupport): string {
  if (kind === 'any') return 'nothing is promised to it'
  if (kind === 'never') return 'the policy lets nothing of this kind end'
  if (bounds.some(({assumed}) => assumed)) return 'its clock does not start with this'
  return bounds.some(({window, gate, successor}) => window || gate || successor)
    ? 'it waits for no day, but for this'
    : 'it may end at once'
}

function describeRecorded(subject: Subject, history: History): string {
  const tenure = latestTenure(subject, history)
  const announced = tenure?.announcements.find(({event}) => subjectKey(event.subject) === subjectKey(subject))
  const at = announced ? ` ${formatAtMoment(announced.moment)}` : ''
  return `\`${formatSubject(subject)}\` is deprecated on record already${at}: nothing was written.`
}

/** Notice about the announcement in the history. */
function noticeOf(subject: Subject, history: History, {policy: {timezone}}: Session): DeprecationNotice {
  const tenure = latestTenure(subject, history)
  const announced = tenure?.announcements.find(({event}) => subjectKey(event.subject) === subjectKey(subject))
  const event = announced?.event
  const page = /https?:\/\/[^\s,;<>]+/.exec(event?.via ?? '')?.[0]
  const sunset = tenure?.sunset?.moment.stated.replace(/^release /, '')
  return {
    subject,
    since: announced?.moment.when.earliest ?? history.timeline.asOf,
    ...(sunset === undefined ? {} : {sunset}),
    ...(event?.replacement ? {replacement: event.replacement} : {}),
    ...(event?.unreplaced ? {unreplaced: true} : {}),
    ...(event?.note === undefined ? {} : {note: event.note}),
    ...(page === undefined ? {} : {page}),
    timezone
  }
}

export interface DeprecateOptions extends CommonOptions, SubjectOptions {
  readonly replacement?: string | undefined
  readonly sunset?: string | undefined
  readonly note?: string | undefined
  readonly via?: string | undefined
  readonly spec?: string | undefined
  readonly force: boolean
  readonly format: AnswerFormat
  readonly 'dry-run': boolean
}
