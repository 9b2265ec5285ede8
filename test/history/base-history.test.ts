import {describe, expect, it} from 'vitest'
import {
  type BaseHistoryOptions,
  buildBaseHistory,
  canRemove,
  collectNewEvidence,
  countNewDenials,
  waiverKey
} from '../../src/gate/judging/base-history.ts'
import type {DeclaredHistory, WrittenEvent} from '../../src/model/lifecycle/history.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
import {subjectOf} from '../changes.ts'
import {formatRange} from '../model/timelines.ts'
import {declare, type Entry} from './declared.ts'

const TODAY = '2026-03-02'

/** The entries with their days, each followed by its lines. */
const format = ({entries, events}: DeclaredHistory): string[] =>
  entries.flatMap(({name, date, stated, claimed}, at) => [
    [
      name,
      formatRange(stated),
      ...(date === undefined ? [] : [`written ${date}`]),
      ...(claimed ? ['claimed'] : [])
    ].join(' '),
    ...events.filter(({entry}) => entry === at).map(each => `  ${formatLine(each)}`)
  ])

const formatLine = ({kind, subject, announced, via, sunset, waiver, met}: WrittenEvent): string =>
  [
    kind,
    formatSubject(subject),
    ...(announced === undefined ? [] : [`announced ${announced === 'never' ? announced : announced.text}`]),
    ...(via === undefined ? [] : [`via ${via}`]),
    ...(sunset === undefined ? [] : [`until ${sunset.text}`]),
    ...(waiver === undefined ? [] : [`waived for ${waiver.reason}`]),
    ...Object.entries(met ?? {}).map(([name, evidence]) => `${name} by ${evidence}`)
  ].join(' ')

const build = (
  before: readonly Entry[],
  now: readonly Entry[] | undefined,
  options: Partial<BaseHistoryOptions> = {}
): string[] => format(buildBaseHistory(declare(before), now && declare(now), {asOf: TODAY, ...options}))

const LOANS = 'added: GET /v1/loans'
const REMOVED = 'removed: GET /v1/loans'
const DEPRECATED = 'deprecated: GET /v1/loans, sunset: 2027-01-01'
const FIRST: Entry = ['1.0', '2024-01-10', LOANS]
const SECOND: Entry = ['1.1', '2025-01-10']
const BASE: readonly Entry[] = [FIRST, SECOND]
const BUILT = ['1.0 2024-01-10 written 2024-01-10', '  introduced GET /v1/loans', '1.1 2025-01-10 written 2025-01-10']
const NEXT = 'next …'

