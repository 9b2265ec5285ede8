import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {chooseSunset} from '../../packages/authoring/src/announce/choose-sunset.ts'
import type {DraftWithHistory} from '../../packages/authoring/src/announce/next-draft.ts'
import type {Session} from '../../src/app/session/session.ts'
import {assemble} from '../../src/history/assemble.ts'
import {InputError} from '../../src/model/input-error.ts'
import type {History} from '../../src/model/lifecycle/history.ts'
import {type Lifecycle, latestTenureOf, type Tenure} from '../../src/model/lifecycle/lifecycle.ts'
import {formatSubject, type Subject, subjectKey} from '../../src/model/subject/subject.ts'
import {type Day, isExactDate, parseDateRange, singleDay} from '../../src/model/time/date-range.ts'
import type {Judgment, Verdict} from '../../src/model/verdict/judgment.ts'
import type {Policy} from '../../src/model/verdict/policy.ts'
import {type EarliestEndOfSupport, earliestEndOfSupport} from '../../src/policy/earliest-end-of-support.ts'
import {endStatusOf} from '../../src/policy/end-status.ts'
import {judgeEnd} from '../../src/policy/judge-end-of-support.ts'
import {judgeSunset} from '../../src/policy/judge-sunset.ts'
import {latestAnnouncement} from '../../src/policy/latest-announcement.ts'
import {isZeroLength} from '../../src/policy/notice/durations.ts'
import {subjectOf} from '../changes.ts'
import {isFullRun, tries} from '../tier.ts'
import {countedFirstDay, inWindow, latest, windowOf} from './counted-day.ts'
import {FIRST, later} from './partial-dates.ts'
import type {PolicyDraft} from './policies.ts'
import {
  type DeclaredWorld,
  declare,
  endingName,
  historyOn,
  policyOfWorld,
  type SubjectWorld,
  type SunsetDays,
  subjectIn,
  subjectWorlds,
  sunsetOf
} from './subject-worlds.ts'

// One first allowed day: the verdicts on a removal and on a sunset, and the sunsets that `deprecate` accepts, all turn on
// it, in every world that subject-worlds.ts makes. `one-clock.test.ts` holds the same by commands.

const WORLDS = Number(process.env.WORLDS ?? tries(6000, 600))

/** The first allowed day of a subject, as of the day of a history. */
const firstAllowedEnd = (lifecycle: Lifecycle, policy: Policy, history: History): EarliestEndOfSupport =>
  earliestEndOfSupport(lifecycle, policy, history, history.timeline.asOf)

const lifecycleIn = (history: History, subject: Subject): Lifecycle => {
  const found = history.bySubject.get(subjectKey(subject))
  if (!found) throw new Error(`The history has no ${formatSubject(subject)}`)
  return found
}

/** A world on the day after everything that it states, before its subject ends. */
interface OpenWorld {
  readonly world: SubjectWorld
  readonly subject: Subject
  readonly asOf: Day
  readonly sunset: SunsetDays | undefined
  readonly policy: Policy
  readonly history: History
  readonly tenure: Tenure
  readonly first: EarliestEndOfSupport
}

/** The world with its sunset around the first allowed day; `undefined` if its support has ended already. */
function open(world: SubjectWorld): OpenWorld | undefined {
  const bare = openWith(world, undefined)
  if (!bare || world.sunset === 'none') return bare
  return openWith(world, sunsetOf(world, bare.first.day ?? later(bare.asOf, 100), bare.asOf))
}

function openWith(world: SubjectWorld, sunset: SunsetDays | undefined): OpenWorld | undefined {
  const declared = declare(world, sunset, 'none')
  const {asOf, subject} = declared
  const policy = policyOfWorld(world, asOf)
  const history = historyOn(declared, asOf)
  const lifecycle = lifecycleIn(history, subject)
  const tenure = latestTenureOf(lifecycle)
  if (tenure.end || tenure.otherwise) return undefined
  return {world, subject, asOf, sunset, policy, history, tenure, first: firstAllowedEnd(lifecycle, policy, history)}
}

