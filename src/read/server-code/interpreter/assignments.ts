import ts from 'typescript'
import {isCommon} from '../commonjs-names.ts'
import {bare} from '../syntax.ts'
import type {Engine} from './framework-contract.ts'
import {joined} from './literals.ts'
import {type Scope, textIn, UNKNOWN, type Value} from './values.ts'

/** Evaluates an assignment to a variable or a property and returns the assigned value. */
export function assignment(engine: Engine, {left, operatorToken, right}: ts.BinaryExpression, scope: Scope): Value {
  const given = engine.evaluate(right, scope)
  const plus = operatorToken.kind === ts.SyntaxKind.PlusEqualsToken
  const value = plus ? joined(engine.evaluate(left, scope), given) : given
  const target = bare(left)
  if (ts.isIdentifier(target)) assignVariable(engine, target, value, scope)
  else if (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target))
    assignProperty(engine, target, value, scope)
  return value
}

function assignVariable(engine: Engine, target: ts.Identifier, value: Value, scope: Scope): void {
  const symbol = engine.symbolOf(target)
  if (!symbol) return
  for (let here: Scope | undefined = scope; here; here = here.above) {
    if (!here.names.has(symbol) && here.above) continue
    const before = here.names.get(symbol)
    const isOver =
      engine.conditional > 0 && before !== undefined && !(before.kind === 'constant' && before.value === undefined)
    here.names.set(symbol, isOver ? engine.oneOf([before, value], target) : value)
    return
  }
}

/** Sets every variable that a loop assigns to unknown, because the number of iterations isn't computed. */
export function forgetAssigned(engine: Engine, loop: ts.Node | undefined, scope: Scope): void {
  if (!loop || ts.isFunctionLike(loop)) return
  const isStep =
    ts.isPostfixUnaryExpression(loop) ||
    (ts.isPrefixUnaryExpression(loop) &&
      (loop.operator === ts.SyntaxKind.PlusPlusToken || loop.operator === ts.SyntaxKind.MinusMinusToken))
  const isGiven =
    ts.isBinaryExpression(loop) &&
    loop.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    loop.operatorToken.kind <= ts.SyntaxKind.LastAssignment
  const target = isStep ? bare(loop.operand) : isGiven ? bare(loop.left) : undefined
  const symbol = target && ts.isIdentifier(target) ? engine.symbolOf(target) : undefined
  let owner: Scope | undefined = scope
  while (symbol && owner && !owner.names.has(symbol)) owner = owner.above
  if (symbol && owner) owner.names.set(symbol, UNKNOWN)
  ts.forEachChild(loop, each => forgetAssigned(engine, each, scope))
}

function assignProperty(
  engine: Engine,
  target: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  value: Value,
  scope: Scope
): void {
  const receiver = bare(target.expression)
  const name = ts.isPropertyAccessExpression(target)
    ? target.name.text
    : textIn(engine.evaluate(target.argumentExpression, scope))
  if (
    ts.isIdentifier(receiver) &&
    receiver.text === 'module' &&
    name === 'exports' &&
    isCommon(engine.checker.getSymbolAtLocation(receiver))
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
