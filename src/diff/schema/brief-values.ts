const MAX_VALUES = 40
const MAX_LENGTH = 200

/**
 * Whether a value is short enough to be shown in full. It isn't serialized to find out, because YAML aliases can expand
 * without bound.
 */
export function isBriefValue(value: unknown): boolean {
  const open = [value]
  let length = 0
  for (let count = 0; open.length > 0; count++) {
    if (count > MAX_VALUES || length > MAX_LENGTH) return false
    const next = open.pop()
    if (typeof next === 'string') length += next.length
    if (typeof next !== 'object' || next === null) continue
    for (const [key, inner] of Object.entries(next)) {
      length += key.length
      open.push(inner)
    }
  }
  return length <= MAX_LENGTH
}
