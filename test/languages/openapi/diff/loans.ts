// Descriptions with one path, by what its operation requires, accepts, or returns.
import {OK, type Raw} from './cases.ts'

export const HEAD = {info: {title: 'Lending Library API', version: '1.0'}}
export const JSON_TYPE = 'application/json'

export const api = (more: Raw, version = '3.0.3'): object => ({openapi: version, ...HEAD, ...more})
export const withPaths = (more: Raw, version?: string): object => api({paths: more}, version)
export const withOperation = (operation: Raw, more: Raw = {}, version?: string): object =>
  api({paths: {'/loans': {get: {responses: OK, ...operation}}}, ...more}, version)
export const withQuery = (schema: unknown, more: Raw = {}): object =>
  withOperation({parameters: [{name: 'shelf', in: 'query', schema, ...more}]})
export const withRequest = (schema: unknown, more: Raw = {}, version?: string): object =>
  api(
    {
      paths: {'/loans': {post: {requestBody: {required: true, content: {[JSON_TYPE]: {schema}}}, responses: OK}}},
      ...more
    },
    version
  )
export const withResponse = (schema: unknown, more: Raw = {}, version?: string): object =>
  api(
    {paths: {'/loans': {get: {responses: {'200': {description: 'Fine', content: {[JSON_TYPE]: {schema}}}}}}}, ...more},
    version
  )
/** A description with one operation that accepts and returns this schema. */
export const withBoth = (
  schema: unknown,
  {components}: {readonly components?: {readonly schemas: Raw}} = {},
  version?: string
): object => {
  const content = {[JSON_TYPE]: {schema: ref('Loan')}}
  return api(
    {
      paths: {
        '/loans': {put: {requestBody: {required: true, content}, responses: {'200': {description: 'Fine', content}}}}
      },
      ...schemas({...components?.schemas, Loan: schema})
    },
    version
  )
}
export const schemas = (all: Raw): {readonly components: {readonly schemas: Raw}} => ({components: {schemas: all}})
export const ref = (name: string): Raw => ({$ref: `#/components/schemas/${name}`})