describe('the history that a change is judged by', () => {
  it.each<
    [
      title: string,
      before: readonly Entry[],
      now: readonly Entry[] | undefined,
      added: readonly string[],
      options?: Partial<BaseHistoryOptions>
    ]
  >([
    ['is that of the base without a history', BASE, undefined, []],
    ['is that of the base without a new line', BASE, BASE, []],
    ['has the past that the change deletes', BASE, [['1.1', '2025-01-10']], []],
    ['has the past that the change deletes with all of it', BASE, [], []],
    ['leaves out what the change adds to the past', BASE, [FIRST, ['1.1', '2025-01-10', REMOVED]], []],
    [
      'has the unreleased lines of the change',
      BASE,
      [...BASE, ['next', undefined, REMOVED]],
      [NEXT, '  removed GET /v1/loans']
    ],
    ['has an unreleased entry without lines', BASE, [...BASE, ['next', undefined]], [NEXT]],
    [
      'has the day of the unreleased entry',
      BASE,
      [...BASE, ['next', '2026-04-01']],
      ['next 2026-04-01 written 2026-04-01']
    ],
    ['leaves out unreleased lines that the change deletes', [...BASE, ['next', undefined, REMOVED]], BASE, []],
    [
      'does not double unreleased lines',
      [...BASE, ['next', undefined, DEPRECATED]],
      [...BASE, ['next', undefined, DEPRECATED]],
      [NEXT, '  deprecated GET /v1/loans until 2027-01-01']
    ],
    [
      'has a new announcement from the next release on',
      BASE,
      [['1.0', '2024-01-10', LOANS, DEPRECATED], SECOND],
      [NEXT, '  deprecated GET /v1/loans until 2027-01-01']
    ],
    [
      'has a new announcement on a day from the next release on',
      BASE,
      [FIRST, ['on', '2024-06-01', DEPRECATED], SECOND],
      [NEXT, '  deprecated GET /v1/loans until 2027-01-01']
    ],
    [
      'has a new announcement in a new release from the next release on',
      BASE,
      [...BASE, ['1.2', undefined, DEPRECATED]],
      [`1.2 ${TODAY}… claimed`, NEXT, '  deprecated GET /v1/loans until 2027-01-01']
    ],
    [
      'has a new sunset from the next release on',
      BASE,
      [FIRST, ['1.1', '2025-01-10', 'rescheduled: GET /v1/loans, sunset: 2027-01-01']],
      [NEXT, '  rescheduled GET /v1/loans until 2027-01-01']
    ],
    [
      'does not have the day that a new announcement claims',
      BASE,
      [...BASE, ['next', undefined, `${REMOVED}, announced: 2024-06-01`]],
      [NEXT, '  removed GET /v1/loans']
    ],
    [
      'knows that a removal was never announced',
      BASE,
      [...BASE, ['next', undefined, `${REMOVED}, announced: never`]],
      [NEXT, '  removed GET /v1/loans announced never']
    ],
    [
      'leaves out a removal from the past that was never announced',
      BASE,
      [FIRST, ['1.1', '2025-01-10', `${REMOVED}, announced: never`]],
      []
    ],
    [
      'leaves out a new announcement that descriptions show',
      BASE,
      [...BASE, ['next', undefined, DEPRECATED]],
      [NEXT],
      {isDescribed: () => true}
    ],
    [
      'has a removal that descriptions show',
      BASE,
      [...BASE, ['next', undefined, REMOVED]],
      [NEXT, '  removed GET /v1/loans'],
      {isDescribed: () => true}
    ],
    [
      'has a known announcement, even if descriptions show it',
      [...BASE, ['next', undefined, DEPRECATED]],
      [...BASE, ['next', undefined, DEPRECATED]],
      [NEXT, '  deprecated GET /v1/loans until 2027-01-01'],
      {isDescribed: () => true}
    ],
    [
      'has a known announcement with its other sunset as a new one',
      [...BASE, ['on', '2025-06-01', DEPRECATED]],
      [...BASE, ['on', '2025-06-01', 'deprecated: GET /v1/loans, sunset: 2026-06-01']],
      [
        '2025-06-01 2025-06-01',
        '  deprecated GET /v1/loans until 2027-01-01',
        NEXT,
        '  deprecated GET /v1/loans until 2026-06-01'
      ]
    ],
    [
      'has the lines about a new day from the next release on',
      BASE,
      [...BASE, ['on', '2025-06-01', REMOVED]],
      [NEXT, '  removed GET /v1/loans']
    ],
    [
      'leaves out the lines about a known day',
      [...BASE, ['on', '2025-06-01']],
      [...BASE, ['on', '2025-06-01', REMOVED]],
      ['2025-06-01 2025-06-01']
    ],
    [
      'has the lines about the past from the next release on without a description',
      BASE,
      [FIRST, ['1.1', '2025-01-10', REMOVED]],
      [NEXT, '  removed GET /v1/loans'],
      {isHistoryOnly: true}
    ],
    [
      'has the lines about a known day from the next release on without a description',
      [...BASE, ['on', '2025-06-01']],
      [...BASE, ['on', '2025-06-01', REMOVED]],
      ['2025-06-01 2025-06-01', NEXT, '  removed GET /v1/loans'],
      {isHistoryOnly: true}
    ],
    ['does not double known lines without a description', BASE, BASE, [], {isHistoryOnly: true}],
    [
      'has the lines of a new release there',
      BASE,
      [...BASE, ['1.2', '2026-04-01', REMOVED]],
      ['1.2 2026-04-01 written 2026-04-01 claimed', '  removed GET /v1/loans']
    ],
    [
      'has several new releases in their order',
      BASE,
      [...BASE, ['1.2', '2026-04-01'], ['1.3', '2026-05-01', REMOVED], ['next', undefined, 'added: GET /v2/loans']],
      [
        '1.2 2026-04-01 written 2026-04-01 claimed',
        '1.3 2026-05-01 written 2026-05-01 claimed',
        '  removed GET /v1/loans',
        NEXT,
        '  introduced GET /v2/loans'
      ]
    ],
    [
      'leaves out a new release before the last one of the base',
      BASE,
      [FIRST, ['1.0.1', '2024-06-01', REMOVED], SECOND],
      []
    ],
    [
      'has a new release before one that the change plans',
      BASE,
      [...BASE, ['1.2', '2026-04-01'], ['on', '2025-06-01']],
      ['1.2 2026-04-01 written 2026-04-01 claimed']
    ],
    [
      'does not have another day that a known removal claims',
      [...BASE, ['next', undefined, `${REMOVED}, announced: 2024-06-01`]],
      [...BASE, ['next', undefined, `${REMOVED}, announced: 2024-07-01`]],
      [NEXT, '  removed GET /v1/loans']
    ],
    [
      'has a new release before the unreleased entry of both',
      [...BASE, ['next', undefined]],
      [...BASE, ['1.2', '2026-04-01'], ['next', undefined]],
      ['1.2 2026-04-01 written 2026-04-01 claimed', NEXT]
    ],
    ['has no day that the change adds', BASE, [...BASE, ['on', '2025-06-01']], []],
    [
      'has new releases after all of those that the base knows by name',
      BASE,
      [SECOND, ['1.2', '2026-04-01'], FIRST],
      []
    ]
  ])('%s', (_, before, now, added, options) => {
    const own = before.length > 0 ? BUILT : []
    expect(build(before, now, options)).toEqual([...own, ...added])
  })

  it.each<
    [
      title: string,
      before: readonly Entry[],
      now: readonly Entry[],
      built: readonly string[],
      options?: Partial<BaseHistoryOptions>
    ]
  >([
    ['has no release that it adds', [], BASE, []],
    ['has no line about a day that it adds', [], [['on', '2025-06-01', REMOVED]], []],
    ['has no line about the past without a description', [], BASE, [], {isHistoryOnly: true}],
    [
      'has its announcements from the next release on',
      [],
      [['1.0', '2024-01-10', DEPRECATED]],
      [NEXT, '  deprecated GET /v1/loans until 2027-01-01']
    ],
    ['has its unreleased lines', [], [['next', undefined, REMOVED]], [NEXT, '  removed GET /v1/loans']],
    [
      'counts releases of the base only if they are released',
      [['next', undefined, LOANS]],
      [['1.0', '2026-04-01', LOANS]],
      []
    ],
    [
      'leaves out announcements of the past if it is the first',
      [],
      [['1.0', '2024-01-10', DEPRECATED]],
      [],
      {isFirst: true}
    ],
    ['leaves out those of today if it is the first', [], [['1.0', TODAY, DEPRECATED]], [], {isFirst: true}],
    ['leaves out those without a day if it is the first', [], [['1.0', undefined, DEPRECATED]], [], {isFirst: true}],
    [
      'has those of tomorrow if it is the first',
      [],
      [['1.0', '2026-03-03', DEPRECATED]],
      [NEXT, '  deprecated GET /v1/loans until 2027-01-01'],
      {isFirst: true}
    ],
    [
      'has those of this month if it is the first',
      [],
      [['1.0', '2026-03', DEPRECATED]],
      [NEXT, '  deprecated GET /v1/loans until 2027-01-01'],
      {isFirst: true}
    ],
    [
      'has its unreleased lines if it is the first',
      [],
      [['next', undefined, DEPRECATED]],
      [NEXT, '  deprecated GET /v1/loans until 2027-01-01'],
      {isFirst: true}
    ]
  ])('of a new history %s', (_, before, now, built, options) => {
    expect(build(before, now, options)).toEqual(built)
  })

  it('keeps the keys of the base and numbers its lines', () => {
    const {events, source, about} = buildBaseHistory(
      declare(BASE),
      {...declare([...BASE, ['next', undefined, REMOVED]]), source: 'mine.yaml'},
      {asOf: TODAY}
    )
    expect(events.map(({id}) => id)).toEqual([0, 1])
    expect([source, about.service]).toEqual(['history.yaml', 'Lending Library API'])
  })

  it('drops where an announcement was made, which claims an earlier day', () => {
    const now = declare([...BASE, ['next', undefined, DEPRECATED]])
    const claim = (announced: WrittenEvent['announced']): DeclaredHistory => ({
      ...now,
      events: now.events.map(event =>
        event.kind === 'deprecated' ? {...event, via: 'a mail', ...(announced ? {announced} : {})} : event
      )
    })
    const lineOf = (announced?: WrittenEvent['announced']) =>
      format(buildBaseHistory(declare(BASE), claim(announced), {asOf: TODAY})).at(-1)
    expect(lineOf()).toBe('  deprecated GET /v1/loans until 2027-01-01')
    expect(lineOf({text: '2024-06-01'})).toBe('  deprecated GET /v1/loans until 2027-01-01')
    expect(lineOf('never')).toBe('  deprecated GET /v1/loans announced never until 2027-01-01')
  })

  it('takes announcements that the change makes elsewhere for other ones', () => {
    const before = declare([...BASE, ['next', undefined, DEPRECATED]])
    const now: DeclaredHistory = {...before, events: before.events.map(event => ({...event, via: 'a mail'}))}
    expect(format(buildBaseHistory(before, now, {asOf: TODAY, isDescribed: () => true}))).toEqual([...BUILT, NEXT])
  })
})

