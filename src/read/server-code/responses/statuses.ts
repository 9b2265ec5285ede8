import ts from 'typescript'
import type {Frame} from '../interpreter/frame.ts'
import {bare, nameOf} from '../syntax.ts'
import {nameIn, numbersOf} from './response-calls.ts'

/** Whether a response is a success, an error, or undetermined. */
export type Outcome = 'fine' | 'refused' | 'open'

/** Names of error statuses in libraries: `HttpStatus.UNAUTHORIZED`. */
const ERROR_STATUS_NAMES =
  /^(?:BAD_REQUEST|UNAUTHORIZED|PAYMENT_REQUIRED|FORBIDDEN|NOT_FOUND|METHOD_NOT_ALLOWED|NOT_ACCEPTABLE|REQUEST_TIMEOUT|CONFLICT|GONE|LENGTH_REQUIRED|PRECONDITION_FAILED|(?:PAYLOAD|REQUEST)_TOO_LARGE|URI_TOO_LONG|UNSUPPORTED_MEDIA_TYPE|UNPROCESSABLE_(?:ENTITY|CONTENT)|LOCKED|UPGRADE_REQUIRED|TOO_MANY_REQUESTS|INTERNAL_(?:SERVER_)?ERROR|NOT_IMPLEMENTED|BAD_GATEWAY|SERVICE_UNAVAILABLE|GATEWAY_TIMEOUT)$/i

/** Outcome of a status expression, also through the arguments of the call that leads to it. */
export function outcomeOf(written: ts.Expression | undefined, frame: Frame, checker: ts.TypeChecker): Outcome {
  if (!written) return 'fine'
  const node = bare(written)
  const numbers = numbersOf(node, checker)
  if (numbers) return numbers.every(each => each >= 400) ? 'refused' : 'fine'
  if (ts.isConditionalExpression(node)) {
    const both = [node.whenTrue, node.whenFalse].map(each => outcomeOf(each, frame, checker))
    return both.find(each => each !== 'refused') ?? 'refused'
  }
  // `error.status ?? 500`: an error status as the default means that an error is intended.
  if (ts.isBinaryExpression(node) && isEither(node)) {
    return outcomeOf(node.right, frame, checker) === 'refused' ? 'refused' : 'open'
  }
  if (ts.isPropertyAccessExpression(node)) return ERROR_STATUS_NAMES.test(node.name.text) ? 'refused' : 'open'
  if (!ts.isIdentifier(node)) return 'open'
  const at = frame.fn.parameters.findIndex(({name}) => nameOf(name as ts.BindingName) === node.text)
  const given = at === -1 ? undefined : (frame.call?.arguments[at] ?? frame.fn.parameters[at]?.initializer)
  return given && frame.above ? outcomeOf(given, frame.above, checker) : 'open'
}

const isEither = ({operatorToken: {kind}}: ts.BinaryExpression): boolean =>
  kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken

const SETTERS: ReadonlySet<string> = new Set(['status', 'code', 'writeHead'])

export const setsStatus = (call: ts.CallExpression): boolean => SETTERS.has(nameIn(call))

/** Calls of a method chain, last one first. */
export function linksOf(call: ts.CallExpression): ts.CallExpression[] {
  const callee = bare(call.expression)
  const inner = ts.isPropertyAccessExpression(callee) ? bare(callee.expression) : undefined
  return [call, ...(inner && ts.isCallExpression(inner) ? linksOf(inner) : [])]
}
