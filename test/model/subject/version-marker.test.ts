import {describe, expect, it} from 'vitest'
import {compareMarkers, looksLikeMarker, markerOf, withoutMarker} from '../../../src/model/subject/version-marker.ts'

describe('a path segment', () => {
  it.each([
    'v1',
    'V2',
    'v1.2',
    'v2-beta',
    'v1beta1',
    'v2alpha',
    'v1_preview',
    'v3-rc.1',
    '2024-01-01',
    '2024-01',
    '2024-01-01-preview',
    'v2024-01-01'
  ])('looks like a version marker: %s', segment => expect(looksLikeMarker(segment)).toBe(true))

  it.each(['v', 'vans', 'v12a', 'version1', 'beta', '2024', '1.0', 'x1', '{v1}', 'v1-', '2024-1-1', ''])(
    'does not look like a version marker: %j',
    segment => expect(looksLikeMarker(segment)).toBe(false)
  )
})

describe('the version marker of a path', () => {
  it.each([
    // path, marker, its segment, the path without it
    ['/v1/loans', 'v1', 0, '/{version}/loans'],
    ['/api/v2-beta/loans/{loanId}', 'v2-beta', 1, '/api/{version}/loans/{loanId}'],
    ['/loans/2024-01-01', '2024-01-01', 1, '/loans/{version}'],
    ['/v1/loans/v2', 'v1', 0, '/{version}/loans/v2'],
    ['//v1//loans/', 'v1', 0, '/{version}/loans']
  ])('is found: %s has %s', (path, text, segment, rest) => {
    expect(markerOf(path)).toEqual({text, segment})
    expect(withoutMarker(path)).toBe(rest)
  })

  it.each(['/loans', '/vans/v12a', '/', ''])('is missing in %j', path => {
    expect(markerOf(path)).toBeUndefined()
    expect(withoutMarker(path)).toBe(path)
  })
})

describe('the order of version markers', () => {
  it.each([
    [['v1alpha1', 'v1alpha2', 'v1beta1', 'v1beta2', 'v1beta10', 'v1', 'v1.1', 'v2-beta', 'v2', 'v10']],
    [['v1-alpha', 'v1-beta', 'v1-preview', 'v1-rc', 'v1']],
    [['2023-10', '2024-01-01-preview', '2024-01-01', '2024-10-01']],
    [['v2', 'v2023-10', 'v2024-01-01-preview', 'v2024-01-01', 'v2024-10-01']]
  ])('is %j', markers => {
    for (const [index, marker] of markers.entries()) {
      expect(compareMarkers(marker, marker)).toBe(0)
      for (const later of markers.slice(index + 1)) {
        expect(compareMarkers(marker, later), `${marker} before ${later}`).toBeLessThan(0)
        expect(compareMarkers(later, marker), `${later} after ${marker}`).toBeGreaterThan(0)
      }
    }
  })

  it('ignores upper case and hyphens', () => {
    expect(compareMarkers('v1-beta', 'V1beta')).toBe(0)
  })
})
