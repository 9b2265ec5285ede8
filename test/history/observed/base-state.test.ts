import {describe, expect, it} from 'vitest'
import {
  addClaimedDate,
  applyCommitDate,
  type CommitDates,
  collectAnnouncedKeys,
  collectPastEvents,
  expandStabilityHistory,
  expandSunsetHistory,
  findRelevantOperations,
  insertCommitDays
} from '../../../src/gate/judging/base-state.ts'
import type {EventDraft} from '../../../src/history/observed/events-from-changes.ts'
import type {DescribedOperation, FirstCommit} from '../../../src/model/api/release-diff.ts'
import type {WrittenEvent} from '../../../src/model/lifecycle/history.ts'
import {formatSubject, subjectKey} from '../../../src/model/subject/subject.ts'
import {parseDateRange, UNKNOWN_DATE} from '../../../src/model/time/date-range.ts'
import {change, reach, subjectOf} from '../../changes.ts'
import {declare, type Entry} from '../declared.ts'

const PLACE = {source: 'openapi.yaml'}
const NO_DATES: CommitDates = {marked: new Map(), arrived: new Map(), stated: new Map(), isShallow: false}
const LOANS = 'GET /v1/loans'
const keyOf = (text: string): string => subjectKey(subjectOf(text))
const first = (day: string, more: Partial<FirstCommit> = {}): FirstCommit => ({
  commit: '0123456789abcdef',
  day,
  ...more
})
const marked = (witness: FirstCommit, subject = LOANS) => ({marked: new Map([[keyOf(subject), witness]])})
const arrived = (witness: FirstCommit, subject = LOANS) => ({arrived: new Map([[keyOf(subject), witness]])})

const event = (kind: EventDraft['kind'], more: Partial<EventDraft> = {}): EventDraft => ({
  kind,
  verb: kind === 'introduced' ? 'added' : (kind as 'deprecated'),
  subject: subjectOf(LOANS),
  entry: 9,
  place: PLACE,
  by: {},
  ...more
})

/** The days of commits by their number, so that entries are days. */
const LINE = {
  entries: [],
  placeOf: (at: number) => at,
  placeOn: (day: string) => Number(day.replaceAll('-', '')),
  days: []
}

const format = ({
  kind,
  entry,
  by,
  announced,
  via,
  sunset,
  stability,
  change: of,
  undatedUntil,
  isUnreleased
}: EventDraft): string =>
  [
    kind,
    `at ${entry}`,
    ...(by ? ['by then'] : []),
    ...(announced === undefined
      ? []
      : [
          `announced ${announced === 'never' ? announced : [announced.text, ...(announced.stated === undefined ? [] : [`as ${announced.stated}`])].join(' ')}`
        ]),
    ...(via === undefined ? [] : [`via ${via}`]),
    ...(sunset === undefined ? [] : [`until ${sunset.text}`]),
    ...(stability === undefined ? [] : [`as ${stability}`]),
    ...(of === undefined ? [] : [of]),
    ...(undatedUntil === undefined ? [] : [`undated until ${undatedUntil}`]),
    ...(isUnreleased ? ['unreleased'] : [])
  ].join(' ')

