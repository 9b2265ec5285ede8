import {describe, expect, it} from 'vitest'
import {createProof, needsProof, sayClaimedPast} from '../../src/gate/past/claimed-past.ts'
import type {Change} from '../../src/model/api/change.ts'
import type {Policy} from '../../src/model/verdict/policy.ts'
import {change, reach, subjectOf} from '../changes.ts'
import {declare, type Entry} from '../history/declared.ts'
import {policyOf} from '../reading.ts'
import {sample} from '../tier.ts'

const TODAY = '2026-03-02'
const NOTICE = policyOf('stabilities: [ga]\nguarantees: {ga: {notice: 13 months}}\n')
const NEXT_VERSION = policyOf('stabilities: [ga]\nguarantees: {ga: {notice: 13 months, starts: next-version}}\n')

const ADDED = ['added: GET /v1/loans', 'added: GET /v1/fees'] as const
const BASE: readonly Entry[] = [['1.0', '2024-01-10', ...ADDED]]

interface Case {
  readonly before?: readonly Entry[] | null
  readonly now?: readonly Entry[]
  readonly changes?: readonly Change[]
  readonly policy?: Policy
}

const proofOf = ({before = BASE, now = BASE, changes, policy = NOTICE}: Case) =>
  createProof(
    {file: before === null ? undefined : {declared: declare(before)}, judge: {policy}} as never,
    declare(now),
    changes
  )

const next = (...lines: readonly string[]): readonly Entry[] => [...BASE, ['next', undefined, ...lines]]
const REMOVED = next('removed: GET /v1/loans')
const FIELD = 'GET /v1/loans, field: due, in: response'

describe('an announcement must have been committed before', () => {
  it.each<[title: string, about: Case, subject: string, concerns: boolean]>(
    sample([
      ['if a new line is about its subject', {now: REMOVED}, 'GET /v1/loans', true],
      ['not if a new line is about another subject', {now: REMOVED}, 'GET /v1/fees', false],
      [
        'if a new line is about its subject with another parameter name',
        {now: next('removed: "GET /v1/loans/{id}"')},
        'GET /v1/loans/{loanId}',
        true
      ],
      ['if a new line is about a part of its subject', {now: next(`removed: ${FIELD}`)}, 'GET /v1/loans', true],
      ['if a new line is about its prefix', {now: next('removed: /v1/**')}, 'GET /v1/loans', true],
      ['not if a new line is about another prefix', {now: next('removed: /v2/**')}, 'GET /v1/loans', false],
      ['if its prefix covers a new line', {now: REMOVED}, '/v1/**', true],
      ['not if its prefix does not cover a new line', {now: REMOVED}, '/v2/**', false],
      ['not by a line of the base', {}, 'GET /v1/loans', false],
      ['by an unreleased line of the base', {before: REMOVED, now: REMOVED}, 'GET /v1/loans', true],
      [
        'by a released line that the base has in another release',
        {
          before: [...BASE, ['1.1', '2025-01-10', 'removed: GET /v1/loans']],
          now: [...BASE, ['1.2', '2025-01-10', 'removed: GET /v1/loans']]
        },
        'GET /v1/loans',
        true
      ],
      [
        'not by a released line of the base with another date',
        {
          before: [...BASE, ['1.1', '2025-01-10', 'removed: GET /v1/loans']],
          now: [...BASE, ['1.1', '2025-01-11', 'removed: GET /v1/loans']]
        },
        'GET /v1/loans',
        false
      ],
      [
        'by a line with another verb',
        {now: [['1.0', '2024-01-10', ...ADDED, 'removed: GET /v1/loans']]},
        'GET /v1/loans',
        true
      ],
      [
        'by the line of a day that is called like a release',
        {before: [['2024-01-10', '2024-01-10', ...ADDED]], now: [['on', '2024-01-10', ...ADDED]]},
        'GET /v1/loans',
        true
      ],
      ['by all lines of a first history', {before: null}, 'GET /v1/fees', true],
      ['if a change is about its subject', {changes: [change('type-changed', 'GET /v1/loans')]}, 'GET /v1/loans', true],
      [
        'not if a change is about another subject',
        {changes: [change('type-changed', 'GET /v1/loans')]},
        'GET /v1/fees',
        false
      ],
      [
        'if a change of a shared part reaches its subject',
        {changes: [change('field-removed', 'Loan.due', {reaches: [reach('GET /v1/fees', 'response')]})]},
        'GET /v1/fees',
        true
      ],
      ['if a change is about its field', {changes: [change('field-removed', 'Loan.due')]}, 'Loan.due', true],
      [
        'not if a change of a shared part does not reach it',
        {changes: [change('field-removed', 'Loan.due', {reaches: [reach('GET /v1/fees', 'response')]})]},
        'GET /v1/loans',
        false
      ]
    ])
  )('%s', (_, about, subject, concerns) => {
    expect(proofOf(about)?.concerns({subject: subjectOf(subject)})).toBe(concerns)
  })

  it('but not outside of git', () => expect(createProof(undefined, declare(REMOVED))).toBeUndefined())
})

