import {hasIntegerFormats} from '../document/node.ts'
import {exactNumberAt, writtenDigitsAt} from '../exact-numbers.ts'
import {isKnownFormat} from '../formats/formats.ts'
import {explainUnknownType, isInvalidKeyword, readTypes} from '../invalid-keywords.ts'
import {type Json, type JsonKind, own} from '../json.ts'
import {fraction, ONE, type Rational, toRational} from '../rational.ts'
import {toValidPattern} from '../regex/pattern.ts'
import {type CompileContext, compileInvalidKeyword, type KeywordCompiler} from './compile-context.ts'
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
  else if (values !== undefined) yield compileInvalidKeyword(formulas, 'enum', values)
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
  const range =
    settings.formats && hasIntegerFormats(node) ? INTEGER_FORMATS.get(String(own(raw, 'format'))) : undefined
  for (const [at, side] of [
    [range?.[0], 'least'],
    [range?.[1], 'most']
  ] as const) {
    const decimal = at === undefined ? undefined : toRational(at)
    if (decimal) yield formulas.bound(side, decimal, false)
  }
}

/**
 * Ranges of OpenAPI's integer formats. The maximum of `int64` is 2^63, because that is what 9223372036854775807 becomes
 * when it is parsed as JSON. So the format equals a `maximum` with that number.
 */
export const INTEGER_FORMATS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['int32', [-(2 ** 31), 2 ** 31 - 1]],
  ['int64', [-(2 ** 63), 2 ** 63]]
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

export function* compileSizes(
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
