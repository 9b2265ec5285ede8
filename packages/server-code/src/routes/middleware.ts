import ts from 'typescript'
import type {RequestFrame} from '../interpreter/call-stack.ts'
import type {Engine} from '../interpreter/framework-contract.ts'
import {WorkBudget} from '../interpreter/step-budget.ts'
import type {AbstractValue, FunctionClosure} from '../interpreter/values.ts'
import {isPackageSpecifier, packageKindOf, packageNameOf, servesApi} from '../known-packages.ts'
import type {MissingParts} from '../missing-parts.ts'
import {moduleOfExpression} from '../module-of.ts'
import {findPrecedingStatus} from '../responses/preceding-status.ts'
import {type MiddlewareFinding, mostSevereFinding, RequestFlow} from '../responses/request-flow.ts'
import {methodNameOf, parameterSymbolAt, returnedExpressions} from '../responses/response-calls.ts'
import {followResponse, recordResponseCall} from '../responses/response-paths.ts'
import {followReturnedResponses} from '../responses/returned-responses.ts'
import {callsInChain, classifyStatus} from '../responses/statuses.ts'
import type {Middleware, PackageValue} from '../routers.ts'
import {stripWrappers} from '../syntax.ts'

/** Middleware and the full path at which it is mounted, if known. */
export interface MountedMiddleware {
  readonly middleware: Middleware
  readonly path: string | undefined
}

/** Limits for the values inspected per middleware: nesting depth and total number. */
const MAX_DEPTH = 6
const MAX_VALUES = 1000

/**
 * Reports everything that answers requests but isn't a route. Code that certainly serves API responses is missing from
 * the description; files, pages, and unknown code only lead to warnings. Returns whether anything is missing.
 */