describe('an introduction must have been committed before', () => {
  const replaced = (of: string) =>
    [
      ...BASE,
      ['1.1', '2025-01-10', `deprecated: ${of}, replacement: GET /v1/shelves`],
      ['next', undefined, 'removed: GET /v1/loans']
    ] as const

  it.each<[title: string, about: Case, subject: string, starts: boolean]>(
    sample([
      ['of what a new line removes', {now: REMOVED}, 'GET /v1/loans', true],
      ['of its next version', {now: REMOVED}, 'GET /v2/loans', true],
      ['not of another endpoint', {now: REMOVED}, 'GET /v1/fees', false],
      ['not of the same path with another method', {now: REMOVED}, 'POST /v2/loans', false],
      ['not of something without a path', {now: REMOVED}, 'operation ListLoans', false],
      [
        'of any endpoint under the next version, if that counts',
        {now: REMOVED, policy: NEXT_VERSION},
        'GET /v2/shelves',
        true
      ],
      [
        'not of something without a path, even then',
        {now: REMOVED, policy: NEXT_VERSION},
        'operation ListLoans',
        false
      ],
      ['of any endpoint if a prefix is removed', {now: next('removed: /v1/**')}, 'GET /v2/shelves', true],
      ['of its replacement', {now: replaced('GET /v1/loans')}, 'GET /v1/shelves', true],
      ['of the replacement of its prefix', {now: replaced('/v1/**')}, 'GET /v1/shelves', true],
      ['not of the replacement of something else', {now: replaced('GET /v1/fees')}, 'GET /v1/shelves', false],
      ['not if nothing ends', {now: next('deprecated: GET /v1/loans')}, 'GET /v1/loans', false],
      [
        'not if nothing ends, whatever counts',
        {now: next('deprecated: GET /v1/loans'), policy: NEXT_VERSION},
        'GET /v1/loans',
        false
      ],
      ['of what a change removes', {changes: [change('operation-removed', 'GET /v1/loans')]}, 'GET /v1/loans', true],
      [
        'of what a change of a shared part reaches',
        {changes: [change('field-removed', 'Loan.due', {reaches: [reach('GET /v1/fees', 'response')]})]},
        'GET /v1/fees',
        true
      ],
      ['not of what a change adds', {changes: [change('operation-added', 'GET /v1/loans')]}, 'GET /v1/loans', false]
    ])
  )('%s', (_, about, subject, starts) => {
    expect(proofOf(about)?.startsPeriod({subject: subjectOf(subject)})).toBe(starts)
  })
})

describe('a line needs a proof', () => {
  const proof = (concerns: boolean, starts: boolean) => ({concerns: () => concerns, startsPeriod: () => starts})

  it.each<[line: string, concerns: boolean, starts: boolean, needs: boolean]>(
    sample([
      ['deprecated: GET /v1/loans', true, false, true],
      ['deprecated: GET /v1/loans', false, true, false],
      ['rescheduled: GET /v1/loans, sunset: 2027-01-01', true, false, true],
      ['removed: GET /v1/loans, announced: 2025-01-10', true, false, true],
      ['removed: GET /v1/loans', true, true, false],
      ['changed: GET /v1/loans', true, true, false],
      ['added: GET /v1/loans', false, true, true],
      ['added: GET /v1/loans', true, false, false],
      ['restored: GET /v1/loans', false, true, true],
      ['withdrawn: GET /v1/loans', true, true, false]
    ])
  )('`%s` (decides: %s, begins: %s): %s', (line, concerns, starts, needs) => {
    const [event] = declare([['next', undefined, line]]).events
    if (!event) throw new Error('Expected a line')
    expect(needsProof(event, proof(concerns, starts))).toBe(needs)
    expect(needsProof(event, undefined)).toBe(false)
  })
})

