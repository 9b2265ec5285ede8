import {defined} from '@tenure/core/model/defined'
import ts from 'typescript'
import type {RequestFrame} from '../interpreter/call-stack.ts'
import {WorkBudget} from '../interpreter/step-budget.ts'
import {stripWrappers} from '../syntax.ts'

/** A method call on the response of a handler: `res.status(201).json(loan)`. */
export interface ResponseCall {
  readonly call: ts.CallExpression
  /** Calls in a method chain such as `res.status(201).json(x)`, the last one first. */
  readonly chain: readonly ts.CallExpression[]
  readonly name: string
  readonly frame: ResponseFrame
}

/** A function with its response parameter and the call that passed the response to it. */
export interface ResponseFrame extends RequestFrame {
  readonly symbol: ts.Symbol
  readonly above?: ResponseFrame
  /** The function receives the response from so many calls that they weren't followed one by one. */
  readonly isOneOfMany?: true
}

/** Maximum number of function calls that are followed for one handler. */
const MAX_CALLS = 300
/** Maximum call depth to which the response of a handler is followed. */
const MAX_DEPTH = 3

/** Symbol of a parameter by position. `undefined` if the parameter is missing or destructured. */
export const parameterSymbolAt = (
  fn: ts.SignatureDeclaration,
  at: number,
  checker: ts.TypeChecker
): ts.Symbol | undefined => {
  const name = fn.parameters[at]?.name
  return name && ts.isIdentifier(name) ? checker.getSymbolAtLocation(name) : undefined
}

/**
 * All calls on a parameter of a handler, including those in functions of the program that the parameter is passed to.
 */
export function findResponseCalls(
  fn: ts.FunctionLikeDeclaration,
  symbol: ts.Symbol,
  checker: ts.TypeChecker
): ResponseCall[] {
  const found: ResponseCall[] = []
  const budget = new WorkBudget(MAX_CALLS)
  const seen = new Set<ts.Node>()
  const go = (frame: ResponseFrame, depth: number): void => {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) {
        const responseCall = readResponseCall(node, frame, checker)
        if (responseCall) found.push(responseCall)
        else handOn(node, frame, depth)
      }
      ts.forEachChild(node, visit)
    }
    if (frame.fn.body) visit(frame.fn.body)
  }
  const handOn = (call: ts.CallExpression, above: ResponseFrame, depth: number): void => {
    const inner = findCalleeFrame(call, above, checker)
    if (!inner || depth >= MAX_DEPTH || isWithin(inner.fn, above)) return
    if (budget.spend()) go(inner, depth + 1)
    else if (!seen.has(inner.fn)) {
      seen.add(inner.fn)
      go({fn: inner.fn, symbol: inner.symbol, isOneOfMany: true}, depth + 1)
    }
  }
  go({fn, symbol}, 0)
  return found
}

const isWithin = (fn: ts.Node, frame: ResponseFrame | undefined): boolean =>
  frame !== undefined && (frame.fn === fn || isWithin(fn, frame.above))

function readResponseCall(
  call: ts.CallExpression,
  frame: ResponseFrame,
  checker: ts.TypeChecker
): ResponseCall | undefined {
  // Only the outermost call of a chain counts, because it contains the others.
  const {parent} = call
  if (
    ts.isPropertyAccessExpression(parent) &&
    parent.expression === call &&
    ts.isCallExpression(parent.parent) &&
    parent.parent.expression === parent
  ) {
    return undefined
  }
  const chain: ts.CallExpression[] = []
  let here: ts.Expression = call
  while (ts.isCallExpression(here) && ts.isPropertyAccessExpression(stripWrappers(here.expression))) {
    chain.push(here)
    here = stripWrappers((stripWrappers(here.expression) as ts.PropertyAccessExpression).expression)
  }
  if (!isResponseExpression(here, frame.symbol, checker)) return undefined
  return {call, chain, name: methodNameOf(call), frame}
}

/** Methods that return the response that they are called on. */
const CHAINABLE_METHODS: ReadonlySet<string> = new Set(
  'status code set header headers type contentType append cookie clearCookie setCookie vary links location attachment removeHeader'.split(
    ' '
  )
)

/** Whether an expression is the response, directly or through a constant: `const made = res.status(201)`. */
export function isResponseExpression(written: ts.Expression, symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  const node = stripWrappers(written)
  const own = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined
  if (!own || own === symbol) return own !== undefined
  const kept = own.valueDeclaration
  if (!kept || !ts.isVariableDeclaration(kept) || !(kept.parent.flags & ts.NodeFlags.Const) || !kept.initializer)
    return false
  let here = stripWrappers(kept.initializer)
  while (ts.isCallExpression(here) && CHAINABLE_METHODS.has(methodNameOf(here)))
    here = stripWrappers((stripWrappers(here.expression) as ts.PropertyAccessExpression).expression)
  return isResponseExpression(here, symbol, checker)
}

export const methodNameOf = ({expression}: ts.CallExpression): string => {
  const callee = stripWrappers(expression)
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : ''
}

