import ts from 'typescript'
import type {RequestFrame} from '../interpreter/call-stack.ts'
import type {Engine} from '../interpreter/framework-contract.ts'
import type {AbstractValue, FunctionClosure} from '../interpreter/values.ts'
import type {PackageKind} from '../known-packages.ts'
import {moduleOfExpression} from '../module-of.ts'
import type {MiddlewareSignature} from '../routers.ts'
import {stripWrappers} from '../syntax.ts'
import {collectConditions, isInErrorHandling, requiresPath, requiresPreflight} from './conditions.ts'
import {parameterSymbolAt} from './response-calls.ts'
import {callsInChain, type ResponseOutcome} from './statuses.ts'

/** Maximum call depth to which a request is followed. */
export const MAX_REQUEST_DEPTH = 4

/** Follows a request through a function of the program and collects findings. */
export class RequestFlow {
  readonly engine: Engine
  readonly checker: ts.TypeChecker
  readonly root: FunctionClosure
  readonly found: MiddlewareFinding[] = []
  readonly seen = new Set<ts.Node>()
  readonly #signature: MiddlewareSignature
  readonly #judge: (value: AbstractValue) => readonly MiddlewareFinding[]

  /** `judge` classifies values that the request is passed to. */
  constructor(
    engine: Engine,
    manner: MiddlewareSignature,
    root: FunctionClosure,
    judge: (value: AbstractValue) => readonly MiddlewareFinding[]
  ) {
    this.engine = engine
    this.checker = engine.checker
    this.root = root
    this.#signature = manner
    this.#judge = judge
  }

  refersTo(node: ts.Expression, symbol: ts.Symbol | undefined): boolean {
    const here = stripWrappers(node)
    return symbol !== undefined && ts.isIdentifier(here) && this.checker.getSymbolAtLocation(here) === symbol
  }

  /**
   * Name of a method called on a parameter: `res.status(200).json(…)`, `reply.raw.end()`. `undefined` if the call isn't
   * on that parameter.
   */
  methodNameOn(call: ts.CallExpression, symbol: ts.Symbol): string | undefined {
    const first = stripWrappers(callsInChain(call).at(-1)?.expression ?? call)
    if (!ts.isPropertyAccessExpression(first)) return undefined
    const receiver = stripWrappers(first.expression)
    const of = ts.isPropertyAccessExpression(receiver) && receiver.name.text === 'raw' ? receiver.expression : receiver
    const callee = stripWrappers(call.expression)
    return this.refersTo(of, symbol) && ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined
  }

