import {posix} from 'node:path'
import {describe, expect, it} from 'vitest'
import type {SubjectOwners} from '../../src/app/session/subject-owners.ts'
import {
  claimRemarks,
  countNewWaivers,
  createDescriptionTest,
  mergeIntoTarget,
  newWaiverRemarks
} from '../../src/gate/owners/new-waivers.ts'
import type {SubjectWaiver} from '../../src/model/lifecycle/event.ts'
import type {DeclaredHistory} from '../../src/model/lifecycle/history.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
import {parseDateRange} from '../../src/model/time/date-range.ts'
import {subjectOf} from '../changes.ts'
import {declare, type Entry} from '../history/declared.ts'
import {policyOf} from '../reading.ts'
import {sample} from '../tier.ts'

const TODAY = '2026-03-02'
const POLICY = policyOf(
  'stabilities: [ga]\nguarantees: {ga: {notice: 13 months}}\nwaiverReasons: {security: {}, legal: {approvers: ["@board"]}}\n'
)
const EMPTY: DeclaredHistory = {...declare([]), about: {service: 'Empty', areas: [], notes: [], unknown: []}}
const BASE: readonly Entry[] = [['1.0', '2024-01-10', 'added: GET /v1/loans']]

/** A repository whose answers are given, with the reviews in a file next to it. */
interface Repository {
  readonly isTracked?: boolean
  readonly isInside?: boolean
  readonly isLinkedInside?: boolean
  readonly reviews?: object
  /** The checked-out commit and its parents. */
  readonly head?: readonly string[]
  readonly mergeBase?: string
  readonly mergeTree?: {readonly status: number; readonly tree: string}
}

/** The ID of a commit. */
const id = (name: string): string => name.padEnd(40, '0')

const APPROVED = {
  format: 1,
  head: id('c2'),
  authors: [{name: 'eve'}],
  reviews: [
    {reviewer: 'ada', state: 'approved', commit: id('c2'), time: '2026-03-02T09:00:49Z', link: 'https://git.example/1'}
  ]
}

function workspaceOf({
  isTracked,
  isInside,
  isLinkedInside,
  reviews = APPROVED,
  head = [id('c2')],
  mergeBase = 't1',
  mergeTree = {status: 0, tree: 'tree1'}
}: Repository) {
  const answers: Readonly<Record<string, string | undefined>> = {
    'rev-parse --show-toplevel': '/repo',
    'ls-files': isTracked ? 'reviews.json' : undefined,
    'rev-parse HEAD HEAD^@': head.length === 0 ? undefined : head.join('\n'),
    'merge-base': mergeBase,
    'rev-parse HEAD^{tree}': 'tree1'
  }
  const path = isInside ? '/repo/reviews.json' : '/tmp/reviews.json'
  return {
    files: {
      resolve: (file: string) => (file === '.' ? '/repo' : file),
      realPath: (file: string) => (isLinkedInside && file === path ? '/repo/linked.json' : file),
      relative: posix.relative,
      readText: () => JSON.stringify(reviews)
    },
    git: {
      output: (_: string, args: readonly string[]) => {
        const answer = answers[args.join(' ')] ?? answers[args[0] ?? '']
        return answer === undefined ? undefined : Buffer.from(`${answer}\n`)
      },
      run: () => ({status: mergeTree.status, stdout: Buffer.from(`${mergeTree.tree}\n`)})
    },
    path
  }
}

const REPOSITORY = {source: 'tenure.yaml'}
const waiver = (subject = 'GET /v1/loans', more: Partial<SubjectWaiver> = {}): SubjectWaiver => ({
  subject: subjectOf(subject),
  reason: 'security',
  approver: 'head',
  approved: parseDateRange('2026-02-20') ?? {},
  place: REPOSITORY,
  ...more
})
const ADA: SubjectOwners = {sets: [{owners: ['@ada']}], unowned: []}

