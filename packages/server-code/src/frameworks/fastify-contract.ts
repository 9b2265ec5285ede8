import ts from 'typescript'
import {type AbstractValue, fieldOf, stringOf} from '../interpreter/values.ts'
import {JSON_MEDIA} from '../responses/media-types.ts'
import {
  findResponseCalls,
  parameterSymbolAt,
  type ResponseFrame,
  returnedExpressions
} from '../responses/response-calls.ts'
import {FASTIFY_DEFAULTS} from '../responses/response-reader.ts'
import type {RouteContract} from '../route-contract.ts'
import type {RegisteredRoute, Router} from '../routers.ts'
import {ContractDraft, type ContractReader} from '../routes/contract-reader.ts'
import type {Schema} from '../schemas/types-to-schemas.ts'
import {asZodSchema} from '../schemas/zod.ts'
import {registeredSchemas} from './fastify.ts'

/** Reads the contract of a Fastify route from its schemas, or else from its types. */
export function readFastifyContract(reader: ContractReader, route: RegisteredRoute, router: Router): RouteContract {
  const schema = fieldOf(route.options, 'schema')
  if (schema && schema.kind !== 'object') reader.shapes.unknownSchema(route.node, 'schema of a route that is computed')
  const contract = new FastifyContract(reader, route, {schema, named: registeredSchemas(router)})
  contract.readParameters()
  contract.readBody()
  contract.readResponses()
  return contract
}

const FASTIFY_PARTS = [
  ['params', 'Params', 'path'],
  ['querystring', 'Querystring', 'query'],
  ['headers', 'Headers', 'header']
] as const

/** The contract of a Fastify route while it is read. */
class FastifyContract extends ContractDraft {
  readonly #route: RegisteredRoute
  /** The parts of the route's schema: `body`, `querystring`. */
  readonly #parts: ReadonlyMap<string, AbstractValue>
  /** Type arguments of the route, by their name: `Body`, `Reply`. */
  readonly #generics: ReadonlyMap<string, ts.Type>
  /** Schemas that are registered in the router, which a `$ref` can name. */
  readonly #named: ReturnType<typeof registeredSchemas>
  readonly marks?: Readonly<Record<string, unknown>>

  constructor(
    reader: ContractReader,
    route: RegisteredRoute,
    {schema, named}: {schema: AbstractValue | undefined; named: ReturnType<typeof registeredSchemas>}
  ) {
    super(reader)
    this.#route = route
    this.#parts = schema?.kind === 'object' ? schema.fields : new Map()
    this.#generics = this.#typeArguments()
    this.#named = named
    const marks = schema && readLifecycleMarks(schema)
    if (marks) this.marks = marks
  }

