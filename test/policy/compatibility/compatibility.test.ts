import {describe, expect, test} from 'vitest'
import type {Change, PriorAnnouncement} from '../../../src/model/api/change.ts'
import {prefixTarget} from '../../../src/model/subject/subject.ts'
import type {JudgedChange} from '../../../src/model/verdict/judged-change.ts'
import {type JudgingContext, judgeChanges, revisionToday} from '../../../src/policy/compatibility/compatibility.ts'
import {change, reach, subjectOf} from '../../changes.ts'
import {policyOf} from '../../reading.ts'

const ASOF = '2026-11-20'
const policy = policyOf('thirteen-months')

function judged(about: Change, judging: Partial<JudgingContext> = {}): JudgedChange {
  const [one] = judgeChanges([about], {policy, asOf: ASOF, ...judging})
  if (!one) throw new Error('Unexpected lack of a verdict')
  return one
}

const verdictOn = (about: Change, judging?: Partial<JudgingContext>) => judged(about, judging).verdict
const groundOf = (about: Change, judging?: Partial<JudgingContext>) => judged(about, judging).rulings[0].ground

describe('what a change does', () => {
  const inAnswer = subjectOf('GET /v1/loans', {field: 'status', in: 'response'})

  test.each([
    ['tightened, and containment holds', {is: 'keeps'}, 'compliant', 'proven'],
    ['tightened, and it does not', {is: 'breaks', witness: 'x', at: ''}, 'violation', 'forbidden'],
    ['tightened, and no one knows', {is: 'undetermined', why: 'budget'}, 'undetermined', 'unproven'],
    ['tightened, by the map', undefined, 'violation', 'forbidden']
  ] as const)('of a request: %s', (_, proof, verdict, ground) => {
    const about = change('constraint-tightened', subjectOf('GET /v1/loans', {parameter: 'limit', in: 'request'}), {
      proofs: proof ? {request: proof} : {}
    })
    expect(judged(about)).toMatchObject({verdict, rulings: [{ground}]})
  })

  test.each(['field-added', 'required-field-added'] as const)(
    '%s where a response had no room for it is asked about',
    kind => {
      const about = change(kind, subjectOf('GET /v1/loans', {field: 'item', in: 'response'}), {
        proofs: {response: {is: 'breaks', witness: {item: ''}, at: ''}}
      })
      const tolerant = policyOf(`name: p\nextends: thirteen-months\ncompatibility: {${kind}: compatible}\n`)
      const open = {...about, proofs: {response: {is: 'keeps'} as const}}
      expect(verdictOn(about)).toBe('undetermined')
      expect(verdictOn(about, {policy: tolerant})).toBe('compliant')
      expect(verdictOn(open)).toBe('compliant')
    }
  )

  test.each([
    ['breaks', {is: 'breaks', witness: 'aaa', at: ''}, 'violation', 'forbidden'],
    ['is unsure', {is: 'undetermined', why: 'budget'}, 'undetermined', 'unproven'],
    ['keeps', {is: 'keeps'}, 'compliant', 'compatible'],
    ['is not there', undefined, 'compliant', 'compatible']
  ] as const)('one more form is harmless to a request, but not where a proof %s', (_, proof, verdict, ground) => {
    const about = change('alternative-added', subjectOf('POST /v1/loans', {field: 'item', in: 'request'}), {
      proofs: proof ? {request: proof} : {}
    })
    expect(judged(about)).toMatchObject({verdict, rulings: [{ground}]})
    const tolerant = policyOf('name: p\nextends: thirteen-months\ncompatibility: {alternative-added: compatible}\n')
    expect(verdictOn(about, {policy: tolerant})).toBe('compliant')
  })

  test('the map tolerates what containment does not, and what no one could prove', () => {
    const tolerant = policyOf('name: p\nextends: thirteen-months\ncompatibility: {value-added: compatible}\n')
    for (const proof of [
      {is: 'breaks', witness: 'LOST', at: ''} as const,
      {is: 'undetermined', why: 'budget'} as const
    ]) {
      const about = change('value-added', inAnswer, {proofs: {response: proof}})
      expect(verdictOn(about, {policy: tolerant})).toBe('compliant')
      expect(verdictOn(about)).toBe('undetermined')
    }
  })

  test.each([
    ['response', 'writeOnly', 'violation', 'unannounced'],
    ['request', 'writeOnly', 'compliant', 'proven'],
    ['request', 'readOnly', 'violation', 'unannounced'],
    ['response', 'readOnly', 'compliant', 'proven'],
    ['request', 'both ways', 'compliant', 'proven']
  ] as const)('of a %s, a field that is %s now is gone, or is not', (side, access, verdict, ground) => {
    const about = change('field-access-changed', subjectOf('POST /v1/loans', {field: 'status', in: side}), {
      new: access,
      proofs: {[side]: {is: 'keeps'}}
    })
    expect(judged(about)).toMatchObject({verdict, rulings: [{ground}]})
  })

  test.each([
    ['required-field-added: compatible', 'compliant'],
    ['field-required: compatible', 'compliant'],
    ['field-access-changed: compatible', 'violation']
  ])('a field that could only be read and must be sent now is a new required one: %s', (breaks, verdict) => {
    const about = change('field-access-changed', subjectOf('POST /v1/loans', {field: 'status', in: 'request'}), {
      old: 'readOnly',
      new: 'both ways',
      proofs: {request: {is: 'breaks', witness: {}, at: ''}}
    })
    expect(verdictOn(about)).toBe('violation')
    expect(
      verdictOn(about, {policy: policyOf(`name: p\nextends: thirteen-months\ncompatibility: {${breaks}}\n`)})
    ).toBe(verdict)
    const proofs = {request: {is: 'keeps'}} as const
    expect(verdictOn({...about, proofs})).toBe('compliant')
  })

  test('a field that was announced to go may be withdrawn from answers', () => {
    const about = change('field-access-changed', inAnswer, {
      new: 'writeOnly',
      proofs: {response: {is: 'keeps'}},
      announced: {deprecated: true, since: '2025-01-10'}
    })
    expect(verdictOn(about)).toBe('compliant')
  })

  test('a proof is evidence alone where containment cannot see the kind', () => {
    const about = change('parameter-removed', subjectOf('GET /v1/loans', {parameter: 'limit', in: 'request'}), {
      proofs: {request: {is: 'keeps'}}
    })
    expect(verdictOn(about)).toBe('violation')
  })

  test.each([
    ['status-removed', {is: 'keeps'}, 'compliant', 'proven'],
    ['media-type-removed', {is: 'undetermined', why: 'a range'}, 'undetermined', 'unproven'],
    ['status-removed', undefined, 'violation', 'forbidden']
  ] as const)('of `%s` the comparison may know more than the map', (kind, proof, verdict, ground) => {
    const about = change(kind, subjectOf('GET /v1/loans'), {proofs: proof ? {response: proof} : {}})
    const reaches = [{operation: subjectOf('GET /v1/loans'), side: 'response'}] as const
    expect(judged({...about, reaches})).toMatchObject({verdict, rulings: [{ground}]})
  })

  test('only the author can say', () => {
    const one = judged(change('value-added', inAnswer))
    expect(one.effects).toEqual({response: 'review'})
    expect(one.rulings[0]).toMatchObject({
      verdict: 'undetermined',
      ground: 'review',
      clause: {pointer: '/guarantees/ga/breaking'},
      missing: [{fact: 'breaking', of: 'GET /v1/loans (field status, in response)'}]
    })
  })

  test('where no one is known to meet it, it is judged on the sides of its kind', () => {
    const about = change('base-path-changed', {target: prefixTarget('')}, {reaches: []})
    expect(judged(about)).toMatchObject({verdict: 'undetermined', effects: {request: 'review'}})
    expect(judged(change('type-changed', 'Loan.due'), {policy: policyOf('zalando')}).effects).toEqual({
      request: 'breaking',
      response: 'breaking'
    })
  })
})

