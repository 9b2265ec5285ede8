import ts from 'typescript'
import type {RequestFrame} from '../interpreter/call-stack.ts'
import {stripWrappers} from '../syntax.ts'
import {findPrecedingStatus} from './preceding-status.ts'
import {MAX_REQUEST_DEPTH, type RequestFlow} from './request-flow.ts'
import {parameterSymbolAt, returnedExpressions} from './response-calls.ts'
import {callsInChain, classifyStatus, type ResponseOutcome} from './statuses.ts'

const SEND_METHODS: ReadonlySet<string> = new Set(['json', 'text', 'body', 'newResponse'])

/** Follows the returned values of a Hono function. Returning a response answers the request. */
export function followReturnedResponses(flow: RequestFlow, frame: RequestFrame, depth = 0): void {
  if (depth > MAX_REQUEST_DEPTH || flow.seen.has(frame.fn)) return
  flow.seen.add(frame.fn)
  for (const each of returnedExpressions(frame.fn)) followReturned(flow, each, frame, depth)
}

function followReturned(flow: RequestFlow, written: ts.Expression, frame: RequestFrame, depth: number): void {
  const node = stripWrappers(written)
  if (depth > MAX_REQUEST_DEPTH) flow.recordPossible()
  else if (ts.isConditionalExpression(node)) {
    for (const each of [node.whenTrue, node.whenFalse]) followReturned(flow, each, frame, depth + 1)
  } else if (ts.isBinaryExpression(node)) followReturned(flow, node.right, frame, depth + 1)
  else if (ts.isIdentifier(node)) followVariable(flow, node, frame, depth)
  else if (ts.isNewExpression(node) && node.expression.getText() === 'Response') {
    flow.recordResponse(classifyInit(flow, node.arguments?.[1], node, frame), node, frame, !node.arguments?.[0])
  } else if (ts.isCallExpression(node)) followCall(flow, node, frame, depth)
}

function followVariable(flow: RequestFlow, node: ts.Identifier, frame: RequestFrame, depth: number): void {
  const declaration = flow.checker.getSymbolAtLocation(node)?.valueDeclaration
  if (declaration && ts.isVariableDeclaration(declaration) && declaration.initializer)
    followReturned(flow, declaration.initializer, frame, depth + 1)
  else if (node.text !== 'undefined') flow.recordPossible()
}

function followCall(flow: RequestFlow, call: ts.CallExpression, frame: RequestFrame, depth: number): void {
  const first = stripWrappers(callsInChain(call).at(-1)?.expression ?? call)
  if (flow.refersTo(first, parameterSymbolFrom(flow, 1, frame))) return
  const context = parameterSymbolFrom(flow, 0, frame)
  const name = context && flow.methodNameOn(call, context)
  if (name !== undefined) {
    recordContextCall(flow, call, name, frame)
    return
  }
  const fn = flow.resolveCallee(call)
  if (fn === undefined) flow.recordHandover(call, frame)
  else if (fn !== 'reported') followReturnedResponses(flow, {fn, call, above: frame}, depth + 1)
}

/**
 * Symbol of the context parameter (0) or the `next` parameter (1), also in functions that it was passed to. `undefined`
 * if there is none.
 */
function parameterSymbolFrom(flow: RequestFlow, which: 0 | 1, {fn, call, above}: RequestFrame): ts.Symbol | undefined {
  if (!above || !call) return parameterSymbolAt(fn, which, flow.checker)
  const symbol = parameterSymbolFrom(flow, which, above)
  const at = call.arguments.findIndex(each => flow.refersTo(each, symbol))
  return at === -1 ? undefined : parameterSymbolAt(fn, at, flow.checker)
}

function recordContextCall(flow: RequestFlow, call: ts.CallExpression, name: string, frame: RequestFrame): void {
  const [first, second] = call.arguments
  if (name === 'redirect') flow.recordPossible()
  else if (name === 'html' || name === 'render') flow.recordPage(classifyInit(flow, second, call, frame), call, frame)
  else if (SEND_METHODS.has(name)) {
    const isEmpty = !first || first.kind === ts.SyntaxKind.NullKeyword
    flow.recordResponse(classifyInit(flow, second, call, frame), call, frame, isEmpty)
  }
}

/** Outcome of a status argument or of a `ResponseInit` object with a `status`. */
function classifyInit(
  flow: RequestFlow,
  argument: ts.Expression | undefined,
  node: ts.Node,
  frame: RequestFrame
): ResponseOutcome {
  const init = argument && stripWrappers(argument)
  const {checker} = flow
  if (!init) return findPrecedingStatus(flow, node, frame, parameterSymbolFrom(flow, 0, frame))
  if (!ts.isObjectLiteralExpression(init)) return classifyStatus(init, frame, checker)
  const status = init.properties.find(each => each.name?.getText() === 'status')
  return classifyStatus(status && ts.isPropertyAssignment(status) ? status.initializer : undefined, frame, checker)
}
