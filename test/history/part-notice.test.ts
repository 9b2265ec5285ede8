import {describe, expect, it} from 'vitest'
import {isNoticeOf, lacksMark} from '../../src/history/part-notice.ts'
import type {Event} from '../../src/model/lifecycle/event.ts'
import {change, reach, subjectOf} from '../changes.ts'

const DUE = 'GET /v1/loans'
const part = subjectOf(DUE, {field: 'due', in: 'response'})
let ids = 0
const event = (kind: Event['kind'], entry: number, more: Partial<Event> = {}): Event => ({
  id: ids++,
  kind,
  verb: kind === 'introduced' ? 'added' : kind,
  subject: part,
  entry,
  place: {source: ''},
  ...more
})
/** An observed event in places of the operation; the older description marks what it removes. */
const seen = (kind: Event['kind'], entry: number, places: readonly string[], isMarked = true): Event =>
  event(kind, entry, {
    seen: true,
    observed: change('field-removed', part, {
      reaches: places.map(each => reach(DUE, 'response', each)),
      ...(isMarked ? {announced: {deprecated: true}} : {})
    })
  })
const OTHER = {subject: subjectOf(DUE)}
const [OK, ERROR] = [['response 200'], ['response 404']]

describe('the notice of a part that is removed', () => {
  it.each<
    [title: string, events: readonly [notice: Event, end: Event, ...others: readonly Event[]], isNotice: boolean]
  >([
    ['is its own line', [event('deprecated', 1), event('removed', 2)], true],
    ['is its own mark', [seen('deprecated', 1, OK), seen('removed', 2, OK)], true],
    ['is not that of its operation', [event('deprecated', 1, OTHER), event('removed', 2)], false],
    [
      'is that of its operation, if that is removed with it',
      [event('deprecated', 1, OTHER), event('removed', 2), event('removed', 2, OTHER)],
      true
    ],
    [
      'is not that of its operation, if that is removed later',
      [event('deprecated', 1, OTHER), event('removed', 2), event('removed', 3, OTHER)],
      false
    ],
    [
      'is not that of its operation, if that only changes',
      [event('deprecated', 1, OTHER), event('removed', 2), event('changed', 2, OTHER)],
      false
    ],
    ['is its own line, even if a use has no mark', [event('deprecated', 1), seen('removed', 2, OK, false)], true],
    ['is no mark of other uses, if a use has none', [seen('deprecated', 1, OK), seen('removed', 2, OK, false)], false],
    [
      'is no mark of other uses, if another use has none',
      [seen('deprecated', 1, OK), seen('removed', 2, OK), seen('removed', 2, ERROR, false)],
      false
    ],
    [
      'is a mark, if a use without one is removed later',
      [seen('deprecated', 1, OK), seen('removed', 2, OK), seen('removed', 3, ERROR, false)],
      true
    ],
    ['is a withdrawn mark, whatever was marked', [seen('withdrawn', 1, OK), seen('removed', 2, OK, false)], true],
    ['is a mark in another place, if none is in its own', [seen('deprecated', 1, OK), seen('removed', 2, ERROR)], true],
    [
      'is no mark in another place, if one is in its own',
      [seen('deprecated', 1, OK), seen('removed', 2, ERROR), seen('deprecated', 1, ERROR)],
      false
    ],
    [
      'is a mark in another place, if its own is no statement',
      [seen('deprecated', 1, OK), seen('removed', 2, ERROR), seen('changed', 1, ERROR)],
      true
    ],
    [
      'is a mark in its own place, if both are removed',
      [seen('deprecated', 1, OK), seen('removed', 2, OK), seen('removed', 2, ERROR)],
      true
    ],
    [
      'is no mark in its own place, if a later one is in the other',
      [seen('deprecated', 1, OK), seen('removed', 2, OK), seen('removed', 2, ERROR), seen('deprecated', 1, ERROR)],
      false
    ],
    [
      'is a mark in both places',
      [
        seen('deprecated', 1, [...OK, ...ERROR]),
        seen('removed', 2, OK),
        seen('removed', 2, ERROR),
        seen('deprecated', 1, ERROR)
      ],
      true
    ],
    [
      'is a mark without a place',
      [seen('deprecated', 1, []), seen('removed', 2, ERROR), seen('deprecated', 1, ERROR)],
      true
    ]
  ])('%s: %s', (_, [notice, end, ...others], isNotice) => {
    expect(isNoticeOf(notice, end, [notice, end, ...others])).toBe(isNotice)
  })

  it('is the last of two marks in two places', () => {
    const earlier = seen('deprecated', 1, ERROR)
    const [mark, end, other] = [seen('deprecated', 1, OK), seen('removed', 2, OK), seen('removed', 2, ERROR)]
    expect(isNoticeOf(mark, end, [earlier, mark, end, other])).toBe(true)
    expect(isNoticeOf(earlier, end, [earlier, mark, end, other])).toBe(false)
    // A mark elsewhere is none of what is removed, although it is later than the mark there.
    expect(isNoticeOf(mark, other, [earlier, mark, other])).toBe(false)
  })

  it('has no places in an operation for the field of a schema', () => {
    const member = subjectOf('Loan.due')
    const of = (each: Event): Event => ({...each, subject: member})
    const [mark, end, other] = [
      of(seen('deprecated', 1, OK)),
      of(seen('removed', 2, ERROR)),
      of(seen('deprecated', 1, ERROR))
    ]
    expect(isNoticeOf(mark, end, [mark, end, other])).toBe(true)
  })

  it.each<[title: string, event: Event, lacks: boolean]>([
    ['a line', event('removed', 2), false],
    ['a marked use', seen('removed', 2, OK), false],
    ['a use without a mark', seen('removed', 2, OK, false), true]
  ])('is missing for %s: %s', (_, of, lacks) => {
    expect(lacksMark(of)).toBe(lacks)
  })
})
