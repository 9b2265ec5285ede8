// Judges a pair of descriptions twice: by the comparison, and by random values.

import {dice} from '../../packages/json-schema/test/random.ts'
import {diffSnapshots} from '../../packages/openapi/src/diff/diff.ts'
import {validate} from '../../packages/openapi/src/validator.ts'
import type {Change} from '../../src/model/api/change.ts'
import {contradictionsOf, effectOn, snapshotFrom} from '../languages/openapi/diff/comparing.ts'
import type {Raw, Written} from './descriptions.ts'
import {Reading, type Side} from './reference.ts'
import {likelyValue} from './values.ts'
import {parseValues, serialize} from './wire.ts'

const TRIES = 24

export interface Failure {
  readonly is: 'wrong compatible' | 'refused witness' | 'contradiction' | 'crash'
  readonly message: string
}

export interface Verdict {
  readonly is: 'compatible' | 'breaking' | 'undetermined'
  readonly tried: number
  readonly witnesses: number
  readonly failures: readonly Failure[]
}

/** A message of an operation that both descriptions have, with the schema of either side. */
interface Message {
  readonly part: string
  readonly side: Side
  readonly older: unknown
  readonly newer: unknown
  readonly parameters?: {readonly older: Raw; readonly newer: Raw}
}

interface Operation {
  parameters?: Raw[]
  requestBody?: Raw
  responses?: Raw
}

const schemaIn = (body: unknown): unknown =>
  ((body as {content?: Raw} | undefined)?.content?.['application/json'] as Raw | undefined)?.schema

function* messagesOf(older: Operation, newer: Operation): Generator<Message> {
  for (const was of older.parameters ?? []) {
    const is = newer.parameters?.find(each => each.name === was.name && each.in === was.in)
    if (!is?.schema || !was.schema || !was.name || !was.in) continue
    const part = was.in === 'header' ? `header ${was.name}` : `${was.in} parameter ${was.name}`
    yield {part, side: 'request', older: was.schema, newer: is.schema, parameters: {older: was, newer: is}}
  }
  const [was, is] = [schemaIn(older.requestBody), schemaIn(newer.requestBody)]
  if (was && is) yield {part: 'body application/json', side: 'request', older: was, newer: is}
  for (const [status, response] of Object.entries(older.responses ?? {})) {
    const [had, has] = [schemaIn(response), schemaIn(newer.responses?.[status])]
    if (had && has) yield {part: `response ${status} application/json`, side: 'response', older: had, newer: has}
  }
}

const operationIn = (document: Raw): Operation =>
  (((document.paths as Raw | undefined)?.['/loans/{id}'] as Raw | undefined)?.put ?? {}) as Operation

export function judge(older: Written, newer: Written, seed: number): Verdict {
  let changes: Change[]
  try {
    changes = diffSnapshots(snapshotFrom(older, 'old.yaml'), snapshotFrom(newer, 'new.yaml'), validate)
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return {is: 'undetermined', tried: 0, witnesses: 0, failures: [{is: 'crash', message}]}
  }
  const effects = changes.flatMap(change =>
    change.reaches.map(({side, part}) => ({
      side,
      part,
      effect: effectOn(change, side)
    }))
  )
  const failures: Failure[] = changes.flatMap(contradictionsOf).map(message => ({is: 'contradiction', message}))
  let [tried, witnesses] = [0, 0]
  const readings = (isUnion: boolean): Sides['read'] => ({
    older: {request: new Reading(older, 'request', {isUnion}), response: new Reading(older, 'response', {isUnion})},
    newer: {request: new Reading(newer, 'request', {isUnion}), response: new Reading(newer, 'response', {isUnion})}
  })
  const textReading = new Reading(newer, 'request', {isOfTexts: true})
  const read = readings(false)
  let unions: Sides['read'] | undefined
  const readUnions = (): Sides['read'] => (unions ??= readings(true))
  const ignoredNames = findIgnoredNames(changes)
  const roll = dice(seed)
  for (const message of messagesOf(operationIn(older), operationIn(newer))) {
    const {part, side} = message
    if (
      effects.some(
        each => each.side === side && each.effect !== 'compatible' && (each.part === part || each.part === undefined)
      )
    )
      continue
    const isForward = side === 'request'
    const [sub, sup] = isForward ? [read.older[side], read.newer[side]] : [read.newer[side], read.older[side]]
    const [inner, outer] = isForward ? [message.older, message.newer] : [message.newer, message.older]
    const fitsAsUnion = (value: unknown): boolean =>
      isAcceptedAsUnion(value, {exact: sup, any: readUnions()[isForward ? 'newer' : 'older'][side]}, outer, roll)
    if (JSON.stringify(sub.whole(inner)) === JSON.stringify(sup.whole(outer)) && !message.parameters) continue
    for (let time = 0; time < TRIES; time++) {
      const value = likelyValue(inner, sub, roll)
      if (!sub.accepts(inner, value)) continue
      tried++
      const isRefused = message.parameters
        ? isRefusedOnWire(value, message.parameters, {sup: textReading, outer})
        : !sup.accepts(outer, value) && !holdsName(value, ignoredNames)
      if (!isRefused || !sub.documents([inner], value) || !sub.acceptsSurely(inner, value)) continue
      if (!message.parameters && (sup.acceptsSurely(outer, value) || fitsAsUnion(value))) continue
      failures.push({is: 'wrong compatible', message: `${side} ${part}: ${JSON.stringify(value)}`})
      break
    }
  }
  for (const change of changes)
    for (const side of ['request', 'response'] as const) {
      if (change.proofs[side]?.is !== 'breaks') continue
      witnesses++
      const message = describeRefusal(change, side, {older, newer, read, asTexts: textReading})
      const isRefusedAsUnion = (): boolean =>
        describeRefusal(change, side, {older, newer, read: readUnions(), asTexts: textReading}) !== undefined
      if (message !== undefined && isRefusedAsUnion()) failures.push({is: 'refused witness', message})
    }
  // A schema that accepts no value exactly is read as a union, so a witness is refused only if both readings refuse it.
  const all = effects.map(({effect}) => effect)
  const is = all.includes('breaking') ? 'breaking' : all.includes('review') ? 'undetermined' : 'compatible'
  return {is, tried, witnesses, failures}
}

