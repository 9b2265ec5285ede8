// Changes of security schemes and servers.
import {describe, expect, test} from 'vitest'
import {isEndpoint, prefixTarget} from '../../../../src/model/subject/subject.ts'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {api, asked, check, OK, type Raw} from './cases.ts'
import {between, reached, snapshotFrom} from './comparing.ts'

const TOKEN = 'https://library.example/token'
const flow = (...scopes: readonly string[]): Raw => ({
  tokenUrl: TOKEN,
  scopes: Object.fromEntries(scopes.map(scope => [scope, '']))
})
const withFlows = (flows: Raw, more: Raw = {}): object =>
  asked({security: [{desk: ['read']}]}, {components: {securitySchemes: {desk: {type: 'oauth2', flows, ...more}}}})
const withScheme = (scheme: Raw): object =>
  asked({security: [{card: []}]}, {components: {securitySchemes: {card: scheme}}})
const CARD = {type: 'apiKey', in: 'header', name: 'Reader-Card'}

describe('security schemes', () => {
  check([
    {
      name: 'documentation only',
      old: withFlows({clientCredentials: flow('read')}),
      new: withFlows({clientCredentials: {...flow('read', 'write'), 'x-owner': 'desk'}}, {description: 'Ask the desk'}),
      told: [],
      back: []
    },
    {
      name: 'a required scope is no longer available',
      old: withFlows({clientCredentials: flow('read')}),
      new: withFlows({clientCredentials: flow('write')}),
      told: ['security-changed desk (request)']
    },
    {
      name: 'an equivalent address',
      old: withScheme({type: 'openIdConnect', openIdConnectUrl: 'https://library.example/~doors/%c3%a9'}),
      new: withScheme({type: 'openIdConnect', openIdConnectUrl: 'HTTPS://Library.example:443/%7Edoors/%C3%A9'}),
      told: [],
      back: []
    },
    {
      name: 'an address without a path, and with a slash',
      old: withFlows({clientCredentials: {...flow('read'), tokenUrl: 'https://library.example'}}),
      new: withFlows({clientCredentials: {...flow('read'), tokenUrl: 'https://library.example/'}}),
      told: [],
      back: []
    },
    {
      name: 'an address that only looks equivalent',
      old: withFlows({clientCredentials: {...flow('read'), tokenUrl: 'https://library.example/desk/token'}}),
      new: withFlows({clientCredentials: {...flow('read'), tokenUrl: 'https://library.example/desk%2Ftoken'}}),
      told: ['security-changed desk (request)'],
      back: ['security-changed desk (request)']
    },
    {
      name: 'a way to get a token is removed',
      old: withFlows({clientCredentials: flow('read'), password: flow('read')}),
      new: withFlows({clientCredentials: flow('read')}),
      told: ['security-stricter desk (request)'],
      back: ['security-looser desk (request)']
    },
    {
      name: 'a scheme named by its key, or by its reference',
      old: asked(
        {security: [{'#/components/securitySchemes/card': []}]},
        {components: {securitySchemes: {card: CARD}}},
        '3.2.0'
      ),
      new: asked({security: [{card: []}]}, {components: {securitySchemes: {card: CARD}}}, '3.2.0'),
      told: [],
      back: []
    },
    {
      name: 'the name of a header in another case',
      old: withScheme(CARD),
      new: withScheme({...CARD, name: 'reader-card'}),
      told: [],
      back: []
    },
    {
      name: 'the name of a query parameter in another case',
      old: withScheme({...CARD, in: 'query'}),
      new: withScheme({...CARD, in: 'query', name: 'reader-card'}),
      told: ['security-stricter card (request)']
    },
    {
      name: 'the address of metadata is added',
      old: withFlows({clientCredentials: flow('read')}),
      new: withFlows({clientCredentials: flow('read')}, {oauth2MetadataUrl: 'https://library.example/about'}),
      told: [],
      back: []
    },
    {
      name: 'the address of metadata changes',
      old: withFlows({clientCredentials: flow('read')}, {oauth2MetadataUrl: 'https://library.example/about'}),
      new: withFlows({clientCredentials: flow('read')}, {oauth2MetadataUrl: 'https://doors.example/about'}),
      told: ['security-changed desk (request)'],
      back: ['security-changed desk (request)']
    },
    {
      name: 'the missing address of OpenID Connect is added',
      old: withScheme({type: 'openIdConnect'}),
      new: withScheme({type: 'openIdConnect', openIdConnectUrl: 'https://library.example/doors'}),
      told: ['security-changed card (request)'],
      back: ['security-changed card (request)']
    },
    {
      name: 'the documented format of a token',
      old: withScheme({type: 'http', scheme: 'bearer'}),
      new: withScheme({type: 'http', scheme: 'Bearer', bearerFormat: 'JWT'}),
      told: []
    }
  ])
})

