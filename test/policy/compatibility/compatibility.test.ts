import {describe, expect, test} from 'vitest'
import type {Change, Effect, PriorAnnouncement} from '../../../src/model/api/change.ts'
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

describe('the compatibility of a change', () => {
  const responseField = subjectOf('GET /v1/loans', {field: 'status', in: 'response'})

  test.each([
    ['tightened and is proven compatible', {is: 'keeps'}, 'compliant', 'proven'],
    ['tightened and has a counterexample', {is: 'breaks', witness: 'x', at: ''}, 'violation', 'forbidden'],
    ['tightened without a proof either way', {is: 'undetermined', why: 'budget'}, 'undetermined', 'unproven'],
    ['tightened, by default', undefined, 'violation', 'forbidden']
  ] as const)('of a request constraint is judged if it was %s', (_, proof, verdict, ground) => {
    const about = change('constraint-tightened', subjectOf('GET /v1/loans', {parameter: 'limit', in: 'request'}), {
      proofs: proof ? {request: proof} : {}
    })
    expect(judged(about)).toMatchObject({verdict, rulings: [{ground}]})
  })

  test.each(['field-added', 'required-field-added'] as const)(
    'of `%s` needs review if the response did not allow other fields',
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
    ['has a counterexample', {is: 'breaks', witness: 'aaa', at: ''}, 'violation', 'forbidden'],
    ['is undetermined', {is: 'undetermined', why: 'budget'}, 'undetermined', 'unproven'],
    ['is compatible', {is: 'keeps'}, 'compliant', 'compatible'],
    ['is missing', undefined, 'compliant', 'compatible']
  ] as const)('of an alternative added to a request is judged by its proof, which %s', (_, proof, verdict, ground) => {
    const about = change('alternative-added', subjectOf('POST /v1/loans', {field: 'item', in: 'request'}), {
      proofs: proof ? {request: proof} : {}
    })
    expect(judged(about)).toMatchObject({verdict, rulings: [{ground}]})
    const tolerant = policyOf('name: p\nextends: thirteen-months\ncompatibility: {alternative-added: compatible}\n')
    expect(verdictOn(about, {policy: tolerant})).toBe('compliant')
  })

  test('can be set by the policy against a counterexample or a missing proof', () => {
    const tolerant = policyOf('name: p\nextends: thirteen-months\ncompatibility: {value-added: compatible}\n')
    for (const proof of [
      {is: 'breaks', witness: 'LOST', at: ''} as const,
      {is: 'undetermined', why: 'budget'} as const
    ]) {
      const about = change('value-added', responseField, {proofs: {response: proof}})
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
  ] as const)(
    'of a %s field that is now %s depends on whether the field is still sent',
    (side, access, verdict, ground) => {
      const about = change('field-access-changed', subjectOf('POST /v1/loans', {field: 'status', in: side}), {
        new: access,
        proofs: {[side]: {is: 'keeps'}}
      })
      expect(judged(about)).toMatchObject({verdict, rulings: [{ground}]})
    }
  )

  test.each([
    ['required-field-added: compatible', 'compliant'],
    ['field-required: compatible', 'compliant'],
    ['field-access-changed: compatible', 'violation']
  ])('of a read-only field that is now required in requests is that of a new required field: %s', (breaks, verdict) => {
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

  test('of a deprecated response field that becomes write-only is compliant', () => {
    const about = change('field-access-changed', responseField, {
      new: 'writeOnly',
      proofs: {response: {is: 'keeps'}},
      announced: {deprecated: true, since: '2025-01-10'}
    })
    expect(verdictOn(about)).toBe('compliant')
  })

  test('of a kind that schemas cannot prove is not decided by a proof', () => {
    const about = change('parameter-removed', subjectOf('GET /v1/loans', {parameter: 'limit', in: 'request'}), {
      proofs: {request: {is: 'keeps'}}
    })
    expect(verdictOn(about)).toBe('violation')
  })

  test.each([
    ['status-removed', {is: 'keeps'}, 'compliant', 'proven'],
    ['media-type-removed', {is: 'undetermined', why: 'a range'}, 'undetermined', 'unproven'],
    ['status-removed', undefined, 'violation', 'forbidden']
  ] as const)('of `%s` follows a proof before the defaults', (kind, proof, verdict, ground) => {
    const about = change(kind, subjectOf('GET /v1/loans'), {proofs: proof ? {response: proof} : {}})
    const reaches = [{operation: subjectOf('GET /v1/loans'), side: 'response'}] as const
    expect(judged({...about, reaches})).toMatchObject({verdict, rulings: [{ground}]})
  })

  test('needs review for a new response value', () => {
    const one = judged(change('value-added', responseField))
    expect(one.effects).toEqual({response: 'review'})
    expect(one.rulings[0]).toMatchObject({
      verdict: 'undetermined',
      ground: 'review',
      clause: {pointer: '/guarantees/ga/breaking'},
      missing: [{fact: 'breaking', of: 'GET /v1/loans (field status, in response)'}]
    })
  })

  test('is judged for all sides of its kind if no operation is known to be affected', () => {
    const about = change('base-path-changed', {target: prefixTarget('')}, {reaches: []})
    expect(judged(about)).toMatchObject({verdict: 'undetermined', effects: {request: 'review'}})
    expect(judged(change('type-changed', 'Loan.due'), {policy: policyOf('zalando')}).effects).toEqual({
      request: 'breaking',
      response: 'breaking'
    })
  })
})

describe('a change of the base path', () => {
  const moved = (old: string, fresh: string): Change =>
    change('base-path-changed', {target: prefixTarget('')}, {old, new: fresh, reaches: []})

  test.each<[string, string, Effect]>([
    ['/v1', '/v2', 'breaking'],
    ['/api/v1', '/api/v2', 'breaking'],
    ['/v1.9', '/v2.0', 'breaking'],
    ['/v1', '/v1beta1', 'breaking'],
    ['/v1.43', '/v1.44', 'review'],
    ['/api', '/', 'review'],
    ['/', '/v1', 'review'],
    ['/library/v1', '/v1', 'review']
  ])('from `%s` to `%s` has the effect %s', (old, fresh, effect) => {
    expect(judged(moved(old, fresh)).effects).toEqual({request: effect})
  })

  test('to another version breaks no client if the former one is still listed, or if the policy allows it', () => {
    const about = moved('/v1', '/v2')
    expect(judged({...about, proofs: {request: {is: 'keeps'}}}).verdict).toBe('compliant')
    const policy = policyOf('name: p\nextends: thirteen-months\ncompatibility: {base-path-changed: compatible}\n')
    expect(judged(about, {policy}).verdict).toBe('compliant')
  })
})

describe('the stability that applies to a change', () => {
  const breakingChange = (operation: string) => change('required-parameter-added', operation)

  test.each<[string, string, Partial<JudgingContext>, JudgedChange['verdict'], string | undefined]>([
    ['that of its version marker', 'POST /v1/loans', {}, 'violation', 'ga'],
    ['that of its version marker, which has no guarantee', 'POST /v1-beta/loans', {}, 'exempt', 'beta'],
    [
      'that of the version marker in the older base path',
      'POST /loans',
      {bases: {old: '/v1-beta', new: '/v1'}},
      'exempt',
      'beta'
    ],
    [
      'that of its own version marker before that of the base path',
      'POST /v1/loans',
      {bases: {old: '/v1-beta', new: ''}},
      'violation',
      'ga'
    ],
    ['the default stability without a version marker', 'POST /loans', {bases: {old: '', new: ''}}, 'violation', 'ga'],
    ['the stated one', 'POST /v1/loans', {stated: (): string => 'Beta'}, 'exempt', 'beta'],
    [
      'unknown if the stated one is not in the policy',
      'POST /v1/loans',
      {stated: (): string => 'draft'},
      'undetermined',
      undefined
    ],
    ['unknown for a version marker of another form', 'POST /v1-rc/loans', {}, 'undetermined', undefined]
  ])('is %s', (_, operation, judging, verdict, stability) => {
    const one = judged(breakingChange(operation), judging)
    expect([one.verdict, one.rulings[0].stability]).toEqual([verdict, stability])
  })

  test('is reported as missing only if it decides the verdict', () => {
    expect(verdictOn(change('parameter-added', 'POST /v1-rc/loans'))).toBe('compliant')
    expect(judged(breakingChange('POST /v1-rc/loans')).rulings[0].missing).toEqual([
      {fact: 'stability', of: 'POST /v1-rc/loans'}
    ])
  })

  test('is judged for each affected operation, and the worst verdict comes first', () => {
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

  test('may not be lowered, may be raised, and is undetermined if unknown', () => {
    const step = (old: string | undefined, newValue: string | undefined) =>
      change('stability-changed', 'GET /v1/loans', {
        ...(old === undefined ? {} : {old}),
        ...(newValue === undefined ? {} : {new: newValue})
      })
    expect(verdictOn(step('ga', 'beta'), {stated: () => 'ga'})).toBe('violation')
    expect(verdictOn(step('beta', 'ga'), {stated: () => 'beta'})).toBe('compliant')
    expect(verdictOn(step(undefined, 'beta'))).toBe('violation')
    expect(verdictOn(step('beta', undefined), {stated: () => 'beta'})).toBe('compliant')
    expect(verdictOn(step(undefined, 'ga'))).toBe('compliant')
    expect(verdictOn(step('ga', 'partner'), {stated: () => 'ga'})).toBe('undetermined')
  })
})

describe('a removal', () => {
  const removed = (announced?: PriorAnnouncement) =>
    change('operation-removed', 'GET /v1/loans', announced ? {announced} : {})

  test.each<[string, PriorAnnouncement | undefined, JudgedChange['verdict'], string, string[]]>([
    ['without any announcement', undefined, 'violation', 'unannounced', []],
    ['of an endpoint that is not deprecated', {deprecated: false}, 'violation', 'unannounced', []],
    ['before its sunset', {deprecated: true, since: '2020-01-01', sunset: '2027-01-01'}, 'violation', 'sunset', []],
    ['after its notice', {deprecated: true, since: '2025-10-20', sunset: '2026-11-20'}, 'compliant', 'notice', []],
    ['one day too early', {deprecated: true, since: '2025-10-21'}, 'violation', 'notice', []],
    ['announced in a month that is early enough', {deprecated: true, since: '2025-09'}, 'compliant', 'notice', []],
    [
      'announced in a month that may be too late',
      {deprecated: true, since: '2025-10'},
      'undetermined',
      'notice',
      ['date']
    ],
    ['announced on an unknown day', {deprecated: true}, 'undetermined', 'notice', ['announcement']],
    [
      'announced on an unknown day, after its sunset',
      {deprecated: true, sunset: '2026-01-01'},
      'undetermined',
      'notice',
      ['announcement']
    ],
    ['with only a sunset', {deprecated: false, sunset: '2026-01-01'}, 'undetermined', 'notice', ['announcement']],
    [
      'with a sunset that is not a date',
      {deprecated: true, since: '2020-01-01', sunset: '3.0'},
      'undetermined',
      'sunset',
      ['date']
    ],
    [
      'with a sunset in this month',
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

  test('of a part is judged like that of an endpoint, in requests and responses', () => {
    const announced = {deprecated: true, since: '2020-01-01'}
    const field = subjectOf('GET /v1/loans', {field: 'due', in: 'response'})
    expect(groundOf(change('field-removed', field))).toBe('unannounced')
    expect(verdictOn(change('field-removed', field, {announced}))).toBe('compliant')
    const value = (side: 'request' | 'response') =>
      change('value-removed', subjectOf('POST /v1/loans', {field: 'status', value: 'LOST', in: side}), {announced})
    expect(verdictOn(value('request'))).toBe('compliant')
  })

  test('is the only breaking change for which notice is enough', () => {
    const about = change('parameter-required', subjectOf('GET /v1/loans', {parameter: 'branch', in: 'request'}))
    expect(verdictOn({...about, announced: {deprecated: true, since: '2020-01-01'}})).toBe('violation')
  })

  test('of a beta endpoint is exempt', () => {
    expect(judged(change('operation-removed', 'GET /v1-beta/loans'))).toMatchObject({
      verdict: 'exempt',
      rulings: [{ground: 'no-requirement', stability: 'beta'}]
    })
  })

  test('reports missing conditions other than time', () => {
    const [ruling] = judged(removed({deprecated: true, since: '2020-01-01'}), {policy: policyOf('zalando')}).rulings
    expect([ruling.verdict, ruling.ground, ruling.missing]).toEqual([
      'undetermined',
      'condition',
      [{fact: 'consent', of: 'GET /v1/loans'}]
    ])
  })

  test('that needs review is compliant after its notice', () => {
    const reviewPolicy = policyOf('name: p\nextends: thirteen-months\ncompatibility: {operation-removed: review}\n')
    expect(verdictOn(removed(), {policy: reviewPolicy})).toBe('undetermined')
    expect(verdictOn(removed({deprecated: true, since: '2020-01-01'}), {policy: reviewPolicy})).toBe('compliant')
  })
})

describe('a new sunset', () => {
  const set = (newValue: string, announced?: PriorAnnouncement, kind: Change['kind'] = 'sunset-set') =>
    change(kind, 'GET /v1/loans', {new: newValue, ...(announced ? {announced} : {})})

  test.each<[string, Change, JudgedChange['verdict'], string]>([
    ['in 13 months', set('2027-12-20'), 'compliant', 'compatible'],
    ['a day less than 13 months from now', set('2027-12-19'), 'violation', 'notice'],
    ['in the past', set('2026-01-01'), 'violation', 'notice'],
    [
      'for an endpoint deprecated long ago',
      set('2027-01-01', {deprecated: true, since: '2025-01-01'}),
      'compliant',
      'compatible'
    ],
    ['for an endpoint deprecated on an unknown day', set('2027-01-01', {deprecated: true}), 'undetermined', 'notice'],
    ['that is not a date', set('soon'), 'undetermined', 'sunset'],
    [
      'that is moved to a day too early',
      set('2027-01-01', {deprecated: true, since: '2026-06-01', sunset: '2027-12-31'}, 'sunset-moved-earlier'),
      'violation',
      'notice'
    ],
    [
      'that is moved earlier after an announcement on an unknown day',
      set('2027-01-01', undefined, 'sunset-moved-earlier'),
      'undetermined',
      'review'
    ],
    [
      'that is moved earlier but is late enough',
      set('2027-10-01', {deprecated: true, since: '2026-06-01', sunset: '2027-12-31'}, 'sunset-moved-earlier'),
      'undetermined',
      'review'
    ]
  ])('%s', (_, about, verdict, ground) => {
    expect([verdictOn(about), groundOf(about)]).toEqual([verdict, ground])
  })

  test('of a beta endpoint may be any day', () => {
    expect(verdictOn(change('sunset-set', 'GET /v1-beta/loans', {new: '2026-12-01'}))).toBe('compliant')
  })
})

describe('the policy revision', () => {
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

  test('is the current one on the day of the check', () => {
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

  test('is that of the announcement for an announced removal', () => {
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
