import fc from 'fast-check'
import type {HeaderTable} from '../src/http.ts'

const PIECES = [
  ...[
    '\r\nX-Injected: 1',
    '\n',
    '"',
    "'",
    '\\',
    '$host',
    '$' + '{tenure_1_0}',
    '{',
    '}',
    '{{',
    ';',
    '#',
    '<',
    '>',
    '%',
    '%0d%0a'
  ],
  ...[
    ' ',
    '\t',
    ',',
    '; rel="next"',
    '~',
    '*',
    '**',
    '(',
    '[',
    '\u2028',
    '\ud800',
    'é',
    '\u0000',
    'x'.repeat(5000),
    '/../',
    '//'
  ]
]

const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PIECES),
      fc.string({unit: 'binary', maxLength: 5}),
      fc.constantFrom('/v1', '/{id}', 'a')
    ),
    {
      maxLength: 6
    }
  )
  .map(pieces => pieces.join(''))

const moment = fc.constantFrom({day: '2025-06-02', at: 1_748_822_400, release: '3.1'}, {release: 'next'})

/** Tables whose names, paths, and URLs are anything. */
export const HOSTILE_TABLE: fc.Arbitrary<HeaderTable> = fc
  .array(
    fc.record(
      {
        method: fc.constantFrom('GET', 'POST', 'HEAD', 'X" ;'),
        path: hostileText.map(text => `/${text}`),
        bases: fc.array(hostileText, {minLength: 1, maxLength: 2}),
        deprecated: moment,
        sunset: moment,
        removed: moment,
        replacement: hostileText,
        successor: hostileText.map(text => `/${text}`),
        links: fc.record({deprecation: hostileText, sunset: hostileText})
      },
      {requiredKeys: ['path']}
    ),
    {maxLength: 6}
  )
  .map(endpoints => ({format: 1, apis: [{name: 'A', timezone: 'UTC'}], endpoints}))
