import {describe, expect, it} from 'vitest'
import {usesClock} from '../../src/gate/judging/weakened-history.ts'
import {findWeakened, listSupported, weakenedPast} from '../../src/gate/past/weakened-past.ts'
import type {DeclaredHistory, WeakenedFact, WrittenEvent} from '../../src/model/lifecycle/history.ts'
import {formatSubject, type Subject} from '../../src/model/subject/subject.ts'
import {change, subjectOf} from '../changes.ts'
import {declare, type Entry} from '../history/declared.ts'
import {policyOf} from '../reading.ts'

const TODAY = '2026-03-02'
const policyWith = (ga: string, beta = 'notice: 1 month') =>
  policyOf(`
stabilities: [beta, ga]
markers: [{form: v<major>, stability: ga}, {form: v<major>-beta, stability: beta}]
guarantees: {ga: {${ga}}, beta: {${beta}}}
`)
const NOTICE = policyWith('notice: 13 months')
const LIFETIME = policyWith('notice: 13 months, lifetime: 12 months')
const OVERLAP = policyWith('notice: 13 months, overlap: 12 months')

/** A fact in one line: `sunset of GET /v1/loans: 2027-01-01, now 2026-06-01`. */
function format(found: WeakenedFact): string {
  if (found.fact === 'completeness') return found.fact
  const name = (value: string | Subject | {stated: string}): string =>
    typeof value === 'string' ? value : 'stated' in value ? value.stated : formatSubject(value)
  return `${found.fact} of ${formatSubject(found.subject)}: ${name(found.was)}${found.is === undefined ? '' : `, now ${name(found.is)}`}`
}

type Options = Partial<Parameters<typeof findWeakened>[2]>
const compare = (before: DeclaredHistory, now: DeclaredHistory, options: Options = {}): string[] =>
  findWeakened(before, now, {asOf: TODAY, policy: NOTICE, ...options}).map(format)

const LOANS = 'added: GET /v1/loans'
const sunset = (day: string, subject = 'GET /v1/loans') => `deprecated: ${subject}, sunset: "${day}"`
const withLine = (...lines: readonly string[]): readonly Entry[] => [
  ['1.0', '2024-01-10', LOANS],
  ['1.1', '2025-01-10', ...lines]
]

