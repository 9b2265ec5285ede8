import type {Position} from '../stores/files/positions.ts'
import {locateInJson} from './json/json-positions.ts'
import {createTrails} from './parsing/key-trail.ts'
import {locateInYaml} from './yaml/yaml-positions.ts'

export type Syntax = 'json' | 'yaml'

/**
 * Finds the line and column of JSON pointers in one pass over the text: for a property the position of its key, for a
 * list item that of the item. A missing target resolves to its nearest existing ancestor.
 */
export function findPositions(text: string, syntax: Syntax, pointers: readonly string[]): Map<string, Position> {
  const {root, offsets} = createTrails(pointers)
  if (syntax === 'json') locateInJson(text, root)
  else locateInYaml(text, root)
  return toPositions(text, offsets())
}

/** Converts offsets to positions. Lines are counted only up to the last offset, and each line end is searched once. */
function toPositions(text: string, offsets: readonly (readonly [string, number])[]): Map<string, Position> {
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
