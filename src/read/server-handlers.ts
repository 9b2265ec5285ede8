import ts from 'typescript'
import {Answers} from './server-answers.ts'
import type {Contract, ContractParameter} from './server-contract.ts'
import {parametersOf} from './server-contract.ts'
import type {Engine} from './server-engine.ts'
import {namedSchemas} from './server-fastify.ts'
import {GivenSchemas} from './server-given.ts'
import {nestContract} from './server-nest-contract.ts'
import type {Handler, Registered, Router} from './server-routers.ts'
import {callsOn, nameIn, namesRead, numbersOf, returnsOf, symbolAt, typeGiven} from './server-scan.ts'
import {bare} from './server-syntax.ts'
import type {Schema, Shapes} from './server-types.ts'
import {fieldOf, textIn, type Value} from './server-values.ts'
import {zodIn} from './server-zod.ts'

const JSON_MEDIA = 'application/json'

/** Reads what routes take and give from their handlers, and from what the frameworks are told. */
export class Handlers {
  readonly #engine: Engine
  readonly #checker: ts.TypeChecker
  readonly #shapes: Shapes
  readonly #given: GivenSchemas
  readonly #answers: Answers

  constructor(engine: Engine, shapes: Shapes) {
    this.#engine = engine
    this.#checker = engine.checker
    this.#shapes = shapes
    this.#given = new GivenSchemas(engine, shapes)
    this.#answers = new Answers(engine.checker, shapes)
  }

