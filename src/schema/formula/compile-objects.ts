import {own} from '../json.ts'
import {toValidPattern} from '../regex/pattern.ts'
import {type CompileContext, compileInvalidKeyword, type KeywordCompiler, keywordEntries} from './compile-context.ts'
import {compileSizes} from './compile-scalars.ts'
import type {Formula} from './formula.ts'

export const compileObject: KeywordCompiler = function* (from) {
  const {raw, formulas} = from
  yield* compileSizes(from, 'object', 'minProperties', 'maxProperties')
  const required = own(raw, 'required')
  if (Array.isArray(required)) for (const name of required) yield formulas.has(String(name))
  else if (required !== undefined) yield compileInvalidKeyword(formulas, 'required', required, 'object')
  if (own(raw, 'propertyNames') !== undefined) yield formulas.naming(from.below('propertyNames'))

  const names: string[] = []
  for (const [name] of keywordEntries(raw, 'properties')) {
    names.push(name)
    yield formulas.property({are: 'one', name}, from.below('properties', name))
  }
  const patterns: string[] = []
  for (const [pattern] of keywordEntries(raw, 'patternProperties')) {
    const source = toValidPattern(pattern)
    if (source === undefined) return yield formulas.unknown(`the pattern \`${pattern}\``, {})
    patterns.push(source)
    yield formulas.property({are: 'like', pattern: source}, from.below('patternProperties', pattern))
  }
  if (own(raw, 'additionalProperties') === undefined) return
  const additional = from.below('additionalProperties')
  yield formulas.property({are: 'others', names: names.sort(), patterns: patterns.sort()}, additional)
}

/** Compiles the keywords by which one property makes others required, or restricts the object. */
export const compileDependencies: KeywordCompiler = function* (from) {
  const {raw} = from
  for (const [name, dependents] of keywordEntries(raw, 'dependentRequired'))
    yield* compileDependency(from, name, dependents, '')
  for (const [name] of keywordEntries(raw, 'dependentSchemas'))
    yield* compileDependency(from, name, undefined, 'dependentSchemas')
  for (const [name, dependents] of keywordEntries(raw, 'dependencies'))
    yield* compileDependency(from, name, dependents, 'dependencies')
}

function* compileDependency(
  {formulas, below}: CompileContext,
  name: string,
  dependents: unknown,
  keyword: string
): Iterable<Formula> {
  // An atom is true of values that are not objects, so a negated `has` must also allow those.
  const without = [formulas.not(formulas.kinds(['object'])), formulas.not(formulas.has(name))]
  if (Array.isArray(dependents)) {
    yield formulas.any([...without, formulas.all(dependents.map(other => formulas.has(String(other))))])
  } else if (typeof dependents === 'string') yield formulas.any([...without, formulas.has(dependents)])
  else if (keyword) yield formulas.any([...without, below(keyword, name)])
}
