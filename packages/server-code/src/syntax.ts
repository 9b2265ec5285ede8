import ts from 'typescript'

export const isStatic = (member: ts.ClassElement): boolean => hasModifier(member, ts.SyntaxKind.StaticKeyword)

const hasModifier = (node: ts.Node, kind: ts.SyntaxKind): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(each => each.kind === kind)

/** The static name of a property. `undefined` if it is computed. */
export function propertyNameOf(name: ts.PropertyName | ts.BindingName | undefined): string | undefined {
  if (!name) return undefined
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text
  if (ts.isPrivateIdentifier(name)) return name.text
  return ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression) ? name.expression.text : undefined
}

/** Strips parentheses, type assertions (`as`, `satisfies`, `!`), and `await` from an expression. */
export function stripWrappers(node: ts.Expression): ts.Expression {
  let here = node
  while (
    ts.isParenthesizedExpression(here) ||
    ts.isAsExpression(here) ||
    ts.isSatisfiesExpression(here) ||
    ts.isNonNullExpression(here) ||
    ts.isTypeAssertionExpression(here) ||
    ts.isAwaitExpression(here)
  ) {
    here = here.expression
  }
  return here
}
