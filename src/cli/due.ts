import type {Lifecycle} from '../model/lifecycle.ts'
import {refuse} from '../model/problem.ts'
import {formatSubject, type Subject} from '../model/subject.ts'
import type {Day} from '../model/when.ts'
import {earliestLawfulEnd} from '../promise/bounds.ts'
import {addUnits} from '../promise/lengths.ts'
import {writtenSubject} from '../report/json.ts'
import {plainText} from '../report/plain-text.ts'
import {headOf} from '../report/stylish.ts'
import {sayAt, sayMissing, sayMoment} from '../words/say.ts'
import {EXIT, type Io} from './io.ts'
import type {ReportFormat} from './print.ts'
import {type CommonOptions, openSession, type Session} from './session.ts'

export interface DueOptions extends CommonOptions {
  readonly format: ReportFormat
  readonly within: string
}

const STATES = ['overdue', 'now', 'coming', 'later', 'unknown'] as const
type State = (typeof STATES)[number]

const TITLES = {
  overdue: 'Overdue: the promised end has passed, and no removal is on record',
  now: 'May go now',
  coming: 'Coming',
  later: 'Later',
  unknown: 'Cannot be told'
} as const satisfies Record<State, string>

interface Due {
  readonly state: State
  readonly subject: Subject
  /** The promised end, or the earliest lawful one. */
  readonly day?: Day
  readonly says: string
}

/** What may go now, what is overdue, what is coming: every announced end that is not yet on record. */
export function run(options: DueOptions, io: Io): number {
  const session = openSession(options, io)
  const {asOf} = session.history.timeline
  const until = horizon(options.within, asOf)
  const all = session.history.lifecycles.flatMap(lifecycle => dueOf(lifecycle, until, session))
  if (options.format === 'json') {
    const items = all.map(({state, subject, day, says}) => ({
      state,
      subject: writtenSubject(subject),
      ...(day ? {day} : {}),
      says
    }))
    io.out(`${JSON.stringify({format: 1, command: 'due', asOf, until, due: items}, undefined, 2)}\n`)
    return EXIT.fine
  }
  const head = headOf({...session, asOf, source: {kind: 'history', path: session.path, partial: false}})
  const groups = STATES.flatMap(state => {
    const items = all.filter(each => each.state === state).toSorted((a, b) => ((a.day ?? '') < (b.day ?? '') ? -1 : 1))
    const title = state === 'coming' ? `${TITLES.coming} until ${until}` : TITLES[state]
    return items.length === 0
      ? []
      : [[title, ...items.map(({subject, says}) => `  ${formatSubject(subject)}: ${says}`)]]
  })
  const body = groups.length > 0 ? groups : [['Nothing is due: no announced end is open.']]
  io.out([[head, ...session.remarks], ...body].map(lines => `${lines.map(plainText).join('\n')}\n`).join('\n'))
  return EXIT.fine
}

function horizon(within: string, asOf: Day): Day {
  const match = /^(\d{1,4})\s*(d|w|m|y)[a-z]*$/.exec(within)
  const unit = ({d: 'days', w: 'weeks', m: 'months', y: 'years'} as const)[match?.[2] as 'd' | 'w' | 'm' | 'y']
  if (!match || !unit)
    throw refuse(
      `Unexpected time \`${within}\` for --within, expected a number with its unit, as \`90d\`, \`12w\`, \`6m\` or \`1y\``
    )
  return addUnits(asOf, Number(match[1]), unit)
}

function dueOf(lifecycle: Lifecycle, until: Day, {history, policy}: Session): Due[] {
  const tenure = lifecycle.tenures.at(-1)
  const {subject} = lifecycle
  if (!tenure) return []
  const {end, sunset, announcements} = tenure
  if (end && !end.own) return []
  if (end?.kind === 'sunset' && !end.removal) {
    return [
      {
        state: 'overdue',
        subject,
        ...(end.moment.when.latest ? {day: end.moment.when.latest} : {}),
        says: `was to end ${sayAt(end.moment)}`
      }
    ]
  }
  if (end && !end.pending) return []
  const own = announcements.some(({event}) => formatSubject(event.subject) === formatSubject(subject))
  if (!end && !own) return []
  const {asOf} = history.timeline
  const lawful = earliestLawfulEnd(lifecycle, policy, history)
  const promised = sunset ? `, promised for ${sayMoment(sunset.moment)}` : ', without a promised day'
  if (lawful.kind === 'never')
    return [{state: 'unknown', subject, says: `announced, but the policy never lets it end${promised}`}]
  if (lawful.kind === 'undetermined')
    return [{state: 'unknown', subject, says: `${sayMissing(lawful.missing)} missing${promised}`}]
  const day = lawful.day ?? asOf
  const state = day <= asOf ? 'now' : day <= until ? 'coming' : 'later'
  return [{state, subject, day, says: day <= asOf ? `lawful since ${day}${promised}` : `lawful from ${day}${promised}`}]
}
