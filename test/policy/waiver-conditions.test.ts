// The conditions under which a waiver covers a removal or a change.
import {describe, expect, it} from 'vitest'
import {parseTarget} from '../../src/languages/languages.ts'
import {judgeAll} from '../../src/lint.ts'
import type {Event, SubjectWaiver} from '../../src/model/lifecycle/event.ts'
import type {Subject, SubjectPart, Target} from '../../src/model/subject/subject.ts'
import type {RequirementJudgment} from '../../src/model/verdict/judgment.ts'
import {coversUnmetRequirements, findWaiver, waiverCovers} from '../../src/policy/remedy/waivers.ts'
import {historyOf, policyOf} from '../reading.ts'

const subjectOf = (text: string, part?: SubjectPart): Subject => ({
  target: parseTarget(text) as Target,
  ...(part ? {part} : {})
})

describe('a removal on 2025-06-15', () => {
  const POLICY =
    'name: p\nextends: thirteen-months\nwaiverReasons: {security: {approvers: [ada, board]}, bug-fix: {}}\n'
  const judged = (waiver: string, date: string) => {
    const history = historyOf(`
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "2.0", date: ${date}, changes: [{removed: GET /v1/loans, waiver: {${waiver}}}]}
`)
    const [judgment] = judgeAll(history, policyOf(POLICY))
    return [judgment?.verdict, ...(judgment?.waiver?.flaws ?? [])].join(' ')
  }
  const APPROVED = 'reason: security, approver: ada, approved: 2025-06-01'

  it.each<[waiver: string, verdict: string]>([
    [APPROVED, 'exempt'],
    ['reason: security, approver: board, approved: 2025-06-15', 'exempt'],
    ['reason: bug-fix, approver: eve, approved: 2025-06-01', 'exempt'],
    ['reason: security, approver: eve, approved: 2025-06-01', 'violation approver'],
    ['reason: security, approver: ada', 'violation unapproved'],
    ['reason: security, approved: 2025-06-01', 'violation unapproved'],
    ['reason: security', 'violation unapproved'],
    ['reason: bug-fix, approver: ada', 'violation unapproved'],
    ['reason: none, approver: ada, approved: 2025-06-01', 'violation reason'],
    ['reason: security, approver: ada, approved: 2025-06-16', 'violation late'],
    ['reason: security, approver: ada, approved: 2025-06', 'undetermined'],
    ['reason: security, approver: ada, approved: 2025-07', 'violation late'],
    [`${APPROVED}, until: 2025-06-15`, 'exempt'],
    [`${APPROVED}, until: 2025-06-14`, 'violation expired'],
    [`${APPROVED}, until: 2025-06`, 'undetermined'],
    [`${APPROVED}, until: 2025-05`, 'violation expired'],
    [`${APPROVED}, until: 2025-07`, 'exempt'],
    [`${APPROVED}, until: 2025`, 'undetermined']
  ])('with {%s} is %s', (waiver, verdict) => {
    expect(judged(waiver, '2025-06-15')).toBe(verdict)
  })

  it('that is known only by its month may be later than the last day of the waiver', () => {
    expect(judged(`${APPROVED}, until: 2025-06-15`, '2025-06')).toBe('undetermined')
    expect(judged(`${APPROVED}, until: 2025-06-30`, '2025-06')).toBe('exempt')
  })
})

it.each<[rule: string | undefined, unmet: string[], isCovered: boolean]>([
  [undefined, ['notice', 'lifetime'], true],
  ['notice-too-short', ['notice'], true],
  ['notice-too-short', ['notice', 'notice'], true],
  ['notice-too-short', ['notice', 'lifetime'], false],
  ['notice-too-short', ['lifetime'], false],
  ['notice-too-short', ['lifetime', 'met notice'], false],
  ['notice-too-short', ['notice', 'met lifetime'], true],
  ['ended-before-sunset', ['sunset'], true],
  ['ended-before-sunset', ['notice'], false]
])('a waiver for the rule %s with %j unmet applies: %s', (rule, unmet, isCovered) => {
  const requirements = unmet.map((each): RequirementJudgment => {
    const [aspect = '', met] = each.split(' ').toReversed()
    return {
      aspect: aspect as RequirementJudgment['aspect'],
      verdict: met ? 'compliant' : 'violation',
      clause: {policy: '', revision: '', pointer: ''},
      missing: []
    }
  })
  const waiver = {reason: 'security', place: {source: ''}, ...(rule === undefined ? {} : {rule})}
  expect(coversUnmetRequirements(waiver, requirements)).toBe(isCovered)
})

const DUE: SubjectPart = {field: 'due'}

it.each<[waived: SubjectPart | undefined, part: SubjectPart | undefined, isCovered: boolean]>([
  [undefined, undefined, true],
  [undefined, DUE, true],
  [DUE, undefined, false],
  [DUE, DUE, true],
  [DUE, {...DUE, in: 'response'}, true],
  [DUE, {...DUE, in: 'request'}, true],
  [{...DUE, in: 'request'}, {...DUE, in: 'request'}, true],
  [{...DUE, in: 'request'}, {...DUE, in: 'response'}, false],
  [{...DUE, in: 'request'}, DUE, false],
  [DUE, {field: 'shelf'}, false],
  [{in: 'request'}, {...DUE, in: 'request'}, false]
])('a waiver for %j covers %j: %s', (waived, part, isCovered) => {
  const [outer, inner] = [subjectOf('GET /v1/loans', waived), subjectOf('GET /v1/loans', part)]
  expect(waiverCovers(outer, inner)).toBe(isCovered)
  expect(waiverCovers(outer, {...inner, target: subjectOf('GET /v1/copies').target})).toBe(false)
})

describe('a waiver of the configuration', () => {
  const history = historyOf('service: Lending Library API\nreleases: []\n')
  const STATE = subjectOf('GET /v1/loans', {parameter: 'state'})
  const event: Event = {
    ...{id: 0, kind: 'changed', verb: 'changed', subject: STATE, entry: 0, place: {source: ''}},
    ...{change: 'value-removed', about: 'lent'}
  }

  it.each<[limits: Partial<SubjectWaiver>, isFound: boolean]>([
    [{}, true],
    [{kind: 'value-removed'}, true],
    [{kind: 'value-added'}, false],
    [{kind: 'value-removed', about: 'lent'}, true],
    [{kind: 'value-removed', about: 'lost'}, false],
    [{kind: 'value-added', about: 'lent'}, false]
  ])('limited to %j is for the removal of the value `lent`: %s', (limits, isFound) => {
    const waiver: SubjectWaiver = {reason: 'security', place: {source: ''}, subject: STATE, ...limits}
    expect(findWaiver(event, STATE, {...history, waivers: [waiver]})).toBe(isFound ? waiver : undefined)
  })
})
