import ts from 'typescript'
import {bare} from '../syntax.ts'
import {mediaNamed, mediaSaid} from './media-types.ts'
import {Course, either, NOWHERE, over, UNSET, type Ways} from './path-values.ts'
import {type AnswerFrame, handedIn, isAnswer, nameIn, type Said} from './response-calls.ts'
import {OPEN, statusesIn} from './status-values.ts'
import {linksOf, setsStatus} from './statuses.ts'

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
export class AnswerState {
  readonly #checker: ts.TypeChecker
  readonly #trackers = new WeakMap<AnswerFrame, Partial<Record<ResponseProperty, Course>>>()

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  /** Values that a chain sets itself, or else those set before it. */
  of(part: ResponseProperty, {call, chain, frame}: Said): Ways {
    return this.#valuesInChain(part, chain, frame) ?? this.before(part, call, frame)
  }

  /** Values set before a node. `NOWHERE` if a response was certainly sent before it. */
  before(part: ResponseProperty, node: ts.Node, frame: AnswerFrame): Ways {
    const ways = this.#tracker(part, frame, 0).before(node, frame.fn)
    if (!ways.has('unset')) return ways
    if (frame.isOneOfMany) return over(new Set([OPEN]), ways)
    return frame.above && frame.call ? over(this.before(part, frame.call, frame.above), ways) : ways
  }

  /** Values at the exits of a function that hasn't sent a response. */
  through(part: ResponseProperty, frame: AnswerFrame): Ways {
    return this.#tracker(part, frame, 0).through(frame.fn)
  }

  #tracker(part: ResponseProperty, frame: AnswerFrame, depth: number): Course {
    const known = this.#trackers.get(frame) ?? {}
    this.#trackers.set(frame, known)
    known[part] ??= new Course(node => this.#valuesSet(part, node, frame, depth))
    return known[part]
  }

  /** Values that an expression certainly sets, or else those that its parts might set. */
  #valuesSet(part: ResponseProperty, node: ts.Expression, frame: AnswerFrame, depth: number): Ways | undefined {
    return this.#certainValues(part, node, frame, depth) ?? this.#possibleValues(part, node, frame, depth)
  }

  #certainValues(part: ResponseProperty, node: ts.Expression, frame: AnswerFrame, depth: number): Ways | undefined {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const left = bare(node.left)
      const isStatus = ts.isPropertyAccessExpression(left) && left.name.text === 'statusCode'
      return part === 'status' && isStatus && this.#isResponse(left.expression, frame)
        ? statusesIn(node.right, frame, this.#checker)
        : undefined
    }
    if (!ts.isCallExpression(node)) return undefined
    const links = linksOf(node)
    const first = bare(links.at(-1)?.expression ?? node)
    if (ts.isPropertyAccessExpression(first) && this.#isResponse(first.expression, frame)) {
      return links.some(each => SEND_METHODS.has(nameIn(each))) ? NOWHERE : this.#valuesInChain(part, links, frame)
    }
    const inner = depth < MAX_DEPTH ? handedIn(node, frame, this.#checker) : undefined
    return inner && this.#tracker(part, inner, depth + 1).through(inner.fn)
  }

  #valuesInChain(part: ResponseProperty, links: readonly ts.CallExpression[], frame: AnswerFrame): Ways | undefined {
    for (const each of links) {
      if (part === 'status' && setsStatus(each)) return statusesIn(each.arguments[0], frame, this.#checker)
      const media = part === 'media' ? mediaSaid(each, nameIn(each)) : undefined
      if (media) return this.#mediaValues(media)
    }
    return undefined
  }

  #mediaValues(node: ts.Expression): Ways {
    const type = this.#checker.getTypeAtLocation(node)
    const all = type.isUnion() ? type.types : [type]
    return new Set(all.map(each => (each.isStringLiteral() ? mediaNamed(each.value) : undefined) ?? OPEN))
  }

  /** Callbacks might or might not be called. */
  #possibleValues(part: ResponseProperty, node: ts.Node, frame: AnswerFrame, depth: number): Ways | undefined {
    let found = NOWHERE
    const visit = (each: ts.Node): void => {
      if (ts.isFunctionLike(each))
        found = either(found, this.#tracker(part, frame, depth).through(each as ts.FunctionLikeDeclaration))
      else {
        const certain = ts.isExpression(each) ? this.#certainValues(part, each, frame, depth) : undefined
        if (certain) found = either(found, certain)
        else ts.forEachChild(each, visit)
      }
    }
    ts.forEachChild(node, visit)
    return found.size === 0 ? undefined : either(UNSET, found)
  }

  /** Whether an expression is the response: `res`, `reply.raw`. */
  #isResponse(written: ts.Expression, {symbol}: AnswerFrame): boolean {
    const node = bare(written)
    const of = ts.isPropertyAccessExpression(node) && node.name.text === 'raw' ? bare(node.expression) : node
    return isAnswer(of, symbol, this.#checker)
  }
}
