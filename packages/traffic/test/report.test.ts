import {createHmac} from 'node:crypto'
import {describe, expect, it} from 'vitest'
import {folder, tenure, write} from '../../../test/cli/run.ts'
import {performTraffic} from '../src/traffic.ts'
import {contextIn, importHere, KEY} from './import-here.ts'

const HISTORY = `
format: 1
service: Lending
releases:
  - release: "1.0"
    date: 2023-01-10
    changes: [{added: GET /v1/loans}, {added: GET /v1/fees}, {added: GET /v1/shelves}, {added: "GET /v1/old/{id}"}]
  - release: "2.0"
    date: 2025-06-02
    changes:
      - {added: GET /v2/loans}
      - {deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2027-01-20}
      - {deprecated: "GET /v1/old/{id}", sunset: 2026-10-31}
  - {release: "2.1", date: 2026-11-02, changes: [{removed: "GET /v1/old/{id}"}]}
`
const CONFIG = `
format: 1
history: history.yaml
owners: [{subject: /v1/loans/**, owners: "@loans"}, {subject: "GET /v1/old/{id}", owners: "@old"}]
traffic: {format: json-lines, columns: {caller: who, agent: ua}}
`

const call = (time: string, path: string, who: string | null, status = 200): string =>
  `${JSON.stringify({time: `${time}T10:00:00Z`, method: 'GET', path, status, who, ua: 'curl/8'})}\n`

const LOG = [
  call('2026-09-15', '/v1/loans', 'acme'),
  call('2026-09-15', '/v1/loans', 'beta'),
  call('2026-11-20', '/v1/loans', 'acme'),
  call('2026-11-21', '/v1/loans', 'acme'),
  call('2026-11-21', '/v1/loans', null),
  call('2026-11-22', '/v1/old/7', '<b>evil</b>', 404),
  call('2026-11-22', '/v1/shelves', 'beta')
].join('')

const CONTACTS = `name,caller,contact
"Acme, Inc.",acme,api@acme.example
=Beta,beta,api@beta.example
Silent,silent,x@silent.example
`

const idOf = (caller: string): string => createHmac('sha256', KEY).update(caller).digest('hex').slice(0, 16)

async function opened(): Promise<string> {
  const cwd = folder({'tenure.yaml': CONFIG, 'history.yaml': HISTORY, 'access.log': LOG, 'contacts.csv': CONTACTS})
  await importHere(cwd, {files: ['access.log']})
  return cwd
}

const report = (cwd: string, options: object): Promise<string> =>
  performTraffic({action: 'report', ...options}, '', contextIn(cwd))