test('a security requirement of the document changes the whole API, and affects all operations that do not override it', () => {
  const paths = {
    '/loans': {get: {responses: OK}, post: {responses: OK}},
    '/copies': {get: {responses: OK}},
    '/open': {get: {responses: OK, security: []}}
  }
  const [older, newer] = [{}, {security: [{card: []}], components: {securitySchemes: {card: CARD}}}].map(more =>
    JSON.stringify(api(paths, more))
  ) as [string, string]
  const [change, ...others] = between(older, newer).filter(({kind}) => kind.startsWith('security-'))
  expect(others).toEqual([])
  expect(change).toMatchObject({kind: 'security-stricter', subject: {target: prefixTarget('')}})
  const affectedPaths = change?.reaches.map(({operation: {target}}) => (isEndpoint(target) ? target.path : ''))
  expect(affectedPaths).toEqual(['/loans', '/loans', '/copies'])
})

test.each([
  ['a scope', withFlows({clientCredentials: flow('write')}), {old: 'read', new: undefined}],
  [
    'an address',
    withFlows({clientCredentials: {...flow('read'), tokenUrl: 'https://doors.example/token'}}),
    {old: TOKEN, new: 'https://doors.example/token'}
  ]
])('a changed security scheme is reported with its old and new value: %s', (_, newer, expected) => {
  const older = withFlows({clientCredentials: flow('read')})
  const [change] = between(JSON.stringify(older), JSON.stringify(newer))
  expect({...change}).toMatchObject({kind: 'security-changed', about: 'desk', old: expected.old})
  expect(change?.new).toBe(expected.new)
})

