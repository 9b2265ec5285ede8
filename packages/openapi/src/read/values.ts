import {isRecord, own} from '@tenure/json-schema/json'

export function stringAt(raw: unknown, key: string): string | undefined {
  const value = isRecord(raw) ? own(raw, key) : undefined
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const isExtension = (key: string): boolean => key.startsWith('x-')

/** Describes the type of a value in words. */
export function describeType(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return 'text'
  return `a ${typeof value}`
}
