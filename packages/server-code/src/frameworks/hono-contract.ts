import {defined} from '@tenure/core/model/defined'
import ts from 'typescript'
import {type AbstractValue, fieldOf, stringOf} from '../interpreter/values.ts'
import {JSON_MEDIA} from '../responses/media-types.ts'
import {findResponseCalls, methodNameOf, parameterSymbolAt, type ResponseCall} from '../responses/response-calls.ts'
import type {RouteContract} from '../route-contract.ts'
import type {RegisteredRoute} from '../routers.ts'
import {ContractDraft, type ContractReader} from '../routes/contract-reader.ts'
import type {Schema} from '../schemas/types-to-schemas.ts'
import {asZodSchema} from '../schemas/zod.ts'
import {stripWrappers} from '../syntax.ts'

/** Reads the contract of a Hono route from its validators and from the use of the context in its handlers. */
export function readHonoContract(reader: ContractReader, route: RegisteredRoute): RouteContract {
  const contract = new HonoContract(reader)
  if (route.options) contract.readRouteOptions(route.options, route.node)
  for (const {value, node} of route.handlers) {
    const call = node && stripWrappers(node)
    if (call && ts.isCallExpression(call) && contract.readValidator(call)) continue
    for (const fn of reader.findHandlerFunctions([{value, node}])) contract.readHandler(fn, route.options !== undefined)
  }
  return contract
}

const HONO_TARGETS: ReadonlySet<string> = new Set(['json', 'form', 'query', 'param', 'header', 'cookie'])
const RESPONSE_METHODS: ReadonlySet<string> = new Set(['json', 'text', 'html', 'body', 'redirect', 'notFound'])
const FIXED_STATUSES: ReadonlyMap<string, string> = new Map([
  ['redirect', '302'],
  ['notFound', '404']
])
/** Headers that OpenAPI describes elsewhere. */
const RESERVED_HEADER = /^(?:accept|authorization|content-type)$/i

/** The contract of a Hono route while it is read. */
class HonoContract extends ContractDraft {
  /**
   * Adds what a validator requires: `zValidator('json', schema)`, `validator('query', …)`. Returns `false` if the call
   * isn't a validator.
   */
  readValidator(call: ts.CallExpression): boolean {
    const [target, schema] = this.reader.engine.argumentsByCall.get(call) ?? []
    const where = stringOf(target)
    const written = call.arguments[1]
    if (where === undefined || !schema || !written || !HONO_TARGETS.has(where)) return false
    const {shapes} = this.reader
    if (!asZodSchema(schema) && schema.kind === 'function') {
      const type = this.#validatedTypeOf(schema.node)
      if (type && shapes.isTyped(type)) this.#addPart(where, shapes.convert(type, written), written)
    } else this.#addDeclaredPart(where, schema, written)
    return true
  }

