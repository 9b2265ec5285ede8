import {NEXT} from '../../model/time/timeline.ts'
import {versionsOfNames} from '../sources/order-releases.ts'
import type {WrittenHistoryItem} from './format.ts'

/** Sorts releases by version if all have one, else by date. Announcements are placed before the first later release. */
export function sortHistoryItems<Item extends {readonly item: WrittenHistoryItem}>(written: readonly Item[]): Item[] {
  const releases = written.filter(({item}) => 'release' in item)
  const nameOf = ({item}: Item): string => ('release' in item ? item.release : item.on)
  const dateOf = ({item}: Item): string => ('release' in item ? item.date : item.on) ?? ''
  const versions = versionsOfNames(releases.map(nameOf).filter(name => name !== NEXT))
  const sorted = releases.toSorted((a, b) => {
    if (nameOf(a) === NEXT || nameOf(b) === NEXT) return nameOf(a) === NEXT ? 1 : -1
    const left = versions?.get(nameOf(a))
    const right = versions?.get(nameOf(b))
    if (left && right) return left.compare(right)
    return dateOf(a) === dateOf(b) ? (nameOf(a) < nameOf(b) ? -1 : 1) : dateOf(a) < dateOf(b) ? -1 : 1
  })
  const statements = written
    .filter(({item}) => !('release' in item))
    .toSorted((a, b) => (dateOf(a) < dateOf(b) ? -1 : 1))
  for (const statement of statements) {
    const place = sorted.findIndex(each => nameOf(each) === NEXT || dateOf(each) > dateOf(statement))
    sorted.splice(place === -1 ? sorted.length : place, 0, statement)
  }
  return sorted
}
