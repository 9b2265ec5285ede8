// Bounds that are exclusive on one side. Expected: `kind about (side proof)`.
import {describe, expect, test} from 'vitest'
import {check, NUMBER, object, type Raw, sent} from '../cases.ts'
import {between} from '../comparing.ts'

const body = (schema: Raw): object => sent(object({copies: schema}))
const seven = {type: 'number', minimum: 7}
const beyondSix = {type: 'number', minimum: 6, exclusiveMinimum: true}

describe('a bound that is exclusive now', () => {
  check([
    {
      name: 'at another value',
      old: body(seven),
      new: body(beyondSix),
      told: ['constraint-loosened minimum (request keeps)'],
      back: ['constraint-tightened minimum (request breaks)']
    },
    {
      name: 'lets the same whole numbers pass',
      old: body({...NUMBER, minimum: 7, maximum: 9}),
      new: body({...NUMBER, minimum: 6, exclusiveMinimum: true, maximum: 10, exclusiveMaximum: true}),
      told: [],
      back: []
    },
    {
      name: 'lets other whole numbers pass',
      old: body({...NUMBER, minimum: 7}),
      new: body({...NUMBER, minimum: 7, exclusiveMinimum: true}),
      told: ['constraint-tightened exclusiveMinimum (request breaks)'],
      back: ['constraint-loosened minimum (request keeps)']
    }
  ])

  test('does not say that the one value was of the same keyword as the other', () => {
    const [change] = between(JSON.stringify(body(seven)), JSON.stringify(body(beyondSix)))
    expect([change?.old, change?.new]).toEqual([undefined, undefined])
  })
})