  /** The first type that a validator function returns besides a response; `undefined` if there is none. */
  #validatedTypeOf(validator: ts.Node): ts.Type | undefined {
    const {checker, shapes} = this.reader
    const type = checker.getTypeAtLocation(validator).getCallSignatures()[0]?.getReturnType()
    const held = type && shapes.awaitedType(type)
    const parts = held?.isUnion() ? held.types : held ? [held] : []
    return parts.find(each => each.symbol?.name !== 'Response')
  }

  #addDeclaredPart(where: string, schema: AbstractValue, node: ts.Node): void {
    this.#addPart(where, this.reader.declaredSchemas.convert(schema, node), node)
  }

  #addPart(where: string, schema: Schema, node: ts.Node): void {
    if (where === 'json' || where === 'form') {
      const media = where === 'json' ? JSON_MEDIA : 'multipart/form-data'
      this.body = {schema, required: true, media, node}
    } else {
      const place = where === 'param' ? 'path' : (where as 'query' | 'header' | 'cookie')
      this.parameters.push(...this.reader.parameters(schema, place, node))
    }
  }

  /** Adds what a handler reads from the context and, unless route options list them, the responses that it creates. */
  readHandler(fn: ts.FunctionLikeDeclaration, hasOptions: boolean): void {
    const {checker} = this.reader
    const symbol = parameterSymbolAt(fn, 0, checker)
    if (!symbol) return
    for (const response of hasOptions ? [] : findResponseCalls(fn, symbol, checker))
      if (RESPONSE_METHODS.has(response.name) && response.chain.length === 1) this.#addResponse(response)
    if (fn.body) this.#readRequest(fn.body, symbol)
  }

  #addResponse({call, name, frame}: ResponseCall): void {
    const {answers} = this.reader
    const [first, second] = call.arguments
    const fixed = FIXED_STATUSES.get(name)
    const statuses = second
      ? answers.statusesOfArgument(second, frame, call)
      : fixed === undefined
        ? answers.statusesOfReturn(call, frame, '200')
        : [fixed]
    for (const status of statuses) this.answers.push({status, ...this.#contentOf(name, first, call), node: call})
  }

  #contentOf(
    name: string,
    first: ts.Expression | undefined,
    call: ts.CallExpression
  ): {media?: string; schema?: Schema} {
    const {checker, shapes, answers} = this.reader
    if (name === 'json' && first) {
      const [typeArgument] = call.typeArguments ?? []
      return {
        media: JSON_MEDIA,
        schema: typeArgument
          ? shapes.convert(checker.getTypeFromTypeNode(typeArgument), call)
          : answers.schemaOfExpression(first)
      }
    }
    if (name === 'text') return {media: 'text/plain', schema: {type: 'string'}}
    return name === 'html' ? {media: 'text/html', schema: {type: 'string'}} : {}
  }

  /** Adds reads of the request: `c.req.query('page')`, `c.req.header('X-Request')`, `c.req.json<NewLoan>()`. */
  #readRequest(body: ts.Node, symbol: ts.Symbol): void {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && isRequest(node, symbol, this.reader.checker)) {
        const name = methodNameOf(node)
        if (name === 'query' || name === 'queries' || name === 'header') this.#addReadParameter(name, node)
        else if (name === 'json' && !this.body) this.#addReadBody(node)
      }
      ts.forEachChild(node, visit)
    }
    visit(body)
  }

  #addReadParameter(method: 'query' | 'queries' | 'header', node: ts.CallExpression): void {
    const [first] = node.arguments
    if (!first || !ts.isStringLiteralLike(first)) return
    const name = first.text
    if (method === 'header' && RESERVED_HEADER.test(name)) return
    const schema = method === 'queries' ? {type: 'array', items: {type: 'string'}} : {type: 'string'}
    this.parameters.push({name, in: method === 'header' ? 'header' : 'query', required: false, schema, node})
  }

  #addReadBody(node: ts.CallExpression): void {
    const {checker, shapes} = this.reader
    const type = shapes.awaitedType(checker.getTypeAtLocation(node))
    const given = shapes.isTyped(type) ? {type} : findAssertedType(node, checker)
    if (given) this.body = {schema: shapes.convert(given.type, node), required: true, media: JSON_MEDIA, node}
  }

  /** Adds the options of `createRoute` from `@hono/zod-openapi`. */
  readRouteOptions(options: AbstractValue, node: ts.Node): void {
    const request = fieldOf(options, 'request')
    for (const [key, where] of [
      ['params', 'param'],
      ['query', 'query'],
      ['headers', 'header'],
      ['cookies', 'cookie']
    ] as const) {
      const given = fieldOf(request, key)
      if (given) this.#addDeclaredPart(where, given, node)
    }
    this.#readBodyOption(fieldOf(request, 'body'), node)
    this.#readResponsesOption(fieldOf(options, 'responses'), node)
  }

  #readBodyOption(option: AbstractValue | undefined, node: ts.Node): void {
    const contents = fieldOf(option, 'content')
    if (contents?.kind !== 'object') return
    const required = fieldOf(option, 'required') !== undefined
    for (const [media, value] of contents.fields) {
      const schema = fieldOf(value, 'schema')
      if (schema) this.body = {schema: this.reader.declaredSchemas.convert(schema, node), required, media, node}
    }
  }

  #readResponsesOption(option: AbstractValue | undefined, node: ts.Node): void {
    const {declaredSchemas} = this.reader
    for (const [status, value] of option?.kind === 'object' ? option.fields : []) {
      const content = fieldOf(value, 'content')
      if (content?.kind !== 'object') this.answers.push({status, node})
      else {
        for (const [media, held] of content.fields) {
          const schema = fieldOf(held, 'schema')
          this.answers.push(defined({status, media, schema: schema && declaredSchemas.convert(schema, node), node}))
        }
      }
    }
  }
}

/** Whether a call is a method of the request of a context: `c.req.query('page')`. */
function isRequest({expression}: ts.CallExpression, symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  const callee = stripWrappers(expression)
  const req = ts.isPropertyAccessExpression(callee) ? stripWrappers(callee.expression) : undefined
  const holder =
    req && ts.isPropertyAccessExpression(req) && req.name.text === 'req' ? stripWrappers(req.expression) : undefined
  return holder !== undefined && ts.isIdentifier(holder) && checker.getSymbolAtLocation(holder) === symbol
}

/** Declared type that an untyped expression is assigned to or asserted as. `undefined` if there is none. */
function findAssertedType(node: ts.Expression, checker: ts.TypeChecker): {type: ts.Type} | undefined {
  let here: ts.Node = node.parent
  while (ts.isAwaitExpression(here) || ts.isParenthesizedExpression(here)) here = here.parent
  if (ts.isAsExpression(here) || (ts.isVariableDeclaration(here) && here.type)) {
    const asserted = here.type && checker.getTypeFromTypeNode(here.type)
    return asserted && !(asserted.flags & ts.TypeFlags.Any) ? {type: asserted} : undefined
  }
  return undefined
}
