import {createHash} from 'node:crypto'

/** The namespace of our identifiers: a random UUID that never changes. */
const NAMESPACE = 'c0a1d4b6-53f5-4b0e-9a2c-7b8de51f3a60'

/**
 * A UUID of these names (RFC 9562, version 8): the same names give the same one on every machine, and no character of a
 * name is in it.
 */
export function nameUuid(...names: readonly string[]): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify([NAMESPACE, ...names]))
    .digest()
    .subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
