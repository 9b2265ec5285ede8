import {type Day, parseDateRange} from './date-range.ts'
import {orderVersions} from './version.ts'

interface Ordered {
  readonly name: string
  readonly date?: string
}

/** Sorts releases by version if all names have one, else by date if all have one, else leaves their order. */
export function sortReleases<Release extends Ordered>(releases: readonly Release[]): Release[] {
  const {versions, compare} = orderVersions(releases.map(each => ({name: each.name, day: startOf(each) || undefined})))
  if (releases.every(({name}) => versions.has(name))) {
    return releases.toSorted((a, b) => {
      const [left, right] = [versions.get(a.name), versions.get(b.name)]
      return (left && right && compare(left, right)) || byText(startOf(a), startOf(b)) || byText(a.name, b.name)
    })
  }
  if (releases.some(({date}) => date === undefined)) return [...releases]
  return releases.toSorted((a, b) => byText(startOf(a), startOf(b)))
}

const startOf = ({date}: Ordered): Day => (date === undefined ? '' : (parseDateRange(date)?.earliest ?? ''))

const byText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
