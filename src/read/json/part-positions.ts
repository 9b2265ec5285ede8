import {pathOf, pointerTo} from '../../model/location.ts'
import type {Position} from '../files/positions.ts'
import {trailsTo} from '../parsing/key-trail.ts'
import type {Part} from '../parsing/parts.ts'
import {findInJson} from './json-positions.ts'

/** What the pointers of one part point to. */
interface Asked {
  readonly part?: Part<unknown>
  readonly pointers: string[]
}

/** As `placesIn`, part by part: only those are looked through that hold what is looked for. */
export function placesInParts(
  bytes: Buffer,
  parts: readonly Part<unknown>[],
  pointers: readonly string[]
): Map<string, Position> {
  const byPlace = new Map(parts.map(part => [part.pointer, part]))
  const asked = new Map<string, Asked>()
  for (const pointer of pointers) {
    const keys = pathOf(pointer)
    const place = [2, 3].map(depth => pointerTo(keys.slice(0, depth))).find(each => byPlace.has(each)) ?? ''
    const part = byPlace.get(place)
    const here = asked.get(place) ?? {pointers: [], ...(part ? {part} : {})}
    here.pointers.push(pointer)
    asked.set(place, here)
  }
  const offsets = [...asked].flatMap(([place, {part, pointers: own}]) =>
    part ? offsetsInside(bytes, part, place, own) : offsetsAround(bytes, parts, own)
  )
  return positioned(bytes, offsets)
}

type Offset = readonly [pointer: string, offset: number]

/** The part itself is where its key is written. */
function offsetsInside(
  bytes: Buffer,
  {at, start, end}: Part<unknown>,
  place: string,
  pointers: readonly string[]
): Offset[] {
  const text = bytes.toString('utf8', start, end)
  const inside = pointers.map(pointer => pointer.slice(place.length))
  const {root, offsets} = trailsTo(inside)
  findInJson(text, root)
  return inBytes(text, offsets()).map(([pointer, offset]): Offset => {
    return [place + pointer, offset === 0 ? at : start + offset]
  })
}

function offsetsAround(bytes: Buffer, parts: readonly Part<unknown>[], pointers: readonly string[]): Offset[] {
  let from = 0
  let text = ''
  for (const {start, end} of parts) {
    text += `${bytes.toString('utf8', from, start)}null`
    from = end
  }
  text += bytes.toString('utf8', from)
  const {root, offsets} = trailsTo(pointers)
  findInJson(text, root)
  // How much longer the parts before it are than what stands for them.
  let longer = 0
  let next = 0
  return inBytes(text, offsets()).map(([pointer, offset]): Offset => {
    for (let part = parts[next]; part && part.start < offset + longer; part = parts[++next])
      longer += part.end - part.start - 'null'.length
    return [pointer, offset + longer]
  })
}

/** The same offsets in bytes, from the first to the last: each goes on from the one before. */
function inBytes(text: string, offsets: readonly Offset[]): Offset[] {
  let [at, bytes] = [0, 0]
  return offsets
    .toSorted(([, a], [, b]) => a - b)
    .map(([pointer, offset]) => {
      bytes += Buffer.byteLength(text.slice(at, offset))
      at = offset
      return [pointer, bytes]
    })
}

const FEED = 10

/**
 * Lines are counted along the bytes, only as far as the last offset; columns are counted in UTF-16, as in all texts. Both
 * go on from one offset to the next: a whole description may be one line.
 */
function positioned(bytes: Buffer, offsets: readonly Offset[]): Map<string, Position> {
  const found = new Map<string, Position>()
  let [line, column, at] = [1, 1, 0]
  // Asked for each line, Node is faster than a look at each byte.
  let end = bytes.indexOf(FEED)
  for (const [pointer, offset] of offsets.toSorted(([, a], [, b]) => a - b)) {
    for (; end !== -1 && end < offset; end = bytes.indexOf(FEED, at)) {
      line++
      column = 1
      at = end + 1
    }
    column += bytes.toString('utf8', at, offset).length
    at = offset
    found.set(pointer, {line, column})
  }
  return found
}
