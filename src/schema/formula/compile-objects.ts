import {own} from '../json.ts'
import {readable} from '../regex/pattern.ts'
import {entriesOf, type Lower, type Lowering, malformed} from './compile-context.ts'
import {sizes} from './compile-scalars.ts'
import type {Formula} from './formula.ts'

export const lowerObject: Lower = function* (from) {
  const {raw, formulas} = from
  yield* sizes(from, 'object', 'minProperties', 'maxProperties')
  const required = own(raw, 'required')
  if (Array.isArray(required)) for (const name of required) yield formulas.has(String(name))
  else if (required !== undefined) yield malformed(formulas, 'required', required, 'object')
  if (own(raw, 'propertyNames') !== undefined) yield formulas.naming(from.below('propertyNames'))

  const names: string[] = []
  for (const [name] of entriesOf(raw, 'properties')) {
    names.push(name)
    yield formulas.property({are: 'one', name}, from.below('properties', name))
  }
  const patterns: string[] = []
  for (const [pattern] of entriesOf(raw, 'patternProperties')) {
    const source = readable(pattern)
    if (source === undefined) return yield formulas.unknown(`the pattern \`${pattern}\``, {})
    patterns.push(source)
    yield formulas.property({are: 'like', pattern: source}, from.below('patternProperties', pattern))
  }
  if (own(raw, 'additionalProperties') === undefined) return
  const rest = from.below('additionalProperties')
  yield formulas.property({are: 'others', names: names.sort(), patterns: patterns.sort()}, rest)
}

/** Compiles the keywords by which one property makes others required, or restricts the object. */
export const lowerDependencies: Lower = function* (from) {
  const {raw} = from
  for (const [name, wanted] of entriesOf(raw, 'dependentRequired')) yield* depends(from, name, wanted, '')
  for (const [name] of entriesOf(raw, 'dependentSchemas')) yield* depends(from, name, undefined, 'dependentSchemas')
  for (const [name, wanted] of entriesOf(raw, 'dependencies')) yield* depends(from, name, wanted, 'dependencies')
}

function* depends({formulas, below}: Lowering, name: string, wanted: unknown, keyword: string): Iterable<Formula> {
  // An atom is true of values that are not objects, so a negated `has` must also allow those.
  const without = [formulas.not(formulas.kinds(['object'])), formulas.not(formulas.has(name))]
  if (Array.isArray(wanted)) {
    yield formulas.any([...without, formulas.all(wanted.map(other => formulas.has(String(other))))])
  } else if (typeof wanted === 'string') yield formulas.any([...without, formulas.has(wanted)])
  else if (keyword) yield formulas.any([...without, below(keyword, name)])
}
