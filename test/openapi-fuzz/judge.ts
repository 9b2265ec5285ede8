// A pair of descriptions, judged twice: by the comparison, and by values that are tried.

import {dice} from '../../packages/json-schema/test/random.ts'
import {diffSnapshots} from '../../src/languages/openapi/diff/diff.ts'
import {validate} from '../../src/languages/openapi/validator.ts'
import type {Change} from '../../src/model/api/change.ts'
import {contradictionsOf, effectOn, snapshotFrom} from '../languages/openapi/diff/comparing.ts'
import type {Raw, Written} from './descriptions.ts'
import {Reading, type Side} from './reference.ts'
import {likelyValue} from './values.ts'
import {meantBy, writtenAs} from './wire.ts'

const TRIES = 24

export interface Failure {
  readonly is: 'wrong compatible' | 'refused witness' | 'contradiction' | 'crash'
  readonly told: string
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

const schemaIn = (holder: unknown): unknown =>
  ((holder as {content?: Raw} | undefined)?.content?.['application/json'] as Raw | undefined)?.schema

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
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return {is: 'undetermined', tried: 0, witnesses: 0, failures: [{is: 'crash', told}]}
  }
  const effects = changes.flatMap(change =>
    change.reaches.map(({side, part}) => ({
      side,
      part,
      effect: effectOn(change, side)
    }))
  )
  const failures: Failure[] = changes.flatMap(contradictionsOf).map(told => ({is: 'contradiction', told}))
  let [tried, witnesses] = [0, 0]
  const readings = (isUnion: boolean): Sides['read'] => ({
    older: {request: new Reading(older, 'request', {isUnion}), response: new Reading(older, 'response', {isUnion})},
    newer: {request: new Reading(newer, 'request', {isUnion}), response: new Reading(newer, 'response', {isUnion})}
  })
  const asTexts = new Reading(newer, 'request', {isOfTexts: true})
  const read = readings(false)
  let unions: Sides['read'] | undefined
  const readUnions = (): Sides['read'] => (unions ??= readings(true))
  const excused = namesExcused(changes)
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
    const isMeant = (value: unknown): boolean =>
      isMeantBy(value, {exact: sup, any: readUnions()[isForward ? 'newer' : 'older'][side]}, outer, roll)
    if (JSON.stringify(sub.whole(inner)) === JSON.stringify(sup.whole(outer)) && !message.parameters) continue
    for (let time = 0; time < TRIES; time++) {
      const value = likelyValue(inner, sub, roll)
      if (!sub.accepts(inner, value)) continue
      tried++
      const refused = message.parameters
        ? isRefusedOnWire(value, message.parameters, {sup: asTexts, outer})
        : !sup.accepts(outer, value) && !holdsName(value, excused)
      if (!refused || !sub.documents([inner], value) || !sub.acceptsSurely(inner, value)) continue
      if (!message.parameters && (sup.acceptsSurely(outer, value) || isMeant(value))) continue
      failures.push({is: 'wrong compatible', told: `${side} ${part}: ${JSON.stringify(value)}`})
      break
    }
  }
  for (const change of changes)
    for (const side of ['request', 'response'] as const) {
      if (change.proofs[side]?.is !== 'breaks') continue
      witnesses++
      const told = refusal(change, side, {older, newer, read, asTexts})
      const asUnion = (): boolean => refusal(change, side, {older, newer, read: readUnions(), asTexts}) !== undefined
      if (told !== undefined && asUnion()) failures.push({is: 'refused witness', told})
    }
  // What no value fits exactly is read as a union: a witness is refused where it is by both readings.
  const all = effects.map(({effect}) => effect)
  const is = all.includes('breaking') ? 'breaking' : all.includes('review') ? 'undetermined' : 'compatible'
  return {is, tried, witnesses, failures}
}

