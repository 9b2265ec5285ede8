import type {Header, Parameter} from '../model/snapshot.ts'
import type {Part} from '../model/subject.ts'
import {nodeOf} from '../schema/node.ts'
import {compareContents} from './contents.ts'
import {flatten, typesOf} from './flat.ts'
import {announcedIn} from './lives.ts'
import {compareLives, compareSchemas, type Stop, type Two, tell, type Walk} from './walk.ts'

/** Parameters by name and place; those in the path by their position in it. */
export function compareParameters(
  walk: Walk,
  stop: Stop,
  {older, newer}: Two<readonly Parameter[]>,
  names: ReadonlyMap<string, string>
): void {
  const keyOf = (parameter: Parameter): string => {
    const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name
    return `${parameter.in} ${parameter.in === 'path' ? (names.get(name) ?? name) : name}`
  }
  const was = new Map(older.map(each => [keyOf(each), each]))
  const is = new Map(newer.map(each => [each.in === 'path' ? `path ${each.name}` : keyOf(each), each] as const))
  // A path may name a parameter otherwise than the parameter names itself.
  for (const [key, parameter] of [...was]) {
    if (is.has(key) || !is.has(`path ${parameter.name}`) || parameter.in !== 'path') continue
    was.delete(key)
    was.set(`path ${parameter.name}`, parameter)
  }
  const removed = [...was].filter(([key]) => !is.has(key)).map(([, each]) => each)
  const added = [...is].filter(([key]) => !was.has(key)).map(([, each]) => each)
  for (const parameter of removed) {
    const at = stopAt(stop, parameter)
    const moved = added.find(other => other.name === parameter.name && other.in !== parameter.in)
    if (moved) {
      tell(walk, at, {
        kind: 'moved',
        about: parameter.name,
        was: parameter.in,
        is: moved.in,
        old: parameter.place,
        new: moved.place
      })
      added.splice(added.indexOf(moved), 1)
      compareValues(walk, at, {older: parameter, newer: moved})
    } else
      tell(walk, at, {
        kind: 'parameter-removed',
        about: parameter.name,
        old: parameter.place,
        ...announcedIn(parameter.life)
      })
  }
  for (const parameter of added) {
    const kind = parameter.required ? 'required-parameter-added' : 'parameter-added'
    tell(walk, stopAt(stop, parameter), {kind, about: parameter.name, new: parameter.place})
  }
  for (const [key, parameter] of was) {
    const other = is.get(key)
    if (other) compareParameter(walk, stopAt(stop, other), {older: parameter, newer: other})
  }
}

function stopAt(stop: Stop, {name, in: place}: Parameter): Stop {
  const narrowed: Part = place === 'header' ? {header: name, in: 'request'} : {parameter: name, in: 'request'}
  return {...stop, part: place === 'header' ? `header ${name}` : `${place} parameter ${name}`, narrowed}
}

function compareParameter(walk: Walk, stop: Stop, two: Two<Parameter>): void {
  const {older, newer} = two
  const places = {about: newer.name, old: older.place, new: newer.place}
  if (older.required !== newer.required)
    tell(walk, stop, {kind: newer.required ? 'parameter-required' : 'parameter-optional', ...places})
  if (older.emptyAllowed !== newer.emptyAllowed) {
    const kind = newer.emptyAllowed ? 'constraint-loosened' : 'constraint-tightened'
    tell(walk, stop, {...places, kind, about: 'allowEmptyValue', was: older.emptyAllowed, is: newer.emptyAllowed})
  }
  compareValues(walk, stop, two)
}

/** What a parameter or a header holds, and how it is written. */
function compareValues(walk: Walk, stop: Stop, two: Two<Omit<Header, 'required'>>): void {
  const {older, newer} = two
  const [was, is] = [styleOf(older), styleOf(newer)]
  // That one value is now a list, or the reverse, is told of its type.
  if (was !== is && (was === PLAIN) === (is === PLAIN)) {
    tell(walk, stop, {kind: 'serialization-changed', about: 'style', was, is, old: older.place, new: newer.place})
  }
  if (older.contents.length > 0 || newer.contents.length > 0)
    compareContents(
      walk,
      stop,
      {older: older.contents, newer: newer.contents},
      {older: older.place, newer: newer.place}
    )
  else compareSchemas(walk, stop, {older: older.schema, newer: newer.schema}, true)
  compareLives(walk, stop, two)
}

const PLAIN = 'plain'

/** The style as far as it matters: of one plain value most styles are alike. */
function styleOf({schema, style, explode}: Omit<Header, 'required'>): string {
  const types = schema ? typesOf(flatten(nodeOf(schema))) : new Set()
  const isPlain = types.size < 7 && !types.has('array') && !types.has('object')
  if (isPlain) return style === 'matrix' || style === 'label' ? style : PLAIN
  return `${style}${explode ? ', exploded' : ''}`
}

/** The headers of a response. */
export function compareHeaders(
  walk: Walk,
  stop: Stop,
  {older, newer}: Two<readonly Header[]>,
  at: Two<Stop['part']>
): void {
  const key = ({name}: Header): string => name.toLowerCase()
  const was = new Map(older.map(each => [key(each), each]))
  const is = new Map(newer.map(each => [key(each), each]))
  const stopOf = ({name}: Header): Stop => ({
    ...stop,
    part: `${at.newer} header ${name}`,
    narrowed: {header: name, in: stop.side}
  })
  for (const [name, header] of was) {
    const other = is.get(name)
    if (!other) {
      tell(walk, stopOf(header), {
        kind: 'header-removed',
        about: header.name,
        old: header.place,
        ...announcedIn(header.life)
      })
      continue
    }
    const here = stopOf(other)
    if (header.required !== other.required) {
      const kind = other.required ? 'header-required' : 'header-optional'
      tell(walk, here, {kind, about: header.name, old: header.place, new: other.place})
    }
    compareValues(walk, here, {older: header, newer: other})
  }
  for (const [name, header] of is)
    if (!was.has(name)) tell(walk, stopOf(header), {kind: 'header-added', about: header.name, new: header.place})
}
