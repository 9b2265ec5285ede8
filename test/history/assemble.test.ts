import {describe, expect, it} from 'vitest'
import {assemble} from '../../src/history/assemble.ts'
import {readHistoryText} from '../../src/inputs/history/file.ts'
import {parseTarget} from '../../src/languages/languages.ts'
import {endpointVersion, type Lifecycle, type Tenure} from '../../src/model/lifecycle/lifecycle.ts'
import {formatSubject, type SubjectPart, subjectKey, type Target} from '../../src/model/subject/subject.ts'
import {historyOf} from '../reading.ts'

/** A record whose releases are given as `1.0 2025-01-10: [added: GET /v1/loans]`; a name `on` is a statement. */
function record(lines: readonly string[], head = ''): string {
  const entries = lines.map(line => {
    const [, name = '', date, changes = '[]'] = /^([^\s:]+)(?: ([^\s:]+))?: (.*)$/.exec(line) ?? []
    const what = name === 'on' ? `on: ${date}` : `release: "${name}"${date ? `, date: ${date}` : ''}`
    return `  - {${what}, changes: ${changes}}`
  })
  return `service: Lending Library API\n${head}releases:\n${entries.join('\n')}\n`
}

const lifeOf = (subject: string, text: string, asOf?: string, part?: SubjectPart): Lifecycle => {
  const key = subjectKey({target: parseTarget(subject) as Target, ...(part ? {part} : {})})
  return historyOf(text, asOf).bySubject.get(key) as Lifecycle
}

/** `introduced | announced | promised end | end`, with `-` for what is not on record. */
function told({introduced, announcements, sunset, end}: Tenure): string {
  const short = (stated: string): string => stated.replace('release ', '')
  const how = end && [end.kind === 'sunset' ? 'sunset' : '', end.isOwn ? '' : 'not own', end.pending ? 'pending' : '']
  return [
    introduced ? short(introduced.moment.stated) : '-',
    announcements.map(({moment}) => short(moment.stated)).join(' ') || '-',
    sunset ? short(sunset.moment.stated) : '-',
    end ? [short(end.moment.stated), ...(how ?? [])].filter(Boolean).join(' ') : '-'
  ].join(' | ')
}

const tenures = (subject: string, lines: readonly string[], asOf?: string, part?: SubjectPart): string[] =>
  lifeOf(subject, record(lines), asOf, part).tenures.map(told)

const LOANS = 'GET /v1/loans'

