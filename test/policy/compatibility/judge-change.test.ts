import {describe, expect, it} from 'vitest'
import type {Change, PriorAnnouncement} from '../../../src/model/api/change.ts'
import type {Event} from '../../../src/model/lifecycle/event.ts'
import type {Direction} from '../../../src/model/subject/subject.ts'
import {momentAt} from '../../../src/model/time/timeline.ts'
import type {Verdict} from '../../../src/model/verdict/judgment.ts'
import type {Policy} from '../../../src/model/verdict/policy.ts'
import {isDeclaredBreaking, judgeChangeRequirement} from '../../../src/policy/compatibility/judge-declared-change.ts'
import {mostSevereRuling, ruleOnObservedChange} from '../../../src/policy/compatibility/judge-observed-change.ts'
import {change, subjectOf} from '../../changes.ts'
import {declare, type Entry, historyText} from '../../history/declared.ts'
import {historyOf, policyOf} from '../../reading.ts'

const TODAY = '2026-03-02'
const policyWith = (ga: string, more = ''): Policy =>
  policyOf(`name: p\nstabilities: [ga]\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: ${ga}}\n${more}`)
const FORBIDDEN = policyWith('{notice: 3 months}')
const ALLOWED = policyWith('{notice: 3 months, breaking: allowed}')
const NOTICED = policyWith('{notice: 3 months, breaking: 3 months}')
const NONE = policyWith('none')
const EFFECTS =
  'compatibility: {format-changed: review, type-changed: compatible, operation-added: review, field-added: breaking, field-removed: review}\n'
const REVIEW = policyWith('{notice: 3 months}', EFFECTS)
const TOLERANT = policyWith('{notice: 3 months}', 'compatibility: {field-removed: compatible}\n')
const REVIEW_NONE = policyWith('none', EFFECTS)
const LOANS = subjectOf('GET /v1/loans')
const DUE = subjectOf('GET /v1/loans', {field: 'due', in: 'response'})

