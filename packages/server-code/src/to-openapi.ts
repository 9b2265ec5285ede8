import {groupBy} from '@tenure/core/model/group-by'
import {setOwn} from '@tenure/core/model/json'
import {COMPUTED_STATUS} from '@tenure/openapi/extensions'
import ts from 'typescript'
import {type DocMarks, readDocMarks, readDocText} from './doc-comments.ts'
import {ANY_STATUS, type ContractParameter, type RouteContract} from './route-contract.ts'
import type {Route} from './routes/resolve-routes.ts'
import type {Schema, TypeConverter} from './schemas/types-to-schemas.ts'

/** Builds the OpenAPI document from the routes. */
export function buildOpenApi(
  routes: readonly Route[],
  info: {readonly title: string; readonly version: string},
  shapes: TypeConverter,
  {contractOf, docsOf, checker}: RouteReaders
): object {
  const paths: Record<string, Record<string, unknown>> = {}
  const handled = new Map<ts.Node, Route>()
  const docs = new Map(routes.map(route => [route, docsOf(route)]))
  for (const [route, nodes] of docs) {
    // A function that handles several routes stands for the first one in links.
    for (const node of nodes.linkTargets) if (!handled.has(node)) handled.set(node, route)
  }
  const linked = (name: ts.Node): string | undefined => {
    const symbol = checker.getSymbolAtLocation(name) ?? findMember(name, checker)
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const route = (target?.declarations ?? [])
      .map(each => handled.get(each) ?? handled.get(findFunction(each) ?? each))
      .find(Boolean)
    return route && `${route.method} ${route.path}`
  }
  for (const [route, {commentNodes}] of docs) {
    const contract = contractOf(route)
    const life: Record<string, unknown> = {}
    let prose: DocMarks = {}
    for (const node of commentNodes) {
      Object.assign(life, readDocMarks(node, linked))
      prose = {...prose, ...readDocText(node)}
    }
    const operation = {
      ...prose,
      ...life,
      ...(contract.marks ?? {}),
      ...buildParameters(route, contract, shapes),
      ...buildBody(contract, shapes),
      ...buildResponses(contract, shapes)
    }
    shapes.nodes.set(operation, route.registered.node)
    let item = paths[route.path]
    if (!item) {
      item = {}
      shapes.nodes.set(item, route.registered.node)
      setOwn(paths, route.path, item)
    }
    item[route.method.toLowerCase()] = operation
  }
  const schemas = Object.fromEntries([...shapes.components].sort(([a], [b]) => (a < b ? -1 : 1)))
  return {
    openapi: '3.1.0',
    info,
    paths,
    ...(shapes.components.size > 0 ? {components: {schemas}} : {})
  }
}

export interface RouteReaders {
  readonly checker: ts.TypeChecker
  readonly contractOf: (route: Route) => RouteContract
  readonly docsOf: (route: Route) => RouteDocs
}

/**
 * Nodes with the comments on a route, most general first, and the declarations that stand for the route in a `{@link}`.
 */
export interface RouteDocs {
  readonly commentNodes: readonly ts.Node[]
  readonly linkTargets: readonly ts.Node[]
}

/** The function of `const list = async (req, res) => …`. `undefined` for any other node. */
const findFunction = (node: ts.Node): ts.Node | undefined =>
  ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)
    ? node.initializer
    : undefined

/** Resolves a bare name in a link to a member of the enclosing class. */
function findMember(name: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const of = ts.findAncestor(name, ts.isClassLike)
  return of && ts.isIdentifier(name) ? checker.getTypeAtLocation(of).getProperty(name.text) : undefined
}

function buildParameters({parameters, registered}: Route, contract: RouteContract, shapes: TypeConverter): object {
  const own = contract.parameters.filter(each => each.in === 'path')
  const inPath = parameters.map(({name, pattern, isRest}): ContractParameter => {
    const declared = own.find(each => each.name === name)
    const text = {
      type: 'string',
      ...(pattern === undefined ? {} : {pattern: `^(?:${pattern.replaceAll(/^\^|\$$/g, '')})$`})
    }
    return {
      name,
      in: 'path',
      required: true,
      schema: declared?.schema ?? text,
      node: declared?.node ?? registered.node,
      ...(isRest ? {more: {description: 'The rest of the path.'}} : {})
    }
  })
  const others = contract.parameters.filter(each => each.in !== 'path')
  const all = [...inPath, ...new Map(others.map(each => [`${each.in} ${each.name}`, each])).values()]
  if (all.length === 0) return {}
  return {
    parameters: all.map(({name, in: where, required, schema, more, node}) => {
      const made = {name, in: where, required, ...more, schema}
      if (node) shapes.nodes.set(made, node)
      return made
    })
  }
}

function buildBody({body}: RouteContract, shapes: TypeConverter): object {
  if (!body) return {}
  const made = {required: body.required, content: {[body.media]: {schema: body.schema}}}
  if (body.node) shapes.nodes.set(made, body.node)
  return {requestBody: made}
}

function buildResponses({answers}: RouteContract, shapes: TypeConverter): object {
  if (answers.length === 0) return {}
  const byStatus = groupBy(answers, ({status}) => (status === ANY_STATUS ? 'default' : status))
  const responses = [...byStatus].map(([status, all]): [string, object] => {
    const media = new Map<string, Schema[]>()
    for (const {media: type, schema} of all) {
      if (type !== undefined) media.set(type, [...(media.get(type) ?? []), ...(schema === undefined ? [] : [schema])])
    }
    const content = Object.fromEntries(
      [...media].map(([type, schemas]) => [type, schemas.length === 0 ? {} : {schema: combineSchemas(schemas)}])
    )
    const isComputed = all.some(each => each.status === ANY_STATUS)
    const made = {
      description: '',
      ...(isComputed ? {[COMPUTED_STATUS]: true} : {}),
      ...(media.size > 0 ? {content} : {})
    }
    const [{node} = {}] = all
    if (node) shapes.nodes.set(made, node)
    return [status, made]
  })
  return {responses: Object.fromEntries(responses)}
}

/** Combines the response schemas of one status and media type into `anyOf`, without duplicates. */
function combineSchemas(schemas: readonly Schema[]): Schema {
  const unlike = [...new Map(schemas.map(each => [JSON.stringify(each), each])).values()]
  const [only] = unlike
  return unlike.length === 1 && only !== undefined ? only : {anyOf: unlike}
}
