import type ts from 'typescript'
import {WorkBudget} from '../interpreter/step-budget.ts'
import {type AbstractValue, possibleValuesOf} from '../interpreter/values.ts'
import type {MissingParts} from '../missing-parts.ts'
import type {DeadEnd, Middleware, Mount, RegisteredRoute, Router} from '../routers.ts'
import {isInOrder, isLastRoute} from './dead-ends.ts'
import type {MountedMiddleware} from './middleware.ts'
import {coversPath, joinPaths, type PathParameter, type PathTemplate, parsePathTemplates} from './path-templates.ts'
import type {Routing} from './routing.ts'

/** A route with its full path. */
export interface Route {
  readonly method: string
  /** The OpenAPI path template. */
  readonly path: string
  readonly parameters: readonly PathParameter[]
  readonly registered: RegisteredRoute
  readonly router: Router
}

const MAX_DEPTH = 30
/** Maximum number of mount points and routes. Routers that mount the next one twice double the number at each level. */
const MAX_MOUNTS = 20_000

/** Resolves the full paths of all routes and middleware of the routers that are served. */
export function resolveRoutes(
  routing: Routing,
  entries: readonly ts.SourceFile[]
): {readonly routes: Route[]; readonly middleware: MountedMiddleware[]} {
  const resolver = new RouteResolver(routing.gaps)
  const roots = findRoots(routing, entries)
  for (const root of roots) resolver.addRoot(root)
  const end = resolver.exhaustedAt ?? roots[0]?.node
  if (resolver.isExhausted && end)
    routing.gaps.reportMissing(
      end,
      "Routers are mounted in each other at too many places. The routes of this one and of the next ones aren't all read."
    )
  return {routes: resolver.routes, middleware: resolver.middleware}
}

/** What answers all requests to some paths. What comes after it doesn't get them. */
interface Closure {
  readonly methods?: readonly string[]
  readonly path: PathTemplate
  /** Whether all paths below are closed, too. */
  readonly isBelow: boolean
  /** The registration, after those of the routers around it. */
  readonly nodes: readonly ts.Node[]
  readonly registered: RegisteredRoute | DeadEnd
}

/** Where a router is mounted. */
interface MountPoint {
  readonly prefix: readonly AbstractValue[]
  /** The routers above, from the root on. */
  readonly above: readonly Router[]
  /** The calls that mount them. */
  readonly nodes: readonly ts.Node[]
  readonly isConditional: boolean
}

const ROOT: MountPoint = {prefix: [], above: [], nodes: [], isConditional: false}

/** Follows the mounts of routers, and collects the routes and middleware below them. */
class RouteResolver {
  readonly #gaps: MissingParts
  readonly #found = new Map<string, Route>()
  readonly #pathByMiddleware = new Map<Middleware, string | undefined>()
  readonly #budget = new WorkBudget(MAX_MOUNTS)
  /** What the routes of the current root that were read so far answer. */
  #closed: Closure[] = []

  constructor(gaps: MissingParts) {
    this.#gaps = gaps
  }

