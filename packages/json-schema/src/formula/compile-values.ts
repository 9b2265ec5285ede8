import {hasNumberFormats} from '../document/node.ts'
import {exactNumberAt, writtenDigitsAt} from '../exact-numbers.ts'
import {isKnownFormat} from '../formats/formats.ts'
import {explainUnknownType, isInvalidKeyword, readTypes} from '../invalid-keywords.ts'
import {type Json, type JsonKind, own} from '../json.ts'
import {fraction, ONE, type Rational, toRational} from '../rational.ts'
import {toValidPattern} from '../regex/pattern.ts'
import {type CompileContext, compileInvalidKeyword, type KeywordCompiler, keywordEntries} from './compile-context.ts'
import type {Formula, Formulas} from './formula.ts'

/** Compiles `type`, and `nullable` if the dialect has it. */
export const compileType: KeywordCompiler = function* ({raw, node, formulas}) {
  const named = readTypes(node)
  if (!named) return
  const isWhole = named.known.includes('integer')
  const kinds = new Set(named.known.filter(name => name !== 'integer') as JsonKind[])
  for (const keyword of ['nullable', 'x-nullable']) {
    if (!isInvalidKeyword(node, keyword)) continue
    kinds.add('null')
    yield compileInvalidKeyword(formulas, keyword, raw[keyword], 'null')
  }
  if (node.traits.nullable && own(raw, node.traits.nullable) === true) kinds.add('null')
  const plain =
    !isWhole || kinds.has('number')
      ? formulas.kinds(kinds)
      : formulas.all([formulas.kinds([...kinds, 'number']), formulas.multiple(ONE)])
  yield formulas.any([
    plain,
    ...named.unknown.map(name => formulas.unknowable(explainUnknownType(name), `type ${name}`))
  ])
}

export const compileEnum: KeywordCompiler = function* ({raw, formulas}) {
  const values = own(raw, 'enum')
  if (Array.isArray(values)) yield compileEnumValues(formulas, values, [...values.keys()])
  if (Object.hasOwn(raw, 'const')) yield compileEnumValues(formulas, raw, ['const'])
}

/**
 * Formula that is true of the values under these keys. A number that a double can't hold exactly is expressed by two
 * bounds.
 */
function compileEnumValues(formulas: Formulas, container: object, keys: readonly (string | number)[]): Formula {
  const inexact = keys.filter(key => writtenDigitsAt(container, key) !== undefined)
  const all = container as {readonly [key: string | number]: Json}
  const exact = inexact.length > 0 ? keys.filter(key => !inexact.includes(key)) : keys
  const points = inexact.map(key => {
    const at = exactNumberAt(container, key) as Rational
    const ends = (['least', 'most'] as const).map(side => formulas.bound(side, at, false))
    return formulas.all([formulas.kinds(['number']), ...ends])
  })
  return formulas.any([formulas.among(exact.map(key => all[key] as Json)), ...points])
}

export const compileNumber: KeywordCompiler = function* (from) {
  const {raw, formulas, settings, node} = from
  const flags = node.traits.exclusiveIsFlag
  for (const [keyword, exclusive, side] of [
    ['minimum', 'exclusiveMinimum', 'least'],
    ['maximum', 'exclusiveMaximum', 'most']
  ] as const) {
    const open = own(raw, exclusive)
    yield* compileNumeric(from, keyword, at => formulas.bound(side, at, flags && open === true))
    if (open !== false && !(open === true && flags))
      yield* compileNumeric(from, exclusive, at => formulas.bound(side, at, true))
  }
  yield* compileNumeric(from, 'multipleOf', by => {
    if (by.numerator === 0n) return compileInvalidKeyword(formulas, 'multipleOf', 0)
    return formulas.multiple(by.numerator < 0n ? fraction(-by.numerator, by.denominator) : by)
  })
  const range = settings.formats && hasNumberFormats(node) ? NUMBER_FORMATS.get(String(own(raw, 'format'))) : undefined
  for (const [at, side] of [
    [range?.[0], 'least'],
    [range?.[1], 'most']
  ] as const) {
    const decimal = at === undefined ? undefined : toRational(at)
    if (decimal) yield formulas.bound(side, decimal, false)
  }
}

/**
 * Ranges of the number formats in OpenAPI's format registry. The maximum of `int64` is 2^63, because that is what
 * 9223372036854775807 becomes when it is parsed as JSON. So the format equals a `maximum` with that number; the same
 * goes for `uint64`.
 */
