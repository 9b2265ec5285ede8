import fc from 'fast-check'
import {parseItem} from 'structured-headers'
import {describe, expect, it} from 'vitest'
import {tries} from '../../../test/tier.ts'
import {createHeaders, type HeaderOptions, type HeaderTable, type TableEndpoint} from '../src/http.ts'
import {addLinks} from '../src/runtime/link-header.ts'
import {HOSTILE_TABLE} from './hostile-table.ts'
import {parseLinks} from './parse-links.ts'
import {SAMPLE_TABLE} from './sample-table.ts'

const tableOf = (...endpoints: readonly TableEndpoint[]): HeaderTable => ({
  format: 1,
  apis: [{name: 'Loans', timezone: 'UTC'}],
  endpoints
})

const deprecated = {at: 0, day: '1970-01-01'}

/** The path of the template that decides about a request. */
const decides = (paths: readonly string[], target: string, options?: HeaderOptions): string | undefined =>
  createHeaders(tableOf(...paths.map(path => ({method: 'GET', path, deprecated}))), options)('GET', target).endpoint
    ?.path

const successorOf = (path: string, successor: string, target: string, options?: HeaderOptions): string | undefined =>
  createHeaders(tableOf({method: 'GET', path, deprecated, successor}), options)('GET', target).links[0]?.target

describe('headers', () => {
  it('have the form of the examples in the RFCs', () => {
    const table = tableOf({
      ...{method: 'GET', path: '/a', deprecated: {at: 1_688_169_599}, sunset: {at: 1_719_791_999}}
    })
    const {headers} = createHeaders(table)('GET', '/a')
    // RFC 9745, 2.1 and 4.
    expect(headers).toEqual({Deprecation: '@1688169599', Sunset: 'Sun, 30 Jun 2024 23:59:59 GMT'})
    expect(parseItem(headers.Deprecation ?? '')[0]).toEqual(new Date('2023-06-30T23:59:59Z'))
    // RFC 8594, 3, which has the wrong day of the week.
    const example = {method: 'GET', path: '/a', sunset: {at: Date.parse('Sat, 31 Dec 2018 23:59:59 GMT') / 1000}}
    expect(createHeaders(tableOf(example))('GET', '/a').headers).toEqual({Sunset: 'Mon, 31 Dec 2018 23:59:59 GMT'})
  })

  it('never have a sunset before the deprecation', () => {
    const table = tableOf({method: 'GET', path: '/a', deprecated: {at: 500}, sunset: {at: 300}})
    expect(createHeaders(table)('GET', '/a').headers).toMatchObject({Deprecation: '@300'})
  })

  it('lack a date that is not known', () => {
    const table = tableOf({method: 'GET', path: '/a', deprecated: {release: 'next'}, sunset: {release: '4.0'}})
    expect(createHeaders(table)('GET', '/a').headers).toEqual({})
  })

  it('can be sent for any table, and any path', () => {
    const part = fc.constantFrom(
      '/v1',
      '//',
      '/..',
      '/%',
      '/%2e',
      '/%0d%0aX:1',
      '/"><',
      '/\ud800',
      '?x',
      '#',
      '/é',
      '/a'
    )
    const target = fc.oneof(
      fc.webUrl(),
      fc.array(part, {maxLength: 5}).map(parts => parts.join('')),
      fc.string({unit: 'binary'})
    )
    fc.assert(
      fc.property(
        HOSTILE_TABLE,
        target,
        fc.option(fc.constantFrom('', '/v1', '/é"\r\n'), {nil: undefined}),
        (table, path, prefix) => {
          const headersFor = createHeaders(table, {gone: true, ...(prefix === undefined ? {} : {prefix})})
          const known = table.endpoints.map(each => `${each.bases?.[0] ?? ''}${each.path}`)
          for (const each of [path, ...known, ...known.map(one => `${prefix ?? ''}${one}`)]) {
            const {headers, gone} = headersFor('GET', each)
            for (const value of Object.values(headers)) expect(value).toMatch(/^[ -~]*$/)
            // A page is whatever is configured; a successor stays on the host.
            for (const {target: found, rel} of parseLinks(headers.Link ?? ''))
              if (rel === 'successor-version') expect(new URL(found, 'http://a.example').host).toBe('a.example')
            new Response(null, {headers: {...headers}})
            expect(JSON.parse(JSON.stringify(gone ?? null))).toEqual(gone ?? null)
          }
        }
      ),
      {numRuns: tries(2000)}
    )
  })
})

