import {contains} from '../src/containment.ts'
import type {Json} from '../src/json.ts'
import {ajv, cfworker, hyperjump} from './judges.ts'
import {dice, type Pair, pairOf, randomValue} from './random.ts'

export interface Tally {
  keeps: number
  breaks: number
  undetermined: number
  /** Random values that the first schema of a pair accepts, tried if the answer is `keeps`. */
  tried: number
  /** Values on which Ajv and hyperjump disagree. */
  disputed: number
  readonly why: Record<string, number>
  readonly wrong: string[]
}

const VALUES = 30

/**
 * Random pairs: if the answer is `keeps`, no random value may fit the first schema and not the second; if it is `breaks`,
 * two other validators must agree that the witness is a counterexample. The project's own validator confirms nothing. If
 * the two disagree (each has bugs of its own), a third one decides.
 */
export async function fuzz(seed: number, pairs: number): Promise<Tally> {
  const tally: Tally = {keeps: 0, breaks: 0, undetermined: 0, tried: 0, disputed: 0, why: {}, wrong: []}
  for (let at = 0; at < pairs; at++) {
    const roll = dice(seed + at)
    const pair = pairOf(roll)
    const report = (problem: string, value: Json): void => {
      tally.wrong.push(`${seed + at}: ${problem} ${JSON.stringify({value, ...pair})}`)
    }
    const {sub, sup, dialect} = pair
    const first = {schema: sub, dialect}
    const answer = contains(first, {schema: sup, dialect}, {confirm: schema => schema === first, steps: 3000})
    tally[answer.is]++
    if (answer.is === 'undetermined') tally.why[answer.why] = (tally.why[answer.why] ?? 0) + 1
    else if (answer.is === 'breaks') {
      if (!(await isCounterexample(answer.witness, pair, tally))) report('witness not confirmed', answer.witness)
    } else {
      const [left, right] = [ajv(sub, dialect), ajv(sup, dialect)]
      for (let time = 0; time < VALUES; time++) {
        const value = randomValue(roll, 3)
        if (left(value) !== true) continue
        tally.tried++
        if (right(value) === false && (await isCounterexample(value, pair, tally))) report('wrong keeps', value)
      }
    }
  }
  return tally
}

/** Whether the value fits the first schema and not the second, by validators of others. */
async function isCounterexample(value: Json, {sub, sup, dialect}: Pair, tally: Tally): Promise<boolean> {
  const byAjv = ajv(sub, dialect)(value) === true && ajv(sup, dialect)(value) === false
  const byHyperjump =
    (await hyperjump(sub, dialect))(value) === true && (await hyperjump(sup, dialect))(value) === false
  if (byAjv === byHyperjump) return byAjv
  tally.disputed++
  return cfworker(sub, dialect)(value) === true && cfworker(sup, dialect)(value) === false
}
