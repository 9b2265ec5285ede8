import ts from 'typescript'
import {isCommonJsGlobal} from '../import-resolution.ts'
import {stripWrappers} from '../syntax.ts'
import {deleteField, setField, setItem} from './changes.ts'
import type {Engine} from './framework-contract.ts'
import {concatValues} from './literals.ts'
import {type AbstractValue, UNKNOWN_VALUE, type VariableScope} from './values.ts'

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

/** The name or index of a property. `undefined` if it isn't known. */
function readKey(
  engine: Engine,
  target: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  scope: VariableScope
): unknown {
  if (ts.isPropertyAccessExpression(target)) return target.name.text
  const key = engine.evaluate(target.argumentExpression, scope)
  return key.kind === 'constant' ? key.value : undefined
}

/** Evaluates `delete value.key`. */
export function evaluateDelete(engine: Engine, {expression}: ts.DeleteExpression, scope: VariableScope): AbstractValue {
  const target = stripWrappers(expression)
  if (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target))
    deleteField(engine, engine.evaluate(target.expression, scope), readKey(engine, target, scope))
  return UNKNOWN_VALUE
}

function assignProperty(
  engine: Engine,
  target: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  value: AbstractValue,
  scope: VariableScope
): void {
  const receiver = stripWrappers(target.expression)
  const key = readKey(engine, target, scope)
  const name = typeof key === 'string' ? key : undefined
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
  if (into.kind === 'list') setItem(engine, into, key, value)
  else if (into.kind === 'object') {
    if (name === undefined) into.isOpen = true
    else setField(into, name, value, engine.conditionalDepth > 0)
  } else if (into.kind === 'class' && name !== undefined) into.statics.set(name, value)
}