describe('whose stability', () => {
  const broken = (operation: string) => change('required-parameter-added', operation)

  test.each<[string, string, Partial<JudgingContext>, JudgedChange['verdict'], string | undefined]>([
    ['its marker', 'POST /v1/loans', {}, 'violation', 'ga'],
    ['its marker, which promises nothing', 'POST /v1-beta/loans', {}, 'exempt', 'beta'],
    ['the marker of the older base', 'POST /loans', {bases: {old: '/v1-beta', new: '/v1'}}, 'exempt', 'beta'],
    [
      'its own marker before that of the base',
      'POST /v1/loans',
      {bases: {old: '/v1-beta', new: ''}},
      'violation',
      'ga'
    ],
    ['none: what the policy says of paths without one', 'POST /loans', {bases: {old: '', new: ''}}, 'violation', 'ga'],
    ['what is stated', 'POST /v1/loans', {stated: (): string => 'Beta'}, 'exempt', 'beta'],
    ['stated, and unknown to the policy', 'POST /v1/loans', {stated: (): string => 'draft'}, 'undetermined', undefined],
    ['a marker of no form that the policy knows', 'POST /v1-rc/loans', {}, 'undetermined', undefined]
  ])('%s', (_, operation, judging, verdict, stability) => {
    const one = judged(broken(operation), judging)
    expect([one.verdict, one.rulings[0].stability]).toEqual([verdict, stability])
  })

  test('what is not known matters only where it makes a difference', () => {
    expect(verdictOn(change('parameter-added', 'POST /v1-rc/loans'))).toBe('compliant')
    expect(judged(broken('POST /v1-rc/loans')).rulings[0].missing).toEqual([
      {fact: 'stability', of: 'POST /v1-rc/loans'}
    ])
  })

  test('each who meets it is judged by what it was promised, the worst first', () => {
    const about = change('value-added', subjectOf('Loan.status', {value: 'LOST'}), {
      component: 'Loan',
      at: 'status',
      proofs: {response: {is: 'breaks', witness: 'LOST', at: ''}},
      reaches: [
        reach('GET /v1-beta/loans', 'response'),
        reach('POST /v1/loans', 'request'),
        reach('GET /v1/loans', 'response'),
        reach('GET /v1/loans/{loanId}', 'response')
      ]
    })
    const one = judged(about, {
      policy: policyOf('name: p\nextends: thirteen-months\ncompatibility: {value-added: {response: breaking}}\n')
    })
    expect(one.verdict).toBe('violation')
    expect(one.effects).toEqual({request: 'compatible', response: 'breaking'})
    expect(one.rulings.map(({verdict, stability, reaches}) => [verdict, stability, reaches.length])).toEqual([
      ['violation', 'ga', 2],
      ['exempt', 'beta', 1],
      ['compliant', 'ga', 1]
    ])
  })

  test('a stability that was lowered breaks, one that was raised does not, and of strange ones no one knows', () => {
    const step = (old: string | undefined, fresh: string | undefined) =>
      change('stability-changed', 'GET /v1/loans', {
        ...(old === undefined ? {} : {old}),
        ...(fresh === undefined ? {} : {new: fresh})
      })
    expect(verdictOn(step('ga', 'beta'), {stated: () => 'ga'})).toBe('violation')
    expect(verdictOn(step('beta', 'ga'), {stated: () => 'beta'})).toBe('compliant')
    expect(verdictOn(step(undefined, 'beta'))).toBe('violation')
    expect(verdictOn(step('beta', undefined), {stated: () => 'beta'})).toBe('compliant')
    expect(verdictOn(step(undefined, 'ga'))).toBe('compliant')
    expect(verdictOn(step('ga', 'partner'), {stated: () => 'ga'})).toBe('undetermined')
  })
})