describe('a sunset is weakened', () => {
  it.each<[before: string, now: string | undefined, found: string | undefined]>([
    ['2027-01-01', '2027-01-01', undefined],
    ['2027-01-01', '2026-12-31', '2027-01-01, now 2026-12-31'],
    ['2027-01-01', '2027-01-02', undefined],
    ['2027-01-01', undefined, '2027-01-01'],
    [TODAY, undefined, undefined],
    ['2026-03-03', undefined, '2026-03-03'],
    ['2026-03', undefined, '2026-03'],
    ['2026-02', undefined, undefined],
    ['2027-01', '2027-01-31', undefined],
    ['2027-01', '2027-01-30', '2027-01, now 2027-01-30'],
    ['2027-01-01', '2027-01', undefined],
    ['2027-01-02', '2027-01', '2027-01-02, now 2027-01'],
    ['2028-02-29', '2028-02', '2028-02-29, now 2028-02'],
    ['2028-02', '2028-02-28', '2028-02, now 2028-02-28'],
    ['2028-02', '2028-02-29', undefined],
    ['2027-02', '2027-02-28', undefined],
    ['2027', '2027-12-31', undefined],
    ['2027', '2027-12', undefined],
    ['2027', '2027-11', '2027, now 2027-11'],
    ['2027-01', '2027', undefined],
    ['2027-02', '2027', '2027-02, now 2027'],
    ['3.0', '3.0', undefined],
    ['3.0', '2.9', 'release 3.0, now release 2.9'],
    ['2.10', '2.9', 'release 2.10, now release 2.9'],
    ['2.9', '2.10', undefined],
    ['3.0', '3.1', undefined],
    ['3.0', 'v3.0', undefined],
    ['3.0', '2099-01-01', 'release 3.0, now 2099-01-01'],
    ['2027-01-01', '9.0', '2027-01-01, now release 9.0']
  ])('from %s to %s: %s', (before, now, found) => {
    const lines = now === undefined ? [] : [sunset(now)]
    expect(compare(declare(withLine(sunset(before))), declare(withLine(...lines)))).toEqual(
      found === undefined ? [] : [`sunset of GET /v1/loans: ${found}`]
    )
  })

  it.each<[title: string, before: readonly Entry[], now: readonly Entry[], found: readonly string[]]>([
    [
      'if its line loses it',
      withLine(sunset('2027-01-01')),
      withLine('deprecated: GET /v1/loans'),
      ['sunset of GET /v1/loans: 2027-01-01']
    ],
    [
      'not by a line that the change adds, which is judged itself',
      withLine(sunset('2027-01-01')),
      [...withLine(sunset('2027-01-01')), ['next', undefined, 'rescheduled: GET /v1/loans, sunset: 2026-06-01']],
      []
    ],
    [
      'not by an unreleased line of both',
      [...withLine(sunset('2027-01-01')), ['next', undefined, 'rescheduled: GET /v1/loans, sunset: 2026-06-01']],
      [...withLine(sunset('2027-01-01')), ['next', undefined, 'rescheduled: GET /v1/loans, sunset: 2026-06-01']],
      []
    ],
    [
      'not if another line states it',
      withLine(sunset('2027-01-01')),
      [
        ['1.0', '2024-01-10', LOANS],
        ['1.1', '2025-01-10'],
        ['next', undefined, sunset('2027-01-01')]
      ],
      []
    ],
    [
      'not of a line that was not stated yet',
      [...withLine(), ['next', undefined, sunset('2027-01-01')]],
      withLine(),
      []
    ],
    ['not of a planned release', [...withLine(), ['1.2', '2026-03-03', sunset('2027-01-01')]], withLine(), []],
    [
      'of a release of today',
      [...withLine(), ['1.2', TODAY, sunset('2027-01-01')]],
      withLine(),
      ['sunset of GET /v1/loans: 2027-01-01']
    ],
    [
      'not of what the change removes',
      withLine(sunset('2027-01-01')),
      [...withLine(), ['next', undefined, 'removed: GET /v1/loans']],
      []
    ],
    [
      'not of what was removed',
      [...withLine(sunset('2027-01-01')), ['1.2', '2025-06-01', 'removed: GET /v1/loans']],
      [...withLine(), ['1.2', '2025-06-01', 'removed: GET /v1/loans']],
      []
    ],
    [
      'not of what was removed before the change brings it back',
      [...withLine(sunset('2027-01-01')), ['1.2', '2025-06-01', 'removed: GET /v1/loans']],
      withLine(),
      []
    ],
    [
      'of an endpoint, not of its prefix',
      withLine(sunset('2027-01-01', '/v1/**')),
      withLine(),
      ['sunset of GET /v1/loans: 2027-01-01']
    ],
    [
      'of a prefix whose endpoints are not listed',
      withLine(sunset('2027-01-01', '/v2/**')),
      withLine(),
      ['sunset of /v2/**: 2027-01-01']
    ],
    [
      'not of a prefix that is listed one by one',
      withLine(sunset('2027-01-01', '/v1/**')),
      withLine(sunset('2027-01-01')),
      []
    ],
    [
      'of a prefix that only another prefix is under',
      withLine(sunset('2027-01-01', '/v2/**'), 'deprecated: /v2/fees/**, sunset: 2027-01-01'),
      withLine('deprecated: /v2/fees/**, sunset: 2027-01-01'),
      ['sunset of /v2/**: 2027-01-01']
    ],
    [
      'if its release loses its day',
      [...withLine(sunset('3.0')), ['3.0', '2027-01-01']],
      [...withLine(sunset('3.0')), ['3.0', undefined]],
      ['sunset of GET /v1/loans: release 3.0, now release 3.0']
    ],
    [
      'if its release gets an earlier day',
      [...withLine(sunset('3.0')), ['3.0', '2027-01-01']],
      [...withLine(sunset('3.0')), ['3.0', '2026-12-01']],
      ['sunset of GET /v1/loans: release 3.0, now release 3.0']
    ],
    [
      'not if its release is a later one without a day',
      [...withLine(sunset('3.0')), ['3.0', '2027-01-01']],
      [...withLine(sunset('3.1')), ['3.0', '2027-01-01'], ['3.1', undefined]],
      []
    ],
    [
      'not if its release gets a day before the next one',
      [...withLine(sunset('3.0')), ['3.0', undefined], ['3.0.1', '2027-06-01']],
      [...withLine(sunset('3.0')), ['3.0', '2027-01-01'], ['3.0.1', '2027-06-01']],
      []
    ],
    [
      'not if its release gets a day after the one before',
      [...withLine(sunset('3.0.1')), ['3.0', '2027-01-01'], ['3.0.1', undefined]],
      [...withLine(sunset('3.0.1')), ['3.0', '2027-01-01'], ['3.0.1', '2027-02-01']],
      []
    ],
    [
      'not if its release gets a day',
      [...withLine(sunset('3.0')), ['3.0', undefined]],
      [...withLine(sunset('3.0')), ['3.0', '2027-01-01']],
      []
    ],
    [
      'if its release is before another one than it was after',
      [...withLine(sunset('3.0.1')), ['3.0', '2027-01-01'], ['3.0.1', undefined]],
      [...withLine(sunset('3.0.1')), ['3.0', undefined], ['3.0.1', undefined], ['3.0.2', '2026-10-01']],
      ['sunset of GET /v1/loans: release 3.0.1, now release 3.0.1']
    ]
  ])('%s', (_, before, now, found) => {
    expect(compare(declare(before), declare(now))).toEqual(found)
  })

  const [ENDPOINT, OTHER] = ['GET /v1/loans', 'GET /v1/fees'].map(each => subjectOf(each)) as [Subject, Subject]

  it.each<[title: string, subject: string, supported: readonly Subject[] | undefined, isFound: boolean]>([
    ['without a comparison', 'GET /v1/loans', undefined, true],
    ['of a supported endpoint', 'GET /v1/loans', [ENDPOINT], true],
    ['not of another endpoint', 'GET /v1/loans', [OTHER], false],
    ['not of any endpoint', 'GET /v1/loans', [], false],
    ['of a prefix with a supported endpoint', '/v1/fees/**', [subjectOf('GET /v1/fees/{id}')], true],
    ['not of a prefix without one', '/v2/**', [ENDPOINT], false],
    ['of a part of a prefix with a supported endpoint', '/v1/**, parameter: limit', [ENDPOINT], true],
    ['not of a part of a prefix without one', '/v2/**, parameter: limit', [ENDPOINT], false],
    ['of a field of a schema', 'Loan.due', [], true],
    ['of a part of a supported endpoint', 'GET /v1/loans, field: due, in: response', [ENDPOINT], true],
    ['not of a part of another one', 'GET /v1/loans, field: due, in: response', [OTHER], false]
  ])('%s: %s', (_, subject, supported, isFound) => {
    const [first, ...others] = withLine() as readonly [Entry, ...Entry[]]
    const before = declare([first, ['1.1', '2025-01-10', `deprecated: ${subject}, sunset: 2027-01-01`]])
    expect(compare(before, declare([first, ...others]), {supported})).toHaveLength(isFound ? 1 : 0)
  })

  it('of a prefix that covers a supported endpoint, which is not in the history', () => {
    const prefix = [['1.0', '2024-01-10', sunset('2027-01-01', '/v2/**')]] as const
    const supported = [subjectOf('GET /v2/fees')]
    // The endpoint has the sunset of its prefix, so its prefix needs none.
    expect(compare(declare(prefix), declare([['1.0', '2024-01-10']]), {supported})).toEqual([
      'sunset of GET /v2/fees: 2027-01-01'
    ])
  })
})