describe('an announcement of the past that nothing shows', () => {
  interface State {
    readonly before?: readonly Entry[] | null
    readonly isOwn?: boolean
    readonly isDescribed?: boolean
  }
  const say = (
    now: readonly Entry[] | undefined,
    {before = BASE, isOwn = false, isDescribed}: State = {}
  ): string[] => {
    const target = {file: before === null ? undefined : {declared: declare(before)}, isOwn, label: '`main`'}
    const state = {file: now && {declared: declare(now)}}
    const described = isDescribed === undefined ? undefined : () => isDescribed
    return sayClaimedPast(target as never, state as never, TODAY, described)
  }
  const LINE = 'deprecated: GET /v1/loans'
  const on = (date: string | undefined, line = LINE): readonly Entry[] => [...BASE, ['1.1', date, line]]

  it.each<[title: string, now: readonly Entry[] | undefined, count: number, state?: State]>(
    sample([
      ['is said', on('2025-01-10'), 1],
      ['is reported for each line', [...on('2025-01-10'), ['on', '2025-02-10', LINE]], 2],
      ['is reported for yesterday', on('2026-03-01'), 1],
      ['is not reported for today', on(TODAY), 0],
      ['is not reported for tomorrow', on('2026-03-03'), 0],
      ['is reported for last month', on('2026-02'), 1],
      ['is not reported for this month', on('2026-03'), 0],
      ['is reported for last year', on('2025'), 1],
      ['is not reported without a day', on(undefined), 0],
      ['is not reported of an unreleased line', next(LINE), 0],
      ['is not reported of an unreleased line, whatever day is planned', [...BASE, ['next', '2025-12-01', LINE]], 0],
      ['is reported of an unreleased line that states a day', next('removed: GET /v1/loans, announced: 2025-01-10'), 1],
      ['is reported of an unreleased line that states a release', next('removed: GET /v1/loans, announced: "1.0"'), 1],
      ['is not reported of a line that states today', next(`removed: GET /v1/loans, announced: ${TODAY}`), 0],
      ['is not reported of a line that states an unknown release', next('removed: GET /v1/loans, announced: "9.0"'), 0],
      [
        'is not reported of a removal that was never announced',
        on('2025-01-10', 'removed: GET /v1/loans, announced: never'),
        0
      ],
      ['is not reported of a removal', on('2025-01-10', 'removed: GET /v1/loans'), 0],
      ['is reported of a new sunset', on('2025-01-10', 'rescheduled: GET /v1/loans, sunset: 2027-01-01'), 1],
      ['is not reported of a line of the base', on('2025-01-10'), 0, {before: on('2025-01-10')}],
      [
        'is not reported of an unreleased line of the base',
        next('removed: GET /v1/loans, announced: 2025-01-10'),
        0,
        {before: next('removed: GET /v1/loans, announced: 2025-01-10')}
      ],
      ['is reported of a line that moves', on('2025-01-10'), 1, {before: [...BASE, ['1.2', '2025-01-10', LINE]]}],
      [
        'is reported of a line about another subject',
        on('2025-01-10'),
        1,
        {before: on('2025-01-10', 'deprecated: GET /v1/fees')}
      ],
      ['is reported if no description shows it', on('2025-01-10'), 1, {isDescribed: false}],
      ['is not reported if descriptions show it', on('2025-01-10'), 0, {isDescribed: true}],
      ['is not reported on the target branch', on('2025-01-10'), 0, {isOwn: true}],
      ['is not reported of a first history', on('2025-01-10'), 0, {before: null}],
      ['is not reported without a history', undefined, 0]
    ])
  )('%s', (_, now, count, state) => {
    const remarks = say(now, state)
    expect(remarks.length).toBe(count > 0 ? 1 : 0)
    if (count > 0)
      expect(remarks[0]).toMatch(new RegExp(`^${count} announcements? in the history counts? from the day`))
  })

  it('is reported in a sentence for one and for several', () => {
    const end = 'to the configuration after the merge.'
    expect(say(on('2025-01-10'))).toEqual([
      `1 announcement in the history counts from the day on which this change is merged, because no description or tag of \`main\` shows it. If it was made before, add \`adopted: {day: DAY, approver: NAME}\` ${end}`
    ])
    expect(say([...on('2025-01-10'), ['on', '2025-02-10', LINE]])).toEqual([
      `2 announcements in the history count from the day on which this change is merged, because no description or tag of \`main\` shows them. If they were made before, add \`adopted: {day: DAY, approver: NAME}\` ${end}`
    ])
  })
})