function isRefusedOnWire(
  value: unknown,
  {older, newer}: {older: Raw; newer: Raw},
  {sup, outer}: {sup: Reading; outer: unknown}
): boolean {
  const texts = writtenAs(value, older)
  return texts !== undefined && !meantBy(texts, newer).some(meant => sup.accepts(outer, meant))
}

/**
 * Whether a schema whose choices take no value exactly, for their forms are alike, takes one as people mean them: by any
 * form. Of such a schema nothing else could be promised.
 */
function isMeantBy(
  value: unknown,
  {exact, any}: {exact: Reading; any: Reading},
  outer: unknown,
  roll: () => number
): boolean {
  if (!any.accepts(outer, value)) return false
  const values = Array.from({length: TRIES * 4}, () => likelyValue(outer, any, roll))
  return values.every(each => !exact.accepts(outer, each))
}

/** Names of fields that are new or gone: what that means is the map's to say, and no question of containment. */
const namesExcused = (changes: readonly Change[]): ReadonlySet<string> =>
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
  /** How texts are read that are sent to the newer one. */
  readonly asTexts: Reading
}

/** Why a witness shows nothing: at no place on the way to it the one side accepts it and the other refuses it. */
function refusal(change: Change, side: Side, {older, newer, read, asTexts}: Sides): string | undefined {
  const proof = change.proofs[side]
  if (proof?.is !== 'breaks') return undefined
  const messages = [...messagesOf(operationIn(older), operationIn(newer))]
  const met = change.reaches.flatMap(reach => {
    const message = messages.find(each => each.part === reach.part && each.side === side)
    return message && reach.side === side && reach.at !== undefined ? [{message, at: reach.at}] : []
  })
  const isShown = ({message, at}: (typeof met)[number]): boolean => {
    const {parameters} = message
    const [was, is] = [
      placesOnWay(message.older, at, read.older[side]),
      placesOnWay(message.newer, at, read.newer[side])
    ]
    return was.some((olds, depth) => {
      const news = is[depth] ?? []
      const [sub, sup] =
        side === 'request' ? [read.older[side], read.newer[side]] : [read.newer[side], read.older[side]]
      const [inner, outer] = side === 'request' ? [olds, news] : [news, olds]
      const texts = parameters && depth === 0 ? writtenAs(proof.witness, parameters.older) : undefined
      const meant = texts && parameters ? meantBy(texts, parameters.newer) : []
      return (
        inner.some(schema => sub.accepts(schema, proof.witness)) &&
        outer.some(
          schema => !sup.accepts(schema, proof.witness) && !meant.some(value => asTexts.accepts(schema, value))
        )
      )
    })
  }
  if (met.length === 0 || met.some(isShown)) return undefined
  const parts = met.map(({message, at}) => `${message.part} ${at}`).join(', ')
  return `${side} ${change.kind} ${change.about ?? ''} (${parts}): ${JSON.stringify(proof.witness)}`
}

/** What is said of each value on a way down (`labels[].name`), the message first: of alternatives each by itself. */
function placesOnWay(message: unknown, at: string, reading: Reading): unknown[][] {
  const steps = at.match(/\[\]|\{[^}]*\}|[^.[\]{}]+/g) ?? []
  const places: unknown[][] = [[message]]
  let sets: unknown[][] = [[message]]
  for (const step of steps) {
    sets = sets.flatMap(set => reading.alternatives(set).map(said => said.flatMap(schema => below(schema, step))))
    sets = sets.filter(set => set.length > 0)
    places.push(sets.map(set => ({allOf: set})))
  }
  return places
}

function below(schema: Raw, step: string): unknown[] {
  if (step === '[]') return 'items' in schema ? [schema.items] : []
  const properties = (schema.properties ?? {}) as Raw
  if (Object.hasOwn(properties, step)) return [properties[step]]
  const like = Object.entries((schema.patternProperties ?? {}) as Raw).filter(([of]) => step.includes(of))
  if (like.length > 0) return like.map(([, held]) => held)
  return typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []
}
