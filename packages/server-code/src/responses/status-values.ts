import ts from 'typescript'
import type {RequestFrame} from '../interpreter/call-stack.ts'
import {propertyNameOf, stripWrappers} from '../syntax.ts'
import {isInErrorHandling} from './conditions.ts'
import {type PathValues, unionPathValues} from './path-values.ts'
import {numberLiteralsOf} from './response-calls.ts'
import {classifyStatus, isEither} from './statuses.ts'

/** The value in `PathValues` of a status or media type that can't be determined. */
export const UNDETERMINED_VALUE = 'open'
/** Maximum number of variables that are followed. */
const MAX_DEPTH = 4

const single = (value: string): PathValues => new Set([value])

/**
 * Statuses that an expression can have: by its type, by its name, or by the arguments of a call. A computed status is
 * `default` for errors and `open` otherwise.
 */
export function findStatuses(
  written: ts.Expression | undefined,
  frame: RequestFrame,
  checker: ts.TypeChecker,
  depth = 0
): PathValues {
  const known = written && findKnownStatuses(written, frame, checker, depth)
  if (known) return known
  const isRefused =
    written && (classifyStatus(written, frame, checker) === 'refused' || isInErrorHandling(written, frame))
  return single(isRefused ? 'default' : UNDETERMINED_VALUE)
}

function findKnownStatuses(
  written: ts.Expression,
  frame: RequestFrame,
  checker: ts.TypeChecker,
  depth: number
): PathValues | undefined {
  const node = stripWrappers(written)
  const numbers = numberLiteralsOf(node, checker)
  if (numbers && numbers.length > 0) return new Set(numbers.map(String))
  if (depth > MAX_DEPTH) return undefined
  const again = (each: ts.Expression): PathValues => findStatuses(each, frame, checker, depth + 1)
  if (ts.isConditionalExpression(node)) return unionPathValues(again(node.whenTrue), again(node.whenFalse))
  if (ts.isBinaryExpression(node) && isEither(node)) {
    const first = findKnownStatuses(node.left, frame, checker, depth + 1)
    return first && unionPathValues(first, again(node.right))
  }
  if (ts.isPropertyAccessExpression(node)) {
    const type = checker.getTypeAtLocation(node)
    const named = type.flags & ts.TypeFlags.Any ? statusByName(node.name.text) : undefined
    return named === undefined ? statusOfProperty(node, frame, checker, depth) : single(String(named))
  }
  return ts.isIdentifier(node) ? statusesOfVariable(node, frame, checker, depth) : undefined
}

/** Status in a property of a constant object: `STATUS.created`. */
function statusOfProperty(
  node: ts.PropertyAccessExpression,
  frame: RequestFrame,
  checker: ts.TypeChecker,
  depth: number
): PathValues | undefined {
  const field = checker.getSymbolAtLocation(node.name)?.valueDeclaration
  const container = checker.getSymbolAtLocation(node.expression)?.valueDeclaration
  const isConstant =
    field && ts.isPropertyAssignment(field) && container && ts.isVariableDeclaration(container) && isConst(container)
  return isConstant && ts.isNumericLiteral(field.initializer)
    ? findKnownStatuses(field.initializer, frame, checker, depth + 1)
    : undefined
}

const isConst = ({parent}: ts.VariableDeclaration): boolean => (parent.flags & ts.NodeFlags.Const) !== 0

/** Statuses of a variable: of the argument for a parameter, or of all assignments to a local variable. */
function statusesOfVariable(
  node: ts.Identifier,
  frame: RequestFrame,
  checker: ts.TypeChecker,
  depth: number
): PathValues | undefined {
  const symbol = checker.getSymbolAtLocation(node)
  const declaration = symbol?.valueDeclaration
  if (!declaration || !symbol) return undefined
  if (ts.isParameter(declaration)) {
    const at = frame.fn.parameters.findIndex(({name}) => propertyNameOf(name as ts.BindingName) === node.text)
    const {above, call} = frame
    if (frame.fn.parameters[at] !== declaration || !above || !call) return undefined
    if (call.arguments.some(ts.isSpreadElement) || findAssignments(frame.fn, symbol, checker).length > 0)
      return undefined
    const given = call.arguments[at]
    if (given) return findStatuses(given, above, checker, depth + 1)
    return declaration.initializer && findStatuses(declaration.initializer, frame, checker, depth + 1)
  }
  if (!ts.isVariableDeclaration(declaration)) return undefined
  const around = ts.findAncestor(declaration, each => ts.isFunctionLike(each))
  if (!around || !ts.findAncestor(node, each => each === around)) return undefined
  const set = findAssignments(around, symbol, checker)
  if (set.includes(undefined)) return undefined
  const all = [declaration.initializer, ...set].flatMap(each =>
    each ? [findKnownStatuses(each, frame, checker, depth + 1)] : []
  )
  return all.length === 0 || all.includes(undefined)
    ? undefined
    : unionPathValues(...all.flatMap(each => (each ? [each] : [])))
}