describe('the unreleased entry of a change', () => {
  const next = (date?: string): Entry => ['next', date, REMOVED]
  const withChanges = (...kinds: readonly string[]) => ({
    observed: kinds.map(kind => ({kind, subject: subjectOf('GET /v1/loans')}))
  })

  it.each<
    [title: string, before: string | undefined | null, now: string | undefined, kinds: readonly string[], built: string]
  >([
    [
      'has its own day if nothing is removed',
      '2026-04-01',
      '2027-04-01',
      ['field-added'],
      'next 2027-04-01 written 2027-04-01'
    ],
    ['has its own day if nothing is shown', null, '2027-04-01', [], 'next 2027-04-01 written 2027-04-01'],
    [
      'has the day of the base if something is removed',
      '2026-04-01',
      '2027-04-01',
      ['operation-removed'],
      'next 2026-04-01 written 2026-04-01 claimed'
    ],
    ['has no day if the base has none', undefined, '2027-04-01', ['operation-removed'], 'next … claimed'],
    ['has no day if the base has no such entry', null, '2027-04-01', ['operation-removed'], 'next … claimed'],
    [
      'has the day of the base if the change drops it',
      '2026-04-01',
      undefined,
      ['operation-removed'],
      'next 2026-04-01 written 2026-04-01 claimed'
    ],
    [
      'claims nothing with the same day',
      '2026-04-01',
      '2026-04-01',
      ['operation-removed'],
      'next 2026-04-01 written 2026-04-01'
    ],
    ['claims nothing without a day', null, undefined, ['operation-removed'], 'next …'],
    ['is decided by any removal', null, '2027-04-01', ['field-added', 'operation-removed'], 'next … claimed']
  ])('%s', (_, before, now, kinds, built) => {
    const base = before === null ? BASE : [...BASE, next(before)]
    expect(build(base, [...BASE, next(now)], withChanges(...kinds))).toEqual([
      ...BUILT,
      built,
      '  removed GET /v1/loans'
    ])
  })

  it('is that of the base if only a moved announcement needs it', () => {
    const now: readonly Entry[] = [FIRST, ['1.1', '2025-01-10', DEPRECATED]]
    const line = '  deprecated GET /v1/loans until 2027-01-01'
    expect(build([...BASE, ['next', '2026-04-01']], now)).toEqual([
      ...BUILT,
      'next 2026-04-01 written 2026-04-01',
      line
    ])
    expect(build([...BASE, ['next', '2026-04-01']], now, withChanges('operation-removed'))).toEqual([
      ...BUILT,
      'next 2026-04-01 written 2026-04-01',
      line
    ])
  })

  it.each<[kind: string, removes: boolean]>([
    ['operation-removed', true],
    ['type-changed', true],
    ['value-added', false],
    ['field-added', false],
    ['required-parameter-added', true],
    ['deprecated', false],
    ['deprecation-withdrawn', false],
    ['sunset-set', false],
    ['sunset-moved-earlier', false],
    ['documentation-changed', false],
    ['replacement-changed', false],
    ['undeprecated', true]
  ])('can remove something by %s: %s', (kind, removes) => {
    expect(canRemove({kind})).toBe(removes)
  })
})

