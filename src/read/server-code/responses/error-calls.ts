import ts from 'typescript'
import {moduleOfExpression} from '../module-of.ts'
import {stripWrappers} from '../syntax.ts'

/** Maximum number of variables that are followed. */
const MAX_DEPTH = 4

const ERROR_NAMES = /(?:error|exception|not_?found)$/i
const ERROR_NAMESPACES = /(?:errors|exceptions|boom)$/i
const ERROR_MODULES = /(?:errors?|exceptions?|boom)$|^@fastify\/sensible$/i

/**
 * Whether a value of type `any` is an error, judged by its name or the module that creates it. If the packages aren't
 * installed, there is no better evidence.
 */
export function isErrorByName(written: ts.Expression, checker: ts.TypeChecker, depth = 0): boolean {
  const node = stripWrappers(written)
  if (depth > MAX_DEPTH) return false
  const initializer = findInitializer(node, checker)
  if (initializer) return isErrorByName(initializer, checker, depth + 1)
  if (!ts.isCallOrNewExpression(node)) return false
  // Functions of the program have their own types, so that their names don't count.
  const declaration = checker.getResolvedSignature(node)?.declaration
  if (declaration && 'body' in declaration && declaration.body) return false
  return isErrorName(stripWrappers(node.expression), checker)
}

function isErrorName(node: ts.Expression, checker: ts.TypeChecker, depth = 0): boolean {
  const [last, ...namespaces] = namesIn(node)
  if (last === undefined || depth > MAX_DEPTH) return false
  if (ERROR_NAMES.test(last) || namespaces.some(each => ERROR_NAMESPACES.test(each))) return true
  const module = findImportedModule(node, checker)
  if (module !== undefined) return ERROR_MODULES.test(module)
  // A class made by a factory: `const Missing = createError('MISSING', 'nothing here', 404)`.
  const initializer = findInitializer(node, checker)
  if (!initializer) return false
  return isErrorName(
    ts.isCallOrNewExpression(initializer) ? stripWrappers(initializer.expression) : initializer,
    checker,
    depth + 1
  )
}

/** The names in `server.httpErrors.notFound`, last one first. Empty for any other expression. */
function namesIn(node: ts.Expression): string[] {
  if (ts.isIdentifier(node)) return [node.text]
  if (!ts.isPropertyAccessExpression(node)) return []
  const inner = namesIn(stripWrappers(node.expression))
  return inner.length > 0 ? [node.name.text, ...inner] : []
}

function findImportedModule(node: ts.Expression, checker: ts.TypeChecker): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return findImportedModule(stripWrappers(node.expression), checker)
  const [declaration] = checker.getSymbolAtLocation(node)?.declarations ?? []
  const from = declaration && ts.findAncestor(declaration, ts.isImportDeclaration)?.moduleSpecifier
  if (from && ts.isStringLiteralLike(from)) return from.text
  const initializer = findInitializer(node, checker)
  const isRequired =
    initializer && ts.isCallExpression(initializer) && /^(?:require|_*import)/.test(initializer.expression.getText())
  return isRequired ? moduleOfExpression(initializer, checker) : undefined
}

function findInitializer(node: ts.Expression, checker: ts.TypeChecker): ts.Expression | undefined {
  const declaration = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node)?.valueDeclaration : undefined
  const isConstant =
    declaration && ts.isVariableDeclaration(declaration) && ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const
  return isConstant && declaration.initializer ? stripWrappers(declaration.initializer) : undefined
}
