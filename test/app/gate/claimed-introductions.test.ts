// The introductions on which the period of a removal may count, so that the target must have had them by then.

import {expect, it} from 'vitest'
import {createProof} from '../../../src/gate/past/claimed-past.ts'
import type {JudgingState} from '../../../src/gate/read-rules.ts'
import {readHistoryText} from '../../../src/inputs/history/file.ts'
import {formatSubject} from '../../../src/model/subject/subject.ts'
import {policyOf} from '../../reading.ts'
import {sample} from '../../tier.ts'

const ADDED =
  '{release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v2/loans}, {added: GET /v2/fees}, {added: GET /holds}]}'
const policy = (clock: string): string => `
name: p
stabilities: [ga]
defaultStability: ga
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 1 month, starts: ${clock}}}
`

it.each(
  sample([
    ['GET /v1/loans', 'successor', ['GET /v1/loans', 'GET /v2/loans']],
    [
      '{removed: GET /v1/loans, replacement: GET /holds}',
      'successor',
      ['GET /v1/loans', 'GET /v2/loans', 'GET /holds']
    ],
    ['/v1/**', 'successor', ['GET /v1/loans', 'GET /v2/loans', 'GET /v2/fees', 'GET /holds']],
    ['GET /v1/loans', 'next-version', ['GET /v1/loans', 'GET /v2/loans', 'GET /v2/fees', 'GET /holds']]
  ])
)('the removal of %s with a notice from the %s may count from %j', (removal, clock, expected) => {
  const read = (text: string) => readHistoryText(text, 'history.yaml')
  const line = removal.startsWith('{') ? removal : `{removed: ${removal}}`
  const before = read(`service: Lending Library API\nreleases:\n  - ${ADDED}\n`)
  const {declared} = read(
    `service: Lending Library API\nreleases:\n  - ${ADDED}\n  - {release: next, changes: [${line}]}\n`
  )
  const target = {file: before, judge: {policy: policyOf(policy(clock))}} as unknown as JudgingState
  const proof = createProof(target, declared)
  const introductions = declared.events.filter(({kind}) => kind === 'introduced')
  const starting = introductions.filter(each => proof?.startsPeriod(each)).map(({subject}) => formatSubject(subject))
  expect(starting).toEqual(expected)
})
