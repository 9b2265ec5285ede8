import type {SchemaCompiler} from './compile.ts'
import type {Formula} from './formula.ts'

const MAX_DEPTH = 4
const enumerated = new WeakMap<Formula, ReadonlySet<string> | null>()

/**
 * Canonical texts of the only values that a formula can be true of; `undefined` if it does not list them near its top.
 */
export function findEnumeratedValues(
  formula: Formula,
  reader: SchemaCompiler,
  depth = MAX_DEPTH
): ReadonlySet<string> | undefined {
  const known = enumerated.get(formula)
  if (known !== undefined) return known ?? undefined
  const keys = searchFormula(formula, reader, depth)
  // A miss is not cached unless the search had its full depth.
  if (keys || depth === MAX_DEPTH) enumerated.set(formula, keys ?? null)
  return keys
}

function searchFormula(formula: Formula, reader: SchemaCompiler, depth: number): ReadonlySet<string> | undefined {
  if (formula.is === 'among') return formula.keys
  if (depth === 0) return undefined
  if (formula.is === 'schema') return findEnumeratedValues(reader.unfold(formula.node), reader, depth - 1)
  if (formula.is !== 'all') return undefined
  for (const part of formula.of) {
    const keys = findEnumeratedValues(part, reader, depth - 1)
    if (keys) return keys
  }
  return undefined
}