type Mode = SubjectWorld['ending'] | 'sunset'
type Expected = 'allowed' | 'refused' | 'not compliant' | 'open'

/** Whether a period must pass that nothing has started: no announcement was made, or none was released. */
const isWaiting = ({bounds}: EarliestEndOfSupport): boolean =>
  bounds.some(
    ({assumed, length, start}) => length && !isZeroLength(length) && (assumed || start?.stated === 'release next')
  )

/** What the verdict on an end must be. Doubts about the stability or the revision can only make it undetermined. */
function expectedOn(day: Day, mode: Mode, {world, first, policy}: OpenWorld): Expected {
  const {kind, bounds, stabilities, earlier} = first
  const isUnsure =
    stabilities.length > 1 ||
    policy.revisions.length > 1 ||
    world.history === 'with gaps' ||
    world.successor === 'named only'
  const refused = isUnsure ? 'not compliant' : 'refused'
  if (kind === 'any') return 'allowed'
  if (kind === 'never') return refused
  // Exception 4: a revision that begins with an undated release began before a later release, but not before a day.
  if (world.precision === 'none' && policy.revisions.some(({start}) => start.kind === 'release')) return 'open'
  // What isn't announced is judged by the revision of a later day.
  if (isWaiting(first)) return policy.revisions.length > 1 ? 'open' : refused
  const windows = bounds.flatMap(({window}) => window ?? [])
  if (windows.some(each => each.kind === 'major') && mode !== 'major release')
    return mode === 'sunset' ? 'not compliant' : refused
  if (windows.some(each => each.kind === 'release') && mode === 'sunset') return 'not compliant'
  if (windows.some(each => each.kind === 'days' && !each.days.includes(day.slice(5)))) return refused
  if (kind !== 'undetermined' && day >= (first.day ?? '')) return 'allowed'
  // Exception 3: where a length in releases is enough, the release that removes it can be the last that had to ship.
  if (bounds.some(({length}) => length && length !== 'unstated' && 'shortest' in length)) return 'open'
  if (kind === 'undetermined') {
    const isEarly = bounds.some(each => ((each.doubt ? each.doubt.soonest : each.day) ?? '') > day)
    return isEarly && !isUnsure ? 'not compliant' : 'open'
  }
  if (!earlier || day < (earlier.day ?? '')) return refused
  return 'not compliant'
}

const VERDICTS: Readonly<Record<Exclude<Expected, 'open'>, readonly Verdict[]>> = {
  allowed: ['compliant', 'exempt'],
  refused: ['violation'],
  'not compliant': ['violation', 'undetermined']
}

/** Whether the verdict is what is expected. Gates and successors are stated as conditions of the day. */
function assertVerdict(
  judgment: Judgment | undefined,
  expected: Expected,
  {policy, first: {bounds}}: OpenWorld,
  about: string
): void {
  if (expected === 'open') return
  const {verdict, requirements = []} = judgment ?? {}
  if (verdict && VERDICTS[expected].includes(verdict)) return
  const hasConditions = bounds.some(({condition, successor}) => condition !== undefined || successor)
  const unmet = requirements.filter(each => each.verdict !== 'compliant')
  const others = unmet.filter(({aspect}) => !hasConditions || (aspect !== 'condition' && aspect !== 'successor'))
  // Exception 1: compliant by one revision and exempt by another is undetermined, because a date will decide it.
  const isOpen = verdict !== undefined && (hasConditions || (policy.revisions.length > 1 && verdict === 'undetermined'))
  if (expected === 'allowed' && isOpen && others.length === 0) return
  expect({verdict, unmet: others}, about).toEqual({verdict: expected, unmet: []})
}