  get routes(): Route[] {
    return [...this.#found.values()]
  }

  get middleware(): MountedMiddleware[] {
    return [...this.#pathByMiddleware].map(([middleware, path]) => ({middleware, path}))
  }

  get isExhausted(): boolean {
    return this.#budget.isExhausted
  }

  get exhaustedAt(): ts.Node | undefined {
    return this.#budget.exhaustedAt
  }

  addRoot(root: Router): void {
    this.#closed = []
    this.#walk(root, ROOT)
    for (const each of root.notFound) this.#pathByMiddleware.set(each, mountPath(each, []))
  }

  #walk(router: Router, point: MountPoint): void {
    if (point.above.includes(router)) return
    if (point.above.length > MAX_DEPTH) {
      this.#gaps.reportMissing(
        router.node,
        `Routers are mounted in each other more than ${MAX_DEPTH} levels deep. The routes of this one aren't read.`
      )
      return
    }
    if (!this.#budget.spend(router.node, 1 + countRoutes([router]))) return
    for (const each of router.middleware)
      if (!this.#pathByMiddleware.has(each)) this.#pathByMiddleware.set(each, mountPath(each, point.prefix))
    for (const entry of router.entries) {
      if (entry.kind === 'route') this.#addRoute(entry, router, point)
      else if (entry.kind === 'mount') this.#follow(entry, router, point)
      else this.#close(entry, router, point)
    }
  }

  /** Closes the paths of middleware that passes no request on: all below its own, but in Hono only with a wildcard. */
  #close(end: DeadEnd, {style}: Router, {prefix, nodes, isConditional}: MountPoint): void {
    const text = readKnownPath([...prefix, ...end.path])
    const isBelow = style === 'express' || text?.endsWith('*') === true
    const path = text?.replace(/\/?\{?\*.*$/, '').replace(/\/$/, '')
    const templates = path === undefined ? undefined : parsePathTemplates(path, style)
    if (isConditional || !templates || 'lacks' in templates) return
    for (const template of templates)
      this.#closed.push({path: template, isBelow, nodes: [...nodes, end.node], registered: end})
  }

  #follow(mount: Mount, router: Router, point: MountPoint): void {
    const prefix = [...point.prefix, ...mount.prefix]
    const text = readPath(prefix, this.#gaps, mount.node)
    if (typeof text === 'string') {
      const isConditional = point.isConditional || mount.isConditional
      const nodes = [...point.nodes, mount.node]
      this.#walk(mount.router, {prefix, above: [...point.above, router], nodes, isConditional})
    } else this.#reportUnreadPrefix(mount, text.lacks)
  }

  #reportUnreadPrefix(mount: Mount, lacks: string): void {
    const below = routersBelow(mount.router)
    for (const each of below.flatMap(({middleware}) => middleware))
      if (!this.#pathByMiddleware.has(each)) this.#pathByMiddleware.set(each, undefined)
    const count = countRoutes(below)
    if (count === 0) return
    const what = count === 1 ? "the route below it isn't" : `the ${count} routes below it aren't`
    const problem = mount.isDoubtful ? 'might be middleware' : lacks
    this.#gaps.reportMissing(mount.node, `The prefix ${problem}, so ${what} read. Use a constant.`)
  }

  #addRoute(registered: RegisteredRoute, router: Router, point: MountPoint): void {
    const {prefix, isConditional} = point
    const node = registered.pathNode ?? registered.node
    const names = registered.methods.length > 3 ? 'route' : `${registered.methods.join(' and ')} route`
    const text = readPath([...prefix, ...registered.path], this.#gaps, node)
    if (typeof text !== 'string') {
      this.#gaps.reportMissing(
        node,
        `The path of this ${names} ${text.lacks}, so the route isn't read. Use a constant.`
      )
      return
    }
    const templates = parsePathTemplates(text, router.style)
    if ('lacks' in templates) {
      this.#gaps.reportMissing(node, `The ${names} \`${text}\` isn't read: ${templates.lacks}.`)
      return
    }
    if (isConditional || registered.isConditional) {
      this.#gaps.reportUncertain(
        registered.node,
        `The ${names} \`${text}\` is added only under a condition. It is read as always there.`
      )
    }
    const own = readPath(registered.path, this.#gaps, node)
    // The slash before an omitted group is required: `/covers/{*path}` doesn't match `/covers`. A router at its own
    // root accepts both.
    const isSlashRequired = typeof own === 'string' && /[^/].*\/\{[^/}]*\}$/.test(own)
    for (const {path, parameters} of templates) {
      const served = isSlashRequired ? path : withoutIgnoredSlash(path, router)
      for (const method of registered.methods) {
        const endpoint = {method, path: served, parameters, registered, router}
        if (this.#isReached(endpoint, [...point.nodes, registered.node])) this.#addEndpoint(endpoint)
      }
    }
    if (isConditional || !isLastRoute(registered)) return
    for (const path of templates)
      this.#closed.push({
        ...{methods: registered.methods, path, isBelow: false, registered},
        nodes: [...point.nodes, registered.node]
      })
  }

  /** Whether requests reach a route, and nothing before it answers them all. Reports what does. */
  #isReached(route: Route, nodes: readonly ts.Node[]): boolean {
    const {method, path, registered} = route
    const closure = this.#closed.find(
      each => (each.methods?.includes(method) ?? true) && isBefore(each, nodes, registered) && coversPath(each, route)
    )
    if (closure?.registered.kind === 'end')
      this.#gaps.reportMissing(
        closure.registered.node,
        'This middleware passes no request on, so the routes below its path that come after it never answer. Register it last.'
      )
    if (closure?.registered.kind !== 'route') return true
    const {path: other} = closure.path
    const why =
      other === path
        ? 'an earlier route of the same path answers its requests. Delete one of them.'
        : `\`${other}\` comes before it and answers its requests. Register it first.`
    this.#gaps.reportUncertain(
      registered.pathNode ?? registered.node,
      `The ${method} route \`${path}\` isn't read, because ${why}`
    )
    return false
  }

  /** Adds an endpoint. If an earlier route has the same path and might pass requests on, both answer them. */
  #addEndpoint(route: Route): void {
    const {method, path, parameters, registered} = route
    const key = `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`
    const first = this.#found.get(key)
    const isShared = route.router.style !== 'fastify' && !registered.nest && first?.registered !== registered
    const isFreer = first?.registered.constraints && !registered.constraints
    if (!first || isFreer) this.#found.set(key, route)
    else if (isShared && first.path === path && !first.registered.options) {
      const handlers = [...first.registered.handlers, ...registered.handlers]
      this.#found.set(key, {...route, registered: {...registered, handlers}})
    } else if (first.registered !== registered && isNarrower(first.parameters, parameters)) {
      this.#gaps.reportMissing(
        registered.pathNode ?? registered.node,
        `The ${method} route \`${path}\` isn't read: it differs from \`${first.path}\` only in the values of its parameters.`
      )
      // The later route matches more, so the pattern of the first one alone doesn't describe the path, either.
      this.#found.set(key, {...first, parameters: first.parameters.map(({pattern: _, ...each}) => each)})
    }
  }
}

