// Who is let in, and where: security schemes and servers.
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
const desk = (flows: Raw, more: Raw = {}): object =>
  asked({security: [{desk: ['read']}]}, {components: {securitySchemes: {desk: {type: 'oauth2', flows, ...more}}}})
const key = (scheme: Raw): object => asked({security: [{card: []}]}, {components: {securitySchemes: {card: scheme}}})
const CARD = {type: 'apiKey', in: 'header', name: 'Reader-Card'}

describe('schemes', () => {
  check([
    {
      name: 'what is said to people only',
      old: desk({clientCredentials: flow('read')}),
      new: desk({clientCredentials: {...flow('read', 'write'), 'x-owner': 'desk'}}, {description: 'Ask the desk'}),
      told: [],
      back: []
    },
    {
      name: 'a scope that is asked for cannot be had any more',
      old: desk({clientCredentials: flow('read')}),
      new: desk({clientCredentials: flow('write')}),
      told: ['security-changed desk (request)']
    },
    {
      name: 'an address in other words',
      old: key({type: 'openIdConnect', openIdConnectUrl: 'https://library.example/~doors/%c3%a9'}),
      new: key({type: 'openIdConnect', openIdConnectUrl: 'HTTPS://Library.example:443/%7Edoors/%C3%A9'}),
      told: [],
      back: []
    },
    {
      name: 'an address with nothing after the host, and with a slash',
      old: desk({clientCredentials: {...flow('read'), tokenUrl: 'https://library.example'}}),
      new: desk({clientCredentials: {...flow('read'), tokenUrl: 'https://library.example/'}}),
      told: [],
      back: []
    },
    {
      name: 'an address that only looks the same',
      old: desk({clientCredentials: {...flow('read'), tokenUrl: 'https://library.example/desk/token'}}),
      new: desk({clientCredentials: {...flow('read'), tokenUrl: 'https://library.example/desk%2Ftoken'}}),
      told: ['security-changed desk (request)'],
      back: ['security-changed desk (request)']
    },
    {
      name: 'a way to a token less',
      old: desk({clientCredentials: flow('read'), password: flow('read')}),
      new: desk({clientCredentials: flow('read')}),
      told: ['security-stricter desk (request)'],
      back: ['security-looser desk (request)']
    },
    {
      name: 'by its name, or by where it stands',
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
      old: key(CARD),
      new: key({...CARD, name: 'reader-card'}),
      told: [],
      back: []
    },
    {
      name: 'the name of a parameter in another case',
      old: key({...CARD, in: 'query'}),
      new: key({...CARD, in: 'query', name: 'reader-card'}),
      told: ['security-stricter card (request)']
    },
    {
      name: 'where all that is said once more, of which nothing was said',
      old: desk({clientCredentials: flow('read')}),
      new: desk({clientCredentials: flow('read')}, {oauth2MetadataUrl: 'https://library.example/about'}),
      told: [],
      back: []
    },
    {
      name: 'where all that is said once more, elsewhere',
      old: desk({clientCredentials: flow('read')}, {oauth2MetadataUrl: 'https://library.example/about'}),
      new: desk({clientCredentials: flow('read')}, {oauth2MetadataUrl: 'https://doors.example/about'}),
      told: ['security-changed desk (request)'],
      back: ['security-changed desk (request)']
    },
    {
      name: 'where OpenID Connect is found, which was not said',
      old: key({type: 'openIdConnect'}),
      new: key({type: 'openIdConnect', openIdConnectUrl: 'https://library.example/doors'}),
      told: ['security-changed card (request)'],
      back: ['security-changed card (request)']
    },
    {
      name: 'a hint at what a token looks like',
      old: key({type: 'http', scheme: 'bearer'}),
      new: key({type: 'http', scheme: 'Bearer', bearerFormat: 'JWT'}),
      told: []
    }
  ])
})

test('what the document asks of all is a change of the API, and reaches all who ask for nothing themselves', () => {
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
  const reached = change?.reaches.map(({operation: {target}}) => (isEndpoint(target) ? target.path : ''))
  expect(reached).toEqual(['/loans', '/loans', '/copies'])
})

