import {createColors} from 'picocolors'
import {DUE_STATES, type DueRemoval, nameOfDue} from '../../app/due.ts'
import {headLine} from '../../app/head.ts'
import type {DueList} from '../../app/list-due.ts'
import type {Context} from '../../context/context.ts'
import type {Day} from '../../model/time/date-range.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'

const TITLES = {
  overdue: 'Overdue: past the sunset, but not removed',
  now: 'Can be removed now',
  coming: 'Coming',
  later: 'Later',
  unknown: 'Undetermined'
} as const satisfies Record<DueRemoval['state'], string>

const COUNT_WORDS = {
  overdue: 'overdue',
  now: 'can be removed now',
  coming: 'coming',
  later: 'later',
  unknown: 'undetermined'
} as const satisfies Record<DueRemoval['state'], string>

/** Announced removals by urgency, for a terminal. */
export function formatDue({session, until, due}: DueList, {color}: Context): string {
  const colors = createColors(color)
  const paint = {
    overdue: colors.red,
    now: colors.yellow,
    coming: colors.bold,
    later: colors.bold,
    unknown: colors.yellow
  } as const satisfies Record<DueRemoval['state'], (text: string) => string>
  const hasOwners = new Set(due.map(({owners}) => owners?.join())).size > 1
  const groups = DUE_STATES.flatMap(state => {
    const items = due.filter(each => each.state === state)
    const title = state === 'coming' ? `${TITLES.coming} until ${until}` : TITLES[state]
    const width = Math.max(0, ...items.map(({subject}) => nameOfDue(subject).length))
    return items.length === 0
      ? []
      : [
          [
            paint[state](plainText(title)),
            ...items.flatMap(each => itemLines(each, width, hasOwners)).map(line => plainText(`  ${line}`))
          ]
        ]
  })
  const head = [colors.bold(formatDueCounts(due, until)), ...[...session.remarks, headLine(session)].map(plainText)]
  return [head, ...groups].map(lines => `${lines.join('\n')}\n`).join('\n')
}

/** A removal with its status, and the replacement and the owners below. An owner of all of them isn't repeated. */
function itemLines({subject, text, replacement, owners = []}: DueRemoval, width: number, hasOwners: boolean): string[] {
  const facts = [
    ...(replacement ? [`use ${nameOfDue(replacement)}`] : []),
    ...(hasOwners && owners.length > 0 ? [`owner: ${owners.join(', ')}`] : [])
  ]
  return [
    `${nameOfDue(subject).padEnd(width)}  ${text}`,
    ...(facts.length > 0 ? [`${' '.repeat(width)}  ${facts.join('; ')}`] : [])
  ]
}

/** First line: `2 overdue, 1 can be removed now, 3 coming by 2027-05-20`. */
function formatDueCounts(due: readonly DueRemoval[], until: Day): string {
  const counts = DUE_STATES.flatMap(state => {
    const count = due.filter(each => each.state === state).length
    return count === 0 ? [] : [`${count} ${COUNT_WORDS[state]}${state === 'coming' ? ` by ${until}` : ''}`]
  })
  return counts.length > 0 ? counts.join(', ') : 'No removals are due.'
}