describe('a stability is weakened', () => {
  const stated = (stability?: string, more = ''): readonly Entry[] => [
    [
      '1.0',
      '2024-01-10',
      `added: GET /loans${stability === undefined ? '' : `, stability: ${stability}`}`,
      ...(more === '' ? [] : [more])
    ]
  ]

  it.each<[before: string | undefined, now: string | undefined, found: readonly string[]]>([
    ['ga', 'ga', []],
    ['ga', 'beta', ['stability of GET /loans: ga, now beta']],
    ['beta', 'ga', []],
    ['ga', undefined, ['stability of GET /loans: ga']],
    [undefined, 'beta', []],
    ['odd', 'beta', []],
    ['odd', 'odd', []],
    ['odd', undefined, []],
    ['ga', 'odd', ['stability of GET /loans: ga']]
  ])('from %s to %s: %j', (before, now, found) => {
    expect(compare(declare(stated(before)), declare(stated(now)))).toEqual(found)
  })

  it('of an endpoint, and not again of its parts', () => {
    const field = 'deprecated: GET /loans, field: due, in: response'
    expect(compare(declare(stated('ga', field)), declare(stated('beta', field)))).toEqual([
      'stability of GET /loans: ga, now beta'
    ])
  })
})

describe('an introduction is weakened', () => {
  const on = (date: string | undefined, ...lines: readonly string[]): readonly Entry[] => [['1.0', date, ...lines]]

  it.each<[title: string, before: readonly Entry[], now: readonly Entry[], found: readonly string[]]>([
    ['not by itself', on('2024-01-10', LOANS), on('2024-01-10', LOANS), []],
    [
      'without its line',
      on('2024-01-10', LOANS, sunset('2027-01-01')),
      on('2024-01-10', sunset('2027-01-01')),
      ['introduction of GET /v1/loans: release 1.0']
    ],
    [
      'if its day is not exact any longer',
      on('2024-01-10', LOANS),
      on('2024-01', LOANS),
      ['introduction of GET /v1/loans: release 1.0, now release 1.0']
    ],
    ['not if its day was not exact', on('2024-02', LOANS), on('2024', LOANS), []],
    ['not if its day becomes exact', on('2024-02', LOANS), on('2024-02-29', LOANS), []],
    ['not on another day of the past', on('2024-01-10', LOANS), on('2025-12-31', LOANS), []],
    ['not on this day', on('2024-01-10', LOANS), on(TODAY, LOANS), []],
    [
      'on a day that is still to come',
      on('2024-01-10', LOANS),
      on('2026-03-03', LOANS),
      ['introduction of GET /v1/loans: release 1.0, now release 1.0']
    ]
  ])('%s', (_, before, now, found) => {
    expect(compare(declare(before), declare(now), {policy: LIFETIME})).toEqual(found)
    expect(compare(declare(before), declare(now))).toEqual([])
  })

  it('if descriptions only show that it existed by then', () => {
    const known = declare(on('2024-01-10', LOANS))
    const existed: DeclaredHistory = {
      ...known,
      events: known.events.map(event => ({...event, by: {}}) satisfies WrittenEvent)
    }
    expect(compare(known, existed, {policy: LIFETIME})).toEqual([
      'introduction of GET /v1/loans: release 1.0, now release 1.0 or earlier'
    ])
    expect(compare(existed, existed, {policy: LIFETIME})).toEqual([])
    expect(compare(existed, known, {policy: LIFETIME})).toEqual([])
  })

  it('if a restoration gives way to an older one, under any policy', () => {
    const restored = (restored: string): readonly Entry[] => [
      ['1.0', '2024-01-10', LOANS],
      ['1.1', '2025-01-10', 'removed: GET /v1/loans'],
      ['1.2', restored, 'restored: GET /v1/loans']
    ]
    const found = ['introduction of GET /v1/loans: release 1.2, now release 1.0']
    expect(compare(declare(restored('2025-06-01')), declare([['1.0', '2024-01-10', LOANS]]))).toEqual(found)
    expect(compare(declare(restored('2025-06-01')), declare(restored('2025-06-01')))).toEqual([])
    expect(compare(declare(restored('2025-06-01')), declare(restored('2025-07-01')))).toEqual([])
    const earlier = ['introduction of GET /v1/loans: release 1.2, now release 1.2']
    expect(compare(declare(restored('2025-06-01')), declare(restored('2025-05-31')))).toEqual(earlier)
    expect(compare(declare(on('2024-01-10', LOANS)), declare(on('2023-01-10', LOANS)))).toEqual([])
  })
})