describe('a release that a change adds', () => {
  const removals = [{kind: 'operation-removed', subject: subjectOf('GET /v1/loans')}]
  const claim = (
    date: string | undefined,
    {planned, line = REMOVED, isVisible = false}: {planned?: string | null; line?: string; isVisible?: boolean}
  ): string | undefined => {
    const base: readonly Entry[] = planned === undefined ? BASE : [...BASE, ['next', planned ?? undefined]]
    return build(base, [...BASE, ['1.2', date, line]], isVisible ? {observed: removals} : {})[BUILT.length]
  }

  it.each<[date: string | undefined, about: Parameters<typeof claim>[1], built: string]>([
    [undefined, {}, `1.2 ${TODAY}… claimed`],
    ['2026-03-01', {}, `1.2 ${TODAY} written ${TODAY} claimed`],
    [TODAY, {}, `1.2 ${TODAY} written ${TODAY} claimed`],
    ['2026-03-03', {}, '1.2 2026-03-03 written 2026-03-03 claimed'],
    ['2026-02', {}, `1.2 ${TODAY} written ${TODAY} claimed`],
    ['2026-03', {}, `1.2 ${TODAY}…2026-03-31 claimed`],
    ['2026-04', {}, '1.2 2026-04-01…2026-04-30 written 2026-04 claimed'],
    ['2026-04-01', {isVisible: true}, `1.2 ${TODAY} written ${TODAY} claimed`],
    [undefined, {isVisible: true}, `1.2 ${TODAY} written ${TODAY} claimed`],
    ['2026-03', {isVisible: true}, `1.2 ${TODAY} written ${TODAY} claimed`],
    ['2026-04-01', {isVisible: true, planned: null}, `1.2 ${TODAY} written ${TODAY} claimed`],
    ['2026-04-01', {isVisible: true, planned: '2026-03-20'}, '1.2 2026-03-20 written 2026-03-20 claimed'],
    ['2026-04-01', {isVisible: true, planned: '2026-04-01'}, '1.2 2026-04-01 written 2026-04-01 claimed'],
    ['2026-04-01', {isVisible: true, planned: '2026-04-02'}, '1.2 2026-04-01 written 2026-04-01 claimed'],
    ['2026-04', {isVisible: true, planned: '2026-04-30'}, '1.2 2026-04-01…2026-04-30 written 2026-04 claimed'],
    ['2026-04', {isVisible: true, planned: '2026-04-01'}, '1.2 2026-04-01 written 2026-04-01 claimed'],
    ['2026-04-15', {isVisible: true, planned: '2026-04'}, '1.2 2026-04-15 written 2026-04-15 claimed'],
    ['2026-04', {isVisible: true, planned: '2026-04-29'}, '1.2 2026-04-29 written 2026-04-29 claimed'],
    ['2026-04-01', {isVisible: true, planned: '2025-12-01'}, `1.2 ${TODAY} written ${TODAY} claimed`],
    [undefined, {isVisible: true, planned: '2026-04'}, '1.2 2026-04-01…2026-04-30 claimed'],
    ['2026-04-01', {isVisible: true, line: 'removed: /v1/**'}, `1.2 ${TODAY} written ${TODAY} claimed`],
    ['2026-04-01', {isVisible: true, line: 'removed: GET /v1/fees'}, '1.2 2026-04-01 written 2026-04-01 claimed'],
    ['2026-04-01', {isVisible: true, line: DEPRECATED}, '1.2 2026-04-01 written 2026-04-01 claimed'],
    [
      '2026-04-01',
      {isVisible: true, line: 'changed: GET /v1/loans, announced: 2024-06-01'},
      '1.2 2026-04-01 written 2026-04-01 claimed'
    ],
    ['2026-04-01', {isVisible: true, line: `${REMOVED}, announced: never`}, `1.2 ${TODAY} written ${TODAY} claimed`]
  ])('on %s with %j is taken for %s', (date, about, built) => {
    expect(claim(date, about)).toBe(built)
  })

  it('is limited by its own lines only', () => {
    const now: readonly Entry[] = [...BASE, ['1.2', '2026-04-01'], ['1.3', '2026-05-01', REMOVED]]
    expect(build(BASE, now, {observed: removals}).slice(BUILT.length)).toEqual([
      '1.2 2026-04-01 written 2026-04-01 claimed',
      `1.3 ${TODAY} written ${TODAY} claimed`,
      '  removed GET /v1/loans'
    ])
  })

  it('is limited by changes that remove something only', () => {
    const now: readonly Entry[] = [...BASE, ['1.2', '2026-04-01', REMOVED]]
    const added = [{kind: 'operation-added', subject: subjectOf('GET /v1/loans')}]
    expect(build(BASE, now, {observed: added})[BUILT.length]).toBe('1.2 2026-04-01 written 2026-04-01 claimed')
  })
})

