// Which reviews approve a waiver: who wrote the change by any of two names, and which of several reviews counts.
import {describe, expect, it} from 'vitest'
import {judgeApproval} from '../../src/gate/judging/approval.ts'
import type {Account, Review} from '../../src/model/approval.ts'

const HEAD = 'a'.repeat(40)
const at = (minute: number): string => `2026-03-02T09:${String(minute).padStart(2, '0')}:00Z`
const review = (reviewer: Account, minute: number, more: Partial<Review> = {}): Review => ({
  ...{reviewer, state: 'approved', commit: HEAD, time: at(minute)},
  ...more
})
const judge = (
  reviews: readonly Review[],
  {authors = [], since}: {authors?: readonly Account[]; since?: string} = {}
) =>
  judgeApproval([{owners: ['@ada', '@library/api']}], {
    ...{head: HEAD, authors, reviews, missing: []},
    ...(since === undefined ? {} : {since})
  })
const ADA: Account = {name: 'ada', id: '7'}

describe('an author', () => {
  it.each<[how: string, author: Account, reviewer: Account, isAuthor: boolean]>([
    ['with the same name and number', ADA, ADA, true],
    ['with the same number and another name', {name: 'ada-before', id: '7'}, ADA, true],
    ['with the same name and another number', {name: 'ada', id: '8'}, ADA, true],
    ['with the same name, if only the author has a number', ADA, {name: 'ada'}, true],
    ['with the same name, if only the reviewer has a number', {name: 'ada'}, ADA, true],
    ['with the same name in other letters', {name: 'ADA'}, {name: 'ada'}, true],
    ['with another name and no number', {name: 'bob'}, {name: 'ada'}, false],
    ['with another name and another number', {name: 'bob', id: '8'}, ADA, false]
  ])('%s approves the own change: %j, %j', (_, author, reviewer, isAuthor) => {
    const {isApproved, refused} = judge([review(reviewer, 1)], {authors: [author]})
    expect([isApproved, refused.map(({flaw}) => flaw)]).toEqual([!isAuthor, isAuthor ? ['author'] : []])
  })
})

describe('of several reviews of one person', () => {
  it.each<[string, Review[], boolean]>([
    ['an approval after a request', [review(ADA, 1, {state: 'changes-requested'}), review(ADA, 2)], true],
    ['a request after an approval', [review(ADA, 1), review(ADA, 2, {state: 'changes-requested'})], false],
    [
      'a request listed before an earlier approval',
      [review(ADA, 2, {state: 'changes-requested'}), review(ADA, 1)],
      false
    ],
    [
      'an approval listed before an earlier request',
      [review(ADA, 2), review(ADA, 1, {state: 'changes-requested'})],
      true
    ],
    ['a comment after an approval', [review(ADA, 1), review(ADA, 2, {state: 'commented'})], true],
    ['a dismissal under another name', [review(ADA, 1), review({name: 'a', id: '7'}, 2, {state: 'dismissed'})], false]
  ])('the last one counts: %s', (_, reviews, isApproved) => {
    expect(judge(reviews).isApproved).toBe(isApproved)
  })
})

it.each([
  [at(0), true],
  [at(1), false],
  [at(2), false]
])('an approval of 09:01 counts after a new target at %s: %s', (since, isApproved) => {
  expect(judge([review(ADA, 1)], {since}).isApproved).toBe(isApproved)
})