interface Case {
  readonly policy?: 'accept' | 'reviewed' | 'ignore'
  readonly isOwn?: boolean
  readonly before?: readonly Entry[] | undefined
  readonly now?: readonly Entry[]
  readonly known?: readonly SubjectWaiver[] | null
  readonly added?: readonly SubjectWaiver[] | null
  readonly owners?: SubjectOwners
  readonly repository?: Repository | null
}

function merge({policy, isOwn = false, before, now, known = [], added = [], owners = ADA, repository = null}: Case) {
  const workspace = workspaceOf(repository ?? {})
  const file = (entries: readonly Entry[] | undefined, source: string) =>
    entries && {
      declared: declare(entries),
      locate: (place: {source: string}) => ({source: `${place.source} by ${source}`})
    }
  const config = known && {waivers: known, newWaivers: policy, rules: {}, plugins: []}
  const target = {
    id: 't1',
    label: '`main`',
    isOwn,
    config,
    path: before && 'history.yaml',
    file: file(before, 'target'),
    judge: {policy: POLICY}
  }
  const state = {
    config: added && {waivers: added, rules: {'a-rule': 'off'}, plugins: ['p']},
    path: now && 'mine.yaml',
    file: file(now, 'change'),
    judge: {policy: POLICY}
  }
  const sources = {target, ownersOf: () => owners, approvals: repository ? workspace.path : undefined}
  return mergeIntoTarget(workspace as never, target as never, state as never, EMPTY, sources as never, {asOf: TODAY})
}

const reviewOf = (about: Case) => {
  const {newWaivers} = merge({policy: 'reviewed', added: [waiver()], repository: {}, ...about})
  return newWaivers.map(({counts, review}) => [counts ? 'counts' : 'open', ...(review?.lacks ?? [])].join(': '))
}

describe('a waiver in the configuration of a change', () => {
  it.each<[title: string, about: Case, reviewed: readonly string[]]>(
    sample([
      ['is open by default', {}, ['open']],
      ['is open if the target ignores new ones', {policy: 'ignore'}, ['open']],
      ['counts if the target accepts new ones', {policy: 'accept'}, ['counts']],
      ['counts on the target branch', {isOwn: true}, ['counts']],
      ['counts on the target branch, even if others need a review', {isOwn: true, policy: 'reviewed'}, ['counts']],
      ['is open without a configuration of the target', {known: null}, ['open']],
      ['is not new if the target has it', {policy: 'accept', known: [waiver()]}, []],
      [
        'is not new at another place',
        {policy: 'accept', known: [waiver('GET /v1/loans', {place: {source: 'old.yaml'}})]},
        []
      ],
      ['is new for another subject', {policy: 'accept', known: [waiver('GET /v1/fees')]}, ['counts']],
      [
        'is new with another day',
        {policy: 'accept', known: [waiver('GET /v1/loans', {until: {latest: TODAY}})]},
        ['counts']
      ],
      ['is none without a configuration', {policy: 'accept', added: null}, []],
      ['is open without reviews', {policy: 'reviewed'}, ['open']]
    ])
  )('%s', (_, about, reviewed) => {
    const {newWaivers} = merge({added: [waiver()], ...about})
    expect(newWaivers.map(({counts}) => (counts ? 'counts' : 'open'))).toEqual(reviewed)
  })

  const reasons = (about: Case) => merge(about).config?.waivers.map(({subject}) => formatSubject(subject))

  it('is added to those of the target if it counts', () => {
    const [known, added] = [[waiver('GET /v1/fees')], [waiver()]]
    expect(reasons({policy: 'accept', known, added})).toEqual(['GET /v1/fees', 'GET /v1/loans'])
    expect(reasons({known, added})).toEqual(['GET /v1/fees'])
    expect(reasons({policy: 'accept', known, added: []})).toEqual(['GET /v1/fees'])
  })

  it('comes with no rules or plugins of a first configuration', () => {
    const {config} = merge({known: null, added: [waiver()], isOwn: true})
    expect(config).toMatchObject({waivers: [{reason: 'security'}], rules: {}, plugins: []})
    expect(merge({known: null, added: [waiver()]}).config).toBeUndefined()
    expect(merge({known: null, added: null, isOwn: true}).config).toBeUndefined()
  })
})

