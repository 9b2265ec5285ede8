import {describe, expect, it} from 'vitest'
import {judgeApproval} from '../../src/gate/judging/approval.ts'
import type {Approvals, OwnerSet, Review} from '../../src/model/approval.ts'
import {ownerNames} from '../../src/model/approval.ts'

const HEAD = 'c2'
const NOON = '2026-03-02T12:00:00Z'

const review = (name: string, {id, ...more}: Partial<Review> & {id?: string} = {}): Review => ({
  reviewer: {name, ...(id === undefined ? {} : {id})},
  state: 'approved',
  commit: HEAD,
  time: NOON,
  ...more
})

type Given = Partial<Pick<Approvals, 'authors' | 'since'>>

/** What is judged, in one line: `approved by ada; bot: robot`. */
function judge(sets: readonly OwnerSet[], reviews: readonly Review[], given: Given = {}): string {
  const judgment = judgeApproval(sets, {head: HEAD, authors: [], missing: [], ...given, reviews})
  return [
    `${judgment.isApproved ? 'approved' : 'open'} by ${judgment.approvals.map(({reviewer}) => reviewer.name).join(', ') || 'no one'}`,
    ...judgment.refused.map(({flaw, reviewer}) => `${flaw}: ${reviewer}`)
  ].join('; ')
}

const NOT_ADA = 'open by no one; not-owner: ada'
const NOT_BOB = 'open by no one; not-owner: bob'
const ADA: readonly OwnerSet[] = [{owners: ['@ada']}]
const at = (time: string) => ({time: `2026-03-02T${time}`})

