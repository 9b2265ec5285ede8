import type {UrlTemplate, UrlVariable} from '@tenure/core/model/api/client-call'
import {endpointTarget} from '@tenure/openapi/subjects'
import {describe, expect, it} from 'vitest'
import {EndpointMatcher} from '../src/match-endpoints.ts'

const of = (paths: readonly string[], bases: readonly string[] = [], clientBases: readonly string[] = []) =>
  new EndpointMatcher(
    paths.map(path => ({subject: {target: endpointTarget('GET', path)}, method: 'GET', path, bases})),
    {hosts: new Set(['api.library.example']), bases: clientBases}
  )

/** `<name>` stands for a part that isn't known. */
const addressOf = (text: string): UrlTemplate =>
  text
    .split(/(<[^>]+>)/)
    .flatMap((piece): (string | UrlVariable)[] =>
      piece === '' ? [] : /^</.test(piece) ? [{name: piece.slice(1, -1)}] : [piece]
    )

function findPath(endpoints: EndpointMatcher, text: string): string {
  const found = endpoints.find(addressOf(text))
  return found.kind === 'endpoint' ? (found.spot.endpoints[0]?.path ?? '') : found.kind
}

describe('an address in client code', () => {
  const library = of([
    '/v1/loans',
    '/v1/loans/{id}',
    '/v1/loans/overdue',
    '/v1/reports/{year}.csv',
    '/v2/loans',
    '/health'
  ])

  it.each([
    ['/v1/loans', '/v1/loans'],
    ['/v1/loans/', '/v1/loans'],
    ['//api.library.example/v1/loans', '/v1/loans'],
    ['https://api.library.example:443/v1/loans?x=1#y', '/v1/loans'],
    ['https://other.example/v1/loans', 'other'],
    ['https://api.library.example.evil.example/v1/loans', 'other'],
    ['http://localhost:3000/v1/loans', '/v1/loans'],
    ['http://localhost:3000/health', 'open'],
    ['https://api.library.example<path>', 'open'],
    ['https://api.library.example<port>/v1/loans', '/v1/loans'],
    ['/health', '/health'],
    ['/v1/loans/7', '/v1/loans/{id}'],
    ['/v1/loans/overdue', '/v1/loans/overdue'],
    ['/v1/loans/<id>', '/v1/loans/{id}'],
    ['/v1/loans/:id', '/v1/loans/{id}'],
    ['/v1/<what>', 'open'],
    ['/v1<what>', 'open'],
    ['/v1/l<what>', 'open'],
    ['/static<what>', 'other'],
    ['https://api.library.example/<path>', 'open'],
    ['https://api.library.example/v1<path>', 'open'],
    ['https://api.library.example/files<path>', 'other'],
    ['<base>/v1<path>', 'open'],
    ['/<path>', 'other'],
    ['/<v>/loans', 'open'],
    ['/v1/loans<query>', '/v1/loans'],
    ['/v1/reports/<year>.csv', '/v1/reports/{year}.csv'],
    ['/v1/reports/<year>.pdf', 'other'],
    ['<base>/v1/loans', '/v1/loans'],
    ['<base>/loans', 'open'],
    ['<base>/readers', 'other'],
    ['<base>', 'open'],
    ['/archive/v1/loans', 'other'],
    ['/v1/loans/7/renew', 'other'],
    ['https://<region>.library.example/v1/loans', '/v1/loans'],
    ['mailto:v1/loans', 'other']
  ])('%s leads to %s', (address, path) => expect(findPath(library, address)).toBe(path))

  it('is matched with the base path of the API description, also behind a proxy', () => {
    const based = of(['/loans', '/readers/{id}/loans'], ['/v1'])
    expect(findPath(based, '/v1/loans')).toBe('/loans')
    expect(findPath(based, '<base>/v1/loans')).toBe('/loans')
    expect(findPath(based, '/loans')).toBe('open')
    expect(findPath(based, '/readers/7/loans')).toBe('/readers/{id}/loans')
    expect(findPath(of(['/loans'], ['/v1'], ['/']), '/loans')).toBe('/loans')
    expect(findPath(of(['/loans'], ['/v1'], ['/proxy/api']), '/proxy/api/loans')).toBe('/loans')
  })

  it('does not match an endpoint that consists of parameters only', () => {
    expect(findPath(of(['/orgs/{org}/{product}/{enablement}']), '<path>/lib/version.rb')).toBe('other')
  })
})
