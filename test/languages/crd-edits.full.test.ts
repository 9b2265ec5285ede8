// Definitions of custom resources that are one edit apart, whose effect on clients is known. `SEEDS=2000` runs more.
import process from 'node:process'
import {expect, test} from 'vitest'
import {dice} from '../../packages/json-schema/test/random.ts'
import type {Change, Effect} from '../../src/model/api/change.ts'
import {compareDefinitions} from './crd/compare.ts'
import {edited} from './crd/edits.ts'
import {accepts, definitionOf, isRaw, propertiesOf, type Raw, type Side} from './crd/schemas.ts'
import {contradictionsOf} from './openapi/diff/comparing.ts'

const SEEDS = Number(process.env.SEEDS ?? 150)
const FIRST = Number(process.env.SEED ?? 48_000)

/** Whether no value can prove a break: a version was removed, or a response lacks what it could contain before. */
const isWithoutWitness = ({kind}: Change, side: Side): boolean =>
  /^(?:operation-removed|version-not-served|scope-changed|plural-changed|subresource-removed|field-selector-removed)$/.test(
    kind
  ) ||
  (kind === 'field-removed' && side === 'response')

interface Pair {
  readonly older: Raw
  readonly newer: Raw
}

/** The schema of each value on the path to a change, the whole resource first. */
function schemasOnPath(definition: Raw, change: Change, side: Side): (Raw | undefined)[] {
  const name = /\/(\S+) /.exec(change.subject.target.text)?.[1]
  const version = ((definition.spec as Raw).versions as Raw[]).find(each => each.name === name)
  const root = (version?.schema as Raw | undefined)?.openAPIV3Schema as Raw
  const {spec, status} = propertiesOf(root)
  const whole = {...root, properties: side === 'request' ? {spec} : {status}, required: root.required ?? []}
  const at = change.reaches.find(reach => reach.side === side && reach.at !== undefined)?.at ?? change.at
  const schemas: (Raw | undefined)[] = [side === 'request' ? whole : {...whole, required: []}]
  for (const step of at.match(/\[\]|\{[^}]*\}|[^.[\]{}]+/g) ?? []) {
    const last = schemas.at(-1)
    const next = step === '[]' ? last?.items : (propertiesOf(last ?? {})[step] ?? last?.additionalProperties)
    schemas.push(isRaw(next) ? next : undefined)
  }
  return schemas
}

/** Whether the witness of a break was accepted by the older schema and is rejected by the newer one, or the reverse. */
function isConfirmed(change: Change, side: Side, {older, newer}: Pair): boolean {
  const proof = change.proofs[side]
  if (proof?.is !== 'breaks') return false
  const [was, is] = [schemasOnPath(older, change, side), schemasOnPath(newer, change, side)]
  const [inner, outer] = side === 'request' ? [was, is] : [is, was]
  return inner.some((schema, depth) => {
    const other = outer[depth]
    return schema && other && accepts(schema, proof.witness, side) && !accepts(other, proof.witness, side)
  })
}

interface Verdict {
  readonly effect: Effect
  readonly name: string
  readonly witnesses: number
  /** What is wrong with the answer to an edit. */
  readonly failures: readonly string[]
}

function judge(seed: number): Verdict {
  const roll = dice(seed)
  const older = definitionOf(roll)
  const {definition: newer, name, effect, isOfSchema} = edited(older, roll)
  const {changes, effects, answer} = compareDefinitions(JSON.stringify(older), JSON.stringify(newer))
  const breaks = effects.filter(({is, change, side}) => is === 'breaking' && !isWithoutWitness(change, side))
  const kinds = effects.map(({change, side, is}) => `${change.kind} ${change.at} ${side} ${is}`).join(', ')
  const failures = changes.flatMap(contradictionsOf)
  if (answer !== effect) failures.push(`is ${effect}, answered ${answer}`)
  if (isOfSchema && breaks.some(({change, side}) => change.proofs[side]?.is !== 'breaks'))
    failures.push('has no witness')
  for (const {change, side} of breaks)
    if (change.proofs[side]?.is === 'breaks' && !isConfirmed(change, side, {older, newer}))
      failures.push(`refuses the witness ${JSON.stringify(change.proofs[side])}`)
  return {
    effect,
    name,
    witnesses: breaks.length,
    failures: failures.map(failure => `${seed} ${name}: ${failure} [${kinds}]`)
  }
}

test('each edit has the effect that is known of it, and each break its witness', () => {
  const verdicts = Array.from({length: SEEDS}, (_, index) => judge(FIRST + index))
  expect(verdicts.flatMap(({failures}) => failures)).toEqual([])
  const [breaking, compatible, review] = (['breaking', 'compatible', 'review'] as const).map(
    effect => verdicts.filter(each => each.effect === effect).length
  )
  expect(Math.min(Number(breaking), Number(compatible))).toBeGreaterThan(SEEDS / 5)
  expect(review).toBeGreaterThan(SEEDS / 20)
  expect(verdicts.filter(({witnesses}) => witnesses > 0).length).toBeGreaterThan(SEEDS / 6)
})
