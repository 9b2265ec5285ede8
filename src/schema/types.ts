import type {Node} from './document/node.ts'
import {isRecord, KINDS, own} from './json.ts'

const NAMES: ReadonlySet<unknown> = new Set([...KINDS, 'integer'])

/** The types that a schema names. */
export interface NamedTypes {
  readonly known: readonly string[]
  /** What JSON Schema has no type for, as `int` or `float`: nobody knows which values are meant. */
  readonly unknown: readonly string[]
}

export const isKnownType = (name: unknown): name is string => NAMES.has(name)

/**
 * The types as they are named; nothing, where none is. What Swagger 2.0 calls a file is a text, and YAML reads `null`
 * without quotes as null itself.
 */
export function typesNamed({raw, dialect}: Node): NamedTypes | undefined {
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

/** Why what such a type decides is not known. */
export const whyUnknown = (name: string): string => `the type \`${name}\`, which JSON Schema does not have`
