import {isRecord, own} from '../../schema/json.ts'

/** A truth that is written down. YAML that only means `"true"` says nothing. */
export const isTrue = (raw: unknown, key: string): boolean => isRecord(raw) && own(raw, key) === true

export function textOf(raw: unknown, key: string): string | undefined {
  const value = isRecord(raw) ? own(raw, key) : undefined
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const isExtension = (key: string): boolean => key.startsWith('x-')

/** What a value is, in a word for people. */
export function nameOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return 'text'
  return `a ${typeof value}`
}
