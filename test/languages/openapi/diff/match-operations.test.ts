// Path templates of the same shape in one description are matched with those of the other.
import {describe, expect, test} from 'vitest'
import {api, NUMBER, OK, type Raw, summarizeDiff, TEXT, testChanges} from './cases.ts'

const put = (schema: Raw): Raw => ({
  put: {requestBody: {required: true, content: {'application/json': {schema}}}, responses: OK}
})
const paths = (all: Readonly<Record<string, Raw>>, base?: string): object =>
  api(
    Object.fromEntries(Object.entries(all).map(([path, schema]) => [path, put(schema)])),
    base === undefined ? {} : {servers: [{url: `https://library.example${base}`}]}
  )

describe('path templates of the same shape', () => {
  testChanges([
    {
      name: 'are compared by name, in any order',
      old: paths({'/shelves/{a}': TEXT, '/shelves/{b}': NUMBER}),
      new: paths({'/shelves/{b}': TEXT, '/shelves/{a}': TEXT}),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'one of two is removed',
      old: paths({'/shelves/{a}': TEXT, '/shelves/{b}': NUMBER}),
      new: paths({'/shelves/{a}': TEXT}),
      changes: ['type-changed (request breaks)'],
      reverse: ['operation-added (request)']
    },
    {
      name: 'one of two is renamed',
      old: paths({'/shelves/{a}': TEXT, '/shelves/{b}': NUMBER}),
      new: paths({'/shelves/{c}': TEXT, '/shelves/{a}': TEXT}),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'both are renamed, in the same order',
      old: paths({'/shelves/{a}': TEXT, '/shelves/{b}': NUMBER}),
      new: paths({'/shelves/{c}': TEXT, '/shelves/{d}': NUMBER}),
      changes: []
    },
    {
      name: 'the base path moves into the paths',
      old: paths({'/shelves/{a}': TEXT, '/shelves/{b}': NUMBER, '/rooms': TEXT}, '/v1'),
      new: paths({'/v1/shelves/{b}': NUMBER, '/v1/shelves/{a}': NUMBER, '/v1/rooms': TEXT}, ''),
      changes: ['type-changed (request breaks)']
    }
  ])

  test('their methods are matched separately', () => {
    const old = api({'/a/{x}': {get: {responses: OK}}, '/a/{y}': {put: {responses: OK}}})
    const moved = api({'/a/{y}': {get: {responses: OK}, put: {responses: OK}}})
    expect(summarizeDiff(old, moved)).toEqual([])
  })
})