describe('an announcement or introduction of the past', () => {
  const known: readonly Entry[] = [FIRST, ['1.1', '2025-01-10', DEPRECATED]]
  const line = '  deprecated GET /v1/loans until 2027-01-01'
  const own = [...BUILT, line]

  it.each<[title: string, before: readonly Entry[], now: readonly Entry[], built: readonly string[]]>([
    [
      'that is moved to the next release stays',
      known,
      [FIRST, SECOND, ['next', undefined, DEPRECATED]],
      [...own, NEXT]
    ],
    ['that is moved within the past stays', known, [['1.0', '2024-01-10', LOANS, DEPRECATED], SECOND], own],
    [
      'that is repeated in the next release is repeated',
      known,
      [...known, ['next', undefined, DEPRECATED]],
      [...own, NEXT, line]
    ],
    [
      'that is listed twice in the base can be moved twice',
      [FIRST, ['1.1', '2025-01-10', DEPRECATED, DEPRECATED]],
      [...BASE, ['next', undefined, DEPRECATED, DEPRECATED]],
      [...own, line, NEXT]
    ],
    [
      'that is listed twice can be moved once',
      [FIRST, ['1.1', '2025-01-10', DEPRECATED, DEPRECATED]],
      [FIRST, ['1.1', '2025-01-10', DEPRECATED], ['next', undefined, DEPRECATED]],
      [...own, line, NEXT]
    ],
    [
      'that is moved and repeated is repeated once',
      known,
      [...BASE, ['next', undefined, DEPRECATED, DEPRECATED]],
      [...own, NEXT, line]
    ],
    [
      'that was unreleased can be moved to a new release',
      [...BASE, ['next', undefined, DEPRECATED]],
      [...BASE, ['1.2', '2026-04-01', DEPRECATED]],
      [...BUILT, '1.2 2026-04-01 written 2026-04-01 claimed', line]
    ],
    [
      'that is an addition is not added again',
      BASE,
      [['1.0', '2024-01-10'], SECOND, ['next', undefined, LOANS]],
      [...BUILT, NEXT]
    ],
    [
      'that is an addition can be repeated',
      BASE,
      [...BASE, ['next', undefined, LOANS]],
      [...BUILT, NEXT, '  introduced GET /v1/loans']
    ],
    [
      'that is a removal can be moved to the next release',
      [FIRST, ['1.1', '2025-01-10', REMOVED]],
      [...BASE, ['next', undefined, REMOVED]],
      [...BUILT, '  removed GET /v1/loans', NEXT, '  removed GET /v1/loans']
    ],
    [
      'with another sunset is another one',
      known,
      [...BASE, ['next', undefined, 'deprecated: GET /v1/loans, sunset: 2027-02-01']],
      [...own, NEXT, '  deprecated GET /v1/loans until 2027-02-01']
    ]
  ])('%s', (_, before, now, built) => {
    expect(build(before, now)).toEqual(built)
  })
})

