import {isBuiltin} from 'node:module'
import {defined} from '@tenure/core/model/defined'
import ts from 'typescript'
import type {FrameworkModel} from '../interpreter/framework-contract.ts'
import {
  type AbstractValue,
  type CallWithArguments,
  COMPUTED_MODULE,
  type NativeValue,
  nativeFunction,
  nativeValue,
  UNKNOWN_VALUE
} from '../interpreter/values.ts'
import {isPackageSpecifier, packageKindOf, packageNameOf} from '../known-packages.ts'
import type {MissingParts} from '../missing-parts.ts'
import type {Handler, PackageValue, PathSyntax, Router} from '../routers.ts'

/** State that all framework models share while a program is interpreted: routers and calls that were recognized. */
export class Routing {
  readonly routers: Router[] = []
  /** Calls that registered or mounted something. */
  readonly recognizedCalls = new Set<ts.Node>()
  /** Routers that were passed to code that can't be seen, which might have mounted them, and where. */
  readonly escapes: (readonly [Router, ts.Node])[] = []
  /** Whether the code that is being evaluated might not run. */
  isConditional: () => boolean = () => false
  readonly gaps: MissingParts
  readonly checker: ts.TypeChecker
  readonly #natives = new Map<Router, NativeValue>()

  constructor(gaps: MissingParts, checker: ts.TypeChecker) {
    this.gaps = gaps
    this.checker = checker
  }

  add(router: Router): Router {
    this.routers.push(router)
    return router
  }

  /** Value of a router. Cached, so that a router is always the same value. */
  valueOf(router: Router, get: NativeValue['get']): NativeValue {
    const known = this.#natives.get(router)
    if (known) return known
    const made = nativeValue(defined({it: router, get, unnamed: () => this.computedMethod(made)}))
    this.#natives.set(router, made)
    return made
  }

  /** Value of a method with a computed name: `app[method]('/loans', …)`. Calls of it are reported. */
  computedMethod(self: NativeValue): NativeValue {
    return nativeFunction(({node}) => this.reportUnread(node, COMPUTED_ROUTE, self))
  }

  /** Reports a call whose routes aren't read. Returns the value of the call. */
  reportUnread(node: ts.Node, message: string, self: NativeValue): NativeValue {
    this.recognizedCalls.add(node)
    this.gaps.reportMissing(node, message)
    return self
  }

  /** Handlers among the arguments of a call, after those that are skipped. */
  handlersAfter({node, args}: CallWithArguments, skipped: number): Handler[] {
    return this.handlersOf(args.slice(skipped), argumentExpressions(node).slice(skipped))
  }

  /** Handlers with their nodes. Lists are flattened. */
  handlersOf(values: readonly AbstractValue[], nodes: readonly ts.Expression[]): Handler[] {
    return values.flatMap((value, at): Handler[] => {
      // With a spread, arguments can't be matched to nodes.
      const node = nodes.length === values.length ? nodes[at] : undefined
      if (value.kind !== 'list') return [{value, node}]
      const inner = node && ts.isArrayLiteralExpression(node) ? node.elements : []
      const found = this.handlersOf(value.items, inner)
      return value.isOpen ? [...found, {value: UNKNOWN_VALUE}] : found
    })
  }
}

/** An unknown handler for a spread list that isn't known, because its items aren't among the arguments. */
export function unknownSpreadArguments(node: ts.Node, args: readonly AbstractValue[]): Handler[] {
  const written = argumentExpressions(node)
  const spread = written.filter(ts.isSpreadElement)
  return spread.length > 0 && args.length <= written.length - spread.length
    ? [{value: UNKNOWN_VALUE, node: spread[0]}]
    : []
}

/** Why a call registers no route that is read. */
export const COMPUTED_ROUTE = "The method of this route is computed, so the route isn't read. Use a constant."

/** The router of a framework that is passed to code that can't be seen. `undefined` if the object is none of them. */
export function escapedRouter(
  routing: Routing,
  style: PathSyntax,
  [it, node, from]: Parameters<NonNullable<FrameworkModel['escaped']>>
): Router | undefined {
  const router = asRouter(nativeValue({it}))
  if (router?.style !== style) return undefined
  recordPackageRouter(routing, router, node, from)
  return router
}

export const asRouter = (value: AbstractValue | undefined): Router | undefined =>
  value?.kind === 'native' && value.it && 'style' in value.it && 'entries' in value.it
    ? (value.it as Router)
    : undefined

/** Records a router that is passed to a package that registers endpoints in it: `server.applyMiddleware({app})`. */
function recordPackageRouter({gaps}: Routing, router: Router, node: ts.Node, from: string | undefined): void {
  if (from !== undefined && from !== '' && !isPackageSpecifier(from)) {
    const by =
      from === COMPUTED_MODULE
        ? "a file that is loaded by a name that can't be followed"
        : `\`${from}\`, which isn't there`
    gaps.reportMissing(
      node,
      `${router.isApp ? 'The application' : 'A router'} is passed to ${by}. Routes that it adds aren't read.`
    )
  }
  if (from === undefined || !isPackageSpecifier(from) || isBuiltin(from)) return
  const part = packageKindOf(from)
  if (part === 'aside' || part === 'wraps') return
  const value = nativeValue({it: {from} satisfies PackageValue})
  if (part) router.middleware.push({name: 'package', manner: 'express', value, node, path: []})
  else
    gaps.reportUncertain(
      node,
      `${router.isApp ? 'The application' : 'A router'} is passed to the package \`${packageNameOf(from)}\`. Routes that it adds aren't read.`
    )
}

/** Argument expressions of a call. */
export const argumentExpressions = (node: ts.Node): readonly ts.Expression[] =>
  ts.isCallExpression(node) || ts.isNewExpression(node) ? (node.arguments ?? []) : []