describe('ends', () => {
  const removed = (announced?: PriorAnnouncement) =>
    change('operation-removed', 'GET /v1/loans', announced ? {announced} : {})

  test.each<[string, PriorAnnouncement | undefined, JudgedChange['verdict'], string, string[]]>([
    ['never announced', undefined, 'violation', 'unannounced', []],
    ['not deprecated', {deprecated: false}, 'violation', 'unannounced', []],
    ['before its sunset', {deprecated: true, since: '2020-01-01', sunset: '2027-01-01'}, 'violation', 'sunset', []],
    ['after its notice', {deprecated: true, since: '2025-10-20', sunset: '2026-11-20'}, 'compliant', 'notice', []],
    ['one day too early', {deprecated: true, since: '2025-10-21'}, 'violation', 'notice', []],
    ['in a month that decides', {deprecated: true, since: '2025-09'}, 'compliant', 'notice', []],
    ['in a month that does not', {deprecated: true, since: '2025-10'}, 'undetermined', 'notice', ['announcement']],
    ['no one says when', {deprecated: true}, 'undetermined', 'notice', ['announcement']],
    [
      'no one says when, its sunset over',
      {deprecated: true, sunset: '2026-01-01'},
      'undetermined',
      'notice',
      ['announcement']
    ],
    ['a sunset alone', {deprecated: false, sunset: '2026-01-01'}, 'undetermined', 'notice', ['announcement']],
    [
      'a sunset that is no day',
      {deprecated: true, since: '2020-01-01', sunset: '3.0'},
      'undetermined',
      'sunset',
      ['date']
    ],
    [
      'a sunset in this month',
      {deprecated: true, since: '2020-01-01', sunset: '2026-11'},
      'undetermined',
      'sunset',
      ['date']
    ],
    ['announced in the future', {deprecated: true, since: '2027-01-01'}, 'violation', 'notice', []]
  ])('%s', (_, announced, verdict, ground, missing) => {
    const [ruling] = judged(removed(announced)).rulings
    expect([ruling.verdict, ruling.ground, ruling.missing.map(({fact}) => fact)]).toEqual([verdict, ground, missing])
  })

  test('a part ends like an endpoint, in a request and in an answer', () => {
    const announced = {deprecated: true, since: '2020-01-01'}
    const field = subjectOf('GET /v1/loans', {field: 'due', in: 'response'})
    expect(groundOf(change('field-removed', field))).toBe('unannounced')
    expect(verdictOn(change('field-removed', field, {announced}))).toBe('compliant')
    const value = (side: 'request' | 'response') =>
      change('value-removed', subjectOf('POST /v1/loans', {field: 'status', value: 'LOST', in: side}), {announced})
    expect(verdictOn(value('request'))).toBe('compliant')
  })

  test('what is no end has no lawful notice, deprecated or not', () => {
    const about = change('parameter-required', subjectOf('GET /v1/loans', {parameter: 'branch', in: 'request'}))
    expect(verdictOn({...about, announced: {deprecated: true, since: '2020-01-01'}})).toBe('violation')
  })

  test('nothing is promised to a beta', () => {
    expect(judged(change('operation-removed', 'GET /v1-beta/loans'))).toMatchObject({
      verdict: 'exempt',
      rulings: [{ground: 'no-requirement', stability: 'beta'}]
    })
  })

  test('conditions besides time are asked for', () => {
    const [ruling] = judged(removed({deprecated: true, since: '2020-01-01'}), {policy: policyOf('zalando')}).rulings
    expect([ruling.verdict, ruling.ground, ruling.missing]).toEqual([
      'undetermined',
      'gate',
      [{fact: 'consent', of: 'GET /v1/loans'}]
    ])
  })

  test('where only the author knows whether it breaks, proper notice settles it', () => {
    const asking = policyOf('name: p\nextends: thirteen-months\ncompatibility: {operation-removed: review}\n')
    expect(verdictOn(removed(), {policy: asking})).toBe('undetermined')
    expect(verdictOn(removed({deprecated: true, since: '2020-01-01'}), {policy: asking})).toBe('compliant')
  })
})