  contractOf(route: Registered, router: Router): Contract {
    if (route.nest)
      return nestContract(route.nest, {checker: this.#checker, shapes: this.#shapes, answers: this.#answers})
    if (router.style === 'express') return this.#express(route)
    return router.style === 'fastify' ? this.#fastify(route, router) : this.#hono(route)
  }

  /** The functions of a route, those in wrappers too: `wrap(async (req, res) => …)`. */
  functionsOf(handlers: readonly Handler[]): ts.FunctionLikeDeclaration[] {
    const found = handlers.flatMap(({value, node}) => this.#functionsIn(value, node, 0))
    return [...new Set(found)]
  }

  #functionsIn(value: Value, node: ts.Expression | undefined, depth: number): ts.FunctionLikeDeclaration[] {
    const call = node && bare(node)
    if (call && ts.isCallExpression(call) && depth < 4) {
      const args = this.#engine.argsOf.get(call) ?? []
      const inner = args.flatMap((each, at) => this.#functionsIn(each, call.arguments[at], depth + 1))
      if (inner.length > 0) return inner
    }
    if (value.kind === 'function') return [value.node]
    if (value.kind === 'choice') return value.options.flatMap(each => this.#functionsIn(each, undefined, depth + 1))
    return []
  }

  #express({handlers}: Registered): Contract {
    const contract: Contract = {parameters: [], answers: []}
    for (const fn of this.functionsOf(handlers)) {
      // Who takes four is asked when something has failed.
      if (fn.parameters.length > 3) continue
      const [request, response] = fn.parameters
      const req = request && this.#checker.getTypeAtLocation(request)
      const requested = symbolAt(fn, 0, this.#checker)
      if (req && request) this.#requested(contract, fn, req, request, requested)
      const answered = symbolAt(fn, 1, this.#checker)
      if (!response || !answered) continue
      const told = this.#bodyOf(this.#checker.getTypeAtLocation(response), response)
      const said = callsOn(fn, answered, this.#checker)
      contract.answers.push(...said.flatMap(each => this.#answers.of(each, told)))
    }
    return contract
  }

  /** What `Request<P, ResBody, ReqBody, ReqQuery>` says, or what the code takes its parts for. */
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
        schema: this.#shapes.of(body.type, body.node),
        required: true,
        media: JSON_MEDIA,
        node: body.node
      }
    const query = this.#part(req, 'query', node) ?? this.#takenFor(fn, symbol, 'query')
    if (query)
      contract.parameters.push(...this.#parameters(this.#shapes.of(query.type, query.node), 'query', query.node))
    else if (symbol) {
      for (const [name, at] of namesRead(fn, symbol, 'query', this.#checker)) {
        contract.parameters.push({name, in: 'query', required: false, schema: {type: 'string'}, node: at})
      }
    }
    const params = this.#part(req, 'params', node)
    if (params)
      contract.parameters.push(...this.#parameters(this.#shapes.of(params.type, params.node), 'path', params.node))
  }

  #parameters(schema: Schema, where: ContractParameter['in'], node?: ts.Node): ContractParameter[] {
    return parametersOf(schema, where, each => this.#resolved(each), node)
  }

  #resolved(schema: Schema): Schema {
    const name =
      typeof schema === 'object' && typeof schema.$ref === 'string'
        ? /^#\/components\/schemas\/(.*)$/.exec(schema.$ref)?.[1]
        : undefined
    return name === undefined ? schema : (this.#shapes.components.get(name) ?? schema)
  }

  /** A part of a request whose type somebody named. */
  #part(type: ts.Type, name: string, node: ts.Node): {type: ts.Type; node: ts.Node} | undefined {
    const symbol = this.#checker.getPropertyOfType(type, name)
    const held = symbol && this.#checker.getTypeOfSymbolAtLocation(symbol, node)
    if (!this.#shapes.isTold(held) || held.flags & ts.TypeFlags.Unknown) return undefined
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
      return holder !== undefined && ts.isIdentifier(holder) && this.#checker.getSymbolAtLocation(holder) === symbol
    }
    return typeGiven(fn, isIt, this.#checker)
  }

  /** What `Response<Body>` says that all bodies are. */
  #bodyOf(type: ts.Type, node: ts.Node): ts.Type | undefined {
    const json = this.#checker.getPropertyOfType(type, 'json')
    const signature = json && this.#checker.getTypeOfSymbolAtLocation(json, node).getCallSignatures()[0]
    const body = signature?.getParameters()[0]
    const held = body && this.#checker.getTypeOfSymbolAtLocation(body, node)
    const told = held && this.#checker.getNonNullableType(held)
    return this.#shapes.isTold(told) && !(told.flags & ts.TypeFlags.Unknown) ? told : undefined
  }

  #fastify(route: Registered, router: Router): Contract {
    const contract: Contract = {parameters: [], answers: []}
    const {node} = route
    const named = namedSchemas(router)
    const schema = fieldOf(route.options, 'schema')
    const parts = schema?.kind === 'object' ? schema.fields : new Map<string, Value>()
    const nodeOf = (value: Value | undefined): ts.Node =>
      value?.kind === 'object' ? (value.node ?? node) : (zodIn(value)?.node ?? node)
    if (schema && schema.kind !== 'object') this.#shapes.unknown(node, 'schema of a route that is computed')
    const generics = this.#generics(route)
    const schemaOf = (key: string, generic: string): Schema | undefined => {
      const given = parts.get(key)
      if (given) return this.#given.of(given, nodeOf(given), named)
      const type = generics.get(generic)
      return type && this.#shapes.isTold(type) && !(type.flags & ts.TypeFlags.Unknown)
        ? this.#shapes.of(type, node)
        : undefined
    }
    for (const [key, generic, where] of FASTIFY_PARTS) {
      const found =
        schemaOf(key, generic) ?? (key === 'querystring' && parts.has('query') ? schemaOf('query', generic) : undefined)
      if (found !== undefined) contract.parameters.push(...this.#parameters(found, where, nodeOf(parts.get(key))))
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
          const shown = content ? (fieldOf(held, 'schema') ?? held) : held
          contract.answers.push({
            status: status.toUpperCase(),
            media,
            schema: this.#given.of(shown, nodeOf(shown), named),
            node: nodeOf(value)
          })
        }
      }
    } else this.#replied(contract, route, generics.get('Reply'))
    const marks = schema ? marksIn(schema) : undefined
    return marks ? {...contract, marks} : contract
  }

  /** `get<{Params: …; Body: …}>`, or the handler's own `FastifyRequest<{…}>`. */
  #generics({types, handlers}: Registered): Map<string, ts.Type> {
    const found = new Map<string, ts.Type>()
    const put = (type: ts.Type, node: ts.Node): void => {
      for (const symbol of this.#checker.getPropertiesOfType(type)) {
        if (!found.has(symbol.name)) found.set(symbol.name, this.#checker.getTypeOfSymbolAtLocation(symbol, node))
      }
    }
    for (const each of types ?? []) put(this.#checker.getTypeFromTypeNode(each), each)
    for (const fn of this.functionsOf(handlers)) {
      const [request] = fn.parameters
      if (!request?.type || !ts.isTypeReferenceNode(request.type)) continue
      const [generic] = request.type.typeArguments ?? []
      if (generic) put(this.#checker.getTypeFromTypeNode(generic), generic)
    }
    return found
  }

  /** What the handler gives back, or sends. */
  #replied(contract: Contract, {handlers, node}: Registered, told: ts.Type | undefined): void {
    if (told && this.#byStatus(contract, told, node)) return
    const reply = told && this.#shapes.isTold(told) && !(told.flags & ts.TypeFlags.Unknown) ? told : undefined
    for (const fn of this.functionsOf(handlers)) {
      const symbol = symbolAt(fn, 1, this.#checker)
      const said = symbol ? callsOn(fn, symbol, this.#checker) : []
      contract.answers.push(...said.flatMap(each => this.#answers.of(each, reply)))
      for (const each of returnsOf(fn)) {
        const type = this.#shapes.settled(this.#checker.getTypeAtLocation(each))
        const isReply = this.#checker.getPropertyOfType(type, 'send') !== undefined
        if (isReply || type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never)) continue
        const declared = fn.type && this.#shapes.settled(this.#checker.getTypeFromTypeNode(fn.type))
        const whole = reply ?? (this.#shapes.isTold(declared) ? declared : undefined)
        const status = statusBefore(each, this.#checker)
        const isText = !whole && (type.flags & ts.TypeFlags.StringLike) !== 0
        const schema = whole ? this.#shapes.of(whole, each) : this.#answers.expression(each)
        contract.answers.push({status, media: isText ? 'text/plain' : JSON_MEDIA, schema, node: each})
      }
    }
  }

  /** `Reply: {200: Loan; 404: Fault}` */
  #byStatus(contract: Contract, told: ts.Type, node: ts.Node): boolean {
    const all = this.#checker.getPropertiesOfType(told)
    if (all.length === 0 || told.isUnion() || !all.every(({name}) => /^[1-5](?:xx|\d\d)$/i.test(name))) return false
    for (const symbol of all) {
      const type = this.#checker.getTypeOfSymbolAtLocation(symbol, node)
      const isEmpty = (type.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Null)) !== 0
      const content = isEmpty ? {} : {media: JSON_MEDIA, schema: this.#shapes.of(type, node)}
      contract.answers.push({status: symbol.name.toUpperCase(), ...content, node: symbol.valueDeclaration ?? node})
    }
    return true
  }

  #hono(route: Registered): Contract {
    const contract: Contract = {parameters: [], answers: []}
    if (route.options) this.#openapi(contract, route.options, route.node)
    for (const {value, node} of route.handlers) {
      const call = node && bare(node)
      if (call && ts.isCallExpression(call) && this.#validated(contract, call)) continue
      for (const fn of this.functionsOf([{value, node}])) this.#context(contract, fn, route.options !== undefined)
    }
    return contract
  }

  /** `zValidator('json', schema)`, `validator('query', …)`. */
  #validated(contract: Contract, call: ts.CallExpression): boolean {
    const [target, schema] = this.#engine.argsOf.get(call) ?? []
    const where = textIn(target)
    const written = call.arguments[1]
    if (where === undefined || !schema || !written || !HONO_TARGETS.has(where)) return false
    if (zodIn(schema)) this.#take(contract, where, this.#given.of(schema, written), written)
    else if (schema.kind === 'function') {
      const type = this.#checker.getTypeAtLocation(schema.node).getCallSignatures()[0]?.getReturnType()
      const held = type && this.#shapes.settled(type)
      const parts = (held?.isUnion() ? held.types : held ? [held] : []).filter(each => each.symbol?.name !== 'Response')
      const [only] = parts
      if (only && this.#shapes.isTold(only)) this.#take(contract, where, this.#shapes.of(only, written), written)
    } else this.#take(contract, where, this.#given.of(schema, written), written)
    return true
  }

  #take(contract: Contract, where: string, schema: Schema, node: ts.Node): void {
    if (where === 'json' || where === 'form') {
      const media = where === 'json' ? JSON_MEDIA : 'multipart/form-data'
      contract.body = {schema, required: true, media, node}
    } else
      contract.parameters.push(
        ...this.#parameters(schema, where === 'param' ? 'path' : (where as 'query' | 'header' | 'cookie'), node)
      )
  }

  /** What is asked of a context, and what is answered with it. */
  #context(contract: Contract, fn: ts.FunctionLikeDeclaration, isTold: boolean): void {
    const symbol = symbolAt(fn, 0, this.#checker)
    if (!symbol) return
    for (const {call, name, chain} of callsOn(fn, symbol, this.#checker)) {
      const [first, second] = call.arguments
      if (['json', 'text', 'html', 'body', 'redirect', 'notFound'].includes(name) && chain.length === 1 && !isTold) {
        const status = numbersOf(second, this.#checker)?.map(String) ?? [
          second
            ? 'default'
            : name === 'redirect'
              ? '302'
              : name === 'notFound'
                ? '404'
                : statusBefore(call, this.#checker)
        ]
        for (const each of status)
          contract.answers.push({status: each, ...this.#content(name, first, call), node: call})
      }
    }
    const {body} = fn
    if (body) this.#reads(contract, body, symbol)
  }

  #content(name: string, first: ts.Expression | undefined, call: ts.CallExpression): {media?: string; schema?: Schema} {
    if (name === 'json' && first) {
      const [told] = call.typeArguments ?? []
      return {
        media: JSON_MEDIA,
        schema: told ? this.#shapes.of(this.#checker.getTypeFromTypeNode(told), call) : this.#answers.expression(first)
      }
    }
    if (name === 'text') return {media: 'text/plain', schema: {type: 'string'}}
    return name === 'html' ? {media: 'text/html', schema: {type: 'string'}} : {}
  }

  /** `c.req.query('page')`, `c.req.header('X-Request')`, `c.req.json<NewLoan>()` */
  #reads(contract: Contract, body: ts.Node, symbol: ts.Symbol): void {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && this.#isRequest(node, symbol)) {
        const name = nameIn(node)
        const [first] = node.arguments
        const text = first && ts.isStringLiteralLike(first) ? first.text : undefined
        if ((name === 'query' || name === 'queries' || name === 'header') && text !== undefined) {
          const where = name === 'header' ? 'header' : 'query'
          const schema = name === 'queries' ? {type: 'array', items: {type: 'string'}} : {type: 'string'}
          if (where === 'query' || !/^(?:accept|authorization|content-type)$/i.test(text)) {
            contract.parameters.push({name: text, in: where, required: false, schema, node})
          }
        } else if (name === 'json' && !contract.body) {
          const type = this.#shapes.settled(this.#checker.getTypeAtLocation(node))
          const given = this.#shapes.isTold(type) ? {type} : typeGivenTo(node, this.#checker)
          if (given)
            contract.body = {schema: this.#shapes.of(given.type, node), required: true, media: JSON_MEDIA, node}
        }
      }
      ts.forEachChild(node, visit)
    }
    visit(body)
  }

  #isRequest({expression}: ts.CallExpression, symbol: ts.Symbol): boolean {
    const callee = bare(expression)
    const req = ts.isPropertyAccessExpression(callee) ? bare(callee.expression) : undefined
    const holder =
      req && ts.isPropertyAccessExpression(req) && req.name.text === 'req' ? bare(req.expression) : undefined
    return holder !== undefined && ts.isIdentifier(holder) && this.#checker.getSymbolAtLocation(holder) === symbol
  }

  /** What `createRoute` of `@hono/zod-openapi` is told. */
  #openapi(contract: Contract, options: Value, node: ts.Node): void {
    const request = fieldOf(options, 'request')
    for (const [key, where] of [
      ['params', 'param'],
      ['query', 'query'],
      ['headers', 'header'],
      ['cookies', 'cookie']
    ] as const) {
      const given = fieldOf(request, key)
      if (given) this.#take(contract, where, this.#given.of(given, node), node)
    }
    const bodies = fieldOf(fieldOf(request, 'body'), 'content')
    if (bodies?.kind === 'object') {
      for (const [media, value] of bodies.fields) {
        const schema = fieldOf(value, 'schema')
        if (schema)
          contract.body = {
            schema: this.#given.of(schema, node),
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
          contract.answers.push({status, media, ...(schema ? {schema: this.#given.of(schema, node)} : {}), node})
        }
      }
    }
  }
}

const FASTIFY_PARTS = [
  ['params', 'Params', 'path'],
  ['querystring', 'Querystring', 'query'],
  ['headers', 'Headers', 'header']
] as const

const HONO_TARGETS: ReadonlySet<string> = new Set(['json', 'form', 'query', 'param', 'header', 'cookie'])

const isOfPackage = ({symbol}: ts.Type): boolean =>
  symbol.declarations?.every(each => each.getSourceFile().isDeclarationFile) ?? false

/** `reply.code(201)` in the statement before what is returned. */
function statusBefore(node: ts.Node, checker: ts.TypeChecker): string {
  let statement: ts.Node = node
  while (statement.parent && !ts.isBlock(statement.parent) && !ts.isFunctionLike(statement))
    statement = statement.parent
  const block = statement.parent
  if (!block || !ts.isBlock(block)) return '200'
  const before = block.statements.slice(0, block.statements.indexOf(statement as ts.Statement)).reverse()
  for (const each of before) {
    const call = ts.isExpressionStatement(each) ? bare(each.expression) : undefined
    if (!call || !ts.isCallExpression(call) || !['code', 'status'].includes(nameIn(call))) continue
    return numbersOf(call.arguments[0], checker)?.map(String)[0] ?? 'default'
  }
  return '200'
}

/** The type of a name that an expression without one is given to. */
function typeGivenTo(node: ts.Expression, checker: ts.TypeChecker): {type: ts.Type} | undefined {
  let here: ts.Node = node.parent
  while (ts.isAwaitExpression(here) || ts.isParenthesizedExpression(here)) here = here.parent
  if (ts.isAsExpression(here) || (ts.isVariableDeclaration(here) && here.type)) {
    const told = here.type && checker.getTypeFromTypeNode(here.type)
    return told && !(told.flags & ts.TypeFlags.Any) ? {type: told} : undefined
  }
  return undefined
}

/** `schema: {deprecated: true}` is told with the route. */
function marksIn(schema: Value): Readonly<Record<string, unknown>> | undefined {
  const mark = fieldOf(schema, 'deprecated')
  return mark?.kind === 'constant' && mark.value === true ? {deprecated: true} : undefined
}