describe('the timeline with the days of commits', () => {
  const insert = (written: readonly (string | undefined)[], dates: Partial<CommitDates>) => {
    const entries = written.map((date, at) => ({
      entry: {
        kind: 'release' as const,
        name: `1.${at}`,
        stated: parseDateRange(date ?? '') ?? UNKNOWN_DATE,
        place: PLACE
      },
      at
    }))
    return insertCommitDays(entries, {...NO_DATES, ...dates}, PLACE)
  }
  const namesOf = (...args: Parameters<typeof insert>): string =>
    insert(...args)
      .entries.map(({name}) => name)
      .join(' ')

  it.each<[title: string, written: readonly (string | undefined)[], dates: Partial<CommitDates>, names: string]>([
    ['has none without a commit', ['2024-01-10'], {}, '1.0'],
    [
      'has a day after earlier releases',
      ['2024-01-10', '2024-06-01'],
      marked(first('2024-03-01')),
      '1.0 2024-03-01 1.1'
    ],
    [
      'has a day after a release of that day',
      ['2024-01-10', '2024-06-01'],
      marked(first('2024-06-01')),
      '1.0 1.1 2024-06-01'
    ],
    ['has a day before all later releases', ['2024-01-10'], marked(first('2024-01-09')), '2024-01-09 1.0'],
    [
      'has a day after the last release that began before',
      ['2024', '2023-12-01'],
      marked(first('2024-01-01')),
      '1.0 1.1 2024-01-01'
    ],
    ['has a day in a month after that', ['2024-03'], marked(first('2024-03-01')), '1.0 2024-03-01'],
    ['has a day before that month', ['2024-03'], marked(first('2024-02-29')), '2024-02-29 1.0'],
    [
      'has a day before releases without one',
      ['2024-01-10', undefined],
      marked(first('2024-03-01')),
      '1.0 2024-03-01 1.1'
    ],
    [
      'has a day after a later one of an earlier release',
      [undefined, '2024-01-10'],
      marked(first('2024-03-01')),
      '1.0 1.1 2024-03-01'
    ],
    ['has the day of an arrival', [], arrived(first('2024-03-01')), '2024-03-01'],
    [
      'has the day of a stability',
      [],
      {stated: new Map([['x', [{day: '2024-03-01'}, {day: '2024-02-01'}]]])},
      '2024-02-01 2024-03-01'
    ],
    ['has the day of a sunset', [], {sunsets: new Map([['x', [{day: '2024-03-01'}]]])}, '2024-03-01'],
    [
      'has the first day of a mark',
      [],
      marked(first('2024-03-01', {notBefore: '2024-02-01'})),
      '2024-02-01 2024-03-01'
    ],
    ['has each day once', [], {...marked(first('2024-03-01')), ...arrived(first('2024-03-01'))}, '2024-03-01']
  ])('%s', (_, written, dates, names) => {
    expect(namesOf(written, dates)).toBe(names)
  })

  it('maps entries and days to their places', () => {
    const line = insert(['2024-01-10', '2024-06-01'], marked(first('2024-03-01')))
    expect([line.placeOf(0), line.placeOf(1), line.placeOf(7)]).toEqual([0, 2, 7])
    expect([line.placeOn('2024-03-01'), line.placeOn('2020-01-01')]).toEqual([1, 0])
    expect(line.days).toEqual([1])
    expect(line.entries[1]).toMatchObject({
      kind: 'announcement',
      date: '2024-03-01',
      stated: {earliest: '2024-03-01', latest: '2024-03-01'}
    })
  })
})

const operation = (text: string, described: DescribedOperation['described'] = {}): DescribedOperation => ({
  subject: subjectOf(text),
  place: PLACE,
  described
})

