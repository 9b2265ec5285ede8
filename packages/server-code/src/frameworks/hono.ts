import type ts from 'typescript'
import type {FrameworkModel} from '../interpreter/framework-contract.ts'
import {
  type AbstractValue,
  type CallWithArguments,
  constantValue,
  fieldOf,
  knownItemsOf,
  listValue,
  type NativeValue,
  nativeFunction,
  nativeValue,
  possibleValuesOf,
  stringOf,
  UNKNOWN_VALUE
} from '../interpreter/values.ts'
import {
  createRouter,
  type Middleware,
  methodsNamed,
  type PackageValue,
  type RegisteredRoute,
  type Router
} from '../routers.ts'
import {endsRequests, reachedHandlers} from '../routes/dead-ends.ts'
import {classifyFirstArgument} from '../routes/path-argument.ts'
import {
  argumentExpressions,
  asRouter,
  COMPUTED_ROUTE,
  escapedRouter,
  type Routing,
  unknownSpreadArguments
} from '../routes/routing.ts'

const COMPUTED_PATH = "The method or path of this route is computed, so the route isn't read. Use constants."
const OTHER_FRAMEWORK = "An application of another framework is mounted here. Its routes aren't read."
const UNSEEN_ROUTER = "The router comes from code that can't be followed. Its routes aren't read."

const MODULES = /^hono(?:\/(?:tiny|quick|hono-base))?$/

export function modelHono(routing: Routing): FrameworkModel {
  const make = nativeFunction(({node}) => new Hono(routing, routing.add(createRouter('hono', node, true)), []).value)
  const factory = nativeValue({
    get: name => {
      if (name === 'createApp') return make
      if (name === 'createHandlers') return nativeFunction(({args}) => listValue(args))
      return undefined
    }
  })
  return {
    valueOf({module, path}) {
      const [name, ...more] = path
      if (more.length > 0) return undefined
      if (MODULES.test(module) && name === 'Hono') return make
      if (module === 'hono/factory' && name === 'createFactory') return nativeFunction(() => factory)
      if (module === '@hono/zod-openapi' && name === 'OpenAPIHono') return make
      if (module === '@hono/zod-openapi' && name === 'createRoute')
        return nativeFunction(({args: [route = UNKNOWN_VALUE]}) => route)
      return undefined
    },
    handedIn(type, node) {
      return type === 'Hono' ? new Hono(routing, routing.add(createRouter('hono', node, true)), []).value : undefined
    },
    escaped(...passed) {
      const router = escapedRouter(routing, 'hono', passed)
      if (router) router.isServed = true
    }
  }
}

class Hono {
  readonly value: NativeValue
  readonly #routing: Routing
  readonly #router: Router
  readonly #base: readonly AbstractValue[]
  #lastPath: AbstractValue = constantValue('*')

