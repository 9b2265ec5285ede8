import {describe, expect, it} from 'vitest'
import {singleDay} from '../../../src/model/time/date-range.ts'
import {momentAt} from '../../../src/model/time/timeline.ts'
import {filterReport} from '../../../src/outputs/report/filter.ts'
import {findingsJson as json} from '../../../src/outputs/report/findings/findings-json.ts'
import type {LocatedJudgment} from '../../../src/outputs/report/groups/group-findings.ts'
import {report as format} from '../../../src/outputs/report/json-format.ts'
import {groupByYear} from '../../../src/outputs/report/report.ts'
import {change, reach} from '../../changes.ts'
import {markdownOf, printFindings} from './answers.ts'
import {found, judged, reportOf, TIMELINE} from './judgments.ts'

const LATE = '{} was removed in 2.0 (2024-06-01), 4 months after its deprecation. The policy requires 13 months.'

function library(name = 'shelves') {
  const announcement = {
    event: judged('GET /v1/loans', {entry: 1, event: {via: 'commit 0a1b2c3d4e'}}).event,
    moment: {when: {earliest: '2024-02-01', latest: '2024-02-01'}, entry: 1, stated: 'release 1.1'},
    mark: {when: {earliest: '2024-02-01', latest: '2024-02-01'}, entry: 1, stated: 'release 1.1'},
    unrecorded: false
  }
  const late = ['GET /v1/loans', `GET /v1/${name}`, 'GET /v1/returns', 'POST /v1/loans'].map(each =>
    judged(each, {announcement})
  )
  const component = change('type-changed', 'Loan.due', {
    component: 'Loan',
    at: 'due',
    old: 'string',
    new: 'integer',
    reaches: ['a', 'b', 'c', 'd', 'e', 'f'].map(each => reach(`GET /v1/${each}`, 'response'))
  })
  const all = [
    ...late,
    judged('Loan.due', {kind: 'change', entry: 3, event: {change: 'type-changed', observed: component}}),
    judged('GET /v1-beta/fees', {verdict: 'exempt', exemptBy: 'policy', stability: 'beta'})
  ]
  const note = {
    ...found(judged('GET /v1/copies'), 'deprecated-without-sunset', '{} was deprecated without a sunset.'),
    level: 'warning' as const
  }
  const {verdict: _, ...unjudged} = note
  return reportOf(all, [
    ...late.map(each => found(each, 'notice-too-short', LATE)),
    unjudged,
    {...unjudged, fingerprint: 'x'}
  ])
}

const stylish = (report = library()): string => printFindings(report).replace(/(specs\/\d\.yaml):\d+/g, '$1:1')

