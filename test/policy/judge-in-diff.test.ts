// Two descriptions form a very short history: what the older one announces, and what the newer one changes today.
import {describe, expect, it} from 'vitest'
import type {PriorAnnouncement} from '../../src/model/api/change.ts'
import type {RequirementJudgment} from '../../src/model/verdict/judgment.ts'
import type {Guarantee, Policy} from '../../src/model/verdict/policy.ts'
import {
  type DiffJudgingContext,
  judgeRemovalInDiff,
  judgeSunsetInDiff,
  revisionAnchorOf
} from '../../src/policy/judge-end-of-support-in-diff.ts'
import {change} from '../changes.ts'
import {formatRange} from '../model/timelines.ts'
import {policyOf} from '../reading.ts'

const TODAY = '2026-03-02'
const policyWith = (ga: string): Policy =>
  policyOf(`name: p\nstabilities: [ga]\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: {${ga}}}\n`)
const NOTICE = policyWith('notice: 3 months')
const FROM_SUNSET = policyWith('notice: 3 months, starts: sunset-announcement')

const contextOf = (policy: Policy): {context: DiffJudgingContext; guarantee: Guarantee} => {
  const [revision] = policy.revisions
  const guarantee = revision?.guarantees.ga
  if (!revision || !guarantee) throw new Error('Expected a guarantee')
  return {context: {policy, revision, stability: 'ga', asOf: TODAY}, guarantee}
}

