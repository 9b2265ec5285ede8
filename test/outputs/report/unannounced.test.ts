import {describe, expect, it} from 'vitest'
import {rules} from '../../../rules/index.ts'
import {dueOf} from '../../../src/app/due.ts'
import {judgeAll, lint} from '../../../src/lint.ts'
import {formatSubject} from '../../../src/model/subject/subject.ts'
import {sayEarliestEndOfSupport} from '../../../src/outputs/report/answers/earliest-end-of-support.ts'
import {sayNoFinding} from '../../../src/outputs/report/report-text.ts'
import {earliestEndOfSupport} from '../../../src/policy/earliest-end-of-support.ts'
import {historyOf, policyOf} from '../../reading.ts'
import {sample} from '../../tier.ts'

const AS_OF = '2025-10-01'
const POLICY = policyOf(`
name: library
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 13 months, starts: [announcement, {successor: same}]}}
waiverReasons: {legal: {}}
`)

const REMOVED = '{removed: GET /v1/loans}'
const LAST = 'release: "3.0", date: 2024-06-10'

const historyWith = (second: string, removed: string, {before = '', last = LAST} = {}) =>
  historyOf(
    `service: Lending Library API
${before}
releases:
  - {release: "1.0", date: 2022-08-04, changes: [{added: GET /v1/loans}]}
  - {release: "2.0", ${second}, changes: [{added: GET /v2/loans}]}
  - {${last}, changes: [${removed}]}
`,
    AS_OF
  )

/** The sentence of the finding about the notice, or of the judgment. */
function sentenceOf(history: ReturnType<typeof historyWith>): string {
  const {findings} = lint(history, POLICY, rules)
  const [judgment] = judgeAll(history, POLICY)
  const finding = findings.find(({rule}) => rule === 'notice-too-short')
  return finding?.message ?? (judgment ? sayNoFinding(judgment) : '')
}

describe('a notice that a successor alone started', () => {
  it.each(
    sample([
      [
        'compliant',
        historyWith('date: 2023-01-04', REMOVED),
        'The required 13 months passed between 2.0 (2023-01-04) and 3.0 (2024-06-10); nothing was announced'
      ],
      [
        'compliant, and deprecated only with the removal',
        historyWith('date: 2023-01-04', `{deprecated: GET /v1/loans}, ${REMOVED}`),
        'The required 13 months passed between 2.0 (2023-01-04) and 3.0 (2024-06-10); nothing was announced'
      ],
      [
        'compliant, in a history with gaps',
        historyWith('date: 2023-01-04', REMOVED, {before: 'complete: 2100-01-01'}),
        'The required 13 months passed between 2.0 (2023-01-04) and 3.0 (2024-06-10); nothing was announced, as far as recorded'
      ],
      [
        'a violation',
        historyWith('date: 2023-09-04', REMOVED),
        '`GET /v1/loans` was removed in 3.0 (2024-06-10), 9 months and 6 days after the release of its successor in 2.0 (2023-09-04); nothing was announced. The policy requires 13 months.'
      ],
      [
        'undetermined',
        historyWith('date: 2023', REMOVED),
        "`GET /v1/loans` was removed in 3.0 (2024-06-10) after the release of its successor in 2.0 (between 2023-01-01 and 2023-12-31); nothing was announced. The day of 2.0 (known only as 2023) is missing, so the 13-month notice can't be checked."
      ],
      [
        'waived',
        historyWith(
          'date: 2023-09-04',
          '{removed: GET /v1/loans, waiver: {reason: legal, approver: head, approved: 2024-06-01, note: Court order.}}'
        ),
        'Waived for legal, approved by head: Court order; nothing was announced'
      ]
    ])
  )('ends with a remark: %s', (_, history, sentence) => {
    expect(sentenceOf(history)).toBe(sentence)
  })

  it('ends with a remark before the removal, too', () => {
    const history = historyWith('date: 2025-09-04', REMOVED, {last: 'release: next'})
    const lifecycle = history.lifecycles.find(({subject}) => formatSubject(subject) === 'GET /v1/loans')
    if (!lifecycle) throw new Error('Unexpected lack of a life')
    const earliest = earliestEndOfSupport(lifecycle, POLICY, history)
    expect(sayEarliestEndOfSupport(lifecycle.subject, earliest)).toBe(
      '`GET /v1/loans` can be removed on or after 2026-10-04; nothing was announced.'
    )
    expect(dueOf(lifecycle, '2026-01-01', {history, policy: POLICY}).map(({text}) => text)).toEqual([
      'can be removed on or after 2026-10-04, no sunset date; nothing was announced'
    ])
  })

  it('has no remark where something was announced, or where an announcement is still required', () => {
    expect(sentenceOf(historyWith('date: 2023-01-04', REMOVED, {last: LAST}))).toContain('nothing')
    const announced = historyOf(`
service: Lending Library API
releases:
  - {release: "1.0", date: 2022-08-04, changes: [{added: GET /v1/loans}]}
  - {release: "2.0", date: 2023-01-04, changes: [{added: GET /v2/loans}]}
  - {release: "2.1", date: 2023-02-04, changes: [{deprecated: GET /v1/loans}]}
  - {${LAST}, changes: [${REMOVED}]}
`)
    expect(sentenceOf(announced)).toBe('The required 13 months passed between 2.0 (2023-01-04) and 3.0 (2024-06-10)')
    const history = historyWith('date: 2025-09-04', '{added: GET /v1/shelves}', {
      last: 'release: "2.1", date: 2025-09-10'
    })
    const lifecycle = history.lifecycles.find(({subject}) => formatSubject(subject) === 'GET /v1/loans')
    const required = policyOf('thirteen-months')
    expect(lifecycle && earliestEndOfSupport(lifecycle, required, history).unannounced).toBeUndefined()
  })
})
