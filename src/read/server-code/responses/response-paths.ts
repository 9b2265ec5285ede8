import ts from 'typescript'
import type {Frame} from '../interpreter/frame.ts'
import {bare} from '../syntax.ts'
import {statusBefore} from './preceding-status.ts'
import {DEEPEST, type Flow} from './request-flow.ts'
import {nameIn, symbolAt} from './response-calls.ts'
import {linksOf, type Outcome, outcomeOf, setsStatus} from './statuses.ts'

const SEND_METHODS: ReadonlySet<string> = new Set(['json', 'jsonp', 'send', 'end', 'write'])
const PAGE_METHODS: ReadonlySet<string> = new Set(['render', 'view', 'sendFile', 'sendfile', 'download'])
/** Functions that receive a response without answering. */
const HARMLESS_CALLS: ReadonlySet<string> = new Set([
  'log',
  'debug',
  'info',
  'warn',
  'error',
  'trace',
  'call',
  'apply',
  'bind'
])

/** Follows a response (`res`, `reply`) through a function of the program. */
export function answerThrough(flow: Flow, frame: Frame, answer: ts.Symbol | undefined, depth = 0): void {
  const {fn} = frame
  if (!answer || !fn.body || depth > DEEPEST || flow.seen.has(fn)) return
  flow.seen.add(fn)
  const visit = (node: ts.Node): void => {
    // A function that replaces a method of the response runs only when other code answers.
    if (ts.isFunctionLike(node) && isAssignedTo(flow, node, answer)) return
    if (ts.isCallExpression(node)) {
      const name = flow.nameOn(node, answer)
      if (name !== undefined) said(flow, node, name, frame, answer)
      else followHandover(flow, node, answer, frame, depth)
    }
    if (ts.isCallOrNewExpression(node) && receivesInside(flow, node, answer) && !passesOn(flow, node))
      flow.hands(node, frame)
    ts.forEachChild(node, visit)
  }
  visit(fn.body)
}

const isAssignedTo = (flow: Flow, {parent}: ts.Node, answer: ts.Symbol): boolean =>
  ts.isBinaryExpression(parent) && ts.isPropertyAccessExpression(parent.left) && flow.is(parent.left.expression, answer)

/** Records a response that is sent by a method of this name. */
export function said(flow: Flow, call: ts.CallExpression, name: string, frame: Frame, answer?: ts.Symbol): void {
  const [first] = call.arguments
  if (name === 'redirect') flow.may()
  else if (name === 'from') flow.found.push({what: 'proxy', module: '@fastify/reply-from'})
  else if (name === 'sendStatus') flow.sends(outcomeOf(first, frame, flow.checker), call, frame, true)
  else if (PAGE_METHODS.has(name)) flow.shows(statusOf(flow, call, frame, answer), call, frame)
  else if (SEND_METHODS.has(name) && !(first && flow.fails(first)))
    flow.sends(statusOf(flow, call, frame, answer), call, frame, first === undefined)
}

function statusOf(flow: Flow, call: ts.CallExpression, frame: Frame, answer: ts.Symbol | undefined): Outcome {
  const own = linksOf(call).find(setsStatus)?.arguments[0]
  return own ? outcomeOf(own, frame, flow.checker) : statusBefore(flow, call, frame, answer)
}

/** Follows a response that is passed to another function. */
function followHandover(flow: Flow, call: ts.CallExpression, answer: ts.Symbol, frame: Frame, depth: number): void {
  const at = call.arguments.findIndex(each => flow.is(each, answer))
  if (at === -1) return
  const callee = bare(call.expression)
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : ''
  if (HARMLESS_CALLS.has(name)) return
  if (name === 'pipe' || name === 'pipeline') {
    flow.sends(statusOf(flow, call, frame, answer), call, frame, false)
    return
  }
  if (passesOn(flow, call)) return
  const fn = flow.functionOf(call)
  if (fn === undefined) flow.hands(call, frame)
  else if (fn !== 'told') answerThrough(flow, {fn, call, above: frame}, symbolAt(fn, at, flow.checker), depth + 1)
}

/**
 * Whether a call receives the response inside an object, or a constructor receives it directly. Such responses aren't
 * followed.
 */
function receivesInside(flow: Flow, node: ts.CallExpression | ts.NewExpression, answer: ts.Symbol): boolean {
  if (ts.isCallExpression(node) && HARMLESS_CALLS.has(nameIn(node) ?? '')) return false
  const isAnswer = (each: ts.ObjectLiteralElementLike): boolean =>
    ts.isShorthandPropertyAssignment(each)
      ? flow.checker.getShorthandAssignmentValueSymbol(each) === answer
      : ts.isPropertyAssignment(each) && flow.is(each.initializer, answer)
  return (node.arguments ?? []).some(
    each =>
      (ts.isNewExpression(node) && flow.is(each, answer)) ||
      (ts.isObjectLiteralExpression(bare(each)) && (bare(each) as ts.ObjectLiteralExpression).properties.some(isAnswer))
  )
}

/** Whether the request is passed on after a call: `log(req, res); next()`, `load(req, res).then(() => next())`. */
function passesOn(flow: Flow, call: ts.Expression): boolean {
  for (let here: ts.Node = call; here !== flow.root.node && here.parent; here = here.parent) {
    const {parent} = here
    if (ts.isCallExpression(parent) && here === parent.expression && nameIn(parent) === 'then') {
      if (parent.arguments.some(each => flow.letsThrough(each))) return true
    }
    if (ts.isBlock(parent)) {
      const after = parent.statements.slice(parent.statements.indexOf(here as ts.Statement) + 1)
      return after.some(
        each => (ts.isExpressionStatement(each) || ts.isReturnStatement(each)) && flow.letsThrough(each)
      )
    }
  }
  return false
}
