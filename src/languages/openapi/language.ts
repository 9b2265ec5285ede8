import type {Language} from '../../model/language.ts'
import {STABILITY_EXTENSIONS} from './extensions.ts'
import {METHODS, parseOpenapiTarget} from './subjects.ts'

export const openapi: Language = {
  name: 'openapi',
  targetKinds: {
    endpoint: 'endpoints',
    prefix: 'path prefixes',
    operation: 'operations',
    'resource-field': 'fields of resources'
  },
  verbs: METHODS,
  parseTarget: parseOpenapiTarget,
  stabilityKeys: STABILITY_EXTENSIONS
}
