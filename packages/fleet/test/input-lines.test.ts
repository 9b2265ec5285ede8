import {describe, expect, it} from 'vitest'
import {splitLines} from '../src/worker.ts'

/** The lines of a text that arrives in pieces of this size. A line that is too long is `undefined`. */
async function linesIn(text: string, size: number, limit = 1000) {
  const bytes = Buffer.from(text)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const lines: [number, string | undefined][] = []
  for await (const {number, bytes} of splitLines(chunks(), limit)) lines.push([number, bytes?.toString()])
  return lines
}

describe('lines of a stream', () => {
  it.each([1, 2, 3, 7, 100])('do not depend on the size of its chunks: %i bytes', async size => {
    expect(await linesIn('one\n\nthree é\r\nfour', size)).toEqual([
      [1, 'one'],
      [2, ''],
      [3, 'three é\r'],
      [4, 'four']
    ])
  })

  it.each([1, 2, 3, 7, 100])('are left out if they exceed the limit: chunks of %i bytes', async size => {
    expect(await linesIn('12345\n123456\n\n1234567890123\n5\n123456', size, 5)).toEqual([
      [1, '12345'],
      [2, undefined],
      [3, ''],
      [4, undefined],
      [5, '5'],
      [6, undefined]
    ])
  })

  it('are not held in memory when they are too long', async () => {
    const piece = Buffer.alloc(1 << 20, 'x')
    async function* chunks() {
      for (let count = 0; count < 2000; count++) yield Buffer.from(piece)
    }
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    async function* watched() {
      for await (const chunk of chunks()) {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before)
        yield chunk
      }
    }
    const lines = []
    for await (const line of splitLines(watched(), 10 << 20)) lines.push(line)
    expect(lines).toEqual([{number: 1}])
    expect(most).toBeLessThan(500 << 20)
  })

  it('are none in an empty stream', async () => {
    expect(await linesIn('', 10)).toEqual([])
  })
})
