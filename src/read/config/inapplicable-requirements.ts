import type {WrittenDuties} from './policy-format.ts'

/** What `notice: none` takes the force from: `from` and `startsOn` only say how a notice is counted. */
const OF_ENDS = ['also', 'phases', 'lifetime', 'overlap', 'ends', 'successor', 'gates'] as const

/**
 * `notice: none` exempts ends from everything. Whoever asks for more beside it means that it holds, so neither reading
 * is taken.
 */
export function voidDuties(duties: WrittenDuties, name: string): string | undefined {
  if (duties.notice !== 'none') return undefined
  const held = OF_ENDS.filter(key => duties[key] !== undefined && !(key === 'ends' && duties.ends === 'any'))
  if (held.length === 0) return undefined
  const quoted = held.map(key => `\`${key}\``)
  const beside = quoted.length === 1 ? quoted[0] : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
  return `Unexpected \`notice: none\` beside ${beside}, which would bind no end, expected ${beside} without \`notice\`, or \`${name}: none\` where nothing is promised`
}