/** The frame of a function of the program that a call passes the response to. `undefined` if there is none. */
export function findCalleeFrame(
  call: ts.CallExpression,
  above: ResponseFrame,
  checker: ts.TypeChecker
): ResponseFrame | undefined {
  const at = call.arguments.findIndex(each => isResponseExpression(each, above.symbol, checker))
  if (at === -1) return undefined
  const declaration = checker.getResolvedSignature(call)?.declaration
  if (!declaration || !('body' in declaration) || ts.isJSDocSignature(declaration)) return undefined
  const symbol = parameterSymbolAt(declaration, at, checker)
  return symbol && {fn: declaration as ts.FunctionLikeDeclaration, symbol, call, above}
}

/**
 * Numbers that an expression can have according to its type. `undefined` if the type isn't a union of number literals.
 */
export function numberLiteralsOf(
  node: ts.Expression | undefined,
  checker: ts.TypeChecker
): readonly number[] | undefined {
  if (!node) return undefined
  const type = checker.getTypeAtLocation(node)
  const parts = type.isUnion() ? type.types : [type]
  const numbers = parts.map(each => (each.isNumberLiteral() ? each.value : undefined))
  if (!numbers.includes(undefined)) return numbers.flatMap(each => (each === undefined ? [] : [each]))
  return undefined
}

/** Properties read from a part of the request: `req.query.page`, `const {page} = req.query`. */
export function findReadProperties(
  fn: ts.FunctionLikeDeclaration,
  symbol: ts.Symbol,
  part: string,
  checker: ts.TypeChecker
): Map<string, ts.Node> {
  const found = new Map<string, ts.Node>()
  const isPart = (node: ts.Expression): boolean => {
    const here = stripWrappers(node)
    if (!ts.isPropertyAccessExpression(here) || here.name.text !== part) return false
    const receiver = stripWrappers(here.expression)
    return ts.isIdentifier(receiver) && checker.getSymbolAtLocation(receiver) === symbol
  }
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && isPart(node.expression)) found.set(node.name.text, node)
    else if (
      ts.isElementAccessExpression(node) &&
      isPart(node.expression) &&
      ts.isStringLiteralLike(node.argumentExpression)
    ) {
      found.set(node.argumentExpression.text, node)
    } else if (
      ts.isVariableDeclaration(node) &&
      node.initializer &&
      isPart(node.initializer) &&
      ts.isObjectBindingPattern(node.name)
    ) {
      for (const element of node.name.elements) {
        const key = element.propertyName ?? element.name
        if (!element.dotDotDotToken && ts.isIdentifier(key)) found.set(key.text, element)
      }
    }
    ts.forEachChild(node, visit)
  }
  if (fn.body) visit(fn.body)
  return found
}

/** Methods of schemas that check a value. */
const PARSE_METHODS: ReadonlySet<string> = new Set([
  'parse',
  'parseAsync',
  'safeParse',
  'safeParseAsync',
  'validateSync'
])

/** A type that the code gives to a value, and the Zod schema that the value is checked with, if any. */
export interface AssertedType {
  readonly type: ts.Type
  readonly node: ts.Node
  readonly schema?: ts.Expression
}

/**
 * Type that the code gives to a part of the request: `req.body as NewLoan`, `const loan: NewLoan = req.body`,
 * `Loan.parse(req.body)`. `undefined` if there is none.
 */
export function findAssertedTypeOf(
  fn: ts.FunctionLikeDeclaration,
  isIt: (node: ts.Expression) => boolean,
  checker: ts.TypeChecker
): AssertedType | undefined {
  let found: AssertedType | undefined
  const keep = (type: ts.Type, node: ts.Node, schema?: ts.Expression): void => {
    const isKnown = !(type.flags & ts.TypeFlags.Any) && !(type.flags & ts.TypeFlags.Unknown)
    if (!found && (isKnown || schema)) found = defined({type, node, schema})
  }
  const visit = (node: ts.Node): void => {
    if (found) return
    if ((ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && isIt(stripWrappers(node.expression))) {
      keep(checker.getTypeFromTypeNode(node.type), node)
    } else if (
      ts.isVariableDeclaration(node) &&
      node.type &&
      node.initializer &&
      isIt(stripWrappers(node.initializer))
    ) {
      keep(checker.getTypeFromTypeNode(node.type), node)
    } else if (
      ts.isCallExpression(node) &&
      PARSE_METHODS.has(methodNameOf(node)) &&
      node.arguments[0] &&
      isIt(stripWrappers(node.arguments[0]))
    ) {
      const callee = stripWrappers(node.expression)
      const schema = ts.isPropertyAccessExpression(callee) ? callee.expression : undefined
      const isZod = schema && checker.getPropertyOfType(checker.getTypeAtLocation(schema), '_input')
      const type = checker.getTypeAtLocation(node)
      keep(checker.getAwaitedType(type) ?? type, node, isZod && schema)
    }
    ts.forEachChild(node, visit)
  }
  if (fn.body) visit(fn.body)
  return found
}

/** Returned expressions of a function, without those of nested functions. */
export function returnedExpressions(fn: ts.FunctionLikeDeclaration): ts.Expression[] {
  const {body} = fn
  if (!body) return []
  if (!ts.isBlock(body)) return [stripWrappers(body)]
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return
    if (ts.isReturnStatement(node) && node.expression) found.push(stripWrappers(node.expression))
    ts.forEachChild(node, visit)
  }
  visit(body)
  return found.flatMap(each =>
    ts.isConditionalExpression(each) ? [stripWrappers(each.whenTrue), stripWrappers(each.whenFalse)] : [each]
  )
}
