import type {Position} from '../files/positions.ts'
import {findInJson} from '../json/json-positions.ts'
import {trailsTo} from '../parsing/key-trail.ts'
import {findInYaml} from '../yaml/yaml-positions.ts'

export type Syntax = 'json' | 'yaml'

/**
 * Line and column of what JSON pointers point to, in one pass over the text: of a property where its key is written, of
 * an item of a list the item. For what is not there it is the nearest that is and holds it.
 */
export function placesIn(text: string, syntax: Syntax, pointers: readonly string[]): Map<string, Position> {
  const {root, offsets} = trailsTo(pointers)
  if (syntax === 'json') findInJson(text, root)
  else findInYaml(text, root)
  return positioned(text, offsets())
}

/** Lines are counted along the text, only as far as the last offset; where a line ends is looked for once. */
function positioned(text: string, offsets: readonly (readonly [string, number])[]): Map<string, Position> {
  const found = new Map<string, Position>()
  let line = 1
  let start = 0
  let end = text.indexOf('\n')
  for (const [pointer, offset] of offsets.toSorted(([, a], [, b]) => a - b)) {
    for (; end !== -1 && end < offset; end = text.indexOf('\n', start)) {
      line++
      start = end + 1
    }
    found.set(pointer, {line, column: offset - start + 1})
  }
  return found
}
