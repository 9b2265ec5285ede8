import {Validator} from '@cfworker/json-schema'
import {contains} from '../src/containment.ts'
import type {Source} from '../src/document/node.ts'
import type {Json} from '../src/json.ts'
import {normalizeSchema} from '../src/normalize.ts'
import {toStandaloneSchema} from '../src/to-draft-2020.ts'
import {type Description, type Mutant, mutantOf} from './mutants.ts'
import {dice} from './random.ts'
import {Samples} from './samples.ts'

export interface Score {
  mutants: number
  right: number
  undetermined: number
  /** Edits that also apply wherever the schema refers to itself. */
  recursive: number
  /** Edits without a value that shows them, for which only one direction is checked. */
  withoutWitness: number
  readonly why: Record<string, number>
  readonly edits: Record<string, number>
  readonly wrong: string[]
}

const VARIANTS = 6

/**
 * Edits of known direction on schemas of real descriptions, compared literally and as messages are read. The narrower
 * schema lies within the wider one by construction. Whether it does so strictly is checked only if a value shows it, made
 * without the prover and confirmed by a validator.
 */
export function mutate(descriptions: readonly Description[], seed: number, mutants: number): Score {
  const score: Score = {
    mutants: 0,
    right: 0,
    undetermined: 0,
    recursive: 0,
    withoutWitness: 0,
    why: {},
    edits: {},
    wrong: []
  }
  for (let at = 0; score.mutants < mutants && at < 20 * mutants; at++) {
    const roll = dice(seed + at)
    const description = descriptions[Math.floor(roll() * descriptions.length)]
    const mutant = description && mutantOf(description, roll)
    if (!mutant) continue
    score.mutants++
    if (mutant.isRecursive) score.recursive++
    score.edits[mutant.edit] = (score.edits[mutant.edit] ?? 0) + 1
    judge(mutant, score, `${seed + at}`)
  }
  return score
}

function judge(mutant: Mutant, score: Score, name: string): void {
  const {before, after, grows} = mutant
  const [small, big] = grows ? [before, after] : [after, before]
  const judges = new Map<Source, Validator>()
  const accepts = (source: Source, value: Json): boolean => {
    const judge = judges.get(source) ?? new Validator(toStandaloneSchema(source) as object, '2020-12')
    judges.set(source, judge)
    return judge.validate(value).valid
  }
  const witness = findWitness(mutant, value => accepts(big, value) && !accepts(small, value))
  if (witness === undefined) score.withoutWitness++
  // As a response: a closed schema lies within an open one, and a documented value that shows the edit still does.
  const inner = (source: Source): Source => normalizeSchema(source, {closed: true, direction: 'response'})
  const outer = (source: Source): Source => normalizeSchema(source, {closed: false, direction: 'response'})
  const questions = [
    {sub: small, sup: big, right: 'keeps'},
    {sub: inner(small), sup: outer(big), right: 'keeps'}
  ]
  if (witness !== undefined) {
    questions.push({sub: big, sup: small, right: 'breaks'})
    const asRead = {sub: inner(big), sup: outer(small), right: 'breaks'}
    if (accepts(asRead.sub, witness) && !accepts(asRead.sup, witness)) questions.push(asRead)
  }
  for (const {sub, sup, right} of questions) {
    const answer = contains(sub, sup, {confirm: accepts})
    if (answer.is === 'undetermined') {
      score.undetermined++
      score.why[answer.why] = (score.why[answer.why] ?? 0) + 1
    } else if (answer.is === right) score.right++
    else {
      const {edit, way} = mutant
      score.wrong.push(JSON.stringify({name, at: before.pointer, edit, grows, way, right, answer, witness}))
    }
  }
}

function findWitness(
  {before, after, grows, way, leaves}: Mutant,
  isWitness: (value: Json) => boolean
): Json | undefined {
  const wide = grows ? after : before
  for (let variant = 0; variant < VARIANTS; variant++) {
    const samples = new Samples(wide.document, variant)
    for (const leaf of leaves) {
      const value = samples.of([wide.schema], way, leaf)
      if (value !== undefined && isWitness(value)) return value
    }
  }
  return undefined
}
