import ts from 'typescript'
import type {Frame} from '../interpreter/frame.ts'
import {bare} from '../syntax.ts'
import {statusBefore} from './preceding-status.ts'
import type {Flow} from './request-flow.ts'
import {nameIn, returnsOf, symbolAt} from './response-calls.ts'
import {answerThrough, said} from './response-paths.ts'
import {linksOf, outcomeOf} from './statuses.ts'

/** Reports the returned values of a Fastify handler, which are sent unless they are the reply itself. */
export function sentBack(flow: Flow, frame: Frame): void {
  const {checker} = flow
  const answer = symbolAt(frame.fn, 1, checker)
  for (const node of returnsOf(frame.fn)) {
    const isNothing = ts.isVoidExpression(node) || (ts.isIdentifier(node) && node.text === 'undefined')
    if (isNothing || flow.is(node, answer) || flow.fails(node)) continue
    // Calls on the reply, or with the reply as an argument, are followed elsewhere.
    const isSaid =
      answer &&
      ts.isCallExpression(node) &&
      (flow.nameOn(node, answer) !== undefined || node.arguments.some(each => flow.is(each, answer)))
    if (isSaid) continue
    const outcome = statusBefore(flow, node, frame, answer)
    // A value of type `any` might be an error.
    const isOpen = outcome === 'fine' && (checker.getTypeAtLocation(node).flags & ts.TypeFlags.Any) !== 0
    flow.sends(isOpen ? 'open' : outcome, node, frame, false)
  }
}

/**
 * Reports the responses of a NestJS exception filter with a known status. Nearly all filters take the status from the
 * exception, which is an error.
 */
export function caughtBy(flow: Flow, frame: Frame): void {
  const before = flow.found.length
  let answer: ts.Symbol | undefined
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && isGetResponse(node.initializer))
      answer ??= flow.checker.getSymbolAtLocation(node.name)
    else if (ts.isCallExpression(node)) {
      // `httpAdapter.reply(context.getResponse(), body, 200)`
      const [first, , status] = node.arguments
      if (nameIn(node) === 'reply' && first) flow.sends(outcomeOf(status, frame, flow.checker), node, frame, false)
      else if (linksOf(node).slice(1).some(isGetResponse)) said(flow, node, nameIn(node), frame)
    }
    ts.forEachChild(node, visit)
  }
  if (frame.fn.body) visit(frame.fn.body)
  answerThrough(flow, frame, answer)
  const sure = flow.found.splice(before).filter(({what}) => what === 'answers' || what === 'shows')
  flow.found.push(...sure)
}

/** Whether an expression is `host.switchToHttp().getResponse<Response>()`. */
const isGetResponse = (written: ts.Expression): boolean => {
  const node = bare(written)
  return ts.isCallExpression(node) && nameIn(node) === 'getResponse'
}
