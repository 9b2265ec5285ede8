import {expect, it} from 'vitest'
import {sayNextSteps} from '../../../src/outputs/report/headline.ts'
import {found, judged, reportOf, TIMELINE} from './judgments.ts'

it.each([
  [[1, 2], 1],
  [[2, 1], 1],
  [[2], 2]
])('a soft start with violations of the releases %j says that the oldest came with %s', (entries, oldest) => {
  const judgments = entries.map(entry => judged(`GET /v1/loans/${entry}`, {entry}))
  const findings = judgments.map(each => found(each, 'unannounced-removal', '{} was removed.'))
  const report = reportOf(judgments, findings, {command: 'check', reportOnly: {enforceFrom: '2026-12-31'}})
  expect(sayNextSteps(report).join('\n')).toContain(`The oldest came with ${TIMELINE.entries[oldest]?.name} (`)
})
