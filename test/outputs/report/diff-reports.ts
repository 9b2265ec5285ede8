import type {Change} from '../../../src/model/api/change.ts'
import {answerWhole, type DiffReport, summarizeDiff} from '../../../src/outputs/report/diff-report.ts'
import {judgeChanges} from '../../../src/policy/compatibility/compatibility.ts'
import {change, reach, subjectOf} from '../../changes.ts'
import {policyOf} from '../../reading.ts'

const place = (source: string, line: number) => ({source, pointer: `/${line}`, line, column: 5})
const where = (old: number, fresh: number) => ({old: place('old.yaml', old), new: place('new.yaml', fresh)})

/** One change of each verdict, and one that affects many operations. */
export const CHANGES: readonly Change[] = [
  change('documentation-changed', 'GET /v1/loans', {about: 'summary', where: where(8, 8)}),
  change('operation-added', 'GET /v1/shelves', {where: {new: place('new.yaml', 90)}}),
  change('operation-removed', 'DELETE /v1-beta/copies/{copyId}', {where: {old: place('old.yaml', 60)}}),
  change('status-added', 'GET /v1/loans', {
    about: '206',
    where: where(20, 21),
    reaches: [reach('GET /v1/loans', 'response', 'response 206')]
  }),
  change('null-allowed', subjectOf('Loan.due'), {
    component: 'Loan',
    at: 'due',
    where: where(41, 42),
    proofs: {response: {is: 'breaks', witness: null, at: ''}},
    reaches: [
      reach('GET /v1/loans', 'response', 'response 200 application/json', '[].due'),
      ...['a', 'b', 'c', 'd', 'e', 'f'].map(name =>
        reach(`GET /v1/loans/${name}`, 'response', 'response 200 application/json', 'due')
      ),
      reach('GET /v1-beta/loans', 'response', 'response 200 application/json', '[].due')
    ]
  }),
  change('required-parameter-added', 'GET /v1/copies', {
    about: 'branch',
    where: {new: place('new.yaml', 15)},
    reaches: [reach('GET /v1/copies', 'request', 'query parameter branch')]
  })
]

export function diffReport(changes: readonly Change[] = CHANGES, more: Partial<DiffReport> = {}): DiffReport {
  const policy = policyOf('thirteen-months')
  const judged = judgeChanges(changes, {policy, asOf: '2026-11-20'})
  return {
    asOf: '2026-11-20',
    policy,
    revision: 'current',
    assumed: true,
    old: {source: 'old.yaml', title: 'Lending Library API', version: '1.2'},
    new: {source: 'new.yaml', title: 'Lending Library API', version: '1.3'},
    gaps: [],
    unused: [],
    remarks: [],
    judged,
    ...answerWhole({judged, gaps: more.gaps ?? []}),
    summary: summarizeDiff(judged),
    ...more
  }
}
