import fc from 'fast-check'
import {observeSource} from '../../src/app/snapshots/observe.ts'
import {assemble} from '../../src/history/assemble.ts'
import {historyFromSnapshots} from '../../src/history/observed/from-snapshots.ts'
import {sortReleases} from '../../src/inputs/sources/order-releases.ts'
import {judgeAll} from '../../src/lint.ts'
import {groupBy} from '../../src/model/group-by.ts'
import type {History} from '../../src/model/lifecycle/history.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
import type {Judgment} from '../../src/model/verdict/judgment.ts'
import type {Policy} from '../../src/model/verdict/policy.ts'
import type {Cache} from '../../src/stores/files/cache.ts'
import {type Release, sourceOf} from '../history/observed.ts'
import {historyIn, policyIn} from './judging.ts'
import {FIRST, later} from './told.ts'
import type {World} from './worlds.ts'

// Histories, and the same with one more release, which ships after all of the others.

/** What a release shows of an endpoint. */
const STATES = {
  absent: undefined,
  plain: {},
  deprecated: {deprecated: true},
  ending: {deprecated: true, 'x-sunset': '2022-02-01'},
  'ending later': {deprecated: true, 'x-sunset': '2026-06-01'},
  narrow: {}
} as const
type State = keyof typeof STATES
const ENDPOINTS = ['/v1/loans', '/v1/loans/{loanId}', '/v1-beta/loans', '/v2/loans'] as const
type Shown = Readonly<Record<(typeof ENDPOINTS)[number], State>>

const descriptionOf = (shown: Shown): object =>
  Object.fromEntries(
    ENDPOINTS.flatMap(path => {
      const state = shown[path]
      if (state === 'absent') return []
      const properties = {id: {type: 'string'}, ...(state === 'narrow' ? {} : {due: {type: 'string'}})}
      const schema = {type: 'object', properties}
      const responses = {200: {description: 'fine', content: {'application/json': {schema}}}}
      return [[path, {get: {...STATES[state], responses}}]]
    })
  )

const anyState = fc.constantFrom<State>(
  'absent',
  'plain',
  'plain',
  'plain',
  'deprecated',
  'ending',
  'ending later',
  'narrow'
)
/** Changes of few endpoints; the others stay as they are. */
const changes = fc.dictionary(fc.constantFrom(...ENDPOINTS), anyState, {maxKeys: 2, noNullPrototype: true})
const FIRST_SHOWN: Shown = {
  '/v1/loans': 'plain',
  '/v1/loans/{loanId}': 'plain',
  '/v1-beta/loans': 'plain',
  '/v2/loans': 'absent'
}

const STRAY = ['nightly', 'backup-before-move', '8e1f0a2', 'snapshot-8e1f0a2', 'build-47207', '2019-05-01', 'latest']
interface Step {
  readonly kind: 'minor' | 'major' | 'patch' | 'old patch' | 'candidate' | 'old candidate' | 'stray'
  readonly gap: number
  readonly stray: string
  readonly changes: Partial<Shown>
}
function stepOf(kind: fc.Arbitrary<Step['kind']>): fc.Arbitrary<Step> {
  const gap = fc.oneof(fc.integer({min: 0, max: 40}), fc.integer({min: 0, max: 600}))
  return fc.record({kind, gap, stray: fc.constantFrom(...STRAY), changes})
}

const dayOf = (days: number): string => new Date(Date.UTC(2019, 0, 10 + days)).toISOString().slice(0, 10)

/** Releases in the order in which they shipped. Without dates, that is known only within one line. */
function shipped(steps: readonly Step[], isDated: boolean): Release[] {
  let [major, minor, days, candidates] = [1, 0, 0, 0]
  const patches = new Map<string, number>()
  /** What each line showed last. */
  const shown = new Map<string, Shown>([['1.0', FIRST_SHOWN]])
  const show = (line: string, from: string, {changes: changed}: Step): object => {
    const now = {...(shown.get(from) ?? FIRST_SHOWN), ...changed}
    shown.set(line, now)
    return descriptionOf(now)
  }
  const first: Release = ['v1.0.0', isDated ? dayOf(0) : undefined, descriptionOf(FIRST_SHOWN)]
  return [
    first,
    ...steps.map((each, at): Release => {
      days += each.gap
      const date = isDated ? dayOf(days) : undefined
      const line = `${major}.${minor}`
      const kind = isDated ? each.kind : 'patch'
      const patchOf = (of: string): string => {
        const patch = (patches.get(of) ?? 0) + 1
        patches.set(of, patch)
        return `v${of}.${patch}`
      }
      if (kind === 'stray') return [`${each.stray}-${at}`, date, show('stray', line, each)]
      if (kind === 'patch') return [patchOf(line), date, show(line, line, each)]
      if (kind === 'old patch') {
        const lines = [...shown.keys()].filter(key => /^\d/.test(key))
        const old = lines.at(-2) ?? line
        return [patchOf(old), date, show(old, old, each)]
      }
      if (kind === 'candidate')
        return [`v${major}.${minor + 1}.0-rc.${++candidates}`, date, show('candidate', line, each)]
      if (kind === 'old candidate')
        return [`v${line}.${(patches.get(line) ?? 0) + 1}-rc.${++candidates}`, date, show('candidate', line, each)]
      if (kind === 'major') [major, minor] = [major + 1, 0]
      else minor += 1
      return [`v${major}.${minor}.0`, date, show(`${major}.${minor}`, line, each)]
    })
  ]
}

