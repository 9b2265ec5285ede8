// Templates of one shape in one description: which of them is which one of the other.
import {describe, expect, test} from 'vitest'
import {api, check, differ, NUMBER, OK, type Raw, TEXT} from './cases.ts'

const put = (schema: Raw): Raw => ({
  put: {requestBody: {required: true, content: {'application/json': {schema}}}, responses: OK}
})
const paths = (all: Readonly<Record<string, Raw>>, base?: string): object =>
  api(
    Object.fromEntries(Object.entries(all).map(([path, schema]) => [path, put(schema)])),
    base === undefined ? {} : {servers: [{url: `https://library.example${base}`}]}
  )

describe('templates of one shape', () => {
  check([
    {
      name: 'each is compared with itself, in any order',
      old: paths({'/shelves/{a}': TEXT, '/shelves/{b}': NUMBER}),
      new: paths({'/shelves/{b}': TEXT, '/shelves/{a}': TEXT}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'one of two goes',
      old: paths({'/shelves/{a}': TEXT, '/shelves/{b}': NUMBER}),
      new: paths({'/shelves/{a}': TEXT}),
      told: ['type-changed (request breaks)'],
      back: ['operation-added (request)']
    },
    {
      name: 'one of two is called otherwise',
      old: paths({'/shelves/{a}': TEXT, '/shelves/{b}': NUMBER}),
      new: paths({'/shelves/{c}': TEXT, '/shelves/{a}': TEXT}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'both have new names, in the same order',
      old: paths({'/shelves/{a}': TEXT, '/shelves/{b}': NUMBER}),
      new: paths({'/shelves/{c}': TEXT, '/shelves/{d}': NUMBER}),
      told: []
    },
    {
      name: 'one of two, where the base moved into the paths',
      old: paths({'/shelves/{a}': TEXT, '/shelves/{b}': NUMBER, '/rooms': TEXT}, '/v1'),
      new: paths({'/v1/shelves/{b}': NUMBER, '/v1/shelves/{a}': NUMBER, '/v1/rooms': TEXT}, ''),
      told: ['type-changed (request breaks)']
    }
  ])

  test('methods of theirs pair one by one', () => {
    const old = api({'/a/{x}': {get: {responses: OK}}, '/a/{y}': {put: {responses: OK}}})
    const moved = api({'/a/{y}': {get: {responses: OK}, put: {responses: OK}}})
    expect(differ(old, moved)).toEqual([])
  })
})
