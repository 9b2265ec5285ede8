import type ts from 'typescript'
import type {Framework} from '../interpreter/framework-contract.ts'
import {
  act,
  type Call,
  constant,
  fieldOf,
  listOf,
  type Native,
  native,
  optionsOf,
  textIn,
  UNKNOWN,
  type Value
} from '../interpreter/values.ts'
import {firstOf} from '../routes/path-argument.ts'
import {ALL_METHODS, METHODS, type Middleware, type Packaged, type Router, routerOf} from '../routers.ts'
import {lackingIn, type Routing, routerIn, writtenIn} from '../routes/routing.ts'

const MODULES = /^hono(?:\/(?:tiny|quick|hono-base))?$/

export function hono(routing: Routing): Framework {
  const make = act(({node}) => new Hono(routing, routing.add(routerOf('hono', node, true)), []).value)
  const factory = native({
    get: name => {
      if (name === 'createApp') return make
      if (name === 'createHandlers') return act(({args}) => listOf(args))
      return undefined
    }
  })
  return {
    valueOf({module, path}) {
      const [name, ...more] = path
      if (more.length > 0) return undefined
      if (MODULES.test(module) && name === 'Hono') return make
      if (module === 'hono/factory' && name === 'createFactory') return act(() => factory)
      if (module === '@hono/zod-openapi' && name === 'OpenAPIHono') return make
      if (module === '@hono/zod-openapi' && name === 'createRoute') return act(({args: [route = UNKNOWN]}) => route)
      return undefined
    },
    handedIn(type, node) {
      return type === 'Hono' ? new Hono(routing, routing.add(routerOf('hono', node, true)), []).value : undefined
    },
    escaped(it) {
      const router = routerIn(native({it}))
      if (router?.style === 'hono') router.isServed = true
    }
  }
}

class Hono {
  readonly value: Native
  readonly #routing: Routing
  readonly #router: Router
  readonly #base: readonly Value[]
  #lastPath: Value = constant('*')

