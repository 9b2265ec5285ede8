import {describe, expect, it} from 'vitest'
import {BROKEN, LIBRARY, next, TODAY} from '../library.ts'
import {folder, tenure} from '../run.ts'

const policyWith = (before: string): string =>
  'name: library\nstabilities: [beta, ga]\nmarkers: [{form: v<major>, stability: ga}, {form: v<major>-beta, stability: beta}]\n' +
  `guarantees: {ga: {notice: 1 month, successor: {stability: any, before: ${before}}}, beta: none}\n`

const cwd = folder({
  'history.yaml': LIBRARY,
  'broken.yaml': BROKEN,
  'undated.yaml': LIBRARY.replaceAll(/^ {4}date: .*\n/gm, ''),
  'silent.yaml': LIBRARY.replace('complete: true\n', ''),
  'quarters.yaml': 'extends: thirteen-months\nguarantees: {ga: {endWindow: quarter-start}}\n',
  'majors.yaml': 'extends: thirteen-months\nguarantees: {ga: {endWindow: major}}\n',
  'never.yaml': 'extends: thirteen-months\nguarantees: {ga: {endWindow: never}}\n',
  'from-successor.yaml': 'extends: thirteen-months\nguarantees: {ga: {starts: successor}}\n',
  'needs-successor.yaml': policyWith('end'),
  'needs-before.yaml': policyWith('announcement'),
  'successor.yaml': `${LIBRARY}  - {release: next, date: 2026-05-02, changes: [{added: GET /v2/loans}]}\n`
})

/** The answer, without the line that names the policy. */
async function when(...args: string[]): Promise<string> {
  const {code, out, err} = await tenure(['when', '--as-of', TODAY, ...args], {cwd})
  expect({code, err}).toEqual({code: 0, err: ''})
  expect(out).toMatch(/^Checked \S+ against \S+/)
  return out.slice(out.indexOf('\n') + 1)
}

describe.concurrent('when may it end', () => {
  it.each<[string, string[], string]>([
    [
      'a live GA endpoint',
      ['GET /v1/loans'],
      `
\`GET /v1/loans\` may end on 2027-04-02 at the earliest, if its end is announced today, 2026-03-02.
  13 months from today, 2026-03-02, as nothing has started its clock: until 2027-04-02 (clause current /guarantees/ga/notice)
`
    ],
    [
      'a beta endpoint',
      ['GET /v1-beta/wishes'],
      '\n`GET /v1-beta/wishes` may end on any day: nothing is promised to beta.\n'
    ],
    [
      'a deprecated one with a date',
      ['GET /v1/fees'],
      `
\`GET /v1/fees\` may end on 2026-04-01 at the earliest.
  13 months from release 1.1 (2025-03-01): until 2026-04-01 (clause current /guarantees/ga/notice)
`
    ],
    [
      'a deprecated one with a sunset that is later than the notice',
      ['GET /v1/shelves'],
      `
\`GET /v1/shelves\` may end on 2026-06-01 at the earliest.
  13 months from release 1.1 (2025-03-01): until 2026-04-01 (clause current /guarantees/ga/notice)
  Its promised end is 2026-06-01 (clause current /guarantees/ga)
`
    ],
    [
      'a deprecated one without dates',
      ['GET /v1/fees', '--history', 'undated.yaml'],
      `
The earliest lawful end of \`GET /v1/fees\` cannot be told: the date of release 1.1 is not known.
  13 months from release 1.1 (clause current /guarantees/ga/notice)
`
    ],
    [
      'one under the notice of a prefix',
      ['GET /v1/reading-room/seats'],
      `
\`GET /v1/reading-room/seats\` may end on 2026-09-30 at the earliest.
  13 months from release 1.1 (2025-03-01): until 2026-04-01 (clause current /guarantees/ga/notice)
  Its promised end is 2026-09-30 (clause current /guarantees/ga)
`
    ],
    [
      'a removal window of quarter starts',
      ['GET /v1/loans', '--policy', 'quarters.yaml'],
      `
\`GET /v1/loans\` may end on 2027-07-01 at the earliest, if its end is announced today, 2026-03-02.
  13 months from today, 2026-03-02, as nothing has started its clock: until 2027-04-02 (clause current /guarantees/ga/notice)
  It may end only on 1 January, 1 April, 1 July, or 1 October (clause current /guarantees/ga/endWindow)
`
    ],
    [
      'one that may not end at all',
      ['GET /v1/loans', '--policy', 'never.yaml'],
      `
\`GET /v1/loans\` may never end: the policy ends nothing of this kind.
  It never ends (clause current /guarantees/ga/endWindow)
`
    ],
    [
      'not on record',
      ['GET /v1/holds'],
      `\`GET /v1/holds\` is not on record: judged by what its name shows.

\`GET /v1/holds\` may end on 2027-04-02 at the earliest, if its end is announced today, 2026-03-02.
  13 months from today, 2026-03-02, as nothing has started its clock: until 2027-04-02 (clause current /guarantees/ga/notice)
`
    ],
    [
      'already ended',
      ['GET /v1/loans', '--history', 'broken.yaml'],
      '\n`GET /v1/loans` has ended already, in release 1.2 (2025-06-01).\n'
    ],
    [
      'past its sunset and still there',
      ['GET /v1/shelves', '--as-of', '2026-06-02'],
      `It was to end on 2026-06-01; no removal has shipped.

\`GET /v1/shelves\` may end on 2026-06-02 at the earliest.
  13 months from release 1.1 (2025-03-01): until 2026-04-01 (clause current /guarantees/ga/notice)
  Its promised end is 2026-06-01 (clause current /guarantees/ga)
`
    ]
  ])('%s', async (_, args, said) => {
    expect(await when(...args)).toBe(said)
  })

  it('reads a subject of two words without quotes, as a shell hands it over', async () => {
    expect(await when('GET', '/v1/fees')).toBe(await when('GET /v1/fees'))
    expect(await when('get', '/v1/fees')).toBe(await when('GET /v1/fees'))
    expect(await when('operation', 'ListLoans')).toBe(await when('operation ListLoans'))
  })

  it('narrows the subject as history files do', async () => {
    const narrowed = await when('GET /v1/loans', '--field', 'due', '--in', 'response')
    expect(narrowed).toContain('`GET /v1/loans (field due, in response)` may end on 2027-04-02')
    expect(await when('GET /v1/loans', '--header', 'Prefer')).toContain('`GET /v1/loans (header Prefer)`')
    expect(await when('GET /v1/loans', '--parameter', 'page')).toContain('`GET /v1/loans (parameter page)`')
    expect(await when('GET /v1/loans', '--field', 'state', '--value', 'LATE')).toContain('(field state, value LATE)')
    expect(await when('Loan.shelf')).toContain('`Loan.shelf` is not on record')
  })
})

