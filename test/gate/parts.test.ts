import {checkScenarios, LOANS_ONLY, type Row} from './rows.ts'
import {get, history, post, type Release, type Scenario, spec, TODAY} from './scenario.ts'

const WITH_DUE = {'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: string}, due: {type: string}'))}
const DEPRECATED_DUE = {
  'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: string}, due: {type: string, deprecated: true}'))
}
const WITHOUT_DUE = {'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: string}'))}
const accepts = (properties: string) => ({'openapi.yaml': spec(post('/v1/loans', properties))})
const withStates = (values: string) => `id: {type: string}, state: {type: string, enum: [${values}]}`
const LIBRARY: Release = ['1.0', '2024-01-15', ['added: GET /v1/loans', 'added: POST /v1/loans']]
const part = (verb: string, target: string, more: string) => `{${verb}: ${target}, ${more}}`
/** Removes a part that the history announced on a day. */
const announcedRemoval = (before: object, after: object, target: string, more: string, announced: string) => {
  const past: Release[] = [LIBRARY, ['1.1', announced, [part('deprecated', target, more)]]]
  return {
    main: [[announced, {...before, 'history.yaml': history(past)}]],
    branch: [
      [TODAY, {...after, 'history.yaml': history([...past, ['next', undefined, [part('removed', target, more)]]])}]
    ]
  } as unknown as Omit<Scenario, 'name'>
}
const DUE = 'field: due, in: response'
const VALUE = (side: string) => `field: state, in: ${side}, value: lost`

const removals: readonly Row[] = [
  [
    'of a response field fails without notice',
    {main: [['2024-06-01', WITH_DUE]], branch: [[TODAY, WITHOUT_DUE]]},
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: {subject: 'GET /v1/loans', field: 'due', in: 'response'},
      at: ['openapi.yaml', '/v1/loans'],
      remedy: ['2027-04-02', /waive/]
    }
  ],
  [
    'of a response field is allowed after the notice of its deprecation',
    {
      main: [
        ['2024-06-01', WITH_DUE],
        ['2025-01-15', DEPRECATED_DUE]
      ],
      branch: [[TODAY, WITHOUT_DUE]]
    },
    {code: 0, verdicts: ['compliant'], since: '2025-01-15'}
  ],
  [
    'of a response field fails before the end of the notice of its deprecation',
    {
      main: [
        ['2024-06-01', WITH_DUE],
        ['2025-02-03', DEPRECATED_DUE]
      ],
      branch: [[TODAY, WITHOUT_DUE]]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['notice-too-short'],
      subject: {subject: 'GET /v1/loans', field: 'due', in: 'response'},
      at: ['openapi.yaml', '/v1/loans'],
      remedy: ['2026-03-03', /waive/],
      since: '2025-02-03'
    }
  ],
  [
    'of a response field is allowed after the notice of its announcement in the history',
    announcedRemoval(WITH_DUE, WITHOUT_DUE, 'GET /v1/loans', DUE, '2025-02-02'),
    {code: 0, verdicts: ['compliant'], rules: ['unexplained-end'], since: '2025-02-02'}
  ],
  [
    'of a response field fails before the end of the notice of its announcement in the history',
    announcedRemoval(WITH_DUE, WITHOUT_DUE, 'GET /v1/loans', DUE, '2025-02-03'),
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['notice-too-short'],
      at: ['history.yaml', 'removed: GET /v1/loans'],
      remedy: ['2026-03-03', /waive/]
    }
  ],
  [
    'of a request field fails without notice',
    {
      main: [['2024-06-01', accepts('id: {type: string}, due: {type: string}')]],
      branch: [[TODAY, accepts('id: {type: string}')]]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: {subject: 'POST /v1/loans', field: 'due', in: 'request'},
      at: ['openapi.yaml', '/v1/loans'],
      remedy: ['2027-04-02', /waive/]
    }
  ],
  [
    'of a request field is allowed after the notice of its announcement in the history',
    announcedRemoval(
      accepts('id: {type: string}, due: {type: string}'),
      accepts('id: {type: string}'),
      'POST /v1/loans',
      'field: due, in: request',
      '2025-02-02'
    ),
    {code: 0, verdicts: ['compliant'], rules: ['unexplained-end'], since: '2025-02-02'}
  ],
  [
    'of a request value fails without notice',
    {main: [['2024-06-01', accepts(withStates('open, lost'))]], branch: [[TODAY, accepts(withStates('open'))]]},
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: {subject: 'POST /v1/loans', field: 'state', in: 'request', value: 'lost'},
      at: ['openapi.yaml', 'enum: [open]'],
      remedy: ['2027-04-02', /waive/]
    }
  ],
  [
    'of a request value is allowed after the notice of its announcement in the history',
    announcedRemoval(
      accepts(withStates('open, lost')),
      accepts(withStates('open')),
      'POST /v1/loans',
      VALUE('request'),
      '2025-02-02'
    ),
    {code: 0, verdicts: ['compliant'], rules: ['unexplained-end'], since: '2025-02-02'}
  ],
  [
    'of a request value fails before the end of the notice of its announcement in the history',
    announcedRemoval(
      accepts(withStates('open, lost')),
      accepts(withStates('open')),
      'POST /v1/loans',
      VALUE('request'),
      '2025-02-03'
    ),
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['notice-too-short'],
      at: ['history.yaml', 'removed: POST /v1/loans'],
      remedy: ['2026-03-03', /waive/]
    }
  ],
  [
    'of a response value is allowed without notice',
    {
      main: [['2024-06-01', {'openapi.yaml': spec(get('/v1/loans', '', withStates('open, lost')))}]],
      branch: [[TODAY, {'openapi.yaml': spec(get('/v1/loans', '', withStates('open')))}]]
    },
    {code: 0, verdicts: ['compliant']}
  ],
  [
    'of no part, but the addition of a response value, needs review',
    {
      main: [['2024-06-01', {'openapi.yaml': spec(get('/v1/loans', '', withStates('open')))}]],
      branch: [[TODAY, {'openapi.yaml': spec(get('/v1/loans', '', withStates('open, lost')))}]]
    },
    {
      code: 0,
      verdicts: ['undetermined'],
      rules: ['ga-breaking-change'],
      subject: {subject: 'GET /v1/loans', field: 'state', in: 'response', value: 'lost'},
      at: ['openapi.yaml', 'enum: [open, lost]'],
      remedy: ['breaks']
    }
  ],
  [
    'of a parameter fails without notice',
    {
      main: [
        [
          '2024-06-01',
          {
            'openapi.yaml': spec(get('/v1/loans', 'parameters: [{name: page, in: query, schema: {type: integer}}], '))
          }
        ]
      ],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: {subject: 'GET /v1/loans', parameter: 'page'},
      at: ['openapi.yaml', '/v1/loans'],
      remedy: ['2027-04-02', /waive/]
    }
  ]
]

