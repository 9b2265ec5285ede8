import type {Node} from './document/node.ts'
import {isRecord, own} from './json.ts'

/** The words for null in some version of OpenAPI, and in none but that. */
export const NULL_FLAGS = ['nullable', 'x-nullable'] as const

const BOUND_OF: ReadonlyMap<string, string> = new Map([
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum']
])

/**
 * Whether a schema says by a flag what the flag does not say where it stands: `nullable` is no keyword of every version,
 * and adds null to the `type` beside it alone; `exclusiveMinimum: true` says something of the `minimum` beside it. What
 * is left out is false, so that false says no more anywhere.
 */
export function isIgnored({raw, traits}: Node, keyword: string): boolean {
  if (!isRecord(raw) || own(raw, keyword) !== true) return false
  const bound = BOUND_OF.get(keyword)
  if (bound !== undefined) return traits.exclusiveIsFlag && own(raw, bound) === undefined
  return keyword !== traits.nullable || own(raw, 'type') === undefined
}

/**
 * Whether null is said of all that stands beside it but a type: before 3.0.3 the text of OpenAPI 3.0 did not say that
 * this is nothing, and many read it as null.
 */
export const isUntypedNull = (node: Node): boolean =>
  node.traits.nullable !== undefined && isIgnored(node, node.traits.nullable)

/** Why what was meant by such a flag is not known. */
export const whyIgnored = (keyword: string): string =>
  `${/^[aeix]/.test(keyword) ? 'an' : 'a'} \`${keyword}\` that means nothing where it stands`
