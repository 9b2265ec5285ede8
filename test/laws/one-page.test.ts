import fc from 'fast-check'
import {expect, it} from 'vitest'
import {renderLifecycle} from '../../packages/pages/src/history-page/subject-life.ts'
import {renderSite} from '../../packages/pages/src/site/page/page.ts'
import {siteOf} from '../../packages/pages/src/site/write-site.ts'
import type {SourceSession} from '../../src/app/session/open-source.ts'
import {createSession} from '../../src/app/session/session.ts'
import {readHistoryText} from '../../src/inputs/history/file.ts'
import {InputError} from '../../src/model/input-error.ts'
import type {Tenure} from '../../src/model/lifecycle/lifecycle.ts'
import {isDueOn, reachedEnd} from '../../src/model/lifecycle/lifecycle.ts'
import {createHistoryPage} from '../../src/outputs/changes/page-data.ts'
import {momentOfDay} from '../../src/policy/notice/durations.ts'
import {mayBeInForce} from '../../src/policy/notice/revisions.ts'
import {CONTEXT, HERE} from '../here.ts'
import {tries} from '../tier.ts'
import {outputsOf} from './command-outputs.ts'
import {type HistoryEntry, policyIn, writeHistory} from './judge-world.ts'
import {later} from './partial-dates.ts'
import {type World, worlds} from './worlds.ts'

// A page stays the same from day to day, until a release comes or a sunset passes.

/** What isn't released yet: nothing, or the deprecation and the addition of an endpoint. */
const UNRELEASED: readonly (readonly HistoryEntry[])[] = [
  [],
  [
    {
      release: 'next',
      changes: [{deprecated: 'GET /v1/loans'}, {added: 'GET /v3/loans'}, {removed: 'GET /v1-beta/loans'}]
    }
  ]
]

function sessionOn(asOf: string, world: World, unreleased: readonly HistoryEntry[]): SourceSession | undefined {
  try {
    const file = readHistoryText(writeHistory(world, 'recorded', unreleased), 'history.yaml')
    const judge = {policy: policyIn(world, 'recorded'), assumed: false, locate: <Place>(place: Place) => place}
    const facts = {facts: new Map(), problems: []}
    return createSession(HERE, {config: undefined, path: 'history.yaml', isText: true, file, facts, judge}, asOf)
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}

/** What has happened by the as-of day: the releases that are out, the ends of support, and the revisions in force. */
const stateOf = ({history, policy}: SourceSession): string => {
  const {timeline, lifecycles} = history
  const today = momentOfDay(timeline.asOf)
  const ends = (tenures: readonly Tenure[]): unknown =>
    tenures.map(each => {
      const end = reachedEnd(each)
      return [end !== undefined, end && isDueOn(end, timeline.asOf), ends(each.otherwise ?? [])]
    })
  return JSON.stringify([
    // What ships on the day itself is on the same day as the release to come.
    timeline.entries.map(({pending, when}) => [pending, when.latest === timeline.asOf]),
    lifecycles.map(({tenures}) => ends(tenures)),
    policy.revisions.map(each => mayBeInForce(policy, each, today, timeline))
  ])
}

async function pagesOf(session: SourceSession): Promise<object> {
  const {notes, changelog, page, upgrade} = await outputsOf(session)
  // Pages for those who maintain the history have warnings, which an audit finds as of a day.
  const site = renderSite(siteOf(session, {}, CONTEXT), {script: '', style: ''})
  const all = createHistoryPage(session.history, [], session.policy)
  return {
    notes,
    changelog,
    page,
    upgrade,
    site,
    subjects: session.history.lifecycles.map(life => renderLifecycle(life, all))
  }
}

it('a page, a guide, notes, and a site are the same on two days between which nothing happens', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(
      worlds,
      fc.integer({min: 1, max: 500}),
      fc.constantFrom(...UNRELEASED),
      async (world, days, unreleased) => {
        const first = sessionOn(world.asOf, world, unreleased)
        const second = sessionOn(later(world.asOf, days), world, unreleased)
        if (!first || !second || stateOf(first) !== stateOf(second)) return
        compared++
        expect(await pagesOf(second)).toEqual(await pagesOf(first))
      }
    ),
    {numRuns: tries(100), seed: 5, endOnFailure: true}
  )
  expect(compared).toBeGreaterThan(tries(20))
})
