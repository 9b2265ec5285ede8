import ts from 'typescript'
import {evaluateAssignment} from './assignments.ts'
import type {Engine} from './framework-contract.ts'
import {concatValues, negate} from './literals.ts'
import {
  type AbstractValue,
  constantValue,
  possibleValuesOf,
  truthinessOf,
  UNDEFINED_VALUE,
  UNKNOWN_VALUE,
  type VariableScope
} from './values.ts'

const ASSIGNMENTS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.PlusEqualsToken
])

export function evaluateBinary(engine: Engine, node: ts.BinaryExpression, scope: VariableScope): AbstractValue {
  const {left, operatorToken, right} = node
  if (ASSIGNMENTS.has(operatorToken.kind)) return evaluateAssignment(engine, node, scope)
  const one = engine.evaluate(left, scope)
  switch (operatorToken.kind) {
    case ts.SyntaxKind.CommaToken:
      return engine.evaluate(right, scope)
    case ts.SyntaxKind.BarBarToken:
      return evaluateFallback(engine, node, one, truthinessOf, scope)
    case ts.SyntaxKind.QuestionQuestionToken:
      return evaluateFallback(engine, node, one, isPresent, scope)
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return evaluateAnd(engine, node, one, scope)
    default:
      return combine(operatorToken.kind, one, engine.evaluate(right, scope))
  }
}

/** Evaluates `one || other` or `one ?? other`. */
function evaluateFallback(
  engine: Engine,
  node: ts.BinaryExpression,
  one: AbstractValue,
  isSet: (value: AbstractValue) => boolean | undefined,
  scope: VariableScope
): AbstractValue {
  const isFirst = isSet(one)
  if (isFirst === true) return one
  const other = engine.evaluate(node.right, scope)
  if (isFirst === false) return other
  // The fallback is what applies if the environment sets nothing.
  if (one.kind === 'external' && other.kind === 'constant') return constantValue(other.value, node)
  return engine.oneOf([...possibleValuesOf(one).filter(each => isSet(each) !== false), other], node)
}

function evaluateAnd(
  engine: Engine,
  node: ts.BinaryExpression,
  one: AbstractValue,
  scope: VariableScope
): AbstractValue {
  const holds = truthinessOf(one)
  if (holds === false) return one
  if (holds === undefined) engine.conditionalDepth++
  const other = engine.evaluate(node.right, scope)
  if (holds === undefined) engine.conditionalDepth--
  // What isn't known remains only if it is falsy, so that it is no router and no list.
  const falsy = possibleValuesOf(one).flatMap(each =>
    each.kind === 'unknown' || each.kind === 'external' ? [UNDEFINED_VALUE] : truthinessOf(each) ? [] : [each]
  )
  return holds ? other : engine.oneOf([...falsy, other], node)
}

function combine(operator: ts.SyntaxKind, one: AbstractValue, other: AbstractValue): AbstractValue {
  if (operator === ts.SyntaxKind.PlusToken) return concatValues(one, other)
  const isEqual = areEqual(one, other)
  if (isEqual === undefined) return UNKNOWN_VALUE
  switch (operator) {
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.EqualsEqualsToken:
      return constantValue(isEqual)
    case ts.SyntaxKind.ExclamationEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsToken:
      return constantValue(!isEqual)
    default:
      return UNKNOWN_VALUE
  }
}

/** Whether two constants or two classes are the same. `undefined` for any other values. */
function areEqual(one: AbstractValue, other: AbstractValue): boolean | undefined {
  if (one.kind === 'class' && other.kind === 'class') return one === other
  const isKnown = one.kind === 'constant' && other.kind === 'constant' && !one.assumed && !other.assumed
  return isKnown ? one.value === other.value : undefined
}

function isPresent(value: AbstractValue): boolean | undefined {
  if (value.kind === 'constant') return value.value !== undefined && value.value !== null
  return value.kind === 'unknown' || value.kind === 'external' || value.kind === 'choice' ? undefined : true
}

export function evaluatePrefix(
  engine: Engine,
  {operator, operand}: ts.PrefixUnaryExpression,
  scope: VariableScope
): AbstractValue {
  const value = engine.evaluate(operand, scope)
  if (operator === ts.SyntaxKind.ExclamationToken) return negate(value)
  if (operator === ts.SyntaxKind.MinusToken && value.kind === 'constant' && typeof value.value === 'number')
    return constantValue(-value.value)
  return UNKNOWN_VALUE
}
