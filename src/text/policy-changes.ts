import {isRecord, own} from '../model/json.ts'
import type {Length, Policy} from '../model/verdict/policy.ts'
import {formatFew, formatLength} from './format-values.ts'

const MOST_KEYS = 10

/** What a policy says otherwise than another one: `guarantees.ga.notice` from `12 months` to `1 day`. Empty if nothing. */
export function sayPolicyChange(before: Policy, after: Policy): string {
  const [was, is] = [before, after].map(policy => new Map(listValues(decisiveKeys(policy), '')))
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

/** A policy without what decides nothing. */
const decisiveKeys = ({name, title, source, page, read, statements, ...decisive}: Policy): object => decisive

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
