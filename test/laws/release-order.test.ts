import fc from 'fast-check'
import {describe, it} from 'vitest'
import {sortReleases} from '../../src/model/time/order-releases.ts'
import {releaseLineOf, versionOf} from '../../src/model/time/release.ts'
import {findBaseRelease, findPredecessor, isCandidate, isContainedIn} from '../../src/model/time/release-branches.ts'
import type {Timeline} from '../../src/model/time/timeline.ts'
import {orderVersions} from '../../src/model/time/version.ts'
import {timeline} from '../model/timelines.ts'

interface Dated {
  readonly name: string
  readonly date: string
}

const suffix = fc.constantFrom(
  '',
  '',
  '',
  '',
  '-rc.1',
  '-rc.2',
  '-beta.1',
  'b3',
  '-SNAPSHOT',
  '-post1',
  '-0',
  '-1',
  '+b2'
)
const name = fc
  .tuple(fc.constantFrom('', 'v'), fc.nat(3), fc.nat(2), fc.nat(3), suffix)
  .map(([mark, major, minor, patch, end]) => `${mark}${major}.${minor}.${patch}${end}`)
const day = fc.integer({min: 0, max: 400}).map(days => new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10))
const releases = fc.uniqueArray(fc.record({name, date: day}), {
  selector: each => versionOf(each.name)?.key,
  maxLength: 10
})

const timelineOf = (all: readonly Dated[]): Timeline =>
  timeline(sortReleases(all).map(({name, date}) => `${name} ${date}`))

/** For each release, the names of its base and of its predecessor. */
function predecessorsOf(all: readonly Dated[]): Map<string, readonly (string | undefined)[]> {
  const ordered = timelineOf(all)
  return new Map(
    ordered.entries.map(entry => {
      const base = findBaseRelease(ordered, entry.index)
      return [
        entry.name,
        [base === undefined ? undefined : ordered.entries[base]?.name, findPredecessor(ordered, entry)?.name]
      ]
    })
  )
}

describe('the order of releases', () => {
  it('is total, antisymmetric, transitive, and independent of the order of the list', () => {
    fc.assert(
      fc.property(releases, fc.infiniteStream(fc.nat(1000)), (all, ranks) => {
        const {versions, compare} = orderVersions(all.map(each => ({name: each.name, day: each.date})))
        const found = [...versions.values()]
        for (const a of found) {
          for (const b of found) {
            if (Math.sign(compare(a, b)) !== -Math.sign(compare(b, a)) && a !== b) return false
            for (const c of found) if (compare(a, b) < 0 && compare(b, c) < 0 && compare(a, c) >= 0) return false
          }
        }
        const shuffled = all
          .map(each => ({each, rank: ranks.next().value}))
          .toSorted((a, b) => a.rank - b.rank)
          .map(({each}) => each)
        return JSON.stringify(sortReleases(all)) === JSON.stringify(sortReleases(shuffled))
      })
    )
  })

  it('puts candidates before their release and fixes after it', () => {
    fc.assert(
      fc.property(releases, all => {
        const ordered = timelineOf(all)
        return ordered.entries.every(({name: final, index}) => {
          if (/[-b+]/.test(final)) return true
          return ordered.entries.every(({name: other, index: at}) => {
            if (other === final || releaseKeyOf(other) !== releaseKeyOf(final)) return true
            return isCandidate(ordered, at) === at < index
          })
        })
      })
    )
  })

  it('gives no release itself, a later version, or an unused candidate as its predecessor', () => {
    fc.assert(
      fc.property(releases, all => {
        const ordered = timelineOf(all)
        return ordered.entries.every(entry => {
          const before = findPredecessor(ordered, entry)
          if (!before) return true
          const isFinal = (index: number): boolean => !isCandidate(ordered, index)
          const hadFinal = ordered.entries.some(({index}) => index < entry.index && isFinal(index))
          return (
            before.index < entry.index &&
            (!isFinal(entry.index) || isFinal(before.index) || !hadFinal || isAlone(ordered, entry.index))
          )
        })
      })
    )
  })

  it('gives a release on another line no predecessor that shipped after it', () => {
    fc.assert(
      fc.property(releases, all => {
        const ordered = timelineOf(all)
        return ordered.entries.every(entry => {
          const before = findPredecessor(ordered, entry)
          if (!before || releaseLineOf(before.name) === releaseLineOf(entry.name)) return true
          return (before.date ?? '') <= (entry.date ?? '') || isCandidate(ordered, entry.index)
        })
      })
    )
  })

  it('does not change the predecessors of other releases when one is added at the end', () => {
    fc.assert(
      fc.property(releases, name, (all, added) => {
        const last = all.toSorted((a, b) => (a.date < b.date ? -1 : 1)).at(-1)?.date ?? '2024-01-01'
        const date = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10)
        const more = [...all, {name: added, date}]
        if (!isAtEnd(added, all)) return true
        const [before, after] = [predecessorsOf(all), predecessorsOf(more)]
        return all.every(each => String(before.get(each.name)) === String(after.get(each.name)))
      }),
      {numRuns: 1000}
    )
  })
})

const releaseKeyOf = (text: string): string | undefined => versionOf(text)?.plainKey

/** Whether no earlier final release is contained in the one at an index. */
const isAlone = (ordered: Timeline, to: number): boolean =>
  !ordered.entries.some(({index}) => index < to && !isCandidate(ordered, index) && isContainedIn(ordered, index, to))

/**
 * Whether a release can be added at the end: it is the highest of its line, and if it starts a line, no candidates of a
 * newer line in its major version exist. A plain version can reveal that a bare number was its candidate.
 */
function isAtEnd(added: string, all: readonly Dated[]): boolean {
  const {versions} = orderVersions(all.map(each => ({name: each.name, day: each.date})))
  const version = versionOf(added)
  return all.every(({name: other}) => {
    const otherVersion = versions.get(other)
    if (!version || !otherVersion) return true
    if (version.plainKey === otherVersion.plainKey)
      return !version.tokens.includes(0) && versionOf(other)?.suffix !== 'bare' && version.compare(otherVersion) > 0
    if (releaseLineOf(added) === releaseLineOf(other)) return version.compare(otherVersion) > 0
    return version.major !== otherVersion.major || !otherVersion.isCandidate || version.compare(otherVersion) > 0
  })
}