const waived = (reason = 'legal', more = '') =>
  `waiver: {reason: ${reason}, approver: head, approved: 2025-02-01${more}}`
const met = (evidence = 'a survey') => `met: {consent: ${evidence}}`

describe('waivers and evidence', () => {
  const last = (before: readonly Entry[], now: readonly Entry[], options?: Partial<BaseHistoryOptions>) =>
    build(before, now, options).slice(BUILT.length)
  const next = (...more: readonly string[]): Entry => [
    'next',
    undefined,
    ...more.map(each => `${REMOVED}${each === '' ? '' : `, ${each}`}`)
  ]
  const release = (...more: readonly string[]): Entry => [
    '1.2',
    '2026-04-01',
    ...more.map(each => `${REMOVED}, ${each}`)
  ]
  const NEW = '1.2 2026-04-01 written 2026-04-01 claimed'

  it.each<[title: string, before: readonly Entry[], now: readonly Entry[], built: readonly string[]]>([
    [
      'count if the base has them',
      [...BASE, next(`${waived()}, ${met()}`)],
      [...BASE, next(`${waived()}, ${met()}`)],
      [NEXT, '  removed GET /v1/loans waived for legal consent by a survey']
    ],
    [
      'do not count if the change adds them',
      [...BASE, next('')],
      [...BASE, next(`${waived()}, ${met()}`)],
      [NEXT, '  removed GET /v1/loans']
    ],
    [
      'do not count if the change edits them',
      [...BASE, next(`${waived('legal', ', until: 2026-04-01')}, ${met()}`)],
      [...BASE, next(`${waived()}, ${met('a call')}`)],
      [NEXT, '  removed GET /v1/loans']
    ],
    [
      'count in a new release if the base has them unreleased',
      [...BASE, next(`${waived()}, ${met()}`)],
      [...BASE, release(`${waived()}, ${met()}`)],
      [NEW, '  removed GET /v1/loans waived for legal consent by a survey']
    ],
    [
      'do not count for another line',
      [...BASE, ['next', undefined, `removed: GET /v1/fees, ${waived()}, ${met()}`]],
      [...BASE, next(`${waived()}, ${met()}`)],
      [NEXT, '  removed GET /v1/loans']
    ],
    [
      'count once for each line of the base',
      [...BASE, next(`${waived()}, ${met()}`)],
      [...BASE, next(`${waived()}, ${met()}`, `${waived()}, ${met()}`)],
      [NEXT, '  removed GET /v1/loans waived for legal consent by a survey', '  removed GET /v1/loans']
    ],
    [
      'count for a line with both in the base twice',
      [...BASE, next(waived(), waived())],
      [...BASE, next(waived(), waived())],
      [NEXT, '  removed GET /v1/loans waived for legal', '  removed GET /v1/loans waived for legal']
    ],
    [
      'do not count again if the base used them in a release',
      [FIRST, ['1.1', '2025-01-10', `${REMOVED}, ${waived()}, ${met()}`]],
      [...BASE, next(`${waived()}, ${met()}`)],
      ['  removed GET /v1/loans waived for legal consent by a survey', NEXT, '  removed GET /v1/loans']
    ]
  ])('%s', (_, before, now, built) => {
    expect(last(before, now)).toEqual(built)
  })

  it.each<[key: string, line: string, other: string]>([
    ['kind', 'removed: GET /v1/loans', 'changed: GET /v1/loans'],
    ['kind of change', 'changed: GET /v1/loans, kind: type-changed', 'changed: GET /v1/loans, kind: format-changed'],
    ['detail', 'changed: GET /v1/loans, about: maxLength', 'changed: GET /v1/loans, about: minLength'],
    ['part', 'removed: GET /v1/loans, field: due, in: response', 'removed: GET /v1/loans, field: due, in: request'],
    ['new name', 'renamed: GET /v1/loans, to: GET /v2/loans', 'renamed: GET /v1/loans, to: GET /v3/loans']
  ])('do not count for a line with another %s', (_, line, other) => {
    const countOf = (before: string, now: string) =>
      collectNewEvidence(declare([...BASE, ['next', undefined, before]]), declare([...BASE, ['next', undefined, now]]))
        .waivers.length
    expect(countOf(`${line}, ${waived()}`, `${line}, ${waived()}`)).toBe(0)
    expect(countOf(`${line}, ${waived()}`, `${other}, ${waived()}`)).toBeGreaterThan(0)
  })

  it('do not count for a line with another sunset', () => {
    const now = declare([...BASE, next(waived())])
    const until = (text: string): DeclaredHistory => ({
      ...now,
      events: now.events.map(event => ({...event, sunset: {text}}))
    })
    expect(collectNewEvidence(until('2027-01-01'), until('2027-01-01')).waivers).toHaveLength(0)
    expect(collectNewEvidence(until('2027-01-01'), until('2027-01-02')).waivers).toHaveLength(1)
  })

  it('that the change adds count if the target says so, each by itself', () => {
    const asked: unknown[] = []
    const counts: BaseHistoryOptions['counts'] = (waiver, line) => {
      asked.push([waiver?.reason, line && formatSubject(line.subject)])
      return waiver !== undefined
    }
    const now: readonly Entry[] = [...BASE, next(`${waived()}, ${met()}`)]
    expect(last(BASE, now, {counts})).toEqual([NEXT, '  removed GET /v1/loans waived for legal'])
    expect(asked).toEqual([
      [undefined, undefined],
      ['legal', 'GET /v1/loans']
    ])
    expect(last(BASE, now, {counts: waiver => waiver === undefined})).toEqual([
      NEXT,
      '  removed GET /v1/loans consent by a survey'
    ])
  })

  it('of a condition count without the one that is new', () => {
    const now: readonly Entry[] = [...BASE, next('met: {consent: a survey, usage: none}')]
    expect(last([...BASE, next('met: {consent: a survey}')], now)).toEqual([
      NEXT,
      '  removed GET /v1/loans consent by a survey'
    ])
  })

  it.each<
    [
      title: string,
      before: readonly Entry[] | undefined,
      now: readonly Entry[] | undefined,
      waivers: readonly string[],
      met: number
    ]
  >([
    ['are none without a history', BASE, undefined, [], 0],
    ['are all of a first history', undefined, [...BASE, next(`${waived()}, ${met()}`)], ['legal'], 1],
    [
      'are none of the same history',
      [...BASE, next(`${waived()}, ${met()}`)],
      [...BASE, next(`${waived()}, ${met()}`)],
      [],
      0
    ],
    [
      'are none if they are released',
      [...BASE, next(`${waived()}, ${met()}`)],
      [...BASE, release(`${waived()}, ${met()}`)],
      [],
      0
    ],
    [
      'are those with another reason',
      [...BASE, next(`${waived()}, ${met()}`)],
      [...BASE, next(`${waived('security')}, ${met('a call')}`)],
      ['security'],
      1
    ],
    [
      'are those of a second line',
      [...BASE, next(`${waived()}, ${met()}`)],
      [...BASE, next(`${waived()}, ${met()}`, `${waived()}, ${met()}`)],
      ['legal'],
      1
    ],
    [
      'are those that leave a release',
      [...BASE, release(`${waived()}, ${met()}`)],
      [...BASE, next(`${waived()}, ${met()}`)],
      ['legal'],
      1
    ],
    [
      'are those that move between releases',
      [FIRST, ['1.1', '2025-01-10', `${REMOVED}, ${waived()}, ${met()}`], ['1.2', '2025-02-10']],
      [FIRST, SECOND, ['1.2', '2025-02-10', `${REMOVED}, ${waived()}, ${met()}`]],
      ['legal'],
      1
    ],
    [
      'are none of a release that only gets its day',
      [...BASE, ['1.2', undefined, `${REMOVED}, ${waived()}, ${met()}`]],
      [...BASE, release(`${waived()}, ${met()}`)],
      [],
      0
    ]
  ])('that are new %s', (_, before, now, waivers, met) => {
    const found = collectNewEvidence(before && declare(before), now && declare(now))
    expect(found.waivers.map(({waiver}) => waiver.reason)).toEqual(waivers)
    expect(found.waivers.map(({event}) => formatSubject(event.subject))).toEqual(waivers.map(() => 'GET /v1/loans'))
    expect(found.met).toBe(met)
  })

  it('have one key wherever they are written', () => {
    const [one, other, third] = ['a.yaml', 'b.yaml', 'a.yaml'].map((source, at) =>
      waiverKey({reason: at === 2 ? 'security' : 'legal', place: {source}})
    )
    expect(one).toBe(other)
    expect(one).not.toBe(third)
  })
})

