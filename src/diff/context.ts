import type {Change, ChangeKind} from '../model/api/change.ts'
import type {Life, Operation, SchemaSource, Snapshot} from '../model/api/snapshot.ts'
import type {Place} from '../model/location.ts'
import type {Direction, Subject} from '../model/subject/subject.ts'
import {nodeOf} from '../schema/document/node.ts'
import {type Ledger, reachOf, type Stop} from './attribution/root-causes.ts'
import type {Pairs} from './attribution/schema-pairs.ts'
import type {Wire} from './flatten/parameter-style.ts'
import {announcedIn, livesDiffer} from './lifecycle-marks.ts'
import type {Dirt} from './unchanged/changed-references.ts'

/** The two snapshots that are compared, with the helpers and the changes found so far. */
export interface Walk {
  readonly older: Snapshot
  readonly newer: Snapshot
  readonly dirt: Dirt
  readonly pairs: Pairs
  readonly ledger: Ledger
  /** Compares textually identical operations through their references; returns `false` if it can't. */
  readonly referred: {readonly compare: (two: Two<Operation>, stop: (side: Direction) => Stop) => boolean}
}

export interface Two<Thing> {
  readonly older: Thing
  readonly newer: Thing
}

/** A change outside of schemas, with only the fields that it has. */
export interface Plain {
  readonly kind: ChangeKind
  readonly old?: Place | undefined
  readonly new?: Place | undefined
  readonly about?: string
  /** The path to the changed value inside the part, if it isn't the whole part. */
  readonly at?: string
  readonly was?: unknown
  readonly is?: unknown
  readonly proofs?: Change['proofs']
  readonly announced?: Change['announced']
}

const REMOVAL_KINDS = /^(parameter|header|body|status|error-code|media-type)-removed$/

export function tell({ledger}: Walk, stop: Stop, fact: Plain): void {
  const {subject, narrowed} = stop
  const announced = fact.announced ?? (REMOVAL_KINDS.test(fact.kind) ? stop.announced?.() : undefined)
  ledger.add({
    kind: fact.kind,
    subject: narrowed ? {target: subject.target, part: narrowed} : subject,
    at: fact.at ?? '',
    where: {...(fact.old ? {old: fact.old} : {}), ...(fact.new ? {new: fact.new} : {})},
    ...(fact.was === undefined ? {} : {old: fact.was}),
    ...(fact.is === undefined ? {} : {new: fact.is}),
    ...(fact.about === undefined ? {} : {about: fact.about}),
    ...(announced ? {announced} : {}),
    reaches: [reachOf(stop)],
    proofs: fact.proofs ?? {}
  })
}

export function compareLives(context: Walk, stop: Stop, {older, newer}: Two<{life: Life; place: Place}>): void {
  for (const {kind, about, was, is} of livesDiffer(older.life, newer.life)) {
    const key = about as keyof Life
    tell(context, stop, {
      kind,
      ...(about === undefined ? {} : {about}),
      was,
      is,
      old: older.life[key]?.place ?? older.place,
      new: newer.life[key]?.place ?? newer.place,
      ...announcedIn(older.life)
    })
  }
}

const ANY_SCHEMA = {}

/** Compares two schemas; a missing one accepts anything. */
export function compareSchemas(
  context: Walk,
  stop: Stop,
  {older, newer}: Two<SchemaSource | undefined>,
  wire: Wire | undefined
): void {
  if (!older && !newer) return
  const empty = (snapshot: Snapshot, other: SchemaSource | undefined): SchemaSource =>
    snapshot.schemaAt(ANY_SCHEMA, other?.pointer ?? '')
  const pair = context.pairs.of(
    nodeOf(older ?? empty(context.older, newer)),
    nodeOf(newer ?? empty(context.newer, older)),
    wire
  )
  if (pair) context.ledger.meet(stop, pair)
}

export const subjectOf = ({target}: Operation): Subject => ({target})

export type {Stop}
