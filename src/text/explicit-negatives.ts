import {type Event, eventDetailOf} from '../model/lifecycle/event.ts'
import {formatTarget} from '../model/subject/subject.ts'
import {jsonText} from './escape.ts'

/** The fields that identify an event, and no other one, in a history line. */
export type DeniedBreak = Pick<Event, 'verb' | 'subject' | 'change' | 'about' | 'observed'>

/** The history line that declares an observed change compatible: `{changed: …, breaking: false}`. */
export function formatDeniedBreak({verb, subject: {target, part}, change, ...event}: DeniedBreak): string {
  const about = eventDetailOf(event)
  const entries = [
    [verb, formatTarget(target)],
    ...Object.entries(part ?? {}),
    ...(change ? [['kind', change]] : []),
    ...(about === undefined ? [] : [['about', about]])
  ]
  const words = entries.map(([key, text = '']) => `${key}: ${quoteIfNeeded(text)}`)
  return `{${[...words, 'breaking: false'].join(', ')}}`
}

/** A string for a YAML flow mapping, quoted if YAML would read it differently. */
const quoteIfNeeded = (text: string): string =>
  /^[A-Za-z/][\w/.* -]*$/.test(text) && !/ $|^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : jsonText(text)
