import ts from 'typescript'
import {type AbstractValue, combineValues, constantValue, fieldOf, UNKNOWN_VALUE} from '../interpreter/values.ts'
import {propertyNameOf} from '../syntax.ts'

/** The prefix in the options of a plugin. If the options aren't known, only their type can rule out a prefix. */
export function findPluginPrefix(
  options: AbstractValue,
  node: ts.Expression | undefined,
  checker: ts.TypeChecker
): AbstractValue {
  if (options.kind === 'choice')
    return combineValues(options.options.map(each => findPluginPrefix(each, node, checker)))
  const own = fieldOf(options, 'prefix')
  if (own) return mightBeOverridden(options, checker) ? UNKNOWN_VALUE : own
  if (options.kind === 'constant' || (options.kind === 'object' && !options.isOpen)) return constantValue('')
  return node && !mightHavePrefix(checker.getTypeAtLocation(node)) ? constantValue('') : UNKNOWN_VALUE
}

/** Whether a later spread might override the prefix: `{prefix: '/api', ...others}`. */
function mightBeOverridden(options: AbstractValue, checker: ts.TypeChecker): boolean {
  const node = options.kind === 'object' && options.isOpen ? options.node : undefined
  if (!node || !ts.isObjectLiteralExpression(node)) return false
  const start = node.properties.findLastIndex(
    ({name}) => propertyNameOf(name as ts.PropertyName | undefined) === 'prefix'
  )
  return node.properties
    .slice(start + 1)
    .some(each => ts.isSpreadAssignment(each) && mightHavePrefix(checker.getTypeAtLocation(each.expression)))
}

const mightHavePrefix = (type: ts.Type): boolean =>
  (type.isUnion() ? type.types : [type]).some(
    each =>
      (each.flags & ts.TypeFlags.Object) === 0 ||
      each.getCallSignatures().length > 0 ||
      each.getProperty('prefix') !== undefined ||
      each.getStringIndexType() !== undefined
  )
