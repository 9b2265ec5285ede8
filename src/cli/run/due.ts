import type {Context} from '../../app/context.ts'
import {endOfPeriod} from '../../app/end-of-period.ts'
import {headJson, headLine} from '../../app/head.ts'
import type {CommonOptions} from '../../app/session/config.ts'
import {openWrittenHistory, type Session} from '../../app/session/session.ts'
import {isDueOn, type Lifecycle} from '../../model/lifecycle/lifecycle.ts'
import {formatSubject, type Subject} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import {earliestEndOfSupport} from '../../policy/earliest-end-of-support.ts'
import {missingConditions} from '../../policy/notice/end-of-support-constraint.ts'
import {type Serialized, writtenSubject} from '../../report/formats/json.ts'
import {plainText} from '../../report/sanitize-text.ts'
import {jsonText} from '../../text/escape.ts'
import {
  formatAtMoment,
  formatEndWindow,
  formatEntry,
  formatMissingFacts,
  formatMoment,
  formatNeededFacts
} from '../../text/format-values.ts'
import {EXIT} from '../exit-codes.ts'
import type {WrittenDue} from '../formats/due-format.ts'
import type {AnswerFormat} from '../print.ts'

export interface DueOptions extends CommonOptions {
  readonly format: AnswerFormat
  readonly within: string
}

const STATES = ['overdue', 'now', 'coming', 'later', 'unknown'] as const
type State = (typeof STATES)[number]

const TITLES = {
  overdue: 'Overdue: the promised end has passed, and no removal has shipped',
  now: 'May go now',
  coming: 'Coming',
  later: 'Later',
  unknown: 'Cannot be told'
} as const satisfies Record<State, string>

interface Due {
  readonly state: State
  readonly subject: Subject
  /** Sunset date, or the earliest end of support. */
  readonly day?: Day
  readonly says: string
}

/**
 * Lists announced removals that aren't in the history yet: what's overdue, what can be removed now, and what's coming.
 */
export function run(options: DueOptions, context: Context): number {
  const session = openWrittenHistory(options, context)
  const {asOf} = session.history.timeline
  const until = endOfPeriod(options.within, asOf)
  const all = session.history.lifecycles.flatMap(lifecycle => dueOf(lifecycle, until, session)).toSorted(byUrgency)
  if (options.format === 'json') {
    const items = all.map(({state, subject, day, says}) => ({
      state,
      subject: writtenSubject(subject),
      ...(day ? {day} : {}),
      says
    }))
    const written: Serialized<WrittenDue> = {
      ...headJson('due', session),
      until,
      remarks: [...session.remarks],
      due: items
    }
    context.out(`${jsonText(written, 2)}\n`)
    return EXIT.fine
  }
  const groups = STATES.flatMap(state => {
    const items = all.filter(each => each.state === state)
    const title = state === 'coming' ? `${TITLES.coming} until ${until}` : TITLES[state]
    const width = Math.max(0, ...items.map(({subject}) => formatSubject(subject).length))
    return items.length === 0
      ? []
      : [[title, ...items.map(({subject, says}) => `  ${formatSubject(subject).padEnd(width)}  ${says}`)]]
  })
  const body = groups.length > 0 ? groups : [['Nothing is due: no announced end is open.']]
  context.out(
    [[headLine(session), ...session.remarks], ...body].map(lines => `${lines.map(plainText).join('\n')}\n`).join('\n')
  )
  return EXIT.fine
}

/** Sorts the most urgent first. Equal ones keep the order of the history. */
const byUrgency = (a: Due, b: Due): number =>
  STATES.indexOf(a.state) - STATES.indexOf(b.state) || Number(dayNumber(a)) - Number(dayNumber(b))

const dayNumber = ({day}: Due): string => (day ?? '').replaceAll('-', '')

function dueOf(lifecycle: Lifecycle, until: Day, {history, policy}: Session): Due[] {
  const tenure = lifecycle.tenures.at(-1)
  const {subject} = lifecycle
  if (!tenure) return []
  const {end, sunset, announcements} = tenure
  const {asOf} = history.timeline
  if (end && !end.isOwn) return []
  if (end?.removal?.entry !== undefined && !history.timeline.entries[end.removal.entry]?.pending) return []
  if (end && !end.pending && !isDueOn(end, asOf)) {
    const removal = end.removal?.entry === undefined ? undefined : history.timeline.entries[end.removal.entry]
    if (end.kind !== 'sunset') return []
    const day = end.moment.when.latest
    const planned = removal ? `, its removal waits in ${formatEntry(history.timeline, removal.index)}` : ''
    return [
      {state: 'overdue', subject, ...(day ? {day} : {}), says: `was to end ${formatAtMoment(end.moment)}${planned}`}
    ]
  }
  const own = announcements.some(({event}) => formatSubject(event.subject) === formatSubject(subject))
  if (!end && !own) return []
  const lawful = earliestEndOfSupport(lifecycle, policy, history)
  const window = lawful.bounds.find(bound => bound.window)?.window
  const sunsetDay = sunset && formatMoment(sunset.moment)
  const promised = sunsetDay === undefined ? ', no sunset is given' : `, its sunset is ${sunsetDay}`
  if (lawful.kind === 'never')
    return [{state: 'unknown', subject, says: `announced, but the policy lets nothing of this kind end${promised}`}]
  if (lawful.kind === 'undetermined')
    return [{state: 'unknown', subject, says: `not known: ${formatMissingFacts(lawful.missing)}${promised}`}]
  const day = lawful.day ?? asOf
  const state = day <= asOf ? 'now' : day <= until ? 'coming' : 'later'
  const waited = lawful.bounds
    .flatMap(bound => (bound.day === undefined || bound.gate || bound.successor ? [] : [bound.day]))
    .toSorted()
  const since = waited.at(-1) ?? day
  const may =
    day > asOf
      ? `may ${lawful.earlier ? 'certainly ' : ''}end from ${day} on`
      : since < asOf && !window
        ? `may end since ${since}`
        : 'may end today'
  const where = window && window.kind !== 'days' ? `, ${formatEndWindow(window)}` : ''
  const conditions = formatNeededFacts(missingConditions(lawful.bounds))
  const says =
    sunsetDay === day ? `may end on ${day}, its sunset${where}${conditions}` : `${may}${where}${conditions}${promised}`
  return [{state, subject, day: state === 'now' && !window ? since : day, says}]
}
