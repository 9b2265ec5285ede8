import ts from 'typescript'
import {JSON_MEDIA} from '../responses/media-types.ts'
import {
  type AssertedType,
  findAssertedTypeOf,
  findReadProperties,
  findResponseCalls,
  parameterSymbolAt
} from '../responses/response-calls.ts'
import {EXPRESS_DEFAULTS} from '../responses/response-reader.ts'
import type {RouteContract} from '../route-contract.ts'
import type {RegisteredRoute} from '../routers.ts'
import {ContractDraft, type ContractReader} from '../routes/contract-reader.ts'
import type {Schema} from '../schemas/types-to-schemas.ts'
import {stripWrappers} from '../syntax.ts'

/** Reads the contract of an Express route from the types and bodies of its handlers. */
export function readExpressContract(reader: ContractReader, {handlers}: RegisteredRoute): RouteContract {
  const contract = new ExpressContract(reader)
  for (const fn of reader.findHandlerFunctions(handlers)) contract.readHandler(fn)
  return contract
}

/** The contract of an Express route while it is read. */
class ExpressContract extends ContractDraft {
  readHandler(fn: ts.FunctionLikeDeclaration): void {
    const {checker, answers} = this.reader
    // A function with four parameters is an error handler.
    if (fn.parameters.length > 3) return
    const [request, response] = fn.parameters
    if (request) this.#readRequest(fn, request)
    const answered = parameterSymbolAt(fn, 1, checker)
    if (!response || !answered) return
    const declared = this.#declaredBody(checker.getTypeAtLocation(response), response)
    const calls = findResponseCalls(fn, answered, checker)
    this.answers.push(...calls.flatMap(each => answers.read(each, declared, EXPRESS_DEFAULTS)))
  }

  /**
   * Adds what `Request<P, ResBody, ReqBody, ReqQuery>` declares, or the types that the code gives to parts of the
   * request.
   */
  #readRequest(fn: ts.FunctionLikeDeclaration, node: ts.ParameterDeclaration): void {
    const {checker, shapes} = this.reader
    const req = checker.getTypeAtLocation(node)
    const symbol = parameterSymbolAt(fn, 0, checker)
    const body = this.#declaredPart(req, 'body', node) ?? this.#assertedPart(fn, symbol, 'body')
    if (body) {
      this.body = {schema: this.#convert(body), required: true, media: JSON_MEDIA, node: body.node}
    }
    const query = this.#declaredPart(req, 'query', node) ?? this.#assertedPart(fn, symbol, 'query')
    if (query) this.parameters.push(...this.reader.parameters(this.#convert(query), 'query', query.node))
    else if (symbol) {
      for (const [name, at] of findReadProperties(fn, symbol, 'query', checker)) {
        this.parameters.push({name, in: 'query', required: false, schema: {type: 'string'}, node: at})
      }
    }
    const params = this.#declaredPart(req, 'params', node)
    if (params)
      this.parameters.push(...this.reader.parameters(shapes.convert(params.type, params.node), 'path', params.node))
  }

  /** The schema that a part of a request is checked with, which says what has a default, or else that of its type. */
  #convert({type, node, schema}: AssertedType): Schema {
    const {declaredSchemas, engine, shapes} = this.reader
    return schema
      ? declaredSchemas.convert(engine.evaluate(schema, {names: new Map()}), schema)
      : shapes.convert(type, node)
  }

  /** Declared type of a part of the request. `undefined` if it is the default type of Express. */
  #declaredPart(type: ts.Type, name: string, node: ts.Node): AssertedType | undefined {
    const {checker, shapes} = this.reader
    const symbol = checker.getPropertyOfType(type, name)
    const held = symbol && checker.getTypeOfSymbolAtLocation(symbol, node)
    if (!shapes.isTyped(held) || held.flags & ts.TypeFlags.Unknown) return undefined
    return held.symbol &&
      ['ParsedQs', 'ParamsDictionary', '__type'].includes(held.symbol.name) &&
      isDeclaredInPackage(held)
      ? undefined
      : {type: held, node}
  }

  /** The type that the code gives to a part of the request where it is read; `undefined` if there is none. */
  #assertedPart(fn: ts.FunctionLikeDeclaration, symbol: ts.Symbol | undefined, part: string): AssertedType | undefined {
    if (!symbol) return undefined
    const {checker} = this.reader
    const isIt = (node: ts.Expression): boolean => {
      const holder =
        ts.isPropertyAccessExpression(node) && node.name.text === part ? stripWrappers(node.expression) : undefined
      return holder !== undefined && ts.isIdentifier(holder) && checker.getSymbolAtLocation(holder) === symbol
    }
    return findAssertedTypeOf(fn, isIt, checker)
  }

  /** Body type that `Response<Body>` declares. `undefined` if there is none. */
  #declaredBody(type: ts.Type, node: ts.Node): ts.Type | undefined {
    const {checker, shapes} = this.reader
    const json = checker.getPropertyOfType(type, 'json')
    const signature = json && checker.getTypeOfSymbolAtLocation(json, node).getCallSignatures()[0]
    const body = signature?.getParameters()[0]
    const held = body && checker.getTypeOfSymbolAtLocation(body, node)
    return shapes.isTyped(held) && !(held.flags & ts.TypeFlags.Unknown) ? held : undefined
  }
}

const isDeclaredInPackage = ({symbol}: ts.Type): boolean =>
  symbol.declarations?.every(each => each.getSourceFile().isDeclarationFile) ?? false