describe('a successor is weakened', () => {
  const replaced = (replacement: string | undefined, ...released: readonly string[]): readonly Entry[] => [
    ['1.0', '2024-01-10', LOANS],
    [
      '1.1',
      '2025-01-10',
      `deprecated: GET /v1/loans${replacement === undefined ? '' : `, replacement: ${replacement}`}`
    ],
    ['1.2', '2025-06-01', ...released.map(each => `added: ${each}`)]
  ]
  const FEES = 'GET /v1/fees'
  const SHELVES = 'GET /v1/shelves'

  it.each<[title: string, before: readonly Entry[], now: readonly Entry[], found: readonly string[]]>([
    ['not by itself', replaced(FEES, FEES), replaced(FEES, FEES), []],
    ['if it is dropped', replaced(FEES, FEES), replaced(undefined, FEES), ['successor of GET /v1/loans: GET /v1/fees']],
    [
      'if it is dropped although it was not released',
      replaced(FEES),
      replaced(undefined),
      ['successor of GET /v1/loans: GET /v1/fees']
    ],
    ['not by another released one', replaced(FEES, FEES, SHELVES), replaced(SHELVES, FEES, SHELVES), []],
    [
      'by another one that is not released',
      replaced(FEES, FEES),
      replaced(SHELVES, FEES),
      ['successor of GET /v1/loans: GET /v1/fees, now GET /v1/shelves']
    ],
    [
      'if it is dropped although it was released before it was named',
      [
        ['1.0', '2024-01-10', LOANS, `added: ${FEES}`],
        ['1.1', '2025-01-10', `deprecated: GET /v1/loans, replacement: ${FEES}`]
      ],
      [
        ['1.0', '2024-01-10', LOANS, `added: ${FEES}`],
        ['1.1', '2025-01-10', 'deprecated: GET /v1/loans']
      ],
      ['successor of GET /v1/loans: GET /v1/fees']
    ],
    ['not if neither is released', replaced(FEES), replaced(SHELVES), []]
  ])('%s', (_, before, now, found) => {
    expect(compare(declare(before), declare(now), {policy: OVERLAP})).toEqual(found)
    expect(compare(declare(before), declare(now))).toEqual([])
  })
})

