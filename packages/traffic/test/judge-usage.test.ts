import {parseTarget} from '@tenure/core/languages/languages'
import {judgeAll} from '@tenure/core/lint'
import type {History} from '@tenure/core/model/lifecycle/history'
import type {UsageLimit} from '@tenure/core/model/lifecycle/traffic-of-api'
import {subjectKey} from '@tenure/core/model/subject/subject'
import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {historyOf, policyOf, trafficOf} from '../../../test/reading.ts'
import {tries} from '../../../test/tier.ts'
import {daysFrom, tableOf, type WrittenTable} from '../../../test/traffic-table.ts'

const policyWith = (limit: string) =>
  policyOf(`name: by-usage
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
defaultStability: ga
guarantees: {ga: {notice: 1 day, conditions: {usage: {${limit}}}}}
`)

const REMOVED = '2026-03-02'
const WEEK: WrittenTable = {from: '2026-02-23', to: '2026-03-01'}
const LIMIT = 'callers: none, days: 7'

/** How the condition for the last removal of a history was judged, and why. */
function judged(lines: string, removed: string, table: WrittenTable, limit = LIMIT) {
  const history = historyOf(
    `
service: Lending Library API
releases:
  - {release: "1.0", date: 2025-01-10, changes: [${lines}]}
  - {release: "2.0", date: ${REMOVED}, changes: [${removed}]}
`,
    '2026-05-01'
  )
  const judgments = judgeAll({...history, traffic: trafficOf(tableOf(table))}, policyWith(limit))
  const condition = judgments.at(-1)?.requirements.find(({aspect}) => aspect === 'condition')
  return {verdict: condition?.verdict, why: condition?.usage?.why}
}

const onDay = (...rows: readonly string[]): WrittenTable => ({...WEEK, calls: {'2026-02-27': rows}})

describe('the usage before a removal', () => {
  const gone = (table: WrittenTable, limit?: string) =>
    judged('{deprecated: GET /v1/loans}', '{removed: GET /v1/loans}', table, limit).verdict

  it.each<[limit: string, rows: string[], verdict: string]>([
    [LIMIT, [], 'compliant'],
    [LIMIT, ['GET /v1/loans,kiosk,1,1,0'], 'violation'],
    [LIMIT, ['GET /v1/loans,,1,0,0'], 'violation'],
    [LIMIT, ['GET /v1/loans,agent:curl,1,0,0'], 'violation'],
    [LIMIT, ['GET /v1/loans,kiosk,0,0,1'], 'undetermined'],
    [LIMIT, ['POST /v1/loans,kiosk,1,0,0', 'GET /v1/loans/{id},kiosk,1,0,0'], 'compliant'],
    ['callersBelow: 2, days: 7', ['GET /v1/loans,a,9,0,0'], 'compliant'],
    ['callersBelow: 2, days: 7', ['GET /v1/loans,a,9,0,0', 'GET /v1/loans,b,1,0,0'], 'violation'],
    ['callersBelow: 2, days: 7', ['GET /v1/loans,a,9,0,0', 'GET /v1/loans,,1,0,0'], 'undetermined'],
    ['callersBelow: 2, days: 7', ['GET /v1/loans,,9,0,0'], 'undetermined'],
    ['callersBelow: 2, days: 7', ['GET /v1/loans,a,99,0,1'], 'undetermined'],
    ['callsBelow: 10, days: 7', ['GET /v1/loans,a,4,0,0', 'GET /v1/loans,,5,0,0'], 'compliant'],
    ['callsBelow: 10, days: 7', ['GET /v1/loans,a,5,0,0', 'GET /v1/loans,,5,0,0'], 'violation'],
    ['callsBelow: 100, days: 7', ['GET /v1/loans,a,98,0,2'], 'undetermined'],
    ['callsBelow: 100, days: 7, coverage: 100%', ['GET /v1/loans,a,99,0,0'], 'compliant']
  ])('{%s} with %j is %s', (limit, rows, verdict) => {
    expect(gone(onDay(...rows), limit)).toBe(verdict)
  })

  it('is that of the days before it alone', () => {
    const calls = (day: string): WrittenTable => ({
      from: '2026-02-01',
      to: '2026-04-01',
      calls: {[day]: ['GET /v1/loans,kiosk,1,0,0']}
    })
    expect(gone(calls('2026-02-22'))).toBe('compliant')
    expect(gone(calls('2026-02-23'))).toBe('violation')
    expect(gone(calls('2026-03-01'))).toBe('violation')
    expect(gone(calls('2026-03-02'))).toBe('compliant')
  })

  it('is undetermined without the day of the removal', () => {
    const history = historyOf(`
service: Lending Library API
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{deprecated: GET /v1/loans}]}
  - {release: "2.0", date: 2026-03, changes: [{removed: GET /v1/loans}]}
`)
    const [judgment] = judgeAll({...history, traffic: trafficOf(tableOf(WEEK))}, policyWith(LIMIT))
    expect(judgment).toMatchObject({
      verdict: 'undetermined',
      missing: [{fact: 'traffic', of: "7 days without callers (the day of its removal isn't known)"}]
    })
  })
})