describe('new lines that claim that a change is not breaking', () => {
  const changed = (...lines: readonly string[]): readonly Entry[] => [...BASE, ['next', undefined, ...lines]]
  const line = 'changed: GET /v1/loans, kind: type-changed, about: due, breaking: false'

  it.each<[title: string, before: readonly Entry[] | undefined, now: readonly Entry[] | undefined, count: number]>([
    ['are none without a history', BASE, undefined, 0],
    ['are all of a first history', undefined, changed(line), 1],
    ['are none of the same history', changed(line), changed(line), 0],
    ['are none that were released', changed(line), [...BASE, ['1.2', '2026-04-01', line]], 0],
    ['are none that claim a breaking change', BASE, changed(line.replace('false', 'true')), 0],
    ['are none that claim nothing', BASE, changed(line.replace(', breaking: false', '')), 0],
    ['are those that claimed a breaking change before', changed(line.replace('false', 'true')), changed(line), 1],
    ['are those of another subject', changed(line), changed(line.replace('loans', 'fees')), 1],
    ['are those of another kind', changed(line), changed(line.replace('type-', 'format-')), 1],
    ['are those of another detail', changed(line), changed(line.replace('due', 'fee')), 1],
    ['are those of another verb', changed(line), changed(line.replace('changed:', 'added:')), 1],
    ['are counted one by one', BASE, changed(line, line.replace('due', 'fee')), 2]
  ])('%s', (_, before, now, count) => {
    expect(countNewDenials(before && declare(before), now && declare(now))).toBe(count)
  })
})
