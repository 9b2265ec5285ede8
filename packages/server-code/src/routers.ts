import type ts from 'typescript'
import type {AbstractValue} from './interpreter/values.ts'

/** Path syntax of a framework. */
export type PathSyntax = 'express' | 'fastify' | 'hono'

/** Holds routes: an application, a router, or the scope of a plugin. */
export interface Router {
  readonly style: PathSyntax
  /** Node that creates the router. */
  readonly node: ts.Node
  /** Whether it's an application, which answers requests by itself, and not a router, which must be mounted. */
  readonly isApp: boolean
  /** What requests are tried against, in the order of registration. */
  readonly entries: (RegisteredRoute | Mount | DeadEnd)[]
  /** Middleware and other handlers that requests pass through. */
  readonly middleware: Middleware[]
  /** Handlers for requests that match no route. Used only if the router isn't mounted in another one. */
  notFound: readonly Middleware[]
  isMounted: boolean
  isServed: boolean
  /** Whether an entry exports it, so that its paths begin there. */
  isExported?: boolean
  /** Whether a trailing slash makes a different path. */
  isStrict?: boolean
}

/** A route as registered. */
export interface RegisteredRoute {
  readonly kind: 'route'
  readonly methods: readonly string[]
  /** Parts that are joined to the path. */
  readonly path: readonly AbstractValue[]
  /** The call, or the method of a controller. */
  readonly node: ts.Node
  /** Node of the path. */
  readonly pathNode?: ts.Node | undefined
  readonly handlers: readonly Handler[]
  /** Whether the last handler passes no request on. */
  readonly isEnd?: boolean
  /** Route options in Fastify. */
  readonly options?: AbstractValue | undefined
  /** What requests must meet besides the path, in Fastify: `{version: '2.0.0'}`. */
  readonly constraints?: AbstractValue | undefined
  /** Type arguments of the call: `get<{Params: …}>`. */
  readonly types?: readonly ts.TypeNode[] | undefined
  readonly isConditional: boolean
  /** The controller method of a NestJS route. */
  readonly nest?: NestMethod
}

export interface NestMethod {
  readonly method: ts.MethodDeclaration
  /** The controller class, which might inherit the method. */
  readonly controller: ts.ClassLikeDeclaration
  readonly status: string
  /** Declared media type of the response: `@Header('Content-Type', 'text/csv')`, `@Sse()`. */
  readonly media?: string | undefined
  readonly isRedirect: boolean
  /** Whether the method might leave a request to a later route. */
  readonly mayPassOn: boolean
  /** Decorator and its arguments for each parameter. */
  readonly parameters: readonly (NestParameter | undefined)[]
}

export interface NestParameter {
  readonly decorator: string
  readonly args: readonly AbstractValue[]
}

export interface Handler {
  readonly value: AbstractValue
  /** The expression of the handler in the call that registers it. */
  readonly node?: ts.Expression | undefined
}

/** Signature of middleware: `(req, res, next)`, a Fastify hook, a Fastify handler, `(c, next)`, or a NestJS filter. */
export type MiddlewareSignature = 'express' | 'hook' | 'handler' | 'hono' | 'filter'

/** Code that requests pass through and that might answer them. */
export interface Middleware {
  /** Name in messages: `middleware`, `plugin`. */
  readonly name: string
  readonly manner: MiddlewareSignature
  readonly value: AbstractValue
  /** Node of the middleware. */
  readonly node: ts.Node
  /** Parts that are joined to the mount path. */
  readonly path: readonly AbstractValue[]
}

/** Middleware that passes no request on. */
export interface DeadEnd {
  readonly kind: 'end'
  readonly node: ts.Node
  readonly path: readonly AbstractValue[]
}

/** The object behind a value that comes from a known package, with the name of the package. */
export interface PackageValue {
  readonly from: string
}

export interface Mount {
  readonly kind: 'mount'
  readonly prefix: readonly AbstractValue[]
  readonly router: Router
  readonly node: ts.Node
  readonly isConditional: boolean
  /** Whether the prefix argument might be something else than a path. */
  readonly isDoubtful?: boolean
}

export const createRouter = (style: PathSyntax, node: ts.Node, isApp: boolean): Router => ({
  style,
  node,
  isApp,
  entries: [],
  middleware: [],
  notFound: [],
  isMounted: false,
  isServed: false
})

export const ROUTE_METHODS: ReadonlyMap<string, string> = new Map(
  ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'].map(each => [each, each.toUpperCase()])
)

/** Methods that `all` registers, in conventional order. */
export const ALL_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The HTTP methods that a method of an app or a router registers; `undefined` if it registers none. */
export function methodsNamed(name: string): readonly string[] | undefined {
  const method = ROUTE_METHODS.get(name)
  return name === 'all' ? ALL_METHODS : method === undefined ? undefined : [method]
}
