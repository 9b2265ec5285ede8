/**
 * Extensions of different vendors for each lifecycle fact, as paths of keys; the first one present is used. `x-github`
 * is GitHub's, `x-ms-deprecation` Microsoft's (OpenAPI.NET), `x-sap-stateInfo` SAP's
 * (github.com/SAP/openapi-specification), `x-…InVersion` Adyen's, `x-unstable` and `x-deprecated` Datadog's,
 * `x-oaiMeta` and `x-oai-beta` OpenAI's.
 */
export const EXTENSIONS = {
  mark: ['deprecated', 'x-deprecated', 'x-oai-deprecated', 'x-ms-deprecation'],
  since: [
    'x-deprecated-since',
    'x-deprecation-date',
    'x-deprecated-at',
    'x-github deprecationDate',
    'x-ms-deprecation date',
    'x-sap-stateInfo deprecationDate',
    'x-deprecatedInVersion',
    'x-deprecated-in'
  ],
  sunset: [
    'x-sunset',
    'x-sunset-date',
    'x-removal-date',
    'x-github removalDate',
    'x-ms-deprecation removalDate',
    'x-sap-stateInfo decommissionedDate',
    'x-sap-stateInfo decomissionedDate',
    'x-removedInVersion',
    'x-removed-in'
  ],
  stability: ['x-stability-level', 'x-stability', 'x-state'],
  beta: ['x-beta', 'x-unstable', 'x-oai-beta', 'x-oaiMeta beta', 'oaiMeta beta'],
  state: ['x-sap-stateInfo state'],
  replacement: [
    'x-replaced-by',
    'x-replacement',
    'x-replacedBy',
    'x-deprecated-replacement',
    'x-sap-stateInfo successorApi'
  ],
  added: ['x-addedInVersion', 'x-added-in', 'x-since']
} as const

/** Marks a `default` response from server code whose status is computed at run time. */
export const COMPUTED_STATUS = 'x-computed-status'

const outermost = (spellings: readonly string[]): readonly string[] => [
  ...new Set(spellings.map(spelling => spelling.split(' ')[0] ?? '').filter(key => key.startsWith('x-')))
]

/** The extensions that state a stability: those whose value is a word, and those whose presence means `beta`. */
export const STABILITY_EXTENSIONS = {words: outermost(EXTENSIONS.stability), flags: outermost(EXTENSIONS.beta)} as const
