import type {Context} from '../../app/context.ts'
import {DUE_STATES, type DueOptions as DuePeriod, type DueRemoval, listDue} from '../../app/due.ts'
import {headJson, headLine} from '../../app/head.ts'
import {formatSubject} from '../../model/subject/subject.ts'
import {type Serialized, writtenSubject} from '../../report/formats/json.ts'
import {plainText} from '../../report/sanitize-text.ts'
import {jsonText} from '../../text/escape.ts'
import {EXIT} from '../exit-codes.ts'
import type {WrittenDue} from '../formats/due-format.ts'
import type {AnswerFormat} from '../print.ts'

interface DueOptions extends DuePeriod {
  readonly format: AnswerFormat
}

const TITLES = {
  overdue: 'Overdue: the promised end has passed, and no removal has shipped',
  now: 'May go now',
  coming: 'Coming',
  later: 'Later',
  unknown: 'Cannot be told'
} as const satisfies Record<DueRemoval['state'], string>

/** Prints announced removals that aren't in the history yet, the most urgent first. */
export function run(options: DueOptions, context: Context): number {
  const {session, until, due} = listDue(options, context)
  if (options.format === 'json') {
    const items = due.map(({state, subject, day, says}) => ({
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
  const groups = DUE_STATES.flatMap(state => {
    const items = due.filter(each => each.state === state)
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
