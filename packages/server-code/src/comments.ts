import ts from 'typescript'
import type {Route} from './routes/resolve-routes.ts'
import type {RouteDocs} from './to-openapi.ts'

/** Nodes whose doc comments describe a route: its statement, handler, and controller. */
export function findRouteDocs({registered}: Route, functions: readonly ts.FunctionLikeDeclaration[]): RouteDocs {
  const {node, nest} = registered
  if (nest) return {commentNodes: [nest.controller, nest.method], linkTargets: [nest.method]}
  const handlers = functions.flatMap(each => findDeclaration(each) ?? [])
  return {commentNodes: [...handlers, ...findStatement(node)], linkTargets: functions}
}

/**
 * The statement of a call. In a chain, the comment above the statement describes only the first call, unless the whole
 * chain is about one path.
 */
function findStatement(call: ts.Node): ts.Node[] {
  const own = findChainComment(call)
  let here = call
  while (here.parent && !ts.isStatement(here)) here = here.parent
  if (!ts.isExpressionStatement(here) || own) return own ? [own] : []
  const isFirst = !isInChain(call) || isRouteChain(call)
  return isFirst ? [here] : []
}

const isInChain = (call: ts.Node): boolean => {
  const receiver = receiverOf(call)
  return receiver !== undefined && ts.isCallExpression(receiver)
}

const receiverOf = (call: ts.Node): ts.Expression | undefined =>
  ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.expression) ? call.expression.expression : undefined

function isRouteChain(call: ts.Node): boolean {
  for (let here = receiverOf(call); here && ts.isCallExpression(here); here = receiverOf(here)) {
    if (
      ts.isPropertyAccessExpression(here.expression) &&
      here.expression.name.text === 'route' &&
      here.arguments.length === 1
    )
      return true
  }
  return false
}

/**
 * A comment inside a chain stands before the dot of the call that it describes. It is parsed on its own, because the
 * compiler attaches it to no node.
 */
function findChainComment(call: ts.Node): ts.Node | undefined {
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined
  const {expression, name} = call.expression
  if (!ts.isCallExpression(expression) && !ts.isNewExpression(expression)) return undefined
  const file = call.getSourceFile()
  const between = file.text.slice(expression.getEnd(), name.getStart(file))
  const comment = /\/\*\*[\s\S]*?\*\//g.exec(between)?.[0]
  if (comment === undefined) return undefined
  const parsed = ts.createSourceFile('comment.ts', `${comment}\nvoid 0`, ts.ScriptTarget.Latest, true)
  return parsed.statements[0]
}

/**
 * Declaration of a function: its own statement, or the variable or property that holds it. `undefined` for any other
 * function.
 */
function findDeclaration(fn: ts.FunctionLikeDeclaration): ts.Node | undefined {
  if (ts.isFunctionDeclaration(fn) || ts.isMethodDeclaration(fn)) return fn
  const {parent} = fn
  if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) return parent
  if (ts.isVariableDeclaration(parent) && ts.isVariableStatement(parent.parent.parent)) return parent.parent.parent
  return undefined
}
