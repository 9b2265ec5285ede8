import fc from 'fast-check'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {tries} from '../../../test/tier.ts'
import {writeNginx} from '../src/proxies/nginx.ts'
import {announcementOf, ask, type FixtureServer, FRAMEWORKS} from './fixture-servers.ts'
import {HOSTILE_TABLE} from './hostile-table.ts'
import {hasNginx, type RunningNginx, startNginx, testNginx} from './nginx.ts'
import {SAMPLE_TABLE} from './sample-table.ts'

const AS_OF = '2026-11-29'

describe.skipIf(!hasNginx)('nginx with the text of `tenure headers`', () => {
  let [plain, announcing]: (FixtureServer | undefined)[] = []
  let nginx: RunningNginx
  beforeAll(async () => {
    plain = await FRAMEWORKS.Express?.({...SAMPLE_TABLE, endpoints: []}, {mount: '/api'})
    announcing = await FRAMEWORKS.Express?.(SAMPLE_TABLE, {mount: '/api', gone: true})
    const text = writeNginx(SAMPLE_TABLE, {asOf: AS_OF, prefix: '/api', gone: true})
    nginx = await startNginx(text, `proxy_pass http://127.0.0.1:${plain?.port};`)
  })
  afterAll(() => Promise.all([nginx?.stop(), plain?.close(), announcing?.close()]))

  it.each([
    ...[
      '/v1/loans',
      '/v1/loans?page=2',
      '/v1/own',
      '/v1/planned',
      '/v1/loans/7',
      '/v1/loans/7/',
      '/v1/loans/a%2Fb?x=1'
    ],
    ...[
      '/v1/loans/export',
      '/v1/registry/copies',
      '/v1/registry',
      '/v1/registryx',
      '/v2/loans',
      '/v1/tokens',
      '/v1/none'
    ],
    ...['/v1/loans/%C3%A9', '/v1/loans/%3Cb%3E', '/v1//loans//7', '/v1/tokens?next=/v1/loans']
  ])('answers GET and HEAD %s as the middleware', async path => {
    for (const method of ['GET', 'HEAD']) {
      const [mine, theirs] = await Promise.all([
        ask(nginx.socket, method, `/api${path}`),
        ask(announcing?.port ?? 0, method, `/api${path}`)
      ])
      expect(announcementOf(mine), method).toEqual(announcementOf(theirs))
    }
  })

  it.each(['POST', 'OPTIONS', 'DELETE'])('answers %s as the middleware', async method => {
    for (const path of ['/v1/loans', '/v1/registry/copies', '/v1/registry/kept']) {
      const [mine, theirs] = await Promise.all([
        ask(nginx.socket, method, `/api${path}`),
        ask(announcing?.port ?? 0, method, `/api${path}`)
      ])
      expect(announcementOf(mine), path).toEqual(announcementOf(theirs))
    }
  })
})

describe.skipIf(!hasNginx)('the text for nginx', () => {
  it('is valid for any name and URL', () => {
    fc.assert(
      fc.property(HOSTILE_TABLE, table => {
        expect(testNginx(writeNginx(table, {asOf: AS_OF, gone: true}))).toBe('')
      }),
      {numRuns: tries(120)}
    )
  })
})
