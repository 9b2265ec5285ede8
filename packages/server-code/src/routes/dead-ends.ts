import ts from 'typescript'
import {type AbstractValue, lookUp} from '../interpreter/values.ts'
import {packageKindOf} from '../known-packages.ts'
import type {Handler, RegisteredRoute} from '../routers.ts'
import {stripWrappers} from '../syntax.ts'

/** Maximum number of functions that one passes requests to. */
const MAX_DEPTH = 4

/**
 * Whether a value is a handler that certainly passes no request on. `position` is that of its `next` parameter: 2 for
 * Express, 1 for Hono.
 */
export function endsRequests(value: AbstractValue, checker: ts.TypeChecker, position = 2, depth = 0): boolean {
  if (value.kind === 'unknown') return wrappedFunctions(value).some(each => endsRequests(each, checker, position))
  if (value.kind !== 'function' || !value.node.body || depth > MAX_DEPTH) return false
  const {
    node: {parameters, body},
    scope
  } = value
  const next = parameters[position]
  // A function of Express with four parameters is an error handler.
  if (parameters.length > 3 || parameters.some(each => each.dotDotDotToken)) return false
  if (next && !ts.isIdentifier(next.name)) return false
  const names = new Set(['arguments', ...(next && ts.isIdentifier(next.name) ? [next.name.text] : [])])
  const passesOn = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && names.has(node.text) && !isPassedOnlyErrors(node) && !isPassedToEnd(node)) ||
    (ts.forEachChild(node, passesOn) ?? false)
  const isPassedToEnd = ({parent: call}: ts.Identifier): boolean => {
    if (!ts.isCallExpression(call) || !ts.isIdentifier(call.expression)) return false
    const symbol = checker.getSymbolAtLocation(call.expression)
    const callee = symbol && lookUp(symbol, scope)
    const at = call.arguments.findIndex(each => ts.isIdentifier(each) && names.has(each.text))
    return callee !== undefined && at >= 0 && endsRequests(callee, checker, at, depth + 1)
  }
  return !passesOn(body)
}

/** Functions in a call of a package that behaves as they do: `asyncHandler(async (req, res) => …)`. */
function wrappedFunctions({node, from}: Extract<AbstractValue, {kind: 'unknown'}>): readonly AbstractValue[] {
  if (from === undefined || packageKindOf(from) !== 'wraps' || !node || !ts.isCallExpression(node)) return []
  return node.arguments.flatMap((written): AbstractValue[] => {
    const fn = stripWrappers(written)
    const isWritten = ts.isArrowFunction(fn) || ts.isFunctionExpression(fn)
    return isWritten ? [{kind: 'function', node: fn, scope: {names: new Map()}}] : []
  })
}

/** Whether `next` is used here only for errors, which no route answers: `.catch(next)`, `catch (error) { next(error) }`. */
function isPassedOnlyErrors(next: ts.Identifier): boolean {
  const {parent: call} = next
  if (!ts.isCallExpression(call)) return false
  if (call.expression !== next) return isCatch(call) && call.arguments[0] === next
  const [error, ...more] = call.arguments
  if (!error || more.length > 0) return false
  return ts.isNewExpression(error) || (ts.isIdentifier(error) && isCertainError(error))
}

const isCatch = ({expression}: ts.CallExpression): boolean =>
  ts.isPropertyAccessExpression(expression) && expression.name.text === 'catch'

/** Whether a variable is what was caught, or was checked before: `if (error) next(error)`. */
function isCertainError(error: ts.Identifier): boolean {
  const isIt = (node: ts.Node | undefined): boolean =>
    node !== undefined && ts.isIdentifier(node) && node.text === error.text
  for (let here: ts.Node = error; here.parent; here = here.parent) {
    const {parent} = here
    if (ts.isIfStatement(parent) && parent.thenStatement === here && isIt(parent.expression)) return true
    if (ts.isCatchClause(parent)) return isIt(parent.variableDeclaration?.name)
    if (ts.isFunctionLike(parent))
      return ts.isCallExpression(parent.parent) && isCatch(parent.parent) && isIt(parent.parameters[0]?.name)
  }
  return false
}

/** The handlers that requests reach: up to the first one that passes no request on. */
export function reachedHandlers(
  handlers: readonly Handler[],
  checker: ts.TypeChecker,
  position?: number
): {readonly handlers: readonly Handler[]; readonly isEnd: boolean} {
  const end = handlers.findIndex(({value}) => endsRequests(value, checker, position))
  if (end < 0) return {handlers, isEnd: false}
  const reached = handlers.slice(0, end + 1)
  return {handlers: reached, isEnd: !reached.some(({node}) => node && /\(['"]route/.test(node.getText()))}
}

/** Whether a route answers each request that matches its path. */
export const isLastRoute = ({nest, isEnd, isConditional}: RegisteredRoute): boolean =>
  !isConditional && (nest ? !nest.mayPassOn : isEnd === true)

/** Functions of arrays, which call what they are given at once. */
const AT_ONCE: ReadonlySet<string> = new Set(['forEach', 'map', 'flatMap', 'filter', 'reduce', 'some', 'every'])

/** The closest function around a node, and whether it, or one around it, might run later than the code around it. */
function placeInTime(node: ts.Node): {readonly fn: ts.Node | undefined; readonly isDeferred: boolean} {
  const fn = ts.findAncestor(node.parent, ts.isFunctionLike)
  const isDeferred = ts.findAncestor(node.parent, each => ts.isFunctionLike(each) && mayRunLater(each)) !== undefined
  return {fn, isDeferred}
}

function mayRunLater(fn: ts.SignatureDeclaration): boolean {
  if (ts.getCombinedModifierFlags(fn) & ts.ModifierFlags.Async) return true
  const {parent} = fn
  if (!ts.isCallExpression(parent) || parent.expression === fn) return false
  return !ts.isPropertyAccessExpression(parent.expression) || !AT_ONCE.has(parent.expression.name.text)
}

/**
 * Whether the first of two registrations is certainly made first. The interpreter follows them in the order in which
 * the code is written, but asynchronous code and events call their functions later.
 */
export function isInOrder(first: ts.Node, second: ts.Node): boolean {
  const [one, other] = [placeInTime(first), placeInTime(second)]
  return one.fn === other.fn || (!one.isDeferred && !other.isDeferred)
}