describe('`tenure traffic report`', () => {
  it('says to fix now what is called after its sunset', async () => {
    const cwd = await opened()
    write(cwd, {'history.yaml': HISTORY.replace('2027-01-20', '2026-11-10')})
    const out = await report(cwd, {contacts: 'contacts.csv'})
    expect(out).toContain('Acme, Inc. <api@acme.example>: fix now, support ended on 2026-11-10\n')
    expect(out).toContain('GET /v1/loans: fix now, support ended on 2026-11-10, 1 caller left')
    expect(await report(cwd, {format: 'html'})).toContain('fix now, support ended on 2026-11-10')
  })

  it('says who has to change what, and by when', async () => {
    const cwd = await opened()
    expect(await report(cwd, {contacts: 'contacts.csv'})).toBe(`3 callers: 1 of removed operations, 1 to fix, 1 OK
Lending, calls from 2026-10-30 to 2026-11-28; 1 contact without calls

${idOf('<b>evil</b>')}: removed on 2026-10-31
  GET /v1/old/{id}  1 call, last on 2026-11-22
    Stop calling \`GET /v1/old/{id}\`; no replacement is named (removed in 2.1).

Acme, Inc. <api@acme.example>: fix by 2027-01-20
  GET /v1/loans → GET /v2/loans (since 2.0)  2 calls, last on 2026-11-21
    Replace \`GET /v1/loans\` with \`GET /v2/loans\` (deprecated in 2.0, 2025-06-02; support ends on 2027-01-20).

GET /v1/old/{id}: removed on 2026-10-31, 1 caller left
  callers by week: 0 0 0 0 0 0 0 0 0 0 0 1

GET /v1/loans: fix by 2027-01-20, 1 caller left, 1 call without a name
  callers by week: 0 2 0 0 0 0 0 0 0 0 1 0
`)
  })

  it('writes CSV and JSON for a mailer', async () => {
    const cwd = await opened()
    expect((await report(cwd, {contacts: 'contacts.csv', format: 'csv'})).replaceAll('\r', '').split('\n')).toEqual([
      'caller,name,contact,state,operation,ends,calls,last,replacement,since,steps',
      `${idOf('<b>evil</b>')},,,removed,GET /v1/old/{id},2026-10-31,1,2026-11-22,,,Stop calling \`GET /v1/old/{id}\`; no replacement is named (removed in 2.1).`,
      `${idOf('acme')},"Acme, Inc.",api@acme.example,fix,GET /v1/loans,2027-01-20,2,2026-11-21,GET /v2/loans,2.0,"Replace \`GET /v1/loans\` with \`GET /v2/loans\` (deprecated in 2.0, 2025-06-02; support ends on 2027-01-20)."`,
      `${idOf('beta')},'=Beta,api@beta.example,ok,GET /v1/shelves,,1,2026-11-22,,,`,
      ''
    ])
    const json = JSON.parse(await report(cwd, {format: 'json'}))
    expect(json.callers.map(({id, state}: {id: string; state: string}) => [id, state])).toEqual([
      [idOf('<b>evil</b>'), 'removed'],
      [idOf('acme'), 'fix'],
      [idOf('beta'), 'ok']
    ])
  })

  it('has the steps of the upgrade guide for what a caller calls', async () => {
    const cwd = await opened()
    const {callers} = JSON.parse(await report(cwd, {format: 'json'}))
    const acme = callers.find(({id}: {id: string}) => id === idOf('acme'))
    expect(acme.calls).toEqual([
      {
        ...{operation: 'GET /v1/loans', state: 'fix', ends: '2027-01-20', calls: 2, last: '2026-11-21'},
        ...{replacement: 'GET /v2/loans', since: '2.0'},
        steps: [
          'Replace `GET /v1/loans` with `GET /v2/loans` (deprecated in 2.0, 2025-06-02; support ends on 2027-01-20).'
        ]
      }
    ])
    write(cwd, {uses: 'GET /v1/loans\n'})
    const guide = (await tenure(['upgrade', '2.0', '2.1', '--uses', 'uses', '--as-of', '2026-11-29'], {cwd})).out
    // The guide has the days as in prose.
    expect(guide.replace('June 2, 2025', '2025-06-02').replace('January 20, 2027', '2027-01-20')).toContain(
      acme.calls[0].steps[0]
    )
    const page = await report(cwd, {format: 'html'})
    expect(page).toContain('<div>Stop calling `GET /v1/old/{id}`; no replacement is named (removed in 2.1).</div>')
  })

  it('names the release of a replacement after a removal', async () => {
    const cwd = await opened()
    const removed = '{removed: GET /v1/loans, replacement: GET /v2/loans}'
    write(cwd, {'history.yaml': `${HISTORY}  - {release: "3.0", date: 2026-11-10, changes: [${removed}]}\n`})
    expect(await report(cwd, {})).toContain(`GET /v1/loans → GET /v2/loans (since 2.0)  2 calls, last on 2026-11-21
    Replace \`GET /v1/loans\` with \`GET /v2/loans\` (removed in 3.0).
`)
  })

  it('has the steps to the newest line, not to the last release', async () => {
    const cwd = await opened()
    const late = [
      '  - {release: "3.0", date: 2026-11-10, changes: [{removed: GET /v1/loans, replacement: GET /v2/loans}]}',
      '  - {release: "1.0.1", date: 2026-11-20, changes: [{added: GET /v1/late}]}'
    ]
    write(cwd, {'history.yaml': `${HISTORY}${late.join('\n')}\n`})
    expect(await report(cwd, {})).toContain('Replace `GET /v1/loans` with `GET /v2/loans` (removed in 3.0).')
  })

  it('draws how the callers fell', async () => {
    const cwd = await opened()
    const page = await report(cwd, {contacts: 'contacts.csv', format: 'html'})
    expect(page).toContain('<title>Week from 2026-09-13: 2 callers</title>')
    expect(page).toContain('Acme, Inc.<br>api@acme.example')
    expect(page).not.toMatch(/<script|<b>evil|https?:\/\//)
  })

  it('narrows to an owner', async () => {
    const cwd = await opened()
    const own = JSON.parse(await report(cwd, {owner: '@old', format: 'json'}))
    expect(own.sunsets.map(({operation}: {operation: string}) => operation)).toEqual(['GET /v1/old/{id}'])
    await expect(report(cwd, {owner: '@nope'})).rejects.toThrow('Nothing is owned by `@nope`.')
  })

  it('refuses a list that is none, another key, and a folder without a table', async () => {
    const cwd = await opened()
    await expect(report(cwd, {contacts: 'access.log'})).rejects.toThrow("isn't a list of contacts")
    const other = performTraffic({action: 'report', contacts: 'contacts.csv'}, '', {
      ...contextIn(cwd),
      env: {TENURE_TRAFFIC_KEY: 'another key of the same length'}
    })
    await expect(other).rejects.toThrow('hashed with another key')
    await expect(report(cwd, {table: 'none'})).rejects.toThrow('There is no table in `none`.')
    await expect(report(cwd, {format: 'pdf'})).rejects.toThrow("isn't a format of the report")
  })
})
