import {isRecord, own} from '../model/json.ts'
import type {Policy} from '../model/verdict/policy.ts'
import {formatFew, formatList} from './format-values.ts'

const MOST_VALUES = 10

/**
 * The differences between two policies, as their files write them: `guarantees.ga.notice` from `12 months` to `1 day`.
 * A wholly different policy is only named. Empty if nothing differs.
 */
export function sayPolicyChange(before: Policy, after: Policy): string {
  const [{length: was}, {length: is}] = [before.revisions, after.revisions]
  const earlier =
    was === is
      ? before.written.earlier.flatMap((each, at) =>
          listChangedValues(each, after.written.earlier[at], `revisions.${at}`)
        )
      : [`\`revisions\` from \`${was}\` to \`${is}\``]
  const values = [...listChangedValues(before.written.current, after.written.current, ''), ...earlier]
  const other = values.length === 0 ? undefined : sayOtherPolicy(before, after)
  if (other === undefined) return formatFew(values, MOST_VALUES)
  return values.length > MOST_VALUES ? other : formatList([other, ...values])
}

/** `undefined` if both are of the same file, which extends the same policy. */
function sayOtherPolicy(before: Policy, after: Policy): string | undefined {
  if (before.source !== after.source) return `\`${after.source}\` instead of \`${before.source}\``
  const [was, is] = [quote(before.written.extends), quote(after.written.extends)]
  return was === is ? undefined : `\`extends\` from ${was} to ${is}`
}

/** The values that differ, by their paths. */
function listChangedValues(before: unknown, after: unknown, path: string): string[] {
  if ([before, after].every(each => each === undefined || isRecord(each))) {
    const [was, is] = [before ?? {}, after ?? {}]
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap(key =>
      listChangedValues(own(was, key), own(is, key), path === '' ? key : `${path}.${key}`)
    )
  }
  const [was, is] = withoutShared(before, after).map(writeValue)
  return was === is ? [] : [`\`${path}\` from ${quote(was)} to ${quote(is)}`]
}

/** Two lists of objects without those that both have, unless only their order differs. Other values as they are. */
function withoutShared(before: unknown, after: unknown): readonly [before: unknown, after: unknown] {
  const [was, is] = [before, after].map(each => (Array.isArray(each) ? each : []).map(item => writeValue(item)))
  if (was === undefined || is === undefined || ![before, after].flat().some(isRecord)) return [before, after]
  const shared = new Set(was.filter(each => is.includes(each)))
  return shared.size === Math.max(was.length, is.length)
    ? [before, after]
    : [was.filter(each => !shared.has(each)), is.filter(each => !shared.has(each))]
}

const quote = (value: string | undefined): string => (value === undefined ? 'nothing' : `\`${value}\``)

/** A value as a policy file has it on one line; `undefined` for an empty one. */
function writeValue(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(writeValue).join(', ') || undefined
  if (!isRecord(value)) return value === undefined ? undefined : String(value)
  return `{${Object.entries(value)
    .map(([key, each]) => `${key}: ${writeValue(each)}`)
    .join(', ')}}`
}
