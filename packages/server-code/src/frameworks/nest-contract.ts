import ts from 'typescript'
import {type AbstractValue, fieldOf, stringOf} from '../interpreter/values.ts'
import {JSON_MEDIA} from '../responses/media-types.ts'
import {findResponseCalls, parameterSymbolAt} from '../responses/response-calls.ts'
import {EXPRESS_DEFAULTS} from '../responses/response-reader.ts'
import type {ContractParameter, ContractResponse, RouteContract} from '../route-contract.ts'
import type {NestMethod, NestParameter} from '../routers.ts'
import {ContractDraft, type ContractReader} from '../routes/contract-reader.ts'
import type {Schema} from '../schemas/types-to-schemas.ts'

/** Reads the contract of a NestJS controller method from its types. */
export function readNestContract(method: NestMethod, reader: ContractReader): RouteContract {
  const contract = new NestContract(reader, method)
  for (const [at, parameter] of method.parameters.entries()) {
    const node = method.method.parameters[at]
    if (parameter && node) contract.readParameter(node, parameter, at)
  }
  contract.mergeBodyFields()
  contract.readReturned()
  return contract
}

/** Where a request has the value of a decorated parameter. */
const PLACES: ReadonlyMap<string, 'path' | 'query' | 'header'> = new Map([
  ['Param', 'path'],
  ['Query', 'query'],
  ['Headers', 'header']
])

/** The contract of a NestJS controller method while it is read. */
class NestContract extends ContractDraft {
  readonly #route: NestMethod
  /** Fields of the body that have parameters of their own: `@Body('title')`. */
  readonly #bodyFields = new Map<string, {schema: Schema; isOptional: boolean}>()
  /** Whether the method responds by itself, so that its returned value isn't sent. */
  #respondsItself = false
  /** The statuses of the returned value. */
  #statuses: readonly string[]

  constructor(reader: ContractReader, route: NestMethod) {
    super(reader)
    this.#route = route
    this.#statuses = [route.status]
  }

  readParameter(node: ts.ParameterDeclaration, parameter: NestParameter, at: number): void {
    const {decorator, args} = parameter
    if (decorator === 'Res' || decorator === 'Response') this.#readResponses(args, at)
    else if (decorator === 'Body') {
      const [schema, field] = [this.#schemaOf(node, parameter), stringOf(args[0])]
      if (field === undefined) this.body = {schema, required: !node.questionToken, media: JSON_MEDIA, node}
      else this.#bodyFields.set(field, {schema, isOptional: this.#mayLack(node, args)})
    } else this.parameters.push(...this.#parametersOf(node, parameter))
  }

  /** Adds the responses that the method creates with the response of the underlying framework. */
  #readResponses(args: readonly AbstractValue[], at: number): void {
    const {checker, answers} = this.reader
    const {method, status} = this.#route
    const passes = fieldOf(args[0], 'passthrough')
    const isPassed = passes?.kind === 'constant' && passes.value === true
    if (!isPassed) this.#respondsItself = true
    const symbol = parameterSymbolAt(method, at, checker)
    // With `passthrough`, a status set on the response applies to the returned value.
    if (symbol && isPassed) this.#statuses = answers.statusesAtExit({fn: method, symbol}, status)
    const calls = symbol ? findResponseCalls(method, symbol, checker) : []
    this.answers.push(...calls.flatMap(each => answers.read(each, undefined, {...EXPRESS_DEFAULTS, status})))
  }

  /** Makes the fields of the body one object, unless a parameter has the whole body. */
  mergeBodyFields(): void {
    const fields = [...this.#bodyFields]
    if (this.body || fields.length === 0) return
    const required = fields.flatMap(([name, {isOptional}]) => (isOptional ? [] : [name]))
    const properties = Object.fromEntries(fields.map(([name, {schema}]) => [name, schema]))
    this.body = {
      schema: {type: 'object', properties, ...(required.length > 0 ? {required} : {})},
      required: required.length > 0,
      media: JSON_MEDIA,
      node: this.#route.method
    }
  }

  /** Adds the response with the returned value. */
  readReturned(): void {
    if (!this.#respondsItself) this.answers.push(...this.#returned())
  }

  #returned(): ContractResponse[] {
    const {isRedirect, method} = this.#route
    if (isRedirect) return [{status: '302', node: method}]
    const {checker, shapes} = this.reader
    const signature = checker.getSignatureFromDeclaration(method)
    const type = signature && shapes.awaitedType(checker.getReturnTypeOfSignature(signature))
    const at = method.type ?? method
    const content = this.#contentOf(type, at)
    return this.#statuses.map(each => ({status: each, ...content, node: at}))
  }

  #contentOf(type: ts.Type | undefined, at: ts.Node): {media?: string; schema?: Schema} {
    const {media} = this.#route
    if (!type || type.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never)) return {}
    if (type.symbol?.name === 'StreamableFile') return {media: media ?? 'application/octet-stream'}
    const isText = type.flags & ts.TypeFlags.StringLike
    return {media: media ?? (isText ? 'text/html' : JSON_MEDIA), schema: this.reader.shapes.convert(type, at)}
  }

  #parametersOf(node: ts.ParameterDeclaration, parameter: NestParameter): ContractParameter[] {
    const {checker, shapes} = this.reader
    const place = PLACES.get(parameter.decorator)
    if (!place) return []
    const name = stringOf(parameter.args[0])
    if (name === undefined) {
      const whole = checker.getTypeAtLocation(node)
      const isOpen = !shapes.isTyped(whole) || place === 'header'
      return isOpen ? [] : this.reader.parameters(shapes.convert(whole, node), place, node)
    }
    const required = place === 'path' || (place === 'query' && !this.#mayLack(node, parameter.args))
    return [{name, in: place, required, schema: this.#schemaOf(node, parameter), node}]
  }

  #schemaOf(node: ts.ParameterDeclaration, {args}: NestParameter): Schema {
    const {checker, shapes} = this.reader
    const pipes = args.map(pipeName)
    if (pipes.includes('ParseIntPipe')) return {type: 'integer'}
    if (pipes.includes('ParseUUIDPipe')) return {type: 'string', format: 'uuid'}
    const type = checker.getTypeAtLocation(node)
    return shapes.convert(node.questionToken || node.initializer ? checker.getNonNullableType(type) : type, node)
  }

  #mayLack(node: ts.ParameterDeclaration, args: readonly AbstractValue[]): boolean {
    if (node.questionToken || node.initializer || args.some(each => pipeName(each) === 'DefaultValuePipe')) return true
    const type = this.reader.checker.getTypeAtLocation(node)
    return type.isUnion() && type.types.some(({flags}) => flags & ts.TypeFlags.Undefined)
  }
}

/** Name of `ParseIntPipe` or `new ParseIntPipe()`. `undefined` for any other value. */
function pipeName(value: AbstractValue): string | undefined {
  if (value.kind === 'external') return value.path.at(-1)
  const node = value.kind === 'unknown' ? value.node : undefined
  return node && ts.isNewExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : undefined
}
