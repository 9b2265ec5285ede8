import {refuse} from '../model/problem.ts'
import {formatSubject, subjectKey} from '../model/subject.ts'
import {parseWhen} from '../model/when.ts'
import {
  type Bound,
  earliestLawfulEnd,
  type LawfulAnnouncement,
  type LawfulEnd,
  latestLawfulAnnouncement
} from '../promise/bounds.ts'
import {sayBound, sayLawfulAnnouncement, sayLawfulEnd} from '../report/lawful-end.ts'
import {plainText} from '../report/plain-text.ts'
import {headOf} from '../report/stylish.ts'
import {sayAt, sayLength} from '../words/say.ts'
import {EXIT, type Io} from './io.ts'
import type {ReportFormat} from './print.ts'
import {type CommonOptions, openSession, type Session} from './session.ts'
import {type SubjectOptions, subjectFrom} from './subject-option.ts'

export interface WhenOptions extends CommonOptions, SubjectOptions {
  readonly format: ReportFormat
  readonly end?: string | undefined
}

/** The earliest day on which a subject may end, and why; with `end`, by when that end must be announced. */
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
  if (lifecycle.events.length === 0 && !history.facts.some(fact => subjectKey(fact.subject) === subjectKey(subject))) {
    remarks.push(`\`${formatSubject(subject)}\` is not on record: judged by what its name shows.`)
  }
  const ended = lifecycle.tenures.at(-1)?.end
  if (ended && !ended.pending) remarks.push(`It has ended already, ${sayAt(ended.moment)}.`)
  if (end !== undefined) {
    const answer = latestLawfulAnnouncement(lifecycle, end, policy, history)
    if (options.format === 'json')
      io.out(written(session, options, {end, ...answer, bounds: answer.bounds.map(boundOf)}))
    else io.out(shown(session, remarks, sayLawfulAnnouncement(formatSubject(subject), end, answer), whyLines(answer)))
    return EXIT.fine
  }
  const answer = earliestLawfulEnd(lifecycle, policy, history)
  if (options.format === 'json') {
    io.out(written(session, options, {...answer, bounds: answer.bounds.map(boundOf)}))
    return EXIT.fine
  }
  const announced = (lifecycle.tenures.at(-1)?.announcements.length ?? 0) > 0
  io.out(
    shown(
      session,
      remarks,
      sayLawfulEnd(formatSubject(subject), answer, {announced, asOf: history.timeline.asOf}),
      whyLines(answer)
    )
  )
  return EXIT.fine
}

function shown(session: Session, remarks: readonly string[], answer: string, why: readonly string[]): string {
  const head = headOf({
    ...session,
    asOf: session.history.timeline.asOf,
    source: {kind: 'history', path: session.path, partial: false}
  })
  return [head, ...remarks, '', answer, ...why].map(line => `${plainText(line)}\n`).join('')
}

const whyLines = ({bounds}: LawfulEnd | LawfulAnnouncement): string[] =>
  bounds.map(bound => `  ${sayBound(bound)} (clause ${bound.clause.revision} ${bound.clause.pointer})`)

function boundOf({clause, day, length, start, assumed, window, sunset, gate, missing}: Bound) {
  return {clause, day, promised: length && sayLength(length), start, assumed, window, sunset, gate, missing}
}

function written(
  {history, policy}: Session,
  {subject, field, parameter, header, value, in: side}: WhenOptions,
  answer: object
): string {
  const asked = {subject, field, parameter, header, value, in: side}
  return `${JSON.stringify({format: 1, command: 'when', asOf: history.timeline.asOf, policy: {name: policy.name, source: policy.source}, ...asked, ...answer}, undefined, 2)}\n`
}
