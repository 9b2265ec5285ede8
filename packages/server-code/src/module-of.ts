import ts from 'typescript'
import {stripWrappers} from './syntax.ts'

/** Maximum number of variables that are followed. */
const MAX_DEPTH = 4

/**
 * The module that an expression starts from, according to its syntax. `undefined` if there is none. Compiled code wraps
 * `require` in helpers whose types aren't known: `const cors_1 = __importDefault(require('cors'))`.
 */
export function moduleOfExpression(written: ts.Node, checker: ts.TypeChecker, depth = 0): string | undefined {
  const node = ts.isExpression(written) ? stripWrappers(written) : written
  if (depth > MAX_DEPTH) return undefined
  // Compiled code calls an import as `(0, cors_1.default)()`.
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.CommaToken)
    return moduleOfExpression(node.right, checker, depth)
  if (ts.isCallExpression(node)) return requiredModule(node) ?? moduleOfExpression(node.expression, checker, depth)
  if (ts.isPropertyAccessExpression(node)) {
    const module = moduleOfExpression(node.expression, checker, depth)
    // The exports of Express are known one by one, for example `express.json`.
    return module === 'express' && node.name.text !== 'default' ? `express.${node.name.text}` : module
  }
  const declaration = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node)?.valueDeclaration : undefined
  return declaration && ts.isVariableDeclaration(declaration) && declaration.initializer
    ? moduleOfExpression(declaration.initializer, checker, depth + 1)
    : undefined
}

/** Module name of `require('cors')`, also inside compiler helpers. `undefined` for any other call. */
function requiredModule({expression, arguments: [first]}: ts.CallExpression): string | undefined {
  const inner = first && stripWrappers(first)
  if (!inner || !ts.isIdentifier(expression)) return undefined
  if (expression.text === 'require') return ts.isStringLiteralLike(inner) ? inner.text : undefined
  return /^_*(?:import|interop|toESM)/.test(expression.text) && ts.isCallExpression(inner)
    ? requiredModule(inner)
    : undefined
}
