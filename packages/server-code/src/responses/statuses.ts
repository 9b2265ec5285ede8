import ts from 'typescript'
import type {RequestFrame} from '../interpreter/call-stack.ts'
import {propertyNameOf, stripWrappers} from '../syntax.ts'
import {methodNameOf, numberLiteralsOf} from './response-calls.ts'

/** Whether a response is a success, an error, or undetermined. */
export type ResponseOutcome = 'fine' | 'refused' | 'open'

/** Names of error statuses in libraries: `HttpStatus.UNAUTHORIZED`. */
const ERROR_STATUS_NAMES =
  /^(?:BAD_REQUEST|UNAUTHORIZED|PAYMENT_REQUIRED|FORBIDDEN|NOT_FOUND|METHOD_NOT_ALLOWED|NOT_ACCEPTABLE|REQUEST_TIMEOUT|CONFLICT|GONE|LENGTH_REQUIRED|PRECONDITION_FAILED|(?:PAYLOAD|REQUEST)_TOO_LARGE|URI_TOO_LONG|UNSUPPORTED_MEDIA_TYPE|UNPROCESSABLE_(?:ENTITY|CONTENT)|LOCKED|UPGRADE_REQUIRED|TOO_MANY_REQUESTS|INTERNAL_(?:SERVER_)?ERROR|NOT_IMPLEMENTED|BAD_GATEWAY|SERVICE_UNAVAILABLE|GATEWAY_TIMEOUT)$/i

/** Outcome of a status expression, also through the arguments of the call that leads to it. */
export function classifyStatus(
  written: ts.Expression | undefined,
  frame: RequestFrame,
  checker: ts.TypeChecker
): ResponseOutcome {
  if (!written) return 'fine'
  const node = stripWrappers(written)
  const numbers = numberLiteralsOf(node, checker)
  if (numbers) return numbers.every(each => each >= 400) ? 'refused' : 'fine'
  if (ts.isConditionalExpression(node)) {
    const both = [node.whenTrue, node.whenFalse].map(each => classifyStatus(each, frame, checker))
    return both.find(each => each !== 'refused') ?? 'refused'
  }
  // `error.status ?? 500`: an error status as the default means that an error is intended.
  if (ts.isBinaryExpression(node) && isEither(node)) {
    return classifyStatus(node.right, frame, checker) === 'refused' ? 'refused' : 'open'
  }
  if (ts.isPropertyAccessExpression(node)) return ERROR_STATUS_NAMES.test(node.name.text) ? 'refused' : 'open'
  if (!ts.isIdentifier(node)) return 'open'
  const at = frame.fn.parameters.findIndex(({name}) => propertyNameOf(name as ts.BindingName) === node.text)
  const given = at === -1 ? undefined : (frame.call?.arguments[at] ?? frame.fn.parameters[at]?.initializer)
  return given && frame.above ? classifyStatus(given, frame.above, checker) : 'open'
}

/** Whether an expression is its left side or, without one, its right side: `a || b`, `a ?? b`. */
export const isEither = ({operatorToken: {kind}}: ts.BinaryExpression): boolean =>
  kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken

const SETTERS: ReadonlySet<string> = new Set(['status', 'code', 'writeHead'])

export const setsStatus = (call: ts.CallExpression): boolean => SETTERS.has(methodNameOf(call))

/** Calls of a method chain, last one first. */
export function callsInChain(call: ts.CallExpression): ts.CallExpression[] {
  const callee = stripWrappers(call.expression)
  const inner = ts.isPropertyAccessExpression(callee) ? stripWrappers(callee.expression) : undefined
  return [call, ...(inner && ts.isCallExpression(inner) ? callsInChain(inner) : [])]
}
