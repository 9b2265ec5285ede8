import ts from 'typescript'
import {bare} from './syntax.ts'

/** How far names are followed. */
const DEEPEST = 4

/**
 * The module that an expression begins with, as it is written. Compiled code asks for modules in ways of which it cannot
 * be told what comes back: `const cors_1 = __importDefault(require('cors'))`.
 */
export function moduleBehind(written: ts.Node, checker: ts.TypeChecker, depth = 0): string | undefined {
  const node = ts.isExpression(written) ? bare(written) : written
  if (depth > DEEPEST) return undefined
  // `(0, cors_1.default)()`
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.CommaToken)
    return moduleBehind(node.right, checker, depth)
  if (ts.isCallExpression(node)) return requiredIn(node) ?? moduleBehind(node.expression, checker, depth)
  if (ts.isPropertyAccessExpression(node)) {
    const module = moduleBehind(node.expression, checker, depth)
    // Of Express it is known what its parts are.
    return module === 'express' && node.name.text !== 'default' ? `express.${node.name.text}` : module
  }
  const declaration = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node)?.valueDeclaration : undefined
  return declaration && ts.isVariableDeclaration(declaration) && declaration.initializer
    ? moduleBehind(declaration.initializer, checker, depth + 1)
    : undefined
}

/** `require('cors')`, also in what the compiler puts around it. */
function requiredIn({expression, arguments: [first]}: ts.CallExpression): string | undefined {
  const inner = first && bare(first)
  if (!inner || !ts.isIdentifier(expression)) return undefined
  if (expression.text === 'require') return ts.isStringLiteralLike(inner) ? inner.text : undefined
  return /^_*(?:import|interop|toESM)/.test(expression.text) && ts.isCallExpression(inner)
    ? requiredIn(inner)
    : undefined
}
