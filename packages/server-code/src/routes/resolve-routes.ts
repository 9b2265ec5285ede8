import type ts from 'typescript'
import {WorkBudget} from '../interpreter/step-budget.ts'
import {type AbstractValue, possibleValuesOf} from '../interpreter/values.ts'
import type {MissingParts} from '../missing-parts.ts'
import type {Middleware, RegisteredRoute, Router} from '../routers.ts'
import {hidesRoutes} from './dead-ends.ts'
import type {MountedMiddleware} from './middleware.ts'
import {joinPaths, type PathParameter, parsePathTemplates} from './path-templates.ts'
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
  const {gaps} = routing
  const roots = findRoots(routing, entries)
  const found = new Map<string, Route>()
  const pathByMiddleware = new Map<Middleware, string | undefined>()
  const budget = new WorkBudget(MAX_MOUNTS)
  for (const root of roots) {
    walk(root, [], [], false)
    for (const each of root.notFound) pathByMiddleware.set(each, mountPath(each, []))
  }
  const end = budget.exhaustedAt ?? roots[0]?.node
  if (budget.isExhausted && end)
    gaps.reportMissing(
      end,
      "Routers are mounted in each other at too many places. The routes of this one and of the next ones aren't all read."
    )
  const middleware = [...pathByMiddleware].map(([each, path]): MountedMiddleware => ({middleware: each, path}))
  return {routes: [...found.values()], middleware}

  function walk(
    router: Router,
    prefix: readonly AbstractValue[],
    above: readonly Router[],
    isConditional: boolean
  ): void {
    if (above.includes(router)) return
    if (above.length > MAX_DEPTH) {
      gaps.reportMissing(
        router.node,
        `Routers are mounted in each other more than ${MAX_DEPTH} levels deep. The routes of this one aren't read.`
      )
      return
    }
    if (!budget.spend(router.node, 1 + router.routes.length)) return
    for (const registered of router.routes) add(registered, router, prefix, isConditional)
    for (const each of router.middleware)
      if (!pathByMiddleware.has(each)) pathByMiddleware.set(each, mountPath(each, prefix))
    for (const end of router.deadEnds)
      if (hidesRoutes(end, router))
        gaps.reportMissing(
          end.node,
          'This middleware passes no request on, so the routes below its path that come after it never answer. Register it last.'
        )
    for (const mount of router.mounts) {
      const whole = [...prefix, ...mount.prefix]
      const text = readPath(whole, gaps, mount.node)
      if (typeof text === 'string') {
        walk(mount.router, whole, [...above, router], isConditional || mount.isConditional)
        continue
      }
      const below = routersBelow(mount.router)
      for (const each of below.flatMap(({middleware}) => middleware))
        if (!pathByMiddleware.has(each)) pathByMiddleware.set(each, undefined)
      const count = countRoutes(below)
      if (count === 0) continue
      const what = count === 1 ? "the route below it isn't" : `the ${count} routes below it aren't`
      const lacks = mount.isDoubtful ? 'might be middleware' : text.lacks
      gaps.reportMissing(mount.node, `The prefix ${lacks}, so ${what} read. Use a constant.`)
    }
  }

  function add(
    registered: RegisteredRoute,
    router: Router,
    prefix: readonly AbstractValue[],
    isConditional: boolean
  ): void {
    const node = registered.pathNode ?? registered.node
    const names = registered.methods.length > 3 ? 'route' : `${registered.methods.join(' and ')} route`
    const text = readPath([...prefix, ...registered.path], gaps, node)
    if (typeof text !== 'string') {
      gaps.reportMissing(node, `The path of this ${names} ${text.lacks}, so the route isn't read. Use a constant.`)
      return
    }
    const templates = parsePathTemplates(text, router.style)
    if ('lacks' in templates) {
      gaps.reportMissing(node, `The ${names} \`${text}\` isn't read: ${templates.lacks}.`)
      return
    }
    if (isConditional || registered.isConditional) {
      gaps.reportUncertain(
        registered.node,
        `The ${names} \`${text}\` is added only under a condition. It is read as always there.`
      )
    }
    const own = readPath(registered.path, gaps, node)
    // The slash before an omitted group is required: `/covers/{*path}` doesn't match `/covers`. A router at its own
    // root accepts both.
    const isSlashAsked = typeof own === 'string' && /[^/].*\/\{[^/}]*\}$/.test(own)
    for (const {path: written, parameters} of templates) {
      // Express ignores a trailing slash unless the router is strict.
      const isSlashLeft = router.style === 'express' && !router.isStrict && written !== '/' && !isSlashAsked
      const path = isSlashLeft ? written.replace(/\/+$/, '') : written
      for (const method of registered.methods) {
        const key = `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`
        const first = found.get(key)
        // The first matching route answers.
        if (!first) found.set(key, {method, path, parameters, registered, router})
        else if (first.registered !== registered && isNarrower(first.parameters, parameters)) {
          gaps.reportMissing(
            node,
            `The ${method} route \`${path}\` isn't read: it differs from \`${first.path}\` only in the values of its parameters.`
          )
          // The pattern of the first route alone doesn't describe the path either.
          found.set(key, {...first, parameters: first.parameters.map(({pattern: _, ...each}) => each)})
        }
      }
    }
  }
}

/** Whether the second of two paths matches something that the first one doesn't. */
const isNarrower = (first: readonly PathParameter[], second: readonly PathParameter[]): boolean =>
  first.some(
    ({pattern, isRest}, at) =>
      (pattern !== undefined && pattern !== second[at]?.pattern) || (!isRest && second[at]?.isRest === true)
  )

/** A router and all routers mounted below it, each once. */
function routersBelow(router: Router): readonly Router[] {
  const found = new Set([router])
  for (const each of found) for (const mount of each.mounts) found.add(mount.router)
  return [...found]
}

const countRoutes = (routers: readonly Router[]): number => routers.reduce((sum, {routes}) => sum + routes.length, 0)

/** Path at which middleware is mounted. `undefined` if it isn't known or is the root. */
function mountPath({path}: Middleware, prefix: readonly AbstractValue[]): string | undefined {
  let whole = ''
  for (const part of [...prefix, ...path]) {
    if (part.kind !== 'constant') return undefined
    whole = joinPaths(whole, String(part.value ?? ''))
  }
  const place = whole.replace(/\/?\*?$/, '')
  return place === '' ? undefined : place
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
