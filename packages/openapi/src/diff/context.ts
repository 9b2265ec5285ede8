import type {Change} from '@tenure/core/model/api/change'
import type {SourceLocation} from '@tenure/core/model/location'
import type {Direction, Subject} from '@tenure/core/model/subject/subject'
import {type Node, rootNode} from '@tenure/json-schema/document/node'
import type {SchemaSource} from '@tenure/json-schema/schema-source'
import type {OpenapiKind} from '../kinds/kinds.ts'
import type {LifecycleMarks, Operation, Snapshot} from '../snapshot.ts'
import {type OperationSite, type RootCauses, reachOf} from './attribution/root-causes.ts'
import type {SchemaPairs} from './attribution/schema-pairs.ts'
import type {WireFormat} from './flatten/parameter-style.ts'
import {announcedEndOf, diffLifecycleMarks} from './lifecycle-marks.ts'
import type {Omissions} from './omissions.ts'
import type {ChangedReferences} from './unchanged/changed-references.ts'

/** The two snapshots that are compared, with the helpers and the changes found so far. */
export interface DiffContext {
  readonly older: Snapshot
  readonly newer: Snapshot
  readonly changedReferences: ChangedReferences
  readonly pairs: SchemaPairs
  readonly rootCauses: RootCauses
  readonly omissions: Omissions
  /** The lifecycle marks of the first of some schemas that has any. */
  readonly lifeAt: (members: readonly Node[]) => LifecycleMarks
  /** Compares operations and their parts with the same text through their references; returns `false` if it can't. */
  readonly sharedComponents: {
    readonly compare: (two: OlderNewer<Operation>, site: (side: Direction) => OperationSite) => boolean
    readonly compareBodies: (two: OlderNewer<Operation>, site: OperationSite) => boolean
    readonly compareResponses: (two: OlderNewer<Operation>, site: OperationSite) => boolean
  }
}

export interface OlderNewer<Thing> {
  readonly older: Thing
  readonly newer: Thing
}

/** A change outside of schemas, without the site that `reportChange` adds. */
export interface ReportedChange {
  readonly kind: OpenapiKind
  readonly old?: SourceLocation | undefined
  readonly new?: SourceLocation | undefined
  readonly about?: string
  /** The path to the changed value inside the part, if it isn't the whole part. */
  readonly at?: string
  readonly was?: unknown
  readonly is?: unknown
  readonly proofs?: Change['proofs']
  readonly announced?: Change['announced']
  /** The key by which the same change in several operations is reported once, if not by its places. */
  readonly cause?: string
}

/** Whether a request body has no effect: OpenAPI 3.0 ignores it where HTTP gives it no meaning. */
export const ignoresBody = ({older, newer}: OlderNewer<Snapshot>, {newer: {method}}: OlderNewer<Operation>): boolean =>
  [older, newer].every(({format}) => format === 'openapi-3.0') && ['GET', 'HEAD', 'DELETE'].includes(method)

export function reportChange({rootCauses}: DiffContext, site: OperationSite, fact: ReportedChange): void {
  const {subject, narrowed} = site
  const change: Change = {
    kind: fact.kind,
    subject: narrowed ? {target: subject.target, part: narrowed} : subject,
    at: fact.at ?? '',
    where: {...(fact.old ? {old: fact.old} : {}), ...(fact.new ? {new: fact.new} : {})},
    ...(fact.was === undefined ? {} : {old: fact.was}),
    ...(fact.is === undefined ? {} : {new: fact.is}),
    ...(fact.about === undefined ? {} : {about: fact.about}),
    ...(fact.announced ? {announced: fact.announced} : {}),
    reaches: [reachOf(site)],
    proofs: fact.proofs ?? {}
  }
  rootCauses.addChange(change, fact.cause)
}

export function compareLifecycleMarks(
  context: DiffContext,
  site: OperationSite,
  {older, newer}: OlderNewer<{marks: LifecycleMarks; place: SourceLocation}>
): void {
  for (const {kind, about, was, is} of diffLifecycleMarks(older.marks, newer.marks)) {
    const key = about as keyof LifecycleMarks
    reportChange(context, site, {
      kind,
      ...(about === undefined ? {} : {about}),
      was,
      is,
      old: older.marks[key]?.place ?? older.place,
      new: newer.marks[key]?.place ?? newer.place,
      ...announcedEndOf(older.marks)
    })
  }
}

const ANY_SCHEMA = {}

/** Compares two schemas; a missing one accepts anything. */
export function compareSchemas(
  context: DiffContext,
  site: OperationSite,
  {older, newer}: OlderNewer<SchemaSource | undefined>,
  wireFormat: WireFormat | undefined
): void {
  if (!older && !newer) return
  const empty = (snapshot: Snapshot, other: SchemaSource | undefined): SchemaSource =>
    snapshot.schemaAt(ANY_SCHEMA, other?.pointer ?? '')
  const pair = context.pairs.pair(
    rootNode(older ?? empty(context.older, newer)),
    rootNode(newer ?? empty(context.newer, older)),
    wireFormat
  )
  if (pair) context.rootCauses.addPair(site, pair)
}

export const subjectOf = ({target}: Operation): Subject => ({target})

export type {OperationSite as Stop}