checkScenarios('the removal', removals)

const MARK = 'deprecated: true, x-sunset: "2025-09-01"'
const object = (due: string | undefined): string =>
  `{type: object, properties: {id: {type: string}${due === undefined ? '' : `, due: {type: string, ${due}}`}}}`
const responds = (responses: string) => ({
  'openapi.yaml': spec(`/v1/loans: {get: {responses: {${responses}}}}`)
})
const body = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const header = (more: string | undefined): string =>
  more === undefined ? '' : `headers: {X-Due: {schema: {type: string}, ${more}}}, `
/** A field or header in two places, each with its marks; `undefined` if it isn't there. */
const inTwoPlaces: Record<string, (one: string | undefined, other: string | undefined) => ReturnType<typeof responds>> =
  {
    'two statuses': (one, other) =>
      responds(`"200": {description: OK, ${body(object(one))}}, "404": {description: None, ${body(object(other))}}`),
    'two media types': (one, other) =>
      responds(
        `"200": {description: OK, content: {application/json: {schema: ${object(one)}}, application/xml: {schema: ${object(other)}}}}`
      ),
    'two alternatives': (one, other) =>
      responds(
        `"200": {description: OK, ${body(`{oneOf: [{allOf: [{required: [a], properties: {a: {type: string}}}, ${object(one)}]}, {allOf: [{required: [b], properties: {b: {type: string}}}, ${object(other)}]}]}`)}}`
      ),
    'the headers of two statuses': (one, other) =>
      responds(`"200": {${header(one)}description: OK}, "404": {${header(other)}description: None}`)
  }
const LATER = 'deprecated: true, x-sunset: "2027-09-01"'

const uses = Object.entries(inTwoPlaces).flatMap(([place, api]): Row[] => [
  [
    `in one of ${place} fails if only the other one was deprecated`,
    {main: [['2024-06-01', api(MARK, '')]], branch: [[TODAY, api(MARK, undefined)]]},
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal'], at: ['openapi.yaml', '/v1/loans']}
  ],
  [
    `in ${place} fails if only one was deprecated`,
    {main: [['2024-06-01', api(MARK, '')]], branch: [[TODAY, api(undefined, undefined)]]},
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal']}
  ],
  [
    `in one of ${place} fails before its sunset, which is later than that of the other one`,
    {main: [['2024-06-01', api(MARK, LATER)]], branch: [[TODAY, api(MARK, undefined)]]},
    {code: 1, verdicts: ['violation'], rules: ['ended-before-sunset']}
  ],
  [
    `in one of ${place} is allowed after its own notice, whatever the other one says`,
    {main: [['2024-06-01', api('', MARK)]], branch: [[TODAY, api('', undefined)]]},
    {code: 0, verdicts: ['compliant']}
  ],
  [
    `in ${place} is allowed after the notice of both`,
    {main: [['2024-06-01', api(MARK, MARK)]], branch: [[TODAY, api(undefined, undefined)]]},
    {code: 0, verdicts: ['compliant']}
  ]
])

