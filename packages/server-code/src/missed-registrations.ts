import ts from 'typescript'
import type {Engine} from './interpreter/framework-contract.ts'
import {ALL_METHODS, ROUTE_METHODS} from './routers.ts'
import {asRouter, type Routing} from './routes/routing.ts'
import {stripWrappers} from './syntax.ts'
import type {ServerProgram} from './typescript-program.ts'

const ROUTER_TYPES: ReadonlySet<string> = new Set([
  'Express',
  'Application',
  'Router',
  'IRouter',
  'IRouterHandler',
  'Core',
  'FastifyInstance',
  'Hono',
  'OpenAPIHono'
])
const ROUTE_METHOD_NAMES: ReadonlySet<string> = new Set([...ROUTE_METHODS.keys(), 'all', 'route'])
/** Methods that mount a router. */
const MOUNT_NAMES: ReadonlySet<string> = new Set(['use', 'route', 'mount'])
const PACKAGES =
  /[/\\]node_modules[/\\](?:@types[/\\])?(?:express|express-serve-static-core|router|fastify|hono|@hono[/\\]zod-openapi)[/\\]/

/**
 * Reports calls that look like route registrations but were never evaluated, or whose receiver isn't known to be a
 * router. They might be part of the API.
 */
export function reportMissedRegistrations(
  {program, pathOf}: ServerProgram,
  routing: Routing,
  controllers: ReadonlySet<ts.Node>,
  engine: Engine
): void {
  const search = new MissedSearch(routing, engine)
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile || pathOf(file) === undefined) continue
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) search.checkCall(node)
      else if (ts.isClassDeclaration(node) && !controllers.has(node)) search.checkController(node)
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
}

/** The search for registrations in code that was never evaluated. */
class MissedSearch {
  readonly #routing: Routing
  readonly #engine: Engine

  constructor(routing: Routing, engine: Engine) {
    this.#routing = routing
    this.#engine = engine
  }

  checkController(node: ts.ClassDeclaration): void {
    if (!isController(node)) return
    this.#routing.gaps.reportMissing(
      node.name ?? node,
      `No module lists controller \`${node.name?.text ?? ''}\`, so its routes aren't read. Add it to \`controllers\`.`
    )
  }

  checkCall(call: ts.CallExpression): void {
    if (this.#routing.recognizedCalls.has(call)) return
    const callee = stripWrappers(call.expression)
    if (ts.isElementAccessExpression(callee) && !ts.isStringLiteralLike(callee.argumentExpression))
      this.#checkComputedMethod(call, callee)
    if (!ts.isPropertyAccessExpression(callee)) return
    if (MOUNT_NAMES.has(callee.name.text) && !this.#engine.argumentsByCall.has(call)) this.#checkMount(call, callee)
    if (isRegistration(call, callee)) this.#checkRoute(call, callee)
  }

  #checkComputedMethod(call: ts.CallExpression, {expression: receiver}: ts.ElementAccessExpression): void {
    if (!this.#isRouter(receiver)) return
    this.#routing.gaps.reportMissing(
      call,
      "The method of this route is computed, in code that the entry doesn't reach. The route isn't read."
    )
  }

  #checkRoute(call: ts.CallExpression, {expression: receiver, name: {text: verb}}: ts.PropertyAccessExpression): void {
    if (!this.#isRouter(receiver) && !(this.#isUntyped(receiver) && looksLikeRoute(call))) return
    const [first] = call.arguments
    const path = first && ts.isStringLiteralLike(first) ? ` \`${first.text}\`` : ''
    const what =
      verb === 'all' || verb === 'route' ? 'route' : `${ROUTE_METHODS.get(verb) ?? ALL_METHODS.join(', ')} route`
    this.#routing.gaps.reportMissing(
      call,
      `The ${what}${path} is in code that the entry doesn't reach, so it isn't read.`
    )
  }

  #checkMount(call: ts.CallExpression, {expression: receiver}: ts.PropertyAccessExpression): void {
    if (!this.#isUntyped(receiver) && !this.#isRouter(receiver)) return
    if (!call.arguments.some(each => this.#isMountable(stripWrappers(each)))) return
    const [first] = call.arguments
    const where = first && ts.isStringLiteralLike(first) ? ` below \`${first.text}\`` : ''
    this.#routing.gaps.reportMissing(
      call,
      `A router is mounted${where} in code that the entry doesn't reach, so its routes aren't read there.`
    )
  }

  /** Whether an expression is a router that isn't mounted anywhere yet. */
  #isMountable(node: ts.Expression): boolean {
    const symbol = ts.isIdentifier(node) ? this.#engine.symbolOf(node) : undefined
    const router = symbol && asRouter(this.#engine.valueOf(symbol))
    return router ? !router.isMounted && !router.isServed : this.#isRouter(node)
  }

  #isUntyped(node: ts.Expression): boolean {
    return (this.#routing.checker.getTypeAtLocation(node).flags & ts.TypeFlags.Any) !== 0
  }

  #isRouter(node: ts.Expression): boolean {
    const type = this.#routing.checker.getTypeAtLocation(node)
    const types = type.isIntersection() || type.isUnion() ? type.types : [type]
    return types.some(
      each =>
        ROUTER_TYPES.has(each.symbol?.name ?? '') &&
        PACKAGES.test(each.symbol.declarations?.[0]?.getSourceFile().fileName ?? '')
    )
  }
}

/** Whether a call has the form of a registration, and is neither a setting nor part of a chain that was evaluated. */
function isRegistration(
  {arguments: args}: ts.CallExpression,
  {name: {text: verb}}: ts.PropertyAccessExpression
): boolean {
  const [first] = args
  if (!first || !ROUTE_METHOD_NAMES.has(verb)) return false
  if (args.length > 1) return true
  return verb !== 'get' && (verb !== 'route' || ts.isObjectLiteralExpression(first))
}

/** Whether a call on an untyped object looks like a route: `it.get('/loans', (req, res) => …)`. */
function looksLikeRoute({arguments: [path, ...handlers]}: ts.CallExpression): boolean {
  const last = handlers.at(-1)
  const isHandler = last !== undefined && (ts.isArrowFunction(last) || ts.isFunctionExpression(last))
  return path !== undefined && ts.isStringLiteralLike(path) && path.text.startsWith('/') && isHandler
}

function isController(node: ts.ClassDeclaration): boolean {
  const decorators = ts.getDecorators(node) ?? []
  const isNest = decorators.some(({expression}) => {
    const callee = ts.isCallExpression(expression) ? expression.expression : expression
    return ts.isIdentifier(callee) && callee.text === 'Controller'
  })
  return (
    isNest &&
    node
      .getSourceFile()
      .statements.some(
        each =>
          ts.isImportDeclaration(each) &&
          ts.isStringLiteral(each.moduleSpecifier) &&
          each.moduleSpecifier.text === '@nestjs/common'
      )
  )
}