describe('promised ends', () => {
  const set = (fresh: string, announced?: PriorAnnouncement, kind: Change['kind'] = 'sunset-set') =>
    change(kind, 'GET /v1/loans', {new: fresh, ...(announced ? {announced} : {})})

  test.each<[string, Change, JudgedChange['verdict'], string]>([
    ['13 months from today', set('2027-12-20'), 'compliant', 'compatible'],
    ['a day less', set('2027-12-19'), 'violation', 'notice'],
    ['already over', set('2026-01-01'), 'violation', 'notice'],
    ['announced long ago', set('2027-01-01', {deprecated: true, since: '2025-01-01'}), 'compliant', 'compatible'],
    ['announced some day', set('2027-01-01', {deprecated: true}), 'undetermined', 'notice'],
    ['no day', set('soon'), 'undetermined', 'sunset'],
    [
      'moved earlier, too early',
      set('2027-01-01', {deprecated: true, since: '2026-06-01', sunset: '2027-12-31'}, 'sunset-moved-earlier'),
      'violation',
      'notice'
    ],
    [
      'moved earlier, announced some day',
      set('2027-01-01', undefined, 'sunset-moved-earlier'),
      'undetermined',
      'review'
    ],
    [
      'moved earlier, and late enough',
      set('2027-10-01', {deprecated: true, since: '2026-06-01', sunset: '2027-12-31'}, 'sunset-moved-earlier'),
      'undetermined',
      'review'
    ]
  ])('%s', (_, about, verdict, ground) => {
    expect([verdictOn(about), groundOf(about)]).toEqual([verdict, ground])
  })

  test('a beta may end on any day', () => {
    expect(verdictOn(change('sunset-set', 'GET /v1-beta/loans', {new: '2026-12-01'}))).toBe('compliant')
  })
})

