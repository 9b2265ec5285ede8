import {describe, expect, it} from 'vitest'
import type {Event, SubjectWaiver, Waiver} from '../../src/model/lifecycle/event.ts'
import type {History} from '../../src/model/lifecycle/history.ts'
import type {Lifecycle} from '../../src/model/lifecycle/lifecycle.ts'
import type {NamedField} from '../../src/model/subject/field.ts'
import {formatSubject, type Subject, subjectKey} from '../../src/model/subject/subject.ts'
import {parseDateRange, UNKNOWN_DATE} from '../../src/model/time/date-range.ts'
import {inexactDay, type Moment} from '../../src/model/time/timeline.ts'
import type {RequirementJudgment} from '../../src/model/verdict/judgment.ts'
import {
  checkWaiver,
  coversUnmetRequirements,
  findWaiver,
  waiverCovers,
  waiverReasonsAt
} from '../../src/policy/remedy/waivers.ts'
import {change, subjectOf} from '../changes.ts'
import {historyOf, policyOf} from '../reading.ts'

const POLICY = policyOf(`
name: waivers
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
revisions:
  - {revision: first, guarantees: {ga: {notice: 13 months}}, waiverReasons: {legal: {}}}
  - revision: current
    from: 2025-01-01
    guarantees: {ga: {notice: 13 months}}
    waiverReasons:
      security: {}
      legal: {approvers: [board, head]}
      outage: {minimum: 30 days}
      low-usage: {minimum: 2 releases}
      vague: {minimum: unstated}
      never-released: {}
`)
const REVISION = POLICY.revisions[1]
const HISTORY = historyOf(`
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2025-01-10}
  - {release: "1.2", date: 2025-03-10, changes: [{removed: GET /v1/loans}]}
`)
const PLACE = {source: 'history.yaml'}

const moment = (text: string): Moment => ({
  when: parseDateRange(text) ?? UNKNOWN_DATE,
  stated: text,
  ...inexactDay(`release ${text}`, text)
})
const range = (text: string) => parseDateRange(text) ?? UNKNOWN_DATE

interface Draft {
  readonly reason?: string
  readonly approver?: string | null
  readonly approved?: string | null
  readonly until?: string
}

const waiverOf = ({reason = 'security', approver = 'head', approved = '2025-02-01', until}: Draft = {}): Waiver => ({
  reason,
  place: PLACE,
  ...(approver === null ? {} : {approver}),
  ...(approved === null ? {} : {approved: range(approved)}),
  ...(until === undefined ? {} : {until: range(until)})
})

interface Case {
  readonly end?: string
  readonly start?: string
  readonly released?: boolean
  readonly at?: Partial<Moment>
  readonly history?: History
}

/** What a check says, in one line: `no: late, minimum` or `undetermined: date of release 2025-03`. */
function check(draft: Draft, {end = '2025-03-10', start, released, at = {}, history = HISTORY}: Case = {}): string {
  const [lifecycle] = history.lifecycles
  if (!lifecycle || !REVISION) throw new Error('Expected a lifecycle and a revision')
  const began = start === undefined ? undefined : moment(start)
  const context = {lifecycle, policy: POLICY, revision: REVISION, history, released}
  const {applies, flaws, missing} = checkWaiver(waiverOf(draft), {...moment(end), ...at}, began, context)
  const facts = missing.map(({fact, of, known}) => `${fact} of ${of}${known === undefined ? '' : ` (${known})`}`)
  return [applies, [...flaws, ...facts].join(', ')].filter(each => each !== '').join(': ')
}