/** The judgment of a removal on a day: in a release, audited on a later day, or in the next release, checked on that day. */
function judgeRemoval(removal: DeclaredWorld, day: Day, policy: Policy): Judgment | undefined {
  const {world, subject} = removal
  // Exception 2: a revision that begins on an unknown day can begin as late as on the day of the audit, so that is the day
  // of the removal.
  const lag = isOpenRevision(policy) || world.shift % 2 === 0 ? 0 : 30
  const history =
    world.ending === 'next release'
      ? historyOn(removal, day)
      : historyOn(removal, later(day, lag), {name: endingName(world, day), day})
  const lifecycle = lifecycleIn(history, subject)
  const tenure = latestTenureOf(lifecycle)
  return judgeEnd(lifecycle, tenure, policy, history)
}

/** The days on which a world is judged: those around the first allowed one, and in a quick run one of the others. */
function daysOf({asOf, first, world: {shift}}: OpenWorld): Day[] {
  const day = first.day ?? later(asOf, 3 * shift)
  const soon = first.earlier?.day
  const far = [asOf, later(day, shift), later(day, 400), ...(soon === undefined ? [] : [later(soon, -1), soon])]
  const others = isFullRun ? far : shift % 3 === 0 ? [far[shift % far.length] ?? asOf] : []
  return [...new Set([later(day, -1), day, ...others])].filter(each => each >= asOf)
}

/** The day on which support ends: that of the removal, or of a sunset before it; `undefined` if it isn't exact. */
function endOf(day: Day, {tenure: {sunset}}: OpenWorld): Day | undefined {
  if (!sunset) return day
  const {when, entry} = sunset.moment
  if (isExactDate(when) && entry === undefined) return when.earliest < day ? when.earliest : day
  return when.earliest !== undefined && day < when.earliest ? day : undefined
}

/** Checks the worlds, or the first part of them. */
const eachWorld = (check: (world: SubjectWorld) => void, share = 1): void =>
  fc.assert(fc.property(subjectWorlds, check), {numRuns: Math.round(WORLDS * share)})

/** The part of the worlds for a law that follows from the first one and from what a command adds. */
const part = (full: number): number => (isFullRun ? full : full / 2)

/** Counts what occurs. */
class Counts {
  readonly #counts = new Map<string, number>()

