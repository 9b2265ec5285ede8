import ts from 'typescript'
import {stripWrappers} from '../syntax.ts'
import {findMediaTypeArgument, parseMediaType} from './media-types.ts'
import {NO_PATH, PathTracker, type PathValues, sequencePathValues, UNSET, unionPathValues} from './path-values.ts'
import {
  findCalleeFrame,
  isResponseExpression,
  methodNameOf,
  type ResponseCall,
  type ResponseFrame
} from './response-calls.ts'
import {findStatuses, UNDETERMINED_VALUE} from './status-values.ts'
import {callsInChain, setsStatus} from './statuses.ts'

/** Property of a response that is set before it is sent. */
type ResponseProperty = 'status' | 'media'

/** Methods that end the response. */
const SEND_METHODS: ReadonlySet<string> = new Set([
  'json',
  'jsonp',
  'send',
  'end',
  'sendStatus',
  'redirect',
  'render',
  'view',
  'sendFile',
  'sendfile',
  'download',
  'callNotFound'
])
/** Maximum call depth to which assignments are followed. */
const MAX_DEPTH = 3

/** Tracks the status and media type of a response along all paths to the call that sends it. */
export class ResponseState {
  readonly #checker: ts.TypeChecker
  readonly #trackers = new WeakMap<ResponseFrame, Partial<Record<ResponseProperty, PathTracker>>>()

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  /** Values that a chain sets itself, or else those set before it. */
  valuesAt(part: ResponseProperty, {call, chain, frame}: ResponseCall): PathValues {
    return this.#valuesInChain(part, chain, frame) ?? this.valuesBefore(part, call, frame)
  }

  /** Values set before a node. `NO_PATH` if a response was certainly sent before it. */
  valuesBefore(part: ResponseProperty, node: ts.Node, frame: ResponseFrame): PathValues {
    const ways = this.#tracker(part, frame, 0).valuesBefore(node, frame.fn)
    if (!ways.has('unset')) return ways
    if (frame.isOneOfMany) return sequencePathValues(new Set([UNDETERMINED_VALUE]), ways)
    return frame.above && frame.call ? sequencePathValues(this.valuesBefore(part, frame.call, frame.above), ways) : ways
  }

  /** Values at the exits of a function that hasn't sent a response. */
  valuesAtExit(part: ResponseProperty, frame: ResponseFrame): PathValues {
    return this.#tracker(part, frame, 0).valuesAtExit(frame.fn)
  }

  #tracker(part: ResponseProperty, frame: ResponseFrame, depth: number): PathTracker {
    const known = this.#trackers.get(frame) ?? {}
    this.#trackers.set(frame, known)
    known[part] ??= new PathTracker(node => this.#valuesSet(part, node, frame, depth))
    return known[part]
  }

  /** Values that an expression certainly sets, or else those that its parts might set. */
  #valuesSet(part: ResponseProperty, node: ts.Expression, frame: ResponseFrame, depth: number): PathValues | undefined {
    return this.#certainValues(part, node, frame, depth) ?? this.#possibleValues(part, node, frame, depth)
  }

  #certainValues(
    part: ResponseProperty,
    node: ts.Expression,
    frame: ResponseFrame,
    depth: number
  ): PathValues | undefined {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const left = stripWrappers(node.left)
      const isStatus = ts.isPropertyAccessExpression(left) && left.name.text === 'statusCode'
      return part === 'status' && isStatus && this.#isResponse(left.expression, frame)
        ? findStatuses(node.right, frame, this.#checker)
        : undefined
    }
    if (!ts.isCallExpression(node)) return undefined
    const links = callsInChain(node)
    const first = stripWrappers(links.at(-1)?.expression ?? node)
    if (ts.isPropertyAccessExpression(first) && this.#isResponse(first.expression, frame)) {
      return links.some(each => SEND_METHODS.has(methodNameOf(each)))
        ? NO_PATH
        : this.#valuesInChain(part, links, frame)
    }
    const inner = depth < MAX_DEPTH ? findCalleeFrame(node, frame, this.#checker) : undefined
    return inner && this.#tracker(part, inner, depth + 1).valuesAtExit(inner.fn)
  }

  #valuesInChain(
    part: ResponseProperty,
    links: readonly ts.CallExpression[],
    frame: ResponseFrame
  ): PathValues | undefined {
    for (const each of links) {
      if (part === 'status' && setsStatus(each)) return findStatuses(each.arguments[0], frame, this.#checker)
      const media = part === 'media' ? findMediaTypeArgument(each, methodNameOf(each)) : undefined
      if (media) return this.#mediaValues(media)
    }
    return undefined
  }

  #mediaValues(node: ts.Expression): PathValues {
    const type = this.#checker.getTypeAtLocation(node)
    const all = type.isUnion() ? type.types : [type]
    return new Set(
      all.map(each => (each.isStringLiteral() ? parseMediaType(each.value) : undefined) ?? UNDETERMINED_VALUE)
    )
  }

  /** Values that the parts of an expression might set, such as callbacks, which might or might not be called. */
  #possibleValues(part: ResponseProperty, node: ts.Node, frame: ResponseFrame, depth: number): PathValues | undefined {
    let found = NO_PATH
    const visit = (each: ts.Node): void => {
      if (ts.isFunctionLike(each))
        found = unionPathValues(
          found,
          this.#tracker(part, frame, depth).valuesAtExit(each as ts.FunctionLikeDeclaration)
        )
      else {
        const certain = ts.isExpression(each) ? this.#certainValues(part, each, frame, depth) : undefined
        if (certain) found = unionPathValues(found, certain)
        else ts.forEachChild(each, visit)
      }
    }
    ts.forEachChild(node, visit)
    return found.size === 0 ? undefined : unionPathValues(UNSET, found)
  }

  /** Whether an expression is the response: `res`, `reply.raw`. */
  #isResponse(written: ts.Expression, {symbol}: ResponseFrame): boolean {
    const node = stripWrappers(written)
    const of = ts.isPropertyAccessExpression(node) && node.name.text === 'raw' ? stripWrappers(node.expression) : node
    return isResponseExpression(of, symbol, this.#checker)
  }
}
