import {describe, expect, it} from 'vitest'
import {sample} from '../../tier.ts'
import {FEES_REMOVED, LIBRARY, TODAY, WITH_VIOLATION, withUnreleased} from '../library.ts'
import {folder as folderOf, NO_SPEC, tenure} from '../run.ts'

const WAIVED = `removed: GET /v1/loans
        replacement: GET /v1/branches
        waiver: {reason: security, approver: security@library.example, approved: 2026-03-01}`

/** A folder with a history and a configuration that says that there is no description. */
const folder = ({'tenure.yaml': config = 'format: 1\n', ...files}: Readonly<Record<string, string>>): string =>
  folderOf({...files, 'tenure.yaml': config === 'format: 1\n' ? NO_SPEC : `${config}spec: none\n`})

/** The exit code, the verdicts, and the first remark of `check`. */
async function checkHistory(history: string, asOf: string, files: Readonly<Record<string, string>> = {}) {
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

describe.concurrent('check of an unreleased removal', () => {
  it.each(
    sample([
      ['on the last day of the notice', withUnreleased(FEES_REMOVED), '2026-04-01', ['compliant'], 0],
      ['one day before the end of the notice', withUnreleased(FEES_REMOVED), '2026-03-31', ['violation'], 1],
      ['a year after the notice', withUnreleased(FEES_REMOVED), '2027-04-01', ['compliant'], 0],
      ['dated on the last day of the notice', withUnreleased(FEES_REMOVED, '2026-04-01'), TODAY, ['compliant'], 0],
      [
        'dated one day before the end of the notice',
        withUnreleased(FEES_REMOVED, '2026-03-31'),
        TODAY,
        ['violation'],
        1
      ],
      [
        'dated in a month that starts after the notice',
        withUnreleased(FEES_REMOVED, '2026-04'),
        TODAY,
        ['compliant'],
        0
      ],
      [
        'dated in a month that may start before the end of the notice',
        withUnreleased(FEES_REMOVED, '2026-03'),
        TODAY,
        ['violation'],
        1
      ],
      ['dated in the year in which the notice ends', withUnreleased(FEES_REMOVED, '2026'), TODAY, ['undetermined'], 0],
      [
        'before its sunset though the notice is over',
        withUnreleased('removed: GET /v1/shelves'),
        '2026-05-31',
        ['violation'],
        1
      ],
      ['on its sunset', withUnreleased('removed: GET /v1/shelves', '2026-06-01'), TODAY, ['compliant'], 0],
      [
        'without a deprecation',
        withUnreleased('{removed: GET /v1/loans, replacement: GET /v1/branches}'),
        TODAY,
        ['violation'],
        1
      ],
      ['with a waiver', withUnreleased(WAIVED), TODAY, ['waiver'], 0],
      [
        'of a beta endpoint',
        withUnreleased('{removed: GET /v1-beta/wishes, replacement: GET /v1/branches}'),
        TODAY,
        ['policy'],
        0
      ],
      ['none, only additions', withUnreleased('added: GET /v1/holds'), TODAY, [], 0]
    ])
  )('%s', async (_, history, asOf, verdicts, code) => {
    expect(await checkHistory(history, asOf)).toMatchObject({code, verdicts})
  })

  it('says which date it uses', async () => {
    const futureRelease = `${LIBRARY}  - release: "2.0"\n    date: 2026-05-01\n    changes:\n      - ${FEES_REMOVED}\n`
    const remarks = await Promise.all(
      [
        withUnreleased(FEES_REMOVED),
        withUnreleased(FEES_REMOVED, '2026-03-31'),
        withUnreleased(FEES_REMOVED, '2026-04'),
        futureRelease,
        LIBRARY
      ].map(history => checkHistory(history, TODAY))
    )
    expect(remarks.map(({remark}) => remark)).toEqual([
      // The findings have the day.
      undefined,
      'Unreleased changes are checked as if released on 2026-03-31.',
      'Unreleased changes are checked as if released in 2026-04.',
      'Release `2.0` is checked as if released on 2026-05-01.',
      'Nothing is unreleased: the history has no `next` and no release after the as-of day.'
    ])
    expect(remarks.map(({code}) => code)).toEqual([1, 1, 0, 0, 0])
  })

  it('treats a release with a future date as unreleased', async () => {
    const withRelease = (date: string) =>
      `${LIBRARY}  - release: "2.0"\n    date: ${date}\n    changes:\n      - removed: GET /v1/loans\n`
    expect(await checkHistory(withRelease('2026-05-01'), TODAY)).toMatchObject({code: 1, verdicts: ['violation']})
    expect(await checkHistory(withRelease('2026-02-01'), TODAY)).toMatchObject({code: 0, verdicts: []})
  })

  it.each(
    sample([
      ['before the end of the notice', '"1.2"', '{release: "1.2", date: 2026-03-01}', ['violation'], 1],
      ['after the notice', '"1.2"', '{release: "1.2", date: 2026-11-01}', ['compliant'], 0],
      ['in a later release than the named one', '"1.2"', '{release: "1.3", date: 2026-03-01}', ['violation'], 1],
      ['in the next release', 'next', '{release: next, changes: []}', ['violation'], 1],
      [
        'though the removal comes later',
        '"1.2"',
        '{release: "1.2", date: 2026-03-01}\n  - {release: "1.3", date: 2027-03-01, changes: [{removed: GET /v1/a}]}',
        ['violation'],
        1
      ],
      [
        'unless the release postpones it',
        '"1.2"',
        '{release: "1.2", date: 2026-03-01, changes: [{rescheduled: GET /v1/a, sunset: 2027-01-01}]}',
        [],
        0
      ],
      ['not in an unlisted release', '"1.2"', '{release: next, changes: []}', [], 0],
      ['on the day before a release', '2026-03-01', '{release: "1.2", date: 2026-03-02}', ['violation'], 1],
      ['on the day of a release', '2026-03-02', '{release: "1.2", date: 2026-03-02}', ['violation'], 1],
      [
        'on the day before a release after the notice',
        '2026-11-01',
        '{release: "1.2", date: 2026-11-02}',
        ['compliant'],
        0
      ],
      ['not on the day after a release', '2026-03-03', '{release: "1.2", date: 2026-03-02}', [], 0],
      ['not in a month that can end after a release', '2026-03', '{release: "1.2", date: 2026-03-02}', [], 0],
      ['on the first day of the month of a release', '2026-03-01', '{release: "1.2", date: 2026-03}', ['violation'], 1],
      ['not if no release with a date is planned', '2026-03-01', '{release: next, changes: []}', [], 0],
      [
        'on a day, though the removal comes later',
        '2026-03-01',
        '{release: "1.2", date: 2027-03-01, changes: [{removed: GET /v1/a}]}',
        ['violation'],
        1
      ],
      [
        'not if the sunset is postponed before its day',
        '2026-03-03',
        '{release: "1.2", date: 2026-03-02, changes: [{rescheduled: GET /v1/a, sunset: 2027-01-01}]}',
        [],
        0
      ],
      [
        'though the sunset is postponed after its day',
        '2026-03-01',
        '{release: "1.2", date: 2026-03-02, changes: [{rescheduled: GET /v1/a, sunset: 2027-01-01}]}',
        ['violation'],
        1
      ],
      [
        'though the deprecation is withdrawn after the sunset',
        '2026-03-01',
        '{release: "1.2", date: 2026-03-02, changes: [{withdrawn: GET /v1/a}]}',
        ['violation'],
        1
      ]
    ])
  )('counts a sunset as the end of support in a planned release: %s', async (_, end, release, ...expected) => {
    const [verdicts, code] = expected
    const history = `format: 1
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
    expect(await checkHistory(history, '2025-10-15')).toMatchObject({code, verdicts})
  })

  it('accepts a waiver in the configuration for a sunset, which has no entry for a waiver', async () => {
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

  it('ignores earlier releases', async () => {
    const cwd = folder({'history.yaml': WITH_VIOLATION})
    const {code, out, err} = await tenure(['check', '--as-of', TODAY], {cwd})
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out).toContain('No policy violations')
  })

  it('accepts waivers in tenure.yaml until their last day', async () => {
    const waiver = (until: string) => ({
      'tenure.yaml': `waivers:
  - {subject: GET /v1/loans, reason: legal, approver: law@library.example, approved: 2026-03-01, until: ${until}}
`
    })
    const history = withUnreleased('{removed: GET /v1/loans, replacement: GET /v1/branches}')
    expect(await checkHistory(history, TODAY, waiver('2026-03-02'))).toMatchObject({code: 0, verdicts: ['waiver']})
    expect(await checkHistory(history, TODAY, waiver('2026-03-01'))).toMatchObject({code: 1, verdicts: ['violation']})
  })

  it('uses rule levels in tenure.yaml', async () => {
    const history = withUnreleased('{deprecated: GET /v1/branches, sunset: 2030-01-10}')
    const level = (name: string) => ({'tenure.yaml': `rules: {missing-replacement: ${name}}\n`})
    expect((await checkHistory(history, TODAY, level('warning'))).code).toBe(0)
    expect((await checkHistory(history, TODAY, level('error'))).code).toBe(1)
  })

  it('exits 3 for undetermined verdicts with `--fail-on undetermined`', async () => {
    const cwd = folder({
      'unsure.yaml': withUnreleased('{changed: GET /v1/loans, note: Answers come in pages.}'),
      'both.yaml': `${withUnreleased('{changed: GET /v1/branches, note: Sorted.}')}      - removed: GET /v1/loans\n`
    })
    const codes = await Promise.all(
      [
        ['unsure.yaml'],
        ['unsure.yaml', '--fail-on=undetermined'],
        ['both.yaml', '--fail-on=undetermined'],
        ['both.yaml', '--fail-on=undetermined', '--as-of', '2026-02-30']
      ].map(
        async ([history = '', ...more]) =>
          (await tenure(['check', '--as-of', TODAY, '--history', history, ...more], {cwd})).code
      )
    )
    expect(codes).toEqual([0, 3, 1, 2])
  })

  it('lists remedies for a violation', async () => {
    const cwd = folder({'history.yaml': withUnreleased(FEES_REMOVED)})
    const {out} = await tenure(['check', '--as-of', '2026-03-31'], {cwd})
    expect(out).toMatch(/ ✖ .*`GET \/v1\/fees`[\s\S]*Replacement: `GET \/v1\/loans`/)
    expect(out).toMatch(
      /What to do\n {2}notice-too-short: Remove it on or after 2026-04-01, restore it, or add a waiver to the entry: `waiver: /
    )
    expect(out).toContain('history.yaml:21:9 ')
  })
})