/** Comparisons of equal descriptions are made once for all histories. */
const kept = new Map<string, Uint8Array>()
const cache: Cache = {get: key => kept.get(key), put: (key, bytes) => void kept.set(key, bytes)}

function observed(releases: readonly Release[]): History {
  const sorted = sortReleases(
    releases.map(release => ({release, name: release[0], ...(release[1] === undefined ? {} : {date: release[1]})}))
  )
  const {releases: seen} = observeSource(sourceOf(sorted.map(({release}) => release)), {cache})
  return assemble(historyFromSnapshots(seen, 'library', 'library'), {asOf: '2027-01-01'})
}

/** Judgments by what they are about: the subject, and when its support ended or when it changed. */
function judgedByMoment(history: History, policy: Policy): Map<string, Judgment[]> {
  return groupBy(judgeAll(history, policy), ({subject, end}) => `${formatSubject(subject)}, ${end.stated}`)
}

interface Compared {
  /** Verdicts that were decided before the new release, and are others with it. */
  readonly changed: readonly string[]
  readonly decided: number
}

/** Compares the verdicts on what was over before the new release, which ships on that day. */
function compareVerdicts(before: History, after: History, policy: Policy, day: string | undefined): Compared {
  const now = judgedByMoment(after, policy)
  const decided = [...judgedByMoment(before, policy)].flatMap(([about, all]) =>
    all.flatMap(({verdict, pending, end}) => {
      // A sunset that isn't reached is no verdict about the past yet.
      const isOver = end.entry !== undefined || (day !== undefined && (end.when.latest ?? day) < day)
      return verdict === 'undetermined' || pending || !isOver ? [] : [{about, verdict}]
    })
  )
  const changed = decided.flatMap(({about, verdict}) => {
    const verdicts = now.get(about)?.map(each => each.verdict) ?? []
    return verdicts.includes(verdict) ? [] : [`${about}: ${verdict}, then ${verdicts.join(' and ') || 'nothing'}`]
  })
  return {changed, decided: decided.length}
}

/** Judges descriptions without and with their last release. */
export function compareObserved(releases: readonly Release[], policy: Policy): Compared {
  const [before, after] = [observed(releases.slice(0, -1)), observed(releases)]
  return compareVerdicts(before, after, policy, releases.at(-1)?.[1])
}

const ORDERED = fc.constantFrom<Step['kind']>('minor', 'minor', 'minor', 'major', 'patch', 'old patch')
const LAST = fc.constantFrom<Step['kind']>(
  'minor',
  'major',
  'patch',
  'old patch',
  'candidate',
  'old candidate',
  'stray'
)

export const observedHistories: fc.Arbitrary<Release[]> = fc
  .record({
    steps: fc.array(stepOf(ORDERED), {minLength: 2, maxLength: 7}),
    last: stepOf(LAST),
    isDated: fc.nat({max: 4}).map(each => each > 0)
  })
  .map(({steps, last, isDated}) => shipped([...steps, {...last, gap: last.gap + 1}], isDated))

/** Lines of the last release. None adds what was named before: that would say that it wasn't there. */
const line = fc.record({
  verb: fc.constantFrom('deprecated', 'removed', 'restored', 'changed', 'withdrawn', 'rescheduled'),
  subject: fc.constantFrom(
    'GET /v1/loans',
    'GET /v1/loans/{loanId}',
    'GET /v2/loans',
    'GET /v3/loans',
    'GET /v1-beta/loans',
    '/v1/**',
    'operation ListReaders',
    'Loan.shelf'
  ),
  sunset: fc.constantFrom('2026-09-01', '2027-05-01')
})

/** A release that no world has: the next one, one of an older line, a candidate, or one without a version. */
export const lastReleases = fc.record({
  name: fc.constantFrom('8.1', '8.1', '11.0', '1.0.99', '8.1.0-rc.1', 'nightly-8e1f0a2'),
  lines: fc.array(line, {maxLength: 3}),
  days: fc.nat({max: 200})
})

/** Judges a world without and with a last release. `undefined` if that ships after the as-of day. */
export function compareDeclared(
  world: World,
  {name, lines, days}: typeof lastReleases extends fc.Arbitrary<infer Value> ? Value : never
): Compared | undefined {
  const latest =
    world.entries
      .map(({date}) => date.day)
      .toSorted()
      .at(-1) ?? FIRST
  const day = later(latest, days + 1)
  if (day > world.asOf) return undefined
  const before = historyIn(world, 'all')
  // The first line about what a prefix covers says that it was there.
  const isNamed = ({subject}: (typeof lines)[number]): boolean =>
    subject === 'GET /v3/loans' || before.lifecycles.some(life => formatSubject(life.subject) === subject)
  const changes = lines.filter(isNamed).map(({verb, subject, sunset}) => ({
    [verb]: subject,
    ...(verb === 'deprecated' || verb === 'rescheduled' ? {sunset} : {})
  }))
  // Of an undated release, it isn't known that the last one ships after it.
  const after = historyIn(world, 'all', [{release: name, date: day, changes}])
  return compareVerdicts(before, after, policyIn(world, 'all'), day)
}
