import ts from 'typescript'
import type {Frame} from '../interpreter/frame.ts'
import {Budget} from '../interpreter/step-budget.ts'
import {bare} from '../syntax.ts'

/** A method call on the response of a handler: `res.status(201).json(loan)`. */
export interface Said {
  readonly call: ts.CallExpression
  /** All calls of the chain, last one first. */
  readonly chain: readonly ts.CallExpression[]
  readonly name: string
  readonly frame: AnswerFrame
}

/** A function with its response parameter and the call that passed the response to it. */
export interface AnswerFrame extends Frame {
  readonly symbol: ts.Symbol
  readonly above?: AnswerFrame
  /** The function receives the response from so many calls that they weren't followed one by one. */
  readonly isOneOfMany?: true
}

/** Maximum number of function calls that are followed for one handler. */
const MAX_CALLS = 300
/** Maximum call depth to which the response of a handler is followed. */
const MAX_DEPTH = 3

/** Symbol of a parameter by position. `undefined` if the parameter is missing or destructured. */
export const symbolAt = (fn: ts.SignatureDeclaration, at: number, checker: ts.TypeChecker): ts.Symbol | undefined => {
  const name = fn.parameters[at]?.name
  return name && ts.isIdentifier(name) ? checker.getSymbolAtLocation(name) : undefined
}

/**
 * All calls on a parameter of a handler, including those in functions of the program that the parameter is passed to.
 */
