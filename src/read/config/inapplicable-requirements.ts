import type {WrittenRequirements} from './policy-format.ts'

/** Keys that `notice: none` makes inapplicable. `from` and `startsOn` only define how a notice is counted. */
const INAPPLICABLE_KEYS = ['also', 'phases', 'lifetime', 'overlap', 'ends', 'successor', 'gates'] as const

/**
 * The message for requirements next to `notice: none`; `undefined` if there are none. `notice: none` exempts from every
 * requirement, so the combination is contradictory and is rejected.
 */
export function describeInapplicableRequirements(requirements: WrittenRequirements, name: string): string | undefined {
  if (requirements.notice !== 'none') return undefined
  const present = INAPPLICABLE_KEYS.filter(
    key => requirements[key] !== undefined && !(key === 'ends' && requirements.ends === 'any')
  )
  if (present.length === 0) return undefined
  const quoted = present.map(key => `\`${key}\``)
  const keyList = quoted.length === 1 ? quoted[0] : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
  return `Unexpected \`notice: none\` beside ${keyList}, which would bind no end, expected ${keyList} without \`notice\`, or \`${name}: none\` where nothing is promised`
}
