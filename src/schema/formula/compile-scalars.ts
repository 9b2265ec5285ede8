import {countsBits} from '../document/node.ts'
import {decimalIn, writtenIn} from '../exact-numbers.ts'
import {isKnownFormat} from '../formats/formats.ts'
import {isUnreadable} from '../invalid-keywords.ts'
import {type Json, type Kind, own} from '../json.ts'
import {type Decimal, decimalOf, fraction, ONE} from '../rational.ts'
import {readable} from '../regex/pattern.ts'
import {typesNamed, whyUnknown} from '../types.ts'
import {type Lower, type Lowering, malformed} from './compile-context.ts'
import type {Formula, Formulas} from './formula.ts'

/** Compiles `type`, and `nullable` if the dialect has it. */
export const lowerType: Lower = function* ({raw, node, formulas}) {
  const named = typesNamed(node)
  if (!named) return
  const isWhole = named.known.includes('integer')
  const kinds = new Set(named.known.filter(name => name !== 'integer') as Kind[])
  for (const keyword of ['nullable', 'x-nullable']) {
    if (!isUnreadable(node, keyword)) continue
    kinds.add('null')
    yield malformed(formulas, keyword, raw[keyword], 'null')
  }
  if (node.traits.nullable && own(raw, node.traits.nullable) === true) kinds.add('null')
  const plain =
    !isWhole || kinds.has('number')
      ? formulas.kinds(kinds)
      : formulas.all([formulas.kinds([...kinds, 'number']), formulas.multiple(ONE)])
  yield formulas.any([plain, ...named.unknown.map(name => formulas.unknowable(whyUnknown(name), `type ${name}`))])
}

export const lowerEnum: Lower = function* ({raw, formulas}) {
  const values = own(raw, 'enum')
  if (Array.isArray(values)) yield compileEnumValues(formulas, values, [...values.keys()])
  else if (values !== undefined) yield malformed(formulas, 'enum', values)
  if (Object.hasOwn(raw, 'const')) yield compileEnumValues(formulas, raw, ['const'])
}

/**
 * Formula that is true of the values under these keys. A number that a double can't hold exactly is expressed by two
 * bounds.
 */
function compileEnumValues(formulas: Formulas, container: object, keys: readonly (string | number)[]): Formula {
  const inexact = keys.filter(key => writtenIn(container, key) !== undefined)
  const all = container as {readonly [key: string | number]: Json}
  const exact = inexact.length > 0 ? keys.filter(key => !inexact.includes(key)) : keys
  const points = inexact.map(key => {
    const at = decimalIn(container, key) as Decimal
    const ends = (['least', 'most'] as const).map(side => formulas.bound(side, at, false))
    return formulas.all([formulas.kinds(['number']), ...ends])
  })
  return formulas.any([formulas.among(exact.map(key => all[key] as Json)), ...points])
}

export const lowerNumber: Lower = function* (from) {
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
    if (by.above === 0n) return malformed(formulas, 'multipleOf', 0)
    return formulas.multiple(by.above < 0n ? fraction(-by.above, by.below) : by)
  })
  const range = settings.formats && countsBits(node) ? INTEGERS.get(String(own(raw, 'format'))) : undefined
  for (const [at, side] of [
    [range?.[0], 'least'],
    [range?.[1], 'most']
  ] as const) {
    const decimal = at === undefined ? undefined : decimalOf(at)
    if (decimal) yield formulas.bound(side, decimal, false)
  }
}

/**
 * Ranges of OpenAPI's integer formats. The maximum of `int64` is 2^63, because that is what 9223372036854775807 becomes
 * when it is parsed as JSON. So the format equals a `maximum` with that number.
 */
export const INTEGERS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['int32', [-(2 ** 31), 2 ** 31 - 1]],
  ['int64', [-(2 ** 63), 2 ** 63]]
])

export const lowerString: Lower = function* (from) {
  const {raw, formulas, settings} = from
  yield* sizes(from, 'string', 'minLength', 'maxLength')
  const pattern = own(raw, 'pattern')
  if (pattern !== undefined) {
    const source = typeof pattern === 'string' ? readable(pattern) : undefined
    yield source === undefined ? malformed(formulas, 'pattern', pattern, 'string') : formulas.pattern(source)
  }
  const format = own(raw, 'format')
  if (settings.formats && typeof format === 'string' && isKnownFormat(format)) yield formulas.format(format)
}

export function* sizes(
  from: Lowering,
  kind: 'string' | 'array' | 'object',
  least: string,
  most: string
): Iterable<Formula> {
  yield* compileNumeric(from, least, ({above, below}) => from.formulas.size(kind, 'least', Number(-(-above / below))))
  yield* compileNumeric(from, most, ({above, below}) =>
    above < 0n ? malformed(from.formulas, most, Number(above)) : from.formulas.size(kind, 'most', Number(above / below))
  )
}

function* compileNumeric(
  {raw, formulas}: Lowering,
  keyword: string,
  make: (value: Decimal) => Formula
): Iterable<Formula> {
  const value = own(raw, keyword)
  if (value === undefined) return
  const decimal = decimalIn(raw, keyword)
  yield decimal ? make(decimal) : malformed(formulas, keyword, value)
}