describe('tenures of an endpoint', () => {
  it.each<[string, string[], string[]]>([
    [
      'from its introduction to its removal',
      [
        '1.0: [added: GET /v1/loans]',
        '1.1: [{deprecated: GET /v1/loans, sunset: "2.0"}]',
        '2.0: [removed: GET /v1/loans]'
      ],
      ['1.0 | 1.1 | 2.0 | 2.0']
    ],
    ['known by its end alone', ['2.0: [removed: GET /v1/loans]'], ['- | - | - | 2.0']],
    [
      'the earlier of the sunset reached and the removal',
      ['1.0 2025-01-10: [{deprecated: GET /v1/loans, sunset: 2025-06-10}]', '2.0 2025-09-10: [removed: GET /v1/loans]'],
      ['- | 1.0 | 2025-06-10 | 2025-06-10 sunset']
    ],
    [
      'a sunset in a release that is not listed falls in the first after it',
      ['2.5: [{deprecated: GET /v1/loans, sunset: "2.6"}]', '2.8: []'],
      ['- | 2.5 | 2.6 | 2.6 sunset']
    ],
    [
      'a sunset in a release that has not come',
      ['2.5: [{deprecated: GET /v1/loans, sunset: "3.0"}]'],
      ['- | 2.5 | 3.0 | -']
    ],
    [
      'a statement, and then the mark',
      ['on 2025-01-10: [deprecated: GET /v1/loans]', '1.1: [{deprecated: GET /v1/loans, sunset: 2027-01-10}]'],
      ['- | 2025-01-10 1.1 | 2027-01-10 | 2027-01-10 sunset']
    ],
    [
      'a sunset moved: the clock keeps its start, the last day binds',
      [
        '1.0: [{deprecated: GET /v1/loans, sunset: "2.0"}]',
        '1.1: [{rescheduled: GET /v1/loans, sunset: "3.0"}]',
        '2.0: []'
      ],
      ['- | 1.0 | 3.0 | -']
    ],
    [
      'a new sunset that no one had announced announces',
      ['1.1: [{rescheduled: GET /v1/loans, sunset: "3.0"}]'],
      ['- | 1.1 | 3.0 | -']
    ],
    [
      'a deprecation taken back is void, a second one starts the clock',
      [
        '1.0: [{deprecated: GET /v1/loans, sunset: "2.0"}]',
        '1.1: [withdrawn: GET /v1/loans]',
        '1.2: [deprecated: GET /v1/loans]',
        '2.0: []'
      ],
      ['- | 1.2 | - | -']
    ],
    [
      'restored after its removal: a second tenure, and nothing is announced',
      [
        '1.0: [deprecated: GET /v1/loans]',
        '2.0: [removed: GET /v1/loans]',
        '2.1: [restored: GET /v1/loans]',
        '3.0: [removed: GET /v1/loans]'
      ],
      ['- | 1.0 | - | 2.0', '2.1 | - | - | 3.0']
    ],
    [
      'restored before its end: one tenure, and the announcement is void',
      [
        '1.0: [added: GET /v1/loans]',
        '1.1: [deprecated: GET /v1/loans]',
        '1.2: [restored: GET /v1/loans]',
        '2.0: [removed: GET /v1/loans]'
      ],
      ['1.0 | - | - | 2.0']
    ],
    [
      'added again after its sunset, though no removal was recorded',
      ['1.0: [{deprecated: GET /v1/loans, sunset: "1.1"}]', '1.1: []', '2.0: [added: GET /v1/loans]'],
      ['- | 1.0 | 1.1 | 1.1 sunset', '2.0 | - | - | -']
    ],
    [
      'said to be announced with its end',
      ['1.0: []', '2.0: [{removed: GET /v1/loans, announced: "1.0"}]'],
      ['- | 1.0 | - | 2.0']
    ],
    ['announced never', ['2.0: [{removed: GET /v1/loans, announced: never}]'], ['- | - | - | 2.0']],
    [
      'what is told after the end does not reach back',
      ['2.0: [removed: GET /v1/loans]', '2.1: [{deprecated: GET /v1/loans, sunset: "3.0"}]'],
      ['- | - | - | 2.0']
    ]
  ])('%s', (_, lines, expected) => {
    expect(tenures(LOANS, lines)).toEqual(expected)
  })
})

