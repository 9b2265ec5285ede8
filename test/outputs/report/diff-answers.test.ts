import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import type {OpenapiKind} from '../../../packages/openapi/src/kinds/kinds.ts'
import {presets} from '../../../src/inputs/config/policy-file.ts'
import type {Change, ChangeKind} from '../../../src/model/api/change.ts'
import type {JudgedChange} from '../../../src/model/verdict/judged-change.ts'
import type {Policy} from '../../../src/model/verdict/policy.ts'
import {answerWhole, anyNotAllowed, type DiffReport, summarizeDiff} from '../../../src/outputs/report/diff-report.ts'
import {judgeChanges} from '../../../src/policy/compatibility/compatibility.ts'
import {change} from '../../changes.ts'
import {OPENAPI_CATALOG, splitExample} from '../../kind-catalog.ts'
import {diffDocuments} from '../../languages/openapi/diff/comparing.ts'
import {policyOf} from '../../reading.ts'
import {sample} from '../../tier.ts'
import {markdownOf, printDiff} from './answers.ts'
import {diffReport} from './diff-reports.ts'

const read = (path: string): string => readFileSync(new URL(`../../../fixtures/${path}`, import.meta.url), 'utf8')

/** The changes of each example in the catalog, and of a whole API. */
const COMPARED: readonly (readonly [name: string, changes: readonly Change[]])[] = [
  ...(Object.keys(OPENAPI_CATALOG) as readonly OpenapiKind[]).flatMap(kind => {
    const {example} = OPENAPI_CATALOG[kind]
    if (example === undefined) return []
    const {old, new: fresh} = splitExample(example)
    return [[kind, diffDocuments(old, fresh)] as const]
  }),
  ['an API', diffDocuments(read('lending-library/api-3.0.yaml'), read('lending-library/api-3.1.yaml'))]
]

/** A base path with a version marker that no policy has, so that the stability is unknown. */
const UNKNOWN_BASE = '/shop/v1_odd'

const judge = (changes: readonly Change[], policy: Policy, base = ''): JudgedChange[] =>
  judgeChanges(changes, {policy, asOf: '2026-11-20', bases: {old: base, new: base}})

function reportOn(changes: readonly Change[], policy: Policy, base?: string): DiffReport {
  const judged = judge(changes, policy, base)
  return {
    ...diffReport([]),
    policy,
    judged,
    ...answerWhole({judged, gaps: []}),
    summary: summarizeDiff(judged)
  }
}

const firstLine = (report: DiffReport): string => printDiff(report).split('\n')[0] ?? ''

describe.each(sample(presets().map(name => [name, policyOf(name)] as const)))('under the policy %s', (_, policy) => {
  test('the first line counts breaking changes, whether allowed or not', () => {
    for (const [name, changes] of COMPARED) {
      for (const base of ['', '/v1', UNKNOWN_BASE]) {
        const report = reportOn(changes, policy, base)
        const line = firstLine(report)
        const isBreaking = report.judged.some(({breaks}) => breaks === 'yes')
        expect(report.breaks === 'yes', name).toBe(isBreaking)
        if (isBreaking) expect(line, name).toMatch(/^. \d+ breaking changes? \(.*allowed\)/)
        else expect(line, name).not.toMatch(/\d breaking/)
        if (report.breaks === 'unknown') expect(line, name).not.toMatch(/no breaking changes/i)
        expect(line.startsWith('✔'), name).toBe(
          report.judged.every(({verdict}) => verdict === 'exempt' || verdict === 'compliant')
        )
        expect(line.startsWith('✖'), name).toBe(anyNotAllowed(report))
      }
    }
  })

  test('whether a change is breaking does not depend on stability', () => {
    for (const [name, changes] of COMPARED) {
      if (name === 'stability-changed' || name === 'an API') continue
      const answers = ['', '/v1', '/v1beta1', UNKNOWN_BASE].map(base =>
        judge(changes, policy, base).map(({breaks}) => breaks)
      )
      expect(new Set(answers.map(each => each.join())).size, name).toBe(1)
    }
  })
})