export function reportMiddleware(all: readonly MountedMiddleware[], engine: Engine, gaps: MissingParts): boolean {
  const reported = new Map<ts.Node, Set<string>>()
  let isMissing = false
  for (const {middleware, path} of all) {
    const finding = mostSevereFinding(findFindings(middleware, engine))
    if (!finding) continue
    const message = describeFinding(finding, `${middleware.name}${path === undefined ? '' : ` below \`${path}\``}`)
    // Identical findings in one call are reported once: `use('/docs', serve, setup(document))`.
    const call = ts.isCallExpression(middleware.node.parent) ? middleware.node.parent : middleware.node
    const here = reported.get(call) ?? new Set()
    if (here.has(message)) continue
    reported.set(call, here.add(message))
    if (finding.what === 'answers' || ('module' in finding && finding.what !== 'package' && servesApi(finding.what))) {
      gaps.reportMissing(middleware.node, message)
      isMissing = true
    } else gaps.reportUncertain(middleware.node, message)
  }
  return isMissing
}

function findFindings(middleware: Middleware, engine: Engine): readonly MiddlewareFinding[] {
  const {value, manner, node} = middleware
  return manner === 'express' && isErrorHandler(node, engine) ? [] : new Inspection(middleware, engine).judge(value, 0)
}

/** The inspection of the values of one middleware, and of those in them. */
class Inspection {
  readonly #middleware: Middleware
  readonly #engine: Engine
  readonly #budget = new WorkBudget(MAX_VALUES)

  constructor(middleware: Middleware, engine: Engine) {
    this.#middleware = middleware
    this.#engine = engine
  }

  judge(value: AbstractValue, depth: number): readonly MiddlewareFinding[] {
    if (depth > MAX_DEPTH || !this.#budget.spend()) return [{what: 'unseen'}]
    switch (value.kind) {
      case 'choice':
        return value.options.flatMap(option => this.judge(option, depth + 1))
      case 'function':
        return this.#follow(value, depth)
      case 'class':
        return this.#judgeClass(value, depth)
      case 'native':
        return value.it && 'from' in value.it ? packageFindings((value.it as PackageValue).from) : []
      case 'external':
        return value.module === '' ? [{what: 'unseen'}] : packageFindings(value.module)
      case 'unknown':
        return value.from === undefined ? this.#judgeByType() : this.#judgeFromPackage(value.from, value.node, depth)
      case 'object':
        return value.isOpen ? [{what: 'unseen'}] : []
      default:
        return []
    }
  }

  #follow(root: FunctionClosure, depth: number): readonly MiddlewareFinding[] {
    const {manner} = this.#middleware
    const {node: fn} = root
    // An Express function with four parameters is an error handler.
    if (manner === 'express' && fn.parameters.length > 3) return []
    const flow = new RequestFlow(this.#engine, manner, root, inner => this.judge(inner, depth + 1))
    if (manner === 'hono') followReturnedResponses(flow, {fn})
    else if (manner === 'filter') reportFilterResponses(flow, {fn})
    else followResponse(flow, {fn}, parameterSymbolAt(fn, 1, this.#engine.checker))
    if (manner === 'handler') reportReturnedValues(flow, {fn})
    return flow.found
  }

  #judgeClass(of: Extract<AbstractValue, {kind: 'class'}>, depth: number): readonly MiddlewareFinding[] {
    const method = this.#middleware.manner === 'filter' ? 'catch' : 'use'
    const self: AbstractValue = {kind: 'object', fields: new Map(), isOpen: true, of}
    const use = this.#engine.memberOf(of, method, self, false)
    return use ? this.judge(use, depth + 1) : [{what: 'unseen'}]
  }

  /** Findings of a value that a package returned, and of the middleware that was passed to it. */
  #judgeFromPackage(module: string, node: ts.Node | undefined, depth: number): readonly MiddlewareFinding[] {
    const part = packageKindOf(module)
    if (part !== undefined && part !== 'wraps') return packageFindings(module)
    const inner = middlewareArguments(node, this.#engine).flatMap(each => this.judge(each, depth + 1))
    return part === 'wraps' || inner.some(({what}) => what === 'answers') ? inner : packageFindings(module)
  }

  #judgeByType(): readonly MiddlewareFinding[] {
    const module = moduleOfExpression(this.#middleware.node, this.#engine.checker)
    return module === undefined ? [{what: 'unseen'}] : packageFindings(module)
  }
}

/** Functions and other middleware among the arguments of a call. */
function middlewareArguments(node: ts.Node | undefined, engine: Engine): readonly AbstractValue[] {
  const call = node && ts.isExpression(node) ? stripWrappers(node) : undefined
  const args = (call && engine.argumentsByCall.get(call)) ?? []
  return args.filter(({kind, ...each}) => kind === 'function' || (kind === 'unknown' && 'from' in each))
}

function packageFindings(module: string): readonly MiddlewareFinding[] {
  const part = packageKindOf(module)
  if (!isPackageSpecifier(module)) return [{what: 'unseen'}]
  if (part === 'aside' || part === 'wraps') return []
  return [part === undefined ? {what: 'package', module: packageNameOf(module)} : {what: part, module}]
}

/** Whether the type of a value is an Express error handler, which has four parameters. */
function isErrorHandler(node: ts.Node, {checker}: Engine): boolean {
  const signatures = checker.getTypeAtLocation(node).getCallSignatures()
  return signatures.length > 0 && signatures.every(({parameters}) => parameters.length === 4)
}

const DESCRIPTIONS: Readonly<Record<Exclude<MiddlewareFinding['what'], 'package' | 'unseen'>, string>> = {
  answers: 'responds by itself',
  may: 'might respond by itself',
  shows: 'responds with files or pages',
  hands: "passes requests to code that can't be followed",
  files: 'serves files',
  pages: 'shows pages',
  documentation: 'shows documentation',
  metrics: 'serves metrics',
  graphql: 'answers GraphQL',
  proxy: 'passes requests to another server',
  endpoints: 'has endpoints of its own'
}

function describeFinding(finding: MiddlewareFinding, subject: string): string {
  const {what} = finding
  if (what === 'package')
    return `The ${subject} comes from the package \`${finding.module}\`. Its responses, if any, aren't read.`
  if (what === 'unseen')
    return `The ${subject} comes from code that can't be followed. Its responses, if any, aren't read.`
  const by = 'module' in finding ? ` (\`${finding.module}\`)` : ''
  return `The ${subject} ${DESCRIPTIONS[what]}${by}. Its responses aren't read.`
}

/** Reports the returned values of a Fastify handler, which are sent unless they are the reply itself. */
function reportReturnedValues(flow: RequestFlow, frame: RequestFrame): void {
  const {checker} = flow
  const answer = parameterSymbolAt(frame.fn, 1, checker)
  for (const node of returnedExpressions(frame.fn)) {
    const isNothing = ts.isVoidExpression(node) || (ts.isIdentifier(node) && node.text === 'undefined')
    if (isNothing || flow.refersTo(node, answer) || flow.isError(node)) continue
    // Calls on the reply, or with the reply as an argument, are followed elsewhere.
    const isSaid =
      answer &&
      ts.isCallExpression(node) &&
      (flow.methodNameOn(node, answer) !== undefined || node.arguments.some(each => flow.refersTo(each, answer)))
    if (isSaid) continue
    const outcome = findPrecedingStatus(flow, node, frame, answer)
    // A value of type `any` might be an error.
    const isOpen = outcome === 'fine' && (checker.getTypeAtLocation(node).flags & ts.TypeFlags.Any) !== 0
    flow.recordResponse(isOpen ? 'open' : outcome, node, frame, false)
  }
}

/**
 * Reports the responses of a NestJS exception filter with a known status. Nearly all filters take the status from the
 * exception, which is an error.
 */
function reportFilterResponses(flow: RequestFlow, frame: RequestFrame): void {
  const before = flow.found.length
  let answer: ts.Symbol | undefined
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && isGetResponse(node.initializer))
      answer ??= flow.checker.getSymbolAtLocation(node.name)
    else if (ts.isCallExpression(node)) {
      // `httpAdapter.reply(context.getResponse(), body, 200)`
      const [first, , status] = node.arguments
      if (methodNameOf(node) === 'reply' && first)
        flow.recordResponse(classifyStatus(status, frame, flow.checker), node, frame, false)
      else if (callsInChain(node).slice(1).some(isGetResponse))
        recordResponseCall(flow, node, methodNameOf(node), frame)
    }
    ts.forEachChild(node, visit)
  }
  if (frame.fn.body) visit(frame.fn.body)
  followResponse(flow, frame, answer)
  const sure = flow.found.splice(before).filter(({what}) => what === 'answers' || what === 'shows')
  flow.found.push(...sure)
}

/** Whether an expression is `host.switchToHttp().getResponse<Response>()`. */
const isGetResponse = (written: ts.Expression): boolean => {
  const node = stripWrappers(written)
  return ts.isCallExpression(node) && methodNameOf(node) === 'getResponse'
}
