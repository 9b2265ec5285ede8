import {posix} from 'node:path'
import type ts from 'typescript'
import {InputError, refuse} from '../../model/input-error.ts'
import {type Place, pathOf} from '../../model/location.ts'
import {addressOf, type SpecFiles} from '../document/document.ts'
import type {Shelf} from '../document/file-tree.ts'
import {decode} from '../files/utf8.ts'
import {survey} from '../parsing/reference-survey.ts'
import {docsOf} from './comments.ts'
import {express} from './frameworks/express.ts'
import {fastify} from './frameworks/fastify.ts'
import {hono} from './frameworks/hono.ts'
import {Nest} from './frameworks/nest.ts'
import type {Framework} from './interpreter/framework-contract.ts'
import {Machine} from './interpreter/interpreter.ts'
import {optionsOf, UNKNOWN, type Value} from './interpreter/values.ts'
import {tellUnseen} from './missed-registrations.ts'
import {Gaps} from './missing-parts.ts'
import {Desk} from './routes/contract-reader.ts'
import {contractsOf} from './frameworks/handlers.ts'
import {tellMiddleware} from './routes/middleware.ts'
import {routesIn} from './routes/resolve-routes.ts'
import {Routing, routerIn} from './routes/routing.ts'
import {Shapes} from './schemas/types-to-schemas.ts'
import {zod} from './schemas/zod.ts'
import {documentOf} from './to-openapi.ts'
import {openServerProgram} from './typescript-program.ts'

/**
 * Reads server code as an API description: a document in memory whose positions point into the code. The code is never
 * executed.
 */
export function openServer(tree: Shelf): SpecFiles {
  try {
    return readProgram(tree)
  } catch (error) {
    // The depth of nested code isn't limited, but the stack of the interpreter is.
    if (!(error instanceof RangeError)) throw error
    const source = tree.sourceOf(tree.path)
    throw refuse(`Unexpected depth of the code that begins in \`${source}\`, expected less nesting`, {source})
  }
}

function readProgram(tree: Shelf): SpecFiles {
  const opened = openServerProgram(tree)
  const {program, entries} = opened
  const sourceOf = (file: ts.SourceFile): string => {
    const path = opened.pathOf(file)
    return path === undefined
      ? file.fileName.replace(/^.*[/\\]node_modules[/\\]/, 'node_modules/')
      : tree.sourceOf(path)
  }
  const gaps = new Gaps(sourceOf)
  const routing = new Routing(gaps, program.getTypeChecker())
  const platforms = {express: express(routing), fastify: fastify(routing)}
  const nest = new Nest(routing, {
    express: node => platforms.express.handedIn?.('Express', node),
    fastify: node => platforms.fastify.handedIn?.('FastifyInstance', node)
  })
  const frameworks = [platforms.express, platforms.fastify, hono(routing), nest, zod()]
  const machine = new Machine(opened, frameworks)
  routing.isConditional = () => machine.conditional > 0
  for (const file of entries) machine.run(file)
  for (const file of entries) serveExports(machine.exportsOf(file))
  // If the entries register nothing themselves, their exported functions are called the way the code that starts the
  // server would.
  const isEmpty = (): boolean => routing.routers.every(({routes, mounts}) => routes.length === 0 && mounts.length === 0)
  if (isEmpty()) for (const file of entries) callExports(machine, machine.exportsOf(file), frameworks)
  nest.collect(machine)
  const [entry] = entries
  // If the budget ended without a known node, the entry is reported.
  const tellSpent = (): void => {
    const end = machine.budget.end ?? entry
    if (machine.budget.isSpent && end)
      gaps.lost(
        end,
        'Unexpected amount of work to follow the program, expected at most a few million steps from the entry on: what would run from here on is not read'
      )
  }
  tellSpent()
  const {routes, middleware} = routesIn(routing)
  tellUnseen(opened, routing, nest.controllers, gaps)
  const isWhole = gaps.all.length === 0
  const isMissing = tellMiddleware(middleware, machine, gaps)
  for (const node of machine.unrepeated)
    gaps.unsure(
      node,
      'Unexpected function that is handed on so often, expected a few times: it is taken to register nothing new'
    )
  if (routes.length === 0 && isWhole && !isMissing) throw noRoutesError(tree)
  const nodes = new WeakMap<object, ts.Node>()
  const shapes = new Shapes(program.getTypeChecker(), gaps, nodes)
  const reader = new Desk(machine, shapes)
  const contractOf = contractsOf(reader)
  const root = documentOf(routes, readPackageInfo(tree), shapes, {
    checker: program.getTypeChecker(),
    contractOf: ({registered, router}) => contractOf(registered, router),
    docsOf: route => docsOf(route, reader.functionsOf(route.registered.handlers))
  })
  // Reading handlers and schemas spends the same budget, so that it is checked again.
  tellSpent()
  if (!opened.installed && entry) {
    gaps.unsure(
      entry,
      'Unexpected lack of `node_modules`, expected what the program needs to be installed: types of packages are unknown'
    )
  }
  const source = tree.sourceOf(tree.path)
  const locateAll = createLocator(root, source, nodes, gaps, entries[0])
  const main = {source, address: addressOf(tree.path), root, surveyed: survey(root, true)}
  return {
    main,
    documents: [main],
    paths: opened.paths(),
    lookup: address => (address === main.address ? root : undefined),
    tellsInHeaders: main.surveyed.tellsInHeaders,
    documentAt: address => (address === main.address ? main : undefined),
    gaps: gaps.all,
    locateAll,
    locate: place => locateAll([place])[0] ?? place
  }
}