describe('the template of a path', () => {
  it.each([
    [['/loans/{id}', '/loans/export'], '/loans/export', '/loans/export'],
    [['/loans/{id}', '/loans/export'], '/loans/7', '/loans/{id}'],
    [['/{kind}/count', '/loans/{id}'], '/loans/count', '/loans/{id}'],
    [['/loans/{id}', '/loans/{id}.json', '/loans/{id}:renew'], '/loans/7.json', '/loans/{id}.json'],
    [['/{a}.json', '/{a}.v1.json'], '/x.v1.json', '/{a}.v1.json'],
    [['/loans/{from}-{to}'], '/loans/1-2-3', '/loans/{from}-{to}'],
    [['/loans/{from}-{to}'], '/loans/-2', undefined],
    [['/loans/**', '/loans/{id}'], '/loans/7', '/loans/{id}'],
    [['/loans/**', '/loans/{id}'], '/loans/7/copies', '/loans/**'],
    [['/**', '/loans/**'], '/loans', '/loans/**'],
    [['/**', '/loans/**'], '/', '/**'],
    [['/loans/**'], '/loansx', undefined],
    [['/'], '/', '/'],
    [['/Loans'], '/loans', undefined],
    [['/a b'], '/a%20b', '/a b'],
    [['/loans'], 'https://library.example/loans?x#y', '/loans'],
    [['/loans/{id}'], '/loans/%ZZ', '/loans/{id}']
  ])('of %j for %s is %s', (paths, target, path) => {
    expect(decides(paths, target)).toBe(path)
    expect(decides(paths.toReversed(), target)).toBe(path)
  })

  it.each([
    [{prefix: '/api'}, '/api/loans', '/loans'],
    [{prefix: 'api/'}, '/api/loans', '/loans'],
    [{prefix: ['/a', '/b/c']}, '/b/c/loans', '/loans'],
    [{prefix: '/api'}, '/loans', undefined],
    [{prefix: '/api'}, '/apix/loans', undefined],
    [{prefix: ''}, '/loans', '/loans']
  ])('is found with %j for %s', (options, target, path) => {
    expect(decides(['/loans'], target, options)).toBe(path)
  })

  it('is under the base paths of the table, unless a prefix replaces them', () => {
    const table = tableOf({
      method: 'GET',
      path: '/loans/{id}',
      bases: ['/v1', '/{tenant}/v1'],
      deprecated,
      successor: '/borrowings/{id}'
    })
    const linkOf = (target: string, options?: HeaderOptions) =>
      createHeaders(table, options)('GET', target).links[0]?.target
    expect(linkOf('/v1/loans/7')).toBe('/v1/borrowings/7')
    expect(linkOf('/acme/v1/loans/7')).toBe('/acme/v1/borrowings/7')
    expect(linkOf('/loans/7')).toBeUndefined()
    expect(linkOf('/loans/7', {prefix: ''})).toBe('/borrowings/7')
    expect(linkOf('/x/loans/7', {prefix: '/x', successorBase: 'https://api.example/v1'})).toBe(
      'https://api.example/v1/borrowings/7'
    )
  })

  it('is searched under a mount, and then without it', () => {
    const headersFor = createHeaders(tableOf({method: 'GET', path: '/v1/loans', deprecated, successor: '/v2/loans'}))
    expect(headersFor('GET', '/api/v1/loans', undefined, '/api').links[0]?.target).toBe('/api/v2/loans')
    expect(headersFor('GET', '/v1/loans', undefined, '/v1').links[0]?.target).toBe('/v2/loans')
  })
})

describe('a successor', () => {
  it.each([
    ['/loans/{id}', '/v2/loans/{id}', '/v2/loans/7'],
    ['/loans/{loanId}', '/v2/loans/{id}', '/v2/loans/7'],
    ['/loans/{id}', '/v2/loans', '/v2/loans'],
    ['/loans/{id}', '/v2/{reader}/loans/{id}', undefined],
    ['/loans/{id}', '/v2/loans/{id}:renew', '/v2/loans/7:renew'],
    ['/loans/{id}', '/v2/**', undefined]
  ])('of %s is %s with the parameters of the request', (path, successor, target) => {
    expect(successorOf(path, successor, '/loans/7')).toBe(target)
  })

  it('has the parameters by name, in any order', () => {
    expect(successorOf('/{a}/{b}', '/v2/{b}/{a}', '/1/2')).toBe('/v2/2/1')
  })

  it('is left out if clients would resolve its path', () => {
    expect(successorOf('/loans/{id}', '/v2/loans/{id}', '/loans/%2E%2E')).toBeUndefined()
  })
})