describe.concurrent('a line feed in a name', () => {
  it('begins no line of an answer', async () => {
    const changes = '{deprecated: "Loan\\n::error::x.shelf", sunset: "3.0\\n::error::y"}'
    const own = folder({'history.yaml': LIBRARY.replace('added: GET /v1/loans', changes)})
    const [asked, due] = await Promise.all([
      tenure(['when', 'Loan\n::error::x.shelf', '--as-of', TODAY], {cwd: own}),
      tenure(['due', '--as-of', TODAY], {cwd: own})
    ])
    for (const {code, out} of [asked, due]) {
      expect(code).toBe(0)
      expect(out).toContain('Loan\\n::error::x.shelf')
      expect(out).not.toMatch(/^\s*::/m)
    }
  })
})

describe.concurrent('by when must it be announced', () => {
  it.each<[string, string[], string]>([
    [
      'in time if it is announced today',
      ['GET /v1/loans', '--end', '2027-04-02'],
      `
To end \`GET /v1/loans\` on 2027-04-02, announce it on 2026-03-02 at the latest.
  13 months from the announcement: by 2026-03-02 (clause current /guarantees/ga/notice)
`
    ],
    [
      'too late already',
      ['GET /v1/loans', '--end', '2027-04-01'],
      `
To end \`GET /v1/loans\` on 2027-04-01, announce it on 2026-03-01 at the latest.
That day has passed.
\`GET /v1/loans\` may end on 2027-04-02 at the earliest, if its end is announced today, 2026-03-02.
  13 months from the announcement: by 2026-03-01 (clause current /guarantees/ga/notice)
`
    ],
    [
      'announced already',
      ['GET /v1/fees', '--end', '2026-04-01'],
      `
To end \`GET /v1/fees\` on 2026-04-01, announce it on 2025-03-01 at the latest.
Its end is announced already, in release 1.1 (2025-03-01).
\`GET /v1/fees\` may end on 2026-04-01 at the earliest.
  13 months from the announcement: by 2025-03-01 (clause current /guarantees/ga/notice)
`
    ],
    [
      'beta',
      ['GET /v1-beta/wishes', '--end', '2026-03-03'],
      '\nAn end of `GET /v1-beta/wishes` on 2026-03-03 needs no announcement: no notice is promised.\n'
    ],
    [
      'with a clock that a successor starts',
      ['GET /v1/loans', '--end', '2027-06-02', '--history', 'successor.yaml'],
      '\nAn end of `GET /v1/loans` on 2027-06-02 needs no announcement: its clock counts from release next (2026-05-02), and what is promised is over by then.\n'
    ],
    [
      'with a clock that only a successor starts, which comes too late for it',
      ['GET /v1/loans', '--end', '2027-05-01', '--history', 'successor.yaml', '--policy', 'from-successor.yaml'],
      '\n`GET /v1/loans` may not end on 2027-05-01, whenever it is announced: 2027-06-02 is the earliest, for `GET /v2/loans`, which succeeds it, comes in release next (2026-05-02).\n'
    ],
    [
      'with a successor that comes too late for it',
      ['GET /v1/loans', '--end', '2026-05-01', '--history', 'successor.yaml', '--policy', 'needs-successor.yaml'],
      `
By when an end of \`GET /v1/loans\` on 2026-05-01 must be announced cannot be told: what succeeds \`GET /v1/loans\` is not known, for \`GET /v2/loans\` comes only in release next (2026-05-02) (by 2026-04-01 as far as days are concerned).
  1 month from the announcement: by 2026-04-01 (clause current /guarantees/ga/notice)
  It needs a successor, before the end: \`GET /v2/loans\` comes only in release next (2026-05-02) (clause current /guarantees/ga/successor)
`
    ],
    [
      'with a successor that comes in time for it',
      ['GET /v1/loans', '--end', '2026-06-10', '--history', 'successor.yaml', '--policy', 'needs-successor.yaml'],
      `
To end \`GET /v1/loans\` on 2026-06-10, announce it on 2026-05-10 at the latest.
  1 month from the announcement: by 2026-05-10 (clause current /guarantees/ga/notice)
  It needs a successor, before the end: \`GET /v2/loans\` comes in release next (2026-05-02) (clause current /guarantees/ga/successor)
`
    ],
    [
      'with a successor that comes in time for its announcement',
      ['GET /v1/loans', '--end', '2026-06-10', '--history', 'successor.yaml', '--policy', 'needs-before.yaml'],
      `
To end \`GET /v1/loans\` on 2026-06-10, announce it on 2026-05-10 at the latest.
  1 month from the announcement: by 2026-05-10 (clause current /guarantees/ga/notice)
  It needs a successor, before its announcement: \`GET /v2/loans\` comes in release next (2026-05-02) (clause current /guarantees/ga/successor)
`
    ],
    [
      'with a successor that comes too late for its announcement',
      ['GET /v1/loans', '--end', '2026-06-01', '--history', 'successor.yaml', '--policy', 'needs-before.yaml'],
      `
By when an end of \`GET /v1/loans\` on 2026-06-01 must be announced cannot be told: what succeeds \`GET /v1/loans\` is not known, for \`GET /v2/loans\` comes only in release next (2026-05-02) (by 2026-05-01 as far as days are concerned).
  1 month from the announcement: by 2026-05-01 (clause current /guarantees/ga/notice)
  It needs a successor, before its announcement: \`GET /v2/loans\` comes only in release next (2026-05-02) (clause current /guarantees/ga/successor)
`
    ],
    [
      'outside the window',
      ['GET /v1/loans', '--end', '2027-05-01', '--policy', 'quarters.yaml'],
      '\n`GET /v1/loans` may not end on 2027-05-01: it may end only on 1 January, 1 April, 1 July, or 1 October; the nearest are 2027-04-01 or 2027-07-01.\n'
    ],
    [
      'clamped at the end of a month',
      ['GET /v1/loans', '--end', '2028-02-29'],
      `
To end \`GET /v1/loans\` on 2028-02-29, announce it on 2027-01-31 at the latest.
  13 months from the announcement: by 2027-01-31 (clause current /guarantees/ga/notice)
`
    ]
  ])('%s', async (_, args, said) => {
    expect(await when(...args)).toBe(said)
  })
})