describe('the operations that matter', () => {
  const find = (
    events: Parameters<typeof findRelevantOperations>[1],
    ...operations: readonly DescribedOperation[]
  ): string[] => findRelevantOperations(operations, events).map(({subject}) => formatSubject(subject))
  const about = (text: string) => [{subject: subjectOf(text)}]

  it.each<[title: string, events: Parameters<typeof findRelevantOperations>[1], operation: string, matters: boolean]>([
    ['named ones', about(LOANS), LOANS, true],
    ['other ones', about(LOANS), 'GET /v1/fees', false],
    ['other versions', about(LOANS), 'GET /v2/loans', true],
    ['the operation of a part', [{subject: subjectOf(LOANS, {field: 'due', in: 'response'})}], LOANS, true],
    ['replacements', [{subject: subjectOf(LOANS), replacement: subjectOf('GET /v1/fees')}], 'GET /v1/fees', true],
    [
      'affected ones',
      [
        {
          subject: subjectOf('Loan.due'),
          observed: change('type-changed', 'Loan.due', {reaches: [reach('GET /v1/fees', 'response')]})
        }
      ],
      'GET /v1/fees',
      true
    ],
    [
      'those that a change does not affect',
      [{subject: subjectOf('Loan.due'), observed: change('type-changed', 'Loan.due')}],
      'GET /v1/fees',
      false
    ],
    ['those under a named prefix', about('/v1/**'), LOANS, true],
    ['those under another prefix', about('/v2/**'), LOANS, false],
    [
      'those under the prefix of all paths',
      [{subject: {target: {kind: 'prefix', text: '/**', path: '', isPrefix: true as const}}}],
      LOANS,
      false
    ],
    ['named ones without a path', about('operation ListLoans'), 'operation ListLoans', true],
    ['other ones without a path', about('operation ListLoans'), 'operation ListFees', false]
  ])('include %s: %s', (_, events, text, matters) => {
    expect(find(events, operation(text))).toEqual(matters ? [text] : [])
  })

  it('include the replacements that they name', () => {
    const loans = operation(LOANS, {replacement: 'GET /v1/fees'})
    expect(find(about(LOANS), loans, operation('GET /v1/fees'), operation('GET /v1/shelves'))).toEqual([
      LOANS,
      'GET /v1/fees'
    ])
    expect(find(about('GET /v1/shelves'), loans, operation('GET /v1/fees'), operation('GET /v1/shelves'))).toEqual([
      'GET /v1/shelves'
    ])
    expect(find(about(LOANS), operation(LOANS, {replacement: 'the other one'}), operation('GET /v1/fees'))).toEqual([
      LOANS
    ])
  })
})

describe('the past that the older description shows', () => {
  const collect = (events: readonly EventDraft[], dates: Partial<CommitDates> = {}): string[] =>
    collectPastEvents([operation(LOANS, {deprecated: true})], [], 5, events, {...NO_DATES, ...dates}).map(
      ({kind}) => kind
    )
  const at = (kind: EventDraft['kind'], entry: number) => event(kind, {entry})

  it.each<[title: string, events: readonly EventDraft[], kinds: readonly string[], dates?: Partial<CommitDates>]>([
    ['is all of it without a line', [], ['introduced', 'deprecated']],
    ['has an addition that a line declares', [at('introduced', 1)], ['introduced', 'deprecated']],
    ['has no addition of what was removed', [at('removed', 1)], ['deprecated']],
    ['has an addition of what the change removes', [at('removed', 5)], ['introduced', 'deprecated']],
    [
      'has an addition of what was removed and restored',
      [at('removed', 1), at('restored', 2)],
      ['introduced', 'deprecated']
    ],
    ['has no addition of what is added later', [at('introduced', 6)], ['deprecated']],
    ['has an addition of what is added by then', [at('introduced', 5)], ['introduced', 'deprecated']],
    ['has no mark that a line announces', [at('deprecated', 1)], ['introduced']],
    ['has no mark that an unreleased line announces', [at('deprecated', 6)], ['introduced']],
    ['has no mark that a line reschedules', [at('rescheduled', 1)], ['introduced']],
    ['has no mark that a line withdraws', [at('withdrawn', 1)], ['introduced']],
    [
      'has a mark that a commit dates',
      [at('deprecated', 1)],
      ['introduced', 'deprecated'],
      marked(first('2024-03-01'))
    ],
    [
      'has no mark that a line announces, if no release is known',
      [at('deprecated', 1)],
      ['introduced'],
      {...marked(first('2024-03-01')), unknownUntil: '2026-03-02'}
    ],
    [
      'has a mark of which a line announces some uses',
      [event('deprecated', {entry: 1, coverage: {uses: [], covered: []}})],
      ['introduced', 'deprecated']
    ],
    [
      'has a mark of what a line is not about',
      [event('deprecated', {entry: 1, subject: subjectOf('GET /v1/fees')})],
      ['introduced', 'deprecated']
    ]
  ])('%s', (_, events, kinds, dates) => {
    // Marks of operations come first.
    expect(collect(events, dates).toSorted()).toEqual([...kinds].toSorted())
  })

  it('has the marks of the whole API and of parts', () => {
    const part = operation('Loan.due', {deprecated: true})
    const whole = operation('/v1/**', {sunset: '2027-01-01'})
    const found = collectPastEvents([], [whole], 5, [], {...NO_DATES, parts: [part]})
    expect(found.map(({subject}) => formatSubject(subject))).toEqual(['/v1/**', 'Loan.due'])
  })

  it('knows which announcements are declared', () => {
    expect([...collectAnnouncedKeys([at('deprecated', 1), at('removed', 1)], NO_DATES)]).toEqual([LOANS])
    expect([...collectAnnouncedKeys([at('removed', 1)], NO_DATES)]).toEqual([])
  })
})

