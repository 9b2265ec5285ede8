import type {Direction} from '../../model/subject/subject.ts'
import {enter, type Node} from '../../schema/document/node.ts'
import {NULL_FLAGS} from '../../schema/ignored-keywords.ts'
import {isRecord, own} from '../../schema/json.ts'
import {KEYWORDS} from '../../schema/keywords.ts'
import {isForPeople} from '../documentation.ts'

/** Where what stands beside a reference is kept apart, and decides nothing. */
export const BESIDE = 'x-tenure-beside'

const REFERENCE = '$ref'
const known = new WeakMap<object, object>()

/**
 * A reference beside which more is said, where it stands alone (before OpenAPI 3.1): what is there says nothing, but who
 * wrote it meant something, and many read it. A life is one wherever it is said, and null is as it is beside `allOf`.
 */
export function withBeside({raw, traits, resource, pointer}: Node): Node | undefined {
  if (!traits.refStandsAlone || !isRecord(raw)) return undefined
  for (const key in raw) {
    if (key === REFERENCE || !(isSaid(key) || isLimit(key))) continue
    const made = known.get(raw) ?? apart(raw)
    known.set(raw, made)
    return enter({raw: made, resource, pointer})
  }
  return undefined
}

function apart(raw: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(raw).filter(([key]) => key !== REFERENCE)
  const limits = entries.filter(([key]) => isLimit(key))
  return {
    allOf: [{[REFERENCE]: raw[REFERENCE]}],
    ...Object.fromEntries(entries.filter(([key]) => isSaid(key))),
    ...(limits.length > 0 ? {[BESIDE]: Object.fromEntries(limits)} : {})
  }
}

const NULLS: ReadonlySet<string> = new Set(NULL_FLAGS)

const isSaid = (key: string): boolean =>
  NULLS.has(key) || key === 'deprecated' || (key.startsWith('x-') && !isForPeople(key))

const isLimit = (key: string): boolean => DECIDES.test(key) || (KEYWORDS.has(key) && !NULLS.has(key))

/** No limit of values, but of who sends them. */
const DECIDES = /^(default|readOnly|writeOnly)$/

/** Which way alone a property was meant to go, by what says nothing beside a reference. */
export function wayBeside(nodes: readonly Node[]): Direction | undefined {
  const isMeant = (key: string): boolean =>
    nodes.some(
      ({raw, traits}) =>
        traits.refStandsAlone && isRecord(raw) && typeof own(raw, REFERENCE) === 'string' && own(raw, key) === true
    )
  if (isMeant('readOnly')) return 'response'
  return isMeant('writeOnly') ? 'request' : undefined
}
