import ts from 'typescript'
import type {Frame} from '../interpreter/frame.ts'
import {bare} from '../syntax.ts'
import {Course, type Setter} from './path-values.ts'
import type {Flow} from './request-flow.ts'
import {linksOf, type Outcome, outcomeOf, setsStatus} from './statuses.ts'

/**
 * The outcome that the statements before a node set on every path, as with `res.status(401)` or `res.statusCode = 401`.
 */
export function statusBefore(flow: Flow, node: ts.Node, frame: Frame, answer: ts.Symbol | undefined): Outcome {
  const ways = new Course(createSetter(flow, frame, answer)).before(node, frame.fn)
  const [first = 'unset', ...others] = ways
  if (others.length === 0) return first === 'unset' ? 'fine' : (first as Outcome)
  return ways.has('refused') || ways.has('open') ? 'open' : 'fine'
}

/** Creates a setter for status assignments and calls on the response. */
function createSetter(flow: Flow, frame: Frame, answer: ts.Symbol | undefined): Setter {
  const isOn = (target: ts.Expression): boolean => {
    const here = bare(target)
    return !answer || flow.is(here, answer) || (ts.isPropertyAccessExpression(here) && flow.is(here.expression, answer))
  }
  const outcome = (written: ts.Expression | undefined): ReadonlySet<string> =>
    new Set([outcomeOf(written, frame, flow.checker)])
  return node => {
    if (ts.isCallExpression(node)) {
      const set = linksOf(node).find(setsStatus)
      return set && (!answer || flow.nameOn(set, answer) !== undefined) ? outcome(set.arguments[0]) : undefined
    }
    const isSet =
      ts.isBinaryExpression(node) &&
      ts.isPropertyAccessExpression(node.left) &&
      node.left.name.text === 'statusCode' &&
      isOn(node.left.expression)
    return isSet ? outcome(node.right) : undefined
  }
}
