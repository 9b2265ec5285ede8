import type {OpenapiKind} from '../kinds/kinds.ts'
import {type ChangeExplanation, getLoansExample} from './example.ts'

/** Changes of deprecation, sunset, stability, and documentation. */
export const LIFECYCLE_CHANGES = {
  deprecated: {
    title: 'Deprecated',
    means: 'A subject was deprecated.',
    example: getLoansExample(`
      # new
      deprecated: true
      # both
    `)
  },
  'deprecation-withdrawn': {
    title: 'Deprecation withdrawn',
    means: 'A subject is no longer deprecated. Its sunset and its replacement are withdrawn with it.',
    example: getLoansExample(`
      # old
      deprecated: true
      # both
    `)
  },
  'sunset-set': {
    title: 'Sunset set',
    means: 'A sunset was announced. It must leave the notice that the policy requires.',
    example: getLoansExample(`
      deprecated: true
      # new
      x-sunset: '2029-12-20'
      # both
    `)
  },
  'sunset-moved-later': {
    title: 'Sunset moved later',
    means: 'The sunset was postponed.',
    example: getLoansExample(`
      deprecated: true
      # old
      x-sunset: '2028-12-20'
      # new
      x-sunset: '2029-12-20'
      # both
    `)
  },
  'sunset-moved-earlier': {
    title: 'Sunset moved earlier',
    means: 'The sunset was moved to an earlier day. It must leave the notice that the policy requires.',
    example: getLoansExample(`
      deprecated: true
      # old
      x-sunset: '2029-12-20'
      # new
      x-sunset: '2028-12-20'
      # both
    `)
  },
  'sunset-dropped': {
    title: 'Sunset dropped',
    means: 'The API description no longer states a sunset, and no deprecation was withdrawn with it.',
    example: getLoansExample(`
      deprecated: true
      # old
      x-sunset: '2028-12-20'
      # both
    `)
  },
  'stability-changed': {
    title: 'Stability changed',
    means:
      'The API description states another stability. If the policy lists both, a lower one is breaking, and a higher one is compatible.',
    example: getLoansExample(`
      # old
      x-stability-level: ga
      # new
      x-stability-level: beta
      # both
    `)
  },
  'replacement-changed': {
    title: 'Replacement changed',
    means: 'The API description names another replacement.',
    example: getLoansExample(`
      deprecated: true
      # new
      x-replaced-by: GET /v2/loans
      # both
    `)
  },
  'documentation-changed': {
    title: 'Documentation changed',
    means: 'Text for people or for other tools. Requests and responses stay the same.',
    example: getLoansExample(`
      # old
      summary: All loans
      # new
      summary: All loans of a branch
      # both
    `)
  }
} as const satisfies {readonly [Kind in OpenapiKind]?: ChangeExplanation}
