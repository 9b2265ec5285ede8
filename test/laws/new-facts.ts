import fc from 'fast-check'
import {assemble} from '../../src/history/assemble.ts'
import {historyFromSnapshots} from '../../src/history/observed/from-snapshots.ts'
import {judgeAll} from '../../src/lint.ts'
import {groupBy} from '../../src/model/group-by.ts'
import type {History} from '../../src/model/lifecycle/history.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
import {sortReleases} from '../../src/model/time/order-releases.ts'
import type {Judgment} from '../../src/model/verdict/judgment.ts'
import type {Policy} from '../../src/model/verdict/policy.ts'
import {ContentIds} from '../../src/observations/content-ids.ts'
import {observeSource} from '../../src/observations/observe.ts'
import type {Cache} from '../../src/stores/cache.ts'
import {type Release, sourceOf} from '../history/observed.ts'
import {historyIn, policyIn} from './judge-world.ts'
import {FIRST, later} from './partial-dates.ts'
import type {World} from './worlds.ts'

// Compares a history with the same history plus one release, which ships after all others.

/** The states that an endpoint can have in a release. */
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
type EndpointStates = Readonly<Record<(typeof ENDPOINTS)[number], State>>

const descriptionOf = (states: EndpointStates): object =>
  Object.fromEntries(
    ENDPOINTS.flatMap(path => {
      const state = states[path]
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
/** Changes a few endpoints; the others stay the same. */
const changes = fc.dictionary(fc.constantFrom(...ENDPOINTS), anyState, {maxKeys: 2, noNullPrototype: true})
const FIRST_STATES: EndpointStates = {
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
  readonly changes: Partial<EndpointStates>
}
function stepOf(kind: fc.Arbitrary<Step['kind']>): fc.Arbitrary<Step> {
  const gap = fc.oneof(fc.integer({min: 0, max: 40}), fc.integer({min: 0, max: 600}))
  return fc.record({kind, gap, stray: fc.constantFrom(...STRAY), changes})
}

const dayOf = (days: number): string => new Date(Date.UTC(2019, 0, 10 + days)).toISOString().slice(0, 10)

/** Releases in the order in which they shipped. Without dates, only the order within one line is known. */
function releasesOf(steps: readonly Step[], isDated: boolean): Release[] {
  let [major, minor, days, candidates] = [1, 0, 0, 0]
  const patches = new Map<string, number>()
  /** The latest state of each line. */
  const states = new Map<string, EndpointStates>([['1.0', FIRST_STATES]])
  const describeStep = (line: string, from: string, {changes: changed}: Step): object => {
    const now = {...(states.get(from) ?? FIRST_STATES), ...changed}
    states.set(line, now)
    return descriptionOf(now)
  }
  const first: Release = ['v1.0.0', isDated ? dayOf(0) : undefined, descriptionOf(FIRST_STATES)]
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
      if (kind === 'stray') return [`${each.stray}-${at}`, date, describeStep('stray', line, each)]
      if (kind === 'patch') return [patchOf(line), date, describeStep(line, line, each)]
      if (kind === 'old patch') {
        const lines = [...states.keys()].filter(key => /^\d/.test(key))
        const old = lines.at(-2) ?? line
        return [patchOf(old), date, describeStep(old, old, each)]
      }
      if (kind === 'candidate')
        return [`v${major}.${minor + 1}.0-rc.${++candidates}`, date, describeStep('candidate', line, each)]
      if (kind === 'old candidate')
        return [
          `v${line}.${(patches.get(line) ?? 0) + 1}-rc.${++candidates}`,
          date,
          describeStep('candidate', line, each)
        ]
      if (kind === 'major') [major, minor] = [major + 1, 0]
      else minor += 1
      return [`v${major}.${minor}.0`, date, describeStep(`${major}.${minor}`, line, each)]
    })
  ]
}

/** Caches comparisons of equal descriptions across histories. */
const comparisons = new Map<string, Uint8Array>()
const cache: Cache = {get: key => comparisons.get(key), put: (key, bytes) => void comparisons.set(key, bytes)}

function observeHistory(releases: readonly Release[]): History {
  const sorted = sortReleases(
    releases.map(release => ({release, name: release[0], ...(release[1] === undefined ? {} : {date: release[1]})}))
  )
  const {releases: observedReleases} = observeSource(sourceOf(sorted.map(({release}) => release)), {
    ids: new ContentIds(cache)
  })
  return assemble(historyFromSnapshots(observedReleases, 'library', 'library'), {asOf: '2027-01-01'})
}

/** Judgments by their subject and the time of its end of support or change. */
function judgedByMoment(history: History, policy: Policy): Map<string, Judgment[]> {
  return groupBy(judgeAll(history, policy), ({subject, end}) => `${formatSubject(subject)}, ${end.stated}`)
}

interface Compared {
  /** Verdicts that were decided before the new release and differ with it. */
  readonly changed: readonly string[]
  readonly decided: number
}

/** Compares the verdicts on events before the day on which the new release ships. */
function compareVerdicts(before: History, after: History, policy: Policy, day: string | undefined): Compared {
  const now = judgedByMoment(after, policy)
  const decided = [...judgedByMoment(before, policy)].flatMap(([about, all]) =>
    all.flatMap(({verdict, pending, end}) => {
      // A sunset that hasn't been reached isn't a verdict about the past yet.
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

/** Judges API descriptions without and with their last release. */
export function compareObserved(releases: readonly Release[], policy: Policy): Compared {
  const [before, after] = [observeHistory(releases.slice(0, -1)), observeHistory(releases)]
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
  .map(({steps, last, isDated}) => releasesOf([...steps, {...last, gap: last.gap + 1}], isDated))

/**
 * Lines of the last release. None adds a subject that was named before: that would state that it was missing until
 * then.
 */
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

/** A release that no world has: the next one, one on an older line, a candidate, or one without a version. */
export const lastReleases = fc.record({
  name: fc.constantFrom('8.1', '8.1', '11.0', '1.0.99', '8.1.0-rc.1', 'nightly-8e1f0a2'),
  lines: fc.array(line, {maxLength: 3}),
  days: fc.nat({max: 200})
})

/** Judges a world without and with one more release. `undefined` if that ships after the as-of day. */
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
  // The first line about an endpoint below a prefix would state that the endpoint existed.
  const isNamed = ({subject}: (typeof lines)[number]): boolean =>
    subject === 'GET /v3/loans' || before.lifecycles.some(lifecycle => formatSubject(lifecycle.subject) === subject)
  const changes = lines.filter(isNamed).map(({verb, subject, sunset}) => ({
    [verb]: subject,
    ...(verb === 'deprecated' || verb === 'rescheduled' ? {sunset} : {})
  }))
  // All dates are known: an undated release might ship after the last one.
  const after = historyIn(world, 'all', [{release: name, date: day, changes}])
  return compareVerdicts(before, after, policyIn(world, 'all'), day)
}
