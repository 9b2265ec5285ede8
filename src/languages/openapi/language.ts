import type {Language} from '../../model/language.ts'
import {STABILITY_EXTENSIONS} from './extensions.ts'
import {METHODS, parseOpenapiTarget} from './subjects.ts'

export const openapi: Language = {
  name: 'openapi',
  targetKinds: {
    endpoint: {plural: 'endpoints'},
    prefix: {plural: 'path prefixes'},
    operation: {plural: 'operations', noun: 'operation'},
    'resource-field': {plural: 'fields of resources'}
  },
  verbs: METHODS,
  parseTarget: parseOpenapiTarget,
  stabilityKeys: STABILITY_EXTENSIONS
}