describe('what a prefix says', () => {
  it.each<[string, string[], string[]]>([
    [
      'covers all under it',
      ['1.0: [added: GET /v1/loans]', '1.1: [{deprecated: /v1/**, sunset: "2.0"}]', '2.0: [removed: /v1/**]'],
      ['1.0 | 1.1 | 2.0 | 2.0 not own']
    ],
    [
      'but not what it leaves out',
      [
        '1.0: [added: GET /v1/loans]',
        '1.1: [{deprecated: /v1/**, except: [GET /v1/loans]}]',
        '2.0: [{removed: /v1/**, except: [/v1/loans/**]}]'
      ],
      ['1.0 | - | - | -']
    ],
    [
      'nor another version',
      ['1.0: [added: GET /v1/loans]', '1.1: [{deprecated: /v1-beta/**}, {removed: /v1/loan/**}]'],
      ['1.0 | - | - | -']
    ],
    [
      'counts from the introduction of what is added later',
      ['1.0: [{deprecated: /v1/**, sunset: "3.0"}]', '2.0: [added: GET /v1/loans]', '3.0: []'],
      ['2.0 | 2.0 | 3.0 | 3.0 sunset not own']
    ],
    [
      'ended nothing that came after it',
      ['1.0: [removed: /v1/**]', '2.0: [added: GET /v1/loans]'],
      ['2.0 | - | - | -']
    ],
    [
      'promised nothing to what came after the promised day',
      ['1.0 2025-01-10: [{deprecated: /v1/**, sunset: 2025-06-10}]', '2.0 2025-09-10: [added: GET /v1/loans]'],
      ['2.0 | - | - | -']
    ],
    [
      'starts the clock where it came first; the more specific sunset binds',
      [
        '1.0: [{deprecated: /v1/**, sunset: "4.0"}]',
        '1.1: [{deprecated: GET /v1/loans, sunset: "3.0"}]',
        '2.0: [{rescheduled: /v1/**, sunset: "5.0"}]'
      ],
      ['- | 1.0 1.1 | 3.0 | -']
    ],
    [
      'of two prefixes the longer binds',
      [
        '1.0: [{deprecated: /v1/loans/**, sunset: "3.0"}, {deprecated: /v1/**, sunset: "4.0"}, {changed: GET /v1/loans}]'
      ],
      ['- | 1.0 1.0 | 3.0 | -']
    ],
    [
      'is taken back for all, and only what it said',
      [
        '1.0: [{deprecated: /v1/**, sunset: "3.0"}]',
        '1.1: [{deprecated: GET /v1/loans, sunset: "4.0"}]',
        '1.2: [withdrawn: /v1/**]'
      ],
      ['- | 1.1 | 4.0 | -']
    ],
    [
      'is taken back for one',
      ['1.0: [{deprecated: /v1/**, sunset: "3.0"}]', '1.2: [withdrawn: GET /v1/loans]', '3.0: []'],
      ['- | - | - | -']
    ],
    [
      'brings back what went with it',
      ['1.0: [added: GET /v1/loans]', '2.0: [removed: /v1/**]', '2.1: [restored: /v1/**]'],
      ['1.0 | - | - | 2.0 not own', '2.1 | - | - | -']
    ]
  ])('%s', (_, lines, expected) => {
    expect(tenures(LOANS, lines)).toEqual(expected)
  })
})

describe('parts of an endpoint', () => {
  const due: SubjectPart = {field: 'due', in: 'response'}
  it.each<[string, string[], string[]]>([
    [
      'have announcements and ends of their own',
      [
        '1.0: [{added: GET /v1/loans, field: due, in: response}]',
        '1.1: [{deprecated: GET /v1/loans, field: due, in: response, sunset: "2.0"}]',
        '2.0: [{removed: GET /v1/loans, field: due, in: response}]'
      ],
      ['1.0 | 1.1 | 2.0 | 2.0']
    ],
    [
      'are announced with what they are part of',
      [
        '1.1: [{deprecated: GET /v1/loans, sunset: "3.0"}]',
        '2.0: [{removed: GET /v1/loans, field: due, in: response}]'
      ],
      ['- | 1.1 | 3.0 | 2.0']
    ],
    [
      'end with it without an end of their own',
      ['1.0: [{added: GET /v1/loans, field: due, in: response}]', '2.0: [removed: GET /v1/loans]'],
      ['1.0 | - | - | -']
    ],
    [
      'have a side',
      [
        '1.0: [{added: GET /v1/loans, field: due, in: response}]',
        '2.0: [{removed: GET /v1/loans, field: due, in: request}]'
      ],
      ['1.0 | - | - | -']
    ]
  ])('%s', (_, lines, expected) => {
    expect(tenures(LOANS, lines, undefined, due)).toEqual(expected)
  })
})

describe('renames and promotions', () => {
  it.each<[string, string[], string[], string[]]>([
    [
      'end the old name and begin the new one',
      ['1.0: [added: GET /v1-beta/loans]', '2.0: [{promoted: GET /v1-beta/loans, to: GET /v1/loans}]'],
      ['1.0 | - | - | 2.0'],
      ['2.0 | - | - | -']
    ],
    [
      'announce the end of the old name where it lives on until then',
      ['2.0: [{promoted: GET /v1-beta/loans, to: GET /v1/loans, until: "3.0"}]', '3.0: []'],
      ['- | 2.0 | 3.0 | 3.0 sunset'],
      ['2.0 | - | - | -']
    ],
    [
      'leave what was there where two become one',
      ['1.0: [added: GET /v1/loans]', '2.0: [{renamed: GET /v1-beta/loans, to: GET /v1/loans}]'],
      ['- | - | - | 2.0'],
      ['1.0 | - | - | -']
    ]
  ])('%s', (_, lines, old, renamed) => {
    expect(tenures('GET /v1-beta/loans', lines)).toEqual(old)
    expect(tenures(LOANS, lines)).toEqual(renamed)
  })
})