describe('an approval', () => {
  it.each<[title: string, sets: readonly OwnerSet[], reviews: readonly Review[], judged: string, given?: Given]>([
    ['of the only owner counts', ADA, [review('ada')], 'approved by ada'],
    ['is open without a review', ADA, [], 'open by no one'],
    ['is open if there are no owners', [], [review('ada')], 'open by no one; not-owner: ada'],
    ['is open if a set has no owners', [...ADA, {owners: []}], [review('ada')], 'open by ada'],
    ['is open if only one of two sets approved', [...ADA, {owners: ['@bob']}], [review('ada')], 'open by ada'],
    [
      'counts if each set approved',
      [...ADA, {owners: ['@bob']}],
      [review('ada'), review('bob')],
      'approved by ada, bob'
    ],
    ['of one owner counts for two sets', [...ADA, {owners: ['@bob', '@ada']}], [review('ada')], 'approved by ada'],
    [
      'of one is too few if two have to approve',
      [{owners: ['@ada', '@bob'], count: 2}],
      [review('ada')],
      'open by ada'
    ],
    [
      'of exactly as many as have to approve counts',
      [{owners: ['@ada', '@bob', '@eve'], count: 2}],
      [review('ada'), review('bob')],
      'approved by ada, bob'
    ],
    [
      'of someone from another set counts for that set only',
      [{owners: ['@ada', '@bob'], count: 2}, {owners: ['@eve']}],
      [review('ada'), review('eve')],
      'open by ada, eve'
    ],
    ['of someone else does not count', ADA, [review('bob')], 'open by no one; not-owner: bob'],
    ['is matched by the name of the account, in any case', [{owners: ['@Ada']}], [review('aDA')], 'approved by aDA'],
    [
      'is matched by a team',
      [{owners: ['@library/api']}],
      [review('bob', {teams: ['library/API']})],
      'approved by bob'
    ],
    [
      'is matched by an email address',
      [{owners: ['ada@library.example']}],
      [review('bob', {teams: ['ada@library.example']})],
      'approved by bob'
    ],
    ['of an account called like a role is none of the role', [{owners: ['@@ada']}], [review('ada')], NOT_ADA],
    [
      'of another team does not count',
      [{owners: ['@library/api']}],
      [review('bob', {teams: ['@library/web']})],
      NOT_BOB
    ]
  ])('%s', (_, sets, reviews, judged, given) => {
    expect(judge(sets, reviews, given)).toBe(judged)
  })

  it.each<[title: string, more: Partial<Review> & {id?: string}, judged: string, given?: Given]>([
    ['an author', {}, 'open by no one; author: ada', {authors: [{name: 'Ada'}]}],
    ['an author under another name', {id: '7'}, 'open by no one; author: ada', {authors: [{name: 'ida', id: '7'}]}],
    ['someone whose author has another ID', {id: '7'}, 'approved by ada', {authors: [{name: 'ida', id: '8'}]}],
    ['someone without an ID, like the author', {}, 'approved by ada', {authors: [{name: 'ida'}]}],
    ['one of several authors', {}, 'open by no one; author: ada', {authors: [{name: 'bob'}, {name: 'ada'}]}],
    ['an author that is a bot', {isBot: true}, 'open by no one; author: ada', {authors: [{name: 'ada'}]}],
    ['a bot', {isBot: true}, 'open by no one; bot: ada'],
    ['a person', {isBot: false, isReader: false}, 'approved by ada'],
    ['a bot that was dismissed', {isBot: true, state: 'dismissed'}, 'open by no one; bot: ada'],
    ['someone whose approval was dismissed', {state: 'dismissed'}, 'open by no one; dismissed: ada'],
    ['someone who requested changes', {state: 'changes-requested'}, 'open by no one; changes-requested: ada'],
    ['someone who commented', {state: 'commented'}, 'open by no one'],
    ['someone who dismissed an earlier commit', {state: 'dismissed', commit: 'c1'}, 'open by no one; dismissed: ada'],
    ['someone who saw an earlier commit', {commit: 'c1'}, 'open by no one; other-commit: ada'],
    ['someone who saw another target', {}, 'open by no one; earlier: ada', {since: '2026-03-02T12:00:01Z'}],
    ['someone at the instant of the new target', {}, 'open by no one; earlier: ada', {since: NOON}],
    ['someone right after the new target', {}, 'approved by ada', {since: '2026-03-02T11:59:59Z'}],
    [
      'someone after the new target in another time zone',
      {time: '2026-03-02T10:30:00-02:00'},
      'approved by ada',
      {since: '2026-03-02T11:00:00Z'}
    ],
    ['someone with an old commit and target', {commit: 'c1'}, 'open by no one; other-commit: ada', {since: NOON}],
    ['someone with read access', {isReader: true}, 'open by no one; reader: ada']
  ])('of %s is judged', (_, more, judged, given) => {
    expect(judge(ADA, [review('ada', more)], given)).toBe(judged)
  })

  it('says first that someone is no owner, then that they only read', () => {
    expect(judge(ADA, [review('bob', {isReader: true})])).toBe(NOT_BOB)
    expect(judge(ADA, [review('bob')], {since: NOON})).toBe('open by no one; earlier: bob')
  })

  it.each<[title: string, reviews: readonly Review[], judged: string]>([
    [
      'the last one',
      [review('ada', at('12:00:00Z')), review('ada', {...at('13:00:00Z'), state: 'changes-requested'})],
      'open by no one; changes-requested: ada'
    ],
    [
      'the last one, in whatever order they are listed',
      [review('ada', at('13:00:00Z')), review('ada', {...at('12:00:00Z'), state: 'changes-requested'})],
      'approved by ada'
    ],
    [
      'the last one in time, not in text',
      [review('ada', {...at('13:30:00+02:00'), state: 'dismissed'}), review('ada', at('12:00:00Z'))],
      'approved by ada'
    ],
    [
      'the one that is listed last of one instant',
      [review('ada', {state: 'dismissed'}), review('ada')],
      'approved by ada'
    ],
    [
      'the one before a comment',
      [review('ada'), review('ada', {...at('13:00:00Z'), state: 'commented'})],
      'approved by ada'
    ],
    [
      'the last one under another name',
      [review('ada', {id: '7'}), review('ida', {id: '7', ...at('13:00:00Z'), state: 'dismissed'})],
      'open by no one; dismissed: ida'
    ],
    [
      'the last one under the name in another case',
      [review('ada', {id: '7'}), review('@ADA', {...at('13:00:00Z'), state: 'dismissed'})],
      'open by no one; dismissed: @ADA'
    ],
    [
      'each one of several people',
      [review('ada'), review('bob', {...at('13:00:00Z'), state: 'changes-requested'})],
      'approved by ada; changes-requested: bob'
    ]
  ])('of several of one person, counts %s', (_, reviews, judged) => {
    expect(judge(ADA, reviews)).toBe(judged)
  })

  it('that is refused names the commit that was reviewed', () => {
    const {refused} = judgeApproval(ADA, {
      head: HEAD,
      authors: [],
      missing: [],
      reviews: [review('ada', {commit: 'c1'})]
    })
    expect(refused).toEqual([{reviewer: 'ada', flaw: 'other-commit', commit: 'c1'}])
  })
})

it('the owners of several sets are named once, in their order', () => {
  expect(ownerNames([{owners: ['@bob', '@ada']}, {owners: ['@ada', '@eve'], count: 2}])).toEqual([
    '@bob',
    '@ada',
    '@eve'
  ])
})