describe('which text of the policy', () => {
  const revised = policyOf(`
name: revised
stabilities: [ga]
defaultStability: ga
markers: [{form: v<major>, stability: ga}]
revisions:
  - revision: first
    guarantees: {ga: {notice: 6 months, breaking: allowed}}
  - revision: second
    from: 2026-01-01
    guarantees: {ga: {notice: 12 months, breaking: 3 months}}
`)

  test('the one in force on the day', () => {
    const about = change('parameter-required', subjectOf('GET /v1/loans', {parameter: 'branch', in: 'request'}))
    expect(revisionToday({policy: revised, asOf: ASOF})?.name).toBe('second')
    expect(judged(about, {policy: revised})).toMatchObject({
      verdict: 'violation',
      rulings: [{ground: 'notice', clause: {revision: 'second'}, missing: []}]
    })
    expect(judged(about, {policy: revised, asOf: '2025-12-31'})).toMatchObject({
      verdict: 'exempt',
      rulings: [{ground: 'allowed', clause: {revision: 'first'}}]
    })
  })

  test('of an end that was announced, the one in force then', () => {
    const end = (since?: string) =>
      change('operation-removed', 'GET /v1/loans', {announced: {deprecated: true, ...(since ? {since} : {})}})
    expect(judged(end('2025-12-31'), {policy: revised}).rulings[0]).toMatchObject({
      verdict: 'compliant',
      clause: {revision: 'first'}
    })
    expect(judged(end('2026-01-01'), {policy: revised}).rulings[0]).toMatchObject({
      verdict: 'violation',
      clause: {revision: 'second'}
    })
    expect(judged(end(), {policy: revised}).rulings[0]).toMatchObject({verdict: 'undetermined'})
  })
})
