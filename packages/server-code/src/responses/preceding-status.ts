import ts from 'typescript'
import type {RequestFrame} from '../interpreter/call-stack.ts'
import {stripWrappers} from '../syntax.ts'
import {PathTracker, type PathValueSetter} from './path-values.ts'
import type {RequestFlow} from './request-flow.ts'
import {callsInChain, classifyStatus, type ResponseOutcome, setsStatus} from './statuses.ts'

/**
 * The outcome that the statements before a node set on every path, as with `res.status(401)` or `res.statusCode = 401`.
 */
export function findPrecedingStatus(
  flow: RequestFlow,
  node: ts.Node,
  frame: RequestFrame,
  answer: ts.Symbol | undefined
): ResponseOutcome {
  const ways = new PathTracker(createSetter(flow, frame, answer)).valuesBefore(node, frame.fn)
  const [first = 'unset', ...others] = ways
  if (others.length === 0) return first === 'unset' ? 'fine' : (first as ResponseOutcome)
  return ways.has('refused') || ways.has('open') ? 'open' : 'fine'
}

/** Creates a setter for status assignments and calls on the response. */
function createSetter(flow: RequestFlow, frame: RequestFrame, answer: ts.Symbol | undefined): PathValueSetter {
  const isOn = (target: ts.Expression): boolean => {
    const here = stripWrappers(target)
    return (
      !answer ||
      flow.refersTo(here, answer) ||
      (ts.isPropertyAccessExpression(here) && flow.refersTo(here.expression, answer))
    )
  }
  const outcome = (written: ts.Expression | undefined): ReadonlySet<string> =>
    new Set([classifyStatus(written, frame, flow.checker)])
  return node => {
    if (ts.isCallExpression(node)) {
      const set = callsInChain(node).find(setsStatus)
      return set && (!answer || flow.methodNameOn(set, answer) !== undefined) ? outcome(set.arguments[0]) : undefined
    }
    const isSet =
      ts.isBinaryExpression(node) &&
      ts.isPropertyAccessExpression(node.left) &&
      node.left.name.text === 'statusCode' &&
      isOn(node.left.expression)
    return isSet ? outcome(node.right) : undefined
  }
}
