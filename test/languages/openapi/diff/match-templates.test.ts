// Path parameters in place of fixed text: the operations are still served, unless a former address is excluded.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {api, jsonResponse, NUMBER, object, type Raw, TEXT, testChanges} from './cases.ts'
import {affectedOperations, diffDocuments} from './comparing.ts'

const parameter = (name: string, schema: Raw): Raw => ({name, in: 'path', required: true, schema})
const VERSIONS = {type: 'string', enum: ['v4', 'v5']}
const loan = {'200': jsonResponse(object({id: TEXT}))}

/** A small library below a prefix. */
const library = (prefix: string, parameters: readonly Raw[] = [], responses: Raw = loan): Raw => ({
  [`${prefix}/loans`]: {parameters, get: {responses}},
  [`${prefix}/loans/{id}`]: {parameters: [...parameters, parameter('id', TEXT)], get: {responses}, delete: {responses}}
})
const withServer = (paths: Raw, url = 'https://library.example', variables?: Raw): object =>
  api(paths, {servers: [{url, ...(variables ? {variables} : {})}]})
const literal = withServer(library('/v4'))
const withBasePath = withServer(library(''), 'https://library.example/v4')
const withVersionParameter = (schema: Raw): object =>
  withServer(library('/{apiVersion}', [parameter('apiVersion', schema)]))
const withServerVariable = (schema: Raw): object =>
  withServer(library(''), 'https://library.example/{version}', {version: schema})

/** The changed values of the parameter are reported separately. */
const MOVED = 'base-path-changed (request keeps)'

describe('a base path becomes a parameter', () => {
  testChanges([
    {
      name: 'with the old version among its values',
      old: literal,
      new: withVersionParameter(VERSIONS),
      changes: [MOVED, 'value-added v5 (request keeps)'],
      reverse: [MOVED, 'value-removed v5 (request breaks)']
    },
    {
      name: 'and it came from a server',
      old: withBasePath,
      new: withVersionParameter(VERSIONS),
      changes: [MOVED, 'value-added v5 (request keeps)'],
      reverse: [MOVED, 'value-removed v5 (request breaks)']
    },
    {
      name: 'with only the old version',
      old: withBasePath,
      new: withVersionParameter({type: 'string', enum: ['v4']}),
      changes: [MOVED],
      reverse: [MOVED]
    },
    {
      name: 'with any value',
      old: literal,
      new: withVersionParameter(TEXT),
      changes: [MOVED, 'constraint-loosened enum (request keeps)'],
      reverse: [MOVED, 'constraint-tightened enum (request breaks)']
    },
    {
      name: 'as a number within a segment',
      old: literal,
      new: withServer(library('/v{major}', [parameter('major', {type: 'integer', enum: [4, 5]})])),
      changes: [MOVED, 'value-added 5 (request keeps)'],
      reverse: [MOVED, 'value-removed 5 (request breaks)']
    },
    {
      name: 'without the old version, which is no longer served',
      old: withServer({'/v4/loans': {get: {responses: loan}}}),
      new: withServer({
        '/{apiVersion}/loans': {
          parameters: [parameter('apiVersion', {type: 'string', enum: ['v5']})],
          get: {responses: loan}
        }
      }),
      changes: ['operation-added (request)', 'operation-removed (request)']
    },
    {
      name: 'for all versions that were listed before',
      old: withServer({...library('/v4'), ...library('/v5')}),
      new: withVersionParameter(VERSIONS),
      changes: [MOVED, MOVED],
      reverse: [MOVED, MOVED]
    },
    {
      name: 'after it was a server variable',
      old: withServerVariable({default: 'v5', enum: ['v4', 'v5']}),
      new: withVersionParameter(VERSIONS),
      changes: [MOVED],
      reverse: [MOVED]
    },
    {
      name: 'with fewer values than the server variable',
      old: withServerVariable({default: 'v4', enum: ['v4', 'v5']}),
      new: withVersionParameter({type: 'string', enum: ['v4']}),
      changes: [MOVED, 'value-removed v5 (request breaks)'],
      reverse: [MOVED, 'value-added v5 (request keeps)']
    },
    {
      name: 'and the responses change, too',
      old: literal,
      new: withServer(
        library('/{apiVersion}', [parameter('apiVersion', VERSIONS)], {'200': jsonResponse(object({id: NUMBER}))})
      ),
      changes: Array(3).fill('type-changed (response breaks)').concat('value-added v5 (request keeps)', MOVED)
    },
    {
      name: 'while the old path stays',
      old: literal,
      new: withServer({...library('/v4'), ...library('/{apiVersion}', [parameter('apiVersion', VERSIONS)])}),
      changes: Array(3).fill('operation-added (request)'),
      reverse: Array(3).fill('operation-removed (request)')
    }
  ])

  test('the change and the new values are reported once each, for all operations', () => {
    const changes = diffDocuments(literal, withVersionParameter(VERSIONS)).filter(
      ({kind}) => kind !== 'documentation-changed'
    )
    expect(changes.map(formatChange)).toEqual([
      'the base path of `GET /{apiVersion}/loans` changed from `/v4` to `/{apiVersion}`',
      'the path parameter `apiVersion` of `GET /{apiVersion}/loans` now accepts `v5`'
    ])
    expect(changes.map(each => affectedOperations(each).length)).toEqual([3, 3])
  })

  test('in Swagger 2.0', () => {
    const swagger = (base: string, prefix: string, parameters: readonly Raw[] = []): object =>
      api(
        {[`${prefix}/loans`]: {parameters, get: {responses: {'200': {description: 'Fine'}}}}},
        {host: 'library.example', basePath: base},
        '2.0'
      )
    const listed = {name: 'apiVersion', in: 'path', required: true, ...VERSIONS}
    const changes = diffDocuments(swagger('/v4', ''), swagger('/', '/{apiVersion}', [listed]))
    expect(changes.map(({kind}) => kind).filter(kind => kind !== 'documentation-changed')).toEqual([
      'base-path-changed',
      'value-added'
    ])
  })
})

