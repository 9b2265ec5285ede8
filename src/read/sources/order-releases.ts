import type {SemVer} from 'semver'
import {type Day, parseDateRange} from '../../model/time/date-range.ts'
import {versionOf} from '../../model/time/release.ts'

/** The versions in names; `undefined` if any name has none, so that versions can't define the order. */
export function versionsOfNames(names: Iterable<string>): ReadonlyMap<string, SemVer> | undefined {
  const versions = new Map<string, SemVer>()
  for (const name of names) {
    const version = versionOf(name)
    // `release-2024-01-01` has no version apart from its date; `1.0.0-20240101` has one.
    if (!version || !versionOf(name.replace(writtenDate(name) ?? '', ''))) return undefined
    versions.set(name, version)
  }
  return versions
}

const FORMS = [/(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/, /(?<!\d)\d{4}-\d{2}(?![\d-])/, /(?<![\d.])(?:19|20)\d{6}(?![\d.])/]

/**
 * The day or month in the name of a release or file (`2024-01-01`, `loans-2024-01`, `api_20240101`); `undefined` if
 * there is none.
 */
export const findDateInName = (name: string): string | undefined => dashed(writtenDate(name))

const dashed = (date: string | undefined): string | undefined => date?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')

const writtenDate = (name: string): string | undefined =>
  FORMS.map(form => form.exec(name)?.[0]).find(found => found !== undefined && parseDateRange(dashed(found) ?? ''))

interface Ordered {
  readonly name: string
  readonly date?: string
}

/** Sorts releases by version if all names have one, else by date if all have one, else leaves their order. */
export function sortReleases<Release extends Ordered>(releases: readonly Release[]): Release[] {
  const versions = versionsOfNames(releases.map(({name}) => name))
  if (versions) {
    return releases.toSorted((a, b) => {
      const [left, right] = [versions.get(a.name), versions.get(b.name)]
      return (left && right && left.compare(right)) || byText(startOf(a), startOf(b)) || byText(a.name, b.name)
    })
  }
  if (releases.some(({date}) => date === undefined)) return [...releases]
  return releases.toSorted((a, b) => byText(startOf(a), startOf(b)))
}

const startOf = ({date}: Ordered): Day => (date === undefined ? '' : (parseDateRange(date)?.earliest ?? ''))

const byText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
