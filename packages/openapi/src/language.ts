import type {Language} from '@tenure/core/languages/language'
import {STABILITY_EXTENSIONS} from './extensions.ts'
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
  files: {
    name: /\.(?:ya?ml|json)$/i,
    usual: ['openapi', 'swagger', 'api', 'spec'].flatMap(name =>
      ['yaml', 'yml', 'json'].map(kind => `${name}.${kind}`)
    ),
    // Matches names such as `openapi.yaml`, `api.swagger.json`, `openapi-v1.yml`, and `spec3.json`.
    isUsual: /^(?:openapi|swagger|api|spec)\d*(?:[._-](?:openapi|swagger|spec|v?\d+))*\.(?:ya?ml|json)$/i,
    isCertain: /^(?:openapi|swagger)\./,
    empty: {path: 'nothing.yaml', text: 'openapi: 3.0.3\ninfo: {title: Nothing, version: "0"}\npaths: {}\n'},
    // A TypeScript or JavaScript file of a server, or a `tsconfig.json` that lists some.
    isCode: path =>
      (/\.[cm]?[jt]sx?$/i.test(path) && !/\.d\.[cm]?ts$/i.test(path)) || /(^|[/\\])tsconfig[^/\\]*\.json$/i.test(path)
  },
  verbs: METHODS,
  parseTarget: parseOpenapiTarget,
  stabilityKeys: STABILITY_EXTENSIONS,
  kinds: OPENAPI_KINDS,
  deprecable: {what: 'an endpoint', name: 'GET /path'},
  presets: [
    ...['atlassian', 'azure', 'github-rest', 'gitlab-rest', 'google-aip', 'microsoft-graph', 'mongodb-atlas'],
    ...['palantir', 'shopify', 'snyk', 'stripe', 'thirteen-months', 'zalando']
  ],
  forms: ['METHOD /path', '/prefix/**', 'operation Name', 'Resource.field'],
  sampleTargets: ['GET /v2/loans', 'Loan.shelf'],
  marks: openapiMarks,
  writeMarks: writeOpenapiMarks,
  isHttp: true
}