describe('servers', () => {
  const [main, branch] = [{url: 'https://library.example'}, {url: 'https://branch.library.example'}]
  const v1 = {url: 'https://library.example/v1'}
  const region = (values: readonly string[] | undefined, value: string): object =>
    asked(
      {},
      {servers: [{url: 'https://{region}.library.example', variables: {region: {default: value, enum: values}}}]}
    )
  const at = (...servers: readonly (readonly [string, Readonly<Record<string, string>>?])[]): object => {
    const entries = servers.map(([url, values]) => {
      const variables = Object.entries(values ?? {}).map(([name, value]) => [name, {default: value}] as const)
      return variables.length === 0 ? {url} : {url, variables: Object.fromEntries(variables)}
    })
    return asked({}, {servers: entries})
  }
  check([
    {
      name: 'an operation moves to another server',
      old: asked({}, {servers: [main]}),
      new: asked({servers: [branch]}, {servers: [main]}),
      told: [
        'server-added https://branch.library.example (request)',
        'server-removed https://library.example (request)'
      ],
      back: [
        'server-added https://library.example (request)',
        'server-removed https://branch.library.example (request)'
      ]
    },
    {
      name: 'the default port of the scheme, and a host in another case',
      old: asked({}, {servers: [{url: 'https://Library.example:443/v1'}, {url: 'http://library.example:80'}]}),
      new: asked({}, {servers: [{url: 'https://library.example/v1'}, {url: 'http://library.example'}]}),
      told: [],
      back: []
    },
    {
      name: 'a port that is not the default of the scheme',
      old: asked({}, {servers: [{url: 'http://library.example:443'}]}),
      new: asked({}, {servers: [{url: 'http://library.example'}]}),
      told: ['server-added http://library.example (request)', 'server-removed http://library.example:443 (request)']
    },
    {
      name: 'the location of the document, stated or not',
      old: asked({}, {servers: [{url: '/'}]}),
      new: asked({}),
      told: [],
      back: []
    },
    ...['operation', 'path'].map(owner => ({
      name: `new servers of the ${owner} have another path, and the document had none`,
      old: asked({}),
      new:
        owner === 'path'
          ? api({'/loans': {servers: [{url: '/v2'}], get: {responses: OK}}})
          : asked({servers: [{url: 'https://library.example/v2/'}]}),
      told: ['base-path-changed (request)'],
      back: ['base-path-changed (request)']
    })),
    {
      name: 'a server of an operation at the location of the document, stated or not',
      old: asked({servers: [{url: '/'}]}),
      new: asked({}),
      told: [],
      back: []
    },
    {
      name: 'several servers of an operation, and a new base path',
      old: asked({}),
      new: asked({servers: [{url: '/v2'}, main]}),
      told: ['base-path-changed (request)', 'server-added /v2 (request)', `server-added ${main.url} (request)`],
      back: ['base-path-changed (request)', 'server-removed /v2 (request)', `server-removed ${main.url} (request)`]
    },
    {
      name: 'an operation repeats the servers of the document',
      old: asked({}, {servers: [main]}),
      new: asked({servers: [main]}, {servers: [main]}),
      told: [],
      back: []
    },
    {
      name: 'a value of a variable is removed',
      old: region(['east', 'west'], 'east'),
      new: region(['east'], 'east'),
      told: ['server-removed https://west.library.example (request)'],
      back: ['server-added https://west.library.example (request)']
    },
    {
      name: 'another default of a variable, whose old default is still allowed',
      old: region(['east', 'west'], 'east'),
      new: region(['east', 'west'], 'west'),
      told: ['default-changed region (request undetermined)'],
      back: ['default-changed region (request undetermined)']
    },
    {
      name: 'another default of a variable, whose old default is no longer allowed',
      old: region(['east', 'west'], 'east'),
      new: region(['west'], 'west'),
      told: ['default-changed region (request undetermined)', 'server-removed https://east.library.example (request)']
    },
    {
      name: 'a variable that now allows any value',
      old: region(['east', 'west'], 'east'),
      new: region(undefined, 'north'),
      told: ['default-changed region (request undetermined)', 'server-added https://north.library.example (request)']
    },
    {
      name: 'another default of a renamed variable',
      old: at(['https://{region}.Library.example', {region: 'east'}]),
      new: at(['https://{area}.library.example/', {area: 'west'}]),
      told: ['default-changed area (request undetermined)'],
      back: ['default-changed region (request undetermined)']
    },
    {
      name: 'a renamed variable',
      old: at(['https://{region}.library.example', {region: 'east'}]),
      new: at(['https://{area}.library.example', {area: 'east'}]),
      told: [],
      back: []
    },
    ...[
      ['in a variable', 'https://{region}.library.example/{base}', 'https://{region}.library.example/{base}'],
      ['in the path', 'https://{region}.library.example/v1', 'https://{region}.library.example/v2']
    ].map(([place, was = '', is = '']) => ({
      name: `another default of a variable and another base path, ${place}`,
      old: at([was, {region: 'east', base: 'v1'}]),
      new: at([is, {region: 'west', base: 'v2'}]),
      told: ['base-path-changed (request)', 'default-changed region (request undetermined)'],
      back: ['base-path-changed (request)', 'default-changed region (request undetermined)']
    })),
    {
      name: 'another default of a variable, whose old address is listed as another server',
      old: at(['https://{region}.library.example', {region: 'east'}], ['https://east.library.example']),
      new: at(['https://{region}.library.example', {region: 'west'}], ['https://east.library.example']),
      told: ['default-changed region (request undetermined)'],
      back: ['default-changed region (request undetermined)']
    },
    {
      name: 'two servers that differ in the default of a variable, in another order',
      old: at(
        ['https://{region}.library.example', {region: 'east'}],
        ['https://{region}.library.example', {region: 'west'}]
      ),
      new: at(
        ['https://{region}.library.example', {region: 'west'}],
        ['https://{region}.library.example', {region: 'east'}]
      ),
      told: [],
      back: []
    },
    ...['operation', 'path'].flatMap(owner => [
      {
        name: `the servers of the document move to every ${owner}`,
        old: placed({servers: [v1, main]}),
        new: placed({}, owner, [v1, main], [main, v1]),
        told: [],
        back: []
      },
      {
        name: `the servers of the document move to one ${owner}, and another one has others`,
        old: placed({servers: [v1]}),
        new: placed({}, owner, [v1], [{url: 'https://library.example/v2'}]),
        told: [
          'server-added https://library.example/v2 (request)',
          'server-removed https://library.example/v1 (request)'
        ]
      },
      {
        name: `the servers of the document move to one ${owner}, and another one has none`,
        old: placed({servers: [v1]}),
        new: placed({}, owner, [v1]),
        told: ['base-path-changed (request)'],
        back: ['base-path-changed (request)']
      }
    ]),
    {
      name: 'other servers of the document, while every operation has its own',
      old: placed({servers: [v1]}, 'operation', [main], [main]),
      new: placed({servers: [branch]}, 'operation', [main], [main]),
      told: [],
      back: []
    },
    {
      name: 'the schemes of the document move to its operation',
      old: api({'/loans': {get: {responses: OK}}}, {host: 'library.example', schemes: ['https']}, '2.0'),
      new: api({'/loans': {get: {schemes: ['https'], responses: OK}}}, {host: 'library.example'}, '2.0'),
      told: [],
      back: []
    },
    {
      name: 'schemes of an operation in Swagger 2.0',
      old: swagger(),
      new: swagger(['https']),
      told: ['server-removed http://library.example (request)'],
      back: ['server-added http://library.example (request)']
    },
    {
      name: 'schemes without a host',
      old: hostless({schemes: ['https', 'http']}),
      new: hostless({schemes: ['http']}),
      told: ['server-removed https://{host} (request)'],
      back: ['server-added https://{host} (request)']
    },
    {
      name: 'schemes with a base path but no host',
      old: hostless({schemes: ['https', 'http'], basePath: '/v1'}),
      new: hostless({schemes: ['http'], basePath: '/v1'}),
      told: ['server-removed https://{host}/v1 (request)'],
      back: ['server-added https://{host}/v1 (request)']
    },
    {
      name: 'schemes of an operation without a host',
      old: hostless({schemes: ['https', 'http']}),
      new: hostless({schemes: ['https', 'http']}, {schemes: ['https']}),
      told: ['server-removed http://{host} (request)'],
      back: ['server-added http://{host} (request)']
    },
    ...[
      ['schemes are stated for the first time', hostless({})],
      ['a document that is converted to Swagger 2.0 and states schemes', asked({}, {servers: [{url: '/'}]})]
    ].map(([name, old]) => ({
      name: name as string,
      old: old as object,
      new: hostless({schemes: ['https', 'http']}),
      told: [],
      back: []
    })),
    {
      name: 'a base path without a host is one change',
      old: hostless({schemes: ['https', 'http'], basePath: '/v1'}),
      new: hostless({schemes: ['https', 'http'], basePath: '/v2'}),
      told: ['base-path-changed (request)']
    },
    {
      name: 'a base path without a host is one change, although schemes are stated for the first time',
      old: hostless({basePath: '/v1'}),
      new: hostless({schemes: ['https', 'http'], basePath: '/v2'}),
      told: ['base-path-changed (request)'],
      back: ['base-path-changed (request)']
    },
    {
      name: 'a host is stated for the first time',
      old: hostless({schemes: ['https', 'http']}),
      new: hostless({schemes: ['https'], host: 'library.example'}),
      told: ['server-added https://library.example (request)'],
      back: ['server-removed https://library.example (request)']
    }
  ])
})

