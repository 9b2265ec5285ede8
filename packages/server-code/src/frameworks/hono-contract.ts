import ts from 'typescript'
import {defined} from '../../../../src/model/defined.ts'
import {type AbstractValue, fieldOf, stringOf} from '../interpreter/values.ts'
import {JSON_MEDIA} from '../responses/media-types.ts'
import {findResponseCalls, methodNameOf, parameterSymbolAt} from '../responses/response-calls.ts'
import type {RouteContract} from '../route-contract.ts'
import type {RegisteredRoute} from '../routers.ts'
import type {ContractReader} from '../routes/contract-reader.ts'
import type {Schema} from '../schemas/types-to-schemas.ts'
import {asZodSchema} from '../schemas/zod.ts'
import {stripWrappers} from '../syntax.ts'

/** Reads the contract of a Hono route from its validators and from the use of the context in its handlers. */
export function readHonoContract(reader: ContractReader, route: RegisteredRoute): RouteContract {
  const {checker, shapes, answers, declaredSchemas} = reader
  const contract: RouteContract = {parameters: [], answers: []}
  if (route.options) readOpenApiRoute(route.options, route.node)
  for (const {value, node} of route.handlers) {
    const call = node && stripWrappers(node)
    if (call && ts.isCallExpression(call) && readValidator(call)) continue
    for (const fn of reader.findHandlerFunctions([{value, node}])) readContext(fn, route.options !== undefined)
  }
  return contract

  /**
   * Adds what a validator requires: `zValidator('json', schema)`, `validator('query', …)`. Returns `false` if the call
   * isn't a validator.
   */
  function readValidator(call: ts.CallExpression): boolean {
    const [target, schema] = reader.engine.argumentsByCall.get(call) ?? []
    const where = stringOf(target)
    const written = call.arguments[1]
    if (where === undefined || !schema || !written || !HONO_TARGETS.has(where)) return false
    if (asZodSchema(schema)) addPart(where, declaredSchemas.convert(schema, written), written)
    else if (schema.kind === 'function') {
      const type = checker.getTypeAtLocation(schema.node).getCallSignatures()[0]?.getReturnType()
      const held = type && shapes.awaitedType(type)
      const parts = (held?.isUnion() ? held.types : held ? [held] : []).filter(each => each.symbol?.name !== 'Response')
      const [only] = parts
      if (only && shapes.isTyped(only)) addPart(where, shapes.convert(only, written), written)
    } else addPart(where, declaredSchemas.convert(schema, written), written)
    return true
  }

  function addPart(where: string, schema: Schema, node: ts.Node): void {
    if (where === 'json' || where === 'form') {
      const media = where === 'json' ? JSON_MEDIA : 'multipart/form-data'
      contract.body = {schema, required: true, media, node}
    } else
      contract.parameters.push(
        ...reader.parameters(schema, where === 'param' ? 'path' : (where as 'query' | 'header' | 'cookie'), node)
      )
  }

  /** Adds what a handler reads from the context and the responses that it creates with it. */
  function readContext(fn: ts.FunctionLikeDeclaration, isTold: boolean): void {
    const symbol = parameterSymbolAt(fn, 0, checker)
    if (!symbol) return
    for (const {call, name, chain, frame} of findResponseCalls(fn, symbol, checker)) {
      const [first, second] = call.arguments
      if (['json', 'text', 'html', 'body', 'redirect', 'notFound'].includes(name) && chain.length === 1 && !isTold) {
        const status = second
          ? answers.statusesOfArgument(second, frame, call)
          : name === 'redirect'
            ? ['302']
            : name === 'notFound'
              ? ['404']
              : answers.statusesOfReturn(call, frame, '200')
        for (const each of status) contract.answers.push({status: each, ...contentOf(name, first, call), node: call})
      }
    }
    const {body} = fn
    if (body) readRequest(body, symbol)
  }

  function contentOf(
    name: string,
    first: ts.Expression | undefined,
    call: ts.CallExpression
  ): {media?: string; schema?: Schema} {
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
  function readRequest(body: ts.Node, symbol: ts.Symbol): void {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && isRequest(node, symbol)) {
        const name = methodNameOf(node)
        const [first] = node.arguments
        const text = first && ts.isStringLiteralLike(first) ? first.text : undefined
        if ((name === 'query' || name === 'queries' || name === 'header') && text !== undefined) {
          const where = name === 'header' ? 'header' : 'query'
          const schema = name === 'queries' ? {type: 'array', items: {type: 'string'}} : {type: 'string'}
          if (where === 'query' || !/^(?:accept|authorization|content-type)$/i.test(text)) {
            contract.parameters.push({name: text, in: where, required: false, schema, node})
          }
        } else if (name === 'json' && !contract.body) {
          const type = shapes.awaitedType(checker.getTypeAtLocation(node))
          const given = shapes.isTyped(type) ? {type} : findAssertedType(node, checker)
          if (given)
            contract.body = {
              schema: shapes.convert(given.type, node),
              required: true,
              media: JSON_MEDIA,
              node
            }
        }
      }
      ts.forEachChild(node, visit)
    }
    visit(body)
  }

  function isRequest({expression}: ts.CallExpression, symbol: ts.Symbol): boolean {
    const callee = stripWrappers(expression)
    const req = ts.isPropertyAccessExpression(callee) ? stripWrappers(callee.expression) : undefined
    const holder =
      req && ts.isPropertyAccessExpression(req) && req.name.text === 'req' ? stripWrappers(req.expression) : undefined
    return holder !== undefined && ts.isIdentifier(holder) && checker.getSymbolAtLocation(holder) === symbol
  }

  /** Adds the options of `createRoute` from `@hono/zod-openapi`. */
  function readOpenApiRoute(options: AbstractValue, node: ts.Node): void {
    const request = fieldOf(options, 'request')
    for (const [key, where] of [
      ['params', 'param'],
      ['query', 'query'],
      ['headers', 'header'],
      ['cookies', 'cookie']
    ] as const) {
      const given = fieldOf(request, key)
      if (given) addPart(where, declaredSchemas.convert(given, node), node)
    }
    const bodies = fieldOf(fieldOf(request, 'body'), 'content')
    if (bodies?.kind === 'object') {
      for (const [media, value] of bodies.fields) {
        const schema = fieldOf(value, 'schema')
        if (schema)
          contract.body = {
            schema: declaredSchemas.convert(schema, node),
            required: fieldOf(fieldOf(request, 'body'), 'required') !== undefined,
            media,
            node
          }
      }
    }
    const responses = fieldOf(options, 'responses')
    for (const [status, value] of responses?.kind === 'object' ? responses.fields : []) {
      const content = fieldOf(value, 'content')
      if (content?.kind !== 'object') contract.answers.push({status, node})
      else {
        for (const [media, held] of content.fields) {
          const schema = fieldOf(held, 'schema')
          contract.answers.push(defined({status, media, schema: schema && declaredSchemas.convert(schema, node), node}))
        }
      }
    }
  }
}

const HONO_TARGETS: ReadonlySet<string> = new Set(['json', 'form', 'query', 'param', 'header', 'cookie'])

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