function isRefusedOnWire(
  value: unknown,
  {older, newer}: {older: Raw; newer: Raw},
  {sup, outer}: {sup: Reading; outer: unknown}
): boolean {
  const texts = serialize(value, older)
  return texts !== undefined && !parseValues(texts, newer).some(parsed => sup.accepts(outer, parsed))
}

/**
 * Whether a schema accepts a value if `oneOf` is read as `anyOf`, and accepts no value exactly because its alternatives are
 * alike. People mean any alternative by such a schema.
 */
function isAcceptedAsUnion(
  value: unknown,
  {exact, any: union}: {exact: Reading; any: Reading},
  outer: unknown,
  roll: () => number
): boolean {
  if (!union.accepts(outer, value)) return false
  const values = Array.from({length: TRIES * 4}, () => likelyValue(outer, union, roll))
  return values.every(each => !exact.accepts(outer, each))
}

/** The names of added and removed fields, whose old or new meaning depends on a map and is no question of containment. */
const findIgnoredNames = (changes: readonly Change[]): ReadonlySet<string> =>
  new Set(
    changes.flatMap(({kind, about}) =>
      ['field-added', 'field-removed', 'field-writable-added'].includes(kind) && about ? [about] : []
    )
  )

const holdsName = (value: unknown, names: ReadonlySet<string>): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([name, inner]) => (!Array.isArray(value) && names.has(name)) || holdsName(inner, names))

interface Sides {
  readonly older: Written
  readonly newer: Written
  readonly read: {readonly [Which in 'older' | 'newer']: {readonly [Way in Side]: Reading}}
  /** The reading of texts that clients send to the newer side. */
  readonly asTexts: Reading
}

/** Why a witness shows no break, or `undefined` if one side accepts it and the other refuses it at a place on its path. */
function describeRefusal(change: Change, side: Side, {older, newer, read, asTexts}: Sides): string | undefined {
  const proof = change.proofs[side]
  if (proof?.is !== 'breaks') return undefined
  const messages = [...messagesOf(operationIn(older), operationIn(newer))]
  const affected = change.reaches.flatMap(reach => {
    const message = messages.find(each => each.part === reach.part && each.side === side)
    return message && reach.side === side && reach.at !== undefined ? [{message, at: reach.at}] : []
  })
  const isConfirmed = ({message, at}: (typeof affected)[number]): boolean => {
    const {parameters} = message
    const [was, is] = [
      placesOnPath(message.older, at, read.older[side]),
      placesOnPath(message.newer, at, read.newer[side])
    ]
    return was.some((olds, depth) => {
      const news = is[depth] ?? []
      const [sub, sup] =
        side === 'request' ? [read.older[side], read.newer[side]] : [read.newer[side], read.older[side]]
      const [inner, outer] = side === 'request' ? [olds, news] : [news, olds]
      const texts = parameters && depth === 0 ? serialize(proof.witness, parameters.older) : undefined
      const parsed = texts && parameters ? parseValues(texts, parameters.newer) : []
      return (
        inner.some(schema => sub.accepts(schema, proof.witness)) &&
        outer.some(
          schema => !sup.accepts(schema, proof.witness) && !parsed.some(value => asTexts.accepts(schema, value))
        )
      )
    })
  }
  if (affected.length === 0 || affected.some(isConfirmed)) return undefined
  const parts = affected.map(({message, at}) => `${message.part} ${at}`).join(', ')
  return `${side} ${change.kind} ${change.about ?? ''} (${parts}): ${JSON.stringify(proof.witness)}`
}

/** The schemas that apply to each value on a path (`labels[].name`), the message first; each set of alternatives by itself. */
function placesOnPath(message: unknown, at: string, reading: Reading): unknown[][] {
  const steps = at.match(/\[\]|\{[^}]*\}|[^.[\]{}]+/g) ?? []
  const places: unknown[][] = [[message]]
  let sets: unknown[][] = [[message]]
  for (const step of steps) {
    sets = sets.flatMap(set => reading.alternatives(set).map(schemas => schemas.flatMap(schema => below(schema, step))))
    sets = sets.filter(set => set.length > 0)
    places.push(sets.map(set => ({allOf: set})))
  }
  return places
}

function below(schema: Raw, step: string): unknown[] {
  if (step === '[]') return 'items' in schema ? [schema.items] : []
  const properties = (schema.properties ?? {}) as Raw
  if (Object.hasOwn(properties, step)) return [properties[step]]
  const matching = Object.entries((schema.patternProperties ?? {}) as Raw).filter(([of]) => step.includes(of))
  if (matching.length > 0) return matching.map(([, held]) => held)
  return typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []
}