describe('a line about a change', () => {
  const revisionOf = ({revisions}: Policy) => {
    const [revision] = revisions
    if (!revision) throw new Error('Expected a revision')
    return revision
  }
  const event = (more: Partial<Event>): Event => ({
    id: 0,
    kind: 'changed',
    verb: 'changed',
    subject: LOANS,
    entry: 0,
    place: {source: ''},
    ...more
  })

  it.each<[title: string, event: Partial<Event>, isBreaking: boolean | undefined, policy?: Policy]>([
    ['that claims a breaking change', {breaking: true, change: 'description-changed'}, true],
    ['that denies a breaking change', {breaking: false, change: 'type-changed'}, false],
    ['that denies what was observed', {breaking: false, observed: change('type-changed', LOANS)}, false],
    ['with a breaking kind', {change: 'type-changed'}, true],
    ['with a kind that the policy tolerates', {change: 'type-changed'}, false, REVIEW],
    ['with a kind that needs review', {change: 'format-changed'}, undefined, REVIEW],
    ['with a kind that needs review on its side', {change: 'value-added', subject: DUE}, undefined],
    [
      'with a kind that is compatible on its side',
      {change: 'value-added', subject: subjectOf('GET /v1/loans', {field: 'due', in: 'request'})},
      false
    ],
    ['without a kind', {}, undefined],
    ['with a kind that does not occur on its side', {change: 'operation-removed', subject: DUE}, undefined],
    [
      'about a new value in a response',
      {kind: 'introduced', subject: subjectOf('GET /v1/loans', {field: 'due', value: 'X', in: 'response'})},
      false
    ],
    ['with an observed breaking change', {observed: change('type-changed', LOANS)}, true],
    ['with an observed compatible change', {observed: change('type-changed', LOANS)}, false, REVIEW],
    [
      'with an observed change in place of its kind',
      {change: 'operation-added', observed: change('type-changed', LOANS)},
      true
    ],
    ['with an observed change that needs review', {observed: change('format-changed', LOANS)}, undefined, REVIEW],
    [
      'with an observed change that needs review, which another line denies',
      {observed: change('format-changed', LOANS), denied: true},
      false,
      REVIEW
    ],
    [
      'with an observed breaking change, which another line denies',
      {observed: change('type-changed', LOANS), denied: true},
      true
    ],
    ['about an addition', {kind: 'introduced'}, false],
    ['about an addition that the policy wants to be reviewed', {kind: 'introduced'}, undefined, REVIEW],
    ['about an addition that the policy forbids', {kind: 'introduced', subject: DUE}, true, REVIEW],
    [
      'about the addition of a field of a schema that the policy forbids',
      {kind: 'introduced', subject: subjectOf('Loan.due')},
      true,
      REVIEW
    ],
    ['about the addition of a prefix', {kind: 'introduced', subject: subjectOf('/v2/**')}, false, REVIEW],
    ['about a required addition', {kind: 'introduced', required: true, subject: DUE}, true],
    ['about an addition of a breaking kind', {kind: 'introduced', change: 'required-parameter-added'}, true],
    ['about an addition of a compatible kind', {kind: 'introduced', change: 'parameter-added'}, false],
    ['about something required that changes', {kind: 'changed', required: true}, undefined]
  ])('%s is breaking: %s', (title, more, isBreaking, policy = FORBIDDEN) => {
    expect(isDeclaredBreaking(event(more), revisionOf(policy), {policy}), title).toBe(isBreaking)
  })

  interface Recorded {
    readonly line?: string
    readonly date?: string | null
    readonly after?: readonly Entry[]
    readonly head?: string
  }

  /** The requirements for the last line of a history, in one line. */
  function judge(policy: Policy, {line = 'breaking: true', date = '2025-06-10', after = [], head}: Recorded): string {
    const entries: readonly Entry[] = [
      ['1.0', '2024-01-10', 'added: GET /v1/loans'],
      ['1.1', date ?? undefined, `changed: GET /v1/loans, ${line}`],
      ...after
    ]
    const history = historyOf(historyText(entries, head))
    const [lifecycle] = history.lifecycles
    const [tenure] = lifecycle?.tenures ?? []
    const of = tenure?.changes.at(-1)
    const revision = revisionOf(policy)
    const guarantee = revision.guarantees.ga
    if (!lifecycle || !tenure || !of || !guarantee) throw new Error('Expected a change')
    const at = momentAt(history.timeline, of.entry)
    return judgeChangeRequirement(guarantee, of, at, {lifecycle, tenure, history, policy, revision, stability: 'ga'})
      .map(({aspect, verdict, missing, start, unstarted}) =>
        [
          aspect,
          verdict,
          ...(start ? [`from ${start.stated}`] : []),
          ...(unstarted ? ['unstarted'] : []),
          ...missing.map(({fact}) => `without ${fact}`)
        ].join(' ')
      )
      .join('; ')
  }
  const announced = (day: string) => ({line: `breaking: true, announced: ${day}`})
  const unclaimed = (day: string) => ({line: `note: New, announced: ${day}`})
  const WINDOW = policyWith('{notice: 3 months, breaking: 3 months, endWindow: never}')

  it.each<[title: string, policy: Policy, about: Recorded, judged: string]>([
    ['is a violation if it is breaking', FORBIDDEN, {}, 'change violation'],
    ['is a violation whatever its notice', FORBIDDEN, announced('2024-02-01'), 'change violation'],
    ['is open if it may be breaking', FORBIDDEN, {line: 'note: New'}, 'change undetermined without breaking'],
    ['is compliant after exactly the notice', NOTICED, announced('2025-03-10'), 'change compliant from 2025-03-10'],
    ['is a violation after a day less', NOTICED, announced('2025-03-11'), 'change violation from 2025-03-11'],
    [
      'is open if the month of its announcement decides',
      NOTICED,
      announced('2025-03'),
      'change undetermined from 2025-03 without date'
    ],
    [
      'is a violation if it is announced after it',
      NOTICED,
      announced('2025-06-11'),
      'change violation from 2025-06-11'
    ],
    ['is a violation if it is announced with it', NOTICED, announced('"1.1"'), 'change violation from release 1.1'],
    [
      'is a violation if it is announced with it on an unknown day',
      NOTICED,
      {...announced('"1.1"'), date: null},
      'change violation from release 1.1'
    ],
    [
      'is a violation if it is announced after it on an unknown day',
      NOTICED,
      {...announced('"1.2"'), date: null, after: [['1.2', undefined]]},
      'change violation from release 1.2'
    ],
    [
      'is a violation if it is announced after it, whatever is missing',
      NOTICED,
      {...announced('2025-06-11'), head: 'complete: 2025-07-01\n'},
      'change violation from 2025-06-11'
    ],
    [
      'is compliant if it is announced with it and needs no time',
      policyWith('{notice: 3 months, breaking: 0 days}'),
      announced('2025-06-10'),
      'change compliant from 2025-06-10'
    ],
    ['is a violation if it was never announced', NOTICED, announced('never'), 'change violation unstarted'],
    ['is a violation if no announcement is recorded', NOTICED, {}, 'change violation unstarted'],
    [
      'is open if announcements may be missing',
      NOTICED,
      {head: 'complete: 2025-07-01\n'},
      'change undetermined unstarted without announcement'
    ],
    [
      'is a violation if it was never announced, whatever is missing',
      NOTICED,
      {...announced('never'), head: 'complete: 2025-07-01\n'},
      'change violation unstarted'
    ],
    [
      'is compliant with enough notice, even if it may be breaking',
      NOTICED,
      unclaimed('2025-03-10'),
      'change compliant from 2025-03-10'
    ],
    [
      'is open without enough notice, if it may be breaking',
      NOTICED,
      unclaimed('2025-03-11'),
      'change undetermined from 2025-03-11 without breaking'
    ],
    [
      'is open for two reasons, if it may be breaking',
      NOTICED,
      unclaimed('2025-03'),
      'change undetermined from 2025-03 without breaking without date'
    ],
    [
      'is judged by the end window',
      WINDOW,
      announced('2025-03-10'),
      'change compliant from 2025-03-10; window violation'
    ],
    [
      'is judged by the end window, if it may be breaking',
      WINDOW,
      unclaimed('2025-03-10'),
      'change compliant from 2025-03-10; window violation'
    ],
    [
      'is not judged by the end window before that is known',
      WINDOW,
      unclaimed('2025-03-11'),
      'change undetermined from 2025-03-11 without breaking'
    ],
    [
      'needs as many releases as the policy says',
      policyWith('{notice: 3 months, breaking: 2 releases}'),
      announced('2024-06-01'),
      'change violation from 2024-06-01'
    ],
    [
      'needs releases that may be missing',
      policyWith('{notice: 3 months, breaking: 2 releases}'),
      {...announced('2024-06-01'), head: 'complete: 2025-07-01\n'},
      'change undetermined from 2024-06-01 without releases'
    ]
  ])('%s', (_, policy, about, judged) => {
    expect(judge(policy, about)).toBe(judged)
  })

  it('names its subject where it lacks a claim', () =>
    expect(declare([['next', undefined, 'changed: GET /v1/loans']]).events).toHaveLength(1))
})