describe('successors', () => {
  const successors = (lines: readonly string[]): string[] =>
    (lifeOf(LOANS, record(lines)).tenures.at(-1)?.successors ?? []).map(
      ({subject, moment, startsClock}) =>
        `${formatSubject(subject)} ${startsClock ? 'from' : 'there in'} ${moment.stated.replace('release ', '')}`
    )

  it.each<[string, string[], string[]]>([
    [
      'a higher version of the lineage',
      ['1.0: [added: GET /v1/loans]', '2.0: [added: GET /v2/loans]'],
      ['GET /v2/loans from 2.0']
    ],
    [
      'no lower one, no other method, no other path',
      ['1.0: [{added: GET /v1-beta/loans}, {added: GET /v1/loans}, {added: PUT /v2/loans}, {added: GET /v2/copies}]'],
      []
    ],
    [
      'a replacement named no later than its own release',
      ['1.0: [{deprecated: GET /v1/loans, replacement: GET /v1/lendings}]', '2.0: [added: GET /v1/lendings]'],
      ['GET /v1/lendings from 2.0']
    ],
    [
      'one named in the release itself',
      ['2.0: [{added: GET /v1/lendings}, {deprecated: GET /v1/loans, replacement: GET /v1/lendings}]'],
      ['GET /v1/lendings from 2.0']
    ],
    [
      'one named later is there, and starts no clock',
      ['1.0: [added: GET /v1/lendings]', '2.0: [{deprecated: GET /v1/loans, replacement: GET /v1/lendings}]'],
      ['GET /v1/lendings there in 1.0']
    ],
    [
      'under a prefix that moves, the same path',
      [
        '1.0: [{added: GET /v1/loans}, {deprecated: /v1/**, replacement: /lending/v2/**}]',
        '2.0: [added: GET /lending/v2/loans]'
      ],
      ['GET /lending/v2/loans from 2.0']
    ],
    [
      'one that is nowhere on record may have come at any time',
      ['1.0: [{deprecated: GET /v1/loans, replacement: GET /v1/lendings}]'],
      ['GET /v1/lendings there in introduction of GET /v1/lendings']
    ],
    [
      'one that was there before it was restored is no news for it',
      ['1.0: [added: GET /v2/loans]', '2.0: [removed: GET /v1/loans]', '3.0: [restored: GET /v1/loans]'],
      ['GET /v2/loans there in 1.0']
    ],
    [
      'what goes no later than it after what stays',
      [
        '1.0: [{added: GET /v1/loans}, {added: GET /v2/loans}, {added: GET /v3/loans}, {added: GET /v4/loans}]',
        '2.0: [removed: GET /v2/loans]',
        '3.0: [{removed: GET /v1/loans}, {removed: GET /v3/loans}]'
      ],
      ['GET /v4/loans from 1.0', 'GET /v2/loans from 1.0', 'GET /v3/loans from 1.0']
    ]
  ])('%s', (_, lines, expected) => {
    expect(successors(lines)).toEqual(expected)
  })
})

