import type {Event} from '../model/event.ts'
import type {History} from '../model/history.ts'

/**
 * Whether nothing was said where the record says nothing. It does not say everything where it states so, nor of what
 * ended or changed while not all could be read: a mark may have stood there unseen.
 */
export function isAllSaid(event: Event | undefined, {complete, timeline: {entries}}: History): boolean {
  const after = event?.by?.after
  const isUnseen =
    event !== undefined &&
    after !== undefined &&
    entries.some(({index, partial}) => partial && after < index && index < event.entry)
  return complete && !isUnseen
}
