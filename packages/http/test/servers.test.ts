import {parseItem} from 'structured-headers'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {ask, type FixtureServer, FRAMEWORKS} from './fixture-servers.ts'
import {parseLinks} from './parse-links.ts'
import {SAMPLE_TABLE} from './sample-table.ts'

/** The beginning of 9 September 2024, and of 31 March 2099, in Berlin. */
const DEPRECATED = Date.parse('2024-09-08T22:00:00Z')
const SUNSET = 'Mon, 30 Mar 2099 22:00:00 GMT'

describe.each(Object.keys(FRAMEWORKS).flatMap(name => ['', '/api'].map(mount => ({name, mount}))))(
  '$name, mounted at "$mount"',
  ({name, mount}) => {
    let server: FixtureServer
    beforeAll(async () => {
      server = (await FRAMEWORKS[name]?.(SAMPLE_TABLE, {mount, gone: true})) as FixtureServer
    })
    afterAll(() => server.close())

    const get = (path: string, method = 'GET') => ask(server.port, method, `${mount}${path}`)

    it('announces the end in headers that other parsers read', async () => {
      const {status, headers} = await get('/v1/loans')
      expect(status).toBe(200)
      const [deprecation] = parseItem(headers.deprecation?.join(', ') ?? '')
      expect(deprecation).toEqual(new Date(DEPRECATED))
      expect(headers.sunset).toEqual([SUNSET])
      expect(new Date(SUNSET).toUTCString()).toBe(SUNSET)
      expect(parseLinks(headers.link?.join(', ') ?? '')).toEqual([
        {target: '/v1/loans?page=2', rel: 'next'},
        {target: 'https://docs.library.example/deprecations', rel: 'deprecation', type: 'text/html'},
        {target: 'https://docs.library.example/sunsets', rel: 'sunset', type: 'text/html'},
        {target: `${mount}/v2/loans`, rel: 'successor-version'}
      ])
    })

    it('keeps what the handler says itself', async () => {
      const {headers} = await get('/v1/own')
      expect(headers.deprecation).toEqual(['@1'])
      expect(headers.sunset).toEqual(['Sat, 31 Dec 2018 23:59:59 GMT'])
      expect(parseLinks(headers.link?.join(', ') ?? '')).toEqual([
        {target: '/own', rel: 'deprecation'},
        {target: 'https://docs.library.example/sunsets', rel: 'sunset', type: 'text/html'}
      ])
    })

    it('answers HEAD as GET, and leaves OPTIONS alone', async () => {
      const [full, head, options] = await Promise.all([
        get('/v1/loans'),
        get('/v1/loans', 'HEAD'),
        get('/v1/registry/copies', 'OPTIONS')
      ])
      for (const each of ['deprecation', 'sunset', 'link']) expect(head.headers[each], each).toEqual(full.headers[each])
      expect(head.body).toBe('')
      expect(options.headers.deprecation).toBeUndefined()
    })

    it.each([
      ['/v1/loans/7', '/v2/loans/7'],
      ['/v1/loans/7?expand=copies&x=/v1/tokens', '/v2/loans/7'],
      ['/v1/loans/7/', '/v2/loans/7'],
      ['/v1/loans/a%2Fb', '/v2/loans/a%2Fb'],
      ['/v1/loans/%7BloanId%7D', '/v2/loans/%7BloanId%7D'],
      ['/v1/loans/%3E%2C%3C%22', '/v2/loans/%3E,%3C%22'],
      ['/v1/lo%61ns/7', '/v2/loans/7']
    ])('finds the template of %s', async (path, successor) => {
      const {headers} = await get(path)
      expect(headers.deprecation).toEqual([`@${DEPRECATED / 1000}`])
      expect(parseLinks(headers.link?.join(', ') ?? '')).toEqual([
        {target: `${mount}${successor}`, rel: 'successor-version'}
      ])
    })

    it.each([
      ['GET', '/v1/loans/export'],
      ['POST', '/v1/registry/kept'],
      ['GET', '/v2/loans'],
      ['POST', '/v1/loans'],
      ['GET', '/v1/loans/7/copies']
    ])('says nothing about %s %s', async (method, path) => {
      const answer = await get(path, method)
      for (const each of ['deprecation', 'sunset']) expect(answer.headers[each], each).toBeUndefined()
    })

    it('announces what is planned with its day, and everything under a prefix', async () => {
      const [planned, under] = await Promise.all([get('/v1/planned'), get('/v1/registry/copies')])
      expect(planned.headers.deprecation).toEqual([`@${Date.parse('2098-12-31T23:00:00Z') / 1000}`])
      expect(under.headers.deprecation).toEqual([`@${Date.parse('2024-11-17T23:00:00Z') / 1000}`])
      expect(under.headers.link).toBeUndefined()
    })

    it('answers 410 with a problem document after a removal', async () => {
      const [full, head] = await Promise.all([get('/v1/tokens'), get('/v1/tokens', 'HEAD')])
      expect(full.status).toBe(410)
      expect(full.headers['content-type']?.[0]).toMatch(/^application\/problem\+json/)
      expect(JSON.parse(full.body)).toEqual({
        title: 'Gone',
        status: 410,
        detail: 'GET /v1/tokens was removed on 2025-06-02. Use GET /v2/tokens.',
        successor: `${mount}/v2/tokens`
      })
      expect(full.headers.deprecation).toEqual([`@${Date.parse('2023-12-31T23:00:00Z') / 1000}`])
      expect(head.status).toBe(410)
      expect(head.body).toBe('')
      expect(head.headers.deprecation).toEqual(full.headers.deprecation)
    })
  }
)
