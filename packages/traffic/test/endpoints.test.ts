import {describe, expect, it} from 'vitest'
import {folder, run, write} from '../../../test/cli/run.ts'
import {callsOn, importHere} from './import-here.ts'

const spec = (paths: readonly string[], version: string): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: {title: 'Lending', version},
    servers: [{url: 'https://api.library.example/v{major}', variables: {major: {default: '1', enum: ['1', '2']}}}],
    paths: Object.fromEntries(paths.map(path => [path, {get: {responses: {200: {description: 'OK'}}}}]))
  })

const CONFIG = 'format: 1\nspec: openapi.json\ntraffic: {callers: plain, format: json-lines}\n'

const call = (day: string, path: string): string =>
  `${JSON.stringify({time: `${day}T10:00:00Z`, method: 'GET', path, status: 200, client_id: 'acme'})}\n`

const operationsOn = (cwd: string, day: string): string[] =>
  callsOn(cwd, day).map(row => row.replace(',acme', '').replace(/,10:00:00.*$/, ''))

describe('the endpoints of an API', () => {
  it('are those of a description alone, under the base paths of its servers', async () => {
    const cwd = folder({
      'tenure.yaml': CONFIG,
      'openapi.json': spec(['/loans', '/loans/{id}'], '1.0'),
      'access.log': ['/v1/loans', '/v2/loans/7', '/loans', '/v3/loans'].map(path => call('2026-11-02', path)).join('')
    })
    const {unmatched} = await importHere(cwd, {files: ['access.log']})
    // Without its base path, or after another one, it might be this API.
    expect(operationsOn(cwd, '2026-11-02')).toEqual(['GET /loans,1,0,2', 'GET /loans/{id},1,0,0'])
    expect(unmatched).toEqual([])
  })

  it('have other base paths in the logs, if the configuration says so', async () => {
    const cwd = folder({
      'tenure.yaml': CONFIG.replace('traffic: {', 'traffic: {bases: [/, /lending], '),
      'openapi.json': spec(['/loans'], '1.0'),
      'access.log': ['/loans', '/lending/loans'].map(path => call('2026-11-02', path)).join('')
    })
    await importHere(cwd, {files: ['access.log']})
    expect(operationsOn(cwd, '2026-11-02')).toEqual(['GET /loans,2,0,0'])
  })

  it('are those of the releases in git, also removed ones', async () => {
    const cwd = folder({'tenure.yaml': CONFIG})
    const git = (...args: string[]) =>
      run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
        cwd,
        env: {GIT_AUTHOR_DATE: dates[0] ?? '', GIT_COMMITTER_DATE: dates[0] ?? ''}
      })
    const dates = ['2025-01-10T10:00:00Z']
    await git('init', '-q')
    for (const [version, date, paths] of [
      ['v1.0.0', '2025-01-10T10:00:00Z', ['/loans', '/loans/{id}', '/loans/mine']],
      ['v2.0.0', '2026-11-03T10:00:00Z', ['/loans', '/loans/{id}']]
    ] as const) {
      dates[0] = date
      write(cwd, {'openapi.json': spec(paths, version.slice(1))})
      await git('add', '.')
      await git('commit', '-qm', version)
      await git('tag', version)
    }
    write(cwd, {'access.log': ['2026-11-01', '2026-11-05'].map(day => call(day, '/v1/loans/mine')).join('')})
    await importHere(cwd, {files: ['access.log']})
    expect(operationsOn(cwd, '2026-11-01')).toEqual(['GET /loans/mine,1,0,0'])
    expect(operationsOn(cwd, '2026-11-05')).toEqual(['GET /loans/{id},1,0,0'])
  })

  it('can be prefixes that a history names as a whole', async () => {
    const history = `
format: 1
service: Lending
releases:
  - {release: "1.0", date: 2023-01-10, changes: [{added: GET /v1/loans}, {added: /v1/firewall/**}]}
`
    const cwd = folder({
      'tenure.yaml': CONFIG.replace('spec: openapi.json', 'history: history.yaml'),
      'history.yaml': history,
      'access.log': ['/v1/firewall/rules/7', '/v1/firewall', '/v1/firewall-x']
        .map(path => call('2026-11-02', path))
        .join('')
    })
    const {unmatched} = await importHere(cwd, {files: ['access.log']})
    expect(operationsOn(cwd, '2026-11-02')).toEqual(['/v1/firewall/**,2,0,0'])
    expect(unmatched).toEqual([{method: 'GET', shape: '/v1/{}', calls: 1}])
  })
})