describe('an observed change', () => {
  interface Case {
    readonly policy?: Policy
    readonly side?: Direction
    readonly stability?: string
    readonly isForward?: boolean
  }
  const rule = (
    about: Change,
    {policy = FORBIDDEN, side = 'response', stability = 'ga', isForward}: Case = {}
  ): string => {
    const [revision] = policy.revisions
    if (!revision) throw new Error('Expected a revision')
    const ruling = ruleOnObservedChange(about, side, {policy, revision, stability, asOf: TODAY, isForward})
    const {verdict, ground, missing, clause, length} = ruling
    return [
      verdict,
      ground,
      ...missing.map(({fact, of}) => `without ${fact} of ${of}`),
      `by ${clause.pointer}`,
      ...(length ? ['in time'] : [])
    ].join(' ')
  }
  const of = (kind: string, more: Partial<Change> = {}, subject = DUE) => change(kind, subject, more)
  const announce = (announced: PriorAnnouncement) => ({announced})
  const OLD: PriorAnnouncement = {deprecated: true, since: '2025-12-02'}
  const LATE: PriorAnnouncement = {deprecated: true, since: '2025-12-03'}
  const OPEN = {proofs: {response: {is: 'undetermined', why: 'budget'}}} as const
  const KEPT = {proofs: {response: {is: 'keeps'}}} as const
  const KINDS = policyWith('{notice: 3 months, kinds: {field: none}}')
  const FIELDS = policyWith(
    '{notice: 3 months, breaking: allowed, kinds: {field: {notice: 3 months, breaking: forbidden}}}'
  )

  it.each<[title: string, about: Change, judged: string, context?: Case]>([
    ['is a violation if it is breaking', of('type-changed'), 'violation forbidden by /guarantees/ga'],
    [
      'is compliant if it is compatible',
      of('type-changed'),
      'compliant compatible by /guarantees/ga',
      {policy: REVIEW}
    ],
    ['is compliant if a proof says so', of('type-changed', KEPT), 'compliant proven by /guarantees/ga'],
    [
      'is exempt if the policy allows it',
      of('type-changed'),
      'exempt allowed by /guarantees/ga/breaking',
      {policy: ALLOWED}
    ],
    ['is exempt without a guarantee', of('type-changed'), 'exempt no-requirement by /guarantees/ga', {policy: NONE}],
    ['is exempt at an unknown level', of('type-changed'), 'exempt no-requirement by ', {stability: 'odd'}],
    [
      'is a violation without notice',
      of('type-changed'),
      'violation notice by /guarantees/ga/breaking in time',
      {policy: NOTICED}
    ],
    [
      'is open after an announcement of something',
      of('type-changed', announce(OLD)),
      'undetermined notice without announcement of GET /v1/loans (field due, in response) by /guarantees/ga/breaking in time',
      {policy: NOTICED}
    ],
    [
      'is open if it needs review',
      of('format-changed'),
      'undetermined review without breaking of GET /v1/loans (field due, in response) by /guarantees/ga',
      {policy: REVIEW}
    ],
    [
      'is open if it is not proven',
      of('type-changed', OPEN),
      'undetermined unproven without breaking of GET /v1/loans (field due, in response) by /guarantees/ga'
    ],
    [
      'is exempt without a guarantee, even if it needs review',
      of('format-changed'),
      'exempt no-requirement by /guarantees/ga',
      {policy: REVIEW_NONE}
    ],
    [
      'is judged by the guarantee for its kind of subject',
      of('type-changed'),
      'exempt no-requirement by /guarantees/ga/kinds/field',
      {policy: KINDS}
    ],
    [
      'is judged by the other guarantee for another kind',
      of('type-changed', {}, LOANS),
      'violation forbidden by /guarantees/ga',
      {policy: KINDS}
    ],
    [
      'is forbidden by the guarantee for its kind of subject',
      of('type-changed'),
      'violation forbidden by /guarantees/ga/kinds/field/breaking',
      {policy: FIELDS}
    ]
  ])('%s', (_, about, judged, context) => {
    expect(rule(about, context)).toBe(judged)
  })

  it.each<[title: string, about: Change, judged: string, context?: Case]>([
    [
      'is a violation without an announcement',
      of('field-removed'),
      'violation unannounced by /guarantees/ga/notice in time'
    ],
    [
      'is compliant after its notice',
      of('field-removed', announce(OLD)),
      'compliant notice by /guarantees/ga/notice in time'
    ],
    [
      'is a violation before that',
      of('field-removed', announce(LATE)),
      'violation notice by /guarantees/ga/notice in time'
    ],
    [
      'is a violation before its sunset',
      of('field-removed', announce({...OLD, sunset: '2026-03-03'})),
      'violation sunset by /guarantees/ga'
    ],
    [
      'is open without the day of its announcement',
      of('field-removed', announce({deprecated: true})),
      'undetermined notice without announcement of GET /v1/loans (field due, in response) by /guarantees/ga/notice in time'
    ],
    ['is exempt without a guarantee', of('field-removed'), 'exempt no-requirement by /guarantees/ga', {policy: NONE}],
    ['is exempt at an unknown level', of('field-removed'), 'exempt no-requirement by ', {stability: 'odd'}],
    [
      'needs notice even if breaking changes are allowed',
      of('field-removed'),
      'violation unannounced by /guarantees/ga/notice in time',
      {policy: ALLOWED}
    ],
    [
      'is open without notice, if it needs review',
      of('field-removed'),
      'undetermined review without breaking of GET /v1/loans (field due, in response) by /guarantees/ga/notice in time',
      {policy: REVIEW}
    ],
    [
      'is compliant after its notice, even if it needs review',
      of('field-removed', announce(OLD)),
      'compliant notice by /guarantees/ga/notice in time',
      {policy: REVIEW}
    ],
    [
      'is exempt without a guarantee, even if it needs review',
      of('field-removed'),
      'exempt no-requirement by /guarantees/ga',
      {policy: REVIEW_NONE}
    ],
    [
      'lacks each fact, if it needs review',
      of('field-removed', announce({deprecated: true})),
      'undetermined review without breaking of GET /v1/loans (field due, in response) without announcement of GET /v1/loans (field due, in response) by /guarantees/ga/notice in time',
      {policy: REVIEW}
    ],
    [
      'needs no notice if the policy tolerates it',
      of('field-removed'),
      'compliant compatible by /guarantees/ga',
      {policy: TOLERANT}
    ],
    [
      'is announced too late on the day after',
      of('field-removed', announce({deprecated: true, since: '2026-03-03'})),
      'violation notice by /guarantees/ga/notice in time'
    ],
    [
      'needs no notice if it is compatible',
      of('value-removed', {proofs: {request: {is: 'keeps'}}}),
      'compliant compatible by /guarantees/ga',
      {side: 'response'}
    ],
    [
      'has no requirement without a notice',
      of('field-removed', announce(OLD)),
      'compliant notice by /guarantees/ga',
      {policy: policyWith('{lifetime: 0 days}')}
    ]
  ])('that removes something %s', (_, about, judged, context) => {
    expect(rule(about, context)).toBe(judged)
  })

  it.each<[title: string, about: Change, judged: string, context?: Case]>([
    [
      'is a violation before its notice',
      of('sunset-set', {new: '2026-06-01'}),
      'violation notice by /guarantees/ga/notice in time'
    ],
    ['is compliant after its notice', of('sunset-set', {new: '2026-06-02'}), 'compliant compatible by /guarantees/ga'],
    [
      'is a violation on the day of its announcement',
      of('sunset-set', {new: TODAY}),
      'violation notice by /guarantees/ga/notice in time'
    ],
    [
      'is a violation if it is moved earlier',
      of('sunset-moved-earlier', {new: '2026-03-01', announced: LATE}),
      'violation notice by /guarantees/ga/notice in time'
    ],
    [
      'is compliant if it is moved later',
      of('sunset-moved-later', {new: '2026-03-01', announced: LATE}),
      'compliant compatible by /guarantees/ga'
    ],
    ['is judged as a change if it is no text', of('sunset-set', {new: 7}), 'compliant compatible by /guarantees/ga'],
    [
      'is judged as a change without a guarantee',
      of('sunset-set', {new: '2026-06-01'}),
      'compliant compatible by /guarantees/ga',
      {policy: NONE}
    ],
    [
      'is judged as a change without a guarantee, whatever it says',
      of('sunset-set', {new: '3.0'}),
      'compliant compatible by /guarantees/ga',
      {policy: NONE}
    ],
    [
      'is open without a successor, if its notice counts from that',
      of('sunset-set', {new: '2026-06-01'}),
      'undetermined notice without successor of GET /v1/loans (field due, in response) by /guarantees/ga/notice in time',
      {policy: policyWith('{notice: 3 months, starts: successor}')}
    ],
    [
      'is judged as a change at an unknown level',
      of('sunset-set', {new: '2026-06-01'}),
      'compliant compatible by ',
      {stability: 'odd'}
    ]
  ])('that sets a sunset %s', (_, about, judged, context) => {
    expect(rule(about, context)).toBe(judged)
  })

  it.each<[title: string, about: Change, judged: string, context?: Case]>([
    ['is a violation if it is breaking', of('type-changed'), 'violation forward by /guarantees/ga'],
    [
      'is a violation whatever was announced',
      of('field-removed', announce(OLD)),
      'violation forward by /guarantees/ga'
    ],
    ['is compliant if a proof says so', of('type-changed', KEPT), 'compliant proven by /guarantees/ga'],
    [
      'is compliant if it is compatible',
      of('type-changed'),
      'compliant compatible by /guarantees/ga',
      {policy: REVIEW}
    ],
    ['is open if it needs review', of('format-changed'), 'undetermined forward by /guarantees/ga', {policy: REVIEW}],
    ['is open if it is not proven', of('type-changed', OPEN), 'undetermined unproven by /guarantees/ga'],
    ['is exempt without a guarantee', of('type-changed'), 'exempt no-requirement by /guarantees/ga', {policy: NONE}],
    ['is exempt at an unknown level', of('type-changed'), 'exempt no-requirement by ', {stability: 'odd'}],
    [
      'is compliant if it is a status that is not sent any longer',
      of('status-removed', {}, LOANS),
      'compliant compatible by /guarantees/ga'
    ],
    [
      'is open if a parameter is not known yet',
      of('parameter-removed', {}, LOANS),
      'undetermined forward by /guarantees/ga',
      {side: 'request'}
    ],
    [
      'is a violation even if breaking changes are allowed',
      of('type-changed'),
      'violation forward by /guarantees/ga',
      {policy: ALLOWED}
    ]
  ])('that newer clients meet %s', (_, about, judged, context) => {
    expect(rule(about, {...context, isForward: true})).toBe(judged)
  })

  it.each<[verdicts: readonly Verdict[], at: number | undefined]>([
    [[], undefined],
    [['compliant', 'exempt', 'undetermined', 'violation'], 3],
    [['compliant', 'exempt', 'undetermined'], 2],
    [['exempt', 'compliant'], 0],
    [['violation', 'violation', 'compliant'], 1]
  ])('with the rulings %j has the most severe one, the last of equals', (verdicts, at) => {
    const drafts = verdicts.map(
      verdict => ({verdict, ground: 'notice', clause: {policy: '', revision: '', pointer: ''}, missing: []}) as const
    )
    expect(mostSevereRuling(drafts)).toBe(at === undefined ? undefined : drafts[at])
  })
})