describe('the stylish report of an audit', () => {
  it('states that breaking changes are allowed, or that the policy has no requirements', () => {
    const clause = (pointer: string) => ({policy: 'library', revision: 'current', pointer})
    const exempt = {verdict: 'exempt', exemptBy: 'policy'} as const
    const output = stylish(
      reportOf(
        [
          judged('GET /v1/loans', {...exempt, kind: 'change', clause: clause('/guarantees/ga/breaking')}),
          judged('GET /v1/fees', {...exempt, kind: 'change', clause: clause('/guarantees/ga')}),
          judged('GET /v1/copies', {...exempt, clause: clause('/guarantees/ga')})
        ],
        []
      )
    )
    expect(output).toMatch(/`GET \/v1\/loans`.*\. The policy allows breaking changes for `ga`\./)
    expect(output).toMatch(/`GET \/v1\/fees`.*\. The policy has no requirements for `ga`\./)
    expect(output).toMatch(/`GET \/v1\/copies`.*\. The policy has no requirements for `ga`\./)
  })

  it('groups findings by cause, with their evidence', () => {
    expect(stylish()).toMatchInlineSnapshot(`
      "✖ 5 violations, 2 warnings in specs (policy: thirteen-months, default)
      Checked specs against the policy \`thirteen-months\` (the default; choose another with \`--policy\`), as of 2026-11-20.

      Release 2.0 (2024-06-01): 4 violations, 1 exempt
        ✖ \`/v1/**\` (4 endpoints) were removed (ga). Each was removed 4 months after its deprecation. The policy requires 13 months.
          \`GET /v1/loans\`, \`GET /v1/shelves\`, \`GET /v1/returns\`, and \`POST /v1/loans\`
          Announced in 1.1 (2024-02-01), commit 0a1b2c3d4e, removed in 2.0 (2024-06-01)
          specs/2.yaml:1:5 and 3 more  notice-too-short
        – \`GET /v1-beta/fees\` was removed (beta). The policy has no requirements for \`beta\`.

      Release 2.1: 1 violation
        ✖ The type of \`Loan.due\` changed from \`string\` to \`integer\` (ga). Not allowed by the policy; the rule that explains why is off.

      Warnings
        ! \`GET /v1/copies\` was deprecated without a sunset. (and 1 more like it)
          specs/2.yaml:1:5, specs/2.yaml:1:5  deprecated-without-sunset

      By year
                  compliant  violation  exempt by policy  exempt by waiver  undetermined  all
        2024              0          4                 1                 0             0    5
        no date           0          1                 0                 0             0    1

      What to do
        notice-too-short (4 times), deprecated-without-sunset (2 times): Restore each.
      "
    `)
  })

  it('shows the first of many subjects, and a remedy once for all releases', () => {
    const fields = ['due', 'note', 'fine', 'copy', 'shelf']
    const lost = fields.map(field => {
      const observed = change('error-code-removed', 'GET /v1/loans', {about: 'response 404'})
      return judged('GET /v1/loans', {
        kind: 'change',
        part: {field, in: 'response'},
        event: {change: 'error-code-removed', observed}
      })
    })
    const remedies = ['1.1', '2.0', '2.0', '2.1', '2.1'].map(
      name =>
        `Decide: add \`{changed: GET /v1/loans, kind: error-code-removed, breaking: false}\` to the entry for ${name} in the history.`
    )
    const findings = lost.map((each, at) => ({
      ...found(each, 'ga-breaking-change', '{} no longer returns `404`.'),
      remedy: remedies[at] ?? ''
    }))
    const output = stylish(reportOf(lost, findings))
    expect(output).toContain('`due`, `note`, `fine`, and 2 more')
    expect(output).not.toContain('`shelf`')
    expect(output.match(/Decide: .*/g)).toEqual([
      'Decide: add `{changed: EACH, kind: error-code-removed, breaking: false}` to its release in the history.'
    ])
  })

  it('names one place once, if the announcement is where the removed endpoint was', () => {
    const place = {source: 'specs/1.yaml', line: 4, column: 8}
    const {announcement} = library().judgments[0] as LocatedJudgment
    const observed = change('operation-removed', 'GET /v1/loans', {where: {old: place}})
    const one = judged('GET /v1/loans', {
      place,
      event: {observed},
      ...(announcement && {announcement: {...announcement, event: {...announcement.event, place}}})
    })
    const report = reportOf([one], [{...found(one, 'notice-too-short', LATE), place: one.event.place}])
    const output = printFindings(report)
    expect(output).toMatch(/announced in .+ at specs\/1\.yaml:4:8 {2}notice-too-short/)
    expect(output).not.toContain('Was')
  })

  it('escapes control characters in names', () => {
    const report = {...library('a\u001b[2J'), remarks: ['left out\n::error::b']}
    expect(stylish(report)).not.toContain('\u001b')
    expect(stylish(report)).not.toMatch(/^::error/m)
  })

  it('has one line if there are no changes', () => {
    expect(stylish(reportOf([]))).toMatch(/^✔ No policy violations in specs \(policy: thirteen-months, default\)\n/)
  })
})

describe('a removal that shipped after its sunset', () => {
  const sunset = {when: singleDay('2024-03-01'), stated: '2024-03-01'}
  const late = (): LocatedJudgment => {
    const bare = judged('GET /v1/desks', {verdict: 'compliant', end: sunset})
    const ended = {kind: 'sunset', event: bare.event, moment: sunset, removal: momentAt(TIMELINE, 2), isOwn: true}
    return {...bare, ended: {...ended, pending: false} as NonNullable<LocatedJudgment['ended']>}
  }

  it('is listed below the release that removed it, in order', () => {
    const text = stylish(reportOf([late(), judged('GET /v1/fees', {entry: 1}), judged('GET /v1/loans', {entry: 3})]))
    expect(text.match(/^(?:Release|On) .*/gm)).toEqual([
      'Release 1.1 (2024-02-01): 1 violation',
      'Release 2.0 (2024-06-01): 1 compliant',
      'Release 2.1: 1 violation'
    ])
    expect(text).toContain('`GET /v1/desks` was removed after its sunset on 2024-03-01 (ga)')
  })
})

describe('the headline', () => {
  it('counts an undetermined finding without an end of support', () => {
    const [note] = library().findings.filter(({verdict}) => verdict === undefined)
    if (!note) throw new Error('Unexpected lack of a note')
    const open = {...note, verdict: 'undetermined' as const, fingerprint: 'y'}
    const text = stylish(reportOf([judged('GET /v1/loans')], [note, open]))
    expect(text).toMatch(/^✖ 1 violation, 1 undetermined, 1 warning in specs/)
  })
})