describe('the callers of', () => {
  it.each<[name: string, lines: string, removed: string, rows: string[], verdict: string]>([
    [
      'a renamed endpoint are those of its old name',
      '{renamed: GET /v1/loan, to: GET /v1/loans}',
      '{removed: GET /v1/loans}',
      ['GET /v1/loan,kiosk,1,0,0'],
      'violation'
    ],
    [
      'a promoted endpoint are those of its old version',
      '{promoted: GET /v0/loans, to: GET /v1/loans}',
      '{removed: GET /v1/loans}',
      ['GET /v0/loans,kiosk,1,0,0'],
      'violation'
    ],
    [
      'an endpoint under a renamed prefix are those of its old path',
      '{renamed: /v0/**, to: /v1/**}, {added: GET /v1/loans}',
      '{removed: GET /v1/loans}',
      ['GET /v0/loans,kiosk,1,0,0'],
      'violation'
    ],
    [
      'another endpoint are not counted',
      '{renamed: /v0/**, to: /v1/**}, {added: GET /v1/loans}',
      '{removed: GET /v1/loans}',
      ['GET /v0/copies,kiosk,1,0,0'],
      'compliant'
    ],
    [
      'a prefix are those of all operations below it',
      '{deprecated: /v1/**}',
      '{removed: /v1/**}',
      ['GET /v1/loans/{id},kiosk,1,0,0'],
      'violation'
    ],
    [
      'a prefix are none above it',
      '{deprecated: /v1/loans/**}',
      '{removed: /v1/loans/**}',
      ['GET /v1/loans-archive,kiosk,1,0,0'],
      'compliant'
    ],
    [
      'a GraphQL field are its own',
      '{deprecated: Query.loans}',
      '{removed: Query.loans}',
      ['Query.loans,kiosk,1,0,0'],
      'violation'
    ],
    [
      'another field are not counted',
      '{deprecated: Query.loans}',
      '{removed: Query.loans}',
      ['Query.copies,kiosk,1,0,0'],
      'compliant'
    ],
    [
      'a field are unknown without any',
      '{deprecated: Query.loans}',
      '{removed: Query.loans}',
      ['POST /graphql,kiosk,1,0,0'],
      'undetermined'
    ],
    [
      'a parameter are none if its endpoint has none',
      '{deprecated: GET /v1/loans, parameter: sort}',
      '{removed: GET /v1/loans, parameter: sort}',
      ['POST /v1/loans,kiosk,1,0,0'],
      'compliant'
    ],
    [
      'a parameter are unknown if its endpoint has some',
      '{deprecated: GET /v1/loans, parameter: sort}',
      '{removed: GET /v1/loans, parameter: sort}',
      ['GET /v1/loans,kiosk,1,0,0'],
      'undetermined'
    ]
  ])('%s', (_, lines, removed, rows, verdict) => {
    expect(judged(lines, removed, onDay(...rows)).verdict).toBe(verdict)
  })

  it('a parameter are named with those of its endpoint', () => {
    const part = 'GET /v1/loans, parameter: sort'
    const {why} = judged(`{deprecated: ${part}}`, `{removed: ${part}}`, onDay('GET /v1/loans,kiosk,3,0,0'))
    expect(why).toContain("logs don't show which calls use it, and its operations had 1 caller")
  })

  it.each<[rows: string[], verdict: string]>([
    [['GET /v1/loans,kiosk,1,0,0'], 'undetermined'],
    [['GET /v1/copies,kiosk,1,0,0'], 'compliant']
  ])('a field of a schema are those of the operations that use it: %j', (rows, verdict) => {
    const schema = (properties: string) => `openapi: 3.0.3
info: {title: Lending Library API, version: "1"}
components: {schemas: {Loan: {type: object, properties: {id: {type: string}${properties}}}}}
paths:
  /v1/loans: {get: {responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Loan"}}}}}}}
  /v1/copies: {get: {responses: {"200": {description: OK}}}}
`
    const history = historyOf(
      `
service: Lending Library API
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{deprecated: Loan.due}]}
  - {release: "2.0", date: ${REMOVED}}
`,
      '2026-05-01',
      undefined,
      {'1.0': schema(', due: {type: string}'), '2.0': schema('')}
    )
    const judgments = judgeAll({...history, traffic: trafficOf(tableOf(onDay(...rows)))}, policyWith(LIMIT))
    const judgment = judgments.find(({kind}) => kind === 'end')
    expect(judgment?.requirements.find(({aspect}) => aspect === 'condition')?.verdict).toBe(verdict)
  })

  it('a name that was renamed in a circle are counted once', () => {
    const lines = '{renamed: GET /v1/a, to: GET /v1/b}'
    const again = '{renamed: GET /v1/b, to: GET /v1/a}'
    const {why} = judged(
      `${lines}, ${again}`,
      '{removed: GET /v1/a}',
      onDay('GET /v1/b,kiosk,2,0,0', 'GET /v1/a,kiosk,1,0,0')
    )
    expect(why).toContain('(3 calls, the last on 2026-02-27): `kiosk` (3 calls)')
  })
})

