// A path parameter in the place of text: operations that are still served, or no longer under all of their addresses.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {answer, api, check, NUMBER, object, type Raw, TEXT} from './cases.ts'
import {between, reached} from './comparing.ts'

const parameter = (name: string, schema: Raw): Raw => ({name, in: 'path', required: true, schema})
const VERSIONS = {type: 'string', enum: ['v4', 'v5']}
const loan = {'200': answer(object({id: TEXT}))}

/** A small library below a prefix. */
const library = (prefix: string, parameters: readonly Raw[] = [], responses: Raw = loan): Raw => ({
  [`${prefix}/loans`]: {parameters, get: {responses}},
  [`${prefix}/loans/{id}`]: {parameters: [...parameters, parameter('id', TEXT)], get: {responses}, delete: {responses}}
})
const at = (paths: Raw, url = 'https://library.example', variables?: Raw): object =>
  api(paths, {servers: [{url, ...(variables ? {variables} : {})}]})
const literal = at(library('/v4'))
const based = at(library(''), 'https://library.example/v4')
const chosen = (schema: Raw): object => at(library('/{apiVersion}', [parameter('apiVersion', schema)]))
const variable = (schema: Raw): object => at(library(''), 'https://library.example/{version}', {version: schema})

/** What the parameter accepts is a change of its own. */
const MOVED = 'base-path-changed (request keeps)'

describe('a base path that became a parameter', () => {
  check([
    {
      name: 'with the old version among its values',
      old: literal,
      new: chosen(VERSIONS),
      told: [MOVED, 'value-added v5 (request keeps)'],
      back: [MOVED, 'value-removed v5 (request breaks)']
    },
    {
      name: 'of a server',
      old: based,
      new: chosen(VERSIONS),
      told: [MOVED, 'value-added v5 (request keeps)'],
      back: [MOVED, 'value-removed v5 (request breaks)']
    },
    {
      name: 'with only the old version',
      old: based,
      new: chosen({type: 'string', enum: ['v4']}),
      told: [MOVED],
      back: [MOVED]
    },
    {
      name: 'with any value',
      old: literal,
      new: chosen(TEXT),
      told: [MOVED, 'constraint-loosened enum (request keeps)'],
      back: [MOVED, 'constraint-tightened enum (request breaks)']
    },
    {
      name: 'with a number in a segment',
      old: literal,
      new: at(library('/v{major}', [parameter('major', {type: 'integer', enum: [4, 5]})])),
      told: [MOVED, 'value-added 5 (request keeps)'],
      back: [MOVED, 'value-removed 5 (request breaks)']
    },
    {
      name: 'without the old version: it is no longer served',
      old: at({'/v4/loans': {get: {responses: loan}}}),
      new: at({
        '/{apiVersion}/loans': {
          parameters: [parameter('apiVersion', {type: 'string', enum: ['v5']})],
          get: {responses: loan}
        }
      }),
      told: ['operation-added (request)', 'operation-removed (request)']
    },
    {
      name: 'for all versions that were listed one by one',
      old: at({...library('/v4'), ...library('/v5')}),
      new: chosen(VERSIONS),
      told: [MOVED, MOVED],
      back: [MOVED, MOVED]
    },
    {
      name: 'that a server variable was',
      old: variable({default: 'v5', enum: ['v4', 'v5']}),
      new: chosen(VERSIONS),
      told: [MOVED],
      back: [MOVED]
    },
    {
      name: 'with fewer values than the server variable had',
      old: variable({default: 'v4', enum: ['v4', 'v5']}),
      new: chosen({type: 'string', enum: ['v4']}),
      told: [MOVED, 'value-removed v5 (request breaks)'],
      back: [MOVED, 'value-added v5 (request keeps)']
    },
    {
      name: 'and what it answers changed, too',
      old: literal,
      new: at(library('/{apiVersion}', [parameter('apiVersion', VERSIONS)], {'200': answer(object({id: NUMBER}))})),
      told: Array(3).fill('type-changed (response breaks)').concat('value-added v5 (request keeps)', MOVED)
    },
    {
      name: 'beside which the old version stays as it was',
      old: literal,
      new: at({...library('/v4'), ...library('/{apiVersion}', [parameter('apiVersion', VERSIONS)])}),
      told: Array(3).fill('operation-added (request)'),
      back: Array(3).fill('operation-removed (request)')
    }
  ])

  test('is one change of each kind, wherever the parameter is declared', () => {
    const told = between(literal, chosen(VERSIONS)).filter(({kind}) => kind !== 'documentation-changed')
    expect(told.map(formatChange)).toEqual([
      'the base path of `GET /{apiVersion}/loans` changed from `/v4` to `/{apiVersion}`',
      'the path parameter `apiVersion` of `GET /{apiVersion}/loans` now accepts `v5`'
    ])
    expect(told.map(each => reached(each).length)).toEqual([3, 3])
  })

  test('of Swagger 2.0', () => {
    const swagger = (base: string, prefix: string, parameters: readonly Raw[] = []): object =>
      api(
        {[`${prefix}/loans`]: {parameters, get: {responses: {'200': {description: 'Fine'}}}}},
        {host: 'library.example', basePath: base},
        '2.0'
      )
    const listed = {name: 'apiVersion', in: 'path', required: true, ...VERSIONS}
    const told = between(swagger('/v4', ''), swagger('/', '/{apiVersion}', [listed]))
    expect(told.map(({kind}) => kind).filter(kind => kind !== 'documentation-changed')).toEqual([
      'base-path-changed',
      'value-added'
    ])
  })
})

describe('a name that became a parameter', () => {
  check([
    {
      name: 'with that name among its values',
      old: at({'/readers/me': {get: {responses: loan}}, '/books': {get: {responses: loan}}}),
      new: at({
        '/readers/{id}': {parameters: [parameter('id', {enum: ['me', 'all']})], get: {responses: loan}},
        '/books': {get: {responses: loan}}
      }),
      told: ['value-added all (request keeps)']
    },
    {
      name: 'with any value: nothing shows that the name is still served',
      old: at({'/readers/me': {get: {responses: loan}}, '/books': {get: {responses: loan}}}),
      new: at({
        '/readers/{id}': {parameters: [parameter('id', TEXT)], get: {responses: loan}},
        '/books': {get: {responses: loan}}
      }),
      told: ['operation-added (request)', 'operation-removed (request)']
    },
    {
      name: 'that was there before',
      old: at({
        '/readers/me': {get: {responses: loan}},
        '/readers/{id}': {parameters: [parameter('id', TEXT)], get: {responses: loan}}
      }),
      new: at({'/readers/{id}': {parameters: [parameter('id', TEXT)], get: {responses: loan}}}),
      told: ['operation-removed (request)'],
      back: ['operation-added (request)']
    }
  ])
})

describe('a base path that became a server variable', () => {
  check([
    {
      name: 'with another default, and the old one among its values',
      old: based,
      new: variable({default: 'v5', enum: ['v4', 'v5']}),
      told: ['server-added https://library.example/v5 (request)']
    },
    {
      name: 'without the old one',
      old: based,
      new: variable({default: 'v5', enum: ['v5']}),
      told: ['base-path-changed (request)']
    }
  ])
})