test('a new default of a server variable is reported with the name of the variable', () => {
  const at = (value: string): object =>
    asked({}, {servers: [{url: 'https://{region}.library.example', variables: {region: {default: value}}}]})
  expect(between(at('east'), at('west')).map(formatChange)).toEqual([
    'the default of the server variable `region` of the API changed from `east` to `west`'
  ])
})

const hostless = (document: Raw, operation: Raw = {}): object =>
  api({'/loans': {get: {...operation, responses: OK}}}, document, '2.0')

/** Two operations, with servers of their own or of their paths. */
function placed(more: object, owner = 'operation', loans?: readonly object[], copies?: readonly object[]): object {
  const path = (servers?: readonly object[]): object =>
    owner === 'path' ? {servers, get: {responses: OK}} : {get: {servers, responses: OK}}
  return api({'/loans': path(loans), '/copies': path(copies)}, {...more})
}

test('equal servers of all operations give the base path of the document', () => {
  const v1 = {url: 'https://library.example/v1beta/'}
  const baseOf = (...servers: Parameters<typeof placed>): string =>
    snapshotFrom(JSON.stringify(placed(...servers))).basePath
  expect(baseOf({}, 'path', [v1], [v1])).toBe('/v1beta')
  expect(baseOf({}, 'path', [v1], [{url: '/v2'}])).toBe('')
  expect(baseOf({}, 'path', [v1])).toBe('')
  expect(baseOf({servers: [{url: '/v3'}]}, 'path', [v1], [v1])).toBe('/v3')
})

test('servers that move to the operations are reported only for an operation with other servers', () => {
  const v1 = {url: 'https://library.example/v1'}
  const [change, ...others] = between(JSON.stringify(placed({servers: [v1]})), JSON.stringify(placed({}, 'path', [v1])))
  expect(others).toEqual([])
  expect(change && reached(change)).toEqual(['GET /copies request'])
})

function swagger(schemes?: readonly string[]): object {
  const document = {host: 'library.example', schemes: ['https', 'http']}
  return api({'/loans': {get: {schemes, responses: OK}}}, document, '2.0')
}
