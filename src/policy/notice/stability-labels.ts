import type {Policy} from '../../model/verdict/policy.ts'

/** Words for the strongest stability level of a policy that gives it another name. */
const STRONGEST_WORDS: readonly string[] = ['stable', 'ga', 'generally available', 'general availability']

/** The policy's name for a stated stability level; `undefined` if the policy doesn't know it. */
export const resolveStability = (stated: string, policy: Policy): string | undefined =>
  matchLabel(stated, policy) ?? matchName(stated, policy.stabilities) ?? matchStrongest(stated, policy)

/** Whether a stated stability level isn't a name of the policy but maps to one. */
export const isStabilityLabel = (stated: string, policy: Policy): boolean =>
  resolveStability(stated, policy) !== undefined && !policy.stabilities.some(name => isSame(name, stated))

/** Matches a label of the policy, the longest one if several match. */
const matchLabel = (stated: string, {labels}: Policy): string | undefined =>
  labels
    .filter(({text}) => beginsWith(stated, text, /^[^\p{L}\p{N}]/u))
    .toSorted((a, b) => b.text.length - a.text.length)[0]?.stability

const matchName = (stated: string, names: readonly string[]): string | undefined =>
  names.find(name => name === stated) ??
  names.find(name => isSame(name, stated)) ??
  names.find(name => beginsWith(stated, name, DETAIL))

const matchStrongest = (stated: string, {stabilities}: Policy): string | undefined =>
  STRONGEST_WORDS.some(word => beginsWith(stated, word, DETAIL)) ? stabilities.at(-1) : undefined

/** A delimiter after a word that starts a detail, as in `Generally available; added in 7.7.0`. */
const DETAIL = /^\s*[;,:(]/

function beginsWith(stated: string, word: string, boundary: RegExp): boolean {
  if (!isSame(stated.slice(0, word.length), word)) return false
  const rest = stated.slice(word.length)
  return rest === '' || boundary.test(rest)
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