/** Marks the apps that an entry exports as served. */
function serveExports(value: Value): void {
  for (const option of optionsOf(value)) {
    if (option.kind !== 'object') continue
    for (const inner of option.fields.values()) {
      for (const each of optionsOf(inner)) {
        const router = routerIn(each)
        if (router?.isApp) router.isServed = true
      }
    }
  }
}

/**
 * Calls the functions that an entry exports, passes routers for parameters of router types, and marks the returned
 * routers as served.
 */
function callExports(machine: Machine, value: Value, frameworks: readonly Framework[]): void {
  if (value.kind !== 'object') return
  for (const callee of value.fields.values()) {
    if (callee.kind !== 'function') continue
    const args = callee.node.parameters.map((each): Value => {
      const type = machine.checker.getTypeAtLocation(each).symbol?.name ?? ''
      return frameworks.map(framework => framework.handedIn?.(type, each)).find(Boolean) ?? UNKNOWN
    })
    const back = machine.invoke(callee, args)
    for (const each of optionsOf(back)) {
      const router = routerIn(each)
      if (router) router.isServed = true
    }
  }
}

function noRoutesError(tree: Shelf): InputError {
  const source = tree.sourceOf(tree.path)
  return refuse(
    `Unexpected program \`${source}\` without a route, expected one that starts a server of Express, Fastify, Hono or NestJS`,
    {source},
    '--spec src/server.ts'
  )
}

/** Name and version from the closest `package.json` above the entry. Empty if there is none. */
function readPackageInfo(tree: Shelf): {title: string; version: string} {
  for (let folder = posix.dirname(tree.path); ; folder = posix.dirname(folder)) {
    const path = posix.join(folder, 'package.json')
    if (tree.id(path) !== undefined) {
      const found = readManifest(tree, path)
      if (found) return found
    }
    if (folder === '.' || folder === '/') return {title: '', version: ''}
  }
}

function readManifest(tree: Shelf, path: string): {title: string; version: string} | undefined {
  try {
    const {name, version} = JSON.parse(decode(tree.read(path), path)) as {name?: unknown; version?: unknown}
    return typeof name === 'string' ? {title: name, version: typeof version === 'string' ? version : ''} : undefined
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof InputError) return undefined
    throw error
  }
}

/** Maps positions in the document to positions in the code: the node of the closest enclosing part. */
function createLocator(
  root: object,
  source: string,
  nodes: WeakMap<object, ts.Node>,
  gaps: Gaps,
  entry: ts.SourceFile | undefined
): (places: readonly Place[]) => Place[] {
  const find = (place: Place): Place => {
    if (place.line !== undefined || place.pointer === undefined || place.source !== source) return place
    let node: ts.Node | undefined = entry
    let here: unknown = root
    for (const key of pathOf(place.pointer)) {
      if (typeof here !== 'object' || here === null) break
      here = (here as Readonly<Record<string, unknown>>)[key]
      node = (typeof here === 'object' && here !== null ? nodes.get(here) : undefined) ?? node
    }
    return node ? gaps.placeOf(node) : place
  }
  return places => places.map(find)
}
