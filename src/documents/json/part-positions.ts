import {isAscii} from 'node:buffer'
import {formatPointer, parsePointer} from '../../model/location.ts'
import {memoize} from '../../model/memoize.ts'
import type {Position} from '../../stores/files/positions.ts'
import {createTrails} from '../parsing/key-trail.ts'
import type {PartSpan} from '../parsing/parts.ts'
import {locateInJson} from './json-positions.ts'

/** The pointers that are looked for in one part. */
interface PartPointers {
  readonly part?: PartSpan<unknown>
  readonly pointers: string[]
}

/** The parts by pointer, computed once, because positions in a description are looked up several times. */
const byPointer = memoize((parts: readonly PartSpan<unknown>[]) => new Map(parts.map(part => [part.pointer, part])))

/** Finds positions as `findPositions` does, but scans only the parts that contain them. */
export function findPositionsInParts(
  bytes: Buffer,
  parts: readonly PartSpan<unknown>[],
  pointers: readonly string[]
): Map<string, Position> {
  const byPlace = byPointer(parts)
  const byPart = new Map<string, PartPointers>()
  for (const pointer of pointers) {
    const keys = parsePointer(pointer)
    const place = [2, 3].map(depth => formatPointer(keys.slice(0, depth))).find(each => byPlace.has(each)) ?? ''
    const part = byPlace.get(place)
    const here = byPart.get(place) ?? {pointers: [], ...(part ? {part} : {})}
    here.pointers.push(pointer)
    byPart.set(place, here)
  }
  const offsets = [...byPart].flatMap(([place, {part, pointers: own}]) =>
    part ? offsetsInside(bytes, part, place, own) : offsetsAround(bytes, parts, own)
  )
  return toPositions(bytes, offsets)
}

type Offset = readonly [pointer: string, offset: number]

/** The byte offsets of pointers inside a part. The pointer of the part itself has the offset of its key. */
function offsetsInside(
  bytes: Buffer,
  {at, start, end}: PartSpan<unknown>,
  place: string,
  pointers: readonly string[]
): Offset[] {
  const text = bytes.toString('utf8', start, end)
  const inside = pointers.map(pointer => pointer.slice(place.length))
  const {root, offsets} = createTrails(inside)
  locateInJson(text, root)
  return toByteOffsets(text, end - start, offsets()).map(([pointer, offset]): Offset => {
    return [place + pointer, offset === 0 ? at : start + offset]
  })
}

function offsetsAround(bytes: Buffer, parts: readonly PartSpan<unknown>[], pointers: readonly string[]): Offset[] {
  let from = 0
  let text = ''
  for (const {start, end} of parts) {
    text += `${bytes.toString('utf8', from, start)}null`
    from = end
  }
  text += bytes.toString('utf8', from)
  const {root, offsets} = createTrails(pointers)
  locateInJson(text, root)
  // The length of the earlier parts minus that of their `null` placeholders.
  let longer = 0
  let next = 0
  return toByteOffsets(text, Buffer.byteLength(text), offsets()).map(([pointer, offset]): Offset => {
    for (let part = parts[next]; part && part.start < offset + longer; part = parts[++next])
      longer += part.end - part.start - 'null'.length
    return [pointer, offset + longer]
  })
}

/**
 * Converts character offsets to byte offsets in ascending order, each counted from the one before. In a text with as many
 * bytes as characters, nearly all, they're the same.
 */
function toByteOffsets(text: string, size: number, offsets: readonly Offset[]): Offset[] {
  const sorted = offsets.toSorted(([, a], [, b]) => a - b)
  if (text.length === size) return sorted
  let [at, bytes] = [0, 0]
  return sorted.map(([pointer, offset]) => {
    bytes += Buffer.byteLength(text.slice(at, offset))
    at = offset
    return [pointer, bytes]
  })
}

const FEED = 10

/**
 * Converts byte offsets to positions. Lines are counted only up to the last offset, and columns in UTF-16 code units.
 * Both continue from one offset to the next, because a whole description can be one line.
 */
function toPositions(bytes: Buffer, offsets: readonly Offset[]): Map<string, Position> {
  const found = new Map<string, Position>()
  let [line, column, at] = [1, 1, 0]
  // Searching for the next line feed is faster than checking each byte.
  let end = bytes.indexOf(FEED)
  for (const [pointer, offset] of offsets.toSorted(([, a], [, b]) => a - b)) {
    for (; end !== -1 && end < offset; end = bytes.indexOf(FEED, at)) {
      line++
      column = 1
      at = end + 1
    }
    column += countCharacters(bytes, at, offset)
    at = offset
    found.set(pointer, {line, column})
  }
  return found
}

const countCharacters = (bytes: Buffer, start: number, end: number): number =>
  isAscii(bytes.subarray(start, end)) ? end - start : bytes.toString('utf8', start, end).length
