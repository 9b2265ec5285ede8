import {posix} from 'node:path'
import {documentAddress, type SpecFiles} from '@tenure/core/documents/document'
import type {FileTree} from '@tenure/core/documents/file-tree'
import {surveyDocument} from '@tenure/core/documents/parsing/reference-survey'
import {InputError, inputError} from '@tenure/core/model/input-error'
import {parsePointer, type SourceLocation} from '@tenure/core/model/location'
import {decodeUtf8} from '@tenure/core/stores/files/text-bytes'
import {formatFew} from '@tenure/core/text/format-values'
import ts from 'typescript'
import {serveExports, startExports} from './exported-starts.ts'
import {modelExpress} from './frameworks/express.ts'
import {readExpressContract} from './frameworks/express-contract.ts'
import {modelFastify} from './frameworks/fastify.ts'
import {readFastifyContract} from './frameworks/fastify-contract.ts'
import {modelHono} from './frameworks/hono.ts'
import {readHonoContract} from './frameworks/hono-contract.ts'
import {NestModel} from './frameworks/nest.ts'
import {readNestContract} from './frameworks/nest-contract.ts'
import {modelNode} from './frameworks/node.ts'
import {Interpreter} from './interpreter/interpreter.ts'
import {reportMissedRegistrations} from './missed-registrations.ts'
import {MissingParts} from './missing-parts.ts'
import type {RouteContract} from './route-contract.ts'
import {ContractReader} from './routes/contract-reader.ts'
import {reportMiddleware} from './routes/middleware.ts'
import {type Route, resolveRoutes} from './routes/resolve-routes.ts'
import {Routing} from './routes/routing.ts'
import {TypeConverter} from './schemas/types-to-schemas.ts'
import {modelZod} from './schemas/zod.ts'
import {buildOpenApi, type RouteDocs} from './to-openapi.ts'
import {openServerProgram, type ServerProgram} from './typescript-program.ts'

/**
 * Reads server code as an API description: a document in memory whose positions point into the code. The code is never
 * executed.
 */
export function readServerCode(tree: FileTree): SpecFiles {
  try {
    return readProgram(tree)
  } catch (error) {
    // The depth of nested code isn't limited, but the stack of the interpreter is.
    if (!(error instanceof RangeError)) throw error
    const source = tree.sourceOf(tree.path)
    throw inputError(`The code that starts in \`${source}\` is nested too deeply to be read.`, {source})
  }
}

/** How often a program is followed again because it loads files by name that no import names. */
const MAX_ROUNDS = 8

