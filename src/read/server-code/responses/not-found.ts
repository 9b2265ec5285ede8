import ts from 'typescript'
import type {RequestFrame} from '../interpreter/call-stack.ts'
import {stripWrappers} from '../syntax.ts'
import {findPrecedingStatus} from './preceding-status.ts'
import type {RequestFlow} from './request-flow.ts'
import {methodNameOf, parameterSymbolAt, returnedExpressions} from './response-calls.ts'
import {followResponse, recordResponseCall} from './response-paths.ts'
import {callsInChain, classifyStatus} from './statuses.ts'

/** Reports the returned values of a Fastify handler, which are sent unless they are the reply itself. */
export function reportReturnedValues(flow: RequestFlow, frame: RequestFrame): void {
  const {checker} = flow
  const answer = parameterSymbolAt(frame.fn, 1, checker)
  for (const node of returnedExpressions(frame.fn)) {
    const isNothing = ts.isVoidExpression(node) || (ts.isIdentifier(node) && node.text === 'undefined')
    if (isNothing || flow.refersTo(node, answer) || flow.isError(node)) continue
    // Calls on the reply, or with the reply as an argument, are followed elsewhere.
    const isSaid =
      answer &&
      ts.isCallExpression(node) &&
      (flow.methodNameOn(node, answer) !== undefined || node.arguments.some(each => flow.refersTo(each, answer)))
    if (isSaid) continue
    const outcome = findPrecedingStatus(flow, node, frame, answer)
    // A value of type `any` might be an error.
    const isOpen = outcome === 'fine' && (checker.getTypeAtLocation(node).flags & ts.TypeFlags.Any) !== 0
    flow.recordResponse(isOpen ? 'open' : outcome, node, frame, false)
  }
}

/**
 * Reports the responses of a NestJS exception filter with a known status. Nearly all filters take the status from the
 * exception, which is an error.
 */
export function reportFilterResponses(flow: RequestFlow, frame: RequestFrame): void {
  const before = flow.found.length
  let answer: ts.Symbol | undefined
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && isGetResponse(node.initializer))
      answer ??= flow.checker.getSymbolAtLocation(node.name)
    else if (ts.isCallExpression(node)) {
      // `httpAdapter.reply(context.getResponse(), body, 200)`
      const [first, , status] = node.arguments
      if (methodNameOf(node) === 'reply' && first)
        flow.recordResponse(classifyStatus(status, frame, flow.checker), node, frame, false)
      else if (callsInChain(node).slice(1).some(isGetResponse))
        recordResponseCall(flow, node, methodNameOf(node), frame)
    }
    ts.forEachChild(node, visit)
  }
  if (frame.fn.body) visit(frame.fn.body)
  followResponse(flow, frame, answer)
  const sure = flow.found.splice(before).filter(({what}) => what === 'answers' || what === 'shows')
  flow.found.push(...sure)
}

/** Whether an expression is `host.switchToHttp().getResponse<Response>()`. */
const isGetResponse = (written: ts.Expression): boolean => {
  const node = stripWrappers(written)
  return ts.isCallExpression(node) && methodNameOf(node) === 'getResponse'
}