describe('a review of a waiver', () => {
  const OTHER = ["The reviews are about `c200000`, which isn't the commit that is checked."]

  it.each<[title: string, about: Case, reviewed: string]>(
    sample([
      ['counts by an owner for the checked commit', {}, 'counts'],
      ['is missing', {repository: {reviews: {...APPROVED, reviews: []}}}, 'open'],
      [
        'says what is unknown',
        {repository: {reviews: {...APPROVED, reviews: [], missing: ['No teams.']}}},
        'open: No teams.'
      ],
      ['of someone else does not count', {owners: {sets: [{owners: ['@bob']}], unowned: []}}, 'open'],
      ['does not count if a part has no owner', {owners: {...ADA, unowned: ['GET /v1/loans']}}, 'open'],
      ['does not count without owners', {owners: {sets: [], unowned: []}}, 'open'],
      [
        'needs those that the policy names for its reason',
        {added: [waiver('GET /v1/loans', {reason: 'legal'})]},
        'open'
      ],
      [
        'counts by those that the policy names for its reason',
        {
          added: [waiver('GET /v1/loans', {reason: 'legal'})],
          repository: {reviews: {...APPROVED, reviews: [{...APPROVED.reviews[0], teams: ['board']}]}},
          owners: {sets: [], unowned: ['GET /v1/loans']}
        },
        'counts'
      ],
      ['counts for the merge of that commit into the target', {repository: {head: ['m', 't1', id('c2')]}}, 'counts'],
      [
        'counts for a merge into an earlier target',
        {repository: {head: ['m', 't0', id('c2')], mergeBase: 't0'}},
        'counts'
      ],
      ['of another commit does not count', {repository: {head: ['c3', 'c1']}}, `open: ${OTHER}`],
      ['does not count without a commit', {repository: {head: []}}, `open: ${OTHER}`],
      ['does not count for what comes after it', {repository: {head: ['c3', id('c2')]}}, `open: ${OTHER}`],
      [
        'does not count for a merge of the target into it',
        {repository: {head: ['m', id('c2'), 't1'], mergeBase: id('c2')}},
        `open: ${OTHER}`
      ],
      [
        'does not count for a merge with a third parent',
        {repository: {head: ['m', 't1', id('c2'), 'c4']}},
        `open: ${OTHER}`
      ],
      [
        'does not count for a merge into another branch',
        {repository: {head: ['m', 'x1', id('c2')], mergeBase: 't0'}},
        `open: ${OTHER}`
      ],
      [
        'does not count for a merge with conflicts',
        {repository: {head: ['m', 't1', id('c2')], mergeTree: {status: 1, tree: 'tree1'}}},
        `open: ${OTHER}`
      ],
      [
        'does not count for a merge with other content',
        {repository: {head: ['m', 't1', id('c2')], mergeTree: {status: 0, tree: 'tree2'}}},
        `open: ${OTHER}`
      ]
    ])
  )('%s', (_, about, reviewed) => {
    expect(reviewOf(about)).toEqual([reviewed])
  })

  it.each<[title: string, repository: Repository]>([
    ['is tracked', {isTracked: true}],
    ['is in the repository', {isInside: true}],
    ['links into the repository', {isLinkedInside: true}]
  ])('in a file that %s is refused', (_, repository) => {
    expect(() => reviewOf({repository})).toThrow(/is in the repository, so the change could approve itself/)
  })
})

const removed = (more = ''): readonly Entry[] => [...BASE, ['next', undefined, `removed: GET /v1/loans${more}`]]
const WAIVED = ', waiver: {reason: security, approver: head, approved: 2026-02-20}'
const MET = ', met: {consent: a survey}'