describe('an event that a commit dates', () => {
  const DAY = '2024-03-01'
  const since = (text: string) => ({since: new Map([[keyOf(LOANS), text]])})
  const claimed = (text: string): Partial<EventDraft> => ({announced: {text}})

  it.each<[title: string, event: EventDraft, dates: Partial<CommitDates>, dated: string]>([
    ['stays without one', event('deprecated'), {}, 'deprecated at 9 by then'],
    [
      'stays with one of another subject',
      event('deprecated'),
      marked(first(DAY), 'GET /v1/fees'),
      'deprecated at 9 by then'
    ],
    ['stays if it is no mark or arrival', event('removed'), arrived(first(DAY)), 'removed at 9 by then'],
    ['arrives with it', event('introduced'), arrived(first(DAY)), 'introduced at 20240301'],
    [
      'arrives with it or before, if it is the first',
      event('introduced'),
      arrived(first(DAY, {isFirst: true})),
      'introduced at 20240301 by then'
    ],
    ['does not arrive with its mark', event('introduced'), marked(first(DAY)), 'introduced at 9 by then'],
    ['is not marked with its arrival', event('deprecated'), arrived(first(DAY)), 'deprecated at 9 by then'],
    [
      'is marked with it',
      event('deprecated'),
      marked(first(DAY)),
      'deprecated at 20240301 announced 2024-03-01 via commit 0123456789'
    ],
    [
      'is marked with its release',
      event('deprecated'),
      marked(first(DAY, {release: '1.2'})),
      'deprecated at 20240301 announced 2024-03-01 as release 1.2 via release 1.2'
    ],
    [
      'is marked by then, if it is the first',
      event('deprecated'),
      marked(first(DAY, {isFirst: true})),
      'deprecated at 20240301 by then via commit 0123456789'
    ],
    [
      'is marked since the day that was stated first, if it is the first',
      event('deprecated'),
      {...marked(first(DAY, {isFirst: true})), ...since('2023-01-01')},
      'deprecated at 20240301 by then announced 2023-01-01 via commit 0123456789'
    ],
    [
      'is not marked since an unreadable day',
      event('deprecated'),
      {...marked(first(DAY, {isFirst: true})), ...since('spring')},
      'deprecated at 20240301 by then via commit 0123456789'
    ],
    [
      'is not marked since a day that was stated later',
      event('deprecated'),
      {...marked(first(DAY)), ...since('2023-01-01')},
      'deprecated at 20240301 announced 2024-03-01 via commit 0123456789'
    ],
    [
      'does not count from an earlier day that it claims',
      event('deprecated', claimed('2024-02-29')),
      marked(first(DAY)),
      'deprecated at 20240301 announced 2024-03-01 via commit 0123456789'
    ],
    [
      'counts from a later day that it claims',
      event('deprecated', claimed('2024-03-02')),
      marked(first(DAY, {release: '1.2'})),
      'deprecated at 20240301 announced 2024-03-02 via release 1.2'
    ],
    [
      'counts from the day that it claims, if it is the same',
      event('deprecated', claimed(DAY)),
      marked(first(DAY, {release: '1.2'})),
      'deprecated at 20240301 announced 2024-03-01 as release 1.2 via release 1.2'
    ],
    [
      'counts from an earlier day that it claims, if it is the first',
      event('deprecated', claimed('2023-06-01')),
      marked(first(DAY, {isFirst: true})),
      'deprecated at 20240301 by then announced 2023-06-01 via commit 0123456789'
    ],
    [
      'counts from the later of what it claims and stated first',
      event('deprecated', claimed('2023-06-01')),
      {...marked(first(DAY, {isFirst: true})), ...since('2023-06-02')},
      'deprecated at 20240301 by then announced 2023-06-02 via commit 0123456789'
    ],
    [
      'counts from what it claims if that is as late',
      event('deprecated', claimed('2023-06-03')),
      {...marked(first(DAY, {isFirst: true})), ...since('2023-06-02')},
      'deprecated at 20240301 by then announced 2023-06-03 via commit 0123456789'
    ],
    [
      'counts from what it claims if the first day is unreadable',
      event('deprecated', claimed('2023-06-01')),
      {...marked(first(DAY, {isFirst: true})), ...since('spring')},
      'deprecated at 20240301 by then announced 2023-06-01 via commit 0123456789'
    ],
    [
      'counts from its commit if the day that it claims is unreadable',
      event('deprecated', claimed('spring')),
      marked(first(DAY)),
      'deprecated at 20240301 announced 2024-03-01 via commit 0123456789'
    ],
    [
      'counts from its commit if it claims none',
      event('deprecated', {announced: 'never'}),
      marked(first(DAY)),
      'deprecated at 20240301 announced 2024-03-01 via commit 0123456789'
    ],
    [
      'does not count from the day that was stated first, if the commit is not the first',
      event('deprecated', claimed('2023-01-01')),
      {...marked(first(DAY)), ...since('2023-06-01')},
      'deprecated at 20240301 announced 2024-03-01 via commit 0123456789'
    ],
    [
      'counts from the day that was stated first, if it claims none',
      event('deprecated', {announced: 'never'}),
      {...marked(first(DAY, {isFirst: true})), ...since('2023-01-01')},
      'deprecated at 20240301 by then announced 2023-01-01 via commit 0123456789'
    ],
    [
      'is unreleased with it',
      event('deprecated'),
      marked(first(DAY, {isUnreleased: true})),
      'deprecated at 20240301 announced 2024-03-01 via commit 0123456789 unreleased'
    ],
    [
      'arrives unreleased with it',
      event('introduced'),
      arrived(first(DAY, {isUnreleased: true})),
      'introduced at 20240301'
    ],
    [
      'is marked between two days',
      event('deprecated'),
      marked(first(DAY, {notBefore: '2024-02-01'})),
      'deprecated at 20240201 announced 2024-02-01 undated until 2024-03-01'
    ],
    [
      'is marked between two days, up to its release',
      event('deprecated'),
      marked(first(DAY, {notBefore: '2024-02-01', release: '1.2'})),
      'deprecated at 20240201 announced 2024-02-01 as release 1.2 undated until 2024-03-01'
    ],
    [
      'arrives on the last of two days',
      event('introduced'),
      arrived(first(DAY, {notBefore: '2024-02-01'})),
      'introduced at 20240301'
    ],
    [
      'is marked on any day, if no release is known',
      event('deprecated', claimed('2023-01-01')),
      {unknownUntil: '2026-03-02'},
      'deprecated at 9 by then undated until 2026-03-02'
    ],
    [
      'is marked after its commit, if no release is known',
      event('deprecated', claimed('2023-01-01')),
      {...marked(first(DAY)), unknownUntil: '2026-03-02'},
      'deprecated at 20240301 announced 2024-03-01 as the first release that has it undated until 2026-03-02'
    ],
    [
      'is marked on any day, if no release is known and the commit is the first',
      event('deprecated'),
      {...marked(first(DAY, {isFirst: true})), unknownUntil: '2026-03-02'},
      'deprecated at 9 by then undated until 2026-03-02'
    ],
    [
      'arrives with its commit, if no release is known',
      event('introduced'),
      {...arrived(first(DAY)), unknownUntil: '2026-03-02'},
      'introduced at 20240301'
    ]
  ])('%s', (_, of, dates, dated) => {
    expect(format(applyCommitDate(of, {...NO_DATES, ...dates}, LINE))).toBe(dated)
  })
})

