import {describe, expect, it} from 'vitest'
import {sample} from '../../tier.ts'
import {LIBRARY, TODAY, WITH_VIOLATION, withUnreleased} from '../library.ts'
import {folder, NO_SPEC, tenure} from '../run.ts'

const policyWith = (before: string): string =>
  'name: library\nstabilities: [beta, ga]\nmarkers: [{form: v<major>, stability: ga}, {form: v<major>-beta, stability: beta}]\n' +
  `guarantees: {ga: {notice: 1 month, successor: {stability: any, before: ${before}}}, beta: none}\n`

const cwd = folder({
  'history.yaml': LIBRARY,
  'broken.yaml': WITH_VIOLATION,
  'undated.yaml': LIBRARY.replaceAll(/^ {4}date: .*\n/gm, ''),
  'silent.yaml': LIBRARY.replace('complete: true\n', ''),
  'quarters.yaml': 'extends: thirteen-months\nguarantees: {ga: {endWindow: quarter-start}}\n',
  'majors.yaml': 'extends: thirteen-months\nguarantees: {ga: {endWindow: major}}\n',
  'never.yaml': 'extends: thirteen-months\nguarantees: {ga: {endWindow: never}}\n',
  'from-successor.yaml': 'extends: thirteen-months\nguarantees: {ga: {starts: successor}}\n',
  'by-successor.yaml': 'extends: thirteen-months\nguarantees: {ga: {starts: [announcement, {successor: same}]}}\n',
  'needs-successor.yaml': policyWith('end'),
  'needs-before.yaml': policyWith('announcement'),
  'successor.yaml': `${LIBRARY}  - {release: next, date: 2026-05-02, changes: [{added: GET /v2/loans}]}\n`
})

/** The output without the last line, which names the policy. */
async function when(...args: string[]): Promise<string> {
  const {code, out, err} = await tenure(['due', '--as-of', TODAY, ...args], {cwd})
  expect({code, err}).toEqual({code: 0, err: ''})
  expect(out).toMatch(/\nChecked \S+ against \S+.*\n$/)
  return out.slice(0, out.lastIndexOf('\n', out.length - 2) + 1)
}