describe('the Markdown report of an audit', () => {
  it('groups findings by cause and release', async () => {
    expect((await markdownOf(library())).replace(/(specs\/\d\.yaml):\d+/g, '$1:1')).toMatchInlineSnapshot(`
      "## Audit of \`Lending Library API\`

      ❌ 5 violations, 2 warnings in \`specs\`.

      Policy: thirteen-months (the default; choose another with \`--policy\`), as of 2026-11-20.

      | Year | compliant | violation | exempt by policy | exempt by waiver | undetermined | all |
      | :- | -: | -: | -: | -: | -: | -: |
      | 2024 | 0 | 4 | 1 | 0 | 0 | 5 |
      | no date | 0 | 1 | 0 | 0 | 0 | 1 |

      ### Release \`2.0\` (2024-06-01): 4 violations, 1 exempt

      - **violation**: \`/v1/**\` (4 endpoints) were removed (ga).

        \`GET /v1/loans\`, \`GET /v1/shelves\`, \`GET /v1/returns\`, and \`POST /v1/loans\`

        Each was removed 4 months after its deprecation. The policy requires 13 months.

        Announced in 1.1 (2024-02-01), commit \`0a1b2c3d4e\`, removed in 2.0 (2024-06-01)

        At \`specs/2.yaml:1:5\` and 3 more (\`notice-too-short\`)

        <details>
        <summary>4 places</summary>

        - \`specs/2.yaml:1:5\`
        - \`specs/2.yaml:1:5\`
        - \`specs/2.yaml:1:5\`
        - \`specs/2.yaml:1:5\`

        </details>

      <details>
      <summary>1 compliant or exempt</summary>

      - **exempt**: \`GET /v1-beta/fees\` was removed (beta).

        The policy has no requirements for \`beta\`.

      </details>

      ### Release \`2.1\`: 1 violation

      - **violation**: The type of \`Loan.due\` changed from \`string\` to \`integer\` (ga).

        Not allowed by the policy; the rule that explains why is off.

        At \`specs/3.yaml:1:5\`

      ### Warnings

      - \`deprecated-without-sunset\`: warning, 2 times

        First: \`GET /v1/copies\` was deprecated without a sunset.

        At \`specs/2.yaml:1:5\`, \`specs/2.yaml:1:5\`

      ### What to do

      - \`notice-too-short\` (4 times), \`deprecated-without-sunset\` (2 times): Restore each.
      "
    `)
  })

  it('escapes mentions and tags in names', async () => {
    const output = await markdownOf(library('<b>@reader</b>'))
    expect(output.replace(/`[^`]*`/g, '')).not.toMatch(/<b>|@reader/)
  })
})

describe('the JSON report of an audit', () => {
  const report = JSON.parse(JSON.stringify(json(library())))

  it('is valid against its schema', () => {
    expect(format.parse(report)).toEqual(report)
  })

  it('has the kind of change, the affected operations, and totals by year', () => {
    expect(report.judgments[4]).toMatchObject({
      change: 'type-changed',
      reached: {count: 6, first: ['GET /v1/a', 'GET /v1/b', 'GET /v1/c', 'GET /v1/d', 'GET /v1/e']}
    })
    expect(report.byYear).toEqual([
      {year: '2024', compliant: 0, violation: 4, exempt: {policy: 1, waiver: 0}, undetermined: 0},
      {compliant: 0, violation: 1, exempt: {policy: 0, waiver: 0}, undetermined: 0}
    ])
  })
})

describe('the year of an end of support', () => {
  const ended = (earliest: string, latest: string): Parameters<typeof judged>[1] => ({
    end: {when: {earliest, latest}, stated: 'a day'}
  })

  it('is known if all possible days are in the same year', () => {
    const all = [
      ended('2024-01-01', '2024-12-31'),
      ended('2023-12-31', '2024-01-01'),
      ended('2023-05-01', '2023-05-01')
    ]
    expect(groupByYear(all.map(each => judged('GET /v1/loans', each))).map(({year}) => year)).toEqual([
      '2023',
      '2024',
      undefined
    ])
  })
})

describe('a filtered report', () => {
  const subjects = (options: Parameters<typeof filterReport>[1]): number =>
    filterReport(library(), options).judgments.length

  it('starts with a release or a day, and includes what may have happened later', () => {
    expect(subjects({since: '2.0'})).toBe(6)
    expect(subjects({since: 'v2.1'})).toBe(1)
    expect(subjects({since: '2024-06-02'})).toBe(1)
    expect(subjects({since: '2024-06-01'})).toBe(6)
  })

  it('can be limited to stabilities', () => {
    expect(subjects({stability: 'beta'})).toBe(1)
    expect(subjects({stability: 'ga, beta'})).toBe(6)
    expect(subjects({stability: 'unknown'})).toBe(0)
  })

  it('states its filters, counts only what matches, and includes the matching findings', () => {
    const {remarks, summary, findings} = filterReport(library(), {since: '1.1', stability: 'ga'})
    expect(remarks).toEqual([
      'Only since 1.1, of stability ga: 5 of 6 removals and breaking changes; notes on what did not end are left out'
    ])
    expect(summary).toMatchObject({violation: 5, exempt: {policy: 0}, notes: 0})
    expect(findings.map(({rule}) => rule)).toEqual(Array(4).fill('notice-too-short'))
  })

  it('is rejected for an unknown release, day, or stability', () => {
    expect(() => filterReport(library(), {since: '2.00'})).toThrow('`--since 2.00` is neither a day nor a release.')
    expect(() => filterReport(library(), {since: '3.0'})).toThrow('`--since 3.0` is neither a day nor a release.')
    expect(() => filterReport(library(), {stability: 'gaa'})).toThrow('The policy has no stability `gaa`.')
  })
})
