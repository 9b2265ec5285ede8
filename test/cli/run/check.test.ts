import {describe, expect, it} from 'vitest'
import {FEES_REMOVED, LIBRARY, TODAY, WITH_VIOLATION, withUnreleased} from '../library.ts'
import {folder as folderOf, NO_SPEC, tenure} from '../run.ts'

const WAIVED = `removed: GET /v1/loans
        replacement: GET /v1/branches
        waiver: {reason: security, approver: security@library.example, approved: 2026-03-01}`

/** A folder with a history and no description, as its configuration says. */
const folder = ({'tenure.yaml': config = 'format: 1\n', ...files}: Readonly<Record<string, string>>): string =>
  folderOf({...files, 'tenure.yaml': config === 'format: 1\n' ? NO_SPEC : `${config}spec: none\n`})

/** The verdict on what the gate let by or stopped, and its exit code. */
async function gate(history: string, asOf: string, files: Readonly<Record<string, string>> = {}) {
  const cwd = folder({'history.yaml': history, ...files})
  const {code, out, err} = await tenure(['check', '--as-of', asOf, '--format', 'json'], {cwd})
  expect(err).toBe('')
  const {judgments, remarks} = JSON.parse(out)
  return {
    code,
    verdicts: judgments.map((each: {verdict: string; exemptBy?: string}) => each.exemptBy ?? each.verdict),
    remark: remarks[0]
  }
}