function readProgram(tree: FileTree, loaded: readonly string[] = [], round = 0): SpecFiles {
  const opened = openServerProgram(tree, loaded)
  const {program, entries} = opened
  const sourceOf = (file: ts.SourceFile): string => {
    const path = opened.pathOf(file)
    return path === undefined
      ? file.fileName.replace(/^.*[/\\]node_modules[/\\]/, 'node_modules/')
      : tree.sourceOf(path)
  }
  const gaps = new MissingParts(sourceOf)
  const routing = new Routing(gaps, program.getTypeChecker())
  const platforms = {express: modelExpress(routing), fastify: modelFastify(routing)}
  const nest = new NestModel(routing, {
    express: node => platforms.express.handedIn?.('Express', node),
    fastify: node => platforms.fastify.handedIn?.('FastifyInstance', node)
  })
  const frameworks = [platforms.express, platforms.fastify, modelHono(routing), nest, modelNode(), modelZod()]
  const machine = new Interpreter(opened, frameworks)
  routing.isConditional = () => machine.conditionalDepth > 0
  for (const file of entries) machine.runFile(file)
  const isServing = (): boolean => nest.isServing || routing.routers.some(({isServed}) => isServed)
  // If the entries start nothing themselves, what they export is called the way the code that starts the server would.
  if (!isServing()) startExports(machine, entries, frameworks, isServing)
  for (const file of entries) serveExports(machine.exportsOf(file))
  nest.collect(machine)
  const found = [...machine.files.missing].filter(each => !loaded.includes(each))
  if (found.length > 0 && round < MAX_ROUNDS) return readProgram(tree, [...loaded, ...found], round + 1)
  const [entry] = entries
  // If the budget ended without a known node, the entry is reported.
  const tellSpent = (): void => {
    const end = machine.budget.exhaustedAt ?? entry
    if (machine.budget.isExhausted && end)
      gaps.reportMissing(
        end,
        "The program takes more than a few million steps to follow. Routes that are added after this point aren't read."
      )
  }
  tellSpent()
  // Missing packages are reported before other gaps, because those can follow from them.
  if (!opened.hasNodeModules && entry) {
    gaps.reportUncertain(
      entry,
      `\`node_modules\` is missing, so types of packages are unknown. Run \`${installCommand(tree)}\` first.`
    )
  }
  const {routes, middleware} = resolveRoutes(routing, entries)
  reportMissedRegistrations(opened, routing, nest.controllers, machine)
  const isWhole = gaps.all.length === (opened.hasNodeModules ? 0 : 1)
  const isMissing = reportMiddleware(middleware, machine, gaps)
  for (const node of machine.callLimitPlaces)
    gaps.reportUncertain(node, 'This function is passed on too often to be followed. It is assumed to add no routes.')
  if (routes.length === 0 && isWhole && !isMissing) throw noRoutesError(tree)
  const nodes = new WeakMap<object, ts.Node>()
  const shapes = new TypeConverter(program.getTypeChecker(), gaps, nodes)
  const reader = new ContractReader(machine, shapes)
  const root = buildOpenApi(routes, readPackageInfo(tree), shapes, {
    checker: program.getTypeChecker(),
    contractOf: route => readContract(reader, route),
    docsOf: route => findRouteDocs(route, reader.findHandlerFunctions(route.registered.handlers))
  })
  if (shapes.hasUnknownTypes) reportMissingPackages(opened, gaps, installCommand(tree))
  reportTwins(opened, gaps)
  // Reading handlers and schemas spends the same budget, so that it is checked again.
  tellSpent()
  const source = tree.sourceOf(tree.path)
  const locateAll = createLocator(root, source, nodes, gaps, entries[0])
  const main = {source, address: documentAddress(tree.path), root, surveyed: surveyDocument(root, true)}
  return {
    main,
    documents: [main],
    paths: opened.paths(),
    lookup: address => (address === main.address ? root : undefined),
    hasLifecycleHeaders: main.surveyed.hasLifecycleHeaders,
    documentAt: address => (address === main.address ? main : undefined),
    gaps: gaps.all,
    locateAll,
    locate: place => locateAll([place])[0] ?? place
  }
}

/** Reports packages that aren't installed although a type of the API is unknown. */
function reportMissingPackages({missingPackages, hasNodeModules}: ServerProgram, gaps: MissingParts, install: string) {
  const [first] = missingPackages.values()
  const names = formatFew([...missingPackages.keys()].map(each => `\`${each}\``))
  if (first && hasNodeModules)
    gaps.reportUncertain(
      first,
      `Types of packages that aren't installed are unknown: ${names}. Run \`${install}\` first.`
    )
}

/** Reports files that a program might run another one for. */
function reportTwins({twins}: ServerProgram, gaps: MissingParts): void {
  for (const [file, twin] of twins)
    gaps.reportUncertain(
      file,
      `\`${twin}\` has the same name, and which of both runs depends on the program that starts the server. It isn't read. Delete one of them.`
    )
}

function noRoutesError(tree: FileTree): InputError {
  const source = tree.sourceOf(tree.path)
  return inputError(
    `\`${source}\` has no routes. Name a program that starts a server with Express, Fastify, Hono, or NestJS.`,
    {source},
    '--spec src/server.ts'
  )
}

/** Lock files and the commands that install what they list. */
const LOCK_FILES = [
  ['package-lock.json', 'npm ci'],
  ['pnpm-lock.yaml', 'pnpm install'],
  ['yarn.lock', 'yarn install'],
  ['bun.lock', 'bun install']
] as const

/** Command that installs the packages of a program, by the closest lock file above the entry. */
function installCommand(tree: FileTree): string {
  for (let folder = posix.dirname(tree.path); ; folder = posix.dirname(folder)) {
    const found = LOCK_FILES.find(([file]) => tree.id(posix.join(folder, file)) !== undefined)
    if (found) return found[1]
    if (folder === '.' || folder === '/') return 'npm ci'
  }
}

/** Name and version from the closest `package.json` above the entry. Empty if there is none. */
function readPackageInfo(tree: FileTree): {title: string; version: string} {
  for (let folder = posix.dirname(tree.path); ; folder = posix.dirname(folder)) {
    const path = posix.join(folder, 'package.json')
    if (tree.id(path) !== undefined) {
      const found = readManifest(tree, path)
      if (found) return found
    }
    if (folder === '.' || folder === '/') return {title: '', version: ''}
  }
}