describe('a mark of the first commit counts from the day that a line claims', () => {
  const FIRST = marked(first('2024-03-01', {isFirst: true}))
  const claim = (
    entries: readonly Entry[],
    {
      of = event('deprecated'),
      dates = FIRST,
      recorded
    }: {of?: EventDraft; dates?: Partial<CommitDates>; recorded?: string | null} = {}
  ): string | undefined => {
    const recordedOn = (_: WrittenEvent) =>
      recorded === undefined ? undefined : recorded === null ? {} : parseDateRange(recorded)
    const {announced} = addClaimedDate(of, declare(entries), {...NO_DATES, ...dates}, recordedOn)
    return announced === 'never' || announced === undefined ? announced : announced.text
  }
  const LINE_OF = 'deprecated: GET /v1/loans'
  const on = (day: string | undefined, line = LINE_OF): readonly Entry[] => [['1.0', day, line]]

  it.each<[title: string, entries: readonly Entry[], claimed: string | undefined, about?: Parameters<typeof claim>[1]]>(
    [
      ['by its release', on('2024-01-10'), '1.0'],
      ['by its day', [['on', '2024-01-10', LINE_OF]], '2024-01-10'],
      ['by a day that it states', on('2024-01-10', `${LINE_OF}, announced: 2023-06-01, via: a mail`), '2023-06-01'],
      ['not of an unreleased line', [['next', undefined, LINE_OF]], undefined],
      [
        'of an unreleased removal that states it',
        [['next', undefined, 'removed: GET /v1/loans, announced: 2023-06-01']],
        '2023-06-01'
      ],
      ['not of a removal', on('2024-01-10', 'removed: GET /v1/loans'), undefined],
      ['not of one that was never announced', on('2024-01-10', 'removed: GET /v1/loans, announced: never'), undefined],
      ['not of another subject', on('2024-01-10', 'deprecated: GET /v1/fees'), undefined],
      ['not of the day after the commit', [['on', '2024-03-02', LINE_OF]], undefined],
      ['of the day of the commit', [['on', '2024-03-01', LINE_OF]], '2024-03-01'],
      [
        'of the first of two lines',
        [
          ['on', '2024-01-10', LINE_OF],
          ['on', '2024-02-10', LINE_OF]
        ],
        '2024-01-10'
      ],
      [
        'of the second line if the first is too late',
        [
          ['on', '2024-04-10', LINE_OF],
          ['on', '2024-02-10', LINE_OF]
        ],
        '2024-02-10'
      ],
      [
        'not if it claims one itself',
        on('2024-01-10'),
        '2022-01-01',
        {of: event('deprecated', {announced: {text: '2022-01-01'}})}
      ],
      ['not if it is an addition', on('2024-01-10'), undefined, {of: event('introduced')}],
      ['not if the commit is not the first', on('2024-01-10'), undefined, {dates: marked(first('2024-03-01'))}],
      ['not without a commit', on('2024-01-10'), undefined, {dates: {}}],
      ['if it was recorded by then', [['on', '2024-01-10', LINE_OF]], '2024-01-10', {recorded: '2024-01-10'}],
      [
        'from the day on which it was recorded, if later',
        [['on', '2024-01-10', LINE_OF]],
        '2024-01-11',
        {recorded: '2024-01-11'}
      ],
      ['not if it was recorded after the commit', [['on', '2024-01-10', LINE_OF]], undefined, {recorded: '2024-03-02'}],
      ['not if it is unknown when it was recorded', [['on', '2024-01-10', LINE_OF]], undefined, {recorded: null}],
      ['by its release, if that was recorded by then', on('2024-01-10'), '1.0', {recorded: '2024-01-10'}],
      ['by the day on which its release was recorded', on('2024-01-10'), '2024-01-11', {recorded: '2024-01-11'}],
      ['by its release without a day', on(undefined), '1.0', {recorded: '2024-01-11'}]
    ]
  )('%s', (_, entries, claimed, about) => {
    expect(claim(entries, about)).toBe(claimed)
  })
})