describe('the waivers in the history of a change', () => {
  it.each<[title: string, about: Case, reviewed: readonly string[], line: string]>(
    sample([
      ['are open by default', {}, ['open'], '-'],
      ['count if the target accepts new ones', {policy: 'accept'}, ['counts'], 'waived, met'],
      ['are not new if the target has them', {before: removed(WAIVED + MET)}, [], 'waived, met'],
      ['are not new if the configuration of the target has them', {known: [waiver()]}, [], '-'],
      ['are new with another reason', {known: [waiver('GET /v1/loans', {reason: 'legal'})]}, ['open'], '-'],
      ['are new with another approver', {known: [waiver('GET /v1/loans', {approver: 'board'})]}, ['open'], '-'],
      [
        'are new with another day of approval',
        {known: [waiver('GET /v1/loans', {approved: {latest: TODAY}})]},
        ['open'],
        '-'
      ],
      ['are new with another last day', {known: [waiver('GET /v1/loans', {until: {latest: TODAY}})]}, ['open'], '-'],
      ['are new with another note', {known: [waiver('GET /v1/loans', {note: 'A leak.'})]}, ['open'], '-'],
      ['are new with another evidence', {known: [waiver('GET /v1/loans', {evidence: 'CVE'})]}, ['open'], '-'],
      ['are new for another subject', {known: [waiver('GET /v1/fees')]}, ['open'], '-'],
      ['are not new if the configuration waives all of the endpoint', {known: [waiver('/v1/**')]}, [], '-'],
      [
        'are not new for a line without a kind',
        {known: [waiver('GET /v1/loans', {kind: 'operation-removed'})]},
        [],
        '-'
      ],
      ['are new for another detail', {known: [waiver('GET /v1/loans', {about: 'maxLength'})]}, ['open'], '-'],
      ['count by a review', {policy: 'reviewed', repository: {}}, ['counts'], 'waived'],
      ['are all new in a first history', {before: undefined}, ['open'], '-']
    ])
  )('%s', (_, about, reviewed, line) => {
    const {newWaivers, file} = merge({before: BASE, now: removed(WAIVED + MET), ...about})
    expect(newWaivers.map(({counts}) => (counts ? 'counts' : 'open'))).toEqual(reviewed)
    const last = file?.declared.events.at(-1)
    expect([...(last?.waiver ? ['waived'] : []), ...(last?.met ? ['met'] : [])].join(', ') || '-').toBe(line)
  })

  it.each<[kind: string, other: string, reviewed: number]>([
    ['type-changed', 'type-changed', 0],
    ['type-changed', 'format-changed', 1]
  ])('for a line of kind %s are compared with those for %s', (kind, other, reviewed) => {
    const now: readonly Entry[] = [...BASE, ['next', undefined, `changed: GET /v1/loans, kind: ${kind}${WAIVED}`]]
    expect(merge({before: BASE, now, known: [waiver('GET /v1/loans', {kind: other})]}).newWaivers).toHaveLength(
      reviewed
    )
  })

  it('that are moved with their detail are not new', () => {
    const now: readonly Entry[] = [...BASE, ['next', undefined, `changed: GET /v1/loans, about: maxLength${WAIVED}`]]
    expect(merge({before: BASE, now, known: [waiver('GET /v1/loans', {about: 'maxLength'})]}).newWaivers).toHaveLength(
      0
    )
    expect(merge({before: BASE, now, known: [waiver('GET /v1/loans')]}).newWaivers).toHaveLength(0)
  })
})

