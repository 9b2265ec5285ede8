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
  const {checker, gaps} = routing
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile || pathOf(file) === undefined) continue
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && !routing.recognizedCalls.has(node)) unseen(node)
      else if (ts.isClassDeclaration(node) && !controllers.has(node) && isController(node)) {
        gaps.reportMissing(
          node.name ?? node,
          `No module lists controller \`${node.name?.text ?? ''}\`, so its routes aren't read. Add it to \`controllers\`.`
        )
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }

  function isRouter(node: ts.Expression): boolean {
    const type = checker.getTypeAtLocation(node)
    const types = type.isIntersection() || type.isUnion() ? type.types : [type]
    return types.some(
      each =>
        ROUTER_TYPES.has(each.symbol?.name ?? '') &&
        PACKAGES.test(each.symbol.declarations?.[0]?.getSourceFile().fileName ?? '')
    )
  }

  function unseen(call: ts.CallExpression): void {
    const callee = stripWrappers(call.expression)
    if (ts.isElementAccessExpression(callee) && !ts.isStringLiteralLike(callee.argumentExpression)) {
      if (isRouter(callee.expression))
        gaps.reportMissing(
          call,
          "The method of this route is computed, in code that the entry doesn't reach. The route isn't read."
        )
      return
    }
    const isReached = engine.argumentsByCall.has(call)
    if (!isReached && ts.isPropertyAccessExpression(callee) && MOUNT_NAMES.has(callee.name.text))
      unseenMount(call, callee)
    if (
      !ts.isPropertyAccessExpression(callee) ||
      !ROUTE_METHOD_NAMES.has(callee.name.text) ||
      call.arguments.length === 0
    )
      return
    // A setting, or part of a chain that was evaluated as a whole.
    if (callee.name.text === 'get' && call.arguments.length === 1) return
    if (
      callee.name.text === 'route' &&
      !ts.isObjectLiteralExpression(call.arguments[0] as ts.Node) &&
      call.arguments.length < 2
    )
      return
    const type = checker.getTypeAtLocation(callee.expression)
    const [first] = call.arguments
    if (!isRouter(callee.expression) && !((type.flags & ts.TypeFlags.Any) !== 0 && looksLikeRoute(call))) return
    const path = first && ts.isStringLiteralLike(first) ? ` \`${first.text}\`` : ''
    const verb = callee.name.text
    const what =
      verb === 'all' || verb === 'route' ? 'route' : `${ROUTE_METHODS.get(verb) ?? ALL_METHODS.join(', ')} route`
    gaps.reportMissing(call, `The ${what}${path} is in code that the entry doesn't reach, so it isn't read.`)
  }

  function unseenMount(call: ts.CallExpression, {expression: receiver}: ts.PropertyAccessExpression): void {
    const isAny = (checker.getTypeAtLocation(receiver).flags & ts.TypeFlags.Any) !== 0
    if (!isAny && !isRouter(receiver)) return
    const [first] = call.arguments
    const path = first && ts.isStringLiteralLike(first) ? first.text : undefined
    const isMount = call.arguments.some(each => {
      const node = stripWrappers(each)
      const symbol = ts.isIdentifier(node) ? engine.symbolOf(node) : undefined
      const router = symbol && asRouter(engine.valueOf(symbol))
      return router ? !router.isMounted && !router.isServed : isRouter(node)
    })
    if (!isMount) return
    const where = path === undefined ? '' : ` below \`${path}\``
    gaps.reportMissing(
      call,
      `A router is mounted${where} in code that the entry doesn't reach, so its routes aren't read there.`
    )
  }
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
