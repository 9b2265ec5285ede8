import {expect, it} from 'vitest'
import {acceptsGap, divideGaps} from '../../../src/app/session/accepted-gaps.ts'
import {sample} from '../../tier.ts'

const gap = (pointer: string, source = 'openapi.yaml', message = '`$ref: other.yaml` is missing') => ({
  message,
  place: {source, pointer}
})
type Entry = Parameters<typeof acceptsGap>[0]
const entry = (more: Readonly<Record<string, string>>): Entry =>
  ({path: 'openapi.yaml', ...more, place: {source: 'tenure.yaml'}}) as unknown as Entry

it.each(
  sample([
    [{at: '/paths/loans'}, gap('/paths/loans'), true],
    [{at: '/paths/loans'}, gap('/paths/loans/get'), true],
    [{at: '/paths/loans'}, gap('/paths/loans-of-others'), false],
    [{at: '/paths/loans'}, gap('/paths'), false],
    [{}, gap('/paths/fees'), true],
    [{}, gap('/paths/fees', 'v1.0.0:openapi.yaml'), true],
    [{}, gap('/paths/fees', 'v1.0.0:api/openapi.yaml'), true],
    [{}, gap('/paths/fees', 'v1.0.0:api/other-openapi.yaml'), false],
    [{}, gap('/paths/fees', 'api/openapi.yaml'), false],
    [{about: '$ref: other.yaml'}, gap('/paths/fees'), true],
    [{about: '$ref: third.yaml'}, gap('/paths/fees'), false]
  ])
)('an entry %j accepts the gap %j: %s', (more, found, isAccepted) => {
  expect(acceptsGap(entry(more), found)).toBe(isAccepted)
})

it('an entry accepts a gap of two places only if both are below its own', () => {
  const both = {...gap('/paths/loans/get'), alsoAt: ['/paths/fees/get']}
  expect(acceptsGap(entry({at: '/paths/loans'}), both)).toBe(false)
  expect(acceptsGap(entry({at: '/paths'}), both)).toBe(true)
})

it('two gaps need two entries', () => {
  const gaps = [gap('/paths/loans/get'), gap('/paths/loans/put')]
  const one = entry({at: '/paths/loans'})
  expect(divideGaps(gaps, [one])).toMatchObject({open: gaps, accepted: [], wide: [{entry: one, fitting: gaps}]})
  expect(divideGaps(gaps, [one, one])).toMatchObject({open: [], accepted: gaps, wide: [], idle: []})
  expect(divideGaps(gaps, [one, one, one])).toMatchObject({open: [], accepted: gaps, idle: [one]})
})