  add(values: readonly string[]): void {
    for (const value of values) this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1)
  }

  toString(): string {
    return [...this.#counts]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([value, count]) => `${value}: ${count}`)
      .join('; ')
  }

  /** The values that occur less often than `least`. */
  below(least: number): string[] {
    return [...this.#counts].flatMap(([value, count]) => (count < least ? [value] : []))
  }
}

describe('the first allowed day', () => {
  it('is the first day on which a removal is compliant', () => {
    const counts = new Counts()
    let skipped = 0
    eachWorld(world => {
      const now = open(world)
      if (!now) {
        skipped++
        return
      }
      counts.add(valuesOf(world))
      assertCounted(now)
      const removal = declare(world, now.sunset, 'removal')
      for (const day of daysOf(now)) {
        const end = endOf(day, now)
        if (end === undefined) continue
        const mode = end < day ? 'sunset' : world.ending
        const judgment = judgeRemoval(removal, day, now.policy)
        assertVerdict(judgment, expectedOn(end, mode, now), now, `removal on ${day}`)
      }
    })
    console.log(`Seed ${fc.readConfigureGlobal().seed}, ${WORLDS} worlds, ${skipped} ended before: ${counts}`)
    expect(skipped).toBeLessThan(WORLDS / 10)
    // A quick run has too few worlds for each of them.
    if (isFullRun) expect(counts.below(30)).toEqual([])
  })

  it('is the first day on which a sunset is compliant, ahead and once it is reached', () => {
    eachWorld(
      world => {
        if (world.announced === 'nothing' || world.way === 'never released') return
        const now = open({...world, sunset: 'none'})
        if (!now) return
        for (const day of daysOf(now).filter(each => each > now.asOf)) {
          const declared = declare(world, {first: day}, 'none')
          const expected = expectedOn(day, 'sunset', now)
          const ahead = historyOn(declared, now.asOf)
          const open = lifecycleIn(ahead, now.subject)
          const judged = judgeSunset(open, now.policy, ahead)
          // Whether a sunset comes before an introduction without a date isn't known.
          if (!judged || latestTenureOf(open).otherwise) continue
          assertVerdict(judged.judgment, expected, now, `sunset ahead on ${day}`)
          // Whatever day it is, the first allowed day is the same; a plan begins on its own day.
          const {kind, day: allowed} = judged.earliestEnd
          if (kind === 'day' && (allowed ?? FIRST) > now.asOf)
            expect([now.first.kind, now.first.day]).toEqual([kind, allowed])
          const past = historyOn(declared, later(day, 1 + (world.shift % 2)))
          const lifecycle = lifecycleIn(past, now.subject)
          const tenure = latestTenureOf(lifecycle)
          if (isOpenRevision(now.policy)) continue
          assertVerdict(judgeEnd(lifecycle, tenure, now.policy, past), expected, now, `sunset reached on ${day}`)
        }
      },
      part(1 / 4)
    )
  })

  it('is the first day that `deprecate` accepts as a sunset, and no later than its default', () => {
    eachWorld(world => {
      if (world.announced !== 'nothing' && world.way !== 'withdrawn' && world.way !== 'only in an older line') return
      const now = open({...world, sunset: 'none'})
      if (now?.tenure.announcements.length === 0) assertChosen(now)
    }, part(1))
  })

  it('is given by exact days as one of those that inexact days allow', () => {
    eachWorld(
      world => {
        if (world.precision === 'day' && world.introduced === 'day' && world.sunset !== 'month') return
        const now = open(world)
        if (now) assertWithin(now, (['true', 'first', 'last'] as const)[world.shift % 3] ?? 'true')
      },
      part(1 / 3)
    )
  })

  it('is no day of a part that is removed with its target', () => {
    eachWorld(
      world => {
        if (!subjectIn(world).part) return
        const now = open(world)
        if (!now) return
        const removal = declare(world, now.sunset, 'removal of the target')
        const end = later(now.asOf, 1)
        const release = {name: endingName(world, end), day: end}
        // Audited at once, and after the sunset that the part had.
        for (const day of [end, later(end, 800)]) {
          const history = historyOn(removal, day, release)
          const lifecycle = lifecycleIn(history, now.subject)
          const tenure = latestTenureOf(lifecycle)
          if (endOf(end, {...now, tenure}) !== end) continue
          expect(tenure.end).toBeUndefined()
          expect(judgeEnd(lifecycle, tenure, now.policy, history)).toBeUndefined()
          expect(judgeSunset(lifecycle, now.policy, history)).toBeUndefined()
          expect(endStatusOf(lifecycle, now.policy, history)?.kind).toBe('ended')
        }
      },
      part(1 / 3)
    )
  })
})

const isOpenRevision = ({revisions}: Policy): boolean => revisions.some(({start}) => start.kind === 'unknown')

/** Whether the first allowed day is the one that is computed in another way, where that is possible. */
function assertCounted({world, asOf, first, sunset}: OpenWorld): void {
  const day = countedFirstDay(world, sunset)
  if (day === undefined) return
  const window = windowOf(world)
  expect(inWindow(latest(first.day ?? FIRST, asOf), window)).toBe(inWindow(latest(day, asOf), window))
}

/** What `deprecate` chooses in a world without an announcement, and which sunsets it refuses. */
function assertChosen({world, subject, asOf, policy, history: before}: OpenWorld): void {
  const draft = (sunset: string | undefined): DraftWithHistory => {
    const {declared, recorded} = declare(world, undefined, {deprecatedWith: sunset})
    const last = declared.events.length - 1
    const historyOfDay = (day: Day): History =>
      assemble(declared, {
        asOf: day,
        also: [subject],
        recorded: event => (event.id === last ? singleDay(day) : recorded(event))
      })
    return {path: '', text: '', history: historyOfDay(asOf), historyOn: historyOfDay} as unknown as DraftWithHistory
  }
  const session = {history: before, policy} as Session
  const bare = draft(undefined)
  // Support of everything below a prefix ends with it.
  const covered = subject.target.isPrefix ? subjectOf(coveredTarget(before)) : subject
  const firstIn = (history: History): EarliestEndOfSupport =>
    firstAllowedEnd(lifecycleIn(history, covered), policy, history)
  const first = firstIn(bare.history)
  // Exception 5: a prefix with another stability than what is below it is judged by both.
  const own = firstAllowedEnd(lifecycleIn(bare.history, subject), policy, bare.history)
  if (own.kind !== first.kind || own.day !== first.day) return
  const now: OpenWorld = {
    world,
    subject,
    asOf,
    policy,
    first,
    sunset: undefined,
    history: bare.history,
    tenure: {announcements: [], changes: [], successors: []}
  }
  const choose = (requested: string | undefined): string | undefined | false | ReturnType<typeof chooseSunset> => {
    try {
      return chooseSunset(subject, {requested, force: false, draft, session})
    } catch (error) {
      if (error instanceof InputError) return false
      throw error
    }
  }
  const isWaitingElse = first.bounds.some(({assumed}) => assumed)
  for (const day of daysOf(now)) {
    if (isWaitingElse) break
    const expected = expectedReleased(day, now)
    if (expected !== 'open') expect(choose(day) !== false, `--sunset ${day}`).toBe(expected === 'allowed')
  }
  const lifecycle = lifecycleIn(before, covered)
  const endIfReleasedOn = (day: Day): Day => firstIn(bare.historyOn(day)).day ?? ''
  const isSure =
    policy.revisions.length === 1 && first.kind === 'day' && first.stabilities.length === 1 && !first.earlier
  if (isSure) {
    const end = later(first.day ?? '', world.shift)
    const by = latestAnnouncement(lifecycle, end, policy, before)
    if (by.kind === 'day' && by.day !== undefined) {
      expect(by.day >= asOf, `announced by ${by.day}`).toBe(true)
      expect(endIfReleasedOn(by.day) <= end, `announced on ${by.day} for ${end}`).toBe(true)
      expect(endIfReleasedOn(later(by.day, 1)) > end, `announced on the day after ${by.day} for ${end}`).toBe(true)
    }
  }
  const chosen = choose(undefined)
  if (first.kind === 'undetermined') expect(chosen).toBe(false)
  // What can be removed already gets no sunset.
  if (typeof chosen === 'object' && first.kind === 'day' && first.day === asOf) expect(chosen.sunset).toBeUndefined()
  if (typeof chosen !== 'object' || chosen.sunset === undefined) return
  expect(chosen.sunset >= (first.day ?? ''), `default ${chosen.sunset}`).toBe(true)
  expect(choose(chosen.sunset)).not.toBe(false)
  if (chosen.lastRelease === undefined) return
  expect(endIfReleasedOn(chosen.lastRelease) <= chosen.sunset, 'last release').toBe(true)
  if (!isOpenRevision(policy))
    expect(endIfReleasedOn(later(chosen.lastRelease, 1)) > chosen.sunset, 'day after the last release').toBe(true)
}

const coveredTarget = ({lifecycles}: History): string =>
  lifecycles.find(({subject: {target, part}}) => !part && target.text.endsWith('{loanId}'))?.subject.target.text ?? ''

/** Whether `deprecate` accepts a sunset: a release isn't a day, so a window of releases refuses none. */
function expectedReleased(day: Day, {first, policy, world}: OpenWorld): Expected {
  const {kind, bounds, earlier} = first
  if (kind === 'any') return 'allowed'
  if (kind === 'never') return 'refused'
  if (
    kind === 'undetermined' ||
    earlier ||
    first.stabilities.length > 1 ||
    policy.revisions.length > 1 ||
    world.successor === 'named only'
  )
    return 'open'
  // Exception 3: releases that ship until then can be enough.
  const canBeShorter = bounds.some(({length}) => length && length !== 'unstated' && 'shortest' in length)
  if (canBeShorter && day < (first.day ?? '')) return 'open'
  const isListed = bounds.every(({window}) => window?.kind !== 'days' || window.days.includes(day.slice(5)))
  return day >= (first.day ?? '') && isListed ? 'allowed' : 'refused'
}

/** Whether a world with exact days gives only verdicts that the inexact one allows, and a first day within its days. */
function assertWithin(now: OpenWorld, days: 'true' | 'first' | 'last'): void {
  const {world, policy, asOf, subject, first} = now
  const [month] = [world.sunset === 'month' ? now.sunset?.first : undefined]
  const when = month === undefined ? undefined : parseDateRange(month)
  const exactDay = days === 'last' ? when?.latest : when?.earliest
  const sunset = exactDay === undefined ? now.sunset : {first: exactDay}
  const history = historyOn(declare(world, sunset, 'none', days), asOf)
  const tenure = latestTenureOf(lifecycleIn(history, subject))
  if (tenure.end) return
  const exact = firstAllowedEnd(lifecycleIn(history, subject), policy, history)
  if (first.kind === 'day' && exact.kind === 'day') {
    expect((exact.day ?? '') <= (first.day ?? ''), `D ${exact.day} after ${first.day} with ${days} days`).toBe(true)
    if (!first.earlier && world.sunset !== 'month') expect(exact.day).toBe(first.day)
    else if (first.earlier && world.sunset !== 'month')
      expect((exact.day ?? '') >= (first.earlier.day ?? ''), `D ${exact.day} before ${first.earlier.day}`).toBe(true)
  }
  const [inexact, refined] = [declare(world, now.sunset, 'removal'), declare(world, sunset, 'removal', days)]
  for (const day of daysOf(now)) {
    const before = judgeRemoval(inexact, day, policy)?.verdict
    const after = judgeRemoval(refined, day, policy)?.verdict
    if (before !== 'undetermined') expect(after, `removal on ${day} with ${days} days`).toBe(before)
  }
}

/** The values of the dimensions that a world has. */
function valuesOf(world: SubjectWorld): string[] {
  const {policy, sunset, place, announced} = world
  const dimensions = [
    'subject',
    'announced',
    'releases',
    'precision',
    'introduced',
    'sunset',
    'successor',
    'history',
    'ending'
  ] as const
  return [
    ...dimensions.map(dimension => `${dimension} ${world[dimension]}`),
    ...(announced === 'nothing' ? [] : [`way ${world.way}`]),
    ...(['none', 'release', 'unlisted release'].includes(sunset) ? [] : [`sunset ${place}`]),
    ...('preset' in policy
      ? [`policy ${policy.preset}`]
      : 'months' in policy
        ? [`months, window ${policy.window}`]
        : drawnValuesOf(policy.drawn))
  ]
}

/** What occurs in a drawn policy. */
function drawnValuesOf({revisions, countPatches}: PolicyDraft): string[] {
  const guarantees = revisions.flatMap(({ga, beta}) => [ga, ...(beta === 'none' ? [] : [beta])])
  const values = guarantees.flatMap(each => [
    ...(['notice', 'lifetime', 'overlap'] as const).flatMap(key =>
      each[key] === undefined ? [] : [`drawn ${key}`, `drawn ${each[key]}`]
    ),
    ...(each.notice === undefined ? [] : [`drawn starts ${each.starts ? JSON.stringify(each.starts) : 'as usual'}`]),
    ...(each.startsOn === undefined ? [] : [`drawn startsOn ${each.startsOn}`]),
    ...(each.endWindow === undefined ? [] : [`drawn endWindow ${each.endWindow}`]),
    ...(each.successor === undefined ? [] : [`drawn successor ${JSON.stringify(each.successor)}`]),
    ...(each.also ? ['drawn also'] : [])
  ])
  const minimum = revisions.some(({waiverReasons}) => waiverReasons.legal?.minimum !== undefined)
  return [
    ...new Set([
      `drawn revisions ${revisions.length}`,
      `drawn countPatches ${countPatches}`,
      ...(minimum ? ['drawn waiver reason with a minimum'] : []),
      ...values
    ])
  ]
}
