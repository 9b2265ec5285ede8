import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {computeNetEvents, entriesBetween} from '../../src/history/net-changes.ts'
import type {Event} from '../../src/model/lifecycle/event.ts'
import {formatSubject, subjectKey} from '../../src/model/subject/subject.ts'
import {historyIn} from '../laws/judge-world.ts'
import {worlds} from '../laws/worlds.ts'
import {historyOf} from '../reading.ts'
import {tries} from '../tier.ts'

/** What the changes of later releases come to: the first release is where the reader comes from. */
function net(...releases: readonly (readonly string[])[]): string[] {
  const written = releases.map((changes, at) => `  - {release: "1.${at}", changes: [${changes.join(', ')}]}`)
  const {events, timeline} = historyOf(`service: Lending Library API\nreleases:\n${written.join('\n')}\n`)
  const between = entriesBetween(timeline, 0, releases.length - 1)
  return computeNetEvents(events.filter(({entry}) => between.has(entry))).map(said)
}

const said = ({verb, subject, sunset, counterpart, replacement}: Event): string =>
  [
    verb,
    formatSubject(subject),
    ...(counterpart ? [`to ${formatSubject(counterpart)}`] : []),
    ...(replacement ? [`use ${formatSubject(replacement)}`] : []),
    ...(sunset ? [`until ${sunset.stated}`] : [])
  ].join(' ')

const OLD = ['{added: GET /v1/loans}']

describe('who skips what is between', () => {
  test.each<[title: string, releases: string[][], told: string[]]>([
    ['is not told of what came and went', [OLD, ['{added: GET /v2/loans}'], ['{removed: GET /v2/loans}']], []],
    [
      'nor of its parts',
      [OLD, ['{added: GET /v2/loans}', '{added: GET /v2/loans, parameter: branch}'], ['{removed: GET /v2/loans}']],
      []
    ],
    ['nor of what went and came back', [OLD, ['{removed: GET /v1/loans}'], ['{restored: GET /v1/loans}']], []],
    ['nor of a mark that was taken back', [OLD, ['{deprecated: GET /v1/loans}'], ['{withdrawn: GET /v1/loans}']], []],
    [
      'learns the last promised end',
      [OLD, ['{deprecated: GET /v1/loans, sunset: 2026-01-01}'], ['{rescheduled: GET /v1/loans, sunset: 2027-01-01}']],
      ['deprecated GET /v1/loans until 2027-01-01']
    ],
    [
      'learns of an end, and not of its announcement',
      [OLD, ['{deprecated: GET /v1/loans}'], ['{removed: GET /v1/loans, replacement: GET /v2/loans}']],
      ['removed GET /v1/loans use GET /v2/loans']
    ],
    [
      'meets what is new as it is now',
      [
        OLD,
        ['{added: GET /v2/loans}'],
        ['{changed: GET /v2/loans, breaking: true}', '{added: GET /v2/loans, field: due, in: response}']
      ],
      ['added GET /v2/loans']
    ],
    [
      'goes the way of several renames at once',
      [OLD, ['{renamed: GET /v1/loans, to: GET /v2/loans}'], ['{renamed: GET /v2/loans, to: GET /v3/loans}']],
      ['renamed GET /v1/loans to GET /v3/loans use GET /v3/loans', 'renamed GET /v3/loans to GET /v2/loans']
    ],
    [
      'is not sent to a name that has gone again',
      [OLD, ['{renamed: GET /v1/loans, to: GET /v2/loans}'], ['{removed: GET /v2/loans, replacement: GET /v4/loans}']],
      ['removed GET /v1/loans use GET /v4/loans']
    ]
  ])('%s', (_, releases, told) => {
    expect(net(...releases)).toEqual(told)
  })

  test('is not told of a patch on a line beside', () => {
    const {timeline} = historyOf(`service: Lending Library API
releases:
  - {release: "2.0", date: 2024-01-01}
  - {release: "2.1", date: 2024-03-01}
  - {release: "2.0.1", date: 2024-04-01}
  - {release: "2.2", date: 2024-05-01}
`)
    expect([...entriesBetween(timeline, 0, 3)]).toEqual([1, 3])
    expect([...entriesBetween(timeline, 0, 2)]).toEqual([2])
  })
})

