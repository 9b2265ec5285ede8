import type {Change, ChangeKind, Reach} from '../model/change.ts'
import type {Place} from '../model/place.ts'
import type {Life, Operation, SchemaSource, Snapshot} from '../model/snapshot.ts'
import type {Direction, Part, Subject} from '../model/subject.ts'
import {nodeOf} from '../schema/node.ts'
import type {Dirt} from './dirt.ts'
import {isEqual} from './equality.ts'
import type {Ledger, Pending} from './ledger.ts'
import {livesDiffer} from './lives.ts'
import type {Edge, KnownFact, Pair, Pairs} from './pairs.ts'

/** Two snapshots on the table, and what is found in them. */
export interface Walk {
  readonly older: Snapshot
  readonly newer: Snapshot
  readonly dirt: Dirt
  readonly pairs: Pairs
  readonly ledger: Ledger
}

/** Where on its way through two operations a walk is. */
export interface Stop {
  readonly subject: Subject
  readonly side: Direction
  /** What of the operation, as people say it. */
  readonly part?: string
  /** What of the subject is meant. */
  readonly narrowed?: Part
}

export interface Two<Thing> {
  readonly older: Thing
  readonly newer: Thing
}

export const reachOf = ({subject, side, part}: Stop, at = ''): Reach => ({
  operation: subject,
  side,
  ...(part === undefined ? {} : {part}),
  at
})

/** A fact that is told by itself, outside of schemas. */
export interface Plain {
  readonly kind: ChangeKind
  readonly old?: Place | undefined
  readonly new?: Place | undefined
  readonly about?: string
  readonly was?: unknown
  readonly is?: unknown
  readonly proofs?: Change['proofs']
}

export function tell({ledger}: Walk, stop: Stop, fact: Plain): void {
  const {subject, narrowed} = stop
  ledger.add({
    kind: fact.kind,
    subject: narrowed ? {target: subject.target, part: narrowed} : subject,
    at: '',
    where: {...(fact.old ? {old: fact.old} : {}), ...(fact.new ? {new: fact.new} : {})},
    ...(fact.was === undefined ? {} : {old: fact.was}),
    ...(fact.is === undefined ? {} : {new: fact.is}),
    ...(fact.about === undefined ? {} : {about: fact.about}),
    reaches: [reachOf(stop)],
    proofs: fact.proofs ?? {}
  })
}

export function compareLives(walk: Walk, stop: Stop, {older, newer}: Two<{life: Life; place: Place}>): void {
  for (const {kind, about, was, is} of livesDiffer(older.life, newer.life)) {
    const key = about as keyof Life
    tell(walk, stop, {
      kind,
      ...(about === undefined ? {} : {about}),
      was,
      is,
      old: older.life[key]?.place ?? older.place,
      new: newer.life[key]?.place ?? newer.place
    })
  }
}

export function compareProse(walk: Walk, stop: Stop, {older, newer}: Two<{prose: unknown; place: Place}>): void {
  if (!isEqual(older.prose, newer.prose))
    tell(walk, stop, {kind: 'documentation-changed', old: older.place, new: newer.place})
}

const ANYTHING = {}

/** Compares two schemas, either of which may be left out: then anything goes. */
export function compareSchemas(
  walk: Walk,
  stop: Stop,
  {older, newer}: Two<SchemaSource | undefined>,
  wire: boolean
): void {
  if (!older && !newer) return
  const empty = (snapshot: Snapshot, other: SchemaSource | undefined): SchemaSource =>
    snapshot.schemaAt(ANYTHING, other?.pointer ?? '')
  const pair = walk.pairs.of(nodeOf(older ?? empty(walk.older, newer)), nodeOf(newer ?? empty(walk.newer, older)), wire)
  if (pair) follow(walk, stop, pair)
}

interface Frame {
  readonly pair: Pair
  readonly at: string
  readonly pending?: Pending
}

const COMPONENT = /^\/(components\/\w+|definitions)\/[^/]+$/

/** All facts that a part of an operation meets, with the way down to each. */
function follow({ledger}: Walk, stop: Stop, start: Pair): void {
  const seen = new Map<Pair, Set<unknown>>()
  const open: Frame[] = [{pair: start, at: ''}]
  for (let frame = open.pop(); frame; frame = open.pop()) {
    const {pair, at, pending} = frame
    const ways = seen.get(pair) ?? new Set()
    seen.set(pair, ways)
    if (ways.has(undefined) || ways.has(pending?.alternative)) continue
    ways.add(pending?.alternative)
    for (const fact of pair.facts) {
      if (fact.only && fact.only !== stop.side) continue
      ledger.meet(fact, reachOf(stop, clean(at + nameIn(fact))), stop.narrowed, pending)
    }
    for (let index = pair.edges.length - 1; index >= 0; index--) {
      const edge = pair.edges[index] as Edge
      if (edge.only && edge.only !== stop.side) continue
      const next = pendingBelow(edge, pending)
      open.push({pair: edge.to, at: at + edge.step, ...(next ? {pending: next} : {})})
    }
  }
}

/** A choice is kept in mind until the way leads into another component. */
function pendingBelow({alternative, lift, to}: Edge, pending: Pending | undefined): Pending | undefined {
  if (alternative) return {alternative, lifts: []}
  if (!pending || COMPONENT.test(to.newer.pointer) || COMPONENT.test(to.older.pointer)) return undefined
  return {alternative: pending.alternative, lifts: [...pending.lifts, lift]}
}

const NAMED: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  'field-added',
  'required-field-added',
  'field-removed',
  'field-required',
  'field-optional',
  'field-access-changed',
  'renamed'
])

const nameIn = ({kind, about}: KnownFact): string => (NAMED.has(kind) && about !== undefined ? `.${about}` : '')

const clean = (at: string): string => at.replace(/^\./, '')

export const subjectOf = ({target}: Operation): Subject => ({target})