function readManifest(tree: FileTree, path: string): {title: string; version: string} | undefined {
  try {
    const {name, version} = JSON.parse(decodeUtf8(tree.read(path), path)) as {name?: unknown; version?: unknown}
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
  gaps: MissingParts,
  entry: ts.SourceFile | undefined
): (places: readonly SourceLocation[]) => SourceLocation[] {
  const find = (place: SourceLocation): SourceLocation => {
    if (place.line !== undefined || place.pointer === undefined || place.source !== source) return place
    let node: ts.Node | undefined = entry
    let here: unknown = root
    for (const key of parsePointer(place.pointer)) {
      if (typeof here !== 'object' || here === null) break
      here = (here as Readonly<Record<string, unknown>>)[key]
      node = (typeof here === 'object' && here !== null ? nodes.get(here) : undefined) ?? node
    }
    return node ? gaps.placeOf(node) : place
  }
  return places => places.map(find)
}

/** Reads the contract of a route as its framework states it. */
function readContract(reader: ContractReader, {registered, router}: Route): RouteContract {
  if (registered.nest) return readNestContract(registered.nest, reader)
  if (router.style === 'express') return readExpressContract(reader, registered)
  return router.style === 'fastify'
    ? readFastifyContract(reader, registered, router)
    : readHonoContract(reader, registered)
}

/** Nodes whose doc comments describe a route: its statement, handler, and controller. */
function findRouteDocs({registered}: Route, functions: readonly ts.FunctionLikeDeclaration[]): RouteDocs {
  const {node, nest} = registered
  if (nest) return {commentNodes: [nest.controller, nest.method], linkTargets: [nest.method]}
  const handlers = functions.flatMap(each => findDeclaration(each) ?? [])
  return {commentNodes: [...handlers, ...findStatement(node)], linkTargets: functions}
}

/**
 * The statement of a call. In a chain, the comment above the statement describes only the first call, unless the whole
 * chain is about one path.
 */
function findStatement(call: ts.Node): ts.Node[] {
  const own = findChainComment(call)
  let here = call
  while (here.parent && !ts.isStatement(here)) here = here.parent
  if (!ts.isExpressionStatement(here) || own) return own ? [own] : []
  const isFirst = !isInChain(call) || isRouteChain(call)
  return isFirst ? [here] : []
}

const isInChain = (call: ts.Node): boolean => {
  const receiver = receiverOf(call)
  return receiver !== undefined && ts.isCallExpression(receiver)
}

const receiverOf = (call: ts.Node): ts.Expression | undefined =>
  ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.expression) ? call.expression.expression : undefined

function isRouteChain(call: ts.Node): boolean {
  for (let here = receiverOf(call); here && ts.isCallExpression(here); here = receiverOf(here)) {
    if (
      ts.isPropertyAccessExpression(here.expression) &&
      here.expression.name.text === 'route' &&
      here.arguments.length === 1
    )
      return true
  }
  return false
}

/**
 * A comment inside a chain stands before the dot of the call that it describes. It is parsed on its own, because the
 * compiler attaches it to no node.
 */
function findChainComment(call: ts.Node): ts.Node | undefined {
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined
  const {expression, name} = call.expression
  if (!ts.isCallExpression(expression) && !ts.isNewExpression(expression)) return undefined
  const file = call.getSourceFile()
  const between = file.text.slice(expression.getEnd(), name.getStart(file))
  const comment = /\/\*\*[\s\S]*?\*\//g.exec(between)?.[0]
  if (comment === undefined) return undefined
  const parsed = ts.createSourceFile('comment.ts', `${comment}\nvoid 0`, ts.ScriptTarget.Latest, true)
  return parsed.statements[0]
}

/**
 * Declaration of a function: its own statement, or the variable or property that holds it. `undefined` for any other
 * function.
 */
function findDeclaration(fn: ts.FunctionLikeDeclaration): ts.Node | undefined {
  if (ts.isFunctionDeclaration(fn) || ts.isMethodDeclaration(fn)) return fn
  const {parent} = fn
  if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) return parent
  if (ts.isVariableDeclaration(parent) && ts.isVariableStatement(parent.parent.parent)) return parent.parent.parent
  return undefined
}