/**
 * Expressions assigned to a variable within a function. `undefined` stands for any other change, such as `+=` or `++`.
 */
function findAssignments(fn: ts.Node, symbol: ts.Symbol, checker: ts.TypeChecker): (ts.Expression | undefined)[] {
  const found: (ts.Expression | undefined)[] = []
  const isIt = (node: ts.Expression): boolean => ts.isIdentifier(node) && checker.getSymbolAtLocation(node) === symbol
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node) && isIt(stripWrappers(node.left)))
      found.push(node.operatorToken.kind === ts.SyntaxKind.EqualsToken ? node.right : undefined)
    else if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && isIt(node.operand))
      found.push(undefined)
    ts.forEachChild(node, visit)
  }
  visit(fn)
  return found
}

const isAssignment = ({operatorToken: {kind}}: ts.BinaryExpression): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment

/** HTTP statuses by their names in libraries: `HttpStatus.CREATED`, `StatusCodes.NOT_FOUND`. */
const STATUS_BY_NAME: Readonly<Record<string, number>> = {
  CONTINUE: 100,
  SWITCHING_PROTOCOLS: 101,
  PROCESSING: 102,
  EARLY_HINTS: 103,
  EARLYHINTS: 103,
  OK: 200,
  CREATED: 201,
  ACCEPTED: 202,
  NON_AUTHORITATIVE_INFORMATION: 203,
  NO_CONTENT: 204,
  RESET_CONTENT: 205,
  PARTIAL_CONTENT: 206,
  MULTI_STATUS: 207,
  ALREADY_REPORTED: 208,
  CONTENT_DIFFERENT: 210,
  AMBIGUOUS: 300,
  MULTIPLE_CHOICES: 300,
  MOVED_PERMANENTLY: 301,
  FOUND: 302,
  MOVED_TEMPORARILY: 302,
  SEE_OTHER: 303,
  NOT_MODIFIED: 304,
  TEMPORARY_REDIRECT: 307,
  PERMANENT_REDIRECT: 308,
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  PROXY_AUTHENTICATION_REQUIRED: 407,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  GONE: 410,
  LENGTH_REQUIRED: 411,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  REQUEST_TOO_LONG: 413,
  URI_TOO_LONG: 414,
  REQUEST_URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  REQUESTED_RANGE_NOT_SATISFIABLE: 416,
  EXPECTATION_FAILED: 417,
  I_AM_A_TEAPOT: 418,
  IM_A_TEAPOT: 418,
  MISDIRECTED: 421,
  MISDIRECTED_REQUEST: 421,
  UNPROCESSABLE_ENTITY: 422,
  UNPROCESSABLE_CONTENT: 422,
  LOCKED: 423,
  FAILED_DEPENDENCY: 424,
  UPGRADE_REQUIRED: 426,
  PRECONDITION_REQUIRED: 428,
  TOO_MANY_REQUESTS: 429,
  REQUEST_HEADER_FIELDS_TOO_LARGE: 431,
  UNAVAILABLE_FOR_LEGAL_REASONS: 451,
  INTERNAL_SERVER_ERROR: 500,
  NOT_IMPLEMENTED: 501,
  BAD_GATEWAY: 502,
  SERVICE_UNAVAILABLE: 503,
  GATEWAY_TIMEOUT: 504,
  HTTP_VERSION_NOT_SUPPORTED: 505,
  INSUFFICIENT_STORAGE: 507,
  LOOP_DETECTED: 508,
  NETWORK_AUTHENTICATION_REQUIRED: 511
}

export const statusByName = (name: string): number | undefined =>
  Object.hasOwn(STATUS_BY_NAME, name) ? STATUS_BY_NAME[name] : undefined
