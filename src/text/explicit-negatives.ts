import {aboutOfEvent} from '../model/lifecycle/change-detail.ts'
import type {Event} from '../model/lifecycle/event.ts'
import {formatTarget} from '../model/subject/subject.ts'
import {jsonText} from './escape.ts'

/** What a line has to say so that it tells of that event, and of no other. */
export type Denied = Pick<Event, 'verb' | 'subject' | 'change' | 'about' | 'observed'>

/** The line of a history that says of what a description shows that it breaks nothing: `{changed: …, breaking: false}`. */
export function sayDenial({verb, subject: {target, part}, change, ...event}: Denied): string {
  const about = aboutOfEvent(event)
  const entries = [
    [verb, formatTarget(target)],
    ...Object.entries(part ?? {}),
    ...(change ? [['kind', change]] : []),
    ...(about === undefined ? [] : [['about', about]])
  ]
  const words = entries.map(([key, text = '']) => `${key}: ${plainOrQuoted(text)}`)
  return `{${[...words, 'breaking: false'].join(', ')}}`
}

/** As YAML takes it for that very text between braces. */
const plainOrQuoted = (text: string): string =>
  /^[A-Za-z/][\w/.* -]*$/.test(text) && !/ $|^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : jsonText(text)
