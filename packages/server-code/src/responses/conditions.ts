import ts from 'typescript'
import type {RequestFrame} from '../interpreter/call-stack.ts'
import {stripWrappers} from '../syntax.ts'

/** A condition for code to be reached. */
export interface Condition {
  readonly test: ts.Expression
  /** Whether the code is reached if the test is true, or if it is false. */
  readonly holds: boolean
}

/** All conditions on the way to a node, from the first function that handles the request. */
export function collectConditions(node: ts.Node, frame: RequestFrame): Condition[] {
  const found: Condition[] = []
  for (let here = node; here !== frame.fn && here.parent; here = here.parent)
    found.push(...conditionsBetween(here, here.parent))
  return frame.above && frame.call ? [...found, ...collectConditions(frame.call, frame.above)] : found
}

function conditionsBetween(here: ts.Node, parent: ts.Node): Condition[] {
  if (ts.isIfStatement(parent) && here !== parent.expression)
    return [{test: parent.expression, holds: here === parent.thenStatement}]
  if (ts.isConditionalExpression(parent) && here !== parent.condition)
    return [{test: parent.condition, holds: here === parent.whenTrue}]
  if (ts.isBinaryExpression(parent) && here === parent.right) {
    const {kind} = parent.operatorToken
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return [{test: parent.left, holds: true}]
    if (kind === ts.SyntaxKind.BarBarToken) return [{test: parent.left, holds: false}]
  }
  if (ts.isCaseClause(parent) && here !== parent.expression)
    return [parent.parent.parent.expression, parent.expression].map(test => ({test, holds: true}))
  // Early exits before the node: `if (req.path !== '/health') return next()`.
  if (ts.isBlock(parent))
    return parent.statements
      .slice(0, parent.statements.indexOf(here as ts.Statement))
      .flatMap(each =>
        ts.isIfStatement(each) && exits(each.thenStatement) ? [{test: each.expression, holds: false}] : []
      )
  return []
}

const exits = (node: ts.Statement): boolean =>
  ts.isReturnStatement(node) ||
  ts.isThrowStatement(node) ||
  (ts.isBlock(node) && node.statements.some(each => ts.isReturnStatement(each) || ts.isThrowStatement(each)))

const PATH_PROPERTIES: ReadonlySet<string> = new Set([
  'path',
  'url',
  'originalUrl',
  'baseUrl',
  'pathname',
  'routePath',
  'routerPath'
])

/** Whether a condition requires the request to have a specific path. */
export const requiresPath = ({test, holds}: Condition): boolean => comparesPath(test, holds)

function comparesPath(written: ts.Expression, holds: boolean): boolean {
  const node = stripWrappers(written)
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return comparesPath(node.operand, !holds)
  if (ts.isBinaryExpression(node)) {
    const {kind} = node.operatorToken
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken)
      return comparesPath(node.left, holds) || comparesPath(node.right, holds)
    const isUnlike =
      kind === ts.SyntaxKind.ExclamationEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsToken
    return readsPath(node) && holds !== isUnlike
  }
  return holds && readsPath(node)
}

/** Whether an expression reads the request path: `req.path`, or a variable with such a name. */
function readsPath(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node) && PATH_PROPERTIES.has(node.name.text)) return true
  if (ts.isIdentifier(node) && PATH_PROPERTIES.has(node.text)) return true
  return ts.forEachChild(node, readsPath) === true
}

/** Whether a condition requires a CORS preflight request (`OPTIONS`). */
export const requiresPreflight = ({test, holds}: Condition): boolean => {
  const isUnlike = /!==?/.test(test.getText())
  return namesOptions(test) && holds !== isUnlike
}

const namesOptions = (node: ts.Node): boolean =>
  (ts.isStringLiteralLike(node) && node.text.toUpperCase() === 'OPTIONS') ||
  ts.forEachChild(node, namesOptions) === true

/** Whether code is reached only after an error: in `catch`, `.catch(…)`, or `if (error)`. */
export function isInErrorHandling(node: ts.Node, frame: RequestFrame): boolean {
  for (let here = node; here !== frame.fn && here.parent; here = here.parent) {
    if (ts.isCatchClause(here)) return true
    const {parent} = here
    if (ts.isFunctionLike(here) && ts.isCallExpression(parent) && parent.arguments.includes(here as ts.Expression)) {
      const callee = stripWrappers(parent.expression)
      if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'catch') return true
    }
    if (ts.isIfStatement(parent) && here === parent.thenStatement && testsError(stripWrappers(parent.expression)))
      return true
  }
  return frame.above !== undefined && frame.call !== undefined && isInErrorHandling(frame.call, frame.above)
}

const testsError = (node: ts.Expression): boolean =>
  (ts.isIdentifier(node) && /^e(?:rr(?:or)?)?$/i.test(node.text)) ||
  (ts.isPropertyAccessExpression(node) && /^err(?:or)?$/i.test(node.name.text)) ||
  (ts.isBinaryExpression(node) &&
    !/^={2,3}$/.test(node.operatorToken.getText()) &&
    testsError(stripWrappers(node.left)))