  readParameters(): void {
    for (const [key, generic, where] of FASTIFY_PARTS) {
      const isQuery = key === 'querystring' && this.#parts.has('query')
      const found = this.#schemaOf(key, generic) ?? (isQuery ? this.#schemaOf('query', generic) : undefined)
      if (found === undefined) continue
      this.parameters.push(...this.reader.parameters(found, where, this.#nodeOf(this.#parts.get(key))))
    }
    const version = fieldOf(this.#route.constraints, 'version')
    if (!version || this.parameters.some(each => each.name.toLowerCase() === 'accept-version')) return
    const text = stringOf(version)
    const schema = {type: 'string', ...(text === undefined ? {} : {enum: [text]})}
    this.parameters.push({name: 'Accept-Version', in: 'header', required: true, schema})
  }

  readBody(): void {
    const schema = this.#schemaOf('body', 'Body')
    if (schema === undefined || this.#route.methods.every(each => each === 'GET' || each === 'HEAD')) return
    this.body = {schema, required: true, media: JSON_MEDIA, node: this.#nodeOf(this.#parts.get('body'))}
  }

  /** Adds the responses that the schema lists, or else the type arguments, or else those that handlers create. */
  readResponses(): void {
    const responses = this.#parts.get('response')
    const reply = this.#generics.get('Reply')
    if (responses?.kind === 'object') this.#addDeclaredResponses(responses.fields)
    else if (!reply || !this.#addResponsesByStatus(reply, this.#route.node)) this.#addHandlerResponses(reply)
  }

  #nodeOf(value: AbstractValue | undefined): ts.Node {
    const node = value?.kind === 'object' || value?.kind === 'unknown' ? value.node : asZodSchema(value)?.node
    return node ?? this.#route.node
  }

  #schemaOf(key: string, generic: string): Schema | undefined {
    const {shapes, declaredSchemas} = this.reader
    const given = this.#parts.get(key)
    if (given) return declaredSchemas.convert(given, this.#nodeOf(given), this.#named)
    const type = this.#generics.get(generic)
    return this.#isDescribed(type) ? shapes.convert(type, this.#route.node) : undefined
  }

  #isDescribed(type: ts.Type | undefined): type is ts.Type {
    return type !== undefined && this.reader.shapes.isTyped(type) && !(type.flags & ts.TypeFlags.Unknown)
  }

  /** Type arguments of `get<{Params: …; Body: …}>`, or of the handler's own `FastifyRequest<{…}>`. */
  #typeArguments(): Map<string, ts.Type> {
    const {checker} = this.reader
    const {types, handlers} = this.#route
    const found = new Map<string, ts.Type>()
    const put = (type: ts.Type, node: ts.Node): void => {
      for (const symbol of checker.getPropertiesOfType(type)) {
        if (!found.has(symbol.name)) found.set(symbol.name, checker.getTypeOfSymbolAtLocation(symbol, node))
      }
    }
    for (const each of types ?? []) put(checker.getTypeFromTypeNode(each), each)
    for (const fn of this.reader.findHandlerFunctions(handlers)) {
      const [request] = fn.parameters
      if (!request?.type || !ts.isTypeReferenceNode(request.type)) continue
      const [generic] = request.type.typeArguments ?? []
      if (generic) put(checker.getTypeFromTypeNode(generic), generic)
    }
    return found
  }

  #addDeclaredResponses(responses: ReadonlyMap<string, AbstractValue>): void {
    for (const [status, value] of responses) {
      const content = fieldOf(value, 'content')
      const inner = content?.kind === 'object' ? [...content.fields] : [[JSON_MEDIA, value] as const]
      for (const [media, held] of inner) {
        const schema = content ? (fieldOf(held, 'schema') ?? held) : held
        this.answers.push({
          status: status.toUpperCase(),
          media,
          schema: this.reader.declaredSchemas.convert(schema, this.#nodeOf(schema), this.#named),
          node: this.#nodeOf(value)
        })
      }
    }
  }

  /** Adds the responses that handlers send or return. */
  #addHandlerResponses(replyType: ts.Type | undefined): void {
    const {checker, answers} = this.reader
    const reply = this.#isDescribed(replyType) ? replyType : undefined
    for (const fn of this.reader.findHandlerFunctions(this.#route.handlers)) {
      const symbol = parameterSymbolAt(fn, 1, checker)
      const calls = symbol ? findResponseCalls(fn, symbol, checker) : []
      this.answers.push(...calls.flatMap(each => answers.read(each, reply, FASTIFY_DEFAULTS)))
      const frame = symbol && {fn, symbol}
      for (const each of returnedExpressions(fn)) this.#addReturned(each, fn, frame, reply)
    }
  }

  #addReturned(
    node: ts.Expression,
    fn: ts.FunctionLikeDeclaration,
    frame: ResponseFrame | undefined,
    reply: ts.Type | undefined
  ): void {
    const {checker, shapes, answers} = this.reader
    const type = shapes.awaitedType(checker.getTypeAtLocation(node))
    const isReply = checker.getPropertyOfType(type, 'send') !== undefined
    if (isReply || type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never)) return
    const declared = fn.type && shapes.awaitedType(checker.getTypeFromTypeNode(fn.type))
    const whole = reply ?? (shapes.isTyped(declared) ? declared : undefined)
    const statuses = frame ? answers.statusesOfReturn(node, frame, '200') : ['200']
    const isText = !whole && (type.flags & ts.TypeFlags.StringLike) !== 0
    const schema = whole ? shapes.convert(whole, node) : answers.schemaOfExpression(node)
    const body = {media: isText ? FASTIFY_DEFAULTS.text : JSON_MEDIA, schema}
    const contents = answers.contentsOfReturn(node, frame, body)
    for (const status of statuses) this.answers.push(...contents.map(content => ({status, ...content, node})))
  }

  /**
   * Adds responses declared by status: `Reply: {200: Loan; 404: Fault}`. Returns `false` if the type has no such form.
   */
  #addResponsesByStatus(replyType: ts.Type, node: ts.Node): boolean {
    const {checker, shapes} = this.reader
    const all = checker.getPropertiesOfType(replyType)
    if (all.length === 0 || replyType.isUnion() || !all.every(({name}) => /^[1-5](?:xx|\d\d)$/i.test(name)))
      return false
    for (const symbol of all) {
      const type = checker.getTypeOfSymbolAtLocation(symbol, node)
      const isEmpty = (type.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Null)) !== 0
      const content = isEmpty ? {} : {media: JSON_MEDIA, schema: shapes.convert(type, node)}
      this.answers.push({status: symbol.name.toUpperCase(), ...content, node: symbol.valueDeclaration ?? node})
    }
    return true
  }
}

/** Lifecycle marks of a route schema: `schema: {deprecated: true}`. `undefined` if there are none. */
function readLifecycleMarks(schema: AbstractValue): Readonly<Record<string, unknown>> | undefined {
  const mark = fieldOf(schema, 'deprecated')
  return mark?.kind === 'constant' && mark.value === true ? {deprecated: true} : undefined
}
