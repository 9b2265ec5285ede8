// Checks each witness with another validator, which neither finds nor confirms it: Ajv, on the whole schemas at the place
// of the change.

import {readFileSync, statSync} from 'node:fs'
import {basename} from 'node:path'
import {Ajv2020} from 'ajv/dist/2020.js'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {rootNode} from '../../../../packages/json-schema/src/document/node.ts'
import {hasFormat, isKnownFormat} from '../../../../packages/json-schema/src/formats/formats.ts'
import {isRecord} from '../../../../packages/json-schema/src/json.ts'
import {Definitions, type Draft2020Schema, toDraft2020} from '../../../../packages/json-schema/src/to-draft-2020.ts'
import {diffSnapshots} from '../../../../packages/openapi/src/diff/diff.ts'
import type {Snapshot} from '../../../../packages/openapi/src/snapshot.ts'
import {validate} from '../../../../packages/openapi/src/validator.ts'
import type {Change} from '../../../../src/model/api/change.ts'
import type {SourceLocation} from '../../../../src/model/location.ts'
import type {Direction} from '../../../../src/model/subject/subject.ts'
import {OPENAPI_CATALOG, splitExample} from '../../../kind-catalog.ts'
import {sample} from '../../../tier.ts'
import {snapshotFrom, type Written} from './comparing.ts'
import {CORPUS, LENDING, pairsOf, parsed} from './documents.ts'
import {edited} from './edits.ts'

const FORMATS = [
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'idn-email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'iri',
  'iri-reference',
  'uri-template',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
  'regex'
].filter(isKnownFormat)

/** A function that validates by Ajv, or `undefined` if Ajv can't compile the schema. */
function compileJudge(schema: Draft2020Schema): ((value: unknown) => boolean) | undefined {
  const ajv = new Ajv2020({strict: false, validateSchema: false, logger: false, allErrors: false})
  for (const name of FORMATS) ajv.addFormat(name, {type: 'string', validate: text => hasFormat(name, text) !== false})
  try {
    const accepts = ajv.compile(schema)
    return value => accepts(value) as boolean
  } catch {
    return undefined
  }
}

/** The schemas that contain a place, the innermost first. */
function* schemasAround({pointer = ''}: SourceLocation, {root}: Snapshot): Generator<{pointer: string; raw: unknown}> {
  const keys = pointer.split('/').slice(1)
  for (let length = keys.length; length > 1; length--) {
    let raw: unknown = root
    for (const key of keys.slice(0, length).map(each => each.replaceAll('~1', '/').replaceAll('~0', '~'))) {
      raw = isRecord(raw) || Array.isArray(raw) ? (raw as {[name: string]: unknown})[key] : undefined
    }
    const [above, last] = [keys[length - 2] ?? '', keys[length - 1] ?? '']
    const isSchema =
      [
        'properties',
        'patternProperties',
        'schemas',
        'definitions',
        'allOf',
        'anyOf',
        'oneOf',
        'prefixItems',
        '$defs'
      ].includes(above) ||
      ['schema', 'items', 'additionalProperties', 'not', 'if', 'then', 'else'].includes(last) ||
      // In Swagger 2.0, a parameter or a header is also a schema.
      (isRecord(raw) && 'type' in raw && ['parameters', 'headers'].includes(above))
    if (isSchema && isRecord(raw)) yield {pointer: `/${keys.slice(0, length).join('/')}`, raw}
  }
}

/** The maximum distance between a change and the schema that its witness belongs to. */
const MAX_UP = 4

/** A change of an operation is about an undeclared path parameter, which is any string. */
const AT_OPERATION = /^\/(?:paths|components\/pathItems)\/[^/]+\/[a-z]+(?:\/type)?$/
const isText = (value: unknown): boolean => typeof value === 'string'

function judgesAt(place: SourceLocation | undefined, snapshot: Snapshot, side: Direction) {
  if (!place) return []
  if (AT_OPERATION.test(place.pointer ?? '')) return [isText]
  return [...schemasAround(place, snapshot)].slice(0, MAX_UP).map(({pointer, raw}) => {
    const definitions = new Definitions()
    const omitted = side === 'request' ? 'readOnly' : 'writeOnly'
    const start = definitions.refer(rootNode(snapshot.schemaAt(raw, pointer)), 'n', node =>
      toDraft2020(node, definitions, omitted)
    )
    definitions.finish()
    return compileJudge({...start, $defs: definitions.schemas})
  })
}