export function callsOn(fn: ts.FunctionLikeDeclaration, symbol: ts.Symbol, checker: ts.TypeChecker): Said[] {
  const found: Said[] = []
  const budget = new Budget(MAX_CALLS)
  const seen = new Set<ts.Node>()
  const go = (frame: AnswerFrame, depth: number): void => {
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
  const handOn = (call: ts.CallExpression, above: AnswerFrame, depth: number): void => {
    const inner = handedIn(call, above, checker)
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

const isWithin = (fn: ts.Node, frame: AnswerFrame | undefined): boolean =>
  frame !== undefined && (frame.fn === fn || isWithin(fn, frame.above))

function readResponseCall(call: ts.CallExpression, frame: AnswerFrame, checker: ts.TypeChecker): Said | undefined {
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
  while (ts.isCallExpression(here) && ts.isPropertyAccessExpression(bare(here.expression))) {
    chain.push(here)
    here = bare((bare(here.expression) as ts.PropertyAccessExpression).expression)
  }
  if (!isAnswer(here, frame.symbol, checker)) return undefined
  return {call, chain, name: nameIn(call), frame}
}

/** Methods that return the response that they are called on. */
const CHAINABLE_METHODS: ReadonlySet<string> = new Set(
  'status code set header headers type contentType append cookie clearCookie setCookie vary links location attachment removeHeader'.split(
    ' '
  )
)

/** Whether an expression is the response, directly or through a constant: `const made = res.status(201)`. */
export function isAnswer(written: ts.Expression, symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  const node = bare(written)
  const own = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined
  if (!own || own === symbol) return own !== undefined
  const kept = own.valueDeclaration
  if (!kept || !ts.isVariableDeclaration(kept) || !(kept.parent.flags & ts.NodeFlags.Const) || !kept.initializer)
    return false
  let here = bare(kept.initializer)
  while (ts.isCallExpression(here) && CHAINABLE_METHODS.has(nameIn(here)))
    here = bare((bare(here.expression) as ts.PropertyAccessExpression).expression)
  return isAnswer(here, symbol, checker)
}

export const nameIn = ({expression}: ts.CallExpression): string => {
  const callee = bare(expression)
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : ''
}

/** The frame of a function of the program that a call passes the response to. `undefined` if there is none. */
export function handedIn(
  call: ts.CallExpression,
  above: AnswerFrame,
  checker: ts.TypeChecker
): AnswerFrame | undefined {
  const at = call.arguments.findIndex(each => isAnswer(each, above.symbol, checker))
  if (at === -1) return undefined
  const declaration = checker.getResolvedSignature(call)?.declaration
  if (!declaration || !('body' in declaration) || ts.isJSDocSignature(declaration)) return undefined
  const symbol = symbolAt(declaration, at, checker)
  return symbol && {fn: declaration as ts.FunctionLikeDeclaration, symbol, call, above}
}

/**
 * Numbers that an expression can have according to its type. `undefined` if the type isn't a union of number literals.
 */
export function numbersOf(node: ts.Expression | undefined, checker: ts.TypeChecker): readonly number[] | undefined {
  if (!node) return undefined
  const type = checker.getTypeAtLocation(node)
  const parts = type.isUnion() ? type.types : [type]
  const numbers = parts.map(each => (each.isNumberLiteral() ? each.value : undefined))
  if (!numbers.includes(undefined)) return numbers.flatMap(each => (each === undefined ? [] : [each]))
  return undefined
}

/** Properties read from a part of the request: `req.query.page`, `const {page} = req.query`. */
export function namesRead(
  fn: ts.FunctionLikeDeclaration,
  symbol: ts.Symbol,
  part: string,
  checker: ts.TypeChecker
): Map<string, ts.Node> {
  const found = new Map<string, ts.Node>()
  const isPart = (node: ts.Expression): boolean => {
    const here = bare(node)
    if (!ts.isPropertyAccessExpression(here) || here.name.text !== part) return false
    const receiver = bare(here.expression)
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

/**
 * Type that the code gives to a part of the request: `req.body as NewLoan`, `const loan: NewLoan = req.body`,
 * `Loan.parse(req.body)`. `undefined` if there is none.
 */
export function typeGiven(
  fn: ts.FunctionLikeDeclaration,
  isIt: (node: ts.Expression) => boolean,
  checker: ts.TypeChecker
): {type: ts.Type; node: ts.Node} | undefined {
  let found: {type: ts.Type; node: ts.Node} | undefined
  const keep = (type: ts.Type, node: ts.Node): void => {
    if (!found && !(type.flags & ts.TypeFlags.Any) && !(type.flags & ts.TypeFlags.Unknown)) found = {type, node}
  }
  const visit = (node: ts.Node): void => {
    if (found) return
    if ((ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && isIt(bare(node.expression))) {
      keep(checker.getTypeFromTypeNode(node.type), node)
    } else if (ts.isVariableDeclaration(node) && node.type && node.initializer && isIt(bare(node.initializer))) {
      keep(checker.getTypeFromTypeNode(node.type), node)
    } else if (
      ts.isCallExpression(node) &&
      ['parse', 'parseAsync', 'validateSync'].includes(nameIn(node)) &&
      node.arguments[0] &&
      isIt(bare(node.arguments[0]))
    ) {
      keep(checker.getAwaitedType(checker.getTypeAtLocation(node)) ?? checker.getTypeAtLocation(node), node)
    } else if (
      ts.isCallExpression(node) &&
      ['safeParse', 'safeParseAsync'].includes(nameIn(node)) &&
      node.arguments[0] &&
      isIt(bare(node.arguments[0]))
    ) {
      const schema = bare(node.expression)
      const type = ts.isPropertyAccessExpression(schema) ? checker.getTypeAtLocation(schema.expression) : undefined
      const output = type && checker.getPropertyOfType(type, '_output')
      if (output) keep(checker.getTypeOfSymbolAtLocation(output, node), node)
    }
    ts.forEachChild(node, visit)
  }
  if (fn.body) visit(fn.body)
  return found
}

/** Returned expressions of a function, without those of nested functions. */
export function returnsOf(fn: ts.FunctionLikeDeclaration): ts.Expression[] {
  const {body} = fn
  if (!body) return []
  if (!ts.isBlock(body)) return [bare(body)]
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return
    if (ts.isReturnStatement(node) && node.expression) found.push(bare(node.expression))
    ts.forEachChild(node, visit)
  }
  visit(body)
  return found.flatMap(each =>
    ts.isConditionalExpression(each) ? [bare(each.whenTrue), bare(each.whenFalse)] : [each]
  )
}
