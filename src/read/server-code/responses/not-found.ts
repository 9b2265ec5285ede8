import ts from 'typescript'
import type {Frame} from '../interpreter/frame.ts'
import {bare} from '../syntax.ts'
import {statusBefore} from './preceding-status.ts'
import type {Flow} from './request-flow.ts'
import {nameIn, returnsOf, symbolAt} from './response-calls.ts'
import {answerThrough, said} from './response-paths.ts'
import {linksOf, outcomeOf} from './statuses.ts'

/** What a handler of Fastify gives back is sent, unless that is the answer itself. */
export function sentBack(flow: Flow, frame: Frame): void {
  const {checker} = flow
  const answer = symbolAt(frame.fn, 1, checker)
  for (const node of returnsOf(frame.fn)) {
    const isNothing = ts.isVoidExpression(node) || (ts.isIdentifier(node) && node.text === 'undefined')
    if (isNothing || flow.is(node, answer) || flow.fails(node)) continue
    // What is said on the answer, or by whom it is handed to, is followed there.
    const isSaid =
      answer &&
      ts.isCallExpression(node) &&
      (flow.nameOn(node, answer) !== undefined || node.arguments.some(each => flow.is(each, answer)))
    if (isSaid) continue
    const outcome = statusBefore(flow, node, frame, answer)
    // Of what is given back nobody knows that it is no error.
    const isOpen = outcome === 'fine' && (checker.getTypeAtLocation(node).flags & ts.TypeFlags.Any) !== 0
    flow.sends(isOpen ? 'open' : outcome, node, frame, false)
  }
}

/**
 * What a filter of Nest answers with, where that is written out. Nearly every filter takes the status of the exception:
 * that one refuses.
 */
export function caughtBy(flow: Flow, frame: Frame): void {
  const before = flow.found.length
  let answer: ts.Symbol | undefined
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && isAnswer(node.initializer))
      answer ??= flow.checker.getSymbolAtLocation(node.name)
    else if (ts.isCallExpression(node)) {
      // `httpAdapter.reply(context.getResponse(), body, 200)`
      const [first, , status] = node.arguments
      if (nameIn(node) === 'reply' && first) flow.sends(outcomeOf(status, frame, flow.checker), node, frame, false)
      else if (linksOf(node).slice(1).some(isAnswer)) said(flow, node, nameIn(node), frame)
    }
    ts.forEachChild(node, visit)
  }
  if (frame.fn.body) visit(frame.fn.body)
  answerThrough(flow, frame, answer)
  const sure = flow.found.splice(before).filter(({what}) => what === 'answers' || what === 'shows')
  flow.found.push(...sure)
}

/** `host.switchToHttp().getResponse<Response>()` */
const isAnswer = (written: ts.Expression): boolean => {
  const node = bare(written)
  return ts.isCallExpression(node) && nameIn(node) === 'getResponse'
}