describe.concurrent('when: the earliest removal', () => {
  it.each<[string, string[], string]>(
    sample([
      [
        'of an active GA endpoint',
        ['GET /v1/loans'],
        `\`GET /v1/loans\` can be removed 13 months after its deprecation. If it is deprecated today (2026-03-02), that is on or after 2027-04-02.
  - 13 months from its deprecation

`
      ],
      [
        'of a beta endpoint',
        ['GET /v1-beta/wishes'],
        '`GET /v1-beta/wishes` can be removed at any time. The policy requires no notice for beta.\n\n'
      ],
      [
        'of a deprecated endpoint',
        ['GET /v1/fees'],
        `\`GET /v1/fees\` can be removed on or after 2026-04-01.
  - 13 months from 1.1 (2025-03-01), until 2026-04-01

`
      ],
      [
        'of an endpoint whose sunset is after the notice',
        ['GET /v1/shelves'],
        `\`GET /v1/shelves\` can be removed on or after 2026-06-01.
  - 13 months from 1.1 (2025-03-01), until 2026-04-01
  - Sunset: 2026-06-01

`
      ],
      [
        'of a deprecated endpoint without dates',
        ['GET /v1/fees', '--history', 'undated.yaml'],
        `It can't be decided when \`GET /v1/fees\` can be removed: the date of 1.1 is missing.
  - 13 months from 1.1

`
      ],
      [
        'of an endpoint under a deprecated prefix',
        ['GET /v1/reading-room/seats'],
        `\`GET /v1/reading-room/seats\` can be removed on or after 2026-09-30.
  - 13 months from 1.1 (2025-03-01), until 2026-04-01
  - Sunset: 2026-09-30

`
      ],
      [
        'with a policy that allows removals only at the start of a quarter',
        ['GET /v1/loans', '--policy', 'quarters.yaml'],
        `\`GET /v1/loans\` can be removed 13 months after its deprecation, only on January 1, April 1, July 1, or October 1. If it is deprecated today (2026-03-02), that is on or after 2027-07-01.
  - 13 months from its deprecation
  - Removal is allowed only on January 1, April 1, July 1, or October 1

`
      ],
      [
        'with a policy that never allows removals',
        ['GET /v1/loans', '--policy', 'never.yaml'],
        `\`GET /v1/loans\` can't be removed. The policy never allows it.
  - Removal is never allowed

`
      ],
      [
        'of a removed endpoint',
        ['GET /v1/loans', '--history', 'broken.yaml'],
        '`GET /v1/loans` was removed in 1.2 (2025-06-01).\n\n'
      ],
      [
        'of an endpoint past its sunset',
        ['GET /v1/shelves', '--as-of', '2026-06-02'],
        `\`GET /v1/shelves\` can be removed on or after 2026-06-01.
  - 13 months from 1.1 (2025-03-01), until 2026-04-01
  - Sunset: 2026-06-01

It reached its sunset on 2026-06-01, but no removal was released.
`
      ],
      [
        'of a parameter of an endpoint past its sunset',
        ['GET /v1/shelves', '--parameter', 'page', '--as-of', '2026-06-02'],
        `Parameter \`page\` of \`GET /v1/shelves\` can be removed 13 months after its deprecation. If it is deprecated today (2026-06-02), that is on or after 2027-07-02.
  - 13 months from its deprecation

\`GET /v1/shelves\` reached its sunset on 2026-06-01, but no removal was released.
`
      ]
    ])
  )('%s', async (_, args, expected) => {
    expect(await when(...args)).toBe(expected)
  })

  it('accepts a subject as two arguments', async () => {
    expect(await when('GET', '/v1/fees')).toBe(await when('GET /v1/fees'))
    expect(await when('get', '/v1/fees')).toBe(await when('GET /v1/fees'))
    const named = await Promise.all(
      [['operation', 'ListLoans'], ['operation ListLoans']].map(words => tenure(['due', ...words], {cwd}))
    )
    expect(named[0]).toEqual(named[1])
  })

  it('exits 2 for an endpoint that is neither in the history nor in the description', async () => {
    const description = JSON.stringify({
      openapi: '3.0.3',
      info: {title: 'Library', version: '1'},
      paths: {'/v1/holds': {get: {responses: {'200': {description: 'Fine'}}}}}
    })
    const withDescription = folder({'history.yaml': LIBRARY, 'openapi.json': description})
    const whenIn = (subject: string, at: string) => tenure(['due', subject, '--as-of', TODAY], {cwd: at})
    expect(await whenIn('GET /v1/loan', cwd)).toMatchObject({
      code: 2,
      out: '',
      err: "`GET /v1/loan` isn't in `history.yaml`. Did you mean `GET /v1/loans`?\n"
    })
    expect(await whenIn('GET /v1/hold', withDescription)).toMatchObject({
      code: 2,
      err: "`GET /v1/hold` isn't in `history.yaml` or `openapi.json`. Did you mean `GET /v1/holds`?\n"
    })
    expect(await whenIn('/v3/**', withDescription)).toMatchObject({
      code: 2,
      err: expect.stringContaining("`/v3/**` isn't in")
    })
    const onlyDescribed = await whenIn('GET /v1/holds', withDescription)
    expect(onlyDescribed.code).toBe(0)
    expect(onlyDescribed.out).toContain("`GET /v1/holds` isn't in the history. Its stability is taken from its name.")
  })

  it('accepts a field, a header, a parameter, or a value', async () => {
    const narrowed = await when('GET /v1/loans', '--field', 'due', '--in', 'response')
    expect(narrowed).toContain('Field `due` in the response of `GET /v1/loans` can be removed 13 months after')
    expect(await when('GET /v1/loans', '--header', 'Prefer')).toContain('Header `Prefer` of `GET /v1/loans`')
    expect(await when('GET /v1/loans', '--parameter', 'page')).toContain('arameter `page` of `GET /v1/loans`')
    expect(await when('GET /v1/loans', '--field', 'state', '--value', 'LATE')).toContain('`LATE`')
  })
})

describe.concurrent('line feeds in names', () => {
  it('start no new line in the output', async () => {
    const changes = '{deprecated: "Loan\\n::error::x.shelf", sunset: "3.0\\n::error::y"}'
    const cwdOfHistory = folder({'history.yaml': LIBRARY.replace('added: GET /v1/loans', changes)})
    const [whenResult, due] = await Promise.all([
      tenure(['due', 'Loan\n::error::x.shelf', '--as-of', TODAY], {cwd: cwdOfHistory}),
      tenure(['due', '--as-of', TODAY], {cwd: cwdOfHistory})
    ])
    for (const {code, out} of [whenResult, due]) {
      expect(code).toBe(0)
      expect(out).toMatch(/Loan(\\n| )::error::x\.shelf/)
      expect(out).not.toMatch(/^\s*::/m)
    }
  })
})

