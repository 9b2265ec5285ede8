import fc from 'fast-check'
import {expect, test} from 'vitest'
import {feedsBetween, lineStart} from '../../src/read/line-feeds.ts'

/** Feeds and what is one bit beside them, so that one taken for the other shows. */
const byte = fc.oneof(fc.constantFrom(0x0a, 0x0b, 0x09, 0x8a, 0x00, 0xff, 0x80, 0x7f, 0x01), fc.nat(255))

test('the feeds of any part of any bytes, wherever in memory they lie', () => {
  fc.assert(
    fc.property(
      fc.array(byte, {maxLength: 40}),
      ...([fc.nat(7), fc.nat(40), fc.nat(40)] as const),
      (given, shift, one, other) => {
        const bytes = Buffer.from(new ArrayBuffer(given.length + shift), shift)
        bytes.set(given)
        const [start, end] = [one, other].map(each => Math.min(each, given.length)).sort((a, b) => a - b) as [
          number,
          number
        ]
        expect(feedsBetween(bytes, start, end)).toBe(given.slice(start, end).filter(each => each === 10).length)
        expect(lineStart(bytes, end)).toBe(given.slice(0, end).lastIndexOf(10) + 1)
      }
    ),
    {numRuns: 3000}
  )
})
