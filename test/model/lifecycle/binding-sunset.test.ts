// Of a sunset and one that it replaced, the one before which support may not end.
import {describe, expect, it} from 'vitest'
import type {Event} from '../../../src/model/lifecycle/event.ts'
import {bindingSunset, isSunsetDay, type Sunset} from '../../../src/model/lifecycle/sunsets.ts'
import {parseDateRange, UNKNOWN_DATE} from '../../../src/model/time/date-range.ts'
import {findRelease, type Moment, momentOfEntry} from '../../../src/model/time/timeline.ts'
import {timeline} from '../timelines.ts'

const RELEASES = timeline(['1.0 2025-01-10', '2.0 2025-06-10', '2.1'], '2026-03-02')

/** A day, a release of the timeline, or one that isn't in it. */
function momentOf(text: string): Moment {
  const entry = findRelease(RELEASES, text)
  if (entry) return momentOfEntry(entry)
  const when = parseDateRange(text)
  return when ? {when, stated: text} : {when: UNKNOWN_DATE, stated: `release ${text}`}
}

const sunsetAt = (text: string | undefined): {readonly it?: Sunset} =>
  text === undefined ? {} : {it: {moment: momentOf(text), event: {} as Event}}

describe('the sunset before which support may not end', () => {
  it.each<[sunset: string | undefined, dropped: string | undefined, removal: string | undefined, binding: string]>([
    ['2026-01-01', undefined, undefined, '2026-01-01'],
    [undefined, '2026-01-01', undefined, '2026-01-01'],
    ['2027-01-01', '2026-01-01', undefined, '2027-01-01'],
    ['2026-01-01', '2027-01-01', undefined, '2027-01-01'],
    ['2.0', '2025-06-09', undefined, 'release 2.0'],
    ['2.0', '2025-06-11', undefined, '2025-06-11'],
    ['3.0', '4.0', undefined, 'release 4.0'],
    ['4.0', '3.0', undefined, 'release 4.0'],
    // Their order isn't known, so the dropped one binds until it is reached.
    ['4.0', '2026-01-01', undefined, '2026-01-01'],
    ['4.0', '2026-01-01', '2025-12-31', '2026-01-01'],
    ['4.0', '2026-01-01', '2026-01-01', 'release 4.0'],
    ['4.0', '2026-01-01', '2026-01-02', 'release 4.0'],
    ['2026-01', '2026-01-15', undefined, '2026-01-15']
  ])('of %s in place of %s, with a removal on %s, is %s', (sunset, dropped, removal, binding) => {
    const [is, was] = [sunsetAt(sunset).it, sunsetAt(dropped).it]
    const found = bindingSunset(
      {
        ...(is ? {sunset: is} : {}),
        ...(was ? {droppedSunset: was} : {}),
        ...(removal === undefined ? {} : {end: {removal: momentOf(removal)}})
      },
      RELEASES
    )
    expect(found?.moment.stated).toBe(binding)
  })

  it.each([
    ['2026-01-01', true],
    ['2026-01', true],
    ['2.0', false],
    ['4.0', false]
  ])('%s is a day: %s', (text, isDay) => {
    expect(isSunsetDay({moment: momentOf(text), event: {} as Event})).toBe(isDay)
  })
})
