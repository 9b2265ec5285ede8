// Bounds that become exclusive. Expected: `kind about (side proof)`.
import {describe, expect, test} from 'vitest'
import {check, NUMBER, object, type Raw, sent} from '../cases.ts'
import {between} from '../comparing.ts'

const body = (schema: Raw): object => sent(object({copies: schema}))
const seven = {type: 'number', minimum: 7}
const aboveSix = {type: 'number', minimum: 6, exclusiveMinimum: true}

describe('a bound that becomes exclusive', () => {
  check([
    {
      name: 'at another value',
      old: body(seven),
      new: body(aboveSix),
      told: ['constraint-loosened minimum (request keeps)'],
      back: ['constraint-tightened minimum (request breaks)']
    },
    {
      name: 'allows the same integers',
      old: body({...NUMBER, minimum: 7, maximum: 9}),
      new: body({...NUMBER, minimum: 6, exclusiveMinimum: true, maximum: 10, exclusiveMaximum: true}),
      told: [],
      back: []
    },
    {
      name: 'allows other integers',
      old: body({...NUMBER, minimum: 7}),
      new: body({...NUMBER, minimum: 7, exclusiveMinimum: true}),
      told: ['constraint-tightened exclusiveMinimum (request breaks)'],
      back: ['constraint-loosened minimum (request keeps)']
    }
  ])

  test('has no old and new value, because they belong to different keywords', () => {
    const [change] = between(JSON.stringify(body(seven)), JSON.stringify(body(aboveSix)))
    expect([change?.old, change?.new]).toEqual([undefined, undefined])
  })
})
