// Questions share a budget of steps: a hard one leaves some for those after it, and running out is reported.
import {expect, test} from 'vitest'
import {createProver} from '../src/containment.ts'
import type {Source} from '../src/document/node.ts'

const source = (schema: object): Source => ({schema, dialect: '2020-12'})

/** Schemas that are hard to compare: each field has one of three values, and no two fields may have certain equal ones. */
const fields = Array.from({length: 30}, (_, at) => `f${at}`)
const hard = (most: number): object => ({
  type: 'object',
  required: fields,
  properties: Object.fromEntries(fields.map(name => [name, {enum: [1, 2, 3]}])),
  allOf: fields.flatMap((name, at) =>
    fields.slice(at + 1).map(other => ({
      not: {properties: {[name]: {const: (at % most) + 1}, [other]: {const: (at % most) + 1}}}
    }))
  )
})
const easy = (length: number): Source => source({type: 'string', maxLength: length})

test('the remaining questions are undetermined when the shared steps are used up', () => {
  const budget = {left: 400}
  const {contains} = createProver({confirm: () => true, purse: budget})
  const answers = Array.from({length: 40}, (_, at) =>
    contains(source(hard(3)), source({...hard(3), minProperties: 31 + at}))
  )
  expect(answers[0]).toEqual({is: 'undetermined', why: 'the proof takes too many steps'})
  expect(answers.at(-1)).toEqual({is: 'undetermined', why: 'all proofs together take too many steps'})
  expect(budget.left).toBeLessThanOrEqual(0)
  expect(contains(easy(5), easy(6))).toEqual({is: 'undetermined', why: 'all proofs together take too many steps'})
})

test('a hard question leaves steps for the easy one after it', () => {
  const {contains} = createProver({confirm: () => true, purse: {left: 400}})
  expect(contains(source(hard(3)), source({...hard(3), minProperties: 31})).is).toBe('undetermined')
  expect(contains(easy(5), easy(6))).toEqual({is: 'keeps'})
})
