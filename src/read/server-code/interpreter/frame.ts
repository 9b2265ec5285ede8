import type ts from 'typescript'

/** A function on the way of a request, with the call that leads to it from the function above. */
export interface RequestFrame {
  readonly fn: ts.FunctionLikeDeclaration
  readonly call?: ts.CallExpression
  readonly above?: RequestFrame
}
