import {describe, expect, it, test} from 'vitest'
import {reportOfDiff} from '../../../src/outputs/report/diff/diff-findings.ts'
import {changeFingerprint, type DiffReport} from '../../../src/outputs/report/diff-report.ts'
import {REPORT_FORMATS, REPORTERS} from '../../../src/outputs/report/formats.ts'
import type {ReportFormat} from '../../../src/outputs/report/report.ts'
import {change, reach, subjectOf} from '../../changes.ts'
import {sample} from '../../tier.ts'
import {CHANGES, diffReport} from './diff-reports.ts'
import {CHECKS} from './format-checks.ts'
import {HOSTILE} from './made-reports.ts'

const TOOLS = {color: false}

const write = async (diff: DiffReport, format: ReportFormat, more = {}): Promise<string> =>
  (await REPORTERS[format]()).write(reportOfDiff(diff, {version: '0.1.0', ...more}), TOOLS)

const GAP = {message: 'There is no `#/components/schemas/Fee`.', place: {source: 'new.yaml', line: 3, column: 1}}

/** A response field of a component with this name, which was removed. */
const removed = (name: string) =>
  change('field-removed', subjectOf('Loan.due'), {
    component: name,
    at: name,
    about: name,
    where: {
      old: {source: 'old.yaml', pointer: `/${name}`, line: 40, column: 5},
      missingFrom: {source: 'new.yaml', pointer: '/Loan', line: 38, column: 3}
    },
    proofs: {response: {is: 'breaks', witness: {[name]: name}, at: ''}},
    reaches: [reach('GET /v1/loans', 'response', 'response 200 application/json', `[].${name}`)]
  })

const REPORTS: Readonly<Record<string, readonly [DiffReport, number]>> = {
  'no changes': [diffReport([]), 0],
  'compatible changes': [diffReport(CHANGES.slice(0, 2)), 0],
  'one change of each verdict': [diffReport(), 4],
  '300 changes': [diffReport(Array.from({length: 300}, (_, at) => removed(`due${at}`))), 300],
  'equal changes in two places': [diffReport([removed('due'), removed('due')]), 2],
  'a part that could not be read': [diffReport(CHANGES, {gaps: [GAP]}), 4],
  ...Object.fromEntries(
    Object.entries(HOSTILE).map(([name, text]) => [
      `a name with ${name}`,
      [
        diffReport([removed(text)], {
          remarks: [text],
          new: {source: text, title: text},
          gaps: [{...GAP, message: text}]
        }),
        1
      ]
    ])
  )
}

describe.each(sample(Object.keys(REPORTS)))('%s', name => {
  const [diff, count] = REPORTS[name] as readonly [DiffReport, number]
  it.each(['github', 'gitlab', 'sarif', 'junit'] as const)(
    '%s is valid, and has each change that is not compatible',
    async format => {
      expect(await CHECKS[format](await write(diff, format))).toBe(count)
    }
  )
})

test('the level is error where `--exit-code` fails, warning for undetermined changes, and note for allowed ones', () => {
  const levels = reportOfDiff(diffReport()).findings.map(({rule, level}) => `${rule} ${level}`)
  expect(levels).toEqual([
    'required-parameter-added error',
    'null-allowed error',
    'status-added warning',
    'operation-removed info'
  ])
})

test('a breaking change that is not known to be allowed is an error', () => {
  const {judged, ...rest} = diffReport([removed('due')])
  const unsure = judged.map(each => ({...each, verdict: 'undetermined' as const}))
  expect(reportOfDiff({...rest, judged: unsure}).findings.map(({level}) => level)).toEqual(['error'])
})

test('a change has its place, counterexample, operations, and the setting that would decide it', async () => {
  const report = reportOfDiff(diffReport([...CHANGES, removed('due')]))
  const of = (rule: string) => report.findings.find(each => each.rule === rule)
  expect(of('null-allowed')).toMatchObject({
    message: '`Loan.due` can now be `null`.',
    place: {source: 'new.yaml', line: 42},
    evidence: [{text: 'Was', place: {source: 'old.yaml', line: 41}}],
    details: [
      'Example: `GET /v1/loans` can now return `"due": null` in an item.',
      "The policy doesn't allow breaking changes for `ga`.",
      'Affected: `GET /v1/loans`, `GET /v1/loans/a`, `GET /v1/loans/b`, `GET /v1/loans/c`, `GET /v1/loans/d`, and 3 more.',
      'Not allowed (ga) for 7 operations and exempt (beta) for 1.'
    ]
  })
  expect(of('status-added')?.remedy).toBe(
    'To decide for all changes of this kind, add `compatibility: {status-added: compatible}` (or `breaking`) to the policy.'
  )
  // The nearest part that still exists.
  expect(of('field-removed')?.place).toMatchObject({source: 'new.yaml', line: 38})
  expect(of('operation-removed')?.place).toMatchObject({source: 'old.yaml', line: 60})
})

test('fingerprints are those of the JSON output, whatever the lines', () => {
  const moved = diffReport(CHANGES.map(each => ({...each, where: {}})))
  const prints = reportOfDiff(moved).findings.map(({fingerprint}) => fingerprint)
  expect(prints).toEqual(reportOfDiff(diffReport()).findings.map(({fingerprint}) => fingerprint))
  expect(CHANGES.map(changeFingerprint)).toEqual(expect.arrayContaining(prints))
})

test('every format states what could not be read', async () => {
  const diff = diffReport([], {gaps: [GAP]})
  for (const format of REPORT_FORMATS)
    expect(await write(diff, format), format).toMatch(/could(?:n.t| not)? be read|"partial": true/)
  for (const format of ['github', 'sarif', 'junit'] as const)
    expect(await write(diff, format), format).toContain(
      'Not read: new.yaml:3:1: There is no `#/components/schemas/Fee`.'
    )
})

test('paths start at the root of the repository, and a revision has no lines', async () => {
  const where = {new: {source: 'openapi.yaml', line: 4}, old: {source: 'v1:api/openapi.yaml', line: 3}}
  const diff = diffReport([
    {...removed('due'), where},
    {...removed('fee'), where: {old: where.old}}
  ])
  const github = await write(diff, 'github', {root: 'api'})
  expect(github).toMatch(/::error file=api\/openapi\.yaml,line=4,/)
  expect(github).toMatch(/::error file=api\/openapi\.yaml,title=/)
})
