import type {SourceLocation} from '../model/location.ts'
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

/** A text that pointers lead into, and the number of the lines before it in its file. */
export interface LocatedText {
  readonly text: string
  readonly syntax: Syntax
  readonly line?: number
}

/**
 * Creates a function that adds lines and columns to places. `find` returns the text of a place and the pointer in it, and
 * `undefined` for places in other files, which stay as they are.
 */
export function createPlaceFinder(
  find: (
    source: string,
    pointer: string
  ) => {readonly of: LocatedText | undefined; readonly pointer: string} | undefined
): (places: readonly SourceLocation[]) => SourceLocation[] {
  return places => {
    const wanted = new Map<LocatedText, Set<string>>()
    const found = places.map(({source, pointer, line}) => {
      const target = line === undefined && pointer !== undefined ? find(source, pointer) : undefined
      if (target?.of) wanted.set(target.of, (wanted.get(target.of) ?? new Set()).add(target.pointer))
      return target
    })
    const positions = new Map(
      [...wanted].map(([of, pointers]) => [of, findPositions(of.text, of.syntax, [...pointers])])
    )
    return places.map((place, at) => {
      const {of, pointer = ''} = found[at] ?? {}
      const position = of && positions.get(of)?.get(pointer)
      return position ? {...place, line: position.line + (of.line ?? 0), column: position.column} : place
    })
  }
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
