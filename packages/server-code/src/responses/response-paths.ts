import ts from 'typescript'
import type {RequestFrame} from '../interpreter/call-stack.ts'
import {stripWrappers} from '../syntax.ts'
import {findPrecedingStatus} from './preceding-status.ts'
import {MAX_REQUEST_DEPTH, type RequestFlow} from './request-flow.ts'
import {methodNameOf, parameterSymbolAt} from './response-calls.ts'
import {callsInChain, classifyStatus, type ResponseOutcome, setsStatus} from './statuses.ts'

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
export function followResponse(flow: RequestFlow, frame: RequestFrame, answer: ts.Symbol | undefined, depth = 0): void {
  const {fn} = frame
  if (!answer || !fn.body || depth > MAX_REQUEST_DEPTH || flow.seen.has(fn)) return
  flow.seen.add(fn)
  const visit = (node: ts.Node): void => {
    // A function that replaces a method of the response runs only when other code answers.
    if (ts.isFunctionLike(node) && isAssignedTo(flow, node, answer)) return
    if (ts.isCallExpression(node)) {
      const name = flow.methodNameOn(node, answer)
      if (name !== undefined) recordResponseCall(flow, node, name, frame, answer)
      else followHandover(flow, node, answer, frame, depth)
    }
    if (ts.isCallOrNewExpression(node) && receivesInside(flow, node, answer) && !passesOn(flow, node))
      flow.recordHandover(node, frame)
    ts.forEachChild(node, visit)
  }
  visit(fn.body)
}

const isAssignedTo = (flow: RequestFlow, {parent}: ts.Node, answer: ts.Symbol): boolean =>
  ts.isBinaryExpression(parent) &&
  ts.isPropertyAccessExpression(parent.left) &&
  flow.refersTo(parent.left.expression, answer)

/** Records a response that is sent by a method of this name. */
export function recordResponseCall(
  flow: RequestFlow,
  call: ts.CallExpression,
  name: string,
  frame: RequestFrame,
  answer?: ts.Symbol
): void {
  const [first] = call.arguments
  if (name === 'redirect') flow.recordPossible()
  else if (name === 'from') flow.found.push({what: 'proxy', module: '@fastify/reply-from'})
  else if (name === 'sendStatus') flow.recordResponse(classifyStatus(first, frame, flow.checker), call, frame, true)
  else if (PAGE_METHODS.has(name)) flow.recordPage(statusOf(flow, call, frame, answer), call, frame)
  else if (SEND_METHODS.has(name) && !(first && flow.isError(first)))
    flow.recordResponse(statusOf(flow, call, frame, answer), call, frame, first === undefined)
}

function statusOf(
  flow: RequestFlow,
  call: ts.CallExpression,
  frame: RequestFrame,
  answer: ts.Symbol | undefined
): ResponseOutcome {
  const own = callsInChain(call).find(setsStatus)?.arguments[0]
  return own ? classifyStatus(own, frame, flow.checker) : findPrecedingStatus(flow, call, frame, answer)
}

/** Follows a response that is passed to another function. */
function followHandover(
  flow: RequestFlow,
  call: ts.CallExpression,
  answer: ts.Symbol,
  frame: RequestFrame,
  depth: number
): void {
  const at = call.arguments.findIndex(each => flow.refersTo(each, answer))
  if (at === -1) return
  const callee = stripWrappers(call.expression)
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : ''
  if (HARMLESS_CALLS.has(name)) return
  if (name === 'pipe' || name === 'pipeline') {
    flow.recordResponse(statusOf(flow, call, frame, answer), call, frame, false)
    return
  }
  if (passesOn(flow, call)) return
  const fn = flow.resolveCallee(call)
  if (fn === undefined) flow.recordHandover(call, frame)
  else if (fn !== 'reported')
    followResponse(flow, {fn, call, above: frame}, parameterSymbolAt(fn, at, flow.checker), depth + 1)
}

/**
 * Whether a call receives the response inside an object, or a constructor receives it directly. Such responses aren't
 * followed.
 */
function receivesInside(flow: RequestFlow, node: ts.CallExpression | ts.NewExpression, answer: ts.Symbol): boolean {
  if (ts.isCallExpression(node) && HARMLESS_CALLS.has(methodNameOf(node) ?? '')) return false
  const isAnswer = (each: ts.ObjectLiteralElementLike): boolean =>
    ts.isShorthandPropertyAssignment(each)
      ? flow.checker.getShorthandAssignmentValueSymbol(each) === answer
      : ts.isPropertyAssignment(each) && flow.refersTo(each.initializer, answer)
  return (node.arguments ?? []).some(
    each =>
      (ts.isNewExpression(node) && flow.refersTo(each, answer)) ||
      (ts.isObjectLiteralExpression(stripWrappers(each)) &&
        (stripWrappers(each) as ts.ObjectLiteralExpression).properties.some(isAnswer))
  )
}

/** Whether the request is passed on after a call: `log(req, res); next()`, `load(req, res).then(() => next())`. */
function passesOn(flow: RequestFlow, call: ts.Expression): boolean {
  for (let here: ts.Node = call; here !== flow.root.node && here.parent; here = here.parent) {
    const {parent} = here
    if (ts.isCallExpression(parent) && here === parent.expression && methodNameOf(parent) === 'then') {
      if (parent.arguments.some(each => flow.refersToNext(each))) return true
    }
    if (ts.isBlock(parent)) {
      const after = parent.statements.slice(parent.statements.indexOf(here as ts.Statement) + 1)
      return after.some(
        each => (ts.isExpressionStatement(each) || ts.isReturnStatement(each)) && flow.refersToNext(each)
      )
    }
  }
  return false
}