describe('a waiver', () => {
  it.each<[title: string, draft: Draft, expected: string, about?: Case]>([
    ['applies with a listed reason, an approver, and a day', {}, 'yes'],
    ['does not apply for another reason', {reason: 'taste'}, 'no: reason'],
    ['does not apply for a reason of an earlier revision only', {reason: 'bug-fix'}, 'no: reason'],
    ['does not apply without an approver', {approver: null}, 'no: unapproved'],
    ['does not apply without a day of approval', {approved: null}, 'no: unapproved'],
    ['does not apply if someone else had to approve', {reason: 'legal', approver: 'intern'}, 'no: approver'],
    ['applies if one of those who may approved', {reason: 'legal', approver: 'board'}, 'yes'],
    ['lacks an approval rather than an approver', {reason: 'legal', approver: null}, 'no: unapproved'],
    [
      'lacks a day of approval rather than an approver',
      {reason: 'legal', approver: 'intern', approved: null},
      'no: unapproved'
    ],
    ['applies if anyone may approve', {approver: 'intern'}, 'yes'],
    ['has all of its flaws', {reason: 'taste', approver: null, until: '2025-03-09'}, 'no: reason, unapproved, expired'],

    ['applies if it is approved on the day of the end', {approved: '2025-03-10'}, 'yes'],
    ['is late if it is approved the day after', {approved: '2025-03-11'}, 'no: late'],
    ['applies if its month ends on that day', {approved: '2025-02'}, 'yes', {end: '2025-02-28'}],
    [
      'is open if its month ends the day after',
      {approved: '2025-02'},
      'undetermined: waiver-day of approved',
      {end: '2025-02-27'}
    ],
    [
      'is open on the first day of the month of its approval',
      {approved: '2025-02'},
      'undetermined: waiver-day of approved',
      {end: '2025-02-01'}
    ],
    ['is late on the day before that month', {approved: '2025-02'}, 'no: late', {end: '2025-01-31'}],
    ['applies if the month of the end begins on that day', {approved: '2025-03-01'}, 'yes', {end: '2025-03'}],
    [
      'is open if the month of the end begins the day before',
      {approved: '2025-03-02'},
      'undetermined: date of release 2025-03 (2025-03)',
      {end: '2025-03'}
    ],
    ['is late after the month of the end', {approved: '2025-04-01'}, 'no: late', {end: '2025-03'}],
    ['is open if the day of the end is unknown', {}, 'undetermined: date of 2.0', {end: '2.0'}],

    ['applies on its last day', {until: '2025-03-10'}, 'yes'],
    ['has expired the day after', {until: '2025-03-09'}, 'no: expired'],
    ['applies if its last month begins on that day', {until: '2025-03'}, 'yes', {end: '2025-03-01'}],
    [
      'is open on the second day of its last month',
      {until: '2025-03'},
      'undetermined: waiver-day of until',
      {end: '2025-03-02'}
    ],
    [
      'is open on the last day of its last month',
      {until: '2025-03'},
      'undetermined: waiver-day of until',
      {end: '2025-03-31'}
    ],
    ['has expired the day after its last month', {until: '2025-03'}, 'no: expired', {end: '2025-04-01'}],
    ['applies if the month of the end ends on that day', {until: '2025-03-31'}, 'yes', {end: '2025-03'}],
    [
      'is open if the month of the end goes on',
      {until: '2025-03-30'},
      'undetermined: date of release 2025-03 (2025-03)',
      {end: '2025-03'}
    ],
    [
      'is open until the end of an unknown day',
      {until: '2025-03-30'},
      'undetermined: date of 2.0',
      {end: '2.0', at: {when: {earliest: '2025-03-01'}}}
    ],
    ['lasts without a last day', {}, 'yes', {end: '2099-01-01'}],
    [
      'that is late does not apply, whatever is unknown',
      {approved: '2025-03-11', until: '2025-03'},
      'no: late, waiver-day of until'
    ],

    ['for a minimum of notice needs a start', {reason: 'outage'}, 'no: minimum'],
    ['applies after exactly its minimum', {reason: 'outage'}, 'yes', {start: '2025-02-08'}],
    ['is too early a day before its minimum', {reason: 'outage'}, 'no: minimum', {start: '2025-02-09'}],
    [
      'is open if the start of its minimum is',
      {reason: 'outage'},
      'undetermined: date of release 2025-02 (2025-02)',
      {start: '2025-02'}
    ],
    [
      'is open if the policy does not say how long its minimum is',
      {reason: 'vague'},
      'undetermined: notice of the waiver reason vague',
      {start: '2025-02-08'}
    ],
    ['applies after exactly its releases', {reason: 'low-usage'}, 'yes', {start: '2025-01-09', at: {entry: 2}}],
    ['is too early a release before', {reason: 'low-usage'}, 'no: minimum', {start: '2025-01-11', at: {entry: 2}}],
    ['without a minimum needs no start', {reason: 'security'}, 'yes'],

    ['for what was never released applies to it', {reason: 'never-released'}, 'yes', {released: false}],
    [
      'for what was never released does not apply to anything else',
      {reason: 'never-released'},
      'no: released',
      {released: true}
    ],
    [
      'for what was never released is open if that is unknown',
      {reason: 'never-released'},
      'undetermined: released of GET /v1/loans'
    ],
    ['for another reason applies to what was released', {}, 'yes', {released: true}]
  ])('%s', (_, draft, expected, about) => {
    expect(check(draft, about)).toBe(expected)
  })

  it('for what was never released needs that reason in the policy', () => {
    const [lifecycle] = HISTORY.lifecycles as readonly [Lifecycle]
    const [revision] = POLICY.revisions as unknown as readonly [NonNullable<typeof REVISION>]
    const waiver = waiverOf({reason: 'never-released'})
    const context = {lifecycle, policy: POLICY, revision, history: HISTORY, released: true}
    const checked = checkWaiver(waiver, moment('2025-03-10'), undefined, context)
    expect(checked).toEqual({applies: 'no', flaws: ['reason'], missing: []})
  })

  it('counts fewer releases as too few only if all are listed', () => {
    const gaps = {...HISTORY, complete: false}
    expect(check({reason: 'low-usage'}, {start: '2025-01-11', at: {entry: 2}, history: gaps})).toMatch(/^undetermined/)
  })

  it('is checked with the reason that the policy lists', () => {
    const [lifecycle] = HISTORY.lifecycles as readonly [Lifecycle]
    if (!REVISION) throw new Error('Expected a revision')
    const context = {lifecycle, policy: POLICY, revision: REVISION, history: HISTORY, released: undefined}
    const {waiverReason} = checkWaiver(waiverOf({reason: 'legal'}), moment('2025-03-10'), undefined, context)
    expect(waiverReason).toMatchObject({reason: 'legal', approvers: ['board', 'head']})
  })

  it('can have a reason of the revision that decided only', () => {
    const reasonsAt = (revision: string) =>
      waiverReasonsAt({clause: {policy: 'waivers', revision, pointer: ''}} as never, POLICY).map(({reason}) => reason)
    expect(reasonsAt('first')).toEqual(['legal'])
    expect(reasonsAt('current')).toHaveLength(6)
    expect(reasonsAt('lost')).toEqual([])
  })
})