test('Markdown has the same first line', async () => {
  for (const [name, changes] of COMPARED) {
    const report = reportOn(changes, policyOf('thirteen-months'), UNKNOWN_BASE)
    const [title = ''] = (await markdownOf(report)).split('\n')
    expect(firstLine(report), name).toContain(title.replace(/^## \S+ /, ''))
  }
})

test('a removal of unknown stability is breaking, and undetermined under the policy', () => {
  const removed = change('operation-removed', 'GET /v1_odd/loans')
  const report = reportOn([removed], policyOf('thirteen-months'))
  expect(report).toMatchObject({breaks: 'yes', verdict: 'undetermined', summary: {breaking: 1, undetermined: 1}})
  expect(report.judged).toMatchObject([{breaks: 'yes', verdict: 'undetermined'}])
  expect(firstLine(report)).toMatch(/^✖ 1 breaking change \(not known to be allowed\) from /)
})

test.each(
  sample([
    [['operation-removed GET /v1/a', 'operation-removed GET /v1/b'], '✖ 2 breaking changes (not allowed) '],
    [['operation-removed GET /v1-beta/a'], '✔ 1 breaking change (allowed) '],
    [['operation-removed GET /v1-beta/a', 'operation-removed GET /v1-beta/b'], '✔ 2 breaking changes (all allowed) '],
    [
      ['operation-removed GET /v1/a', 'operation-removed GET /v1-beta/b', 'operation-removed GET /v1_x/b'],
      '✖ 3 breaking changes (1 not allowed, 1 not known to be allowed, 1 allowed) '
    ],
    [
      ['operation-removed GET /v1-beta/a', 'status-added GET /v1/b', 'operation-added GET /v1/c'],
      '? 1 breaking change (allowed), 1 undetermined, 1 compatible change '
    ],
    [['status-added GET /v1-beta/b'], '✔ 1 change exempt '],
    [
      ['status-added GET /v1/b', 'status-added GET /v1/c', 'operation-added GET /v1/c'],
      '? 2 changes undetermined, 1 compatible change '
    ],
    [['operation-added GET /v1/c'], '✔ No breaking changes, 1 compatible change ']
  ])
)('the first line summarizes %s', (changes, line) => {
  const all = changes.map(text => {
    const [, kind, subject] = /^(\S+) (.*)$/.exec(text) ?? []
    return change(kind as ChangeKind, subject ?? '', {
      ...(kind === 'status-added'
        ? {reaches: [{operation: change('moved', subject ?? '').subject, side: 'response', at: ''}]}
        : {})
    })
  })
  expect(firstLine(reportOn(all, policyOf('thirteen-months'))).slice(0, line.length)).toBe(line)
})

test('a sunset that is too early is not allowed, although it is not breaking', () => {
  const set = change('sunset-set', 'GET /v1/loans', {new: '2026-12-31'})
  const added = change('operation-added', 'GET /v1/copies')
  const report = reportOn([set, added], policyOf('thirteen-months'))
  expect(report).toMatchObject({breaks: 'no', verdict: 'violation'})
  expect(firstLine(report)).toMatch(/^✖ 1 change not allowed, no breaking changes, 1 compatible change from /)
})

test('a removal after its notice is breaking but allowed, below its own heading', async () => {
  const announced = {deprecated: true, since: '2024-01-10', sunset: '2025-06-30'}
  const report = reportOn([change('operation-removed', 'GET /v1/loans', {announced})], policyOf('thirteen-months'))
  expect(report).toMatchObject({breaks: 'yes', verdict: 'compliant'})
  expect(printDiff(report)).toContain('\nBreaking, allowed\n  ✔ Removed `GET /v1/loans`.\n')
  expect(await markdownOf(report)).toContain('<summary>1 breaking change, allowed</summary>')
})
