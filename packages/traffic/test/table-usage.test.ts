import {parseTarget} from '@tenure/core/languages/languages'
import {InputError} from '@tenure/core/model/input-error'
import type {Subject, Target} from '@tenure/core/model/subject/subject'
import {describe, expect, it} from 'vitest'
import {daysFrom, tableOf, type WrittenTable} from '../../../test/traffic-table.ts'
import {readTraffic} from '../src/read-traffic.ts'

const API = 'Lending Library API'
const subjectOf = (text: string): Subject => ({target: parseTarget(text) as Target})
const WEEK: WrittenTable = {from: '2026-02-23', to: '2026-03-01'}
const DAYS = {from: '2026-02-23', to: '2026-03-01'}
const read = (
  files: Readonly<Record<string, string>>,
  options: {sources?: string[]; key?: string; api?: string} = {}
) => readTraffic(new Map(Object.entries(files)), {api: API, ...options})
const usageOf = (table: WrittenTable, ...subjects: readonly string[]) =>
  read(tableOf(table)).usage(subjects.map(subjectOf), DAYS)

describe('the usage of operations', () => {
  const calls = {
    '2026-02-22': ['GET /v1/loans,early,5,0,0'],
    '2026-02-24': [
      'GET /v1/loans,kiosk,120,2,0',
      'GET /v1/loans/{loanId},kiosk,1,0,0',
      'GET /v1/loans,agent:curl,3,1,0'
    ],
    '2026-02-27': ['GET /v1/loans,reader-app,200,0,0', '"GET /v1/a,b",,2,0,0', 'POST /v1/loans,kiosk,7,7,0'],
    '2026-03-02': ['GET /v1/loans,late,5,0,0']
  }
  const table = {...WEEK, calls}

  it('counts callers, calls, and errors in a window', () => {
    expect(usageOf(table, 'GET /v1/loans')).toEqual({
      ...{calls: 323, errors: 3, unnamed: 3, maybe: 0, coverage: 1},
      callers: [
        {id: 'reader-app', calls: 200, last: '2026-02-27'},
        {id: 'kiosk', calls: 120, last: '2026-02-24'}
      ],
      last: '2026-02-27',
      missing: []
    })
  })

  it('has each call once, whatever the subjects are', () => {
    expect(usageOf(table, 'GET /v1/loans/{id}')).toMatchObject({calls: 1, last: '2026-02-24'})
    expect(usageOf(table, '/v1/loans/**').calls).toBe(331)
    expect(usageOf(table, '/v1/**', 'GET /v1/loans').calls).toBe(333)
    expect(usageOf(table, 'GET /v1/a,b')).toMatchObject({calls: 2, callers: [], unnamed: 2})
    expect(usageOf(table, 'GET /v2/loans')).toEqual({
      ...{calls: 0, errors: 0, callers: [], unnamed: 0, maybe: 0, coverage: 1, missing: []}
    })
  })

  it('has the rows of each day', () => {
    const {days, callsOf} = read(tableOf(table))
    expect(days).toEqual(['2026-02-22', ...daysFrom('2026-02-23', '2026-03-01'), '2026-03-02'])
    expect(callsOf('2026-02-22')).toEqual([
      {
        ...{
          operation: 'GET /v1/loans',
          caller: 'early',
          calls: 5,
          errors: 0,
          maybe: 0,
          first: '06:00:00',
          last: '18:30:00'
        },
        target: subjectOf('GET /v1/loans').target
      }
    ])
    expect(callsOf('2026-02-23')).toEqual([])
  })

  it('may be calls that are known by a prefix alone', () => {
    const vague = {...WEEK, calls: {'2026-02-24': ['/v1/**,kiosk,2,0,1', 'GET /v1/loans,kiosk,3,0,0']}}
    expect(usageOf(vague, 'GET /v1/loans')).toMatchObject({calls: 3, maybe: 3, coverage: 0.5})
    expect(usageOf(vague, 'GET /v2/loans')).toMatchObject({calls: 0, maybe: 0, coverage: 1})
    expect(usageOf(vague, '/v1/**')).toMatchObject({calls: 5, maybe: 1})
  })

  it('knows fields only on days on which it counted some', () => {
    expect(usageOf(table, 'Query.loans').coverage).toBe(0)
    const graphql = {...WEEK, calls: {'2026-02-24': ['Query.loans,kiosk,4,0,0']}}
    expect(usageOf(graphql, 'Query.loans')).toMatchObject({calls: 4, coverage: 1})
    expect(usageOf(graphql, 'Loan.due')).toMatchObject({calls: 0, coverage: 1})
    expect(read(tableOf(graphql)).usage([subjectOf('Loan.due')], {from: '2026-02-25', to: '2026-03-01'}).coverage).toBe(
      0
    )
  })
})