  constructor(routing: Routing, router: Router, base: readonly AbstractValue[]) {
    this.#routing = routing
    this.#router = router
    this.#base = base
    // An app with a base path shares its routes with the original app, but is a different value.
    this.value =
      base.length === 0
        ? routing.valueOf(router, name => this.#get(name))
        : nativeValue({it: router, get: name => this.#get(name), unnamed: () => routing.computedMethod(this.value)})
  }

  #get(name: string): AbstractValue | undefined {
    const methods = methodsNamed(name)
    if (methods) return nativeFunction(call => this.#method(methods, call))
    if (name === 'on') return nativeFunction(call => this.#on(call))
    if (name === 'route') return nativeFunction(call => this.#route(call))
    if (name === 'basePath') {
      return nativeFunction(
        ({args: [base = UNKNOWN_VALUE]}) => new Hono(this.#routing, this.#router, [...this.#base, base]).value
      )
    }
    if (name === 'openapi') return nativeFunction(call => this.#openapi(call))
    if (name === 'mount')
      return nativeFunction(({node}) => this.#routing.reportUnread(node, OTHER_FRAMEWORK, this.value))
    if (['fetch', 'request', 'fire'].includes(name)) {
      this.#router.isServed = true
      return UNKNOWN_VALUE
    }
    if (name === 'use') return nativeFunction(call => this.#use(call))
    if (name === 'doc' || name === 'doc31') {
      return nativeFunction(({node, args: [path]}) => {
        this.#addMiddleware({value: nativeValue({it: {from: 'OpenAPIHono.doc'} satisfies PackageValue}), node}, path)
        return this.value
      })
    }
    if (name === 'notFound') return nativeFunction(call => this.#notFound(call))
    return name === 'onError' ? nativeFunction(() => this.value) : undefined
  }

  #use({node, args}: CallWithArguments): AbstractValue {
    const {first: path, role} = classifyFirstArgument({node, args}, this.#routing.checker)
    const hasPath = role === 'path'
    // Following routes without a path use this one, or match every path if there is none.
    this.#lastPath = role === 'handler' ? constantValue('*') : (path ?? UNKNOWN_VALUE)
    const handlers = this.#routing.handlersAfter({node, args}, hasPath ? 1 : 0)
    for (const each of [...handlers, ...unknownSpreadArguments(node, args)]) {
      const whole = [...this.#base, hasPath && path ? path : constantValue('*')]
      if (!this.#routing.isConditional() && endsRequests(each.value, this.#routing.checker, 1))
        this.#router.entries.push({kind: 'end', node: each.node ?? node, path: whole})
      this.#addMiddleware({value: each.value, node: each.node ?? node}, hasPath ? path : undefined)
    }
    return this.value
  }

  /**
   * Registers the not-found handler; the last registration wins. It responds with 200 unless it sets a status. The
   * handler of a mounted app is never called.
   */
  #notFound({node, args: [value]}: CallWithArguments): AbstractValue {
    if (!value) return this.value
    const at = argumentExpressions(node)[0] ?? node
    const made: Middleware = {name: 'not-found handler', manner: 'hono', value, node: at, path: this.#base}
    this.#router.notFound = [...(this.#routing.isConditional() ? this.#router.notFound : []), made]
    return this.value
  }

  #addMiddleware(it: Pick<Middleware, 'value' | 'node'>, path: AbstractValue | undefined): void {
    const whole = [...this.#base, ...(path ? [path] : [])]
    this.#router.middleware.push({name: 'middleware', manner: 'hono', ...it, path: whole})
  }

  #method(methods: readonly string[], {node, args}: CallWithArguments): AbstractValue {
    // In routes, middleware of a package is rarely the first argument without a path.
    const {first = UNKNOWN_VALUE, role} = classifyFirstArgument({node, args}, this.#routing.checker, 'doubtful')
    const isPath = role === 'path'
    if (role !== 'handler') this.#lastPath = first
    const handlers = this.#routing.handlersAfter({node, args}, isPath ? 1 : 0)
    this.#add(methods, this.#lastPath, node, isPath ? argumentExpressions(node)[0] : node, handlers)
    return this.value
  }

  #add(
    methods: readonly string[],
    path: AbstractValue,
    node: ts.Node,
    pathNode: ts.Node | undefined,
    handlers: RegisteredRoute['handlers'],
    options?: AbstractValue
  ): void {
    this.#routing.recognizedCalls.add(node)
    for (const each of knownItemsOf(path)) {
      this.#router.entries.push({
        kind: 'route',
        methods,
        path: [...this.#base, each],
        node,
        pathNode,
        ...reachedHandlers(handlers, this.#routing.checker, 1),
        ...(options ? {options} : {}),
        isConditional: this.#routing.isConditional()
      })
    }
  }

  /** Handles `on(['GET', 'POST'], path, …)`. */
  #on({node, args}: CallWithArguments): AbstractValue {
    const [method = UNKNOWN_VALUE, path = UNKNOWN_VALUE] = args
    const methods = knownItemsOf(method).map(each => stringOf(each)?.toUpperCase())
    const known = methods.filter(each => each !== undefined)
    if (known.length < methods.length) return this.#routing.reportUnread(node, COMPUTED_ROUTE, this.value)
    this.#add(known, path, node, argumentExpressions(node)[1], this.#routing.handlersAfter({node, args}, 2))
    return this.value
  }

  /** Mounts the routes that the other app has at this point. Routes that are added later aren't included. */
  #route({node, args: [prefix = UNKNOWN_VALUE, given = UNKNOWN_VALUE]}: CallWithArguments): AbstractValue {
    this.#routing.recognizedCalls.add(node)
    const options = possibleValuesOf(given)
    for (const option of options) {
      const router = asRouter(option)
      if (router) {
        router.isMounted = true
        const copy = {...router, entries: [...router.entries], middleware: [...router.middleware]}
        this.#router.entries.push({
          kind: 'mount',
          prefix: [...this.#base, prefix],
          router: copy,
          node,
          isConditional: options.length > 1 || this.#routing.isConditional()
        })
      } else this.#routing.reportUnread(node, UNSEEN_ROUTER, this.value)
    }
    return this.value
  }

  /** Handles `openapi(createRoute({method, path, request, responses}), handler)`. */
  #openapi({node, args}: CallWithArguments): AbstractValue {
    const [route = UNKNOWN_VALUE] = args
    const method = stringOf(fieldOf(route, 'method'))
    const path = stringOf(fieldOf(route, 'path'))
    if (method === undefined || path === undefined) return this.#routing.reportUnread(node, COMPUTED_PATH, this.value)
    const colons = constantValue(path.replaceAll(/\{(\w+)\}/g, ':$1'))
    this.#add([method.toUpperCase()], colons, node, node, this.#routing.handlersAfter({node, args}, 1), route)
    return this.value
  }
}