describe('of descriptions', () => {
  interface Draft {
    readonly due?: object
    readonly loanState?: object
    readonly loan_state?: object
    readonly required?: readonly string[]
    readonly fees?: boolean
  }
  const describeLoans = ({required = [], fees = false, ...properties}: Draft): string => {
    const loan = {type: 'object', required, properties}
    const get = (name: string): object => ({
      get: {
        operationId: name,
        responses: {
          200: {description: 'fine', content: {'application/json': {schema: {$ref: '#/components/schemas/Loan'}}}}
        }
      }
    })
    return JSON.stringify({
      openapi: '3.0.3',
      info: {title: 'Lending Library API', version: '1'},
      paths: {'/v1/loans': get('loans'), ...(fees ? {'/v1/fees': get('fees')} : {})},
      components: {schemas: {Loan: loan}}
    })
  }
  const netOf = (...drafts: readonly Draft[]): string[] => {
    const names = drafts.map((_, at) => `1.${at}`)
    const {events, timeline} = historyOf(
      `service: Lending Library API\nreleases: [${names.map(name => `{release: "${name}"}`).join(', ')}]\n`,
      '2026-01-01',
      {},
      Object.fromEntries(drafts.map((draft, at) => [names[at] ?? '', describeLoans(draft)]))
    )
    const between = entriesBetween(timeline, 0, drafts.length - 1)
    return computeNetEvents(events.filter(({entry}) => between.has(entry))).map(
      ({verb, subject, observed}) => `${verb} ${formatSubject(subject)} ${observed?.reaches.length ?? ''}`
    )
  }
  const text = {type: 'string'}

  test('a change that is taken back is none, by its values or by its kind', () => {
    expect(netOf({due: text}, {due: {type: 'integer'}}, {due: text})).toEqual([])
    expect(netOf({due: text}, {due: text, required: ['due']}, {due: text})).toEqual([])
    expect(netOf({due: text}, {due: {type: 'integer'}}, {due: {type: 'boolean'}})).toHaveLength(2)
  })

  test('what is removed and added again may be different', () => {
    expect(netOf({due: text}, {}, {due: text})).toEqual(['restored Loan.due '])
    expect(netOf({due: text}, {}, {due: text}, {})).toEqual(['removed Loan.due 1'])
    expect(netOf({due: text, fees: true}, {due: text}, {due: text, fees: true})).toEqual(['restored GET /v1/fees '])
  })

  test('a change that goes on from another one is one change, if neither proves more', () => {
    const since = (value: string) => ({due: {type: 'string', default: value}})
    expect(netOf(since('today'), since('tomorrow'), since('never'))).toHaveLength(1)
    expect(netOf(since('today'), since('tomorrow'), since('today'))).toEqual([])
  })

  test('a field that is renamed and renamed back is none', () => {
    const state = {type: 'string', enum: ['lent', 'back'], description: 'where it is'}
    expect(netOf({loanState: state}, {loan_state: state}, {loanState: state})).toEqual([])
  })

  test('a change is about the operations that are there before and after', () => {
    expect(netOf({due: text}, {due: text, fees: true}, {due: {type: 'integer'}, fees: true})).toEqual([
      'added GET /v1/fees 1',
      'changed Loan.due 1'
    ])
  })
})

describe('of any history', () => {
  test('the net of a net is itself, and holds nothing of its own', () => {
    fc.assert(
      fc.property(worlds, world => {
        let events: readonly Event[]
        try {
          events = historyIn(world, 'recorded').events
        } catch {
          return
        }
        const once = computeNetEvents(events)
        expect(computeNetEvents(once).map(said)).toEqual(once.map(said))
        const known = new Set(events.map(({subject}) => subjectKey(subject)))
        for (const {subject} of once) expect(known).toContain(subjectKey(subject))
        expect(once.length).toBeLessThanOrEqual(events.length)
      }),
      {numRuns: tries(500)}
    )
  })
})