describe('whatever a table has', () => {
  const DAYS = daysFrom('2026-02-20', '2026-03-04')
  const row = fc.tuple(
    fc.constantFrom('GET /v1/loans', 'GET /v1/loans', 'POST /v1/loans', 'GET /v0/loans'),
    fc.constantFrom('a', 'b', 'c', 'agent:x', ''),
    fc.nat(5),
    fc.integer({min: 0, max: 1})
  )
  const hours = fc.constantFrom('ffffff', 'ffffff', 'ffffff', 'ffffff', '0', '00ffff', 'fff000/000fff')
  const tables = fc.record({
    calls: fc.dictionary(
      fc.constantFrom(...DAYS),
      fc.uniqueArray(row, {selector: ([operation, caller]) => `${operation} ${caller}`, maxLength: 4}),
      {maxKeys: 3}
    ),
    hours: fc.record({eu: hours, us: hours}, {requiredKeys: []}),
    except: fc.dictionary(fc.constantFrom(...DAYS), fc.record({eu: hours, us: hours}, {requiredKeys: []}), {maxKeys: 2})
  })
  type Random = typeof tables extends fc.Arbitrary<infer Value> ? Value : never
  const limits = fc.record({
    of: fc.constantFrom('callers' as const, 'calls' as const),
    below: fc.integer({min: 1, max: 6}),
    days: fc.integer({min: 1, max: 9}),
    coverage: fc.constantFrom(0.5, 0.9, 0.95, 1),
    text: fc.constant('few calls')
  })

  const written = ({calls, ...known}: Random): WrittenTable => ({
    ...{from: '2026-02-20', to: '2026-03-04'},
    ...known,
    calls: Object.fromEntries(
      Object.entries(calls).map(([day, rows]) => [
        day,
        rows.map(([operation, caller, count, maybe]) => `${operation},${caller},${count},0,${maybe}`)
      ])
    )
  })
  const history = historyOf(
    `
service: Lending Library API
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{deprecated: GET /v1/loans}]}
`,
    REMOVED
  ) as History
  const lifecycle = history.bySubject.get(
    subjectKey({target: parseTarget('GET /v1/loans') as NonNullable<ReturnType<typeof parseTarget>>})
  )
  if (!lifecycle) throw new Error('There is no lifecycle.')
  const judge = (limit: UsageLimit, table: WrittenTable, files: Record<string, string> = {}, api?: string) =>
    trafficOf({...tableOf(table), ...files}, api).judge(limit, lifecycle, undefined, history).met

  it('less coverage never shows that a limit was kept', () => {
    fc.assert(
      fc.property(
        tables,
        limits,
        fc.constantFrom(...DAYS),
        fc.constantFrom('eu', 'us'),
        fc.constantFrom('0', '0000ff'),
        (table, limit, day, source, mask) => {
          const before = {...table.hours, ...table.except[day]}
          fc.pre(Object.hasOwn(before, source))
          // A source that is never seen is no longer expected, so both are.
          const expecting = (each: Random): WrittenTable => ({
            ...written(each),
            except: {...each.except, '2026-02-20': {eu: 'ffffff', us: 'ffffff'}}
          })
          const fewer =
            day === '2026-02-20'
              ? table
              : {
                  ...table,
                  except: {...table.except, [day]: {...before, [source]: maskedBy(before[source as 'eu'] ?? '0', mask)}}
                }
          const [was, is] = [judge(limit, expecting(table)), judge(limit, expecting(fewer))]
          expect([was, is]).not.toEqual(['undetermined', 'compliant'])
          if (was === 'violation') expect(is).toBe('violation')
        }
      ),
      {numRuns: tries(300)}
    )
  })

  it('more calls never show that a limit was kept that was not', () => {
    fc.assert(
      fc.property(
        tables,
        limits,
        fc.constantFrom(...DAYS),
        fc.constantFrom('a', 'd', ''),
        fc.integer({min: 1, max: 9}),
        (table, limit, day, caller, count) => {
          fc.pre(!(table.calls[day] ?? []).some(([operation, who]) => operation === 'GET /v1/loans' && who === caller))
          const more = {
            ...table,
            calls: {
              ...table.calls,
              [day]: [
                ...(table.calls[day] ?? []),
                ['GET /v1/loans', caller, count, 0] as (typeof table.calls)[string][number]
              ]
            }
          }
          if (judge(limit, written(table)) === 'violation') expect(judge(limit, written(more))).toBe('violation')
        }
      ),
      {numRuns: tries(300)}
    )
  })

  it('a known caller in the window is never none', () => {
    fc.assert(
      fc.property(tables, fc.integer({min: 1, max: 9}), (table, days) => {
        const limit: UsageLimit = {of: 'callers', below: 1, days, coverage: 0.95, text: ''}
        const window = daysFrom('2026-02-21', '2026-03-01').slice(-days)
        const isCalled = window.some(day =>
          table.calls[day]?.some(([operation, , count]) => operation === 'GET /v1/loans' && count > 0)
        )
        expect(judge(limit, written(table)) === 'violation').toBe(isCalled && hasHours(written(table)))
      }),
      {numRuns: tries(300)}
    )
  })

  it('one of another API, with another key, without hours, or of other days shows nothing', () => {
    fc.assert(
      fc.property(tables, limits, (table, limit) => {
        const all = written(table)
        expect(judge(limit, all, {}, 'Payments')).toBe('undetermined')
        expect(judge(limit, {...all, hours: {}, except: {}})).toBe('undetermined')
        expect(judge(limit, {...all, from: '2026-01-01', to: '2026-02-10', calls: {}, except: {}})).toBe('undetermined')
        expect(judge(limit, {...all, from: '2026-03-02', to: '2026-03-20', calls: {}, except: {}})).toBe('undetermined')
      }),
      {numRuns: tries(100)}
    )
  })
})

/** Whether any hour is known. */
const hasHours = (table: WrittenTable): boolean =>
  Object.entries(tableOf(table)).some(
    ([path, text]) => path.endsWith('coverage.csv') && /f/.test(text.split('\n').slice(1).join())
  )

/** A mask without the hours that another one lacks. */
const maskedBy = (mask: string, other: string): string =>
  mask
    .split('/')
    .map(each => (Number.parseInt(each, 16) & Number.parseInt(other, 16)).toString(16))
    .join('/')