describe('the history of the target', () => {
  it('is that of the change on the target branch', () => {
    const {file, path} = merge({isOwn: true, before: BASE, now: removed(WAIVED)})
    expect([path, file?.declared.events.length]).toEqual(['mine.yaml', 2])
    expect(merge({isOwn: true, before: BASE}).path).toBe('history.yaml')
  })

  it('gets the lines of the change', () => {
    const {file, path} = merge({before: BASE, now: removed()})
    expect([path, file?.declared.events.map(({kind}) => kind)]).toEqual(['history.yaml', ['introduced', 'removed']])
    expect(file?.locate({source: 'x'})).toEqual({source: 'x by change by target'})
    expect(merge({now: removed()}).path).toBe('mine.yaml')
    expect(merge({now: removed()}).file?.declared.about.service).toBe('Empty')
    expect(merge({before: BASE}).file?.declared.events).toHaveLength(1)
  })

  it('is none if there is none', () => expect(merge({}).file).toBeUndefined())

  it('has the announcements that descriptions of an earlier day show', () => {
    const state = (entries: readonly Entry[] | undefined) => ({file: entries && {declared: declare(entries)}}) as never
    const entries: readonly Entry[] = [['1.0', '2024-01-10', 'deprecated: GET /v1/loans']]
    const [event] = declare(entries).events
    if (!event) throw new Error('Expected a line')
    expect(createDescriptionTest(TODAY, state(undefined), undefined)).toEqual({})
    expect(createDescriptionTest(TODAY, state(entries), undefined).isDescribed?.(event)).toBe(false)
  })
})

describe('remarks on what a change claims', () => {
  const say = (
    before: readonly Entry[] | undefined,
    now: readonly Entry[],
    {isOwn = false, policy}: {isOwn?: boolean; policy?: string} = {}
  ) =>
    claimRemarks(
      {isOwn, label: '`main`', config: {newWaivers: policy}, file: before && {declared: declare(before)}} as never,
      {file: {declared: declare(now)}} as never
    )
  const denied = (...fields: readonly string[]): readonly Entry[] => [
    ...BASE,
    ['next', undefined, ...fields.map(each => `changed: GET /v1/loans, about: ${each}, breaking: false`)]
  ]

  it('are about new lines that claim that a change is not breaking', () => {
    expect(say(BASE, denied('due'))).toEqual([
      "The history declares in 1 new line that a change isn't breaking (`breaking: false`). That counts where the descriptions can't decide. Review that line."
    ])
    expect(say(BASE, denied('due', 'fee'))[0]).toMatch(/in 2 new lines .* Review those lines\.$/)
    expect(say(denied('due'), denied('due'))).toEqual([])
    expect(say(BASE, denied('due'), {isOwn: true})).toEqual([])
  })

  it('are about new evidence', () => {
    const begin = 'This change states in the history once that a condition of the policy is met (`met:`).'
    expect(say(BASE, removed(MET))).toEqual([
      `${begin} That doesn't count, because \`main\` doesn't have it. Merge it first, or set \`newWaivers: accept\` in the configuration of \`main\`.`
    ])
    expect(say(BASE, removed(MET), {policy: 'accept'})).toEqual([`${begin} That counts before it is merged.`])
    expect(say(BASE, removed(', met: {consent: a, usage: b}'))[0]).toMatch(
      /^This change states in the history 2 times .* Merge them first/
    )
    expect(say(removed(MET), removed(MET))).toEqual([])
    expect(say(BASE, removed(MET), {isOwn: true})).toEqual([])
  })
})