test.each([
  ['a scope', desk({clientCredentials: flow('write')}), {old: 'read', new: undefined}],
  [
    'an address',
    desk({clientCredentials: {...flow('read'), tokenUrl: 'https://doors.example/token'}}),
    {old: TOKEN, new: 'https://doors.example/token'}
  ]
])('what became of a scheme is told: %s', (_, newer, told) => {
  const older = desk({clientCredentials: flow('read')})
  const [change] = between(JSON.stringify(older), JSON.stringify(newer))
  expect({...change}).toMatchObject({kind: 'security-changed', about: 'desk', old: told.old})
  expect(change?.new).toBe(told.new)
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
    const written = servers.map(([url, values]) => {
      const variables = Object.entries(values ?? {}).map(([name, value]) => [name, {default: value}] as const)
      return variables.length === 0 ? {url} : {url, variables: Object.fromEntries(variables)}
    })
    return asked({}, {servers: written})
  }
  check([
    {
      name: 'an operation goes elsewhere',
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
      name: 'the port of a scheme, and a host in another case',
      old: asked({}, {servers: [{url: 'https://Library.example:443/v1'}, {url: 'http://library.example:80'}]}),
      new: asked({}, {servers: [{url: 'https://library.example/v1'}, {url: 'http://library.example'}]}),
      told: [],
      back: []
    },
    {
      name: 'a port that is not of its scheme, and a path in another case',
      old: asked({}, {servers: [{url: 'http://library.example:443'}]}),
      new: asked({}, {servers: [{url: 'http://library.example'}]}),
      told: ['server-added http://library.example (request)', 'server-removed http://library.example:443 (request)']
    },
    {
      name: 'where the document is, said or not',
      old: asked({}, {servers: [{url: '/'}]}),
      new: asked({}),
      told: [],
      back: []
    },
    ...['operation', 'path'].map(whose => ({
      name: `servers of the ${whose}, where none was said of the document, have another path`,
      old: asked({}),
      new:
        whose === 'path'
          ? api({'/loans': {servers: [{url: '/v2'}], get: {responses: OK}}})
          : asked({servers: [{url: 'https://library.example/v2/'}]}),
      told: ['base-path-changed (request)'],
      back: ['base-path-changed (request)']
    })),
    {
      name: 'a server of an operation where the document is, said or not',
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
      name: 'an operation says what holds anyway',
      old: asked({}, {servers: [main]}),
      new: asked({servers: [main]}, {servers: [main]}),
      told: [],
      back: []
    },
    {
      name: 'a value of a variable less',
      old: region(['east', 'west'], 'east'),
      new: region(['east'], 'east'),
      told: ['server-removed https://west.library.example (request)'],
      back: ['server-added https://west.library.example (request)']
    },
    {
      name: 'another value of a variable where nothing is said: the one that was can still be asked for',
      old: region(['east', 'west'], 'east'),
      new: region(['east', 'west'], 'west'),
      told: ['default-changed region (request undetermined)'],
      back: ['default-changed region (request undetermined)']
    },
    {
      name: 'another one, and the one that was is no longer listed',
      old: region(['east', 'west'], 'east'),
      new: region(['west'], 'west'),
      told: ['default-changed region (request undetermined)', 'server-removed https://east.library.example (request)']
    },
    {
      name: 'a variable that may be anything',
      old: region(['east', 'west'], 'east'),
      new: region(undefined, 'north'),
      told: ['default-changed region (request undetermined)', 'server-added https://north.library.example (request)']
    },
    {
      name: 'another value of a variable that has another name now',
      old: at(['https://{region}.Library.example', {region: 'east'}]),
      new: at(['https://{area}.library.example/', {area: 'west'}]),
      told: ['default-changed area (request undetermined)'],
      back: ['default-changed region (request undetermined)']
    },
    {
      name: 'another name of a variable, and nothing else',
      old: at(['https://{region}.library.example', {region: 'east'}]),
      new: at(['https://{area}.library.example', {area: 'east'}]),
      told: [],
      back: []
    },
    ...[
      ['by a variable', 'https://{region}.library.example/{base}', 'https://{region}.library.example/{base}'],
      ['as it is written', 'https://{region}.library.example/v1', 'https://{region}.library.example/v2']
    ].map(([how, was = '', is = '']) => ({
      name: `another value of a variable beside another base path, ${how}`,
      old: at([was, {region: 'east', base: 'v1'}]),
      new: at([is, {region: 'west', base: 'v2'}]),
      told: ['base-path-changed (request)', 'default-changed region (request undetermined)'],
      back: ['base-path-changed (request)', 'default-changed region (request undetermined)']
    })),
    {
      name: 'another value of a variable, and the address that was the default is listed beside it',
      old: at(['https://{region}.library.example', {region: 'east'}], ['https://east.library.example']),
      new: at(['https://{region}.library.example', {region: 'west'}], ['https://east.library.example']),
      told: ['default-changed region (request undetermined)'],
      back: ['default-changed region (request undetermined)']
    },
    {
      name: 'the same server with two values of its variable, in another order',
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
    ...['operation', 'path'].flatMap(whose => [
      {
        name: `servers of the document are said of every ${whose} instead`,
        old: placed({servers: [v1, main]}),
        new: placed({}, whose, [v1, main], [main, v1]),
        told: [],
        back: []
      },
      {
        name: `and of one ${whose} others`,
        old: placed({servers: [v1]}),
        new: placed({}, whose, [v1], [{url: 'https://library.example/v2'}]),
        told: [
          'server-added https://library.example/v2 (request)',
          'server-removed https://library.example/v1 (request)'
        ]
      },
      {
        name: `and of one ${whose} none`,
        old: placed({servers: [v1]}),
        new: placed({}, whose, [v1]),
        told: ['base-path-changed (request)'],
        back: ['base-path-changed (request)']
      }
    ]),
    {
      name: 'other servers of the document, where every operation has its own',
      old: placed({servers: [v1]}, 'operation', [main], [main]),
      new: placed({servers: [branch]}, 'operation', [main], [main]),
      told: [],
      back: []
    },
    {
      name: 'schemes of the document are said of its operation instead',
      old: api({'/loans': {get: {responses: OK}}}, {host: 'library.example', schemes: ['https']}, '2.0'),
      new: api({'/loans': {get: {schemes: ['https'], responses: OK}}}, {host: 'library.example'}, '2.0'),
      told: [],
      back: []
    },
    {
      name: 'schemes of an operation, in Swagger 2.0',
      old: swagger(),
      new: swagger(['https']),
      told: ['server-removed http://library.example (request)'],
      back: ['server-added http://library.example (request)']
    },
    {
      name: 'schemes where no host is said',
      old: hostless({schemes: ['https', 'http']}),
      new: hostless({schemes: ['http']}),
      told: ['server-removed https://{host} (request)'],
      back: ['server-added https://{host} (request)']
    },
    {
      name: 'schemes where only a base path is said',
      old: hostless({schemes: ['https', 'http'], basePath: '/v1'}),
      new: hostless({schemes: ['http'], basePath: '/v1'}),
      told: ['server-removed https://{host}/v1 (request)'],
      back: ['server-added https://{host}/v1 (request)']
    },
    {
      name: 'schemes of an operation where no host is said',
      old: hostless({schemes: ['https', 'http']}),
      new: hostless({schemes: ['https', 'http']}, {schemes: ['https']}),
      told: ['server-removed http://{host} (request)'],
      back: ['server-added http://{host} (request)']
    },
    ...[
      ['schemes that nothing was said of', hostless({})],
      ['the schemes of a document that is converted', asked({}, {servers: [{url: '/'}]})]
    ].map(([name, old]) => ({
      name: name as string,
      old: old as object,
      new: hostless({schemes: ['https', 'http']}),
      told: [],
      back: []
    })),
    {
      name: 'the base path where no host is said is one change',
      old: hostless({schemes: ['https', 'http'], basePath: '/v1'}),
      new: hostless({schemes: ['https', 'http'], basePath: '/v2'}),
      told: ['base-path-changed (request)']
    },
    {
      name: 'and so it is where the schemes were not said',
      old: hostless({basePath: '/v1'}),
      new: hostless({schemes: ['https', 'http'], basePath: '/v2'}),
      told: ['base-path-changed (request)'],
      back: ['base-path-changed (request)']
    },
    {
      name: 'a host is said now',
      old: hostless({schemes: ['https', 'http']}),
      new: hostless({schemes: ['https'], host: 'library.example'}),
      told: ['server-added https://library.example (request)'],
      back: ['server-removed https://library.example (request)']
    }
  ])
})