  constructor(routing: Routing, router: Router, base: readonly Value[]) {
    this.#routing = routing
    this.#router = router
    this.#base = base
    // An app with a base path shares its routes with the original app, but is a different value.
    this.value =
      base.length === 0
        ? routing.valueOf(router, name => this.#get(name))
        : native({it: router, get: name => this.#get(name), unnamed: () => routing.unnamed(this.value)})
  }

  #get(name: string): Value | undefined {
    const methods = name === 'all' ? ALL_METHODS : METHODS.has(name) ? [METHODS.get(name) as string] : undefined
    if (methods) return act(call => this.#method(methods, call))
    if (name === 'on') return act(call => this.#on(call))
    if (name === 'route') return act(call => this.#route(call))
    if (name === 'basePath') {
      return act(({args: [base = UNKNOWN]}) => new Hono(this.#routing, this.#router, [...this.#base, base]).value)
    }
    if (name === 'openapi') return act(call => this.#openapi(call))
    if (name === 'mount') return act(call => this.#mount(call))
    if (['fetch', 'request', 'fire'].includes(name)) {
      this.#router.isServed = true
      return UNKNOWN
    }
    if (name === 'use') return act(call => this.#use(call))
    if (name === 'doc' || name === 'doc31') {
      return act(({node, args: [path]}) => {
        this.#addMiddleware({value: native({it: {from: 'OpenAPIHono.doc'} satisfies Packaged}), node}, path)
        return this.value
      })
    }
    if (name === 'notFound') return act(call => this.#notFound(call))
    return name === 'onError' ? act(() => this.value) : undefined
  }

  #use({node, args}: Call): Value {
    const {first: path, role} = firstOf({node, args}, this.#routing.checker)
    const hasPath = role === 'path'
    // Following routes without a path use this one, or match every path if there is none.
    this.#lastPath = role === 'handler' ? constant('*') : (path ?? UNKNOWN)
    const written = writtenIn(node)
    const handlers = this.#routing.handlersOf(hasPath ? args.slice(1) : args, hasPath ? written.slice(1) : written)
    for (const each of [...handlers, ...lackingIn(node, args)]) {
      this.#addMiddleware({value: each.value, node: each.node ?? node}, hasPath ? path : undefined)
    }
    return this.value
  }

  /**
   * Registers the not-found handler; the last registration wins. It responds with 200 unless it sets a status. The
   * handler of a mounted app is never called.
   */
  #notFound({node, args: [value]}: Call): Value {
    if (!value) return this.value
    const at = writtenIn(node)[0] ?? node
    const made: Middleware = {name: 'not-found handler', manner: 'hono', value, node: at, path: this.#base}
    this.#router.notFound = [...(this.#routing.isConditional() ? this.#router.notFound : []), made]
    return this.value
  }

  #addMiddleware(it: Pick<Middleware, 'value' | 'node'>, path: Value | undefined): void {
    const whole = [...this.#base, ...(path ? [path] : [])]
    this.#router.middleware.push({name: 'middleware', manner: 'hono', ...it, path: whole})
  }

  #method(methods: readonly string[], {node, args}: Call): Value {
    const written = writtenIn(node)
    // In routes, middleware of a package is rarely the first argument without a path.
    const {first = UNKNOWN, role} = firstOf({node, args}, this.#routing.checker, 'doubtful')
    const isPath = role === 'path'
    if (role !== 'handler') this.#lastPath = first
    const handlers = this.#routing.handlersOf(isPath ? args.slice(1) : args, isPath ? written.slice(1) : written)
    this.#add(methods, this.#lastPath, node, isPath ? written[0] : node, handlers)
    return this.value
  }

  #add(
    methods: readonly string[],
    path: Value,
    node: ts.Node,
    pathNode: ts.Node | undefined,
    handlers: Router['routes'][number]['handlers'],
    options?: Value
  ): void {
    this.#routing.seen.add(node)
    for (const each of path.kind === 'list' && !path.isOpen ? path.items : [path]) {
      this.#router.routes.push({
        methods,
        path: [...this.#base, each],
        node,
        pathNode,
        handlers,
        ...(options ? {options} : {}),
        isConditional: this.#routing.isConditional()
      })
    }
  }

  /** `on(['GET', 'POST'], path, …)` */
  #on({node, args: [method = UNKNOWN, path = UNKNOWN, ...handlers]}: Call): Value {
    const methods = (method.kind === 'list' && !method.isOpen ? method.items : [method]).map(each =>
      textIn(each)?.toUpperCase()
    )
    const known = methods.flatMap(each => (each === undefined ? [] : [each]))
    const written = writtenIn(node)
    if (known.length < methods.length) {
      this.#routing.seen.add(node)
      this.#routing.gaps.lost(
        node,
        'Unexpected method of a route that is computed, expected a constant: the route is not read'
      )
    } else this.#add(known, path, node, written[1], this.#routing.handlersOf(handlers, written.slice(2)))
    return this.value
  }

  /** Mounts the routes that the other app has at this point. Routes that are added later aren't included. */
  #route({node, args: [prefix = UNKNOWN, given = UNKNOWN]}: Call): Value {
    this.#routing.seen.add(node)
    for (const option of optionsOf(given)) {
      const router = routerIn(option)
      if (router) {
        router.isMounted = true
        const copy = {
          ...router,
          routes: [...router.routes],
          mounts: [...router.mounts],
          middleware: [...router.middleware]
        }
        this.#router.mounts.push({
          prefix: [...this.#base, prefix],
          router: copy,
          node,
          isConditional: this.#routing.isConditional()
        })
      } else {
        this.#routing.gaps.lost(
          node,
          'Unexpected router that comes from where it cannot be seen, expected one that the program makes: its routes are not read'
        )
      }
    }
    return this.value
  }

  #mount({node}: Call): Value {
    this.#routing.seen.add(node)
    this.#routing.gaps.lost(
      node,
      'Unexpected application of another framework, expected routes of this one: what it answers is not read'
    )
    return this.value
  }

  /** `openapi(createRoute({method, path, request, responses}), handler)` */
  #openapi({node, args: [route = UNKNOWN, ...handlers]}: Call): Value {
    const method = textIn(fieldOf(route, 'method'))
    const path = textIn(fieldOf(route, 'path'))
    if (method === undefined || path === undefined) {
      this.#routing.seen.add(node)
      this.#routing.gaps.lost(
        node,
        'Unexpected route whose method or path is computed, expected constants: the route is not read'
      )
      return this.value
    }
    const colons = constant(path.replaceAll(/\{(\w+)\}/g, ':$1'))
    this.#add(
      [method.toUpperCase()],
      colons,
      node,
      node,
      this.#routing.handlersOf(handlers, writtenIn(node).slice(1)),
      route
    )
    return this.value
  }
}