describe('remarks on the waivers of a change', () => {
  const say = (about: Case) =>
    newWaiverRemarks(merge({policy: 'reviewed', added: [waiver()], repository: {}, ...about}).newWaivers, {
      label: '`main`'
    } as never)
  const two = [waiver(), waiver('GET /v1/fees')]

  it('say which count', () => {
    expect(say({policy: 'accept'})).toEqual({
      remarks: ['1 waiver of this change counts before it is merged.'],
      approved: []
    })
    expect(say({policy: 'accept', added: two}).remarks).toEqual([
      '2 waivers of this change count before they are merged.'
    ])
    expect(say({added: []})).toEqual({remarks: [], approved: []})
  })

  it('say which do not count, and what to do', () => {
    expect(say({policy: 'ignore'}).remarks).toEqual([
      "1 waiver of this change doesn't count, because `main` doesn't have it. Merge it first."
    ])
    expect(say({policy: 'ignore', added: two}).remarks).toEqual([
      "2 waivers of this change don't count, because `main` doesn't have them. Merge them first."
    ])
    expect(say({repository: {reviews: {...APPROVED, reviews: []}}}).remarks).toEqual([
      "1 waiver of this change doesn't count, because `main` doesn't have it. Merge it first, or have an owner approve this change.",
      'The waiver for `GET /v1/loans` needs approval of `@ada`.'
    ])
  })

  it('say who approved', () => {
    const line = 'The waiver for `GET /v1/loans` was approved by `ada` (`https://git.example/1`).'
    expect(say({})).toEqual({remarks: ['1 waiver of this change counts before it is merged.', line], approved: [line]})
    const [review] = APPROVED.reviews
    expect(say({repository: {reviews: {...APPROVED, reviews: [{...review, link: undefined}]}}}).approved).toEqual([
      'The waiver for `GET /v1/loans` was approved by `ada`.'
    ])
  })

  it('say once what is so for several', () =>
    expect(say({added: [waiver(), waiver('GET /v1/loans', {note: 'A leak.'})]}).approved).toHaveLength(1))

  it.each<[state: object, refusal: string]>(
    sample([
      [{reviewer: 'eve'}, '`eve` is an author of this change.'],
      [{bot: true}, '`ada` is a bot.'],
      [{reader: true}, '`ada` has no write access.'],
      [{state: 'changes-requested'}, '`ada` requested changes.'],
      [{state: 'dismissed'}, 'The approval of `ada` was dismissed.'],
      [{commit: id('0123456')}, "`ada` approved `0123456`, which isn't the last commit."],
      [{reviewer: 'bob'}, "`bob` isn't one of them."]
    ])
  )('say why a review with %j does not count', (state, refusal) => {
    const [review] = APPROVED.reviews
    const {remarks} = say({repository: {reviews: {...APPROVED, reviews: [{...review, ...state}]}}})
    expect(remarks.at(-1)).toBe(`The waiver for \`GET /v1/loans\` needs approval of \`@ada\`. ${refusal}`)
  })

  it('say that a review was of another target', () => {
    const {remarks} = say({repository: {reviews: {...APPROVED, since: '2026-03-02T10:00:00Z'}}})
    expect(remarks.at(-1)).toMatch(/`ada` approved before the change got another target\.$/)
  })

  it('say that something has no owner', () => {
    const say_ = (...unowned: readonly string[]) => say({owners: {...ADA, unowned}}).remarks.at(-1)
    expect(say_('GET /v1/loans')).toMatch(/can't be approved, because `GET \/v1\/loans` has no owner\./)
    expect(say_('GET /v1/loans', 'GET /v1/fees')).toMatch(/have no owner\./)
  })

  it('are counted for reports', () => {
    const count = (about: Case) =>
      countNewWaivers(merge({policy: 'reviewed', added: [waiver()], repository: {}, ...about}).newWaivers)
    expect(count({added: []})).toEqual({})
    expect(count({}).newWaivers).toMatchObject({
      added: 1,
      ignored: 0,
      list: [{reason: 'security', counts: true, owners: [{owners: ['@ada']}], approvals: [{commit: id('c2')}]}]
    })
    expect(count({policy: 'ignore'}).newWaivers).toEqual({
      added: 1,
      ignored: 1,
      list: [{subject: subjectOf('GET /v1/loans'), reason: 'security', counts: false}]
    })
    expect(count({repository: {head: ['c3']}}).newWaivers).toMatchObject({
      ignored: 1,
      list: [{counts: false, approvals: []}]
    })
  })
})
