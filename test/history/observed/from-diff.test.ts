import {describe, expect, it} from 'vitest'
import {applyDiff, type DiffInput} from '../../../src/gate/judging/from-diff.ts'
import type {Change} from '../../../src/model/api/change.ts'
import type {DescribedOperation, ReleaseDiff} from '../../../src/model/api/release-diff.ts'
import {formatSubject, subjectKey} from '../../../src/model/subject/subject.ts'
import {change, subjectOf} from '../../changes.ts'
import {declare, type Entry} from '../declared.ts'

const PLACE = {source: 'openapi.yaml'}
const diff = (more: Partial<ReleaseDiff> = {}): ReleaseDiff => ({
  base: '',
  changes: [],
  arrivals: [],
  marked: [],
  marks: false,
  gaps: [],
  ...more
})
const operation = (text: string, described: DescribedOperation['described'] = {}): DescribedOperation => ({
  subject: subjectOf(text),
  place: PLACE,
  described
})
const LOANS = 'GET /v1/loans'
const removal = (more: Partial<Change> = {}) => change('operation-removed', LOANS, more)

interface Case extends Partial<Omit<DiffInput, 'before' | 'recorded'>> {
  readonly entries?: readonly Entry[]
  readonly arrivals?: readonly DescribedOperation[]
  readonly changes?: readonly Change[]
  readonly recorded?: readonly Entry[]
}

function apply({
  entries = [['1.0', '2024-01-10']],
  arrivals = [operation(LOANS)],
  changes = [],
  recorded = entries,
  ...more
}: Case) {
  return applyDiff(declare(entries), {
    before: diff({arrivals}),
    next: diff({changes}),
    label: 'main',
    day: '2026-03-01',
    place: PLACE,
    testimony: {marked: new Map(), arrived: new Map(), stated: new Map(), isShallow: false},
    recorded: declare(recorded),
    ...more
  })
}

/** The events as lines such as `next removed GET /v1/loans`. */
const linesOf = (about: Case): string[] => {
  const {declared} = apply(about)
  return declared.events.map(({entry, kind, subject, sunset, announced, except}) =>
    [
      declared.entries[entry]?.name,
      kind,
      formatSubject(subject),
      ...(announced && announced !== 'never' ? [`announced ${announced.text}`] : []),
      ...(sunset ? [`until ${sunset.text}`] : []),
      ...(except ? [`except ${except.map(formatSubject).join(', ')}`] : [])
    ].join(' ')
  )
}