describe('the coverage', () => {
  it.each<[name: string, table: WrittenTable, coverage: number]>([
    ['of all hours', WEEK, 1],
    ['of half of the hours', {...WEEK, hours: {gateway: '000fff'}}, 0.5],
    ['of idle hours', {...WEEK, hours: {gateway: '000fff/fff000'}}, 1],
    ['without a day', {...WEEK, except: {'2026-02-24': {}}}, 0.8571],
    [
      'of two sources, one of which is silent',
      {...WEEK, hours: {eu: 'ffffff', us: '0'}, except: {'2026-02-24': {eu: 'ffffff', us: 'ffffff'}}},
      0.5714
    ],
    ['of nothing', {...WEEK, hours: {}}, 0],
    ['of days before the window', {from: '2026-01-01', to: '2026-02-22'}, 0],
    ['with calls that can be others', {...WEEK, calls: {'2026-02-24': ['GET /v1/loans,kiosk,3,0,1']}}, 0.75],
    ['with such calls alone', {...WEEK, calls: {'2026-02-24': ['GET /v1/loans,kiosk,0,0,1']}}, 0]
  ])('%s', (_, table, coverage) => {
    expect(usageOf(table, 'GET /v1/loans').coverage).toBe(coverage)
  })

  it('falls with unreadable lines', () => {
    const files = tableOf(WEEK)
    const path = 'days/2026-02-24.coverage.csv'
    const text = (files[path] ?? '').replace('96,0,0,0', '96,168,3,0')
    expect(read({...files, [path]: text}).usage([subjectOf('GET /v1/loans')], DAYS).coverage).toBe(0.8)
  })

  it('needs the sources that are expected', () => {
    const usage = read(tableOf(WEEK), {sources: ['gateway', 'gateway-us']}).usage([subjectOf('GET /v1/loans')], DAYS)
    expect(usage).toMatchObject({
      coverage: 0.5,
      missing: [{source: 'gateway-us', days: expect.arrayContaining(['2026-02-23'])}]
    })
  })
})

it.each<[name: string, head: object, options: {api?: string; key?: string}, lacks: string | undefined]>([
  ['fits', {}, {}, undefined],
  ['is of another API', {api: 'Payments'}, {}, 'the table of traffic is of another API, `Payments`'],
  [
    'has another key',
    {callers: 'hashed', key: 'aaaaaaaaaaaa'},
    {key: 'bbbbbbbbbbbb'},
    'the table of traffic has another key, `aaaaaaaaaaaa`'
  ],
  ['has the key', {callers: 'hashed', key: 'aaaaaaaaaaaa'}, {key: 'aaaaaaaaaaaa'}, undefined],
  ['has no key', {}, {key: 'bbbbbbbbbbbb'}, "the callers of the table of traffic aren't hashed"]
])('a table that %s', (_, head, options, lacks) => {
  expect(read(tableOf({...WEEK, head: {...head}}), options).lacks).toBe(lacks)
})

it('a table without a known hour is empty', () => {
  expect(read(tableOf({...WEEK, hours: {gateway: '0'}})).lacks).toBe('the table of traffic is empty')
  expect(read({'table.json': tableOf(WEEK)['table.json'] ?? ''}).lacks).toBe('the table of traffic is empty')
})

