import {describe, expect, it} from 'vitest'
import {assemble} from '../../src/history/assemble.ts'
import {readHistoryText} from '../../src/inputs/history/file.ts'
import {parseTarget} from '../../src/languages/languages.ts'
import type {Lifecycle, Tenure} from '../../src/model/lifecycle/lifecycle.ts'
import {formatSubject, type SubjectPart, subjectKey, type Target} from '../../src/model/subject/subject.ts'
import {historyOf} from '../reading.ts'

/** A history with releases such as `1.0 2025-01-10: [added: GET /v1/loans]`; the name `on` makes a statement. */
function record(lines: readonly string[], head = ''): string {
  const entries = lines.map(line => {
    const [, name = '', date, changes = '[]'] = /^([^\s:]+)(?: ([^\s:]+))?: (.*)$/.exec(line) ?? []
    const entry = name === 'on' ? `on: ${date}` : `release: "${name}"${date ? `, date: ${date}` : ''}`
    return `  - {${entry}, changes: ${changes}}`
  })
  return `service: Lending Library API\n${head}releases:\n${entries.join('\n')}\n`
}

const lifecycleOf = (subject: string, text: string, asOf?: string, part?: SubjectPart): Lifecycle => {
  const key = subjectKey({target: parseTarget(subject) as Target, ...(part ? {part} : {})})
  return historyOf(text, asOf).bySubject.get(key) as Lifecycle
}

