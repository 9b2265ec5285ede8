import {isRecord, own} from '../../schema/json.ts'
import {saysTheSame} from '../documentation.ts'
import {limitOf} from '../flatten/bounds.ts'
import {type Flat, flatten, propertiesBut, propertiesOf, requiredOf, said} from '../flatten/flatten.ts'
import {movedIn} from '../moved-properties.ts'
import {ask, type Desk} from '../schema-diff-context.ts'
import {compareAdditional} from './additional-properties.ts'
import {losesMap, tellLostMap} from './map-properties.ts'
import {compareProperty, compareRequired} from './match-properties.ts'
import {comparePatterns} from './pattern-properties.ts'
import {type Properties, tellAdded, tellRemoved} from './properties.ts'
import {renamedIn} from './renamed-properties.ts'
import {compareLimit} from './scalars.ts'
import {isTypeAgainstAnything} from './types.ts'
import {compareUnseen} from './unevaluated.ts'

/** Compares the properties of an object, which of them are required, and which others are accepted. */
export function compareObjects(context: Desk): void {
  const {older, newer} = context
  // If one side accepts anything, no property is removed or added.
  if (isTypeAgainstAnything(older, newer) || isTypeAgainstAnything(newer, older)) return
  const clean = unchangedNames(context)
  const [was, is] = [possiblePropertiesOf(older, clean), possiblePropertiesOf(newer, clean)]
  const added = [...is.keys()].filter(name => !was.has(name))
  const removed = [...was.keys()].filter(name => !is.has(name))
  const renamed = renamedIn(context, {was, is, added, removed})
  // Properties that moved into alternatives, or out of them, are compared with the alternatives.
  const moved = movedIn(context)
  for (const name of added) if (name !== renamed?.to && !moved.has(name)) tellAdded(context, name, is.get(name) ?? [])
  for (const name of removed)
    if (name !== renamed?.from && !moved.has(name)) tellRemoved(context, name, was.get(name) ?? [])
  for (const [name, nodes] of was) {
    const others = is.get(name)
    if (others) compareProperty(context, name, nodes, others)
  }
  compareRequired(context, was, is, clean)
  const isLost = losesMap(context)
  if (isLost) tellLostMap(context)
  const others: Desk = isLost ? {...context, tell: fact => context.tell({...fact, only: 'request'})} : context
  compareAdditional(others)
  if (![older, newer].every(hasEnough)) compareLimit(context, 'minProperties', 1, ask(context, ['minProperties']))
  compareLimit(context, 'maxProperties', -1, ask(context, ['maxProperties']))
  comparePatterns(others)
  compareUnseen(others, 'unevaluatedProperties')
}

/** Whether the required properties that are sent in both directions are enough for `minProperties`. */
function hasEnough(flat: Flat): boolean {
  const least = limitOf(flat, 'minProperties', 1)
  if (least === undefined || least <= 0) return true
  const properties = propertiesOf(flat)
  const goesBothWays = (name: string): boolean =>
    (properties.get(name) ?? []).every(node =>
      ['readOnly', 'writeOnly'].every(keyword => said(flatten(node), keyword).length === 0)
    )
  return [...requiredOf(flat).keys()].filter(goesBothWays).length >= least
}

/** The same for objects with identical text, which can differ only in what they refer to. */
export function compareObjectsBelow(context: Desk): void {
  const clean = unchangedNames(context)
  const [was, is] = [propertiesBut(context.older, clean), propertiesBut(context.newer, clean)]
  for (const [name, nodes] of was) compareProperty(context, name, nodes, is.get(name) ?? [])
  compareAdditional(context)
  comparePatterns(context)
  compareUnseen(context, 'unevaluatedProperties')
}

/** The properties that are the same on both sides. Most are, so they don't have to be compared one by one. */
function unchangedNames({older, newer, dirt}: Desk): ReadonlySet<string> {
  const clean = new Set<string>()
  const [[a], [b]] = [older.members, newer.members]
  if (!a || !b || older.members.length > 1 || newer.members.length > 1) return clean
  const [was, is] = [a, b].map(({raw}) => (isRecord(raw) ? own(raw, 'properties') : undefined))
  if (!isRecord(was) || !isRecord(is)) return clean
  for (const name in was) {
    if (!Object.hasOwn(is, name) || !saysTheSame(was[name], is[name])) continue
    if (dirt.isCleanInside(was[name], a, b)) clean.add(name)
  }
  return clean
}

/** The properties that can be present, which those with the schema `false` can't. */
const possiblePropertiesOf = (flat: Flat, without: ReadonlySet<string>): Properties =>
  new Map([...propertiesBut(flat, without)].filter(([, nodes]) => nodes.every(({raw}) => raw !== false)))
