import type ts from 'typescript'
import type {Compiler} from '../file-context.ts'

/** The class or object literal that `this` refers to at a node. `undefined` if it can't be determined. */
export function findThisOwner(
  node: ts.Node,
  ts: Compiler
): ts.ClassLikeDeclaration | ts.ObjectLiteralExpression | undefined {
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isClassLike(at)) return at
    if (ts.isFunctionDeclaration(at)) return undefined
    if (ts.isMethodDeclaration(at) || ts.isAccessor(at)) {
      if (ts.isObjectLiteralExpression(at.parent) || ts.isClassLike(at.parent)) return at.parent
    } else if (ts.isFunctionExpression(at)) return ts.isPropertyAssignment(at.parent) ? at.parent.parent : undefined
  }
  return undefined
}

/** Name of a function, or of the variable that holds it. */
export function functionNameOf(node: ts.SignatureDeclaration, ts: Compiler): string {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined)
  return named && ts.isIdentifier(named) ? named.text : '…'
}

/** Returned expressions of a function, without those of nested functions. `undefined` if it has no body. */
export function findReturns(node: ts.SignatureDeclaration, ts: Compiler): readonly ts.Expression[] | undefined {
  const {body} = node as ts.FunctionLikeDeclaration
  if (!body) return undefined
  if (!ts.isBlock(body)) return [body]
  const found: ts.Expression[] = []
  const visit = (at: ts.Node): void => {
    if (ts.isFunctionLike(at) || ts.isClassLike(at)) return
    if (ts.isReturnStatement(at) && at.expression) found.push(at.expression)
    else ts.forEachChild(at, visit)
  }
  ts.forEachChild(body, visit)
  return found
}