/** `introduced | announced | sunset | end`, with `-` for what isn't recorded. */
function formatTenure({introduced, announcements, sunset, end}: Tenure): string {
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
  lifecycleOf(subject, record(lines), asOf, part).tenures.map(formatTenure)

const LOANS = 'GET /v1/loans'

describe('the tenures of an endpoint', () => {
  it.each<[string, string[], string[]]>([
    [
      'an endpoint that is added, deprecated, and removed',
      [
        '1.0: [added: GET /v1/loans]',
        '1.1: [{deprecated: GET /v1/loans, sunset: "2.0"}]',
        '2.0: [removed: GET /v1/loans]'
      ],
      ['1.0 | 1.1 | 2.0 | 2.0']
    ],
    ['an endpoint with only its removal recorded', ['2.0: [removed: GET /v1/loans]'], ['- | - | - | 2.0']],
    [
      'a sunset that is reached before the removal',
      ['1.0 2025-01-10: [{deprecated: GET /v1/loans, sunset: 2025-06-10}]', '2.0 2025-09-10: [removed: GET /v1/loans]'],
      ['- | 1.0 | 2025-06-10 | 2025-06-10 sunset']
    ],
    [
      'a sunset in an unlisted release, which is reached with the next one',
      ['2.5: [{deprecated: GET /v1/loans, sunset: "2.6"}]', '2.8: []'],
      ['- | 2.5 | 2.6 | 2.6 sunset']
    ],
    ['a sunset in a future release', ['2.5: [{deprecated: GET /v1/loans, sunset: "3.0"}]'], ['- | 2.5 | 3.0 | -']],
    [
      'a statement followed by a deprecation in a release',
      ['on 2025-01-10: [deprecated: GET /v1/loans]', '1.1: [{deprecated: GET /v1/loans, sunset: 2027-01-10}]'],
      ['- | 2025-01-10 1.1 | 2027-01-10 | 2027-01-10 sunset']
    ],
    [
      'a moved sunset, which keeps the date of the announcement',
      [
        '1.0: [{deprecated: GET /v1/loans, sunset: "2.0"}]',
        '1.1: [{rescheduled: GET /v1/loans, sunset: "3.0"}]',
        '2.0: []'
      ],
      ['- | 1.0 | 3.0 | -']
    ],
    [
      'a sunset without a deprecation, which is an announcement',
      ['1.1: [{rescheduled: GET /v1/loans, sunset: "3.0"}]'],
      ['- | 1.1 | 3.0 | -']
    ],
    [
      'a withdrawn deprecation followed by a new one',
      [
        '1.0: [{deprecated: GET /v1/loans, sunset: "2.0"}]',
        '1.1: [withdrawn: GET /v1/loans]',
        '1.2: [deprecated: GET /v1/loans]',
        '2.0: []'
      ],
      ['- | 1.2 | - | -']
    ],
    [
      'a restored endpoint, which has a second tenure without announcement',
      [
        '1.0: [deprecated: GET /v1/loans]',
        '2.0: [removed: GET /v1/loans]',
        '2.1: [restored: GET /v1/loans]',
        '3.0: [removed: GET /v1/loans]'
      ],
      ['- | 1.0 | - | 2.0', '2.1 | - | - | 3.0']
    ],
    [
      'an endpoint that is restored before its removal, which voids the announcement',
      [
        '1.0: [added: GET /v1/loans]',
        '1.1: [deprecated: GET /v1/loans]',
        '1.2: [restored: GET /v1/loans]',
        '2.0: [removed: GET /v1/loans]'
      ],
      ['1.0 | - | - | 2.0']
    ],
    [
      'an endpoint that is added again after its sunset without a removal',
      ['1.0: [{deprecated: GET /v1/loans, sunset: "1.1"}]', '1.1: []', '2.0: [added: GET /v1/loans]'],
      ['- | 1.0 | 1.1 | 1.1 sunset', '2.0 | - | - | -']
    ],
    [
      'an announcement that is stated with the removal',
      ['1.0: []', '2.0: [{removed: GET /v1/loans, announced: "1.0"}]'],
      ['- | 1.0 | - | 2.0']
    ],
    ['a removal that was never announced', ['2.0: [{removed: GET /v1/loans, announced: never}]'], ['- | - | - | 2.0']],
    [
      'a deprecation recorded after the removal',
      ['2.0: [removed: GET /v1/loans]', '2.1: [{deprecated: GET /v1/loans, sunset: "3.0"}]'],
      ['- | - | - | 2.0']
    ]
  ])('are right for %s', (_, lines, expected) => {
    expect(tenures(LOANS, lines)).toEqual(expected)
  })
})

describe('a line about a prefix', () => {
  it.each<[string, string[], string[]]>([
    [
      'applies to everything below it',
      ['1.0: [added: GET /v1/loans]', '1.1: [{deprecated: /v1/**, sunset: "2.0"}]', '2.0: [removed: /v1/**]'],
      ['1.0 | 1.1 | 2.0 | 2.0 not own']
    ],
    [
      'does not apply to its exceptions',
      [
        '1.0: [added: GET /v1/loans]',
        '1.1: [{deprecated: /v1/**, except: [GET /v1/loans]}]',
        '2.0: [{removed: /v1/**, except: [/v1/loans/**]}]'
      ],
      ['1.0 | - | - | -']
    ],
    [
      'does not apply to another version',
      ['1.0: [added: GET /v1/loans]', '1.1: [{deprecated: /v1-beta/**}, {removed: /v1/loan/**}]'],
      ['1.0 | - | - | -']
    ],
    [
      'applies to a later endpoint from its introduction',
      ['1.0: [{deprecated: /v1/**, sunset: "3.0"}]', '2.0: [added: GET /v1/loans]', '3.0: []'],
      ['2.0 | 2.0 | 3.0 | 3.0 sunset not own']
    ],
    [
      'does not remove a later endpoint',
      ['1.0: [removed: /v1/**]', '2.0: [added: GET /v1/loans]'],
      ['2.0 | - | - | -']
    ],
    [
      'gives no sunset to an endpoint that is added after the day',
      ['1.0 2025-01-10: [{deprecated: /v1/**, sunset: 2025-06-10}]', '2.0 2025-09-10: [added: GET /v1/loans]'],
      ['2.0 | - | - | -']
    ],
    [
      'announces first, and a more specific sunset takes precedence',
      [
        '1.0: [{deprecated: /v1/**, sunset: "4.0"}]',
        '1.1: [{deprecated: GET /v1/loans, sunset: "3.0"}]',
        '2.0: [{rescheduled: /v1/**, sunset: "5.0"}]'
      ],
      ['- | 1.0 1.1 | 3.0 | -']
    ],
    [
      'yields to a line about a longer prefix',
      [
        '1.0: [{deprecated: /v1/loans/**, sunset: "3.0"}, {deprecated: /v1/**, sunset: "4.0"}, {changed: GET /v1/loans}]'
      ],
      ['- | 1.0 1.0 | 3.0 | -']
    ],
    [
      'can be withdrawn for all, which leaves other announcements',
      [
        '1.0: [{deprecated: /v1/**, sunset: "3.0"}]',
        '1.1: [{deprecated: GET /v1/loans, sunset: "4.0"}]',
        '1.2: [withdrawn: /v1/**]'
      ],
      ['- | 1.1 | 4.0 | -']
    ],
    [
      'can be withdrawn for one endpoint',
      ['1.0: [{deprecated: /v1/**, sunset: "3.0"}]', '1.2: [withdrawn: GET /v1/loans]', '3.0: []'],
      ['- | - | - | -']
    ],
    [
      'can restore what was removed with the prefix',
      ['1.0: [added: GET /v1/loans]', '2.0: [removed: /v1/**]', '2.1: [restored: /v1/**]'],
      ['1.0 | - | - | 2.0 not own', '2.1 | - | - | -']
    ]
  ])('%s', (_, lines, expected) => {
    expect(tenures(LOANS, lines)).toEqual(expected)
  })
})

describe('the parts of an endpoint', () => {
  const due: SubjectPart = {field: 'due', in: 'response'}
  it.each<[string, string[], string[]]>([
    [
      'can have their own announcements and removals',
      [
        '1.0: [{added: GET /v1/loans, field: due, in: response}]',
        '1.1: [{deprecated: GET /v1/loans, field: due, in: response, sunset: "2.0"}]',
        '2.0: [{removed: GET /v1/loans, field: due, in: response}]'
      ],
      ['1.0 | 1.1 | 2.0 | 2.0']
    ],
    [
      "aren't announced with their endpoint if they are removed while it stays",
      [
        '1.1: [{deprecated: GET /v1/loans, sunset: "1.2"}]',
        '1.2: []',
        '2.0: [{removed: GET /v1/loans, field: due, in: response}]'
      ],
      ['- | - | - | 2.0']
    ],
    [
      'can be announced after the sunset of their endpoint, which stays',
      [
        '1.1: [{deprecated: GET /v1/loans, sunset: "1.2"}]',
        '1.2: [{deprecated: GET /v1/loans, field: due, in: response}]',
        '2.0: [{removed: GET /v1/loans, field: due, in: response}]'
      ],
      ['- | 1.2 | - | 2.0']
    ],
    [
      'are announced with their endpoint that is removed in the same release',
      [
        '1.1: [{deprecated: GET /v1/loans, sunset: "1.2"}]',
        '1.2: []',
        '2.0: [{removed: GET /v1/loans, field: due, in: response}, {removed: GET /v1/loans}]'
      ],
      ['- | 1.1 | 1.2 | 1.2 sunset']
    ],
    [
      'have no removal of their own when the endpoint is removed',
      ['1.0: [{added: GET /v1/loans, field: due, in: response}]', '2.0: [removed: GET /v1/loans]'],
      ['1.0 | - | - | -']
    ],
    [
      'are separate for request and response',
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
      'end the tenure of the old name and start that of the new one',
      ['1.0: [added: GET /v1-beta/loans]', '2.0: [{promoted: GET /v1-beta/loans, to: GET /v1/loans}]'],
      ['1.0 | - | - | 2.0'],
      ['2.0 | - | - | -']
    ],
    [
      'announce the sunset of the old name if it stays until then',
      ['2.0: [{promoted: GET /v1-beta/loans, to: GET /v1/loans, oldUntil: "3.0"}]', '3.0: []'],
      ['- | 2.0 | 3.0 | 3.0 sunset'],
      ['2.0 | - | - | -']
    ],
    [
      'leave the tenure of an existing name unchanged',
      ['1.0: [added: GET /v1/loans]', '2.0: [{renamed: GET /v1-beta/loans, to: GET /v1/loans}]'],
      ['- | - | - | 2.0'],
      ['1.0 | - | - | -']
    ]
  ])('%s', (_, lines, old, renamed) => {
    expect(tenures('GET /v1-beta/loans', lines)).toEqual(old)
    expect(tenures(LOANS, lines)).toEqual(renamed)
  })
})

describe('the successors of an endpoint', () => {
  const successors = (lines: readonly string[]): string[] =>
    (lifecycleOf(LOANS, record(lines)).tenures.at(-1)?.successors ?? []).map(
      ({subject, moment, startsClock}) =>
        `${formatSubject(subject)} ${startsClock ? 'from' : 'there in'} ${moment.stated.replace('release ', '')}`
    )

  it.each<[string, string[], string[]]>([
    [
      'a higher version of the endpoint',
      ['1.0: [added: GET /v1/loans]', '2.0: [added: GET /v2/loans]'],
      ['GET /v2/loans from 2.0']
    ],
    [
      'no lower version, other method, or other path',
      ['1.0: [{added: GET /v1-beta/loans}, {added: GET /v1/loans}, {added: PUT /v2/loans}, {added: GET /v2/copies}]'],
      []
    ],
    [
      'a replacement named before its release, which starts the notice period',
      ['1.0: [{deprecated: GET /v1/loans, replacement: GET /v1/lendings}]', '2.0: [added: GET /v1/lendings]'],
      ['GET /v1/lendings from 2.0']
    ],
    [
      'a replacement named in its own release, which starts the notice period',
      ['2.0: [{added: GET /v1/lendings}, {deprecated: GET /v1/loans, replacement: GET /v1/lendings}]'],
      ['GET /v1/lendings from 2.0']
    ],
    [
      'a replacement named later, which does not start the notice period',
      ['1.0: [added: GET /v1/lendings]', '2.0: [{deprecated: GET /v1/loans, replacement: GET /v1/lendings}]'],
      ['GET /v1/lendings there in 1.0']
    ],
    [
      'the same path below a prefix that replaces the prefix',
      [
        '1.0: [{added: GET /v1/loans}, {deprecated: /v1/**, replacement: /lending/v2/**}]',
        '2.0: [added: GET /lending/v2/loans]'
      ],
      ['GET /lending/v2/loans from 2.0']
    ],
    [
      'a replacement that is not recorded',
      ['1.0: [{deprecated: GET /v1/loans, replacement: GET /v1/lendings}]'],
      ['GET /v1/lendings there in introduction of GET /v1/lendings']
    ],
    [
      'a version that existed before the endpoint was restored, which does not start the notice period',
      ['1.0: [added: GET /v2/loans]', '2.0: [removed: GET /v1/loans]', '3.0: [restored: GET /v1/loans]'],
      ['GET /v2/loans there in 1.0']
    ],
    [
      'versions that stay before those that are removed no later',
      [
        '1.0: [{added: GET /v1/loans}, {added: GET /v2/loans}, {added: GET /v3/loans}, {added: GET /v4/loans}]',
        '2.0: [removed: GET /v2/loans]',
        '3.0: [{removed: GET /v1/loans}, {removed: GET /v3/loans}]'
      ],
      ['GET /v4/loans from 1.0', 'GET /v2/loans from 1.0', 'GET /v3/loans from 1.0']
    ]
  ])('include %s', (_, lines, expected) => {
    expect(successors(lines)).toEqual(expected)
  })
})

describe('the state as of a day', () => {
  const lines = [
    '1.0 2025-01-10: [{added: GET /v1/loans}, {deprecated: GET /v1/loans, sunset: 2025-09-10}]',
    '2.0 2025-09-10: [removed: GET /v1/loans]'
  ]
  it.each([
    ['2025-06-10', '1.0 | 1.0 | 2025-09-10 | 2.0 pending'],
    ['2025-09-09', '1.0 | 1.0 | 2025-09-10 | 2.0 pending'],
    ['2025-09-10', '1.0 | 1.0 | 2025-09-10 | 2.0']
  ])('on %s has the removal pending until it ships', (asOf, expected) => {
    expect(tenures(LOANS, lines, asOf)).toEqual([expected])
  })

  it.each([
    ['2025-09-09', '- | 1.0 | 2025-09-10 | -'],
    ['2025-09-10', '- | 1.0 | 2025-09-10 | 2025-09-10 sunset']
  ])('on %s has the end of support only once the sunset is reached', (asOf, expected) => {
    expect(tenures(LOANS, ['1.0 2025-01-10: [{deprecated: GET /v1/loans, sunset: 2025-09-10}]'], asOf)).toEqual([
      expected
    ])
  })

  it('has a removal in `next` pending, whatever its date', () => {
    const next = ['1.0: [added: GET /v1/loans]', 'next 2025-01-10: [removed: GET /v1/loans]']
    expect(tenures(LOANS, next, '2025-06-10')).toEqual(['1.0 | - | - | next pending'])
  })

  it('ignores a sunset in a planned release', () => {
    const planned = ['1.0: [{deprecated: GET /v1/loans, sunset: "2.0"}]', '2.0 2025-09-10: []']
    expect(tenures(LOANS, planned, '2025-09-09')).toEqual(['- | 1.0 | 2.0 | -'])
    expect(tenures(LOANS, planned, '2025-09-10')).toEqual(['- | 1.0 | 2.0 | 2.0 sunset'])
  })
})

describe('the day of recording', () => {
  const announced = (entry: string, recorded: string | undefined) => {
    const text = record([`${entry}: [{deprecated: GET /v1/loans, sunset: 2027-01-10}]`])
    const {declared} = readHistoryText(text, 'history.yaml')
    const when = recorded === undefined ? undefined : recorded === '' ? {} : {earliest: recorded, latest: recorded}
    const history = assemble(declared, {asOf: '2026-01-10', recorded: () => when})
    const [announcement] = history.lifecycles[0]?.tenures[0]?.announcements ?? []
    return [announcement?.moment.when, announcement?.unrecorded]
  }
  const on = (day: string) => ({earliest: day, latest: day})

  it.each<[string, string, string | undefined, unknown, boolean]>([
    ['counts from the day on which it was recorded', '1.0 2025-03-10', '2025-04-10', on('2025-04-10'), false],
    ['counts from its own day if it was recorded before', '1.0 2025-03-10', '2025-03-01', on('2025-03-10'), false],
    ['is not exact if the day of recording is unknown', '1.0 2025-03-10', '', {earliest: '2025-03-10'}, true],
    [
      'counts from the day on which it was recorded, whatever day it claims',
      '1.0 2024-03-10',
      '2025-04-10',
      on('2025-04-10'),
      false
    ],
    ['counts as declared without a day of recording', '1.0 2025-03-10', undefined, on('2025-03-10'), false]
  ])('has an announcement that %s', (_, entry, recorded, when, unrecorded) => {
    expect(announced(entry, recorded)).toEqual([when, unrecorded])
  })
})

describe('the lifecycle of an endpoint version', () => {
  it('has the moments of introduction, deprecation, and removal', () => {
    const lifecycle = lifecycleOf(
      'GET /v1/loans/{id}',
      record([
        '1.0: [added: "GET /v1/loans/{loanId}"]',
        '1.1: [deprecated: "GET /v1/loans/{loan_id}"]',
        '2.0: [removed: "GET /v1/loans/{id}"]'
      ])
    )
    expect(lifecycle.subject.target).toMatchObject({verb: 'GET', path: '/v1/loans/{loanId}'})
    const [tenure] = lifecycle.tenures
    const moments = [tenure?.introduced?.moment, tenure?.announcements[0]?.mark, tenure?.end?.moment]
    expect(moments.map(moment => moment?.stated)).toEqual(['release 1.0', 'release 1.1', 'release 2.0'])
  })

  it('has the stated stabilities, those of facts first', () => {
    const text = record(
      [
        '1.0: [{changed: operation ListLoans, stability: beta}]',
        '2.0: [{changed: operation ListLoans, stability: ga}]'
      ],
      'subjects: [{subject: operation ListLoans, stability: alpha}]\n'
    )
    expect(lifecycleOf('operation ListLoans', text).statedStabilities.map(({stability}) => stability)).toEqual([
      'alpha',
      'beta',
      'ga'
    ])
  })

  it('exists without moments for a subject that is only known as a fact', () => {
    const lifecycle = lifecycleOf(
      'Loan.shelf',
      record([], 'subjects: [{subject: Loan.shelf, type: string}]\n').replace('releases:\n\n', 'releases: []\n')
    )
    expect(lifecycle.tenures.map(formatTenure)).toEqual(['- | - | - | -'])
  })
})
