import ts from 'typescript'
import {callsOn, namesRead, symbolAt, typeGiven} from '../responses/response-calls.ts'
import {EXPRESS} from '../responses/response-reader.ts'
import type {Desk} from '../routes/contract-reader.ts'
import type {Contract} from '../route-contract.ts'
import type {Registered} from '../routers.ts'
import {bare} from '../syntax.ts'

const JSON_MEDIA = 'application/json'

/** Reads contracts of Express routes from the types and bodies of their handlers. */
export class ExpressContracts {
  readonly #reader: Desk

  constructor(reader: Desk) {
    this.#reader = reader
  }

  of({handlers}: Registered): Contract {
    const contract: Contract = {parameters: [], answers: []}
    for (const fn of this.#reader.functionsOf(handlers)) {
      // A function with four parameters is an error handler.
      if (fn.parameters.length > 3) continue
      const [request, response] = fn.parameters
      const req = request && this.#reader.checker.getTypeAtLocation(request)
      const requested = symbolAt(fn, 0, this.#reader.checker)
      if (req && request) this.#readRequest(contract, fn, req, request, requested)
      const answered = symbolAt(fn, 1, this.#reader.checker)
      if (!response || !answered) continue
      const declared = this.#declaredBody(this.#reader.checker.getTypeAtLocation(response), response)
      const calls = callsOn(fn, answered, this.#reader.checker)
      contract.answers.push(...calls.flatMap(each => this.#reader.answers.of(each, declared, EXPRESS)))
    }
    return contract
  }

  /**
   * Adds what `Request<P, ResBody, ReqBody, ReqQuery>` declares, or the types that the code gives to parts of the
   * request.
   */
  #readRequest(
    contract: Contract,
    fn: ts.FunctionLikeDeclaration,
    req: ts.Type,
    node: ts.Node,
    symbol: ts.Symbol | undefined
  ): void {
    const body = this.#declaredPart(req, 'body', node) ?? this.#assertedPart(fn, symbol, 'body')
    if (body)
      contract.body = {
        schema: this.#reader.shapes.of(body.type, body.node),
        required: true,
        media: JSON_MEDIA,
        node: body.node
      }
    const query = this.#declaredPart(req, 'query', node) ?? this.#assertedPart(fn, symbol, 'query')
    if (query)
      contract.parameters.push(
        ...this.#reader.parameters(this.#reader.shapes.of(query.type, query.node), 'query', query.node)
      )
    else if (symbol) {
      for (const [name, at] of namesRead(fn, symbol, 'query', this.#reader.checker)) {
        contract.parameters.push({name, in: 'query', required: false, schema: {type: 'string'}, node: at})
      }
    }
    const params = this.#declaredPart(req, 'params', node)
    if (params)
      contract.parameters.push(
        ...this.#reader.parameters(this.#reader.shapes.of(params.type, params.node), 'path', params.node)
      )
  }

  /** Declared type of a part of the request. `undefined` if it is the default type of Express. */
  #declaredPart(type: ts.Type, name: string, node: ts.Node): {type: ts.Type; node: ts.Node} | undefined {
    const symbol = this.#reader.checker.getPropertyOfType(type, name)
    const held = symbol && this.#reader.checker.getTypeOfSymbolAtLocation(symbol, node)
    if (!this.#reader.shapes.isTold(held) || held.flags & ts.TypeFlags.Unknown) return undefined
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
      const holder = ts.isPropertyAccessExpression(node) && node.name.text === part ? bare(node.expression) : undefined
      return (
        holder !== undefined && ts.isIdentifier(holder) && this.#reader.checker.getSymbolAtLocation(holder) === symbol
      )
    }
    return typeGiven(fn, isIt, this.#reader.checker)
  }

  /** Body type that `Response<Body>` declares. `undefined` if there is none. */
  #declaredBody(type: ts.Type, node: ts.Node): ts.Type | undefined {
    const json = this.#reader.checker.getPropertyOfType(type, 'json')
    const signature = json && this.#reader.checker.getTypeOfSymbolAtLocation(json, node).getCallSignatures()[0]
    const body = signature?.getParameters()[0]
    const held = body && this.#reader.checker.getTypeOfSymbolAtLocation(body, node)
    return this.#reader.shapes.isTold(held) && !(held.flags & ts.TypeFlags.Unknown) ? held : undefined
  }
}

const isDeclaredInPackage = ({symbol}: ts.Type): boolean =>
  symbol.declarations?.every(each => each.getSourceFile().isDeclarationFile) ?? false
