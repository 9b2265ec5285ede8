import ts from 'typescript'
import type {Frame} from '../interpreter/frame.ts'
import type {Engine} from '../interpreter/framework-contract.ts'
import type {Callable, Value} from '../interpreter/values.ts'
import type {Manner} from '../routers.ts'
import {bare} from '../syntax.ts'
import {conditionsOf, isInFailure, isOfPath, isOfPreflight} from './conditions.ts'
import {isCalledError} from './error-calls.ts'
import type {Finding} from './middleware-finding.ts'
import {symbolAt} from './response-calls.ts'
import {linksOf, type Outcome} from './statuses.ts'

/** Maximum call depth to which a request is followed. */
export const DEEPEST = 4

/** Follows a request through a function of the program and collects findings. */
export class Flow {
  readonly engine: Engine
  readonly checker: ts.TypeChecker
  readonly root: Callable
  readonly found: Finding[] = []
  readonly seen = new Set<ts.Node>()
  readonly #signature: Manner
  readonly #judge: (value: Value) => readonly Finding[]

  /** `judge` classifies values that the request is passed to. */
  constructor(engine: Engine, manner: Manner, root: Callable, judge: (value: Value) => readonly Finding[]) {
    this.engine = engine
    this.checker = engine.checker
    this.root = root
    this.#signature = manner
    this.#judge = judge
  }

  is(node: ts.Expression, symbol: ts.Symbol | undefined): boolean {
    const here = bare(node)
    return symbol !== undefined && ts.isIdentifier(here) && this.checker.getSymbolAtLocation(here) === symbol
  }

  /**
   * Name of a method called on a parameter: `res.status(200).json(…)`, `reply.raw.end()`. `undefined` if the call isn't
   * on that parameter.
   */
  nameOn(call: ts.CallExpression, symbol: ts.Symbol): string | undefined {
    const first = bare(linksOf(call).at(-1)?.expression ?? call)
    if (!ts.isPropertyAccessExpression(first)) return undefined
    const receiver = bare(first.expression)
    const of = ts.isPropertyAccessExpression(receiver) && receiver.name.text === 'raw' ? receiver.expression : receiver
    const callee = bare(call.expression)
    return this.is(of, symbol) && ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined
  }

  /** Whether an expression is an error. Fastify uses the status of an error that is sent or returned. */
  fails(node: ts.Expression): boolean {
    if (this.#signature === 'express' || this.#signature === 'filter') return false
    const type = this.checker.getTypeAtLocation(node)
    if (type.flags & ts.TypeFlags.Any) return isCalledError(node, this.checker)
    return (type.flags & ts.TypeFlags.Never) !== 0 || this.checker.getPropertyOfType(type, 'stack') !== undefined
  }

  may(): void {
    this.found.push({what: 'may'})
  }

  shows(outcome: Outcome, node: ts.Node, frame: Frame): void {
    if (outcome !== 'refused' && !isInFailure(node, frame)) this.found.push({what: 'shows'})
  }

  hands(node: ts.Node, frame: Frame): void {
    if (!isInFailure(node, frame)) this.found.push({what: 'hands'})
  }

  /** Records a response, except errors and CORS preflight responses, which a route wouldn't document. */
  sends(outcome: Outcome, node: ts.Node, frame: Frame, isEmpty: boolean): void {
    if (outcome === 'refused' || isInFailure(node, frame)) return
    const conditions = conditionsOf(node, frame)
    if (conditions.some(isOfPreflight) || (isEmpty && /['"`]OPTIONS['"`]/.test(this.root.node.getText()))) return
    const isSure = conditions.some(isOfPath) || this.#isFinal(conditions.length)
    this.found.push({what: outcome === 'fine' && isSure ? 'answers' : 'may'})
  }

  /** Whether the function always ends the request, so that no route can answer. */
  #isFinal(conditions: number): boolean {
    if (this.#signature === 'handler' || this.#signature === 'filter') return true
    if (this.#signature === 'hook') return conditions === 0
    const {body} = this.root.node
    return !body || !this.letsThrough(body)
  }

  /** Whether a node refers to the `next` parameter. */
  letsThrough(node: ts.Node): boolean {
    const next = symbolAt(this.root.node, this.#signature === 'hono' ? 1 : 2, this.checker)
    const speaks = (each: ts.Node): boolean =>
      (ts.isIdentifier(each) && this.is(each, next)) || ts.forEachChild(each, speaks) === true
    return next !== undefined && speaks(node)
  }

  /**
   * The function of the program that a call invokes. `told` if the callee is outside the program and its findings were
   * recorded; `undefined` if nothing is known.
   */
  functionOf(call: ts.CallExpression): ts.FunctionLikeDeclaration | 'told' | undefined {
    const declaration = this.checker.getResolvedSignature(call)?.declaration
    if (declaration && 'body' in declaration && declaration.body) return declaration as ts.FunctionLikeDeclaration
    const value = this.#valueOf(call.expression, 0)
    if (!value || (value.kind === 'unknown' && value.from === undefined)) return undefined
    if (value.kind === 'external' && value.module === '') return undefined
    const findings = this.#judge(value)
    this.found.push(...findings.map((each): Finding => (each.what === 'package' ? {what: 'hands'} : each)))
    return 'told'
  }

  /**
   * Value of the expression that a chain starts from: of `helmet` in `helmet()(req, res, next)`. `undefined` if it
   * isn't known.
   */
  #valueOf(written: ts.Expression, depth: number): Value | undefined {
    const node = bare(written)
    if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return this.#valueOf(node.expression, depth)
    const symbol = ts.isIdentifier(node) ? this.checker.getSymbolAtLocation(node) : undefined
    if (!symbol || depth > DEEPEST) return undefined
    const {valueDeclaration: declaration} = symbol
    const isInside = declaration && ts.findAncestor(declaration, each => each === this.root.node)
    if (!isInside) return this.engine.valueOf(symbol, this.root.scope)
    return ts.isVariableDeclaration(declaration) && declaration.initializer
      ? this.#valueOf(declaration.initializer, depth + 1)
      : undefined
  }
}
