import ts from 'typescript'
import {isCommonJsGlobal} from '../import-resolution.ts'
import {stripWrappers} from '../syntax.ts'
import type {Engine} from './framework-contract.ts'
import {concatValues} from './literals.ts'
import {type AbstractValue, stringOf, UNKNOWN_VALUE, type VariableScope} from './values.ts'

/** Evaluates an assignment to a variable or a property and returns the assigned value. */
export function evaluateAssignment(
  engine: Engine,
  {left, operatorToken, right}: ts.BinaryExpression,
  scope: VariableScope
): AbstractValue {
  const given = engine.evaluate(right, scope)
  const plus = operatorToken.kind === ts.SyntaxKind.PlusEqualsToken
  const value = plus ? concatValues(engine.evaluate(left, scope), given) : given
  const target = stripWrappers(left)
  if (ts.isIdentifier(target)) assignVariable(engine, target, value, scope)
  else if (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target))
    assignProperty(engine, target, value, scope)
  return value
}

function assignVariable(engine: Engine, target: ts.Identifier, value: AbstractValue, scope: VariableScope): void {
  const symbol = engine.symbolOf(target)
  if (!symbol) return
  for (let here: VariableScope | undefined = scope; here; here = here.above) {
    if (!here.names.has(symbol) && here.above) continue
    const before = here.names.get(symbol)
    const isOver =
      engine.conditionalDepth > 0 && before !== undefined && !(before.kind === 'constant' && before.value === undefined)
    here.names.set(symbol, isOver ? engine.oneOf([before, value], target) : value)
    return
  }
}

/** Sets every variable that a loop assigns to unknown, because the number of iterations isn't computed. */
export function forgetAssigned(engine: Engine, loop: ts.Node | undefined, scope: VariableScope): void {
  if (!loop || ts.isFunctionLike(loop)) return
  const isStep =
    ts.isPostfixUnaryExpression(loop) ||
    (ts.isPrefixUnaryExpression(loop) &&
      (loop.operator === ts.SyntaxKind.PlusPlusToken || loop.operator === ts.SyntaxKind.MinusMinusToken))
  const isGiven =
    ts.isBinaryExpression(loop) &&
    loop.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    loop.operatorToken.kind <= ts.SyntaxKind.LastAssignment
  const target = isStep ? stripWrappers(loop.operand) : isGiven ? stripWrappers(loop.left) : undefined
  const symbol = target && ts.isIdentifier(target) ? engine.symbolOf(target) : undefined
  let owner: VariableScope | undefined = scope
  while (symbol && owner && !owner.names.has(symbol)) owner = owner.above
  if (symbol && owner) owner.names.set(symbol, UNKNOWN_VALUE)
  ts.forEachChild(loop, each => forgetAssigned(engine, each, scope))
}

function assignProperty(
  engine: Engine,
  target: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  value: AbstractValue,
  scope: VariableScope
): void {
  const receiver = stripWrappers(target.expression)
  const name = ts.isPropertyAccessExpression(target)
    ? target.name.text
    : stringOf(engine.evaluate(target.argumentExpression, scope))
  if (
    ts.isIdentifier(receiver) &&
    receiver.text === 'module' &&
    name === 'exports' &&
    isCommonJsGlobal(engine.checker.getSymbolAtLocation(receiver))
  ) {
    engine.replaceExports(target.getSourceFile(), value)
    return
  }
  const into = engine.evaluate(target.expression, scope)
  if (into.kind === 'object') {
    if (name === undefined) into.isOpen = true
    else into.fields.set(name, value)
  } else if (into.kind === 'class' && name !== undefined) into.statics.set(name, value)
}
