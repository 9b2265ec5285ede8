import type {ServedDifference} from '@tenure/core/model/lifecycle/served'
import type {Day} from '@tenure/core/model/time/date-range'
import type {EndpointAnswer} from '@tenure/http/headers-for'
import type {HttpAnswer} from './answer.ts'
import {type AnswerComparison, compareAnswer} from './compare.ts'
import type {ProbedEndpoint} from './endpoints.ts'

/** What was found about an endpoint. */
export type EndpointResult = {readonly endpoint: ProbedEndpoint} & (
  | (AnswerComparison & {readonly notAsked?: never})
  /** Why it wasn't asked, as the beginning of a sentence. */
  | {readonly notAsked: string; readonly differences?: never; readonly undecided?: never}
)

/** Says what a right server answers to a request on a day. */
export type Expect = (method: string, url: string, day: Day) => EndpointAnswer

/** Compares an answer. Around midnight, what is right on one of the two days is right. */
export function compareOnDays(
  endpoint: ProbedEndpoint,
  answer: HttpAnswer,
  expect: Expect,
  timezone: string
): AnswerComparison {
  const found = answer.days.map(day =>
    compareAnswer(endpoint, answer, expect(answer.method, answer.url, day), {day, timezone})
  )
  return found.find(each => each.differences.length === 0) ?? found[0] ?? {differences: [], undecided: 'has no day'}
}

/** Joins the comparisons of several answers. One that decides is enough, and equal differences are one: the last. */
export function joinComparisons(all: readonly AnswerComparison[]): AnswerComparison {
  const decided = all.filter(each => each.undecided === undefined)
  const [open] = all
  const differences = new Map(all.flatMap(each => each.differences).map(each => [keyOf(each), each]))
  return {
    differences: [...differences.values()],
    ...(decided.length === 0 && open?.undecided !== undefined ? {undecided: open.undecided} : {})
  }
}

const keyOf = (each: ServedDifference): string =>
  each.kind === 'header'
    ? [each.header, each.isMissingOnHead, each.expected?.value, each.flaw, each.sent?.day].join('\n')
    : each.kind
