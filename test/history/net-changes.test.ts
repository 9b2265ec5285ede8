import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {computeNetEvents, entriesBetween, netEventsByRelease, netEventsOfMove} from '../../src/history/net-changes.ts'
import type {Event} from '../../src/model/lifecycle/event.ts'
import {formatSubject, subjectKey} from '../../src/model/subject/subject.ts'
import {historyIn} from '../laws/judge-world.ts'
import {worlds} from '../laws/worlds.ts'
import {historyOf} from '../reading.ts'
import {tries} from '../tier.ts'

/** The net changes of all releases for a reader of the first one. */
function net(...releases: readonly (readonly string[])[]): string[] {
  const releaseLines = releases.map((changes, at) => `  - {release: "1.${at}", changes: [${changes.join(', ')}]}`)
  const {events, timeline} = historyOf(`service: Lending Library API\nreleases:\n${releaseLines.join('\n')}\n`)
  const between = entriesBetween(timeline, 0, releases.length - 1)
  return computeNetEvents(events.filter(({entry}) => between.has(entry))).map(formatEvent)
}

const formatEvent = ({verb, subject, sunset, counterpart, replacement}: Event): string =>
  [
    verb,
    formatSubject(subject),
    ...(counterpart ? [`to ${formatSubject(counterpart)}`] : []),
    ...(replacement ? [`use ${formatSubject(replacement)}`] : []),
    ...(sunset ? [`until ${sunset.stated}`] : [])
  ].join(' ')

const OLD = ['{added: GET /v1/loans}']

