import {expect, it} from 'vitest'
import unannouncedRemoval from '../../../rules/unannounced-removal.ts'
import {subtractTarget, type TargetAlone} from '../../../src/gate/inherited-findings.ts'
import {lint} from '../../../src/lint.ts'
import {historyOf, policyOf} from '../../reading.ts'
import {sample} from '../../tier.ts'

const removedOn = (date: string, subject = 'GET /v1/loans') =>
  historyOf(`service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/fees}]}
  - {release: "2.0", date: ${date}, changes: [{removed: ${subject}}]}
`)

it.each(
  sample([
    ['the same day', removedOn('2025-03-10'), 0],
    ['an earlier day', removedOn('2025-03-11'), 1],
    ['a later day', removedOn('2025-03-09'), 1],
    ['another endpoint', removedOn('2025-03-10', 'GET /v1/fees'), 1]
  ])
)('a removal is of the target if it has it with %s', (_, theirs, count) => {
  const policy = policyOf(undefined)
  const own = removedOn('2025-03-10')
  const {findings} = lint(own, policy, [unannouncedRemoval])
  expect(findings).toHaveLength(1)
  const before = {label: 'main', open: () => ({history: theirs, policy})} as unknown as TargetAlone
  const {found, remarks} = subtractTarget(findings, {history: own, before}, [unannouncedRemoval], {}, undefined)
  expect([found.length, remarks.length]).toEqual([count, 1 - count])
})
