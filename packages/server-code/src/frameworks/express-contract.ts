import ts from 'typescript'
import {JSON_MEDIA} from '../responses/media-types.ts'
import {
  findAssertedTypeOf,
  findReadProperties,
  findResponseCalls,
  parameterSymbolAt
} from '../responses/response-calls.ts'
import {EXPRESS_DEFAULTS} from '../responses/response-reader.ts'
import type {RouteContract} from '../route-contract.ts'
import type {RegisteredRoute} from '../routers.ts'
import type {ContractReader} from '../routes/contract-reader.ts'
import {stripWrappers} from '../syntax.ts'

/** Reads the contract of an Express route from the types and bodies of its handlers. */
export function readExpressContract(reader: ContractReader, {handlers}: RegisteredRoute): RouteContract {
  const {checker, shapes, answers} = reader
  const contract: RouteContract = {parameters: [], answers: []}
  for (const fn of reader.findHandlerFunctions(handlers)) {
    // A function with four parameters is an error handler.
    if (fn.parameters.length > 3) continue
    const [request, response] = fn.parameters
    const req = request && checker.getTypeAtLocation(request)
    const requested = parameterSymbolAt(fn, 0, checker)
    if (req && request) readRequest(fn, req, request, requested)
    const answered = parameterSymbolAt(fn, 1, checker)
    if (!response || !answered) continue
    const declared = declaredBody(checker.getTypeAtLocation(response), response)
    const calls = findResponseCalls(fn, answered, checker)
    contract.answers.push(...calls.flatMap(each => answers.read(each, declared, EXPRESS_DEFAULTS)))
  }
  return contract

  /**
   * Adds what `Request<P, ResBody, ReqBody, ReqQuery>` declares, or the types that the code gives to parts of the
   * request.
   */
  function readRequest(
    fn: ts.FunctionLikeDeclaration,
    req: ts.Type,
    node: ts.Node,
    symbol: ts.Symbol | undefined
  ): void {
    const body = declaredPart(req, 'body', node) ?? assertedPart(fn, symbol, 'body')
    if (body) {
      const schema = shapes.convert(body.type, body.node)
      contract.body = {schema, required: true, media: JSON_MEDIA, node: body.node}
    }
    const query = declaredPart(req, 'query', node) ?? assertedPart(fn, symbol, 'query')
    if (query)
      contract.parameters.push(...reader.parameters(shapes.convert(query.type, query.node), 'query', query.node))
    else if (symbol) {
      for (const [name, at] of findReadProperties(fn, symbol, 'query', checker)) {
        contract.parameters.push({name, in: 'query', required: false, schema: {type: 'string'}, node: at})
      }
    }
    const params = declaredPart(req, 'params', node)
    if (params)
      contract.parameters.push(...reader.parameters(shapes.convert(params.type, params.node), 'path', params.node))
  }

  /** Declared type of a part of the request. `undefined` if it is the default type of Express. */
  function declaredPart(type: ts.Type, name: string, node: ts.Node): {type: ts.Type; node: ts.Node} | undefined {
    const symbol = checker.getPropertyOfType(type, name)
    const held = symbol && checker.getTypeOfSymbolAtLocation(symbol, node)
    if (!shapes.isTyped(held) || held.flags & ts.TypeFlags.Unknown) return undefined
    return held.symbol &&
      ['ParsedQs', 'ParamsDictionary', '__type'].includes(held.symbol.name) &&
      isDeclaredInPackage(held)
      ? undefined
      : {type: held, node}
  }

  function assertedPart(
    fn: ts.FunctionLikeDeclaration,
    symbol: ts.Symbol | undefined,
    part: string
  ): {type: ts.Type; node: ts.Node} | undefined {
    if (!symbol) return undefined
    const isIt = (node: ts.Expression): boolean => {
      const holder =
        ts.isPropertyAccessExpression(node) && node.name.text === part ? stripWrappers(node.expression) : undefined
      return holder !== undefined && ts.isIdentifier(holder) && checker.getSymbolAtLocation(holder) === symbol
    }
    return findAssertedTypeOf(fn, isIt, checker)
  }

  /** Body type that `Response<Body>` declares. `undefined` if there is none. */
  function declaredBody(type: ts.Type, node: ts.Node): ts.Type | undefined {
    const json = checker.getPropertyOfType(type, 'json')
    const signature = json && checker.getTypeOfSymbolAtLocation(json, node).getCallSignatures()[0]
    const body = signature?.getParameters()[0]
    const held = body && checker.getTypeOfSymbolAtLocation(body, node)
    return shapes.isTyped(held) && !(held.flags & ts.TypeFlags.Unknown) ? held : undefined
  }
}

const isDeclaredInPackage = ({symbol}: ts.Type): boolean =>
  symbol.declarations?.every(each => each.getSourceFile().isDeclarationFile) ?? false
