import type {Language} from '@tenure/core/languages/language'
import {STABILITY_EXTENSIONS} from './extensions.ts'
import {OPENAPI_FILES} from './files.ts'
import {OPENAPI_KINDS} from './kinds/kinds.ts'
import {openapiMarks, writeOpenapiMarks} from './marks.ts'
import {METHODS, parseOpenapiTarget} from './subjects.ts'

export const openapi: Language = {
  name: 'openapi',
  targetKinds: {
    endpoint: {plural: 'endpoints'},
    prefix: {plural: 'path prefixes'},
    operation: {plural: 'operations', noun: 'operation'},
    // They are counted where they are operations, which they are in GraphQL alone.
    'resource-field': {plural: 'fields of resources', counted: 'root field'}
  },
  files: OPENAPI_FILES,
  verbs: METHODS,
  parseTarget: parseOpenapiTarget,
  stabilityKeys: STABILITY_EXTENSIONS,
  kinds: OPENAPI_KINDS,
  deprecable: {what: 'an endpoint', name: 'GET /path'},
  forms: ['METHOD /path', '/prefix/**', 'operation Name', 'Resource.field'],
  sampleTargets: ['GET /v2/loans', 'Loan.shelf'],
  marks: openapiMarks,
  writeMarks: writeOpenapiMarks,
  isHttp: true
}
