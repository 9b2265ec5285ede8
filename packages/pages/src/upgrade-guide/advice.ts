import {kindOf} from '@tenure/core/languages/kinds'
import type {Advice} from '@tenure/core/languages/language'
import type {Change, ChangeKind} from '@tenure/core/model/api/change'
import type {Direction} from '@tenure/core/model/subject/subject'

/** Advice on a kind of change, for the sides that break. `undefined` if there is none. */
export const adviceOnKind = (kind: ChangeKind, sides: readonly Direction[]): Advice | undefined =>
  combineAdvice(sides.flatMap(side => kindOf(kind).advice?.[side] ?? []))

/** Advice on an observed change. */
export const adviceOnChange = (change: Change, sides: readonly Direction[]): Advice | undefined => {
  const {advice, adviseOn} = kindOf(change.kind)
  return combineAdvice(sides.flatMap(side => adviseOn?.(change, side) ?? advice?.[side] ?? []))
}

/** Combines advice: distinct texts are joined, and the later time applies. */
function combineAdvice(all: readonly Advice[]): Advice | undefined {
  if (all.length === 0) return undefined
  const [first = '', ...others] = new Set(all.map(each => each.do))
  const text = others.reduce((before, each) => joinAdvice(before, each) ?? `${before} ${each}`, first)
  return {when: all.some(({when}) => when === 'switch') ? 'switch' : 'before', do: text}
}

/** Joins two texts that differ in one word: Send and read the new type. `undefined` if they differ in more. */
function joinAdvice(one: string, other: string): string | undefined {
  const [words, others] = [one.split(' '), other.split(' ')]
  const at = words.findIndex((word, index) => word !== others[index])
  if (words.length !== others.length || words.slice(at + 1).join(' ') !== others.slice(at + 1).join(' '))
    return undefined
  return words.with(at, `${words[at]} and ${others[at]?.toLowerCase()}`).join(' ')
}