describe.concurrent('when --end: the deadline of a deprecation', () => {
  it.each<[string, string[], string]>(
    sample([
      [
        'is today',
        ['GET /v1/loans', '--end', '2027-04-02'],
        `To remove \`GET /v1/loans\` on 2027-04-02, deprecate it on or before 2026-03-02.
  - 13 months from the announcement, which must be on or before 2026-03-02

`
      ],
      [
        'has passed',
        ['GET /v1/loans', '--end', '2027-04-01'],
        `To remove \`GET /v1/loans\` on 2027-04-01, deprecate it on or before 2026-03-01.
That day has passed.
\`GET /v1/loans\` can be removed 13 months after its deprecation. If it is deprecated today (2026-03-02), that is on or after 2027-04-02.
  - 13 months from the announcement, which must be on or before 2026-03-01

`
      ],
      [
        'is after an existing deprecation',
        ['GET /v1/fees', '--end', '2026-04-01'],
        `To remove \`GET /v1/fees\` on 2026-04-01, deprecate it on or before 2025-03-01.
It was already deprecated in 1.1 (2025-03-01).
\`GET /v1/fees\` can be removed on or after 2026-04-01.
  - 13 months from the announcement, which must be on or before 2025-03-01

`
      ],
      [
        "isn't needed for a beta endpoint",
        ['GET /v1-beta/wishes', '--end', '2026-03-03'],
        '`GET /v1-beta/wishes` can be removed on 2026-03-03 without an announcement. The policy requires no notice.\n\n'
      ],
      [
        "isn't needed if the notice starts with the successor",
        ['GET /v1/loans', '--end', '2027-06-02', '--history', 'successor.yaml', '--policy', 'by-successor.yaml'],
        '`GET /v1/loans` can be removed on 2027-06-02 without an announcement. Its notice counts from the next release (2026-05-02) and is over by then.\n\n'
      ],
      [
        "doesn't exist if the successor comes too late",
        ['GET /v1/loans', '--end', '2027-05-01', '--history', 'successor.yaml', '--policy', 'from-successor.yaml'],
        "`GET /v1/loans` can't be removed on 2027-05-01, but on or after 2027-06-02, because its successor `GET /v2/loans` is released in the next release (2026-05-02).\n\n"
      ],
      [
        'is undecided if the successor comes after the removal',
        ['GET /v1/loans', '--end', '2026-05-01', '--history', 'successor.yaml', '--policy', 'needs-successor.yaml'],
        `It can't be decided by when to deprecate \`GET /v1/loans\` for a removal on 2026-05-01: its successor is unknown, because \`GET /v2/loans\` is released only in the next release (2026-05-02). Counting days only, deprecate it on or before 2026-04-01.
  - 1 month from the announcement, which must be on or before 2026-04-01
  - Required: a successor before the removal: \`GET /v2/loans\` is released only in the next release (2026-05-02)

`
      ],
      [
        'is a day if the successor comes before the removal',
        ['GET /v1/loans', '--end', '2026-06-10', '--history', 'successor.yaml', '--policy', 'needs-successor.yaml'],
        `To remove \`GET /v1/loans\` on 2026-06-10, deprecate it on or before 2026-05-10.
  - 1 month from the announcement, which must be on or before 2026-05-10
  - Required: a successor before the removal: \`GET /v2/loans\` is released in the next release (2026-05-02)

`
      ],
      [
        'is a day if the successor comes before the deprecation',
        ['GET /v1/loans', '--end', '2026-06-10', '--history', 'successor.yaml', '--policy', 'needs-before.yaml'],
        `To remove \`GET /v1/loans\` on 2026-06-10, deprecate it on or before 2026-05-10.
  - 1 month from the announcement, which must be on or before 2026-05-10
  - Required: a successor before the deprecation: \`GET /v2/loans\` is released in the next release (2026-05-02)

`
      ],
      [
        'is undecided if the successor comes after the deprecation',
        ['GET /v1/loans', '--end', '2026-06-01', '--history', 'successor.yaml', '--policy', 'needs-before.yaml'],
        `It can't be decided by when to deprecate \`GET /v1/loans\` for a removal on 2026-06-01: its successor is unknown, because \`GET /v2/loans\` is released only in the next release (2026-05-02). Counting days only, deprecate it on or before 2026-05-01.
  - 1 month from the announcement, which must be on or before 2026-05-01
  - Required: a successor before the deprecation: \`GET /v2/loans\` is released only in the next release (2026-05-02)

`
      ],
      [
        "doesn't exist outside of the allowed days",
        ['GET /v1/loans', '--end', '2027-05-01', '--policy', 'quarters.yaml'],
        "`GET /v1/loans` can't be removed on 2027-05-01. The policy allows it only on January 1, April 1, July 1, or October 1 (nearest: 2027-04-01 or 2027-07-01).\n\n"
      ],
      [
        'is the last day of a shorter month',
        ['GET /v1/loans', '--end', '2028-02-29'],
        `To remove \`GET /v1/loans\` on 2028-02-29, deprecate it on or before 2027-01-31.
  - 13 months from the announcement, which must be on or before 2027-01-31

`
      ]
    ])
  )('%s', async (_, args, expected) => {
    expect(await when(...args)).toBe(expected)
  })
})