/** Requirements in one line: `notice undetermined (announcement of GET /v1/loans); sunset compliant`. */
const format = (requirements: readonly RequirementJudgment[]): string =>
  requirements
    .map(({aspect, verdict, missing}) => {
      const facts = missing.map(({fact, of, known}) => `${fact} of ${of}${known === undefined ? '' : `: ${known}`}`)
      return `${aspect} ${verdict}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
    })
    .join('; ')

const remove = (announced: PriorAnnouncement | undefined, policy = NOTICE): string => {
  const {context, guarantee} = contextOf(policy)
  return format(
    judgeRemovalInDiff(change('operation-removed', 'GET /v1/loans', announced ? {announced} : {}), guarantee, context)
  )
}

const UNKNOWN = 'notice undetermined (announcement of GET /v1/loans)'

describe('a removal', () => {
  it.each<[title: string, announced: PriorAnnouncement | undefined, judged: string, policy?: Policy]>([
    ['without a mark is not announced', undefined, 'notice violation'],
    ['of what is not marked is not announced', {deprecated: false}, 'notice violation'],
    ['of what has only a day is not announced', {deprecated: false, since: '2020-01-01'}, 'notice violation'],
    ['of what is marked was announced on an unknown day', {deprecated: true}, UNKNOWN],
    ['after exactly the notice is compliant', {deprecated: true, since: '2025-12-02'}, 'notice compliant'],
    ['a day before its notice is too early', {deprecated: true, since: '2025-12-03'}, 'notice violation'],
    ['announced in a month that ends in time is compliant', {deprecated: true, since: '2025-11'}, 'notice compliant'],
    [
      'announced in a month that began in time is open',
      {deprecated: true, since: '2025-12'},
      'notice undetermined (date of the announcement: 2025-12)'
    ],
    ['announced in a later month is too early', {deprecated: true, since: '2026-01'}, 'notice violation'],
    [
      'announced in an unreadable word is open',
      {deprecated: true, since: 'spring'},
      'notice undetermined (announcement of GET /v1/loans)'
    ],
    ['announced today is too early', {deprecated: true, since: TODAY}, 'notice violation'],
    [
      'on its sunset is compliant',
      {deprecated: true, since: '2025-01-01', sunset: TODAY},
      'notice compliant; sunset compliant'
    ],
    [
      'after its sunset is compliant',
      {deprecated: true, since: '2025-01-01', sunset: '2026-03-01'},
      'notice compliant; sunset compliant'
    ],
    [
      'a day before its sunset is too early',
      {deprecated: true, since: '2025-01-01', sunset: '2026-03-03'},
      'notice compliant; sunset violation'
    ],
    [
      'with a sunset alone was announced on an unknown day',
      {deprecated: false, sunset: '2026-03-01'},
      `${UNKNOWN}; sunset compliant`
    ],
    [
      'after the month of its sunset is compliant',
      {deprecated: true, since: '2025-01-01', sunset: '2026-02'},
      'notice compliant; sunset compliant'
    ],
    [
      'in the month of its sunset is open',
      {deprecated: true, since: '2025-01-01', sunset: '2026-03'},
      'notice compliant; sunset undetermined (date of the sunset: 2026-03)'
    ],
    [
      'before the month of its sunset is too early',
      {deprecated: true, since: '2025-01-01', sunset: '2026-04'},
      'notice compliant; sunset violation'
    ],
    [
      'in the year of its sunset is open',
      {deprecated: true, since: '2025-01-01', sunset: '2026'},
      'notice compliant; sunset undetermined (date of the sunset: 2026)'
    ],
    [
      'with a release as its sunset is open',
      {deprecated: true, since: '2025-01-01', sunset: '3.0'},
      'notice compliant; sunset undetermined (date of the sunset 3.0)'
    ],
    [
      'with an unreadable sunset is open',
      {deprecated: true, since: '2025-01-01', sunset: 'some day soon'},
      'notice compliant; sunset undetermined (day of some day soon)'
    ],
    ['without a sunset is open, if only that counts', {deprecated: true, since: '2025-01-01'}, UNKNOWN, FROM_SUNSET],
    [
      'with a sunset of an unknown announcement is open, if that counts',
      {deprecated: true, since: '2025-01-01', sunset: '2026-03-01'},
      'notice undetermined (date of announcement of GET /v1/loans); sunset compliant',
      FROM_SUNSET
    ],
    [
      'needs its lifetime, which no description shows',
      {deprecated: true, since: '2025-01-01'},
      'notice compliant; lifetime undetermined (introduction of GET /v1/loans)',
      policyWith('notice: 3 months, lifetime: 12 months')
    ],
    [
      'needs its end window',
      {deprecated: true, since: '2025-01-01'},
      'notice compliant; window violation',
      policyWith('notice: 3 months, endWindow: never')
    ]
  ])('%s', (_, announced, judged, policy) => {
    expect(remove(announced, policy)).toBe(judged)
  })
})

describe('a sunset', () => {
  const set = (kind: string, sunset: string, announced?: PriorAnnouncement | undefined, policy = NOTICE): string => {
    const {context, guarantee} = contextOf(policy)
    const about = change(kind, 'GET /v1/loans', {new: sunset, ...(announced ? {announced} : {})})
    return format(judgeSunsetInDiff(about, sunset, guarantee, context))
  }
  const MARKED = {deprecated: true, since: '2025-12-02'} as const

  it.each<
    [
      title: string,
      kind: string,
      sunset: string,
      judged: string,
      announced?: PriorAnnouncement | undefined,
      policy?: Policy
    ]
  >([
    ['set today for exactly the notice from now is compliant', 'sunset-set', '2026-06-02', 'notice compliant'],
    ['set today for a day less is too early', 'sunset-set', '2026-06-01', 'notice violation'],
    ['set today for a month that begins in time is compliant', 'sunset-set', '2026-07', 'notice compliant'],
    [
      'set today for a month that ends in time is open',
      'sunset-set',
      '2026-06',
      'notice undetermined (date of the sunset: 2026-06)'
    ],
    ['set today for an earlier month is too early', 'sunset-set', '2026-05', 'notice violation'],
    ['set for what was deprecated counts from then', 'sunset-set', '2026-03-03', 'notice compliant', MARKED],
    ['set for what was deprecated later counts from then', 'sunset-set', '2026-03-01', 'notice violation', MARKED],
    ['set for what was deprecated on an unknown day is open', 'sunset-set', '2026-03-03', UNKNOWN, {deprecated: true}],
    [
      'set for what had one without a mark is open',
      'sunset-set',
      '2026-03-03',
      UNKNOWN,
      {deprecated: false, sunset: '2027-01-01'}
    ],
    ['moved without a mark was announced on an unknown day', 'sunset-moved-earlier', '2026-03-03', UNKNOWN],
    ['moved counts from the deprecation', 'sunset-moved-earlier', '2026-03-03', 'notice compliant', MARKED],
    ['in an unreadable word is open', 'sunset-set', 'some day soon', 'sunset undetermined (day of some day soon)'],
    ['in a release is open', 'sunset-set', '3.0', 'sunset undetermined (date of the sunset 3.0)'],
    ['that is set is named today, if that counts', 'sunset-set', '2026-06-01', 'notice violation', MARKED, FROM_SUNSET],
    [
      'that is set in time is named today, if that counts',
      'sunset-set',
      '2026-06-02',
      'notice compliant',
      MARKED,
      FROM_SUNSET
    ],
    [
      'that is moved earlier is named today, if that counts',
      'sunset-moved-earlier',
      '2026-06-01',
      'notice violation',
      {...MARKED, sunset: '2027-01-01'},
      FROM_SUNSET
    ],
    [
      'that is moved later was named on an unknown day, if that counts',
      'sunset-moved-later',
      '2026-06-01',
      'notice undetermined (date of announcement of GET /v1/loans)',
      {...MARKED, sunset: '2026-05-01'},
      FROM_SUNSET
    ],
    [
      'may still get a lifetime before it',
      'sunset-set',
      '2026-06-02',
      'notice compliant',
      undefined,
      policyWith('notice: 3 months, lifetime: 12 months')
    ],
    [
      'is not on a day of the end window',
      'sunset-set',
      '2026-06-02',
      'notice compliant; window violation',
      undefined,
      policyWith('notice: 3 months, endWindow: [07-01]')
    ],
    [
      'is on a day of the end window',
      'sunset-set',
      '2026-07-01',
      'notice compliant',
      undefined,
      policyWith('notice: 3 months, endWindow: [07-01]')
    ],
    [
      'may be on a day of the end window',
      'sunset-set',
      '2026-07',
      'notice compliant',
      undefined,
      policyWith('notice: 3 months, endWindow: [07-01]')
    ]
  ])('%s', (_, kind, sunset, judged, announced, policy) => {
    expect(set(kind, sunset, announced, policy)).toBe(judged)
  })
})

it.each<[announced: PriorAnnouncement | undefined, day: string]>([
  [undefined, TODAY],
  [{deprecated: false}, TODAY],
  [{deprecated: false, since: '2025-12-02'}, TODAY],
  [{deprecated: true, since: '2025-12-02'}, '2025-12-02'],
  [{deprecated: true, since: '2025-12'}, '2025-12-01…2025-12-31'],
  [{deprecated: true, since: 'spring'}, `…${TODAY}`],
  [{deprecated: true}, `…${TODAY}`],
  [{deprecated: false, sunset: '2026-05-01'}, `…${TODAY}`]
])('the revision for what was announced by %j is that of %s', (announced, day) => {
  const about = change('operation-removed', 'GET /v1/loans', announced ? {announced} : {})
  expect(formatRange(revisionAnchorOf(about, TODAY).when)).toBe(day)
})
