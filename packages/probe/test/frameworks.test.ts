import {openSource} from '@tenure/core/app/session/open-source'
import {openWorkspace} from '@tenure/core/stores/files/workspace'
import {describe, expect, it} from 'vitest'
import {folder} from '../../../test/cli/run.ts'
import {CONTEXT} from '../../../test/here.ts'
import {FRAMEWORKS} from '../../http/test/fixture-servers.ts'
import {probe} from '../src/probe.ts'
import {FAST, headerTable} from './servers.ts'

// What the servers of `fixture-servers.ts` have.
const HISTORY = `
format: 1
service: Loans
releases:
  - release: "1.0"
    date: 2024-01-10
    changes:
      - {added: GET /v1/loans}
      - {added: GET /v1/loans/export}
      - {added: "GET /v1/loans/{loanId}"}
      - {added: GET /v1/tokens}
      - {added: GET /v1/registry/copies}
      - {added: POST /v1/registry/kept}
      - {deprecated: GET /v1/tokens}
  - release: "2.0"
    date: 2024-09-09
    changes:
      - {added: GET /v2/loans}
      - {deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2099-03-31}
      - {deprecated: "GET /v1/loans/{loanId}", sunset: 2099-03-31}
  - on: 2024-11-18
    via: mail to all account owners
    changes: [{deprecated: /v1/registry/**, except: [POST /v1/registry/kept]}]
  - {release: "3.1", date: 2025-06-02, changes: [{removed: GET /v1/tokens}]}
`
const HERE = {
  ...CONTEXT,
  ...openWorkspace(
    folder({
      'history.yaml': HISTORY,
      'tenure.yaml':
        'format: 1\nspec: none\nlinks: {deprecation: "https://library.example/d"}\nprobe: {parameters: {loanId: 17}}\n'
    }),
    {}
  )
}
const TABLE = headerTable(await openSource({}, HERE))

describe.each(Object.keys(FRAMEWORKS))('%s with the middleware', name => {
  it.each(['', '/api'])('is right, mounted at "%s"', async mount => {
    const server = await FRAMEWORKS[name]?.(TABLE, {mount, gone: true})
    const {findings, probe: sum} = await probe({...FAST, url: `http://127.0.0.1:${server?.port}${mount}`}, HERE)
    await server?.close()
    expect(findings.map(({message}) => message)).toEqual([])
    expect(sum.endpoints).toMatchObject({
      asked: 6,
      differing: 0,
      notAsked: ['POST /v1/registry/kept'],
      undetermined: []
    })
  })

  it('differs where the middleware is left out', async () => {
    const server = await FRAMEWORKS[name]?.({...TABLE, endpoints: []}, {mount: ''})
    const {findings} = await probe({...FAST, url: `http://127.0.0.1:${server?.port}`}, HERE)
    await server?.close()
    expect(findings.flatMap(({message, level}) => (level === 'error' ? [message] : []))).toEqual([
      expect.stringContaining('`GET /v1/loans` answers without `Sunset: '),
      expect.stringContaining('`GET /v1/loans` answers without `Deprecation: '),
      expect.stringContaining('`GET /v1/loans/{loanId}` answers without `Sunset: '),
      expect.stringContaining('`GET /v1/loans/{loanId}` answers without `Deprecation: '),
      expect.stringContaining('`GET /v1/registry/copies` answers without `Deprecation: ')
    ])
  })
})
