import type {Account, ApprovalFlaw, ApprovalJudgment, Approvals, OwnerSet, Review} from '../../model/approval.ts'

/**
 * Judges whether some of each set of owners approved the last commit of a change. The last review of each person counts,
 * and a comment isn't one. Nothing is approved if there's no set, or one of them is empty.
 */
export function judgeApproval(sets: readonly OwnerSet[], approvals: Approvals): ApprovalJudgment {
  const judged = lastReviews(approvals.reviews).map(review => ({review, flaw: flawOf(review, sets, approvals)}))
  const valid = judged.flatMap(({review, flaw}) => (flaw === undefined ? [review] : []))
  return {
    isApproved:
      sets.length > 0 &&
      sets.every(({owners, count = 1}) => valid.filter(each => isOneOf(each, owners)).length >= count),
    approvals: valid,
    refused: judged.flatMap(({review: {reviewer, commit}, flaw}) =>
      flaw === undefined ? [] : [{reviewer: reviewer.name, flaw, commit}]
    )
  }
}

/** Last review of each person. Comments leave an earlier review as it is. */
function lastReviews(reviews: readonly Review[]): Review[] {
  const ordered = reviews
    .filter(({state}) => state !== 'commented')
    .toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time))
  return ordered.filter(
    (review, at) => !ordered.slice(at + 1).some(({reviewer}) => isSamePerson(reviewer, review.reviewer))
  )
}

function flawOf(
  review: Review,
  sets: readonly OwnerSet[],
  {head, authors, since}: Approvals
): ApprovalFlaw | undefined {
  const {reviewer, state, commit, time, isBot, isReader} = review
  if (authors.some(author => isSamePerson(author, reviewer))) return 'author'
  if (isBot === true) return 'bot'
  if (state === 'dismissed' || state === 'changes-requested') return state
  if (commit !== head) return 'other-commit'
  if (since !== undefined && Date.parse(time) <= Date.parse(since)) return 'earlier'
  if (!sets.some(({owners}) => isOneOf(review, owners))) return 'not-owner'
  return isReader === true ? 'reader' : undefined
}

/** A name can pass to another person, and a person can get another name, so either makes two accounts the same. */
const isSamePerson = (a: Account, b: Account): boolean =>
  (a.id !== undefined && a.id === b.id) || nameKey(a.name) === nameKey(b.name)

const isOneOf = ({reviewer, teams = []}: Review, owners: readonly string[]): boolean => {
  const names = new Set([reviewer.name, ...teams].map(nameKey))
  return owners.some(owner => names.has(nameKey(owner)))
}

/** `@Library/API` and `library/api` are the same. A role (`@@maintainers`) is no name of an account. */
const nameKey = (name: string): string => name.replace(/^@/, '').toLowerCase()