describe('as of a day', () => {
  const lines = [
    '1.0 2025-01-10: [{added: GET /v1/loans}, {deprecated: GET /v1/loans, sunset: 2025-09-10}]',
    '2.0 2025-09-10: [removed: GET /v1/loans]'
  ]
  it.each([
    ['2025-06-10', '1.0 | 1.0 | 2025-09-10 | 2.0 pending'],
    ['2025-09-09', '1.0 | 1.0 | 2025-09-10 | 2.0 pending'],
    ['2025-09-10', '1.0 | 1.0 | 2025-09-10 | 2.0']
  ])('%s', (asOf, expected) => {
    expect(tenures(LOANS, lines, asOf)).toEqual([expected])
  })

  it.each([
    ['2025-09-09', '- | 1.0 | 2025-09-10 | -'],
    ['2025-09-10', '- | 1.0 | 2025-09-10 | 2025-09-10 sunset']
  ])('%s, and no one records the removal', (asOf, expected) => {
    expect(tenures(LOANS, ['1.0 2025-01-10: [{deprecated: GET /v1/loans, sunset: 2025-09-10}]'], asOf)).toEqual([
      expected
    ])
  })

  it('what `next` removes is pending, whatever its day', () => {
    const next = ['1.0: [added: GET /v1/loans]', 'next 2025-01-10: [removed: GET /v1/loans]']
    expect(tenures(LOANS, next, '2025-06-10')).toEqual(['1.0 | - | - | next pending'])
  })

  it('a sunset in a release that is planned has not come', () => {
    const planned = ['1.0: [{deprecated: GET /v1/loans, sunset: "2.0"}]', '2.0 2025-09-10: []']
    expect(tenures(LOANS, planned, '2025-09-09')).toEqual(['- | 1.0 | 2.0 | -'])
    expect(tenures(LOANS, planned, '2025-09-10')).toEqual(['- | 1.0 | 2.0 | 2.0 sunset'])
  })
})

describe('an adopted history', () => {
  const announced = (entry: string, recorded: string | undefined) => {
    const text = record([`${entry}: [{deprecated: GET /v1/loans, sunset: 2027-01-10}]`], 'adopted: 2025-01-10\n')
    const {declared} = readHistoryText(text, 'history.yaml')
    const when = recorded === undefined ? undefined : recorded === '' ? {} : {earliest: recorded, latest: recorded}
    const history = assemble(declared, {asOf: '2026-01-10', recorded: () => when})
    const [announcement] = history.lifecycles[0]?.tenures[0]?.announcements ?? []
    return [announcement?.moment.when, announcement?.unrecorded]
  }
  const on = (day: string) => ({earliest: day, latest: day})

  it.each<[string, string, string | undefined, unknown, boolean]>([
    ['counts from its record', '1.0 2025-03-10', '2025-04-10', on('2025-04-10'), false],
    ['counts from its day where the record is older', '1.0 2025-03-10', '2025-03-01', on('2025-03-10'), false],
    ['is not exact where no one knows the record', '1.0 2025-03-10', '', {earliest: '2025-03-10'}, true],
    ['counts from its record, whatever day it claims', '1.0 2024-03-10', '2025-04-10', on('2025-04-10'), false],
    ['is taken as declared without a way to know', '1.0 2025-03-10', undefined, on('2025-03-10'), false]
  ])('an announcement %s', (_, entry, recorded, when, unrecorded) => {
    expect(announced(entry, recorded)).toEqual([when, unrecorded])
  })
})

describe('the life of an endpoint version', () => {
  it('is told in three moments', () => {
    const life = lifeOf(
      'GET /v1/loans/{id}',
      record([
        '1.0: [added: "GET /v1/loans/{loanId}"]',
        '1.1: [deprecated: "GET /v1/loans/{loan_id}"]',
        '2.0: [removed: "GET /v1/loans/{id}"]'
      ])
    )
    const version = endpointVersion(life)
    expect(version).toMatchObject({method: 'GET', path: '/v1/loans/{loanId}'})
    expect([version?.introduced, version?.deprecated, version?.removed].map(moment => moment?.stated)).toEqual([
      'release 1.0',
      'release 1.1',
      'release 2.0'
    ])
  })

  it('knows what was stated of its stability, facts first', () => {
    const text = record(
      [
        '1.0: [{changed: operation ListLoans, stability: beta}]',
        '2.0: [{changed: operation ListLoans, stability: ga}]'
      ],
      'subjects: [{subject: operation ListLoans, stability: alpha}]\n'
    )
    expect(lifeOf('operation ListLoans', text).statedStabilities.map(({stability}) => stability)).toEqual([
      'alpha',
      'beta',
      'ga'
    ])
  })

  it('is there for what is only known as a fact', () => {
    const life = lifeOf(
      'Loan.shelf',
      record([], 'subjects: [{subject: Loan.shelf, type: string}]\n').replace('releases:\n\n', 'releases: []\n')
    )
    expect(life.tenures.map(told)).toEqual(['- | - | - | -'])
    expect(endpointVersion(life)).toBeUndefined()
  })
})
