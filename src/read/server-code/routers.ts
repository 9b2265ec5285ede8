import type ts from 'typescript'
import type {Value} from './interpreter/values.ts'

/** How a framework writes paths. */
export type Style = 'express' | 'fastify' | 'hono'

/** What holds routes: an application, a router, a plugin's share of one. */
export interface Router {
  readonly style: Style
  /** Where it is made. */
  readonly node: ts.Node
  /** It can answer by itself; a router has to be mounted. */
  readonly isApp: boolean
  readonly routes: Registered[]
  readonly mounts: Mount[]
  /** What requests go through beside them. */
  readonly middleware: Middleware[]
  /** What answers where no route does, if it is not mounted in another one. */
  notFound: readonly Middleware[]
  isMounted: boolean
  isServed: boolean
  /** A slash at the end makes another path. */
  isStrict?: boolean
}

/** A route as it was registered. */
export interface Registered {
  readonly methods: readonly string[]
  /** What comes one after the other makes the path. */
  readonly path: readonly Value[]
  /** The call, or the method of a controller. */
  readonly node: ts.Node
  /** Where the path is written. */
  readonly pathNode?: ts.Node | undefined
  readonly handlers: readonly Handler[]
  /** What the framework is told about it: Fastify's options. */
  readonly options?: Value | undefined
  /** The types that the call names: `get<{Params: …}>`. */
  readonly types?: readonly ts.TypeNode[] | undefined
  readonly isConditional: boolean
  /** What a controller of Nest says of it. */
  readonly nest?: NestMethod
}

export interface NestMethod {
  readonly method: ts.MethodDeclaration
  /** The controller that has it, which may have got it from another class. */
  readonly controller: ts.ClassLikeDeclaration
  readonly status: string
  /** What it is answered under, where that is said: `@Header('Content-Type', 'text/csv')`, `@Sse()`. */
  readonly media?: string | undefined
  readonly isRedirect: boolean
  /** By the name of the decorator, for each parameter: what it was handed. */
  readonly parameters: readonly (NestParameter | undefined)[]
}

export interface NestParameter {
  readonly decorator: string
  readonly args: readonly Value[]
}

export interface Handler {
  readonly value: Value
  /** As it is written in the call. */
  readonly node?: ts.Expression | undefined
}

/** How middleware is written: `(req, res, next)`, a hook of Fastify, its handler, `(c, next)`, a filter of Nest. */
export type Manner = 'express' | 'hook' | 'handler' | 'hono' | 'filter'

/** What requests go through beside routes, and may be answered by. */
export interface Middleware {
  /** What people call it: `middleware`, `plugin`. */
  readonly name: string
  readonly manner: Manner
  readonly value: Value
  /** Where it is written. */
  readonly node: ts.Node
  /** What comes one after the other makes the path that it is mounted at. */
  readonly path: readonly Value[]
}

/** What stands for something of a package that a framework knows. */
export interface Packaged {
  readonly from: string
}

export interface Mount {
  readonly prefix: readonly Value[]
  readonly router: Router
  readonly node: ts.Node
  readonly isConditional: boolean
  /** What is taken for its prefix may be something else. */
  readonly isDoubtful?: boolean
}

export const routerOf = (style: Style, node: ts.Node, isApp: boolean): Router => ({
  style,
  node,
  isApp,
  routes: [],
  mounts: [],
  middleware: [],
  notFound: [],
  isMounted: false,
  isServed: false
})

export const METHODS: ReadonlyMap<string, string> = new Map(
  ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'].map(each => [each, each.toUpperCase()])
)

/** What `all` means, in the order in which people name them. */
export const ALL_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