describe.concurrent('when, for programs', () => {
  const json = async (...args: string[]) =>
    JSON.parse((await tenure(['when', '--as-of', TODAY, '--format', 'json', ...args], {cwd})).out)

  it('gives the day, what it waits for and the clauses', async () => {
    expect(await json('GET /v1/shelves')).toMatchObject({
      format: 1,
      command: 'when',
      asOf: TODAY,
      policy: {name: 'thirteen-months', declared: false},
      source: {path: 'history.yaml'},
      subject: 'GET /v1/shelves',
      kind: 'day',
      day: '2026-06-01',
      bounds: [{day: '2026-04-01', required: '13 months'}, {day: '2026-06-01'}]
    })
    expect(await json('GET /v1/loans', '--field', 'due', '--in', 'response')).toMatchObject({
      subject: 'GET /v1/loans',
      field: 'due',
      in: 'response',
      day: '2027-04-02'
    })
    expect(await json('GET /v1-beta/wishes')).toMatchObject({kind: 'any'})
    expect(await json('GET /v1/loans', '--history', 'broken.yaml')).toMatchObject({kind: 'ended'})
    expect(await json('GET /v1/fees', '--history', 'undated.yaml')).toMatchObject({
      kind: 'undetermined',
      missing: [{fact: 'date', of: 'release 1.1'}]
    })
    expect(await json('GET /v1/loans', '--end', '2027-04-01')).toMatchObject({
      end: '2027-04-01',
      kind: 'day',
      day: '2026-03-01',
      earliest: {kind: 'day', day: '2027-04-02'}
    })
  })
})