describe('the net changes over several releases', () => {
  test.each<[title: string, releases: string[][], expected: string[]]>([
    [
      'leave out an endpoint that was added and removed',
      [OLD, ['{added: GET /v2/loans}'], ['{removed: GET /v2/loans}']],
      []
    ],
    [
      'leave out the parts of such an endpoint',
      [OLD, ['{added: GET /v2/loans}', '{added: GET /v2/loans, parameter: branch}'], ['{removed: GET /v2/loans}']],
      []
    ],
    [
      'leave out an endpoint that was removed and restored',
      [OLD, ['{removed: GET /v1/loans}'], ['{restored: GET /v1/loans}']],
      []
    ],
    [
      'leave out a deprecation that was withdrawn',
      [OLD, ['{deprecated: GET /v1/loans}'], ['{withdrawn: GET /v1/loans}']],
      []
    ],
    [
      'have the latest sunset',
      [OLD, ['{deprecated: GET /v1/loans, sunset: 2026-01-01}'], ['{rescheduled: GET /v1/loans, sunset: 2027-01-01}']],
      ['deprecated GET /v1/loans until 2027-01-01']
    ],
    [
      'have a removal without its announcement',
      [OLD, ['{deprecated: GET /v1/loans}'], ['{removed: GET /v1/loans, replacement: GET /v2/loans}']],
      ['removed GET /v1/loans use GET /v2/loans']
    ],
    [
      'have a new field without the later changes of what is in it',
      [
        OLD,
        ['{added: GET /v1/loans, field: "books[].place", in: response}'],
        [
          '{changed: GET /v1/loans, field: "books[].place.shelf[].id", in: response, breaking: true}',
          '{removed: GET /v1/loans, field: "books[].place.hall", in: response}',
          '{changed: GET /v1/loans, field: "books[].placed", in: response}'
        ]
      ],
      [
        'added GET /v1/loans (field books[].place, in response)',
        'changed GET /v1/loans (field books[].placed, in response)'
      ]
    ],
    [
      'have a removed field without the earlier changes of what was in it',
      [
        OLD,
        ['{changed: "GET /v1/loans", field: place.shelf}', '{changed: Query.loans(first)}', '{changed: Loan.placed}'],
        ['{removed: "GET /v1/loans", field: place}', '{removed: Query.loans}']
      ],
      ['changed Loan.placed', 'removed GET /v1/loans (field place)', 'removed Query.loans']
    ],
    [
      'have a new endpoint without its later changes',
      [
        OLD,
        ['{added: GET /v2/loans}'],
        ['{changed: GET /v2/loans, breaking: true}', '{added: GET /v2/loans, field: due, in: response}']
      ],
      ['added GET /v2/loans']
    ],
    [
      'have one rename for several in a row',
      [OLD, ['{renamed: GET /v1/loans, to: GET /v2/loans}'], ['{renamed: GET /v2/loans, to: GET /v3/loans}']],
      ['renamed GET /v1/loans to GET /v3/loans use GET /v3/loans', 'renamed GET /v3/loans to GET /v2/loans']
    ],
    [
      'do not name a replacement that was removed again',
      [OLD, ['{renamed: GET /v1/loans, to: GET /v2/loans}'], ['{removed: GET /v2/loans, replacement: GET /v4/loans}']],
      ['removed GET /v1/loans use GET /v4/loans']
    ]
  ])('%s', (_, releases, expected) => {
    expect(net(...releases)).toEqual(expected)
  })

  test('leave out a patch on another line', () => {
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

describe('a move from one release to another', () => {
  const move = (text: string, from: string, to: string): string[] => {
    const {events, timeline} = historyOf(`service: Lending Library API\nreleases:\n${text}`)
    const entryOf = (name: string) => timeline.entries.find(each => each.name === name)
    const [one, other] = [entryOf(from), entryOf(to)]
    if (!one || !other) throw new Error('Expected both releases')
    return netEventsOfMove(events, timeline, one, other).map(
      each => `${each.id < 0 ? 'again ' : ''}${formatEvent(each)}`
    )
  }
  // 2.0.1 is a patch of the older line, and 2.1 began before it.
  const lines = (patch: string, minor = '') => `  - {release: "2.0", changes: [{added: GET /v1/loans}]}
  - {release: "2.1", changes: [${minor}]}
  - {release: "2.0.1", changes: [${patch}]}
  - {release: "2.2"}
`

  test.each<[title: string, text: string, from: string, to: string, expected: string[]]>([
    ['has what the newer one adds', lines('', '{added: GET /v2/loans}'), '2.0', '2.1', ['added GET /v2/loans']],
    [
      'takes back what only the older line adds',
      lines('{added: GET /v2/loans}'),
      '2.0.1',
      '2.2',
      ['again removed GET /v2/loans']
    ],
    [
      'takes back what only the older line restores',
      lines('{restored: GET /v2/loans}'),
      '2.0.1',
      '2.2',
      ['again removed GET /v2/loans']
    ],
    [
      'takes back what only the older line removes',
      lines('{removed: GET /v1/loans}'),
      '2.0.1',
      '2.2',
      ['again added GET /v1/loans']
    ],
    [
      'takes back what only the older line deprecates',
      lines('{deprecated: GET /v1/loans}'),
      '2.0.1',
      '2.2',
      ['again withdrawn GET /v1/loans']
    ],
    ['does not take back a change', lines('{changed: GET /v1/loans, breaking: true}'), '2.0.1', '2.2', []],
    ['leaves out what both lines add', lines('{added: GET /v2/loans}', '{added: GET /v2/loans}'), '2.0.1', '2.2', []],
    [
      'keeps what only the newer one removes',
      lines('{added: GET /v2/loans}', '{removed: GET /v1/loans}'),
      '2.0.1',
      '2.2',
      ['removed GET /v1/loans', 'again removed GET /v2/loans']
    ]
  ])('%s', (_, text, from, to, expected) => {
    expect(move(text, from, to)).toEqual(expected)
  })

  test.each<[title: string, releases: string, found: Record<string, string[]>]>([
    [
      'of a final release after its candidates begins with the final one before',
      '  - {release: "1.0"}\n  - {release: "1.1-rc.1", changes: [{added: GET /v1/loans}]}\n  - {release: "1.1", changes: [{added: GET /v1/fees}]}\n',
      {'1.1': ['added GET /v1/loans', 'added GET /v1/fees']}
    ],
    [
      'of a final release without candidates has its own',
      '  - {release: "1.0"}\n  - {release: "1.1", changes: [{added: GET /v1/fees}]}\n',
      {}
    ],
    [
      'of a first release after its candidates has its own',
      '  - {release: "1.0-rc.1"}\n  - {release: "1.0", changes: [{added: GET /v1/fees}]}\n',
      {}
    ],
    [
      'of a candidate has its own',
      '  - {release: "1.0"}\n  - {release: "1.1-rc.1"}\n  - {release: "1.1-rc.2", changes: [{added: GET /v1/fees}]}\n',
      {}
    ],
    [
      'of the next release has its own',
      '  - {release: "1.0"}\n  - {release: "1.1-rc.1"}\n  - {release: next, changes: [{added: GET /v1/fees}]}\n',
      {}
    ]
  ])('%s', (_, releases, found) => {
    const {events, timeline} = historyOf(`service: Lending Library API\nreleases:\n${releases}`)
    const net = [...netEventsByRelease(events, timeline)].map(([at, own]) => [
      timeline.entries[at]?.name,
      own.map(formatEvent)
    ])
    expect(Object.fromEntries(net)).toEqual(found)
  })
})

describe('the net changes of API descriptions', () => {
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

  test('leave out a change that is reverted, in its value or its kind', () => {
    expect(netOf({due: text}, {due: {type: 'integer'}}, {due: text})).toEqual([])
    expect(netOf({due: text}, {due: text, required: ['due']}, {due: text})).toEqual([])
    expect(netOf({due: text}, {due: {type: 'integer'}}, {due: {type: 'boolean'}})).toHaveLength(2)
  })

  test('have a restored subject that was removed in between', () => {
    expect(netOf({due: text}, {}, {due: text})).toEqual(['restored Loan.due '])
    expect(netOf({due: text}, {}, {due: text}, {})).toEqual(['removed Loan.due 1'])
    expect(netOf({due: text, fees: true}, {due: text}, {due: text, fees: true})).toEqual(['restored GET /v1/fees '])
  })

  test('merge consecutive changes if neither proves more than the other', () => {
    const since = (value: string) => ({due: {type: 'string', default: value}})
    expect(netOf(since('today'), since('tomorrow'), since('never'))).toHaveLength(1)
    expect(netOf(since('today'), since('tomorrow'), since('today'))).toEqual([])
  })

  test('leave out a field that is renamed and renamed back', () => {
    const state = {type: 'string', enum: ['lent', 'back'], description: 'where it is'}
    expect(netOf({loanState: state}, {loan_state: state}, {loanState: state})).toEqual([])
  })

  test('concern the operations that exist both before and after', () => {
    expect(netOf({due: text}, {due: text, fees: true}, {due: {type: 'integer'}, fees: true})).toEqual([
      'added GET /v1/fees 1',
      'changed Loan.due 1'
    ])
  })
})

describe('the net changes of any history', () => {
  test('stay the same when computed again, and add no subjects', () => {
    fc.assert(
      fc.property(worlds, world => {
        let events: readonly Event[]
        try {
          events = historyIn(world, 'recorded').events
        } catch {
          return
        }
        const once = computeNetEvents(events)
        expect(computeNetEvents(once).map(formatEvent)).toEqual(once.map(formatEvent))
        const subjects = new Set(events.map(({subject}) => subjectKey(subject)))
        for (const {subject} of once) expect(subjects).toContain(subjectKey(subject))
        expect(once.length).toBeLessThanOrEqual(events.length)
      }),
      {numRuns: tries(500)}
    )
  })
})