describe('a file that is not valid', () => {
  const HEADER = 'operation,caller,calls,errors,maybe,first,last'
  const COVERAGE = 'source,hours,idle,lines,unreadable,unmatched,ambiguous'
  const call = (row: string): Record<string, string> => ({'days/2026-02-24.calls.csv': `${HEADER}\n${row}\n`})
  const known = (row: string): Record<string, string> => ({'days/2026-02-24.coverage.csv': `${COVERAGE}\n${row}\n`})
  it.each<[files: Record<string, string>, message: RegExp, line: number]>([
    [{'table.json': '{'}, /isn't a JSON object/, 1],
    [{'table.json': '{"format":2}'}, /format/, 1],
    [{'table.json': '{"format":1,"callers":"plain"}'}, /names no API/, 1],
    [{'table.json': `{"format":1,"api":"${API}"}`}, /neither/, 1],
    [{'table.json': `{"format":1,"api":"${API}","callers":"hashed","key":"secret"}`}, /fingerprint/, 1],
    [{'days/2026-02-24.calls.csv': 'operation\n'}, /first line/, 1],
    [{'days/2026-02-24.coverage.csv': ''}, /first line/, 1],
    [call('GET /v1/loans,kiosk,1,0,0,06:00:00'), /row isn't valid/, 2],
    [call('"GET /v1/loans,kiosk,1,0,0,06:00:00,06:00:00'), /row isn't valid/, 2],
    [call(',kiosk,1,0,0,06:00:00,06:00:00'), /no operation/, 2],
    [call('GET /v1/loans,kiosk,-1,0,0,06:00:00,06:00:00'), /`calls`/, 2],
    [call('GET /v1/loans,kiosk,1,2,0,06:00:00,06:00:00'), /more errors/, 2],
    [call('GET /v1/loans,kiosk,1,0,0,24:00:00,06:00:00'), /isn't a time/, 2],
    [call('GET /v1/loans,kiosk,1,0,0,,'), /isn't a time/, 2],
    [call('<<<<<<< HEAD'), /row isn't valid/, 2],
    [call('GET /v1/loans,kiosk,1,0,0,06:00:00,06:00:00\nGET /v1/loans,kiosk,1,0,0,06:00:00,06:00:00'), /repeats/, 3],
    [known('gateway,1000000,0,1,0,0,0'), /`hours`/, 2],
    [known(',ffffff,0,1,0,0,0'), /no source/, 2],
    [known('gateway,ffffff,0,x,0,0,0'), /`lines`/, 2],
    [known('gateway,ffffff,0,1,0,0,0\ngateway,ffffff,0,1,0,0,0'), /repeats/, 3]
  ])('%j', (files, message, line) => {
    const all = {...tableOf(WEEK), ...files}
    try {
      read(all).usage([subjectOf('GET /v1/loans')], DAYS)
      expect.unreachable()
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      expect(error.problems).toMatchObject([
        {message: expect.stringMatching(message), place: {source: Object.keys(files)[0], line}}
      ])
    }
  })

  it('is none whose plain caller has a line break, as an import writes it', () => {
    const files = {...tableOf(WEEK), ...call('GET /v1/loans,"kiosk\n2",1,0,0,06:00:00,06:00:00')}
    expect(read(files).usage([subjectOf('GET /v1/loans')], DAYS).callers).toContainEqual({
      id: 'kiosk\n2',
      calls: 1,
      last: '2026-02-24'
    })
  })

  it('is one that no operation, no day, or no hash of a caller is in', () => {
    const usage = (files: Readonly<Record<string, string>>) => read(files).usage([subjectOf('GET /v1/loans')], DAYS)
    expect(() => usage({...tableOf(WEEK), ...call('loans,kiosk,1,0,0,06:00:00,06:00:00')})).toThrow(
      /isn't an operation/
    )
    expect(() => read({...tableOf(WEEK), 'days/2026-02-30.calls.csv': `${HEADER}\n`})).toThrow(/isn't a day/)
    const hashed = tableOf({...WEEK, head: {callers: 'hashed', key: 'aaaaaaaaaaaa'}})
    expect(() => usage({...hashed, ...call('GET /v1/loans,kiosk,1,0,0,06:00:00,06:00:00')})).toThrow(/isn't the hash/)
    for (const caller of ['0123456789abcdef', 'agent:0123456789abcdef', ''])
      expect(() => usage({...hashed, ...call(`GET /v1/loans,${caller},1,0,0,06:00:00,06:00:00`)})).not.toThrow()
  })
})
