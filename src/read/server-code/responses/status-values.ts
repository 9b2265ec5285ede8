import ts from 'typescript'
import type {Frame} from '../interpreter/frame.ts'
import {bare, nameOf} from '../syntax.ts'
import {isInFailure} from './conditions.ts'
import {either, type Ways} from './path-values.ts'
import {numbersOf} from './response-calls.ts'
import {statusNamed} from './status-names.ts'
import {outcomeOf} from './statuses.ts'

/** The value can't be determined. */
export const OPEN = 'open'
/** Maximum number of variables that are followed. */
const MAX_DEPTH = 4

const single = (value: string): Ways => new Set([value])

/**
 * Statuses that an expression can have: by its type, by its name, or by the arguments of a call. A computed status is
 * `default` for errors and `open` otherwise.
 */
export function statusesIn(written: ts.Expression | undefined, frame: Frame, checker: ts.TypeChecker, depth = 0): Ways {
  const known = written && findKnownStatuses(written, frame, checker, depth)
  if (known) return known
  const isRefused = written && (outcomeOf(written, frame, checker) === 'refused' || isInFailure(written, frame))
  return single(isRefused ? 'default' : OPEN)
}

function findKnownStatuses(
  written: ts.Expression,
  frame: Frame,
  checker: ts.TypeChecker,
  depth: number
): Ways | undefined {
  const node = bare(written)
  const numbers = numbersOf(node, checker)
  if (numbers && numbers.length > 0) return new Set(numbers.map(String))
  if (depth > MAX_DEPTH) return undefined
  const again = (each: ts.Expression): Ways => statusesIn(each, frame, checker, depth + 1)
  if (ts.isConditionalExpression(node)) return either(again(node.whenTrue), again(node.whenFalse))
  if (ts.isBinaryExpression(node) && isEither(node)) {
    const first = findKnownStatuses(node.left, frame, checker, depth + 1)
    return first && either(first, again(node.right))
  }
  if (ts.isPropertyAccessExpression(node)) {
    const type = checker.getTypeAtLocation(node)
    const named = type.flags & ts.TypeFlags.Any ? statusNamed(node.name.text) : undefined
    return named === undefined ? statusOfProperty(node, frame, checker, depth) : single(String(named))
  }
  return ts.isIdentifier(node) ? statusesOfVariable(node, frame, checker, depth) : undefined
}

const isEither = ({operatorToken: {kind}}: ts.BinaryExpression): boolean =>
  kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken

/** Status in a property of a constant object: `STATUS.created`. */
function statusOfProperty(
  node: ts.PropertyAccessExpression,
  frame: Frame,
  checker: ts.TypeChecker,
  depth: number
): Ways | undefined {
  const field = checker.getSymbolAtLocation(node.name)?.valueDeclaration
  const container = checker.getSymbolAtLocation(node.expression)?.valueDeclaration
  const isConstant =
    field && ts.isPropertyAssignment(field) && container && ts.isVariableDeclaration(container) && isConst(container)
  return isConstant && ts.isNumericLiteral(field.initializer)
    ? findKnownStatuses(field.initializer, frame, checker, depth + 1)
    : undefined
}

const isConst = ({parent}: ts.VariableDeclaration): boolean => (parent.flags & ts.NodeFlags.Const) !== 0

/** Statuses of a variable: of the argument for a parameter, or of all assignments to a local variable. */
function statusesOfVariable(
  node: ts.Identifier,
  frame: Frame,
  checker: ts.TypeChecker,
  depth: number
): Ways | undefined {
  const symbol = checker.getSymbolAtLocation(node)
  const declaration = symbol?.valueDeclaration
  if (!declaration || !symbol) return undefined
  if (ts.isParameter(declaration)) {
    const at = frame.fn.parameters.findIndex(({name}) => nameOf(name as ts.BindingName) === node.text)
    const {above, call} = frame
    if (frame.fn.parameters[at] !== declaration || !above || !call) return undefined
    if (call.arguments.some(ts.isSpreadElement) || findAssignments(frame.fn, symbol, checker).length > 0)
      return undefined
    const given = call.arguments[at]
    if (given) return statusesIn(given, above, checker, depth + 1)
    return declaration.initializer && statusesIn(declaration.initializer, frame, checker, depth + 1)
  }
  if (!ts.isVariableDeclaration(declaration)) return undefined
  const around = ts.findAncestor(declaration, each => ts.isFunctionLike(each))
  if (!around || !ts.findAncestor(node, each => each === around)) return undefined
  const set = findAssignments(around, symbol, checker)
  if (set.includes(undefined)) return undefined
  const all = [declaration.initializer, ...set].flatMap(each =>
    each ? [findKnownStatuses(each, frame, checker, depth + 1)] : []
  )
  return all.length === 0 || all.includes(undefined) ? undefined : either(...all.flatMap(each => (each ? [each] : [])))
}

/**
 * Expressions assigned to a variable within a function. `undefined` stands for any other change, such as `+=` or `++`.
 */
function findAssignments(fn: ts.Node, symbol: ts.Symbol, checker: ts.TypeChecker): (ts.Expression | undefined)[] {
  const found: (ts.Expression | undefined)[] = []
  const isIt = (node: ts.Expression): boolean => ts.isIdentifier(node) && checker.getSymbolAtLocation(node) === symbol
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node) && isIt(bare(node.left)))
      found.push(node.operatorToken.kind === ts.SyntaxKind.EqualsToken ? node.right : undefined)
    else if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && isIt(node.operand))
      found.push(undefined)
    ts.forEachChild(node, visit)
  }
  visit(fn)
  return found
}

const isAssignment = ({operatorToken: {kind}}: ts.BinaryExpression): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
