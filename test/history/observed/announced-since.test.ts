import {describe, expect, test} from 'vitest'
import {readPolicy} from '../../../src/inputs/config/policy-file.ts'
import {judgeAll} from '../../../src/lint.ts'
import {HERE} from '../../here.ts'
import {get, historyOf, type Release} from '../observed.ts'

const {policy} = readPolicy(HERE.files, 'thirteen-months')
const MARKED = get({deprecated: true})

/** Paths of a release; a star marks a deprecated one. */
const pathsOf = (...paths: readonly string[]): object =>
  Object.fromEntries(paths.map(path => [path.replace('*', ''), path.endsWith('*') ? MARKED : get()]))

/** The verdict on the removal of each path. */
function verdictsOf(releases: readonly Release[]): Record<string, string> {
  const ends = judgeAll(historyOf(releases), policy).filter(({kind}) => kind === 'end')
  return Object.fromEntries(
    ends.map(({subject: {target}, verdict}) => [target.path !== undefined ? target.path : '', verdict])
  )
}

const BEFORE: readonly Release[] = [
  ['1.0', '2019-01-10', pathsOf('/v1/loans', '/v1/copies', '/v1/shelves', '/v1/fees')],
  ['2.0', '2020-01-10', pathsOf('/v1/loans', '/v1/shelves', '/v1/fees')]
]

describe('whether a series of API descriptions announces deprecations', () => {
  test('is unknown while nothing is marked as deprecated', () => {
    expect(verdictsOf(BEFORE)).toEqual({'/v1/copies': 'undetermined'})
  })

  test.each([
    ['an operation', pathsOf('/v1/loans*', '/v1/shelves', '/v1/fees')],
    ['a new operation', pathsOf('/v1/loans', '/v1/shelves', '/v1/fees', '/v1/desks*')],
    [
      'a parameter',
      {
        ...pathsOf('/v1/shelves', '/v1/fees'),
        '/v1/loans': get({parameters: [{name: 'due', in: 'query', deprecated: true}]})
      }
    ]
  ])('is known from the first deprecation of %s on, which leaves earlier removals undetermined', (_, paths) => {
    const after: readonly Release[] = [
      ...BEFORE,
      ['3.0', '2026-01-10', paths],
      ['3.1', '2026-02-10', Object.fromEntries(Object.entries(paths).filter(([path]) => path !== '/v1/shelves'))]
    ]
    expect(verdictsOf(after)).toEqual({'/v1/copies': 'undetermined', '/v1/shelves': 'violation'})
  })

  test('is unknown for removals in the release with the first deprecation', () => {
    expect(verdictsOf([...BEFORE, ['3.0', '2026-01-10', pathsOf('/v1/loans*', '/v1/fees')]])).toEqual({
      '/v1/copies': 'undetermined',
      '/v1/shelves': 'undetermined'
    })
  })

  test('is known from the start if the first release has a deprecation, and stays known', () => {
    const first: Release = ['0.9', '2018-01-10', pathsOf('/v1/loans*', '/v1/copies', '/v1/shelves', '/v1/fees')]
    expect(verdictsOf([first, ...BEFORE])).toEqual({'/v1/copies': 'violation'})
    expect(historyOf([first, ...BEFORE]).timeline.entries.some(({complete}) => complete)).toBe(false)
  })

  test('is known for each release line separately', () => {
    const releases: readonly Release[] = [
      ...BEFORE,
      ['2.1', '2021-01-10', pathsOf('/v1/loans', '/v1/shelves', '/v1/fees')],
      // A fix of 2.0 has a deprecation, and 3.0 isn't based on it.
      ['2.0.1', '2021-06-10', pathsOf('/v1/loans*', '/v1/shelves', '/v1/fees')],
      ['3.0', '2022-01-10', pathsOf('/v1/loans', '/v1/fees')],
      ['3.1', '2023-01-10', pathsOf('/v1/loans*', '/v1/fees')],
      ['3.2', '2024-01-10', pathsOf('/v1/loans*')]
    ]
    expect(verdictsOf(releases)).toMatchObject({'/v1/shelves': 'undetermined', '/v1/fees': 'violation'})
  })
})
