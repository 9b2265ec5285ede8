// The day from which a line counts, by the day that it states and the days on which the history got it.
import {describe, expect, it} from 'vitest'
import {assemble} from '../../src/history/assemble.ts'
import {readHistoryText} from '../../src/inputs/history/file.ts'
import {parseTarget} from '../../src/languages/languages.ts'
import type {Lifecycle} from '../../src/model/lifecycle/lifecycle.ts'
import {type Subject, subjectKey, type Target} from '../../src/model/subject/subject.ts'
import {type DateRange, parseDateRange, singleDay} from '../../src/model/time/date-range.ts'
import {formatRange} from '../model/timelines.ts'
import {historyOf} from '../reading.ts'

const subjectOf = (text: string): Subject => ({target: parseTarget(text) as Target})
const LOANS = subjectOf('GET /v1/loans')

describe('the day from which periods count with an introduction', () => {
  const countedOf = (stated: string, recorded: DateRange | undefined): string => {
    const text = `service: Lending Library API\nreleases: [{release: "1.0", date: ${stated}, changes: [{added: GET /v1/loans}]}]\n`
    const {declared} = readHistoryText(text, 'history.yaml')
    const history = assemble(declared, {asOf: '2030-01-01', recorded: () => recorded})
    const {moment, counted} = history.bySubject.get(subjectKey(LOANS))?.tenures[0]?.introduced ?? {}
    return counted ? `${formatRange(counted.when)} of a commit` : formatRange(moment?.when ?? {})
  }
  const on = (day: string): DateRange => parseDateRange(day) ?? {}

  it.each<[how: string, stated: string, recorded: DateRange | undefined, counts: string]>([
    ['without a commit', '2025-03-10', undefined, '2025-03-10'],
    ['recorded on its day', '2025-03-10', on('2025-03-10'), '2025-03-10'],
    ['recorded before its day', '2025-03-10', on('2025-03-01'), '2025-03-10'],
    ['recorded after its day', '2025-03-10', on('2025-03-11'), '2025-03-11 of a commit'],
    ['of a month, recorded in it', '2025-03', on('2025-03-20'), '2025-03-01…2025-03-31'],
    ['of a month, recorded on its last day', '2025-03', on('2025-03-31'), '2025-03-01…2025-03-31'],
    ['of a month, recorded after it', '2025-03', on('2025-04-01'), '2025-04-01 of a commit'],
    ['recorded by a later day', '2025-03-10', {latest: '2025-06-01'}, '2025-03-10…2025-06-01 of a commit'],
    ['recorded by its day', '2025-03-10', {latest: '2025-03-10'}, '2025-03-10']
  ])('%s: %s', (_, stated, recorded, counts) => {
    expect(countedOf(stated, recorded)).toBe(counts)
  })
})

describe('the day from which a deprecation in a candidate counts', () => {
  const announcedIn = (releases: readonly string[], asOf?: string): string => {
    const entries = releases.map(each => `  - {${each}}`).join('\n')
    const history = historyOf(`service: Lending Library API\nreleases:\n${entries}\n`, asOf)
    return formatRange(history.bySubject.get(subjectKey(LOANS))?.tenures[0]?.announcements[0]?.moment.when ?? {})
  }
  const CANDIDATE = 'release: "2.0-rc.1", date: 2025-01-10, changes: [{deprecated: GET /v1/loans}]'

  it.each<[string, string[], string]>([
    [
      'the final release',
      [CANDIDATE, 'release: "2.0-rc.2", date: 2025-02-10', 'release: "2.0", date: 2025-03-10'],
      '2025-03-10'
    ],
    ['a later final release', [CANDIDATE, 'release: "2.1", date: 2025-04-10'], '2025-04-10'],
    ['the as-of day, without a final release', [CANDIDATE, 'release: "2.0-rc.2", date: 2025-02-10'], '2025-05-01'],
    [
      'the next final release, and no fix of an older line',
      [CANDIDATE, 'release: "1.0.7", date: 2025-02-10', 'release: "2.0", date: 2025-03-10'],
      '2025-03-10'
    ]
  ])('is that of %s', (_, releases, day) => {
    expect(announcedIn(releases, '2025-05-01')).toBe(day)
  })
})

