import {acceptedTypesOf, type FlatSchema, type ValueType} from '../flatten/flatten.ts'
import {isEqual} from '../json-equality.ts'
import {announcedEndOf, diffLifecycleMarks} from '../lifecycle-marks.ts'
import {effectiveDefaultOf, isRequiredValue} from '../schema/defaults.ts'
import type {SchemaDiffContext} from '../schema-diff-context.ts'
import {locateKeywordOnBoth} from '../schema-diff-context.ts'
import {compareDiscriminator} from './discriminators.ts'

/**
 * Compares annotations, which don't constrain values but can still matter: defaults, discriminators, and lifecycle
 * marks.
 */
export function compareAnnotations(context: SchemaDiffContext): void {
  compareDefault(context)
  compareDiscriminator(context)
  const life = lifeOf(context.older, context)
  for (const {keywords, ...fact} of diffLifecycleMarks(life, lifeOf(context.newer, context)))
    context.report({...fact, ...locateKeywordOnBoth(context, ...keywords), ...announcedEndOf(life)})
}

const lifeOf = ({members}: FlatSchema, {lifeAt}: SchemaDiffContext) => lifeAt(members)

function compareDefault(context: SchemaDiffContext): void {
  const [was, is] = [effectiveDefaultOf(context.older), effectiveDefaultOf(context.newer)]
  if (isEqual(was, is)) return
  if (haveSameText(context, was, is)) {
    context.report({
      kind: 'documentation-changed',
      about: 'default',
      ...locateKeywordOnBoth(context, 'default'),
      was,
      is
    })
    return
  }
  context.report({
    // If a parameter was omitted, the service chose a value. Whether that was the default that is now written isn't
    // known.
    kind:
      was !== undefined || (context.wireFormat?.isParameter && !isRequiredValue(context.older))
        ? 'default-changed'
        : 'default-added',
    about: 'default',
    ...locateKeywordOnBoth(context, 'default'),
    was,
    is
  })
}

/**
 * Whether two defaults mean the same text. YAML reads `true` as a boolean where text was meant, so a default of a type
 * that the schema doesn't have stands for its text.
 */
function haveSameText(context: SchemaDiffContext, was: unknown, is: unknown): boolean {
  if (![was, is].every(value => ['string', 'number', 'boolean'].includes(typeof value))) return false
  if (String(was) !== String(is)) return false
  return (
    context.wireFormat !== undefined ||
    [context.older, context.newer].every(flat => isOnly(acceptedTypesOf(flat), 'string'))
  )
}

const isOnly = (types: ReadonlySet<ValueType>, atom: ValueType): boolean =>
  types.has(atom) && [...types].every(type => type === atom || type === 'null')
