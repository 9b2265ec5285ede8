import {describe, expect, it} from 'vitest'
import {parse} from 'yaml'
import type {HeaderTable, TableEndpoint} from '../src/http.ts'
import {writeEnvoy} from '../src/proxies/envoy.ts'
import {writeNginx} from '../src/proxies/nginx.ts'

const OPTIONS = {asOf: '2026-11-29', gone: true}

const tableOf = (...endpoints: readonly TableEndpoint[]): HeaderTable => ({
  format: 1,
  apis: [{name: 'Loans', timezone: 'UTC'}],
  endpoints
})

const removed = {day: '2025-06-02', at: 1_748_822_400}
const LONG = 'x'.repeat(5000)

describe('rules that a proxy cannot have', () => {
  it('take those with them that would count in their place, in Envoy', () => {
    const text = writeEnvoy(
      tableOf(
        {method: 'GET', path: '/v1/{from}-{to}'},
        {method: 'GET', path: '/v1/{id}', removed},
        {method: 'GET', path: '/v1/loans/{id}.json', removed}
      ),
      OPTIONS
    )
    expect(text).toContain('template for it or for a similar path: GET /v1/{from}-{to}\n')
    expect(text).toContain('template for it or for a similar path: GET /v1/{id}\n')
    expect(text.match(/direct_response/g)).toHaveLength(1)
    expect(parse(text).routes[0].match.path_match_policy.typed_config.path_template).toBe('/v1/loans/*.json')
  })

  it('take those with them in nginx, too', () => {
    const text = writeNginx(
      tableOf({method: 'GET', path: `/v1/{a}${LONG}`}, {method: 'GET', path: '/v1/{id}', removed}),
      OPTIONS
    )
    expect(text).toContain('is too long: GET /v1/{id}\n')
    expect(text).not.toContain('GET|HEAD')
  })
})

describe('removals', () => {
  it('count in proxies from their day on, and give way to what is served', () => {
    const table = tableOf(
      {method: 'GET', path: '/a', removed: {day: '2026-11-30', at: 1_796_000_000}},
      {method: 'GET', path: '/v1/recent', removed},
      {method: 'GET', path: '/v1/{id}'}
    )
    for (const write of [writeEnvoy, writeNginx]) {
      const text = write(table, OPTIONS)
      expect(text.match(/\\?"title/g), text).toHaveLength(1)
      // The first that fits is what is served.
      expect(text.search(/v1\/(?:\*|\+\[)/)).toBeLessThan(text.indexOf('recent'))
      expect(write(table, {...OPTIONS, asOf: '2026-11-30'}).match(/\\?"title/g)).toHaveLength(2)
      expect(write(table, {asOf: '2026-11-29'})).not.toContain('title')
    }
  })
})
