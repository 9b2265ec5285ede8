import ts from 'typescript'
import {act, type Native, native, UNKNOWN, type Value} from '../interpreter/values.ts'
import type {Gaps} from '../missing-parts.ts'
import {partOf} from '../known-packages.ts'
import type {Handler, Packaged, Router} from '../routers.ts'

/** State that all framework models share while a program is interpreted: routers and calls that were recognized. */
export class Routing {
  readonly routers: Router[] = []
  /** Calls that registered or mounted something. */
  readonly seen = new Set<ts.Node>()
  /** Routers that were passed to code that can't be seen, which might have mounted them, and where. */
  readonly escapes: (readonly [Router, ts.Node])[] = []
  /** Whether the code that is being evaluated might not run. */
  isConditional: () => boolean = () => false
  readonly gaps: Gaps
  readonly checker: ts.TypeChecker
  readonly #natives = new Map<Router, Native>()

  constructor(gaps: Gaps, checker: ts.TypeChecker) {
    this.gaps = gaps
    this.checker = checker
  }

  add(router: Router): Router {
    this.routers.push(router)
    return router
  }

  /** Value of a router. Cached, so that a router is always the same value. */
  valueOf(router: Router, get: Native['get']): Native {
    const known = this.#natives.get(router)
    if (known) return known
    const made = native({it: router, ...(get ? {get} : {}), unnamed: () => this.unnamed(made)})
    this.#natives.set(router, made)
    return made
  }

  /** Value of a method with a computed name: `app[method]('/loans', …)`. Calls of it are reported. */
  unnamed(self: Native): Native {
    return act(({node}) => {
      this.seen.add(node)
      this.gaps.lost(node, 'Unexpected method of a route that is computed, expected a constant: the route is not read')
      return self
    })
  }

  /** Handlers with their nodes. Lists are flattened. */
  handlersOf(values: readonly Value[], nodes: readonly ts.Expression[]): Handler[] {
    return values.flatMap((value, at): Handler[] => {
      // With a spread, arguments can't be matched to nodes.
      const node = nodes.length === values.length ? nodes[at] : undefined
      if (value.kind !== 'list') return [{value, node}]
      const inner = node && ts.isArrayLiteralExpression(node) ? node.elements : []
      const found = this.handlersOf(value.items, inner)
      return value.isOpen ? [...found, {value: UNKNOWN}] : found
    })
  }
}

/** An unknown handler for a spread list that isn't known, because its items aren't among the arguments. */
export function lackingIn(node: ts.Node, args: readonly Value[]): Handler[] {
  const written = writtenIn(node)
  const spread = written.filter(ts.isSpreadElement)
  return spread.length > 0 && args.length <= written.length - spread.length ? [{value: UNKNOWN, node: spread[0]}] : []
}

export const routerIn = (value: Value | undefined): Router | undefined =>
  value?.kind === 'native' && value.it && 'style' in value.it && 'mounts' in value.it ? (value.it as Router) : undefined

/** Records a router that is passed to a package that registers endpoints in it: `server.applyMiddleware({app})`. */
export function enlist(router: Router, node: ts.Node, from: string | undefined): void {
  const part = from === undefined ? undefined : partOf(from)
  if (from === undefined || part === undefined || part === 'aside' || part === 'wraps') return
  const value = native({it: {from} satisfies Packaged})
  router.middleware.push({name: 'package', manner: 'express', value, node, path: []})
}

/** Argument expressions of a call. */
export const writtenIn = (node: ts.Node): readonly ts.Expression[] =>
  ts.isCallExpression(node) || ts.isNewExpression(node) ? (node.arguments ?? []) : []