describe('a waiver for a rule covers', () => {
  const requirement = (aspect: string, verdict: string): RequirementJudgment =>
    ({aspect, verdict, clause: {policy: '', revision: '', pointer: ''}, missing: []}) as never

  it.each<[rule: string | undefined, requirements: [aspect: string, verdict: string][], covered: boolean]>([
    [
      undefined,
      [
        ['notice', 'violation'],
        ['sunset', 'violation']
      ],
      true
    ],
    ['notice-too-short', [['notice', 'violation']], true],
    ['notice-too-short', [['notice', 'undetermined']], true],
    ['notice-too-short', [['sunset', 'violation']], false],
    ['notice-too-short', [['sunset', 'undetermined']], false],
    [
      'notice-too-short',
      [
        ['notice', 'violation'],
        ['sunset', 'compliant']
      ],
      true
    ],
    [
      'notice-too-short',
      [
        ['notice', 'violation'],
        ['sunset', 'violation']
      ],
      false
    ],
    ['unannounced-removal', [['notice', 'violation']], true],
    ['ga-breaking-change', [['change', 'violation']], true],
    ['lifetime-too-short', [['lifetime', 'violation']], true],
    ['successor-support-too-short', [['overlap', 'violation']], true],
    ['ended-before-sunset', [['sunset', 'violation']], true],
    ['end-outside-window', [['window', 'violation']], true],
    ['condition-unmet', [['condition', 'violation']], true],
    ['successor-missing', [['successor', 'violation']], true],
    ['replacement-missing', [['notice', 'violation']], false]
  ])('by %s the unmet %j: %s', (rule, requirements, covered) => {
    const waiver = {...waiverOf(), ...(rule === undefined ? {} : {rule})}
    expect(
      coversUnmetRequirements(
        waiver,
        requirements.map(each => requirement(...each))
      )
    ).toBe(covered)
  })
})

