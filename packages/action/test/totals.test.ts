import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {findingsJson as json} from '@tenure/core/outputs/report/findings/findings-json'
import {sayCounts} from '@tenure/core/outputs/report/headline'
import type {Report} from '@tenure/core/outputs/report/report'
import {describe, expect, it} from 'vitest'
import {folder, tenure} from '../../../test/cli/run.ts'
import {
  DEPRECATED,
  historyFile,
  LOANS,
  LOANS_AND_SHELVES,
  LOANS_ONLY,
  SHELVES_DEPRECATED
} from '../../../test/gate/rows.ts'
import {repositoryOf, type Scenario, spec, TODAY} from '../../../test/gate/scenario.ts'
import {checkOf, many, mixed} from '../../../test/outputs/report/made-reports.ts'
import {sample} from '../../../test/tier.ts'
import {addUpReports, type JsonReport, reportsIn} from '../src/totals.ts'

const totalsOf = (report: Report) => addUpReports([json(report)])

/** The violations and warnings that the first line of a report states. */
const counted = (headline: string) => ({
  violations: Number(/(\d+) violation/.exec(headline)?.[1] ?? 0),
  warnings: Number(/(\d+) warning/.exec(headline)?.[1] ?? 0)
})

const SIGNS = {'❌': ['violation'], '❓': ['undetermined'], '✅': ['compliant', 'exempt']}

interface Case {
  /** Violations, warnings, and the verdict. */
  readonly totals: readonly [number, number, string]
  readonly scenario: Omit<Scenario, 'name'>
  readonly args?: readonly string[]
}
const CASES: Readonly<Record<string, Case>> = {
  'nothing changed': {
    totals: [0, 0, 'compliant'],
    scenario: {main: [['2024-06-01', LOANS_AND_SHELVES]], branch: [[TODAY, {'a.txt': 'a'}]]}
  },
  'a removal without notice': {
    totals: [1, 0, 'violation'],
    scenario: {main: [['2024-06-01', LOANS_AND_SHELVES]], branch: [[TODAY, LOANS_ONLY]]}
  },
  'two removals': {
    totals: [2, 0, 'violation'],
    scenario: {main: [['2024-06-01', LOANS_AND_SHELVES]], branch: [[TODAY, {'openapi.yaml': spec()}]]}
  },
  'a removal after its notice': {
    totals: [0, 0, 'compliant'],
    scenario: {main: [['2025-01-15', SHELVES_DEPRECATED]], branch: [[TODAY, LOANS_ONLY]]}
  },
  'a removal after a notice of unknown length': {
    totals: [0, 0, 'undetermined'],
    scenario: {main: [['2026-01-15', SHELVES_DEPRECATED]], branch: [[TODAY, LOANS_ONLY]]}
  },
  'a deprecation without a sunset': {
    totals: [0, 1, 'compliant'],
    scenario: {
      main: [['2024-06-01', {...LOANS_AND_SHELVES, ...historyFile()}]],
      branch: [[TODAY, {...LOANS_AND_SHELVES, ...historyFile(['next', undefined, [DEPRECATED]])}]]
    }
  },
  'no base': {
    totals: [0, 0, 'undetermined'],
    scenario: {main: [], tree: LOANS_ONLY}
  },
  'a waived removal': {
    totals: [0, 0, 'exempt'],
    scenario: {
      main: [['2024-06-01', {...LOANS_AND_SHELVES, 'tenure.yaml': 'format: 1\nnewWaivers: accept\n'}]],
      branch: [
        [
          TODAY,
          {
            ...LOANS_ONLY,
            'tenure.yaml':
              'format: 1\nnewWaivers: accept\nwaivers:\n  - {subject: GET /v1/shelves, reason: security, approver: a@library.example, approved: 2026-03-01}\n'
          }
        ]
      ]
    }
  },
  'another policy': {
    totals: [1, 0, 'violation'],
    scenario: {main: [['2024-06-01', LOANS_AND_SHELVES]], branch: [[TODAY, LOANS_ONLY]]},
    args: ['--policy', 'kubernetes']
  },
  'several APIs': {
    totals: [3, 0, 'violation'],
    scenario: {
      main: [
        [
          '2024-06-01',
          {
            'tenure.yaml':
              'format: 1\napis:\n  - {name: a, spec: a.yaml}\n  - {name: b, spec: b.yaml}\n  - {name: c, spec: c.yaml}\n',
            'a.yaml': LOANS_AND_SHELVES['openapi.yaml'],
            'b.yaml': LOANS_AND_SHELVES['openapi.yaml'],
            'c.yaml': spec(LOANS)
          }
        ]
      ],
      branch: [[TODAY, {'a.yaml': spec(), 'b.yaml': spec(LOANS)}]]
    }
  }
}

describe('the totals of a check', () => {
  it.each(sample(Object.entries(CASES)))(
    'match the first line of the report: %s',
    async (_, {totals: expected, scenario, args = []}) => {
      const cwd = await repositoryOf(scenario)
      const reports = folder()
      const formats = `json=${join(reports, 'a.json')},markdown=${join(reports, 'a.md')}`
      await tenure(['check', '--as-of', TODAY, '--format', formats, ...args], {cwd})
      const read = reportsIn(readFileSync(join(reports, 'a.json'), 'utf8'))
      const totals = addUpReports(read)
      const all = readFileSync(join(reports, 'a.md'), 'utf8').match(/^## .*$/gm) ?? []
      // A report on several APIs starts with the result of all of them.
      const headlines = read.length > 1 ? all.slice(0, 1) : all
      expect(headlines).toHaveLength(1)
      const sum = (key: 'violations' | 'warnings'): number =>
        headlines.reduce((all, each) => all + counted(each)[key], 0)
      const signs = headlines.map(each => each.slice(3, 5).trim()[0])
      const worst = (['❌', '❓', '✅'] as const).find(sign => signs.includes(sign)) ?? '✅'
      expect([totals.violations, totals.warnings, totals.verdict]).toEqual(expected)
      expect({...totals, verdict: undefined}).toEqual({violations: sum('violations'), warnings: sum('warnings')})
      expect(SIGNS[worst]).toContain(totals.verdict)
    }
  )

  it.each([
    ['mixed findings', mixed()],
    ['many findings', checkOf(many(300))]
  ])('match the headline: %s', (_, report) => {
    expect(totalsOf(report)).toMatchObject(counted(sayCounts(report)))
  })

  it('have the worst verdict, and count nothing that was not checked', () => {
    const unchecked: JsonReport = {format: 1, command: 'check', notChecked: [{message: 'The file is missing.'}]}
    const violating = json(checkOf(['a']))
    expect(addUpReports([unchecked])).toEqual({violations: 0, warnings: 0, verdict: 'undetermined'})
    expect(addUpReports([unchecked, violating])).toMatchObject({violations: 1, verdict: 'violation'})
  })
})
