import {isInvalidKeyword} from '../invalid-keywords.ts'
import {own} from '../json.ts'
import {compileInvalidKeyword, type KeywordCompiler} from './compile-context.ts'
import {compileSizes} from './compile-scalars.ts'

export const compileArray: KeywordCompiler = function* (from) {
  const {raw, formulas, node} = from
  yield* compileSizes(from, 'array', 'minItems', 'maxItems')
  if (own(raw, 'uniqueItems') === true) yield formulas.unique()
  for (const keyword of ['uniqueItems', 'minContains', 'maxContains'])
    if (isInvalidKeyword(node, keyword)) yield compileInvalidKeyword(formulas, keyword, raw[keyword], 'array')

  const {tuple} = node.traits
  const list = own(raw, tuple)
  const first = Array.isArray(list) ? list.length : 0
  for (let at = 0; at < first; at++) yield formulas.item(at, from.below(tuple, at))
  if (tuple === 'prefixItems') {
    const items = own(raw, 'items')
    if (Array.isArray(items)) yield compileInvalidKeyword(formulas, 'items', items)
    else if (items !== undefined) yield formulas.items(first, from.below('items'))
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