describe.concurrent('due', () => {
  const due = async (history: string, ...args: string[]): Promise<string> => {
    const {code, out, err} = await tenure(['due', ...args], {cwd: folder({'history.yaml': history})})
    expect({code, err}).toEqual({code: 0, err: ''})
    return out.slice(out.indexOf('\n') + 1)
  }

  it('sorts what is announced by what can be done about it', async () => {
    expect(await due(LIBRARY, '--as-of', TODAY)).toBe(`
Coming until 2026-05-31
  GET /v1/fees  may end from 2026-04-01 on, no sunset is given

Later
  GET /v1/shelves      may end on 2026-06-01, its sunset
  /v1/reading-room/**  may end on 2026-09-30, its sunset
`)
    expect(await due(LIBRARY, '--as-of', '2026-06-01', '--within', '1d')).toBe(`
May go now
  GET /v1/fees     may end since 2026-04-01, no sunset is given
  GET /v1/shelves  may end on 2026-06-01, its sunset

Later
  /v1/reading-room/**  may end on 2026-09-30, its sunset
`)
    expect(await due(LIBRARY, '--as-of', '2026-06-02', '--within', '1y')).toBe(`
Overdue: the promised end has passed, and no removal has shipped
  GET /v1/shelves  was to end on 2026-06-01

May go now
  GET /v1/fees  may end since 2026-04-01, no sunset is given

Coming until 2027-06-02
  /v1/reading-room/**  may end on 2026-09-30, its sunset
`)
  })

  it('knows what waits in `next`', async () => {
    expect(await due(next('removed: GET /v1/shelves'), '--as-of', '2026-06-02')).toContain(
      'GET /v1/shelves  was to end on 2026-06-01, its removal waits in release next'
    )
  })

  it('says what cannot be told, and that nothing is due', async () => {
    expect(await due(LIBRARY.replaceAll(/^ {4}date: .*\n/gm, ''), '--as-of', TODAY)).toContain(
      '  GET /v1/fees         not known: the date of release 1.1, no sunset is given'
    )
    expect(await due('service: Lending Library API\nreleases: []\n', '--as-of', TODAY)).toBe(
      '\nNothing is due: no announced end is open.\n'
    )
  })

  it('looks as far ahead as it is told', async () => {
    const until = async (within: string) =>
      JSON.parse((await tenure(['due', '--as-of', '2026-01-31', '--within', within, '--format', 'json'], {cwd})).out)
        .until
    expect(await Promise.all(['90d', '2w', '1m', '1 month', '1y', '10 days'].map(until))).toEqual([
      '2026-05-01',
      '2026-02-14',
      '2026-02-28',
      '2026-02-28',
      '2027-01-31',
      '2026-02-10'
    ])
  })

  it('gives programs the state and the day of each', async () => {
    const {out} = await tenure(['due', '--as-of', '2026-05-02', '--format', 'json'], {cwd})
    expect(JSON.parse(out)).toMatchObject({
      command: 'due',
      asOf: '2026-05-02',
      until: '2026-07-31',
      policy: {name: 'thirteen-months', declared: false},
      due: [
        {state: 'now', subject: 'GET /v1/fees', day: '2026-04-01'},
        {state: 'coming', subject: 'GET /v1/shelves', day: '2026-06-01'},
        {state: 'later', subject: '/v1/reading-room/**', day: '2026-09-30'}
      ]
    })
  })
})
