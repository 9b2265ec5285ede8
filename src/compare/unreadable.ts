import type {ChangeKind} from '../model/change.ts'
import {keyOf} from '../schema/json.ts'
import {isUnreadable, unreadableIn, whyUnread} from '../schema/unreadable.ts'
import {ask, type Desk, type Fact, sidesOf, spotsOf} from './desk.ts'
import {type Flat, said} from './flat.ts'
import {isShort} from './short.ts'

/** What is told by kinds of its own, and not as a keyword that changed. */
const KINDS: Readonly<Record<string, readonly ChangeKind[]>> = {
  nullable: ['null-allowed', 'null-refused'],
  'x-nullable': ['null-allowed', 'null-refused'],
  enum: ['value-added', 'value-removed'],
  required: ['field-required', 'field-optional']
}

/**
 * Keywords that hold on either side what nobody can read, as a `maxLength` that is a text: of what they decide nothing
 * is known, so that a change of them is told as one that nobody can judge. Answers whether a fact is about one of them:
 * what others make of it leaves out what could not be read.
 */
export function compareUnreadable(desk: Desk): (fact: Fact) => boolean {
  const {older, newer} = desk
  const keywords = [...new Set([older, newer].flatMap(({members}) => members.flatMap(unreadableIn)))]
  for (const keyword of keywords) {
    const [was, is] = [older, newer].map(flat => said(flat, keyword).map(({value}) => value)) as [unknown[], unknown[]]
    if (keyOf(was) === keyOf(is)) continue
    const asked = ask(desk, [keyword])
    desk.tell({
      kind: 'constraint-changed',
      about: keyword,
      ...spotsOf(desk, keyword),
      was: brief(was),
      is: brief(is),
      prove: side => {
        const {sup} = sidesOf(desk, side)
        return isUnread(sup, keyword) ? {is: 'undetermined', why: whyUnread(keyword)} : asked(side)
      }
    })
  }
  return ({kind, about}) => keywords.some(keyword => about === keyword || KINDS[keyword]?.includes(kind))
}

const isUnread = ({members}: Flat, keyword: string): boolean => members.some(node => isUnreadable(node, keyword))

const brief = (values: readonly unknown[]): unknown =>
  [values.length === 1 ? values[0] : values].find(value => values.length > 0 && isShort(value))
