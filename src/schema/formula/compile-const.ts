import {isRecord, type Json} from '../json.ts'
import type {Formula, Formulas} from './formula.ts'

/**
 * Formula that is true of this value only. An array or object is described by its parts, so that excluding it works
 * like excluding any other formula.
 */
export function compileConst(value: Json, formulas: Formulas): Formula {
  if (Array.isArray(value)) {
    const items = value.map((item: Json, at) => formulas.item(at, formulas.among([item])))
    const sizes = (['least', 'most'] as const).map(side => formulas.size('array', side, value.length))
    return formulas.all([formulas.kinds(['array']), ...sizes, ...items])
  }
  if (!isRecord(value)) return formulas.among([value])
  const names = Object.keys(value).sort()
  return formulas.all([
    formulas.kinds(['object']),
    formulas.property({are: 'others', names, patterns: []}, formulas.never),
    ...names.map(name => formulas.has(name)),
    ...names.map(name => formulas.property({are: 'one', name}, formulas.among([value[name] as Json])))
  ])
}
