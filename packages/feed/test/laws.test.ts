import {judgeAll} from '@tenure/core/lint'
import {InputError} from '@tenure/core/model/input-error'
import {createHistoryPage} from '@tenure/core/outputs/changes/page-data'
import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {historyIn, policyIn} from '../../../test/laws/judge-world.ts'
import {AS_OF, type Detail} from '../../../test/laws/partial-dates.ts'
import {type World, worlds} from '../../../test/laws/worlds.ts'
import {tries} from '../../../test/tier.ts'
import {entriesOf} from '../src/entries.ts'
import type {FeedEntry} from '../src/feed-entry.ts'
import {plainParagraphs, plainPieces} from '../src/formats/feed-text.ts'

// What holds for any history, on any two days.

/** The entries on a day. */
function entriesOn(world: World, asOf: string, detail: Detail): FeedEntry[] {
  const on = {...world, asOf}
  const [history, policy] = [historyIn(on, detail), policyIn(on, detail)]
  const page = {...createHistoryPage(history, judgeAll(history, policy), policy), isForClients: true as const}
  const context = {page, identity: 'library', linkOf: () => undefined, pieces: (pieces: FeedEntry['title']) => pieces}
  return history.lifecycles.flatMap(life => entriesOf(life, context)).filter(entry => entry !== undefined)
}

const daysOf = ({entries}: World): string[] => [...new Set([...entries.map(({date}) => date.day), AS_OF])].toSorted()

/** What a reader sees of the sunset or the removal in a calendar. */
const eventOf = ({event}: FeedEntry): string => JSON.stringify([event?.day, event?.isCancelled])

describe('the feed of any history', () => {
  it('has one entry for each identifier, with sentences, and with no day after the as-of day', () => {
    fc.assert(
      fc.property(worlds, world => {
        for (const asOf of daysOf(world)) {
          const entries = tolerate(() => entriesOn(world, asOf, 'recorded')) ?? []
          expect(new Set(entries.map(({id}) => id)).size).toBe(entries.length)
          for (const entry of entries) {
            expect([entry.published, entry.updated].toSorted()).toEqual([entry.published, entry.updated])
            expect(entry.updated <= asOf, JSON.stringify([asOf, entry])).toBe(true)
            expect(plainPieces(entry.title)).toMatch(/^[A-Z/].*[^.]$/)
            expect(plainParagraphs(entry)).not.toMatch(/undefined|never\b|\.\.| {2}/)
          }
        }
      }),
      {numRuns: tries(500, 50)}
    )
  })

  it('keeps its entries on later days, and raises the revision of an event that changes', () => {
    fc.assert(
      fc.property(worlds, world => {
        // What a release listed before says decides, so that one of an earlier day can come too late.
        const days = world.entries.map(({date}) => date.day)
        fc.pre(days.every((day, at) => at === 0 || day >= (days[at - 1] ?? '')))
        const states = daysOf(world).map(asOf => ({asOf, entries: tolerate(() => entriesOn(world, asOf, 'all')) ?? []}))
        for (const [at, {asOf, entries}] of states.entries()) {
          const later = new Map(states[at + 1]?.entries.map(entry => [entry.id, entry]))
          if (!states[at + 1]) continue
          for (const entry of entries) {
            const then = later.get(entry.id)
            const both = JSON.stringify([asOf, entry, then], undefined, 1)
            expect(then, both).toBeDefined()
            if (!then) continue
            expect(then.updated >= entry.updated, both).toBe(true)
            if (plainPieces(entry.title) !== plainPieces(then.title))
              expect(then.updated > entry.updated, both).toBe(true)
            if (!entry.event || !then.event) continue
            expect(then.event.revision, both).toBeGreaterThanOrEqual(entry.event.revision)
            if (eventOf(entry) !== eventOf(then))
              expect(then.event.revision, both).toBeGreaterThan(entry.event.revision)
          }
        }
      }),
      {numRuns: tries(500, 50)}
    )
  })
})

/** The result; `undefined` if the history is refused. */
function tolerate<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}