describe('what descriptions stated one after the other', () => {
  const stated = (...levels: readonly (readonly [day: string, stability?: string])[]): CommitDates => ({
    ...NO_DATES,
    stated: new Map([
      [keyOf(LOANS), levels.map(([day, stability]) => ({day, ...(stability === undefined ? {} : {stability})}))]
    ])
  })
  const ADDED = event('introduced', {stability: 'ga'})

  it.each<[title: string, event: EventDraft, dates: CommitDates, events: readonly string[]]>([
    ['is one level', ADDED, stated(['2024-01-10', 'ga']), ['introduced at 9 by then as ga']],
    ['is none', ADDED, NO_DATES, ['introduced at 9 by then as ga']],
    [
      'is each level from its day',
      ADDED,
      stated(['2024-01-10', 'beta'], ['2024-03-01', 'ga']),
      ['introduced at 20240110 by then as beta', 'changed at 20240301 as ga stability-changed']
    ],
    [
      'is no level from its day',
      ADDED,
      stated(['2024-01-10'], ['2024-03-01', 'ga'], ['2024-04-01']),
      [
        'introduced at 20240110 by then',
        'changed at 20240301 as ga stability-changed',
        'changed at 20240401 stability-changed'
      ]
    ],
    [
      'is about additions',
      event('deprecated'),
      stated(['2024-01-10', 'beta'], ['2024-03-01', 'ga']),
      ['deprecated at 9 by then']
    ]
  ])('%s', (_, of, dates, events) => {
    expect(expandStabilityHistory(of, dates, LINE).map(format)).toEqual(events)
  })

  const sunsets = (...all: readonly (readonly [day: string, sunset?: string])[]): CommitDates => ({
    ...NO_DATES,
    sunsets: new Map([[keyOf(LOANS), all.map(([day, sunset]) => ({day, ...(sunset === undefined ? {} : {sunset})}))]])
  })
  const MARK = event('deprecated', {announced: {text: '2024-01-10'}, sunset: {text: '2027-01-01'}})

  it.each<[title: string, event: EventDraft, dates: CommitDates, events: readonly string[]]>([
    ['is the sunset', MARK, NO_DATES, ['deprecated at 9 by then announced 2024-01-10 until 2027-01-01']],
    [
      'is each sunset from its day',
      MARK,
      sunsets(['2024-03-01', '2026-01-01'], ['2024-04-01']),
      [
        'deprecated at 9 by then announced 2024-01-10',
        'rescheduled at 20240301 until 2026-01-01',
        'rescheduled at 20240401 sunset-dropped'
      ]
    ],
    ['is about marks', event('introduced'), sunsets(['2024-03-01', '2026-01-01']), ['introduced at 9 by then']],
    [
      'is about its subject',
      event('deprecated', {subject: subjectOf('GET /v1/fees')}),
      sunsets(['2024-03-01', '2026-01-01']),
      ['deprecated at 9 by then']
    ]
  ])('%s', (_, of, dates, events) => {
    expect(expandSunsetHistory(of, dates, LINE).map(format)).toEqual(events)
  })
})