describe('completeness is weakened', () => {
  const from = (day: string | undefined, entries: readonly Entry[] = withLine()): DeclaredHistory =>
    declare(entries, day === undefined ? '' : `complete: ${day}\n`)

  it.each<[before: string | undefined, now: string | undefined, isFound: boolean]>([
    [undefined, undefined, false],
    [undefined, '2024-01-10', false],
    [undefined, '2024-01-11', true],
    [undefined, '"1.0"', true],
    ['"1.0"', '"1.0"', false],
    ['"1.0"', '"1.1"', true],
    ['"1.1"', '"1.0"', false],
    ['"1.1"', undefined, false],
    ['2024-01-10', '2024-01-10', false],
    ['2024-01-10', '2024-01-11', true],
    ['2024-01-10', '2025-01-11', true],
    ['2025-01-11', '2025-06-01', false],
    ['2025-01-10', '2024-01-10', false],
    ['2024-01-10', '"1.1"', true]
  ])('from %s to %s: %s', (before, now, isFound) => {
    expect(compare(from(before), from(now))).toEqual(isFound ? ['completeness'] : [])
  })

  it('not by a release that the change drops', () => {
    expect(compare(from('2024-01-10'), from('2025-01-10', [['1.1', '2025-01-10']]))).toEqual([])
    expect(compare(from('"1.0"'), from('"1.0"', [['1.0', '2024-01-10', LOANS]]))).toEqual([])
  })

  it('not by a first history with gaps', () => {
    expect(compare(from(undefined, []), from('2024-06-01'))).toEqual([])
    expect(compare(from(undefined, []), from('"1.1"'))).toEqual([])
  })
})