describe('a removal', () => {
  const removed = {at: 1_748_822_400, day: '2025-06-02'}
  const goneOn = (endpoints: readonly TableEndpoint[], target: string, day?: string): boolean =>
    createHeaders(tableOf(...endpoints), {gone: true})('GET', target, day).gone !== undefined

  it('is answered from its day on, in the time zone of the table', () => {
    const endpoints = [{method: 'GET', path: '/a', removed}]
    expect(goneOn(endpoints, '/a', '2025-06-01')).toBe(false)
    expect(goneOn(endpoints, '/a', '2025-06-02')).toBe(true)
    expect(goneOn(endpoints, '/a')).toBe(true)
    expect(goneOn([{method: 'GET', path: '/a', removed: {at: 4e9, day: '2096-10-02'}}], '/a')).toBe(false)
  })

  it('without a day is that of the version that runs', () => {
    expect(goneOn([{method: 'GET', path: '/a', removed: {release: 'next'}}], '/a')).toBe(true)
  })

  it.each([
    ['a template that is served', {method: 'GET', path: '/loans/{id}'}, '/loans/recent', false],
    ['a deprecated template that is served', {method: 'GET', path: '/loans/{id}', deprecated}, '/loans/recent', false],
    ['another method', {method: 'POST', path: '/loans/{id}'}, '/loans/recent', true],
    ['a prefix', {path: '/loans/**', deprecated}, '/loans/recent', true]
  ])('gives way to %s', (_, other, target, isGone) => {
    expect(goneOn([{method: 'GET', path: '/loans/recent', removed}, other], target)).toBe(isGone)
  })

  it('of a prefix leaves what is served under it', () => {
    const endpoints = [
      {path: '/v1/**', removed},
      {method: 'GET', path: '/v1/health'}
    ]
    expect(goneOn(endpoints, '/v1/health')).toBe(false)
    expect(goneOn(endpoints, '/v1/loans')).toBe(true)
  })

  it('is only answered where asked', () => {
    expect(createHeaders(tableOf({method: 'GET', path: '/a', removed}))('GET', '/a').gone).toBeUndefined()
  })
})

describe('methods', () => {
  const at = (method: string, path: string) => createHeaders(SAMPLE_TABLE)(method, path).headers.Deprecation

  it('HEAD is answered as GET, unless it is described', () => {
    expect(at('HEAD', '/v1/loans')).toBe(at('GET', '/v1/loans'))
    const table = tableOf({method: 'GET', path: '/a', deprecated}, {method: 'HEAD', path: '/a', deprecated: {at: 5}})
    expect(createHeaders(table)('HEAD', '/a').headers.Deprecation).toBe('@5')
    expect(createHeaders(table)('get', '/a').headers.Deprecation).toBe('@0')
  })

  it('OPTIONS is left alone under a prefix', () => {
    expect(at('DELETE', '/v1/registry/x')).toBeDefined()
    expect(at('OPTIONS', '/v1/registry/x')).toBeUndefined()
  })
})

describe('an existing `Link`', () => {
  it.each([
    ['</a>; rel="next"', '</a>; rel="next", </b>; rel="sunset"'],
    ['</a>; rel=sunset', '</a>; rel=sunset'],
    ['</a>; title="x"; rel="prev Sunset"', '</a>; title="x"; rel="prev Sunset"'],
    ['</a;rel=sunset>; rel="next"', '</a;rel=sunset>; rel="next", </b>; rel="sunset"'],
    ['', '</b>; rel="sunset"']
  ])('of %s is kept', (before, after) => {
    expect(addLinks(before, [{target: '/b', relation: 'sunset'}])).toBe(after)
  })
})

it('refuses what is no table', () => {
  expect(() => createHeaders({format: 2} as unknown as HeaderTable)).toThrow('tenure headers')
})