describe('a waiver of the list', () => {
  const listed = (subject: Subject, more: Partial<SubjectWaiver> = {}): SubjectWaiver => ({
    ...waiverOf(),
    subject,
    ...more
  })
  const LOANS = subjectOf('GET /v1/loans')
  const DUE = subjectOf('GET /v1/loans', {field: 'due', in: 'response'})
  const event = (subject: Subject, more: Partial<Event> = {}): Event => ({
    id: 0,
    kind: 'removed',
    verb: 'removed',
    subject,
    entry: 0,
    place: PLACE,
    ...more
  })
  const find = (of: Event, waivers: readonly SubjectWaiver[], findFields?: History['findFields']): string | undefined =>
    findWaiver(of, of.subject, {...HISTORY, waivers, ...(findFields ? {findFields} : {})})?.reason
  const legal = {reason: 'legal'}

  it.each<[title: string, event: Event, waivers: readonly SubjectWaiver[], reason: string | undefined]>([
    ['applies to its subject', event(LOANS), [listed(LOANS)], 'security'],
    ['applies to parts of its subject', event(DUE), [listed(LOANS)], 'security'],
    ['does not apply to another subject', event(LOANS), [listed(subjectOf('GET /v1/fees'))], undefined],
    ['does not apply to more than its part', event(LOANS), [listed(DUE)], undefined],
    ['applies after the waiver of the line', event(LOANS, {waiver: waiverOf(legal)}), [listed(LOANS)], 'legal'],
    ['applies before later ones', event(LOANS), [listed(LOANS, legal), listed(LOANS)], 'legal'],
    [
      'applies after one for another kind',
      event(LOANS),
      [listed(LOANS, {kind: 'renamed'}), listed(LOANS, legal)],
      'legal'
    ],
    [
      'applies to its kind of change',
      event(LOANS, {change: 'type-changed'}),
      [listed(LOANS, {kind: 'type-changed'})],
      'security'
    ],
    [
      'applies to its kind of observed change',
      event(DUE, {kind: 'changed', observed: change('type-changed', DUE)}),
      [listed(DUE, {kind: 'type-changed'})],
      'security'
    ],
    [
      'prefers the declared kind to the observed one',
      event(DUE, {kind: 'changed', change: 'type-changed', observed: change('value-removed', DUE)}),
      [listed(DUE, {kind: 'value-removed'})],
      undefined
    ],
    [
      'does not apply to another kind of change',
      event(LOANS, {change: 'type-changed'}),
      [listed(LOANS, {kind: 'value-removed'})],
      undefined
    ],
    ['applies to a removal by its subject', event(LOANS), [listed(LOANS, {kind: 'operation-removed'})], 'security'],
    ['applies to the removal of a field', event(DUE), [listed(DUE, {kind: 'field-removed'})], 'security'],
    ['does not take a field for an operation', event(DUE), [listed(DUE, {kind: 'operation-removed'})], undefined],
    [
      'applies to the removal of a member',
      event(subjectOf('Loan.due')),
      [listed(subjectOf('Loan.due'), {kind: 'field-removed'})],
      'security'
    ],
    [
      'applies to the removal of a prefix',
      event(subjectOf('/v1/**')),
      [listed(subjectOf('/v1/**'), {kind: 'operation-removed'})],
      'security'
    ],
    [
      'has no kind to compare for a change that names none',
      event(LOANS, {kind: 'changed'}),
      [listed(LOANS, {kind: 'operation-removed'})],
      undefined
    ],
    ['applies to its detail', event(DUE, {about: 'maxLength'}), [listed(DUE, {about: 'maxLength'})], 'security'],
    [
      'does not apply to another detail',
      event(DUE, {about: 'maxLength'}),
      [listed(DUE, {about: 'minLength'})],
      undefined
    ],
    ['applies to any detail without one', event(DUE, {about: 'maxLength'}), [listed(DUE)], 'security'],
    ['does not apply to no detail', event(DUE), [listed(DUE, {about: 'minLength'})], undefined],
    [
      'applies only if both its kind and its detail fit',
      event(DUE, {change: 'type-changed', about: 'maxLength'}),
      [listed(DUE, {kind: 'value-removed', about: 'maxLength'})],
      undefined
    ]
  ])('%s', (_, of, waivers, reason) => {
    expect(find(of, waivers)).toBe(reason)
  })

  const MEMBER = subjectOf('Loan.due')
  const [USE, OTHER] = ['GET /v1/loans', 'GET /v1/fees'].map(each =>
    subjectOf(each, {field: 'due', in: 'response'})
  ) as [Subject, Subject]
  const fieldsOf =
    (covered: Readonly<Record<string, readonly Subject[]>>, uses: readonly Subject[] = [USE, OTHER]) =>
    (subject: Subject): readonly NamedField[] => {
      const own = covered[formatSubject(subject)]
      return own ? [{subject: MEMBER, uses, covered: own}] : []
    }
  const [ONE, TWO] = [USE, OTHER].map(formatSubject) as [string, string]

  it.each<
    [
      title: string,
      subject: Subject,
      waived: readonly Subject[],
      find: History['findFields'],
      reason: string | undefined
    ]
  >([
    ['its only use', MEMBER, [USE], fieldsOf({'Loan.due': [USE], [ONE]: [USE]}, [USE]), 'security'],
    ['one of two uses', MEMBER, [USE], fieldsOf({'Loan.due': [USE, OTHER], [ONE]: [USE]}), undefined],
    [
      'both uses, one by one',
      MEMBER,
      [USE, OTHER],
      fieldsOf({'Loan.due': [USE, OTHER], [ONE]: [USE], [TWO]: [OTHER]}),
      'security'
    ],
    ['the use under its common name', USE, [MEMBER], fieldsOf({'Loan.due': [USE, OTHER], [ONE]: [USE]}), 'security'],
    ['a use by that of the other one', USE, [OTHER], fieldsOf({[ONE]: [USE], [TWO]: [OTHER]}), undefined],
    ['a field that is unknown', MEMBER, [USE], fieldsOf({[ONE]: [USE]}), undefined],
    ['a whole operation', LOANS, [USE], fieldsOf({[LOANS.target.text]: [USE], [ONE]: [USE]}), undefined],
    ['a field without a description', MEMBER, [USE], undefined, undefined]
  ])('that names a field otherwise covers by its uses %s', (_, subject, waived, findFields, reason) => {
    expect(
      find(
        event(subject),
        waived.map(each => listed(each)),
        findFields
      )
    ).toBe(reason)
  })

  it('that names one of several fields does not cover the others', () => {
    const several = (subject: Subject): readonly NamedField[] =>
      (formatSubject(subject) === 'Loan.due' ? [USE, OTHER] : [subject]).map(each => ({
        subject: each,
        uses: [each],
        covered: [each]
      }))
    expect(find(event(MEMBER), [listed(USE)], several)).toBeUndefined()
    expect(find(event(MEMBER), [listed(USE), listed(OTHER, legal)], several)).toBe('security')
  })

  it.each<[title: string, waived: Subject, subject: Subject, covered: boolean]>([
    ['itself', DUE, DUE, true],
    ['its parts', LOANS, DUE, true],
    ['both sides without one', subjectOf('GET /v1/loans', {field: 'due'}), DUE, true],
    ['only its side', subjectOf('GET /v1/loans', {field: 'due', in: 'request'}), DUE, false],
    ['no other field', subjectOf('GET /v1/loans', {field: 'fee'}), DUE, false],
    ['no field of another operation', subjectOf('GET /v1/fees', {field: 'due'}), DUE, false],
    ['no value in place of its field', subjectOf('GET /v1/loans', {field: 'due', value: 'X'}), DUE, false],
    ['not the operation of its part', subjectOf('GET /v1/loans', {field: 'due'}), LOANS, false],
    ['the endpoints under its prefix', subjectOf('/v1/**'), LOANS, true],
    ['no endpoint beside its prefix', subjectOf('/v2/**'), LOANS, false],
    ['no other operation', subjectOf('GET /v1/fees'), LOANS, false]
  ])('covers %s', (_, waived, subject, covered) => {
    expect(waiverCovers(waived, subject), `${subjectKey(waived)} ${subjectKey(subject)}`).toBe(covered)
  })
})
