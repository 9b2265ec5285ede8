// Bounds that become exclusive. Expected: `kind about (side proof)`.
import {describe, expect, test} from 'vitest'
import {NUMBER, object, type Raw, testChanges, withRequest} from '../cases.ts'
import {diffDocuments} from '../comparing.ts'

const body = (schema: Raw): object => withRequest(object({copies: schema}))
const seven = {type: 'number', minimum: 7}
const aboveSix = {type: 'number', minimum: 6, exclusiveMinimum: true}

describe('a bound that becomes exclusive', () => {
  testChanges([
    {
      name: 'at another value',
      old: body(seven),
      new: body(aboveSix),
      changes: ['constraint-loosened minimum (request keeps)'],
      reverse: ['constraint-tightened minimum (request breaks)']
    },
    {
      name: 'allows the same integers',
      old: body({...NUMBER, minimum: 7, maximum: 9}),
      new: body({...NUMBER, minimum: 6, exclusiveMinimum: true, maximum: 10, exclusiveMaximum: true}),
      changes: [],
      reverse: []
    },
    {
      name: 'allows other integers',
      old: body({...NUMBER, minimum: 7}),
      new: body({...NUMBER, minimum: 7, exclusiveMinimum: true}),
      changes: ['constraint-tightened exclusiveMinimum (request breaks)'],
      reverse: ['constraint-loosened minimum (request keeps)']
    }
  ])

  test('has no old and new value, because they belong to different keywords', () => {
    const [change] = diffDocuments(JSON.stringify(body(seven)), JSON.stringify(body(aboveSix)))
    expect([change?.old, change?.new]).toEqual([undefined, undefined])
  })
})
