import {isRecord, own} from '../model/json.ts'
import type {Length, Policy} from '../model/verdict/policy.ts'
import {formatFew, formatLength} from './format-values.ts'

const MOST_KEYS = 10

/** What a policy says otherwise than another one: `guarantees.ga.notice` from `12 months` to `1 day`. Empty if nothing. */
export function sayPolicyChange(before: Policy, after: Policy): string {
  const isAligned = before.revisions.length === after.revisions.length
  const [was, is] = [before, after].map(policy => new Map(listPolicyValues(policy, isAligned)))
  const keys = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].filter(
    key => was?.get(key) !== is?.get(key)
  )
  const shown = keys.filter(
    key =>
      (was?.has(key) && is?.has(key)) ||
      !keys.some(other => key.startsWith(`${other}/`) && was?.has(other) === was?.has(key))
  )
  const quote = (value: string | undefined): string => (value === undefined ? 'nothing' : `\`${value}\``)
  return formatFew(
    shown.map(key => `\`${key.slice(1).replaceAll('/', '.')}\` from ${quote(was?.get(key))} to ${quote(is?.get(key))}`),
    MOST_KEYS
  )
}

/**
 * The values of what decides in a policy. The current revision has the keys of a policy without others; of earlier ones
 * only the number counts where it isn't the same in both policies.
 */
function listPolicyValues(
  {name, title, source, page, read, statements, revisions, ...decisive}: Policy,
  isAligned: boolean
): [string, string][] {
  const {name: _, start, note, ...current} = revisions.at(-1) ?? {name: '', start: {kind: 'always'}}
  const values = listValues(current, '').map(([key, value]): [string, string] => [
    key.replace(/^\/revisions\/\d+(?=\/)/, ''),
    value
  ])
  const from = start.kind === 'date' ? start.stated : start.kind === 'release' ? start.name : start.kind
  values.push(['/from', from])
  const earlier: [string, string][] = isAligned
    ? listValues({revisions: revisions.slice(0, -1)}, '')
    : [['/revisions', String(revisions.length)]]
  return [...listValues(decisive, ''), ...values, ...earlier]
}

/** The values of a policy by the pointers of their keys. */
function listValues(value: unknown, path: string): [string, string][] {
  const isList = Array.isArray(value) && value.some(isRecord)
  if (!isList && !isRecord(value)) return value === undefined ? [] : [[path, [value].flat().join(', ')]]
  return Object.entries(value).flatMap(([key, each]): [string, string][] => {
    if (key === 'pointer' || key === 'aspect') return []
    if (key === 'length' && each !== undefined) return [[path, formatLength(each as Length)]]
    if (key === 'minimum' && each !== undefined) return [[`${path}/${key}`, formatLength(each as Length)]]
    const pointer = isRecord(each) ? own(each, 'pointer') : undefined
    return listValues(each, typeof pointer === 'string' ? pointer : `${path}/${key}`)
  })
}
