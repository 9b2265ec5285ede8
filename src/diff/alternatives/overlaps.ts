import type {Direction} from '../../model/subject/subject.ts'
import {childNode, type Node} from '../../schema/document/node.ts'
import {isRecord, type Json, own} from '../../schema/json.ts'
import {cacheByObject, type SchemaChoice} from '../flatten/flatten.ts'
import {isEqual} from '../json-equality.ts'
import {OVERLAP, type SchemaProver} from '../proof/proofs.ts'
import {discriminatorValuesOf} from './discriminated-alternatives.ts'

// Finds alternatives of `oneOf` that accept the same values. Read strictly, each of these values is refused; whether
// that was meant, only the author of the description knows.

/**
 * Whether one alternative repeats another. In `anyOf` it adds nothing, and in `oneOf` neither of the two accepts
 * anything.
 */
export const isDuplicateAlternative = (choice: SchemaChoice, form: Node, other: Node): boolean =>
  form.resource === other.resource &&
  isEqual(form.raw, other.raw) &&
  [form, other].every(each => discriminatorValuesOf(choice, each) === undefined)

/**
 * Whether another alternative of a choice accepts the same values, so that all of them are refused, which needs no
 * review.
 */
export const hasEquivalentAlternative = (
  proofs: SchemaProver,
  choice: SchemaChoice,
  form: Node,
  side: Direction
): boolean => {
  const {alternatives} = choice
  const own = alternatives.indexOf(form)
  return alternatives.some(
    (other, at) =>
      at !== own &&
      (other === form || isDuplicateAlternative(choice, form, other) || proofs.areEquivalent(form, other, side))
  )
}

export const hasDuplicateAlternatives = cacheByObject((choice: SchemaChoice): boolean =>
  choice.alternatives.some((form, at) =>
    choice.alternatives.slice(at + 1).some(other => other === form || isDuplicateAlternative(choice, form, other))
  )
)

/**
 * Returns a function that names the first two alternatives that accept a value, or the given one and another: `form 2
 * overlaps with form 1`.
 */
export function createOverlapDescription(
  proofs: SchemaProver,
  choice: SchemaChoice,
  side: Direction,
  form?: Node
): (value: Json) => string {
  return value => {
    const taking = choice.alternatives.filter(each => each !== form && proofs.accepts(each, value, side))
    const [other, another] = taking
    const one = form ?? another
    return one && other ? `${displayName(choice, one)} overlaps with ${displayName(choice, other)}` : OVERLAP
  }
}

/** An alternative by its component or title, or else by its number. */
function displayName({node, keyword, alternatives}: SchemaChoice, form: Node): string {
  const at = alternatives.indexOf(form)
  const name = alternativeNameOf(form, childNode(node, keyword, at))
  return name === undefined ? `form ${at + 1}` : `\`${name}\``
}

/** The name of an alternative, which is its component or title; `undefined` if it has neither. */
export function alternativeNameOf(form: Node, written: Node): string | undefined {
  const reference = isRecord(written.raw) ? own(written.raw, '$ref') : undefined
  if (typeof reference === 'string') return reference.split('/').at(-1) ?? reference
  const pointed = /^\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(form.pointer)?.[1]
  if (pointed !== undefined) return pointed
  const title = isRecord(form.raw) ? own(form.raw, 'title') : undefined
  return typeof title === 'string' ? title : undefined
}
