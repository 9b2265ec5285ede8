// Each witness is judged once more, by a validator that neither finds nor confirms it: Ajv, on the whole schemas as they
// stand at the place of the change.

import {readFileSync, statSync} from 'node:fs'
import {basename} from 'node:path'
import {Ajv2020} from 'ajv/dist/2020.js'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {rootNode} from '../../../../packages/json-schema/src/document/node.ts'
import {hasFormat, isKnownFormat} from '../../../../packages/json-schema/src/formats/formats.ts'
import {isRecord} from '../../../../packages/json-schema/src/json.ts'
import {Definitions, type Draft2020Schema, toDraft2020} from '../../../../packages/json-schema/src/to-draft-2020.ts'
import {CHANGE_CATALOG} from '../../../../src/languages/openapi/catalog/catalog.ts'
import {type ChangeExplanation, splitExample} from '../../../../src/languages/openapi/catalog/example.ts'
import {diffSnapshots} from '../../../../src/languages/openapi/diff/diff.ts'
import type {Snapshot} from '../../../../src/languages/openapi/snapshot.ts'
import {validate} from '../../../../src/languages/openapi/validator.ts'
import type {Change} from '../../../../src/model/api/change.ts'
import type {SourceLocation} from '../../../../src/model/location.ts'
import type {Direction} from '../../../../src/model/subject/subject.ts'
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

/** Ajv's word on a schema; nothing where it cannot read it. */
function judge(schema: Draft2020Schema): ((value: unknown) => boolean) | undefined {
  const ajv = new Ajv2020({strict: false, validateSchema: false, logger: false, allErrors: false})
  for (const name of FORMATS) ajv.addFormat(name, {type: 'string', validate: text => hasFormat(name, text) !== false})
  try {
    const accepts = ajv.compile(schema)
    return value => accepts(value) as boolean
  } catch {
    return undefined
  }
}

/** The schemas that hold a place, the innermost first. */
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
      // In Swagger 2.0 a parameter or a header is a schema as well.
      (isRecord(raw) && 'type' in raw && ['parameters', 'headers'].includes(above))
    if (isSchema && isRecord(raw)) yield {pointer: `/${keys.slice(0, length).join('/')}`, raw}
  }
}

/** How far from the place of a change the schema that a witness is a value of may lie. */
const MAX_UP = 4

/** At an operation, of a part of its path nothing else is said: it is any text. */
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
    return judge({...start, $defs: definitions.schemas})
  })
}

type Verdict = 'shown' | 'refuted' | 'unreadable'

/** Whether a value is fine by the one side and not by the other, at a schema around the place of the change. */
function seen(
  change: Change,
  side: Direction,
  witness: unknown,
  {older, newer}: {older: Snapshot; newer: Snapshot}
): Verdict {
  const {old, new: fresh} = change.where
  const [was, is] = [judgesAt(old, older, side), judgesAt(fresh, newer, side)]
  const [sub, sup] = side === 'request' ? [was, is] : [is, was]
  let unreadable = sub.length === 0 || sup.length === 0
  for (const accepts of sub) {
    for (const refuses of sup) {
      if (!accepts || !refuses) unreadable = true
      else if (accepts(witness) && !refuses(witness)) return 'shown'
    }
  }
  return unreadable ? 'unreadable' : 'refuted'
}

interface Tally {
  shown: number
  unreadable: number
  readonly refuted: string[]
}

function judged(older: Written, newer: Written, tally: Tally): void {
  const two = {older: snapshotFrom(older, 'old.yaml'), newer: snapshotFrom(newer, 'new.yaml')}
  for (const change of diffSnapshots(two.older, two.newer, validate)) {
    for (const side of ['request', 'response'] as const) {
      const proof = change.proofs[side]
      if (proof?.is !== 'breaks') continue
      const verdict = seen(change, side, proof.witness, two)
      if (verdict === 'refuted') {
        const {kind, about, where} = change
        tally.refuted.push(
          `${side} ${kind} ${about} ${where.old?.pointer} ${where.new?.pointer} ${JSON.stringify(proof.witness)}`
        )
      } else tally[verdict]++
    }
  }
}

const tallied = (each: (tally: Tally) => void): Tally => {
  const tally: Tally = {shown: 0, unreadable: 0, refuted: []}
  each(tally)
  return tally
}

test('of the examples', () => {
  const catalog: Readonly<Record<string, ChangeExplanation>> = CHANGE_CATALOG
  const tally = tallied(each => {
    for (const {example} of Object.values(catalog)) {
      if (example === undefined) continue
      const {old, new: fresh} = splitExample(example)
      judged(old, fresh, each)
      judged(fresh, old, each)
    }
  })
  expect(tally.refuted).toEqual([])
  // The fields of a form of Swagger 2.0 stand as parameters: their object is made and stands nowhere.
  expect(tally.unreadable).toBeLessThan(tally.shown / 20)
  expect(tally.shown).toBeGreaterThan(15)
})

test.each(Object.entries(LENDING))('of edits of %s', (_, document) => {
  const tally = tallied(each => {
    fc.assert(
      fc.property(fc.array(fc.nat({max: 0x3fffffff}), {minLength: 1, maxLength: 4}), seeds => {
        const after = edited(document, seeds)
        judged(document, after, each)
        judged(after, document, each)
      }),
      {numRuns: 120}
    )
  })
  expect(tally.refuted).toEqual([])
  // The fields of a form of Swagger 2.0 stand as parameters: their object is made and stands nowhere.
  expect(tally.unreadable).toBeLessThan(tally.shown / 20)
  expect(tally.shown).toBeGreaterThan(50)
})

describe.skipIf(CORPUS === undefined)('of real documents', () => {
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
  test.each(PAIRS)('$service $from, $to', ({older, newer}) => {
    const [was, is] = [parsed(readFileSync(older), older), parsed(readFileSync(newer), newer)]
    const tally = tallied(each => judged(was, is, each))
    expect(tally.refuted).toEqual([])
  })
})