const DEPRECATED = 'deprecated: true'
// Alternatives of one schema are in one place of their operation.
const laterMarks = Object.entries(inTwoPlaces).flatMap(([place, api]): Row[] =>
  place === 'two alternatives'
    ? []
    : [
        [
          `in one of ${place} fails too early after its own mark, which is later than that of the other one`,
          {
            main: [
              ['2024-06-01', api('', '')],
              ['2024-07-01', api(DEPRECATED, '')],
              ['2025-11-01', api(DEPRECATED, DEPRECATED)]
            ],
            branch: [[TODAY, api(DEPRECATED, undefined)]]
          },
          {code: 1, verdicts: ['violation'], rules: ['notice-too-short'], since: '2025-11-01'}
        ],
        [
          `in ${place} fails too early after the later of two marks`,
          {
            main: [
              ['2024-06-01', api('', '')],
              ['2024-07-01', api(DEPRECATED, '')],
              ['2025-11-01', api(DEPRECATED, DEPRECATED)]
            ],
            branch: [[TODAY, api(undefined, undefined)]]
          },
          {code: 1, verdicts: ['violation'], rules: ['notice-too-short'], since: '2025-11-01'}
        ],
        [
          `in one of ${place} is allowed after its own mark, whatever is marked later`,
          {
            main: [
              ['2024-06-01', api('', '')],
              ['2024-07-01', api(DEPRECATED, '')],
              ['2025-11-01', api(DEPRECATED, DEPRECATED)]
            ],
            branch: [[TODAY, api(undefined, DEPRECATED)]]
          },
          {code: 0, verdicts: ['compliant'], since: '2024-07-01'}
        ]
      ]
)
const ofType = (type: string, more: string | undefined) =>
  responds(`"200": {description: OK, content: {${type}: {schema: ${object(more)}}}}`)
const twoStatuses = inTwoPlaces['two statuses'] as (typeof inTwoPlaces)[string]

checkScenarios('the removal of what is', [
  ...uses,
  ...laterMarks,
  [
    'in a media type that had another name when it was deprecated is allowed after its notice',
    {
      main: [
        ['2024-06-01', ofType('text/json', '')],
        ['2024-07-01', ofType('text/json', DEPRECATED)],
        ['2025-11-01', ofType('application/json', DEPRECATED)]
      ],
      branch: [[TODAY, ofType('application/json', undefined)]]
    },
    {code: 0, verdicts: ['compliant'], since: '2024-07-01'}
  ],
  [
    'in one of two statuses is allowed after a line, which names the field in both',
    announcedRemoval(twoStatuses(MARK, ''), twoStatuses(MARK, undefined), 'GET /v1/loans', DUE, '2025-01-02'),
    {code: 0, verdicts: ['compliant'], rules: ['unexplained-end']}
  ]
])

// A mark can also stand in the schema of a field, a parameter, or a header.
const marked = (property: string | undefined): ReturnType<typeof responds> =>
  responds(
    `"200": {description: OK, ${body(`{type: object, properties: {id: {type: string}${property === undefined ? '' : `, due: ${property}`}}}`)}}`
  )
const inSchema: readonly Row[] = Object.entries({
  'a field, next to another part of its schema': [
    marked(`{allOf: [{type: string, ${MARK}}, {minLength: 1}]}`),
    marked(undefined)
  ],
  'the values of a map': [
    responds(`"200": {description: OK, ${body(`{type: object, additionalProperties: {type: string, ${MARK}}}`)}}`),
    responds(`"200": {description: OK, ${body('{type: object, additionalProperties: false}')}}`)
  ],
  'a header': [
    responds(`"200": {description: OK, headers: {X-Due: {schema: {type: string, ${MARK}}}}}`),
    responds('"200": {description: OK}')
  ],
  'a parameter': [
    {
      'openapi.yaml': spec(
        get('/v1/loans', `parameters: [{name: page, in: query, schema: {type: integer, ${MARK}}}], `)
      )
    },
    LOANS_ONLY
  ]
} as const).map(
  ([of, [before, after]]): Row => [
    `is notice of ${of}`,
    {main: [['2024-06-01', before]], branch: [[TODAY, after]]},
    {code: 0, verdicts: ['compliant']}
  ]
)

checkScenarios('a mark in the schema', inSchema)
