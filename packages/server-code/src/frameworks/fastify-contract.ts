import ts from 'typescript'
import {type AbstractValue, fieldOf} from '../interpreter/values.ts'
import {JSON_MEDIA} from '../responses/media-types.ts'
import {findResponseCalls, parameterSymbolAt, returnedExpressions} from '../responses/response-calls.ts'
import {FASTIFY_DEFAULTS} from '../responses/response-reader.ts'
import type {RouteContract} from '../route-contract.ts'
import type {RegisteredRoute, Router} from '../routers.ts'
import type {ContractReader} from '../routes/contract-reader.ts'
import type {Schema} from '../schemas/types-to-schemas.ts'
import {asZodSchema} from '../schemas/zod.ts'
import {registeredSchemas} from './fastify.ts'

/** Reads the contract of a Fastify route from its schemas, or else from its types. */
export function readFastifyContract(reader: ContractReader, route: RegisteredRoute, router: Router): RouteContract {
  const {checker, shapes, answers, declaredSchemas} = reader
  const contract: RouteContract = {parameters: [], answers: []}
  const {node} = route
  const named = registeredSchemas(router)
  const schema = fieldOf(route.options, 'schema')
  const parts = schema?.kind === 'object' ? schema.fields : new Map<string, AbstractValue>()
  const nodeOf = (value: AbstractValue | undefined): ts.Node =>
    value?.kind === 'object' ? (value.node ?? node) : (asZodSchema(value)?.node ?? node)
  if (schema && schema.kind !== 'object') shapes.unknownSchema(node, 'schema of a route that is computed')
  const generics = typeArguments(route)
  const schemaOf = (key: string, generic: string): Schema | undefined => {
    const given = parts.get(key)
    if (given) return declaredSchemas.convert(given, nodeOf(given), named)
    const type = generics.get(generic)
    return type && shapes.isTyped(type) && !(type.flags & ts.TypeFlags.Unknown) ? shapes.convert(type, node) : undefined
  }
  for (const [key, generic, where] of FASTIFY_PARTS) {
    const found =
      schemaOf(key, generic) ?? (key === 'querystring' && parts.has('query') ? schemaOf('query', generic) : undefined)
    if (found !== undefined) contract.parameters.push(...reader.parameters(found, where, nodeOf(parts.get(key))))
  }
  const body = schemaOf('body', 'Body')
  if (body !== undefined && !route.methods.every(each => each === 'GET' || each === 'HEAD')) {
    contract.body = {schema: body, required: true, media: JSON_MEDIA, node: nodeOf(parts.get('body'))}
  }
  const responses = parts.get('response')
  if (responses?.kind === 'object') {
    for (const [status, value] of responses.fields) {
      const content = fieldOf(value, 'content')
      const inner = content?.kind === 'object' ? [...content.fields] : [[JSON_MEDIA, value] as const]
      for (const [media, held] of inner) {
        const contentSchema = content ? (fieldOf(held, 'schema') ?? held) : held
        contract.answers.push({
          status: status.toUpperCase(),
          media,
          schema: declaredSchemas.convert(contentSchema, nodeOf(contentSchema), named),
          node: nodeOf(value)
        })
      }
    }
  } else readResponses(route, generics.get('Reply'))
  const marks = schema ? readLifecycleMarks(schema) : undefined
  return marks ? {...contract, marks} : contract

  /** Type arguments of `get<{Params: …; Body: …}>`, or of the handler's own `FastifyRequest<{…}>`. */
  function typeArguments({types, handlers}: RegisteredRoute): Map<string, ts.Type> {
    const found = new Map<string, ts.Type>()
    const put = (type: ts.Type, node: ts.Node): void => {
      for (const symbol of checker.getPropertiesOfType(type)) {
        if (!found.has(symbol.name)) found.set(symbol.name, checker.getTypeOfSymbolAtLocation(symbol, node))
      }
    }
    for (const each of types ?? []) put(checker.getTypeFromTypeNode(each), each)
    for (const fn of reader.findHandlerFunctions(handlers)) {
      const [request] = fn.parameters
      if (!request?.type || !ts.isTypeReferenceNode(request.type)) continue
      const [generic] = request.type.typeArguments ?? []
      if (generic) put(checker.getTypeFromTypeNode(generic), generic)
    }
    return found
  }

  /** Adds the responses that a handler returns or sends. */
  function readResponses({handlers, node}: RegisteredRoute, replyType: ts.Type | undefined): void {
    if (replyType && readResponsesByStatus(replyType, node)) return
    const reply =
      replyType && shapes.isTyped(replyType) && !(replyType.flags & ts.TypeFlags.Unknown) ? replyType : undefined
    for (const fn of reader.findHandlerFunctions(handlers)) {
      const symbol = parameterSymbolAt(fn, 1, checker)
      const calls = symbol ? findResponseCalls(fn, symbol, checker) : []
      contract.answers.push(...calls.flatMap(each => answers.read(each, reply, FASTIFY_DEFAULTS)))
      for (const each of returnedExpressions(fn)) {
        const type = shapes.awaitedType(checker.getTypeAtLocation(each))
        const isReply = checker.getPropertyOfType(type, 'send') !== undefined
        if (isReply || type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never)) continue
        const declared = fn.type && shapes.awaitedType(checker.getTypeFromTypeNode(fn.type))
        const whole = reply ?? (shapes.isTyped(declared) ? declared : undefined)
        const frame = symbol && {fn, symbol}
        const statuses = frame ? answers.statusesOfReturn(each, frame, '200') : ['200']
        const isText = !whole && (type.flags & ts.TypeFlags.StringLike) !== 0
        const schema = whole ? shapes.convert(whole, each) : answers.schemaOfExpression(each)
        const body = {media: isText ? FASTIFY_DEFAULTS.text : JSON_MEDIA, schema}
        const contents = answers.contentsOfReturn(each, frame, body)
        for (const status of statuses)
          contract.answers.push(...contents.map(content => ({status, ...content, node: each})))
      }
    }
  }

  /**
   * Adds responses declared by status: `Reply: {200: Loan; 404: Fault}`. Returns `false` if the type has no such form.
   */
  function readResponsesByStatus(replyType: ts.Type, node: ts.Node): boolean {
    const all = checker.getPropertiesOfType(replyType)
    if (all.length === 0 || replyType.isUnion() || !all.every(({name}) => /^[1-5](?:xx|\d\d)$/i.test(name)))
      return false
    for (const symbol of all) {
      const type = checker.getTypeOfSymbolAtLocation(symbol, node)
      const isEmpty = (type.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Null)) !== 0
      const content = isEmpty ? {} : {media: JSON_MEDIA, schema: shapes.convert(type, node)}
      contract.answers.push({status: symbol.name.toUpperCase(), ...content, node: symbol.valueDeclaration ?? node})
    }
    return true
  }
}

const FASTIFY_PARTS = [
  ['params', 'Params', 'path'],
  ['querystring', 'Querystring', 'query'],
  ['headers', 'Headers', 'header']
] as const

/** Lifecycle marks of a route schema: `schema: {deprecated: true}`. `undefined` if there are none. */
function readLifecycleMarks(schema: AbstractValue): Readonly<Record<string, unknown>> | undefined {
  const mark = fieldOf(schema, 'deprecated')
  return mark?.kind === 'constant' && mark.value === true ? {deprecated: true} : undefined
}