  /** Whether an expression is an error. Fastify uses the status of an error that is sent or returned. */
  isError(node: ts.Expression): boolean {
    if (this.#signature === 'express' || this.#signature === 'filter') return false
    const type = this.checker.getTypeAtLocation(node)
    if (type.flags & ts.TypeFlags.Any) return isErrorByName(node, this.checker)
    return (type.flags & ts.TypeFlags.Never) !== 0 || this.checker.getPropertyOfType(type, 'stack') !== undefined
  }

  recordPossible(): void {
    this.found.push({what: 'may'})
  }

  recordPage(outcome: ResponseOutcome, node: ts.Node, frame: RequestFrame): void {
    if (outcome !== 'refused' && !isInErrorHandling(node, frame)) this.found.push({what: 'shows'})
  }

  recordHandover(node: ts.Node, frame: RequestFrame): void {
    if (!isInErrorHandling(node, frame)) this.found.push({what: 'hands'})
  }

  /** Records a response, except errors and CORS preflight responses, which a route wouldn't document. */
  recordResponse(outcome: ResponseOutcome, node: ts.Node, frame: RequestFrame, isEmpty: boolean): void {
    if (outcome === 'refused' || isInErrorHandling(node, frame)) return
    const conditions = collectConditions(node, frame)
    if (conditions.some(requiresPreflight) || (isEmpty && /['"`]OPTIONS['"`]/.test(this.root.node.getText()))) return
    const isSure = conditions.some(requiresPath) || this.#isFinal(conditions.length)
    this.found.push({what: outcome === 'fine' && isSure ? 'answers' : 'may'})
  }

  /** Whether the function always ends the request, so that no route can answer. */
  #isFinal(conditions: number): boolean {
    if (this.#signature === 'handler' || this.#signature === 'filter') return true
    if (this.#signature === 'hook') return conditions === 0
    const {body} = this.root.node
    return !body || !this.refersToNext(body)
  }

  /** Whether a node refers to the `next` parameter. */
  refersToNext(node: ts.Node): boolean {
    const next = parameterSymbolAt(this.root.node, this.#signature === 'hono' ? 1 : 2, this.checker)
    const speaks = (each: ts.Node): boolean =>
      (ts.isIdentifier(each) && this.refersTo(each, next)) || ts.forEachChild(each, speaks) === true
    return next !== undefined && speaks(node)
  }

  /**
   * The function of the program that a call invokes. `reported` if the callee is outside the program and its findings
   * were recorded; `undefined` if nothing is known.
   */
  resolveCallee(call: ts.CallExpression): ts.FunctionLikeDeclaration | 'reported' | undefined {
    const declaration = this.checker.getResolvedSignature(call)?.declaration
    if (declaration && 'body' in declaration && declaration.body) return declaration as ts.FunctionLikeDeclaration
    const value = this.#valueOf(call.expression, 0)
    if (!value || (value.kind === 'unknown' && value.from === undefined)) return undefined
    if (value.kind === 'external' && value.module === '') return undefined
    const findings = this.#judge(value)
    this.found.push(...findings.map((each): MiddlewareFinding => (each.what === 'package' ? {what: 'hands'} : each)))
    return 'reported'
  }

  /**
   * Value of the expression that a chain starts from: of `helmet` in `helmet()(req, res, next)`. `undefined` if it
   * isn't known.
   */
  #valueOf(written: ts.Expression, depth: number): AbstractValue | undefined {
    const node = stripWrappers(written)
    if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return this.#valueOf(node.expression, depth)
    const symbol = ts.isIdentifier(node) ? this.checker.getSymbolAtLocation(node) : undefined
    if (!symbol || depth > MAX_REQUEST_DEPTH) return undefined
    const {valueDeclaration: declaration} = symbol
    const isInside = declaration && ts.findAncestor(declaration, each => each === this.root.node)
    if (!isInside) return this.engine.valueOf(symbol, this.root.scope)
    return ts.isVariableDeclaration(declaration) && declaration.initializer
      ? this.#valueOf(declaration.initializer, depth + 1)
      : undefined
  }
}

/** What middleware does with requests other than passing them on. */
export type MiddlewareFinding =
  /** Certainly answers requests that no route answers. */
  | {readonly what: 'answers'}
  /** Might answer: only under some condition, in place of a route as a cache does, or with a computed status. */
  | {readonly what: 'may'}
  /** Answers with files or pages. */
  | {readonly what: 'shows'}
  /** Passes requests to code that can't be seen. */
  | {readonly what: 'hands'}
  | {readonly what: Exclude<PackageKind, 'aside' | 'wraps'>; readonly module: string}
  /** Comes from a package that isn't known. */
  | {readonly what: 'package'; readonly module: string}
  | {readonly what: 'unseen'}

/** The kinds of findings, the most severe first. */
const SEVERITY_ORDER: readonly MiddlewareFinding['what'][] = [
  'answers',
  'graphql',
  'proxy',
  'endpoints',
  'pages',
  'documentation',
  'metrics',
  'files',
  'shows',
  'may',
  'hands',
  'package',
  'unseen'
]

export const mostSevereFinding = (findings: readonly MiddlewareFinding[]): MiddlewareFinding | undefined =>
  findings.toSorted((one, other) => SEVERITY_ORDER.indexOf(one.what) - SEVERITY_ORDER.indexOf(other.what))[0]

/** Maximum number of variables that are followed. */
const MAX_DEPTH = 4

const ERROR_NAMES = /(?:error|exception|not_?found)$/i
const ERROR_NAMESPACES = /(?:errors|exceptions|boom)$/i
const ERROR_MODULES = /(?:errors?|exceptions?|boom)$|^@fastify\/sensible$/i

/**
 * Whether a value of type `any` is an error, judged by its name or the module that creates it. If the packages aren't
 * installed, there is no better evidence.
 */
function isErrorByName(written: ts.Expression, checker: ts.TypeChecker, depth = 0): boolean {
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
