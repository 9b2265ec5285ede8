import type {ChangeKind} from '../../model/api/change.ts'
import {type ChangeExplanation, getLoansExample} from './example.ts'

/** Changes of deprecation, sunset, stability, and documentation. */
export const LIFECYCLE_CHANGES = {
  deprecated: {
    title: 'Deprecated',
    means: 'Its end was announced: it carries the mark now.',
    example: getLoansExample(`
      # new
      deprecated: true
      # both
    `)
  },
  'deprecation-withdrawn': {
    title: 'Deprecation withdrawn',
    means: 'The mark is gone: the announcement is void.',
    example: getLoansExample(`
      # old
      deprecated: true
      # both
    `)
  },
  'sunset-set': {
    title: 'Sunset set',
    means: 'An end was promised. It must leave the notice that the policy promises, from the announcement on.',
    example: getLoansExample(`
      deprecated: true
      # new
      x-sunset: '2029-12-20'
      # both
    `)
  },
  'sunset-moved-later': {
    title: 'Sunset moved later',
    means: 'The promised end comes later than was said.',
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
    means: 'The promised end comes earlier than was said. It must leave the notice that the policy promises.',
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
    means: 'The document no longer says when it ends.',
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
      'The document states another stability. Where the policy knows both, a step down breaks what was promised, and a step up breaks nothing.',
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
    means: 'The document names something else to use instead.',
    example: getLoansExample(`
      deprecated: true
      # new
      x-replaced-by: GET /v2/loans
      # both
    `)
  },
  'documentation-changed': {
    title: 'Documentation changed',
    means: 'What is written for people, or for other tools. Nothing of it is seen on the wire.',
    example: getLoansExample(`
      # old
      summary: All loans
      # new
      summary: All loans of a branch
      # both
    `)
  }
} as const satisfies {readonly [Kind in ChangeKind]?: ChangeExplanation}
