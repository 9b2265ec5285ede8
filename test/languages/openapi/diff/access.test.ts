// Changes of security schemes and servers.
import {describe, expect, test} from 'vitest'
import {isEndpoint, prefixTarget} from '../../../../src/model/subject/subject.ts'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {api, OK, type Raw, testChanges, withOperation} from './cases.ts'
import {affectedOperations, diffDocuments, snapshotFrom} from './comparing.ts'

const TOKEN = 'https://library.example/token'
const flow = (...scopes: readonly string[]): Raw => ({
  tokenUrl: TOKEN,
  scopes: Object.fromEntries(scopes.map(scope => [scope, '']))
})
const withFlows = (flows: Raw, more: Raw = {}): object =>
  withOperation(
    {security: [{desk: ['read']}]},
    {components: {securitySchemes: {desk: {type: 'oauth2', flows, ...more}}}}
  )
const withScheme = (scheme: Raw): object =>
  withOperation({security: [{card: []}]}, {components: {securitySchemes: {card: scheme}}})
const CARD = {type: 'apiKey', in: 'header', name: 'Reader-Card'}

describe('changes of security schemes', () => {
  testChanges([
    {
      name: 'documentation only',
      old: withFlows({clientCredentials: flow('read')}),
      new: withFlows({clientCredentials: {...flow('read', 'write'), 'x-owner': 'desk'}}, {description: 'Ask the desk'}),
      changes: [],
      reverse: []
    },
    {
      name: 'a required scope is no longer available',
      old: withFlows({clientCredentials: flow('read')}),
      new: withFlows({clientCredentials: flow('write')}),
      changes: ['security-changed desk (request)']
    },
    {
      name: 'an equivalent address',
      old: withScheme({type: 'openIdConnect', openIdConnectUrl: 'https://library.example/~doors/%c3%a9'}),
      new: withScheme({type: 'openIdConnect', openIdConnectUrl: 'HTTPS://Library.example:443/%7Edoors/%C3%A9'}),
      changes: [],
      reverse: []
    },
    {
      name: 'an address without a path, and with a slash',
      old: withFlows({clientCredentials: {...flow('read'), tokenUrl: 'https://library.example'}}),
      new: withFlows({clientCredentials: {...flow('read'), tokenUrl: 'https://library.example/'}}),
      changes: [],
      reverse: []
    },
    {
      name: 'an address that only looks equivalent',
      old: withFlows({clientCredentials: {...flow('read'), tokenUrl: 'https://library.example/desk/token'}}),
      new: withFlows({clientCredentials: {...flow('read'), tokenUrl: 'https://library.example/desk%2Ftoken'}}),
      changes: ['security-changed desk (request)'],
      reverse: ['security-changed desk (request)']
    },
    {
      name: 'a way to get a token is removed',
      old: withFlows({clientCredentials: flow('read'), password: flow('read')}),
      new: withFlows({clientCredentials: flow('read')}),
      changes: ['security-stricter desk (request)'],
      reverse: ['security-looser desk (request)']
    },
    {
      name: 'a scheme named by its key, or by its reference',
      old: withOperation(
        {security: [{'#/components/securitySchemes/card': []}]},
        {components: {securitySchemes: {card: CARD}}},
        '3.2.0'
      ),
      new: withOperation({security: [{card: []}]}, {components: {securitySchemes: {card: CARD}}}, '3.2.0'),
      changes: [],
      reverse: []
    },
    {
      name: 'the name of a header in another case',
      old: withScheme(CARD),
      new: withScheme({...CARD, name: 'reader-card'}),
      changes: [],
      reverse: []
    },
    {
      name: 'the name of a query parameter in another case',
      old: withScheme({...CARD, in: 'query'}),
      new: withScheme({...CARD, in: 'query', name: 'reader-card'}),
      changes: ['security-stricter card (request)']
    },
    {
      name: 'the address of metadata is added',
      old: withFlows({clientCredentials: flow('read')}),
      new: withFlows({clientCredentials: flow('read')}, {oauth2MetadataUrl: 'https://library.example/about'}),
      changes: [],
      reverse: []
    },
    {
      name: 'the address of metadata changes',
      old: withFlows({clientCredentials: flow('read')}, {oauth2MetadataUrl: 'https://library.example/about'}),
      new: withFlows({clientCredentials: flow('read')}, {oauth2MetadataUrl: 'https://doors.example/about'}),
      changes: ['security-changed desk (request)'],
      reverse: ['security-changed desk (request)']
    },
    {
      name: 'the missing address of OpenID Connect is added',
      old: withScheme({type: 'openIdConnect'}),
      new: withScheme({type: 'openIdConnect', openIdConnectUrl: 'https://library.example/doors'}),
      changes: ['security-changed card (request)'],
      reverse: ['security-changed card (request)']
    },
    {
      name: 'the documented format of a token',
      old: withScheme({type: 'http', scheme: 'bearer'}),
      new: withScheme({type: 'http', scheme: 'Bearer', bearerFormat: 'JWT'}),
      changes: []
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
  const [change, ...others] = diffDocuments(older, newer).filter(({kind}) => kind.startsWith('security-'))
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
  const [change] = diffDocuments(JSON.stringify(older), JSON.stringify(newer))
  expect({...change}).toMatchObject({kind: 'security-changed', about: 'desk', old: expected.old})
  expect(change?.new).toBe(expected.new)
})

describe('changes of servers', () => {
  const [main, branch] = [{url: 'https://library.example'}, {url: 'https://branch.library.example'}]
  const v1 = {url: 'https://library.example/v1'}
  const region = (values: readonly string[] | undefined, value: string): object =>
    withOperation(
      {},
      {servers: [{url: 'https://{region}.library.example', variables: {region: {default: value, enum: values}}}]}
    )
  const at = (...servers: readonly (readonly [string, Readonly<Record<string, string>>?])[]): object => {
    const entries = servers.map(([url, values]) => {
      const variables = Object.entries(values ?? {}).map(([name, value]) => [name, {default: value}] as const)
      return variables.length === 0 ? {url} : {url, variables: Object.fromEntries(variables)}
    })
    return withOperation({}, {servers: entries})
  }
  testChanges([
    {
      name: 'an operation moves to another server',
      old: withOperation({}, {servers: [main]}),
      new: withOperation({servers: [branch]}, {servers: [main]}),
      changes: [
        'server-added https://branch.library.example (request)',
        'server-removed https://library.example (request)'
      ],
      reverse: [
        'server-added https://library.example (request)',
        'server-removed https://branch.library.example (request)'
      ]
    },
    {
      name: 'the default port of the scheme, and a host in another case',
      old: withOperation({}, {servers: [{url: 'https://Library.example:443/v1'}, {url: 'http://library.example:80'}]}),
      new: withOperation({}, {servers: [{url: 'https://library.example/v1'}, {url: 'http://library.example'}]}),
      changes: [],
      reverse: []
    },
    {
      name: 'a port that is not the default of the scheme',
      old: withOperation({}, {servers: [{url: 'http://library.example:443'}]}),
      new: withOperation({}, {servers: [{url: 'http://library.example'}]}),
      changes: ['server-added http://library.example (request)', 'server-removed http://library.example:443 (request)']
    },
    {
      name: 'the location of the document, stated or not',
      old: withOperation({}, {servers: [{url: '/'}]}),
      new: withOperation({}),
      changes: [],
      reverse: []
    },
    ...['operation', 'path'].map(owner => ({
      name: `new servers of the ${owner} have another path, and the document had none`,
      old: withOperation({}),
      new:
        owner === 'path'
          ? api({'/loans': {servers: [{url: '/v2'}], get: {responses: OK}}})
          : withOperation({servers: [{url: 'https://library.example/v2/'}]}),
      changes: ['base-path-changed (request)'],
      reverse: ['base-path-changed (request)']
    })),
    {
      name: 'a server of an operation at the location of the document, stated or not',
      old: withOperation({servers: [{url: '/'}]}),
      new: withOperation({}),
      changes: [],
      reverse: []
    },
    ...['operation', 'path'].map(owner => {
      const at = (version: string): object => {
        const servers = [{url: '/{version}', variables: {version: {default: version}}}]
        return owner === 'path' ? api({'/loans': {servers, get: {responses: OK}}}) : withOperation({servers})
      }
      return {
        name: `another default of a variable in the path of a server of the ${owner}`,
        old: at('v1'),
        new: at('v2'),
        changes: ['default-changed version (request undetermined)'],
        reverse: ['default-changed version (request undetermined)']
      }
    }),
    {
      name: 'several servers of an operation, and a new base path',
      old: withOperation({}),
      new: withOperation({servers: [{url: '/v2'}, main]}),
      changes: ['base-path-changed (request)', 'server-added /v2 (request)', `server-added ${main.url} (request)`],
      reverse: ['base-path-changed (request)', 'server-removed /v2 (request)', `server-removed ${main.url} (request)`]
    },
    {
      name: 'an operation repeats the servers of the document',
      old: withOperation({}, {servers: [main]}),
      new: withOperation({servers: [main]}, {servers: [main]}),
      changes: [],
      reverse: []
    },
    {
      name: 'a value of a variable is removed',
      old: region(['east', 'west'], 'east'),
      new: region(['east'], 'east'),
      changes: ['server-removed https://west.library.example (request)'],
      reverse: ['server-added https://west.library.example (request)']
    },
    {
      name: 'another default of a variable, whose old default is still allowed',
      old: region(['east', 'west'], 'east'),
      new: region(['east', 'west'], 'west'),
      changes: ['default-changed region (request undetermined)'],
      reverse: ['default-changed region (request undetermined)']
    },
    {
      name: 'another default of a variable, whose old default is no longer allowed',
      old: region(['east', 'west'], 'east'),
      new: region(['west'], 'west'),
      changes: [
        'default-changed region (request undetermined)',
        'server-removed https://east.library.example (request)'
      ]
    },
    {
      name: 'a variable that now allows any value',
      old: region(['east', 'west'], 'east'),
      new: region(undefined, 'north'),
      changes: ['default-changed region (request undetermined)', 'server-added https://north.library.example (request)']
    },
    {
      name: 'another default of a renamed variable',
      old: at(['https://{region}.Library.example', {region: 'east'}]),
      new: at(['https://{area}.library.example/', {area: 'west'}]),
      changes: ['default-changed area (request undetermined)'],
      reverse: ['default-changed region (request undetermined)']
    },
    {
      name: 'a renamed variable',
      old: at(['https://{region}.library.example', {region: 'east'}]),
      new: at(['https://{area}.library.example', {area: 'east'}]),
      changes: [],
      reverse: []
    },
    ...[
      [
        'in a variable',
        'https://{region}.library.example/{base}',
        'https://{region}.library.example/{base}',
        ' undetermined'
      ],
      ['in the path', 'https://{region}.library.example/v1', 'https://{region}.library.example/v2']
    ].map(([place, was = '', is = '', proof = '']) => ({
      name: `another default of a variable and another base path, ${place}`,
      old: at([was, {region: 'east', base: 'v1'}]),
      new: at([is, {region: 'west', base: 'v2'}]),
      changes: [`base-path-changed (request${proof})`, 'default-changed region (request undetermined)'],
      reverse: [`base-path-changed (request${proof})`, 'default-changed region (request undetermined)']
    })),
    {
      name: 'another default of a variable, whose old address is listed as another server',
      old: at(['https://{region}.library.example', {region: 'east'}], ['https://east.library.example']),
      new: at(['https://{region}.library.example', {region: 'west'}], ['https://east.library.example']),
      changes: ['default-changed region (request undetermined)'],
      reverse: ['default-changed region (request undetermined)']
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
      changes: [],
      reverse: []
    },
    ...['operation', 'path'].flatMap(owner => [
      {
        name: `the servers of the document move to every ${owner}`,
        old: placed({servers: [v1, main]}),
        new: placed({}, owner, [v1, main], [main, v1]),
        changes: [],
        reverse: []
      },
      {
        name: `the servers of the document move to one ${owner}, and another one has others`,
        old: placed({servers: [v1]}),
        new: placed({}, owner, [v1], [{url: 'https://library.example/v2'}]),
        changes: ['base-path-changed (request)']
      },
      {
        name: `the servers of the document move to one ${owner}, and another one has none`,
        old: placed({servers: [v1]}),
        new: placed({}, owner, [v1]),
        changes: ['base-path-changed (request)'],
        reverse: ['base-path-changed (request)']
      }
    ]),
    {
      name: 'other servers of the document, while every operation has its own',
      old: placed({servers: [v1]}, 'operation', [main], [main]),
      new: placed({servers: [branch]}, 'operation', [main], [main]),
      changes: [],
      reverse: []
    },
    {
      name: 'the schemes of the document move to its operation',
      old: api({'/loans': {get: {responses: OK}}}, {host: 'library.example', schemes: ['https']}, '2.0'),
      new: api({'/loans': {get: {schemes: ['https'], responses: OK}}}, {host: 'library.example'}, '2.0'),
      changes: [],
      reverse: []
    },
    {
      name: 'schemes of an operation in Swagger 2.0',
      old: swagger(),
      new: swagger(['https']),
      changes: ['server-removed http://library.example (request)'],
      reverse: ['server-added http://library.example (request)']
    },
    {
      name: 'schemes without a host',
      old: hostless({schemes: ['https', 'http']}),
      new: hostless({schemes: ['http']}),
      changes: ['server-removed https://{host} (request)'],
      reverse: ['server-added https://{host} (request)']
    },
    {
      name: 'schemes with a base path but no host',
      old: hostless({schemes: ['https', 'http'], basePath: '/v1'}),
      new: hostless({schemes: ['http'], basePath: '/v1'}),
      changes: ['server-removed https://{host}/v1 (request)'],
      reverse: ['server-added https://{host}/v1 (request)']
    },
    {
      name: 'schemes of an operation without a host',
      old: hostless({schemes: ['https', 'http']}),
      new: hostless({schemes: ['https', 'http']}, {schemes: ['https']}),
      changes: ['server-removed http://{host} (request)'],
      reverse: ['server-added http://{host} (request)']
    },
    ...[
      ['schemes are stated for the first time', hostless({})],
      ['a document that is converted to Swagger 2.0 and states schemes', withOperation({}, {servers: [{url: '/'}]})]
    ].map(([name, old]) => ({
      name: name as string,
      old: old as object,
      new: hostless({schemes: ['https', 'http']}),
      changes: [],
      reverse: []
    })),
    {
      name: 'a base path without a host is one change',
      old: hostless({schemes: ['https', 'http'], basePath: '/v1'}),
      new: hostless({schemes: ['https', 'http'], basePath: '/v2'}),
      changes: ['base-path-changed (request)']
    },
    {
      name: 'a base path without a host is one change, although schemes are stated for the first time',
      old: hostless({basePath: '/v1'}),
      new: hostless({schemes: ['https', 'http'], basePath: '/v2'}),
      changes: ['base-path-changed (request)'],
      reverse: ['base-path-changed (request)']
    },
    {
      name: 'a former base path that is still listed',
      old: api({'/loans': {get: {responses: OK}}}, {servers: [{url: '/v1'}]}),
      new: api({'/loans': {get: {responses: OK}}}, {servers: [{url: '/v2'}, {url: '/v1'}]}),
      changes: ['base-path-changed (request keeps)', 'server-added /v2 (request)'],
      reverse: ['base-path-changed (request)', 'server-removed /v2 (request)']
    },
    {
      name: 'a longer path of one of several servers is said with the server',
      old: api({'/loans': {get: {responses: OK}}}, {servers: [main, {url: 'https://branch.example/api'}]}),
      new: api(
        {'/loans': {get: {responses: OK}}},
        {
          servers: [{url: `${main.url}/api`}, {url: 'https://branch.example/api'}]
        }
      ),
      changes: [`server-added ${main.url}/api (request)`, `server-removed ${main.url} (request)`]
    },
    {
      name: 'a base path of an operation',
      old: withOperation({servers: [{url: '/v1'}]}),
      new: withOperation({servers: [{url: '/v2'}]}),
      changes: ['base-path-changed (request)']
    },
    {
      name: 'a host is stated for the first time',
      old: hostless({schemes: ['https', 'http']}),
      new: hostless({schemes: ['https'], host: 'library.example'}),
      changes: ['server-added https://library.example (request)'],
      reverse: ['server-removed https://library.example (request)']
    }
  ])
})

test('a change of the base path is where the base path is written', () => {
  const paths = {'/loans': {get: {responses: OK}}}
  const placesOf = (older: object, newer: object) => diffDocuments(older, newer).map(({where}) => where.new?.pointer)
  const swagger = (basePath: string) => api(paths, {schemes: ['https'], basePath}, '2.0')
  const servers = (url: string) => api(paths, {servers: [{description: 'Main', url}]})
  expect(placesOf(swagger('/v1'), swagger('/v2'))).toEqual(['/basePath'])
  expect(placesOf(servers('/v1'), servers('/v2'))).toEqual(['/servers/0/url'])
  expect(placesOf(swagger('/v1'), api(paths, {}, '2.0'))).toEqual([''])
})

test('a new default of a server variable is reported with the name of the variable', () => {
  const at = (value: string): object =>
    withOperation({}, {servers: [{url: 'https://{region}.library.example', variables: {region: {default: value}}}]})
  expect(diffDocuments(at('east'), at('west')).map(formatChange)).toEqual([
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
  const [change, ...others] = diffDocuments(
    JSON.stringify(placed({servers: [v1]})),
    JSON.stringify(placed({}, 'path', [v1]))
  )
  expect(others).toEqual([])
  expect(change && affectedOperations(change)).toEqual(['GET /copies request'])
})

function swagger(schemes?: readonly string[]): object {
  const document = {host: 'library.example', schemes: ['https', 'http']}
  return api({'/loans': {get: {schemes, responses: OK}}}, document, '2.0')
}
