import ts from 'typescript'
import {choiceOf, constant, fieldOf, UNKNOWN, type Value} from '../interpreter/values.ts'
import {nameOf} from '../syntax.ts'

/** The prefix in the options of a plugin. If the options aren't known, only their type can rule out a prefix. */
export function prefixIn(options: Value, node: ts.Expression | undefined, checker: ts.TypeChecker): Value {
  if (options.kind === 'choice') return choiceOf(options.options.map(each => prefixIn(each, node, checker)))
  const own = fieldOf(options, 'prefix')
  if (own) return mightBeOverridden(options, checker) ? UNKNOWN : own
  if (options.kind === 'constant' || (options.kind === 'object' && !options.isOpen)) return constant('')
  return node && !mightHavePrefix(checker.getTypeAtLocation(node)) ? constant('') : UNKNOWN
}

/** Whether a later spread might override the prefix: `{prefix: '/api', ...others}`. */
function mightBeOverridden(options: Value, checker: ts.TypeChecker): boolean {
  const node = options.kind === 'object' && options.isOpen ? options.node : undefined
  if (!node || !ts.isObjectLiteralExpression(node)) return false
  const start = node.properties.findLastIndex(({name}) => nameOf(name as ts.PropertyName | undefined) === 'prefix')
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
