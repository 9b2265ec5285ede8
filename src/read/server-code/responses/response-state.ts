import ts from 'typescript'
import {bare} from '../syntax.ts'
import {mediaNamed, mediaSaid} from './media-types.ts'
import {Course, either, NOWHERE, over, UNSET, type Ways} from './path-values.ts'
import {type AnswerFrame, handedIn, isAnswer, nameIn, type Said} from './response-calls.ts'
import {OPEN, statusesIn} from './status-values.ts'
import {linksOf, setsStatus} from './statuses.ts'

/** Property of a response that is set before it is sent. */
type Part = 'status' | 'media'

/** Methods that end the response. */
const SENDS: ReadonlySet<string> = new Set([
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
const DEEPEST = 3

/** Tracks the status and media type of a response along all paths to the call that sends it. */
export class AnswerState {
  readonly #checker: ts.TypeChecker
  readonly #courses = new WeakMap<AnswerFrame, Partial<Record<Part, Course>>>()

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  /** Values that a chain sets itself, or else those set before it. */
  of(part: Part, {call, chain, frame}: Said): Ways {
    return this.#ofLinks(part, chain, frame) ?? this.before(part, call, frame)
  }

  /** Values set before a node. `NOWHERE` if a response was certainly sent before it. */
  before(part: Part, node: ts.Node, frame: AnswerFrame): Ways {
    const ways = this.#course(part, frame, 0).before(node, frame.fn)
    if (!ways.has('unset')) return ways
    if (frame.isOneOfMany) return over(new Set([OPEN]), ways)
    return frame.above && frame.call ? over(this.before(part, frame.call, frame.above), ways) : ways
  }

  /** Values at the exits of a function that hasn't sent a response. */
  through(part: Part, frame: AnswerFrame): Ways {
    return this.#course(part, frame, 0).through(frame.fn)
  }

  #course(part: Part, frame: AnswerFrame, depth: number): Course {
    const known = this.#courses.get(frame) ?? {}
    this.#courses.set(frame, known)
    known[part] ??= new Course(node => this.#set(part, node, frame, depth))
    return known[part]
  }

  /** Values that an expression certainly sets, or else those that its parts might set. */
  #set(part: Part, node: ts.Expression, frame: AnswerFrame, depth: number): Ways | undefined {
    return this.#certain(part, node, frame, depth) ?? this.#within(part, node, frame, depth)
  }

  #certain(part: Part, node: ts.Expression, frame: AnswerFrame, depth: number): Ways | undefined {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const left = bare(node.left)
      const isStatus = ts.isPropertyAccessExpression(left) && left.name.text === 'statusCode'
      return part === 'status' && isStatus && this.#isAnswer(left.expression, frame)
        ? statusesIn(node.right, frame, this.#checker)
        : undefined
    }
    if (!ts.isCallExpression(node)) return undefined
    const links = linksOf(node)
    const first = bare(links.at(-1)?.expression ?? node)
    if (ts.isPropertyAccessExpression(first) && this.#isAnswer(first.expression, frame)) {
      return links.some(each => SENDS.has(nameIn(each))) ? NOWHERE : this.#ofLinks(part, links, frame)
    }
    const inner = depth < DEEPEST ? handedIn(node, frame, this.#checker) : undefined
    return inner && this.#course(part, inner, depth + 1).through(inner.fn)
  }

  #ofLinks(part: Part, links: readonly ts.CallExpression[], frame: AnswerFrame): Ways | undefined {
    for (const each of links) {
      if (part === 'status' && setsStatus(each)) return statusesIn(each.arguments[0], frame, this.#checker)
      const media = part === 'media' ? mediaSaid(each, nameIn(each)) : undefined
      if (media) return this.#media(media)
    }
    return undefined
  }

  #media(node: ts.Expression): Ways {
    const type = this.#checker.getTypeAtLocation(node)
    const all = type.isUnion() ? type.types : [type]
    return new Set(all.map(each => (each.isStringLiteral() ? mediaNamed(each.value) : undefined) ?? OPEN))
  }

  /** Callbacks might or might not be called. */
  #within(part: Part, node: ts.Node, frame: AnswerFrame, depth: number): Ways | undefined {
    let found = NOWHERE
    const visit = (each: ts.Node): void => {
      if (ts.isFunctionLike(each))
        found = either(found, this.#course(part, frame, depth).through(each as ts.FunctionLikeDeclaration))
      else {
        const certain = ts.isExpression(each) ? this.#certain(part, each, frame, depth) : undefined
        if (certain) found = either(found, certain)
        else ts.forEachChild(each, visit)
      }
    }
    ts.forEachChild(node, visit)
    return found.size === 0 ? undefined : either(UNSET, found)
  }

  /** Whether an expression is the response: `res`, `reply.raw`. */
  #isAnswer(written: ts.Expression, {symbol}: AnswerFrame): boolean {
    const node = bare(written)
    const of = ts.isPropertyAccessExpression(node) && node.name.text === 'raw' ? bare(node.expression) : node
    return isAnswer(of, symbol, this.#checker)
  }
}