export const NUMBER_FORMATS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['int8', [-(2 ** 7), 2 ** 7 - 1]],
  ['int16', [-(2 ** 15), 2 ** 15 - 1]],
  ['int32', [-(2 ** 31), 2 ** 31 - 1]],
  ['int64', [-(2 ** 63), 2 ** 63]],
  ['uint8', [0, 2 ** 8 - 1]],
  ['uint16', [0, 2 ** 16 - 1]],
  ['uint32', [0, 2 ** 32 - 1]],
  ['uint64', [0, 2 ** 64]],
  ['double-int', [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]]
])

export const compileString: KeywordCompiler = function* (from) {
  const {raw, formulas, settings} = from
  yield* compileSizes(from, 'string', 'minLength', 'maxLength')
  const pattern = own(raw, 'pattern')
  if (pattern !== undefined) {
    const source = typeof pattern === 'string' ? toValidPattern(pattern) : undefined
    yield source === undefined
      ? compileInvalidKeyword(formulas, 'pattern', pattern, 'string')
      : formulas.pattern(source)
  }
  const format = own(raw, 'format')
  if (settings.formats && typeof format === 'string' && isKnownFormat(format)) yield formulas.format(format)
}

function* compileSizes(
  from: CompileContext,
  kind: 'string' | 'array' | 'object',
  least: string,
  most: string
): Iterable<Formula> {
  yield* compileNumeric(from, least, ({numerator: above, denominator: below}) =>
    from.formulas.size(kind, 'least', Number(-(-above / below)))
  )
  yield* compileNumeric(from, most, ({numerator: above, denominator: below}) =>
    above < 0n
      ? compileInvalidKeyword(from.formulas, most, Number(above))
      : from.formulas.size(kind, 'most', Number(above / below))
  )
}

function* compileNumeric(
  {raw, formulas}: CompileContext,
  keyword: string,
  make: (value: Rational) => Formula
): Iterable<Formula> {
  const value = own(raw, keyword)
  if (value === undefined) return
  const decimal = exactNumberAt(raw, keyword)
  yield decimal ? make(decimal) : compileInvalidKeyword(formulas, keyword, value)
}

export const compileObject: KeywordCompiler = function* (from) {
  const {raw, formulas} = from
  yield* compileSizes(from, 'object', 'minProperties', 'maxProperties')
  const required = own(raw, 'required')
  if (Array.isArray(required)) for (const name of required) if (typeof name === 'string') yield formulas.has(name)
  if (own(raw, 'propertyNames') !== undefined) yield formulas.naming(from.below('propertyNames'))

  const names: string[] = []
  for (const [name] of keywordEntries(raw, 'properties')) {
    names.push(name)
    yield formulas.property({are: 'one', name}, from.below('properties', name))
  }
  const patterns: string[] = []
  for (const [pattern] of keywordEntries(raw, 'patternProperties')) {
    const source = toValidPattern(pattern)
    if (source === undefined) return yield formulas.unknown(`the pattern \`${pattern}\` is invalid`, {})
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

export const compileArray: KeywordCompiler = function* (from) {
  const {raw, formulas, node} = from
  yield* compileSizes(from, 'array', 'minItems', 'maxItems')
  if (own(raw, 'uniqueItems') === true) yield formulas.unique()
  const {tuple} = node.traits
  const list = own(raw, tuple)
  const first = Array.isArray(list) ? list.length : 0
  for (let at = 0; at < first; at++) yield formulas.item(at, from.below(tuple, at))
  if (tuple === 'prefixItems') {
    const items = own(raw, 'items')
    if (items !== undefined && !Array.isArray(items)) yield formulas.items(first, from.below('items'))
  } else if (!Array.isArray(list)) {
    if (list !== undefined) yield formulas.items(0, from.below('items'))
  } else if (own(raw, 'additionalItems') !== undefined) yield formulas.items(first, from.below('additionalItems'))

  if (own(raw, 'contains') === undefined) return
  const matching = from.below('contains')
  if (!isInvalidKeyword(node, 'minContains')) yield formulas.count('least', count(own(raw, 'minContains'), 1), matching)
  const most = count(own(raw, 'maxContains'), Number.POSITIVE_INFINITY)
  if (Number.isFinite(most)) yield formulas.count('most', most, matching)
}

const count = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && value >= 0 ? Math.floor(value) : otherwise
