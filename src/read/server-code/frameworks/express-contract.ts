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
  readonly #desk: Desk

  constructor(desk: Desk) {
    this.#desk = desk
  }

  of({handlers}: Registered): Contract {
    const contract: Contract = {parameters: [], answers: []}
    for (const fn of this.#desk.functionsOf(handlers)) {
      // A function with four parameters is an error handler.
      if (fn.parameters.length > 3) continue
      const [request, response] = fn.parameters
      const req = request && this.#desk.checker.getTypeAtLocation(request)
      const requested = symbolAt(fn, 0, this.#desk.checker)
      if (req && request) this.#requested(contract, fn, req, request, requested)
      const answered = symbolAt(fn, 1, this.#desk.checker)
      if (!response || !answered) continue
      const told = this.#bodyOf(this.#desk.checker.getTypeAtLocation(response), response)
      const said = callsOn(fn, answered, this.#desk.checker)
      contract.answers.push(...said.flatMap(each => this.#desk.answers.of(each, told, EXPRESS)))
    }
    return contract
  }

  /**
   * Adds what `Request<P, ResBody, ReqBody, ReqQuery>` declares, or the types that the code gives to parts of the
   * request.
   */
  #requested(
    contract: Contract,
    fn: ts.FunctionLikeDeclaration,
    req: ts.Type,
    node: ts.Node,
    symbol: ts.Symbol | undefined
  ): void {
    const body = this.#part(req, 'body', node) ?? this.#takenFor(fn, symbol, 'body')
    if (body)
      contract.body = {
        schema: this.#desk.shapes.of(body.type, body.node),
        required: true,
        media: JSON_MEDIA,
        node: body.node
      }
    const query = this.#part(req, 'query', node) ?? this.#takenFor(fn, symbol, 'query')
    if (query)
      contract.parameters.push(
        ...this.#desk.parameters(this.#desk.shapes.of(query.type, query.node), 'query', query.node)
      )
    else if (symbol) {
      for (const [name, at] of namesRead(fn, symbol, 'query', this.#desk.checker)) {
        contract.parameters.push({name, in: 'query', required: false, schema: {type: 'string'}, node: at})
      }
    }
    const params = this.#part(req, 'params', node)
    if (params)
      contract.parameters.push(
        ...this.#desk.parameters(this.#desk.shapes.of(params.type, params.node), 'path', params.node)
      )
  }

  /** Declared type of a part of the request. `undefined` if it is the default type of Express. */
  #part(type: ts.Type, name: string, node: ts.Node): {type: ts.Type; node: ts.Node} | undefined {
    const symbol = this.#desk.checker.getPropertyOfType(type, name)
    const held = symbol && this.#desk.checker.getTypeOfSymbolAtLocation(symbol, node)
    if (!this.#desk.shapes.isTold(held) || held.flags & ts.TypeFlags.Unknown) return undefined
    return held.symbol && ['ParsedQs', 'ParamsDictionary', '__type'].includes(held.symbol.name) && isOfPackage(held)
      ? undefined
      : {type: held, node}
  }

  #takenFor(
    fn: ts.FunctionLikeDeclaration,
    symbol: ts.Symbol | undefined,
    part: string
  ): {type: ts.Type; node: ts.Node} | undefined {
    if (!symbol) return undefined
    const isIt = (node: ts.Expression): boolean => {
      const holder = ts.isPropertyAccessExpression(node) && node.name.text === part ? bare(node.expression) : undefined
      return (
        holder !== undefined && ts.isIdentifier(holder) && this.#desk.checker.getSymbolAtLocation(holder) === symbol
      )
    }
    return typeGiven(fn, isIt, this.#desk.checker)
  }

  /** Body type that `Response<Body>` declares. `undefined` if there is none. */
  #bodyOf(type: ts.Type, node: ts.Node): ts.Type | undefined {
    const json = this.#desk.checker.getPropertyOfType(type, 'json')
    const signature = json && this.#desk.checker.getTypeOfSymbolAtLocation(json, node).getCallSignatures()[0]
    const body = signature?.getParameters()[0]
    const held = body && this.#desk.checker.getTypeOfSymbolAtLocation(body, node)
    return this.#desk.shapes.isTold(held) && !(held.flags & ts.TypeFlags.Unknown) ? held : undefined
  }
}

const isOfPackage = ({symbol}: ts.Type): boolean =>
  symbol.declarations?.every(each => each.getSourceFile().isDeclarationFile) ?? false
