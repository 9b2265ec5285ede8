// Reads descriptions from memory, compares them, and summarizes the changes.

import {canonicalText} from '../../../../packages/json-schema/src/json.ts'
import {diffSnapshots} from '../../../../packages/openapi/src/diff/diff.ts'
import {readSnapshot} from '../../../../packages/openapi/src/read/snapshot.ts'
import type {Snapshot} from '../../../../packages/openapi/src/snapshot.ts'
import {validate} from '../../../../packages/openapi/src/validator.ts'
import {readSpecText} from '../../../../src/documents/read-document.ts'
import {readPolicyText} from '../../../../src/inputs/config/policy-file.ts'
import type {Change, Effect, Proof} from '../../../../src/model/api/change.ts'
import {type Direction, type Target, targetKey} from '../../../../src/model/subject/subject.ts'
import type {PolicyRevision} from '../../../../src/model/verdict/policy.ts'
import {assessEffect} from '../../../../src/policy/compatibility/change-effects.ts'
import {HERE} from '../../../here.ts'

/** A document as text, or as plain values. */
export type Written = string | object

/** Reads one document that refers to no other file. */
export function snapshotFrom(written: Written, source = 'library.yaml'): Snapshot {
  const root = typeof written === 'string' ? readSpecText(Buffer.from(written), source).value : written
  const main = {source, address: `tenure:///${source}`, root}
  const documentAt = (address: string) => (address === main.address ? main : undefined)
  return readSnapshot({
    main,
    documentAt,
    lookup: address => documentAt(address)?.root,
    gaps: [],
    hasLifecycleHeaders: true
  })
}

/** The changes between two documents. Both are read each time. */
export const diffDocuments = (older: Written, newer: Written): Change[] =>
  diffSnapshots(snapshotFrom(older, 'old.yaml'), snapshotFrom(newer, 'new.yaml'), validate)

/** Operations as they are listed, however their path parameters are spelled. */
export const operationKey = (target: Target): string => targetKey(target)

const POLICY = `
format: 1
name: plain
stabilities: [ga]
defaultStability: ga
guarantees: {ga: {notice: 13 months, starts: [announcement], breaking: forbidden}}
`
const {policy} = readPolicyText(HERE.files, POLICY, 'policy.yaml')

/** The effect of a change on one side by a policy that says nothing about kinds of change. */
export const effectOn = (change: Change, side: Direction): Effect =>
  assessEffect(change, side, policy.revisions[0] as PolicyRevision, {policy, stability: 'ga'}).effect

/** The sides on which a change counts as compatible although its own proof shows a value that breaks. */
export const contradictionsOf = (change: Change): string[] =>
  (['request', 'response'] as const)
    .filter(side => change.proofs[side]?.is === 'breaks' && effectOn(change, side) === 'compatible')
    .map(side => `${change.kind} ${change.about ?? ''} (${side})`)

/** `response breaks`, `request keeps`. */
export const proofsOf = ({proofs}: Change): string[] =>
  (['request', 'response'] as const).flatMap(side => {
    const proof: Proof | undefined = proofs[side]
    return proof ? [`${side} ${proof.is}`] : []
  })

/** The operations and sides that a change affects, each once: `GET /loans request`. */
export const affectedOperations = ({reaches}: Change): string[] =>
  [...new Set(reaches.map(({operation, side}) => `${operationKey(operation.target)} ${side}`))].sort()

/** A change as text, without its witnesses and the paths to it, which may vary. */
function describeChange({kind, about, at, component, where, old, new: newer, ...change}: Change): string {
  const places = [where.old?.pointer, where.new?.pointer]
  const parts = change.reaches.map(({operation, side, part}) => `${operation.target.text} ${side} ${part ?? ''}`)
  const proofs = proofsOf({kind, at, where, ...change})
  return canonicalText([
    kind,
    about ?? null,
    component ?? null,
    places,
    old ?? null,
    newer ?? null,
    parts.sort(),
    proofs
  ])
}

export const describeChanges = (changes: readonly Change[]): string[] => changes.map(describeChange).sort()
