import type {Direction} from '@tenure/core/model/subject/subject'
import {type Node, nodeAt} from '@tenure/json-schema/document/node'
import {NULL_FLAGS} from '@tenure/json-schema/invalid-keywords'
import {isRecord, own} from '@tenure/json-schema/json'
import {KEYWORDS} from '@tenure/json-schema/keywords'
import {isDocumentationKey} from '../documentation.ts'

/** The internal keyword that holds the ignored siblings of a reference. */
export const IGNORED_SIBLINGS = 'x-tenure-siblings'

const REFERENCE = '$ref'
const known = new WeakMap<object, object>()

/**
 * Returns a schema that keeps the keywords next to a reference; `undefined` if there are none, or if they have an
 * effect. Before OpenAPI 3.1 they're ignored, but authors mean them, and many clients read them. Lifecycle marks always
 * count, and null as it does next to `allOf`.
 */
export function keepIgnoredSiblings({raw, traits, resource, pointer}: Node): Node | undefined {
  if (!traits.ignoresRefSiblings || !isRecord(raw)) return undefined
  for (const key in raw) {
    if (key === REFERENCE || !(isMark(key) || isIgnored(key))) continue
    const made = known.get(raw) ?? separateSiblings(raw)
    known.set(raw, made)
    return nodeAt({raw: made, resource, pointer})
  }
  return undefined
}

function separateSiblings(raw: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(raw).filter(([key]) => key !== REFERENCE)
  const limits = entries.filter(([key]) => isIgnored(key))
  return {
    allOf: [{[REFERENCE]: raw[REFERENCE]}],
    ...Object.fromEntries(entries.filter(([key]) => isMark(key))),
    ...(limits.length > 0 ? {[IGNORED_SIBLINGS]: Object.fromEntries(limits)} : {})
  }
}

const NULLS: ReadonlySet<string> = new Set(NULL_FLAGS)

const isMark = (key: string): boolean =>
  NULLS.has(key) || key === 'deprecated' || (key.startsWith('x-') && !isDocumentationKey(key))

const isIgnored = (key: string): boolean => ACCESS_KEYWORDS.test(key) || (KEYWORDS.has(key) && !NULLS.has(key))

/** Keywords that don't constrain values, but change what clients may or must send. */
const ACCESS_KEYWORDS = /^(default|readOnly|writeOnly)$/

/** The direction that ignored keywords next to a reference restrict a property to; `undefined` if there are none. */
export function ignoredDirectionOf(nodes: readonly Node[]): Direction | undefined {
  const isMarked = (key: string): boolean =>
    nodes.some(
      ({raw, traits}) =>
        traits.ignoresRefSiblings && isRecord(raw) && typeof own(raw, REFERENCE) === 'string' && own(raw, key) === true
    )
  if (isMarked('readOnly')) return 'response'
  return isMarked('writeOnly') ? 'request' : undefined
}
