/** Key of the written digits of large numbers in their container; `packages/json-schema` looks for it, too. */
const WRITTEN = Symbol.for('large whole numbers as they are written')

type Container = object & {readonly [WRITTEN]?: Map<string, string>}

/** Whether a number is too large for a double to be exact. */
export const isBeyondDouble = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER

/** Whether the written digits of a number are stored. */
export const hasWrittenDigits = (container: Container, key: string | number): boolean =>
  container[WRITTEN]?.has(String(key)) === true

/** Stores the written digits of a number in an object or array. */
export function storeWrittenDigits(container: Container, key: string | number, text: string): void {
  const texts = container[WRITTEN]
  if (texts) texts.set(String(key), text)
  else Object.assign(container, {[WRITTEN]: new Map([[String(key), text]])})
}