describe.concurrent('when --format json', () => {
  const json = async (...args: string[]) =>
    JSON.parse((await tenure(['due', '--as-of', TODAY, '--format', 'json', ...args], {cwd})).out)

  it('has the day, its reasons, and the policy clauses', async () => {
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
      kind: 'after',
      ifStartedToday: '2027-04-02'
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
      earliest: {kind: 'after', ifStartedToday: '2027-04-02'}
    })
  })
})

describe.concurrent('due', () => {
  const due = async (history: string, ...args: string[]): Promise<string> => {
    const {code, out, err} = await tenure(['due', ...args], {cwd: folder({'history.yaml': history})})
    expect({code, err}).toEqual({code: 0, err: ''})
    return out.replace(/^Checked .*\n/m, '')
  }

  it('sorts deprecated subjects by state', async () => {
    expect(await due(LIBRARY, '--as-of', TODAY)).toBe(`1 coming by 2026-05-31, 2 later

Coming until 2026-05-31
  GET /v1/fees  can be removed on or after 2026-04-01, no sunset date
                use GET /v1/loans

Later
  GET /v1/shelves      can be removed on 2026-06-01, its sunset
                       use GET /v1/branches
  /v1/reading-room/**  can be removed on 2026-09-30, its sunset
                       use GET /v1/branches
`)
    expect(await due(LIBRARY, '--as-of', '2026-06-01', '--within', '1d')).toBe(`2 can be removed now, 1 later

Can be removed now
  GET /v1/fees     removable since 2026-04-01, no sunset date
                   use GET /v1/loans
  GET /v1/shelves  can be removed on 2026-06-01, its sunset
                   use GET /v1/branches

Later
  /v1/reading-room/**  can be removed on 2026-09-30, its sunset
                       use GET /v1/branches
`)
    expect(
      await due(LIBRARY, '--as-of', '2026-06-02', '--within', '1y')
    ).toBe(`1 overdue, 1 can be removed now, 1 coming by 2027-06-02

Overdue: past the sunset, but not removed
  GET /v1/shelves  sunset on 2026-06-01
                   use GET /v1/branches

Can be removed now
  GET /v1/fees  removable since 2026-04-01, no sunset date
                use GET /v1/loans

Coming until 2027-06-02
  /v1/reading-room/**  can be removed on 2026-09-30, its sunset
                       use GET /v1/branches
`)
  })

  it('mentions unreleased removals', async () => {
    expect(await due(withUnreleased('removed: GET /v1/shelves'), '--as-of', '2026-06-02')).toContain(
      'GET /v1/shelves  sunset on 2026-06-01, removed in the next release'
    )
  })

  it('names missing facts, and says if nothing is due', async () => {
    expect(await due(LIBRARY.replaceAll(/^ {4}date: .*\n/gm, ''), '--as-of', TODAY)).toContain(
      '  GET /v1/fees         the date of 1.1 is missing, no sunset date'
    )
    expect(await due('service: Lending Library API\nreleases: []\n', '--as-of', TODAY)).toBe('No removals are due.\n')
  })

  it('looks ahead as far as `--within`', async () => {
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

  it('prints the state and the day of each subject as JSON', async () => {
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

it('`when` says of a late removal when it took place, and when the sunset was', async () => {
  const late = folder({
    'history.yaml': `format: 1
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/desks}]}
  - {release: "1.1", date: 2024-02-10, changes: [{deprecated: GET /v1/desks, sunset: 2025-06-01}]}
  - {release: "1.2", date: 2025-08-16, changes: [{removed: GET /v1/desks}]}
`
  })
  const {out} = await tenure(['due', 'GET /v1/desks', '--as-of', '2026-01-31'], {cwd: late})
  expect(out).toContain('`GET /v1/desks` was removed in 1.2 (2025-08-16), after its sunset on 2025-06-01.')
})

it('says whether the sunset or the notice decides, and that a deprecation is unreleased', async () => {
  const due = async (sunset: string, ...args: string[]): Promise<string> => {
    const text = `format: 1
service: Library
releases:
  - {release: "1.0", date: 2025-01-01, changes: [{added: GET /v1/desks}]}
  - release: next
    changes: [{deprecated: GET /v1/desks, replacement: none, sunset: ${sunset}}]
`
    const path = folder({'history.yaml': text, 'tenure.yaml': NO_SPEC})
    return (await tenure(['due', 'GET /v1/desks', '--as-of', TODAY, ...args], {cwd: path})).out
  }
  expect(await due('2027-07-01')).toContain(
    'If its notice starts today (2026-03-02), it is over on 2027-04-02, before its sunset on 2027-07-01.\n'
  )
  expect(await due('2027-04-02')).toContain(
    'If its notice starts today (2026-03-02), that is on or after 2027-04-02.\n'
  )
  expect(await due('2027-07-01', '--end', '2028-01-01')).toContain(
    'It is already deprecated in the next release (2026-03-02).\n'
  )
})
