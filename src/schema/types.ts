import type {Node} from './document/node.ts'
import {isRecord, JSON_KINDS, own} from './json.ts'

const NAMES: ReadonlySet<unknown> = new Set([...JSON_KINDS, 'integer'])

/** Types that a schema names. */
export interface NamedTypes {
  readonly known: readonly string[]
  /** Names that are no JSON Schema type, such as `int` or `float`. Which values they allow is unknown. */
  readonly unknown: readonly string[]
}

export const isKnownType = (name: unknown): name is string => NAMES.has(name)

/**
 * Types that a schema names; `undefined` if it has no `type`. `file` of Swagger 2.0 counts as a string, and `null`
 * without quotes, which YAML reads as null itself, as the type `null`.
 */
export function readTypes({raw, dialect}: Node): NamedTypes | undefined {
  const type = isRecord(raw) ? own(raw, 'type') : undefined
  if (type === undefined) return undefined
  const all = (Array.isArray(type) ? type : [type]).map(name =>
    name === 'file' && dialect === 'swagger-2.0' ? 'string' : name === null ? 'null' : (name as unknown)
  )
  return {
    known: all.filter(isKnownType),
    unknown: all
      .filter(name => !isKnownType(name))
      .map(name => (typeof name === 'string' ? name : JSON.stringify(name)))
  }
}

/** Reason why a schema with an unknown type is undetermined. */
export const explainUnknownType = (name: string): string => `the type \`${name}\`, which JSON Schema does not have`