type Check = 'confirmed' | 'refuted' | 'unreadable'

/** Whether a value is valid on one side and invalid on the other, in a schema around the place of the change. */
function checkWitness(
  change: Change,
  side: Direction,
  witness: unknown,
  {older, newer}: {older: Snapshot; newer: Snapshot}
): Check {
  const {old: oldPlace, new: newPlace} = change.where
  const [was, is] = [judgesAt(oldPlace, older, side), judgesAt(newPlace, newer, side)]
  const [sub, sup] = side === 'request' ? [was, is] : [is, was]
  let unreadable = sub.length === 0 || sup.length === 0
  for (const accepts of sub) {
    for (const refuses of sup) {
      if (!accepts || !refuses) unreadable = true
      else if (accepts(witness) && !refuses(witness)) return 'confirmed'
    }
  }
  return unreadable ? 'unreadable' : 'refuted'
}

interface Tally {
  confirmed: number
  unreadable: number
  readonly refuted: string[]
}

function checkAll(older: Written, newer: Written, tally: Tally): void {
  const snapshots = {older: snapshotFrom(older, 'old.yaml'), newer: snapshotFrom(newer, 'new.yaml')}
  for (const change of diffSnapshots(snapshots.older, snapshots.newer, validate)) {
    for (const side of ['request', 'response'] as const) {
      const proof = change.proofs[side]
      if (proof?.is !== 'breaks') continue
      const check = checkWitness(change, side, proof.witness, snapshots)
      if (check === 'refuted') {
        const {kind, about, where} = change
        tally.refuted.push(
          `${side} ${kind} ${about} ${where.old?.pointer} ${where.new?.pointer} ${JSON.stringify(proof.witness)}`
        )
      } else tally[check]++
    }
  }
}

const tallyOf = (each: (tally: Tally) => void): Tally => {
  const tally: Tally = {confirmed: 0, unreadable: 0, refuted: []}
  each(tally)
  return tally
}

test('witnesses of the examples are valid on one side and invalid on the other', () => {
  const tally = tallyOf(each => {
    for (const {example} of Object.values(OPENAPI_CATALOG)) {
      if (example === undefined) continue
      const {old, new: newer} = splitExample(example)
      checkAll(old, newer, each)
      checkAll(newer, old, each)
    }
  })
  expect(tally.refuted).toEqual([])
  // The form fields of Swagger 2.0 are parameters, so the schema of their object has no place in the description.
  expect(tally.unreadable).toBeLessThan(tally.confirmed / 20)
  expect(tally.confirmed).toBeGreaterThan(15)
})

test.each(sample(Object.entries(LENDING)))(
  'witnesses of random edits of %s are valid on one side and invalid on the other',
  (_, document) => {
    const tally = tallyOf(each => {
      fc.assert(
        fc.property(fc.array(fc.nat({max: 0x3fffffff}), {minLength: 1, maxLength: 4}), seeds => {
          const after = edited(document, seeds)
          checkAll(document, after, each)
          checkAll(after, document, each)
        }),
        {numRuns: 120}
      )
    })
    expect(tally.refuted).toEqual([])
    // The form fields of Swagger 2.0 are parameters, so the schema of their object has no place in the description.
    expect(tally.unreadable).toBeLessThan(tally.confirmed / 20)
    expect(tally.confirmed).toBeGreaterThan(50)
  }
)

describe.skipIf(CORPUS === undefined)(
  'witnesses of real documents are valid on one side and invalid on the other',
  () => {
    const FEW = 2
    const LARGE = 1_000_000
    const PAIRS = [
      'adyen-checkout',
      'datadog-v1',
      'docker-engine',
      'etcd',
      'harbor',
      'kubeflow-pipelines',
      'openai',
      'ory-kratos'
    ].flatMap(service => {
      const small = pairsOf(service).filter(pair => pair.every(path => statSync(path).size < LARGE))
      return small
        .filter((_, at) => at % Math.ceil(small.length / FEW) === 0)
        .map(([older, newer]) => ({service, from: basename(older), to: basename(newer), older, newer}))
    })
    test.each(sample(PAIRS))('$service $from, $to', ({older, newer}) => {
      const [was, is] = [parsed(readFileSync(older), older), parsed(readFileSync(newer), newer)]
      const tally = tallyOf(each => checkAll(was, is, each))
      expect(tally.refuted).toEqual([])
    })
  }
)