describe('a history with the changes of a description', () => {
  const known: readonly Entry[] = [['1.0', '2024-01-10', `removed: ${LOANS}`]]

  it.each<[title: string, about: Case, lines: readonly string[]]>([
    [
      'has what is removed after the base',
      {changes: [removal()]},
      [`main introduced ${LOANS}`, `next removed ${LOANS}`]
    ],
    ['has no change without a newer description', {changes: [removal()], next: undefined as never}, []],
    ['has the base alone before the change', {changes: [removal()], isBefore: true}, [`main introduced ${LOANS}`]],
    [
      'leaves out operations that no change concerns',
      {arrivals: [operation(LOANS), operation('GET /v1/fees')], changes: [removal()]},
      [`main introduced ${LOANS}`, `next removed ${LOANS}`]
    ],
    [
      'has an unreleased line once',
      {
        entries: [
          ['1.0', '2024-01-10'],
          ['next', undefined, `removed: ${LOANS}`]
        ],
        changes: [removal()]
      },
      [`main introduced ${LOANS}`, `next removed ${LOANS}`]
    ],
    [
      'has a removal in the release that the change records',
      {
        entries: [
          ['1.0', '2024-01-10'],
          ['1.1', '2026-03-01', `removed: ${LOANS}`]
        ],
        recorded: [['1.0', '2024-01-10']],
        changes: [removal()]
      },
      [`1.1 removed ${LOANS}`]
    ],
    [
      'has a removal after a release that was recorded before',
      {entries: known, changes: [removal()]},
      [`main introduced ${LOANS}`, `next removed ${LOANS}`]
    ],
    [
      'has a mark from when it is merged',
      {changes: [change('deprecated', LOANS)]},
      [`main introduced ${LOANS}`, `next deprecated ${LOANS}`]
    ],
    [
      'leaves out a removal that the description disproves',
      {entries: known, changes: [change('deprecated', LOANS)]},
      [`main introduced ${LOANS}`, `next deprecated ${LOANS}`]
    ],
    [
      'keeps a removal that a line undoes',
      {entries: [...known, ['1.1', '2025-01-10', `restored: ${LOANS}`]], changes: [change('deprecated', LOANS)]},
      [`1.0 removed ${LOANS}`, `1.1 restored ${LOANS}`, `main introduced ${LOANS}`, `next deprecated ${LOANS}`]
    ],
    [
      'keeps a removal of what comes back',
      {entries: known, arrivals: [], changes: [change('operation-added', LOANS)]},
      [`1.0 removed ${LOANS}`, `next introduced ${LOANS}`]
    ],
    [
      'leaves out a removal that an earlier line undoes',
      {entries: [['0.9', '2023-01-10', `restored: ${LOANS}`], ...known], changes: [change('deprecated', LOANS)]},
      [`0.9 restored ${LOANS}`, `main introduced ${LOANS}`, `next deprecated ${LOANS}`]
    ],
    [
      'leaves out a removal that only an unreleased line undoes',
      {entries: [...known, ['next', undefined, `restored: ${LOANS}`]], changes: [change('deprecated', LOANS)]},
      [`main introduced ${LOANS}`, `next restored ${LOANS}`, `next deprecated ${LOANS}`]
    ],
    [
      'keeps an unreleased removal, whatever the description shows',
      {
        entries: [
          ['1.0', '2024-01-10'],
          ['next', undefined, `removed: ${LOANS}`]
        ],
        changes: [change('deprecated', LOANS)]
      },
      [`main introduced ${LOANS}`, `next removed ${LOANS}`, `next deprecated ${LOANS}`]
    ],
    [
      'keeps the removal of a prefix that covers nothing of it',
      {entries: [['1.0', '2024-01-10', 'removed: /v2/**']], changes: [change('deprecated', LOANS)]},
      ['1.0 removed /v2/**', `main introduced ${LOANS}`, `next deprecated ${LOANS}`]
    ],
    [
      'keeps a removal of something else',
      {entries: [['1.0', '2024-01-10', 'removed: GET /v1/fees']], changes: [change('deprecated', LOANS)]},
      ['1.0 removed GET /v1/fees', `main introduced ${LOANS}`, `next deprecated ${LOANS}`]
    ],
    [
      'excepts what is shown from the removal of a prefix',
      {entries: [['1.0', '2024-01-10', 'removed: /v1/**']], changes: [change('deprecated', LOANS)]},
      [`1.0 removed /v1/** except ${LOANS}`, `main introduced ${LOANS}`, `next deprecated ${LOANS}`]
    ],
    [
      'has the mark of a removed part',
      {
        changes: [
          change('field-removed', subjectOf('Loan.due'), {
            announced: {deprecated: true, since: '2025-01-10', sunset: '2026-01-10'}
          })
        ]
      },
      ['main deprecated Loan.due announced 2025-01-10 until 2026-01-10', 'next removed Loan.due']
    ],
    [
      'has no mark of a removed part that had none',
      {changes: [change('field-removed', subjectOf('Loan.due'))]},
      ['next removed Loan.due']
    ],
    [
      'has no mark of a removed part that a line announces',
      {
        entries: [['1.0', '2024-01-10', 'deprecated: Loan.due']],
        changes: [change('field-removed', subjectOf('Loan.due'), {announced: {deprecated: true}})]
      },
      ['1.0 deprecated Loan.due', 'next removed Loan.due']
    ],
    [
      'has the mark of an operation from its description',
      {
        arrivals: [operation(LOANS, {deprecated: true, sunset: '2026-01-10'})],
        changes: [removal({announced: {deprecated: true, sunset: '2026-02-10'}})]
      },
      [`main introduced ${LOANS}`, `main deprecated ${LOANS} until 2026-01-10`, `next removed ${LOANS}`]
    ]
  ])('%s', (_, about, lines) => {
    expect(linesOf(about)).toEqual(lines)
  })

  it.each<[since: string | undefined, day: string | undefined, lines: string, isBackDated: boolean]>([
    [undefined, '2026-03-01', '', false],
    ['2026-02-28', '2026-03-01', ' announced 2026-02-28', true],
    ['2026-03-01', '2026-03-01', '', false],
    ['2026-02', '2026-03-01', ' announced 2026-02', true],
    ['2026-03', '2026-03-01', '', false],
    ['2026-02-28', undefined, '', false],
    ['spring', '2026-03-01', '', false]
  ])('has the day %s of a new mark on a base of %s: `%s`', (since, day, lines, isBackDated) => {
    const fees = operation('GET /v1/fees', {deprecated: true, ...(since === undefined ? {} : {since})})
    const next = diff({changes: [change('operation-added', 'GET /v1/fees')], arrivals: [fees]})
    const about: Case = {next, day: day as never}
    expect(linesOf(about).at(-1)).toBe(`next deprecated GET /v1/fees${lines}`)
    expect(apply(about).backDated.size).toBe(isBackDated ? 1 : 0)
  })

  it('has the entries of the base and of the next release last', () => {
    const {declared, past} = apply({
      entries: [
        ['1.0', '2024-01-10'],
        ['next', '2026-04-01']
      ]
    })
    expect(declared.entries.map(({name, stated}) => [name, stated.latest])).toEqual([
      ['1.0', '2024-01-10'],
      ['main', '2026-03-01'],
      ['next', '2026-04-01']
    ])
    expect([...past]).toEqual([1])
    const {declared: until} = apply({
      testimony: {
        marked: new Map(),
        arrived: new Map(),
        stated: new Map(),
        isShallow: false,
        unknownUntil: '2026-03-02'
      }
    })
    expect(until.entries.at(-2)?.stated.latest).toBe('2026-03-02')
  })

  it('has the days of commits among its entries', () => {
    const marked = new Map([[subjectKey(subjectOf(LOANS)), {commit: '0123456789', day: '2025-01-10'}]])
    const about: Case = {
      arrivals: [operation(LOANS, {deprecated: true})],
      changes: [removal()],
      testimony: {marked, arrived: new Map(), stated: new Map(), isShallow: false}
    }
    expect(linesOf(about)).toEqual([
      `2025-01-10 deprecated ${LOANS} announced 2025-01-10`,
      `main introduced ${LOANS}`,
      `next removed ${LOANS}`
    ])
    expect([...apply(about).past]).toEqual([1, 2])
  })

  it.each<[title: string, about: Case, brought: readonly string[]]>([
    [
      'of a release that the change records',
      {
        entries: [
          ['1.0', '2024-01-10'],
          ['1.1', '2026-03-01', `removed: ${LOANS}`]
        ],
        recorded: [['1.0', '2024-01-10']],
        changes: [removal()]
      },
      ['removed']
    ],
    [
      'of a release with another spelling, which was recorded',
      {
        entries: [['1.0', '2024-01-10', `removed: ${LOANS}`]],
        recorded: [['v1.0.0', '2024-01-10']],
        changes: [removal()]
      },
      []
    ],
    [
      'of a release that was recorded',
      {entries: [['1.0', '2024-01-10', `removed: ${LOANS}`]], changes: [removal()]},
      []
    ],
    [
      'of a recorded release, if the description shows it',
      {
        entries: [
          ['1.0', '2024-01-10'],
          ['1.1', '2026-03-01', 'removed: GET /v1/fees']
        ],
        recorded: [['1.0', '2024-01-10']],
        changes: [removal()]
      },
      []
    ]
  ])('knows what is new %s', (_, about, kinds) => {
    const {declared, brought} = apply(about)
    expect(declared.events.filter(({id}) => brought.has(id)).map(({kind}) => kind)).toEqual(kinds)
  })
})