test('another default of a server variable is told of that variable', () => {
  const at = (value: string): object =>
    asked({}, {servers: [{url: 'https://{region}.library.example', variables: {region: {default: value}}}]})
  expect(between(at('east'), at('west')).map(formatChange)).toEqual([
    'the default of the server variable `region` of the API changed from `east` to `west`'
  ])
})

const hostless = (document: Raw, operation: Raw = {}): object =>
  api({'/loans': {get: {...operation, responses: OK}}}, document, '2.0')

/** Two operations, with servers that each names or its path does. */
function placed(more: object, whose = 'operation', loans?: readonly object[], copies?: readonly object[]): object {
  const path = (servers?: readonly object[]): object =>
    whose === 'path' ? {servers, get: {responses: OK}} : {get: {servers, responses: OK}}
  return api({'/loans': path(loans), '/copies': path(copies)}, {...more})
}

test('what every operation says of its server alike is the base path of the document', () => {
  const v1 = {url: 'https://library.example/v1beta/'}
  const baseOf = (...servers: Parameters<typeof placed>): string =>
    snapshotFrom(JSON.stringify(placed(...servers))).basePath
  expect(baseOf({}, 'path', [v1], [v1])).toBe('/v1beta')
  expect(baseOf({}, 'path', [v1], [{url: '/v2'}])).toBe('')
  expect(baseOf({}, 'path', [v1])).toBe('')
  expect(baseOf({servers: [{url: '/v3'}]}, 'path', [v1], [v1])).toBe('/v3')
})

test('servers that moved are told for the one operation that has others now', () => {
  const v1 = {url: 'https://library.example/v1'}
  const [change, ...others] = between(JSON.stringify(placed({servers: [v1]})), JSON.stringify(placed({}, 'path', [v1])))
  expect(others).toEqual([])
  expect(change && reached(change)).toEqual(['GET /copies request'])
})

function swagger(schemes?: readonly string[]): object {
  const document = {host: 'library.example', schemes: ['https', 'http']}
  return api({'/loans': {get: {schemes, responses: OK}}}, document, '2.0')
}