describe('an endpoint that a prefix excepted before', () => {
  const TEXT =
    'service: Lending Library API\nreleases: [{release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/copies}, {deprecated: /v1/**}]}]\n'
  const announced = (recorded: string | undefined, widened: readonly string[], subject: Subject): string => {
    const {declared} = readHistoryText(TEXT, 'history.yaml')
    const history = assemble(declared, {
      asOf: '2030-01-01',
      recorded: ({kind}) => (kind === 'deprecated' && recorded ? singleDay(recorded) : undefined),
      widened: ({kind}) => (kind === 'deprecated' ? widened.map(day => ({subject: LOANS, when: singleDay(day)})) : [])
    })
    const life: Lifecycle | undefined = history.bySubject.get(subjectKey(subject))
    return formatRange(life?.tenures[0]?.announcements[0]?.moment.when ?? {})
  }

  it.each<[string | undefined, string[], string, string]>([
    [undefined, [], '2025-01-10', '2025-01-10'],
    [undefined, ['2025-02-10'], '2025-02-10', '2025-01-10'],
    ['2025-01-20', ['2025-02-10'], '2025-02-10', '2025-01-20'],
    ['2025-03-10', ['2025-02-10'], '2025-03-10', '2025-03-10'],
    [undefined, ['2025-02-10', '2025-04-10'], '2025-04-10', '2025-01-10']
  ])(
    'recorded on %s and excepted until %j, is announced on %s, and the others on %s',
    (recorded, until, day, other) => {
      expect(announced(recorded, until, LOANS)).toBe(day)
      expect(announced(recorded, until, subjectOf('GET /v1/copies'))).toBe(other)
    }
  )
})

describe('a replacement counts as a successor', () => {
  const releasedIn = (...entries: readonly string[]): string[] => {
    const history = historyOf(
      `service: Lending Library API\nreleases:\n${entries.map(each => `  - {${each}}\n`).join('')}`
    )
    const tenure = history.bySubject.get(subjectKey(LOANS))?.tenures.at(-1)
    return tenure?.successors.map(({moment, startsClock}) => `${moment.stated}${startsClock ? ' starts' : ''}`) ?? []
  }
  const ADDED = 'release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /lending}]'
  const NAMED = 'date: 2025-01-10, changes: [{deprecated: GET /v1/loans, replacement: GET /lending}]'
  const GONE = 'release: "1.1", date: 2024-02-10, changes: [{removed: GET /lending}]'
  const restored = (release: string, day: string): string =>
    `release: "${release}", date: ${day}, changes: [{restored: GET /lending}]`
  const END = 'release: "2.0", date: 2026-01-10, changes: [{removed: GET /v1/loans}]'

  it('from its introduction', () => {
    expect(releasedIn(ADDED, `release: "1.2", ${NAMED}`)).toEqual(['release 1.0'])
  })

  it('from its last introduction before the end, if it was removed and restored', () => {
    expect(releasedIn(ADDED, GONE, restored('1.2', '2024-03-10'), `release: "1.3", ${NAMED}`, END)).toEqual([
      'release 1.2'
    ])
    expect(releasedIn(ADDED, GONE, `release: "1.2", ${NAMED}`, restored('1.3', '2025-02-10'), END)).toEqual([
      'release 1.3 starts'
    ])
  })

  it('from its first introduction, if all others come after the end', () => {
    expect(releasedIn(ADDED, GONE, `release: "1.2", ${NAMED}`, END, restored('2.1', '2026-02-10'))).toEqual([
      'release 1.0'
    ])
  })
})