describe.concurrent('the gate', () => {
  it.each([
    ['on the due day', withUnreleased(FEES_REMOVED), '2026-04-01', ['compliant'], 0],
    ['one day early', withUnreleased(FEES_REMOVED), '2026-03-31', ['violation'], 1],
    ['long after', withUnreleased(FEES_REMOVED), '2027-04-01', ['compliant'], 0],
    ['dated on the due day', withUnreleased(FEES_REMOVED, '2026-04-01'), TODAY, ['compliant'], 0],
    ['dated one day early', withUnreleased(FEES_REMOVED, '2026-03-31'), TODAY, ['violation'], 1],
    ['dated by a month that begins in time', withUnreleased(FEES_REMOVED, '2026-04'), TODAY, ['compliant'], 0],
    ['dated by a month that may be too early', withUnreleased(FEES_REMOVED, '2026-03'), TODAY, ['violation'], 1],
    ['dated by the year of the due day', withUnreleased(FEES_REMOVED, '2026'), TODAY, ['undetermined'], 0],
    [
      'before its sunset, though the notice is over',
      withUnreleased('removed: GET /v1/shelves'),
      '2026-05-31',
      ['violation'],
      1
    ],
    ['on its sunset', withUnreleased('removed: GET /v1/shelves', '2026-06-01'), TODAY, ['compliant'], 0],
    [
      'never announced',
      withUnreleased('{removed: GET /v1/loans, replacement: GET /v1/branches}'),
      TODAY,
      ['violation'],
      1
    ],
    ['waived', withUnreleased(WAIVED), TODAY, ['waiver'], 0],
    ['beta', withUnreleased('{removed: GET /v1-beta/wishes, replacement: GET /v1/branches}'), TODAY, ['policy'], 0],
    ['only additions', withUnreleased('added: GET /v1/holds'), TODAY, [], 0]
  ])('%s', async (_, history, asOf, verdicts, code) => {
    expect(await gate(history, asOf)).toMatchObject({code, verdicts})
  })

  it('says by which day it judges', async () => {
    const future = `${LIBRARY}  - release: "2.0"\n    date: 2026-05-01\n    changes:\n      - ${FEES_REMOVED}\n`
    const remarks = await Promise.all(
      [
        withUnreleased(FEES_REMOVED),
        withUnreleased(FEES_REMOVED, '2026-03-31'),
        withUnreleased(FEES_REMOVED, '2026-04'),
        future,
        LIBRARY
      ].map(history => gate(history, TODAY))
    )
    expect(remarks.map(({remark}) => remark)).toEqual([
      'Unreleased changes are checked as if released today (2026-03-02).',
      'Unreleased changes are checked as if released on 2026-03-31.',
      'Unreleased changes are checked as if released in 2026-04.',
      'Release `2.0` is checked as if released on 2026-05-01.',
      'Nothing is unreleased: the history has no `next` and no release after the as-of day.'
    ])
    expect(remarks.map(({code}) => code)).toEqual([1, 1, 0, 0, 0])
  })

  it('judges a release dated after the day as not yet out', async () => {
    const future = (date: string) =>
      `${LIBRARY}  - release: "2.0"\n    date: ${date}\n    changes:\n      - removed: GET /v1/loans\n`
    expect(await gate(future('2026-05-01'), TODAY)).toMatchObject({code: 1, verdicts: ['violation']})
    expect(await gate(future('2026-02-01'), TODAY)).toMatchObject({code: 0, verdicts: []})
  })

  it.each([
    ['too early', '"1.2"', '{release: "1.2", date: 2026-03-01}', ['violation'], 1],
    ['in time', '"1.2"', '{release: "1.2", date: 2026-11-01}', ['compliant'], 0],
    ['with the first release after its place', '"1.2"', '{release: "1.3", date: 2026-03-01}', ['violation'], 1],
    ['with the next', 'next', '{release: next, changes: []}', ['violation'], 1],
    [
      'the removal waits longer than was promised',
      '"1.2"',
      '{release: "1.2", date: 2026-03-01}\n  - {release: "1.3", date: 2027-03-01, changes: [{removed: GET /v1/a}]}',
      ['violation'],
      1
    ],
    [
      'put off with it',
      '"1.2"',
      '{release: "1.2", date: 2026-03-01, changes: [{rescheduled: GET /v1/a, sunset: 2027-01-01}]}',
      [],
      0
    ],
    ['with a release that no one lists', '"1.2"', '{release: next, changes: []}', [], 0],
    ['on a day before it', '2026-03-01', '{release: "1.2", date: 2026-03-02}', ['violation'], 1],
    ['on its day', '2026-03-02', '{release: "1.2", date: 2026-03-02}', ['violation'], 1],
    ['on a day before it, in time', '2026-11-01', '{release: "1.2", date: 2026-11-02}', ['compliant'], 0],
    ['on a day after it', '2026-03-03', '{release: "1.2", date: 2026-03-02}', [], 0],
    ['in a month that it may precede', '2026-03', '{release: "1.2", date: 2026-03-02}', [], 0],
    [
      'on a day before a release of which only the month is known',
      '2026-03-01',
      '{release: "1.2", date: 2026-03}',
      ['violation'],
      1
    ],
    ['on a day, and none is planned with a date', '2026-03-01', '{release: next, changes: []}', [], 0],
    [
      'on a day, and the removal waits longer than was promised',
      '2026-03-01',
      '{release: "1.2", date: 2027-03-01, changes: [{removed: GET /v1/a}]}',
      ['violation'],
      1
    ],
    [
      'put off before its day',
      '2026-03-03',
      '{release: "1.2", date: 2026-03-02, changes: [{rescheduled: GET /v1/a, sunset: 2027-01-01}]}',
      [],
      0
    ],
    [
      'put off when its day is over',
      '2026-03-01',
      '{release: "1.2", date: 2026-03-02, changes: [{rescheduled: GET /v1/a, sunset: 2027-01-01}]}',
      ['violation'],
      1
    ],
    [
      'taken back when its day is over',
      '2026-03-01',
      '{release: "1.2", date: 2026-03-02, changes: [{withdrawn: GET /v1/a}]}',
      ['violation'],
      1
    ]
  ])('takes what is promised to end in a release that ships as ending there: %s', async (_, end, release, ...said) => {
    const [verdicts, code] = said
    const record = `format: 1
service: Lending Library API
releases:
  - release: "1.0"
    date: 2025-01-01
    changes: [{added: GET /v1/a}, {added: GET /v1/a, parameter: page, in: request}]
  - release: "1.1"
    date: 2025-10-01
    changes: [{deprecated: GET /v1/a, replacement: none, note: none is needed, sunset: ${end}}]
  - ${release}
`
    expect(await gate(record, '2025-10-15')).toMatchObject({code, verdicts})
  })

  it('waives an end that is only promised in the configuration, for the line of a promise takes no waiver', async () => {
    const files = {
      'history.yaml': `format: 1
service: Lending Library API
releases:
  - {release: "1.0", date: 2025-01-01, changes: [{added: GET /v1/a}]}
  - {release: "1.1", date: 2025-10-01, changes: [{deprecated: GET /v1/a, replacement: none, sunset: "1.2"}]}
  - {release: "1.2", date: 2026-03-01}
`
    }
    const check = ['check', '--as-of', '2025-10-15']
    const {out, code} = await tenure(check, {cwd: folder(files)})
    expect(code).toBe(1)
    expect(out).toContain("add a waiver: `tenure waive 'GET /v1/a' --reason REASON --approver NAME`")
    const waiver =
      'waivers: [{subject: GET /v1/a, reason: legal, approver: law@library.example, approved: 2025-10-14}]\n'
    expect(await tenure(check, {cwd: folder({...files, 'tenure.yaml': waiver})})).toMatchObject({code: 0, err: ''})
  })

  it('leaves the past to audit, unless --all', async () => {
    const cwd = folder({'history.yaml': WITH_VIOLATION})
    const [gated, all] = await Promise.all(
      [[], ['--all']].map(more => tenure(['check', '--as-of', TODAY, ...more], {cwd}))
    )
    expect(gated).toMatchObject({code: 0, err: ''})
    expect(gated?.out).toContain('No policy violations')
    expect(all).toMatchObject({code: 1, err: ''})
    expect(all?.out).toContain('`GET /v1/loans` was removed in 1.2 (2025-06-01) without notice.')
  })

  it('takes waivers of tenure.yaml, with the day until which they hold', async () => {
    const waiver = (until: string) => ({
      'tenure.yaml': `waivers:
  - {subject: GET /v1/loans, reason: legal, approver: law@library.example, approved: 2026-03-01, until: ${until}}
`
    })
    const history = withUnreleased('{removed: GET /v1/loans, replacement: GET /v1/branches}')
    expect(await gate(history, TODAY, waiver('2026-03-02'))).toMatchObject({code: 0, verdicts: ['waiver']})
    expect(await gate(history, TODAY, waiver('2026-03-01'))).toMatchObject({code: 1, verdicts: ['violation']})
  })

  it('takes the levels of tenure.yaml', async () => {
    const history = withUnreleased('{removed: GET /v1/loans, replacement: GET /v1/branches}')
    const level = (name: string) => ({'tenure.yaml': `rules: {unannounced-removal: ${name}}\n`})
    expect(await gate(history, TODAY, level('warning'))).toMatchObject({code: 0, verdicts: ['violation']})
    expect(await gate(history, TODAY, level('error'))).toMatchObject({code: 1, verdicts: ['violation']})
  })

  it('is strict when it is asked to', async () => {
    const cwd = folder({
      'unsure.yaml': withUnreleased('{changed: GET /v1/loans, note: Answers come in pages.}'),
      'both.yaml': `${withUnreleased('{changed: GET /v1/branches, note: Sorted.}')}      - removed: GET /v1/loans\n`
    })
    const codes = await Promise.all(
      [
        ['unsure.yaml'],
        ['unsure.yaml', '--strict'],
        ['both.yaml', '--strict'],
        ['both.yaml', '--strict', '--as-of', '2026-02-30']
      ].map(
        async ([history = '', ...more]) =>
          (await tenure(['check', '--as-of', TODAY, '--history', history, ...more], {cwd})).code
      )
    )
    expect(codes).toEqual([0, 3, 1, 2])
  })

  it('ends every red finding with the ways out', async () => {
    const cwd = folder({'history.yaml': withUnreleased(FEES_REMOVED)})
    const {out} = await tenure(['check', '--as-of', '2026-03-31'], {cwd})
    expect(out).toMatch(/ ✖ .*`GET \/v1\/fees`[\s\S]*Replacement: `GET \/v1\/loans`/)
    expect(out).toMatch(
      /What to do\n {2}notice-too-short: Remove it on or after 2026-04-01, restore it, or add a waiver to the entry: `waiver: /
    )
    expect(out).toContain('history.yaml:21:9 ')
  })
})