/** A path without the trailing slash that Express ignores unless the router is strict. */
const withoutIgnoredSlash = (path: string, {style, isStrict}: Router): string =>
  style === 'express' && !isStrict && path !== '/' ? path.replace(/\/+$/, '') : path

/** Whether the second of two paths matches something that the first one doesn't. */
const isNarrower = (first: readonly PathParameter[], second: readonly PathParameter[]): boolean =>
  first.some(
    ({pattern, isRest}, at) =>
      (pattern !== undefined && pattern !== second[at]?.pattern) || (!isRest && second[at]?.isRest === true)
  )

/** A router and all routers mounted below it, each once. */
function routersBelow(router: Router): readonly Router[] {
  const found = new Set([router])
  for (const {entries} of found) for (const each of entries) if (each.kind === 'mount') found.add(each.router)
  return [...found]
}

const countRoutes = (routers: readonly Router[]): number =>
  routers.reduce((sum, {entries}) => sum + entries.filter(({kind}) => kind === 'route').length, 0)

/**
 * Whether something is certainly registered before a route of another registration. Where they are mounted differently,
 * the first routers that differ decide.
 */
function isBefore(first: Closure, nodes: readonly ts.Node[], registered: RegisteredRoute): boolean {
  if (first.registered === registered) return false
  // The order of controllers depends on their modules.
  const {registered: before} = first
  if (before.kind === 'end' || registered.nest)
    return before.kind === 'end' || before.nest?.controller === registered.nest?.controller
  const at = nodes.findIndex((each, index) => each !== first.nodes[index])
  const [one, other] = [first.nodes[at], nodes[at]]
  return one !== undefined && other !== undefined && isInOrder(one, other)
}

/** Path at which middleware is mounted. `undefined` if it isn't known or is the root. */
function mountPath({path}: Middleware, prefix: readonly AbstractValue[]): string | undefined {
  const place = readKnownPath([...prefix, ...path])?.replace(/\/?\*?$/, '')
  return place === '' ? undefined : place
}

/** The text of a path of constants. `undefined` for any other path. */
function readKnownPath(parts: readonly AbstractValue[]): string | undefined {
  let whole = ''
  for (const part of parts) {
    if (part.kind !== 'constant') return undefined
    whole = joinPaths(whole, String(part.value ?? ''))
  }
  return whole
}

/**
 * The routers that answer requests: those that are served, or else applications, or else routers that aren't mounted.
 */
function findRoots({routers, gaps, escapes}: Routing, entries: readonly ts.SourceFile[]): readonly Router[] {
  const alone = routers.filter(each => !each.isMounted)
  const served = alone.filter(({isServed}) => isServed)
  const applications = alone.filter(({isApp}) => isApp)
  const roots = served.length > 0 ? served : applications.length > 0 ? applications : alone
  for (const router of alone) {
    const count = countRoutes(routersBelow(router))
    const isBegin = router.isApp || router.isExported || entries.includes(router.node.getSourceFile())
    if (roots.includes(router) && !router.isServed && !isBegin && count > 0)
      gaps.reportMissing(
        router.node,
        `Nothing that the entry reaches mounts this router, so the prefix of ${count === 1 ? 'its route' : `its ${count} routes`} is missing. Name the program that starts the server.`
      )
    if (roots.includes(router) || count === 0) continue
    const routes = count === 1 ? "its route isn't" : `its ${count} routes aren't`
    const passedOn = escapes.find(([each]) => each === router)
    if (passedOn) {
      gaps.reportMissing(
        passedOn[1],
        `A router is passed to code that can't be followed, so ${routes} read. Mount it in the program.`
      )
    } else
      gaps.reportUncertain(
        router.node,
        `Nothing serves or mounts this ${router.isApp ? 'application' : 'router'}, so ${routes} read.`
      )
  }
  return roots
}

/** The text of a path, or what makes it unreadable. The caller reports it, because it knows what is missing. */
function readPath(
  parts: readonly AbstractValue[],
  gaps: MissingParts,
  node: ts.Node
): string | {readonly lacks: string} {
  let text = ''
  for (const part of parts) {
    const options = possibleValuesOf(part)
    const [only] = options
    if (options.length > 1) return {lacks: 'has several possible values'}
    if (!only || only.kind === 'unknown' || only.kind === 'external' || only.kind !== 'constant') {
      return {lacks: only?.kind === 'pattern' ? 'is a regular expression' : 'is computed'}
    }
    const {value, assumed} = only
    if (typeof value !== 'string' && typeof value !== 'number') {
      if (value === undefined || value === null) continue
      return {lacks: "isn't a string"}
    }
    if (assumed) gaps.reportUncertain(assumed, `The path depends on the environment. It is read as \`${value}\`.`)
    text = joinPaths(text, String(value))
  }
  return node && text === '' ? '/' : text
}