describe('a path segment becomes a parameter', () => {
  testChanges([
    {
      name: 'with the segment among its values',
      old: withServer({'/readers/me': {get: {responses: loan}}, '/books': {get: {responses: loan}}}),
      new: withServer({
        '/readers/{id}': {parameters: [parameter('id', {enum: ['me', 'all']})], get: {responses: loan}},
        '/books': {get: {responses: loan}}
      }),
      changes: ['value-added all (request keeps)']
    },
    {
      name: 'with any value, which does not prove that the segment is still served',
      old: withServer({'/readers/me': {get: {responses: loan}}, '/books': {get: {responses: loan}}}),
      new: withServer({
        '/readers/{id}': {parameters: [parameter('id', TEXT)], get: {responses: loan}},
        '/books': {get: {responses: loan}}
      }),
      changes: ['operation-added (request)', 'operation-removed (request)']
    },
    {
      name: 'that already existed',
      old: withServer({
        '/readers/me': {get: {responses: loan}},
        '/readers/{id}': {parameters: [parameter('id', TEXT)], get: {responses: loan}}
      }),
      new: withServer({'/readers/{id}': {parameters: [parameter('id', TEXT)], get: {responses: loan}}}),
      changes: ['operation-removed (request)'],
      reverse: ['operation-added (request)']
    }
  ])
})

describe('a path that is matched before a template that served it', () => {
  const readers = {parameters: [parameter('id', {...TEXT, enum: ['me', 'all']})], get: {responses: loan}}
  const withPath = (operation?: Raw): object =>
    withServer({'/readers/{id}': readers, ...(operation ? {'/readers/me': {get: operation}} : {})})
  testChanges([
    {
      name: 'answers otherwise than the template did for the value that it lists',
      old: withPath(),
      new: withPath({responses: {'200': jsonResponse(object({id: NUMBER}))}}),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response breaks)']
    },
    {
      name: 'asks for more than the template did',
      old: withPath(),
      new: withPath({parameters: [{name: 'shelf', in: 'query', required: true, schema: TEXT}], responses: loan}),
      changes: ['required-parameter-added shelf (request)']
    },
    {name: 'answers as the template did', old: withPath(), new: withPath({responses: loan}), changes: []}
  ])
})

describe('a value of a path parameter moves to a path of its own', () => {
  const kept = {parameters: [parameter('id', {...TEXT, enum: ['me', 'all']})], get: {responses: loan}}
  const left = (...values: string[]): Raw => ({parameters: [parameter('id', {...TEXT, enum: values})], get: kept.get})
  const before = withServer({'/readers/{id}': kept})
  const moved = (responses: Raw, ...values: string[]): object =>
    withServer({'/readers/{id}': left(...values), '/readers/me': {get: {responses}}})
  testChanges([
    {
      name: 'with the same answer',
      old: before,
      new: moved(loan, 'all'),
      changes: [],
      reverse: ['value-added me (request keeps)']
    },
    {
      name: 'with another answer',
      old: before,
      new: moved({'200': jsonResponse(object({id: NUMBER}))}, 'all'),
      changes: ['type-changed (response breaks)']
    },
    {
      name: 'with the same answer, next to another name of the parameter and another list of one value',
      old: before,
      new: withServer({
        '/readers/{who}': {parameters: [parameter('who', {oneOf: [{...TEXT, enum: ['all']}]})], get: kept.get},
        '/readers/me': {get: {responses: loan}}
      }),
      changes: []
    },
    {
      name: 'next to one that is removed, and one that is added',
      old: before,
      new: moved(loan, 'new'),
      changes: ['value-added new (request keeps)', 'value-removed all (request breaks)']
    },
    {
      name: 'among two, so that it is no longer accepted with the values of the other',
      old: withServer({
        '/readers/{id}/{at}': {parameters: [...kept.parameters, parameter('at', {enum: ['a', 'b']})], get: kept.get}
      }),
      new: withServer({
        '/readers/{id}/{at}': {
          parameters: [...(left('all').parameters as Raw[]), parameter('at', {enum: ['a', 'b']})],
          get: kept.get
        },
        '/readers/me/a': {get: kept.get}
      }),
      changes: ['value-removed me (request breaks)']
    }
  ])
})

describe('a base path becomes a server variable', () => {
  testChanges([
    {
      name: 'with another default, and the old path among its values',
      old: withBasePath,
      new: withServerVariable({default: 'v5', enum: ['v4', 'v5']}),
      changes: ['server-added https://library.example/v5 (request)']
    },
    {
      name: 'without the old path',
      old: withBasePath,
      new: withServerVariable({default: 'v5', enum: ['v5']}),
      changes: ['base-path-changed (request)']
    }
  ])
})
