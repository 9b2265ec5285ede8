import type ts from 'typescript'

/** A function that a request goes through, and the call that leads there from the one before. */
export interface Frame {
  readonly fn: ts.FunctionLikeDeclaration
  readonly call?: ts.CallExpression
  readonly above?: Frame
}
