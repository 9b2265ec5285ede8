import {
  type AnnouncedDeprecation,
  announceDeprecation,
  type DeprecateOptions as DeprecatedPart
} from '@tenure/authoring/announce/deprecate'
import type {WrittenDeprecation} from '@tenure/authoring/announce/deprecate-format'
import {createNotice, findAnnouncement} from '@tenure/authoring/announce/notice'
import {beginMissingHistory} from '@tenure/authoring/init/begin-missing-history'
import {headJson, headLine} from '../../app/head.ts'
import type {Context} from '../../context/context.ts'
import type {DeprecationNotice} from '../../languages/language.ts'
import {languageIn} from '../../languages/languages.ts'
import type {History} from '../../model/lifecycle/history.ts'
import type {Subject} from '../../model/subject/subject.ts'
import {noticeHeaders, sayNotice} from '../../outputs/report/answers/deprecation-notice.ts'
import {sayConstraint} from '../../outputs/report/answers/earliest-end-of-support.ts'
import {writtenSubject} from '../../outputs/report/findings/findings-json.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {jsonText} from '../../phrases/escape.ts'
import type {EarliestEndOfSupport} from '../../policy/earliest-end-of-support.ts'
import {formatSubjectPhrase} from '../../text/finding-phrases.ts'
import {capitalize, formatAtMoment} from '../../text/format-values.ts'
import {EXIT} from '../exit-codes.ts'
import type {AnswerFormat} from '../print.ts'

interface DeprecateOptions extends DeprecatedPart {
  readonly format: AnswerFormat
}

/** Adds a deprecation to the unreleased changes, and prints what was written and the texts for announcing it. */
export async function run(options: DeprecateOptions, context: Context): Promise<number> {
  await beginMissingHistory(options, context)
  const done = await announceDeprecation(options, context)
  const {session, subject, history, wrote} = done
  const remarks = [...session.remarks, ...done.remarks, ...(wrote?.doubts ?? [])]
  const notice = createNotice(subject, history, session.policy.timezone)
  const {spec = '', language: observed} = done
  const language = languageIn(spec, subject.target, observed)
  const headers = language?.isHttp ? noticeHeaders(notice) : []
  const marks = language?.writeMarks?.(notice, spec) ?? {where: '', lines: []}
  if (options.format === 'json') {
    const {since, sunset, replacement} = notice
    const written: WrittenDeprecation = {
      ...headJson('deprecate', session),
      remarks,
      subject: writtenSubject(subject),
      wrote: options['dry-run'] ? undefined : wrote?.path,
      since,
      sunset,
      replacement: replacement && writtenSubject(replacement),
      text: sayNotice(notice),
      headers,
      marks: marks.lines
    }
    context.out(`${jsonText(written, 2)}\n`)
    return EXIT.fine
  }
  const parts = [
    [
      ...(wrote ? describeWritten(subject, notice, wrote, options) : [describeRecorded(subject, history)]),
      headLine(session),
      ...remarks
    ],
    ['To send to clients:', `  ${sayNotice(notice)}`],
    ...(marks.lines.length > 0 ? [[marks.where, ...marks.lines.map(line => `  ${line}`)]] : []),
    ...(headers.length > 0 ? [['In every response (RFC 9745, RFC 8594):', ...headers.map(line => `  ${line}`)]] : [])
  ]
  context.out(parts.map(lines => `${lines.map(plainText).join('\n')}\n`).join('\n'))
  return EXIT.fine
}

function describeWritten(
  subject: Subject,
  {sunset: inForce}: DeprecationNotice,
  {path, earliest, sunset = inForce, lastRelease}: NonNullable<AnnouncedDeprecation['wrote']>,
  options: DeprecateOptions
): string[] {
  const verb = options['dry-run'] ? 'Would write' : 'Wrote'
  const how =
    sunset === undefined
      ? `without a sunset, because ${explainNoSunset(earliest)}. Set one with \`--sunset\``
      : `with the sunset ${sunset}${sayLateEnough(earliest, lastRelease, options) ?? (sunset === earliest.day ? sayFirstDay(earliest) : sayEarliest(earliest))}`
  const why = earliest.kind === 'day' || earliest.kind === 'undetermined' ? earliest.bounds : []
  return [
    `${verb} ${path}: ${formatSubjectPhrase(subject)} is deprecated in the next release, ${how}.`,
    ...why.map(bound => `  ${sayConstraint(bound, subject)}`)
  ]
}

/** For which release the sunset is late enough. `undefined` if any. */
const sayLateEnough = (
  {earlier}: EarliestEndOfSupport,
  lastDay: string | undefined,
  {via}: DeprecateOptions
): string | undefined =>
  lastDay &&
  `, which is ${earlier ? 'certainly ' : ''}late enough if you ${via === undefined ? 'release' : 'merge'} it by ${lastDay}`

const sayFirstDay = ({earlier}: EarliestEndOfSupport): string =>
  `, the first day that the policy ${earlier ? 'certainly ' : ''}allows`

const sayEarliest = ({day, earlier}: EarliestEndOfSupport): string =>
  day === undefined ? '' : earlier ? ` (${day} is certainly allowed)` : ` (the policy allows it from ${day} on)`

/** Reason why no sunset is set. */
function explainNoSunset({kind, bounds}: EarliestEndOfSupport): string {
  if (kind === 'any') return 'the policy guarantees nothing for it'
  if (kind === 'never') return 'the policy allows no removals of this kind'
  if (bounds.some(({assumed}) => assumed)) return 'its notice period does not start with this deprecation'
  return bounds.some(({window, condition, successor}) => window || condition || successor)
    ? 'it depends on more than a day'
    : 'it can be removed at once'
}

function describeRecorded(subject: Subject, history: History): string {
  const announced = findAnnouncement(subject, history)
  const at = announced ? ` ${formatAtMoment(announced.moment)}` : ''
  return `${capitalize(formatSubjectPhrase(subject))} is already deprecated${at}. Nothing was written.`
}
