// What the lines that a change adds to a history count for, before they are merged.
import {describe, expect, it} from 'vitest'
import {type BaseHistoryOptions, buildBaseHistory, collectNewEvidence} from '../../src/gate/judging/base-history.ts'
import {readHistoryText} from '../../src/inputs/history/file.ts'
import type {DeclaredHistory} from '../../src/model/lifecycle/history.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
import {formatRange} from '../model/timelines.ts'

const TODAY = '2026-03-02'
const read = (...releases: readonly string[]): DeclaredHistory =>
  readHistoryText(
    `service: Lending Library API\nreleases:${releases.length === 0 ? ' []' : ''}\n${releases.map(each => `  - {${each}}\n`).join('')}`,
    'history.yaml'
  ).declared

const merged = (
  before: readonly string[],
  now: readonly string[],
  options: Partial<BaseHistoryOptions> = {}
): DeclaredHistory => buildBaseHistory(read(...before), read(...now), {asOf: TODAY, ...options})

/** `1.0 2025-01-10` and `1.1 2026-03-02 claimed`, for each release or statement. */
const entriesOf = ({entries}: DeclaredHistory): string[] =>
  entries.map(({name, stated, claimed}) =>
    [name, formatRange(stated), claimed ? 'claimed' : ''].filter(Boolean).join(' ')
  )

/** `removed GET /v1/loans in next`, for each line. */
const linesOf = ({entries, events}: DeclaredHistory): string[] =>
  events.map(({verb, subject, entry}) => `${verb} ${formatSubject(subject)} in ${entries[entry]?.name}`)

const FIRST = 'release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]'

describe('a release that a change adds', () => {
  it.each<[added: string, becomes: string]>([
    ['release: "1.1", date: 2026-03-10', '1.1 2026-03-10 claimed'],
    ['release: "1.1", date: 2026-03-02', '1.1 2026-03-02 claimed'],
    ['release: "1.1", date: 2026-03-01', '1.1 2026-03-02 claimed'],
    ['release: "1.1", date: 2025-03-01', '1.1 2026-03-02 claimed'],
    ['release: "1.1", date: 2026-03', '1.1 2026-03-02…2026-03-31 claimed'],
    ['release: "1.1", date: 2026-02', '1.1 2026-03-02 claimed'],
    ['release: "1.1"', '1.1 2026-03-02… claimed']
  ])('{%s} ships no earlier than today: %s', (added, becomes) => {
    expect(entriesOf(merged([FIRST], [FIRST, added]))).toEqual(['1.0 2025-01-10', becomes])
  })
})

describe('a first history', () => {
  const now = (date: string): string[] => [`release: "1.0", date: ${date}, changes: [{removed: GET /v1/loans}]`]

  it.each([
    ['2026-03-01', 'nothing'],
    ['2026-03-02', 'nothing'],
    ['2026-02', 'nothing'],
    ['2026-03-03', 'its lines']
  ])('brings for a release of %s %s, as it lists what shipped', (date, brings) => {
    const before = read('on: 2020-01-10, changes: []')
    const whole = buildBaseHistory(before, read(...now(date)), {asOf: TODAY, isFirst: true})
    expect(linesOf(whole)).toEqual(brings === 'nothing' ? [] : ['removed GET /v1/loans in 1.0'])
  })
})

describe('an announcement that a change adds', () => {
  const NEXT = 'release: next'

  it.each([
    ['a day', 'announced: 2024-01-10'],
    ['a release', 'announced: "1.0"']
  ])('counts from the next release, although it claims %s', (_, claims) => {
    const {events, entries} = merged([FIRST], [FIRST, `${NEXT}, changes: [{deprecated: GET /v1/loans, ${claims}}]`])
    const added = events.at(-1)
    expect([added?.verb, entries[added?.entry ?? -1]?.name, added?.announced]).toEqual([
      'deprecated',
      'next',
      undefined
    ])
  })

  it('counts from the next release, although it stands in a release of the past', () => {
    const late = 'release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}, {deprecated: GET /v1/loans}]'
    expect(linesOf(merged([FIRST], [late]))).toEqual(['added GET /v1/loans in 1.0', 'deprecated GET /v1/loans in next'])
  })

  it('that says that there was none stays so', () => {
    const {events} = merged([FIRST], [FIRST, `${NEXT}, changes: [{removed: GET /v1/loans, announced: never}]`])
    expect(events.at(-1)?.announced).toBe('never')
  })

  it('keeps the day that it had before the change', () => {
    const known = `${NEXT}, changes: [{deprecated: GET /v1/loans, announced: 2024-01-10}]`
    const {events} = merged([FIRST, known], [FIRST, known])
    expect(events.at(-1)?.announced).toMatchObject({text: '2024-01-10'})
  })
})

describe('waivers and evidence on lines', () => {
  const WAIVER = 'waiver: {reason: security, approver: ada, approved: 2026-03-01}'
  const METS = 'met: {consent: "ticket 12"}'
  const next = (...lines: readonly string[]): string =>
    `release: next, changes: [${lines.map(each => `{removed: GET /v1/loans, ${each}}`).join(', ')}]`
  const metOf = ({events}: DeclaredHistory): unknown[] => events.slice(1).map(({met}) => met)
  const waiversOf = ({events}: DeclaredHistory): boolean[] => events.slice(1).map(({waiver}) => waiver !== undefined)

  it('count only if they are known or approved', () => {
    const whole = merged([FIRST], [FIRST, next(`${WAIVER}, ${METS}`)])
    expect([waiversOf(whole), metOf(whole)]).toEqual([[false], [undefined]])
    const known = merged([FIRST, next(`${WAIVER}, ${METS}`)], [FIRST, next(`${WAIVER}, ${METS}`)])
    expect([waiversOf(known), metOf(known)]).toEqual([[true], [{consent: 'ticket 12'}]])
  })

  it('an approved waiver approves no evidence', () => {
    const whole = merged([FIRST], [FIRST, next(`${WAIVER}, ${METS}`)], {counts: waiver => waiver !== undefined})
    expect([waiversOf(whole), metOf(whole)]).toEqual([[true], [undefined]])
  })

  it('count once for each time that they were merged', () => {
    expect(waiversOf(merged([FIRST, next(WAIVER)], [FIRST, next(WAIVER, WAIVER)]))).toEqual([true, false])
    expect(waiversOf(merged([FIRST, next(WAIVER, WAIVER)], [FIRST, next(WAIVER, WAIVER)]))).toEqual([true, true])
    const {waivers, met} = collectNewEvidence(read(next(WAIVER, METS)), read(next(WAIVER, WAIVER, METS, METS)))
    expect([waivers.length, met]).toEqual([1, 1])
  })
})
