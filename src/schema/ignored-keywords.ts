import type {Node} from './document/node.ts'
import {isRecord, own} from './json.ts'

/** Boolean keywords that allow `null`, each in one version of OpenAPI only. */
export const NULL_FLAGS = ['nullable', 'x-nullable'] as const

const BOUND_OF: ReadonlyMap<string, string> = new Map([
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum']
])

/**
 * Whether a boolean keyword is `true` where it has no effect. `nullable` exists only in some versions, and adds `null`
 * only to a `type` next to it; `exclusiveMinimum: true` only modifies a `minimum` next to it. `false` is the default,
 * so it is never reported.
 */
export function isIgnoredKeyword({raw, traits}: Node, keyword: string): boolean {
  if (!isRecord(raw) || own(raw, keyword) !== true) return false
  const bound = BOUND_OF.get(keyword)
  if (bound !== undefined) return traits.exclusiveIsFlag && own(raw, bound) === undefined
  return keyword !== traits.nullable || own(raw, 'type') === undefined
}

/**
 * Whether the dialect's keyword for `null` is `true` without a `type`. OpenAPI 3.0 did not say before 3.0.3 that this
 * has no effect, and many tools accept `null` there.
 */
export const isNullableWithoutType = (node: Node): boolean =>
  node.traits.nullable !== undefined && isIgnoredKeyword(node, node.traits.nullable)

/** Reason why a schema with an ignored keyword is undetermined. */
export const explainIgnoredKeyword = (keyword: string): string =>
  `${/^[aeix]/.test(keyword) ? 'an' : 'a'} \`${keyword}\` that means nothing where it stands`
