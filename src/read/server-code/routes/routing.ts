import ts from 'typescript'
import {act, type Native, native, UNKNOWN, type Value} from '../interpreter/values.ts'
import type {Gaps} from '../missing-parts.ts'
import {partOf} from '../known-packages.ts'
import type {Handler, Packaged, Router} from '../routers.ts'

/** What the frameworks share while a program is followed: their routers, and the calls that they have seen. */
export class Routing {
  readonly routers: Router[] = []
  /** Calls that registered or mounted something. */
  readonly seen = new Set<ts.Node>()
  /** Routers that went to code that cannot be seen, and where: it may have mounted them. */
  readonly escapes: (readonly [Router, ts.Node])[] = []
  /** Whether it cannot be told that the code which runs now does so. */
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

  /** A router as a value: always the same one. */
  valueOf(router: Router, get: Native['get']): Native {
    const known = this.#natives.get(router)
    if (known) return known
    const made = native({it: router, ...(get ? {get} : {}), unnamed: () => this.unnamed(made)})
    this.#natives.set(router, made)
    return made
  }

  /** What is called on a router by a name that nobody can tell: `app[method]('/loans', …)`. */
  unnamed(self: Native): Native {
    return act(({node}) => {
      this.seen.add(node)
      this.gaps.lost(node, 'Unexpected method of a route that is computed, expected a constant: the route is not read')
      return self
    })
  }

  /** Handlers with where they are written; lists of them are taken apart. */
  handlersOf(values: readonly Value[], nodes: readonly ts.Expression[]): Handler[] {
    return values.flatMap((value, at): Handler[] => {
      // What was spread cannot be told apart.
      const node = nodes.length === values.length ? nodes[at] : undefined
      if (value.kind !== 'list') return [{value, node}]
      const inner = node && ts.isArrayLiteralExpression(node) ? node.elements : []
      const found = this.handlersOf(value.items, inner)
      return value.isOpen ? [...found, {value: UNKNOWN}] : found
    })
  }
}

/** Where a list is spread of which nothing is known: what is in it is not among the arguments. */
export function lackingIn(node: ts.Node, args: readonly Value[]): Handler[] {
  const written = writtenIn(node)
  const spread = written.filter(ts.isSpreadElement)
  return spread.length > 0 && args.length <= written.length - spread.length ? [{value: UNKNOWN, node: spread[0]}] : []
}

export const routerIn = (value: Value | undefined): Router | undefined =>
  value?.kind === 'native' && value.it && 'style' in value.it && 'mounts' in value.it ? (value.it as Router) : undefined

/** A router that goes to a package which is known to put something into it: `server.applyMiddleware({app})`. */
export function enlist(router: Router, node: ts.Node, from: string | undefined): void {
  const part = from === undefined ? undefined : partOf(from)
  if (from === undefined || part === undefined || part === 'aside' || part === 'wraps') return
  const value = native({it: {from} satisfies Packaged})
  router.middleware.push({name: 'package', manner: 'express', value, node, path: []})
}

/** The arguments as they are written. */
export const writtenIn = (node: ts.Node): readonly ts.Expression[] =>
  ts.isCallExpression(node) || ts.isNewExpression(node) ? (node.arguments ?? []) : []