describe('what a change weakens', () => {
  const WEAK = declare(withLine())
  const STATED: Entry = ['1.0', '2024-01-10', 'added: GET /loans, stability: ga']
  const BOTH = declare([STATED, ['1.1', '2025-01-10', sunset('2027-01-01', 'GET /loans')]])
  const STRONG = declare(withLine(sunset('2027-01-01')))
  const [SHELF, SHELF_WEAK] = [withLine(sunset('2027-01-01', 'GET /v1/shelves')), withLine()].map(each =>
    declare(each)
  ) as [DeclaredHistory, DeclaredHistory]
  const file = (declared: DeclaredHistory | undefined) => (declared ? {declared} : undefined)
  interface Rules {
    readonly target?: DeclaredHistory | undefined
    readonly own?: DeclaredHistory | undefined
    readonly began?: DeclaredHistory | 'none' | undefined
    readonly lacks?: string
    readonly isOwn?: boolean
    readonly isTargetAlone?: boolean
    readonly adopted?: string
  }
  const weakened = ({
    target = STRONG,
    own = WEAK,
    began,
    lacks,
    isOwn = false,
    isTargetAlone = false,
    adopted
  }: Rules) =>
    weakenedPast(
      {
        own: {file: file(own)},
        target: {
          file: file(target),
          isOwn,
          judge: {policy: NOTICE},
          config: adopted === undefined ? undefined : {adopted: {day: adopted}}
        },
        isTargetAlone,
        ...(began
          ? {began: {...(began === 'none' ? {} : {file: file(began)}), ...(lacks === undefined ? {} : {lacks})}}
          : {})
      } as never,
      TODAY
    ).weakened?.map(format)
  const FOUND = ['sunset of GET /v1/loans: 2027-01-01']

  it.each<[title: string, rules: Rules, found: readonly string[] | undefined]>([
    ['is found', {}, FOUND],
    ['is nothing without a difference', {own: STRONG}, []],
    ['is not looked for on the target branch', {isOwn: true}, undefined],
    ['is not looked for if only the target changed', {isTargetAlone: true}, undefined],
    ['is not looked for on the day of adoption', {adopted: TODAY}, undefined],
    ['is found on the day after adoption', {adopted: '2026-03-01'}, FOUND],
    ['is found if the change began with it', {began: STRONG}, FOUND],
    ['is nothing if the target got it after the change began', {began: WEAK}, []],
    ['is nothing if the target got its history after the change began', {began: 'none'}, []],
    ['is found if the state where it began is unreadable', {began: WEAK, lacks: 'no history'}, FOUND],
    ['is nothing if the change began with a fact about something else', {began: SHELF, own: SHELF_WEAK}, []],
    [
      'is only what it had of one subject',
      {target: BOTH, own: declare([['1.0', '2024-01-10', 'added: GET /loans']]), began: declare([STATED])},
      ['stability of GET /loans: ga']
    ],
    ['is found for what it had with another sunset', {began: declare(withLine(sunset('2026-12-01')))}, FOUND]
  ])('%s', (_, rules, found) => {
    expect(weakened(rules)).toEqual(found)
  })

  it('includes the whole history that it deletes', () => {
    const target = {file: file(STRONG), isOwn: false, judge: {policy: NOTICE}, config: undefined}
    const rules = {own: {file: undefined}, target, isTargetAlone: false}
    expect(weakenedPast(rules as never, TODAY).weakened?.map(format)).toEqual(FOUND)
    expect(weakenedPast({...rules, target: {...target, file: undefined}} as never, TODAY).weakened).toEqual([])
  })

  it('leaves out the gaps of a first history', () => {
    const rulesWith = (head: string) => ({
      own: {file: file(declare(withLine(), head))},
      target: {file: undefined, isOwn: false, judge: {policy: NOTICE}, config: undefined},
      isTargetAlone: false
    })
    expect(weakenedPast(rulesWith('complete: 2026-01-01\n') as never, TODAY).weakened).toEqual([])
    expect(weakenedPast(rulesWith('complete: "1.1"\n') as never, TODAY).weakened).toEqual([])
  })

  it('is about what the API supports', () => {
    const arrivals = ['GET /v1/loans', 'GET /v1/fees'].map(each => ({subject: subjectOf(each)}))
    const listed = (...kinds: readonly string[]) =>
      listSupported({
        older: {arrivals},
        next: {changes: kinds.map(kind => change(kind, 'GET /v1/loans'))}
      } as never).map(formatSubject)
    expect(listed()).toEqual(['GET /v1/loans', 'GET /v1/fees'])
    expect(listed('operation-removed')).toEqual(['GET /v1/fees'])
    expect(listed('deprecated')).toEqual(['GET /v1/loans', 'GET /v1/fees'])
    expect(listSupported({older: {arrivals}} as never).map(formatSubject)).toEqual(['GET /v1/loans', 'GET /v1/fees'])
  })
})

describe('a policy counts from an introduction', () => {
  it.each<[policy: string, uses: boolean]>([
    ['notice: 13 months', false],
    ['notice: 13 months, lifetime: 12 months', true],
    ['notice: 13 months, starts: introduction', true]
  ])('with `%s`: %s', (ga, uses) => {
    expect(usesClock(policyWith(ga), 'introduction')).toBe(uses)
    // Any level counts.
    expect(usesClock(policyWith('notice: 1 month', ga), 'introduction')).toBe(uses)
  })

  it('with a guarantee for one kind of subject', () => {
    const policy = policyOf(
      'stabilities: [ga]\nguarantees: {ga: {notice: 1 month, kinds: {field: {lifetime: 12 months}}}}\n'
    )
    expect(usesClock(policy, 'introduction')).toBe(true)
  })
})
