import type {Node} from '@tenure/json-schema/document/node'
import {tightestBoundOf} from '../flatten/bounds.ts'
import type {FlatSchema, ValueType} from '../flatten/flatten.ts'
import {createSchemaAt} from '../proof/proofs.ts'
import {scalarConstraintsOf} from '../proof/sampler.ts'

const INTEGER = '^-?(0|[1-9][0-9]*)$'
const NUMBER = '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?$'
const BOOLEAN = '^(true|false)$'
/** The patterns of the texts by which types other than strings are written. */
export const TEXT_PATTERNS: readonly (readonly [ValueType, string])[] = [
  ['integer', INTEGER],
  ['fraction', NUMBER],
  ['boolean', BOOLEAN]
]

/** The pattern of integers as they're written, which is never `-0`, although it may be read. */
const INTEGER_AS_WRITTEN = '^(0|-?[1-9][0-9]*)$'
const NATURAL = '^(0|[1-9][0-9]*)$'
const POSITIVE = '^[1-9][0-9]*$'
/** The maximum number of values that are listed as texts. */
const MAX_LISTED = 200

/** The values of a type, and the texts by which they're written. */
export function serializeType(flat: FlatSchema, atom: ValueType): {readonly value: Node; readonly texts: Node} {
  const value = restrictToType(flat, atom)
  const pattern = TEXT_PATTERNS.find(([of]) => of === atom)?.[1]
  return {value, texts: pattern === undefined ? value : createSchemaAt(flat.node, textsOf(flat, atom, pattern))}
}

export const restrictToType = (flat: FlatSchema, atom: ValueType): Node =>
  createSchemaAt(flat.node, {
    allOf: [
      flat.choices.length > 0 ? flat.node.raw : scalarConstraintsOf(flat).raw,
      {type: atom === 'fraction' ? 'number' : atom}
    ]
  })

/** The texts of the values of a type: by the pattern of the type and, for integers, by simple bounds. */
function textsOf(flat: FlatSchema, atom: ValueType, pattern: string): {readonly [keyword: string]: unknown} {
  if (atom !== 'integer') return {type: 'string', pattern}
  const least = outermostInteger(flat, 'minimum', 'exclusiveMinimum', 1)
  const most = outermostInteger(flat, 'maximum', 'exclusiveMaximum', -1)
  if (most >= least && most - least < MAX_LISTED && [least, most].every(Number.isSafeInteger)) {
    return {type: 'string', enum: Array.from({length: most - least + 1}, (_, at) => String(least + at))}
  }
  return {type: 'string', pattern: least >= 1 ? POSITIVE : least >= 0 ? NATURAL : INTEGER_AS_WRITTEN}
}

/** The outermost integer within a bound; `up` is 1 for the lower end, -1 for the upper one. */
function outermostInteger(flat: FlatSchema, keyword: string, exclusive: string, up: 1 | -1): number {
  const bound = tightestBoundOf(flat, keyword, exclusive, up)
  if (!bound) return -Infinity * up
  const inner = up === 1 ? Math.ceil(bound.value) : Math.floor(bound.value)
  return bound.isOpen && inner === bound.value ? inner + up : inner
}
