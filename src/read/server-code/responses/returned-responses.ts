import ts from 'typescript'
import type {Frame} from '../interpreter/frame.ts'
import {bare} from '../syntax.ts'
import {statusBefore} from './preceding-status.ts'
import {DEEPEST, type Flow} from './request-flow.ts'
import {returnsOf, symbolAt} from './response-calls.ts'
import {linksOf, type Outcome, outcomeOf} from './statuses.ts'

const SEND_METHODS: ReadonlySet<string> = new Set(['json', 'text', 'body', 'newResponse'])

/** Follows the returned values of a Hono function. Returning a response answers the request. */
export function returnedFrom(flow: Flow, frame: Frame, depth = 0): void {
  if (depth > DEEPEST || flow.seen.has(frame.fn)) return
  flow.seen.add(frame.fn)
  for (const each of returnsOf(frame.fn)) followReturned(flow, each, frame, depth)
}

function followReturned(flow: Flow, written: ts.Expression, frame: Frame, depth: number): void {
  const node = bare(written)
  if (depth > DEEPEST) flow.may()
  else if (ts.isConditionalExpression(node)) {
    for (const each of [node.whenTrue, node.whenFalse]) followReturned(flow, each, frame, depth + 1)
  } else if (ts.isBinaryExpression(node)) followReturned(flow, node.right, frame, depth + 1)
  else if (ts.isIdentifier(node)) followVariable(flow, node, frame, depth)
  else if (ts.isNewExpression(node) && node.expression.getText() === 'Response') {
    flow.sends(classifyInit(flow, node.arguments?.[1], node, frame), node, frame, !node.arguments?.[0])
  } else if (ts.isCallExpression(node)) followCall(flow, node, frame, depth)
}

function followVariable(flow: Flow, node: ts.Identifier, frame: Frame, depth: number): void {
  const declaration = flow.checker.getSymbolAtLocation(node)?.valueDeclaration
  if (declaration && ts.isVariableDeclaration(declaration) && declaration.initializer)
    followReturned(flow, declaration.initializer, frame, depth + 1)
  else if (node.text !== 'undefined') flow.may()
}

function followCall(flow: Flow, call: ts.CallExpression, frame: Frame, depth: number): void {
  const first = bare(linksOf(call).at(-1)?.expression ?? call)
  if (flow.is(first, parameterSymbolFrom(flow, 1, frame))) return
  const context = parameterSymbolFrom(flow, 0, frame)
  const name = context && flow.nameOn(call, context)
  if (name !== undefined) {
    recordContextCall(flow, call, name, frame)
    return
  }
  const fn = flow.functionOf(call)
  if (fn === undefined) flow.hands(call, frame)
  else if (fn !== 'told') returnedFrom(flow, {fn, call, above: frame}, depth + 1)
}

/**
 * Symbol of the context parameter (0) or the `next` parameter (1), also in functions that it was passed to. `undefined`
 * if there is none.
 */
function parameterSymbolFrom(flow: Flow, which: 0 | 1, {fn, call, above}: Frame): ts.Symbol | undefined {
  if (!above || !call) return symbolAt(fn, which, flow.checker)
  const symbol = parameterSymbolFrom(flow, which, above)
  const at = call.arguments.findIndex(each => flow.is(each, symbol))
  return at === -1 ? undefined : symbolAt(fn, at, flow.checker)
}

function recordContextCall(flow: Flow, call: ts.CallExpression, name: string, frame: Frame): void {
  const [first, second] = call.arguments
  if (name === 'redirect') flow.may()
  else if (name === 'html' || name === 'render') flow.shows(classifyInit(flow, second, call, frame), call, frame)
  else if (SEND_METHODS.has(name)) {
    const isEmpty = !first || first.kind === ts.SyntaxKind.NullKeyword
    flow.sends(classifyInit(flow, second, call, frame), call, frame, isEmpty)
  }
}

/** Outcome of a status argument or of a `ResponseInit` object with a `status`. */
function classifyInit(flow: Flow, argument: ts.Expression | undefined, node: ts.Node, frame: Frame): Outcome {
  const init = argument && bare(argument)
  const {checker} = flow
  if (!init) return statusBefore(flow, node, frame, parameterSymbolFrom(flow, 0, frame))
  if (!ts.isObjectLiteralExpression(init)) return outcomeOf(init, frame, checker)
  const status = init.properties.find(each => each.name?.getText() === 'status')
  return outcomeOf(status && ts.isPropertyAssignment(status) ? status.initializer : undefined, frame, checker)
}
