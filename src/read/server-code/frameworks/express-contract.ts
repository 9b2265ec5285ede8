import ts from 'typescript'
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

const JSON_MEDIA = 'application/json'

/** Reads contracts of Express routes from the types and bodies of their handlers. */
export class ExpressContractReader {
  readonly #reader: ContractReader

  constructor(reader: ContractReader) {
    this.#reader = reader
  }

  read({handlers}: RegisteredRoute): RouteContract {
    const contract: RouteContract = {parameters: [], answers: []}
    for (const fn of this.#reader.findHandlerFunctions(handlers)) {
      // A function with four parameters is an error handler.
      if (fn.parameters.length > 3) continue
      const [request, response] = fn.parameters
      const req = request && this.#reader.checker.getTypeAtLocation(request)
      const requested = parameterSymbolAt(fn, 0, this.#reader.checker)
      if (req && request) this.#readRequest(contract, fn, req, request, requested)
      const answered = parameterSymbolAt(fn, 1, this.#reader.checker)
      if (!response || !answered) continue
      const declared = this.#declaredBody(this.#reader.checker.getTypeAtLocation(response), response)
      const calls = findResponseCalls(fn, answered, this.#reader.checker)
      contract.answers.push(...calls.flatMap(each => this.#reader.answers.read(each, declared, EXPRESS_DEFAULTS)))
    }
    return contract
  }

  /**
   * Adds what `Request<P, ResBody, ReqBody, ReqQuery>` declares, or the types that the code gives to parts of the
   * request.
   */
  #readRequest(
    contract: RouteContract,
    fn: ts.FunctionLikeDeclaration,
    req: ts.Type,
    node: ts.Node,
    symbol: ts.Symbol | undefined
  ): void {
    const body = this.#declaredPart(req, 'body', node) ?? this.#assertedPart(fn, symbol, 'body')
    if (body)
      contract.body = {
        schema: this.#reader.shapes.convert(body.type, body.node),
        required: true,
        media: JSON_MEDIA,
        node: body.node
      }
    const query = this.#declaredPart(req, 'query', node) ?? this.#assertedPart(fn, symbol, 'query')
    if (query)
      contract.parameters.push(
        ...this.#reader.parameters(this.#reader.shapes.convert(query.type, query.node), 'query', query.node)
      )
    else if (symbol) {
      for (const [name, at] of findReadProperties(fn, symbol, 'query', this.#reader.checker)) {
        contract.parameters.push({name, in: 'query', required: false, schema: {type: 'string'}, node: at})
      }
    }
    const params = this.#declaredPart(req, 'params', node)
    if (params)
      contract.parameters.push(
        ...this.#reader.parameters(this.#reader.shapes.convert(params.type, params.node), 'path', params.node)
      )
  }

  /** Declared type of a part of the request. `undefined` if it is the default type of Express. */
  #declaredPart(type: ts.Type, name: string, node: ts.Node): {type: ts.Type; node: ts.Node} | undefined {
    const symbol = this.#reader.checker.getPropertyOfType(type, name)
    const held = symbol && this.#reader.checker.getTypeOfSymbolAtLocation(symbol, node)
    if (!this.#reader.shapes.isTyped(held) || held.flags & ts.TypeFlags.Unknown) return undefined
    return held.symbol &&
      ['ParsedQs', 'ParamsDictionary', '__type'].includes(held.symbol.name) &&
      isDeclaredInPackage(held)
      ? undefined
      : {type: held, node}
  }

  #assertedPart(
    fn: ts.FunctionLikeDeclaration,
    symbol: ts.Symbol | undefined,
    part: string
  ): {type: ts.Type; node: ts.Node} | undefined {
    if (!symbol) return undefined
    const isIt = (node: ts.Expression): boolean => {
      const holder =
        ts.isPropertyAccessExpression(node) && node.name.text === part ? stripWrappers(node.expression) : undefined
      return (
        holder !== undefined && ts.isIdentifier(holder) && this.#reader.checker.getSymbolAtLocation(holder) === symbol
      )
    }
    return findAssertedTypeOf(fn, isIt, this.#reader.checker)
  }

  /** Body type that `Response<Body>` declares. `undefined` if there is none. */
  #declaredBody(type: ts.Type, node: ts.Node): ts.Type | undefined {
    const json = this.#reader.checker.getPropertyOfType(type, 'json')
    const signature = json && this.#reader.checker.getTypeOfSymbolAtLocation(json, node).getCallSignatures()[0]
    const body = signature?.getParameters()[0]
    const held = body && this.#reader.checker.getTypeOfSymbolAtLocation(body, node)
    return this.#reader.shapes.isTyped(held) && !(held.flags & ts.TypeFlags.Unknown) ? held : undefined
  }
}

const isDeclaredInPackage = ({symbol}: ts.Type): boolean =>
  symbol.declarations?.every(each => each.getSourceFile().isDeclarationFile) ?? false
