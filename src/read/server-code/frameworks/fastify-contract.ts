import ts from 'typescript'
import {type AbstractValue, fieldOf} from '../interpreter/values.ts'
import {findResponseCalls, parameterSymbolAt, returnedExpressions} from '../responses/response-calls.ts'
import {FASTIFY_DEFAULTS} from '../responses/response-reader.ts'
import type {RouteContract} from '../route-contract.ts'
import type {RegisteredRoute, Router} from '../routers.ts'
import type {ContractReader} from '../routes/contract-reader.ts'
import type {Schema} from '../schemas/types-to-schemas.ts'
import {asZodSchema} from '../schemas/zod.ts'
import {registeredSchemas} from './fastify.ts'

const JSON_MEDIA = 'application/json'

/** Reads contracts of Fastify routes from their schemas, or else from their types. */
export class FastifyContractReader {
  readonly #reader: ContractReader

  constructor(reader: ContractReader) {
    this.#reader = reader
  }

  read(route: RegisteredRoute, router: Router): RouteContract {
    const contract: RouteContract = {parameters: [], answers: []}
    const {node} = route
    const named = registeredSchemas(router)
    const schema = fieldOf(route.options, 'schema')
    const parts = schema?.kind === 'object' ? schema.fields : new Map<string, AbstractValue>()
    const nodeOf = (value: AbstractValue | undefined): ts.Node =>
      value?.kind === 'object' ? (value.node ?? node) : (asZodSchema(value)?.node ?? node)
    if (schema && schema.kind !== 'object')
      this.#reader.shapes.unknownSchema(node, 'schema of a route that is computed')
    const generics = this.#typeArguments(route)
    const schemaOf = (key: string, generic: string): Schema | undefined => {
      const given = parts.get(key)
      if (given) return this.#reader.declaredSchemas.convert(given, nodeOf(given), named)
      const type = generics.get(generic)
      return type && this.#reader.shapes.isTyped(type) && !(type.flags & ts.TypeFlags.Unknown)
        ? this.#reader.shapes.convert(type, node)
        : undefined
    }
    for (const [key, generic, where] of FASTIFY_PARTS) {
      const found =
        schemaOf(key, generic) ?? (key === 'querystring' && parts.has('query') ? schemaOf('query', generic) : undefined)
      if (found !== undefined)
        contract.parameters.push(...this.#reader.parameters(found, where, nodeOf(parts.get(key))))
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
            schema: this.#reader.declaredSchemas.convert(contentSchema, nodeOf(contentSchema), named),
            node: nodeOf(value)
          })
        }
      }
    } else this.#readResponses(contract, route, generics.get('Reply'))
    const marks = schema ? readLifecycleMarks(schema) : undefined
    return marks ? {...contract, marks} : contract
  }

  /** Type arguments of `get<{Params: …; Body: …}>`, or of the handler's own `FastifyRequest<{…}>`. */
  #typeArguments({types, handlers}: RegisteredRoute): Map<string, ts.Type> {
    const found = new Map<string, ts.Type>()
    const put = (type: ts.Type, node: ts.Node): void => {
      for (const symbol of this.#reader.checker.getPropertiesOfType(type)) {
        if (!found.has(symbol.name))
          found.set(symbol.name, this.#reader.checker.getTypeOfSymbolAtLocation(symbol, node))
      }
    }
    for (const each of types ?? []) put(this.#reader.checker.getTypeFromTypeNode(each), each)
    for (const fn of this.#reader.findHandlerFunctions(handlers)) {
      const [request] = fn.parameters
      if (!request?.type || !ts.isTypeReferenceNode(request.type)) continue
      const [generic] = request.type.typeArguments ?? []
      if (generic) put(this.#reader.checker.getTypeFromTypeNode(generic), generic)
    }
    return found
  }

  /** Adds the responses that a handler returns or sends. */
  #readResponses(contract: RouteContract, {handlers, node}: RegisteredRoute, replyType: ts.Type | undefined): void {
    if (replyType && this.#readResponsesByStatus(contract, replyType, node)) return
    const reply =
      replyType && this.#reader.shapes.isTyped(replyType) && !(replyType.flags & ts.TypeFlags.Unknown)
        ? replyType
        : undefined
    for (const fn of this.#reader.findHandlerFunctions(handlers)) {
      const symbol = parameterSymbolAt(fn, 1, this.#reader.checker)
      const calls = symbol ? findResponseCalls(fn, symbol, this.#reader.checker) : []
      contract.answers.push(...calls.flatMap(each => this.#reader.answers.read(each, reply, FASTIFY_DEFAULTS)))
      for (const each of returnedExpressions(fn)) {
        const type = this.#reader.shapes.awaitedType(this.#reader.checker.getTypeAtLocation(each))
        const isReply = this.#reader.checker.getPropertyOfType(type, 'send') !== undefined
        if (isReply || type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never)) continue
        const declared = fn.type && this.#reader.shapes.awaitedType(this.#reader.checker.getTypeFromTypeNode(fn.type))
        const whole = reply ?? (this.#reader.shapes.isTyped(declared) ? declared : undefined)
        const frame = symbol && {fn, symbol}
        const statuses = frame ? this.#reader.answers.statusesOfReturn(each, frame, '200') : ['200']
        const isText = !whole && (type.flags & ts.TypeFlags.StringLike) !== 0
        const schema = whole ? this.#reader.shapes.convert(whole, each) : this.#reader.answers.schemaOfExpression(each)
        const body = {media: isText ? FASTIFY_DEFAULTS.text : JSON_MEDIA, schema}
        const contents = this.#reader.answers.contentsOfReturn(each, frame, body)
        for (const status of statuses)
          contract.answers.push(...contents.map(content => ({status, ...content, node: each})))
      }
    }
  }

  /**
   * Adds responses declared by status: `Reply: {200: Loan; 404: Fault}`. Returns `false` if the type has no such form.
   */
  #readResponsesByStatus(contract: RouteContract, replyType: ts.Type, node: ts.Node): boolean {
    const all = this.#reader.checker.getPropertiesOfType(replyType)
    if (all.length === 0 || replyType.isUnion() || !all.every(({name}) => /^[1-5](?:xx|\d\d)$/i.test(name)))
      return false
    for (const symbol of all) {
      const type = this.#reader.checker.getTypeOfSymbolAtLocation(symbol, node)
      const isEmpty = (type.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Null)) !== 0
      const content = isEmpty ? {} : {media: JSON_MEDIA, schema: this.#reader.shapes.convert(type, node)}
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
